"""The guards survive every migration, forwards and back, and a database on which they did not is never served."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import override_settings

from accounts import checks, guards, journal
from accounts.models import Book

LATER = "tests.accounts.later.migrations"


@contextmanager
def later_migrations() -> Iterator[None]:
    """The migrations of accounts with some that alter its tables, which the product never has."""
    with override_settings(MIGRATION_MODULES={"accounts": LATER}):
        yield


def _booked() -> Book:
    book = journal.open_book("counter", ["table", "seat:0"])
    with transaction.atomic():
        journal.post(book, {"table": 3, "seat:0": -3}, subject="entry:1", what="deal")
    return book


def _assert_guarded(book: Book) -> None:
    assert guards.missing(connection) == []
    for statement in ("UPDATE accounts_posting SET amount = 7", "DELETE FROM accounts_journalentry"):
        with pytest.raises(IntegrityError, match="are never"), connection.cursor() as cursor:
            cursor.execute(statement)
    with transaction.atomic():
        journal.post(book, {"table": -1, "seat:0": 1}, subject="entry:2", what="deal")
    assert checks.check_book(book) == []


def test_the_guards_survive_a_rebuild_of_their_tables_forwards_and_back(committed_db: str) -> None:
    book = _booked()
    with later_migrations():
        for target in ("0003", "0002", "0001", "0003", "0001"):
            call_command("migrate", "accounts", target, verbosity=0)
            _assert_guarded(book)


def test_a_migration_of_nothing_leaves_the_guards_where_they_are(committed_db: str) -> None:
    before = _identities()
    call_command("migrate", verbosity=0)

    assert before == _identities()


def _identities() -> list[object]:
    """What changes when a guard is dropped and made again."""
    source = {
        "sqlite": "PRAGMA schema_version",
        "postgresql": "SELECT oid FROM pg_trigger WHERE tgname LIKE 'guard%' ORDER BY oid",
    }
    with connection.cursor() as cursor:
        cursor.execute(source[connection.vendor])
        return [row[0] for row in cursor.fetchall()]


def test_a_migration_that_dies_leaves_the_start_refused_until_migrate_runs_again(committed_db: str) -> None:
    book = _booked()
    with later_migrations(), pytest.raises(ZeroDivisionError):
        call_command("migrate", "accounts", "0004", verbosity=0)

    with pytest.raises(guards.GuardsMissing, match="guard_accounts_posting_update"):
        guards.require()
    with later_migrations():
        call_command("migrate", "accounts", "0001", verbosity=0)
    _assert_guarded(book)


@pytest.mark.tampers
def test_an_unmigrated_database_is_refused_by_the_name_of_its_tables(committed_db: str) -> None:
    with connection.cursor() as cursor:
        guards.remove(connection)
        for table in ("posting", "journalentry"):
            cascade = "" if connection.vendor == "sqlite" else " CASCADE"
            cursor.execute(f"DROP TABLE accounts_{table}{cascade}")

    with pytest.raises(guards.GuardsMissing, match=r"the table accounts_journalentry, the table accounts_posting"):
        guards.require()
