"""Making and renewing the links of a table."""

from __future__ import annotations

from django.utils import timezone

from accounts import submissions
from games.access import hash_of, require, secret_of
from games.models import GameSession, Link
from games.services.commands import Answer, Caller, Command, Work, run


def make(session: GameSession, role: str) -> str:
    """A new link to a session; returns its secret."""
    link = Link(session=session, role=role)
    secret = secret_of(link)
    link.token_hash = hash_of(secret)
    link.save(force_insert=True)
    return secret


def make_all(session: GameSession) -> dict[str, str]:
    """The three links that a table starts with: role to secret."""
    return {role: make(session, role) for role in Link.Role.values}


def renew(caller: Caller, role: str, *, key: str) -> Answer:
    """Withdraw the present links of a role and make a new one, for a link that got into wrong hands.

    The host's own renewed link is in the answer of :func:`games.access.secrets_of`; the old one opens nothing more.
    """
    require(caller.link, "links")

    def body(work: Work) -> Answer:
        work.session.links.filter(role=role, withdrawn_at=None).update(withdrawn_at=timezone.now())
        make(work.session, role)
        return {"renewed": role}

    return run(caller, Command("links", key, {"role": role}), body)


def renewed_by(secret: str, role: str, key: str) -> GameSession | None:
    """The session of a host's link that a request with this very key has renewed; None for any other request.

    The link that sent it opens nothing any more. The second half of a double tap still learns that it was done.
    """
    link = Link.objects.select_related("session").filter(token_hash=hash_of(secret), role=Link.Role.HOST).first()
    if link is None or role != Link.Role.HOST:
        return None
    actor = Caller(link).actor
    try:
        stored = submissions.find(str(link.session_id), actor, "links", key, {"role": role})
    except (submissions.BadKey, submissions.KeyReused):
        return None
    return None if stored is None or stored.refused else link.session
