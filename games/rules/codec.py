"""One entry between facts and the JSON of the game file ("Deals" and "Other entries").

The same codec serves the file, the API (the body of ``"deal"`` is as in the file) and storage, where seat numbers stand
for the names and a resolved deal says with ``dealt_in`` who had cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from games.rules import facts
from games.rules.facts import (
    Adjust,
    Card,
    Deal,
    Entry,
    Finish,
    Flush,
    Join,
    Leave,
    Lost,
    Penalty,
    Result,
    Seat,
    ThrownIn,
    Tricks,
    Unplayed,
)
from games.rules.filefaults import FORM_CODES, Unreadable, in_order
from games.rules.form import NOBODY, Form
from games.rules.refusal import MAX_NAMES
from games.rules.state import GameState

ENTRY_KINDS = ("deal", "join", "leave", "adjust", "finish")
RESULTS = ("tricks", "card", "unplayed", "flush", "thrown_in", "lost")
_KINDS = get_args(facts.Kind)
_DESTINATIONS = get_args(facts.Destination)
_ENDINGS = get_args(facts.Ending)
_DEAL_FIELDS = frozenset(
    ("dealer", "kind", "sitting_out", "barred", "clubs_turned", "declared", "penalties", "forfeits", "excused")
) | {"no_loos", *RESULTS}
_STORED_FIELDS = _DEAL_FIELDS | {"dealt_in"}
_RESULT_SET = frozenset(RESULTS)
_PENALTY_FIELDS = frozenset(("player", "fault", "amount", "to"))


def read_entry(form: Form, kind: str, body: Any, *, stored: bool = False) -> Entry:
    """The facts of one entry of a kind; errors go to the form. ``stored`` allows ``dealt_in`` in a deal."""
    if kind == "deal":
        return _read_deal(form, body, _STORED_FIELDS if stored else _DEAL_FIELDS)
    if kind == "join":
        body = form.object(body, "join", ("player", "after"), ("player", "after"))
        return Join(_seat(form, body, "player"), _seat(form, body, "after"))
    if kind == "leave":
        return Leave(_seat(form, form.object(body, "leave", ("player",), ("player",)), "player"))
    if kind == "adjust":
        return _read_adjust(form, body)
    body = form.object(body, "finish", ("how",), ("how",))
    return Finish(form.word(body.get("how", "single"), "how", _ENDINGS))


def _seat(form: Form, body: dict[str, Any], field: str) -> Seat:
    return form.seat(body[field], field) if field in body else NOBODY


def _read_adjust(form: Form, body: Any) -> Adjust:
    body = form.object(body, "adjust", ("net", "reason"), ("net", "reason"))
    net = form.amounts(body.get("net", {}), "net")
    if "net" in body and isinstance(body["net"], dict) and not any(amount for _, amount in net):
        form.fail("field-value", "an adjustment must move something")
    return Adjust(net, form.name(body["reason"], "reason") if "reason" in body else "?")


def _read_deal(form: Form, body: Any, fields: frozenset[str]) -> Deal:
    if not isinstance(body, dict) or not body.keys() <= fields:
        body = form.object(body, "deal", fields)
    found = body.keys() & _RESULT_SET
    if len(found) != 1:
        form.fail("result-count", f"a deal has exactly one result, not {len(found)}")
    results = [_RESULT_READERS[key](form, body[key]) for key in found]
    rare = len(body) > 1 + ("declared" in body) + ("dealer" in body) + ("kind" in body)
    return Deal(
        results[0] if results else Lost(),
        form.seat(body["dealer"], "dealer") if "dealer" in body else None,
        form.word(body["kind"], "kind", _KINDS) if "kind" in body else None,
        form.seat_list(body["dealt_in"], "dealt_in") if "dealt_in" in body else None,
        declared=form.declarations(body["declared"], "declared") if "declared" in body else (),
        **(_read_rare(form, body) if rare else {}),
    )


def _read_rare(form: Form, body: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = {
        field: form.seat_list(body[field], field)
        for field in ("sitting_out", "barred", "forfeits", "excused")
        if field in body
    }
    read.update((field, form.flag(body[field], field)) for field in ("clubs_turned", "no_loos") if field in body)
    if "penalties" in body:
        read["penalties"] = tuple([_read_penalty(form, line) for line in form.list(body["penalties"], "penalties")])
    return read


def _read_penalty(form: Form, line: Any) -> Penalty:
    line = form.object(line, "penalty", _PENALTY_FIELDS, ("player", "fault", "amount", "to"))
    return Penalty(
        _seat(form, line, "player"),
        form.name(line["fault"], "fault") if "fault" in line else "?",
        form.number(line["amount"], "amount", 1) if "amount" in line else 1,
        form.word(line["to"], "to", _DESTINATIONS) if "to" in line else "current",
    )


def _tricks(form: Form, value: Any) -> Result:
    return Tricks(form.sequence(value, "tricks"))


def _card(form: Form, value: Any) -> Result:
    return Card(None if value is None else form.seat(value, "card"))


def _unplayed(form: Form, value: Any) -> Result:
    return Unplayed(None if value is None else form.seat(value, "unplayed"))


def _flush(form: Form, value: Any) -> Result:
    value = form.object(value, "flush", ("holders", "exempt"), ("holders",))
    holders = form.seat_list(value.get("holders", []), "holders")
    return Flush(holders, form.seat_list(value["exempt"], "exempt") if "exempt" in value else ())


def _thrown_in(form: Form, value: Any) -> Result:
    return ThrownIn(form.seat(value, "thrown_in"))


def _lost(form: Form, value: Any) -> Result:
    if value is not True:
        form.fail("field-value", "lost must be true")
    return Lost()


_RESULT_READERS = {
    "tricks": _tricks,
    "card": _card,
    "unplayed": _unplayed,
    "flush": _flush,
    "thrown_in": _thrown_in,
    "lost": _lost,
}


def decode_entry(value: Any, names: Sequence[str], *, as_in_file: bool = False) -> Entry:
    """The facts of one entry, ``{"deal": {...}}``, where the players are called as ``names`` says by seat number.

    ``as_in_file``: only what the game file allows; else a deal may also have ``dealt_in``, as it is stored. Raises
    Unreadable with every error of form.
    """
    form = Form({name: seat for seat, name in enumerate(names)})
    body = form.object(value, "an entry", ENTRY_KINDS)
    entries = [read_entry(form, kind, body[kind], stored=not as_in_file) for kind in ENTRY_KINDS if kind in body]
    if len(entries) != 1:
        form.fail("entry-kind", f"an entry is exactly one of {', '.join(ENTRY_KINDS)}")
    if form.errors:
        raise Unreadable(in_order(form.errors, FORM_CODES))
    return entries[0]


def encode_entry(entry: Entry, names: Sequence[str], state: GameState | None = None) -> dict[str, Any]:
    """An entry as in the game file, ``{"deal": {...}}``, with the names by seat number.

    A resolved deal says who was dealt in; for the file that becomes ``sitting_out``, which needs the state before it.
    Without a state ``dealt_in`` is written as it is: for storage.
    """
    if isinstance(entry, Deal):
        return {"deal": _write_deal(entry, names, state)}
    if isinstance(entry, Join):
        return {"join": {"player": names[entry.player], "after": names[entry.after]}}
    if isinstance(entry, Leave):
        return {"leave": {"player": names[entry.player]}}
    if isinstance(entry, Adjust):
        return {"adjust": {"net": {names[seat]: amount for seat, amount in entry.net}, "reason": entry.reason}}
    return {"finish": {"how": entry.how}}


def _write_deal(deal: Deal, names: Sequence[str], state: GameState | None) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if deal.dealer is not None:
        written["dealer"] = names[deal.dealer]
    if deal.kind is not None:
        written["kind"] = deal.kind
    if deal.dealt_in is None or state is not None:
        _write_seats(written, names, sitting_out=_sitting_out(deal, state))
    else:
        written["dealt_in"] = [names[seat] for seat in deal.dealt_in]
    _write_seats(written, names, barred=deal.barred)
    if deal.clubs_turned:
        written["clubs_turned"] = True
    if deal.declared:
        written["declared"] = {names[seat]: declaration for seat, declaration in deal.declared}
    written.update(_write_result(deal.result, names))
    if deal.penalties:
        written["penalties"] = [_write_penalty(line, names) for line in deal.penalties]
    _write_seats(written, names, forfeits=deal.forfeits, excused=deal.excused)
    if deal.no_loos:
        written["no_loos"] = True
    return written


def _write_seats(written: dict[str, Any], names: Sequence[str], **lists: tuple[Seat, ...]) -> None:
    written.update((field, [names[seat] for seat in seats]) for field, seats in lists.items() if seats)


def _write_penalty(line: Penalty, names: Sequence[str]) -> dict[str, Any]:
    return {"player": names[line.player], "fault": line.fault, "amount": line.amount, "to": line.to}


def _sitting_out(deal: Deal, state: GameState | None) -> tuple[Seat, ...]:
    """Who took no cards; in a resolved deal not the dealer where the size of the company alone says so (Q19)."""
    dealt_in = deal.dealt_in
    if dealt_in is None or state is None:
        return deal.sitting_out
    left_out = 0 < state.rules.dealer_stands_out_above <= len(dealt_in)
    return tuple(seat for seat in state.seated if seat not in dealt_in and not (left_out and seat == deal.dealer))


def _write_result(result: Result, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(result, Tricks):
        return {"tricks": [names[seat] for seat in result.winners]}
    if isinstance(result, Card):
        return {"card": None if result.winner is None else names[result.winner]}
    if isinstance(result, Unplayed):
        return {"unplayed": None if result.taker is None else names[result.taker]}
    if isinstance(result, Flush):
        flush = {"holders": [names[seat] for seat in result.holders]}
        if result.exempt:
            flush["exempt"] = [names[seat] for seat in result.exempt]
        return {"flush": flush}
    return {"thrown_in": names[result.offender]} if isinstance(result, ThrownIn) else {"lost": True}


def entry_to_stored(entry: Entry) -> dict[str, Any]:
    """An entry as JSON for storage: by seat number, and a resolved deal with ``dealt_in``."""
    return encode_entry(entry, _SEAT_NAMES)


def entry_from_stored(stored: Mapping[str, Any]) -> Entry:
    """An entry from what :func:`entry_to_stored` made. Raises Unreadable where it is anything else."""
    return decode_entry(stored, _SEAT_NAMES)


_SEAT_NAMES = tuple(str(seat) for seat in range(MAX_NAMES))
