"""The report of a settlement: with its files, a second version, many players, names of all kinds, no payments."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.screens import State
from tests.browser.states_pages import MONEY, game, opened, to_watcher

LONG = ("Bartholomew Featherstonehaugh-Cholmond", "李小龍 🃏", "أمينة بنت وهب", "Wolfeschlegelsteinhausenbergerdorff")


def report_of(text: Callable[[], str], *, made: bool = True, watch: bool = False) -> Callable[[Page, str], None]:
    """The report of a game file, when its files are made (or as it is at once)."""

    def visit(page: Page, address: str) -> None:
        host = opened(page, address, text())
        where = to_watcher(page, host) if watch else host
        page.goto(host + "settle/")
        page.get_by_role("button", name="Settle").click()
        page.locator("#chat").wait_for()
        page.goto(where + "report/")
        if made:
            page.get_by_role("link", name="PDF").wait_for(timeout=60_000)

    return visit


def hard_names() -> str:
    """X20 with names that are long, or in other scripts."""
    told = game("X20", unit=MONEY)
    for name, hard in zip(("Anna", "Bram", "Clara", "Dimitri"), LONG, strict=True):
        told = told.replace(f'"{name}"', json.dumps(hard, ensure_ascii=False))
    return told


def many() -> str:
    """Seventeen players, of whom everybody is looed in turn."""
    players = [f"Player {number}" for number in range(1, 18)]
    entries: list[object] = [{"deal": {"card": players[number]}} for number in range(17)]
    entries = [{"deal": {"kind": "single", **entry["deal"]}} for entry in entries]  # type: ignore[index]
    head = {"format": "loo-game/1", "title": "Club night", "rules": {"preset": "peel"}, "unit": MONEY}
    return json.dumps({**head, "players": players, "entries": [*entries, {"finish": {"how": "division"}}]})


STATES = [
    State("report", report_of(lambda: game("X20", unit=MONEY))),
    State(
        "report-watch-reds",
        report_of(lambda: game("X20", unit={"name": "white", "big": {"name": "red", "worth": 3}}), watch=True),
    ),
    State("report-hard-names", report_of(hard_names)),
    State("report-many", report_of(many)),
    State("report-join-leave", report_of(lambda: game("Y01"))),
]
