"""The rules of one game: a preset and what the table changed in it.

Nothing in the engine asks which preset a game has: a rule set carries every switch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from games.rules.presets import PRESETS

LoneAnswer = Literal["miss", "defend", "concede"]
LONE_ANSWERS: tuple[LoneAnswer, ...] = get_args(LoneAnswer)
"""What a dealer may do against a lone stander, in the order in which it is written."""

_LARGEST = 1_000_000_000_000
CHOICES_OF_WORDS: Mapping[str, tuple[str, ...]] = {
    "stakers": ("dealer", "everyone", "everyone-first"),
    "loo": ("limited", "unlimited", "capped"),
    "single_play": ("card", "all-play", "declare"),
    "first_deal": ("card", "all-play", "declare"),
    "next_single": ("by-money", "by-loos"),
    "remainder": ("first-tricks", "carry"),
    "misdeal_deal": ("again", "lost"),
    "revoke": ("replay", "thrown-in"),
    "unclaimed": ("dealer", "stays"),
    "flush_payers": ("everyone", "standing"),
    "flush_paid_to": ("holder", "pool"),
}
_CHOICES: Mapping[str, tuple[int, ...]] = {"tricks": (3, 5), "dealer_fresh_stakes": (1, 2), "flush_cards": (0, 3, 5)}
_LEAST: Mapping[str, int] = {
    "stake": 1,
    "loo_amount": 1,
    "single_loo": 1,
    "loo_cap": 0,
    "loo_floor": 0,
    "dealer_stands_out_above": 0,
}
FLAGS = frozenset({"miss", "single_miss", "club_law"})


@dataclass(frozen=True, slots=True)
class RuleFault:
    """What is wrong with a rule: the code of the game file, the switch (or ``preset``), and a sentence."""

    code: str
    switch: str
    text: str


class RulesRefused(ValueError):
    """Rules that cannot be: :attr:`faults` names each."""

    def __init__(self, faults: tuple[RuleFault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.text for fault in faults))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every switch of a game ("Rules" in the game file), and the preset that it started from."""

    preset: str
    tricks: int
    stake: int
    stakers: str
    dealer_fresh_stakes: int
    loo: str
    loo_amount: int
    single_loo: int
    loo_cap: int
    loo_floor: int
    single_play: str
    first_deal: str
    next_single: str
    miss: bool
    single_miss: bool
    club_law: bool
    remainder: str
    misdeal_deal: str
    revoke: str
    unclaimed: str
    lone_stander: frozenset[str]
    flush_cards: int
    flush_payers: str
    flush_paid_to: str
    dealer_stands_out_above: int

    @classmethod
    def of(cls, preset: str, **overrides: Any) -> RuleSet:
        """The rules of a preset with some switches changed.

        >>> RuleSet.of("peel", loo="unlimited").overrides()
        {'loo': 'unlimited'}

        Raises RulesRefused, with every fault, for an unknown preset, an unknown switch, a value outside the format, or
        switches that contradict each other.
        """
        faults = check_rules(preset, overrides)
        if faults:
            raise RulesRefused(faults)
        return merged(preset, overrides)

    @classmethod
    def from_json(cls, rules: Mapping[str, Any]) -> RuleSet:
        """The rules that the ``rules`` field of a game file describes. Raises RulesRefused as :meth:`of` does."""
        return cls.of(**rules)

    def to_json(self) -> dict[str, Any]:
        """The ``rules`` field of a game file: the preset and the switches that differ from it."""
        return {"preset": self.preset, **self.overrides()}

    def overrides(self) -> dict[str, Any]:
        """The switches that differ from the preset, as JSON values."""
        values = ((switch, self.value(switch)) for switch in SWITCH_NAMES)
        original = PRESETS[self.preset].switches
        return {switch: json_value(value) for switch, value in values if value != original[switch]}

    def value(self, switch: str) -> Any:
        """The value of a switch by its name in the game file."""
        return getattr(self, switch)


