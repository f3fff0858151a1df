"""17 players and 100 deals, and far too wide amounts: the table of deals still fits on its paper."""

from __future__ import annotations

from typing import Any

import pytest

from games.reports.layout import layout_of


def sheet(players: int, figure: str = "−12", name: str = "Bram", words: str = "Anna 3 tricks; nobody looed.") -> Any:
    """A sheet of one deal with as many players."""
    entry = {"net": [figure] * players, "pool": "24", "left": "0", "dealer": name, "words": words, "deal": 1}
    closing = {"net": [figure] * players, "left": "0"}
    return {"columns": [name] * players, "entries": [entry], "opening": None, "closing": closing, "movements": []}


def test_five_players_stand_beside_the_words_on_an_upright_page() -> None:
    layout = layout_of(sheet(5))
    assert (layout["flipped"], layout["words"], layout["groups"]) == (False, True, [[0, 1, 2, 3, 4]])


def test_seventeen_players_stand_side_by_side_on_a_page_on_its_side() -> None:
    layout = layout_of(sheet(17, words="x" * 250))
    assert (layout["flipped"], layout["words"], layout["groups"]) == (True, False, [list(range(17))])


@pytest.mark.parametrize("players", [17, 40])
def test_what_is_too_wide_is_split(players: int) -> None:
    layout = layout_of(sheet(players, figure="−1,000,000,000"))
    groups: list[list[int]] = layout["groups"]
    assert len(groups) > 1
    assert [index for group in groups for index in group] == list(range(players))
