"""The next entry of a game: one step of the engine, stored and booked."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils import timezone

from games import books
from games.codec import dump_entry, dump_outcome, dump_state, in_seat_order, state_of
from games.errors import Invalid, NotNow
from games.models import POSITION_STEP, Entry, EntryRevision, Game
from games.rerun import require_seat, step_or_refuse
from games.rules import facts
from games.rules.play import resolve
from games.services.commands import Answer, Work


def append(work: Work, entry: facts.Entry, note: str) -> Answer:
    """Step the game by one entry, store its facts and post its money. The caller has checked that it may."""
    row = append_all(work, [(entry, note)])[0]
    kind = dict(row.outcome or {}).get("kind")
    return {"entry": str(row.pk), "rank": row.rank, "deal_number": row.deal_number, "kind": kind}


def append_all(work: Work, entries: Sequence[tuple[facts.Entry, str]]) -> list[Entry]:
    """Step the game by entries with their notes, and store all of them in as many queries as one takes.

    Every step comes before the first row is written: a long game must not keep other tables from writing.
    """
    game, state = work.game, state_of(work.game)
    rows: list[Entry] = []
    lines: list[books.Booking] = []
    for told, note in entries:
        require_seat(game, told)
        require_note(note)
        entry = in_seat_order(resolve(state, told) if isinstance(told, facts.Deal) else told)
        if isinstance(entry, facts.Deal):
            game.deals_count += 1
            game.pending = {}
        state, outcome = step_or_refuse(game, state, entry)
        game.entries_count += 1
        row = Entry(
            game=game,
            position=_after_all(game, len(rows) + 1),
            rank=game.entries_count,
            deal_number=game.deals_count if isinstance(entry, facts.Deal) else None,
            facts=dump_entry(entry),
            note=note,
            outcome=dump_outcome(outcome),
            state=dump_state(state),
            recorded_at=timezone.now(),
        )
        rows.append(row)
        lines.append((f"entry:{row.pk}", outcome.kind, books.entry_amounts(outcome.net)))
    Entry.objects.bulk_create(rows)
    EntryRevision.objects.bulk_create(
        EntryRevision(entry=row, number=1, facts=row.facts, note=row.note, submission_id=work.submission)
        for row in rows
    )
    books.post_new(game.book, lines, submission=work.submission)
    game.state = dump_state(state)
    game.save(update_fields=["state", "pending", "entries_count", "deals_count"])
    return rows


def _after_all(game: Game, place: int) -> Combinable:
    """A position after a game's last entry, struck-out ones included; the database finds it as it stores the row."""
    last = Entry.objects.filter(game=game).order_by("-position").values("position")[:1]
    return Coalesce(Subquery(last), 0) + place * POSITION_STEP


def require_note(note: str) -> None:
    """Raise :class:`Invalid` for a note that is longer than one may be."""
    limit = settings.LOO_LIMITS["note_signs"]
    if len(note) > limit:
        raise Invalid("note", f"A note has at most {limit} signs, and this one has {len(note)}.")


def require_room(game: Game, more: int = 1) -> None:
    """Raise :class:`NotNow` where so many more entries are beyond what one game may have."""
    limit = settings.LOO_LIMITS["entries_per_game"]
    if game.entries_count + more > limit:
        raise NotNow(f"A game has at most {limit} entries. Finish it and play on in a new one.")
