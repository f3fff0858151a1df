"""Foreign text inside our sentences: nothing of it that cannot be shown, and nothing that turns the rest around."""

from __future__ import annotations

import unicodedata

_FIRST, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
# Embeddings, overrides and isolates of direction would reach beyond the text that has them.
_TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
_UNSHOWN = {"Cc", "Cs", "Zl", "Zp", "Cn"}
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def shown(text: str) -> str:
    """The text on one line, without control characters and without marks that turn what follows."""
    seen = "".join(" " if unicodedata.category(sign) in _UNSHOWN else sign for sign in text if sign not in _TURNING)
    return " ".join(seen.split())


def isolated(text: str) -> str:
    """The text as :func:`shown`, between marks that keep its direction to itself where it runs from right to left."""
    clean = shown(text)
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in clean):
        return f"{_FIRST}{clean}{_POP}"
    return clean


def without_isolates(text: str) -> str:
    """The text without our marks, for files in which nobody shows it."""
    return text.replace(_FIRST, "").replace(_POP, "")


DIGIT = 10
"""The width of a digit, in which all widths are measured."""


def width_of(text: str) -> int:
    """About how wide a text is: a digit is 10, capitals are wider, Chinese signs and emoji two digits, accents 0."""
    return sum(_width(sign) for sign in text)


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 20
    return 15 if sign.isupper() or sign in "@%&mw" else DIGIT


def cut(text: str, width: int) -> str:
    """The text, shortened with an ellipsis where it is wider than that many digits."""
    if width_of(text) <= width * DIGIT:
        return text
    kept, room = "", (width - 1) * DIGIT
    for sign in text:
        room -= _width(sign)
        if room < 0:
            break
        kept += sign
    return kept.rstrip("\N{ZERO WIDTH JOINER} ") + "…"
