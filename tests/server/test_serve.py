"""`manage.py serve`: one command starts everything, keeps it running and leaves nothing behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import processes
from tests.support.processes import Process, alive, wait_for

pytestmark = pytest.mark.sqlite  # the database that it makes itself, whatever the run is on
SERVE = [sys.executable, "manage.py", "serve"]


@contextmanager
def serving(folder: Path, **changes: str) -> Iterator[Process]:
    """`manage.py serve` with a data folder of its own, once it says that it is ready."""
    env = processes.environment("", folder / "data", HOST="127.0.0.1", PORT="0", **changes)
    log = folder / f"serve-{len(list(folder.glob('serve-*.log')))}.log"
    with processes.running(SERVE, env, log) as process:
        wait_for(lambda: "Ctrl-C stops it" in process.said() or process.popen.poll() is not None, 30, process)
        assert process.popen.poll() is None, process.said()
        yield process


def address(process: Process) -> str:
    found = re.search(r"On this machine:  (\S+)", process.said())
    assert found, process.said()
    return found[1]


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def one(folder: Path, word: str) -> int | None:
    """The process id of the one running child whose command line has `word`."""
    found = [pid for pid, command in alive(folder / "data").items() if word in command]
    return found[0] if len(found) == 1 else None


def test_it_starts_from_nothing_and_answers(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        assert status(address(process) + "readyz") == 200
        wait_for(lambda: one(tmp_path, "celery --quiet --app loo_ledger worker") is not None, 10, process)
        wait_for(lambda: one(tmp_path, "celery --quiet --app loo_ledger beat") is not None, 10, process)


def test_a_second_start_is_ready_within_five_seconds(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    start = time.monotonic()
    with serving(tmp_path) as process:
        assert status(address(process) + "healthz") == 200
        assert time.monotonic() - start < 5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_it_ends_everything_and_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as process:
        wait_for(lambda: one(tmp_path, " beat ") is not None, 10, process)
        assert len(alive(tmp_path / "data")) >= 5
        os.killpg(process.popen.pid, number)  # a terminal's Ctrl-C goes to the whole group
        assert process.popen.wait(20) == 0, process.said()
        assert alive(tmp_path / "data") == {}


def test_stopped_while_it_starts_it_leaves_no_process(tmp_path: Path) -> None:
    env = processes.environment("", tmp_path / "data", HOST="127.0.0.1", PORT="0")
    with processes.running(SERVE, env, tmp_path / "serve.log") as process:
        wait_for(lambda: one(tmp_path, "gunicorn") is not None, 20, process)
        process.popen.send_signal(signal.SIGINT)
        assert process.popen.wait(20) == 0, process.said()
        assert alive(tmp_path / "data") == {}


def test_killed_outright_it_leaves_no_process(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        wait_for(lambda: one(tmp_path, " beat ") is not None, 10, process)
        process.popen.kill()
        process.popen.wait(5)
        wait_for(lambda: alive(tmp_path / "data") == {}, 10)


@pytest.mark.parametrize("role", [" worker ", " beat "])
def test_a_killed_worker_or_beat_is_started_again(tmp_path: Path, role: str) -> None:
    with serving(tmp_path) as process:
        wait_for(lambda: one(tmp_path, role) is not None, 10, process)
        first = one(tmp_path, role)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: one(tmp_path, role) not in (None, first), 10, process)
        assert status(address(process) + "readyz") == 200


def test_a_killed_web_server_is_started_again_at_the_same_address(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        masters = [pid for pid, command in alive(tmp_path / "data").items() if "gunicorn" in command]
        os.kill(min(masters), signal.SIGKILL)
        wait_for(lambda: "web process ended" in process.said(), 5, process)
        assert status(address(process) + "healthz") == 200


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        env = processes.environment("", tmp_path / "data", HOST="127.0.0.1", PORT=str(port))
        refused = subprocess.run(SERVE, cwd=processes.ROOT, env=env, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert f"Port {port} is taken by another program" in refused.stderr
    assert f"PORT={port + 1}" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "99999", "the highest port is 65535"),
        ("PORT", "eighty", "PORT must be a whole number"),
        ("HOST", "192.0.2.77", "no address of this machine"),
        ("HOST", "no such host", "no address of this machine"),
        ("DATABASE_URL", "mysql://loo@localhost/loo", "SQLite or PostgreSQL"),
        ("LOO_SITE_URL", "loo.example.org", "https://loo.example.org"),
        ("LOO_DATA", "/proc/loo", "The data folder /proc/loo cannot be made"),
        ("LOO_LIMIT_TEXT_SIGNS", "-1", "LOO_LIMIT_TEXT_SIGNS must be a whole number"),
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, name: str, value: str, words: str) -> None:
    env = {**processes.environment("", tmp_path / "data", HOST="127.0.0.1", PORT="0"), name: value}
    refused = subprocess.run(SERVE, cwd=processes.ROOT, env=env, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_data_folder_in_use_is_named(tmp_path: Path) -> None:
    with serving(tmp_path):
        env = processes.environment("", tmp_path / "data", HOST="127.0.0.1", PORT="0")
        refused = subprocess.run(SERVE, cwd=processes.ROOT, env=env, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "already runs on the data folder" in refused.stderr


def test_it_prints_a_qr_code_of_the_address_in_the_local_network(tmp_path: Path) -> None:
    with serving(tmp_path, LOO_SITE_URL="http://loo.test") as process:
        assert "On the phones at the table:  http://loo.test/" in process.said()
        assert "█▀▀▀▀▀█" in process.said().replace("▄", "▀") or "▄▄▄▄▄" in process.said()


def test_the_secret_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path):
        key = tmp_path / "data" / "secret_key"
        first = key.read_text()
        assert key.stat().st_mode & 0o777 == 0o600
        assert len(first) >= 64
    with serving(tmp_path):
        assert key.read_text() == first
