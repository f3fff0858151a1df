"""The plot of the balances."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.reports.plot import DASHES, Frame, Line, Plot, plot
from games.rules.unit import Unit

SVG = "{http://www.w3.org/2000/svg}"
UNIT = Unit()


def drawn(*values: tuple[int, ...], step: int = 1, width: int = 660) -> tuple[Plot, ET.Element]:
    """A plot of players called P0, P1 ..., and its parsed SVG."""
    lines = [Line(f"P{number}", line) for number, line in enumerate(values)]
    labels = [str(number) for number in range(len(values[0]))]
    made = plot(lines, labels, Frame("x", width, 200, "Title", "Told"), step, UNIT.signed_short)
    return made, ET.fromstring(made.svg)


def texts(svg: ET.Element) -> list[str]:
    """All texts in their order."""
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def test_it_says_what_it_is_and_has_a_tick_at_0() -> None:
    made, svg = drawn((0, 3, 15), (0, -3, -15))
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "x-t x-d"
    title, told = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert (title.text, told.text, title.get("id")) == ("Title", "Told", "x-t")
    assert "0" in texts(svg)
    assert not re.search(r"style=|<script|class=", made.svg)


def test_ticks_are_multiples_of_the_larger_unit() -> None:
    _, svg = drawn((0, 100), (0, -100), step=12)
    ticks = [text.text for text in svg.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    found = [int((tick or "0").replace("−", "-")) for tick in ticks[:-2]]
    assert all(tick % 12 == 0 for tick in found)


def test_lines_differ_by_their_dashes() -> None:
    _, svg = drawn(*[(0, number) for number in range(8)])
    dashes = [line.get("stroke-dasharray") or "" for line in svg.iter(f"{SVG}polyline")]
    assert sorted(dashes) == sorted(DASHES)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(-(10**12), 10**12), min_size=2, max_size=40))
def test_no_two_names_collide_and_nothing_leaves_the_picture(ends: list[int]) -> None:
    made, svg = drawn(*[(0, end) for end in ends])
    places = sorted(name.y for name in made.names)
    assert all(after - before >= 120 for before, after in pairwise(places))
    assert places[0] > 0
    assert places[-1] <= made.height
    for line in svg.iter(f"{SVG}polyline"):
        for point in (line.get("points") or "").split():
            x, y = point.split(",")
            assert 0 <= float(x) <= 660
            assert 0 <= float(y) * 10 <= made.height
