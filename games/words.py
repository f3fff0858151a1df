"""Words that pages and reports say alike: who won, who was looed, who paid a penalty and for what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from games.reports.isolate import isolated
from games.rules.facts import Deal, Penalty, Seat
from games.rules.outcome import Outcome

_MANY = 4
"""From so many on, all players or all but one are counted and not named."""


def joined(words: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``; nothing for nobody."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def fault_words(fault: str) -> str:
    """A fault in words: those of the presets have hyphens between them in the game file, others are as typed."""
    return isolated(fault.replace("-", " "))


class Words:
    """Parts of sentences with the names and the unit of one game: ``name`` of a seat, ``amount`` without its sign."""

    def __init__(self, name: Callable[[Seat], str], amount: Callable[[int], str]) -> None:
        self._name, self._amount = name, amount

    def names(self, seats: Sequence[Seat]) -> str:
        """Several players' names."""
        return joined([self._name(seat) for seat in seats])

    def tricks(self, winners: Sequence[Seat]) -> str:
        """``Dimitri 2 tricks, Anna 1``: who took how many, the most first."""
        order = sorted(dict.fromkeys(winners), key=lambda seat: -winners.count(seat))
        told: list[str] = []
        for number, some in groupby(order, key=winners.count):
            seats = list(some)
            each = " each" if len(seats) > 1 else ""
            unit = ("trick" if number == 1 else "tricks") if not told or number > 1 else ""
            told.append(f"{self.names(seats)} {number} {unit}".rstrip() + each)
        return ", ".join(told)

    def declared(self, deal: Deal, winners: Sequence[Seat], outcome: Outcome) -> list[str]:
        """Who had the miss, and whether the dealer played for the pool."""
        told = []
        for seat, declaration in deal.declared:
            if declaration == "miss":
                told.append(f"{self._name(seat)} had the miss")
            elif declaration == "defend":
                stayed = sum(part for winner, part in zip(winners, outcome.parts, strict=True) if winner == seat)
                where = f", in which {self._amount(stayed)} stayed" if stayed else ""
                told.append(f"{self._name(seat)} played for the pool{where}")
        return told

    def looed(self, deal: Deal, outcome: Outcome) -> list[str]:
        """Who was looed, those who paid the same together; ``nobody looed`` where somebody could have been."""
        if not outcome.looed:
            return ["nobody looed"] if outcome.parts or any(move.cause == "card" for move in outcome.movements) else []
        by_amount: dict[int, list[Seat]] = {}
        for seat, amount in outcome.looed:
            by_amount.setdefault(amount, []).append(seat)
        played = {seat for seat in deal.dealt_in or () if seat not in deal.barred}
        spared = played - {seat for seat, _ in outcome.looed}
        if len(outcome.looed) >= _MANY and len(by_amount) == 1 and len(spared) <= 1:
            count = len(outcome.looed)
            who = f"the other {count}" if spared else f"all {count}"
            return [f"{who} looed {self._amount(next(iter(by_amount)))} each"]
        return [
            f"{self.names(seats)} looed {self._amount(amount)}" + (" each" if len(seats) > 1 else "")
            for amount, seats in by_amount.items()
        ]

    def penalty(self, penalty: Penalty) -> str:
        """A penalty with its fault and the pool that it went to."""
        to = "" if penalty.to == "current" else " to the next pool"
        paid = f"{self._amount(penalty.amount)}{to} ({fault_words(penalty.fault)})"
        return f"{self._name(penalty.player)} paid a penalty of {paid}"
