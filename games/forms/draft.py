"""A new table as typed so far: what the page sends, and what each of its buttons makes of it. Nothing typed is lost.

The page is a plain form that comes back whole after every button, so the draft is the form's own data and nothing is
kept on the server. Seats are numbered from 0 in the names of the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.datastructures import MultiValueDict

from games.forms.fields import LARGEST
from games.rules.presets import PRESETS, Preset, SwitchValue
from games.rules.switches import SWITCHES
from games.rules.unit import Unit

LEAST_SEATS, MOST_SEATS = 2, 17
FIRST_SEATS = 5
"""How many empty seats a new page shows."""
DEFAULT_PRESET = "peel"

_SEAT_FIELDS = ("name_{}", "balance_{}-way", "balance_{}-big", "balance_{}")

Draft = MultiValueDict[str, str]


def blank(key: str, preset: str = DEFAULT_PRESET) -> Draft:
    """A draft with nothing typed; ``key`` is what makes a double tap open one table."""
    draft: Draft = MultiValueDict({"key": [key], "preset": [preset], "rows": [str(FIRST_SEATS)], "first": ["0"]})
    draft["money"], draft["per"], draft["currency"] = "no", "1", "GBP"
    _take_over(draft, PRESETS[preset])
    return draft


def after(data: Mapping[str, Any], act: str) -> Draft:
    """The draft that a button makes of what was sent.

    ``act`` is ``add``, ``remove:SEAT``, ``up:SEAT``, ``own-rules``, or anything else, which only takes in a preset
    chosen anew: switches and units that the table has not changed become those of the new preset.
    """
    draft: Draft = MultiValueDict(data)
    draft["rows"] = str(rows(draft))
    button, _, seat = act.partition(":")
    if button == "add":
        draft["rows"] = str(min(rows(draft) + 1, MOST_SEATS))
    elif seat.isdecimal() and len(seat) <= 2 and int(seat) < rows(draft):
        _rearrange(draft, button, int(seat))
    _follow_preset(draft, button == "own-rules")
    _fold(draft)
    return draft


def rows(draft: Mapping[str, Any]) -> int:
    """How many seats the page shows, within what a game allows."""
    return max(LEAST_SEATS, min(_number(draft.get("rows"), FIRST_SEATS), MOST_SEATS))


def unit_of(draft: Mapping[str, Any]) -> Unit:
    """The unit to read and show amounts in, as far as what was typed makes one."""
    name = str(draft.get("unit_name") or "").strip() or "counter"
    big, worth = str(draft.get("big_name") or "").strip(), _number(draft.get("big_worth"))
    return Unit(name[:40], big_name=big[:40], big_worth=worth) if big and 1 < worth <= 1_000_000 else Unit(name[:40])


def preset_of(draft: Mapping[str, Any]) -> Preset:
    """The preset chosen, or the one that was shown where the choice is none."""
    chosen = str(draft.get("preset") or "")
    return PRESETS[chosen if chosen in PRESETS else DEFAULT_PRESET]


def _rearrange(draft: Draft, button: str, seat: int) -> None:
    """Take a seat out, or move it up by one; who deals first stays the same person."""
    order = list(range(rows(draft)))
    if button == "remove" and len(order) > LEAST_SEATS:
        order.remove(seat)
    elif button == "remove":
        order = [*(other for other in order if other != seat), len(order)]
    elif button == "up" and seat > 0:
        order[seat - 1], order[seat] = seat, seat - 1
    typed = {name: draft.getlist(name) for place in range(MOST_SEATS) for name in _fields_of(place)}
    for place, old in enumerate(order):
        for name, source in zip(_fields_of(place), _fields_of(old), strict=True):
            draft.setlist(name, typed.get(source, []))
    draft["rows"] = str(len(order))
    first = _number(draft.get("first"))
    draft["first"] = str(order.index(first) if first in order else 0)


def _fields_of(seat: int) -> Iterable[str]:
    return [name.format(seat) for name in _SEAT_FIELDS]


def _follow_preset(draft: Draft, own_rules: bool) -> None:
    """Give what the table has not changed the values of the preset chosen now."""
    shown = PRESETS.get(str(draft.get("shown") or ""))
    if shown is None or own_rules:
        _take_over(draft, preset_of(draft))
    elif shown is not preset_of(draft):
        chosen = fields_of(preset_of(draft))
        for name, old in fields_of(shown).items():
            if _same(draft, old):
                for field in old:
                    draft.setlist(field, [])
                for field, values in chosen[name].items():
                    draft.setlist(field, values)
        draft["shown"] = preset_of(draft).name


def _take_over(draft: Draft, preset: Preset) -> None:
    for fields in fields_of(preset).values():
        for field, values in fields.items():
            draft.setlist(field, values)
    draft["shown"] = preset.name


def _same(draft: Draft, fields: Mapping[str, list[str]]) -> bool:
    return all(
        [v or "0" for v in draft.getlist(field) or [""]] == [v or "0" for v in values or [""]]
        for field, values in fields.items()
    )


def fields_of(preset: Preset) -> dict[str, dict[str, list[str]]]:
    """The fields of the page that a preset fills, by switch and by part of the unit, each with what stands in it."""
    unit = preset.unit
    filled = {f"rule_{name}": _switch_fields(name, value, unit) for name, value in preset.switches.items()}
    worth = str(unit.big_worth or "")
    filled["unit"] = {"unit_name": [unit.name], "big_name": [unit.big_name or ""], "big_worth": [worth]}
    return filled


def _switch_fields(name: str, value: SwitchValue, unit: Unit) -> dict[str, list[str]]:
    switch, field = SWITCHES[name], f"rule_{name}"
    if isinstance(value, frozenset):
        return {field: [str(member) for member in switch.values if member in value]}
    if switch.kind == "yes-no":
        return {field: ["on"] if value else []}
    if not switch.is_amount:
        return {field: [str(value)]}
    big, small = unit.parts(int(value))
    return {f"{field}-big": [str(big)] if big else [], field: [str(small)] if small or not big else []}


def amount_fields(draft: Mapping[str, Any]) -> list[str]:
    """The names of all fields that hold an amount."""
    switches = [f"rule_{name}" for name, switch in SWITCHES.items() if switch.is_amount]
    return [*switches, "pool", "starting", *(f"balance_{seat}" for seat in range(rows(draft)))]


def _fold(draft: Draft) -> None:
    """Count larger units in base units where the table has just given the larger unit up."""
    worth, old = unit_of(draft).big_worth, _number(draft.get("shown_worth"))
    if worth is None and old:
        for name in amount_fields(draft):
            big = _number(draft.get(f"{name}-big"))
            if big:
                draft[name] = str(big * old + _number(draft.get(name)))
                draft[f"{name}-big"] = ""
    draft["shown_worth"] = str(worth or "")


def _number(text: Any, default: int = 0) -> int:
    """A whole number that is plainly one; the form says what is wrong with any other text."""
    digits = str(text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= len(str(LARGEST)) else default
