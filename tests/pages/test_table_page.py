"""The table page, button by button, as a phone without JavaScript has it."""

import re

import pytest

from games.models import Entry
from games.rules.step import step
from tests.pages.tapping import Phone
from tests.services import tables
from tests.support.playing import Entering, start_of

pytestmark = pytest.mark.django_db


def address_of(name: str, role: str = "host") -> str:
    return f"/t/{tables.opened(tables.worked(name)).links[role]}/"


def phone_after(name: str, entries: int) -> Phone:
    """A phone at a worked game after some of its entries."""
    game = tables.worked(name)
    phone, state = Phone(address_of(name)), start_of(game)
    for line in game.entries[:entries]:
        Entering(phone, state, game).enter(line.entry)
        state, _ = step(state, line.entry)
    return phone


def test_a_turned_card_takes_two_taps() -> None:
    phone = Phone(address_of("X20"))
    assert "single Deal 1 A deals fresh pool: stake 3" in phone.seen
    assert not phone.has("confirm")
    phone.press("win:4")
    assert "Record deal 1 pool 3 paid, 12 left" in phone.seen
    phone.press("confirm")
    assert "✓ Deal 1 recorded" in phone.seen
    assert "double Deal 2 B deals 12 left + stake 3" in phone.seen


def test_those_who_passed_are_named_before_confirming() -> None:
    phone = phone_after("X20", 1)
    for button in ("win:2", "win:2", "win:3"):
        phone.press(button)
    assert "Passed: A, B and E" in phone.seen
    phone.press("loo:1")
    assert "Passed: A and E" in phone.seen
    assert "Record deal 2 pool 15 paid, 6 left" in phone.seen


def test_a_lone_stander_is_asked_about_without_a_default() -> None:
    phone = phone_after("X20", 5)
    for button in ("win:2", "win:0", "win:2"):
        phone.press(button)
    assert "C stood alone. A, the dealer, played:" in phone.seen
    assert "for A A 0; 0 left for deal 7" in phone.seen
    assert "for the pool A −3; 3 left for deal 7" in phone.seen
    assert not phone.has("confirm")
    phone.press("lone:pool")
    assert "Dealer for Clear: the pool" in phone.seen
    assert phone.has("confirm")


def test_one_who_took_every_trick_is_asked_about_too() -> None:
    phone = phone_after("X20", 5)
    for _ in range(3):
        phone.press("win:2")
    assert not phone.has("confirm")
    assert phone.has("lone:own")
    assert phone.has("lone:pool")
    phone.press("loo:3")
    assert phone.has("confirm")


def test_a_double_tap_on_confirm_books_one_deal() -> None:
    phone = Phone(address_of("X20"))
    phone.press("win:4")
    page, address = phone.page, phone.address
    phone.press("confirm")
    phone.page, phone.address = page, address
    phone.press("confirm")
    assert "✓ Deal 1 recorded" in phone.seen
    assert Entry.objects.count() == 1


def test_undo_takes_back_the_entry_that_it_names_once() -> None:
    phone = phone_after("X20", 2)
    page, address = phone.page, phone.address
    assert "Undo deal 2" in phone.seen
    phone.press("undo")
    assert "Undo deal 1" in phone.seen
    assert "✓ Undone." in phone.seen
    phone.page, phone.address = page, address
    phone.press("undo")
    assert "Undo deal 1" in phone.seen


def test_a_deal_that_another_phone_recorded_shows_both_versions() -> None:
    address = address_of("X20")
    mine, other = Phone(address), Phone(address)
    mine.press("win:4")
    other.press("win:1")
    other.press("confirm")
    answer = mine.press("confirm")
    assert answer.status_code == 409
    assert "Yours was not booked and nothing was decided" in mine.seen
    assert "card: B" in mine.seen
    assert "card: E" in mine.seen
    assert Entry.objects.count() == 1
    mine.press("as-next")
    assert "Deal 2" in mine.seen


