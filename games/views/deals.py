"""Every entry of a game on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.forms.entry import EntryDraft
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.table import context_of
from games.views.table_page import TablePage


@at_table
@require_safe
def all_deals(request: HttpRequest, caller: Caller) -> HttpResponse:
    """The whole score sheet, and each entry in a sentence."""
    page = TablePage(selectors.table(caller.link, entries=None), EntryDraft())
    return render(request, "games/deals.html", context_of(request, page))
