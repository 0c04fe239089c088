"""The figures of a tournament, such as each learner's mistakes against 1/δ² on logarithmic axes."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import cycle, pairwise
from math import floor, log10
from pathlib import Path
from typing import NamedTuple

from adversary.files import write_new
from adversary.tournament.result import PlayedGame, Tournament
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
    small_print,
)
from adversary.views.figures.figure import format_of
from adversary.views.figures.tournament_tables import departures_table, heatmap
from adversary.views.words import cell_number, long_number, short_names, without_mistakes
from proofs.exact.errors import InputError, counted, one_line
from proofs.exact.rationals import Rational
from proofs.statements import Statement

FIGURE_NAMES = ("mistakes", "heatmap", "leaving")
"""Of all the figures that there may be."""

MAX_NAMES = 8
"""Of learners that a note lists."""

LEFT, TOP, WIDTH, HEIGHT = 62.0, 26.0, 600.0, 380.0
"""Of the rectangle of the axes, in pixels."""

BESIDE = 18.0
"""Right of it."""

DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (7, 3, 2, 3), (2, 3), (10, 3, 2, 3, 2, 3), (4, 2))

BOUNDS = ("#c9c9c9", 9.0), ("#8c8c8c", 3.0)
"""The colors and widths of the lines of bounds."""

MAX_TICKS = 12
"""Values at an axis that are all named; of more, round numbers are."""

FEW_DECADES = 2
"""Along an axis: below that 1, 2 and 5 are named of each, and else 1."""

NEAREST_TICKS = 30.0
"""Pixels between the numbers at the lower axis, at least."""

LEGEND_LINE, LEGEND_COLUMNS = 19.0, 3

Place = tuple[Rational, Rational, str]
"""A number of mistakes at a size, such as 1/δ²: the size and the number, exactly, and what is told of it."""


class Curve(NamedTuple):
    """A named curve: its values by increasing size."""

    name: str
    places: Sequence[Place]


def figures(tournament: Tournament) -> dict[str, Drawing]:
    """Return the figures that there are, by the names of their files, without a suffix."""
    found = mistakes_figure(tournament), heatmap(tournament), departures_table(tournament)
    return {name: drawing for name, drawing in zip(FIGURE_NAMES, found, strict=True) if drawing is not None}


def write_mistakes(output: str | Path, tournament: Tournament) -> None:
    """Write the figure of mistakes to a .svg, .pdf or .png file, or the heatmap if there is no such figure.

    Raises:
        InputError: the name asks for another format, there is nothing to draw, nothing can be written there, or the
            format needs matplotlib, which is missing.

    """
    drawing = mistakes_figure(tournament) or heatmap(tournament)
    if drawing is None:
        raise InputError(f"cannot draw {output}: no game was played")
    write_new(output, drawing.figure(format_of(output)))


def mistakes_figure(tournament: Tournament) -> Drawing | None:
    """Draw mistakes on halfspaces against 1/δ² or, if all margins are the same, against the dimension.

    Return ``None`` if no game there is certified.
    """
    asked = [game for game in tournament.games if game.margin_squared is not None]
    by_dimension = len({game.margin_squared for game in asked}) == 1 < len({game.dimension for game in asked})
    shown = asked if by_dimension else [game for game in asked if game.unit_norm is not False]
    certified = [game for game in shown if game.certified and game.mistakes is not None]
    if not certified:
        return None
    size = "dimension" if by_dimension else "1/δ²"
    curves = [
        Curve(_learner_name(learner, played), _most(played, size, lambda game: game.mistakes))
        for learner in tournament.learners
        if (played := [game for game in certified if game.learner == learner])
    ]
    bounds = [
        Curve(
            "upper bound: an optimal deterministic learner never makes more",
            _most(shown, size, lambda game: game.bound),
        ),
        Curve(
            "lower bound: forced on every deterministic learner by an adversary here",
            _most(shown, size, lambda game: game.lower),
        ),
        Curve("span bound: sign⟨w,x⟩ with w in the span of past points", _most(shown, size, _span_bound)),
    ]
    left = without_mistakes(shown)
    if len(shown) < len(asked):
        left.append(f"{counted(len(asked) - len(shown), 'game')} with points of any norm")
    each = "dimension" if by_dimension else "δ"
    notes = [f"For each learner and each {each}, the most mistakes of its certified games. Both axes are logarithmic."]
    dimensions = {(game.margin_squared, game.dimension) for game in shown}
    if not by_dimension and len(dimensions) > len({margin for margin, _ in dimensions}):
        notes.append("Some δ were played in several dimensions; the bounds are the largest of them.")
    alike = defaultdict[tuple[tuple[Rational, Rational], ...], list[str]](list)
    for curve in curves:
        alike[tuple((x, y) for x, y, _ in curve.places)].append(curve.name)
    notes += [f"All in the same places: {_listed(names)}." for names in alike.values() if len(names) > 1]
    notes += [f"Not drawn: {games}." for games in left]
    against = "the dimension" if by_dimension else size
    says = f"Mistakes of {counted(len(curves), 'learner')} against {against}, with the bounds of theory"
    found = [bound for bound in bounds if bound.places]
    return log_chart(curves, found, says, notes, title=f"Mistakes against {against}", axes=(size, "mistakes"))


def _most(games: Sequence[PlayedGame], size: str, value: Callable[[PlayedGame], Rational | None]) -> list[Place]:
    """Return the largest value at each 1/δ², or in each dimension."""
    found = dict[Rational, tuple[Rational, PlayedGame]]()
    for game in games:
        number = value(game)
        at = (game.dimension or 0) if size == "dimension" else 1 / (game.margin_squared or Fraction(1))
        if number is not None and (at not in found or number > found[at][0]):
            found[at] = number, game
    return [
        (at, number, f"{long_number(number)} at {size} = {long_number(at)}, against {one_line(game.adversary)}")
        for at, (number, game) in sorted(found.items(), key=lambda entry: entry[0])
    ]


def _span_bound(game: PlayedGame) -> Rational | None:
    return next((found["mistakes"] for found in game.statements if found["statement"] == Statement.SPAN_BOUND), None)


def _listed(names: Sequence[str]) -> str:
    left = len(names) - MAX_NAMES
    return ", ".join(short_names(names)[:MAX_NAMES]) + (f" and {counted(left, 'more learner')}" if left > 0 else "")


def _learner_name(learner: str, games: Sequence[PlayedGame]) -> str:
    random = any(found["statement"] == Statement.EXPECTED_MISTAKES for game in games for found in game.statements)
    return f"{one_line(learner)}{' (expected)' if random else ''}"


# ------------------------------------------------------------------------------------------------ the chart


def log_chart(  # noqa: PLR0913 - what is drawn, and what it is called
    curves: Sequence[Curve],
    bounds: Sequence[Curve],
    says: str,
    notes: Sequence[str],
    *,
    title: str,
    axes: tuple[str, str],
    gaps: bool = True,
) -> Drawing:
    """Draw curves with marks above gray ones of bounds, on logarithmic axes; some curve has a place.

    ``notes`` stand below. ``axes`` are what is across and up. Lines have ``gaps`` where only other curves have places.
    """
    places = [place for curve in (*curves, *bounds) for place in curve.places]
    across, up = Scale([x for x, _, _ in places], WIDTH), Scale([y for _, y, _ in places], HEIGHT)
    order = {value: number for number, value in enumerate(across.values)}
    items, legend, top = _axes(across, up, axes), list[Item](), TOP + HEIGHT + 62

    def draw(curve: Curve, color: str, wide: float, dash: tuple[float, ...] = ()) -> list[tuple[float, float]]:
        points = [(LEFT + across(x), TOP + HEIGHT - up(y)) for x, y, _ in curve.places]
        numbers = [order[x] for x, _, _ in curve.places] if gaps else range(len(points))
        for piece in _pieces(numbers):
            if len(piece) > 1:
                items.append(Line(tuple(points[piece.start : piece.stop]), color, wide, dash, curve.name))
        return points

    for curve, (color, wide) in zip(bounds, cycle(BOUNDS), strict=False):
        points = draw(curve, color, wide)
        if gaps:  # a place between gaps is no line
            items += [Line(((x - 6, y), (x + 6, y)), color, wide) for x, y in points]
        legend += [Line(((12, top), (42, top)), color, wide), Words(50, top + 4, curve.name, SMALL, tip=curve.name)]
        top += LEGEND_LINE
    names = short_names([curve.name for curve in curves])
    for number, (curve, name) in enumerate(zip(curves, names, strict=True)):
        shape, dash, color = _look(number)
        wide = 1.5 + min(6.0, 1.2 * (len(curves) - 1 - number))  # so that what is the same is all to be seen
        for (x, y), (_, _, told) in zip(draw(curve, color, wide, dash), curve.places, strict=True):
            items.append(Mark(x, y, shape, color, 4.0 + wide / 2, f"{curve.name}: {told}"))
        line, column = divmod(number, LEGEND_COLUMNS)
        x, y = 12.0 + column * (LEFT + WIDTH) / LEGEND_COLUMNS, top + LEGEND_LINE * line
        legend.append(Line(((x, y), (x + 30, y)), color, 1.5, dash))
        legend.append(Mark(x + 15, y, shape, color, 5.0))
        legend.append(Words(x + 38, y + 4, name, SMALL, tip=curve.name))
    top += LEGEND_LINE * -(-len(curves) // LEGEND_COLUMNS) + 4
    width = LEFT + WIDTH + BESIDE
    words, below = small_print(notes, top, width)
    return Drawing(width, below, title, says, (*items, *legend, *words))


def _pieces(numbers: Sequence[int]) -> list[range]:
    """Return the unbroken pieces of a curve: it is broken at the places that only other curves have."""
    begins = [k for k in range(len(numbers)) if k == 0 or numbers[k] != numbers[k - 1] + 1]
    return [range(begin, end) for begin, end in pairwise([*begins, len(numbers)])]


class Scale:
    """A logarithmic scale of exact numbers over a number of pixels; 0 is at its beginning.

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
        """Return the position of a number, in pixels."""
        return self.aside / 2 if value == 0 else self.aside + (_log(value) - self.low) * self._pixels

    def ticks(self, nearest: float) -> list[tuple[float, str]]:
        """Return places with their numbers, exact, no two nearer than so many pixels: the values themselves, if few."""
        whole = [value for value in self.values if value.denominator == 1]
        named: list[Rational] = [value for value in whole if not cell_number(value).startswith("≈")]
        if len(self.values) > MAX_TICKS or 2 * len(named) < len(self.values):
            powers = range(floor(self.low) - 1, floor(self.high) + 2)
            steps = (1, 2, 5) if self.high - self.low < FEW_DECADES else (1,)
            round_ones = [step * Fraction(10) ** power for power in powers for step in steps]
            named = [value for value in round_ones if self.low <= _log(value) <= self.high]
            named += [value for value in self.values if value == 0]
        kept = list[tuple[float, str]]()
        for value in sorted(named, reverse=True):
            if not kept or kept[-1][0] - self(value) >= nearest:
                kept.append((self(value), cell_number(value)))
        return kept


def _log(value: Rational) -> float:
    return log10(value.numerator) - log10(value.denominator)


def _axes(across: Scale, up: Scale, titles: tuple[str, str]) -> list[Item]:
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
        Words(LEFT + WIDTH / 2, bottom + 38, titles[0], 13, "middle"),
        Words(16, TOP + HEIGHT / 2, titles[1], 13, "middle", turned=90),
    ]


def _look(number: int) -> tuple[Shape, tuple[float, ...], str]:
    """Return how a learner is drawn: the first 216 differ, and those of one color in dashes or marks."""
    kinds = len(COLORS)
    around = number // kinds
    return list(SHAPES)[(number + around // kinds) % kinds], DASHES[(number + around) % kinds], COLORS[number % kinds]
