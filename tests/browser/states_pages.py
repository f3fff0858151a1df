"""The pages beside the entry: board, settlement, corrections, rules, links, the game file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser.screens import State
from tests.browser.states_start import at as start_at
from tests.browser.states_start import open_everything

WORKED = Path(__file__).parent.parent / "worked_games"
NAMES = (
    "Anna",
    "Bram",
    "Clara",
    "Dimitri",
    "Esther",
    "Farid",
    "Greta",
    "Hugo",
    "Ingrid",
    "João",
    "Katarzyna",
    "Łukasz",
)
MONEY = {"name": "counter", "money": {"currency": "GBP", "minor_units": 10, "per": 1}}


def game(name: str, entries: int | None = None, **head: Any) -> str:
    """A worked game, or its beginning, with names that read like names."""
    told = json.loads((WORKED / f"{name}.json").read_text(encoding="utf-8"))
    for player, called in zip(told["players"], NAMES, strict=False):
        told = json.loads(json.dumps(told, ensure_ascii=False).replace(f'"{player}"', f'"{called}"'))
    told.pop("settlement", None)
    told["entries"] = told["entries"][:entries]
    return json.dumps(told | {"title": "Thursday table"} | head, ensure_ascii=False)


def opened(page: Page, address: str, text: str) -> str:
    """Open a game file; the address of its host's page."""
    page.goto(f"{address}/open/")
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Open as a new table").click()
    page.wait_for_url("**/t/**")
    return page.url.split("?", maxsplit=1)[0]


def to_watcher(page: Page, host: str) -> str:
    """The address of the same table for a watcher."""
    page.goto(f"{host}links/")
    place = urlsplit(page.locator("#url-watch").input_value()).path
    parts = urlsplit(host)
    return f"{parts.scheme}://{parts.netloc}{place}"


Visit = Callable[[Page, str], None]


def board(text: Callable[[], str]) -> Visit:
    """The board as a watcher has it."""

    def visit(page: Page, address: str) -> None:
        page.goto(to_watcher(page, opened(page, address, text())))
        page.locator("#live").wait_for()

    return visit


def at(text: Callable[[], str], where: str) -> Visit:
    """A page of a table for its host."""

    def visit(page: Page, address: str) -> None:
        page.goto(opened(page, address, text()) + where)

    return visit


def settled(page: Page, address: str) -> None:
    """Just settled, in money."""
    page.goto(opened(page, address, game("X20", unit=MONEY)) + "settle/")
    page.get_by_role("button", name="Settle").click()
    page.locator("#chat").wait_for()


def paid(page: Page, address: str) -> None:
    """One payment made, one in part, the part of another wrong, everything open."""
    settled(page, address)
    page.locator(".tick").first.click()
    page.get_by_text("1 of 4 paid").wait_for()
    page.locator(".pay-item details summary").first.click()
    page.locator(".pay-part .input").first.fill("0.20")
    page.locator(".pay-part button").first.click()
    page.get_by_text("0.20 GBP of").first.wait_for()
    page.locator(".pay-item details summary").last.click()
    page.locator(".pay-part .input").last.fill("7")
    page.locator(".pay-part button").last.click()
    page.locator("#refused").wait_for()
    open_everything(page)


def correction(place: int, game_text: Callable[[], str] = lambda: game("X20")) -> Visit:
    """The form that corrects an entry, counted from 0."""

    def visit(page: Page, address: str) -> None:
        host = opened(page, address, game_text())
        page.goto(f"{host}deals/")
        links = page.locator('a[href*="/correct/"]')
        page.goto(f"{address}{links.nth(place).get_attribute('href')}")
        page.locator("#note").wait_for()

    return visit


def compared(page: Page, address: str) -> None:
    """What a forgotten loo changes."""
    correction(1)(page, address)
    page.locator("[name=does_4]").select_option("stand")
    page.locator("#why").fill("Esther had stood too, we forgot her")
    page.get_by_role("button", name="See what changes").click()
    page.locator("#cmp-title").wait_for()


def impossible(page: Page, address: str) -> None:
    """A joining struck out although the joiner leaves later."""
    told = json.loads(game("X20", 4))
    told["entries"] += [{"join": {"player": "Farid", "after": "Anna"}}, {"leave": {"player": "Farid"}}]
    correction(4, lambda: json.dumps(told, ensure_ascii=False))(page, address)
    page.get_by_role("button", name="Strike it out").click()
    page.get_by_text("cannot stay as it is").wait_for()


def wrong(page: Page, address: str) -> None:
    """A correction with everything open and several faults."""
    correction(4)(page, address)
    open_everything(page)
    page.locator("#trick_0").select_option("")
    page.locator("#penalty_0-fault").fill("")
    page.get_by_role("button", name="See what changes").click()
    page.get_by_text("Not yet").first.wait_for()
    open_everything(page)


def new_rules(page: Page, address: str) -> None:
    """What other rules change."""
    page.goto(opened(page, address, game("X20", 5)) + "rules/change/")
    page.locator("#id-rule_single_loo").fill("6")
    page.locator(".foot button").click()
    page.locator("#cmp-title").wait_for()


def faults(page: Page, address: str) -> None:
    """A game file with faults."""
    page.goto(f"{address}/open/")
    page.locator("#text").fill(game("X20").replace('"tricks": ["Clara"', '"tricks": ["Zoe"').replace("card", "cart"))
    page.get_by_role("button", name="Open as a new table").click()
    page.locator("#faults").wait_for()


def twelve() -> str:
    """Twelve players, one deal."""
    told = json.loads(game("X20", 1))
    deal = {"deal": {"card": "Esther"}}
    return json.dumps(told | {"players": list(NAMES), "entries": [deal]}, ensure_ascii=False)


REFUSED = frozenset({422})
STATES = [
    State("board", board(lambda: game("X20", 5))),
    State("board-single", board(lambda: game("X20", 7))),
    State("board-twelve", board(twelve)),
    State("board-units", board(lambda: game("X24", 2))),
    State("board-finished", board(lambda: game("X20"))),
    State("settle-unfinished", at(lambda: game("X20", 5), "settle/")),
    State("settle-plan", at(lambda: game("X20", unit=MONEY), "settle/")),
    State("settle-brought-in", at(lambda: game("X31"), "settle/")),
    State("settle-settled", settled),
    State("settle-paid", paid, statuses=REFUSED),
    State("correct-deal", correction(1)),
    State("correct-card", correction(0)),
    State("correct-finish", correction(10)),
    State("correct-wrong", wrong, statuses=REFUSED),
    State("correct-compare", compared),
    State("correct-impossible", impossible, statuses=REFUSED),
    State("insert-adjust", at(lambda: game("X24", 2), "insert/?kind=adjust")),
    State("rules", at(lambda: game("X20"), "rules/")),
    State("rules-change", at(lambda: game("X20"), "rules/change/")),
    State("rules-compare", new_rules),
    State("links", at(lambda: game("X20", 3), "links/")),
    State("open", start_at("/open/")),
    State("open-faults", faults, statuses=REFUSED),
]
