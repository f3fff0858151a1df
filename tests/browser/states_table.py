"""The states of the table page and of the sheets behind More."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.screens import State
from tests.browser.states_pages import game, opened
from tests.browser.touch import Finger

Visit = Callable[[Page, str], None]
MANY = ("Anna", "Bram", "Clara", "Dimitri", "Esther", "Farid", "Greta", "Hugo", "Ines", "Jan", "Klára", "Lé", "Mo")
PEOPLE = (*MANY, "Nora", "Otto", "Pia", "Quirin")


def at_table(entries: int, *taps: str, name: str = "X20", **head: object) -> Visit:
    """A table after some entries of a worked game, and then some taps; ``/x`` follows a link by its id."""

    def visit(page: Page, address: str) -> None:
        page.goto(opened(page, address, game(name, entries, **head)))
        size = page.viewport_size
        finger = Finger(page, touch=size is not None and size["width"] < 1000)  # as tests.browser.screens has it
        for tap in taps:
            if tap.startswith("/"):
                finger.follow(tap[1:])
            elif tap.startswith("+"):
                finger.open_part(tap[1:])
            else:
                finger.press(tap)

    return visit


def of_many(count: int, *taps: str) -> Visit:
    """A table of so many with nothing recorded, and taps."""
    return at_table(0, *taps, players=list(PEOPLE[:count]), opening={"pool": 30, "looed": True})


LONG = ["Bartholomew Featherstonehaugh-Cholmondeley", "李小龍 🃏", "أمينة بنت وهب", "Wolfeschlegelsteinhausen", "Jo"]
ALL_TRICKS = ("win:2", "win:2", "win:2")

STATES = [
    State("table-fresh", at_table(4)),
    State("table-two", at_table(4, "win:3", "win:0")),
    State("table-ready", at_table(4, "win:3", "win:0", "win:3", "loo:4")),
    State("table-recorded", at_table(4, "win:3", "win:0", "win:3", "loo:4", "confirm")),
    State("table-lone", at_table(5, "win:2", "win:0", "win:2")),
    State("table-lone-ready", at_table(5, "win:2", "win:0", "win:2", "lone:pool")),
    State("table-took-all", at_table(5, *ALL_TRICKS)),
    State("table-single", at_table(3)),
    State("table-single-ready", at_table(3, "nobody:1")),
    State("table-unplayed", at_table(4, "/more", "result:unplayed")),
    State("table-long", at_table(0, opening={"pool": 30, "looed": True}, players=LONG)),
    State("table-twelve", of_many(12, "win:3", "loo:7")),
    State("table-seventeen", of_many(17, "win:3", "win:4", "win:3", "loo:16")),
    State("table-foster", at_table(0, "win:0", name="X31")),
    State("table-flush", at_table(0, "/more", "result:flush", "win:1", name="X52")),
    State("table-finished", at_table(11)),
    State("table-more", at_table(4, "/more")),
    State("table-more-join", at_table(4, "/more", "+join")),
    State("table-penalty", at_table(4, "/more", "/penalty")),
    State("table-penalty-added", at_table(4, "/more", "/penalty", "add-penalty")),
    State("table-penalty-foster", at_table(0, "/more", "/penalty", name="X31")),
    State("table-adjust", at_table(4, "/more", "/adjust")),
    State("table-finish", at_table(10, "/more", "/finish")),
    State("table-deals", at_table(11, "/all-deals")),
]
