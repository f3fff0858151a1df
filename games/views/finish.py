"""Finishing a game, in one of the ways that the rules leave now."""

from __future__ import annotations

from typing import get_args

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games.errors import NotNow
from games.reports.isolate import isolated
from games.rules.facts import Ending, Finish
from games.rules.offers import endings
from games.rules.state import GameState
from games.services import recording
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import address, see_other
from games.views.refusals import Refusable
from games.views.sheets import SheetPage

TITLES: dict[Ending, tuple[str, str]] = {
    "single": ("On an empty table", "Nothing lies on the table, so nobody loses by stopping now."),
    "last-round": ("After the last round", "The last deal was the agreed one in which nobody is looed."),
    "division": ("Divide what lies there", "Everybody who sits gets the same, odd ones from the dealer's left on."),
}


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def finish_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Show how the game can end now, or end it."""
    sheet = SheetPage(request, caller)
    if request.method == "POST":
        try:
            how = next((way for way in get_args(Ending) if way == request.POST.get("how")), None)
            if how is None:
                raise NotNow("Choose how the game ends. Nothing was booked.")
            recording.record(caller, Finish(how), key=sheet.sent_key, version=sheet.sent_version)
        except Refusable as error:
            return _show(sheet.again(error))
        return see_other(request, address(request, "table"))
    return _show(sheet)


def _show(sheet: SheetPage) -> HttpResponse:
    view = sheet.view
    found = endings(view.state)
    return sheet.show(
        "games/finish.html",
        possible=[(offer.how, *TITLES[offer.how]) for offer in found if offer.fits],
        impossible=[(TITLES[o.how][0], o.reason.text(view.names, view.unit)) for o in found if o.reason is not None],
        dealt=[(view.names[seat], view.state.dealt[seat], seat in view.state.seated) for seat in view.state.order],
        uneven=_uneven(view.state, view.names),
        shares=_shares(view.state),
    )


def _uneven(state: GameState, names: tuple[str, ...]) -> str:
    """Who has dealt less often than others and so paid fewer stakes, in words; empty where all are even."""
    most = max(state.dealt[seat] for seat in state.seated)
    fewer = [isolated(names[seat]) for seat in state.seated if state.dealt[seat] < most]
    return ", ".join(fewer)


def _shares(state: GameState) -> int:
    return len(state.seated)
