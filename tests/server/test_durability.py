"""Settings that would lose data are refused at start, with a sentence that says what to change; on both databases."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from loo_ledger import checks, durability
from tests.support import processes

SQLITE = {
    "deferred": ({"transaction_mode": "DEFERRED"}, "transaction_mode=DEFERRED", '"transaction_mode": "IMMEDIATE"'),
    "no mode": ({"transaction_mode": None}, "transaction_mode=DEFERRED", '"transaction_mode": "IMMEDIATE"'),
    "normal": (
        {"init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"},
        "synchronous=NORMAL",
        "PRAGMA synchronous=FULL",
    ),
    "off": (
        {"init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"},
        "synchronous=OFF",
        "PRAGMA synchronous=FULL",
    ),
    "no journal": (
        {"init_command": "PRAGMA journal_mode=DELETE;PRAGMA synchronous=FULL;"},
        "journal_mode=DELETE",
        "PRAGMA journal_mode=WAL",
    ),
}
COMMANDS = {
    "serve": ["manage.py", "serve"],
    "web": ["-m", "gunicorn", "--config", "python:loo_ledger.gunicorn", "--bind", "127.0.0.1:0", "loo_ledger.wsgi"],
}


def start(command: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What became of the start of a server that must refuse."""
    arguments = [sys.executable, *COMMANDS[command]]
    return subprocess.run(
        arguments, cwd=processes.ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", SQLITE)
@pytest.mark.sqlite
def test_sqlite_that_would_lose_data_is_refused(command: str, name: str, committed_db: str, tmp_path: Path) -> None:
    options, fault, cure = SQLITE[name]
    env = processes.environment(committed_db, tmp_path / "data", PLANTED=json.dumps(options), PORT="0")
    refused = start(command, {**env, "DJANGO_SETTINGS_MODULE": "tests.server.planted"})
    assert refused.returncode == 4, refused.stderr
    assert "Loo Ledger will not start" in refused.stderr
    assert fault in refused.stderr
    assert cure in refused.stderr
    assert "Traceback" not in refused.stderr


@contextmanager
def planted_in_postgresql(setting: str) -> Iterator[None]:
    """The private server runs with `setting` off meanwhile."""
    given = connection.settings_dict
    address = f"postgres://{given['USER']}@{given['HOST']}:{given['PORT']}/postgres"
    with closing(psycopg.connect(address, autocommit=True)) as server:
        server.execute(f"ALTER SYSTEM SET {setting} = off")
        server.execute("SELECT pg_reload_conf()")
        try:
            processes.wait_for(lambda: _in_force(server, setting) == "off", 10)
            yield
        finally:
            server.execute(f"ALTER SYSTEM RESET {setting}")
            server.execute("SELECT pg_reload_conf()")
            processes.wait_for(lambda: _in_force(server, setting) == "on", 10)


def _in_force(server: "psycopg.Connection[tuple[str]]", setting: str) -> str:
    row = server.execute("SELECT setting FROM pg_settings WHERE name = %s", [setting]).fetchone()
    assert row is not None
    return row[0]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
@pytest.mark.postgresql
def test_a_postgresql_server_that_would_lose_data_is_refused(
    command: str, setting: str, committed_db: str, tmp_path: Path
) -> None:
    with planted_in_postgresql(setting):
        refused = start(command, processes.environment(committed_db, tmp_path / "data", PORT="0"))
    assert refused.returncode == 4, refused.stderr
    assert f"PostgreSQL runs with {setting}=off" in refused.stderr
    assert f"Set {setting} = on" in refused.stderr


@pytest.mark.postgresql
def test_an_address_that_turns_synchronous_commit_off_is_refused(committed_db: str, tmp_path: Path) -> None:
    url = f"{committed_db}?options=-c%20synchronous_commit%3Doff"
    refused = start("serve", processes.environment(url, tmp_path / "data", PORT="0"))
    assert refused.returncode == 4, refused.stderr
    assert "PostgreSQL runs with synchronous_commit=off" in refused.stderr
    assert "take it out of DATABASE_URL" in refused.stderr


@pytest.mark.django_db
def test_the_settings_as_shipped_lose_nothing() -> None:
    assert durability.problems(connection) == []
    assert checks.reasons_to_refuse() == []


def test_a_database_that_is_not_migrated_is_refused(tmp_path: Path) -> None:
    refused = start("web", processes.environment(f"sqlite:///{tmp_path}/empty.sqlite3", tmp_path / "data"))
    assert refused.returncode == 4, refused.stderr
    assert "Run manage.py migrate" in refused.stderr


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    url = f"postgres://loo@127.0.0.1:{processes.free_port()}/loo"
    refused = start("serve", processes.environment(url, tmp_path / "data", PORT="0"))
    assert refused.returncode == 1
    assert "The database does not answer" in refused.stderr
    assert "Traceback" not in refused.stderr
