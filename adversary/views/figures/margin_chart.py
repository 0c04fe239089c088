"""The chart of mistakes against 1/δ², both in logarithms: a line a learner, between what theory forces and allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple

from adversary.views.figures.charts import COLORS
from adversary.views.figures.drawing import (
    INK,
    RULE,
    SHAPES,
    SMALL,
    Drawing,
    Item,
    Line,
    Mark,
    Shape,
    Words,
    short_names,
    small_print,
)
from adversary.views.short_numbers import cell_number
from proofs.exact.rationals import Rational

LEFT, TOP, WIDTH, HEIGHT = 62.0, 26.0, 600.0, 380.0
"""Of the rectangle of the axes, in pixels."""

BESIDE = 18.0
"""Right of it."""

DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (7, 3, 2, 3), (2, 3), (10, 3, 2, 3, 2, 3), (4, 2))

MAX_TICKS = 12
"""Values at an axis that are all named; of more, round numbers are."""

FEW_DECADES = 2
"""Along an axis: below that 1, 2 and 5 are named of each, and else 1."""

NEAREST_TICKS = 30.0
"""Pixels between the numbers at the lower axis, at least."""

LEGEND_LINE, LEGEND_COLUMNS = 19.0, 3


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A number of mistakes at 1/δ², exactly, and what is told of it."""

    x: Rational
    y: Rational
    tip: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A name, and its numbers by growing 1/δ²."""

    name: str
    places: tuple[CurvePoint, ...]


def margin_chart(curves: Sequence[Curve], bounds: Sequence[Curve], says: str, notes: Sequence[str]) -> Drawing:
    """Draw learners' curves above those of the bounds, at most two; some curve has a place. ``notes`` stand below."""
    places = [place for curve in (*curves, *bounds) for place in curve.places]
    across, up = Scale([place.x for place in places], WIDTH), Scale([place.y for place in places], HEIGHT)
    items: list[Item] = [*_axes(across, up)]

    order = {value: number for number, value in enumerate(across.values)}

    def drawn(curve: Curve, color: str, wide: float, dash: tuple[float, ...]) -> list[tuple[float, float]]:
        points = [(LEFT + across(place.x), TOP + HEIGHT - up(place.y)) for place in curve.places]
        pieces = [piece for piece in _pieces([order[place.x] for place in curve.places]) if len(piece) > 1]
        items.extend(Line(tuple(points[one.start : one.stop]), color, wide, dash, curve.name) for one in pieces)
        return points

    legend: list[_Entry] = []
    for number, curve in enumerate(bounds):
        color, wide = ("#c9c9c9", 9.0) if number == 0 else ("#8c8c8c", 3.0)
        for x, y in drawn(curve, color, wide, ()):
            items.append(Line(((x - 6, y), (x + 6, y)), color, wide))
        legend.append(_Entry(None, curve.name, color, wide))
    for number, curve in enumerate(curves):
        shape, dash, color = _look(number)
        wide = 1.5 + min(6.0, 1.2 * (len(curves) - 1 - number))  # so that what is the same is all to be seen
        size = 4.0 + wide / 2
        for (x, y), place in zip(drawn(curve, color, wide, dash), curve.places, strict=True):
            items.append(Mark(x, y, shape, color, size, f"{curve.name}: {place.tip}"))
        legend.append(_Entry(shape, curve.name, color, 1.5, dash))
    below = TOP + HEIGHT + 62
    below = _legend(items, legend, below)
    width = LEFT + WIDTH + BESIDE
    words, below = small_print(notes, below, width)
    return Drawing(width, below, "Mistakes against 1/δ²", says, (*items, *words))


def _pieces(numbers: Sequence[int]) -> list[range]:
    """Return where numbers follow on each other: a line is broken where a curve has no place, and another has."""
    begins = [k for k in range(len(numbers)) if k == 0 or numbers[k] != numbers[k - 1] + 1]
    return [range(begin, end) for begin, end in pairwise([*begins, len(numbers)])]


