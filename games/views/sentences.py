"""Entries in one sentence each, for boards, lists and anything that is read aloud."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from games.rules import facts
from games.rules.outcome import Outcome
from games.rules.unit import Unit
from games.selectors import EntryView

_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_FIRST_STRONG, _POP = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """A name for plain text: one that is written from right to left disturbs nothing around it."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_FIRST_STRONG}{name}{_POP}"
    return name


def listed(words: Sequence[str]) -> str:
    """``Anna, Bram and Clara``."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def label(entry: EntryView) -> str:
    """What people call an entry: ``Deal 7``, or for anything else its number in the game, ``Entry 9``."""
    return f"Deal {entry.deal_number}" if entry.deal_number else f"Entry {entry.rank}"


def sentence(entry: EntryView, names: Sequence[str], unit: Unit) -> str:
    """What happened, without the label: ``Dimitri 2 tricks, Anna 1; Esther looed 6.``"""
    shown = [isolated(name) for name in names]
    return _of_entry(entry.facts, entry.outcome, shown, unit) + "."


def _of_entry(entry: facts.Entry, outcome: Outcome, names: Sequence[str], unit: Unit) -> str:
    match entry:
        case facts.Deal():
            return "; ".join(_deal(entry, outcome, names, unit))
        case facts.Join(player, after):
            return f"{names[player]} joined, on the left of {names[after]}"
        case facts.Leave(player):
            return f"{names[player]} left"
        case facts.Adjust(net, reason):
            moved = [f"{names[seat]} {unit.signed_short(amount)}" for seat, amount in net if amount]
            return f"Adjusted ({reason}): {', '.join(moved)}"
        case facts.Finish(how):
            return ENDINGS[how]


ENDINGS = {
    "single": "Finished on a single",
    "last-round": "Finished after a last round",
    "division": "Finished, and what lay on the table was divided",
}


def _deal(deal: facts.Deal, outcome: Outcome, names: Sequence[str], unit: Unit) -> Iterator[str]:
    yield _result(deal.result, outcome, names, unit)
    if outcome.looed:
        yield from _looed(outcome, names, unit)
    elif isinstance(deal.result, facts.Tricks):
        yield "nobody looed"
    for line in deal.penalties:
        yield f"{names[line.player]} paid {unit.short(line.amount)} for {line.fault}"


def _looed(outcome: Outcome, names: Sequence[str], unit: Unit) -> Iterator[str]:
    """Those who paid the same are named together."""
    by_amount: dict[int, list[str]] = {}
    for seat, amount in outcome.looed:
        by_amount.setdefault(amount, []).append(names[seat])
    for amount, players in by_amount.items():
        yield f"{listed(players)} looed {unit.short(amount)}" + (" each" if len(players) > 1 else "")


def _result(result: facts.Result, outcome: Outcome, names: Sequence[str], unit: Unit) -> str:
    match result:
        case facts.Tricks(winners):
            return _tricks([names[seat] for seat in winners])
        case facts.Card(None):
            return "nobody beat the turned card"
        case facts.Card(int() as winner):
            return f"the pool of {unit.short(outcome.pool)} to {names[winner]} by the card"
        case facts.Unplayed(None):
            return "nobody took the pool, it stays"
        case facts.Unplayed(int() as taker):
            return f"not played: the pool of {unit.short(outcome.pool)} to {names[taker]}"
        case facts.Flush(holders):
            return f"flush: {listed([names[seat] for seat in holders])}"
        case facts.ThrownIn(offender):
            return f"thrown in after a revoke by {names[offender]}"
    return "lost by a misdeal"


def _tricks(winners: Sequence[str]) -> str:
    won = Counter(winners)
    if len(won) > 1 and set(won.values()) == {1}:
        return f"{listed(list(won))} 1 trick each"
    first, *others = won.most_common()
    parts = [f"{first[0]} {first[1]} trick{'s' if first[1] > 1 else ''}"]
    return ", ".join([*parts, *(f"{name} {number}" for name, number in others)])
