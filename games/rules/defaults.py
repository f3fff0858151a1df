"""Which of our defaults decided a deal: where the author is silent, the record says so, with the Q number (Q39)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from games.rules.facts import Deal
from games.rules.play import expected_kind
from games.rules.presets import PRESETS
from games.rules.refusal import Refused
from games.rules.ruleset import CHOICES_OF_WORDS, FLAGS, LONE_ANSWERS, RuleSet, conflicts

if TYPE_CHECKING:
    from games.rules.outcome import Outcome


def deciding_defaults(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """Each default that decided this deal, as (switch, Q number), in the order of the switches.

    A default decides where the switch still has its preset's value, our word and not the author's, and another value
    would change what any player pays or draws or what is left, or would not allow what happened. A number has no other
    value. Entries other than deals are decided by no switch.
    """
    if outcome.before is None or not isinstance(outcome.entry, Deal):
        return ()
    rules = outcome.before.rules
    preset = PRESETS[rules.preset]
    return tuple(
        (switch, basis)
        for switch, basis in preset.basis.items()
        if basis.startswith("Q")
        and rules.value(switch) == preset.switches[switch]
        and any(_differs(outcome, switch, other) for other in _others(rules, switch))
    )


def _others(rules: RuleSet, switch: str) -> Iterator[RuleSet]:
    """The rules with each other value that the switch can take; what hangs on a miss goes with it."""
    value = rules.value(switch)
    options: list[Any] = []
    if switch in FLAGS:
        options = [not value]
    elif switch in CHOICES_OF_WORDS:
        options = [word for word in CHOICES_OF_WORDS[switch] if word != value]
    elif switch == "lone_stander":
        sets = (frozenset(some) for size in range(len(LONE_ANSWERS) + 1) for some in combinations(LONE_ANSWERS, size))
        options = [some for some in sets if some != value]
    for option in options:
        changes: dict[str, Any] = {switch: option}
        if switch == "miss" and not option:
            changes.update(single_miss=False, lone_stander=rules.lone_stander - {"miss", "defend"})
        other = replace(rules, **changes)
        if not any(conflicts(other)):
            yield other


def _differs(outcome: Outcome, switch: str, rules: RuleSet) -> bool:
    from games.rules.step import step

    state, deal = outcome.before, outcome.entry
    if state is None or not isinstance(deal, Deal):
        return False
    if switch == "next_single" and deal.kind == expected_kind(state):
        # The deal was of the kind that these rules made it; under others it would have been of theirs.
        deal = replace(deal, kind=None)
    try:
        _, other = step(replace(state, rules=rules), deal)
    except Refused:
        return True
    return (other.net, other.left) != (outcome.net, outcome.left)
