"""What the page of a new table shows of a draft: seats, presets, switches by group, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.forms import draft as drafts
from games.forms.new_table import NewTableForm
from games.rules.presets import PRESETS, Preset
from games.rules.sources import basis_words
from games.rules.switches import GROUPS, SWITCHES, Switch

IN_SIGHT = 4
"""How many presets stand on the page at once; the others open with a tap."""
OPEN_GROUPS = frozenset({"stakes", "loo"})
"""The groups of switches that are open from the start: the sums that most tables agree on first."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as typed: larger units and base units, as texts."""

    name: str
    big: str
    small: str
    errors: list[str]
    way: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: its number from 0, the name typed, the balance carried over."""

    seat: int
    name: str
    deals_first: bool
    errors: list[str]
    balance: Amount

    @property
    def key(self) -> str:
        """The number as a text, for the names of its fields."""
        return str(self.seat)


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """A preset to choose, with the one line that tells it from the others."""

    preset: Preset
    line: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """One switch: its words, what is chosen, where the author says so, and whether the table changed it.

    ``options`` are value, label and whether it is chosen. ``own`` is what the preset has, in words.
    """

    switch: Switch
    field: str
    value: str
    options: list[tuple[str, str, bool]]
    amount: Amount | None
    source: str
    changed: bool
    own: str
    errors: list[str]


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """Switches under one heading."""

    name: str
    title: str
    rows: list[SwitchRow]
    changed: int
    open: bool


class NewTablePage:
    """The page of a form; ``say_errors``: whether what is wrong is shown, or is only not finished yet."""

    def __init__(self, form: NewTableForm, *, say_errors: bool, focus: str = "") -> None:
        self.form, self.say_errors, self.focus = form, say_errors, focus
        form.is_valid()

    def errors(self, field: str) -> list[str]:
        """What is wrong with a field, as sentences."""
        return [str(text) for text in self.form.errors.get(field, ())] if self.say_errors else []

    def text(self, field: str) -> str:
        """What was typed into a field."""
        return str(self.form.data.get(field) or "")

    def amount(self, field: str) -> Amount:
        """What was typed into the field of an amount."""
        texts = (self.text(f"{field}-big"), self.text(field))
        return Amount(field, *texts, errors=self.errors(field), way=self.text(f"{field}-way"))

    @property
    def summary(self) -> list[tuple[str, str]]:
        """Every fault with the field to go to, in the order of the page."""
        return [(_target(field), text) for field in self.form.fields for text in self.errors(field)]

    @property
    def seats(self) -> list[SeatRow]:
        """The seats in order."""
        first = self.text("first")
        return [
            SeatRow(seat, self.text(f"name_{seat}"), first == str(seat), self.errors(f"name_{seat}"),
                    self.amount(f"balance_{seat}"))
            for seat in range(self.form.rows)
        ]  # fmt: skip

    @property
    def can_add(self) -> bool:
        """Whether another seat would still be allowed."""
        return self.form.rows < drafts.MOST_SEATS

    @property
    def presets(self) -> list[PresetChoice]:
        """The presets that stand on the page at once."""
        return [self._choice(preset) for preset in list(PRESETS.values())[:IN_SIGHT]]

    @property
    def more_presets(self) -> list[PresetChoice]:
        """The other presets."""
        return [self._choice(preset) for preset in list(PRESETS.values())[IN_SIGHT:]]

    @property
    def more_open(self) -> bool:
        """Whether the other presets are in sight, because one of them is chosen."""
        return any(choice.chosen for choice in self.more_presets)

    def _choice(self, preset: Preset) -> PresetChoice:
        return PresetChoice(preset, one_line(preset), preset is self.form.preset)

    @property
    def groups(self) -> list[SwitchGroup]:
        """The switches under their headings."""
        return list(self._groups())

    def _groups(self) -> Iterator[SwitchGroup]:
        for name, title in GROUPS.items():
            rows = [self._row(switch) for switch in SWITCHES.values() if switch.group == name]
            changed = sum(row.changed for row in rows)
            wrong = any(row.errors for row in rows)
            yield SwitchGroup(name, title, rows, changed, open=name in OPEN_GROUPS or bool(changed) or wrong)

    def _row(self, switch: Switch) -> SwitchRow:
        field, preset = f"rule_{switch.name}", self.form.preset
        rules = getattr(self.form, "rules", None)
        typed = set(self.form.draft.getlist(field))
        if switch.kind == "yes-no":
            options = [("on", switch.labels[True], "on" in typed)]
        else:
            options = [(str(value), label, str(value) in typed) for value, label in switch.labels.items()]
        return SwitchRow(
            switch=switch,
            field=field,
            value=self.text(field),
            options=options,
            amount=self.amount(field) if switch.is_amount else None,
            source=basis_words(preset.basis[switch.name]),
            changed=rules is not None and rules.value(switch.name) != preset.switches[switch.name],
            own=switch.words(preset.switches[switch.name], preset.unit),
            errors=self.errors(field),
        )

    @property
    def changed(self) -> int:
        """How many switches the table has changed."""
        return sum(group.changed for group in self.groups)

    @property
    def form_title(self) -> str:
        """The title of the preset chosen."""
        return self.form.preset.title

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the table about the preset chosen."""
        return self.form.preset.notes

    @property
    def big_names(self) -> str:
        """The larger unit in the plural; empty where there is none."""
        worth = self.form.unit.big_worth
        return self.form.unit.words(2 * worth).removeprefix("2 ") if worth else ""

    @property
    def pool(self) -> Amount:
        """What lies on the table already."""
        return self.amount("pool")

    @property
    def starting(self) -> Amount:
        """What each player was given."""
        return self.amount("starting")

    @property
    def unit_open(self) -> bool:
        """Whether the names of the counters are in sight, because something is wrong with them."""
        return any(self.errors(field) for field in ("unit_name", "big_name", "big_worth"))

    @property
    def marks(self) -> str:
        """Where the marks of changed switches stand, for the answer that redraws only them."""
        return ",".join(f"#mark-{name}" for name in SWITCHES)

    @property
    def opening_open(self) -> bool:
        """Whether the part about what lies on the table already is in sight."""
        fields = ("pool", "pool-big", "looed", "carried")
        return any(self.text(field) not in ("", "0") for field in fields) or any(map(self.errors, fields))

    @property
    def start_words(self) -> str:
        """The table that the button opens, in few words."""
        rules = "rule" if self.changed == 1 else "rules"
        return self.form.preset.title + (f"; {self.changed} {rules} changed" if self.changed else "")


