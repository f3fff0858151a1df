"""Whatever happens at a table: nothing is created or lost, and a game replayed is the game stepped through.

The machine runs over all presets with switches changed at random. It counts what it ran, and a kind of entry or
result that came up in under one step of a hundred fails the test: a property that was never tried proves nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from games.rules.codec import entry_from_stored, entry_to_stored
from games.rules.facts import Adjust, Deal, Entry
from games.rules.filewriter import dumps
from games.rules.gamefile import FileEntry, GameFile, read
from games.rules.offers import ResultKind
from games.rules.outcome import outcome_from_json, outcome_to_json
from games.rules.play import resolve
from games.rules.replay import replay, replay_file
from games.rules.state import GameState, start, state_from_json, state_to_json
from games.rules.step import Outcome, step
from tests.rules.random_games import (
    PRESET_NAMES,
    random_adjust,
    random_deal,
    random_finish,
    random_join,
    random_leave,
    random_opening,
    random_rules,
)

ENTRY_KINDS = {"Deal", "Join", "Leave", "Adjust", "Finish"}
RESULT_KINDS = {"Tricks", "Card", "Unplayed", "Flush", "ThrownIn", "Lost"}
SEEDS = st.integers(0, 2**32 - 1)

ran: Counter[str] = Counter()


class Table(RuleBasedStateMachine):
    """One game after another at one table."""

    @initialize(seed=SEEDS, preset=st.sampled_from(PRESET_NAMES), players=st.integers(2, 9))
    def open(self, seed: int, preset: str, players: int) -> None:
        rng = Random(seed)
        self.agreed = random_rules(rng, preset, changes=rng.choice((0, 0.5, 0.8)))
        self.players = players
        self.opening = random_opening(rng, players)
        self.state = start(self.agreed, players, self.opening)
        self.entries: list[Entry] = []
        self.outcomes: list[Outcome] = []

    def take(self, entry: Entry) -> None:
        before = self.state
        after, outcome = step(before, entry)
        ran["steps"] += 1
        ran[type(entry).__name__] += 1
        if isinstance(entry, Deal):
            ran[type(entry.result).__name__] += 1
            self.resolved_comes_to_the_same(before, entry, after, outcome)
        self.nothing_is_created_or_lost(before, after, outcome)
        assert entry_from_stored(json.loads(json.dumps(entry_to_stored(entry)))) == entry
        assert state_from_json(json.loads(json.dumps(state_to_json(after)))) == after
        self.entries.append(entry)
        self.outcomes.append(outcome)
        self.state = after

    def deal_with(self, seed: int, kind: ResultKind) -> None:
        if self.state.table > 10**9:
            # Unlimited loos grow beyond all bounds; here they are not to stop the game.
            poorest = min(self.state.seated, key=lambda seat: self.state.balances[seat])
            self.take(Adjust(((poorest, self.state.table),), "started afresh"))
        self.take(random_deal(Random(seed), self.state, kind))

    def nothing_is_created_or_lost(self, before: GameState, after: GameState, outcome: Outcome) -> None:
        assert sum(outcome.net) + outcome.left == before.table
        assert outcome.left == after.table >= 0
        assert sum(after.balances) + after.table + after.brought_in == 0
        moved = [0] * len(outcome.net)
        for movement in outcome.movements:
            moved[movement.seat] += movement.amount
        assert tuple(moved) == outcome.net
        assert all(amount > 0 for _, amount in outcome.looed)

    def resolved_comes_to_the_same(self, before: GameState, entry: Deal, after: GameState, outcome: Outcome) -> None:
        resolved = resolve(before, entry)
        assert resolve(before, resolved) is resolved
        assert step(before, resolved) == (after, outcome)
        assert entry_from_stored(entry_to_stored(resolved)) == resolved

    @precondition(lambda self: self.agreed.misdeal_deal == "lost")
    @rule(seed=SEEDS)
    def lose_the_deal(self, seed: int) -> None:
        self.deal_with(seed, "lost")

    @precondition(lambda self: self.agreed.revoke == "thrown-in")
    @rule(seed=SEEDS)
    def throw_in(self, seed: int) -> None:
        self.deal_with(seed, "thrown_in")

    @precondition(lambda self: self.agreed.flush_cards)
    @rule(seed=SEEDS)
    def claim_with_a_flush(self, seed: int) -> None:
        self.deal_with(seed, "flush")

    @precondition(lambda self: "card" in (self.agreed.single_play, self.agreed.first_deal))
    @rule(seed=SEEDS)
    def turn_a_card(self, seed: int) -> None:
        self.deal_with(seed, "card")

    @rule(seed=SEEDS, kind=st.sampled_from(("tricks", "unplayed")))
    def deal(self, seed: int, kind: ResultKind) -> None:
        self.deal_with(seed, kind)

    @precondition(lambda self: self.state.table <= 10**9)
    @rule(seed=SEEDS)
    def any_deal(self, seed: int) -> None:
        self.take(resolve(self.state, random_deal(Random(seed), self.state)))

    @rule(seed=SEEDS)
    def join(self, seed: int) -> None:
        entry = random_join(Random(seed), self.state)
        if entry is not None:
            self.take(entry)

    @precondition(lambda self: len(self.state.seated) > 2)
    @rule(seed=SEEDS)
    def leave(self, seed: int) -> None:
        entry = random_leave(Random(seed), self.state)
        assert entry is not None
        self.take(entry)

    @rule(seed=SEEDS)
    def adjust(self, seed: int) -> None:
        self.take(random_adjust(Random(seed), self.state))

    @precondition(lambda self: len(self.entries) > 5)
    @rule(seed=SEEDS, preset=st.sampled_from(PRESET_NAMES), players=st.integers(2, 9))
    def finish_and_play_again(self, seed: int, preset: str, players: int) -> None:
        self.take(random_finish(Random(seed), self.state))
        self.replayed_is_stepped_through()
        self.open(seed, preset, players)

    def replayed_is_stepped_through(self) -> None:
        assert replay(self.agreed, self.players, self.opening, self.entries) == (self.state, self.outcomes)
        names = tuple(f"player {seat}" for seat in range(len(self.state.balances)))
        lines = tuple(FileEntry(entry) for entry in self.entries)
        written = dumps(GameFile(self.agreed, names, self.players, lines, self.opening))
        again = replay_file(read(written.encode()))
        assert again.errors == ()
        assert (again.state, again.outcomes) == (self.state, tuple(self.outcomes))
        stored = json.loads(json.dumps([outcome_to_json(outcome) for outcome in self.outcomes[-2:]]))
        assert [outcome_from_json(outcome) for outcome in stored] == self.outcomes[-2:]

    def teardown(self) -> None:
        if hasattr(self, "state"):
            self.replayed_is_stepped_through()


def test_nothing_is_created_or_lost_and_every_kind_was_tried() -> None:
    ran.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

    run_state_machine_as_test(
        Table,
        settings=settings(max_examples=150, stateful_step_count=30, deadline=None, suppress_health_check=checks),
    )

    assert ran["steps"] > 500
    assert too_rare(ran) == {}


def too_rare(counted: Counter[str]) -> dict[str, int]:
    """The kinds of entries and results that came up in under one step of a hundred."""
    return {kind: counted[kind] for kind in ENTRY_KINDS | RESULT_KINDS if 100 * counted[kind] < counted["steps"]}


def test_a_kind_that_was_hardly_tried_is_found() -> None:
    counted = Counter({**dict.fromkeys(ENTRY_KINDS | RESULT_KINDS, 10), "steps": 1000, "Flush": 9})

    assert too_rare(counted) == {"Flush": 9}
