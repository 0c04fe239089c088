"""The search on halfspaces with one margin δ, on unit points, and its games.

A learner whose theorem allows ⌊1/δ²⌋ mistakes makes no more than orthonormal points force on every learner. Other
learners may make more. For them points are shown again, which costs no margin, or are points of a cone or a sample
around a target. The games are the same in every run, and they end after a number of rounds, not after a time. In a
dimension below ⌊1/δ²⌋, mistake trees give the lower bound, and all games have this dimension.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import count
from random import Random

import numpy as np

from adversary.search.games.game import (
    Asking,
    Game,
    HalfspaceGame,
    HalfspaceTrial,
    against,
    boundary_first,
    most_promising,
    passes,
    repeat_until_correct,
    seeded,
)
from adversary.search.games.halfspace_games import cone_space, unit_spaces
from adversary.search.grader import Grader
from adversary.search.moves import survives
from adversary.search.record import Record
from adversary.search.spaces import pools
from adversary.search.spaces.halfspaces import HalfspaceSpace, best_of, halfspace_space, vector_of
from adversary.search.spaces.space import Script
from adversary.strategies.halfspaces.standard_basis import orthonormal_basis
from adversary.strategies.registry import usual_adversary
from adversary.tournaments.cell import Cell
from adversary.tournaments.search import Best, CellSearch
from learners.protocol import Card, perceptron_bound
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import rational_root
from proofs.exact.vectors import Target, Vector, Weights, add, vector
from proofs.formats.trace import Round
from proofs.margin_game.lower import best_lower
from proofs.settings import Halfspaces, Setting

ROUNDS_A_POINT = 4
"""Rounds of a game, in multiples of ⌊1/δ²⌋, and ``SPARE_ROUNDS``: who never learns may err in all of them."""
SPARE_ROUNDS = 40

MAX_SEARCHED = 1024
"""The largest ⌊1/δ²⌋ at which there is a search: its games take time that grows faster than that."""

OTHER_BASES = 2  # of seeds: other orthonormal bases than the standard one
CONE_POINTS = 60
GREEDY_ROUNDS = 60
SAMPLES = 2  # targets a space
ANY_NUMBER = read_bound("T")  # of mistakes is allowed: no game ends because there are too many

ARC_POINTS, FINE_CONE = 160, 160
"""Points of the circle, of which a game takes those with the margin, and of a cone, where the dimension is small."""

MAX_TURNED = 400
"""The largest ⌊1/δ²⌋ at which the Perceptron's own worst case is played: it takes time that grows as its cube."""

SPACE = 3

STARTS = 20  # points of the arc with which such games begin


class MarginSearch(CellSearch):
    """The search in halfspaces with a margin, in any dimension or in a given one below ⌊1/δ²⌋."""

    setting: Halfspaces
    replays_strategies = True

    @staticmethod
    def lower(setting: Halfspaces) -> int:
        """Return what orthonormal points and mistake trees force."""
        return best_lower(setting.dimension, setting.margin_squared).mistakes

    def strategies(self, card: Card) -> Iterator[str]:
        """Yield the usual strategy, for a learner that sees vectors, and the one made for the Perceptron.

        The others force as many mistakes as the usual one.
        """
        if card.sees == "index":
            raise InputError("it sees numbers of points")
        yield usual_adversary(self.setting.options())
        if self.setting.is_small and self.setting.dimension >= SPACE and self.setting.most_mistakes <= MAX_TURNED:
            yield "three-dimensions"

    def solved(self, cell: Cell, best: Best | None) -> Cell | None:
        """Return the cell of a learner that errs once less than its theorem allows, where rational points do no more.

        In space N = 1/δ² mistakes have equality in each step of Novikoff's proof, so that w becomes v/δ, its points a
        have ⟨v/δ,a⟩ = 1, and the first two are orthogonal. The square of its part along a₁ × a₂ is then N − 2.
        """
        most, made = self.setting.most_mistakes, best and best.mistakes
        whole = self.setting.dimension == SPACE and most * self.setting.margin_squared == 1
        whole = whole and self.source.card(self.setting).mistake_bound is perceptron_bound  # others may have some slack
        if (
            not whole
            or cell.upper_is_word
            or not cell.upper == most == (made or 0) + 1
            or rational_root(most - 2) is not None
        ):
            return None
        note = f"exact for rational points: over the reals it is {most}, but in R³ these need √{most - 2}"
        return self.judged(replace(cell, search="not needed", exact=True, note=note), best)

    def no_search(self) -> str | None:
        """Return the reason for no search if the margin is too small, else ``None``."""
        return f"no search: 1/δ² is more than {MAX_SEARCHED}" if self.setting.most_mistakes > MAX_SEARCHED else None

    def games(self) -> Iterator[HalfspaceGame]:
        """Yield the games at the margin."""
        return margin_games(self.setting, self.seed)

    def is_more_than_rounding(self, grader: Grader, record: Record) -> bool:
        """Tell whether a game keeps the Perceptron's bound, or breaks it also where its points are moved a little."""
        bounded = replace(record, space=replace(record.space, bound=read_bound("1/delta2")))
        return grader.verdict(bounded) is None or survives(grader, bounded)

    def explained(self, played: Sequence[Round]) -> Target | None:
        """Return a target of norm at most 1 that explains all rounds with the margin."""
        return explained_at(self.setting.margin_squared, played) if played else None

    @staticmethod
    def is_of(setting: Halfspaces, played: Setting) -> bool:
        """Tell whether a game has this margin, on unit points, and the dimension, where that is small."""
        fits = not setting.is_small or played.dimension == setting.dimension
        return fits and (played.kind, played.unit_margin_squared) == (setting.kind, setting.unit_margin_squared)


