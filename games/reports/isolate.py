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
