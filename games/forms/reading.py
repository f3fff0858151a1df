"""What a draft of a deal means: the deal it stands for, what it comes to, or what is still missing.

Every amount shown comes from the engine's own functions, and what the draft comes to from the very step that will book
it. Nothing here knows a rule: what may be asked or answered is what the engine accepts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from games.forms.entry import EntryDraft, Lone
from games.pending import Pending
from games.rules.facts import Card, Deal, Declaration, Flush, Lost, Result, Seat, ThrownIn, Tricks, Unplayed
from games.rules.offers import Offers, offers
from games.rules.outcome import Outcome
from games.rules.refusal import Refused
from games.rules.state import GameState
from games.rules.step import step

Mode = Literal["tricks", "card", "unplayed", "flush", "thrown_in", "lost"]
Declared = dict[Seat, Declaration]


@dataclass(frozen=True)
class Option:
    """One answer to the question how a lone stander was met, with what the deal then comes to."""

    answer: Lone
    deal: Deal
    outcome: Outcome


@dataclass(frozen=True)
class Reading:
    """A draft against the state of its table.

    ``deal`` and ``outcome`` are there where the draft is complete; else ``missing`` says why not, as one of
    ``trick``, ``card``, ``lone`` (see ``stander`` and ``options``), ``taker``, ``holder``, ``stood``, ``offender``, or
    ``faults`` (in words). ``takers`` are those who could have a pool unplayed.
    """

    draft: EntryDraft
    offers: Offers
    mode: Mode
    stood: tuple[Seat, ...] = ()
    deal: Deal | None = None
    outcome: Outcome | None = None
    missing: str = ""
    takers: tuple[Seat, ...] = ()
    stander: Seat | None = None
    options: tuple[Option, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the draft can be recorded."""
        return self.outcome is not None


def read(state: GameState, pending: Pending, draft: EntryDraft, names: tuple[str, ...]) -> Reading:
    """What a draft means in a state, with what is known of the deal already. The game must not be finished."""
    known = pending_of(state, pending)
    base = offers_for(state, known, {})
    mode = _mode(base, draft)
    draft = _fitting(base, mode, draft, slots(state, mode))
    reading = Reading(draft, base, mode)
    if base.faults:
        return replace(reading, missing="faults", faults=tuple(fault.text(names) for fault in base.faults))
    return _Reader(state, known, reading, names).read()


def slots(state: GameState, mode: Mode) -> int:
    """How many names the page asks for one after the other."""
    return {"card": 1, "tricks": state.rules.tricks}.get(mode, 0)


def offers_for(state: GameState, pending: Pending, declared: Declared) -> Offers:
    """The engine's offers with what is known of the deal."""
    return offers(
        state,
        dealer=pending.dealer,
        sitting_out=pending.sitting_out,
        barred=pending.barred,
        clubs_turned=pending.clubs_turned,
        no_loos=pending.no_loos,
        declared=tuple(declared.items()),
        penalties=pending.penalties,
    )


def pending_of(state: GameState, pending: Pending) -> Pending:
    """What is known of the deal, without those who have left since; a penalty stays until it is taken back."""
    here = state.seated
    return replace(
        pending,
        dealer=pending.dealer if pending.dealer in here else None,
        sitting_out=tuple(seat for seat in pending.sitting_out if seat in here),
        barred=tuple(seat for seat in pending.barred if seat in here and seat not in pending.sitting_out),
    )


def _mode(base: Offers, draft: EntryDraft) -> Mode:
    if draft.special:
        return draft.special
    return "card" if base.play == "card" else "tricks"


def _fitting(base: Offers, mode: Mode, draft: EntryDraft, count: int) -> EntryDraft:
    """The draft without those who have no cards in this deal (any more), and with as many places as there are."""
    may = set(base.active)
    winners = tuple(seat if seat in may else None for seat in map(draft.winner, range(count)))
    looed = [seat for seat in draft.looed if seat in may and seat not in winners and seat not in draft.named]
    return replace(
        draft,
        winners=winners,
        looed=tuple(looed) if base.play == "declare" else (),
        miss=draft.miss if draft.miss in may else None,
        named=tuple(seat for seat in draft.named if seat in may),
        exempt=tuple(seat for seat in draft.exempt if seat in may),
        nobody=draft.nobody and mode == "card",
    )


