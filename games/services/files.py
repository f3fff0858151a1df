"""Taking a game file in: the whole game becomes a table of its own, or nothing does."""

from __future__ import annotations

from games.rules.filefaults import FileError
from games.rules.gamefile import GameFile
from games.rules.replay import replay_file
from games.rules.state import Opening
from games.services.tables import OpenedTable, TableSpec, open_table


class FileRefused(Exception):
    """A game file that cannot be taken in: every fault found, with the number of its entry, a code and a sentence."""

    def __init__(self, errors: tuple[FileError, ...]) -> None:
        super().__init__("; ".join(error.text for error in errors))
        self.errors = errors


def import_game(game: GameFile, *, key: str, device: str = "") -> OpenedTable:
    """Open a table with all entries of a game file. A repeated key returns the table that it opened.

    Raises :class:`FileRefused` with everything that is wrong; then nothing is stored.
    """
    errors = replay_file(game).errors
    if errors:
        raise FileRefused(tuple(errors))
    spec = TableSpec(
        players=game.names[: game.players],
        rules=game.rules,
        unit=game.unit,
        opening=game.opening or Opening(),
        title=game.title or "",
        entries=tuple((line.entry, line.note or "") for line in game.entries),
        joiners=game.names[game.players :],
    )
    return open_table(spec, key=key, device=device)
