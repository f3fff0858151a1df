"""Every switch can be shown to the people at the table, with its source, and doubtful rules are pointed out."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.presets import PRESETS
from games.rules.ruleset import SWITCH_NAMES, RuleFault, RuleSet, check_rules
from games.rules.sources import QUESTIONS, basis_words
from games.rules.switches import GROUPS, SWITCHES, Switch, warnings

ALL = pytest.mark.parametrize("switch", SWITCHES.values(), ids=list(SWITCHES))


def _value_faults(switch: str, value: object) -> list[RuleFault]:
    return [fault for fault in check_rules("peel", {switch: value}) if fault.code == "field-value"]


def test_the_switches_of_the_rules_are_those_shown_grouped() -> None:
    assert set(SWITCH_NAMES) == set(SWITCHES)
    groups = [switch.group for switch in SWITCHES.values()]
    assert list(GROUPS) == list(dict.fromkeys(groups))
    assert groups == sorted(groups, key=list(GROUPS).index)


@ALL
def test_a_switch_has_a_title_and_one_sentence(switch: Switch) -> None:
    assert switch.title
    assert not switch.title.endswith(".")
    assert switch.sentence.endswith(".")
    assert switch.sentence.count(".") == 1


@ALL
def test_labels_tell_the_values_apart(switch: Switch) -> None:
    assert len(set(switch.labels.values())) == len(switch.labels)
    assert (switch.kind == "number") == (switch.least is not None)
    assert bool(switch.when_empty) == (switch.kind == "set")


@pytest.mark.parametrize("switch", [switch for switch in SWITCHES.values() if switch.kind in {"choice", "yes-no"}])
def test_the_rules_take_every_value_of_a_choice_and_no_other(switch: Switch) -> None:
    assert all(not _value_faults(switch.name, value) for value in switch.values)
    for other in ("", "something else", 2 if 2 not in switch.values else 4):
        assert _value_faults(switch.name, other)


@pytest.mark.parametrize("switch", [switch for switch in SWITCHES.values() if switch.kind == "number"])
def test_the_rules_take_every_number_from_the_least(switch: Switch) -> None:
    assert switch.least is not None
    assert not _value_faults(switch.name, switch.least)
    assert _value_faults(switch.name, switch.least - 1)


def test_the_values_of_every_preset_have_words() -> None:
    for preset in PRESETS.values():
        for name, value in preset.switches.items():
            assert SWITCHES[name].words(value, preset.unit)


@pytest.mark.parametrize(
    ("switch", "value", "words"),
    [
        ("stake", 9, "3 reds"),
        ("loo_cap", 0, "No limit set"),
        ("miss", False, "No miss"),
        ("tricks", 5, "Five cards, five tricks"),
        ("dealer_stands_out_above", 7, "7"),
        ("lone_stander", frozenset({"defend", "miss"}), "Take the miss for himself, Play the miss for the pool"),
        ("lone_stander", frozenset(), "He must stand on his own cards"),
    ],
)
def test_a_value_in_words(switch: str, value: Any, words: str) -> None:
    assert words == SWITCHES[switch].words(value, PRESETS["foster"].unit)


def test_an_amount_without_a_unit_is_a_number() -> None:
    assert SWITCHES["stake"].words(9) == "9"


def test_a_value_that_the_switch_does_not_take_is_refused() -> None:
    with pytest.raises(KeyError):
        SWITCHES["loo"].words("boundless")


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        ("F14", "Foster, rule F14"),
        ("W1", "Enquire Within, rule W1"),
        ("B9 option", "Encyclopaedia Britannica, rule B9: the author's option, off here"),
        ("Q05", "our default where the author is silent or unclear (Q05)"),
    ],
)
def test_a_basis_in_words(basis: str, words: str) -> None:
    assert words == basis_words(basis)


@pytest.mark.parametrize("basis", ["", "P", "12", "Z3", "Q05 option", "P12 maybe", "P123"])
def test_what_is_no_basis_is_refused(basis: str) -> None:
    with pytest.raises(ValueError, match="is not the number of a rule or a question"):
        basis_words(basis)


def test_every_default_of_ours_is_explained_in_a_sentence() -> None:
    used = {basis for preset in PRESETS.values() for basis in preset.basis.values() if basis.startswith("Q")}

    assert used <= set(QUESTIONS)
    assert all(sentence.endswith(".") for sentence in QUESTIONS.values())


class TestWarnings:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_no_author_is_warned_of(self, preset: str) -> None:
        assert warnings(RuleSet.of(preset)) == ()

    @pytest.mark.parametrize(
        ("overrides", "switches"),
        [
            ({"stake": 4}, [("stake",)]),
            ({"loo_amount": 7, "single_loo": 4}, [("loo_amount",), ("single_loo",)]),
            ({"loo": "unlimited", "loo_amount": 7, "single_loo": 4}, []),
            ({"loo": "capped", "loo_cap": 20, "loo_amount": 7}, [("loo_cap",)]),
            ({"loo_cap": 20}, []),
            ({"loo": "unlimited", "loo_floor": 5}, [("loo_floor",)]),
            ({"loo_floor": 5}, []),
        ],
    )
    def test_amounts_that_do_not_divide_where_they_matter(
        self, overrides: dict[str, Any], switches: list[tuple[str, ...]]
    ) -> None:
        found = warnings(RuleSet.of("peel", **overrides))

        assert switches == [warning.switches for warning in found]
        assert all("cannot be cut into 3 equal parts" in str(warning) for warning in found)

    def test_they_speak_in_the_units_of_the_game(self) -> None:
        (warning,) = warnings(RuleSet.of("foster", stake=10), PRESETS["foster"].unit)

        assert (
            str(warning)
            == "Stake: 3 reds 1 white cannot be cut into 3 equal parts, so odd whites may be left over (Q02)."
        )

    def test_a_stake_changed_without_the_limit_that_goes_with_it(self) -> None:
        (warning,) = warnings(RuleSet.of("britannica", stake=6))

        assert warning.switches == ("stake", "loo_cap")
        assert "42 counters instead of 21 counters (B8)" in warning.text

    @pytest.mark.parametrize(
        "overrides", [{"stake": 6, "loo_cap": 42}, {"stake": 6, "loo_cap": 30}, {"stake": 6, "loo": "unlimited"}]
    )
    def test_a_limit_set_with_the_stake_is_meant(self, overrides: dict[str, Any]) -> None:
        assert warnings(RuleSet.of("britannica", **overrides)) == ()

    def test_loos_that_differ_from_the_stake_where_the_author_makes_them_equal(self) -> None:
        (warning,) = warnings(RuleSet.of("hoffmann", stake=6, single_loo=6))

        assert warning.switches == ("stake", "loo_amount")
        assert warning.text.endswith("change them together (H5).")
        assert warnings(RuleSet.of("hoffmann", stake=6, single_loo=6, loo_amount=6)) == ()
        assert warnings(RuleSet.of("hoffmann", stake=6, loo="unlimited")) == ()
