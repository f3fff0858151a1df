"""The states before a table exists: the front page, the pages that say what went wrong, the new table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.screens import State

LONG_NAMES = ("Bartholomew Featherstonehaugh-Cholmondeley", "李小龍 🃏", "أمينة بنت وهب", "Wolfeschlegelsteinhausen")


def at(path: str) -> Callable[[Page, str], None]:
    """Visit one address of the server."""

    def visit(page: Page, address: str) -> None:
        page.goto(address + path)

    return visit


def name_players(page: Page, *names: str) -> None:
    """Write names on the first seats of a new table."""
    for seat, name in enumerate(names):
        page.locator(f"#id-name_{seat}").fill(name)


def choose_foster(page: Page) -> None:
    """Choose rules with a larger unit, and wait until the page shows them."""
    page.locator("#preset-foster").check()
    page.locator("[name=shown][value=foster]").wait_for(state="attached")


def open_everything(page: Page) -> None:
    """Open all that the page keeps closed."""
    closed = page.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()


def every_rule(page: Page, address: str) -> None:
    """A new table with every rule in sight."""
    page.goto(f"{address}/new/")
    name_players(page, "Anna", "Bram", "Clara", "Dimitri", "Esther")
    open_everything(page)


def changed(page: Page, address: str) -> None:
    """Rules in reds and whites, one changed, with a warning and balances from paper."""
    page.goto(f"{address}/new/")
    name_players(page, "Anna", "Bram", "Clara")
    choose_foster(page)
    page.locator("#id-rule_stake-small").fill("1")
    page.locator("#id-rule_stake-small").press("Tab")
    page.locator("#mark-stake .tag").wait_for()
    page.locator("[name=money][value=yes]").check()
    page.locator("#id-worth").fill("0.25")
    page.locator("#opening summary").click()
    page.locator("#id-pool").fill("2")
    page.locator("#id-carried").check()
    page.locator("#id-balance_0").fill("1")
    page.locator("#id-balance_0").press("Tab")
    page.locator("#balance-sum", has_text="too much").wait_for()


def refused(page: Page, address: str) -> None:
    """A new table with several faults, each beside its field."""
    page.goto(f"{address}/new/")
    name_players(page, "Anna", "Bram", "anna")
    page.locator("#id-rule_stake").fill("three")
    page.locator("[name=money][value=yes]").check()
    page.locator("#id-worth").fill("0.255")
    page.locator(".foot button").click()
    page.locator("#wrong-title").wait_for()


def seventeen(page: Page, address: str) -> None:
    """As many seats as a game allows, with names that do not fit."""
    page.goto(f"{address}/new/")
    for seats in range(6, 18):
        page.get_by_role("button", name="Add a seat").click()
        page.locator(f"#id-name_{seats - 1}").wait_for()
    name_players(page, *LONG_NAMES)


STATES = [
    State("home", at("/")),
    State("not-found", at("/nothing/here/"), statuses=frozenset({404})),
    State("new", at("/new/")),
    State("new-every-rule", every_rule),
    State("new-changed", changed),
    State("new-refused", refused, statuses=frozenset({422})),
    State("new-seventeen", seventeen),
]
