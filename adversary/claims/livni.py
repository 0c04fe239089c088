"""Attacks on Livni, Lecture 8: games against the Perceptrons whose sgn(0) is 0, +1 or −1, as samples in the end."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from adversary.claims.games import Wrong, forced_game, greedy_game
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.perceptron import HalfStepMinus, HalfStepPerceptron, HalfStepPlus
from proofs.claims.candidates import Example, Point, Sample, dot

HALF_STEP_LEARNERS = (HalfStepPerceptron, HalfStepPlus, HalfStepMinus)

MAX_GREEDY_GAME = 60
"""Rounds after which a game is over."""

MAX_BASIS = 9
"""Rounds of the longest game with a new basis vector in each."""


def _basis_games() -> Iterator[Sample]:
    """Show e₁, …, eₙ, and call each prediction wrong: a target with the margin 1/√n on unit points always explains."""
    for n, learner in product(range(1, MAX_BASIS + 1), HALF_STEP_LEARNERS):
        examples, target = forced_game(StandardBasis(margin_squared=Fraction(1, n)), learner())
        yield Sample(tuple(examples), target)


def _greedy_games() -> Iterator[Sample]:
    """Show points of one length that a fixed target explains: whichever the learner is wrong about, as long as any is.

    Of these the one whose w·x is nearest to 0 makes ‖w‖² grow most; ties come first, or last.
    """
    targets: tuple[Point, ...] = ((1, 1, 2), (1, 2, 3), (2, 3, 3), (1, 3, 4))
    for square, target, late, learner in product((3, 5, 6, 9, 10, 14), targets, (False, True), HALF_STEP_LEARNERS):
        examples = tuple(_greedy(learner(), square, target, late=late))
        if examples:
            yield Sample(examples, target)


def _greedy(learner: HalfStepPerceptron, square: int, target: Point, *, late: bool) -> Iterator[Example]:
    points = [point for point in product(range(-3, 4), repeat=3) if dot(point, point) == square and dot(point, target)]
    examples: list[Example] = [(point, 1 if dot(point, target) > 0 else -1) for point in points]
    least = min([dot(target, point) * label for point, label in examples], default=0)
    examples = [(point, label) for point, label in examples if dot(target, point) * label <= least + 2]

    def pick(wrong: list[Wrong]) -> Wrong:
        strict = [entry for entry in wrong if entry[0] < 0]
        return max(strict if late and strict else wrong)

    return greedy_game(learner, examples, MAX_GREEDY_GAME, pick)


@cache
def games() -> tuple[Sample, ...]:
    """Return both kinds."""
    return (*_basis_games(), *_greedy_games())


ATTACKS: dict[str, Callable[[], Iterable[Sample]]] = dict.fromkeys(
    ("livni-8.1", "livni-8.1-display", "livni-8.1-progress", "livni-8.1-length", "livni-8.1-bound"), games
)
"""Attacks on each claim, by its id."""
