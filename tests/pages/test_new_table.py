"""The page of a new table, used as a plain form."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games import access
from games.models import Game
from games.rules.presets import PRESETS
from games.rules.sources import basis_words
from games.rules.switches import SWITCHES
from tests.pages.page import PlainPage

pytestmark = pytest.mark.django_db

FIVE = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bram", "Clara", "Dimitri", "Esther"))}


@pytest.fixture
def blank(client: Client) -> PlainPage:
    return PlainPage(client.get("/new/"))


def press(client: Client, page: PlainPage, act: str, **changes: str | list[str] | None) -> PlainPage:
    return PlainPage(client.post("/new/", page.typed(act, **changes)))


def opened(client: Client, page: PlainPage, **changes: str | list[str] | None) -> Game:
    answer = press(client, page, "start", **changes)
    assert answer.status == 303, answer.text
    link = access.find_link(answer.location.split("/")[2])
    assert link is not None
    return Game.objects.get(session=link.session)


def names(game: Game) -> list[str]:
    return [
        seat.participant.person.name for seat in game.seats.order_by("number").select_related("participant__person")
    ]


# ---------------------------------------------------------------------------------------------------- seats


def test_names_and_start_are_enough(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "start", **FIVE)

    assert answer.status == 303
    token = answer.location.removeprefix("/t/").removesuffix("/")
    link = access.find_link(token)
    assert link is not None
    assert link.role == "host"
    game = Game.objects.get(session=link.session)
    assert names(game) == list(FIVE.values())
    assert game.rules == {"preset": "peel"}
    assert game.unit == {"name": "counter"}


def test_the_page_starts_with_five_empty_seats(blank: PlainPage) -> None:
    assert [blank.value(f"name_{seat}") for seat in range(5)] == [""] * 5
    assert "name_5" not in blank.fields


def test_whoever_is_marked_deals_first(client: Client, blank: PlainPage) -> None:
    game = opened(client, blank, **FIVE, first="3")
    assert game.opening["last_dealer"] == 2


def test_empty_seats_are_left_out_and_do_not_shift_the_dealer(client: Client, blank: PlainPage) -> None:
    game = opened(client, blank, name_1="Anna", name_3="Bram", name_4="Clara", first="3")

    assert names(game) == ["Anna", "Bram", "Clara"]
    assert game.opening["last_dealer"] == 0


def test_a_dealer_without_a_name_is_asked_for(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "start", name_0="Anna", name_1="Bram", first="4")

    assert answer.status == 422
    assert "Seat 5 deals first but has no name." in answer.text
    assert not Game.objects.exists()


def test_adding_a_seat_keeps_everything_typed(client: Client, blank: PlainPage) -> None:
    typed = {**FIVE, "first": "2", "rule_loo": "unlimited", "rule_miss": None, "rule_stake": "4", "worth": "0,3x"}
    answer = press(client, blank, "add", **typed)

    assert answer.status == 200
    assert answer.value("name_5") == ""
    assert "name_5" in answer.fields
    expected = {**blank.fields, **{name: [value] for name, value in typed.items() if value is not None}}
    del expected["rule_miss"]
    for name in expected.keys() - {"rows", "key"}:
        assert answer.fields[name] == expected[name], name


def test_a_seat_taken_out_takes_its_balance_along(client: Client, blank: PlainPage) -> None:
    typed: dict[str, Any] = {**FIVE, "balance_2": "7", "balance_2-way": "down", "first": "3"}
    answer = press(client, blank, "remove:1", **typed)

    assert [answer.value(f"name_{seat}") for seat in range(4)] == ["Anna", "Clara", "Dimitri", "Esther"]
    assert "name_4" not in answer.fields
    assert (answer.value("balance_1"), answer.value("balance_1-way")) == ("7", "down")
    assert answer.value("first") == "2"  # Dimitri, as before


def test_a_seat_moves_up_and_the_dealer_stays_the_same_person(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "up:2", **FIVE, first="1")

    assert [answer.value(f"name_{seat}") for seat in range(3)] == ["Anna", "Clara", "Bram"]
    assert answer.value("first") == "2"


def test_seventeen_seats_and_no_more(client: Client, blank: PlainPage) -> None:
    page = blank
    for _ in range(14):
        page = press(client, page, "add")

    assert "name_16" in page.fields
    assert "name_17" not in page.fields
    assert "No more than 17 can sit at a table." in page.text
    game = opened(client, page, **{f"name_{seat}": f"Player {seat + 1}" for seat in range(17)})
    assert game.players == 17


@pytest.mark.parametrize("typed", [{}, {"name_0": "Anna"}])
def test_it_takes_two(client: Client, blank: PlainPage, typed: dict[str, str]) -> None:
    answer = press(client, blank, "start", **typed)

    assert answer.status == 422
    assert "It takes at least two to play." in answer.text


@pytest.mark.parametrize("act", ["remove:99", "up:x", "remove:", "up:0", "", "nothing"])
def test_a_button_that_is_not_there_changes_nothing(client: Client, blank: PlainPage, act: str) -> None:
    answer = press(client, blank, act, **FIVE)

    assert answer.status == 200
    assert [answer.value(name) for name in FIVE] == list(FIVE.values())


# ---------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name", ["李小龍", "أمينة", "Zoë", "👩‍👩‍👧‍👦 🃏", "O'Brien <b>", "נועה", "ᚠᚢᚦ", "x" * 40, "क्षत्रिय", "=1+1"]
)
def test_names_of_any_script(client: Client, blank: PlainPage, name: str) -> None:
    assert names(opened(client, blank, name_0=name, name_1="Bram")) == [name, "Bram"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("An\x00na", "that cannot be seen"),
        ("An\nna", "that cannot be seen"),
        ("Anna\u202egp", "that cannot be seen"),
        ("\u200d", "nothing to see"),
        ("x" * 41, "Shorten it to 40 signs"),
        ("x" + "\u0301" * 250, "Shorten it to 40 signs"),
    ],
)
def test_names_that_nobody_can_read_are_refused(client: Client, blank: PlainPage, name: str, says: str) -> None:
    answer = press(client, blank, "start", name_0=name, name_1="Bram")

    assert answer.status == 422
    assert says in answer.text
    assert "wrong-name_0" in answer.ids
    assert answer.value("name_1") == "Bram"


def test_spaces_around_a_name_are_dropped(client: Client, blank: PlainPage) -> None:
    assert names(opened(client, blank, name_0="  Anna ", name_1="Bram")) == ["Anna", "Bram"]


@pytest.mark.parametrize("twin", ["Anna", " anna ", "ＡＮＮＡ"])
def test_two_of_one_name_are_refused_beside_the_second(client: Client, blank: PlainPage, twin: str) -> None:
    answer = press(client, blank, "start", name_0="Anna", name_1="Bram", name_2=twin)

    assert answer.status == 422
    assert "sits on seat 1 already" in answer.text
    assert "wrong-name_2" in answer.ids


# ---------------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_opens_as_its_author_has_it(client: Client, blank: PlainPage, preset: str) -> None:
    game = opened(client, blank, **FIVE, preset=preset)

    assert game.rules == {"preset": preset}
    assert game.unit == PRESETS[preset].unit.to_json()


def test_every_switch_has_its_sentence_and_its_source(blank: PlainPage) -> None:
    basis = PRESETS["peel"].basis
    for name, switch in SWITCHES.items():
        assert switch.sentence in blank.text
        words = basis_words(basis[name])
        assert words[0].upper() + words[1:] in blank.text
        assert f"id-rule_{name}" in blank.ids


def test_another_preset_changes_all_but_what_the_table_changed(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "preset", preset="foster", rule_loo="unlimited")

    assert answer.value("rule_single_play") == "all-play"
    assert (answer.value("rule_stake-big"), answer.value("rule_stake")) == ("3", "")
    assert answer.value("rule_loo") == "unlimited"
    assert answer.value("unit_name") == "white"
    assert answer.text.count("changed by you") == 2  # the mark, and the number of them
    game = opened(client, answer, **FIVE)
    assert game.rules == {"preset": "foster", "loo": "unlimited"}


def test_back_to_the_rules_of_the_author(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "own-rules", rule_loo="unlimited", rule_miss=None, rule_stake="7", **FIVE)

    assert answer.value("rule_loo") == "limited"
    assert "changed by you" not in answer.text
    assert opened(client, answer).rules == {"preset": "peel"}


def test_switches_of_every_kind_are_taken_over(client: Client, blank: PlainPage) -> None:
    game = opened(
        client,
        blank,
        **FIVE,
        rule_stake="6",
        rule_loo="capped",
        rule_loo_cap="1 200",
        rule_club_law="on",
        rule_lone_stander=[],
        rule_dealer_stands_out_above="5",
    )

    assert game.rules == {
        "preset": "peel",
        "stake": 6,
        "loo": "capped",
        "loo_cap": 1200,
        "club_law": True,
        "lone_stander": [],
        "dealer_stands_out_above": 5,
    }


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("3.5", "is not a whole number"),
        ("-3", "is not a whole number"),
        ("1e400", "is not a whole number"),
        ("three", "is not a whole number"),
        ("0", "at least 1 counter"),
        ("", "at least 1 counter"),
        ("9" * 40, "That is too much"),
        ("1000000000001", "That is too much"),
    ],
)
def test_a_stake_that_cannot_be_is_explained(client: Client, blank: PlainPage, typed: str, says: str) -> None:
    answer = press(client, blank, "start", **FIVE, rule_stake=typed)

    assert answer.status == 422
    assert says in answer.text
    assert "wrong-rule_stake" in answer.ids
    assert answer.value("rule_stake") == typed


def test_sums_that_do_not_divide_are_warned_of_and_allowed(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "check", **FIVE, rule_stake="4")

    assert "Stake: 4 counters cannot be cut into 3 equal parts" in answer.text
    assert opened(client, answer).rules == {"preset": "peel", "stake": 4}


# ---------------------------------------------------------------------------------------------------- units and money


def test_amounts_are_typed_in_reds_and_whites(client: Client, blank: PlainPage) -> None:
    foster = press(client, blank, "preset", preset="foster")
    game = opened(client, foster, **FIVE, **{"rule_stake-big": "2", "rule_stake": "1", "pool-big": "4", "pool": "2"})

    assert game.rules == {"preset": "foster", "stake": 7}
    assert game.opening["pool"] == 14


def test_giving_the_larger_unit_up_loses_no_amount(client: Client, blank: PlainPage) -> None:
    foster = press(client, blank, "preset", preset="foster")
    answer = press(client, foster, "check", big_name="", big_worth="", **{"pool-big": "4", "pool": "2"})

    assert answer.value("pool") == "14"
    assert answer.value("rule_stake") == "9"
    assert opened(client, answer, **FIVE).unit == {"name": "white"}


def test_the_counters_have_names_of_their_own(client: Client, blank: PlainPage) -> None:
    named = press(client, blank, "check", unit_name="fish", big_name="contract", big_worth="10")
    game = opened(client, named, **FIVE, **{"starting-big": "2", "starting": "5"})

    assert game.unit == {"name": "fish", "big": {"name": "contract", "worth": 10}, "starting": 25}


@pytest.mark.parametrize(
    ("typed", "money"),
    [
        (("3", "0.25", "EUR"), {"currency": "EUR", "minor_units": 25, "per": 3}),
        (("1", "0,1", "gbp"), {"currency": "GBP", "minor_units": 10, "per": 1}),
        (("1", ".5", "USD"), {"currency": "USD", "minor_units": 50, "per": 1}),
        (("2", "15", "JPY"), {"currency": "JPY", "minor_units": 15, "per": 2}),
        (("1", "0.005", "KWD"), {"currency": "KWD", "minor_units": 5, "per": 1}),
        (("12", "1", "matches"), {"currency": "matches", "minor_units": 1, "per": 12}),
    ],
)
def test_what_the_counters_are_worth(
    client: Client, blank: PlainPage, typed: tuple[str, str, str], money: dict[str, Any]
) -> None:
    per, worth, currency = typed
    game = opened(client, blank, **FIVE, money="yes", per=per, worth=worth, currency=currency)

    assert game.unit == {"name": "counter", "money": money}


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("worth", "", "is not an amount of money"),
        ("worth", "0", "choose to play for points"),
        ("worth", "0.255", "GBP has 2 decimals"),
        ("worth", "99999", "That is too much"),
        ("per", "0", "At least 1."),
        ("per", "1000001", "1,000,000 is the most"),
        ("currency", "", "Name the currency"),
    ],
)
def test_money_that_cannot_be_is_explained(client: Client, blank: PlainPage, field: str, typed: str, says: str) -> None:
    money = {"money": "yes", "per": "1", "worth": "0.10", "currency": "GBP", field: typed}
    answer = press(client, blank, "start", **FIVE, **money)

    assert answer.status == 422
    assert says in answer.text
    assert f"wrong-{field}" in answer.ids


def test_money_is_not_asked_about_where_they_play_for_points(client: Client, blank: PlainPage) -> None:
    assert "money" not in opened(client, blank, **FIVE, money="no", worth="rubbish").unit


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"big_name": "red", "big_worth": "1"}, "big_worth"),
        ({"big_name": "", "big_worth": "3"}, "big_name"),
        ({"unit_name": "x" * 21}, "unit_name"),
    ],
)
def test_units_that_cannot_be(client: Client, blank: PlainPage, typed: dict[str, str], field: str) -> None:
    answer = press(client, blank, "start", **FIVE, **typed)

    assert answer.status == 422
    assert f"wrong-{field}" in answer.ids


# ---------------------------------------------------------------------------------------------------- already begun


def test_balances_are_carried_over_from_paper(client: Client, blank: PlainPage) -> None:
    three = {"name_0": "Anna", "name_2": "Bram", "name_4": "Clara", "pool": "6", "looed": "on", "carried": "on"}
    sums = {"balance_0": "4", "balance_2": "12", "balance_2-way": "down", "balance_4": "2"}
    game = opened(client, blank, **three, **sums)

    assert game.opening["pool"] == 6
    assert game.opening["looed"] is True
    assert game.opening["balances"] == [4, -12, 2]


def test_without_them_the_pool_is_brought_in_from_outside(client: Client, blank: PlainPage) -> None:
    game = opened(client, blank, **FIVE, pool="6", balance_0="4")
    assert game.opening["balances"] is None


def test_balances_that_do_not_add_up_say_what_is_missing(client: Client, blank: PlainPage) -> None:
    typed = {**FIVE, "pool": "12", "carried": "on", "balance_0": "3"}
    says = (
        "The balances add up to +3 counters; with 12 counters on the table they must add up to −12 counters: "
        "15 counters too much."
    )

    assert says in press(client, blank, "check", **typed).text
    answer = press(client, blank, "start", **typed)
    assert answer.status == 422
    assert says in answer.text
    assert answer.value("balance_0") == "3"
    assert "too much" not in press(client, blank, "check", **{**typed, "balance_0": "12", "balance_0-way": "down"}).text


def test_a_balance_of_an_empty_seat_is_not_dropped_unsaid(client: Client, blank: PlainPage) -> None:
    typed = {
        "name_0": "Anna",
        "name_1": "Bram",
        "carried": "on",
        "balance_0": "3",
        "balance_4": "3",
        "balance_4-way": "down",
    }
    answer = press(client, blank, "start", **typed)

    assert answer.status == 422
    assert "Nobody sits on seat 5" in answer.text


def test_no_loo_was_paid_into_an_empty_pool(client: Client, blank: PlainPage) -> None:
    answer = press(client, blank, "start", **FIVE, looed="on")

    assert answer.status == 422
    assert "wrong-looed" in answer.ids


# ---------------------------------------------------------------------------------------------------- doubles, requests


def test_a_double_tap_opens_one_table(client: Client, blank: PlainPage) -> None:
    first, second = (press(client, blank, "start", **FIVE) for _ in range(2))

    assert first.location == second.location
    assert Game.objects.count() == 1


def test_other_names_after_going_back_are_not_taken_for_the_same_table(client: Client, blank: PlainPage) -> None:
    press(client, blank, "start", **FIVE)
    answer = press(client, blank, "start", **{**FIVE, "name_0": "Agnes"})

    assert answer.status == 409
    assert "has opened a table already" in answer.text
    assert answer.value("key") != blank.value("key")
    assert names(opened(client, answer))[0] == "Agnes"


def test_a_request_by_script_is_sent_on_by_a_header(client: Client, blank: PlainPage) -> None:
    response = client.post("/new/", blank.typed("start", **FIVE), headers={"HX-Request": "true"})

    assert response.headers["HX-Redirect"].startswith("/t/")


@pytest.mark.parametrize("field", ["key", "rows", "shown", "preset", "first", "rule_loo", "money"])
@pytest.mark.parametrize("value", [None, "", "\x00", "x" * 300, "-1", "٣"])
def test_no_field_breaks_the_page(client: Client, blank: PlainPage, field: str, value: str | None) -> None:
    answer = press(client, blank, "start", **{**FIVE, field: value})
    assert answer.status in (200, 303, 409, 422)


def test_nothing_at_all_is_answered_with_the_page(client: Client) -> None:
    assert client.post("/new/", {"act": "start"}).status_code == 422
    assert client.put("/new/").status_code == 405


def test_more_tables_than_people_need_are_refused_and_what_was_typed_stays(
    client: Client, blank: PlainPage, settings: Settings
) -> None:
    settings.LOO_LIMITS = {**settings.LOO_LIMITS, "tables_per_device_hour": 1}
    opened(client, blank, **FIVE)
    answer = press(client, PlainPage(client.get("/new/")), "start", **FIVE)

    assert answer.status == 429
    assert "This phone has sent 1 new tables within an hour." in answer.text
    assert answer.value("name_4") == "Esther"
    assert Game.objects.count() == 1
