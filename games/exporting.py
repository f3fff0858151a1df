"""A table's game as its game file: what :mod:`games.services.files` takes in again, with the same results."""

from __future__ import annotations

from collections.abc import Sequence

from games.codec import load_opening, load_rules, load_unit, state_at_start
from games.models import Game
from games.rules import facts
from games.rules.codec import decode_entry, encode_entry
from games.rules.filewriter import dumps
from games.rules.gamefile import FileEntry, GameFile
from games.rules.state import Opening
from games.rules.step import step
from games.selectors import entries_of, names_of


def game_file(game: Game) -> GameFile:
    """The game as it stands now, from its facts: struck-out entries are left out, corrections are in."""
    names = names_of(game)
    entries = list(reversed(entries_of(game)))
    opening = load_opening(game.opening)
    in_file = _names_in_file(names, game.players, [entry.facts for entry in entries])
    lines = []
    state = state_at_start(game)
    for entry in entries:
        # By name into the file's own seat numbers: there joiners are numbered in the order in which they join.
        told = encode_entry(entry.facts, names, state)
        lines.append(FileEntry(decode_entry(told, in_file, as_in_file=True), entry.note or None))
        state, _ = step(state, entry.facts)
    return GameFile(
        rules=load_rules(game.rules),
        names=in_file,
        players=game.players,
        entries=tuple(lines),
        opening=None if opening == Opening() else opening,
        unit=load_unit(game.unit),
        title=game.title or None,
    )


def exported(game: Game) -> str:
    """The text of a game's file, with what every entry comes to and the settlement."""
    return dumps(game_file(game))


def _names_in_file(names: Sequence[str], players: int, entries: Sequence[facts.Entry]) -> tuple[str, ...]:
    """Those who sat at the start, then each joiner; one whose joining was undone is not in the file."""
    seats = dict.fromkeys(range(players))
    seats |= dict.fromkeys(entry.player for entry in entries if isinstance(entry, facts.Join))
    return tuple(names[seat] for seat in seats)
