"""What changed between one version of a settlement and the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.models import Settlement
from games.reports.played import Played
from games.rules import facts
from games.rules.outcome import Outcome
from games.rules.ruleset import SWITCH_NAMES

Amounts = Mapping[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Change:
    """An amount that is not what it was; None where there was none. ``who`` are seats, one or (a payment) two."""

    who: tuple[int, ...]
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that is not what it was: what it is called and how it changed.

    ``how`` is ``corrected``, ``added``, ``struck out`` or ``follows``: its facts stay, its money moves.
    """

    label: str
    how: str
    pool: Change | None
    net: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """Between the version ``before`` and this one. Results are in money, or base units without a currency.

    ``rules`` names the switches whose value changed; ``unit`` says that the unit or its worth did.
    """

    before: int
    counters: tuple[Change, ...]
    results: tuple[Change, ...]
    payments: tuple[Change, ...]
    entries: tuple[EntryChange, ...]
    rules: tuple[str, ...]
    unit: bool
    currency_before: str


def differences(earlier: Settlement, later: Settlement, was: Played, now: Played) -> Differences:
    """Compare two versions of a settlement and the games that they were made from."""
    seats = {number: seat for seat, number in enumerate(now.participants)}
    results: list[Amounts] = [
        {(seats[number],): amount for number, amount in version.summary["results"]} for version in (earlier, later)
    ]
    counters: list[Amounts] = [
        {(seat,): amount for seat, amount in enumerate(game.state.balances)} for game in (was, now)
    ]
    asked: list[Amounts] = [
        {
            (seats[debtor], seats[creditor]): amount
            for debtor, creditor, amount in version.lines.order_by("number").values_list(
                "debtor__number", "creditor__number", "amount"
            )
        }
        for version in (earlier, later)
    ]
    return Differences(
        before=earlier.number,
        counters=_changes(*counters),
        results=_changes(*results),
        payments=_changes(*asked),
        entries=tuple(_entries(was, now)),
        rules=tuple(name for name in SWITCH_NAMES if was.rules.value(name) != now.rules.value(name)),
        unit=was.unit != now.unit,
        currency_before=earlier.currency,
    )


def _changes(before: Amounts, after: Amounts) -> tuple[Change, ...]:
    return tuple(
        Change(who, before.get(who), after.get(who))
        for who in {**before, **after}
        if (before.get(who) or 0) != (after.get(who) or 0)
    )


def _entries(was: Played, now: Played) -> list[EntryChange]:
    old = {entry.entry: (entry, label) for entry, label in zip(was.entries, _labels(was), strict=True)}
    new = {entry.entry: (entry, label) for entry, label in zip(now.entries, _labels(now), strict=True)}
    found = []
    for key, (entry, label) in new.items():
        if key not in old:
            found.append(_entry(label, "added", None, entry.outcome))
            continue
        before, _ = old[key]
        change = _entry(
            label, "corrected" if before.revision != entry.revision else "follows", before.outcome, entry.outcome
        )
        if change.how == "corrected" or change.pool or change.net:
            found.append(change)
    found += [_entry(label, "struck out", entry.outcome, None) for key, (entry, label) in old.items() if key not in new]
    return found


def _entry(label: str, how: str, before: Outcome | None, after: Outcome | None) -> EntryChange:
    pools = (before.pool if before else None, after.pool if after else None)
    nets: list[Amounts] = [
        {(seat,): amount for seat, amount in enumerate(side.net)} if side else {} for side in (before, after)
    ]
    return EntryChange(label, how, Change((), *pools) if pools[0] != pools[1] else None, _changes(*nets))


def _labels(played: Played) -> list[str]:
    labels, deals = [], 0
    for rank, entry in enumerate(played.entries, 1):
        if isinstance(entry.facts, facts.Deal):
            deals += 1
            labels.append(f"Deal {deals}")
        else:
            labels.append(f"Entry {rank} ({entry.outcome.kind})")
    return labels
