"""The guards: triggers by which the database itself refuses what a ledger must not do, alike on SQLite and PostgreSQL.

- A row of an append-only table is never changed, deleted or replaced, and the table is never truncated. Free text of
  a person may be emptied, where the table was registered so.
- Postings go in before their journal entry. The journal entry is refused unless it has postings, they sum to 0 and are
  on accounts of its book, its number is the next of the book, and its previous hash is the hash of the one before it.
- A posting whose journal entry exists is refused.

A refusal reaches Python as `django.db.IntegrityError`. Other rooms register their own append-only tables, in `ready()`:

    guards.append_only(EntryRevision)

Django rebuilds SQLite tables to alter them and thereby loses triggers, or trips over them. So the guards come down
before a migration and go up after it, by the one pair of signals this project permits. A migration that dies between
leaves them down; therefore the server asks `require` at its start. No other code takes them down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.apps import AppConfig
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.guards import postgresql, sqlite


class Backend(Protocol):
    """What the module of a database offers."""

    def install(self, connection: BaseDatabaseWrapper, tables: list["Guarded"]) -> None:
        """Create the triggers of these tables."""

    def remove(self, connection: BaseDatabaseWrapper) -> None:
        """Drop every trigger of ours."""

    def missing(self, connection: BaseDatabaseWrapper, tables: list["Guarded"]) -> list[str]:
        """The triggers that are not there to the letter."""


class GuardsMissing(Exception):
    """The database is not guarded as the code demands; the message names what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """An append-only table: its columns, the sets of columns that are unique in it, and what may be emptied.

    `erasable` maps a column to the literal that it may be set to, and nothing else of the row changed with it.
    """

    table: str
    columns: tuple[str, ...]
    unique: tuple[tuple[str, ...], ...]
    erasable: Mapping[str, str]


_registered: dict[str, Guarded] = {}


def append_only(model: type[models.Model], *, erasable: Mapping[str, str] | None = None) -> None:
    """Register a model whose rows are never changed or deleted. Call it in the `ready()` of the model's application.

    `erasable` names fields that may be emptied all the same, each with the literal that stands for empty. Raises
    ImproperlyConfigured for a unique constraint with a condition or an expression, which the guards could not repeat.
    """
    options = model._meta
    columns = {field.name: str(field.column) for field in options.local_concrete_fields}
    unique: list[tuple[str, ...]]
    unique = [(columns[field.name],) for field in options.local_concrete_fields if field.unique]
    for constraint in options.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            if constraint.condition is not None or constraint.expressions:
                raise ImproperlyConfigured(f"{constraint.name}: an append-only table needs plain unique constraints.")
            unique.append(tuple(columns[name] for name in constraint.fields))
    emptied = {columns[name]: literal for name, literal in (erasable or {}).items()}
    _registered[options.db_table] = Guarded(options.db_table, tuple(columns.values()), tuple(unique), emptied)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put up every guard whose table exists, in place of what is there."""
    backend = _backend(connection)
    with transaction.atomic(using=connection.alias):
        remove(connection)
        backend.install(connection, _existing(connection))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take all guards down, also those of tables no longer registered. Only for a migration, and for tests."""
    _backend(connection).remove(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """What the database lacks, one phrase each: a table, a guard, or a guard that is not as the code has it."""
    tables = set(connection.introspection.table_names())
    absent = [f"the table {table}" for table in sorted(_registered) if table not in tables]
    return absent + _lacking(connection)


def require(using: str = DEFAULT_DB_ALIAS) -> None:
    """Refuse to go on over an unguarded database: raises GuardsMissing. Call it once before the first request."""
    if lacking := missing(connections[using]):
        raise GuardsMissing(
            f"The database does not guard its books; it lacks {', '.join(lacking)}. "
            "Stop every program that uses it and run: python manage.py migrate"
        )


def before_migration(
    sender: AppConfig, using: str, plan: Sequence[tuple[Any, bool]] | None = None, **_: object
) -> None:
    """Take the guards down for a migration that will change something."""
    if plan:
        remove(connections[using])


def after_migration(sender: AppConfig, using: str, **_: object) -> None:
    """Put the guards up, or back as the code has them."""
    connection = connections[using]
    if _lacking(connection):
        install(connection)


def database_check(databases: Sequence[str] | None = None, **_: object) -> list[checks.CheckMessage]:
    """The system check: warns of guards missing on the tables that are there.

    No error, because `migrate` runs the checks first, and it is what puts the guards up. The server itself refuses.
    """
    found: list[checks.CheckMessage] = []
    for alias in databases or ():
        if lacking := _lacking(connections[alias]):
            words = f"The database {alias!r} does not guard its books; it lacks {', '.join(lacking)}."
            found.append(checks.Warning(words, hint="Run: python manage.py migrate", id="accounts.W001"))
    return found


def _lacking(connection: BaseDatabaseWrapper) -> list[str]:
    """The guards missing on the tables that are there."""
    return _backend(connection).missing(connection, _existing(connection))


def _existing(connection: BaseDatabaseWrapper) -> list[Guarded]:
    tables = set(connection.introspection.table_names())
    return [guarded for table, guarded in sorted(_registered.items()) if table in tables]


def _backend(connection: BaseDatabaseWrapper) -> Backend:
    backends: dict[str, Backend] = {"sqlite": sqlite, "postgresql": postgresql}
    if connection.vendor in backends:
        return backends[connection.vendor]
    raise ImproperlyConfigured(f"The books are guarded on SQLite and PostgreSQL only, not on {connection.vendor}.")
