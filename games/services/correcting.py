"""Correcting: replace, insert and strike out entries, or the rules themselves.

One idea for all of it: make the list of facts as it should be, replay from the first difference, and post for each
entry the difference between what it comes to now and what is booked.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import books
from games.access import require
from games.codec import dump_entry, dump_opening, dump_outcome, dump_rules, dump_state, load_unit
from games.models import POSITION_STEP, Entry, EntryRevision, Game, GameRevision
from games.rerun import Change, Line, NewRules, Rerun, dump_change, rerun
from games.rules import facts
from games.services.appending import require_note, require_room
from games.services.commands import Answer, Caller, Command, Work, run
from games.services.settling import settle_again


def correct(caller: Caller, changes: Sequence[Change], *, key: str, version: int, why: str = "") -> Answer:
    """Carry out several changes together; all of them or none.

    Raises :class:`Refusals` where a change itself breaks the rules, :class:`LaterImpossible` where it makes a later
    entry impossible, and :class:`VersionOutdated` where the table has changed since the person looked.
    """
    require(caller.link, "correct")
    if any(isinstance(change, NewRules) for change in changes):
        require(caller.link, "rules")
    content = {"changes": [dump_change(change) for change in changes], "why": why}
    command = Command("correct", key, content, version=version, why=why)
    return run(caller, command, lambda work: carry_out(work, changes))


def carry_out(work: Work, changes: Sequence[Change]) -> Answer:
    """Store the revisions of a correction, what follows from it, and post the differences."""
    game = work.game
    result = rerun(game, changes)
    require_room(game, sum(line.is_new for line in result.lines) - sum(line.is_struck for line in result.lines))
    for line in result.lines:
        require_note(line.note)
    if result.new_rules:
        _store_rules(work, result)
    _place(result)
    _store_revisions(work, result)
    game.state = dump_state(result.after)
    game.save()
    wanted: dict[str, books.Amounts] = {f"entry:{line.row.pk}": _amounts(line) for line in result.lines}
    if result.new_rules:
        wanted[f"game:{game.pk}"] = books.opening_amounts(result.opening)
    books.bring_to(game.book, wanted, what="correction", submission=work.submission)
    if work.session.settled:
        settle_again(work)
    return {
        "corrected": [str(line.row.pk) for line in result.lines if line.is_new or line.is_revised or line.is_struck]
    }


def _amounts(line: Line) -> books.Amounts:
    return {} if line.outcome is None else books.entry_amounts(line.outcome.net)


def _store_rules(work: Work, result: Rerun) -> None:
    game = work.game
    currency = result.unit.currency or ""
    if currency != (load_unit(game.unit).currency or ""):
        # Never settled (rerun has seen to it): nothing is booked in the old book, whose unit is part of its chain.
        work.session.book = books.open_session_book(currency, work.session.participants.count())
        work.session.save(update_fields=["book"])
    game.revision += 1
    game.rules = dump_rules(result.rules)
    game.unit, game.opening = result.unit.to_json(), dump_opening(result.opening)
    GameRevision.objects.create(
        game=game,
        number=game.revision,
        rules=game.rules,
        unit=game.unit,
        opening=game.opening,
        submission_id=work.submission,
    )


def _place(result: Rerun) -> None:
    """Store new entries in their places and give everybody concerned his rank and deal number."""
    rank, deals = result.ranks_before, result.deals_before
    following = None
    for line in reversed(result.lines):
        if line.is_new:
            line.row.position = _position_before(result.game, following)
            line.row.facts, line.row.note = dump_entry(line.facts), line.note
            line.row.save(force_insert=True)
        following = line.row
    Entry.objects.filter(pk__in=[line.row.pk for line in result.lines]).update(rank=None)
    for line in result.lines:
        line.row.rank = line.row.deal_number = None
        if not line.is_struck:
            rank += 1
            line.row.rank = rank
            if isinstance(line.facts, facts.Deal):
                deals += 1
                line.row.deal_number = deals
    result.game.entries_count, result.game.deals_count = rank, deals


def _position_before(game: Game, following: Entry | None) -> int:
    """A free position before an entry, or after the last one; spreads the entries anew where there is no room."""
    positions = Entry.objects.filter(game=game).order_by("position")
    if following is None:
        last = positions.last()
        return (last.position if last else 0) + POSITION_STEP
    following.refresh_from_db(fields=["position"])  # it may have been spread since it was read
    previous = positions.filter(position__lt=following.position).last()
    low = previous.position if previous else 0
    if following.position - low < 2:
        spread(game)
        return _position_before(game, following)
    return (low + following.position) // 2


def spread(game: Game) -> None:
    """Space a game's entries evenly again, from the last one down so that no two ever share a position."""
    rows = list(Entry.objects.filter(game=game).order_by("-position").only("position"))
    top = max(len(rows) * POSITION_STEP, rows[0].position if rows else 0)
    for offset, shift in ((top, top), (0, 0)):
        for index, row in enumerate(rows if shift else reversed(rows)):
            place = (len(rows) - index) if shift else index + 1
            row.position = offset + place * POSITION_STEP
            row.save(update_fields=["position"])


def _store_revisions(work: Work, result: Rerun) -> None:
    """Keep what was said of each entry as a new revision, and what now follows from all of them."""
    revisions = []
    for line in result.lines:
        row = line.row
        if line.is_concerned:
            row.revision += 1
            revisions.append(
                EntryRevision(
                    entry=row,
                    number=row.revision,
                    facts=None if line.is_struck else dump_entry(line.facts),
                    note=line.note,
                    submission_id=work.submission,
                )
            )
        row.facts, row.note = dump_entry(line.facts), line.note
        row.outcome = None if line.outcome is None else dump_outcome(line.outcome)
        row.state = None if line.after is None else dump_state(line.after)
    Entry.objects.bulk_update(
        [line.row for line in result.lines],
        ["revision", "rank", "deal_number", "facts", "note", "outcome", "state"],
    )
    EntryRevision.objects.bulk_create(revisions)
