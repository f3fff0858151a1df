"""The correction form, read: the entry that its fields say, or what is wrong with each."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import ValidationError

from games.forms.correct_draft import Draft
from games.forms.fields import AmountField
from games.rules import facts
from games.rules.facts import Seat
from games.rules.play import how_played
from games.rules.state import GameState
from games.rules.unit import Unit

MOST_PENALTIES = 20
_BREAKING = {"Cc", "Cs", "Zl", "Zp"}


class Unfit(Exception):
    """What is wrong with the form: a sentence for each field."""

    def __init__(self, faults: dict[str, str]) -> None:
        self.faults = faults
        super().__init__(" ".join(faults.values()))


def clean_text(text: str, limit: str = "text_signs") -> str:
    """A text on one line. Raises ValidationError where it is longer than the named one of ``LOO_LIMITS``."""
    most = settings.LOO_LIMITS[limit]
    line = " ".join("".join(" " if unicodedata.category(sign) in _BREAKING else sign for sign in text).split())
    if len(line) > most:
        raise ValidationError(f"This is too long. Shorten it to {most} signs.")
    return line


class Reader:
    """Reads one draft against the table before its entry; faults are gathered, none hides another.

    ``people`` is how many ever had a seat: one who joins is not yet in the state before.
    """

    def __init__(self, draft: Draft, before: GameState, unit: Unit, people: int) -> None:
        self.draft, self.before, self.unit, self.people = draft, before, unit, people
        self.faults: dict[str, str] = {}

    def entry(self, kind: str) -> tuple[facts.Entry, str]:
        """The entry of a kind and its note. Raises :class:`Unfit` with everything that is wrong."""
        readers: dict[str, Callable[[], facts.Entry]] = {
            "deal": self._deal,
            "join": lambda: facts.Join(self._seat("player"), self._seat("after")),
            "leave": lambda: facts.Leave(self._seat("player")),
            "adjust": self._adjust,
            "finish": self._finish,
        }
        found = readers[kind]()
        note = self._text("note", "note_signs")
        if self.faults:
            raise Unfit(self.faults)
        return found, note

    @property
    def play(self) -> str:
        """How the deal of the draft is played: ``declare``, ``all-play`` or ``card``."""
        kind: facts.Kind = "double" if self.draft.get("kind") == "double" else "single"
        return how_played(
            self.before, kind, no_loos="no_loos" in self.draft, clubs_turned="clubs_turned" in self.draft
        )[0]

    def does(self, seat: Seat) -> str:
        """What the draft says that somebody did; whoever won a trick stood."""
        said = str(self.draft.get(f"does_{seat}") or "pass")
        return "stand" if said == "pass" and self.draft.get("result") == "tricks" and seat in self._won() else said

    def _won(self) -> set[Seat]:
        texts = [str(self.draft.get(f"trick_{number}") or "") for number in range(self.before.rules.tricks)]
        return {int(text) for text in texts if text.isdecimal() and len(text) < 3}

    # ------------------------------------------------------------------------------------------------ fields

    def _seat(self, field: str) -> Seat:
        text = str(self.draft.get(field) or "")
        if text.isdecimal() and len(text) < 3 and int(text) < self.people:
            return int(text)
        trick = field.removeprefix("trick_")
        said = f"Choose who won trick {int(trick) + 1}." if trick.isdecimal() else "Choose a player."
        self.faults.setdefault(field, said)
        return 0

    def _seat_or_nobody(self, field: str) -> Seat | None:
        return None if self.draft.get(field) == "nobody" else self._seat(field)

    def _seats(self, field: str) -> tuple[Seat, ...]:
        known = {str(seat) for seat in self.before.order}
        return tuple(int(text) for text in self.draft.getlist(field) if text in known)

    def _text(self, field: str, limit: str = "text_signs") -> str:
        try:
            return clean_text(str(self.draft.get(field) or ""), limit)
        except ValidationError as error:
            self.faults[field] = " ".join(error.messages)
            return ""

    def _amount(self, field: str, *, least: int = 0, signed: bool = False) -> int:
        texts = tuple(str(self.draft.get(name) or "") for name in (f"{field}-way", f"{field}-big", field))
        try:
            return AmountField(self.unit, least=least, signed=signed).clean(texts)
        except ValidationError as error:
            self.faults[field] = " ".join(error.messages)
            return 0

    # ------------------------------------------------------------------------------------------------ entries

    def _finish(self) -> facts.Entry:
        match str(self.draft.get("how") or ""):
            case "single" | "last-round" | "division" as how:
                return facts.Finish(how)
        self.faults["how"] = "Choose how the game ended."
        return facts.Finish("single")

    def _adjust(self) -> facts.Entry:
        moved = [(seat, self._amount(f"net_{seat}", signed=True)) for seat in self.before.order]
        net = tuple((seat, amount) for seat, amount in moved if amount)
        reason = self._text("reason")
        if not reason:
            self.faults.setdefault("reason", "Say why counters were moved.")
        if not net and not self.faults:
            self.faults["net"] = "An adjustment moves something: write at least one amount."
        return facts.Adjust(net, reason)

    def _deal(self) -> facts.Entry:
        does = {seat: self.does(seat) for seat in self.before.seated}
        result = self._result()
        declares = self.play == "declare" and not isinstance(result, facts.Lost)
        declared: list[tuple[Seat, facts.Declaration]] = []
        for seat, said in does.items() if declares else ():
            match said:
                case "stand" | "miss" | "defend" as declaration:
                    declared.append((seat, declaration))
        return facts.Deal(
            result=result,
            dealer=self._seat("dealer"),
            kind="double" if self.draft.get("kind") == "double" else "single",
            dealt_in=tuple(seat for seat, said in does.items() if said != "out"),
            barred=tuple(seat for seat, said in does.items() if said == "barred"),
            clubs_turned="clubs_turned" in self.draft,
            declared=tuple(declared),
            penalties=tuple(self._penalties()),
            forfeits=self._seats("forfeits"),
            excused=self._seats("excused"),
            no_loos="no_loos" in self.draft,
        )

    def _result(self) -> facts.Result:
        match self.draft.get("result"):
            case "tricks":
                return facts.Tricks(tuple(self._seat(f"trick_{number}") for number in range(self.before.rules.tricks)))
            case "card":
                return facts.Card(self._seat_or_nobody("card"))
            case "unplayed":
                return facts.Unplayed(self._seat_or_nobody("unplayed"))
            case "flush":
                holders = self._seats("holders")
                if not holders:
                    self.faults["holders"] = "Choose who held the flush."
                return facts.Flush(holders, self._seats("exempt"))
            case "thrown_in":
                return facts.ThrownIn(self._seat("offender"))
            case "lost":
                return facts.Lost()
        self.faults["result"] = "Choose how the deal ended."
        return facts.Lost()

    def _penalties(self) -> list[facts.Penalty]:
        lines = []
        for number in range(penalty_lines(self.draft)):
            field = f"penalty_{number}"
            if not self.draft.get(f"{field}-player"):
                continue
            fault = self._text(f"{field}-fault")
            if not fault:
                self.faults.setdefault(f"{field}-fault", "Say what the penalty was for.")
            to: facts.Destination = "next" if self.draft.get(f"{field}-to") == "next" else "current"
            amount = self._amount(f"{field}-amount", least=1)
            lines.append(facts.Penalty(self._seat(f"{field}-player"), fault, amount, to))
        return lines


def penalty_lines(draft: Draft) -> int:
    """How many lines for penalties the form has."""
    text = str(draft.get("penalties") or "1")
    return min(int(text), MOST_PENALTIES) if text.isdecimal() and len(text) < 4 else 1
