"""Several changes of a game on their way through the pages of a correction: as text in a field, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from accounts import canonical
from games.codec import load_entry
from games.errors import Invalid
from games.rerun import Change, Insert, Replace, Strike, dump_change
from games.rules.filefaults import Unreadable

MOST_CHANGES = 50
INCOMPLETE = "This page was not complete when it was sent. Nothing was booked; begin again at the table."


def dump_changes(changes: Sequence[Change]) -> str:
    """Changes as text: what :func:`load_changes` reads."""
    return json.dumps([dump_change(change) for change in changes], ensure_ascii=False)


def load_changes(text: str) -> list[Change]:
    """The changes that a page wrote into its field. Raises :class:`Invalid` where the text is anything else."""
    if not text:
        return []
    try:
        stored: Any = canonical.plain(json.loads(text))
        if not isinstance(stored, list) or len(stored) > MOST_CHANGES:
            raise Invalid("changes", INCOMPLETE)
        return [_change(line) for line in stored]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, Unreadable, canonical.ContentError):
        raise Invalid("changes", INCOMPLETE) from None


def _change(stored: dict[str, Any]) -> Change:
    if "strike" in stored:
        return Strike(UUID(stored["strike"]))
    note = stored["note"]
    if note is not None and not isinstance(note, str):
        raise Invalid("changes", INCOMPLETE)
    if "replace" in stored:
        return Replace(UUID(stored["replace"]), load_entry(stored["facts"]), note)
    before = stored["insert_before"]
    return Insert(None if before is None else UUID(before), load_entry(stored["facts"]), note or "")


def entry_of(change: Change) -> UUID | None:
    """The entry that a change replaces or strikes out; None for any other."""
    return change.entry if isinstance(change, Replace | Strike) else None


def without(changes: Sequence[Change], entry: UUID) -> list[Change]:
    """The changes but those of one entry."""
    return [change for change in changes if entry_of(change) != entry]
