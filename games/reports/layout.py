"""How the table of deals fits on paper: which way round the page lies, and how many players stand side by side.

Widths are in tenths of a millimetre.
"""

from __future__ import annotations

from typing import Any

from games.reports.isolate import DIGIT, width_of

_FIGURE, _GUTTER, _LEAST = 15, 28, 70
"""A figure of the table's type, the space of a column, and the narrowest column."""
_PORTRAIT, _LANDSCAPE = 1780, 2650
_WORDS, _WORD_SIGN, _WORD_LINES = 520, 13, 3
"""What the column that says what happened needs at least; a sign of it, and how many lines most of it may take."""
_LINES = 90
"""What two columns of movements take on one page."""
_UPRIGHT_NAME = 16
"""A sign of a name in the head, a little wider than a figure."""


def layout_of(sheet: dict[str, Any]) -> dict[str, Any]:
    """How the report lies on paper.

    ``flipped``: the page lies on its side; ``words``: what happened stands in the table; ``groups``: columns that
    stand side by side; ``turned``: names stand upright, because one of them is wider than its figures; ``halves``: how
    many lines of the movements stand in the first of two columns (0: they run on over pages).
    """
    columns = [_column(sheet, index) for index in range(len(sheet["columns"]))]
    fixed = 80 + 140 + _fixed(sheet, "pool") + _fixed(sheet, "left") + 60 + min(300, _dealers(sheet))
    names = [_UPRIGHT_NAME * width_of(name) // DIGIT + _GUTTER for name in sheet["columns"]]
    lengths = sorted(len(entry["words"]) for entry in sheet["entries"])
    words = max(_WORDS, lengths[len(lengths) * 4 // 5] * _WORD_SIGN // _WORD_LINES if lengths else 0)
    level = [max(pair) for pair in zip(columns, names, strict=True)]
    halves = _halves(sheet)
    for flipped, room in ((False, _PORTRAIT), (True, _LANDSCAPE)):
        for turned, widths in ((False, level), (True, columns)):
            if fixed + sum(widths) + words <= room:
                groups = [list(range(len(columns)))]
                return {"flipped": flipped, "words": True, "turned": turned, "groups": groups, "halves": halves}
    groups = _groups(columns, _LANDSCAPE - fixed)
    return {"flipped": True, "words": False, "turned": True, "groups": groups, "halves": halves}


def _groups(columns: list[int], room: int) -> list[list[int]]:
    """Columns in as few groups as fit beside the fixed ones."""
    groups: list[list[int]] = [[]]
    used = 0
    for index, width in enumerate(columns):
        if groups[-1] and used + width > room:
            groups.append([])
            used = 0
        groups[-1].append(index)
        used += width
    return groups


def _halves(sheet: dict[str, Any]) -> int:
    """Where the movements are cut so that both columns are about as long; 0 where they need more than a page."""
    lengths = [
        1 + sum(len(player["name"]) + len(player["moves"]) + 3 for player in line["players"]) // 55
        for line in sheet["movements"]
    ]
    if sum(lengths) > _LINES:
        return 0
    return next((index for index in range(len(lengths)) if 2 * sum(lengths[:index]) >= sum(lengths)), len(lengths))


def _column(sheet: dict[str, Any], index: int) -> int:
    rows = [entry["net"] for entry in sheet["entries"]] + [sheet["closing"]["net"]]
    rows += [sheet["opening"]["net"]] if sheet["opening"] else []
    return max(_LEAST, max(width_of(row[index]) for row in rows) * _FIGURE // DIGIT + _GUTTER)


def _fixed(sheet: dict[str, Any], field: str) -> int:
    return max([width_of(entry[field]) for entry in sheet["entries"]] + [4 * DIGIT]) * _FIGURE // DIGIT + _GUTTER


def _dealers(sheet: dict[str, Any]) -> int:
    return (
        max([width_of(entry["dealer"]) for entry in sheet["entries"]] + [6 * DIGIT]) * _UPRIGHT_NAME // DIGIT + _GUTTER
    )
