"""The board: pool, dealer, who was looed and how all stand, for everybody who holds a link, live and without a tap."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import selectors
from games.forms.reading import pending_of
from games.reports.isolate import isolated
from games.rules.offers import Offers, offers
from games.rules.unit import Unit
from games.selectors import TableView
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import secret_in
from games.views.sentences import label, sentence
from games.words import fault_words

EARLIER = 3
"""How many deals before the last one the board tells."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row on the board; ``last`` is what the newest entry moved for him."""

    name: str
    balance: int
    last: int
    deals: bool
    away: bool


def board(request: HttpRequest, caller: Caller) -> HttpResponse:
    """The board, whole or, for a poll with ``?version=``, the part that changes: 204 where that version is present.

    Looking up the link has read the session's version with it, so an unchanged board costs that one indexed read.
    """
    if request.GET.get("version") == str(caller.link.session.version):
        return HttpResponse(status=204)
    polled = "version" in request.GET
    template = "games/board/live.html" if polled else "games/board.html"
    return render(request, template, board_context(request, selectors.table(caller.link)) | {"polled": polled})


board_page = at_table(require_safe(board))


def board_context(request: HttpRequest, table: TableView) -> dict[str, object]:
    """What the board shows."""
    state, unit = table.state, table.unit
    ahead = None if state.finished else _ahead(table)
    pool = state.table if ahead is None else ahead.pool
    last = table.last
    rows = [
        Standing(
            name=table.names[seat],
            balance=state.balances[seat],
            last=0 if last is None or seat >= len(last.outcome.net) else last.outcome.net[seat],
            deals=ahead is not None and seat == ahead.dealer,
            away=seat not in state.seated,
        )
        for seat in state.order
    ]
    told = [(label(entry), sentence(entry, table.names, unit)) for entry in table.entries[: EARLIER + 1]]
    return {
        "table": table,
        "unit": unit,
        "secret": secret_in(request),
        "ahead": ahead,
        "pool": pool,
        "headline": _headline(table, ahead),
        "pool_signs": len(unit.short(pool)),
        "dealer": None if ahead is None else table.names[ahead.dealer],
        "made": [] if ahead is None else _made(table, ahead),
        "next_pool": sum(line.amount for line in table.pending.penalties if line.to == "next"),
        "rows": rows,
        "signs": max(len(unit.signed_short(row.balance)) for row in rows),
        "told": told[0] if told else None,
        "earlier": told[1:],
        "looked_at": timezone.now(),
    }


def _headline(table: TableView, ahead: Offers | None) -> str:
    """The title of the page, readable in a row of tabs: ``Pool 9, Anna deals``."""
    if ahead is None:
        return "Settled" if table.session.settled else "Finished"
    return f"Pool {table.unit.short(ahead.pool)}, {isolated(table.names[ahead.dealer])} deals"


def _ahead(table: TableView) -> Offers:
    known = pending_of(table.state, table.pending)
    return offers(
        table.state,
        dealer=known.dealer,
        sitting_out=known.sitting_out,
        barred=known.barred,
        clubs_turned=known.clubs_turned,
        no_loos=known.no_loos,
        penalties=known.penalties,
    )


def _made(table: TableView, ahead: Offers) -> list[str]:
    """What the pool is made of: ``6 left``, ``stake 3``, ``misdeal 3``."""
    unit: Unit = table.unit
    parts = [f"{unit.short(table.state.table)} left"] if table.state.table else ["fresh pool"]
    staked = sum(amount for _, amount in ahead.stakes)
    if staked:
        payers = len(ahead.stakes)
        parts.append(f"{payers} stakes, {unit.short(staked)}" if payers > 1 else f"stake {unit.short(staked)}")
    current = [line for line in table.pending.penalties if line.to == "current"]
    return [*parts, *(f"{fault_words(line.fault)} {unit.short(line.amount)}" for line in current)]
