"""Where in a game a correction stands: the table before the entry that it is about, with the other changes made."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from games.codec import state_after, state_at_start, state_of
from games.errors import TableError
from games.models import Entry, Game
from games.rerun import Change, Insert, NewRules, Replace, Strike, rerun
from games.rules.state import GameState


def state_before(game: Game, entry: UUID | None, changes: Sequence[Change] = ()) -> GameState:
    """The table before an entry (None: after the last one), as the given changes to earlier entries leave it.

    Where the changes do not work out by themselves it is the table as it is stored.
    """
    row = Entry.objects.filter(game=game, pk=entry).exclude(rank=None).first() if entry else None
    if changes:
        later = (
            []
            if row is None
            else list(Entry.objects.filter(game=game, rank__gte=row.rank).values_list("pk", flat=True))
        )
        earlier = [change for change in changes if not _is_among(change, later, entry)]
        try:
            return rerun(game, [*earlier, *(Strike(other) for other in later)]).after
        except TableError:
            pass  # the comparison says what is wrong with them
    if row is None:
        return state_of(game)
    previous = Entry.objects.filter(game=game, rank=(row.rank or 1) - 1).first()
    return state_at_start(game) if previous is None else state_after(previous)


def _is_among(change: Change, later: Sequence[UUID], entry: UUID | None) -> bool:
    """Whether a change is about one of the later entries, or comes at their place."""
    match change:
        case Replace(other) | Strike(other):
            return other in later
        case Insert(before):
            return before is None or (before in later and before != entry)
        case NewRules():
            return False
