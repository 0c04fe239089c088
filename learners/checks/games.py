"""The games that the checks play: a class for each kind of setting, and the setting that a learner is checked in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from learners.checks.replayer import Rounds, flipped
from learners.loading.sources import card_on
from learners.protocol import Factory, Label, Player, Prediction, as_label, opposite, run_rounds
from learners.spec import parameters_of
from proofs.classes.catalog import find_class
from proofs.exact.vectors import Vector, basis_vector, basis_vectors, reflection_row, vector
from proofs.settings import Finite, Halfspaces, SearchSetting
from proofs.solvers.littlestone import even_split


def setting_for(factory: Factory, dimension: int) -> SearchSetting:
    """Return the setting for checking a learner: a finite class if it asks for concepts or sees numbers of points."""
    if "concepts" in parameters_of(factory) or card_on(factory).sees == "index":
        return Finite(find_class("intervals:5"))
    dimension = min(dimension, card_on(factory).max_dimension or dimension)
    return Halfspaces(dimension, Fraction(1, dimension))


@dataclass(frozen=True)
class ClassGames:
    """Games on a finite class; their labels are those of a concept."""

    setting: Finite

    def short(self) -> list[Rounds]:
        """Return a game each for some of the concepts, with its points in a random order."""
        random, table = Random(5), self.setting.concept_class  # noqa: S311 - reproducible, not secret
        games = list[Rounds]()
        for concept in random.sample(range(table.size), min(table.size, 12)):
            points = [random.randrange(table.points) for _ in range(4 * table.points)]
            labels = [(x, table.label(concept, x)) for x in points]
            games.append(tuple((x, 1 if y == 1 else -1) for x, y in labels if y))
        return games

    def long(self) -> Rounds:
        """Return one of the short games."""
        return self.short()[0]

    def opposite(self) -> Rounds:
        """Return another one of them."""
        return self.short()[1]

    def realizable(self) -> Iterator[tuple[Rounds, SearchSetting, str]]:
        """Yield the short games."""
        for game in self.short():
            yield game, self.setting, f"of {self.setting.concept_class.name}"

    def contradicted(self, player: Player[Any, Prediction]) -> Iterator[tuple[int, SearchSetting, str]]:
        """Contradict a player on points that divide the concepts evenly; yield each mistake, the setting, its name."""
        table = self.setting.concept_class
        space = table.everything

        def teach(x: int, said: Prediction) -> Label:
            nonlocal space
            label = opposite(as_label(said))
            space = table.restrict(space, x, label)
            return label

        rounds = ((x, teach) for x in iter(lambda: even_split(table, space), None))
        for mistakes, _ in enumerate(run_rounds(player, rounds), 1):
            yield mistakes, self.setting, f"of {table.name}"


@dataclass(frozen=True)
class VectorGames:
    """Games on vectors; in the short ones labels are arbitrary."""

    setting: Halfspaces

    def short(self) -> list[Rounds]:
        """Return games on unit points and others."""
        return _games_of_vectors(self.setting.dimension)

    def long(self) -> Rounds:
        """Return the short games one after the other."""
        return tuple(entry for game in self.short() for entry in game)

    def opposite(self) -> Rounds:
        """Return the long game with opposite labels."""
        return flipped(self.long())

    def realizable(self) -> Iterator[tuple[Rounds, SearchSetting, str]]:
        """Yield games on unit points, each with the margin that a target has on it."""
        for game, margin_squared in realizable_games(self.setting.dimension):
            yield game, *self._with_margin(margin_squared)

    def contradicted(self, player: Player[Any, Prediction]) -> Iterator[tuple[int, SearchSetting, str]]:
        """Contradict a player on the standard basis; yield each mistake, the setting with most margin, its name."""
        points = basis_vectors(self.setting.dimension)
        rounds = ((x, lambda _, said: opposite(as_label(said))) for x in points)
        for mistakes, _ in enumerate(run_rounds(player, rounds), 1):
            yield mistakes, *self._with_margin(Fraction(1, mistakes))

    def _with_margin(self, margin_squared: Fraction) -> tuple[SearchSetting, str]:
        return Halfspaces(self.setting.dimension, margin_squared), f"with margin² {margin_squared}"


Games = ClassGames | VectorGames
"""Games in one setting. Where a mistake bound is checked, a game comes with its setting and what to call it."""

GAMES: dict[str, Callable[[Any], Games]] = {"finite": ClassGames, "halfspaces": VectorGames}
"""The games of the checks, by the kind of their setting."""


@cache
def _games_of_vectors(dimension: int) -> list[Rounds]:
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
