"""Where the author is silent the outcome names the default of ours that decided, and only then."""

from __future__ import annotations

from typing import Any

from games.rules.facts import Adjust, Deal, Declaration, Flush, Lost, Penalty, Seat, Tricks, Unplayed
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, Opening, start
from games.rules.step import step


def decided(state: GameState, deal: Deal) -> tuple[tuple[str, str], ...]:
    return step(state, deal)[1].defaults


def table(preset: str, pool: int = 12, *, looed: bool = True, **switches: Any) -> GameState:
    return start(RuleSet.of(preset, **switches), 5, Opening(pool, looed=looed and pool > 0))


def standing(*seats: Seat) -> tuple[tuple[Seat, Declaration], ...]:
    return tuple((seat, "stand") for seat in seats)


def test_nothing_is_named_where_the_author_decided_everything() -> None:
    deal = Deal(Tricks((1, 2, 3)), declared=standing(1, 2, 3))

    assert decided(table("peel"), deal) == ()


def test_odd_units_to_the_first_tricks_are_fosters_default_and_peels_word() -> None:
    deal = Deal(Tricks((1, 2, 3)), declared=standing(1, 2, 3))

    assert decided(table("foster", 5), deal) == (("remainder", "Q03"),)
    assert decided(table("peel", 5), deal) == ()
    assert decided(table("foster", 6), deal) == ()


def test_a_double_made_by_money_without_a_loo_is_named() -> None:
    deal = Deal(Tricks((1, 2, 3)), declared=standing(1, 2, 3))

    assert decided(table("peel", 3, looed=False), deal) == (("next_single", "Q05"),)
    assert decided(table("foster", 3, looed=False), deal) == ()


def test_a_kind_as_it_was_played_is_derived_anew_only_where_it_was_derived() -> None:
    played = Deal(Tricks((1, 2, 3)), kind="double", declared=standing(1, 2, 3))
    empty = table("peel", 0)

    assert step(empty, played)[1].kind_expected == "single"
    assert decided(empty, played) == ()
    assert decided(table("peel", 3, looed=False), played) == (("next_single", "Q05"),)


def test_a_pool_that_nobody_stood_for_is_the_dealers_by_default() -> None:
    assert decided(table("foster"), Deal(Unplayed(0))) == (("unclaimed", "Q07"),)
    assert decided(table("peel"), Deal(Unplayed(0))) == ()


def test_a_lone_stander_takes_the_pool_by_default_where_there_is_no_miss() -> None:
    assert decided(table("peel-irish"), Deal(Unplayed(2), declared=standing(2))) == (("lone_stander", "Q22"),)


def test_who_gets_what_a_flush_pays_is_named() -> None:
    deal = Deal(Flush((1,)), declared=standing(1, 2))

    assert decided(table("foster"), deal) == (("flush_paid_to", "Q20"),)
    assert decided(table("peel-five-card"), Deal(Flush((1,)))) == ()


def test_how_a_single_is_played_is_named_where_another_way_would_not_allow_the_result() -> None:
    state, _ = step(table("enquire-within", 0), Deal(Tricks((0, 1, 2)), excused=(3, 4)))

    assert state.table == 0
    assert decided(state, Deal(Tricks((0, 1, 2)))) == (("single_play", "Q28"),)


def test_a_miss_by_default_is_named_where_it_was_taken() -> None:
    deal = Deal(Tricks((1, 2, 2)), declared=((1, "stand"), (2, "miss")))

    assert decided(table("modern"), deal) == (("miss", "Q40"),)
    assert decided(table("modern"), Deal(Tricks((1, 2, 2)), declared=standing(1, 2))) == ()


def test_clubs_turned_without_club_law_are_named_where_the_author_does_not_know_it() -> None:
    deal = Deal(Tricks((1, 2, 2)), declared=standing(1, 2), clubs_turned=True)

    assert decided(table("foster"), deal) == (("club_law", "Q39"),)
    assert decided(table("peel"), deal) == ()


def test_what_the_table_changed_is_no_default() -> None:
    deal = Deal(Tricks((1, 2, 3)), declared=standing(1, 2, 3))

    assert decided(table("foster", 5, remainder="carry"), deal) == ()


def test_a_number_has_no_other_value() -> None:
    lost = Deal(Lost(), penalties=(Penalty(0, "misdeal", 9, "current"),))

    assert decided(table("foster"), lost) == ()


def test_what_is_no_deal_is_decided_by_no_switch() -> None:
    assert step(table("foster"), Adjust(((0, -1),), "spilt"))[1].defaults == ()
