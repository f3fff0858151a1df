"""What is wrong with a game file: the codes of "Reading strictly", and the errors that carry them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import refusal

FORM_CODES = (
    "json",
    "format",
    "field-unknown",
    "field-missing",
    "field-value",
    "preset-unknown",
    "rules-conflict",
    "opening-conflict",
    "player-count",
    "player-twice",
    "player-unknown",
    "entry-kind",
    "entry-after-finish",
    "result-count",
    "too-large",
)
"""The codes of errors of form, in the order in which they are reported."""

REPLAY_CODES = (
    *(code for code in refusal.CODES if code not in ("entry-after-finish", "too-large")),
    "after-mismatch",
    "settlement-mismatch",
    "settlement-refused",
    "too-large",
)
"""The codes of errors that only a replay finds, in the order in which they are reported."""

CODES = frozenset((*FORM_CODES, *REPLAY_CODES))


@dataclass(frozen=True, slots=True)
class FileError:
    """One error: the number of its entry (from 1; 0 for the head and the settlement), its code, a sentence."""

    entry: int
    code: str
    text: str

    def to_json(self) -> dict[str, int | str]:
        """The error as a program that replays files prints it."""
        return {"entry": self.entry, "code": self.code, "text": self.text}


class Unreadable(ValueError):
    """A game file with errors of form: :attr:`errors` has all, in order; ``expect_error`` is what the file expects."""

    def __init__(self, errors: Iterable[FileError], expect_error: str | None = None) -> None:
        self.errors = tuple(errors)
        self.expect_error = expect_error
        super().__init__("; ".join(f"entry {error.entry}: {error.code}: {error.text}" for error in self.errors))


def in_order(errors: Iterable[FileError], codes: tuple[str, ...]) -> tuple[FileError, ...]:
    """Errors in the order of a table of codes, within a code by entry."""
    return tuple(sorted(errors, key=lambda error: (codes.index(error.code), error.entry)))
