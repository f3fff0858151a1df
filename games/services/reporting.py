"""The report of a settlement: ordered with it, made by a worker, stored once."""

from __future__ import annotations

import hashlib
import logging

from django.db import transaction
from django.utils import timezone

from games import books, jobs
from games.jobs import Claim
from games.models import Entry, Game, Job, Report, SettledGame, Settlement
from games.reports.csvfile import csv_of
from games.reports.pdf import RenderingFailed, Stopped, pdf_of
from games.reports.rows import report_of

KIND = "report"
_log = logging.getLogger(__name__)


def order_report(settlement: Settlement, game: Game) -> Job:
    """Note which facts a version of the settlement was made from, and write the job for its files.

    To be called in the transaction of the settlement, when everything is booked.
    """
    entries = Entry.objects.filter(game=game).exclude(rank=None).order_by("rank").values_list("pk", "revision")
    heads = books.heads(settlement.session, game)
    SettledGame.objects.create(
        settlement=settlement,
        game=game,
        revision=game.revision,
        entries=[[str(entry), revision] for entry, revision in entries],
        heads=[[of, head.number, head.hash] for of, head in heads],
    )
    return jobs.enqueue(KIND, str(settlement.pk))


def job_of(settlement: Settlement) -> Job | None:
    """The job that makes a settlement's files."""
    return Job.objects.filter(kind=KIND, subject=str(settlement.pk)).first()


def make_report(claim: Claim) -> None:
    """Make the files of a report and store them, unless somebody else has the job by then."""
    settlement = Settlement.objects.select_related("session").get(pk=int(claim.subject))
    try:
        report = report_of(settlement)
        csv = csv_of(report)
        jobs.renew(claim, 30, "setting the PDF")
        pdf, note = pdf_of(report, lambda: jobs.renew(claim))
    except Stopped:
        return
    except RenderingFailed as failed:
        _log.warning("The report of settlement %s failed: %s", settlement.pk, failed)
        jobs.give_back(claim, str(failed))
        return
    except Exception:
        _log.exception("The report of settlement %s failed", settlement.pk)
        jobs.give_back(claim, "The report could not be made from what is stored; the log of the worker says why.")
        return
    store_report(claim, settlement, pdf, csv, note)


def store_report(claim: Claim, settlement: Settlement, pdf: bytes, csv: bytes, note: str) -> bool:
    """Store the files and mark the job done, both or neither; False where the job is not this claim's any more."""
    with transaction.atomic():
        if not jobs.finish(claim):
            return False
        Report.objects.create(
            settlement=settlement,
            pdf=pdf,
            csv=csv,
            pdf_sha256=hashlib.sha256(pdf).hexdigest(),
            csv_sha256=hashlib.sha256(csv).hexdigest(),
            note=note,
            made_at=timezone.now(),
        )
    return True
