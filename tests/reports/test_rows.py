"""The one set of rows, and PDF and CSV parsed back: they say what the file's own settlement says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.reports.csvfile import decimal
from games.reports.rows import report_of
from games.reports.sheet import sheet_of
from games.rules import facts
from games.rules.replay import replay_file
from games.rules.unit import Unit, money_words
from tests.pages.tables import played
from tests.reports.reading import csv_rows, figures, pdf_text, reported, version
from tests.services.tables import lines_of, paid, settled, stated, worked

pytestmark = pytest.mark.django_db

GAMES: list[tuple[str, facts.Ending | None]] = [("X20", None), ("X14", "single"), ("X39", "single"), ("Y01", None)]


@pytest.mark.parametrize(("name", "ending"), GAMES)
def test_rows_are_the_settlement_of_the_file(name: str, ending: facts.Ending | None) -> None:
    report = reported(played(name, ending=ending))
    told = stated(name)["settlement"]
    assert isinstance(told, dict)
    assert {player.name: player.balance for player in report.players} == told["balances"]
    if "money" in told:
        assert {player.name: player.money for player in report.players} == told["money"]
        assert len(report.payments) == told["payments"]
    replayed = replay_file(worked(name))
    outcomes = [outcome for outcome in replayed.outcomes if outcome.kind in ("single", "double")]
    for row, outcome in zip(report.deals, outcomes, strict=True):
        assert (row.kind, row.pool, row.left) == (outcome.kind, outcome.pool, outcome.left)
        assert row.net[: len(outcome.net)] == outcome.net
        assert row.looed == outcome.looed


@pytest.mark.parametrize(("name", "ending"), GAMES)
def test_every_movement_adds_up_to_the_net_of_its_deal(name: str, ending: facts.Ending | None) -> None:
    for row in reported(played(name, ending=ending)).entries:
        for seat, net in enumerate(row.net):
            assert sum(move.amount for move in row.movements if move.seat == seat) == net


@pytest.mark.parametrize(("name", "ending"), GAMES)
def test_the_csv_parses_back_to_the_settlement(name: str, ending: facts.Ending | None) -> None:
    report = reported(played(name, ending=ending))
    told = stated(name)["settlement"]
    assert isinstance(told, dict)
    rows, names = csv_rows(report), tuple(told["balances"])
    assert figures(rows, "balance", names) == [{name: str(amount) for name, amount in told["balances"].items()}]
    if "money" in told:
        money = {name: decimal(amount, report.currency) for name, amount in told["money"].items()}
        assert figures(rows, "money", names) == [money]
    deals = figures(rows, "deal", names) + figures(rows, "entry", names)
    assert {name: sum(int(row[name]) for row in deals) for name in names} == told["balances"]
    cleared = figures(rows, "payment", names)
    for player in report.players:
        owed = player.balance if player.money is None else player.money
        assert owed + sum(int(row[player.name] or 0) for row in cleared) == 0


@pytest.mark.parametrize(("name", "ending"), GAMES)
def test_the_pdf_parses_back_to_the_settlement(name: str, ending: facts.Ending | None) -> None:
    report = reported(played(name, ending=ending))
    told = stated(name)["settlement"]
    assert isinstance(told, dict)
    text, note = pdf_text(report)
    assert note == ""
    shown = {player.name: report.unit.signed_short(told["balances"][player.name]) for player in report.players}
    assert f"Balance {' '.join(shown.values())} 0" in text
    for player in report.players:
        counters = shown[player.name]
        assert f"{player.name} {counters} " in text
        if player.money is not None:
            assert f"{player.name} {counters} {report.unit.signed_money(told['money'][player.name])}" in text
    for payment in report.payments:
        amount = money_words(payment.amount, report.currency) if report.currency else report.unit.words(payment.amount)
        assert f"{payment.debtor} pays {payment.creditor} {amount}" in text
    for row in report.deals:
        figures_of_deal = [report.unit.signed_short(row.net[player.seat]) for player in report.players]
        dealer = report.names[row.dealer or 0]
        before = f"{row.deal} {dealer} {row.kind} {report.unit.short(row.pool)}"
        assert " ".join([before, *figures_of_deal, report.unit.short(row.left)]) in text


def test_each_of_our_defaults_that_decided_is_named_with_its_deals() -> None:
    sheet = sheet_of(reported(played("X20")))
    assert [(row["question"], row["deals"]) for row in sheet["rules"]["defaults"]] == [("Q05", "deal 7")]
    assert sheet["rules"]["changed"] == []
    assert sheet["penalties"] == ["E 3 counters (misdeal, deal 5)", "D 3 counters (looked early, deal 9)"]


def test_what_happened_is_told_in_words() -> None:
    words = [row.words for row in reported(played("X20")).entries]
    assert words[1] == "C 2 tricks, D 1; B looed 6."
    assert words[2] == "Nobody stood; C, the dealer, took 9 unplayed."
    assert words[5] == "C 2 tricks, A 1; A played for the pool, in which 3 stayed; nobody looed."
    assert words[-1] == "Finished on a single."


def test_joining_and_leaving_stand_among_the_deals() -> None:
    report = reported(played("Y01"))
    assert {"join", "leave"} <= {row.kind for row in report.entries}
    assert [row.deal for row in report.deals] == list(range(1, len(report.deals) + 1))


def test_payments_made_show_on_the_report() -> None:
    table = played("X20", unit=Unit("counter", currency="GBP", minor_units=10, per=1))
    settled(table)
    paid(table, lines_of(table)[0], 30)
    first = sheet_of(report_of(version(table)))["payments"][0]
    assert first["paid"] == "0.30 GBP paid, 0.40 GBP open"


def test_the_heads_of_the_chains_are_those_of_the_moment_of_settling() -> None:
    from accounts import journal
    from tests.services.tables import game_of

    table = played("X20")
    report = reported(table)
    head = journal.head(game_of(table).book)
    assert report.heads[0] == ("game", head.number, head.hash)
    text, _ = pdf_text(report)
    assert head.hash in text


def test_money_brought_in_has_no_payments_and_says_so() -> None:
    table = played("X31", ending="division")
    sheet = sheet_of(reported(table))
    assert sheet["payments"] == []
    assert "brought in from outside" in sheet["payments_note"]
    assert "brought in from outside" in sheet["agree"]


def test_rows_are_the_same_however_often_they_are_asked_for() -> None:
    table = played("X20")
    report = reported(table)
    assert report_of(version(table)) == replace(report)
