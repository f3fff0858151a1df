"""What happened in an entry, in sentences for the report."""

from __future__ import annotations

from collections.abc import Sequence

from games.reports.isolate import cut, isolated
from games.rules.facts import (
    Adjust,
    Card,
    Deal,
    Entry,
    Finish,
    Flush,
    Join,
    Leave,
    Lost,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.outcome import Movement, Outcome
from games.rules.unit import Unit
from games.words import Words, fault_words

NAME_SIGNS = 24
"""How much of a name stands in a sentence; whole names stand where payments and results are."""


class Teller:
    """Tells what happened, with the names and the unit of one game."""

    def __init__(self, names: Sequence[str], unit: Unit) -> None:
        self._names = [isolated(cut(name, NAME_SIGNS)) for name in names]
        self._unit = unit
        self._words = Words(self.name, self.amount)

    def name(self, seat: Seat) -> str:
        """A player's name, fit to stand in a sentence of another direction."""
        return self._names[seat]

    def names(self, seats: Sequence[Seat]) -> str:
        """Several players' names."""
        return self._words.names(seats)

    def amount(self, amount: int) -> str:
        """An amount without its sign, as short as the unit allows."""
        return self._unit.short(abs(amount))

    def entry(self, entry: Entry, outcome: Outcome) -> str:
        """What happened, in one or more sentences."""
        match entry:
            case Deal():
                return self._deal(entry, outcome)
            case Join(player, after):
                return f"{self.name(player)} joined on the left of {self.name(after)}."
            case Leave(player):
                return f"{self.name(player)} left."
            case Adjust(_, reason):
                return f"Adjusted by agreement: {isolated(reason)}."
            case Finish("division"):
                return f"Finished: the {self.amount(outcome.pool)} on the table divided among those who sat."
            case Finish("last-round"):
                return "Finished after a last round without loos."
        return "Finished on a single." if not outcome.left else "Finished."

    def _deal(self, deal: Deal, outcome: Outcome) -> str:
        parts = [self._result(deal, outcome), *self._words.looed(deal, outcome), *self._faults(deal)]
        if deal.no_loos:
            parts.append("a last round without loos")
        if deal.clubs_turned:
            parts.append("clubs were turned")
        if outcome.kind_expected is not None:
            parts.append(f"it was played as a {outcome.kind} and ought to have been a {outcome.kind_expected}")
        return "; ".join(parts) + "."

    def _result(self, deal: Deal, outcome: Outcome) -> str:
        match deal.result:
            case Tricks(winners):
                return self._tricks(deal, winners, outcome)
            case Card(None):
                return "Nobody beat the turned card"
            case Card(int() as winner):
                return f"{self.name(winner)} beat the turned card"
            case Unplayed(taker):
                return self._unplayed(deal, taker, outcome)
            case Flush(holders, exempt):
                held = f"{self.names(holders)} held {'a flush' if len(holders) == 1 else 'equal flushes'}"
                return held + (f", {self.names(exempt)} exempt" if exempt else "")
            case ThrownIn(offender):
                return f"The hands were thrown in after a revoke by {self.name(offender)}"
            case Lost():
                return f"{self.name(deal.dealer or 0)} lost the deal by a misdeal"
            case _:
                raise ValueError(f"there is no such result: {deal.result!r}")

    def _tricks(self, deal: Deal, winners: Sequence[Seat], outcome: Outcome) -> str:
        return "; ".join([self._words.tricks(winners), *self._words.declared(deal, winners, outcome)])

    def _unplayed(self, deal: Deal, taker: Seat | None, outcome: Outcome) -> str:
        others = [seat for seat, _ in deal.declared if seat != taker]
        alone = "Nobody stood" if not deal.declared else f"{self.names([seat for seat, _ in deal.declared])} stood"
        if taker is None:
            return f"{alone} and the {self.amount(outcome.pool)} stayed"
        role = ", the dealer," if taker == deal.dealer else ""
        if deal.declared and not others:
            return f"{self.name(taker)} stood alone and took {self.amount(outcome.pool)} unplayed"
        return f"{alone}; {self.name(taker)}{role} took {self.amount(outcome.pool)} unplayed"

    def _faults(self, deal: Deal) -> list[str]:
        told = [self._words.penalty(penalty) for penalty in deal.penalties]
        if deal.barred:
            told.append(f"{self.names(deal.barred)} out of this deal after a fault")
        if deal.forfeits:
            told.append(f"{self.names(deal.forfeits)} drew nothing after a fault")
        if deal.excused:
            told.append(f"{self.names(deal.excused)} excused from a second loo")
        return told

    def cause(self, move: Movement) -> str:
        """Why an amount moved."""
        match move.cause:
            case "trick":
                return f"trick {move.detail}"
            case "penalty":
                return f"penalty, {fault_words(str(move.detail))}"
            case "adjust":
                return "by agreement"
            case "card":
                return "turned card"
            case "unplayed":
                return "pool unplayed"
            case "thrown-in":
                return "share of the pool"
            case _:
                return str(move.cause)
