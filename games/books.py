"""The one place that speaks both Loo and bookkeeping.

A game's book is in base units: one account a seat, the table, and *brought in*, the other side of money that was on
the table before anybody's balance counted. A session's book is in money or points: one account a participant. What is
booked for an entry is always brought to what the entry comes to now by posting the difference; a first recording is
the case where nothing is booked yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from accounts import journal
from accounts.models import Book, JournalEntry
from games.models import Game, GameSession, SettlementLine
from games.rules.state import GameState, Opening

TABLE = "table"
BROUGHT_IN = "brought-in"

Amounts = Mapping[str, int]
Booking = tuple[str, str, Amounts]
"""A subject, a short word for what is booked, and the amounts by account."""


def seat_code(seat: int) -> str:
    """The account of a seat in its game's book."""
    return f"seat:{seat}"


def person_code(participant: int) -> str:
    """The account of a participant in his session's book."""
    return f"person:{participant}"


def open_game_book(unit_name: str, players: int) -> Book:
    """A book for a game, in its base unit."""
    return journal.open_book(unit_name, [TABLE, BROUGHT_IN, *map(seat_code, range(players))])


def open_session_book(currency: str, participants: int) -> Book:
    """A book for a session, in minor units of a currency or, without one, in points."""
    return journal.open_book(currency or "points", [person_code(number) for number in range(participants)])


def add_seat(game: Game, seat: int) -> None:
    """The accounts of a joiner."""
    journal.open_account(game.book, seat_code(seat))


def add_person(session: GameSession, participant: int) -> None:
    """The account of one more participant."""
    journal.open_account(session.book, person_code(participant))


def heads(session: GameSession, game: Game) -> list[tuple[str, journal.Head]]:
    """The ends of both chains, the game's and the session's, as a settlement prints them."""
    return [("game", journal.head(game.book)), ("session", journal.head(session.book))]


def opening_amounts(opening: Opening) -> Amounts:
    """How a game starts: the balances carried over, the pool on the table, and where that pool came from."""
    if opening.balances is None:
        return {TABLE: opening.pool, BROUGHT_IN: -opening.pool}
    return {TABLE: opening.pool, **{seat_code(seat): amount for seat, amount in enumerate(opening.balances)}}


def entry_amounts(net: Sequence[int]) -> Amounts:
    """What one entry moves: each seat's net, and the other way at the table."""
    return {TABLE: -sum(net), **{seat_code(seat): amount for seat, amount in enumerate(net) if amount}}


def post_new(book: Book, bookings: Iterable[Booking], *, submission: UUID) -> None:
    """Post what was never booked before, in order; what moves nothing is left out."""
    lines = [journal.Line(subject, what, amounts) for subject, what, amounts in bookings if any(amounts.values())]
    journal.post_all(book, lines, submission=submission)


def bring_to(book: Book, wanted: Mapping[str, Amounts], *, what: str, submission: UUID) -> None:
    """Post, for each subject, the difference between what it should come to and what is booked for it."""
    booked = journal.booked_for(book, list(wanted))
    bookings = []
    for subject, amounts in wanted.items():
        already = booked.get(subject, {})
        difference = {code: amounts.get(code, 0) - already.get(code, 0) for code in {**amounts, **already}}
        bookings.append((subject, what, difference))
    post_new(book, bookings, submission=submission)


def payment_amounts(line: SettlementLine, amount: int) -> Amounts:
    """Money from a line's debtor to its creditor."""
    return {person_code(line.debtor.number): amount, person_code(line.creditor.number): -amount}


def post_payment(session: GameSession, line: SettlementLine, amount: int, submission: UUID) -> JournalEntry:
    """Book that a line's debtor paid its creditor; a negative amount takes a payment back."""
    return journal.post(
        session.book,
        payment_amounts(line, amount),
        subject=f"line:{line.pk}",
        what="payment" if amount > 0 else "payment taken back",
        submission=submission,
    )


def session_balances(session: GameSession) -> dict[int, int]:
    """What the session's book owes each participant, by number."""
    return {int(code.split(":")[1]): amount for code, amount in journal.balances(session.book).items()}


def differences(game: Game, state: GameState) -> Iterator[str]:
    """Where the balances of a game's book and the engine's state disagree, each a sentence."""
    expected = {TABLE: state.table, BROUGHT_IN: state.brought_in}
    expected |= {seat_code(seat): amount for seat, amount in enumerate(state.balances)}
    found = journal.balances(game.book)
    for code in sorted({**expected, **found}):
        if expected.get(code, 0) != found.get(code, 0):
            yield f"account {code} holds {found.get(code, 0)}, the replay says {expected.get(code, 0)}"


def unlike(book: Book, wanted: Mapping[str, Amounts]) -> Iterator[str]:
    """Where what is booked for a subject is not what it comes to, in sentences; what is not wanted is nothing."""
    booked = journal.booked_by_subject(book)
    for subject in {**wanted, **booked}:
        should = {code: amount for code, amount in wanted.get(subject, {}).items() if amount}
        if booked.get(subject, {}) != should:
            yield f"{subject} is booked as {booked.get(subject, {})}, it comes to {should}"
