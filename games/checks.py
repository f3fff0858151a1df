"""Replay every game from its facts and compare all that is stored: the audit behind ``manage.py check_books``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accounts.checks import check_book
from games import books
from games.codec import (
    dump_opening,
    dump_outcome,
    dump_rules,
    dump_state,
    load_entry,
    load_opening,
    load_rules,
    load_unit,
    state_at_start,
    state_of,
)
from games.models import Entry, EntryRevision, Game, GameSession, SettlementLine
from games.results import paid_of, results_of
from games.rules.refusal import Refused
from games.rules.step import step


def check_all() -> Iterator[str]:
    """Every difference in every book and every session."""
    for session in GameSession.objects.order_by("created_at").iterator():
        yield from check_session(session)


def check_session(session: GameSession) -> Iterator[str]:
    """Every difference found in a session, each a sentence; none where all is well."""
    found = [str(difference) for difference in check_book(session.book)]
    wanted: dict[str, books.Amounts] = {}
    for game in session.games.order_by("number"):
        found += [f"game {game.number}: {sentence}" for sentence in check_game(game)]
        results = results_of(game, state_of(game), load_unit(game.unit)) if session.settled else {}
        wanted[f"game:{game.pk}"] = {books.person_code(who): amount for who, amount in results.items()}
    lines = SettlementLine.objects.filter(settlement__session=session).select_related("debtor", "creditor")
    for line in lines:
        paid = paid_of(line)
        if paid > line.amount:
            found.append(f"{paid} is paid towards a line that asks for {line.amount}")
        wanted[f"line:{line.pk}"] = books.payment_amounts(line, paid)
    found += books.unlike(session.book, wanted)
    for sentence in found:
        yield f"session {session.pk}: {sentence}"


def check_game(game: Game) -> Iterator[str]:
    """Replay a game from its revisions and compare every derived value and what is booked for each entry."""
    yield from (str(difference) for difference in check_book(game.book))
    yield from _check_revision(game)
    state = state_at_start(game)
    wanted: dict[str, books.Amounts] = {f"game:{game.pk}": books.opening_amounts(load_opening(game.opening))}
    rank = deals = 0
    for row in Entry.objects.filter(game=game).order_by("position").iterator():
        newest = EntryRevision.objects.filter(entry=row).order_by("-number").first()
        if newest is None or newest.number != row.revision:
            yield f"the newest revision of an entry is not number {row.revision}"
            return
        if newest.facts is None:
            if row.rank is not None:
                yield f"entry {row.rank} is struck out but still counted"
            continue
        rank += 1
        deals += "deal" in newest.facts
        try:
            state, outcome = step(state, load_entry(newest.facts))
        except Refused as refused:
            yield f"entry {rank} cannot be replayed: {refused}"
            return
        wanted[f"entry:{row.pk}"] = books.entry_amounts(outcome.net)
        replayed = {
            "rank": rank,
            "deal_number": deals if "deal" in newest.facts else None,
            "facts": newest.facts,
            "note": newest.note,
            "outcome": dump_outcome(outcome),
            "state": dump_state(state),
        }
        yield from _unlike(row, replayed, f"entry {rank}")
    counted = {"entries_count": rank, "deals_count": deals, "state": dump_state(state)}
    yield from _unlike(game, counted, "the game")
    yield from books.differences(game, state)
    yield from books.unlike(game.book, wanted)


def _unlike(row: Entry | Game, replayed: Mapping[str, object], label: str) -> Iterator[str]:
    """Where what is stored in a row is not what its facts say."""
    for name, value in replayed.items():
        if getattr(row, name) != value:
            yield f"{label}: the stored {name} is {getattr(row, name)}, its facts say {value}"


def _check_revision(game: Game) -> Iterator[str]:
    newest = game.revisions.order_by("-number").first()
    if newest is None or newest.number != game.revision:
        yield f"the newest revision of the rules is not number {game.revision}"
        return
    stored = (game.rules, game.unit, game.opening)
    if stored != (newest.rules, newest.unit, newest.opening):
        yield "the rules, unit or opening of the game are not those of its newest revision"
    again = (dump_rules(load_rules(game.rules)), dump_opening(load_opening(game.opening)))
    if again != (game.rules, game.opening):
        yield "the stored rules do not read back as they were written"
