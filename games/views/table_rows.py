"""The rows of the table page: one player a line, with what this deal does so far and what a tap on him may do."""

from __future__ import annotations

from dataclasses import dataclass

from games.forms.reading import Mode, Reading, pending_of
from games.rules.facts import Seat
from games.rules.ruleset import RuleSet
from games.selectors import TableView

_NAMED: dict[Mode, str] = {
    "flush": "flush",
    "thrown_in": "revoked",
    "card": "won the card",
    "unplayed": "takes it",
    "tricks": "won",
    "lost": "",
}


@dataclass(frozen=True)
class Row:
    """One player: how he stands, what this deal does so far, and what a tap on him may do.

    ``win`` and ``loo`` are the values of his buttons, empty where he has none; ``pressed`` is the state of the second.
    ``now`` is None as long as nothing is certain.
    """

    seat: Seat
    name: str
    balance: int
    last: int | None
    deals: bool = False
    marks: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    now: int | None = None
    win: str = ""
    loo: str = ""
    loo_word: str = "looed"
    pressed: bool = False
    stood: bool = False
    css: str = ""

    @property
    def then(self) -> int:
        """His balance after this deal."""
        return self.balance + (self.now or 0)


class _Rows:
    """Dresses rows for the deal in progress."""

    def __init__(self, view: TableView, reading: Reading, parts: tuple[int, ...]) -> None:
        self.view, self.reading, self.parts = view, reading, parts
        self.offers, self.draft = reading.offers, reading.draft
        self.passed = passed_of(reading, view.rules)

    def dressed(self, row: Row) -> Row:
        seat, reading, draft = row.seat, self.reading, self.draft
        marks = tuple(number for number, winner in enumerate(draft.winners, 1) if winner == seat)
        if reading.mode == "card":
            marks = ()
        win, loo = self.buttons(seat, bool(marks))
        words = self.words(seat, bool(marks))
        now = self.now(seat)
        on = bool(marks) or seat in draft.named or (reading.mode == "card" and draft.winner(0) == seat)
        return Row(
            seat=seat,
            name=row.name,
            balance=row.balance,
            last=row.last,
            deals=seat == self.offers.dealer,
            marks=marks,
            words=words,
            now=now,
            win=win,
            loo=loo,
            loo_word=self.loo_word(seat),
            pressed=seat in draft.exempt if self.exempting else seat in draft.looed or self.by_miss(seat),
            stood=bool(marks) and self.offers.play == "declare",
            css=self.css(on, now, words),
        )

    @property
    def exempting(self) -> bool:
        """Whether the second button says who pays nothing for a flush."""
        return self.reading.mode == "flush" and (
            self.view.rules.flush_payers == "everyone" or self.offers.play != "declare"
        )

    def by_miss(self, seat: Seat) -> bool:
        """Whether he is marked only because he took the miss."""
        named = (*self.draft.winners, *self.draft.named)
        return seat == self.draft.miss and self.offers.play == "declare" and seat not in named

    def buttons(self, seat: Seat, marked: bool) -> tuple[str, str]:
        """The values of a row's two buttons."""
        reading, draft = self.reading, self.draft
        active = seat in self.offers.active
        declares = self.offers.play == "declare"
        match reading.mode:
            case "tricks":
                open_slot = active and None in draft.winners
                return f"win:{seat}" if open_slot else "", f"loo:{seat}" if active and declares and not marked else ""
            case "card":
                return f"win:{seat}" if active else "", ""
            case "flush" if active:
                # Where only those who stood pay, one button goes from passed to stood to exempt and back.
                stood = seat in draft.looed and seat not in draft.exempt
                second = f"exempt:{seat}" if self.exempting or stood else f"loo:{seat}"
                return f"win:{seat}", "" if seat in draft.named else second
            case "thrown_in" if active:
                return f"win:{seat}", f"loo:{seat}" if declares and seat not in draft.named else ""
            case "unplayed" if seat in reading.takers:
                return f"win:{seat}", ""
        return "", ""

    def loo_word(self, seat: Seat) -> str:
        if self.exempting or seat in self.draft.exempt:
            return "exempt"
        return "looed" if self.reading.mode == "tricks" else "stood"

    def words(self, seat: Seat, marked: bool) -> tuple[str, ...]:
        """What is said of a player under his name."""
        reading, unit, pending = self.reading, self.view.unit, self.view.pending
        outcome = reading.outcome
        said = []
        if seat in pending_of(self.view.state, pending).sitting_out:
            said.append("sits out")
        elif seat in self.offers.dealt_in and seat not in self.offers.active:
            said.append("out of this deal")
        elif seat not in self.offers.dealt_in:
            said.append("no cards")
        if seat == self.draft.miss:
            said.append("miss")
        looed = dict(outcome.looed) if outcome is not None else {}
        if seat in looed:
            said.append(f"looed {unit.short(looed[seat])}")
        elif seat in self.draft.looed or self.by_miss(seat):
            said.append(self.looed_words(seat))
        if seat in self.draft.named or (reading.mode == "card" and self.draft.winner(0) == seat):
            said.append(
                {"flush": "flush", "thrown_in": "revoked", "card": "won the card"}.get(reading.mode, "takes it")
            )
        if any(line.player == seat for line in pending.penalties):
            said.append("penalty")
        if seat in pending.forfeits:
            said.append("draws nothing")
        if reading.deal is not None and dict(reading.deal.declared).get(seat) == "defend":
            said.append("for the pool")
        elif not said and reading.ready and seat in self.passed:
            said.append("passed")
        return tuple(said)

    def looed_words(self, seat: Seat) -> str:
        if self.reading.mode != "tricks" or (self.reading.deal is not None and seat in self.reading.deal.excused):
            return "stood"
        if seat in self.view.pending.excused or self.view.pending.no_loos:
            return "stood"
        return f"looed {self.view.unit.short(self.offers.loo)}"

    def now(self, seat: Seat) -> int | None:
        """What this deal does for a player, so far as it is certain; None where nothing is."""
        if self.reading.outcome is not None:
            return self.reading.outcome.net[seat]
        amounts = [-amount for staker, amount in self.offers.stakes if staker == seat]
        amounts += [-line.amount for line in self.view.pending.penalties if line.player == seat]
        if self.reading.mode == "tricks":
            amounts += self.tricks(seat)
        return sum(amounts) if amounts else None

    def tricks(self, seat: Seat) -> list[int]:
        """The parts of the pool that a player has for certain, and his loo where he is marked."""
        others = [stood for stood in self.reading.stood if stood != self.offers.dealer]
        maybe_defends = seat == self.offers.dealer and len(others) < 2 and "defend" in self.view.rules.lone_stander
        if seat in self.view.pending.forfeits or (maybe_defends and self.offers.play == "declare"):
            return []
        parts = zip(self.draft.winners, self.parts, strict=False)
        won = [part for winner, part in parts if winner == seat]
        looed = (seat in self.draft.looed or self.by_miss(seat)) and seat not in self.view.pending.excused
        return [*won, -self.offers.loo] if looed else won

    def css(self, on: bool, now: int | None, words: tuple[str, ...]) -> str:
        classes = ["on"] if on else []
        if self.reading.ready:
            classes.append("out" if "passed" in words and not now else "paid")
        return " ".join(classes)


def rows_of(view: TableView, reading: Reading | None, parts: tuple[int, ...]) -> tuple[Row, ...]:
    """The players who sit, in seat order; ``parts``: what each trick is worth, ``reading``: None where nobody plays."""
    dresser = None if reading is None else _Rows(view, reading, parts)
    last = view.last.outcome.net if view.last is not None else ()
    rows = (
        Row(seat, view.names[seat], view.state.balances[seat], last[seat] if seat < len(last) else None)
        for seat in view.state.seated
    )
    return tuple(row if dresser is None else dresser.dressed(row) for row in rows)


def lists_passed(reading: Reading, rules: RuleSet) -> bool:
    """Whether a deal is complete in which it matters who passed: a forgotten loo is the commonest slip."""
    matters = reading.mode in ("tricks", "thrown_in") or (reading.mode == "flush" and rules.flush_payers == "standing")
    return matters and reading.ready and reading.offers.play == "declare"


def passed_of(reading: Reading, rules: RuleSet) -> tuple[Seat, ...]:
    """Those who passed, where that matters."""
    if not lists_passed(reading, rules):
        return ()
    return tuple(seat for seat in reading.offers.active if seat not in reading.stood)
