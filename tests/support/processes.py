"""Real processes for tests: the web server with its two workers, the Celery worker and beat."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# PYTHONDONTWRITEBYTECODE would make every start of ours as slow as the first.
_NOT_OURS = frozenset({"REDIS_URL", "PORT", "HOST", "PYTHONDONTWRITEBYTECODE"})


def environment(database_url: str, data: Path, **changes: str) -> dict[str, str]:
    """The environment of one of our processes on this database, with files as its broker unless REDIS_URL is given."""
    given = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    return {
        **given,
        "DJANGO_SETTINGS_MODULE": "loo_ledger.settings",
        "DATABASE_URL": database_url,
        "LOO_DATA": str(data),
        "PYTHONUNBUFFERED": "1",
        **changes,
    }


@dataclass(frozen=True)
class Process:
    """A process that runs, and the file that holds what it has said."""

    popen: subprocess.Popen[bytes]
    log: Path

    def said(self) -> str:
        """Everything it has printed."""
        return self.log.read_text("utf-8", "replace")


@contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], log: Path, pass_fds: tuple[int, ...] = ()
) -> Iterator[Process]:
    """`command` in a session of its own; nothing of it is left afterwards."""
    with log.open("ab") as out:
        popen = subprocess.Popen(
            command,
            cwd=ROOT,
            env=dict(env),
            stdout=out,
            stderr=out,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=pass_fds,
        )
    try:
        yield Process(popen, log)
    finally:
        popen.terminate()
        try:
            popen.wait(15)
        finally:
            _kill_group(popen.pid)
            popen.wait(5)


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@dataclass(frozen=True)
class Server:
    """A real web server."""

    host: str
    port: int
    process: Process
    env: Mapping[str, str]

    @property
    def url(self) -> str:
        """Its address without a path."""
        return f"http://{self.host}:{self.port}"

    def get(
        self, path: str, headers: Mapping[str, str] | None = None, timeout: float = 30
    ) -> tuple[int, dict[str, str], bytes]:
        """(status, headers by lower-case name, body) of a GET on a connection of its own."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            connection.request("GET", path, headers=dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()


@contextmanager
def web_server(env: Mapping[str, str], folder: Path, workers: int = 2) -> Iterator[Server]:
    """gunicorn as the product runs it, on a free port of this machine, once it answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.set_inheritable(True)
        command = [sys.executable, "-m", "gunicorn", "--config", "python:loo_ledger.gunicorn"]
        command += ["--bind", f"fd://{listener.fileno()}", "--workers", str(workers), "loo_ledger.wsgi"]
        with running(command, env, folder / "web.log", (listener.fileno(),)) as process:
            server = Server("127.0.0.1", listener.getsockname()[1], process, env)
            wait_for(lambda: server.process.popen.poll() is not None or _answers(server), 30, process)
            if process.popen.poll() is not None:
                raise AssertionError(f"The web server ended:\n{process.said()}")
            yield server


def _answers(server: Server) -> bool:
    try:
        return server.get("/healthz", timeout=1)[0] in (200, 301)
    except OSError:
        return False


@contextmanager
def celery(env: Mapping[str, str], folder: Path, role: str = "worker") -> Iterator[Process]:
    """A Celery worker or beat as `manage.py serve` runs it."""
    arguments = {
        "worker": "worker --pool threads --concurrency 2 --without-gossip --without-mingle --without-heartbeat",
        "beat": "beat --pidfile= --scheduler celery.beat:Scheduler",
    }[role]
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "loo_ledger", *arguments.split()]
    with running([*command, "--loglevel", "INFO"], env, folder / f"{role}.log") as process:
        yield process


def wait_for(condition: Callable[[], bool], seconds: float, process: Process | None = None) -> float:
    """Wait until `condition()` holds; how many seconds it took. AssertionError, with what `process` said, if never."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            raise AssertionError(f"not within {seconds} s" + (f":\n{process.said()}" if process else ""))
        time.sleep(0.02)
    return time.monotonic() - start


def alive(data: Path) -> dict[int, str]:
    """Command line by process id of every process, however it was started, whose data folder is `data`."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            environ = (folder / "environ").read_bytes().split(b"\0")
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # gone meanwhile, or not ours to read
            continue
        if b"LOO_DATA=" + str(data).encode() in environ and command:  # a dead one that nobody waited for has none
            found[int(folder.name)] = command.strip()
    return found


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
