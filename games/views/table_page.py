"""What the table page shows: rows, places for the tricks, what is missing or what the button books."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from games.forms.entry import EntryDraft
from games.forms.reading import Mode, Option, Reading, read, slots
from games.reports.isolate import isolated
from games.rules import facts
from games.rules.outcome import Outcome
from games.rules.pool import split_pool
from games.selectors import EntryView, TableView
from games.views.gate import new_key
from games.views.refusals import Refusal
from games.views.sealing import seal
from games.views.sentences import sentence
from games.views.table_rows import Row, lists_passed, passed_of, rows_of
from games.words import fault_words, joined

DENSE_FROM = 11
"""From so many players on a phone shows two columns."""
_HEADINGS: dict[Mode, str] = {
    "tricks": "Tap the name: won a trick",
    "card": "Tap the name: won the card",
    "flush": "Tap who holds the flush",
    "thrown_in": "Tap the name: revoked",
    "unplayed": "Tap the name: stood alone",
    "lost": "",
}
_WORDS: dict[Mode, str] = {
    "card": "Turned card to",
    "flush": "Flush held by",
    "thrown_in": "Revoke by",
    "unplayed": "Stood alone:",
    "tricks": "",
    "lost": "",
}


@dataclass(frozen=True)
class Slot:
    """One place for a name: the winner of a trick, with what the trick is worth."""

    index: int
    what: str
    number: str
    part: int | None
    name: str
    is_next: bool

    @property
    def label(self) -> str:
        """What the place is for: ``Trick 2``."""
        return f"{self.what} {self.number}".strip()


@dataclass(frozen=True)
class Sheet:
    """One line of the score sheet, with each seat's movement."""

    entry: EntryView
    label: str
    sentence: str
    net: tuple[int, ...]
    dealer: str


