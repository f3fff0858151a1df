"""The locks that make writing serial, as PostgreSQL holds them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import OperationalError, connection, transaction

from accounts import journal
from accounts.models import Book
from games.models import GameSession
from games.services.recording import record
from tests.services.tables import caller, game_of, key, opened, worked

pytestmark = pytest.mark.postgresql


def waits(lock: type[Book] | type[GameSession], pk: UUID, write: Callable[[], object]) -> bool:
    """Whether a write is held up by somebody who has the row."""
    held, done, failures = threading.Event(), threading.Event(), []

    def hold() -> None:
        with transaction.atomic():
            lock._default_manager.select_for_update().get(pk=pk)
            held.set()
            done.wait(20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = 200")
            write()
    except OperationalError as error:
        failures.append(error)
    finally:
        done.set()
        holder.join()
    return bool(failures)


def test_a_write_waits_for_its_session_and_the_journal_for_its_book(committed_db: str) -> None:
    table = opened(worked("X20"))
    first = worked("X20").entries[0].entry

    assert waits(GameSession, table.session.pk, lambda: record(caller(table), first, key=key(), expected_deal_number=1))
    book = game_of(table).book
    assert waits(Book, book.pk, lambda: journal.lock(book))
    record(caller(table), first, key=key(), expected_deal_number=1)
