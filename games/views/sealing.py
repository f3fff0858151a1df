"""Facts that a page carries to itself: sealed, so that only this site can have made them, for one table alone."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

from games.codec import dump_entry, load_entry
from games.rules import facts


def seal(session: UUID, deal: facts.Deal) -> str:
    """A deal as a text that only this site can have made, and only for this table."""
    return _signer(session).sign_object(dump_entry(deal))


def unsealed(session: UUID, text: str) -> facts.Deal | None:
    """The deal that :func:`seal` wrote, or None where the text was made up or damaged."""
    try:
        entry = load_entry(_signer(session).unsign_object(text))
    except signing.BadSignature:
        return None
    return entry if isinstance(entry, facts.Deal) else None


def _signer(session: UUID) -> signing.Signer:
    return signing.Signer(salt=f"deal:{session}")
