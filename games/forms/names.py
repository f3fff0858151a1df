"""A name as people type it: any script, emoji, but nothing that cannot be seen or that breaks a line."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

MOST_SIGNS = 40
"""How many visible signs a name may have: what a row, a chat line and a column of the report can hold."""
MOST_CODE_POINTS = 200
"""How long a name may be in all, joiners and accents included (the limit of every text)."""

_BREAKING = {"Cc", "Cs", "Zl", "Zp"}
_UNSEEN = {"Mn", "Me", "Cf", "Zs"}
# Embeddings and overrides of direction would reach beyond the name; a single mark (U+200F) or joiner is writing.
_DIRECTION = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}


def clean_name(text: str) -> str:
    """The name without spaces around it, in its composed form (NFC).

    Raises ValidationError, saying what is wrong, for a name with control characters, with nothing to see, or too long.
    """
    # Not str.strip(): it would take a line break at the end away unsaid.
    name = unicodedata.normalize("NFC", text).strip(" \u00a0\u2003\u3000")
    refuse_unseen(name)
    seen = sum(unicodedata.category(sign) not in _UNSEEN for sign in name)
    if name and not seen:
        raise ValidationError("There is nothing to see in this name. Type one that can be read.")
    if seen > MOST_SIGNS or len(name) > MOST_CODE_POINTS:
        raise ValidationError(f"This name is too long. Shorten it to {MOST_SIGNS} signs.")
    return name


def refuse_unseen(text: str) -> None:
    """Raise ValidationError for a text of one line with line breaks, NUL or other control characters."""
    if any(unicodedata.category(sign) in _BREAKING or sign in _DIRECTION for sign in text):
        raise ValidationError("There is a line break or another sign in this that cannot be seen. Type it again.")


def alike(name: str) -> str:
    """What two names that nobody at the table can tell apart have in common."""
    return unicodedata.normalize("NFKC", name).casefold()
