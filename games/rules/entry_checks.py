"""The faults of an entry that is no deal ("Other entries" in the game file)."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.facts import Adjust, Finish, Join, Leave, Seat
from games.rules.refusal import MAX_NAMES, MAX_SEATED, Violation, violation
from games.rules.state import GameState


def entry_faults(state: GameState, entry: Join | Leave | Adjust | Finish) -> Iterator[Violation]:
    """Every fault of an entry, in no particular order."""
    if isinstance(entry, Join):
        yield from _join_faults(state, entry)
    elif isinstance(entry, Leave):
        if entry.player not in state.seated:
            yield _not_here(entry.player)
        elif len(state.seated) <= 2:
            yield violation("player-count", "At least two must stay at the table.")
    elif isinstance(entry, Adjust):
        for seat, _ in entry.net:
            if seat not in state.order:
                yield violation("player-unknown", "{player} has not sat at this table.", player=seat)
        if sum(amount for _, amount in entry.net) > state.table:
            yield violation(
                "adjust-refused", "The table holds only {table}: more cannot be taken from it.", table=state.table
            )
    elif entry.how != "division":
        if state.table:
            yield violation(
                "finish-refused",
                "The table still holds {table}: play on, or divide it among those who sit.",
                table=state.table,
            )
        if entry.how == "last-round" and not state.no_loos:
            yield violation("finish-refused", "The last deal was not played as a last round, in which nobody is looed.")


def _join_faults(state: GameState, entry: Join) -> Iterator[Violation]:
    if entry.after not in state.seated:
        yield _not_here(entry.after)
    if entry.player in state.seated:
        yield violation("join-seated", "{player} sits at the table already.", player=entry.player)
    elif len(state.seated) >= MAX_SEATED:
        yield violation("player-count", "No more than {most} can sit at a table.", most=MAX_SEATED)
    elif entry.player not in state.order and len(state.order) >= MAX_NAMES:
        yield violation("player-count", "A game has no more than {most} players in all.", most=MAX_NAMES)


def _not_here(seat: Seat) -> Violation:
    return violation("player-unknown", "{player} does not sit at this table now.", player=seat)
