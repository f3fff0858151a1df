"""The page of a new table."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.submissions import BadKey, KeyReused
from games import selectors
from games.access import find_link
from games.device import device_of
from games.errors import TableError
from games.forms import draft as drafts
from games.forms.known import draft_of
from games.forms.new_page import NewTablePage
from games.forms.new_table import NewTableForm
from games.services.tables import open_table
from games.views.refusals import refusal_of, with_refusal

USED = (
    "This page has opened a table already: go back in the browser to find it. To open another one with what is "
    "written here now, start again."
)


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form, take in what a button of it does, or open the table."""
    # Given with the page, not with the answer: a double tap must come from one device.
    device = device_of(request)
    if request.method != "POST":
        return _page(request, NewTablePage(NewTableForm(_first_draft(request)), say_errors=False))
    act = request.POST.get("act", "")
    draft = drafts.after(request.POST, act)
    form = NewTableForm(draft)
    if act != "start":
        return _page(request, NewTablePage(form, say_errors=False, focus=_focus(act, form)))
    if not form.is_valid():
        return _page(request, NewTablePage(form, say_errors=True), status=422)
    try:
        opened = open_table(form.spec(), key=draft.get("key", ""), device=device)
    except (KeyReused, BadKey):
        draft["key"] = _new_key()
        return _page(request, NewTablePage(NewTableForm(draft), say_errors=False), status=409, refused=USED)
    except TableError as error:
        return with_refusal(_page(request, NewTablePage(form, say_errors=False), refused=str(error)), refusal_of(error))
    # By its address, not by its name: the table's pages stand on their own.
    address = f"/t/{opened.links['host']}/"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(address)
    return HttpResponse(status=303, headers={"Location": address})


def _first_draft(request: HttpRequest) -> drafts.Draft:
    """An empty form; with ``?from=`` a table's secret, its people, rules and counters: to play again."""
    link = find_link(request.GET.get("from", ""))
    if link is None:
        return drafts.blank(_new_key())
    table = selectors.table(link, entries=0)
    return draft_of(_new_key(), [table.names[seat] for seat in table.seats], table.rules, table.unit)


def _page(request: HttpRequest, page: NewTablePage, *, status: int = 200, refused: str = "") -> HttpResponse:
    context = {"page": page, "form": page.form, "unit": page.form.unit, "refused": refused, "here": reverse("new")}
    return render(request, "games/new.html", context, status=status)


def _new_key() -> str:
    return secrets.token_urlsafe(18)


def _focus(act: str, form: NewTableForm) -> str:
    """The field that gets the focus after a button: the new seat, or where the moved one went."""
    button, _, seat = act.partition(":")
    if button == "add":
        return f"id-name_{form.rows - 1}"
    if button in ("up", "remove") and seat.isdecimal() and len(seat) <= 2:
        return f"id-name_{max(0, min(int(seat) - (button == 'up'), form.rows - 1))}"
    return ""
