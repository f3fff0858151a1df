"""Pictures of every page and state, and what each does wrong to the eye, the thumb and the screen reader.

Run as ``python -m tests.browser.screens [--url ADDRESS] [--only WORD] [--out FOLDER]``; without an address it starts a
server of its own on an empty data folder. Exits 1 and lists the faults if a state scrolls sideways, clips a text, has a
target under 48 px (links inside a sentence excepted), an axe violation or a message on the console.

A state is added by a line in the ``STATES`` of a module that ``STATE_MODULES`` names.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

ROOT = Path(__file__).resolve().parents[2]
AUDIT = Path(__file__).with_name("audit.js").read_text(encoding="utf-8")
STATE_MODULES = (
    "tests.browser.states_start",
    "tests.browser.states_pages",
    "tests.browser.states_report",
    "tests.browser.states_table",
)
WIDTHS = {360: 740, 768: 1024, 1440: 900}
"""Width to height of the window, in CSS pixels: a phone, a tablet, a laptop."""
THEMES = ("light", "dark")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
START_SECONDS = 30


@dataclass(frozen=True, slots=True)
class State:
    """One picture: ``name`` for the file, ``visit`` brings a page of the given server address into the state."""

    name: str
    visit: Callable[[Page, str], None]
    statuses: frozenset[int] = frozenset()
    """HTTP statuses of 400 and more that belong to the state; the browser writes them on the console."""


def states() -> list[State]:
    """All states of all modules, in their order."""
    return [state for module in STATE_MODULES for state in importlib.import_module(module).STATES]


def faults_of(page: Page) -> list[str]:
    """What the page shown does wrong, as sentences."""
    found: list[str] = page.evaluate(AUDIT)
    for violation in Axe().run(page).response["violations"]:
        targets = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
        found.append(f"axe {violation['id']}: {violation['help']} ({targets})")
    return found


def take(browser: Browser, address: str, state: State, *, width: int, theme: str, out: Path) -> list[str]:
    """Bring a new page into a state, keep its picture, and return its faults."""
    with contextlib.closing(
        browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]},
            device_scale_factor=2 if width < 500 else 1,
            has_touch=width < 1000,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
    ) as context:
        page = context.new_page()
        page.set_default_timeout(10_000)
        said: list[str] = []
        page.on("console", lambda message: said.extend(_complaints(message, state)))
        page.on("pageerror", lambda error: said.append(f"script error: {error}"))
        try:
            state.visit(page, address)
        except PlaywrightError as error:
            return [f"the state could not be reached: {error.message.splitlines()[0]}", *said]
        page.wait_for_load_state("networkidle")
        page.screenshot(path=out / f"{state.name}-{width}-{theme}.png", full_page=True)
        return [*faults_of(page), *said]


def _complaints(message: ConsoleMessage, state: State) -> Iterator[str]:
    expected = any(f"status of {status}" in message.text for status in state.statuses)
    if message.type in ("error", "warning") and not expected:
        yield f"console: {message.text}"


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a real server with an empty data folder, ended and removed afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="loo-screens-") as folder:
        environment = {**os.environ, "LOO_DATA": folder, "HOST": "127.0.0.1", "PORT": str(port)}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        with (Path(folder) / "server.log").open("w+", encoding="utf-8") as log:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
            try:
                _wait_for(f"http://127.0.0.1:{port}/", process, log.name)
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()
                process.wait(timeout=START_SECONDS)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    raise SystemExit(f"the server did not start:\n{Path(log).read_text(encoding='utf-8')}")


def take_all(address: str, only: str, out: Path) -> list[str]:
    """Picture every state whose name has ``only`` in it, at every width in both themes; return all faults."""
    out.mkdir(parents=True, exist_ok=True)
    faults = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for state in (state for state in states() if only in state.name):
            for width in WIDTHS:
                for theme in THEMES:
                    found = take(browser, address, state, width=width, theme=theme, out=out)
                    faults += [f"{state.name} {width} {theme}: {fault}" for fault in found]
        browser.close()
    return faults


def main() -> int:
    """Take the pictures, print the faults, return the exit code."""
    parser = argparse.ArgumentParser(description="Pictures of every page and state, with their faults.")
    parser.add_argument("--url", default="", help="a server that runs already; without it one is started")
    parser.add_argument("--only", default="", help="only states whose name has this in it")
    parser.add_argument("--out", type=Path, default=ROOT / ".var" / "screenshots", help="folder of the pictures")
    options = parser.parse_args()
    with contextlib.nullcontext(options.url) if options.url else server() as address:
        faults = take_all(address.rstrip("/"), options.only, options.out)
    print("\n".join(faults) or "no faults", f"\npictures in {options.out}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