class _Reader:
    """Turns one fitting draft into a deal."""

    def __init__(self, state: GameState, pending: Pending, reading: Reading, names: tuple[str, ...]) -> None:
        self.state, self.pending, self.reading, self.names = state, pending, reading, names
        self.draft, self.base = reading.draft, reading.offers

    def read(self) -> Reading:
        draft = self.draft
        match self.reading.mode:
            case "card":
                winner = draft.winner(0)
                if winner is None and not draft.nobody:
                    return replace(self.reading, missing="card")
                return self.whole(Card(winner), {})
            case "lost":
                return self.whole(Lost(), {})
            case "unplayed":
                return self.unplayed()
            case "flush":
                if not draft.named:
                    return replace(self.reading, missing="holder")
                return self.flush()
            case "thrown_in":
                return self.thrown_in()
        return self.tricks()

    def stood_with(self, named: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Those named, those marked to have stood, and who took the miss."""
        took_miss = () if self.draft.miss is None else (self.draft.miss,)
        return tuple(dict.fromkeys((*named, *self.draft.looed, *took_miss)))

    def declared(self, stood: tuple[Seat, ...]) -> Declared:
        """Declarations of those who stood; where all do, the rules fill them in unless somebody took the miss."""
        if self.base.play != "declare":
            if self.draft.miss is None:
                return {}
            stood = self.base.active
        return {seat: "miss" if seat == self.draft.miss else "stand" for seat in stood}

    def unplayed(self) -> Reading:
        """Nobody stood, or the one who is named did and was met by nobody."""
        alone = {seat: found for seat in self.base.active if (found := self.taken_by(seat)) is not None}
        self.reading = replace(self.reading, takers=tuple(alone))
        chosen = next((alone[seat] for seat in self.draft.named if seat in alone), None)
        for taker in (self.base.dealer, None):
            chosen = chosen or self.try_deal(Unplayed(taker), {})
        if chosen is None and self.base.play != "declare":
            # All stand, and only one is not barred: it can be nobody but him.
            chosen = next(iter(alone.values()), None)
        if chosen is None:
            return replace(self.reading, missing="taker")
        return replace(self.reading, deal=chosen[0], outcome=chosen[1], stood=self.stood_of(chosen[0]))

    def taken_by(self, seat: Seat) -> tuple[Deal, Outcome] | None:
        """The deal in which a player stood alone and nobody met him, if that can be."""
        hows: tuple[Declaration, ...] = ("miss", "stand") if seat == self.draft.miss else ("stand", "miss")
        for how in hows:
            found = self.try_deal(Unplayed(seat), {seat: how} if self.base.play == "declare" else {})
            if found is not None:
                return found
        return None

    def flush(self) -> Reading:
        """Who stood is asked only where they alone pay."""
        result = Flush(self.draft.named, self.draft.exempt)
        if self.base.play != "declare":
            return self.whole(result, self.declared(self.base.active))
        if self.state.rules.flush_payers == "everyone":
            return self.whole(result, {})
        return self.whole(result, self.declared(self.stood_with(self.draft.named)))

    def thrown_in(self) -> Reading:
        if not self.draft.named:
            return replace(self.reading, missing="offender")
        (offender,) = self.draft.named
        stood = self.base.active
        if self.base.play == "declare":
            stood = self.stood_with((offender,))
        if len(stood) < 2:
            return replace(self.reading, stood=stood, missing="stood")
        return self.met(ThrownIn(offender), stood)

    def tricks(self) -> Reading:
        winners = tuple(seat for seat in self.draft.winners if seat is not None)
        stood = self.stood_with(winners)
        if self.base.play != "declare":
            stood = self.base.active
        reading = self.reading = replace(self.reading, stood=stood)
        if len(winners) < self.state.rules.tricks:
            return replace(reading, missing="trick")
        return self.met(Tricks(winners), stood)

    def met(self, result: Result, stood: tuple[Seat, ...]) -> Reading:
        """A complete result: ask how a lone stander was met where the rules leave more than one answer."""
        alone = self.alone(stood)
        if alone is None:
            return self.whole(result, self.declared(stood))
        options = self.options(alone, result, stood)
        chosen = next((option for option in options if option.answer == self.draft.lone), None)
        if chosen is None and len(options) == 1 and len(stood) > 1:
            chosen = options[0]
        self.reading = replace(self.reading, stander=alone, options=options)
        if chosen is None:
            # The dealer marked as looed played for himself: who defends is never looed.
            if self.base.dealer in self.draft.looed:
                return self.whole(result, self.declared(stood))
            return replace(self.reading, missing="lone")
        return replace(self.reading, deal=chosen.deal, outcome=chosen.outcome, stood=self.stood_of(chosen.deal))

    def alone(self, stood: tuple[Seat, ...]) -> Seat | None:
        """The only one who stood besides the dealer, or the dealer himself where nobody else did."""
        if self.base.play != "declare":
            return None
        others = [seat for seat in stood if seat != self.base.dealer]
        if len(others) > 1:
            return None
        return others[0] if others else self.base.dealer

    def options(self, alone: Seat, result: Result, stood: tuple[Seat, ...]) -> tuple[Option, ...]:
        """Each answer that the engine accepts, with what it comes to."""
        dealer, own = self.base.dealer, self.declared((alone,))
        found: list[Option] = []
        if alone != dealer and dealer in self.base.active:
            himself: Declared = {**own, dealer: "miss" if dealer == self.draft.miss else "stand"}
            self.add(found, "own", result, himself)
            self.add(found, "pool", result, {**own, dealer: "defend"})
        if stood == (alone,) and isinstance(result, Tricks):
            self.add(found, "unplayed", Unplayed(alone), own)
        return tuple(found)

    def add(self, found: list[Option], answer: Lone, result: Result, declared: Declared) -> None:
        tried = self.try_deal(result, declared)
        if tried is not None:
            found.append(Option(answer, *tried))

    def stood_of(self, deal: Deal) -> tuple[Seat, ...]:
        return tuple(seat for seat, _ in deal.declared)

    def deal(self, result: Result, declared: Declared) -> Deal:
        """The deal with what is known of it; a forfeit or an excuse only where it has something to bear on."""
        stood = {seat for seat, declaration in declared.items() if declaration != "defend"}
        if self.base.play != "declare":
            stood = set(self.base.active)
        winners = set(result.winners) if isinstance(result, Tricks) else set()
        forfeits: tuple[Seat, ...] = ()
        if isinstance(result, (Tricks, ThrownIn)):
            forfeits = tuple(seat for seat in self.pending.forfeits if seat in stood)
        elif isinstance(result, Unplayed):
            forfeits = tuple(seat for seat in self.pending.forfeits if seat == result.taker)
        excused: tuple[Seat, ...] = ()
        if isinstance(result, Tricks):
            excused = tuple(seat for seat in self.pending.excused if seat in stood - winners)
        return self.pending.deal(result, declared=tuple(declared.items()), forfeits=forfeits, excused=excused)

    def try_deal(self, result: Result, declared: Declared) -> tuple[Deal, Outcome] | None:
        deal = self.deal(result, declared)
        try:
            return deal, step(self.state, deal)[1]
        except Refused:
            return None

    def whole(self, result: Result, declared: Declared) -> Reading:
        """The reading of a deal that has everything, or the faults that the engine finds in it."""
        deal = self.deal(result, declared)
        stood = tuple(declared) or self.reading.stood
        try:
            _, outcome = step(self.state, deal)
        except Refused as refused:
            said = tuple(fault.text(self.names) for fault in refused.violations)
            return replace(self.reading, stood=stood, missing="faults", faults=said)
        return replace(self.reading, stood=stood, deal=deal, outcome=outcome)
