"""How a game is settled: counters into money, and money into the fewest payments.

People are named by their place in the sequence of amounts, which is seat order. Amounts are whole numbers and sum
to 0; above 0 a person receives, below 0 a person pays.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

EXACT_PEOPLE = 20
"""Up to so many people who are not at 0 the number of payments is the least possible."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One person pays another an amount above 0."""

    debtor: int
    creditor: int
    amount: int

    def __post_init__(self) -> None:
        if self.amount < 1 or self.debtor == self.creditor:
            raise ValueError(f"a payment needs two people and an amount above 0: {self}")


@dataclass(frozen=True, slots=True)
class Plan:
    """Payments that bring everyone to 0; ``least`` where no plan with fewer payments exists and this is known."""

    payments: tuple[Payment, ...]
    least: bool


def redeem(balances: Sequence[int], minor_units: int, per: int) -> tuple[int, ...]:
    """What balances in base units come to in minor units of a currency, ``per`` base units being ``minor_units``.

    Each is rounded down; the minor units missing to a sum of 0 go one each to the largest fractions rounded off, ties
    in seat order.

    >>> redeem((1, 1, -2), 25, 3)
    (9, 8, -17)

    Raises ValueError where the balances do not sum to 0 or the rate is not above 0.
    """
    _require_zero_sum(balances)
    if minor_units < 1 or per < 1:
        raise ValueError(f"a rate must be above 0: {per} base units for {minor_units} minor units")
    rounded = [divmod(balance * minor_units, per) for balance in balances]
    missing = -sum(floor for floor, _ in rounded)
    by_fraction = sorted(range(len(rounded)), key=lambda person: -rounded[person][1])
    raised = set(by_fraction[:missing])
    return tuple(floor + (person in raised) for person, (floor, _) in enumerate(rounded))


def fewest_payments(amounts: Sequence[int]) -> Plan:
    """The payments that bring everyone to 0, as few as possible for up to ``EXACT_PEOPLE`` people not at 0.

    A group of people that sums to 0 and has no smaller such group in it needs one payment less than it has people, so
    the fewest payments come from the most groups. Beyond ``EXACT_PEOPLE`` the largest debtor pays the largest
    creditor until all are at 0. The same amounts always give the same plan.

    >>> [(line.debtor, line.creditor, line.amount) for line in fewest_payments((5, -5, 2, 1, -3)).payments]
    [(1, 0, 5), (4, 2, 2), (4, 3, 1)]

    Raises ValueError where the amounts do not sum to 0.
    """
    _require_zero_sum(amounts)
    people = [person for person, amount in enumerate(amounts) if amount]
    least = len(people) <= EXACT_PEOPLE
    groups = _most_groups(amounts, people) if least else [people]
    payments = [payment for group in groups for payment in _pay_off(amounts, group)]
    return Plan(_in_order(amounts, payments), least)


def bank_payments(amounts: Sequence[int], bank: int) -> Plan:
    """Everyone settles with one person, the bank: first all who pay, then all who receive, the largest first.

    Raises ValueError where the amounts do not sum to 0 or nobody is the bank.
    """
    _require_zero_sum(amounts)
    if not 0 <= bank < len(amounts):
        raise ValueError(f"the bank must be one of {len(amounts)} people, not number {bank}")
    others = [person for person in range(len(amounts)) if person != bank]
    paying = [Payment(person, bank, -amounts[person]) for person in others if amounts[person] < 0]
    receiving = [Payment(bank, person, amounts[person]) for person in others if amounts[person] > 0]
    ordered = sorted(paying, key=lambda line: -line.amount) + sorted(receiving, key=lambda line: -line.amount)
    return Plan(tuple(ordered), least=False)


def _require_zero_sum(amounts: Sequence[int]) -> None:
    total = sum(amounts)
    if total:
        raise ValueError(f"amounts to settle must sum to 0, not to {total}")


def _pay_off(amounts: Sequence[int], group: Sequence[int]) -> list[Payment]:
    """Clear one group: the largest debtor pays the largest creditor first; each payment clears one of the two."""
    debtors = sorted((person for person in group if amounts[person] < 0), key=lambda person: amounts[person])
    creditors = sorted((person for person in group if amounts[person] > 0), key=lambda person: -amounts[person])
    open_amounts = {person: abs(amounts[person]) for person in group}
    payments = []
    while debtors:
        debtor, creditor = debtors[0], creditors[0]
        paid = min(open_amounts[debtor], open_amounts[creditor])
        payments.append(Payment(debtor, creditor, paid))
        for side in (debtors, creditors):
            open_amounts[side[0]] -= paid
            if not open_amounts[side[0]]:
                del side[0]
    return payments


def _in_order(amounts: Sequence[int], payments: Sequence[Payment]) -> tuple[Payment, ...]:
    """Whoever owes most comes first, all payments of one debtor together, the largest first."""
    return tuple(sorted(payments, key=lambda line: (amounts[line.debtor], line.debtor, -line.amount, line.creditor)))


def _most_groups(amounts: Sequence[int], people: Sequence[int]) -> list[list[int]]:
    """Split people into the largest number of groups that each sum to 0."""
    by_amount: dict[int, list[int]] = {}
    for person in people:
        by_amount.setdefault(amounts[person], []).append(person)
    groups = []
    # Equal opposites settle with each other first, and this is always optimal. Take a split with the most groups in
    # which a and -a are not a group of their own. If they are in one group, the rest of it sums to 0 and can be a group
    # of its own: one group more, which cannot be. If they are in two, put them together and the two rests, whose sum
    # is 0, together: as many groups as before. So some split with the most groups has the pair as one of them.
    for amount in sorted(amount for amount in by_amount if amount > 0 and -amount in by_amount):
        pairs = min(len(by_amount[amount]), len(by_amount[-amount]))
        groups += [[by_amount[amount].pop(0), by_amount[-amount].pop(0)] for _ in range(pairs)]
    left = {amount: len(persons) for amount, persons in by_amount.items() if persons}
    for group in _Split(left).groups():
        groups.append([by_amount[amount].pop(0) for amount in group])
    return groups


