"""Settling a game: the sums hold, and no plan has fewer payments."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.settlement import Plan, bank_payments, fewest_payments, redeem


def _zero_sum(size: int, largest: int) -> st.SearchStrategy[list[int]]:
    amounts = st.lists(st.integers(-largest, largest), max_size=size - 1)
    return amounts.map(lambda some: [*some, -sum(some)])


def _after(plan: Plan, amounts: Sequence[int]) -> list[int]:
    left = list(amounts)
    for payment in plan.payments:
        left[payment.debtor] += payment.amount
        left[payment.creditor] -= payment.amount
    return left


def _most_groups(amounts: Sequence[int]) -> int:
    """The largest number of groups that sum to 0, by trying every set partition: for few people only."""
    if not amounts:
        return 0
    first, rest = 0, range(1, len(amounts))
    most = -len(amounts)
    for size in range(len(amounts)):
        for others in combinations(rest, size):
            if amounts[first] + sum(amounts[person] for person in others) == 0:
                left = [amounts[person] for person in rest if person not in others]
                most = max(most, 1 + _most_groups(left))
    return most


class TestFewestPayments:
    @settings(deadline=None, max_examples=300)
    @given(st.one_of(_zero_sum(8, 4), _zero_sum(9, 12), _zero_sum(9, 10**12)))
    def test_no_plan_has_fewer_payments(self, amounts: list[int]) -> None:
        plan = fewest_payments(amounts)
        owing = [amount for amount in amounts if amount]

        assert plan.least
        assert len(plan.payments) == len(owing) - _most_groups(owing)

    @settings(deadline=None)
    @given(st.one_of(_zero_sum(20, 5), _zero_sum(20, 1000), _zero_sum(40, 10**12)))
    def test_everyone_comes_to_zero_by_payments_from_debtors_to_creditors(self, amounts: list[int]) -> None:
        plan = fewest_payments(amounts)

        assert not any(_after(plan, amounts))
        assert all(payment.amount > 0 for payment in plan.payments)
        assert all(amounts[payment.debtor] < 0 < amounts[payment.creditor] for payment in plan.payments)
        assert len({(payment.debtor, payment.creditor) for payment in plan.payments}) == len(plan.payments)

    @given(_zero_sum(12, 20))
    def test_a_cleared_table_needs_no_payments(self, amounts: list[int]) -> None:
        cleared = _after(fewest_payments(amounts), amounts)

        assert Plan((), least=True) == fewest_payments(cleared)

    @given(_zero_sum(10, 9))
    def test_whoever_owes_most_pays_first_and_keeps_together(self, amounts: list[int]) -> None:
        payments = fewest_payments(amounts).payments

        for one, other in pairwise(payments):
            assert (amounts[one.debtor], one.debtor) <= (amounts[other.debtor], other.debtor)
            assert one.debtor != other.debtor or one.amount >= other.amount

    @given(_zero_sum(10, 9), st.integers(0, 10))
    def test_people_at_zero_change_nothing(self, amounts: list[int], place: int) -> None:
        with_one_more = [*amounts[:place], 0, *amounts[place:]]

        assert len(fewest_payments(amounts).payments) == len(fewest_payments(with_one_more).payments)

    def test_nobody_owes_anything(self) -> None:
        assert Plan((), least=True) == fewest_payments(())
        assert Plan((), least=True) == fewest_payments((0, 0, 0))

    def test_twenty_people_are_exact_and_twenty_one_are_not(self) -> None:
        twenty = [3, 3, -2, -2, -2] * 4

        plan = fewest_payments(twenty)
        assert (plan.least, len(plan.payments)) == (True, 16)

        more = [*twenty, *twenty[:5]]
        plan = fewest_payments(more)
        assert not plan.least
        assert len(plan.payments) < len(more)
        assert not any(_after(plan, more))

    # What took longest in a search for bad cases; each with its number of groups.
    @pytest.mark.parametrize(
        ("groups", "amounts"),
        [
            (2, [*range(3, 55, 3), -252, -261]),
            (2, [*range(1, 19), -85, -86]),
            (2, [*range(18, 115, 6), -378, -377, -367]),
            (2, [*range(2, 35, 2), -73, -109, -124]),
            (3, [*range(3, 37, 3), -37, -43, -43, -28, -32, -22, -25, -4]),
            (3, [*range(50, 64), -139, -132, -136, -131, -125, -128]),
            (6, [-11, -20, -2, 6, -14, 8, 10, 1, 7, 9, 16, 12, 18, -19, -17, -4, -13, -5, 3, 15]),
            (4, [2] * 12 + [-3] * 8),
            (1, [1] * 19 + [-19]),
            (10, list(range(1, 11)) + [-amount for amount in range(1, 11)]),
        ],
    )
    def test_twenty_people_take_less_than_a_second(self, groups: int, amounts: list[int]) -> None:
        assert (len(amounts), sum(amounts)) == (20, 0)

        before = time.process_time()
        plan = fewest_payments(amounts)

        assert time.process_time() - before < 1
        assert 20 - groups == len(plan.payments)
        assert not any(_after(plan, amounts))

    def test_amounts_that_do_not_sum_to_zero_are_refused(self) -> None:
        with pytest.raises(ValueError, match="sum to 0, not to 2"):
            fewest_payments((5, -3))


class TestBankPayments:
    @given(_zero_sum(30, 50), st.data())
    def test_everyone_settles_with_the_bank(self, amounts: list[int], data: st.DataObject) -> None:
        bank = data.draw(st.integers(0, len(amounts) - 1))

        plan = bank_payments(amounts, bank)

        assert not any(_after(plan, amounts))
        assert all(bank in (payment.debtor, payment.creditor) for payment in plan.payments)
        others = [amount for person, amount in enumerate(amounts) if amount and person != bank]
        assert len(others) == len(plan.payments)

    def test_the_bank_takes_before_it_gives_the_largest_first(self) -> None:
        plan = bank_payments((0, 4, -1, -9, 6), 0)

        assert [(payment.debtor, payment.creditor, payment.amount) for payment in plan.payments] == [
            (3, 0, 9),
            (2, 0, 1),
            (0, 4, 6),
            (0, 1, 4),
        ]

    @pytest.mark.parametrize("bank", [-1, 2])
    def test_a_bank_that_nobody_is_is_refused(self, bank: int) -> None:
        with pytest.raises(ValueError, match=f"one of 2 people, not number {bank}"):
            bank_payments((1, -1), bank)

    def test_amounts_that_do_not_sum_to_zero_are_refused(self) -> None:
        with pytest.raises(ValueError, match="sum to 0, not to 1"):
            bank_payments((1, 0), 0)


class TestRedeem:
    @given(_zero_sum(20, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
    def test_money_sums_to_zero_within_one_minor_unit_of_the_exact_amount(
        self, balances: list[int], minor_units: int, per: int
    ) -> None:
        money = redeem(balances, minor_units, per)

        assert sum(money) == 0
        for balance, amount in zip(balances, money, strict=True):
            exact = Fraction(balance * minor_units, per)
            assert exact - 1 < amount < exact + 1

    def test_every_small_rate_gives_the_largest_fractions_the_odd_minor_units(self) -> None:
        for per in range(1, 8):
            for minor_units in range(1, 8):
                for first in range(-7, 8):
                    for second in range(-7, 8):
                        balances = (first, second, -first - second)
                        exact = [Fraction(balance * minor_units, per) for balance in balances]
                        money = redeem(balances, minor_units, per)
                        raised = [amount > share for amount, share in zip(money, exact, strict=True)]
                        fractions = [share - share.__floor__() for share in exact]

                        assert sum(money) == 0
                        for up, has in zip(raised, fractions, strict=True):
                            assert all(
                                not up or other_up or has >= other
                                for other_up, other in zip(raised, fractions, strict=True)
                            )

    def test_ties_go_in_seat_order(self) -> None:
        assert redeem((1, 1, -2), 25, 3) == (9, 8, -17)
        assert redeem((-1, -1, 2), 25, 3) == (-8, -8, 16)
        assert redeem((1, 1, -1, -1), 1, 2) == (1, 1, -1, -1)

    def test_an_empty_game_comes_to_nothing(self) -> None:
        assert redeem((), 25, 3) == ()

    def test_balances_that_do_not_sum_to_zero_are_refused(self) -> None:
        with pytest.raises(ValueError, match="sum to 0, not to -1"):
            redeem((1, -2), 25, 3)

    @pytest.mark.parametrize(("minor_units", "per"), [(0, 3), (25, 0), (-1, 3)])
    def test_a_rate_must_be_above_zero(self, minor_units: int, per: int) -> None:
        with pytest.raises(ValueError, match="a rate must be above 0"):
            redeem((1, -1), minor_units, per)
