"""Whole games typed by touch in a real browser, 360 px wide: every balance as the file has it."""

import pytest
from playwright.sync_api import Browser

from tests.browser.touch import Finger, phone
from tests.conftest import StartServer
from tests.services import tables
from tests.support.playing import play

TO_THE_END = ("X20", "X14", "X39", "Y01")
TO_THE_LAST_DEAL = ("X24", "X48")
FROM_MONEY_ON_THE_TABLE = ("X31", "X33", "X52")
MANY = {"LOO_LIMIT_DEALS_PER_DEVICE_MINUTE": "1000", "LOO_LIMIT_DEALS_PER_GAME_MINUTE": "1000"}
"""Playwright is faster than people; the limits have a test of their own."""


def keep(chrome: Browser, start_server: StartServer, name: str, *, scripts: bool) -> Finger:
    """Keep a worked game to its last entry and leave the page where it is then."""
    game = tables.worked(name)
    table = tables.opened(game)
    server = start_server(workers=1, **MANY)
    page = phone(chrome, scripts=scripts)
    page.goto(f"{server.url}/t/{table.links['host']}/")
    finger = Finger(page, scripts=scripts)
    play(finger, game)
    return finger


@pytest.mark.parametrize("name", [*TO_THE_END, *TO_THE_LAST_DEAL, *FROM_MONEY_ON_THE_TABLE])
def test_a_game_is_kept_by_touch(chrome: Browser, start_server: StartServer, name: str) -> None:
    keep(chrome, start_server, name, scripts=True)


def test_a_whole_evening_takes_few_taps(chrome: Browser, start_server: StartServer) -> None:
    """Ten deals of every kind and two penalties in 45 taps, three more to finish."""
    assert keep(chrome, start_server, "X20", scripts=True).taps <= 48


def test_a_whole_evening_is_kept_without_javascript(chrome: Browser, start_server: StartServer) -> None:
    keep(chrome, start_server, "X20", scripts=False)


def test_taps_faster_than_the_network_are_all_counted(chrome: Browser, start_server: StartServer) -> None:
    table = tables.opened(tables.worked("X31"))
    server = start_server(workers=1, **MANY)
    page = phone(chrome)

    page.goto(f"{server.url}/t/{table.links['host']}/")
    # Three taps before the first can be answered.
    page.evaluate("() => [2, 0, 2].forEach(seat => document.getElementById(`win-${seat}`).click())")
    page.locator("button#slot-2").wait_for()
    assert [page.locator(f"#slot-{slot} bdi").inner_text() for slot in range(3)] == ["C", "A", "C"]
