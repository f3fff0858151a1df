"""Changing the rules, the counters or the opening of a game that has begun: first everything that it changes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games import selectors
from games.access import require
from games.codec import load_opening
from games.comparison import compare
from games.errors import NotAllowed
from games.forms import draft as drafts
from games.forms.correct import clean_text
from games.forms.known import draft_of
from games.forms.new_page import NewTablePage
from games.forms.new_table import NewTableForm
from games.forms.payment import whole
from games.rerun import NewRules, rerun
from games.selectors import TableView
from games.services.commands import Caller
from games.services.correcting import correct
from games.views.gate import at_table, new_key
from games.views.place import address, secret_in, see_other
from games.views.refusals import Refusable, Refusal, refusal_of, refused, with_refusal


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def change_rules_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """The form with what holds now; ``compare`` shows what a change does, ``confirm`` makes it."""
    try:
        require(caller.link, "rules")
    except NotAllowed as error:
        return refused(request, error, back=address(request, "rules"))
    table = selectors.table(caller.link, entries=0)
    players = table.names[: table.game.players]
    if request.method != "POST":
        draft = draft_of(new_key(), players, table.rules, table.unit, load_opening(table.game.opening))
        return _form(request, table, NewTableForm(draft))
    act = request.POST.get("act", "")
    draft = drafts.after(request.POST, act)
    draft["rows"] = str(len(players))
    for seat, name in enumerate(players):
        draft[f"name_{seat}"] = name
    form = NewTableForm(draft)
    if act not in ("compare", "confirm"):
        return _form(request, table, form)
    if not form.is_valid():
        return _form(request, table, form, say_errors=True, status=422)
    return _decide(request, caller, table, form, act)


def _decide(request: HttpRequest, caller: Caller, table: TableView, form: NewTableForm, act: str) -> HttpResponse:
    spec = form.spec()
    change = NewRules(spec.rules, spec.unit, spec.opening)
    why = clean_text(request.POST.get("why", "")[:1000], "note_signs")
    refusal: Refusal | None = None
    try:
        if act == "confirm":
            correct(caller, [change], key=form.draft.get("key", ""), version=whole(request.POST, "version"), why=why)
            return see_other(request, address(request, "rules"))
    except Refusable as error:
        refusal = refusal_of(error)
    try:
        result = rerun(table.game, [change])
    except Refusable as error:
        refusal = refusal_of(error)
        return with_refusal(_form(request, table, form, refusal=refusal), refusal)
    if refusal is not None:
        form.draft["key"] = new_key()
        table.session.refresh_from_db(fields=["version"])
    context = _common(request, table) | {
        "comparison": compare(result),
        "before_in": (table.unit.currency or "", table.unit),
        "after_in": (result.unit.currency or "", result.unit),
        "refusal": refusal,
        "why": why,
        "sent": [(name, value) for name, values in form.draft.lists() if name not in _OWN for value in values],
        "key": form.draft.get("key", ""),
    }
    response = render(request, "games/rules/compare.html", context)
    # The form takes its own place at every other button; what the rules change is a page of its own.
    response["HX-Retarget"] = response["HX-Reselect"] = "#main"
    response["HX-Reswap"] = "outerHTML show:window:top"
    return response if refusal is None else with_refusal(response, refusal)


_OWN = {"key", "version", "act", "why", "csrfmiddlewaretoken"}


def _form(
    request: HttpRequest,
    table: TableView,
    form: NewTableForm,
    *,
    say_errors: bool = False,
    status: int = 200,
    refusal: Refusal | None = None,
) -> HttpResponse:
    page = NewTablePage(form, say_errors=say_errors)
    context = _common(request, table) | {
        "page": page,
        "form": form,
        "unit": form.unit,
        "here": address(request, "change-rules"),
        "refusal": refusal,
    }
    return render(request, "games/rules/change.html", context, status=status)


def _common(request: HttpRequest, table: TableView) -> dict[str, Any]:
    return {"table": table, "unit": table.unit, "secret": secret_in(request), "version": table.version}
