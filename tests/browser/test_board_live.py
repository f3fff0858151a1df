"""The board in a real browser on a real server: how soon a change is seen, and what it does when nobody looks."""

from __future__ import annotations

import os
import time

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from games.pending import Pending
from games.rules.facts import Penalty
from games.services.commands import Caller
from games.services.recording import prepare
from games.services.tables import OpenedTable
from tests.pages.tables import caller, key, played
from tests.support.processes import Server

CHANGES = int(os.environ.get("LOO_BOARD_CHANGES", "20"))
"""How many changes are timed: a few in every run, a hundred where LOO_BOARD_CHANGES says so."""
SOON = 2.5


def change(table: OpenedTable, number: int) -> int:
    """Pay or take back a penalty; the new version."""
    scorer: Caller = caller(table)
    lines = (Penalty(number % 5, "misdeal", 3, "current"),) if number % 2 == 0 else ()
    prepare(scorer, Pending(penalties=lines), key=key(), version=scorer.link.session.version)
    return caller(table).link.session.version


def watching(chrome: Browser, server: Server, table: OpenedTable) -> Page:
    """A board, open and up to date."""
    page = chrome.new_context().new_page()
    page.goto(f"{server.url}/t/{table.links['watch']}/")
    page.locator("#live").wait_for()
    return page


def test_95_of_100_changes_are_seen_within_two_and_a_half_seconds(
    chrome: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A hundred changes in a few minutes are more than people make.
    for limit in ("deals_per_device_minute", "deals_per_game_minute"):
        monkeypatch.setitem(settings.LOO_LIMITS, limit, 1000)
    table = played("X20", entries=5)
    page = watching(chrome, server, table)
    took = []
    for number in range(CHANGES):
        # Not in step with the asking, so that every moment between two polls comes up.
        time.sleep(0.37 * (number % 5))
        version, start = change(table, number), time.monotonic()
        page.locator(f'#live[hx-get$="version={version}"]').wait_for(state="attached", timeout=15_000)
        took.append(time.monotonic() - start)
        pool = page.locator(".bigpool .num").inner_text()
        assert pool == ("12" if number % 2 == 0 else "9")
    late = [seconds for seconds in took if seconds > SOON]
    print(f"{CHANGES} changes, slowest {max(took):.2f} s, {len(late)} later than {SOON} s")
    assert len(late) * 20 <= CHANGES, sorted(took)


def test_a_board_that_nobody_looks_at_does_not_ask(chrome: Browser, server: Server) -> None:
    page = watching(chrome, server, played("X20", entries=5))
    with page.expect_response(lambda response: "/board/" in response.url) as polled:
        pass
    assert polled.value.status == 204
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4500)
    assert asked == []
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => false, configurable: true})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert len(asked) == 1


def test_a_board_without_answers_says_that_it_is_not_up_to_date(chrome: Browser, server: Server) -> None:
    page = watching(chrome, server, played("X20", entries=5))
    assert page.locator("#fresh b").inner_text() == "Up to date"
    page.context.set_offline(True)
    page.locator("#fresh.stale").wait_for(timeout=12_000)
    assert "trying again" in page.locator("#fresh").inner_text()
    page.context.set_offline(False)
    page.locator("#fresh:not(.stale)").wait_for(timeout=5_000)


@pytest.mark.parametrize("page_of", ["rules/", "links/", "settle/"])
def test_pages_keep_to_the_policy(chrome: Browser, server: Server, page_of: str) -> None:
    said: list[str] = []
    page = chrome.new_context().new_page()
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{server.url}/t/{played('X20').links['host']}/{page_of}")
    page.wait_for_load_state("networkidle")
    assert said == []
