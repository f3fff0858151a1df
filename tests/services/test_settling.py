"""Settling: who pays whom, payments as they happen, and the next version after a correction."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from accounts import journal
from games.books import session_balances
from games.codec import state_of
from games.errors import Invalid, NotNow, VersionOutdated
from games.models import GameSession, Payment, SettlementLine
from games.rerun import Replace, Strike
from games.rules import facts
from games.rules.replay import replay_file
from games.rules.state import Opening
from games.rules.unit import Unit
from games.selectors import SettlementView, settlement
from games.services.recording import record, undo
from games.services.settling import pay, reopen, settle, take_back
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.services.tables import (
    caller,
    deals_played,
    fix,
    game_of,
    key,
    lines_of,
    opened,
    paid,
    play,
    present,
    settled,
    stated,
    version_of,
    worked,
)

pytestmark = pytest.mark.django_db

DIVISION = facts.Finish("division")


@pytest.fixture
def y01() -> OpenedTable:
    """Y01 played to its end: money, and three payments."""
    table = opened(worked("Y01"))
    play(table, worked("Y01"))
    return table


def shown(table: OpenedTable, number: int | None = None) -> SettlementView:
    found = settlement(GameSession.objects.get(pk=table.session.pk), number)
    assert found is not None
    return found


def open_amounts(table: OpenedTable) -> dict[int, int]:
    return session_balances(GameSession.objects.get(pk=table.session.pk))


@pytest.mark.parametrize("name", ["X20", "Y01"])
def test_a_settlement_is_what_the_file_states(name: str) -> None:
    game = worked(name)
    table = opened(game)
    play(table, game)

    lines = settled(table)

    expected = stated(name)["settlement"]
    assert isinstance(expected, dict)
    assert dict(shown(table).results) == expected.get("money", expected["balances"])
    assert replay_file(game).state == state_of(game_of(table))
    assert expected.get("payments", len(lines)) == len(lines)
    assert shown(table).least
    for line in lines:
        paid(table, line)
    assert set(open_amounts(table).values()) == {0}
    assert shown(table).open == 0


def test_odd_minor_units_go_by_largest_remainder(y01: OpenedTable) -> None:
    settled(y01)
    # Halves rounded down are 2 short; the largest fractions get one each, ties in seat order.
    assert dict(shown(y01).results) == {"A": -1, "B": -5, "C": 1, "D": -1, "E": 6}


def test_only_a_finished_game_is_settled_and_only_once(y01: OpenedTable) -> None:
    table = opened(worked("X20"))
    play(table, worked("X20"), 3)
    with pytest.raises(NotNow, match="not finished"):
        settle(caller(table), key=key(), version=version_of(table))
    settled(y01)
    with pytest.raises(NotNow, match="settled already"):
        settle(caller(y01), key=key(), version=version_of(y01))
    assert shown(y01).number == 1


def test_two_taps_on_settle_with_one_key_are_one_settlement(y01: OpenedTable) -> None:
    same, seen = key(), version_of(y01)
    answers = [settle(caller(y01), key=same, version=seen) for _ in range(2)]
    assert answers == [{"settled": True, "version": 1}] * 2


def test_everybody_settles_with_the_bank(y01: OpenedTable) -> None:
    with pytest.raises(Invalid) as caught:
        settle(caller(y01), key=key(), version=version_of(y01), bank=9)
    assert caught.value.field == "bank"

    lines = settled(y01, bank=2)

    assert all("C" in (line.debtor, line.creditor) for line in lines)
    assert (shown(y01).bank, shown(y01).least) == ("C", False)


def test_a_payment_in_part_reduces_its_own_line_and_no_other(y01: OpenedTable) -> None:
    lines = settled(y01)
    largest = max(lines, key=lambda line: line.amount)

    paid(y01, largest, 2)

    for before, after in zip(lines, lines_of(y01), strict=True):
        assert after.rest == before.amount - (2 if after.id == largest.id else 0)
    assert shown(y01).number == 1


def test_more_than_is_asked_for_is_refused(y01: OpenedTable) -> None:
    line = settled(y01)[0]
    paid(y01, line, line.amount - 1)
    for amount in (2, 0, -1, 10**20):
        with pytest.raises(Invalid) as caught:
            pay(caller(y01), line.id, amount, key=key(), version=version_of(y01))
        assert caught.value.field == "amount"
    paid(y01, line, 1)
    assert lines_of(y01)[0].rest == 0


def test_a_payment_is_taken_back_once(y01: OpenedTable) -> None:
    line = settled(y01)[0]
    before = open_amounts(y01)
    payment, same = paid(y01, line), key()

    answers = [take_back(caller(y01), payment, key=same) for _ in range(2)]
    with pytest.raises(NotNow, match="taken back already"):
        take_back(caller(y01), payment, key=key())

    assert answers[0] == answers[1]
    assert lines_of(y01)[0].rest == line.amount
    assert open_amounts(y01) == before
    assert Payment.objects.count() == 2
    paid(y01, line)
    assert lines_of(y01)[0].rest == 0


def test_payments_are_of_this_table_and_of_the_newest_version(y01: OpenedTable) -> None:
    other = opened(worked("Y01"))
    play(other, worked("Y01"))
    foreign = settled(other)[0]
    line = settled(y01)[0]
    payment = paid(y01, line, 1)
    for wrong in (foreign.id, 0):
        with pytest.raises(Invalid, match="no such payment"):
            pay(caller(y01), wrong, 1, key=key(), version=version_of(y01))
    for unknown in (uuid4(), paid(other, foreign, 1)):
        with pytest.raises(Invalid, match="no such payment"):
            take_back(caller(y01), unknown, key=key())
    fix(y01, Replace(_entry(y01, 0), _won_by(y01, 0, 3)))
    with pytest.raises(NotNow, match="older version"):
        pay(caller(y01), line.id, 1, key=key(), version=version_of(y01))
    with pytest.raises(NotNow, match="older version"):
        take_back(caller(y01), payment, key=key())


def _entry(table: OpenedTable, index: int) -> UUID:
    return present(table)[index].pk


def _won_by(table: OpenedTable, index: int, seat: int) -> facts.Deal:
    deal = deals_played(table)[index]
    assert isinstance(deal, facts.Deal)
    return replace(deal, result=facts.Card(seat))


def test_reopened_it_plays_on_and_payments_count_in_the_next_version(y01: OpenedTable) -> None:
    line = settled(y01)[0]
    paid(y01, line, 2)
    with pytest.raises(NotNow):
        record(caller(y01), facts.Deal(facts.Card(0)), key=key(), expected_deal_number=6)

    reopen(caller(y01), key=key(), version=version_of(y01))
    with pytest.raises(NotNow):
        reopen(caller(y01), key=key(), version=version_of(y01))
    undo(caller(y01), _entry(y01, -1), key=key())
    record(caller(y01), facts.Deal(facts.Card(0)), key=key(), expected_deal_number=6)
    record(caller(y01), DIVISION, key=key(), version=version_of(y01))
    lines = settled(y01)

    assert shown(y01).number == 2
    assert dict(shown(y01).paid_before) == {line.debtor: 2, line.creditor: -2}
    assert _clears(y01)
    for each in lines:
        paid(y01, each)
    assert set(open_amounts(y01).values()) == {0}


def _clears(table: OpenedTable) -> bool:
    """Whether the newest version asks for exactly what results and payments so far leave open."""
    view = shown(table)
    left = dict(view.results)
    for name, amount in view.paid_before:
        left[name] += amount
    for line in view.lines:
        left[line.debtor] += line.amount
        left[line.creditor] -= line.amount
    return not any(left.values())


def test_a_correction_after_settlement_makes_a_version_for_the_rest(y01: OpenedTable) -> None:
    lines = settled(y01)
    for line in lines:
        paid(y01, line)
    first = shown(y01)

    fix(y01, Replace(_entry(y01, 0), _won_by(y01, 0, 3)))

    assert shown(y01).number == 2
    assert shown(y01, 1).results == first.results  # version 1 stays readable
    assert not shown(y01, 1).newest
    assert _clears(y01)
    assert sum(line.amount for line in lines_of(y01)) > 0
    assert dict(shown(y01).results) != dict(first.results)


def test_a_correction_that_moves_no_result_asks_for_nothing_new(y01: OpenedTable) -> None:
    lines = settled(y01)
    for line in lines:
        paid(y01, line)
    fix(y01, Replace(_entry(y01, 0), deals_played(y01)[0], note="it was late"))
    assert lines_of(y01) == []


def test_the_bank_stays_the_bank_in_the_next_version(y01: OpenedTable) -> None:
    settled(y01, bank=4)
    fix(y01, Replace(_entry(y01, 0), _won_by(y01, 0, 3)))
    assert shown(y01).bank == "E"
    assert all("E" in (line.debtor, line.creditor) for line in lines_of(y01))


def test_striking_out_the_finish_reopens_the_table(y01: OpenedTable) -> None:
    line = settled(y01)[0]
    paid(y01, line, 2)

    fix(y01, Strike(_entry(y01, -1)))

    session = GameSession.objects.get(pk=y01.session.pk)
    assert (session.settled, session.settlements) == (False, 1)
    assert {amount for amount in open_amounts(y01).values() if amount} == {2, -2}
    record(caller(y01, "scorer"), DIVISION, key=key(), version=version_of(y01))
    settled(y01)
    assert shown(y01).number == 2
    assert _clears(y01)


def test_undo_of_the_finish_lets_the_game_go_on(y01: OpenedTable) -> None:
    undo(caller(y01), _entry(y01, -1), key=key())
    assert not state_of(game_of(y01)).finished
    record(caller(y01), facts.Deal(facts.Card(0)), key=key(), expected_deal_number=6)


def test_a_game_on_money_brought_in_has_no_payments() -> None:
    spec = TableSpec(("A", "B", "C"), worked("X20").rules, opening=Opening(pool=12, looed=True))
    table = open_table(spec, key=key())
    won = facts.Deal(facts.Tricks((0, 1, 0)), declared=((0, "stand"), (1, "stand")))
    record(caller(table), won, key=key(), expected_deal_number=1)
    record(caller(table), DIVISION, key=key(), version=version_of(table))

    assert settled(table) == []

    assert (shown(table).payable, shown(table).results) == (False, ())
    assert journal.balances(game_of(table).book)["brought-in"] == -12


def test_points_are_settled_in_base_units() -> None:
    spec = TableSpec(("A", "B"), worked("X20").rules, unit=Unit("bean"))
    table = open_table(spec, key=key())
    record(caller(table), facts.Deal(facts.Card(0)), key=key(), expected_deal_number=1)
    record(caller(table), DIVISION, key=key(), version=version_of(table))
    settled(table)
    assert shown(table).currency == ""
    assert dict(shown(table).results) == dict(zip(("A", "B"), state_of(game_of(table)).balances, strict=True))


def test_paying_is_guarded_by_the_version_seen(y01: OpenedTable) -> None:
    line = settled(y01)[0]
    seen = version_of(y01)
    pay(caller(y01), line.id, 1, key=key(), version=seen)
    with pytest.raises(VersionOutdated):
        pay(caller(y01), line.id, 1, key=key(), version=seen)
    assert SettlementLine.objects.get(pk=line.id).payments.count() == 1
