"""Names in any script, long ones, hostile ones and emoji: the report is made, and says them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

import pytest

from games.reports.csvfile import csv_of
from games.reports.pdf import pdf_of
from games.reports.sheet import sheet_of
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.services.recording import record
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.pages.tables import Holder
from tests.reports.reading import csv_rows, pdf_text, reported
from tests.services.tables import caller, game_of, key, version_of

pytestmark = pytest.mark.django_db

ANY_SCRIPT = ("Łukasz", "李小龙", "Ελένη", "אברהם", "محمد", "नरेन्द्र", "ไทย", "👨‍👩‍👧‍👦", "🏴‍☠️ Zoë", "W" * 40)
HOSTILE = (
    '=HYPERLINK("http://x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "<script>alert(1)</script>",
    '#panic("x") $x$ *a* @b',
    "a\\b {{ c }} {% d %}",
    "'; DROP",
    "|cmd",
    'O\'Neil & "Sons"',
)


def table_of(names: tuple[str, ...], title: str = "") -> OpenedTable:
    """A table of one deal: the first beats the turned card in a single, then all is divided."""
    table = open_table(TableSpec(names, RuleSet.of("peel"), title=title), key=key())
    record(caller(table), facts.Deal(facts.Card(0)), key=key(), expected_deal_number=1, version=version_of(table))
    record(caller(table), facts.Finish("division"), key=key(), version=version_of(table))
    assert game_of(table).deals_count == 1
    return table


def test_names_in_any_script_are_all_there() -> None:
    report = reported(table_of(ANY_SCRIPT, "夜会 🎲"))
    text, note = pdf_text(report)
    assert note == ""
    for name in ("Łukasz", "李小龙", "Ελένη", "Zoë", "W" * 40):
        assert name in text
    assert next(row for row in csv_rows(report) if row["row"] == "balance").keys() >= set(ANY_SCRIPT)


def test_a_sign_that_no_font_has_costs_the_marks_and_not_the_report() -> None:
    pdf, note = pdf_of(reported(table_of(("\ue123 Bram", "Anna"))), lambda: True)
    assert pdf.startswith(b"%PDF-")
    assert "not marked as archivable" in note


def test_no_name_is_read_as_markup() -> None:
    text, _ = pdf_text(reported(table_of(HOSTILE)))
    for name in ('#panic("x") $x$ *a* @b', "<script>alert(1)</script>", "a\\b {{ c }} {% d %}"):
        assert name in text


def test_no_name_becomes_markup_on_the_page_or_in_the_plot() -> None:
    table = table_of(HOSTILE, "<b>bold</b>")
    report = reported(table)
    page = Holder.of(table, "watch").get("report/").content.decode()
    assert "<script>alert" not in page
    assert "<b>bold</b>" not in page
    plot = ET.fromstring(sheet_of(report, ["wide"])["plot"]["wide"]["svg"])
    assert {text.text for text in plot.iter("{http://www.w3.org/2000/svg}text")} >= {"+1", "@SUM(A1)", "'; DROP"}
    assert escape("<script>") in page


def test_no_cell_of_the_csv_is_a_formula() -> None:
    report = reported(table_of(HOSTILE, "=1"))
    lines = csv_of(report).decode("utf-8-sig")
    cells = [cell for row in csv_rows(report) for cell in [*row, *row.values()]]
    assert "=HYPERLINK" in lines
    for cell in cells:
        assert not cell.startswith(("=", "+", "@", "|", "%", "\t"))
        assert not cell.startswith("-") or cell[1:].replace(".", "").isdigit()


def test_right_to_left_names_keep_to_themselves() -> None:
    report = reported(table_of(("אברהם", "Bram", "محمد")))
    assert "\u2068אברהם\u2069 beat the turned card" in report.entries[0].words
    assert "\u2068" not in csv_of(report).decode()
    text, note = pdf_text(report)
    assert note == ""
    assert "\u2068" not in text
