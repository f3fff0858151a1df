"""More: everything rarer than tricks and loos, one tap further, and only what is possible now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games.errors import Invalid, NotNow
from games.forms.names import clean_name
from games.forms.reading import offers_for
from games.pending import Pending
from games.reports.isolate import isolated
from games.rules.facts import Join, Leave, Seat
from games.rules.offers import Offers, ResultKind, SeatOffer, seat_offers
from games.selectors import TableView
from games.services import recording
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import see_other
from games.views.recording import MADE_UP
from games.views.refusals import Refusable
from games.views.sheets import SheetPage
from games.words import fault_words


@dataclass(frozen=True)
class Item:
    """Something that can be done by one tap: the tap or act, what it is called, what it means."""

    value: str
    title: str
    meaning: str = ""


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def more_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Show what can be done now, or do one of these things."""
    sheet = SheetPage(request, caller)
    if request.method == "POST":
        try:
            _carry_out(sheet, request.POST.get("act", ""))
        except Refusable as error:
            return _show(sheet.again(error))
        return see_other(request, sheet.back)
    return _show(sheet)


def _show(sheet: SheetPage) -> HttpResponse:
    if sheet.view.state.finished or sheet.view.session.settled:
        return sheet.show("games/more.html", more=None)
    return sheet.show("games/more.html", more=More(sheet.view, sheet.known))


def _carry_out(sheet: SheetPage, act: str) -> None:
    """Do what a button of the sheet says; raises as the services do."""
    what, _, value = act.partition(":")
    seat = int(value) if value.isascii() and value.isdecimal() and len(value) <= 2 else None
    if what == "join":
        recording.join(sheet.caller, _name(sheet), _after(sheet), key=sheet.sent_key, version=sheet.sent_version)
    elif what == "back" and seat in sheet.view.state.order:
        _record(sheet, Join(seat, _after(sheet)))
    elif what == "leave" and seat in sheet.view.state.order:
        _record(sheet, Leave(seat))
    else:
        known = sheet.known_then()
        if known is None:
            raise MADE_UP
        sheet.prepare(_changed(known, what, seat))


def _record(sheet: SheetPage, entry: Join | Leave) -> None:
    recording.record(sheet.caller, entry, key=sheet.sent_key, version=sheet.sent_version)


def _name(sheet: SheetPage) -> str:
    try:
        name = clean_name(sheet.request.POST.get("name", ""))
    except ValidationError as error:
        raise Invalid("name", error.messages[0]) from None
    if not name:
        raise Invalid("name", "Who joins? Type a name.")
    return name


def _after(sheet: SheetPage) -> Seat:
    after = sheet.request.POST.get("after", sheet.request.POST.get("beside", ""))
    if not (after.isascii() and after.isdecimal() and len(after) <= 2):
        raise Invalid("after", "On whose left does the joiner sit? Choose a name.")
    return int(after)


def _changed(known: Pending, what: str, seat: Seat | None) -> Pending:
    """What is known after a button was pressed."""
    match what:
        case "dealer":
            return replace(known, dealer=seat)
        case "out" if seat is not None:
            return replace(known, sitting_out=(*known.sitting_out, seat))
        case "in" if seat is not None:
            return replace(known, sitting_out=tuple(other for other in known.sitting_out if other != seat))
        case "allow" if seat is not None:
            return replace(known, barred=tuple(other for other in known.barred if other != seat))
        case "clubs":
            return replace(known, clubs_turned=bool(seat))
        case "last-round":
            return replace(known, no_loos=bool(seat))
        case "take-back" if seat is not None and seat < len(known.penalties):
            return without_penalty(known, seat)
    raise NotNow("That button is not there any more. Nothing was changed.")


def without_penalty(known: Pending, index: int) -> Pending:
    """What is known without one penalty, and without what followed from it for its player."""
    player = known.penalties[index].player
    left = known.penalties[:index] + known.penalties[index + 1 :]
    if any(line.player == player for line in left):
        return replace(known, penalties=left)
    without: dict[str, Any] = {
        field: tuple(seat for seat in getattr(known, field) if seat != player)
        for field in ("forfeits", "excused", "barred")
    }
    return replace(known, penalties=left, **without)


