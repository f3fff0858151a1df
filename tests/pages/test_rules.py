"""The rules of a table: every switch with its value, sentence and source; changing them after a comparison."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from games.codec import load_opening, load_unit
from games.rules.ruleset import SWITCH_NAMES, RuleSet
from games.rules.state import Opening
from games.rules.switches import SWITCHES
from games.selectors import rules_of
from tests.pages.tables import Holder, form_of, game_of, place_of, played, text_of

pytestmark = pytest.mark.django_db


def filled(response: Any) -> dict[str, Any]:
    """Everything that the form for new rules would send as it stands."""
    form = response.content.decode().split('id="new-table"', 1)[1].split("</form>")[0]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        found = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if "name" in found and (found.get("type") not in ("radio", "checkbox") or " checked" in tag):
            sent.setdefault(found["name"], []).append(unescape(found.get("value", "on")))
    for name, options in re.findall(r'<select\b[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, flags=re.DOTALL):
        sent[name] = re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)[:1]
    return sent


@pytest.mark.parametrize("role", ["host", "scorer", "watch"])
def test_every_switch_is_shown_with_its_sentence_and_where_it_comes_from(role: str) -> None:
    said = text_of(Holder.of(played("X20"), role).get("rules/"))
    for switch in SWITCHES.values():
        assert switch.title in said
        assert switch.sentence in said
    assert "Peel, rule P12" in said
    assert "our default where the author is silent or unclear" in said


def test_what_the_table_changed_is_marked_with_what_the_author_has() -> None:
    said = text_of(Holder.of(played("X20")).get("rules/"))
    preset = RuleSet.of("peel")
    rules = rules_of(game_of(played("X20")))
    changed = [name for name in SWITCH_NAMES if rules.value(name) != preset.value(name)]
    assert said.count("changed by the table") == len(changed) + bool(changed)


@pytest.mark.parametrize("name", ["X20", "X24", "X31", "X52", "Y01", "Y04"])
def test_the_form_says_exactly_what_holds(name: str) -> None:
    table = played(name)
    host = Holder.of(table)
    before = game_of(table)
    answer = host.post("rules/change/", filled(host.get("rules/change/")) | {"act": "compare"})
    assert answer.status_code == 200, text_of(answer)
    assert "No entry changes." in text_of(answer)
    place_of(host.post("rules/change/", form_of(answer, "confirm")))
    after = game_of(table)
    assert rules_of(after) == rules_of(before)
    assert load_unit(after.unit) == load_unit(before.unit)
    assert load_opening(after.opening) == load_opening(before.opening)


def test_another_stake_is_compared_and_then_holds_for_the_whole_game() -> None:
    table = played("X20", entries=2)
    host = Holder.of(table)
    sent = filled(host.get("rules/change/")) | {"rule_single_loo": "6", "act": "compare", "why": "we said six"}
    answer = host.post("rules/change/", sent)
    assert "Pool before 15 → after 27" in text_of(answer)
    assert rules_of(game_of(table)).single_loo == 3
    form = form_of(answer, "confirm")
    for _ in range(2):
        assert place_of(host.post("rules/change/", form)) == host.url("rules/")
    assert rules_of(game_of(table)).single_loo == 6
    assert game_of(table).revision == 2


def test_the_comparison_takes_the_place_of_the_form_with_its_heading_and_its_way_back() -> None:
    host = Holder.of(played("X20", entries=2))
    sent = filled(host.get("rules/change/")) | {"rule_single_loo": "6", "act": "compare"}
    answer = host.client.post(host.url("rules/change/"), sent, headers={"HX-Request": "true"})
    assert answer.headers["HX-Retarget"] == answer.headers["HX-Reselect"] == "#main"
    assert "Leave the rules as they are" in text_of(answer)


def test_balances_from_paper_and_money_can_be_given_later() -> None:
    table = played("X31")
    host = Holder.of(table)
    players = game_of(table).players
    sent = filled(host.get("rules/change/")) | {"carried": "on", "money": "yes", "per": "1", "worth": "0.10"}
    sent |= {"currency": "EUR", "balance_0-way": "down", "balance_0": "45", "balance_0-big": ""}
    answer = host.post("rules/change/", sent | {"act": "compare"})
    assert answer.status_code == 200, text_of(answer)
    place_of(host.post("rules/change/", form_of(answer, "confirm")))
    opening = load_opening(game_of(table).opening)
    assert opening == Opening(45, True, None, (-45,) + (0,) * (players - 1))
    unit = load_unit(game_of(table).unit)
    assert (unit.currency, unit.minor_units, unit.per) == ("EUR", 10, 1)


def test_rules_that_contradict_each_other_are_refused_beside_the_switch() -> None:
    host = Holder.of(played("X20"))
    sent = filled(host.get("rules/change/")) | {"rule_flush_cards": "5", "act": "compare"}
    answer = host.post("rules/change/", sent)
    assert answer.status_code == 422
    assert "does not go with 3 tricks" in text_of(answer)


def test_rules_that_make_a_deal_impossible_name_it() -> None:
    host = Holder.of(played("X20"))
    sent = filled(host.get("rules/change/")) | {"rule_single_play": "all-play", "rule_first_deal": "all-play"}
    answer = host.post("rules/change/", sent | {"act": "compare"})
    assert answer.status_code == 422
    assert "Deal 1 stands in the way" in text_of(answer)


@pytest.mark.parametrize("role", ["scorer", "watch"])
def test_only_the_host_changes_rules(role: str) -> None:
    table = played("X20")
    host, other = Holder.of(table), Holder.of(table, role)
    assert other.get("rules/change/").status_code == 403
    sent = filled(host.get("rules/change/")) | {"act": "confirm", "version": "1"}
    assert other.post("rules/change/", sent).status_code == 403
