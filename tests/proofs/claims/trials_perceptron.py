"""What would contradict theorems about the Perceptron, and about linear classifiers.

Each function takes a candidate, and returns whether it contradicts the theorem.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import floor
from typing import Any

from trial_samples import in_passes, unit_games

from proofs.claims.candidates import Example, Point, Sample, add, dot, margin, norm_squared, sample
from proofs.claims.perceptron import HALF, every_run, mislabeled, mistakes, returned
from proofs.claims.predicates.linear import errors, optimum
from proofs.claims.predicates.passes import THREE, run_on
from proofs.claims.predicates.unit_samples import Setting
from proofs.exact.rationals import Rational

# ---------------------------------------------------------------------------------------------------- bounds and orders


Test = Callable[[Sample], bool]

RUN_FOR = 6
"""Updates for which the Perceptron is run where no bound says how many it makes."""


def exceeds_bound(  # noqa: PLR0913 - each is what a source says differently
    game: Sample,
    *,
    tie: int = 0,
    step: Rational = 1,
    factor: Rational = 1,
    unit: bool = False,
    longest: bool = True,
) -> bool:
    """Test that one pass makes at most factor·‖u‖²R²/γ² mistakes; where not ``longest``, with 1 in the place of R²."""
    if not game.ratio or (unit and not is_unit(game)):
        return False
    most = factor * game.ratio / (1 if longest else game.radius_squared)
    return len(mistakes(game.examples, tie=tie, step=step)) > most


def grows_too_long(game: Sample, *, tie: int = 0, step: Rational = 1, unit: bool = False, longest: bool = True) -> bool:
    """Test that ‖w‖² ≤ MR² after M mistakes; where not ``longest``, with 1 in the place of R²."""
    if not game.examples or (unit and not is_unit(game)):
        return False
    square, made = game.radius_squared if longest else 1, mistakes(game.examples, tie=tie, step=step)
    return any(norm_squared(one.after) > number * square for number, one in enumerate(made, 1))


def is_unit(game: Sample) -> bool:
    """Return whether every point has length 1."""
    return all(norm_squared(x) == 1 for x, _ in game.examples)


def any_order_falls_behind(game: Sample) -> bool:
    """Test that ⟨u, w⟩ ≥ tγ after t updates, in any order."""
    runs = enumerate(every_run(game.examples, game.ratio // 1 + 2) if game.ratio else ())
    return any(dot(game.target or (), w) < t * game.margin for t, states in runs for w in states)


def any_order_grows_too_long(game: Sample) -> bool:
    """Test that ‖w‖² ≤ R²t after t updates, in any order; the sample need not be separable."""
    runs = enumerate(every_run(game.examples, RUN_FOR) if game.examples else ())
    return any(norm_squared(w) > game.radius_squared * t for t, states in runs for w in states)


ORDERED_AT_MOST = 4
"""Examples of a sample up to which all its orders are tried."""


def in_every_order(test: Test) -> Test:
    """Test a few examples in each of their orders."""

    def violated(game: Sample) -> bool:
        orders = permutations(game.examples) if len(game.examples) <= ORDERED_AT_MOST else ()
        return any(test(Sample(order, game.target)) for order in orders)

    return violated


def halts_inseparable(game: Sample) -> bool:
    """Test that no run halts, soon or later, on examples that no w separates."""
    return bool(game.examples) and game.shortest is None and bool(returned(game.examples, RUN_FOR))


# --------------------------------------------------------------------------------------------------------------- passes


def sum_differs(game: Sample) -> bool:
    """Test that the sum of y·x over all updates is the w that is returned, and separates S."""
    added: Point = (0,) * game.dimension
    updates = run_on(game)[1]
    for made in updates:
        added = add(added, *game.examples[made.number])
    return bool(updates) and (added != updates[-1].after or bool(mislabeled(added, game.examples)))


def bases() -> Iterator[Sample]:
    """Yield orthonormal points: bases of up to four vectors, and two of other directions, with labels of both signs."""
    for n in range(1, 5):
        for labels in product((1, -1), repeat=n):
            yield sample(*[([int(i == j) for j in range(n)], label) for i, label in enumerate(labels)])
    yield sample(((Fraction(3, 5), Fraction(4, 5)), 1), ((Fraction(-4, 5), Fraction(3, 5)), -1))


def fewest_updates(examples: tuple[Example, ...], most: int) -> int:
    """Return how many updates the shortest run makes before it halts; ``most`` + 1 if that is more than ``most``."""
    levels = enumerate(every_run(examples, most))
    return next((made for made, found in levels if not all(mislabeled(w, examples) for w in found)), most + 1)


def two_points(k: int) -> tuple[Sample, int]:
    """Return (1, 0) and (−k, 1), both labeled +1, and (k + 1)² + 1."""
    return sample(((1, 0), 1), ((-k, 1), 1)), (k + 1) ** 2 + 1


# On the following points every run makes as many updates as ‖U‖² of the shortest U with all y⟨U, x⟩ ≥ 1, which is
# 1 on all examples. No run makes fewer: let z = y·x, let v ≥ 0 be multipliers with U = Σ vᵢzᵢ, and let a run update nᵢ
# times with example i, so that w = Σ nᵢzᵢ. If w separates, the integers ⟨w, zᵢ⟩ are at least 1, so that
# Σ nᵢ = Σ nᵢ⟨U, zᵢ⟩ = ⟨U, w⟩ = Σ vᵢ⟨w, zᵢ⟩ ≥ Σ vᵢ = ‖U‖². No run makes more: a weight grows in size, by 1, only where
# it is at most a sum of earlier ones, and so never gets beyond that of U. (Hampson and Volper, Linear function neurons,
# 1986; Anthony and Shawe-Taylor, Using the Perceptron algorithm to find consistent hypotheses, 1993.)


def binary_points(n: int) -> tuple[Sample, int]:
    """Return n points of {0, 1}ⁿ and F(n + 1)·F(n + 2) − 1 ≥ φ²ⁿ⁻¹ − 1, with the Fibonacci numbers F.

    They are labeled by whether the largest index of a 1 is even (+1) or odd (−1), from 1: ODD-MAX-BIT (Beigel,
    Perceptrons, PP, and the polynomial hierarchy), a decision list. Point i has ones at i and at the smaller indices of
    the other parity. U has the numbers ±F(2) to ±F(n + 1).
    """
    points = [[int(j == i or (j < i and (i - j) % 2 == 1)) for j in range(1, n + 1)] for i in range(1, n + 1)]
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return sample(*[(x, 1 - 2 * (i % 2)) for i, x in enumerate(points, 1)]), a * b - 1


def ends_early(number: int, *, family: Callable[[int], tuple[Sample, int]]) -> bool:
    """Test that no run on the family's sample of a number makes fewer updates than the family says."""
    game, least = family(number)
    return fewest_updates(game.examples, least - 1) < least


