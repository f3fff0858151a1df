"""Real workers on real brokers: whatever happens to them, a settlement gets one report within a minute."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.models import Job, Report
from tests.conftest import StartCelery, StartServer
from tests.pages.tables import played
from tests.services.tables import settled
from tests.support.processes import alive, free_port, wait_for
from tests.workers.big import big_table
from tests.workers.brokers import broker, made, redis, ring, settle_by_page

MINUTE = 60.0
RENDERER = "games.reports.render"


@pytest.fixture(params=["files", "redis"])
def over(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of each broker in turn."""
    with broker(request.param, tmp_path) as environment:
        yield environment


def test_the_bell_alone_brings_the_report(
    over: dict[str, str], start_server: StartServer, start_celery: StartCelery, committed_db: str
) -> None:
    table = played("X20")
    server = start_server(**over)
    worker = start_celery(**over)
    assert settle_by_page(server, table) < 2
    made(30, worker)
    secret = table.links["watch"]
    status, headers, pdf = server.get(f"/t/{secret}/report/1/report.pdf")
    assert (status, headers["content-type"], pdf[:5]) == (200, "application/pdf", b"%PDF-")
    assert b"report.pdf" in server.get(f"/t/{secret}/report/")[2]


def test_a_bell_that_was_lost_is_rung_again(over: dict[str, str], start_celery: StartCelery, committed_db: str) -> None:
    settled(played("X20"))  # this process rings another broker, which nobody hears
    start_celery("beat", **over)
    made(MINUTE, start_celery(**over))
    assert Job.objects.get().attempts == 1


def test_a_worker_killed_midway_is_followed_by_another(
    over: dict[str, str], start_celery: StartCelery, committed_db: str, tmp_path: Path
) -> None:
    settled(big_table())
    start_celery("beat", **over)
    first = start_celery(**over)
    wait_for(lambda: any(RENDERER in command for command in alive(tmp_path / "data").values()), MINUTE, first)
    os.kill(first.popen.pid, signal.SIGKILL)
    killed = time.monotonic()
    first.popen.wait()
    wait_for(lambda: not any(RENDERER in command for command in alive(tmp_path / "data").values()), 5)
    assert not Report.objects.exists()
    assert Job.objects.get().status == Job.Status.RUNNING
    made(MINUTE, start_celery(**over))
    assert time.monotonic() - killed < MINUTE
    assert Job.objects.get().attempts == 2


def test_ten_bells_at_once_make_one_report(
    over: dict[str, str], start_celery: StartCelery, committed_db: str, tmp_path: Path
) -> None:
    settled(played("X20"))
    ring(Job.objects.get(), 10, committed_db, tmp_path / "data", **over)
    workers = [start_celery(**over) for _ in range(2)]
    report = made(MINUTE, workers[0])
    ring(Job.objects.get(), 10, committed_db, tmp_path / "data", **over)
    time.sleep(2)
    assert Report.objects.get().pk == report.pk
    assert Job.objects.get().attempts == 1


def test_settling_does_not_wait_for_a_broker_that_is_away(
    start_server: StartServer, start_celery: StartCelery, committed_db: str, tmp_path: Path
) -> None:
    port = free_port()
    over = {"REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    table = played("X20")
    server = start_server(**over)
    assert settle_by_page(server, table) < 2
    page = server.get(f"/t/{table.links['watch']}/report/")[2].decode()
    assert "PDF and CSV are being made" in page
    with redis(tmp_path, port):
        start_celery("beat", **over)
        made(MINUTE, start_celery(**over))


def test_settling_does_not_wait_for_a_broker_that_says_nothing(start_server: StartServer, committed_db: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = start_server(REDIS_URL=f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        table = played("X20")
        assert settle_by_page(server, table) < 2.5
    assert Job.objects.get().status == Job.Status.QUEUED
