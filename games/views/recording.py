"""Confirming a deal, undoing the last entry, and what is shown where another phone was faster."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from games import selectors
from games.access import may
from games.errors import DealNumberTaken, Invalid, LaterImpossible, Refusals, VersionOutdated
from games.forms.entry import EntryDraft
from games.reports.isolate import isolated
from games.rerun import Replace, rerun
from games.rules import facts
from games.rules.outcome import Outcome
from games.selectors import EntryView, TableView
from games.services import recording
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import address, see_other
from games.views.refusals import Refusable, Refusal, refusal_of, refused, with_refusal
from games.views.sealing import unsealed
from games.views.sentences import sentence
from games.views.table import show_again
from games.words import fault_words, joined

MADE_UP = Invalid("deal", "This page was not complete when it was sent. Nothing was booked; enter the deal again.")


@at_table
@require_POST
def record_deal(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Record the deal that the button showed."""
    deal = unsealed(caller.link.session_id, request.POST.get("deal", ""))
    number = whole(request.POST.get("d", ""))
    draft = EntryDraft.of(request.POST.dict())
    if deal is None:
        return _not_booked(request, caller, draft, MADE_UP)
    try:
        answer = recording.record(
            caller,
            deal,
            key=request.POST.get("key", ""),
            expected_deal_number=number,
            version=whole(request.POST.get("version", "")),
        )
    except (DealNumberTaken, VersionOutdated) as error:
        view = selectors.table(caller.link, entries=None)
        there = next((entry for entry in view.entries if entry.deal_number == number), None)
        if there is not None:
            return _two_versions(request, view, there, deal, draft)
        return _not_booked(request, caller, draft, error)
    except Refusable as error:
        return _not_booked(request, caller, draft, error)
    return see_other(request, f"{address(request, 'table')}?new={answer['entry']}")


@at_table
@require_POST
def undo_last(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Undo the entry that the button named."""
    try:
        entry = UUID(request.POST.get("entry", ""))
    except ValueError:
        return refused(request, MADE_UP, back=address(request, "table"))
    try:
        recording.undo(caller, entry, key=request.POST.get("key", ""))
    except Refusable as error:
        return _not_booked(request, caller, EntryDraft(), error)
    return see_other(request, f"{address(request, 'table')}?done=undo")


def whole(text: str) -> int:
    """A number that the page itself wrote; 0 for anything else, which no deal and no version is."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 12 else 0


def _not_booked(request: HttpRequest, caller: Caller, draft: EntryDraft, error: Exception) -> HttpResponse:
    if not may(caller.link, "record"):
        return refused(request, error, back=address(request, "table"))
    refusal = refusal_of(error)
    return with_refusal(show_again(request, caller, draft, refusal), refusal)


@dataclass(frozen=True)
class Line:
    """One line of two versions of a deal."""

    label: str
    there: str
    here: str

    @property
    def differs(self) -> bool:
        """Whether the two say different things."""
        return self.there != self.here


def _two_versions(
    request: HttpRequest, view: TableView, there: EntryView, deal: facts.Deal, draft: EntryDraft
) -> HttpResponse:
    """What another phone booked beside what this one has not: nothing is decided here."""
    try:
        mine = rerun(view.game, [Replace(there.id, deal)]).lines[0]
        here, outcome, reason = mine.facts, mine.outcome, ""
    except (Refusals, LaterImpossible) as error:
        here, outcome, reason = deal, None, str(error)
    context = {
        "view": view,
        "unit": view.unit,
        "there": there,
        "number": there.deal_number,
        "same": here == there.facts,
        "reason": reason,
        "lines": _lines(view, there, here, outcome),
        "draft": {**draft.fields(), "d": str(view.next_deal_number)},
        "here": address(request, "table"),
        "correct": f"{address(request, 'table')}correct/{there.id}/",
        "told": sentence(there, view.names, view.unit),
    }
    refusal = Refusal(409, "Not booked", (), "deal-number-taken")
    return with_refusal(render(request, "games/conflict.html", context), refusal)


def _lines(view: TableView, there: EntryView, here: facts.Entry, outcome: Outcome | None) -> list[Line]:
    theirs, mine = _told(view, there.facts, there.outcome), _told(view, here, outcome)
    return [Line(label, theirs.get(label, "–"), mine.get(label, "–")) for label in {**theirs, **mine}]


def _told(view: TableView, entry: facts.Entry, outcome: Outcome | None) -> dict[str, str]:
    """A deal line by line."""
    names, unit = [isolated(name) for name in view.names], view.unit
    told: dict[str, str] = {}
    if isinstance(entry, facts.Deal):
        told["Result"] = _result(entry.result, names)
        stood = [names[seat] for seat, _ in entry.declared]
        told["Stood"] = joined(stood) if stood else "nobody"
        for line in entry.penalties:
            told[f"{names[line.player]}: {fault_words(line.fault)}"] = unit.short(line.amount)
    if outcome is not None:
        told["Looed"] = joined([names[seat] for seat, _ in outcome.looed]) if outcome.looed else "nobody"
        told["Pool"] = unit.short(outcome.pool)
        told.update((names[seat], unit.signed_short(net)) for seat, net in enumerate(outcome.net) if net)
        told["Left"] = unit.short(outcome.left)
    return told


def _result(result: facts.Result, names: list[str]) -> str:
    match result:
        case facts.Tricks(winners):
            return "tricks: " + ", ".join(names[seat] for seat in winners)
        case facts.Card(winner) | facts.Unplayed(winner):
            kind = "card" if isinstance(result, facts.Card) else "unplayed"
            return f"{kind}: {'nobody' if winner is None else names[winner]}"
        case facts.Flush(holders):
            return "flush: " + ", ".join(names[seat] for seat in holders)
        case facts.ThrownIn(offender):
            return f"thrown in: {names[offender]}"
    return "lost by a misdeal"
