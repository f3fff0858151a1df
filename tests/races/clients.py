"""Phones that are there before the clock starts: client processes that connect first and are released together.

Nothing here imports Django: what is measured is the server, over HTTP.
"""

from __future__ import annotations

import http.client
import multiprocessing
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any
from urllib.parse import urlencode

PATIENCE = 120
"""Seconds after which a client gives up, so that a test fails and does not hang."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
FORM_TAG = re.compile(r"<form\b.*?</form>", re.DOTALL)
NEXT_DEAL = re.compile(r"Deal (\d+)")
INPUT = re.compile(r"<input\b[^>]*>")
ATTRIBUTE = re.compile(r'\b(name|value|type)="([^"]*)"')


@dataclass(frozen=True)
class Request:
    """One request as a phone sends it."""

    method: str
    path: str
    headers: dict[str, str]
    body: str = ""


@dataclass(frozen=True)
class Answer:
    """What came back: status, where it leads, the page, and the seconds from the release to its last byte."""

    status: int
    location: str
    body: str
    seconds: float

    @property
    def same(self) -> tuple[int, str, str]:
        """What must be alike in two answers that are alike."""
        return self.status, self.location, self.body


class Phone:
    """A browser without scripts: cookies, pages, forms."""

    def __init__(self, host: str, port: int) -> None:
        self.connection = http.client.HTTPConnection(host, port, timeout=60)
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """A page."""
        return self._send(Request("GET", path, self._headers()))

    def form(self, path: str, fields: dict[str, str]) -> Request:
        """The request of a form, with the cookies and the token that this phone has."""
        sent = {**fields, "csrfmiddlewaretoken": self.cookies.get("csrf", "")}
        return Request("POST", path, {**self._headers(), **FORM}, urlencode(sent))

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form at once."""
        return self._send(self.form(path, fields))

    def close(self) -> None:
        """Hang up."""
        self.connection.close()

    def _headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def _send(self, request: Request) -> Answer:
        start = time.monotonic()
        self.connection.request(request.method, request.path, request.body, request.headers)
        response = self.connection.getresponse()
        for line in response.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        body = response.read().decode()
        return Answer(response.status, response.headers.get("Location", ""), body, time.monotonic() - start)


def fields_of(page: str, action: str, act: str = "") -> dict[str, str]:
    """What a browser sends of the form with this action (the one with this ``act`` button, if there are several)."""
    for form in FORM_TAG.findall(page):
        if f'action="{action}"' in form and act in form:
            inputs = (dict(ATTRIBUTE.findall(tag)) for tag in INPUT.findall(form))
            return {have["name"]: have.get("value", "") for have in inputs if "name" in have}
    raise AssertionError(f"no form with action {action} {act} on the page:\n{page}")


def keep_score(host: str, port: int, secret: str, taps: str, deals: int) -> list[int]:
    """Be one writer: record so many deals with these taps, trying again whenever another was faster. The statuses."""
    phone, table = Phone(host, port), f"/t/{secret}/"
    statuses: list[int] = []
    phone.get("/")
    number, end = "1", time.monotonic() + PATIENCE
    while statuses.count(303) < deals and time.monotonic() < end:
        page = phone.get(f"{table}?d={number}&w={taps}").body
        fields = fields_of(page, f"{table}record/")
        if fields:
            statuses.append(phone.post(f"{table}record/", fields).status)
        else:  # that deal is recorded: the page says which is next
            found = NEXT_DEAL.search(page)
            number = found[1] if found else "1"
    phone.close()
    return statuses


Job = tuple[Callable[..., Any], tuple[Any, ...]]


class Crew:
    """A few client processes, started and waiting."""

    def __init__(self, host: str, port: int, pipes: Sequence[Connection]) -> None:
        self.host = host
        self.port = port
        self._pipes = pipes

    def fire(self, requests: Sequence[Request]) -> list[Answer]:
        """Send all requests at the same moment, each on a connection of its own that stands already."""
        answers: list[Answer] = self._together([(_submit, (self.host, self.port, request)) for request in requests])
        return answers

    def call(self, work: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Start one thread for each tuple of arguments, all at the same moment; what each returned."""
        return self._together([(_at_once, (work, given)) for given in arguments])

    def _together(self, jobs: Sequence[Job]) -> list[Any]:
        shares = [list(enumerate(jobs))[place :: len(self._pipes)] for place in range(len(self._pipes))]
        for pipe, share in zip(self._pipes, shares, strict=True):
            pipe.send(share)
        found: dict[int, Any] = {}
        for pipe in self._pipes:
            if not pipe.poll(2 * PATIENCE):
                raise AssertionError("a client process did not come back")
            found.update(pipe.recv())
        for result in found.values():
            if isinstance(result, Exception):
                raise result
        return [found[place] for place in sorted(found)]


@contextmanager
def crew(host: str, port: int, processes: int = 4) -> Iterator[Crew]:
    """Client processes that run before the clock does, and end with the block."""
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(processes)
    pairs = [context.Pipe() for _ in range(processes)]
    clients = [context.Process(target=_client, args=(theirs, barrier), daemon=True) for _, theirs in pairs]
    for client in clients:
        client.start()
    try:
        yield Crew(host, port, [ours for ours, _ in pairs])
    finally:
        for ours, _ in pairs:
            ours.send(None)
        for client in clients:
            client.join(10)
        for pair in pairs:
            for pipe in pair:
                pipe.close()


def _client(pipe: Connection, barrier: Barrier) -> None:
    """One client process: take jobs, make them ready, wait for all the other processes, let go."""
    while (share := pipe.recv()) is not None:
        results: dict[int, Any] = {}
        ready, go = threading.Barrier(len(share) + 1), threading.Event()

        def release(ready: threading.Barrier = ready, go: threading.Event = go) -> None:
            ready.wait(60)
            go.wait(60)

        def work(place: int, job: Job, release: Callable[[], None] = release, to: dict[int, Any] = results) -> None:
            try:
                to[place] = job[0](release, *job[1])
            except Exception as error:  # told to the test, which fails with it
                to[place] = error

        threads = [threading.Thread(target=work, args=one, daemon=True) for one in share]
        for thread in threads:
            thread.start()
        ready.wait(60)
        barrier.wait(60)
        go.set()
        for thread in threads:
            thread.join()
        pipe.send(results)


def _submit(release: Callable[[], None], host: str, port: int, request: Request) -> Answer:
    connection = http.client.HTTPConnection(host, port, timeout=60)
    connection.connect()
    release()
    start = time.monotonic()
    connection.request(request.method, request.path, request.body, request.headers)
    response = connection.getresponse()
    body = response.read().decode()
    seconds = time.monotonic() - start
    connection.close()
    return Answer(response.status, response.headers.get("Location", ""), body, seconds)


def _at_once(release: Callable[[], None], work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    release()
    return work(*given)
