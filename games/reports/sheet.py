"""The report as words and figures to be shown: what the page and the PDF both set, each in its own way.

All of it is JSON: texts and lists of texts. Nothing is computed here but how amounts and times are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from games.reports.compared import compared
from games.reports.isolate import cut, isolated
from games.reports.plot import Frame, Line, plot
from games.reports.rows import EntryRow, Report
from games.reports.words import Teller
from games.rules.presets import PRESETS
from games.rules.sources import QUESTIONS
from games.rules.switches import SWITCHES
from games.rules.unit import money_words
from games.words import fault_words, joined

Sheet = dict[str, Any]
PDF_FONT = "Libertinus Serif"
_DEALER_SIGNS = 16


def sheet_of(report: Report, plots: Iterable[str] = ("paper",)) -> Sheet:
    """The report as texts. ``plots`` names the plots wanted: ``paper`` for the PDF, ``wide`` and ``narrow``."""
    return {
        "title": title_of(report),
        "version": report.version,
        "kicker": f"Loo Ledger · settlement report · version {report.version}",
        "lead": _lead(report),
        "payments": _payments(report),
        "payments_note": _payments_note(report),
        "paid_before": _paid_before(report),
        "results": _results(report),
        "plot": {name: _plot(report, name) for name in plots},
        "plot_alt": _description(report),
        "columns": [player.name for player in report.players],
        "entries": [_entry(report, entry) for entry in report.entries],
        "opening": _opening(report),
        "closing": {
            "net": [report.unit.signed_short(player.balance) for player in report.players],
            "left": report.unit.short(report.left),
        },
        "movements": [_movements(report, entry) for entry in report.entries if entry.movements],
        "penalties": _penalties(report),
        "rules": _rules(report),
        "differences": compared(report),
        "agree": _agree(report),
        "made": f"Settled {_day(report.settled_at)}, {report.settled_at:%H:%M} UTC",
        "heads": [{"of": of, "number": number, "hash": digest} for of, number, digest in report.heads],
    }


def title_of(report: Report) -> str:
    """What the game is called."""
    return report.title or f"{joined([player.name for player in report.players[:3]])} at loo"


def stopped(sentence: str) -> str:
    """A sentence with its full stop; a currency such as ``d.`` has brought one."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _lead(report: Report) -> list[str]:
    played = f"{_counted(len(report.players), 'player')}, {_counted(len(report.deals), 'deal')}"
    if report.first_at is not None and report.last_at is not None:
        first, last = report.first_at, report.last_at
        played += f", {_day(first)}"
        if (last - first).total_seconds() >= 60:
            day = f"{_day(last)}, " if first.date() != last.date() else ""
            played += f", {first:%H:%M} to {day}{last:%H:%M} UTC"
    rules, unit = report.rules, report.unit
    amounts = f"stake {unit.short(rules.stake)}"
    if rules.loo == "limited":
        amounts += f", loo {unit.short(rules.loo_amount)}"
        if rules.single_loo != rules.loo_amount:
            amounts += f", in a single {unit.short(rules.single_loo)}"
    elif rules.loo == "capped":
        amounts += f", a loo is the pool up to {unit.short(rules.loo_cap)}"
    else:
        amounts += ", a loo is the whole pool"
    changed = len(rules.overrides())
    how = f" ({_counted(changed, 'rule')} changed)" if changed else ""
    lead = [f"{played}.", f"{PRESETS[rules.preset].title}{how}: {amounts}."]
    if unit.minor_units is not None and unit.per is not None:
        lead.append(stopped(f"{unit.words(unit.per)} = {unit.money(unit.minor_units)}"))
    if unit.big_name is not None and unit.big_worth is not None:
        lead.append(f"1 {unit.big_name} = {unit.big_worth} {unit.names}.")
    return lead


def money(report: Report, amount: int) -> str:
    """An amount of the settlement: money, or counters where they are worth none."""
    return money_words(amount, report.currency) if report.currency else report.unit.words(amount)


def _payments(report: Report) -> list[dict[str, str]]:
    return [
        {
            "debtor": payment.debtor,
            "creditor": payment.creditor,
            "amount": money(report, payment.amount),
            "paid": _paid(report, payment.amount, payment.paid),
        }
        for payment in report.payments
    ]


def _paid(report: Report, amount: int, paid: int) -> str:
    if not paid:
        return ""
    return "paid" if paid == amount else f"{money(report, paid)} paid, {money(report, amount - paid)} open"


def _payments_note(report: Report) -> str:
    if not report.payable:
        return (
            "This game has no payments: what lay on the table at its start was brought in from outside, or is still "
            "there, so the balances do not clear each other."
        )
    if not report.payments:
        return "Nobody has to pay anything."
    number = _counted(len(report.payments), "payment")
    if report.bank is not None:
        return f"{number}: everyone settles with {isolated(report.bank)}, who keeps the bank."
    if report.least:
        return f"{number}, the fewest that clear everyone."
    return f"{number}; for so many people the fewest possible were not searched for."


def _paid_before(report: Report) -> list[str]:
    return [
        f"Before this version {isolated(name)} had {'paid' if amount > 0 else 'received'} {money(report, abs(amount))}."
        for name, amount in report.paid_before
    ]


