"""What stands against an entry: each fault with its code and a sentence for the people at the table.

The codes and their order are those of the game file ("Reading strictly"). Nothing stops at the first fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.facts import Seat
from games.rules.unit import Unit

MAX_SEATED = 17
MAX_NAMES = 20
LIMIT = 1_000_000_000_000
"""No pool, table or balance goes beyond this, either way, in base units."""

CODES = (
    "entry-after-finish",
    "player-count",
    "player-unknown",
    "too-few-dealt-in",
    "no-cards",
    "result-refused",
    "declared-all",
    "miss-refused",
    "defend-refused",
    "tricks-count",
    "too-few-standing",
    "tricks-winner",
    "unplayed-opposed",
    "unplayed-taker",
    "flush-holder",
    "thrown-in-offender",
    "forfeits-refused",
    "excused-refused",
    "join-seated",
    "adjust-refused",
    "finish-refused",
    "too-large",
)
"""The codes that a step may refuse with, in the order in which they are reported."""

_RANK = {code: rank for rank, code in enumerate(CODES)}
_PLAYER_PARAMS = frozenset({"player", "players", "dealer"})
_AMOUNT_PARAMS = frozenset({"table", "limit"})

Param = int | str | tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault: its code, a sentence with named places, and what stands in them.

    The parameters ``player``, ``dealer`` (a seat number), ``players`` (several), ``table`` and ``limit`` (amounts in
    base units) are put into words by :meth:`text`; all others are shown as they are.
    """

    code: str
    message: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players whom this fault is about, by seat number, for marking their rows."""
        named: list[Seat] = []
        for key, value in self.params:
            if key in _PLAYER_PARAMS and not isinstance(value, str):
                named.extend(value if isinstance(value, tuple) else (value,))
        return tuple(named)

    def text(self, names: Mapping[Seat, str] | Sequence[str], unit: Unit | None = None) -> str:
        """The sentence, with the names of the players by seat number; a seat without a name shows its number.

        Amounts are in the words of the game's unit, or bare numbers of base units without one.
        """
        return self.message.format_map({key: _shown(key, value, names, unit) for key, value in self.params})


class Refused(ValueError):
    """An entry that cannot be: :attr:`violations` has every fault, in the order of the format's table."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(f"{violation.code}: {violation.text({})}" for violation in self.violations))


def violation(code: str, message: str, **params: Param) -> Violation:
    """A violation with its parameters by name."""
    return Violation(code, message, tuple(params.items()))


def in_order(found: Iterable[Violation]) -> tuple[Violation, ...]:
    """Faults in the order of the format's table; within a code as they were found."""
    return tuple(sorted(found, key=lambda fault: _RANK[fault.code]))


def _shown(key: str, value: Param, names: Mapping[Seat, str] | Sequence[str], unit: Unit | None) -> str:
    if key in _AMOUNT_PARAMS and isinstance(value, int) and unit is not None:
        return unit.words(value)
    if key not in _PLAYER_PARAMS or isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        shown = [_name(seat, names) for seat in value]
        return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1] if shown else "nobody"
    return _name(value, names)


def _name(seat: Seat, names: Mapping[Seat, str] | Sequence[str]) -> str:
    if isinstance(names, Mapping):
        return names.get(seat, f"player {seat + 1}")
    return names[seat] if 0 <= seat < len(names) else f"player {seat + 1}"
