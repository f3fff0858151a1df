"""Jobs: rows that say what is to be done beside the requests. The broker is only the door bell.

A job is written in the transaction of its cause (:func:`enqueue`). Whoever hears a bell tries to :func:`claim` it; one
UPDATE decides who does it, for as long as the lease that he renews. If he dies the lease runs out and the sweeper rings
again. ``Job.attempts`` is the fence: all that is written for a job is written by :func:`finish` and its like only while
nobody has claimed it anew, so one who was thought dead and comes back writes nothing.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from celery import current_app
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import Job

LEASE = timedelta(seconds=20)
"""How long a claim holds unless it is renewed."""
RENEW_SECONDS = 5
"""How often whoever does a job renews his lease."""
MOST_ATTEMPTS = 5
"""After so many attempts a job has failed."""
UNHEARD = timedelta(seconds=4)
"""A job that has waited so long was not heard: the sweeper rings again."""
TASK = "games.run_job"
"""The task that a worker runs when it hears the bell."""
RING_SECONDS = 1.0
"""How long a request waits for the broker at most."""

GIVEN_UP = "It was tried {attempts} times and never came to an end."
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to do a job: its kind, what it is about, and the fence."""

    job: UUID
    kind: str
    subject: str
    fence: int


def enqueue(kind: str, subject: str) -> Job:
    """Write a job in the caller's transaction and ring the bell when that is committed."""
    now = timezone.now()
    job = Job.objects.create(kind=kind, subject=subject, not_before=now, created_at=now)
    transaction.on_commit(lambda: ring(job.pk), robust=True)
    return job


def ring(job: UUID) -> None:
    """Tell the workers of a job. A broker that is away, or slow, is nobody's trouble: the sweeper rings again."""
    bell = threading.Thread(target=_ring, args=(job,), name="bell", daemon=True)
    bell.start()
    bell.join(RING_SECONDS)


def _ring(job: UUID) -> None:
    try:
        current_app.send_task(TASK, (str(job),), retry=False)
    except Exception as error:  # whatever a broker's library raises, the job stands in the database
        _log.warning("The broker did not take the bell of a job (%s); the sweeper will ring again.", error)


def claim(job: UUID) -> Claim | None:
    """The right to do a job now, or None: it is done, failed, in somebody's hands, or not due yet."""
    now = timezone.now()
    found = Job.objects.filter(_due(now), pk=job).values("kind", "subject", "attempts").first()
    if found is None:
        return None
    # The number that was read is asked for again, so that two who read the same one do not both get the job.
    same = Job.objects.filter(_due(now), pk=job, attempts=found["attempts"])
    if found["attempts"] >= MOST_ATTEMPTS:
        error = GIVEN_UP.format(attempts=found["attempts"])
        same.update(status=Job.Status.FAILED, error=error, doing="", lease_until=None, ended_at=now)
        return None
    fence = found["attempts"] + 1
    claimed = same.update(
        status=Job.Status.RUNNING, attempts=fence, lease_until=now + LEASE, progress=5, doing="reading the game"
    )
    return Claim(job, found["kind"], found["subject"], fence) if claimed else None


def renew(claim: Claim, progress: int | None = None, doing: str = "") -> bool:
    """Hold the job for another lease and say how far it is; False where it is not this claim's any more."""
    told = {} if progress is None else {"progress": progress, "doing": doing}
    return _held(claim).update(lease_until=timezone.now() + LEASE, **told) == 1


def finish(claim: Claim) -> bool:
    """Mark the job done, in the transaction that stores what was done; False where that must not be stored."""
    done = _held(claim).update(
        status=Job.Status.DONE, progress=100, doing="", error="", lease_until=None, ended_at=timezone.now()
    )
    return done == 1


def give_back(claim: Claim, error: str) -> bool:
    """An attempt failed: the job waits a little longer each time and has failed after the last attempt."""
    now = timezone.now()
    last = claim.fence >= MOST_ATTEMPTS
    changed = _held(claim).update(
        status=Job.Status.FAILED if last else Job.Status.QUEUED,
        error=error[:300],
        doing="",
        progress=0,
        lease_until=None,
        not_before=now + timedelta(seconds=2**claim.fence),
        ended_at=now if last else None,
    )
    return changed == 1


def unheard() -> list[UUID]:
    """The jobs for which the bell must be rung again, the oldest first."""
    now = timezone.now()
    waited = Q(status=Job.Status.QUEUED, not_before__lt=now) & (
        Q(created_at__lt=now - UNHEARD) | Q(not_before__gt=F("created_at"))
    )
    return list(Job.objects.filter(waited | _abandoned(now)).order_by("not_before").values_list("pk", flat=True)[:100])


def _held(claim: Claim) -> models.QuerySet[Job]:
    return Job.objects.filter(pk=claim.job, status=Job.Status.RUNNING, attempts=claim.fence)


def _abandoned(now: datetime) -> Q:
    return Q(status=Job.Status.RUNNING, lease_until__lt=now)


def _due(now: datetime) -> Q:
    return Q(status=Job.Status.QUEUED, not_before__lte=now) | _abandoned(now)
