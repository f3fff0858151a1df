"""Whether what was answered would survive a power cut: read from the live database, not from the settings.

A setting may come from a URL, a role, a server's file or an administrator's hand; only the connection knows which.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

SQLITE_SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}
_POSTGRESQL_MUST_BE_ON = {
    "fsync": "the server would answer before anything is on the disk. Set fsync = on in postgresql.conf and reload it",
    "synchronous_commit": (
        "a booked deal could be lost in a crash after it was answered. Set synchronous_commit = on for the server, "
        "and take it out of DATABASE_URL and of the role's and the database's settings"
    ),
    "full_page_writes": (
        "a power cut could leave half-written pages. Set full_page_writes = on in postgresql.conf and reload it"
    ),
}


def problems(connection: BaseDatabaseWrapper) -> list[str]:
    """One sentence for each setting in force that could lose data, each saying what to change; none if all is well."""
    connection.ensure_connection()
    return _sqlite(connection) if connection.vendor == "sqlite" else _postgresql(connection)


def _sqlite(connection: BaseDatabaseWrapper) -> list[str]:
    found = []
    with connection.cursor() as cursor:
        journal_mode = str(cursor.execute("PRAGMA journal_mode").fetchone()[0]).upper()
        synchronous = int(cursor.execute("PRAGMA synchronous").fetchone()[0])
    if journal_mode != "WAL":
        found.append(
            f"SQLite runs with journal_mode={journal_mode}: readers and writers would block each other. "
            "Add PRAGMA journal_mode=WAL to the database's init_command."
        )
    if synchronous < 2:
        found.append(
            f"SQLite runs with synchronous={SQLITE_SYNCHRONOUS.get(synchronous, synchronous)}: a booked deal could be "
            "lost in a power cut. Add PRAGMA synchronous=FULL to the database's init_command."
        )
    mode = getattr(connection, "transaction_mode", None) or "DEFERRED"
    if mode not in ("IMMEDIATE", "EXCLUSIVE"):
        found.append(
            f"SQLite runs with transaction_mode={mode}: two people who write at once would fail each other. "
            'Set "transaction_mode": "IMMEDIATE" in the database\'s OPTIONS.'
        )
    return found


def _postgresql(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        names = list(_POSTGRESQL_MUST_BE_ON)
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [names])
        settings = dict(cursor.fetchall())
    return [
        f"PostgreSQL runs with {name}=off: {reason}."
        for name, reason in _POSTGRESQL_MUST_BE_ON.items()
        if settings.get(name) == "off"
    ]
