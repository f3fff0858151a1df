"""The report of a settlement: readable at once, its files when they are made."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Job, Report, Settlement
from games.reports.rows import report_of
from games.reports.sheet import sheet_of
from games.services.commands import Caller
from games.services.reporting import job_of
from games.views.gate import at_table
from games.views.place import secret_in

FILES = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
"""The files of a report by the ending of their address, with their media types."""
_WIDE = 9
"""From so many players on the table of deals is set in small type when the page is printed."""


@at_table
@require_safe
def report_page(request: HttpRequest, caller: Caller, version: int | None = None) -> HttpResponse:
    """A version of the report, by default the newest, made from the rows as it is asked for."""
    settlement = _settlement(caller, version)
    sheet = sheet_of(report_of(settlement), ("wide", "narrow"))
    session = caller.link.session
    context = {
        **_files(request, settlement),
        "sheet": sheet,
        "wide": len(sheet["columns"]) >= _WIDE,
        "versions": range(1, session.settlements + 1),
        "newest": settlement.number == session.settlements,
        "settled": session.settled,
        "role": caller.link.role,
    }
    return render(request, "games/report/report.html", context)


@at_table
@require_safe
def report_files(request: HttpRequest, caller: Caller, version: int) -> HttpResponse:
    """How far the files are; 204 where that is what the page shows already (``seen``)."""
    context = _files(request, _settlement(caller, version))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "games/report/files.html", context)


@at_table
@require_safe
def report_file(request: HttpRequest, caller: Caller, version: int, ending: str) -> HttpResponse:
    """The PDF or the CSV of a version, as it was made; not found until it is."""
    settlement = _settlement(caller, version)
    made = Report.objects.filter(settlement=settlement).only(ending).first()
    if made is None:
        raise Http404
    response = HttpResponse(bytes(getattr(made, ending)), content_type=FILES[ending])
    name = f"loo-{settlement.created_at:%Y-%m-%d}-version-{settlement.number}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _settlement(caller: Caller, version: int | None) -> Settlement:
    session = caller.link.session
    number = session.settlements if version is None else version
    found = Settlement.objects.select_related("session").filter(session=session, number=number).first()
    if found is None:
        raise Http404
    return found


def _files(request: HttpRequest, settlement: Settlement) -> dict[str, Any]:
    made = Report.objects.filter(settlement=settlement).defer("pdf", "csv").first()
    job = job_of(settlement)
    waiting = made is None and job is not None and job.status != Job.Status.FAILED
    progress = job.progress if job is not None else 0
    doing = job.doing if job is not None else ""
    return {
        "secret": secret_in(request),
        "version": settlement.number,
        "made": made,
        "job": job,
        "waiting": waiting,
        "seen": f"{'waiting' if waiting else 'ended'}-{progress}-{doing}",
    }
