"""The form of a new table: players, rules, units and money, and what lies on the table already."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.forms import draft as drafts
from games.forms.fields import AmountField, LineField, WholeField, minor_units
from games.forms.names import alike, clean_name
from games.rules.presets import PRESETS, SwitchValue
from games.rules.ruleset import RuleSet, conflicts, merged
from games.rules.state import Opening
from games.rules.switches import SWITCHES, RuleWarning, Switch, warnings
from games.rules.unit import Unit
from games.services.tables import TableSpec

MOST_WORTH = 1_000_000
"""The most that a larger unit, a number of counters or an amount of money may be in a unit (see the game file)."""
UNIT_SIGNS = 20


class NewTableForm(forms.Form):
    """A draft, read. ``spec()`` is the table to open where it is valid."""

    def __init__(self, draft: drafts.Draft) -> None:
        super().__init__(data=draft)
        self.draft = draft
        self.rows = drafts.rows(draft)
        self.preset = drafts.preset_of(draft)
        self.unit = drafts.unit_of(draft)
        for seat in range(self.rows):
            self.fields[f"name_{seat}"] = LineField(strip=False)
            self.fields[f"balance_{seat}"] = AmountField(self.unit, signed=True)
        self.fields["first"] = forms.ChoiceField(
            choices=[(str(seat), "") for seat in range(self.rows)],
            error_messages={"required": "Choose who deals first.", "invalid_choice": "Choose who deals first."},
        )
        self.fields["preset"] = forms.ChoiceField(
            choices=[(name, preset.title) for name, preset in PRESETS.items()],
            error_messages={
                "required": "Choose the rules.",
                "invalid_choice": "There are no such rules: choose again.",
            },
        )
        self.fields["title"] = LineField()
        for name, switch in SWITCHES.items():
            self.fields[f"rule_{name}"] = self._switch_field(switch)
        self._add_unit_fields()
        self.fields["pool"] = AmountField(self.unit)
        self.fields["looed"] = forms.BooleanField(required=False)
        self.fields["carried"] = forms.BooleanField(required=False)

    def _add_unit_fields(self) -> None:
        self.fields["unit_name"] = LineField()
        self.fields["big_name"] = LineField()
        self.fields["big_worth"] = WholeField(most=MOST_WORTH)
        self.fields["starting"] = AmountField(self.unit)
        self.fields["money"] = forms.ChoiceField(choices=[("no", ""), ("yes", "")])
        self.fields["per"] = WholeField(most=MOST_WORTH)
        self.fields["worth"] = forms.CharField(required=False)
        self.fields["currency"] = LineField()

    def _switch_field(self, switch: Switch) -> forms.Field:
        if switch.kind == "number" and switch.is_amount:
            return AmountField(self.unit, least=switch.least or 0)
        if switch.kind == "number":
            return WholeField(least=switch.least or 0)
        if switch.kind == "yes-no":
            return forms.BooleanField(required=False)
        choices = [(str(value), label) for value, label in switch.labels.items()]
        said = {"invalid_choice": "Choose one of the values offered.", "required": "Choose one of the values offered."}
        if switch.kind == "set":
            return forms.MultipleChoiceField(choices=choices, required=False, error_messages=said)
        return forms.ChoiceField(choices=choices, error_messages=said)

    # ------------------------------------------------------------------------------------------------ reading

    def clean(self) -> dict[str, Any]:
        """Everything that only several fields together can say."""
        self._read_names()
        self._read_unit()
        self._read_rules()
        self._read_opening()
        if len(str(self.cleaned_data.get("title", ""))) > 200:
            self.add_error("title", "This is too long. Shorten it to 200 signs.")
        return self.cleaned_data

    def _read_names(self) -> None:
        self.seated: list[int] = []
        self.players: list[str] = []
        known: dict[str, int] = {}
        for seat in range(self.rows):
            try:
                name = clean_name(self.cleaned_data.get(f"name_{seat}", ""))
            except ValidationError as error:
                self.add_error(f"name_{seat}", error)
                continue
            if name and alike(name) in known:
                self.add_error(
                    f"name_{seat}",
                    f"“{name}” sits on seat {known[alike(name)] + 1} already. Add something to one of the two names "
                    "by which all can tell them apart.",
                )
            elif name:
                known[alike(name)] = seat
                self.seated.append(seat)
                self.players.append(name)
        if len(self.seated) < drafts.LEAST_SEATS and not self.errors:
            missing = next(seat for seat in range(self.rows) if seat not in self.seated)
            self.add_error(f"name_{missing}", "It takes at least two to play. Write the names of the players.")
        first = self.cleaned_data.get("first")
        if first is not None and self.seated and int(first) not in self.seated and f"name_{first}" not in self.errors:
            self.add_error("first", f"Seat {int(first) + 1} deals first but has no name. Choose another, or name it.")

    def _read_unit(self) -> None:
        data = self.cleaned_data
        for field in ("unit_name", "big_name"):
            if len(data.get(field, "")) > UNIT_SIGNS:
                self.add_error(field, f"This is too long. Shorten it to {UNIT_SIGNS} signs.")
        if data.get("big_name") and data.get("big_worth", 2) < 2:
            self.add_error("big_worth", f"Say how many {self.unit.names} make one {data['big_name']}: 2 or more.")
        elif data.get("big_worth") and not data.get("big_name"):
            self.add_error("big_name", "Give the larger unit a name, or leave its worth empty.")
        money = self._read_money() if data.get("money") == "yes" else {}
        if not self.errors.keys() & {"unit_name", "big_name", "big_worth", "starting", "per", "worth", "currency"}:
            self.game_unit = Unit(
                self.unit.name, self.unit.big_name, self.unit.big_worth, starting=data["starting"] or None, **money
            )

    def _read_money(self) -> dict[str, Any]:
        data = self.cleaned_data
        currency = data.get("currency", "").strip()
        currency = currency.upper() if len(currency) == 3 and currency.isascii() and currency.isalpha() else currency
        if not currency or len(currency) > 12:
            self.add_error("currency", "Name the currency by its three letters, like EUR, or by a short word.")
            return {}
        if not data.get("per") and "per" not in self.errors:
            self.add_error("per", f"How many {self.unit.names} are worth the amount beside it? At least 1.")
        try:
            worth = minor_units(data.get("worth", ""), currency)
        except ValidationError as error:
            self.add_error("worth", error)
            return {}
        if not 1 <= worth <= MOST_WORTH:
            what = "Write what they are worth, or choose to play for points." if worth < 1 else "That is too much."
            self.add_error("worth", what)
        return {"currency": currency, "minor_units": worth, "per": data.get("per")}

    def _read_rules(self) -> None:
        values = {name: self._switch_value(switch) for name, switch in SWITCHES.items()}
        if None in values.values() or "preset" in self.errors:
            return
        rules = merged(self.preset.name, values)
        for fault in conflicts(rules):
            self.add_error(f"rule_{fault.switch}", fault.text[0].upper() + fault.text[1:] + ".")
        self.rules = rules

    def _switch_value(self, switch: Switch) -> SwitchValue | None:
        value = self.cleaned_data.get(f"rule_{switch.name}")
        if value is None or switch.kind in ("number", "yes-no"):
            return value
        if switch.kind == "set":
            return frozenset(value)
        return next(allowed for allowed in switch.values if str(allowed) == value)

    def _read_opening(self) -> None:
        pool, looed = self.cleaned_data.get("pool"), self.cleaned_data.get("looed", False)
        if looed and pool == 0:
            self.add_error(
                "looed", "No loo can have been paid into an empty pool: say what lies there, or untick this."
            )
        if not self.cleaned_data.get("carried"):
            return
        for seat in set(range(self.rows)) - set(self.seated):
            if self.cleaned_data.get(f"balance_{seat}") and f"name_{seat}" not in self.errors:
                self.add_error(f"balance_{seat}", f"Nobody sits on seat {seat + 1}: name the player, or take this out.")
        if self.unbalanced:
            self.add_error("carried", self.balance_words)

    # ------------------------------------------------------------------------------------------------ answers

    def spec(self) -> TableSpec:
        """The table to open. Only for a valid form."""
        data = self.cleaned_data
        balances = tuple(data[f"balance_{seat}"] for seat in self.seated) if data["carried"] else None
        first = self.seated.index(int(data["first"]))
        # The last of the players is who dealt before where nothing is said.
        last = first - 1 if first else None
        return TableSpec(
            players=tuple(self.players),
            rules=self.rules,
            unit=self.game_unit,
            opening=Opening(pool=data["pool"], looed=data["looed"], last_dealer=last, balances=balances),
            title=data["title"],
        )

    @property
    def unbalanced(self) -> int | None:
        """By how much the balances carried over are above minus the pool; None while one of them is not a number."""
        fields = ["pool", *(f"balance_{seat}" for seat in range(self.rows))]
        amounts: list[int] = [self.cleaned_data[field] for field in fields if field in self.cleaned_data]
        return sum(amounts) if len(amounts) == len(fields) else None

    @property
    def balance_words(self) -> str:
        """What the balances carried over come to, and what is missing."""
        off = self.unbalanced
        if off is None:
            return "The sum shows when every amount is a whole number."
        total = off - self.cleaned_data["pool"]
        says = f"The balances add up to {self.unit.signed_words(total)}"
        if not off:
            return f"{says}, as they must."
        pool = self.cleaned_data["pool"]
        lies = f"with {self.unit.words(pool)} on the table " if pool else ""
        more = "too much" if off > 0 else "too little"
        must = f"{lies}they must add up to {self.unit.signed_words(-pool)}"
        return f"{says}; {must}: {self.unit.words(abs(off))} {more}."

    @property
    def rule_warnings(self) -> tuple[RuleWarning, ...]:
        """What is allowed but probably not meant, as far as the rules can be read."""
        rules: RuleSet | None = getattr(self, "rules", None)
        return warnings(rules, self.unit) if rules else ()