def _target(field: str) -> str:
    """The id of the element that a fault is about."""
    return f"id-{field}"


def one_line(preset: Preset) -> str:
    """What tells a preset from the others: who stakes, what a loo is, how a single is played."""
    rules, unit = preset.switches, preset.unit
    stake, loo = unit.words(_number(rules["stake"])), unit.words(_number(rules["loo_amount"]))
    stakes = {
        "dealer": f"The dealer stakes {stake}",
        "everyone": f"Everyone stakes {stake} in a fresh pool",
        "everyone-first": f"Everyone stakes {stake} at first, then the dealer",
    }[str(rules["stakers"])]
    if rules["dealer_fresh_stakes"] == 2:
        stakes += ", the dealer twice"
    single = unit.words(_number(rules["single_loo"]))
    loos = {
        "limited": f"a loo is {loo}" if loo == single else f"a loo is {loo}, in a single {single}",
        "unlimited": "a loo is the whole pool",
        "capped": f"a loo is the pool, up to {unit.words(_number(rules['loo_cap']))}",
    }[str(rules["loo"])]
    plays = {
        "card": "A single is one turned card each.",
        "all-play": "In a single everyone stands.",
        "declare": "A single is an ordinary deal.",
    }[str(rules["single_play"])]
    return f"{stakes}; {loos}. {plays}"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
