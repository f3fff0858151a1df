"""Opening a table: players, rules, what lies there already, the books and the links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone

from accounts import submissions
from accounts.models import Book
from clubs.models import NAME_LENGTH
from games import access, books
from games.codec import concealed, dump_entry, dump_opening, dump_rules, dump_state
from games.errors import Invalid, LimitReached
from games.models import Game, GameRevision, GameSession, Seat, Settlement
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.rules.state import Opening, start
from games.rules.unit import Unit
from games.services.appending import append_all
from games.services.commands import Work
from games.services.links import make_all
from games.services.seating import add_participant, seat_for


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table to be opened: names in seat order, the rules agreed, the unit, and what earlier deals left.

    ``entries`` with their notes happened already, and ``joiners`` are the names of those who join in them, by seat
    number after those who sat at the start: a game kept elsewhere is taken over as it stands.
    """

    players: tuple[str, ...]
    rules: RuleSet
    unit: Unit = field(default_factory=Unit)
    opening: Opening = field(default_factory=Opening)
    title: str = ""
    entries: tuple[tuple[facts.Entry, str], ...] = ()
    joiners: tuple[str, ...] = ()

    def content(self) -> dict[str, Any]:
        """Everything asked for, as JSON: what decides whether a repeated request is the same one."""
        return {
            "players": [concealed(name) for name in self.players],
            "rules": dump_rules(self.rules),
            "unit": self.unit.to_json(),
            "opening": dump_opening(self.opening),
            "title": concealed(self.title),
            "entries": [[dump_entry(entry), concealed(note)] for entry, note in self.entries],
            "joiners": [concealed(name) for name in self.joiners],
        }


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """The new session and the secrets of its links, by role."""

    session: GameSession
    links: Mapping[str, str]


def open_table(spec: TableSpec, *, key: str, device: str = "") -> OpenedTable:
    """Open a table; a repeated key returns the table that it opened.

    Raises :class:`accounts.submissions.KeyReused` where the key opened another table, :class:`LimitReached` where a
    phone opens more than people need, and :class:`Invalid` where the game has more entries than one may have or a
    text is too long.
    """
    try:
        with transaction.atomic():
            return _open_once(spec, key, device)
    except IntegrityError:
        # A twin of this request was faster; now its answer is there.
        with transaction.atomic():
            return _open_once(spec, key, device)


def _require_short(spec: TableSpec) -> None:
    """Refuse texts that are longer than their columns: a game file may carry any, and SQLite would keep them."""
    texts = [("player", name, NAME_LENGTH) for name in (*spec.players, *spec.joiners)]
    texts.append(("title", spec.title, _column_length(Game, "title")))
    texts.append(("unit", spec.unit.name, _column_length(Book, "unit")))
    texts.append(("currency", spec.unit.currency or "", _column_length(Settlement, "currency")))
    for what, text, most in texts:
        if len(text) > most:
            raise Invalid(what, f"The {what} {text[:20]}… is too long: at most {most} signs, and this has {len(text)}.")


def _column_length(model: type[Model], field: str) -> int:
    """How many signs a column of text takes."""
    return int(model._meta.get_field(field).max_length or 0)  # type: ignore[union-attr]


def _require_modest(spec: TableSpec, actor: str, device: str) -> None:
    most = settings.LOO_LIMITS["entries_per_game"]
    if len(spec.entries) > most:
        raise Invalid("entries", f"A game has at most {most} entries, and this one has {len(spec.entries)}.")
    # Phones that keep no cookie are one device to us; together they may open ten times as many.
    limit = settings.LOO_LIMITS["tables_per_device_hour"] * (1 if device else 10)
    if submissions.recent_of("tables", actor, timezone.now() - timedelta(hours=1)) >= limit:
        raise LimitReached("This phone", limit, "new tables within an hour", retry_after=3600)


def _open_once(spec: TableSpec, key: str, device: str) -> OpenedTable:
    actor = f"device:{device}"
    stored = submissions.find("tables", actor, "open", key, spec.content())
    if stored is not None:
        session = GameSession.objects.get(pk=stored.answer["session"])
        return OpenedTable(session, access.secrets_of(session))
    _require_short(spec)
    _require_modest(spec, actor, device)
    draft = submissions.draft(
        scope="tables", actor=actor, device=device, operation="open", key=key, content=spec.content(), subject="tables"
    )
    session = GameSession.objects.create(book=books.open_session_book(spec.unit.currency or "", len(spec.players)))
    participants = [add_participant(session, number, name) for number, name in enumerate(spec.players)]
    game = Game.objects.create(
        session=session,
        book=books.open_game_book(spec.unit.name, len(spec.players)),
        title=spec.title,
        players=len(spec.players),
        rules=dump_rules(spec.rules),
        unit=spec.unit.to_json(),
        opening=dump_opening(spec.opening),
        state=dump_state(start(spec.rules, len(spec.players), spec.opening)),
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=participant.number, participant=participant) for participant in participants
    )
    submissions.keep(draft, {"session": str(session.pk)}, status=201)
    GameRevision.objects.create(
        game=game, number=1, rules=game.rules, unit=game.unit, opening=game.opening, submission=draft
    )
    opening = (f"game:{game.pk}", "opening", books.opening_amounts(spec.opening))
    books.post_new(game.book, [opening], submission=draft.pk)
    work = Work(session, game, draft.pk)
    for name in spec.joiners:
        seat_for(game, name)
    append_all(work, spec.entries)
    return OpenedTable(session, make_all(session))
