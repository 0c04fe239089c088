"""Variants of the kernel Perceptron, which is a Perceptron in the kernel's feature space."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from adversary.grading.variants.linear import GENERAL, TIES, Lift, Linear, Rule, as_it_is
from adversary.grading.variants.perceptron import ANYWHERE, GAUSSIAN, POINTS, features, labeled, polynomial
from adversary.grading.variants.variant import Family
from adversary.search.spaces.registry import SearchSpace
from learners.checks.replayer import Rounds
from proofs.exact.rationals import Rational
from proofs.exact.vectors import polynomial_features, vector

DEGREES, CONSTANTS = (1, 2, 3, 4), (0, 0.1, 0.25, 0.5, 0.9, 1, 2, 3, 5, 10)
DIMENSION, GAMES = 3, 8


def family(degree: int, constant: Rational) -> Family:
    """Return the variants of the Perceptron with the kernel (⟨a, b⟩ + constant)^degree."""
    lift = features(degree, float(constant))
    others: list[tuple[Rule, Lift]] = [
        (
            Rule(
                name="{} with a polynomial kernel of another degree or constant",
                advice=f"The kernel of this kind is (⟨a, b⟩ + {constant})^{degree}.",
                parameters=[
                    (d, c)
                    for d in DEGREES
                    for c in CONSTANTS
                    if (d, c) != (degree, constant) and (d > 1 or c in (0, 1))
                ],
                words="here (⟨a, b⟩ + {0[1]:g})^{0[0]}",
                terms=lambda m, c: m.kernel(polynomial(*c)),
            ),
            as_it_is,
        ),
        (replace(GAUSSIAN, advice=f"The kernel of this kind is (⟨a, b⟩ + {constant})^{degree}."), as_it_is),
        (
            Rule(
                name="{} whose constant is added after the power",
                advice="Add the constant to ⟨a, b⟩ first, and then take the power.",
                terms=lambda m, _: m.kernel(lambda rows, x: (rows @ x) ** degree + float(constant)),
            ),
            as_it_is,
        ),
        (
            Rule(
                name="{} that keeps every point once",
                advice="Keep a point again whenever there is a mistake on it, or count its mistakes.",
                moves=lambda m, _: m.wrong and not any((step == m.y * m.x).all() for step in m.steps),
            ),
            lift,
        ),
    ]
    rules = [*others, *((rule, lift) for rule in (*ANYWHERE, *GENERAL))]
    return Family(
        [partial(Linear, Rule(), 0, tie, lift) for tie in TIES],
        [rule.variant("a kernel Perceptron", space) for rule, space in rules],
        partial(games, degree, constant),
        "dense",
    )


def games(degree: int, constant: Rational) -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games on points of a grid in space, with the labels of a hidden target in the feature space."""
    lift = polynomial_features(DIMENSION, degree, constant)
    for number in range(GAMES):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        target = vector(enumerate(random.choices(range(-3, 4), k=40)))
        grid = [vector(enumerate(random.choices(range(-4, 5), k=DIMENSION))) for _ in range(POINTS)]
        points = [vector((i, v * Fraction(1, 2)) for i, v in x.entries) for x in grid]
        yield labeled([x for x in points if target.dot(lift(x))], target, random, DIMENSION, lift=lift)
