"""Tables for tests: opened from the worked games, written to through the services."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from uuid import UUID

from games.access import find_link
from games.codec import load_entry, load_opening, load_rules
from games.models import Entry, Game, GameSession
from games.rerun import Change
from games.rules import facts
from games.rules.gamefile import GameFile, read
from games.rules.replay import replay
from games.rules.state import GameState, Opening
from games.rules.step import Outcome
from games.selectors import LineView, settlement
from games.services.commands import Answer, Caller
from games.services.correcting import correct
from games.services.recording import join, record
from games.services.settling import pay, settle
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


def version_of(table: OpenedTable) -> int:
    """The session's version that a page drawn now would show."""
    return GameSession.objects.values_list("version", flat=True).get(pk=table.session.pk)


def play(table: OpenedTable, game: GameFile, upto: int | None = None) -> list[UUID]:
    """Record a game's entries, or the first of them, one after the other; the ids they got."""
    ids: list[UUID] = []
    for line in game.entries[:upto]:
        seen = version_of(table)
        if isinstance(line.entry, facts.Join):
            name = game.names[line.entry.player]
            answer = join(caller(table), name, line.entry.after, key=key(), version=seen)
        else:
            number = game_of(table).deals_count + 1 if isinstance(line.entry, facts.Deal) else None
            answer = record(caller(table), line.entry, key=key(), expected_deal_number=number, version=seen)
        ids.append(UUID(answer["entry"]))
    return ids


def fix(table: OpenedTable, *changes: Change, role: str = "host", why: str = "") -> Answer:
    """Carry out changes on what the table shows now."""
    return correct(caller(table, role), changes, key=key(), version=version_of(table), why=why)


def deals_played(table: OpenedTable) -> list[facts.Entry]:
    """What is stored of a table's entries, in order, struck-out ones left out."""
    return [load_entry(row.facts) for row in present(table)]


def present(table: OpenedTable) -> list[Entry]:
    """The rows of a table's present entries, in order."""
    return list(Entry.objects.filter(game__session=table.session).exclude(rank=None).order_by("rank"))


def replayed(table: OpenedTable) -> tuple[GameState, list[Outcome]]:
    """The table's game replayed by the engine alone, from its stored facts."""
    game = game_of(table)
    return replay(load_rules(game.rules), game.players, load_opening(game.opening), deals_played(table))


def settled(table: OpenedTable, bank: int | None = None) -> list[LineView]:
    """Settle the table; the payments it asks for."""
    settle(caller(table), key=key(), version=version_of(table), bank=bank)
    return lines_of(table)


def lines_of(table: OpenedTable) -> list[LineView]:
    """The payments that the newest version of the settlement asks for."""
    found = settlement(GameSession.objects.get(pk=table.session.pk))
    assert found is not None
    return list(found.lines)


def paid(table: OpenedTable, line: LineView, amount: int | None = None) -> UUID:
    """Pay a line, or a part of it; the id of the payment."""
    answer = pay(caller(table), line.id, amount or line.rest, key=key(), version=version_of(table))
    return UUID(answer["payment"])
