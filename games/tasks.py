"""The tasks that workers hear of. They carry nothing but the id of a job."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games import jobs
from games.services.reporting import make_report

DOERS = {"report": make_report}


@shared_task(name=jobs.TASK)
def run_job(job: str) -> None:
    """Do a job, if it is there to be done: a second bell, or a late one, is harmless."""
    claim = jobs.claim(UUID(job))
    if claim is not None:
        DOERS[claim.kind](claim)


@shared_task(name="games.sweep")
def sweep() -> int:
    """Ring again for every job that nobody heard of or that nobody holds any more; how many there were."""
    waiting = jobs.unheard()
    for job in waiting:
        jobs.ring(job)
    return len(waiting)
