"""Settled tables, their reports, and the files of a report read back."""

from __future__ import annotations

import csv
import io
import subprocess

from games.models import Settlement
from games.reports.csvfile import csv_of
from games.reports.pdf import pdf_of
from games.reports.rows import Report, report_of
from games.services.tables import OpenedTable
from tests.services.tables import settled


def version(table: OpenedTable, number: int = 1) -> Settlement:
    """A version of a table's settlement."""
    return Settlement.objects.select_related("session").get(session=table.session, number=number)


def reported(table: OpenedTable) -> Report:
    """Settle a table; the rows of its report."""
    settled(table)
    return report_of(version(table))


def pdf_text(report: Report) -> tuple[str, str]:
    """What the PDF says, spaces run together, and what it could not show."""
    pdf, note = pdf_of(report, lambda: True)
    command = ["pdftotext", "-layout", "-", "-"]
    text = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    return " ".join(text.split()), note


def csv_rows(report: Report) -> list[dict[str, str]]:
    """The rows of the CSV, as a spreadsheet would read them."""
    return list(csv.DictReader(io.StringIO(csv_of(report).decode("utf-8-sig"))))


def figures(rows: list[dict[str, str]], kind: str, names: tuple[str, ...]) -> list[dict[str, str]]:
    """The players' columns of all rows of a kind."""
    return [{name: row[name] for name in names} for row in rows if row["row"] == kind]
