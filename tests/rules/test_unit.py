"""The unit of a game and the words for an amount."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.unit import Unit, minor_digits, money_words

REDS = Unit("white", big_name="red", big_worth=3)
COUNTERS = Unit()


@pytest.mark.parametrize(
    ("amount", "words", "short", "signed"),
    [
        (7, "2 reds 1 white", "2r 1w", "+2r 1w"),
        (-11, "−3 reds 2 whites", "−3r 2w", "−3r 2w"),
        (6, "2 reds", "2r", "+2r"),
        (3, "1 red", "1r", "+1r"),
        (-2, "−2 whites", "−2w", "−2w"),
        (0, "0 whites", "0", "0"),
    ],
)
def test_amounts_with_a_larger_unit(amount: int, words: str, short: str, signed: str) -> None:
    assert words == REDS.words(amount)
    assert short == REDS.short(amount)
    assert signed == REDS.signed_short(amount)


@pytest.mark.parametrize(
    ("amount", "words", "short", "signed"),
    [
        (5, "5 counters", "5", "+5"),
        (1, "1 counter", "1", "+1"),
        (-1, "−1 counter", "−1", "−1"),
        (0, "0 counters", "0", "0"),
    ],
)
def test_amounts_without_a_larger_unit(amount: int, words: str, short: str, signed: str) -> None:
    assert words == COUNTERS.words(amount)
    assert short == COUNTERS.short(amount)
    assert signed == COUNTERS.signed_short(amount)


def test_signed_words_have_a_plus_only_above_zero() -> None:
    assert [REDS.signed_words(amount) for amount in (6, 0, -6)] == ["+2 reds", "0 whites", "−2 reds"]


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("match", "matches"),
        ("penny", "pennies"),
        ("counters", "counters"),
        ("d.", "d."),
        ("day", "days"),
        ("box", "boxes"),
        ("y", "ys"),
        ("Münze", "Münzes"),
    ],
)
def test_plurals_are_simple(name: str, plural: str) -> None:
    assert plural == Unit(name).names
    assert f"1 {name}" == Unit(name).words(1)


def test_names_that_begin_alike_are_told_apart_in_short() -> None:
    assert Unit("sixpence", big_name="shilling", big_worth=2).short(5) == "2sh 1si"
    assert Unit("red", big_name="reds", big_worth=5).short(6) == "1 reds 1 red"


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_parts_make_up_the_amount_and_have_its_sign(amount: int, worth: int) -> None:
    big, small = Unit("white", big_name="red", big_worth=worth).parts(amount)

    assert amount == big * worth + small
    assert abs(small) < worth
    assert big * amount >= 0 <= small * amount


def test_parts_without_a_larger_unit() -> None:
    assert COUNTERS.parts(-5) == (0, -5)


@pytest.mark.parametrize(
    ("minor_units", "currency", "words"),
    [
        (1250, "USD", "12.50 USD"),
        (-1250, "USD", "−12.50 USD"),
        (-5, "EUR", "−0.05 EUR"),
        (0, "GBP", "0.00 GBP"),
        (1250, "JPY", "1250 JPY"),
        (1250, "KWD", "1.250 KWD"),
        (12345, "CLF", "1.2345 CLF"),
        (5, "d.", "5 d."),
        (-5, "usd", "−5 usd"),
        (5, "ÄÖÜ", "5 ÄÖÜ"),
    ],
)
def test_money(minor_units: int, currency: str, words: str) -> None:
    unit = Unit(currency=currency, minor_units=1, per=1)

    assert words == unit.money(minor_units) == money_words(minor_units, currency)
    assert ("+" if minor_units > 0 else "") + words == unit.signed_money(minor_units)


def test_an_unknown_code_of_three_capitals_has_hundredths() -> None:
    assert minor_digits("XYZ") == 2


def test_a_game_for_points_has_no_money() -> None:
    assert not COUNTERS.has_money
    with pytest.raises(ValueError, match="a counter is worth no money"):
        COUNTERS.money(5)


@pytest.mark.parametrize(
    "data",
    [
        {"name": "counter"},
        {"name": "white", "big": {"name": "red", "worth": 3}, "starting": 60},
        {"name": "white", "money": {"currency": "USD", "minor_units": 25, "per": 3}},
        {
            "name": "white",
            "big": {"name": "red", "worth": 3},
            "money": {"currency": "d.", "minor_units": 1, "per": 1},
            "starting": 1,
        },
    ],
)
def test_a_unit_is_written_as_it_was_read(data: dict[str, Any]) -> None:
    assert data == Unit.from_json(data).to_json()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"name": ""}, "need a name"),
        ({"big_name": "", "big_worth": 3}, "need a name"),
        ({"big_name": "red"}, "both its name and what it is worth"),
        ({"currency": "USD", "per": 3}, "money needs a currency"),
        ({"big_name": "red", "big_worth": 0}, "big_worth of a unit must be above 0, not 0"),
        ({"starting": 0}, "starting of a unit must be above 0, not 0"),
        ({"currency": "USD", "minor_units": 1, "per": -1}, "per of a unit must be above 0, not -1"),
    ],
)
def test_half_a_unit_is_refused(fields: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Unit(**fields)
