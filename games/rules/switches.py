"""The switches of the rules as the people at the table meet them: a title, one sentence, and a label for each value.

What a switch does to the money is in the engine, and what a game file may say is in
:mod:`games.rules.ruleset`; this is how a page presents them, in the order of ``SWITCHES``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from games.rules.presets import PRESETS, SwitchValue
from games.rules.ruleset import RuleSet
from games.rules.unit import Unit

Group = Literal["stakes", "loo", "play", "faults", "flush", "seats"]
SwitchKind = Literal["number", "choice", "yes-no", "set"]

GROUPS: Mapping[Group, str] = MappingProxyType(
    {
        "stakes": "Stakes and pool",
        "loo": "The loo",
        "play": "How deals are played",
        "faults": "Dealing and faults",
        "flush": "Flush",
        "seats": "Seats",
    }
)
"""The groups of switches with their headings, in the order to show them."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: what it is called, what it means in one sentence, and which values it takes.

    ``labels`` has each allowed value of a choice, of a yes-no and each member of a set; of a number only those that
    mean something else than an amount. ``least`` is the smallest value of a number. ``is_amount``: counted in base
    units. ``parts_warning``: an amount that should divide by the number of tricks (Q02).
    """

    name: str
    group: Group
    kind: SwitchKind
    title: str
    sentence: str
    labels: Mapping[SwitchValue, str]
    least: int | None = None
    is_amount: bool = False
    parts_warning: bool = False
    when_empty: str = ""

    @property
    def values(self) -> tuple[SwitchValue, ...]:
        """The allowed values of a choice or a yes-no, the possible members of a set; empty for a number."""
        return () if self.kind == "number" else tuple(self.labels)

    def words(self, value: SwitchValue, unit: Unit | None = None) -> str:
        """A value in words, an amount in the units of the game where ``unit`` is given.

        Raises KeyError for a value that the switch does not take.
        """
        if isinstance(value, frozenset):
            return ", ".join(label for member, label in self.labels.items() if member in value) or self.when_empty
        if self.kind != "number" or value in self.labels:
            return self.labels[value]
        return unit.words(int(value)) if unit is not None and self.is_amount else str(value)


def _amount(name: str, group: Group, title: str, sentence: str, **options: Any) -> Switch:
    labels = options.pop("labels", {})
    options.setdefault("parts_warning", True)
    return Switch(name, group, "number", title, sentence, MappingProxyType(labels), is_amount=True, **options)


def _choice(name: str, group: Group, title: str, sentence: str, labels: Mapping[Any, str]) -> Switch:
    return Switch(name, group, "choice", title, sentence, MappingProxyType(labels))


def _yes_no(name: str, group: Group, title: str, sentence: str, *, yes: str, no: str) -> Switch:
    return Switch(name, group, "yes-no", title, sentence, MappingProxyType({True: yes, False: no}))


_PLAY = {
    "card": "One exposed card each",
    "all-play": "Everyone stands",
    "declare": "An ordinary deal: each player declares",
}

_STAKES = (
    _choice(
        "tricks",
        "stakes",
        "Tricks in a deal",
        "The pool is cut into as many parts as there are tricks.",
        {3: "Three cards, three tricks", 5: "Five cards, five tricks"},
    ),
    _amount("stake", "stakes", "Stake", "What the dealer puts into the pool before he deals.", least=1),
    _choice(
        "stakers",
        "stakes",
        "Who stakes at a fresh pool",
        "In a single the dealer stakes alone, or everyone who is dealt in does; in a double always the dealer alone.",
        {
            "dealer": "The dealer alone",
            "everyone": "Everyone who is dealt in",
            "everyone-first": "Everyone in the first deal, later the dealer alone",
        },
    ),
    _choice(
        "dealer_fresh_stakes",
        "stakes",
        "The dealer's stakes at a fresh pool",
        "How many stakes the dealer pays in a single; in a double it is one.",
        {1: "One", 2: "Two"},
    ),
    _choice(
        "remainder",
        "stakes",
        "When the pool does not divide",
        "What becomes of the odd counters when the pool cannot be cut into equal parts.",
        {"first-tricks": "One each to the earliest tricks", "carry": "They stay on the table"},
    ),
)

_LOO = (
    _choice(
        "loo",
        "loo",
        "How a loo is measured",
        "What a player who stood and won no trick pays: a fixed amount, or what was in the pool he played for.",
        {"limited": "A fixed amount", "unlimited": "The whole pool", "capped": "The pool, up to a limit"},
    ),
    _amount("loo_amount", "loo", "Loo in a double", "What a loo costs in a double where loos are fixed.", least=1),
    _amount("single_loo", "loo", "Loo in a single", "What a loo costs in a single where loos are fixed.", least=1),
    _amount(
        "loo_cap",
        "loo",
        "Limit of a loo",
        "Where a loo is the pool up to a limit, nobody pays more than this.",
        least=0,
        labels={0: "No limit set"},
    ),
    _amount(
        "loo_floor",
        "loo",
        "Least loo",
        "Where a loo goes by the pool, it is never less than this.",
        least=0,
        labels={0: "No least loo"},
    ),
)

_DEALS = (
    _choice(
        "first_deal",
        "play",
        "The first deal",
        "How the very first deal is played, when nobody has yet been looed.",
        _PLAY,
    ),
    _choice(
        "single_play",
        "play",
        "Every later single",
        "How a deal is played when the pool holds only fresh stakes.",
        _PLAY,
    ),
    _choice(
        "next_single",
        "play",
        "What makes the next deal a single",
        "A single follows when nothing lies on the table, or whenever the last deal put no loo into the pool.",
        {"by-money": "Nothing lies on the table", "by-loos": "Nobody paid a loo into the pool"},
    ),
    _yes_no(
        "miss",
        "play",
        "The miss",
        "Whether a spare hand is dealt that one player may take for his own.",
        yes="A miss is dealt where players declare",
        no="No miss",
    ),
    _yes_no(
        "single_miss",
        "play",
        "The miss in a single",
        "Whether the spare hand is offered also in a single in which everyone stands.",
        yes="Offered there too",
        no="Not offered there",
    ),
    _yes_no(
        "club_law",
        "play",
        "Club law",
        "When a club is turned up, everyone must stand and there is no miss.",
        yes="Clubs force everyone to stand",
        no="No club law",
    ),
    Switch(
        "lone_stander",
        "play",
        "set",
        "Against a lone stander",
        "When one player alone stands on his own cards, the dealer may always stand on his; tick what else he may do.",
        MappingProxyType(
            {
                "miss": "Take the miss for himself",
                "defend": "Play the miss for the pool",
                "concede": "Give up the pool unplayed",
            }
        ),
        when_empty="He must stand on his own cards",
    ),
    _choice(
        "unclaimed",
        "play",
        "When nobody stands",
        "Who takes a pool that nobody stood for.",
        {"dealer": "The dealer takes the pool", "stays": "The pool stays on the table"},
    ),
)

_FAULTS = (
    _choice(
        "misdeal_deal",
        "faults",
        "After a misdeal",
        "Whether the dealer who misdealt deals again or may lose his deal.",
        {"again": "The same dealer deals again", "lost": "The dealer may lose the deal"},
    ),
    _choice(
        "revoke",
        "faults",
        "After a revoke",
        "How a deal is put right after somebody played a card he was not allowed to play.",
        {"replay": "The hands are played again", "thrown-in": "The hands may be thrown in"},
    ),
)

_FLUSH = (
    _choice(
        "flush_cards",
        "flush",
        "Flush",
        "Whether a hand of one suit takes the pool without play; with three cards it must be three trumps.",
        {0: "No flush", 3: "Three trumps take the pool", 5: "Five of a suit take the pool"},
    ),
    _choice(
        "flush_payers",
        "flush",
        "Who pays on a flush",
        "Which players pay a loo when a flush takes the pool.",
        {"everyone": "Everyone who is dealt in", "standing": "Those who stood"},
    ),
    _choice(
        "flush_paid_to",
        "flush",
        "Where the loos of a flush go",
        "Whether the loos of a flush go to its holder or into the next pool.",
        {"holder": "To the holder of the flush", "pool": "Into the next pool"},
    ),
)

_SEATS = (
    Switch(
        "dealer_stands_out_above",
        "seats",
        "number",
        "The dealer takes no cards with more players than",
        "In a large company the dealer may pay his stake and take no cards in that deal.",
        MappingProxyType({0: "The dealer always takes cards"}),
        least=0,
    ),
)

SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {switch.name: switch for switch in (*_STAKES, *_LOO, *_DEALS, *_FAULTS, *_FLUSH, *_SEATS)}
)
"""Every switch of the rules by its name in the game file, in the order to show them."""


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """Rules that are allowed but probably not meant: the switches concerned, and a sentence that says why."""

    switches: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.text


def warnings(rules: RuleSet, unit: Unit | None = None) -> tuple[RuleWarning, ...]:
    """What to tell a table before the first deal about rules that are allowed but probably not meant.

    An amount that does not divide by the tricks, where it matters under the chosen loo (Q02); a stake changed without
    the limit that its author makes seven stakes (B8); loos that differ from the stake where the author makes them
    equal (H5). Amounts are in the units of the game where ``unit`` is given.
    """
    unit = unit or Unit()
    return (*_odd_amounts(rules, unit), *_left_behind(rules, unit))


def _odd_amounts(rules: RuleSet, unit: Unit) -> list[RuleWarning]:
    in_use = {
        "limited": ("stake", "loo_amount", "single_loo"),
        "unlimited": ("stake", "loo_floor"),
        "capped": ("stake", "loo_cap", "loo_floor"),
    }[rules.loo]
    found = []
    for name in in_use:
        amount = rules.value(name)
        if amount % rules.tricks:
            text = (
                f"{SWITCHES[name].title}: {unit.words(amount)} cannot be cut into {rules.tricks} equal parts, so odd "
                f"{unit.names} may be left over (Q02)."
            )
            found.append(RuleWarning((name,), text))
    return found


def _left_behind(rules: RuleSet, unit: Unit) -> list[RuleWarning]:
    preset = PRESETS[rules.preset]
    before = preset.switches
    found = []
    author_limits = preset.basis["loo_cap"] == "B8" and rules.loo == "capped"
    if author_limits and rules.stake != before["stake"] and rules.loo_cap == before["loo_cap"]:
        text = (
            f"The stake was changed and the limit was not: here the limit is seven stakes, which would be "
            f"{unit.words(7 * rules.stake)} instead of {unit.words(rules.loo_cap)} (B8)."
        )
        found.append(RuleWarning(("stake", "loo_cap"), text))
    unequal = tuple(name for name in ("loo_amount", "single_loo") if rules.value(name) != rules.stake)
    if preset.basis["loo_amount"] == "H5" and rules.loo == "limited" and unequal:
        text = f"Here a loo is as much as the stake, {unit.words(rules.stake)}: change them together (H5)."
        found.append(RuleWarning(("stake", *unequal), text))
    return found
