"""Submissions: what somebody sent, kept once with its answer, so that sending again changes nothing.

The sender makes a key before he first sends. Under the lock that makes writes of a scope serial, the caller asks
`find`; if there is nothing he makes a `draft`, does the work in the same transaction (the draft's id may be named by
rows already) and `keep`s the draft with the answer. The same key with the same content then gets the same stored
answer; with other content it is refused, and the message names the fields. Only final answers are kept: success, and
refusals that the state of things forced. What was invalid, or failed on our side, is not kept, so that the key may be
used again.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone

from accounts import canonical
from accounts.models import Submission

KEY_RULE: Final = "16 to 64 of the signs A-Z a-z 0-9 _ -"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
_LONGEST: Final = {"scope": 100, "actor": 100, "device": 100, "operation": 64, "subject": 100}


class BadKey(ValueError):
    """The key is not as KEY_RULE says."""


class KeyReused(Exception):
    """The key was used before, for other content; `fields` holds the JSON pointers of what differs.

    The pointer of the whole document ("") stands alone if the first content has been erased.
    """

    def __init__(self, fields: list[str]) -> None:
        self.fields = fields
        super().__init__(f"This key was used before with other content: {', '.join(fields) or 'all'} differs.")


def check_key(key: object) -> str:
    """The key, if it is one. Raises BadKey."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise BadKey(f"A key is made of {KEY_RULE}; this one is {key!r}.")
    return key


def find(scope: str, actor: str, operation: str, key: str, content: object) -> Submission | None:
    """What was kept for this key, or None. Raises BadKey, KeyReused, and canonical.ContentError."""
    kept = Submission.objects.filter(scope=scope, actor=actor, operation=operation, key=check_key(key)).first()
    if kept is not None and kept.digest != canonical.digest(content):
        raise KeyReused(_fields(kept.content, canonical.plain(content)))
    return kept


def draft(
    *,
    scope: str,
    actor: str,
    operation: str,
    key: str,
    content: object,
    device: str = "",
    subject: str = "",
    why: str = "",
) -> Submission:
    """A submission with an id, not yet stored: `keep` stores it. `why` is no part of the content.

    Raises BadKey and canonical.ContentError.
    """
    return Submission(
        scope=scope,
        actor=actor,
        device=device,
        operation=operation,
        key=check_key(key),
        subject=subject,
        why=why,
        digest=canonical.digest(content),
        content=canonical.plain(content),
    )


def keep(
    submission: Submission, answer: Mapping[str, object], *, status: int | None = None, refused: bool = False
) -> Submission:
    """Store the draft with its final answer. `status` is an HTTP status below 500; by default 200, or 409 if refused.

    Raises IntegrityError if a twin with the same key was kept meanwhile: who holds the lock of the scope never sees it.
    """
    final = status if status is not None else 409 if refused else 200
    if not 200 <= final < 500:
        raise ValueError(f"The status {final} is no final answer; only 200 to 499 are kept.")
    for name, longest in _LONGEST.items():
        if len(getattr(submission, name)) > longest:  # SQLite would keep any length
            raise ValueError(f"The {name} of a submission has at most {longest} signs.")
    submission.answer = canonical.plain(answer)
    submission.status = final
    submission.refused = refused
    submission.created_at = timezone.now()
    submission.save(force_insert=True)
    return submission


def recent(scope: str, device: str, since: datetime) -> tuple[int, int]:
    """How many submissions were kept since then: in the scope, and from the device in any scope (0 for no device)."""
    of_device = Q(device=device) if device else Q(pk__in=())
    counts = Submission.objects.filter(Q(scope=scope) | of_device, created_at__gte=since).aggregate(
        in_scope=Count("pk", filter=Q(scope=scope)), from_device=Count("pk", filter=of_device)
    )
    return counts["in_scope"], counts["from_device"]


def recent_of(scope: str, actor: str, since: datetime) -> int:
    """How many submissions of one actor in a scope were kept since then."""
    return Submission.objects.filter(scope=scope, actor=actor, created_at__gte=since).count()


def _fields(old: canonical.Json, new: canonical.Json) -> list[str]:
    erased = old == {} and new != {}
    return [canonical.pointer()] if erased else canonical.differences(old, new)
