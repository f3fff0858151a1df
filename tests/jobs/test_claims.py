"""Many hear the bell at once."""

from __future__ import annotations

import threading

from django.db import connection
from django.utils import timezone

from games import jobs
from games.jobs import Claim
from games.models import Job


def test_ten_claims_at_once_give_one_doer(committed_db: str) -> None:
    job = Job.objects.create(kind="x", subject="1", not_before=timezone.now(), created_at=timezone.now())
    claims: list[Claim | None] = []
    start = threading.Barrier(10)

    def claim() -> None:
        start.wait()
        claims.append(jobs.claim(job.pk))
        connection.close()

    threads = [threading.Thread(target=claim) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(claim is not None for claim in claims) == 1
