"""The figures of a tournament: mistakes against 1/δ², learners × adversaries, where each learner leaves the bound."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction

from adversary.tournament.result import PlayedGame, Tournament
from adversary.views.figures.drawing import Drawing, short_names
from adversary.views.figures.margin_chart import Curve, CurvePoint, margin_chart
from adversary.views.figures.tournament_tables import departures_table, heatmap
from adversary.views.short_numbers import long_number
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational
from proofs.statements import Statement

FIGURE_NAMES = ("mistakes", "heatmap", "leaving")
"""Of all the figures that there may be."""

MAX_NAMES = 8
"""Of learners that a note lists."""


def figures(tournament: Tournament) -> dict[str, Drawing]:
    """Return the figures that there are, by the names of their files, without a suffix."""
    found = mistakes_figure(tournament), heatmap(tournament), departures_table(tournament)
    return {name: drawing for name, drawing in zip(FIGURE_NAMES, found, strict=True) if drawing is not None}


def mistakes_figure(tournament: Tournament) -> Drawing | None:
    """Draw mistakes against 1/δ² on halfspaces; ``None`` if no game there is certified."""
    asked = [game for game in tournament.games if game.margin_squared is not None]
    unit = [game for game in asked if game.unit_norm is not False]
    certified = [game for game in unit if game.certified and game.mistakes is not None]
    if not certified:
        return None
    curves = [
        Curve(_learner_name(learner, played), _most(played, lambda game: game.mistakes))
        for learner in tournament.learners
        if (played := [game for game in certified if game.learner == learner])
    ]
    bounds = [
        Curve("upper bound: an optimal deterministic learner never makes more", _most(unit, lambda game: game.bound)),
        Curve(
            "lower bound: forced on every deterministic learner by an adversary here",
            _most(unit, lambda game: game.lower),
        ),
    ]
    kinds = Counter(game.kind for game in unit)
    left = [
        (kinds["forfeit"], "forfeited"),
        (kinds["failed"] + kinds["unproved"], "without certified mistakes"),
        (kinds["empty"], "without a round"),
        (len(asked) - len(unit), "with points of any norm"),
    ]
    notes = ["For each learner and each δ, the most mistakes of its certified games. Both axes are logarithmic."]
    dimensions = {(game.margin_squared, game.dimension) for game in unit}
    if len(dimensions) > len({margin for margin, _ in dimensions}):
        notes.append("Some δ were played in several dimensions; the bounds are the largest of them.")
    alike = defaultdict[tuple[tuple[Rational, Rational], ...], list[str]](list)
    for curve in curves:
        alike[tuple((place.x, place.y) for place in curve.places)].append(curve.name)
    notes += [f"All in the same places: {_listed(names)}." for names in alike.values() if len(names) > 1]
    notes += [f"Not drawn: {counted(count, 'game')} {why}." for count, why in left if count]
    says = f"Mistakes of {counted(len(curves), 'learner')} against 1/δ², with the bounds of theory"
    return margin_chart(curves, [bound for bound in bounds if bound.places], says, notes)


def _most(games: Sequence[PlayedGame], value: Callable[[PlayedGame], Rational | None]) -> tuple[CurvePoint, ...]:
    """Return the largest value at each 1/δ²."""
    found = dict[Fraction, tuple[Rational, PlayedGame]]()
    for game in games:
        number = value(game)
        at = 1 / (game.margin_squared or Fraction(1))
        if number is not None and (at not in found or number > found[at][0]):
            found[at] = number, game
    return tuple(
        CurvePoint(at, number, f"{long_number(number)} at 1/δ² = {long_number(at)}, against {one_line(game.adversary)}")
        for at, (number, game) in sorted(found.items(), key=lambda entry: entry[0])
    )


def _listed(names: Sequence[str]) -> str:
    left = len(names) - MAX_NAMES
    return ", ".join(short_names(names)[:MAX_NAMES]) + (f" and {counted(left, 'more learner')}" if left > 0 else "")


def _learner_name(learner: str, games: Sequence[PlayedGame]) -> str:
    random = any(found["statement"] == Statement.EXPECTED_MISTAKES for game in games for found in game.statements)
    return f"{one_line(learner)}{' (expected)' if random else ''}"
