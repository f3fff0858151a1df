"""What an entry comes to, in base units, and each movement with its cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from games.rules.facts import Destination, Entry, Kind, Seat
from games.rules.state import GameState

OutcomeKind = Literal["single", "double", "join", "leave", "adjust", "finish"]
Cause = Literal["stake", "penalty", "trick", "card", "unplayed", "flush", "thrown-in", "loo", "adjust", "division"]


class Movement(NamedTuple):
    """One amount that a player paid (below 0) or drew, and why.

    ``detail`` is the number of the trick (from 1), the fault of a penalty or the reason of an adjustment; ``to`` is the
    pool that a penalty went to. A holder's part of a flush has the loos paid to him in it (P28).
    """

    seat: Seat
    amount: int
    cause: Cause
    detail: int | str | None = None
    to: Destination | None = None


@dataclass(frozen=True)
class Outcome:
    """What one entry comes to, in base units.

    ``kind_expected`` is None unless a deal's kind ought to have been the other one (Q43). ``net`` is by seat number,
    for all who ever sat, and the sum of each player's ``movements``. ``looed`` says who paid which loo, to whomever;
    ``parts`` are the parts of a pool played in tricks, in their order, whoever drew them. The sum of ``net`` plus
    ``left`` is what lay on the table before.
    """

    kind: OutcomeKind
    pool: int
    net: tuple[int, ...]
    looed: tuple[tuple[Seat, int], ...]
    left: int
    movements: tuple[Movement, ...] = ()
    parts: tuple[int, ...] = ()
    kind_expected: Kind | None = None
    before: GameState | None = field(default=None, repr=False, compare=False)
    entry: Entry | None = field(default=None, repr=False, compare=False)

    @cached_property
    def defaults(self) -> tuple[tuple[str, str], ...]:
        """The defaults of ours that decided this deal, as (switch, Q number); computed when first asked for."""
        from games.rules.defaults import deciding_defaults

        return deciding_defaults(self)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON values by seat number, for storage: what :func:`outcome_from_json` reads."""
    return {
        "kind": outcome.kind,
        "kind_expected": outcome.kind_expected,
        "pool": outcome.pool,
        "net": list(outcome.net),
        "looed": [list(line) for line in outcome.looed],
        "left": outcome.left,
        "movements": [[move.seat, move.amount, move.cause, move.detail, move.to] for move in outcome.movements],
        "parts": list(outcome.parts),
        "defaults": [list(line) for line in outcome.defaults],
    }


def outcome_from_json(stored: Mapping[str, Any]) -> Outcome:
    """An outcome from what :func:`outcome_to_json` made. Raises KeyError where a field is missing."""
    outcome = Outcome(
        kind=stored["kind"],
        kind_expected=stored["kind_expected"],
        pool=stored["pool"],
        net=tuple(stored["net"]),
        looed=tuple((seat, amount) for seat, amount in stored["looed"]),
        left=stored["left"],
        movements=tuple(Movement(*move) for move in stored["movements"]),
        parts=tuple(stored["parts"]),
    )
    # What was found out when the outcome was stored; the state before it is not stored with it.
    outcome.__dict__["defaults"] = tuple((switch, question) for switch, question in stored["defaults"])
    return outcome
