"""What changed since the version before, as words and figures to be shown."""

from __future__ import annotations

from typing import Any

from games.reports.differences import Change, EntryChange
from games.reports.isolate import isolated
from games.reports.rows import Report
from games.rules.switches import SWITCHES
from games.rules.unit import money_words

Side = dict[str, str]


def compared(report: Report) -> dict[str, Any] | None:
    """The differences of a report, or None for a first version."""
    found = report.differences
    if found is None:
        return None
    same_money = found.currency_before == report.currency
    return {
        "before": found.before,
        "counters": [_side(report, change, None) for change in found.counters],
        "results": [_side(report, change, found.currency_before) for change in found.results]
        if report.currency or not same_money
        else [],
        "payments": [_payment(report, change, found.currency_before) for change in found.payments],
        "entries": [_entry(report, change) for change in found.entries],
        "rules": [_rule(report, name) for name in found.rules],
        "unit": found.unit,
        "nothing": not (found.counters or found.results or found.payments or found.entries or found.rules),
    }


def _amount(report: Report, amount: int | None, currency: str | None, *, signed: bool = True) -> str:
    if amount is None:
        return "none"
    if currency:
        return ("+" if signed and amount > 0 else "") + money_words(amount, currency)
    return report.unit.signed_short(amount) if signed else report.unit.short(amount)


def _side(report: Report, change: Change, currency_before: str | None) -> Side:
    money = currency_before is not None
    return {
        "name": report.names[change.who[0]],
        "before": _amount(report, change.before, currency_before),
        "after": _amount(report, change.after, report.currency if money else None),
    }


def _payment(report: Report, change: Change, currency_before: str) -> Side:
    debtor, creditor = (report.names[seat] for seat in change.who)
    return {
        "debtor": debtor,
        "creditor": creditor,
        "before": _amount(report, change.before, currency_before, signed=False),
        "after": _amount(report, change.after, report.currency, signed=False),
    }


def _entry(report: Report, change: EntryChange) -> Side:
    told = []
    if change.pool is not None:
        pool = change.pool
        told.append(
            f"pool {_amount(report, pool.before, None, signed=False)} → "
            f"{_amount(report, pool.after, None, signed=False)}"
        )
    for line in change.net:
        name = isolated(report.names[line.who[0]])
        told.append(f"{name} {_amount(report, line.before or 0, None)} → {_amount(report, line.after or 0, None)}")
    how = {"follows": "follows from it"}.get(change.how, change.how)
    return {"label": change.label, "how": how, "told": ", ".join(told)}


def _rule(report: Report, name: str) -> Side:
    switch = SWITCHES[name]
    return {"title": switch.title, "value": switch.words(report.rules.value(name), report.unit)}
