"""The plot of the balances: an SVG written by hand, the same for the page and the PDF.

Lines differ by dashes and marks, not by colour alone; there is always a tick at 0; every name stands at the end of its
line, shifted where two would collide. Only presentation attributes: the pages' policy allows no style. Coordinates
are whole tenths, so that no amount ever becomes a float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from games.reports.isolate import cut, width_of

INK, INK_2, RULE, ACCENT = "#14181a", "#4d5551", "#cfd3cf", "#0b6148"
DASHES = ("", "7 4", "2 3", "10 3 2 3", "14 4", "4 2", "1 4", "12 3 2 3 2 3")
_MARKED = 40
"""Up to so many points a line has its marks."""
_GAP = 125
"""Least distance of two names, in tenths."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's balances; the first may come later than the plot's (None before)."""

    name: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int:
        """The balance at the end."""
        return next((value for value in reversed(self.values) if value is not None), 0)


@dataclass(frozen=True, slots=True)
class Axes:
    """Where things are, in tenths of the SVG's unit: the field, and the ticks of both axes."""

    left: int
    right: int
    top: int
    bottom: int
    low: int
    high: int
    points: int

    def x(self, index: int) -> int:
        """The place of a point."""
        return self.left + (self.right - self.left) * index // max(1, self.points - 1)

    def y(self, value: int) -> int:
        """The place of a balance."""
        return self.top + (self.bottom - self.top) * (self.high - value) // (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Frame:
    """How a plot is asked for: its size, its words, and an id that is unique on the page."""

    ident: str
    width: int
    height: int
    title: str
    description: str
    name_signs: int = 18
    font: str = ""
    names_apart: bool = False
    """Leave the names out of the SVG: whoever sets it has better fonts for them than an image has."""


@dataclass(frozen=True, slots=True)
class EndName:
    """A line's name and where it stands (left end of its base line, in tenths)."""

    x: int
    y: int
    name: str
    first: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """An SVG, its size in tenths, and the names at the ends of its lines."""

    svg: str
    width: int
    height: int
    names: tuple[EndName, ...]


def plot(lines: Sequence[Line], labels: Sequence[str], frame: Frame, step: int, amount: Callable[[int], str]) -> Plot:
    """Draw it. ``labels`` are those of the points (empty: none); ``step`` is what one tick is a multiple of."""
    axes, ticks = _axes(lines, len(labels), frame, step, amount)
    height = axes.bottom + 200
    title = f'<title id="{frame.ident}-t">{escape(frame.title)}</title>'
    description = f'<desc id="{frame.ident}-d">{escape(frame.description)}</desc>'
    inner = [title, description, *_grid(axes, ticks, amount), *_deals(axes, labels)]
    order = sorted(range(len(lines)), key=lambda index: -lines[index].last)
    for place, index in reversed(list(enumerate(order))):
        inner += _line(axes, lines[index], place)
    names: list[EndName] = []
    inner += _ends(axes, [lines[index] for index in order], frame, amount, names)
    if not frame.names_apart:
        inner += [_text((end.x, end.y), end.name, "start", INK, _weight(end.first)) for end in names]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {_tenths(height)}" role="img"'
    font = f' font-family="{escape(frame.font)}"' if frame.font else ""
    ids = f'aria-labelledby="{frame.ident}-t {frame.ident}-d"'
    svg = f'{head} {ids}{font} font-size="11" fill="{INK}">{"".join(inner)}</svg>'
    return Plot(svg, frame.width * 10, height, tuple(names))