def margin_games(setting: Halfspaces, seed: int = 0) -> Iterator[HalfspaceGame]:
    """Yield the games on unit points with at least the margin. A learner that names the margin receives it."""
    margin_squared, size = setting.margin_squared, setting.most_mistakes
    rounds = ROUNDS_A_POINT * size + SPARE_ROUNDS
    if setting.is_small:
        yield from _small_games(setting, rounds, seed)
        return
    for number in count():
        if (space := _basis_space(margin_squared, number)) is None:
            break
        yield Game(space, partial(against, numbers=range(size), rounds=rounds))
    cone = cone_space(_half_angle(margin_squared), CONE_POINTS, ANY_NUMBER, margin_squared)
    yield from _scripted_games(*cone, rounds)
    for space in unit_spaces(ANY_NUMBER):
        yield from _sample_games(space, margin_squared, rounds, seed)


def _small_games(setting: Halfspaces, rounds: int, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games in a dimension below ⌊1/δ²⌋."""
    dimension, margin_squared = setting.dimension, setting.margin_squared
    name, axis = f"standard basis of dimension {dimension}, shown again", np.eye(1, dimension)
    basis = halfspace_space(name, pools.basis(dimension), dimension, ANY_NUMBER, axis, margin_squared)
    yield Game(basis, partial(against, numbers=range(dimension), rounds=rounds))
    height = _half_angle(margin_squared)
    if dimension == 2:  # noqa: PLR2004 - the plane
        space, script = _arc_space(height, margin_squared)
        yield from _scripted_games(space, script, rounds + len(script))
        for start in script[2 :: len(script) // STARTS]:  # a Perceptron, say, then swings from one end to the other
            yield Game(space, partial(passes, script=[start, *script[:2]], rounds=rounds))
    if dimension > 2:  # noqa: PLR2004 - space
        space, script = cone_space(height, FINE_CONE, ANY_NUMBER, margin_squared)
        yield from _scripted_games(space.in_dimension(dimension), script, rounds + len(script))
    for space in unit_spaces(ANY_NUMBER):
        if space.setting.dimension <= dimension:
            yield from _sample_games(space.in_dimension(dimension), margin_squared, rounds, seed)


def _arc_space(height: Fraction, margin_squared: Fraction) -> tuple[HalfspaceSpace, Script]:
    """Return the space of points of the plane for which e₁ is a target, both ends first, and their labels in turn."""
    ends = [vector(enumerate(x.coordinates(3)[:2])) for x in pools.cone(height, 2)]
    between = [
        x for x in pools.around(ARC_POINTS) if x.coordinates(1)[0] > 0 and x.coordinates(1)[0] ** 2 > margin_squared
    ]
    points = [*ends, *between]
    script: Script = [(number, 1 if number % 2 else -1) for number in range(len(points))]
    points = [pools.scaled(x, label) for x, (_, label) in zip(points, script, strict=True)]
    return halfspace_space("an arc", points, 2, ANY_NUMBER, np.eye(1, 2), margin_squared), script


@lru_cache(maxsize=OTHER_BASES + 3)  # those of one margin: learner after learner plays on them
def _basis_space(margin_squared: Fraction, number: int) -> HalfspaceSpace | None:
    """Return the space of one of the bases of a margin, with ⌊1/δ²⌋ points; the last is ``None``."""
    size = int(1 / margin_squared)
    power = round(math.log(size, 4))
    points: Sequence[Vector]
    if number == 0:
        name, points = "standard basis", pools.basis(size)
    elif number <= OTHER_BASES and size > 1:
        name, points = f"orthonormal basis {number - 1}", [*orthonormal_basis(size, number - 1)]
    elif number == OTHER_BASES + 1 and size > 1 and 4**power == size:
        name, points = "Hadamard basis", pools.aligned(power)
    else:
        return None
    dimension, name = max(size, 2), f"{name} of dimension {size}, shown again"
    return halfspace_space(name, points, dimension, ANY_NUMBER, np.eye(1, dimension), margin_squared, unit=True)


def _scripted_games(space: HalfspaceSpace, script: Script, rounds: int) -> Iterator[HalfspaceGame]:
    yield Game(space, partial(boundary_first, script=script, rounds=rounds), peeks=True)
    yield Game(space, partial(passes, script=script, rounds=rounds))
    yield Game(space, partial(repeat_until_correct, script=script, rounds=rounds))


def _half_angle(margin_squared: Fraction) -> Fraction:
    """Return a short rational t, slightly above the smallest one with 2t/(1 + t²) ≥ δ."""
    height = Fraction(math.tan(math.asin(min(math.sqrt(margin_squared), 1.0)) / 2)).limit_denominator(1000)
    while (2 * height / (1 + height**2)) ** 2 < margin_squared and height < 1:
        height = min(height + Fraction(1, 4096), Fraction(1))
    return height


def _sample_games(space: HalfspaceSpace, margin_squared: Fraction, rounds: int, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games in a search space: an adaptive one, and the points where a random target has the margin."""
    space = space.at(Halfspaces(space.setting.dimension, margin_squared))
    random = seeded(seed, space.name, margin_squared)
    run = partial(widest, random=random, rounds=GREEDY_ROUNDS, margin_squared=margin_squared)
    yield Game(space, run, peeks=True)
    roomy = np.sqrt(float(margin_squared)) * (1 + 1e-9)
    for _ in range(SAMPLES):
        target = random.randrange(len(space.targets))
        numbers = [int(number) for number in np.flatnonzero(np.abs(space.targets[target]) >= roomy)]
        if len(numbers) > 1:
            random.shuffle(numbers)
            script = space.labels_of(target, numbers)
            yield Game(space, partial(boundary_first, script=script, rounds=rounds), peeks=True)
            yield Game(space, partial(passes, script=script, rounds=rounds))


def widest(trial: HalfspaceTrial, random: Random, rounds: int, margin_squared: Fraction) -> Asking[None]:
    """Show the point whose wrong label leaves the largest margin, with this label, while the margin is at least δ."""
    least = float(margin_squared) * (1 + 1e-9)
    trial.space = replace(trial.space, told=False)  # the margins themselves are compared
    while trial.lasts(rounds):
        enough = least * (trial.state.mistakes + 1)
        number, label, potential = yield from most_promising(trial, random, least=enough)
        if potential < enough:
            return
        yield from trial.round(number, label)


def explained_at(margin_squared: Fraction, played: Sequence[Round]) -> Target | None:
    """Return a target of norm at most 1 that explains all rounds with the margin, or ``None``: decided exactly.

    It is a multiple of Σ yx over the points, if that does it (as on orthonormal ones), or else the best one.
    """
    sample = {vector_of(entry): entry.label for entry in played}
    if any(sample[vector_of(entry)] != entry.label for entry in played):
        return None
    total: Weights = {}
    for x, label in sample.items():
        add(total, x, label)
    direction = vector(total)
    if direction.entries:
        target = Target(direction, Fraction(1) / direction.norm_squared())
        margins = [target.margin_squared(x, label) for x, label in sample.items()]
        if all(margin is not None and margin >= margin_squared for margin in margins):
            return target
    best = best_of(played)
    return None if best is None or best.margin_squared < margin_squared else best.target()
