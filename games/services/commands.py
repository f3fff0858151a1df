"""The frame of every write: one lock, one key, one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import submissions
from accounts.models import Submission
from games.access import require_alive, withdrawn
from games.errors import LimitReached, StateRefusal, VersionOutdated
from games.models import Game, GameSession, Link

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking: the link he holds and the device he uses."""

    link: Link
    device: str = ""

    @property
    def actor(self) -> str:
        """The opaque name under which his submissions are kept."""
        return f"link:{self.link.id}"


@dataclass(frozen=True, slots=True)
class Command:
    """One request to change something.

    ``key`` was made by the phone before it first sent; ``content`` is everything asked for, as JSON, and decides
    whether a second request with the key is the same one. ``version`` is the session's version that the person saw,
    where the request names no deal or entry that would guard it better.
    """

    operation: str
    key: str
    content: Mapping[str, Any]
    version: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """What the body of a write gets: the locked rows and the id of the submission that its facts will name."""

    session: GameSession
    game: Game
    submission: UUID


def run(caller: Caller, command: Command, body: Callable[[Work], Answer]) -> Answer:
    """Do the work of a command once and return its answer; a repeated key returns the stored answer.

    Raises :class:`StateRefusal` where the table's state forbids it (kept: a retry with the same key stays refused),
    :class:`LimitReached`, :class:`NotAllowed` where the caller's link has ended since he was let in, and whatever the
    body raises for invalid content (these are not kept: the key may be used again).
    """
    with transaction.atomic():
        session = GameSession.objects.select_for_update().get(pk=caller.link.session_id)
        scope = str(session.pk)
        stored = submissions.find(scope, caller.actor, command.operation, command.key, command.content)
        if stored is not None:
            return replayed(stored)
        games = Game.objects.select_related("book").annotate(link_withdrawn=withdrawn(caller.link))
        game = games.get(session=session, number=1)
        require_alive(caller.link, session, is_withdrawn=game.link_withdrawn)
        check_rate(session, caller.device)
        draft = submissions.draft(
            scope=scope,
            actor=caller.actor,
            device=caller.device,
            operation=command.operation,
            key=command.key,
            content=command.content,
            subject=scope,
            why=command.why,
        )
        refusal: StateRefusal | None = None
        answer: Answer = {}
        try:
            with transaction.atomic():
                if command.version is not None and command.version != session.version:
                    raise VersionOutdated(session.version)
                answer = body(Work(session, game, draft.pk))
                touch(session)
        except StateRefusal as caught:
            refusal = caught
        if refusal is None:
            submissions.keep(draft, answer)
        else:
            submissions.keep(draft, refusal.as_json(), refused=True)
    if refusal is not None:
        raise refusal
    return answer


def replayed(stored: Submission) -> Answer:
    """The answer a submission got the first time; raises again what it was refused with."""
    if stored.refused:
        raise StateRefusal.from_json(stored.answer)
    answer: Answer = stored.answer
    return answer


def touch(session: GameSession) -> None:
    """Give the session its next version, so that every open page notices the change."""
    session.version += 1
    session.changed_at = timezone.now()
    session.save(update_fields=["version", "changed_at", "settled", "settlements"])


def check_rate(session: GameSession, device: str) -> None:
    """Refuse a phone or a table that writes faster than people play (counted under the session's lock)."""
    per_device = settings.LOO_LIMITS["deals_per_device_minute"]
    per_session = settings.LOO_LIMITS["deals_per_game_minute"]
    since = timezone.now() - timedelta(minutes=1)
    by_session, by_device = submissions.recent(str(session.pk), device, since)
    if by_session >= per_session:
        raise LimitReached("This table", per_session, "changes within a minute")
    if by_device >= per_device:
        raise LimitReached("This phone", per_device, "changes within a minute")
