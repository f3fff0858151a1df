"""The settlement: who pays whom, payments as they are made, versions, and the way back to the table."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games import selectors
from games.access import may
from games.errors import Invalid
from games.forms.payment import amount_paid, bank_of, identifier, whole
from games.proposal import Proposal, proposal
from games.reports.isolate import isolated
from games.rules.unit import Unit, money_words
from games.selectors import LineView, SettlementView, TableView
from games.services.commands import Caller
from games.services.settling import pay, reopen, settle, take_back
from games.views.gate import at_table, new_key
from games.views.place import address, secret_in, see_other
from games.views.refusals import Refusable, Refusal, refusal_of, with_refusal


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def settle_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Show the settlement, or do what a button of it says."""
    if request.method == "POST":
        try:
            _act(request, caller)
        except Refusable as error:
            refusal = refusal_of(error)
            caller.link.session.refresh_from_db()
            return with_refusal(_page(request, caller, refusal=refusal), refusal)
        return see_other(request, address(request, "settle") + "#payments")
    return _page(request, caller)


def _act(request: HttpRequest, caller: Caller) -> None:
    sent = request.POST
    act, key = sent.get("act", ""), sent.get("key", "")
    if act == "take-back":
        take_back(caller, identifier(sent, "payment"), key=key)
        return
    version = whole(sent, "version")
    if act == "settle":
        settle(caller, key=key, version=version, bank=bank_of(sent))
    elif act == "reopen":
        reopen(caller, key=key, version=version)
    elif act == "pay":
        pay(caller, whole(sent, "line"), whole(sent, "rest"), key=key, version=version)
    elif act == "part":
        pay(caller, whole(sent, "line"), _part(request, caller), key=key, version=version)
    else:
        raise Invalid("act", "This page was not complete when it was sent. Nothing was booked; load it again.")


def _part(request: HttpRequest, caller: Caller) -> int:
    """The part of a line that was paid; more than is open is said in the words of the settlement."""
    table = selectors.table(caller.link, entries=0)
    found = selectors.settlement(table.session)
    currency = found.currency if found else ""
    amount = amount_paid(request.POST, currency, table.unit)
    line = whole(request.POST, "line")
    rest = next((asked.rest for asked in found.lines if asked.id == line), amount) if found else amount
    if not 0 < amount <= max(rest, 1):
        most = amount_words(rest, currency, table.unit)
        raise Invalid("amount", f"{most} is still to be paid here. Write that or less, and more than nothing.")
    return amount


def amount_words(amount: int, currency: str, unit: Unit) -> str:
    """What a settlement asks for, in words: money where it has a currency, else units of the game."""
    return money_words(amount, currency) if currency else unit.words(amount)


def _page(request: HttpRequest, caller: Caller, refusal: Refusal | None = None) -> HttpResponse:
    table = selectors.table(caller.link, entries=1)
    context: dict[str, Any] = {
        "table": table,
        "unit": table.unit,
        "secret": secret_in(request),
        "host": may(caller.link, "settle"),
        "refusal": refusal,
        "typed": request.POST,
        "new_key": new_key,
        "balances": [(table.names[seat], table.state.balances[seat]) for seat in table.state.order],
    }
    wanted = request.GET.get("settlement", "")
    if table.session.settled or wanted:
        context |= _settled(table, int(wanted) if wanted.isdecimal() and len(wanted) < 9 else None, wanted)
        return render(request, "games/settle/settled.html", context)
    context |= _unsettled(request, table)
    return render(request, "games/settle/open.html", context)


def _settled(table: TableView, number: int | None, wanted: str) -> dict[str, Any]:
    found = selectors.settlement(table.session, number)
    if found is None or (wanted and number is None):
        raise Http404
    counters = dict(zip(table.names, table.state.balances, strict=False))
    present = found.newest and table.session.settled
    return {
        "settlement": found,
        "settled_in": (found.currency, table.unit),
        "present": present,
        "results": sorted(
            ((name, counters[name] if present else None, amount) for name, amount in found.results),
            key=lambda row: -row[2],
        ),
        "paid_lines": sum(line.rest == 0 for line in found.lines),
        "rest": sum(line.rest for line in found.lines),
        "versions": range(1, table.session.settlements + 1),
        "chat": chat_text(table, found),
    }


def _unsettled(request: HttpRequest, table: TableView) -> dict[str, Any]:
    bank = request.GET.get("bank", "")
    plan: Proposal | None = None
    if table.state.finished:
        try:
            plan = proposal(table.game, table.state, table.unit, int(bank) if bank.isdecimal() else None)
        except ValueError:
            raise Http404 from None
    return {
        "plan": plan,
        "bank": bank,
        "settled_in": (table.unit.currency or "", table.unit),
        "brought_in": -table.state.brought_in,
        "versions": range(1, table.session.settlements + 1),
    }


def chat_text(table: TableView, found: SettlementView) -> str:
    """Who pays whom as plain text, to be pasted into a chat."""
    head = table.game.title or "Loo"
    lines = [f"{head}, {found.created_at:%d %B %Y}".replace(", 0", ", ")]
    lines += [_chat_line(line, found.currency, table.unit) for line in found.lines]
    if not found.lines:
        lines.append("Nobody pays anybody.")
    if found.least and found.lines:
        lines.append(f"Fewest possible: {len(found.lines)} payment{'s' if len(found.lines) > 1 else ''}.")
    return "\n".join(lines)


def _chat_line(line: LineView, currency: str, unit: Unit) -> str:
    def words(amount: int) -> str:
        return amount_words(amount, currency, unit)

    text = f"{isolated(line.debtor)} pays {isolated(line.creditor)} {words(line.amount)}"
    if not line.paid:
        return text
    return text + (f" ({words(line.paid)} paid, {words(line.rest)} open)" if line.rest else " (paid)")
