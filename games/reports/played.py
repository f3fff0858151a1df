"""A game as it stood when a version of its settlement was made: its facts from then, replayed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.codec import load_entry, load_opening, load_rules, load_unit
from games.models import Entry, EntryRevision, Game, Settlement
from games.rules import facts
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, start
from games.rules.step import Outcome, step
from games.rules.unit import Unit
from games.selectors import names_of


@dataclass(frozen=True, slots=True)
class PlayedEntry:
    """One entry as it stood: which revision of it, what was recorded, and the table after it."""

    entry: str
    revision: int
    facts: facts.Entry
    note: str
    outcome: Outcome
    after: GameState
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it stood: ``names`` and ``participants`` (their numbers) are by seat number."""

    game: Game
    names: tuple[str, ...]
    participants: tuple[int, ...]
    rules: RuleSet
    unit: Unit
    opening: GameState
    state: GameState
    entries: tuple[PlayedEntry, ...]
    heads: tuple[tuple[str, int, str], ...]


def played_of(settlement: Settlement) -> Played:
    """The game that a version of a settlement was made from, as it stood then."""
    basis = settlement.settled_games.select_related("game").get()
    game = basis.game
    agreed = game.revisions.get(number=basis.revision)
    state = opening = start(load_rules(agreed.rules), game.players, load_opening(agreed.opening))
    said = {
        (str(revision.entry_id), revision.number): revision
        for revision in EntryRevision.objects.filter(entry__game=game).iterator()
    }
    times = dict(Entry.objects.filter(game=game).values_list("pk", "recorded_at"))
    entries = []
    for entry, number in basis.entries:
        revision = said[entry, number]
        if revision.facts is None:
            raise ValueError(f"entry {entry} was struck out in revision {number}, which a settlement counts")
        content = load_entry(revision.facts)
        state, outcome = step(state, content)
        entries.append(PlayedEntry(entry, number, content, revision.note, outcome, state, times[revision.entry_id]))
    return Played(
        game=game,
        names=names_of(game),
        participants=tuple(game.seats.order_by("number").values_list("participant__number", flat=True)),
        rules=opening.rules,
        unit=load_unit(agreed.unit),
        opening=opening,
        state=state,
        entries=tuple(entries),
        heads=tuple((of, number, digest) for of, number, digest in basis.heads),
    )
