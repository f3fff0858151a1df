"""The one gate of a table: which link a secret opens, and what its role may do.

A secret is derived from the site's key and the link's id, so that it can be shown again to its host; the database
holds only its hash. Looking at a link changes nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists
from django.utils import timezone

from games.errors import NotAllowed
from games.models import GameSession, Link

SECRET_BYTES = 18
"""144 bits: beyond guessing."""

_SCORING = frozenset({"record", "undo", "correct"})
RIGHTS: dict[str, frozenset[str]] = {
    Link.Role.HOST: _SCORING | {"rules", "settle", "reopen", "pay", "take-back", "links"},
    Link.Role.SCORER: _SCORING,
    Link.Role.WATCH: frozenset(),
}
"""Role to the operations it may do; everybody who holds a link may look."""


def may(link: Link, operation: str) -> bool:
    """Whether the holder of a link may do something."""
    return operation in RIGHTS[link.role]


def require(link: Link, operation: str) -> None:
    """Raise :class:`NotAllowed` unless the holder of a link may do it."""
    if not may(link, operation):
        raise NotAllowed(f"This link is for the {link.role} of the table; that is more than it allows.")


def withdrawn(link: Link) -> Exists:
    """Whether a link has been withdrawn since it was looked up, for a query under the session's lock."""
    return Exists(Link.objects.filter(pk=link.pk).exclude(withdrawn_at=None))


def require_alive(link: Link, session: GameSession, *, is_withdrawn: bool) -> None:
    """Raise :class:`NotAllowed` where a link has ended since it was looked up."""
    ended = link.role == Link.Role.SCORER and session.settled
    if ended or is_withdrawn:
        raise NotAllowed("This link does not open the table any more.")


def secret_of(link: Link) -> str:
    """The secret of a link."""
    mac = hmac.new(settings.SECRET_KEY.encode(), f"link:{link.pk}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(mac[:SECRET_BYTES]).decode()


def hash_of(secret: str) -> str:
    """What the database holds of a secret; enough against guessing, for it has 144 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secrets_of(session: GameSession) -> dict[str, str]:
    """The secrets of a session's present links, by role.

    One made under another site key still opens the table but cannot be shown: it is left out and can be renewed.
    """
    present = session.links.filter(withdrawn_at=None).order_by("created_at")
    shown = {link.role: (secret_of(link), link.token_hash) for link in present}
    return {role: secret for role, (secret, stored) in shown.items() if hash_of(secret) == stored}


def find_link(secret: str) -> Link | None:
    """The link that a secret opens, with its session, or None: unknown, withdrawn or past its time, all alike.

    A scorer's link ends with the settlement, a watcher's when the session has rested for the days that
    ``LOO_LIMITS["watch_link_days"]`` sets; a host's stays.
    """
    link = Link.objects.select_related("session").filter(token_hash=hash_of(secret), withdrawn_at=None).first()
    if link is None or (link.role == Link.Role.SCORER and link.session.settled):
        return None
    rest = timedelta(days=settings.LOO_LIMITS["watch_link_days"])
    if link.role == Link.Role.WATCH and timezone.now() - link.session.changed_at > rest:
        return None
    return link