def _results(report: Report) -> Sheet:
    unit, starting = report.unit, report.unit.starting
    with_money = all(player.money is not None for player in report.players)
    counters = "Balance" if unit.big_name is not None else unit.names.capitalize()
    head = [counters, *(["Money"] if with_money else []), "Tricks", "Looed"]
    head += ["In hand"] if starting is not None else []
    rows = []
    for player in sorted(report.players, key=lambda player: -player.balance):
        cells = [unit.signed_short(player.balance)]
        if player.money is not None and with_money:
            cells.append(unit.signed_money(player.money))
        cells += [str(player.tricks), str(player.looed)]
        cells += [unit.short(starting + player.balance)] if starting is not None else []
        rows.append({"name": player.name, "cells": cells})
    total = [unit.signed_short(sum(player.balance for player in report.players))]
    total += [unit.money(sum(player.money or 0 for player in report.players))] if with_money else []
    total += [str(sum(player.tricks for player in report.players)), str(sum(player.looed for player in report.players))]
    total += [""] if starting is not None else []
    return {"head": head, "rows": rows, "sum": total}


def _plot(report: Report, name: str) -> Sheet:
    moved = [entry for entry in report.entries if entry.deal is not None or any(entry.net)]
    labels = ["0", *("" if entry.deal is None else str(entry.deal) for entry in moved)]
    lines = []
    for player in report.players:
        values = [report.opening[player.seat], *(entry.balances[player.seat] for entry in moved)]
        lines.append(Line(player.name, tuple(values)))
    width, height, signs = (340, 280, 11) if name == "narrow" else (660, 185, 18)
    paper = name == "paper"
    title, told = "Balances after each deal", _description(report)
    frame = Frame(f"plot-{name}", width, height, title, told, signs, PDF_FONT if paper else "", paper)
    drawn = plot(lines, labels, frame, report.unit.big_worth or 1, report.unit.signed_short)
    return asdict(drawn)


def _description(report: Report) -> str:
    told = []
    for player in sorted(report.players, key=lambda player: -player.balance):
        reached = [report.opening[player.seat], *(entry.balances[player.seat] for entry in report.entries)]
        low, high = report.unit.signed_short(min(reached)), report.unit.signed_short(max(reached))
        told.append(f"{player.name} ended at {report.unit.signed_short(player.balance)} (lowest {low}, highest {high})")
    return "; ".join(told) + ". The table of deals has all figures."


def _entry(report: Report, entry: EntryRow) -> Sheet:
    unit = report.unit
    return {
        "number": "" if entry.deal is None else str(entry.deal),
        "dealer": "" if entry.dealer is None else cut(report.names[entry.dealer], _DEALER_SIGNS),
        "kind": entry.kind,
        "pool": "" if entry.deal is None else unit.short(entry.pool),
        "net": [unit.signed_short(entry.net[player.seat]) for player in report.players],
        "left": unit.short(entry.left),
        "words": entry.words,
        "note": entry.note,
    }


def _opening(report: Report) -> Sheet | None:
    if not any(report.opening) and not report.opening_pool:
        return None
    return {
        "net": [report.unit.signed_short(report.opening[player.seat]) for player in report.players],
        "left": report.unit.short(report.opening_pool),
    }


def _movements(report: Report, entry: EntryRow) -> Sheet:
    teller = Teller(report.names, report.unit)
    by_player = []
    for player in report.players:
        moves = [move for move in entry.movements if move.seat == player.seat]
        if moves:
            told = ", ".join(f"{report.unit.signed_short(move.amount)} {teller.cause(move)}" for move in moves)
            by_player.append({"name": teller.name(player.seat), "moves": told})
    label = entry.kind.capitalize() if entry.deal is None else str(entry.deal)
    return {"label": label, "players": by_player, "words": entry.words}


def _penalties(report: Report) -> list[str]:
    found = []
    for entry in report.entries:
        for move in entry.movements:
            if move.cause == "penalty":
                to = " to the next pool" if move.to == "next" else ""
                amount = report.unit.words(-move.amount)
                who, fault = isolated(report.names[move.seat]), fault_words(str(move.detail))
                found.append(f"{who} {amount}{to} ({fault}, deal {entry.deal})")
    return found


def _rules(report: Report) -> Sheet:
    rules, preset, unit = report.rules, PRESETS[report.rules.preset], report.unit
    changed = [
        {
            "title": SWITCHES[name].title,
            "value": SWITCHES[name].words(rules.value(name), unit),
            "was": SWITCHES[name].words(preset.switches[name], unit),
        }
        for name in rules.overrides()
    ]
    defaults = [
        {
            "title": SWITCHES[row.switch].title,
            "value": SWITCHES[row.switch].words(rules.value(row.switch), unit),
            "question": row.question,
            "why": QUESTIONS[row.question],
            "deals": ranges(row.deals),
        }
        for row in report.defaults
    ]
    return {"preset": preset.title, "source": preset.source, "changed": changed, "defaults": defaults}


def ranges(numbers: Sequence[int]) -> str:
    """Numbers of deals, runs drawn together: ``deal 7``, ``deals 1-4 and 9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    told = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return ("deal " if len(numbers) == 1 else "deals ") + joined(told)


def _agree(report: Report) -> str:
    total = sum(player.balance for player in report.players)
    if not total and not report.left:
        return "Sum of all balances 0, table empty: the books agree."
    on_table = f"{report.unit.words(report.left)} on the table"
    outside = f", {report.unit.words(-report.brought_in)} brought in from outside" if report.brought_in else ""
    return f"Sum of all balances {report.unit.words(total)}, {on_table}{outside}: the books agree."
