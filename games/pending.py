"""What is known of the deal in progress before it is recorded: a penalty paid, another dealer, who sits out.

It is no fact yet: it is kept so that the pool rises at once on every phone at the table, and is gone with the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from games.rules.facts import Deal, Penalty, Result


@dataclass(frozen=True, slots=True)
class Pending:
    """The part of the next deal that is known already, by seat number."""

    dealer: int | None = None
    sitting_out: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()
    excused: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    clubs_turned: bool = False
    no_loos: bool = False

    @property
    def seats(self) -> set[int]:
        """Everybody whom it names."""
        named = {
            *self.sitting_out,
            *self.barred,
            *self.forfeits,
            *self.excused,
            *(line.player for line in self.penalties),
        }
        return named if self.dealer is None else named | {self.dealer}

    def deal(self, result: Result, **rest: Any) -> Deal:
        """The deal with its result and the rest of what was seen."""
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(Deal(result), **{**known, **rest})

    def to_json(self) -> dict[str, Any]:
        """As JSON; what is as usual is left out."""
        stored: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                stored[field.name] = list(value) if isinstance(value, tuple) else value
        if self.penalties:
            stored["penalties"] = [[line.player, line.fault, line.amount, line.to] for line in self.penalties]
        return stored

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Pending:
        """What :meth:`to_json` wrote."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
        }
        values["penalties"] = tuple(Penalty(*line) for line in stored.get("penalties", ()))
        return cls(**values)