SWITCH_NAMES: tuple[str, ...] = tuple(field.name for field in fields(RuleSet) if field.name != "preset")
"""Every switch, in the order of the format."""


def json_value(value: Any) -> Any:
    """A switch's value as JSON: a set of words is a list in the order of the format."""
    return [word for word in LONE_ANSWERS if word in value] if isinstance(value, frozenset) else value


def check_rules(preset: str, overrides: Mapping[str, Any]) -> tuple[RuleFault, ...]:
    """Everything that is wrong with rules: the preset, each value, and the contradictions among the other values."""
    faults = []
    if preset not in PRESETS:
        faults.append(RuleFault("preset-unknown", "preset", f"there is no preset {preset!r}"))
    usable = {}
    for switch, value in overrides.items():
        fault = _value_fault(switch, value)
        if fault is not None:
            faults.append(fault)
        if fault is None or fault.code == "too-large":
            usable[switch] = value
    if preset in PRESETS:
        faults.extend(conflicts(merged(preset, usable)))
    return tuple(faults)


def merged(preset: str, overrides: Mapping[str, Any]) -> RuleSet:
    """The rule set of a preset and switches whose values were checked."""
    switches: dict[str, Any] = {**PRESETS[preset].switches, **overrides}
    switches["lone_stander"] = frozenset(switches["lone_stander"])
    return RuleSet(preset=preset, **switches)


def conflicts(rules: RuleSet) -> Iterator[RuleFault]:
    """The switches that contradict each other."""
    if rules.flush_cards not in (0, rules.tricks):
        yield _conflict(
            "flush_cards", f"a flush of {rules.flush_cards} cards does not go with {rules.tricks} tricks in a deal"
        )
    if not rules.miss:
        for answer in LONE_ANSWERS[:2]:
            if answer in rules.lone_stander:
                yield _conflict("lone_stander", f"without a miss the dealer cannot have the choice {answer!r}")
        if rules.single_miss:
            yield _conflict("single_miss", "without a miss none can be offered in a single")
    if rules.loo == "capped" and (rules.loo_cap == 0 or rules.loo_cap < rules.loo_floor):
        yield _conflict("loo_cap", "a capped loo needs a limit above 0 that is not below the floor of a loo")


def _conflict(switch: str, text: str) -> RuleFault:
    return RuleFault("rules-conflict", switch, text)


def _value_fault(switch: str, value: Any) -> RuleFault | None:
    if switch not in SWITCH_NAMES:
        return RuleFault("field-unknown", switch, f"there is no switch {switch!r}")
    if switch in _LEAST:
        return _number_fault(switch, value, _LEAST[switch])
    if switch in CHOICES_OF_WORDS:
        fits, allowed = (
            isinstance(value, str) and value in CHOICES_OF_WORDS[switch],
            ", ".join(CHOICES_OF_WORDS[switch]),
        )
    elif switch in _CHOICES:
        fits, allowed = type(value) is int and value in _CHOICES[switch], ", ".join(map(str, _CHOICES[switch]))
    elif switch in FLAGS:
        fits, allowed = isinstance(value, bool), "true, false"
    else:
        fits, allowed = _is_answers(value), "a list of " + ", ".join(LONE_ANSWERS)
    return None if fits else RuleFault("field-value", switch, f"{switch} must be one of: {allowed}")


def _number_fault(switch: str, value: Any, least: int) -> RuleFault | None:
    if type(value) is not int or value < least:
        return RuleFault("field-value", switch, f"{switch} must be a whole number of at least {least}")
    if value > _LARGEST:
        return RuleFault("too-large", switch, f"{switch} is beyond {_LARGEST}")
    return None


def _is_answers(value: Any) -> bool:
    if not isinstance(value, (list, tuple, set, frozenset)):
        return False
    words = list(value)
    return all(isinstance(word, str) and word in LONE_ANSWERS for word in words) and len(set(words)) == len(words)
