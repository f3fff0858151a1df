"""The settlement page: who pays whom, ticking payments whole or in part, taking back, versions, the chat text."""

from __future__ import annotations

import pytest

from games import selectors
from games.models import Payment
from games.rules.unit import Unit
from games.services.tables import OpenedTable
from tests.pages.tables import Holder, caller, form_of, place_of, played, text_of

pytestmark = pytest.mark.django_db


MONEY = Unit(currency="GBP", minor_units=25, per=2)


def settled(unit: Unit | None = None) -> tuple[OpenedTable, Holder]:
    """X20 settled from its page, for points or for money."""
    table = played("X20", unit=unit)
    host = Holder.of(table)
    place_of(host.post("settle/", form_of(host.get("settle/"), "settle")))
    return table, host


def lines(table: OpenedTable) -> list[tuple[str, str, int, int]]:
    """Debtor, creditor, amount and rest of each payment of the present version."""
    found = selectors.settlement(caller(table).link.session)
    assert found is not None
    return [(line.debtor, line.creditor, line.amount, line.rest) for line in found.lines]


def test_before_settling_it_shows_balances_and_the_fewest_payments() -> None:
    said = text_of(Holder.of(played("X20")).get("settle/"))
    assert "C +15" in said
    assert "Fewest possible: 4 payments." in said


def test_an_unfinished_game_cannot_be_settled_and_says_why() -> None:
    page = Holder.of(played("X20", entries=5)).get("settle/")
    assert "A table is settled when its game is finished" in text_of(page)
    assert b'value="settle"' not in page.content


def test_settling_freezes_the_payments_shown() -> None:
    table, host = settled()
    assert sorted(lines(table)) == [("B", "C", 7, 7), ("D", "A", 2, 2), ("D", "C", 1, 1), ("E", "C", 7, 7)]
    assert "B pays C 7 counters" in text_of(host.get("settle/"))


def test_everybody_with_one_as_the_bank() -> None:
    table = played("X20")
    host = Holder.of(table)
    page = host.get("settle/", bank="0")
    assert "B pays A 7 counters" in text_of(page)
    place_of(host.post("settle/", form_of(page, "settle")))
    assert sorted(lines(table)) == [("A", "C", 15, 15), ("B", "A", 7, 7), ("D", "A", 3, 3), ("E", "A", 7, 7)]


def test_a_tick_books_the_whole_payment_once_however_often_it_is_sent() -> None:
    table, host = settled()
    form = form_of(host.get("settle/"), "pay")
    for _ in range(3):
        place_of(host.post("settle/", form))
    assert Payment.objects.count() == 1
    assert [rest for *_, rest in lines(table)].count(0) == 1
    assert "1 of 4 paid" in text_of(host.get("settle/"))


def test_a_part_is_booked_and_can_be_taken_back() -> None:
    table, host = settled()
    form = form_of(host.get("settle/"), "part")
    place_of(host.post("settle/", form | {"amount": "3"}))
    page = host.get("settle/")
    assert "3 counters of 7 counters paid" in text_of(page)
    place_of(host.post("settle/", form_of(page, "take-back")))
    assert all(amount == rest for *_, amount, rest in lines(table))


@pytest.mark.parametrize(("typed", "paid"), [("0.5", 50), ("0,07", 7), (".5", 50), ("0.10", 10)])
def test_a_part_in_money_is_read_exactly(typed: str, paid: int) -> None:
    table, host = settled(MONEY)
    page = host.get("settle/")
    before = {line[:2]: line[2] for line in lines(table)}
    form = form_of(page, "part")
    place_of(host.post("settle/", form | {"amount": typed}))
    assert sum(before.values()) - sum(rest for *_, rest in lines(table)) == paid


@pytest.mark.parametrize(
    ("typed", "says"),
    [("1000", "is still to be paid"), ("0", "is still to be paid"), ("x", "not an amount"), ("1.005", "decimals")],
)
def test_a_part_that_cannot_be_is_refused_beside_its_line_and_kept_in_the_field(typed: str, says: str) -> None:
    _, host = settled(MONEY)
    answer = host.post("settle/", form_of(host.get("settle/"), "part") | {"amount": typed})
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert f'value="{typed}"' in answer.content.decode()
    assert not Payment.objects.exists()


def test_a_tick_on_an_outdated_page_books_nothing_and_shows_what_holds() -> None:
    _, host = settled()
    old = host.get("settle/")
    place_of(host.post("settle/", form_of(old, "pay")))
    later = form_of(old, "part") | {"amount": "1"}
    answer = host.post("settle/", later)
    assert answer.status_code == 409
    assert "1 of 4 paid" in text_of(answer)
    assert Payment.objects.count() == 1


def test_the_text_for_a_chat_says_who_pays_whom() -> None:
    _, host = settled(MONEY)
    said = host.get("settle/").content.decode()
    chat = said.split("<textarea", 1)[1].split("</textarea>")[0]
    assert " pays " in chat
    assert "Fewest possible" in chat


def test_reopening_keeps_the_old_version_readable_and_settles_anew() -> None:
    table, host = settled()
    place_of(host.post("settle/", form_of(host.get("settle/"), "pay")))
    place_of(host.post("settle/", form_of(host.get("settle/"), "reopen")))
    page = host.get("settle/")
    assert "Payments made before are taken into account" in text_of(page)
    place_of(host.post("settle/", form_of(page, "settle")))
    assert len(lines(table)) == 3
    assert "Not the present version" in text_of(host.get("settle/", settlement="1"))
    assert host.get("settle/", settlement="3").status_code == 404


def test_money_brought_in_from_outside_has_no_payments_and_says_why() -> None:
    table = played("X31", ending="division")
    host = Holder.of(table)
    assert "They came from outside" in text_of(host.get("settle/"))
    place_of(host.post("settle/", form_of(host.get("settle/"), "settle")))
    assert lines(table) == []


@pytest.mark.parametrize("role", ["watch"])
def test_a_watcher_reads_and_cannot_book(role: str) -> None:
    table, host = settled()
    form = form_of(host.get("settle/"), "pay")
    watcher = Holder.of(table, role)
    page = watcher.get("settle/")
    assert "B pays C 7 counters" in text_of(page)
    assert b"<form" not in page.content
    assert watcher.post("settle/", form).status_code == 403
    assert not Payment.objects.exists()


def test_play_again_brings_the_people_the_rules_and_the_counters() -> None:
    table, host = settled(MONEY)
    page = host.get("settle/").content.decode()
    address = f"/new/?from={table.links['host']}"
    assert address in page
    form = host.client.get(address).content.decode()
    for seat, name in enumerate("ABCDE"):
        assert f'name="name_{seat}" value="{name}"' in form
    assert 'name="worth" value="0.25"' in form
    assert 'name="rule_stake" value="3"' in form
