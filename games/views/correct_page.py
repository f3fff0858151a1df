"""What the form of a correction shows: only the fields that the rules leave, with what is wrong beside each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.forms.correct import Reader, penalty_lines
from games.forms.correct_draft import Draft
from games.rules.facts import Seat
from games.rules.presets import PRESETS
from games.rules.state import GameState
from games.rules.unit import Unit

Choice = tuple[str, str, bool]
"""Value, label, and whether it is chosen."""


@dataclass(frozen=True, slots=True)
class AmountTyped:
    """An amount as typed: its field and the texts in it."""

    field: str
    big: str
    small: str
    down: bool
    wrong: str


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A line for a penalty."""

    field: str
    players: list[Choice]
    fault: str
    amount: AmountTyped
    to_next: bool
    wrong: str


class CorrectForm:
    """The fields of one entry; ``faults`` has a sentence for each that is wrong."""

    def __init__(
        self, kind: str, draft: Draft, before: GameState, unit: Unit, names: Sequence[str], *, faults: dict[str, str]
    ) -> None:
        self.kind, self.draft, self.before, self.unit = kind, draft, before, unit
        self.names, self.faults = names, faults
        self.reader = Reader(draft, before, unit, len(names))

    def text(self, field: str) -> str:
        """What stands in a field."""
        return str(self.draft.get(field) or "")

    def wrong(self, field: str) -> str:
        """What is wrong with a field, or an empty text."""
        return self.faults.get(field, "")

    def amount(self, field: str) -> AmountTyped:
        """What stands in the field of an amount."""
        texts = self.text(f"{field}-big"), self.text(field), self.text(f"{field}-way") == "down"
        return AmountTyped(field, *texts, wrong=self.wrong(field))

    def seats(self, field: str, seats: Sequence[Seat], empty: str = "choose") -> list[Choice]:
        """Players to choose from; ``empty`` is what stands there before a choice."""
        chosen = self.text(field)
        choices = [(str(seat), self.names[seat], chosen == str(seat)) for seat in seats]
        return [("", empty, not chosen), *choices]

    def ticks(self, field: str, seats: Sequence[Seat]) -> list[Choice]:
        """Players to tick."""
        ticked = self.draft.getlist(field)
        return [(str(seat), self.names[seat], str(seat) in ticked) for seat in seats]

    # ------------------------------------------------------------------------------------------------ a deal

    @property
    def play(self) -> str:
        """How the deal is played as the form stands: ``declare``, ``all-play`` or ``card``."""
        return self.reader.play

    @property
    def dealers(self) -> list[Choice]:
        """Who may have dealt."""
        return self.seats("dealer", self.before.seated)

    @property
    def kinds(self) -> list[Choice]:
        """Single and double."""
        chosen = self.text("kind")
        return [("single", "single", chosen != "double"), ("double", "double", chosen == "double")]

    @property
    def rows(self) -> list[tuple[Seat, str, str, list[Choice], bool]]:
        """Each player who sat there: seat, field, name, what he may have done, whether he was in play."""
        rows = []
        for seat in self.before.seated:
            does = self.reader.does(seat)
            if self.play != "declare" and does in ("stand", "miss", "defend"):
                does = "pass"
            choices = [(value, label, does == value) for value, label in self._deeds(does)]
            rows.append((seat, f"does_{seat}", self.names[seat], choices, does in ("stand", "miss", "defend")))
        return rows

    def _deeds(self, chosen: str) -> list[tuple[str, str]]:
        rules = self.before.rules
        if self.play != "declare":
            return [("pass", "had cards"), ("barred", "barred by a fault"), ("out", "sat out")]
        deeds = [("pass", "passed"), ("stand", "stood")]
        if rules.miss or chosen == "miss":
            deeds.append(("miss", "took the miss"))
        if "defend" in rules.lone_stander or chosen == "defend":
            deeds.append(("defend", "defended the pool"))
        return [*deeds, ("barred", "barred by a fault"), ("out", "sat out")]

    @property
    def results(self) -> list[Choice]:
        """How the deal may have ended under these rules, as the form stands."""
        rules, chosen = self.before.rules, self.text("result")
        fits = {
            "tricks": self.play != "card",
            "card": self.play == "card",
            "unplayed": self.play == "declare",
            "flush": rules.flush_cards > 0,
            "thrown_in": rules.revoke == "thrown-in",
            "lost": rules.misdeal_deal == "lost",
        }
        return [(value, label, value == chosen) for value, label in _RESULTS.items() if fits[value] or value == chosen]

    @property
    def tricks(self) -> list[tuple[str, list[Choice], str]]:
        """Each trick: field, who may have won it, what is wrong."""
        fields = [f"trick_{number}" for number in range(self.before.rules.tricks)]
        return [(field, self.seats(field, self.before.seated), self.wrong(field)) for field in fields]

    def _or_nobody(self, field: str, nobody: str) -> list[Choice]:
        chosen = self.text(field)
        return [*self.seats(field, self.before.seated), ("nobody", nobody, chosen == "nobody")]

    @property
    def card(self) -> list[Choice]:
        """Whose card took the pool."""
        return self._or_nobody("card", "nobody beat the turned card")

    @property
    def unplayed(self) -> list[Choice]:
        """Who took the pool without play."""
        return self._or_nobody("unplayed", "nobody: the pool stays")

    @property
    def offender(self) -> list[Choice]:
        """Who revoked."""
        return self.seats("offender", self.before.seated)

    @property
    def holders(self) -> list[Choice]:
        """Who may have held the flush."""
        return self.ticks("holders", self.before.seated)

    @property
    def exempt(self) -> list[Choice]:
        """Who may be exempt from paying the flush."""
        return self.ticks("exempt", self.before.seated)

    @property
    def forfeits(self) -> list[Choice]:
        """Who may have forfeited his winnings."""
        return self.ticks("forfeits", self.before.seated)

    @property
    def excused(self) -> list[Choice]:
        """Who may be excused from a loo."""
        return self.ticks("excused", self.before.seated)

    @property
    def rare_open(self) -> bool:
        """Whether the rare things are in sight, because one of them is said."""
        said = any(self.draft.getlist(field) for field in ("forfeits", "excused", "clubs_turned", "no_loos"))
        return said or any(field.startswith("penalty") for field in self.faults)

    @property
    def club_law(self) -> bool:
        """Whether a turned club can matter."""
        return self.before.rules.club_law or "clubs_turned" in self.draft

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The lines for penalties."""
        lines = []
        for number in range(penalty_lines(self.draft)):
            field = f"penalty_{number}"
            lines.append(
                PenaltyLine(
                    field=field,
                    players=self.seats(f"{field}-player", self.before.seated, empty="nobody"),
                    fault=self.text(f"{field}-fault"),
                    amount=self.amount(f"{field}-amount"),
                    to_next=self.text(f"{field}-to") == "next",
                    wrong=" ".join(text for name, text in self.faults.items() if name.startswith(f"{field}-")),
                )
            )
        return lines

    @property
    def faults_known(self) -> list[str]:
        """The faults that the author of the rules names, to choose from."""
        return [line.fault for line in PRESETS[self.before.rules.preset].penalties]

    # ------------------------------------------------------------------------------------------------ the others

    @property
    def players(self) -> list[Choice]:
        """Who may leave, or who may come back."""
        away = [seat for seat in range(len(self.names)) if seat not in self.before.seated]
        return self.seats("player", away if self.kind == "join" else self.before.seated)

    @property
    def after(self) -> list[Choice]:
        """On whose left a joiner may sit."""
        return self.seats("after", self.before.seated)

    @property
    def nets(self) -> list[tuple[str, AmountTyped]]:
        """What an adjustment moved for each."""
        return [(self.names[seat], self.amount(f"net_{seat}")) for seat in self.before.order]

    @property
    def endings(self) -> list[Choice]:
        """How a game may end."""
        chosen = self.text("how")
        return [(value, label, value == chosen) for value, label in _ENDINGS.items()]

    @property
    def summary(self) -> list[str]:
        """Everything that is wrong with the form."""
        return list(dict.fromkeys(self.faults.values()))


_RESULTS = {
    "tricks": "Tricks were played",
    "card": "One card each",
    "unplayed": "Not played",
    "flush": "A flush",
    "thrown_in": "Thrown in after a revoke",
    "lost": "Lost by a misdeal",
}
_ENDINGS = {
    "single": "On a single: nothing lay on the table",
    "last-round": "After a last round without loos",
    "division": "What lay on the table was divided",
}
