"""What the tests of the books share: a book with three accounts, and SQL past the journal."""

import uuid
from collections.abc import Callable, Iterator, Sequence

import pytest
from django.db import IntegrityError, connection, transaction

from accounts import checks, journal
from accounts.models import Book, JournalEntry


@pytest.fixture
def book(db: None) -> Book:
    """A book of counters with the accounts table, seat:0 and seat:1, and nothing booked."""
    return journal.open_book("counter", ["table", "seat:0", "seat:1"])


@pytest.fixture
def booked(book: Book) -> JournalEntry:
    """One journal entry: seat 0 pays 3 to the table."""
    return journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="deal")


@pytest.fixture(autouse=True)
def every_book_is_in_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test that is not marked `tampers`, all books are in order, those of no game too."""
    used = {"committed_db", "db"} & set(request.fixturenames)
    for name in used:  # asked for here, so that it is still there when the check runs
        request.getfixturevalue(name)
    yield
    if used and request.node.get_closest_marker("tampers") is None:
        assert [str(difference) for difference in checks.check_books()] == []


Refused = Callable[..., str]


@pytest.fixture
def refused(db: None) -> Refused:
    """Runs SQL that the database must refuse, and gives what the database said."""

    def run(statement: str, parameters: Sequence[int | str | uuid.UUID] = ()) -> str:
        with pytest.raises(IntegrityError) as caught, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, parameters)
        return str(caught.value)

    return run
