"""The table page: the entry of the deal in progress and the deals so far."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.access import may
from games.forms.entry import EntryDraft
from games.forms.reading import read, slots
from games.selectors import TableView
from games.services.commands import Caller
from games.views.board import board
from games.views.gate import at_table
from games.views.place import address, secret_in
from games.views.refusals import Refusal
from games.views.table_page import TablePage

DONE = {"undo": "Undone.", "correct": "Corrected."}
"""What this phone has just done, besides recording, in the words of the strip; the address names it."""


@at_table
@require_safe
def table_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """The table for those who keep it, with the draft that the address carries; for a watcher the board."""
    if not may(caller.link, "record"):
        return board(request, caller)
    if request.GET.get("seen") == str(caller.link.session.version):
        return HttpResponse(status=204)
    view = selectors.table(caller.link)
    draft, tap = EntryDraft.of(request.GET.dict()), request.GET.get("tap", "")
    late = None
    if draft.deal not in (0, view.next_deal_number):
        draft, late = EntryDraft(), draft.tapped(tap, view.rules.tricks)
        late, tap = None if late.is_empty else late, ""
    page = TablePage(view, tapped(view, draft, tap), recorded=request.GET.get("new", ""), late=late)
    response = show(request, page)
    if getattr(request, "htmx", False) and page.playing:
        response["HX-Replace-Url"] = f"{address(request, 'table')}?{page.query}"
    return response


def show(request: HttpRequest, page: TablePage) -> HttpResponse:
    """The page, or for htmx the part of it that changes."""
    template = "games/table/live.html" if getattr(request, "htmx", False) else "games/table.html"
    return render(request, template, context_of(request, page))


def show_again(request: HttpRequest, caller: Caller, draft: EntryDraft, refusal: Refusal) -> HttpResponse:
    """The table as it is now with what was entered, and why it was not booked."""
    view = selectors.table(caller.link)
    page = TablePage(view, replace(draft, deal=view.next_deal_number), refusal=refusal)
    return render(request, "games/table.html", context_of(request, page))


def context_of(request: HttpRequest, page: TablePage) -> dict[str, object]:
    """What every template of the table needs."""
    return {
        "done": DONE.get(request.GET.get("done", ""), ""),
        "page": page,
        "view": page.view,
        "unit": page.view.unit,
        "secret": secret_in(request),
        "here": address(request, "table"),
        "may_correct": may(page.view.link, "correct"),
    }


def tapped(view: TableView, draft: EntryDraft, tap: str) -> EntryDraft:
    """The draft after a tap, for the deal that is next now."""
    draft = replace(draft, deal=view.next_deal_number)
    if view.state.finished:
        return draft
    reading = read(view.state, view.pending, draft, view.names)
    return reading.draft.tapped(tap, slots(view.state, reading.mode)) if tap else reading.draft
