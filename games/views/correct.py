"""Correcting: an entry as it is stored, then everything that the change moves, then the change itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_http_methods

from games import selectors
from games.access import require
from games.comparison import compare
from games.corrections import state_before
from games.errors import LaterImpossible, NotAllowed, TableError
from games.forms.changes import dump_changes, load_changes, without
from games.forms.correct import MOST_PENALTIES, Reader, Unfit, clean_text, penalty_lines
from games.forms.correct_draft import Draft, draft_of, empty_draft
from games.forms.payment import identifier, whole
from games.rerun import Change, Insert, Replace, Rerun, Strike, rerun
from games.rules import facts
from games.rules.state import GameState
from games.selectors import EntryView, TableView
from games.services.commands import Caller
from games.services.correcting import correct
from games.views.correct_page import CorrectForm
from games.views.gate import at_table, new_key
from games.views.place import address, secret_in, see_other
from games.views.refusals import Refusable, Refusal, refusal_of, refused, with_refusal
from games.views.sentences import label, sentence

KINDS: dict[type, str] = {
    facts.Deal: "deal",
    facts.Join: "join",
    facts.Leave: "leave",
    facts.Adjust: "adjust",
    facts.Finish: "finish",
}
INSERTED = {"deal": "a deal", "join": "a joining", "leave": "a leaving", "adjust": "an adjustment"}
"""What may have been missed, in words; a missed ending is recorded at the table."""


@dataclass(frozen=True)
class Work:
    """One request about one entry: the entry corrected, or the place (``before``) where one was missed.

    ``others`` are the changes made before in the same correction.
    """

    request: HttpRequest
    caller: Caller
    table: TableView
    kind: str
    entry: EntryView | None = None
    before: UUID | None = None
    others: tuple[Change, ...] = field(default=())

    @property
    def here(self) -> str:
        """The address of this form."""
        if self.entry is not None:
            return address(self.request, "correct", self.entry.id)
        place = f"&before={self.before}" if self.before else ""
        return f"{address(self.request, 'insert')}?kind={self.kind}{place}"

    def change(self, entry: facts.Entry, note: str) -> Change:
        """What the form asks for."""
        return Insert(self.before, entry, note) if self.entry is None else Replace(self.entry.id, entry, note)


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def correct_page(request: HttpRequest, caller: Caller, entry: UUID) -> HttpResponse:
    """Correct or strike out one entry."""
    return _guarded(request, caller, entry=entry)


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def insert_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Insert an entry that was missed, before another one or at the end."""
    return _guarded(request, caller, entry=None)


def _guarded(request: HttpRequest, caller: Caller, entry: UUID | None) -> HttpResponse:
    back = address(request, "board")
    try:
        require(caller.link, "correct")
        back = f"/t/{secret_in(request)}/"
        work = _work(request, caller, entry, load_changes(request.POST.get("changes", "")))
        return _show(work) if request.method != "POST" else _act(work, request.POST.get("act", ""))
    except Refusable as error:
        return refused(request, error, back=back)


def _work(request: HttpRequest, caller: Caller, entry: UUID | None, others: Sequence[Change]) -> Work:
    table = selectors.table(caller.link, entries=0)
    if entry is not None:
        found = selectors.entry_of(table.game, entry)
        if found is None:
            raise Http404
        return Work(request, caller, table, KINDS[type(found.facts)], found, others=tuple(others))
    kind = request.GET.get("kind", "deal")
    before = identifier(request.GET, "before") if request.GET.get("before") else None
    if kind not in INSERTED or (before is not None and selectors.entry_of(table.game, before) is None):
        raise Http404
    return Work(request, caller, table, kind, before=before, others=tuple(others))


def _act(work: Work, act: str) -> HttpResponse:
    """Do what a button says; a button may name another entry after a colon."""
    button, _, other = act.partition(":")
    posted = _posted(work.request)
    if button == "confirm":
        return _confirm(work)
    if button == "strike-out" and work.entry is not None:
        return _compare(work, [*without(work.others, work.entry.id), Strike(work.entry.id)], posted)
    if button == "strike":
        return _compare(work, [*work.others, Strike(identifier({"entry": other}, "entry"))], posted)
    if button == "drop" and other.isdecimal():
        kept = [change for number, change in enumerate(work.others) if str(number) != other]
        return _compare(work, kept, posted) if kept else see_other(work.request, f"/t/{secret_in(work.request)}/")
    if button in ("also", "edit"):
        wanted = identifier({"entry": other}, "entry") if other else None
        return _show(_work(work.request, work.caller, wanted, work.others)) if wanted else _show(work)
    if button == "more-penalties":
        posted["penalties"] = str(min(penalty_lines(posted) + 1, MOST_PENALTIES))
    if button != "compare":
        return _show(work, posted)
    before = state_before(work.table.game, _place(work), work.others)
    try:
        entry, note = Reader(posted, before, work.table.unit, len(work.table.names)).entry(work.kind)
    except Unfit as unfit:
        return _show(work, posted, faults=unfit.faults, status=422)
    kept = list(work.others) if work.entry is None else without(work.others, work.entry.id)
    return _compare(work, [*kept, work.change(entry, note)], posted)


def _posted(request: HttpRequest) -> Draft:
    return MultiValueDict({name: list(values) for name, values in request.POST.lists()})


