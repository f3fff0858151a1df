"""The guards as PostgreSQL triggers: one function for each, in the schema of the connection.

Refusals carry the code of a violated check (23514), so that Django reports an IntegrityError. Tables are named with
their schema: a temporary table of the same name must not stand in for one.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.models import NO_HASH

if TYPE_CHECKING:
    from accounts.guards import Guarded

# Bits of pg_trigger.tgtype.
ROW, BEFORE, INSERT, DELETE, UPDATE, TRUNCATE = 1, 2, 4, 8, 16, 32

REFUSE = "  RAISE EXCEPTION '{words}' USING ERRCODE = '23514';\n"

JOURNAL_ENTRY_GUARD = f"""
  IF NOT EXISTS (SELECT 1 FROM {{schema}}.accounts_posting WHERE journal_entry_id = NEW.id) THEN
    RAISE EXCEPTION 'a journal entry comes after its postings, and this one has none' USING ERRCODE = '23514';
  END IF;
  IF (SELECT SUM(amount) FROM {{schema}}.accounts_posting WHERE journal_entry_id = NEW.id) <> 0 THEN
    RAISE EXCEPTION 'the postings of a journal entry must sum to 0' USING ERRCODE = '23514';
  END IF;
  IF EXISTS (
    SELECT 1 FROM {{schema}}.accounts_posting AS posting
    LEFT JOIN {{schema}}.accounts_account AS account ON account.id = posting.account_id
    WHERE posting.journal_entry_id = NEW.id AND account.book_id IS DISTINCT FROM NEW.book_id
  ) THEN
    RAISE EXCEPTION 'the postings of a journal entry must be on accounts of its book' USING ERRCODE = '23514';
  END IF;
  IF NEW.number IS DISTINCT FROM
    (SELECT COALESCE(MAX(number), 0) + 1 FROM {{schema}}.accounts_journalentry WHERE book_id = NEW.book_id) THEN
    RAISE EXCEPTION 'the journal entries of a book are numbered without gaps' USING ERRCODE = '23514';
  END IF;
  IF NEW.previous_hash IS DISTINCT FROM COALESCE(
    (SELECT hash FROM {{schema}}.accounts_journalentry WHERE book_id = NEW.book_id AND number = NEW.number - 1),
    '{NO_HASH}'
  ) THEN
    RAISE EXCEPTION 'a journal entry must carry the hash of the one before it' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
"""  # noqa: S608  (names of our own tables)

POSTING_GUARD = """
  IF EXISTS (SELECT 1 FROM {schema}.accounts_journalentry WHERE id = NEW.journal_entry_id) THEN
    RAISE EXCEPTION 'the journal entry of this posting is closed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
"""

INSERT_GUARDS = {"accounts_journalentry": JOURNAL_ENTRY_GUARD, "accounts_posting": POSTING_GUARD}


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger and the function of the same name that it calls."""

    name: str
    table: str
    events: int
    body: str

    def statements(self, schema: str) -> tuple[str, str]:
        """What creates the function and the trigger."""
        words = {INSERT: "INSERT", UPDATE: "UPDATE", DELETE: "DELETE", TRUNCATE: "TRUNCATE"}
        event = words[self.events & ~(ROW | BEFORE)]
        each = "ROW" if self.events & ROW else "STATEMENT"
        function = (
            f"CREATE OR REPLACE FUNCTION {schema}.{self.name}() RETURNS trigger LANGUAGE plpgsql\n"
            f"AS $guard${self.body}$guard$"
        )
        trigger = (
            f"CREATE TRIGGER {self.name} BEFORE {event} ON {schema}.{self.table}\n"
            f"FOR EACH {each} EXECUTE FUNCTION {schema}.{self.name}()"
        )
        return function, trigger


def install(connection: BaseDatabaseWrapper, tables: "list[Guarded]") -> None:
    """Create the functions and triggers of these tables."""
    schema = _schema(connection)
    with connection.cursor() as cursor:
        for trigger in _wanted(tables, schema):
            for statement in trigger.statements(schema):
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger of ours with its function."""
    schema = _schema(connection)
    with connection.cursor() as cursor:
        for name, (table, *_) in _present(connection).items():
            cursor.execute(f'DROP TRIGGER "{name}" ON {schema}."{table}"')
            cursor.execute(f'DROP FUNCTION IF EXISTS {schema}."{name}"()')


def missing(connection: BaseDatabaseWrapper, tables: "list[Guarded]") -> list[str]:
    """The triggers that are not there, are switched off, or are not to the letter."""
    present = _present(connection)
    return [
        f"the guard {wanted.name}"
        for wanted in _wanted(tables, _schema(connection))
        if present.get(wanted.name) != (wanted.table, wanted.events, wanted.body, True)
    ]


def _present(connection: BaseDatabaseWrapper) -> dict[str, tuple[str, int, str, bool]]:
    """Name to table, events, body of the function, and whether it always fires."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT trigger.tgname, class.relname, trigger.tgtype, function.prosrc,
                   trigger.tgenabled IN ('O', 'A') AND trigger.tgqual IS NULL
            FROM pg_trigger AS trigger
            JOIN pg_class AS class ON class.oid = trigger.tgrelid
            JOIN pg_proc AS function ON function.oid = trigger.tgfoid
            WHERE class.relnamespace = current_schema()::regnamespace AND NOT trigger.tgisinternal
              AND starts_with(trigger.tgname::text, 'guard_')
        """)
        return {name: (table, int(events), body, fires) for name, table, events, body, fires in cursor.fetchall()}


def _schema(connection: BaseDatabaseWrapper) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])


def _wanted(tables: "list[Guarded]", schema: str) -> list[Trigger]:
    wanted: list[Trigger] = []
    for guarded in tables:
        table = guarded.table
        bodies = [
            ("update", ROW | BEFORE | UPDATE, _update(guarded)),
            ("delete", ROW | BEFORE | DELETE, _block(REFUSE.format(words=f"rows of {table} are never deleted"))),
            ("truncate", BEFORE | TRUNCATE, _block(REFUSE.format(words=f"{table} is never emptied"))),
        ]
        if table in INSERT_GUARDS:
            bodies.append(("insert", ROW | BEFORE | INSERT, _block(INSERT_GUARDS[table].format(schema=schema))))
        wanted += [Trigger(f"guard_{table}_{kind}", table, events, body) for kind, events, body in bodies]
    return wanted


def _update(guarded: "Guarded") -> str:
    """Refuse an update, unless it only empties what may be emptied."""
    refuse = REFUSE.format(words=f"rows of {guarded.table} are never changed")
    if not guarded.erasable:
        return _block(refuse)
    kept = [
        f"NEW.{column} IS NOT DISTINCT FROM OLD.{column}"
        for column in guarded.columns
        if column not in guarded.erasable
    ]
    emptied = [
        f"(NEW.{column} IS NOT DISTINCT FROM OLD.{column} OR NEW.{column} = '{literal}')"
        for column, literal in guarded.erasable.items()
    ]
    return _block(f"  IF {' AND '.join(kept + emptied)} THEN\n    RETURN NEW;\n  END IF;\n{refuse}")


def _block(body: str) -> str:
    return f"\nBEGIN\n{body}END\n"
