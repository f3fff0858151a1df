"""The authors' rules as data: every switch with its value and its source, the unit to offer, and the penalties.

The data is ``presets.json``. Nothing in the engine asks which preset a game has: it asks only for switches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.rules.facts import Destination
from games.rules.unit import Unit

SwitchValue = int | str | frozenset[str]

_AMOUNT = re.compile(r"(?:([1-9][0-9]*) x )?([a-z_]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PresetPenalty:
    """A fault that an author punishes, to be offered first; it is booked only as the line that the table confirms.

    The payment is ``times`` the amount of the switch ``switch`` and goes to the pool ``to`` (Q24). The flags say what
    else follows: the offender draws nothing (``forfeits``), pays no second loo (``excused``, Q11), is out of this deal
    (``barred``, Q42), loses the deal (``lost``, Q27), or the hands are thrown in (``thrown_in``, Q12).
    """

    fault: str
    what: str
    times: int
    switch: str
    to: Destination
    rule: str
    forfeits: bool = False
    excused: bool = False
    barred: bool = False
    lost: bool = False
    thrown_in: bool = False

    def amount(self, switches: Mapping[str, Any]) -> int:
        """What this fault costs under the rules of a game, in base units: fixed amounts, never the pool (Q14).

        Raises KeyError where ``switches`` lacks the switch.
        """
        return self.times * int(switches[self.switch])


@dataclass(frozen=True, slots=True)
class Preset:
    """One author's rules for one game.

    ``switches`` has every switch of the format (a set of words is a frozenset); ``basis`` says for each the rule
    number of the author's word, the same with ``option`` for an option of his that is off here, or the Q number of
    our default where he is silent. ``notes`` are what to tell the table.
    """

    name: str
    title: str
    source: str
    unit: Unit
    switches: Mapping[str, SwitchValue]
    basis: Mapping[str, str]
    notes: tuple[str, ...]
    penalties: tuple[PresetPenalty, ...]


def _penalty(data: Mapping[str, Any]) -> PresetPenalty:
    fields = dict(data)
    expression = fields.pop("amount")
    match = _AMOUNT.fullmatch(expression)
    if match is None:
        raise ValueError(f"penalty {fields['fault']!r}: {expression!r} is neither a switch nor a number of times one")
    return PresetPenalty(times=int(match[1] or 1), switch=match[2], **fields)


def _preset(name: str, data: Mapping[str, Any]) -> Preset:
    switches = {
        switch: frozenset(value) if isinstance(value, list) else value for switch, value in data["rules"].items()
    }
    return Preset(
        name=name,
        title=data["title"],
        source=data["source"],
        unit=Unit.from_json(data["unit"]),
        switches=MappingProxyType(switches),
        basis=MappingProxyType(dict(data["basis"])),
        notes=tuple(data["notes"]),
        penalties=tuple(_penalty(penalty) for penalty in data["penalties"]),
    )


def _load() -> Mapping[str, Preset]:
    data = json.loads(Path(__file__).with_name("presets.json").read_text(encoding="utf-8"))
    return MappingProxyType({name: _preset(name, preset) for name, preset in data["presets"].items()})


PRESETS: Mapping[str, Preset] = _load()
"""Every preset by its name in the game file, in the order to offer them: three-card, Irish, five-card."""
