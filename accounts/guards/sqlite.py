"""The guards as SQLite triggers."""

from typing import TYPE_CHECKING

from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.models import NO_HASH

if TYPE_CHECKING:
    from accounts.guards import Guarded

JOURNAL_ENTRY_GUARD = f"""
  SELECT RAISE(ABORT, 'a journal entry comes after its postings, and this one has none')
  WHERE NOT EXISTS (SELECT 1 FROM accounts_posting WHERE journal_entry_id = NEW.id);
  SELECT RAISE(ABORT, 'the postings of a journal entry must sum to 0')
  WHERE (SELECT SUM(amount) FROM accounts_posting WHERE journal_entry_id = NEW.id) <> 0;
  SELECT RAISE(ABORT, 'the postings of a journal entry must be on accounts of its book')
  WHERE EXISTS (
    SELECT 1 FROM accounts_posting AS posting LEFT JOIN accounts_account AS account ON account.id = posting.account_id
    WHERE posting.journal_entry_id = NEW.id AND account.book_id IS NOT NEW.book_id
  );
  SELECT RAISE(ABORT, 'the journal entries of a book are numbered without gaps')
  WHERE NEW.number IS NOT
    (SELECT COALESCE(MAX(number), 0) + 1 FROM accounts_journalentry WHERE book_id = NEW.book_id);
  SELECT RAISE(ABORT, 'a journal entry must carry the hash of the one before it')
  WHERE NEW.previous_hash IS NOT COALESCE(
    (SELECT hash FROM accounts_journalentry WHERE book_id = NEW.book_id AND number = NEW.number - 1), '{NO_HASH}'
  );
"""  # noqa: S608  (names of our own tables)

POSTING_GUARD = """
  SELECT RAISE(ABORT, 'the journal entry of this posting is closed')
  WHERE EXISTS (SELECT 1 FROM accounts_journalentry WHERE id = NEW.journal_entry_id);
  SELECT RAISE(ABORT, 'an amount is a whole number')
  WHERE typeof(NEW.amount) <> 'integer';
"""

INSERT_GUARDS = {"accounts_journalentry": JOURNAL_ENTRY_GUARD, "accounts_posting": POSTING_GUARD}


def install(connection: BaseDatabaseWrapper, tables: "list[Guarded]") -> None:
    """Create the triggers of these tables."""
    with connection.cursor() as cursor:
        for statement in _wanted(tables).values():
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger of ours."""
    with connection.cursor() as cursor:
        for name in _present(connection):
            cursor.execute(f'DROP TRIGGER "{name}"')


def missing(connection: BaseDatabaseWrapper, tables: "list[Guarded]") -> list[str]:
    """The triggers that are not there to the letter."""
    present = _present(connection)
    return [f"the guard {name}" for name, statement in _wanted(tables).items() if present.get(name) != statement]


def _present(connection: BaseDatabaseWrapper) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, 6) = 'guard_'")
        return dict(cursor.fetchall())


def _wanted(tables: "list[Guarded]") -> dict[str, str]:
    """The name and the statement of each trigger."""
    wanted: dict[str, str] = {}
    for guarded in tables:
        table = guarded.table
        for kind, event, body in (
            ("update", f"UPDATE ON {table}{_unless_erased(guarded)}", _refuse(f"rows of {table} are never changed")),
            ("delete", f"DELETE ON {table}", _refuse(f"rows of {table} are never deleted")),
            ("insert", f"INSERT ON {table}", _replaced(guarded) + INSERT_GUARDS.get(table, "")),
        ):
            name = f"guard_{table}_{kind}"
            wanted[name] = f"CREATE TRIGGER {name} BEFORE {event} BEGIN {body}END"
    return wanted


def _refuse(words: str) -> str:
    return f"SELECT RAISE(ABORT, '{words}'); "


def _unless_erased(guarded: "Guarded") -> str:
    """The condition under which an update is refused: always, or unless it only empties what may be emptied."""
    if not guarded.erasable:
        return ""
    kept = [f"NEW.{column} IS OLD.{column}" for column in guarded.columns if column not in guarded.erasable]
    emptied = [
        f"(NEW.{column} IS OLD.{column} OR NEW.{column} IS '{literal}')" for column, literal in guarded.erasable.items()
    ]
    return f" WHEN NOT ({' AND '.join(kept + emptied)})"


def _replaced(guarded: "Guarded") -> str:
    """Refuse a row that exists: INSERT OR REPLACE deletes the old row without asking the guard against deletion."""
    statements = ""
    for columns in guarded.unique:
        same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
        statements += (
            f"SELECT RAISE(ABORT, '{guarded.table}: this {', '.join(columns)} exists') "  # noqa: S608  (names of our own tables)
            f"WHERE EXISTS (SELECT 1 FROM {guarded.table} WHERE {same}); "
        )
    return statements
