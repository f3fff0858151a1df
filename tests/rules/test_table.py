"""The small parts: the cut of a pool, the measure of a loo, rules as a difference, turns and seats."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.facts import Adjust, Deal, Finish, Flush, Join, Kind, Leave, Lost, Penalty, ThrownIn, Tricks
from games.rules.play import next_dealer, resolve
from games.rules.pool import loo_amount, split_pool
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, Opening, start
from games.rules.step import Movement, step

ENGINE = Path(__file__).resolve().parents[2] / "games" / "rules"


def test_the_engine_imports_only_the_standard_library_and_itself() -> None:
    files = list(ENGINE.rglob("*.py"))
    assert len(files) > 15
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                modules = [node.module or ""]
            for module in modules:
                own = module == "games.rules" or module.startswith("games.rules.")
                assert own or module.split(".")[0] in sys.stdlib_module_names, (path.name, module)


@given(st.integers(0, 10**12), st.integers(1, 20), st.sampled_from(("first-tricks", "carry")))
def test_a_pool_is_cut_without_loss_and_as_equally_as_can_be(pool: int, parts: int, remainder: str) -> None:
    cut, stays = split_pool(pool, parts, remainder)

    assert len(cut) == parts
    assert sum(cut) + stays == pool
    assert cut[0] - cut[-1] <= 1
    assert list(cut) == sorted(cut, reverse=True)
    assert 0 <= stays < parts
    assert stays == 0 or remainder == "carry"


@pytest.mark.parametrize(("pool", "parts"), [(3, 0), (-1, 3)])
def test_what_cannot_be_cut_is_refused(pool: int, parts: int) -> None:
    with pytest.raises(ValueError, match="cannot be cut"):
        split_pool(pool, parts, "carry")


@pytest.mark.parametrize(
    ("switches", "kind", "loo"),
    [
        ({}, "double", 6),
        ({}, "single", 3),
        ({"loo": "unlimited"}, "single", 40),
        ({"loo": "unlimited", "loo_floor": 50}, "double", 50),
        ({"loo": "capped", "loo_cap": 30}, "double", 30),
        ({"loo": "capped", "loo_cap": 60, "loo_floor": 50}, "double", 50),
        ({"loo": "capped", "loo_cap": 60}, "double", 40),
        ({"loo_floor": 9}, "double", 6),
    ],
)
def test_a_loo_is_measured(switches: dict[str, int | str], kind: Kind, loo: int) -> None:
    assert loo_amount(RuleSet.of("peel", **switches), kind, 40) == loo


def test_rules_read_as_the_difference_from_their_preset() -> None:
    rules = RuleSet.of("peel", stake=3, lone_stander=["defend"], loo="unlimited")

    assert rules.overrides() == {"loo": "unlimited", "lone_stander": ["defend"]}
    assert RuleSet.from_json(rules.to_json()) == rules


def peel(players: int = 5, pool: int = 0) -> GameState:
    return start(RuleSet.of("peel"), players, Opening(pool, looed=pool > 0))


def test_the_deal_goes_round_past_empty_seats_and_through_new_ones() -> None:
    state = peel(4, 12)
    assert next_dealer(state) == 0
    state, _ = step(state, Deal(Tricks((1, 1, 2)), declared=((1, "stand"), (2, "stand"))))
    state, _ = step(state, Leave(1))
    assert next_dealer(state) == 2
    state, _ = step(state, Join(4, 0))

    assert state.order == (0, 4, 1, 2, 3)
    assert state.seated == (0, 4, 2, 3)
    assert next_dealer(state) == 4


def test_the_turn_goes_on_from_a_dealer_who_left() -> None:
    state, _ = step(peel(4, 12), Deal(Tricks((1, 1, 2)), declared=((1, "stand"), (2, "stand"))))
    state, _ = step(state, Leave(0))

    assert next_dealer(state) == 1


def test_one_who_comes_back_keeps_his_balance_and_takes_his_new_seat() -> None:
    state, _ = step(peel(4, 12), Deal(Tricks((1, 1, 2)), declared=((1, "stand"), (2, "stand"))))
    state, _ = step(state, Leave(1))
    state, _ = step(state, Join(1, 3))

    assert state.order == (0, 2, 3, 1)
    assert state.balances == (-3, 10, 5, 0)
    assert state.dealt == (1, 0, 0, 0)


def test_the_first_deal_stays_the_first_after_an_adjustment_and_a_join() -> None:
    state, _ = step(peel(3), Adjust(((0, -2),), "spilt"))
    state, _ = step(state, Join(3, 0))

    assert state.first_deal
    assert resolve(state, Deal(Tricks(()))).kind == "double"


def test_a_deal_that_resolves_says_everything_outright() -> None:
    rules = RuleSet.of("hoffmann", first_deal="all-play")

    resolved = resolve(start(rules, 4), Deal(Tricks((0, 1, 0)), sitting_out=(2,), barred=(3,)))

    assert (resolved.dealer, resolved.kind, resolved.dealt_in, resolved.sitting_out) == (0, "single", (0, 1, 3), ())
    assert resolved.declared == ((0, "stand"), (1, "stand"))


def test_the_movements_say_what_each_player_paid_and_drew_and_why() -> None:
    state = start(RuleSet.of("peel"), 3, Opening(12, looed=True))
    penalties = (Penalty(1, "looked-early", 3, "current"), Penalty(2, "irregular-play", 6, "next"))
    deal = Deal(
        Tricks((1, 1, 2)), declared=((0, "stand"), (1, "stand"), (2, "stand")), penalties=penalties, forfeits=(2,)
    )

    after, outcome = step(state, deal)

    assert outcome.movements == (
        Movement(0, -3, "stake"),
        Movement(1, -3, "penalty", "looked-early", "current"),
        Movement(1, 6, "trick", 1),
        Movement(1, 6, "trick", 2),
        Movement(0, -6, "loo"),
        Movement(2, -6, "penalty", "irregular-play", "next"),
    )
    assert (outcome.pool, outcome.parts, outcome.left) == (18, (6, 6, 6), 18)
    assert after.table == 18


def test_the_loos_of_a_flush_paid_to_its_holder_make_no_double() -> None:
    state = start(RuleSet.of("peel-five-card"), 4, Opening(10, looed=True))

    after, outcome = step(state, Deal(Flush((1, 3), (0,))))

    assert outcome.looed == ((2, 10),)
    assert outcome.net == (-5, 13, -10, 12)
    assert (after.looed, after.table) == (False, 0)


def test_odd_units_stay_after_a_revoke() -> None:
    state = start(RuleSet.of("foster"), 4, Opening(10, looed=True))
    deal = Deal(ThrownIn(2), declared=((0, "stand"), (1, "stand"), (2, "stand")))

    _, outcome = step(state, deal)

    assert (outcome.pool, outcome.net, outcome.left) == (19, (0, 9, 0, 0), 1)


def test_the_deal_after_a_lost_one_is_a_double_even_by_loos() -> None:
    state = start(RuleSet.of("britannica", misdeal_deal="lost"), 4)

    after, outcome = step(state, Deal(Lost()))

    assert outcome.kind == "single"
    assert resolve(after, Deal(Lost())).kind == "double"
    assert next_dealer(after) == 1


def test_a_division_gives_the_odd_ones_from_the_last_dealers_left_among_those_who_sit() -> None:
    state = start(RuleSet.of("peel"), 4, Opening(8, looed=True, last_dealer=1))
    state, _ = step(state, Leave(2))

    after, outcome = step(state, Finish("division"))

    assert outcome.net == (3, 2, 0, 3)
    assert after.finished
