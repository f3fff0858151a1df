"""A table that exists, as a draft of the form for new tables: to change its rules, or to play again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.forms.draft import LEAST_SEATS, Draft, blank, fields_of
from games.rules.presets import PRESETS
from games.rules.ruleset import RuleSet
from games.rules.state import Opening
from games.rules.switches import SWITCHES
from games.rules.unit import Unit, minor_digits


def draft_of(key: str, names: Sequence[str], rules: RuleSet, unit: Unit, opening: Opening | None = None) -> Draft:
    """The form filled in with what a table has; ``opening`` None leaves the table empty, first seat to deal."""
    draft = blank(key, rules.preset)
    switches = {name: rules.value(name) for name in SWITCHES}
    for fields in fields_of(replace(PRESETS[rules.preset], switches=switches, unit=unit)).values():
        for field, values in fields.items():
            draft.setlist(field, values)
    draft["shown_worth"] = str(unit.big_worth or "")
    draft["rows"] = str(max(len(names), LEAST_SEATS))
    for seat, name in enumerate(names):
        draft[f"name_{seat}"] = name
    _fill_money(draft, unit)
    if opening is not None:
        _fill_opening(draft, len(names), unit, opening)
    return draft


def _fill_money(draft: Draft, unit: Unit) -> None:
    if unit.starting:
        _fill_amount(draft, "starting", unit, unit.starting)
    if unit.currency is None or unit.minor_units is None:
        return
    digits = minor_digits(unit.currency)
    whole, fraction = divmod(unit.minor_units, 10**digits)
    draft["money"], draft["per"], draft["currency"] = "yes", str(unit.per), unit.currency
    draft["worth"] = f"{whole}.{fraction:0{digits}d}" if digits else str(whole)


def _fill_opening(draft: Draft, players: int, unit: Unit, opening: Opening) -> None:
    draft["first"] = str(0 if opening.last_dealer is None else (opening.last_dealer + 1) % players)
    _fill_amount(draft, "pool", unit, opening.pool)
    if opening.looed:
        draft["looed"] = "on"
    if opening.balances is not None:
        draft["carried"] = "on"
        for seat, balance in enumerate(opening.balances):
            draft[f"balance_{seat}-way"] = "down" if balance < 0 else "up"
            _fill_amount(draft, f"balance_{seat}", unit, abs(balance))


def _fill_amount(draft: Draft, field: str, unit: Unit, amount: int) -> None:
    big, small = unit.parts(amount)
    draft[f"{field}-big"], draft[field] = (str(big) if big else ""), str(small)
