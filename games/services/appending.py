"""The next entry of a game: one step of the engine, stored and booked."""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone

from games import books
from games.codec import dump_entry, dump_outcome, dump_state, state_of
from games.models import POSITION_STEP, Entry, EntryRevision
from games.rerun import step_or_refuse
from games.rules import facts
from games.rules.play import resolve
from games.services.commands import Answer, Work


def append(work: Work, entry: facts.Entry, note: str) -> Answer:
    """Step the game by one entry, store its facts and post its money. The caller has checked that it may."""
    game = work.game
    before = state_of(game)
    if isinstance(entry, facts.Deal):
        entry = resolve(before, entry)
    after, outcome = step_or_refuse(game, before, entry)
    last = Entry.objects.filter(game=game).aggregate(last=Max("position"))["last"] or 0
    is_deal = isinstance(entry, facts.Deal)
    game.entries_count += 1
    game.deals_count += is_deal
    row = Entry.objects.create(
        game=game,
        position=last + POSITION_STEP,
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
