"""The rules of a table: every switch with its value, what it means and who says so."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.access import may
from games.codec import load_opening
from games.rules.presets import PRESETS
from games.rules.sources import basis_words
from games.rules.switches import GROUPS, SWITCHES, Switch
from games.selectors import TableView
from games.services.commands import Caller
from games.views.gate import at_table
from games.views.place import secret_in


@dataclass(frozen=True, slots=True)
class SwitchLine:
    """One switch as the table plays it; ``own`` is what the preset has where the table changed it, else empty."""

    switch: Switch
    value: str
    source: str
    own: str


@dataclass(frozen=True, slots=True)
class SwitchLines:
    """The switches under one heading."""

    title: str
    lines: list[SwitchLine]


@at_table
@require_safe
def rules_page(request: HttpRequest, caller: Caller) -> HttpResponse:
    """What is played here."""
    table = selectors.table(caller.link, entries=0)
    opening = load_opening(table.game.opening)
    context = {
        "table": table,
        "unit": table.unit,
        "secret": secret_in(request),
        "preset": PRESETS[table.rules.preset],
        "groups": _groups(table),
        "changed": len(table.rules.overrides()),
        "opening": opening,
        "first": table.names[0 if opening.last_dealer is None else (opening.last_dealer + 1) % table.game.players],
        "carried": [] if opening.balances is None else list(zip(table.names, opening.balances, strict=False)),
        "penalties": [(line, line.amount(_values(table))) for line in PRESETS[table.rules.preset].penalties],
        "host": may(caller.link, "rules"),
    }
    return render(request, "games/rules.html", context)


def _values(table: TableView) -> dict[str, object]:
    return {name: table.rules.value(name) for name in SWITCHES}


def _groups(table: TableView) -> list[SwitchLines]:
    return [
        SwitchLines(title, [_line(table, switch) for switch in SWITCHES.values() if switch.group == group])
        for group, title in GROUPS.items()
    ]


def _line(table: TableView, switch: Switch) -> SwitchLine:
    preset = PRESETS[table.rules.preset]
    value, own = table.rules.value(switch.name), preset.switches[switch.name]
    return SwitchLine(
        switch=switch,
        value=switch.words(value, table.unit),
        source=basis_words(preset.basis[switch.name]),
        own="" if value == own else switch.words(own, table.unit),
    )
