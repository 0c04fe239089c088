"""The games that the checks of ``learners.checks`` play, and the settings that they play them in."""

import inspect
from fractions import Fraction
from functools import cache
from random import Random

from learners.checks.venue import Rounds
from learners.loading.sources import Factory, card_on
from proofs.classes.catalog import find_class
from proofs.exact.vectors import Vector, basis_vector, reflection_row, vector
from proofs.settings import Finite, Halfspaces, SearchSetting


def setting_for(factory: Factory, dimension: int) -> SearchSetting:
    """Return the setting to check a learner in: a finite class for one that asks for its concepts or sees numbers."""
    try:
        asks = "concepts" in inspect.signature(factory).parameters
    except ValueError:  # some classes written in C do not tell
        asks = False
    if asks or card_on(factory).sees == "index":
        return Finite(find_class("intervals:5"))
    return Halfspaces(dimension, Fraction(1, dimension))


def finite_games(setting: Finite) -> list[Rounds]:
    """Return games whose labels are those of a concept, one each for some of them, points in a random order."""
    random, table = Random(5), setting.concept_class  # noqa: S311 - reproducible, not secret
    games = list[Rounds]()
    for concept in random.sample(range(table.size), min(table.size, 12)):
        points = [random.randrange(table.points) for _ in range(4 * table.points)]
        games.append(tuple((x, 1 if table.label(concept, x) == 1 else -1) for x in points))
    return games


@cache
def games_of_vectors(dimension: int) -> list[Rounds]:
    """Return short games with arbitrary labels, on unit points and others."""
    random = Random(5)  # noqa: S311 - reproducible, not secret
    games = list[Rounds]()
    for values in ((0, 1, -1), (0, 1, -1, 2, Fraction(1, 2))):
        for _ in range(3):
            points = [vector({i: random.choice(values) for i in range(dimension)}) for _ in range(16)]
            games.append(tuple((x, random.choice((1, -1))) for x in points if x.entries))
    return games


@cache
def realizable_games(dimension: int) -> list[tuple[Rounds, Fraction]]:
    """Return games on unit points with the squared margin that a target has on them."""
    random = Random(6)  # noqa: S311 - reproducible, not secret
    e1, other = basis_vector(0), vector({0: Fraction(-4, 5), 1: Fraction(3, 5)})
    # Many of one point, then some that nearly contradict them: v = (1, 3)/√10 has margin² 1/10 on both.
    contradicting: Rounds = ((e1, 1),) * 13 + ((other, 1),) * 11
    found = [(contradicting, Fraction(1, 10))]
    for least in (Fraction(1, 4), Fraction(1, 9), Fraction(1, 25), Fraction(1, 100)):
        for _ in range(5):
            target = vector({i: random.choice((1, -1)) * random.randint(1, 3) for i in range(dimension)})
            points = [_unit_point(dimension, random) for _ in range(60)]
            margins = {x: Fraction(target.dot(x) ** 2) / target.norm_squared() for x in points}
            far = [x for x in points if margins[x] >= least]
            game: Rounds = tuple((x, 1 if target.dot(x) > 0 else -1) for x in far)
            if game:  # again and again, to exceed the bound of one that never learns
                again = 2 * int(1 / least) // len(game) + 2
                found.append((game * again, min(margins[x] for x in far)))
    return found


def _unit_point(dimension: int, random: Random) -> Vector:
    """Return a rational unit point: e₁ reflected at a random integer vector."""
    return reflection_row([*[random.randint(-4, 4) for _ in range(dimension - 1)], random.randint(1, 4)], 0)
