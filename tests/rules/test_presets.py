"""The presets are whole: every switch with a value and a source, every penalty with an amount."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import presets
from games.rules.presets import PRESETS, Preset
from games.rules.ruleset import RuleSet
from games.rules.sources import basis_words
from games.rules.switches import SWITCHES

ALL = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))


def test_the_presets_in_the_order_to_offer_them() -> None:
    three_card = ["peel", "foster", "britannica", "hoffmann", "enquire-within", "modern"]
    irish = ["peel-irish", "foster-irish", "britannica-irish"]
    five_card = ["peel", "foster", "britannica", "hoffmann", "enquire-within"]

    assert [*three_card, *irish, *(f"{author}-five-card" for author in five_card)] == list(PRESETS)
    assert list(PRESETS) == [preset.name for preset in PRESETS.values()]


def test_the_data_says_what_it_is() -> None:
    data = json.loads(Path(presets.__file__).with_name("presets.json").read_text(encoding="utf-8"))

    assert data["format"] == "loo-presets/1"


@ALL
def test_every_switch_has_a_value_and_a_source(preset: Preset) -> None:
    assert set(SWITCHES) == set(preset.switches) == set(preset.basis)
    assert all(basis_words(basis) for basis in preset.basis.values())
    assert RuleSet.of(preset.name).overrides() == {}


@ALL
def test_every_preset_says_whose_it_is_and_what_to_tell_the_table(preset: Preset) -> None:
    assert preset.title
    assert preset.source
    assert preset.notes
    assert all(preset.notes)


@ALL
def test_the_unit_cuts_the_stake_into_whole_larger_units(preset: Preset) -> None:
    stake = preset.switches["stake"]

    assert isinstance(stake, int)
    big, small = preset.unit.parts(stake)
    assert small == 0 if preset.unit.big_name else (0, stake) == (big, small)


@ALL
def test_penalties_are_well_formed(preset: Preset) -> None:
    faults = [penalty.fault for penalty in preset.penalties]

    assert len(set(faults)) == len(faults)
    for penalty in preset.penalties:
        assert penalty.what
        assert basis_words(penalty.rule)
        assert penalty.to in {"current", "next"}
        assert penalty.switch in {"stake", "loo_amount", "single_loo"}
        assert penalty.amount(preset.switches) >= 1


def test_the_modern_page_gives_no_penalties() -> None:
    assert [name for name, preset in PRESETS.items() if not preset.penalties] == ["modern"]


@pytest.mark.parametrize(
    ("preset", "fault", "amount"),
    [("peel", "misdeal", 3), ("peel", "irregular-play", 6), ("foster", "revoke", 18), ("hoffmann", "wrong-play", 12)],
)
def test_what_a_fault_costs(preset: str, fault: str, amount: int) -> None:
    (penalty,) = (penalty for penalty in PRESETS[preset].penalties if penalty.fault == fault)

    assert amount == penalty.amount(PRESETS[preset].switches)


def test_a_penalty_follows_the_rules_of_the_game() -> None:
    (penalty,) = (penalty for penalty in PRESETS["hoffmann"].penalties if penalty.fault == "wrong-play")

    assert penalty.amount({**PRESETS["hoffmann"].switches, "stake": 6}) == 24


def test_nothing_can_change_a_preset() -> None:
    with pytest.raises(TypeError):
        PRESETS["peel"].switches["stake"] = 4  # type: ignore[index]