def _place(work: Work) -> UUID | None:
    return work.before if work.entry is None else work.entry.id


def _show(
    work: Work,
    draft: Draft | None = None,
    *,
    faults: dict[str, str] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form: as posted, or as the change made before in this correction says, or as stored."""
    table = work.table
    before = state_before(table.game, _place(work), work.others)
    others = list(work.others)
    if draft is None:
        draft, others = _first_draft(work, before, others)
    context = _common(work) | {
        "form": CorrectForm(work.kind, draft, before, table.unit, table.names, faults=faults or {}),
        "changes": dump_changes(others),
        "told": _told(work, others),
        "refusal": refusal,
        "why": draft.get("why", ""),
    }
    return render(work.request, "games/correct/form.html", context, status=status)


def _first_draft(work: Work, before: GameState, others: list[Change]) -> tuple[Draft, list[Change]]:
    """The form as the change made before in this correction says, else as stored, else empty; and the other changes."""
    unit = work.table.unit
    if work.entry is None:
        for change in reversed(others):
            if isinstance(change, Insert) and change.before == work.before and KINDS[type(change.facts)] == work.kind:
                return draft_of(change.facts, before, unit, change.note), [o for o in others if o is not change]
        return empty_draft(work.kind, before), others
    entry, note = work.entry.facts, work.entry.note
    for change in others:
        if isinstance(change, Replace) and change.entry == work.entry.id:
            entry, note = change.facts, note if change.note is None else change.note
    return draft_of(entry, before, unit, note), without(others, work.entry.id)


def _compare(work: Work, changes: list[Change], posted: Draft, refusal: Refusal | None = None) -> HttpResponse:
    """Everything that the changes move, or which later entry they make impossible."""
    work = replace(work, others=tuple(changes))
    context = _common(work) | {
        "changes": dump_changes(changes),
        "told": _told(work, changes),
        "key": new_key(),
        "why": clean_text(str(posted.get("why") or "")[:1000], "note_signs"),
        "refusal": refusal,
    }
    try:
        result = rerun(work.table.game, changes)
    except LaterImpossible as error:
        context |= {"blocked": _entry_at(work, error.rank), "refusal": refusal_of(error)}
        return render(work.request, "games/correct/impossible.html", context, status=422)
    except TableError as error:
        return _not_so(work, error, posted)
    response = render(work.request, "games/correct/compare.html", context | _compared(work, result))
    return response if refusal is None else with_refusal(response, refusal)


def _not_so(work: Work, error: TableError, posted: Draft) -> HttpResponse:
    """The form again, as sent, with what the rules say against it."""
    refusal = refusal_of(error)
    if "note" not in posted:
        return with_refusal(_show(work, refusal=refusal), refusal)
    others = work.others[:-1] if work.entry is None else tuple(without(work.others, work.entry.id))
    return with_refusal(_show(replace(work, others=others), posted, refusal=refusal), refusal)


def _compared(work: Work, result: Rerun) -> dict[str, Any]:
    unit = work.table.unit
    inside = (unit.currency or "", unit)
    return {"comparison": compare(result), "before_in": inside, "after_in": inside}


def _confirm(work: Work) -> HttpResponse:
    sent = work.request.POST
    why = clean_text(sent.get("why", "")[:1000], "note_signs")
    try:
        correct(work.caller, work.others, key=sent.get("key", ""), version=whole(sent, "version"), why=why)
    except NotAllowed:
        raise
    except Refusable as error:
        work.table.session.refresh_from_db()
        work.table.game.refresh_from_db()
        return _compare(work, list(work.others), _posted(work.request), refusal_of(error))
    return see_other(work.request, f"/t/{secret_in(work.request)}/?done=correct")


def _entry_at(work: Work, rank: int) -> dict[str, Any]:
    """The entry of a rank in words, for the question what to do with it."""
    table = selectors.table(work.caller.link, entries=None)
    entry = next(entry for entry in table.entries if entry.rank == rank)
    return {"id": entry.id, "label": label(entry), "says": sentence(entry, table.names, table.unit)}


def _told(work: Work, changes: Sequence[Change]) -> list[str]:
    """Each change in a few words."""
    told = []
    for change in changes:
        match change:
            case Replace(entry) | Strike(entry):
                found = selectors.entry_of(work.table.game, entry)
                how = "struck out" if isinstance(change, Strike) else "corrected"
                told.append(f"{label(found)} {how}" if found else how)
            case Insert(_, entry, _):
                told.append(f"{INSERTED.get(KINDS[type(entry)], 'an ending')} inserted")
            case _:
                told.append("the rules changed")
    return told


def _common(work: Work) -> dict[str, Any]:
    table, entry = work.table, work.entry
    if entry is not None:
        title = f"Correct {label(entry).lower()}"
        says = sentence(entry, table.names, table.unit)
    else:
        following = selectors.entry_of(table.game, work.before) if work.before else None
        title = f"Insert {INSERTED[work.kind]}" + (
            f" before {label(following).lower()}" if following else " at the end"
        )
        says = ""
    return {
        "work": work,
        "table": table,
        "unit": table.unit,
        "secret": secret_in(work.request),
        "version": table.version,
        "title": title,
        "says": says,
        "here": work.here,
        "insert_kinds": INSERTED.items(),
    }
