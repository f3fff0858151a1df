"""Tables for tests: opened from the worked games, written to through the services."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from games.access import find_link
from games.models import Game
from games.rules.gamefile import GameFile, read
from games.rules.state import Opening
from games.services.commands import Caller
from games.services.tables import OpenedTable, TableSpec, open_table

WORKED = Path(__file__).parent.parent / "worked_games"


def key() -> str:
    """A key as a phone makes it."""
    return secrets.token_urlsafe(18)


def worked(name: str) -> GameFile:
    """A worked game."""
    return read((WORKED / f"{name}.json").read_bytes())


def stated(name: str) -> dict[str, object]:
    """A worked game as its file states it."""
    found: dict[str, object] = json.loads((WORKED / f"{name}.json").read_text())
    return found


def opened(game: GameFile) -> OpenedTable:
    """The table of a game file before its first entry."""
    spec = TableSpec(game.names[: game.players], game.rules, game.unit, game.opening or Opening())
    return open_table(spec, key=key())


def caller(table: OpenedTable, role: str = "host") -> Caller:
    """Who holds one of the table's links."""
    link = find_link(table.links[role])
    assert link is not None
    return Caller(link, device=f"phone-{role}")


def game_of(table: OpenedTable) -> Game:
    """The table's game as it is stored now."""
    return Game.objects.get(session=table.session)
