"""The PDF of a report: set by typst in a child process with limits of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from games import jobs
from games.reports.layout import layout_of
from games.reports.rows import Report
from games.reports.sheet import sheet_of

TIME_LIMIT = 60
"""Seconds that setting one report may take."""
ROOT = Path(__file__).resolve().parents[2]


class RenderingFailed(Exception):
    """The PDF could not be made; the message is a sentence for people."""


class Stopped(Exception):
    """The job is not ours any more; there is nothing left to do."""


@dataclass(frozen=True, slots=True)
class _Answer:
    code: int
    pdf: bytes
    said: str


def pdf_of(report: Report, still_ours: Callable[[], bool]) -> tuple[bytes, str]:
    """The PDF of a report, and a sentence on what it could not show (empty: it shows everything).

    ``still_ours`` is asked every few seconds meanwhile. Raises :class:`Stopped` where it says no,
    :class:`RenderingFailed` where the child fails or takes too much.
    """
    sheet = sheet_of(report)
    at = int(report.settled_at.timestamp())
    request = json.dumps({"sheet": sheet, "layout": layout_of(sheet), "at": at}, ensure_ascii=False)
    answer = _run(request.encode("utf-8", "replace"), still_ours)
    if answer.code or not answer.pdf.startswith(b"%PDF-"):
        reason = answer.said.strip().splitlines()[-1:] or [f"it ended with code {answer.code}"]
        raise RenderingFailed(f"The PDF could not be set: {reason[0][:200]}")
    return answer.pdf, answer.said.strip()[:300]


def _run(request: bytes, still_ours: Callable[[], bool]) -> _Answer:
    """Run the child, and hold the job meanwhile."""
    until = monotonic() + TIME_LIMIT
    command = [sys.executable, "-m", "games.reports.render"]
    pipe: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, **pipe) as child:
        given: bytes | None = request
        while True:
            try:
                pdf, said = child.communicate(given, timeout=jobs.RENEW_SECONDS)
                return _Answer(child.returncode, pdf, said.decode("utf-8", "replace"))
            except subprocess.TimeoutExpired:
                given = None
            late = monotonic() > until
            if late or not still_ours():
                child.kill()
                child.communicate()
                if late:
                    raise RenderingFailed(f"Setting the PDF took more than {TIME_LIMIT} seconds.")
                raise Stopped
