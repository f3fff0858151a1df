"""Replay every game from its facts and compare all that is stored: the audit behind ``manage.py check_books``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db import transaction

from accounts import journal
from accounts.checks import check_book
from accounts.models import Book
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
from games.models import Entry, Game, GameSession, SettlementLine
from games.results import paid_of, results_of
from games.rules.refusal import Refused
from games.rules.step import step

ROWS_AT_ONCE = 200
STRUCK_OUT = {"rank": None, "deal_number": None, "outcome": None, "state": None}
UNREADABLE = (Refused, LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What comes of facts that somebody has changed past the guards."""


def check_all() -> Iterator[str]:
    """Every difference in every book and every session."""
    for session in GameSession.objects.order_by("created_at").iterator():
        yield from check_session(session)
    owned = [GameSession.objects.values("book"), Game.objects.values("book")]
    for book in Book.objects.exclude(pk__in=owned[0]).exclude(pk__in=owned[1]).iterator():
        yield from (str(difference) for difference in check_book(book))


def check_session(session: GameSession) -> list[str]:
    """Every difference found in a session, each a sentence; none where all is well. Nobody writes there meanwhile."""
    with transaction.atomic():
        locked = GameSession.objects.select_for_update().get(pk=session.pk)
        found = [str(difference) for difference in check_book(locked.book)]
        wanted: dict[str, books.Amounts] = {}
        games = list(locked.games.order_by("number"))
        wrong = [f"game {game.number}: {sentence}" for game in games for sentence in check_game(game)]
        for game in games if locked.settled and not wrong else ():
            results = results_of(game, state_of(game), load_unit(game.unit))
            wanted[f"game:{game.pk}"] = {books.person_code(who): amount for who, amount in results.items()}
        lines = SettlementLine.objects.filter(settlement__session=locked).select_related("debtor", "creditor")
        for line in lines:
            wanted[f"line:{line.pk}"] = books.payment_amounts(line, paid_of(line))
            found += _check_payments(line)
        found += _check_versions(locked)
        # What a game comes to cannot be said while the game itself is wrong.
        found += wrong or books.unlike(locked.book, wanted)
    return [f"session {session.pk}: {sentence}" for sentence in found]


def _check_payments(line: SettlementLine) -> Iterator[str]:
    """Whether each payment towards a line moved what it says, and all of them no more than was asked for."""
    paid = paid_of(line)
    if paid > line.amount:
        yield f"{paid} is paid towards a line that asks for {line.amount}"
    for payment in line.payments.select_related("journal_entry", "takes_back"):
        amount = payment.amount if payment.takes_back is None else -payment.amount
        if journal.amounts(payment.journal_entry) != books.payment_amounts(line, amount):
            yield f"payment {payment.pk} says {amount}, its journal entry something else"
        if payment.takes_back is not None and payment.takes_back.amount != payment.amount:
            yield f"payment {payment.pk} takes back {payment.amount} of a payment of {payment.takes_back.amount}"


def _check_versions(session: GameSession) -> Iterator[str]:
    """Whether the versions of a settlement are all there, each asking for exactly what was still to be cleared."""
    versions = list(session.versions.order_by("number"))
    if [version.number for version in versions] != list(range(1, session.settlements + 1)):
        yield f"{session.settlements} versions of the settlement were made, there are {len(versions)}"
    for version in versions:
        left = dict(version.summary["results"])
        for person, amount in version.summary["paid"]:
            left[person] = left.get(person, 0) + amount
        for line in version.lines.select_related("debtor", "creditor"):
            left[line.debtor.number] += line.amount
            left[line.creditor.number] -= line.amount
        if any(left.values()):
            yield f"version {version.number} of the settlement does not clear what it says was open"
    if session.settled and versions:
        booked = journal.booked_by_subject(session.book)
        results: dict[str, int] = {}
        for game in session.games.all():
            for code, amount in booked.get(f"game:{game.pk}", {}).items():
                results[code] = results.get(code, 0) + amount
        summary = {books.person_code(person): amount for person, amount in versions[-1].summary["results"] if amount}
        if summary != results:
            yield f"version {versions[-1].number} of the settlement says {summary}, booked is {results}"


def check_game(game: Game) -> Iterator[str]:
    """Replay a game from its revisions and compare every derived value and what is booked for each entry."""
    yield from (str(difference) for difference in check_book(game.book))
    yield from _check_revision(game)
    try:
        state = state_at_start(game)
        wanted: dict[str, books.Amounts] = {f"game:{game.pk}": books.opening_amounts(load_opening(game.opening))}
    except UNREADABLE as error:
        yield f"the game cannot be replayed: {error!r}"
        return
    rank = deals = 0
    rows = Entry.objects.filter(game=game).order_by("position").prefetch_related("revisions")
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        newest = max(row.revisions.all(), key=lambda revision: revision.number, default=None)
        if newest is None or newest.number != row.revision:
            yield f"the newest revision of an entry is not number {row.revision}"
            return
        if newest.facts is None:
            yield from _unlike(row, STRUCK_OUT, "an entry that is struck out")
            continue
        rank += 1
        deals += "deal" in newest.facts
        try:
            state, outcome = step(state, load_entry(newest.facts))
        except UNREADABLE as error:
            yield f"entry {rank} cannot be replayed: {error!r}"
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
    try:
        again = (dump_rules(load_rules(game.rules)), dump_opening(load_opening(game.opening)))
    except UNREADABLE:
        again = None
    if again != (game.rules, game.opening):
        yield "the stored rules do not read back as they were written"
