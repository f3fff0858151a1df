"""A game as it would be after changes: the facts as they should be, replayed from the first difference.

Stores nothing. Preview, comparison, correcting, undo and a change of rules all come from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils import timezone

from games.codec import (
    dump_entry,
    dump_opening,
    dump_rules,
    in_seat_order,
    load_entry,
    load_opening,
    load_rules,
    load_unit,
    state_after,
)
from games.errors import Invalid, LaterImpossible, Refusals
from games.models import Entry, Game, Seat
from games.rules import facts
from games.rules.play import resolve
from games.rules.refusal import Refused, Violation
from games.rules.ruleset import RuleSet
from games.rules.state import GameState, Opening, start
from games.rules.step import Outcome, step
from games.rules.unit import Unit
from games.selectors import names_of


@dataclass(frozen=True, slots=True)
class Replace:
    """Another content for an entry."""

    entry: UUID
    facts: facts.Entry
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """An entry that did not happen."""

    entry: UUID


@dataclass(frozen=True, slots=True)
class Insert:
    """An entry that was missed, before another one (None: at the end)."""

    before: UUID | None
    facts: facts.Entry
    note: str = ""


@dataclass(frozen=True, slots=True)
class NewRules:
    """Rules, unit and opening as they should have been from the start; None leaves one as it is."""

    rules: RuleSet | None = None
    unit: Unit | None = None
    opening: Opening | None = None


Change = Replace | Strike | Insert | NewRules


@dataclass(slots=True)
class Line:
    """One entry of the game on its way through a correction."""

    row: Entry
    facts: facts.Entry
    note: str
    is_new: bool = False
    is_revised: bool = False
    is_struck: bool = False
    outcome: Outcome | None = None
    after: GameState | None = None

    @property
    def is_concerned(self) -> bool:
        """Whether a change names this very entry."""
        return self.is_new or self.is_revised or self.is_struck


@dataclass(frozen=True, slots=True)
class Rerun:
    """A game as it would be after a correction; nothing of it is stored yet.

    ``lines`` are the entries from the first one concerned to the last, struck-out ones included; ``before`` is the
    state they start from and ``after`` the one they end in.
    """

    game: Game
    rules: RuleSet
    unit: Unit
    opening: Opening
    new_rules: bool
    before: GameState
    after: GameState
    lines: tuple[Line, ...]
    ranks_before: int
    deals_before: int


def dump_change(change: Change) -> dict[str, object]:
    """A change as JSON, for the comparison of repeated requests."""
    match change:
        case Replace(entry, content, note):
            return {"replace": str(entry), "facts": dump_entry(content), "note": note}
        case Strike(entry):
            return {"strike": str(entry)}
        case Insert(before, content, note):
            return {"insert_before": before and str(before), "facts": dump_entry(content), "note": note}
        case NewRules(rules, unit, opening):
            return {
                "rules": rules and dump_rules(rules),
                "unit": unit and unit.to_json(),
                "opening": opening and dump_opening(opening),
            }


def rerun(game: Game, changes: Sequence[Change]) -> Rerun:
    """What a correction would make of a game; stores nothing.

    Raises :class:`Refusals` where a change itself breaks the rules, and :class:`LaterImpossible` where it makes a
    later entry impossible.
    """
    rules, unit, opening = load_rules(game.rules), load_unit(game.unit), load_opening(game.opening)
    new_rules = [change for change in changes if isinstance(change, NewRules)]
    for change in new_rules:
        rules, unit, opening = change.rules or rules, change.unit or unit, change.opening or opening
    if unit.currency != load_unit(game.unit).currency and game.session.settlements:
        raise Invalid("unit", "This table has been settled: what it is settled in cannot be changed any more.")
    rows = list(Entry.objects.filter(game=game).exclude(rank=None).order_by("rank"))
    lines = [Line(row, load_entry(row.facts), row.note) for row in rows]
    lines = list(_changed(game, lines, changes))
    first = 0 if new_rules else _first_concerned(lines)
    if first:
        before = state_after(rows[first - 1])
    else:
        before = _start(rules, game.players, opening)
    after = _replay(game, before, lines[first:])
    deals = sum(isinstance(line.facts, facts.Deal) for line in lines[:first])
    return Rerun(game, rules, unit, opening, bool(new_rules), before, after, tuple(lines[first:]), first, deals)


def _start(rules: RuleSet, players: int, opening: Opening) -> GameState:
    try:
        return start(rules, players, opening)
    except ValueError as error:
        raise Invalid("opening", f"The table cannot have been opened like this: {error}.") from error


def _first_concerned(lines: Sequence[Line]) -> int:
    """The index of the first line that is new, revised or struck out."""
    concerned = (index for index, line in enumerate(lines) if line.is_concerned)
    return next(concerned, len(lines))


def _changed(game: Game, lines: list[Line], changes: Sequence[Change]) -> Iterator[Line]:
    """The lines with the changes applied; raises :class:`Invalid` where a change names no present entry."""
    by_id = {line.row.pk: line for line in lines}
    inserted: dict[UUID | None, list[Line]] = {}
    for change in changes:
        if isinstance(change, Insert | Replace):
            require_seat(game, change.facts)
        match change:
            case Insert(before, content, note):
                row = Entry(id=uuid4(), game=game, recorded_at=timezone.now(), revision=0)
                inserted.setdefault(before, []).append(Line(row, content, note, is_new=True))
            case Replace(entry, content, note) if entry in by_id:
                line = by_id[entry]
                line.facts, line.is_revised = content, True
                line.note = line.note if note is None else note
            case Strike(entry) if entry in by_id:
                by_id[entry].is_struck = True
            case NewRules():
                pass
            case Replace(entry) | Strike(entry):
                raise Invalid("entry", f"There is no entry {entry} in this game any more.")
    unknown = inserted.keys() - by_id.keys() - {None}
    if unknown:
        raise Invalid("before", f"There is no entry {unknown.pop()} in this game any more.")
    for line in lines:
        yield from inserted.get(line.row.pk, ())
        yield line
    yield from inserted.get(None, ())


def _replay(game: Game, state: GameState, lines: Sequence[Line]) -> GameState:
    """Step through the lines, keeping each outcome; raises where one is impossible."""
    for line in lines:
        if line.is_struck:
            continue
        try:
            if isinstance(line.facts, facts.Deal):
                line.facts = resolve(state, line.facts)
            line.facts = in_seat_order(line.facts)
            state, line.outcome = step(state, line.facts)
        except Refused as refused:
            found = sentences(refused.violations, game)
            if line.is_new or line.is_revised:
                raise Refusals(found) from None
            raise LaterImpossible(line.row.rank or 0, label_of(line.row), found) from None
        line.after = state
    return state


def require_seat(game: Game, entry: facts.Entry) -> None:
    """Raise :class:`Invalid` for a joiner whom nobody has named yet: no seat is his."""
    if isinstance(entry, facts.Join) and not Seat.objects.filter(game=game, number=entry.player).exists():
        raise Invalid("player", f"Nobody has seat number {entry.player} in this game. A joiner needs a name first.")


def label_of(row: Entry) -> str:
    """What people call an entry: ``Deal 7``, or ``Entry 9 (join)``."""
    if row.deal_number:
        return f"Deal {row.deal_number}"
    return f"Entry {row.rank} ({next(iter(row.facts))})"


def sentences(violations: Sequence[Violation], game: Game) -> list[tuple[str, str]]:
    """Violations as pairs of code and sentence, in the names and the unit of a game."""
    names, unit = names_of(game), load_unit(game.unit)
    return [(violation.code, violation.text(names, unit)) for violation in violations]


def step_or_refuse(game: Game, state: GameState, entry: facts.Entry) -> tuple[GameState, Outcome]:
    """The engine's step; raises :class:`Refusals` with everything that is wrong with the entry."""
    try:
        return step(state, entry)
    except Refused as refused:
        raise Refusals(sentences(refused.violations, game)) from None
