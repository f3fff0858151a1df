"""Entries in one sentence each, for boards, lists and anything that is read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.reports.isolate import isolated
from games.rules import facts
from games.rules.outcome import Outcome
from games.rules.unit import Unit
from games.selectors import EntryView
from games.words import Words


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
    words = Words(names.__getitem__, lambda amount: unit.short(abs(amount)))
    if isinstance(deal.result, facts.Tricks):
        yield words.tricks(deal.result.winners)
        yield from words.declared(deal, deal.result.winners, outcome)
    else:
        yield _result(deal.result, outcome, words, names, unit)
    yield from words.looed(deal, outcome)
    for penalty in deal.penalties:
        yield words.penalty(penalty)


def _result(result: facts.Result, outcome: Outcome, words: Words, names: Sequence[str], unit: Unit) -> str:
    match result:
        case facts.Card(None):
            return "nobody beat the turned card"
        case facts.Card(int() as winner):
            return f"{names[winner]} beat the turned card and took {unit.short(outcome.pool)}"
        case facts.Unplayed(None):
            return "nobody took the pool, it stays"
        case facts.Unplayed(int() as taker):
            return f"not played: the pool of {unit.short(outcome.pool)} to {names[taker]}"
        case facts.Flush(holders):
            return f"{words.names(holders)} held {'a flush' if len(holders) == 1 else 'equal flushes'}"
        case facts.ThrownIn(offender):
            return f"thrown in after a revoke by {names[offender]}"
    return "lost by a misdeal"