_Group = tuple[int, int, int]
"""People in the group, those of them who receive, and the group packed into one whole number."""


class _Split:
    """The split of amounts into the most groups that sum to 0, where no amount has an equal opposite.

    People with the same amount are alike, so a group is a count for each distinct amount. The counts are packed into
    one whole number, a field of bits for each amount with a spare bit above it: ``(whole | spare) - part`` keeps all
    spare bits exactly where ``part`` fits into ``whole``.
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        # The largest amounts come first: they fit into the fewest groups, so branching on them is the narrowest.
        self._amounts = sorted(counts, key=lambda amount: (-abs(amount), amount))
        self._counts = [counts[amount] for amount in self._amounts]
        self._shifts: list[int] = []
        self._spare = 0
        shift = 0
        for count in self._counts:
            self._shifts.append(shift)
            shift += count.bit_length() + 1
            self._spare |= 1 << (shift - 1)
        self._smallest = 0
        self._starting: dict[int, list[int]] = {}
        self._sizes: dict[int, tuple[int, int]] = {}
        self._found: dict[int, list[int]] = {0: []}

    def groups(self) -> list[list[int]]:
        """The groups, each as a list of amounts."""
        irreducible = self._irreducible()
        self._smallest = irreducible[0][0] if irreducible else 0
        for people, receivers, group in irreducible:
            self._starting.setdefault(self._first_field(group), []).append(group)
            self._sizes[group] = people, receivers
        whole = sum(count << shift for count, shift in zip(self._counts, self._shifts, strict=True))
        return [self._unpack(group) for group in self._most(whole)]

    def _unpack(self, group: int) -> list[int]:
        amounts: list[int] = []
        for amount, count, shift in zip(self._amounts, self._counts, self._shifts, strict=True):
            amounts += [amount] * (group >> shift & (1 << count.bit_length()) - 1)
        return amounts

    def _most(self, whole: int) -> list[int]:
        """The most irreducible groups that together make up ``whole``."""
        if whole in self._found:
            return self._found[whole]
        amounts = self._unpack(whole)
        receiving = sum(amount > 0 for amount in amounts)
        paying = len(amounts) - receiving
        spare = self._spare
        guarded = whole | spare
        best: list[int] = []
        # Some group takes the first amount that is left, and it can have none before it.
        starting = self._starting[self._first_field(whole)]
        for group in [group for group in starting if (guarded - group) & spare == spare]:
            people, receivers = self._sizes[group]
            # A group has somebody who pays and somebody who receives, and no fewer people than the smallest group.
            others_pay = paying - (people - receivers)
            if 1 + min((len(amounts) - people) // self._smallest, receiving - receivers, others_pay) > len(best):
                split = [group, *self._most(whole - group)]
                best = max(best, split, key=len)
        self._found[whole] = best
        return best

    def _first_field(self, whole: int) -> int:
        """Which amount is the first in ``whole``; some group has to take it."""
        lowest = (whole & -whole).bit_length() - 1
        return bisect_right(self._shifts, lowest) - 1

    def _irreducible(self) -> list[_Group]:
        """The groups that sum to 0 and contain no smaller such group, the smallest first.

        A split with the most groups has no others: one that contains a smaller one would make two.
        """
        spare = self._spare
        found: list[_Group] = []
        half: list[int] = []
        known = 0
        for people, receivers, group in sorted(self._zero_sums()):
            # A group that contains a smaller one contains the rest beside it too, and one of the two has at most half
            # the people. Where one person alone pays or receives, he would be in both, so there is no smaller one.
            while known < len(found) and found[known][0] <= people // 2:
                half.append(found[known][2])
                known += 1
            guarded = group | spare
            if min(receivers, people - receivers) > 1 and any((guarded - part) & spare == spare for part in half):
                continue
            found.append((people, receivers, group))
        return found

    def _zero_sums(self) -> list[_Group]:
        """All groups that sum to 0, found by meeting in the middle."""
        middle = 0
        while prod(count + 1 for count in self._counts[:middle]) ** 2 < prod(count + 1 for count in self._counts):
            middle += 1
        by_sum: dict[int, list[_Group]] = {}
        for total, people, receivers, group in self._choices(0, middle):
            by_sum.setdefault(total, []).append((people, receivers, group))
        return [
            (people + more_people, receivers + more_receivers, group + more)
            for total, more_people, more_receivers, more in self._choices(middle, len(self._counts))
            for people, receivers, group in by_sum.get(-total, ())
            if people + more_people
        ]

    def _choices(self, start: int, end: int) -> list[tuple[int, int, int, int]]:
        """Every choice among some of the amounts, as (sum, people, people who receive, packed)."""
        choices = [(0, 0, 0, 0)]
        for amount, count, shift in list(zip(self._amounts, self._counts, self._shifts, strict=True))[start:end]:
            choices = [
                (total + amount * taken, people + taken, receivers + taken * (amount > 0), group + (taken << shift))
                for total, people, receivers, group in choices
                for taken in range(count + 1)
            ]
        return choices
