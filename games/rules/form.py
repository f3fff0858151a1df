"""The form of JSON values: a collector of errors and the few shapes that a game file is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

from games.rules.facts import Declaration, Seat
from games.rules.filefaults import FileError
from games.rules.refusal import LIMIT

_DECLARATIONS: tuple[Declaration, ...] = get_args(Declaration)
NOBODY: Seat = -1
"""Stands where a player could not be read; what is read then is thrown away with its errors."""


def shown(text: str) -> str:
    """A text from a file in quotation marks, cut where it is long."""
    return repr(text if len(text) <= 40 else text[:39] + "\N{HORIZONTAL ELLIPSIS}")


class Form:
    """Collects the errors of form of one file. ``entry`` is the number of the entry being read.

    Every reading method returns a usable value even where it has found an error, so that the whole file is looked at.
    """

    __slots__ = ("entry", "errors", "seats")

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        self.seats = seats
        self.entry = 0
        self.errors: list[FileError] = []

    def fail(self, code: str, text: str) -> None:
        """Note an error at the entry being read."""
        self.errors.append(FileError(self.entry, code, text))

    def object(
        self, value: Any, where: str, allowed: Collection[str], required: Collection[str] = ()
    ) -> dict[str, Any]:
        """An object with no other fields than ``allowed`` and all of ``required``; empty where it is none."""
        if not isinstance(value, dict):
            self.fail("field-value", f"{where} must be an object")
            return {}
        for key in value:
            if key not in allowed:
                self.fail("field-unknown", f"{where} has no field {shown(key)}")
        for key in required:
            if key not in value:
                self.fail("field-missing", f"{where} needs the field {key!r}")
        return value

    def list(self, value: Any, where: str) -> list[Any]:
        """A list; empty where it is none."""
        if isinstance(value, list):
            return value
        self.fail("field-value", f"{where} must be a list")
        return []

    def number(self, value: Any, where: str, least: int | None = None, most: int | None = None) -> int:
        """A whole number in the limits; 1 where it is none."""
        if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
            if -LIMIT <= value <= LIMIT:
                return value
            self.fail("too-large", f"{where} is beyond {LIMIT}")
        else:
            limits = f" from {least} to {most}" if most is not None else "" if least is None else f" of {least} or more"
            self.fail("field-value", f"{where} must be a whole number{limits}")
        return 1

    def text(self, value: Any, where: str) -> str:
        """A text, perhaps empty."""
        if isinstance(value, str):
            return value
        self.fail("field-value", f"{where} must be a text")
        return ""

    def name(self, value: Any, where: str) -> str:
        """A text that is not empty."""
        if isinstance(value, str) and value.strip():
            return value
        self.fail("field-value", f"{where} must be a text that is not empty")
        return "?"

    def word(self, value: Any, where: str, words: Collection[str]) -> Any:
        """One of some words."""
        if isinstance(value, str) and value in words:
            return value
        self.fail("field-value", f"{where} must be one of: {', '.join(words)}")
        return next(iter(words))

    def flag(self, value: Any, where: str) -> bool:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.fail("field-value", f"{where} must be true or false")
        return False

    def seat(self, value: Any, where: str) -> Seat:
        """A player by name, as a seat number."""
        if isinstance(value, str):
            seat = self.seats.get(value)
            if seat is not None:
                return seat
            if value.strip():
                self.fail("player-unknown", f"{where}: nobody is called {shown(value)}")
                return NOBODY
        self.fail("field-value", f"{where} must be the name of a player")
        return NOBODY

    def seat_list(self, value: Any, where: str) -> tuple[Seat, ...]:
        """Players by name, none twice."""
        names = self.list(value, where)
        if len(names) > 1:
            texts = [name for name in names if isinstance(name, str)]
            if len({*texts}) < len(texts):
                self.fail("player-twice", f"{where} names a player twice")
        return tuple([self.seat(name, where) for name in names])

    def sequence(self, value: Any, where: str) -> tuple[Seat, ...]:
        """Players by name, in order, each as often as he comes up."""
        if isinstance(value, list):
            try:
                return tuple([self.seats[name] for name in value])
            except (KeyError, TypeError):
                pass
        return tuple([self.seat(name, where) for name in self.list(value, where)])

    def amounts(self, value: Any, where: str, least: int = -LIMIT) -> tuple[tuple[Seat, int], ...]:
        """An object of whole numbers by player: pairs of seat number and amount."""
        if isinstance(value, dict) and self.seats.keys() >= value.keys():
            seats = self.seats
            pairs = [
                (seats[name], item) for name, item in value.items() if type(item) is int and least <= item <= LIMIT
            ]
            if len(pairs) == len(value):
                return tuple(pairs)
        smallest = None if least == -LIMIT else least
        named = self._by_name(value, where)
        return tuple([(self.seat(name, where), self.number(item, where, smallest)) for name, item in named])

    def declarations(self, value: Any, where: str) -> tuple[tuple[Seat, Declaration], ...]:
        """An object of declarations by player; who is not named passed."""
        if isinstance(value, dict) and self.seats.keys() >= value.keys():
            seats = self.seats
            pairs = [(seats[name], word) for name, word in value.items() if word in _DECLARATIONS]
            if len(pairs) == len(value):
                return tuple(pairs)
        named = self._by_name(value, where)
        return tuple([(self.seat(name, where), self._declaration(word, where)) for name, word in named])

    def _by_name(self, value: Any, where: str) -> Iterable[tuple[Any, Any]]:
        if isinstance(value, dict):
            return value.items()
        self.fail("field-value", f"{where} must be an object")
        return ()

    def _declaration(self, value: Any, where: str) -> Declaration:
        """What a player declared; who is not named passed."""
        for declaration in _DECLARATIONS:
            if value == declaration:
                return declaration
        self.fail("field-value", f"{where}: a player stands, takes the miss or defends; who passed is not named")
        return "stand"
