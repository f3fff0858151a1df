"""The engine's values as the JSON that is stored with a game. Players are seat numbers here; names never are."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Any

from django.conf import settings

from games.models import Entry, Game
from games.rules import facts
from games.rules.codec import entry_from_stored, entry_to_stored
from games.rules.outcome import Outcome, outcome_from_json, outcome_to_json
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, Opening, start, state_from_json, state_to_json
from games.rules.unit import Unit


def dump_entry(entry: facts.Entry) -> dict[str, Any]:
    """An entry as it is stored: the game file's form with seat numbers for names."""
    return entry_to_stored(entry)


def load_entry(stored: dict[str, Any]) -> facts.Entry:
    """The entry that :func:`dump_entry` wrote."""
    return entry_from_stored(stored)


def in_seat_order(entry: facts.Entry) -> facts.Entry:
    """The same entry with what is said of several seats in the order of their numbers.

    PostgreSQL keeps the names of a JSON object in that order, whatever order they came in; an entry is stepped as it
    will be read back, so that a replay lists the same loos in the same order.
    """
    if isinstance(entry, facts.Deal):
        return replace(entry, declared=tuple(sorted(entry.declared)))
    if isinstance(entry, facts.Adjust):
        return replace(entry, net=tuple(sorted(entry.net)))
    return entry


def dump_rules(rules: RuleSet) -> dict[str, Any]:
    """Rules as their preset and the differences from it."""
    return rules.to_json()


def load_rules(stored: dict[str, Any]) -> RuleSet:
    """The rules that :func:`dump_rules` wrote."""
    return RuleSet.from_json(stored)


def load_unit(stored: dict[str, Any]) -> Unit:
    """The unit of a game."""
    return Unit.from_json(stored)


def dump_opening(opening: Opening) -> dict[str, Any]:
    """The table as it was opened."""
    return {
        "pool": opening.pool,
        "looed": opening.looed,
        "last_dealer": opening.last_dealer,
        "balances": None if opening.balances is None else list(opening.balances),
    }


def load_opening(stored: dict[str, Any]) -> Opening:
    """The opening that :func:`dump_opening` wrote."""
    balances = stored["balances"]
    return Opening(
        pool=stored["pool"],
        looed=stored["looed"],
        last_dealer=stored["last_dealer"],
        balances=None if balances is None else tuple(balances),
    )


def dump_state(state: GameState) -> dict[str, Any]:
    """The engine's state."""
    return state_to_json(state)


def load_state(stored: dict[str, Any]) -> GameState:
    """The state that :func:`dump_state` wrote."""
    return state_from_json(stored)


def state_of(game: Game) -> GameState:
    """The state of a game after its last entry."""
    return load_state(game.state)


def state_after(entry: Entry) -> GameState:
    """The state of a game after a present entry. Raises ValueError for one that is struck out."""
    if entry.state is None:
        raise ValueError(f"entry {entry.pk} is struck out")
    return load_state(entry.state)


def state_at_start(game: Game) -> GameState:
    """The state of a game before its first entry."""
    return start(load_rules(game.rules), game.players, load_opening(game.opening))


def dump_outcome(outcome: Outcome) -> dict[str, Any]:
    """What an entry came to, with every movement and the defaults that decided it."""
    return outcome_to_json(outcome)


def load_outcome(stored: dict[str, Any]) -> Outcome:
    """The outcome that :func:`dump_outcome` wrote."""
    return outcome_from_json(stored)


def concealed(text: str) -> str:
    """A stand-in for a name or free text in what is kept for comparison only, so that names stay in one place."""
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]