@dataclass(frozen=True)
class TablePage:
    """Everything on the table page; ``recorded`` is the entry that this phone has just recorded.

    ``late`` is a draft for a deal that another phone has recorded meanwhile.
    """

    view: TableView
    draft: EntryDraft
    key: str = field(default_factory=new_key)
    recorded: str = ""
    refusal: Refusal | None = None
    late: EntryDraft | None = None

    @property
    def playing(self) -> bool:
        """Whether deals can be recorded."""
        return not (self.view.state.finished or self.view.session.settled)

    @cached_property
    def reading(self) -> Reading:
        """What the draft means."""
        draft = self.draft if self.draft.deal == self.view.next_deal_number else EntryDraft()
        return read(self.view.state, self.view.pending, draft, self.view.names)

    @cached_property
    def fields(self) -> dict[str, str]:
        """The draft as hidden fields, without those who do not fit any more."""
        fields = self.reading.draft.fields()
        fields["d"] = str(self.view.next_deal_number)
        return fields

    @cached_property
    def undo_key(self) -> str:
        """A key for the undo button, of its own: one page may undo and record."""
        return new_key()

    @property
    def late_query(self) -> str:
        """The late draft, meant for the deal that is next now."""
        return "" if self.late is None else replace(self.late, deal=self.view.next_deal_number).query

    @property
    def opened(self) -> str:
        """How the table stands before its first entry."""
        unit, state = self.view.unit, self.view.state
        return f"{unit.words(state.table)} lie on the table already." if state.table else "The table is empty."

    @property
    def tap_heading(self) -> str:
        """What a tap on a name means, over the rows."""
        return _HEADINGS[self.reading.mode]

    @property
    def tap_word(self) -> str:
        """What a tap on a name means, before the name for a screen reader."""
        following = next((slot for slot in self.slots if slot.is_next), None)
        if self.reading.mode == "tricks":
            return f"{following.label} to" if following else ""
        return _WORDS[self.reading.mode]

    @property
    def special(self) -> tuple[str, str] | None:
        """What result is being entered instead of the ordinary one, and how; None for the ordinary one."""
        dealer = isolated(self.dealer)
        unclaimed = f"{dealer} takes the pool" if self.view.rules.unclaimed == "dealer" else "the pool stays"
        return {
            "unplayed": (f"Not played: nobody stood, {unclaimed}", "or tap the one who stood alone"),
            "flush": ("A flush takes the pool", "tap its holder"),
            "thrown_in": ("Hands thrown in after a revoke", "tap who revoked, then stood"),
            "lost": (f"{dealer} lost the deal by a misdeal", "the pool stays"),
        }.get(self.reading.mode)

    @property
    def preview(self) -> tuple[int, ...]:
        """Each seat's movement in the deal not yet recorded; empty where it is not complete."""
        if not self.playing or self.reading.outcome is None:
            return ()
        return tuple(self.reading.outcome.net[seat] for seat in self.view.state.order)

    @property
    def balances(self) -> tuple[int, ...]:
        """Each seat's balance, in the order of the score sheet."""
        return tuple(self.view.state.balances[seat] for seat in self.view.state.order)

    @property
    def sheet_up(self) -> tuple[Sheet, ...]:
        """The entries shown, the oldest first."""
        return self.sheet[::-1]

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields)

    @cached_property
    def sealed(self) -> str:
        """The deal that the button books, sealed: exactly what the preview shows, and nothing that was made up."""
        deal = self.reading.deal
        return "" if deal is None else seal(self.view.session.pk, deal)

    @cached_property
    def pool(self) -> int:
        """What is played for; in a finished game what lies on the table."""
        return self.reading.offers.pool if self.playing else self.view.state.table

    @cached_property
    def made(self) -> str:
        """What the pool is made of: ``18 left + stake 3 + misdeal 3``."""
        unit, offers = self.view.unit, self.reading.offers
        parts = [f"{unit.short(self.view.state.table)} left"] if self.view.state.table else []
        staked = sum(amount for _, amount in offers.stakes)
        count = len(offers.stakes)
        parts.append(f"{count} stakes {unit.short(staked)}" if count > 1 else f"stake {unit.short(staked)}")
        lines = self.view.pending.penalties
        parts += [f"{fault_words(line.fault)} {unit.short(line.amount)}" for line in lines if line.to == "current"]
        made = " + ".join(parts) if self.view.state.table else "fresh pool: " + " + ".join(parts)
        later = sum(line.amount for line in lines if line.to == "next")
        return f"{made}; {unit.short(later)} to the next pool" if later else made

    @cached_property
    def last(self) -> EntryView | None:
        """The entry that undo takes away."""
        return self.view.last

    @property
    def last_label(self) -> str:
        """What the last entry is called on the undo button."""
        return label_of(self.last) if self.last else ""

    @property
    def last_sentence(self) -> str:
        """What the last entry was."""
        return sentence(self.last, self.view.names, self.view.unit) if self.last else ""

    @property
    def is_recorded(self) -> bool:
        """Whether the last entry is the one that this phone has just recorded."""
        return self.last is not None and str(self.last.id) == self.recorded

    @property
    def has_loo_column(self) -> bool:
        """Whether rows have a second button, or the word that stands in its place."""
        return any(row.loo or row.stood for row in self.rows)

    @property
    def dense(self) -> bool:
        """Whether a phone shows the rows in two columns."""
        return len(self.view.state.seated) >= DENSE_FROM

    @property
    def per(self) -> int:
        """How many rows one of two columns has."""
        return max(6, (len(self.view.state.seated) + 1) // 2)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The places for the winners."""
        reading = self.reading
        if reading.missing == "faults" and not reading.draft.winners:
            return ()
        count = slots(self.view.state, reading.mode)
        if reading.mode == "card":
            winner = reading.draft.winner(0)
            name = "nobody" if reading.draft.nobody else "" if winner is None else self.view.names[winner]
            return (Slot(0, "Turned card", "", self.pool, name, not name),)
        parts = self.parts
        filled = [reading.draft.winner(index) for index in range(count)]
        following = filled.index(None) if None in filled else -1
        return tuple(
            Slot(i, "Trick", str(i + 1), parts[i], "" if seat is None else self.view.names[seat], i == following)
            for i, seat in enumerate(filled)
        )

    @property
    def answer(self) -> str:
        """The answer about the lone stander, as it stands in a place of its own; empty where there is none."""
        reading = self.reading
        if not reading.draft.lone or reading.stander is None or not reading.ready:
            return ""
        return {"own": self.dealer, "pool": "the pool", "unplayed": "nobody"}[reading.draft.lone]

    @property
    def crowded(self) -> bool:
        """Whether the places are so many that a phone has no room for the word before their numbers."""
        return len(self.slots) + bool(self.answer) > 3

    @property
    def dealer(self) -> str:
        """The dealer of the deal in progress."""
        return self.view.names[self.reading.offers.dealer]

    @property
    def ask(self) -> tuple[str, str]:
        """What is missing, and a hint."""
        names, reading = self.view.names, self.reading
        all_stand = reading.offers.play != "declare"
        match reading.missing:
            case "trick":
                number = next(slot.index for slot in self.slots if slot.is_next) + 1
                return f"Tap who won trick {number}", "all stand" if all_stand else "then looed for who took none"
            case "card":
                return "Tap who won the card", "or nobody"
            case "lone" if not reading.options:
                return f"Who stood against {isolated(names[reading.stander or 0])}?", "tap looed"
            case "taker":
                return "Tap who stood alone", "he has the pool unplayed"
            case "holder":
                return "Tap who holds the flush", "several: the elder first"
            case "offender":
                return "Tap who revoked", "then stood for the others who did"
            case "stood":
                return "Tap stood", "for the others who did"
        return "", ""

    @property
    def question(self) -> str:
        """The question to the table where one player stood alone."""
        reading, names = self.reading, self.view.names
        if reading.missing != "lone" or not reading.options or reading.stander is None:
            return ""
        stander = isolated(names[reading.stander])
        if reading.stander == reading.offers.dealer:
            return f"Who stood against {stander}, the dealer? Tap looed, or:"
        if any(option.answer == "pool" for option in reading.options) and len(reading.stood) > 1:
            return f"{stander} stood alone. {isolated(self.dealer)}, the dealer, played:"
        return f"Who else stood? Tap looed. If nobody but {isolated(self.dealer)}, the dealer:"

    @property
    def options(self) -> tuple[tuple[str, str, str], ...]:
        """The answers: value, words, and what the deal then comes to."""
        return tuple((o.answer, self._answer_words(o), self._effect(o.outcome)) for o in self.reading.options)

    def _answer_words(self, option: Option) -> str:
        stander = self.reading.stander
        if option.answer == "own":
            return f"for {isolated(self.dealer)}"
        if option.answer == "pool":
            return "for the pool"
        return f"nobody: {isolated(self.view.names[stander or 0])} has it unplayed"

    def _effect(self, outcome: Outcome) -> str:
        unit, dealer = self.view.unit, self.reading.offers.dealer
        looed = "looed, " if any(seat == dealer for seat, _ in outcome.looed) else ""
        net, following = unit.signed_short(outcome.net[dealer]), self.view.next_deal_number + 1
        return f"{isolated(self.dealer)} {looed}{net}; {unit.short(outcome.left)} left for deal {following}"

    @property
    def passed(self) -> str:
        """Those who passed, by name: a forgotten loo is the commonest slip."""
        reading = self.reading
        if not lists_passed(reading, self.view.rules):
            return ""
        passed = [isolated(self.view.names[seat]) for seat in passed_of(reading, self.view.rules)]
        return f"Passed: {joined(passed)}" if passed else "Nobody passed"

    @property
    def books(self) -> str:
        """What the button books: ``pool 24 paid, 6 left``."""
        outcome = self.reading.outcome
        return "" if outcome is None else books_words(outcome, self.view)

    @property
    def said(self) -> str:
        """One sentence for a screen reader after a tap."""
        if not self.playing:
            return ""
        ask, hint = self.ask
        if self.reading.ready:
            return f"Ready: {self.books}. {self.passed}"
        return self.question or " ".join(self.reading.faults) or f"{ask}, {hint}."

    @cached_property
    def sheet(self) -> tuple[Sheet, ...]:
        """The entries shown, the newest first."""
        return tuple(sheet_of(entry, self.view) for entry in self.view.entries)

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """What each trick is worth."""
        rules = self.view.rules
        return split_pool(self.pool, rules.tricks, rules.remainder)[0]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The players who sit, in seat order."""
        return rows_of(self.view, self.reading if self.playing else None, self.parts if self.playing else ())


def books_words(outcome: Outcome, view: TableView) -> str:
    """What an outcome books, in a few words: ``pool 24 paid, 6 left``."""
    unit = view.unit
    paid = sum(move.amount for move in outcome.movements if move.amount > 0)
    nobody = "" if outcome.looed else "nobody looed, "
    if isinstance(outcome.entry, facts.Deal) and not isinstance(outcome.entry.result, facts.Tricks):
        nobody = ""
    if paid == outcome.pool:
        said = f"pool {unit.short(paid)} paid"
    elif paid > outcome.pool:
        said = f"{unit.short(paid)} paid, loos included"
    else:
        said = f"{unit.short(paid)} of {unit.short(outcome.pool)} paid" if paid else "nothing paid"
    left = f", {unit.short(outcome.left)} left" if outcome.left or not nobody else ""
    return nobody + said + left


def label_of(entry: EntryView) -> str:
    """What an entry is called on a button: ``deal 7``, ``join``, ``finish``."""
    if entry.deal_number is not None:
        return f"deal {entry.deal_number}"
    return {"join": "joining", "leave": "leaving", "adjust": "adjustment"}.get(entry.outcome.kind, entry.outcome.kind)


def sheet_of(entry: EntryView, view: TableView) -> Sheet:
    """A line of the score sheet."""
    net = tuple(entry.outcome.net[seat] if seat < len(entry.outcome.net) else 0 for seat in view.state.order)
    dealer = ""
    if isinstance(entry.facts, facts.Deal) and entry.facts.dealer is not None:
        dealer = view.names[entry.facts.dealer]
    label = label_of(entry).capitalize()
    return Sheet(entry, label, sentence(entry, view.names, view.unit), net, dealer)