def test_the_same_deal_from_two_phones_is_booked_once_and_said_so() -> None:
    address = address_of("X20")
    mine, other = Phone(address), Phone(address)
    for phone in (mine, other):
        phone.press("win:4")
    other.press("confirm")
    mine.press("confirm")
    assert "Both say the same" in mine.seen
    assert Entry.objects.count() == 1


def test_taps_for_a_deal_that_is_recorded_by_now_are_not_used_for_the_next() -> None:
    address = address_of("X20")
    mine, other = Phone(address), Phone(address)
    mine.press("win:4")
    other.press("win:1")
    other.press("confirm")
    mine.open(mine.address)
    assert "Deal 1 is recorded already" in mine.seen
    assert not mine.has("confirm")


def test_a_penalty_is_prefilled_seen_by_all_and_can_be_taken_back() -> None:
    phone = phone_after("X20", 4)
    other = Phone(phone.address)
    phone.follow("more")
    phone.follow("penalty")
    phone.press("add-penalty")
    other.open(other.address)
    assert "18 left + stake 3 + misdeal 3" in other.seen
    phone.follow("more")
    phone.press("take-back:0")
    assert "18 left + stake 3" in phone.seen
    assert "misdeal" not in phone.seen


def test_a_penalty_added_meanwhile_is_not_lost_by_confirming() -> None:
    phone = phone_after("X20", 4)
    other = Phone(phone.address)
    for button in ("win:3", "win:0", "win:3"):
        phone.press(button)
    other.follow("more")
    other.follow("penalty")
    other.press("add-penalty")
    answer = phone.press("confirm")
    assert answer.status_code == 409
    assert "Record deal 5 nobody looed, pool 24 paid" in phone.seen
    assert Entry.objects.count() == 4


def test_a_watcher_gets_the_board_and_no_buttons() -> None:
    table = tables.opened(tables.worked("X20"))
    phone = Phone(f"/t/{table.links['watch']}/")
    assert phone.response.status_code == 200
    assert not phone.page.buttons
    for page in ("more", "penalty", "adjust", "finish"):
        phone.open(f"/t/{table.links['watch']}/{page}/")
        assert phone.response.status_code == 403
        assert table.links["host"] not in phone.html


def test_looking_changes_nothing() -> None:
    phone = phone_after("X20", 4)
    before = phone.client.get(phone.address).content
    for page in ("more/", "penalty/", "adjust/?counted=5", "finish/", "deals/"):
        phone.open(re.sub(r"\?.*", "", phone.address) + page)
        assert phone.response.status_code == 200
        phone.open(re.sub(r"[a-z]+/(\?.*)?$", "", phone.address))
    assert b"Undo deal 4" in before
    assert "Undo deal 4" in phone.seen


def test_a_finish_offers_only_what_the_rules_leave_and_leads_to_settling() -> None:
    phone = phone_after("X20", 10)
    phone.follow("more")
    phone.follow("finish")
    assert phone.has("finish-single")
    assert phone.has("finish-division")
    assert not phone.has("finish-last-round")
    phone.press("finish-single")
    assert "The game is finished" in phone.seen
    assert "Settle" in phone.seen


@pytest.mark.parametrize(
    "query", ["w=99.1.2", "l=1.1.1", "a=x&r=y&h=-1", "d=9999999", "tap=win:77", "tap=clear:9", "m=18"]
)
def test_an_address_that_makes_no_sense_shows_the_table(query: str) -> None:
    phone = phone_after("X20", 1)
    phone.open(f"?{query}")
    assert phone.response.status_code == 200


def test_a_deal_that_was_not_made_by_the_page_is_refused() -> None:
    phone = Phone(address_of("X20"))
    phone.press("win:4")
    phone.type("deal", '{"card": 3}:abc')
    answer = phone.press("confirm")
    assert answer.status_code == 422
    assert Entry.objects.count() == 0
