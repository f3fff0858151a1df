"""An entry as the fields of the correction form: what is stored, filled in; and an empty one for what was missed."""

from __future__ import annotations

from django.utils.datastructures import MultiValueDict

from games.rules import facts
from games.rules.play import expected_kind, next_dealer
from games.rules.state import GameState
from games.rules.unit import Unit

Draft = MultiValueDict[str, str]
SPARE_PENALTIES = 1
"""How many empty lines for penalties stand below those that were paid."""


def draft_of(entry: facts.Entry, before: GameState, unit: Unit, note: str = "") -> Draft:
    """The fields that say exactly this entry."""
    draft: Draft = MultiValueDict()
    draft["note"] = note
    match entry:
        case facts.Deal():
            _fill_deal(draft, entry, before, unit)
        case facts.Join(player, after):
            draft["player"], draft["after"] = str(player), str(after)
        case facts.Leave(player):
            draft["player"] = str(player)
        case facts.Adjust(net, reason):
            draft["reason"] = reason
            for seat, amount in net:
                draft[f"net_{seat}-way"] = "down" if amount < 0 else "up"
                fill_amount(draft, f"net_{seat}", unit, abs(amount))
        case facts.Finish(how):
            draft["how"] = how
    return draft


def empty_draft(kind: str, before: GameState) -> Draft:
    """The fields of an entry that was missed: a deal in which everybody passed, by the dealer whose turn it was."""
    draft: Draft = MultiValueDict()
    if kind == "deal":
        draft["dealer"], draft["kind"], draft["result"] = str(next_dealer(before)), expected_kind(before), ""
        for seat in before.seated:
            draft[f"does_{seat}"] = "pass"
    return draft


def _fill_deal(draft: Draft, deal: facts.Deal, before: GameState, unit: Unit) -> None:
    draft["dealer"], draft["kind"] = str(deal.dealer), str(deal.kind)
    declared = dict(deal.declared)
    for seat in before.seated:
        does: str = declared.get(seat, "pass")
        if seat in deal.barred:
            does = "barred"
        elif deal.dealt_in is not None and seat not in deal.dealt_in:
            does = "out"
        draft[f"does_{seat}"] = does
    for field in ("clubs_turned", "no_loos"):
        if getattr(deal, field):
            draft[field] = "on"
    draft.setlist("forfeits", [str(seat) for seat in deal.forfeits])
    draft.setlist("excused", [str(seat) for seat in deal.excused])
    _fill_result(draft, deal.result)
    draft["penalties"] = str(len(deal.penalties) + SPARE_PENALTIES)
    for number, line in enumerate(deal.penalties):
        field = f"penalty_{number}"
        draft[f"{field}-player"], draft[f"{field}-fault"] = str(line.player), line.fault
        draft[f"{field}-to"] = line.to
        fill_amount(draft, f"{field}-amount", unit, line.amount)


def _fill_result(draft: Draft, result: facts.Result) -> None:
    match result:
        case facts.Tricks(winners):
            draft["result"] = "tricks"
            for number, seat in enumerate(winners):
                draft[f"trick_{number}"] = str(seat)
        case facts.Card(winner):
            draft["result"], draft["card"] = "card", "nobody" if winner is None else str(winner)
        case facts.Unplayed(taker):
            draft["result"], draft["unplayed"] = "unplayed", "nobody" if taker is None else str(taker)
        case facts.Flush(holders, exempt):
            draft["result"] = "flush"
            draft.setlist("holders", [str(seat) for seat in holders])
            draft.setlist("exempt", [str(seat) for seat in exempt])
        case facts.ThrownIn(offender):
            draft["result"], draft["offender"] = "thrown_in", str(offender)
        case facts.Lost():
            draft["result"] = "lost"


def fill_amount(draft: Draft, field: str, unit: Unit, amount: int) -> None:
    """An amount of 0 or more in the one or two fields of the game's units."""
    big, small = unit.parts(amount)
    draft[f"{field}-big"], draft[field] = (str(big) if big else ""), str(small)
