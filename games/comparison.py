"""What a correction changes, before it is stored: every pool, loo, balance and payment, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.books import session_balances
from games.codec import load_outcome, load_unit, state_of
from games.models import GameSession, SettlementLine
from games.rerun import Line, Rerun, label_of
from games.results import paid_of, plan_of, results_of
from games.rules.state import GameState
from games.rules.step import Outcome
from games.selectors import names_of

Transfers = Mapping[tuple[int, int], int]
"""What one participant pays another, by their numbers."""


@dataclass(frozen=True)
class Side:
    """An amount before and after."""

    label: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class EntryChange:
    """An entry whose money changes: what it is called, and its amounts that are not as before.

    ``how`` is ``corrected``, ``new``, ``struck out`` or ``follows`` (its facts stay, its money moves).
    """

    label: str
    how: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Transfer:
    """A payment of the settlement as it is and as it would be."""

    debtor: str
    creditor: str
    before: int
    after: int


@dataclass(frozen=True)
class Comparison:
    """Everything a correction changes. ``unchanged`` counts the entries concerned whose money stays the same."""

    entries: tuple[EntryChange, ...]
    unchanged: int
    balances: tuple[Side, ...]
    left: Side
    payments: tuple[Transfer, ...]
    kinds: tuple[str, ...]


def compare(rerun: Rerun) -> Comparison:
    """Put a game as it is beside the game that a correction would make of it."""
    names = names_of(rerun.game)
    changes = [change for line in rerun.lines if (change := _entry_change(line, names))]
    now = state_of(rerun.game)
    balances = tuple(
        Side(names[seat], _at(now.balances, seat), _at(rerun.after.balances, seat)) for seat in rerun.after.order
    )
    return Comparison(
        entries=tuple(changes),
        unchanged=len(rerun.lines) - len(changes),
        balances=balances,
        left=Side("Table", now.table, rerun.after.table),
        payments=_payments(rerun, now),
        kinds=tuple(_kind_notes(rerun)),
    )


def _at(amounts: tuple[int, ...], seat: int) -> int:
    return amounts[seat] if seat < len(amounts) else 0


def _entry_change(line: Line, names: tuple[str, ...]) -> EntryChange | None:
    before = None if line.row.outcome is None else load_outcome(line.row.outcome)
    after = None if line.is_struck else line.outcome
    sides = tuple(side for side in _sides(before, after, names) if side.before != side.after)
    if line.is_new:
        return EntryChange("New entry", "new", sides)
    if line.is_struck:
        return EntryChange(label_of(line.row), "struck out", sides)
    if not sides and not line.is_revised:
        return None
    return EntryChange(label_of(line.row), "corrected" if line.is_revised else "follows", sides)


def _sides(before: Outcome | None, after: Outcome | None, names: tuple[str, ...]) -> list[Side]:
    sides = [Side("Pool", None if before is None else before.pool, None if after is None else after.pool)]
    for seat, name in enumerate(names):
        sides.append(Side(name, _net(before, seat), _net(after, seat)))
    sides.append(Side("Left", None if before is None else before.left, None if after is None else after.left))
    return sides


def _net(outcome: Outcome | None, seat: int) -> int | None:
    return None if outcome is None else _at(outcome.net, seat)


def _kind_notes(rerun: Rerun) -> list[str]:
    """Deals that keep the kind they were played as although another one is now expected (Q43)."""
    return [
        f"{label_of(line.row)} was played as a {line.outcome.kind} and stays one; "
        f"now it ought to have been a {line.outcome.kind_expected}."
        for line in rerun.lines
        if line.outcome is not None and line.outcome.kind_expected is not None and not line.is_new
    ]


def _payments(rerun: Rerun, now: GameState) -> tuple[Transfer, ...]:
    session = rerun.game.session
    people = dict(session.participants.values_list("number", "person__name"))
    came_to = results_of(rerun.game, now, load_unit(rerun.game.unit)) if now.finished else {}
    paid = session_balances(session)
    if session.settled:
        paid = {number: amount - came_to.get(number, 0) for number, amount in paid.items()}
        before = _still_asked(session)
    else:
        before = _transfers(paid, came_to, None) if now.finished else {}
    after: Transfers = {}
    if rerun.after.finished:
        bank = session.versions.get(number=session.settlements).bank if session.settled else None
        after = _transfers(paid, results_of(rerun.game, rerun.after, rerun.unit), bank)
    return tuple(
        Transfer(people[debtor], people[creditor], before.get((debtor, creditor), 0), after.get((debtor, creditor), 0))
        for debtor, creditor in {**before, **after}
    )


def _still_asked(session: GameSession) -> Transfers:
    """What the present version of a settlement asks for and has not been paid yet."""
    lines = SettlementLine.objects.filter(settlement__session=session, settlement__number=session.settlements)
    asked = {(line.debtor.number, line.creditor.number): line for line in lines.select_related("debtor", "creditor")}
    return {pair: rest for pair, line in asked.items() if (rest := line.amount - paid_of(line))}


def _transfers(paid: Mapping[int, int], results: Mapping[int, int], bank: int | None) -> Transfers:
    """The payments that clear results of which something is paid already, as a settlement would ask for them."""
    open_amounts = {number: amount + results.get(number, 0) for number, amount in paid.items()}
    numbers, plan = plan_of(open_amounts, bank)
    return {(numbers[line.debtor], numbers[line.creditor]): line.amount for line in plan.payments}