def _axes(
    lines: Sequence[Line], points: int, frame: Frame, step: int, amount: Callable[[int], str]
) -> tuple[Axes, list[int]]:
    values = [value for line in lines for value in line.values if value is not None]
    low, high = min(0, *values), max(0, *values)
    tick = _nice(max(1, high - low), step)
    ticks = list(range(low // tick * tick, high + tick, tick))
    if len(ticks) == 1:
        ticks.append(ticks[0] + tick)
    tick_signs = max(len(amount(value)) for value in ticks)
    names_width = max(width_of(cut(line.name, frame.name_signs)) for line in lines)
    balance_signs = max(len(amount(line.last)) for line in lines)
    left = 60 + 62 * tick_signs
    right = frame.width * 10 - 160 - 62 * balance_signs - 6 * names_width
    bottom = 80 + max(frame.height * 10 - 320, _GAP * len(lines))
    return Axes(left, right, 80, bottom, ticks[0], ticks[-1], points), ticks


def _nice(span: int, step: int) -> int:
    """A round distance of ticks, a multiple of ``step``, that gives at most six."""
    scale = step
    while True:
        for factor in (1, 2, 5):
            if span <= scale * factor * 5:
                return scale * factor
        scale *= 10


def _grid(axes: Axes, ticks: Sequence[int], amount: Callable[[int], str]) -> Iterator[str]:
    for value in ticks:
        y = axes.y(value)
        ink, thick = (INK, "1") if value == 0 else (RULE, "0.6")
        yield _segment((axes.left, y), (axes.right, y), ink, thick)
        yield _text((axes.left - 60, y + 38), amount(value), "end", INK_2)


def _deals(axes: Axes, labels: Sequence[str]) -> Iterator[str]:
    room = max(1, (axes.right - axes.left) // 260)
    every = _nice_count(len(labels), room)
    for index, label in enumerate(labels):
        if label and int(label) % every == 0:
            yield _text((axes.x(index), axes.bottom + 170), label, "middle", INK_2)


def _nice_count(points: int, room: int) -> int:
    return next(
        step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, points) if points <= step * room or step >= points
    )


def _line(axes: Axes, line: Line, place: int) -> Iterator[str]:
    ink, thick = (ACCENT, "2.4") if place == 0 else (INK, "1.3")
    dash = DASHES[place % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    at = [(axes.x(index), axes.y(value)) for index, value in enumerate(line.values) if value is not None]
    points = " ".join(f"{_tenths(x)},{_tenths(y)}" for x, y in at)
    stroke = f'stroke="{ink}" stroke-width="{thick}" stroke-linejoin="round"{dashes}'
    yield f'<polyline fill="none" {stroke} points="{points}"/>'
    if len(at) <= _MARKED:
        for x, y in at[1:]:
            yield _mark(x, y, place, ink)


def _mark(x: int, y: int, place: int, ink: str) -> str:
    hollow = 'fill="#fff" stroke-width="1.3"' if place % 6 >= 3 else f'fill="{ink}" stroke-width="0"'
    match place % 3:
        case 0:
            shape = f'circle cx="{_tenths(x)}" cy="{_tenths(y)}" r="2.8"'
        case 1:
            shape = f'rect x="{_tenths(x - 26)}" y="{_tenths(y - 26)}" width="5.2" height="5.2"'
        case _:
            shape = f'path d="M{_tenths(x)} {_tenths(y - 36)}l3.6 6.4h-7.2z"'
    return f'<{shape} {hollow} stroke="{ink}"/>'


def _ends(
    axes: Axes, lines: Sequence[Line], frame: Frame, amount: Callable[[int], str], names: list[EndName]
) -> Iterator[str]:
    """The balance at the end of each line; adds to ``names`` where the name goes.

    Balance and name are two texts, so that no direction of writing mixes them up.
    """
    balance_signs = max(len(amount(line.last)) for line in lines)
    wanted = [axes.y(line.last) for line in lines]
    for line, y, place in zip(lines, wanted, _apart(wanted, axes.top, axes.bottom), strict=True):
        x = axes.right + 80
        if abs(place - y) > 20:
            yield _segment((axes.right + 20, y), (x, place), RULE, "0.8")
        x += 62 * balance_signs + 10
        first = line is lines[0]
        yield _text((x, place + 38), amount(line.last), "end", INK, _weight(first))
        names.append(EndName(x + 50, place + 38, cut(line.name, frame.name_signs), first))


def _weight(first: bool) -> str:
    return ' font-weight="bold"' if first else ""


def _apart(wanted: Sequence[int], top: int, bottom: int) -> list[int]:
    """The places nearest to those wanted (in order, downwards) that keep their distance and stay in the field."""
    places: list[int] = []
    for place in wanted:
        places.append(max(place, places[-1] + _GAP) if places else max(place, top))
    limit = bottom
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], limit)
        limit = places[index] - _GAP
    return places


def _segment(start: tuple[int, int], end: tuple[int, int], ink: str, thick: str) -> str:
    x1, y1, x2, y2 = map(_tenths, (*start, *end))
    ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    return f'<line {ends} stroke="{ink}" stroke-width="{thick}"/>'


def _text(place: tuple[int, int], text: str, anchor: str, ink: str, more: str = "") -> str:
    x, y = map(_tenths, place)
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{ink}"{more}>{escape(text)}</text>'


def _tenths(number: int) -> str:
    sign = "-" if number < 0 else ""
    return f"{sign}{abs(number) // 10}.{abs(number) % 10}"
