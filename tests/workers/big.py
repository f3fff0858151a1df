"""A game so big that its report takes a while, to be interrupted."""

from __future__ import annotations

import random

from games.rules import facts
from games.rules.play import resolve
from games.rules.ruleset import RuleSet
from games.rules.state import start
from games.rules.step import step
from games.services.tables import OpenedTable, TableSpec, open_table
from tests.services.tables import key

PLAYERS = 17
DEALS = 400


def big_table() -> OpenedTable:
    """A table of 17 players after 400 deals and a division: its PDF takes some seconds."""
    chance = random.Random(20)
    rules = RuleSet.of("peel", single_play="declare", first_deal="declare")
    state = start(rules, PLAYERS)
    entries: list[tuple[facts.Entry, str]] = []
    while state.deals < DEALS:
        standing = chance.sample([seat for seat in range(PLAYERS) if seat != (state.last_dealer + 1) % PLAYERS], 4)
        winners = tuple(chance.choice(standing) for _ in range(3))
        declared = tuple((seat, "stand") for seat in sorted(standing))
        deal = resolve(state, facts.Deal(facts.Tricks(winners), declared=declared))  # type: ignore[arg-type]
        state, _ = step(state, deal)
        entries.append((deal, ""))
    entries.append((facts.Finish("division"), ""))
    names = tuple(f"Player number {number}" for number in range(PLAYERS))
    return open_table(TableSpec(names, rules, entries=tuple(entries)), key=key())
