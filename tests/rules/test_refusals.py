"""Every code of the game file is given where it should be, several faults come together and in order."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from games.rules.facts import Deal, Finish, Flush, Join, Leave, Penalty, ThrownIn, Tricks, Unplayed
from games.rules.filefaults import FORM_CODES, REPLAY_CODES
from games.rules.refusal import CODES
from games.rules.replay import line_of
from games.rules.ruleset import RuleSet, RulesRefused
from games.rules.state import Opening, start
from games.rules.step import step
from games.rules.unit import Unit
from games.rules.violations import Refused, violations

HEAD: dict[str, Any] = {
    "format": "loo-game/1",
    "rules": {"preset": "peel"},
    "players": ["A", "B", "C", "D", "E"],
    "opening": {"pool": 12, "looed": True},
    "entries": [],
}
BCD: dict[str, Any] = {"B": "stand", "C": "stand", "D": "stand"}
GOOD: dict[str, Any] = {"declared": BCD, "tricks": ["C", "C", "B"]}
MANY = [f"P{number}" for number in range(17)]


def codes(raw: bytes | str | dict[str, Any]) -> list[tuple[int, str]]:
    """The errors of a file, as (entry, code)."""
    text = json.dumps(raw) if isinstance(raw, dict) else raw
    line, _ = line_of(text.encode() if isinstance(text, str) else text)
    return [(error["entry"], error["code"]) for error in json.loads(line).get("errors", [])]


def game(*entries: Any, **head: Any) -> dict[str, Any]:
    """A file with other fields of the head than usual; None leaves one out."""
    made = {**deepcopy(HEAD), "entries": list(entries), **head}
    return {field: value for field, value in made.items() if value is not None}


def dealt(rules: dict[str, Any] | None = None, **deal: Any) -> dict[str, Any]:
    """A file with one deal."""
    return game({"deal": deal}, rules={"preset": "peel", **(rules or {})})


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


WRONG: list[tuple[str, int, Any]] = [
    ("json", 0, "[]"),
    ("json", 0, ""),
    ("json", 0, "{"),
    ("json", 0, b'{"format": "loo-game/1\xff"}'),
    ("json", 0, b"\xef\xbb\xbf" + json.dumps(game()).encode()),
    ("json", 0, '{"format": Infinity}'),
    ("json", 0, '{"format": "\\ud83d"}'),
    ("json", 0, '{"a\\u0000b": 1}'),
    ("json", 0, '{"format": 1, "format": 1}'),
    ("json", 0, game(title=nested(20))),
    ("json", 0, json.dumps(game(opening={"pool": 7})).replace("7", "1" * 19)),
    ("json", 0, json.dumps(game(opening={"pool": 7})).replace("7", "1" * 5000)),
    ("json", 0, "[" * 100_000),
    ("json", 0, " " * 2_000_001),
    ("format", 0, game(format="loo-game/2")),
    ("field-unknown", 0, game(players_=[])),
    ("field-unknown", 0, game(rules={"preset": "peel", "stakes": 3})),
    ("field-unknown", 1, dealt(**GOOD, dealt_in=["A"])),
    ("field-unknown", 1, game({"deal": GOOD, "comment": "x"})),
    ("field-missing", 0, game(format=None)),
    ("field-missing", 0, game(rules={})),
    ("field-missing", 0, game(unit={})),
    ("field-missing", 1, game({"finish": {}})),
    ("field-missing", 1, game({"join": {"player": "F"}})),
    ("field-value", 0, game(title=nested(19))),
    ("field-value", 0, game(format=1)),
    ("field-value", 0, game(rules={"preset": "peel", "stake": True})),
    ("field-value", 0, game(rules={"preset": "peel", "lone_stander": ["miss", "miss"]})),
    ("field-value", 0, json.dumps(game(opening={"pool": 7})).replace("7", "1e400")),
    ("field-value", 0, json.dumps(game(opening={"pool": 7})).replace("7", "7.0")),
    ("field-value", 0, game(opening={"pool": -1})),
    ("field-value", 0, game(players=["A", ""])),
    ("field-value", 0, game(unit={"name": "c", "money": {"currency": "EUR", "minor_units": 1_000_001, "per": 1}})),
    ("field-value", 1, game(None)),
    ("field-value", 1, game({"adjust": {"net": {"A": 0}, "reason": "nothing"}})),
    ("field-value", 1, game({"adjust": {"net": {"A": -1}, "reason": ""}})),
    ("field-value", 1, dealt(declared={"B": "pass"}, tricks=["C", "C", "B"])),
    ("field-value", 1, dealt(declared={"B": ["stand"]}, tricks=["C", "C", "B"])),
    ("field-value", 1, dealt(declared=BCD, tricks=["C", "C", {}])),
    ("field-value", 1, dealt(**GOOD, penalties=[{"player": "A", "fault": "late", "amount": 0, "to": "next"}])),
    ("field-value", 1, dealt(lost=False)),
    ("field-value", 1, dealt(dealer=None, **GOOD)),
    ("field-value", 1, game({"deal": GOOD, "after": {"left": -3}})),
    ("field-value", 0, game(expect_error="no-such-code")),
    ("preset-unknown", 0, game(rules={"preset": "hoyle"})),
    ("rules-conflict", 0, game(rules={"preset": "peel", "flush_cards": 5})),
    ("rules-conflict", 0, game(rules={"preset": "peel", "miss": False})),
    ("rules-conflict", 0, game(rules={"preset": "peel-irish", "single_miss": True})),
    ("rules-conflict", 0, game(rules={"preset": "peel", "loo": "capped"})),
    ("rules-conflict", 0, game(rules={"preset": "peel", "loo": "capped", "loo_cap": 3, "loo_floor": 4})),
    ("opening-conflict", 0, game(opening={"looed": True})),
    ("opening-conflict", 0, game(opening={"pool": 12, "balances": {"A": -11}})),
    ("player-count", 0, game(players=["A"])),
    ("player-count", 0, game(players=[f"P{number}" for number in range(18)])),
    ("player-count", 1, game({"join": {"player": "Q", "after": "P1"}}, players=MANY)),
    ("player-count", 1, game({"leave": {"player": "A"}}, players=["A", "B"])),
    ("player-twice", 0, game(players=["A", "B", "A"])),
    ("player-twice", 1, dealt(**GOOD, barred=["Z", "Z"])),
    ("player-unknown", 0, game(opening={"pool": 1, "last_dealer": "Z"})),
    ("player-unknown", 0, game({"join": {"player": "F", "after": "A"}}, opening={"pool": 0, "balances": {"F": 0}})),
    ("player-unknown", 0, game(settlement={"balances": {"Z": 0}})),
    ("player-unknown", 1, game({"deal": GOOD, "after": {"net": {"Z": 1}}})),
    ("player-unknown", 1, game({"deal": {**GOOD, "sitting_out": ["F"]}}, {"join": {"player": "F", "after": "A"}})),
    (
        "player-unknown",
        1,
        game({"adjust": {"net": {"F": -1}, "reason": "early"}}, {"join": {"player": "F", "after": "A"}}),
    ),
    ("player-unknown", 2, game({"leave": {"player": "A"}}, {"leave": {"player": "A"}})),
    ("player-unknown", 2, game({"leave": {"player": "E"}}, {"join": {"player": "F", "after": "E"}})),
    ("entry-kind", 1, game({"note": "nothing"})),
    ("entry-after-finish", 2, game({"finish": {"how": "division"}}, {"leave": {"player": "A"}})),
    ("result-count", 1, dealt(declared=BCD)),
    ("too-large", 0, game(opening={"pool": 10**12 + 1})),
    ("too-large", 0, game(rules={"preset": "peel", "stake": 10**12 + 1})),
    ("too-large", 1, game({"adjust": {"net": {"A": -1}, "reason": "one more"}}, opening={"pool": 10**12})),
    ("too-few-dealt-in", 1, dealt(sitting_out=["A", "B", "C", "D"], unplayed="E")),
    ("too-few-dealt-in", 1, dealt(barred=["A", "B", "C", "D", "E"], unplayed=None)),
    ("no-cards", 1, dealt(**GOOD, sitting_out=["B"])),
    ("no-cards", 1, dealt(barred=["A"], declared={}, unplayed="A")),
    ("no-cards", 1, dealt(**GOOD, barred=["A"], sitting_out=["A"])),
    ("no-cards", 1, dealt(**GOOD, sitting_out=["E"], forfeits=["E"])),
    ("no-cards", 1, dealt({"flush_cards": 3}, flush={"holders": ["B"], "exempt": ["A"]}, sitting_out=["A"])),
    ("result-refused", 1, dealt(declared=BCD, card="B")),
    ("result-refused", 1, dealt(lost=True)),
    ("result-refused", 1, dealt(no_loos=True, unplayed="A")),
    (
        "result-refused",
        1,
        game({"deal": {"flush": {"holders": ["B"]}}}, rules={"preset": "foster"}, opening=None),
    ),
    ("declared-all", 1, dealt(**GOOD, no_loos=True)),
    ("declared-all", 1, dealt({"misdeal_deal": "lost"}, declared={"A": "stand"}, lost=True)),
    ("miss-refused", 1, dealt(declared={"B": "miss", "C": "miss"}, tricks=["C", "C", "B"])),
    ("miss-refused", 1, dealt({"lone_stander": []}, declared={"B": "stand", "A": "miss"}, tricks=["A", "A", "B"])),
    (
        "miss-refused",
        1,
        game({"deal": {"declared": {"A": "miss", "B": "stand"}, "tricks": ["A"] * 3}}, rules={"preset": "peel-irish"}),
    ),
    ("defend-refused", 1, dealt(declared={"A": "defend"}, unplayed="A")),
    ("defend-refused", 1, dealt(declared={"B": "stand", "C": "defend"}, tricks=["C", "C", "B"])),
    ("tricks-count", 1, dealt(declared=BCD, tricks=["C", "B"])),
    ("too-few-standing", 1, dealt(declared={"B": "stand"}, tricks=["B", "B", "B"])),
    ("too-few-standing", 1, dealt({"revoke": "thrown-in"}, declared={"B": "stand"}, thrown_in="B")),
    ("tricks-winner", 1, dealt(declared=BCD, tricks=["C", "E", "B"])),
    ("unplayed-opposed", 1, dealt(declared=BCD, unplayed="B")),
    ("unplayed-opposed", 1, dealt(declared={"B": "stand"}, unplayed="B")),
    ("unplayed-taker", 1, dealt(declared={"B": "miss"}, unplayed="A")),
    ("unplayed-taker", 1, dealt({"unclaimed": "stays"}, unplayed="A")),
    ("unplayed-taker", 1, dealt(unplayed=None)),
    ("flush-holder", 1, dealt({"flush_cards": 3}, flush={"holders": []})),
    ("flush-holder", 1, dealt({"flush_cards": 3, "flush_payers": "standing"}, flush={"holders": ["B"]})),
    ("flush-holder", 1, dealt({"flush_cards": 3}, declared={"A": "defend", "B": "stand"}, flush={"holders": ["A"]})),
    ("thrown-in-offender", 1, dealt({"revoke": "thrown-in"}, declared=BCD, thrown_in="E")),
    ("forfeits-refused", 1, dealt(**GOOD, forfeits=["E"])),
    ("forfeits-refused", 1, dealt({"flush_cards": 3}, flush={"holders": ["B"]}, forfeits=["B"])),
    ("excused-refused", 1, dealt(**GOOD, excused=["C"])),
    ("excused-refused", 1, dealt(unplayed="A", excused=["C"])),
    ("join-seated", 1, game({"join": {"player": "B", "after": "A"}})),
    ("adjust-refused", 1, game({"adjust": {"net": {"A": 13}, "reason": "too much"}})),
    ("finish-refused", 1, game({"finish": {"how": "single"}})),
    ("finish-refused", 1, game({"finish": {"how": "last-round"}}, opening=None)),
    ("after-mismatch", 1, game({"deal": GOOD, "after": {"kind": "single"}})),
    ("after-mismatch", 1, game({"deal": GOOD, "after": {"kind_expected": "double"}})),
    ("after-mismatch", 1, game({"deal": GOOD, "after": {"looed": {}}})),
    ("settlement-mismatch", 0, game(settlement={"balances": {"A": 1}})),
    ("settlement-mismatch", 0, game(opening={"balances": {}}, settlement={"payments": 1})),
    ("settlement-refused", 0, game(settlement={"payments": 0})),
    ("settlement-refused", 0, game(opening={"balances": {}}, settlement={"money": {}})),
]


@pytest.mark.parametrize(("code", "entry", "raw"), WRONG, ids=[f"{case[0]}-{at}" for at, case in enumerate(WRONG)])
def test_the_first_error_is(code: str, entry: int, raw: Any) -> None:
    assert codes(raw)[0] == (entry, code)


def test_every_code_is_provoked() -> None:
    assert {case[0] for case in WRONG} == {*FORM_CODES, *REPLAY_CODES}
    assert set(CODES) <= {*FORM_CODES, *REPLAY_CODES}


def test_the_unspoilt_file_has_no_error() -> None:
    assert codes(game({"deal": GOOD})) == []
    assert codes(game(title="x" * 1_900_000)) == []
    assert codes(json.dumps(game(title="\N{GRINNING FACE}"))) == []


def test_errors_of_form_are_all_found_and_printed_in_the_order_of_the_table() -> None:
    wrong = game(
        {"deal": {"declared": {"Z": "pass"}, "dealer": 3}},
        {"finish": {"how": "division"}},
        {"leave": {"player": "A"}, "join": {"player": "F", "after": "A"}},
        format="loo-game/3",
        rules={"preset": "hoyle", "stake": 0},
        players=["A", "A"],
        extra=1,
    )

    assert codes(wrong) == [
        (0, "format"),
        (0, "field-unknown"),
        (0, "field-value"),
        (1, "field-value"),
        (1, "field-value"),
        (0, "preset-unknown"),
        (0, "player-twice"),
        (1, "player-unknown"),
        (3, "entry-kind"),
        (3, "entry-after-finish"),
        (1, "result-count"),
    ]


def test_mismatches_do_not_stop_the_replay_and_a_refusal_does() -> None:
    wrong = game(
        {"deal": GOOD, "after": {"pool": 1, "left": 1}},
        {"leave": {"player": "A"}, "after": {"left": 1}},
        {"finish": {"how": "single"}},
        {"finish": {"how": "single"}},
    )
    del wrong["entries"][3]

    assert codes(wrong) == [(3, "finish-refused"), (1, "after-mismatch"), (1, "after-mismatch"), (2, "after-mismatch")]


def found(preset: str, deal: Deal, pool: int = 12, **switches: Any) -> list[str]:
    state = start(RuleSet.of(preset, **switches), 5, Opening(pool, looed=pool > 0))
    return [violation.code for violation in violations(state, deal)]


def test_all_faults_of_one_deal_come_together_in_order() -> None:
    deal = Deal(
        Tricks((2, 4, 1, 1)),
        declared=((0, "defend"), (1, "miss"), (2, "miss"), (3, "stand")),
        barred=(3,),
        forfeits=(4,),
        excused=(1,),
    )

    assert found("peel", deal) == [
        "no-cards",
        "miss-refused",
        "defend-refused",
        "tricks-count",
        "tricks-winner",
        "forfeits-refused",
        "excused-refused",
    ]


def test_what_the_rules_do_not_allow_is_said_with_what_else_is_wrong() -> None:
    assert found("peel", Deal(Flush(()))) == ["result-refused", "flush-holder"]
    assert found("peel", Deal(ThrownIn(1))) == ["result-refused", "too-few-standing", "thrown-in-offender"]
    assert found("peel", Deal(Unplayed(3)), pool=0) == ["result-refused"]


def test_whoever_does_not_sit_is_named_before_all_else() -> None:
    wrong = Deal(Tricks((7,)), penalties=(Penalty(6, "late", 1, "next"),), declared=((1, "defend"),))
    state = start(RuleSet.of("peel"), 5)

    (violation,) = violations(state, wrong)

    assert (violation.code, violation.seats) == ("player-unknown", (6, 7))


def test_a_refusal_names_the_players() -> None:
    state = start(RuleSet.of("peel"), 5, Opening(12, looed=True))

    with pytest.raises(Refused) as refused:
        step(state, Deal(Tricks((1, 4, 2)), declared=((1, "stand"), (2, "stand"))))

    (violation,) = refused.value.violations
    assert violation.text(["Ann", "Bob", "Cy", "Di", "Eve"]) == "Eve passed, so he cannot win a trick."
    assert violation.text({}) == "player 5 passed, so he cannot win a trick."
    assert violation.seats == (4,)


def test_seventeen_may_sit_and_twenty_may_have_sat() -> None:
    state = start(RuleSet.of("peel"), 17)
    for joiner in (17, 18, 19):
        state, _ = step(state, Leave(state.seated[-1]))
        state, _ = step(state, Join(joiner, 0))
    state, _ = step(state, Leave(19))

    assert [violation.code for violation in violations(state, Join(20, 0))] == ["player-count"]
    assert violations(state, Join(19, 0)) == ()


def test_a_sum_beyond_the_limit_is_found_when_the_deal_has_been_worked_out() -> None:
    deal = Deal(Unplayed(0))

    assert found("peel", deal, pool=10**12 - 3) == []
    assert found("peel", deal, pool=10**12 - 2) == ["too-large"]


def test_rules_that_cannot_be_are_refused_with_every_fault() -> None:
    with pytest.raises(RulesRefused) as refused:
        RuleSet.of("hoyle", stake=0, colour="red")

    assert [fault.code for fault in refused.value.faults] == ["preset-unknown", "field-value", "field-unknown"]


def test_amounts_in_a_sentence_are_in_the_unit_of_the_game() -> None:
    state = start(RuleSet.of("foster"), 3, Opening(pool=10))
    (fault,) = violations(state, Finish("single"))
    assert fault.text("ABC").startswith("The table still holds 10:")
    assert fault.text("ABC", Unit("white", big_name="red", big_worth=3)).startswith(
        "The table still holds 3 reds 1 white:"
    )
