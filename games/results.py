"""What a game comes to for each participant, and the payments that clear it: one function each, for every reader."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Sum

from games.models import Game, Seat, SettlementLine
from games.rules.replay import results
from games.rules.settlement import Plan, bank_payments, fewest_payments
from games.rules.state import GameState
from games.rules.unit import Unit


def results_of(game: Game, state: GameState, unit: Unit) -> dict[int, int]:
    """Each participant's result of a game by number: in minor units where counters are worth money, else base units.

    Empty where counters were brought in or still lie on the table, so that there are no payments.
    """
    amounts = results(state, unit)
    if amounts is None:
        return {}
    seats = Seat.objects.filter(game=game, number__in=state.order).values_list("number", "participant__number")
    return {participant: amounts[seat] for seat, participant in seats}


def plan_of(balances: Mapping[int, int], bank: int | None) -> tuple[list[int], Plan]:
    """The payments that clear the balances, and the participants that its indices mean."""
    numbers = sorted(balances)
    amounts = [balances[number] for number in numbers]
    plan = fewest_payments(amounts) if bank is None else bank_payments(amounts, numbers.index(bank))
    return numbers, plan


def paid_of(line: SettlementLine) -> int:
    """What has been paid towards a line and not been taken back, in the unit of the settlement."""
    made = line.payments.filter(takes_back=None, taken_back_by=None)
    return made.aggregate(paid=Sum("amount"))["paid"] or 0