def either_tie(test: Callable[..., object], **options: Any) -> Test:
    """Test with sgn(0) = +1 and with sgn(0) = −1."""
    return lambda game: any(test(game, tie=tie, **options) for tie in (1, -1))


def games() -> tuple[Sample, ...]:
    """Return separable samples on points of one length, with many mistakes, and some three times over."""
    return (THREE, *unit_games(1)[::2], *unit_games(-1)[1::2], *unit_games(0, HALF)[::2], *in_passes())


# --------------------------------------------------------------------------------------------------------- unit samples


BASES: tuple[tuple[Point, ...], ...] = (
    *[tuple([tuple([int(i == j) for j in range(n)]) for i in range(n)]) for n in range(1, 6)],
    ((Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(-3, 5))),
    tuple([tuple([Fraction(value, 3) for value in x]) for x in ((1, 2, 2), (2, 1, -2), (2, -2, 1))]),
)
"""Orthonormal points: standard bases, and two others."""


def settings() -> Iterator[Setting]:
    """Yield margins up to 2 in one to four dimensions."""
    squares = sorted({Fraction(p, q) for q in range(1, 8) for p in range(1, 2 * q + 1)})
    return ({"margin_squared": square, "dimension": dimension} for square in squares for dimension in range(1, 5))


def labelings() -> Iterator[Sample]:
    """Yield orthonormal points with all labels, and the target Σ yᵢxᵢ, of margin 1: the bound is reached on them."""
    for basis in BASES:
        for labels in product((1, -1), repeat=len(basis)):
            examples = list(zip(basis, labels, strict=True))
            yield sample(*examples, target=[sum([label * x[i] for x, label in examples]) for i in range(len(basis))])


def value_differs(game: Sample) -> bool:
    """Test that n orthonormal points may have any labels at δ² = 1/n, and that the Perceptron makes ≤ 1/δ² mistakes.

    v = δ·Σ yᵢxᵢ has length 1 and margin δ.
    """
    points = [x for x, _ in game.examples]
    if any(dot(x, z) != (i == j) for i, x in enumerate(points) for j, z in enumerate(points)):
        return exceeds_bound(game, tie=1, unit=True)
    total: Point = (0,) * game.dimension
    for x, label in game.examples:
        total = add(total, x, label)
    return (norm_squared(total), margin(total, game.examples)) != (len(points), 1)


def floor_not_attained(setting: Setting) -> bool:
    """Test that the Perceptron makes ⌊1/δ²⌋ mistakes on e₁, e₂, … labeled against it: v = −δ·Σ eᵢ, and ‖v‖² ≤ 1."""
    n = floor(1 / Fraction(setting["margin_squared"]))
    return len(mistakes([(tuple([int(i == j) for j in range(n)]), -1) for i in range(n)], tie=1)) != n


# -------------------------------------------------------------------------------------------------------- the dual form


def is_not_signed_sum(game: Sample) -> bool:
    """Test that w is the sum of y·z over the mistakes z, and w·x that of y(z·x), whenever x is a mistake."""
    terms: list[tuple[Point, int]] = []
    for made in mistakes(game.examples, tie=1):
        x, label = game.examples[made.number]
        found = sum([sign * dot(z, x) for z, sign in terms])
        terms.append((x, label))
        total = tuple([sum([sign * z[i] for z, sign in terms]) for i in range(len(x))])
        if total != made.after or found != dot(made.before, x):
            return True
    return False


# --------------------------------------------------------------------------------------------------- linear classifiers


def searched_in_vain(case: Sample) -> bool:
    """Test that the search through finitely many w finds one that errs no more than any w of a grid."""
    least, best = optimum(case.examples)
    grid = product((0, 1, -1, 2, -2), repeat=case.dimension)
    return errors(best, case.examples) != least or any(errors(w, case.examples) < least for w in grid)


def separable_above_0(case: Sample) -> bool:
    """Test that Opt(S) = 0 iff some U has all y⟨U, x⟩ > 0, each by its own certificate."""
    return (optimum(case.examples)[0] == 0) != (case.shortest is not None)


def unit_system_differs(case: Sample) -> bool:
    """Test that all y⟨w, x⟩ ≥ 1 has a solution iff Opt(S) = 0, and then one by division: w/γ(w) for any separator."""
    solution, (least, best) = case.shortest, optimum(case.examples)
    if solution is None or least:
        return (solution is None) != bool(least)
    divided = tuple([Fraction(value) / margin(best, case.examples) for value in best])
    return min(margin(solution, case.examples), margin(divided, case.examples)) < 1