class More:
    """What the sheet offers, and one line why not the rest."""

    def __init__(self, view: TableView, known: Pending) -> None:
        self.view, self.known = view, known
        state = view.state
        self.nobody: Offers = offers_for(state, known, {})
        everybody = dict.fromkeys(self.nobody.active, "stand")
        self.everybody: Offers = offers_for(state, known, everybody)  # type: ignore[arg-type]
        self.seats: SeatOffer = seat_offers(state)

    @property
    def penalties(self) -> Iterator[Item]:
        """The penalties that can be taken back."""
        unit = self.view.unit
        for index, line in enumerate(self.known.penalties):
            name, amount = isolated(self.view.names[line.player]), unit.words(line.amount)
            yield Item(f"take-back:{index}", f"Take back: {fault_words(line.fault)}", f"{name} does not pay {amount}")

    @property
    def misses(self) -> tuple[Seat, ...]:
        """Who may have taken the miss."""
        base = self.everybody if self.nobody.play != "declare" else self.nobody
        if not base.active or not self.view.rules.miss:
            return ()
        return tuple(seat for seat in base.active if "miss" in base.may_declare(seat))

    @property
    def results(self) -> Iterator[Item]:
        """The results that are not the ordinary one and possible now: the value of a tap each."""
        pool, dealer = self.view.unit.short(self.nobody.pool), isolated(self.view.names[self.nobody.dealer])
        if self.nobody.result("unplayed").fits:
            takes = (
                f"{dealer}, the dealer, takes {pool} unplayed" if self._dealer_takes else f"{pool} stay on the table"
            )
            yield Item("result:unplayed", "Nobody stood", takes)
        if self._one_alone:
            yield Item("result:unplayed", "One stood, nobody against", f"tap who: he has {pool} unplayed")
        if self.everybody.result("flush").fits:
            cards = self.view.rules.flush_cards
            yield Item("result:flush", f"Flush of {cards} cards", f"its holder takes {pool} unplayed")
        if self.everybody.result("thrown_in").fits:
            yield Item("result:thrown_in", "Revoke, hands thrown in", f"{pool} shared by the others who stood")
        if self.nobody.result("lost").fits:
            yield Item("result:lost", "Deal lost by a misdeal", f"{pool} stay, the next player deals")

    @property
    def _dealer_takes(self) -> bool:
        return bool(self.nobody.result("unplayed").players)

    @property
    def _one_alone(self) -> bool:
        """Whether one player can have a pool unplayed by standing alone."""
        if self.nobody.play != "declare":
            return False
        state, known = self.view.state, self.known
        tries = ((seat, how) for seat in self.nobody.active for how in ("miss", "stand"))
        return any(
            offers_for(state, known, {seat: how}).result("unplayed").fits  # type: ignore[dict-item]
            for seat, how in tries
            if seat != self.nobody.dealer
        )

    @property
    def clubs(self) -> str:
        """``turned`` where clubs can be said to be turned, ``taken-back`` where they are, else empty."""
        if self.known.clubs_turned:
            return "turned"
        return "offered" if self.view.rules.club_law and self.nobody.play == "declare" else ""

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Those who sit."""
        return self.view.state.seated

    @property
    def staying(self) -> tuple[Seat, ...]:
        """Those who take cards and might sit out."""
        return tuple(seat for seat in self.seated if seat not in self.known.sitting_out)

    @property
    def others(self) -> tuple[Seat, ...]:
        """Those who sit and do not deal."""
        return tuple(seat for seat in self.seated if seat != self.nobody.dealer)

    @property
    def not_now(self) -> tuple[str, ...]:
        """What cannot be now, and why, a line each."""
        said = [self._why(kind) for kind in ("unplayed", "flush", "thrown_in", "lost")]
        if not self.clubs:
            said.append("Clubs turned: club law is not agreed." if not self.view.rules.club_law else "")
        if not self.misses:
            said.append("Miss: none is dealt." if not self.view.rules.miss else "Miss: none in this deal.")
        return tuple(line for line in said if line)

    def _why(self, kind: ResultKind) -> str:
        base = self.nobody if kind in ("unplayed", "lost") else self.everybody
        offer = base.result(kind)
        if offer.reason is None or (kind == "unplayed" and self._one_alone):
            return ""
        titles = {"unplayed": "Not played", "flush": "Flush", "thrown_in": "Hands thrown in", "lost": "Deal lost"}
        return f"{titles[kind]}: {offer.reason.text(self.view.names, self.view.unit)}"
