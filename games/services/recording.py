"""Recording what happened next, and undoing the last of it."""

from __future__ import annotations

from uuid import UUID

from games.access import require
from games.codec import concealed, dump_entry, state_after, state_at_start
from games.errors import DealNumberTaken, Invalid, NotNow
from games.models import Entry, Game, Seat
from games.pending import Pending
from games.rerun import Strike
from games.rules import facts
from games.rules.play import resolve
from games.rules.refusal import LIMIT
from games.services.appending import append, require_room
from games.services.commands import Answer, Caller, Command, Work, run
from games.services.correcting import carry_out
from games.services.seating import seat_for


def record(
    caller: Caller,
    entry: facts.Entry,
    *,
    key: str,
    expected_deal_number: int | None = None,
    version: int | None = None,
    note: str = "",
) -> Answer:
    """Record one entry at the end of the game.

    A deal is guarded by the number its scorer believed was next, any other entry by the session's version.
    Raises :class:`DealNumberTaken`, :class:`VersionOutdated`, :class:`NotNow`, or :class:`Refusals` with everything
    that is wrong with the entry.
    """
    require(caller.link, "record")
    content = {"entry": dump_entry(entry), "expected_deal_number": expected_deal_number, "note": note}

    def body(work: Work) -> Answer:
        require_open(work)
        require_room(work.game)
        if isinstance(entry, facts.Deal):
            require_next(work.game, entry, expected_deal_number)
        elif version is None:
            raise Invalid("version", "Anything but a deal needs the version of the table that was seen.")
        return append(work, entry, note)

    return run(caller, Command("record", key, content, version=version), body)


def prepare(caller: Caller, pending: Pending, *, key: str, version: int) -> Answer:
    """Keep what is known of the deal in progress, so that everybody at the table sees it.

    Raises :class:`VersionOutdated`, :class:`NotNow`, and :class:`Invalid` for a penalty or a seat that cannot be.
    """
    require(caller.link, "record")

    def body(work: Work) -> Answer:
        require_open(work)
        if not pending.seats <= set(Seat.objects.filter(game=work.game).values_list("number", flat=True)):
            raise Invalid("seat", "Somebody who never sat at this table cannot be in its deal.")
        for line in pending.penalties:
            if not 0 < line.amount <= LIMIT:
                raise Invalid("amount", f"A penalty is at least 1 and at most {LIMIT}, not {line.amount}.")
        work.game.pending = pending.to_json()
        work.game.save(update_fields=["pending"])
        return {"pending": work.game.pending}

    return run(caller, Command("prepare", key, pending.to_json(), version=version), body)


def join(caller: Caller, name: str, after: int, *, key: str, version: int) -> Answer:
    """Record that somebody takes the seat on another's left: somebody new, or one who comes back.

    Raises as :func:`record` does, and :class:`Invalid` where the name is empty or taken.
    """
    require(caller.link, "record")
    content = {"join": concealed(name), "after": after}

    def body(work: Work) -> Answer:
        require_open(work)
        require_room(work.game)
        return append(work, facts.Join(seat_for(work.game, name), after), "")

    return run(caller, Command("record", key, content, version=version), body)


def undo(caller: Caller, entry: UUID, *, key: str) -> Answer:
    """Strike out the last entry, which the request names: a double tap undoes one.

    Raises :class:`NotNow` where another entry is the last one by now.
    """
    require(caller.link, "undo")

    def body(work: Work) -> Answer:
        require_open(work)
        last = Entry.objects.filter(game=work.game, rank=work.game.entries_count).first()
        if last is None or last.pk != entry:
            raise NotNow("That is not the last entry any more. Nothing was undone.")
        return carry_out(work, [Strike(entry)])

    return run(caller, Command("undo", key, {"entry": str(entry)}), body)


def require_open(work: Work) -> None:
    """Refuse to go on playing in a session that is settled."""
    if work.session.settled:
        raise NotNow("This table is settled. Reopen it, or correct an entry: that makes a new version.")


def require_next(game: Game, deal: facts.Deal, expected: int | None) -> None:
    """Refuse a deal that its scorer took for another number than the next, and show what is there."""
    if expected is None:
        raise Invalid("expected_deal_number", "A deal needs the number that was believed to be next.")
    if expected == game.deals_count + 1:
        return
    there = Entry.objects.filter(game=game, deal_number=expected).first()
    same = there is not None and there.facts == _as_resolved(game, there, deal)
    raise DealNumberTaken(expected, str(there.pk) if there else None, same)


def _as_resolved(game: Game, there: Entry, deal: facts.Deal) -> object:
    """A deal as it would have been stored in the place of another one."""
    before = Entry.objects.filter(game=game, rank=(there.rank or 1) - 1).first()
    state = state_at_start(game) if before is None else state_after(before)
    return dump_entry(resolve(state, deal))
