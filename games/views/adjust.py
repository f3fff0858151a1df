"""Counters moved by agreement: the bowl counted, a gift, a fine of the house, a stake put right."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_http_methods

from games.errors import Invalid
from games.forms.fields import AmountField, AmountInput
from games.rules.facts import Adjust, Seat
from games.services import recording
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import address, see_other
from games.views.refusals import Refusable
from games.views.sheets import SheetPage

MOST_SIGNS = 200


@dataclass(frozen=True)
class Line:
    """One player's movement as typed."""

    seat: Seat
    name: str
    way: str
    big: str
    small: str

    @property
    def key(self) -> str:
        """His seat, for the names of fields."""
        return str(self.seat)

    @property
    def label_id(self) -> str:
        """The id of what names his fields."""
        return f"p{self.seat}-l"


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def adjust_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Show the form, with what a count of the bowl came to, or book the adjustment."""
    sheet = SheetPage(request, caller)
    if request.method == "POST":
        try:
            entry = _adjustment(sheet)
            recording.record(caller, entry, key=sheet.sent_key, version=sheet.sent_version)
        except Refusable as error:
            return _show(sheet.again(error))
        return see_other(request, address(request, "table"))
    return _show(sheet)


def _show(sheet: SheetPage) -> HttpResponse:
    sent = sheet.request.POST if sheet.request.method == "POST" else sheet.request.GET
    counted, difference, wrong = sent.get("counted", ""), 0, ""
    state, unit = sheet.view.state, sheet.view.unit
    asked = "counted" in sent
    if asked:
        try:
            difference = _amount(sheet, "counted", signed=False) - state.table
        except ValidationError as error:
            asked, wrong = False, error.messages[0]
    reason = sent.get("reason", "")
    if asked and difference and not reason:
        reason = f"bowl counted: {unit.words(abs(difference))} too {'few' if difference < 0 else 'many'}"
    lines = [
        Line(seat, sheet.view.names[seat], *(sent.get(f"p{seat}{end}", "") for end in ("-way", "-big", "")))
        for seat in state.order
    ]
    return sheet.show(
        "games/adjust.html",
        lines=lines,
        reason=reason,
        counted=(sent.get("counted-big", ""), counted),
        asked=asked,
        difference=difference,
        missing=abs(difference),
        wrong=wrong,
    )


def _amount(sheet: SheetPage, name: str, *, signed: bool) -> int:
    sent = sheet.request.POST if sheet.request.method == "POST" else sheet.request.GET
    field = AmountField(sheet.view.unit, signed=signed)
    nothing: MultiValueDict[str, object] = MultiValueDict()
    return field.clean(AmountInput().value_from_datadict(sent.dict(), nothing, name))


def _adjustment(sheet: SheetPage) -> Adjust:
    """The adjustment that was typed; raises :class:`Invalid`."""
    net = []
    for seat in sheet.view.state.order:
        try:
            amount = _amount(sheet, f"p{seat}", signed=True)
        except ValidationError as error:
            raise Invalid(f"p{seat}", f"{sheet.view.names[seat]}: {error.messages[0]}") from None
        if amount:
            net.append((seat, amount))
    if not net:
        raise Invalid("net", "Nobody pays or gets anything yet. Say who does, and how much.")
    reason = sheet.request.POST.get("reason", "").strip()
    if not reason or len(reason) > MOST_SIGNS or not reason.isprintable():
        raise Invalid("reason", f"Say what it was for, in up to {MOST_SIGNS} signs: the list of deals shows it.")
    return Adjust(tuple(net), reason)
