"""The states before a table exists: the front page, the pages that say what went wrong, the new table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.screens import State


def at(path: str) -> Callable[[Page, str], None]:
    """Visit one address of the server."""

    def visit(page: Page, address: str) -> None:
        page.goto(address + path)

    return visit


STATES = [
    State("home", at("/")),
    State("not-found", at("/nothing/here/"), statuses=frozenset({404})),
]
