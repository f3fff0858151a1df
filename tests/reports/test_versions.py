"""A correction makes version 2 with the differences; version 1 stays as it was."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games import jobs
from games.models import Report
from games.reports.rows import report_of
from games.reports.sheet import sheet_of
from games.rerun import Replace, Strike
from games.rules import facts
from games.services.reporting import job_of, make_report
from games.services.settling import reopen
from tests.pages.tables import Holder, played, text_of
from tests.reports.reading import reported, version
from tests.services.tables import caller, fix, key, present, version_of

pytestmark = pytest.mark.django_db


def test_version_1_stays_and_version_2_names_every_difference() -> None:
    table = played("X20")
    before = reported(table)
    ninth = present(table)[8]
    content = facts.Deal(facts.Tricks((1, 1, 4)), 3, "double", (0, 1, 2, 3, 4), declared=((1, "stand"), (4, "stand")))
    fix(table, Replace(ninth.pk, content))
    assert report_of(version(table)) == before
    after = report_of(version(table, 2))
    found = after.differences
    assert found is not None
    assert found.before == 1
    old, new = ({player.seat: player.balance for player in report.players} for report in (before, after))
    assert {change.who[0]: (change.before, change.after) for change in found.counters} == {
        seat: (old[seat], new[seat]) for seat in old if old[seat] != new[seat]
    }
    assert [(change.label, change.how) for change in found.entries][:2] == [
        ("Deal 9", "corrected"),
        ("Deal 10", "follows"),
    ]
    asked = {(line.debtor_seat, line.creditor_seat): line.amount for line in after.payments}
    for change in found.payments:
        assert (change.after or 0) == asked.get((change.who[0], change.who[1]), 0)


def test_a_struck_out_deal_is_named_by_the_number_it_had() -> None:
    table = played("X20")
    reported(table)
    fix(table, Strike(present(table)[2].pk), Strike(present(table)[-1].pk))
    assert report_of(version(table)).deals[2].deal == 3
    assert not table.session.versions.filter(number=2).exists()


def test_version_1_is_readable_while_the_table_is_open_again() -> None:
    table = played("X20")
    before = reported(table)
    reopen(caller(table), key=key(), version=version_of(table))
    assert report_of(version(table)) == before
    assert "reopened after this version" in text_of(Holder.of(table).get("report/1/"))


def test_both_versions_have_pages_and_files() -> None:
    table = played("X20")
    reported(table)
    fix(table, Replace(present(table)[8].pk, facts.Deal(facts.Unplayed(3), 3, "double", (0, 1, 2, 3, 4))))
    for number in (1, 2):
        job = job_of(version(table, number))
        assert job is not None
        claim = jobs.claim(job.pk)
        assert claim is not None
        make_report(claim)
    watcher = Holder.of(table, "watch")
    newest = text_of(watcher.get("report/"))
    assert "Changed since version 1" in newest
    assert "Changed since" not in text_of(watcher.get("report/1/"))
    assert "A later version of this report holds now" in text_of(watcher.get("report/1/"))
    first, second = (watcher.get(f"report/{number}/report.pdf") for number in (1, 2))
    assert first.content[:5] == second.content[:5] == b"%PDF-"
    assert first.content != second.content
    assert first["Content-Type"] == "application/pdf"
    assert watcher.get("report/2/report.csv").content.startswith(b"\xef\xbb\xbf")


def test_unchanged_versions_say_that_nothing_changed() -> None:
    table = played("X20")
    reported(table)
    fix(table, Replace(present(table)[8].pk, facts.Deal(facts.Unplayed(3), 3, "double", (0, 1, 2, 3, 4))))
    changed = sheet_of(report_of(version(table, 2)))["differences"]
    assert changed is not None
    assert not changed["nothing"]
    assert changed["counters"]


def test_the_stored_files_are_never_changed() -> None:
    table = played("X20")
    reported(table)
    job = job_of(version(table))
    assert job is not None
    claim = jobs.claim(job.pk)
    assert claim is not None
    make_report(claim)
    made = Report.objects.get(settlement=version(table))
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.filter(pk=made.pk).update(pdf=b"")
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.filter(pk=made.pk).delete()
