"""Fresh copies of the migrated test database.

The ledger's tables refuse to be flushed, so a test that needs real commits gets a database of its own, which is thrown
away whole. The test database itself is the template: tests that roll back never change it.
"""

import itertools
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from django.db import connection, connections
from psycopg import sql

_numbers = itertools.count(1)


@contextmanager
def fresh_copy(folder: Path) -> Iterator[str]:
    """A copy of the test database, to which Django's connections point meanwhile; gives its DATABASE_URL."""
    template = str(connection.settings_dict["NAME"])
    connections.close_all()
    make = _sqlite_copy if connection.vendor == "sqlite" else _postgresql_copy
    with make(template, folder) as (name, url):
        # Every thread's connection is made from this one dictionary.
        connection.settings_dict["NAME"] = name
        try:
            yield url
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = template


@contextmanager
def _sqlite_copy(template: str, folder: Path) -> Iterator[tuple[str, str]]:
    copy = folder / "loo.sqlite3"
    with closing(sqlite3.connect(template)) as source:
        source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(template, copy)
    yield str(copy), f"sqlite:///{copy}"


@contextmanager
def _postgresql_copy(template: str, _folder: Path) -> Iterator[tuple[str, str]]:
    name = f"{template}_copy_{os.getpid()}_{next(_numbers)}"
    given = connection.settings_dict
    address = f"{given['HOST'] or 'localhost'}:{given['PORT'] or 5432}"
    account = f"{given['USER']}:{given['PASSWORD']}" if given["PASSWORD"] else str(given["USER"])
    with closing(psycopg.connect(f"postgres://{account}@{address}/postgres", autocommit=True)) as server:
        names = {"copy": sql.Identifier(name), "template": sql.Identifier(template)}
        server.execute(sql.SQL("CREATE DATABASE {copy} TEMPLATE {template}").format(**names))
        try:
            yield name, f"postgres://{account}@{address}/{name}"
        finally:
            server.execute(sql.SQL("DROP DATABASE {copy} WITH (FORCE)").format(**names))
