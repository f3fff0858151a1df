"""The game file, written: what :func:`games.rules.gamefile.read` reads, with or without what it all comes to."""

from __future__ import annotations

import json
from typing import Any

from games.rules.codec import encode_entry
from games.rules.gamefile import COUNTER, FORMAT, After, Amounts, FileEntry, GameFile, Settlement
from games.rules.replay import after_to_json, settle, settled_to_json
from games.rules.state import GameState, Opening, start
from games.rules.step import step


def write(game: GameFile, *, results: bool = True) -> dict[str, Any]:
    """A game as the JSON values of its file.

    With ``results`` every entry says what it comes to and the settlement is worked out; without, both are as the game
    states them. Raises Refused where an entry cannot be.
    """
    written = _head(game)
    state = start(game.rules, game.players, game.opening)
    entries = []
    for line in game.entries:
        after, outcome = step(state, line.entry)
        entry = _entry(line, game.names, state)
        if results:
            entry["after"] = after_to_json(outcome, game.names)
        entries.append(entry)
        state = after
    written["entries"] = entries
    if results:
        balances = dict(zip(game.names, state.balances, strict=False))
        written["settlement"] = {"balances": balances, **settled_to_json(settle(state, game.unit), game.names)}
    elif game.settlement is not None:
        written["settlement"] = _settlement(game.settlement, game.names)
    if game.expect_error is not None:
        written["expect_error"] = game.expect_error
    return written


def dumps(game: GameFile, *, results: bool = True) -> str:
    """A game as the text of its file, for people to read too. Raises Refused as :func:`write` does."""
    return json.dumps(write(game, results=results), ensure_ascii=False, indent=2) + "\n"


def _head(game: GameFile) -> dict[str, Any]:
    written: dict[str, Any] = {"format": FORMAT}
    if game.title is not None:
        written["title"] = game.title
    if game.sources is not None:
        written["sources"] = list(game.sources)
    if game.unit != COUNTER:
        written["unit"] = game.unit.to_json()
    written["rules"] = game.rules.to_json()
    written["players"] = list(game.names[: game.players])
    if game.opening is not None:
        written["opening"] = _opening(game.opening, game.names)
    return written


def _opening(opening: Opening, names: tuple[str, ...]) -> dict[str, Any]:
    written: dict[str, Any] = {"pool": opening.pool, "looed": opening.looed}
    if opening.last_dealer is not None:
        written["last_dealer"] = names[opening.last_dealer]
    if opening.balances is not None:
        written["balances"] = dict(zip(names, opening.balances, strict=False))
    return written


def _entry(line: FileEntry, names: tuple[str, ...], state: GameState) -> dict[str, Any]:
    written = encode_entry(line.entry, names, state)
    if line.note is not None:
        written["note"] = line.note
    if line.after is not None:
        written["after"] = _after(line.after, names)
    return written


def _after(after: After, names: tuple[str, ...]) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "kind": after.kind,
        "kind_expected": after.kind_expected,
        "pool": after.pool,
        "net": _named(after.net, names),
        "looed": _named(after.looed, names),
        "left": after.left,
    }
    return {field: value for field, value in stated.items() if value is not None}


def _settlement(settlement: Settlement, names: tuple[str, ...]) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "balances": _named(settlement.balances, names),
        "money": _named(settlement.money, names),
        "payments": settlement.payments,
    }
    return {field: value for field, value in stated.items() if value is not None}


def _named(amounts: Amounts | None, names: tuple[str, ...]) -> dict[str, int] | None:
    return None if amounts is None else {names[seat]: amount for seat, amount in amounts}
