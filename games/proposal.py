"""What a settlement would ask for if it were made now; stores nothing."""

from __future__ import annotations

from dataclasses import dataclass

from games import books
from games.models import Game
from games.results import plan_of, results_of
from games.rules.state import GameState
from games.rules.unit import Unit


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who would pay whom. Amounts are minor units of the unit's currency, or base units without one.

    ``people`` pairs each participant's number with his name; ``payments`` are debtor, creditor, amount, by name;
    ``paid`` what each had paid (positive) or received before. ``payable`` is False where counters were brought in.
    """

    people: tuple[tuple[int, str], ...]
    results: tuple[tuple[str, int], ...]
    paid: tuple[tuple[str, int], ...]
    payments: tuple[tuple[str, str, int], ...]
    least: bool
    payable: bool


def proposal(game: Game, state: GameState, unit: Unit, bank: int | None = None) -> Proposal:
    """The payments that would settle a session that is not settled.

    Raises ValueError where ``bank`` is the number of nobody in the session.
    """
    people = dict(game.session.participants.order_by("number").values_list("number", "person__name"))
    if bank is not None and bank not in people:
        raise ValueError(f"nobody in this session has the number {bank}")
    results = results_of(game, state, unit)
    booked = books.session_balances(game.session)
    open_amounts = {number: results.get(number, 0) + booked.get(number, 0) for number in people}
    numbers, plan = plan_of(open_amounts, bank)
    return Proposal(
        people=tuple(people.items()),
        results=tuple((people[number], amount) for number, amount in sorted(results.items())),
        paid=tuple((people[number], amount) for number, amount in sorted(booked.items()) if amount),
        payments=tuple(
            (people[numbers[line.debtor]], people[numbers[line.creditor]], line.amount) for line in plan.payments
        ),
        least=plan.least and bank is None,
        payable=bool(results),
    )
