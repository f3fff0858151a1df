"""What was seen at the table, as immutable facts.

Players are named by **seat number**: those who sat at the start are 0, 1, 2, ... in seat order, each joiner the next
free number. Names exist only in the game file and on the page. Where a field allows None or is left empty, the rules
supply the value; :func:`games.rules.play.resolve` fills it in, and only resolved deals are ever stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Seat = int
Kind = Literal["single", "double"]
Declaration = Literal["stand", "miss", "defend"]
Destination = Literal["current", "next"]
Ending = Literal["single", "last-round", "division"]


@dataclass(frozen=True, slots=True)
class Tricks:
    """The winner of each trick, in order."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """An exposed-card deal: whose card took the pool, or None where nobody beat the turned card (P5, P7)."""

    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Unplayed:
    """Who took the pool without play, or None where nobody took it and it stays (P11, P13, Q07)."""

    taker: Seat | None


@dataclass(frozen=True, slots=True)
class Flush:
    """A flush took the pool: equal holders, elder first, and who is exempt from paying (Q20, Q21)."""

    holders: tuple[Seat, ...]
    exempt: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """After this player's revoke the hands were thrown in (F19)."""

    offender: Seat


@dataclass(frozen=True, slots=True)
class Lost:
    """The dealer lost the deal by a misdeal (F10)."""


Result = Tricks | Card | Unplayed | Flush | ThrownIn | Lost


@dataclass(frozen=True, slots=True)
class Penalty:
    """One payment for a fault, in base units, to the pool being played for or to the next one (Q24)."""

    player: Seat
    fault: str
    amount: int
    to: Destination


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it was played.

    ``dealer``, ``kind`` and ``dealt_in`` are None until resolved; ``sitting_out`` is how a game file says who took no
    cards and is empty in a resolved deal, whose ``dealt_in`` says it outright, so that a later change of who sits
    moves nobody's stake. ``declared`` pairs seats with declarations; who is not named passed.
    """

    result: Result
    dealer: Seat | None = None
    kind: Kind | None = None
    dealt_in: tuple[Seat, ...] | None = None
    sitting_out: tuple[Seat, ...] = ()
    barred: tuple[Seat, ...] = ()
    clubs_turned: bool = False
    declared: tuple[tuple[Seat, Declaration], ...] = ()
    penalties: tuple[Penalty, ...] = ()
    forfeits: tuple[Seat, ...] = ()
    excused: tuple[Seat, ...] = ()
    no_loos: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """A player takes the seat on another's left, from the next deal on (Q18)."""

    player: Seat
    after: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves between two deals (P34, Q18)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Adjust:
    """Counters moved by agreement outside the rules: each player's movement and the reason (Q34)."""

    net: tuple[tuple[Seat, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of the game (P31-P33, Q36)."""

    how: Ending


Entry = Deal | Join | Leave | Adjust | Finish
