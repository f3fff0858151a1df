"""A penalty when it happens: prefilled by the author of the preset, any other fault with any amount."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_http_methods

from games.errors import Invalid
from games.forms.entry import EntryDraft
from games.forms.fields import AmountField, AmountInput
from games.forms.reading import offers_for
from games.pending import Pending
from games.rules.facts import Penalty, Seat
from games.rules.presets import PRESETS, PresetPenalty
from games.rules.sources import basis_words
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import see_other
from games.views.recording import MADE_UP
from games.views.refusals import Refusable
from games.views.sheets import SheetPage
from games.words import fault_words

OTHER = "other"
MOST_SIGNS = 80


@dataclass(frozen=True)
class PenaltyForm:
    """A penalty as typed, or as its author has it where the fault was just chosen."""

    sheet: SheetPage
    sent: Mapping[str, Any]

    @property
    def faults(self) -> list[tuple[str, str, bool]]:
        """The faults to choose from: name, words, whether chosen."""
        listed = [(f.fault, fault_words(f.fault).capitalize()) for f in self.author.values()]
        listed.append((OTHER, "Another fault, our own penalty"))
        return [(name, words, name == self.fault) for name, words in listed]

    @property
    def author(self) -> dict[str, PresetPenalty]:
        """The author's penalties by fault."""
        return {penalty.fault: penalty for penalty in PRESETS[self.sheet.view.rules.preset].penalties}

    @property
    def fault(self) -> str:
        """The fault chosen; at first the author's first, for that is the commonest."""
        asked = str(self.sent.get("fault", ""))
        return asked if asked in self.author or asked == OTHER else next(iter(self.author), OTHER)

    @property
    def preset(self) -> PresetPenalty | None:
        """What the author says of it."""
        return self.author.get(self.fault)

    @property
    def source(self) -> str:
        """Where that stands."""
        return basis_words(self.preset.rule) if self.preset else ""

    @property
    def who(self) -> Seat:
        """The offender; at first the dealer, for most faults are his."""
        text = str(self.sent.get("who", ""))
        seat = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else -1
        state, known = self.sheet.view.state, self.sheet.known
        return seat if seat in state.seated else offers_for(state, known, {}).dealer

    @property
    def typed(self) -> bool:
        """Whether amount and pool were on the page that was sent."""
        return "to" in self.sent

    @property
    def to(self) -> str:
        """The pool it goes to."""
        if self.typed:
            return "next" if self.sent["to"] == "next" else "current"
        return self.preset.to if self.preset else "current"

    @property
    def shown(self) -> tuple[str, str]:
        """The amount in the fields: larger units, base units."""
        if self.typed:
            return str(self.sent.get("amount-big", "")), str(self.sent.get("amount", ""))
        big, small = self.sheet.view.unit.parts(self._amount_by_author())
        has_big = self.sheet.view.unit.big_worth is not None
        return (str(big) if has_big else "", str(small))

    def _amount_by_author(self) -> int:
        rules = self.sheet.view.rules
        if self.preset is None:
            return rules.stake
        return self.preset.amount({self.preset.switch: rules.value(self.preset.switch)})

    @property
    def follows(self) -> list[tuple[str, str, bool]]:
        """What else follows for the offender: field, words, whether it does."""
        words = {
            "forfeits": "draws nothing from this pool",
            "excused": "pays no loo besides",
            "barred": "is out of this deal",
        }
        return [(field, text, self.has(field)) for field, text in words.items()]

    def has(self, field: str) -> bool:
        """Whether something follows from the fault."""
        return field in self.sent if self.typed else bool(self.preset and getattr(self.preset, field))

    def penalty(self) -> Penalty:
        """The penalty that was typed; raises :class:`Invalid`."""
        unit = self.sheet.view.unit
        fault = self.fault
        if fault == OTHER:
            fault = str(self.sent.get("other", "")).strip()
            if not fault or len(fault) > MOST_SIGNS or not fault.isprintable():
                raise Invalid("other", f"What was the fault? Write it in up to {MOST_SIGNS} signs.")
        try:
            sent: MultiValueDict[str, Any] = MultiValueDict()
            amount = AmountField(unit, least=1).clean(AmountInput().value_from_datadict(self.sent, sent, "amount"))
        except ValidationError as error:
            raise Invalid("amount", error.messages[0]) from None
        return Penalty(self.who, fault, amount, "next" if self.to == "next" else "current")


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def penalty_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Show the penalty of a fault, or book it into the deal in progress."""
    sheet = SheetPage(request, caller)
    if request.method != "POST":
        sent = {key: value for key, value in request.GET.items() if key in ("who", "fault", "other")}
        return sheet.show("games/penalty.html", form=PenaltyForm(sheet, sent))
    form = PenaltyForm(sheet, request.POST.dict())
    known = sheet.known_then()
    try:
        if known is None:
            raise MADE_UP
        line = form.penalty()
        sheet.prepare(_with(known, line, form))
    except Refusable as error:
        return sheet.again(error).show("games/penalty.html", form=form)
    return see_other(request, sheet.to(_after(sheet.draft, line, form)))


def _with(known: Pending, line: Penalty, form: PenaltyForm) -> Pending:
    """What is known with one penalty more, and what follows from it."""
    follows: dict[str, Any] = {
        field: tuple(dict.fromkeys((*getattr(known, field), line.player)))
        for field, _, chosen in form.follows
        if chosen
    }
    return replace(known, penalties=(*known.penalties, line), **follows)


def _after(draft: EntryDraft, line: Penalty, form: PenaltyForm) -> EntryDraft:
    """The draft after it: where the author says that the deal is lost or the hands are thrown in, that is proposed."""
    rules, preset = form.sheet.view.rules, form.preset
    if preset is not None and preset.lost and rules.misdeal_deal == "lost":
        return EntryDraft(deal=draft.deal, special="lost")
    if preset is not None and preset.thrown_in and rules.revoke == "thrown-in":
        stood = {seat for seat in (*draft.winners, *draft.looed) if seat is not None} - {line.player}
        return EntryDraft(deal=draft.deal, special="thrown_in", named=(line.player,), looed=tuple(sorted(stood)))
    return draft