class Scale:
    """Where exact numbers lie along so many pixels, by their logarithms; 0 lies at the very beginning, if there is one.

    Floats come into being here, and nothing but places is made of them.
    """

    def __init__(self, values: Sequence[Rational], length: float) -> None:
        logs = [_log(value) for value in values if value > 0] or [0.0]
        low, high = min(logs), max(logs)
        pad = 0.06 * (high - low) or 0.3
        self.values = sorted(set(values))
        self.low, self.high = low - pad, high + pad
        self.aside = 30.0 if any(value == 0 for value in values) else 0.0
        self._pixels = (length - self.aside) / (self.high - self.low)

    def __call__(self, value: Rational) -> float:
        """Return so many pixels."""
        return self.aside / 2 if value == 0 else self.aside + (_log(value) - self.low) * self._pixels

    def ticks(self, nearest: float) -> list[tuple[float, str]]:
        """Return places with their numbers, exact, no two nearer than so many pixels: the values themselves, if few."""
        whole = [value for value in self.values if value.denominator == 1]
        named: list[Rational] = [value for value in whole if not cell_number(value).startswith("≈")]
        if len(self.values) > MAX_TICKS or not named:
            powers = range(floor(self.low) - 1, floor(self.high) + 2)
            steps = (1, 2, 5) if self.high - self.low < FEW_DECADES else (1,)
            round_ones: list[int] = [step * 10**power for power in powers if power >= 0 for step in steps]
            named = [value for value in round_ones if self.low <= _log(value) <= self.high]
            named += [value for value in self.values if value == 0]
        kept = list[tuple[float, str]]()
        for value in sorted(named, reverse=True):
            if not kept or kept[-1][0] - self(value) >= nearest:
                kept.append((self(value), cell_number(value)))
        return kept


def _log(value: Rational) -> float:
    return log10(value.numerator) - log10(value.denominator)


def _axes(across: Scale, up: Scale) -> list[Item]:
    bottom, items = TOP + HEIGHT, list[Item]()
    for x, text in across.ticks(NEAREST_TICKS):
        items += [
            Line(((LEFT + x, TOP), (LEFT + x, bottom)), RULE),
            Words(LEFT + x, bottom + 17, text, SMALL, "middle"),
        ]
    for y, text in up.ticks(15):
        items += [
            Line(((LEFT, bottom - y), (LEFT + WIDTH, bottom - y)), RULE),
            Words(LEFT - 7, bottom - y + 4, text, SMALL, "end"),
        ]
    return [
        *items,
        Line(((LEFT, TOP), (LEFT, bottom), (LEFT + WIDTH, bottom)), INK, 1.2),
        Words(LEFT + WIDTH / 2, bottom + 38, "1/δ²", 13, "middle"),
        Words(16, TOP + HEIGHT / 2, "mistakes", 13, "middle", turned=90),
    ]


def _look(number: int) -> tuple[Shape, tuple[float, ...], str]:
    """Return how a learner is drawn: the first 216 differ, and those of one color in dashes or marks."""
    kinds = len(COLORS)
    around = number // kinds
    return list(SHAPES)[(number + around // kinds) % kinds], DASHES[(number + around) % kinds], COLORS[number % kinds]


class _Entry(NamedTuple):
    """An entry of the legend; a bound has no shape, and a line of its own."""

    shape: Shape | None
    name: str
    color: str
    width: float
    dash: tuple[float, ...] = ()


def _legend(items: list[Item], entries: Sequence[_Entry], top: float) -> float:
    """Draw the legend; return where what is below begins."""
    bounds, learners = [found for found in entries if not found.shape], [found for found in entries if found.shape]
    places = [(12.0, top + LEGEND_LINE * number) for number in range(len(bounds))]
    top += LEGEND_LINE * len(bounds)
    for number in range(len(learners)):
        line, column = divmod(number, LEGEND_COLUMNS)
        places.append((12.0 + column * (LEFT + WIDTH) / LEGEND_COLUMNS, top + LEGEND_LINE * line))
    names = [*(found.name for found in bounds), *short_names([found.name for found in learners])]
    for (x, y), entry, name in zip(places, [*bounds, *learners], names, strict=True):
        items.append(Line(((x, y), (x + 30, y)), entry.color, entry.width, entry.dash))
        if entry.shape:
            items.append(Mark(x + 15, y, entry.shape, entry.color, 5.0))
        items.append(Words(x + 38, y + 4, name, SMALL, tip=entry.name))
    return top + LEGEND_LINE * -(-len(learners) // LEGEND_COLUMNS) + 4
