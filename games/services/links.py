"""Making and renewing the links of a table."""

from __future__ import annotations

from django.utils import timezone

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
