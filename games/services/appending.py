"""The next entry of a game: one step of the engine, stored and booked."""

from __future__ import annotations

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
    game = work.game
    before = state_of(game)
    require_seat(game, entry)
    require_note(note)
    if isinstance(entry, facts.Deal):
        entry = resolve(before, entry)
    entry = in_seat_order(entry)
    after, outcome = step_or_refuse(game, before, entry)
    is_deal = isinstance(entry, facts.Deal)
    game.entries_count += 1
    game.deals_count += is_deal
    row = Entry.objects.create(
        game=game,
        position=_after_all(game),
        rank=game.entries_count,
        deal_number=game.deals_count if is_deal else None,
        facts=dump_entry(entry),
        note=note,
        outcome=dump_outcome(outcome),
        state=dump_state(after),
        recorded_at=timezone.now(),
    )
    EntryRevision.objects.create(entry=row, number=1, facts=row.facts, note=note, submission_id=work.submission)
    subject = {f"entry:{row.pk}": books.entry_amounts(outcome.net)}
    books.bring_to(game.book, subject, what=outcome.kind, submission=work.submission, fresh=True)
    game.state = row.state
    if is_deal:
        game.pending = {}
    game.save(update_fields=["state", "pending", "entries_count", "deals_count"])
    return {"entry": str(row.pk), "rank": row.rank, "deal_number": row.deal_number, "kind": outcome.kind}


def _after_all(game: Game) -> Combinable:
    """The position after a game's last entry, struck-out ones included; the database finds it as it stores the row."""
    last = Entry.objects.filter(game=game).order_by("-position").values("position")[:1]
    return Coalesce(Subquery(last), 0) + POSITION_STEP


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
