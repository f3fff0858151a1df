"""Jobs: one doer at a time, a lease that runs out, and a fence that keeps the late out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games import jobs
from games.errors import NotNow
from games.jobs import Claim
from games.models import Job, Report, SettledGame, Settlement
from games.reports.pdf import TIME_LIMIT
from games.services.reporting import job_of, make_report, store_report
from games.services.settling import settle
from games.services.tables import OpenedTable
from tests.pages.tables import played
from tests.services.tables import caller, key, settled, version_of

pytestmark = pytest.mark.django_db


def waiting(kind: str = "report", subject: str = "1") -> Job:
    """A job that nobody has claimed."""
    return jobs.enqueue(kind, subject)


def claimed(job: Job) -> Claim:
    """The right to do a job."""
    claim = jobs.claim(job.pk)
    assert claim is not None
    return claim


def run_out(job: Job) -> None:
    """Let the lease of a job run out."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def ordered() -> tuple[OpenedTable, Settlement, Job]:
    """A settled table, its settlement and the job of its report."""
    table = played("X20")
    settled(table)
    settlement = Settlement.objects.get(session=table.session)
    job = job_of(settlement)
    assert job is not None
    return table, settlement, job


def test_a_job_is_claimed_once() -> None:
    job = waiting()
    claim = claimed(job)
    assert (claim.fence, claim.kind, claim.subject) == (1, "report", "1")
    assert jobs.claim(job.pk) is None
    job.refresh_from_db()
    assert job.lease_until is not None
    assert job.lease_until - timezone.now() <= timedelta(seconds=20)


def test_who_died_is_followed_by_another_when_his_lease_runs_out() -> None:
    job = waiting()
    first = claimed(job)
    run_out(job)
    assert claimed(job).fence == first.fence + 1


def test_who_renews_keeps_the_job() -> None:
    job = waiting()
    claim = claimed(job)
    run_out(job)
    assert jobs.renew(claim, 30, "setting the PDF")
    assert jobs.claim(job.pk) is None
    job.refresh_from_db()
    assert (job.progress, job.doing) == (30, "setting the PDF")


def test_one_who_was_thought_dead_writes_nothing() -> None:
    _, settlement, job = ordered()
    late = claimed(job)
    run_out(job)
    present = claimed(job)
    assert not jobs.renew(late)
    assert not store_report(late, settlement, b"late", b"late", "")
    assert not jobs.give_back(late, "late")
    assert not Report.objects.exists()
    make_report(present)
    assert not store_report(late, settlement, b"late", b"late", "")
    assert bytes(Report.objects.get().pdf).startswith(b"%PDF-")
    assert jobs.claim(job.pk) is None


def test_a_job_that_never_ends_has_failed_after_five_attempts() -> None:
    job = waiting()
    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        assert claimed(job).fence == attempt
        run_out(job)
    assert jobs.claim(job.pk) is None
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    assert job.error == "It was tried 5 times and never came to an end."
    assert jobs.unheard() == []


def test_a_failed_attempt_waits_longer_each_time_and_the_last_is_final() -> None:
    job = waiting()
    pauses = []
    for _ in range(jobs.MOST_ATTEMPTS):
        Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
        before = timezone.now()
        assert jobs.give_back(claimed(job), "No paper.")
        job.refresh_from_db()
        pauses.append(round((job.not_before - before).total_seconds()))
        assert jobs.claim(job.pk) is None
    assert pauses == [2, 4, 8, 16, 32]
    assert (job.status, job.error) == (Job.Status.FAILED, "No paper.")


def test_the_sweeper_knows_who_was_not_heard() -> None:
    fresh, old, dead, held, done = (waiting(subject=str(number)) for number in range(5))
    longer = timezone.now() - timedelta(seconds=30)
    Job.objects.filter(pk=old.pk).update(created_at=longer, not_before=longer)
    claimed(dead)
    run_out(dead)
    claimed(held)
    assert jobs.finish(claimed(done))
    assert set(jobs.unheard()) == {old.pk, dead.pk}
    assert fresh.pk not in jobs.unheard()


def test_the_job_is_written_with_its_settlement_or_not_at_all() -> None:
    table = played("X20", entries=10)
    with pytest.raises(NotNow):
        settle(caller(table), key=key(), version=version_of(table))
    assert not Job.objects.exists()
    assert not SettledGame.objects.exists()
    _, settlement, job = ordered()
    assert (job.kind, job.subject, job.status) == ("report", str(settlement.pk), Job.Status.QUEUED)


def test_a_repeated_key_orders_no_second_report() -> None:
    table = played("X20")
    same, seen = key(), version_of(table)
    assert settle(caller(table), key=same, version=seen) == settle(caller(table), key=same, version=seen)
    assert Job.objects.count() == 1


def test_a_second_bell_changes_nothing() -> None:
    _, settlement, job = ordered()
    make_report(claimed(job))
    first = bytes(Report.objects.get(settlement=settlement).pdf)
    assert jobs.claim(job.pk) is None
    assert bytes(Report.objects.get(settlement=settlement).pdf) == first


def test_the_same_rows_give_the_same_file() -> None:
    from games.reports.pdf import pdf_of
    from games.reports.rows import report_of

    _, settlement, _ = ordered()
    report = report_of(settlement)
    assert pdf_of(report, lambda: True) == pdf_of(report, lambda: True)


def test_no_task_lasts_as_long_as_the_broker_waits_for_it() -> None:
    assert TIME_LIMIT * 2 < 600
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"] <= 5
    assert timedelta(seconds=jobs.RENEW_SECONDS * 2) < jobs.LEASE <= timedelta(seconds=20)
