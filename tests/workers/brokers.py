"""The brokers over which the workers are tested, and what the tests do with a table that is settled."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from games.models import Job, Report
from games.services.tables import OpenedTable
from tests.support.processes import ROOT, Process, Server, environment, free_port, running, wait_for


@contextmanager
def redis(folder: Path, port: int) -> Iterator[str]:
    """A Redis of this test alone; its REDIS_URL."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with running(command, os.environ, folder / "redis.log") as process:
        wait_for(lambda: "Ready to accept connections" in process.said(), 20, process)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def broker(kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a broker of this kind: ``files``, or ``redis``."""
    if kind == "files":
        yield {}
        return
    with redis(folder, free_port()) as url:
        yield {"REDIS_URL": url}


def settle_by_page(server: Server, table: OpenedTable) -> float:
    """Settle a table as its host does, on the page; how many seconds that request took."""
    address = f"/t/{table.links['host']}/settle/"
    status, headers, page = server.get(address)
    assert status == 200, page
    form = {
        name: re.search(rf'name="{name}" value="([^"]*)"', page.decode())[1]  # type: ignore[index]
        for name in ("csrfmiddlewaretoken", "key", "version")
    }
    sent = {
        "Cookie": headers["set-cookie"].split(";")[0],
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": server.url,
    }
    connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
    start = time.monotonic()
    connection.request("POST", address, urlencode({**form, "act": "settle"}), sent)
    answer = connection.getresponse()
    said = answer.read()
    took = time.monotonic() - start
    connection.close()
    assert answer.status == 303, said
    return took


def ring(job: Job, times: int, database: str, data: Path, **changes: str) -> None:
    """Ring the bell of a job, from a process that has this broker."""
    code = (
        "from loo_ledger.celery import app\n"
        f"for _ in range({times}): app.send_task('games.run_job', ({str(job.pk)!r},), retry=False)\n"
    )
    env = environment(database, data, **changes)
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True, timeout=60)


def made(seconds: float, process: Process | None = None) -> Report:
    """The one report, which must be there within so many seconds, and be the only one."""
    wait_for(lambda: Job.objects.filter(status__in=("done", "failed")).exists(), seconds, process)
    job = Job.objects.get()
    assert (job.status, job.error, job.progress) == (Job.Status.DONE, "", 100)
    report = Report.objects.get()
    assert bytes(report.pdf).startswith(b"%PDF-")
    return report
