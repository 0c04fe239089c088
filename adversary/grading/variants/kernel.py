"""Variants of the kernel Perceptron, which is a Perceptron in the kernel's feature space."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from adversary.grading.variants.linear import GENERAL, TIES, Linear, Rule
from adversary.grading.variants.perceptron import ANYWHERE, GAUSSIAN, POINTS, features, labeled, polynomial
from adversary.grading.variants.variant import Family
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Floats
from learners.checks.replayer import Rounds
from proofs.exact.rationals import Rational
from proofs.exact.vectors import polynomial_features, vector

DEGREES, CONSTANTS = (1, 2, 3, 4), (0, 0.1, 0.25, 0.5, 0.9, 1, 2, 3, 5, 10)
DIMENSION, GAMES = 3, 8


def family(degree: int, constant: Rational) -> Family:
    """Return the variants of the Perceptron with the kernel (⟨a, b⟩ + constant)^degree."""
    lift, kernel, name = features(degree, float(constant)), f"(⟨a, b⟩ + {constant})^{degree}", "a kernel Perceptron"
    others = [
        Rule(
            name="{} with a polynomial kernel of another degree or constant",
            advice=f"The kernel of this kind is {kernel}.",
            parameters=[
                (d, c) for d in DEGREES for c in CONSTANTS if (d, c) != (degree, constant) and (d > 1 or c in (0, 1))
            ],
            words="here (⟨a, b⟩ + {0[1]:g})^{0[0]}",
            terms=lambda m, c: m.kernel(polynomial(*c)),
        ),
        replace(GAUSSIAN, advice=f"The kernel of this kind is {kernel}."),
        Rule(
            name="{} that applies the kernel to the sum of its points",
            advice="Add up y·K(z, x) over all mistakes z: that is not K(w, x) with the sum w of all y·z.",
            terms=lambda m, _: np.array([(m.w @ m.x + float(constant)) ** degree]),
        ),
        Rule(
            name="{} whose constant is added after the power",
            advice="Add the constant to ⟨a, b⟩ first, and then take the power.",
            terms=lambda m, _: m.kernel(lambda rows, x: (rows @ x) ** degree + float(constant)),
        ),
        Rule(
            name="{} with wrong factors of features, or with missing features",
            advice=f"Multiply {kernel} out: each monomial with the coefficient n gives a feature with the factor √n. "
            f"For degree 2 these are √{2 * constant}·xᵢ and √2·xᵢ·xⱼ for i < j, and no other.",
            parameters=[features(degree, float(constant), factors) for factors in _other_factors()],
            sees=lambda _, x, c: c(x),
        ),
    ]
    return Family(
        [partial(Linear, Rule(), 0, tie, lift) for tie in TIES],
        [*(rule.variant(name) for rule in others), *(rule.variant(name, lift) for rule in (*ANYWHERE, *GENERAL))],
        partial(games, degree, constant),
        "dense",
    )


def _other_factors() -> Iterator[Callable[[NDArray[np.int64], Floats], Floats]]:
    """Yield wrong factors: of monomials of a lower degree, of products and of powers of coordinates, and of 1.

    A factor is how often the monomial is in the power, to this exponent; with ``None`` it is left out.
    """
    for exponents in product((0.5, 0, 1, None), (0.5, 0, 1, None), (0.5, None), (0.5, None)):
        # Right are roots, also without the 1. And without all of a lower degree the kernel is one with the constant 0.
        if exponents[:3] != (0.5, 0.5, 0.5) and exponents != (None, 0.5, 0.5, None):
            yield partial(_factors, exponents)


def _factors(exponents: Sequence[float | None], places: NDArray[np.int64], times: Floats) -> Floats:
    lower, mixed, power, one = exponents
    found = []
    for place, count in zip(places.tolist(), times, strict=True):
        kind = mixed if len({*place}) > 1 else power
        if last := place.count(places.max()):
            kind = one if last == len(place) else lower
        found.append(0.0 if kind is None else count**kind)
    return np.array(found)


def games(degree: int, constant: Rational) -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games on points of a grid in space, with the labels of a hidden target in the feature space."""
    lift = polynomial_features(DIMENSION, degree, constant)
    for number in range(GAMES):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        target = vector(enumerate(random.choices(range(-3, 4), k=40)))
        grid = [vector(enumerate(random.choices(range(-4, 5), k=DIMENSION))) for _ in range(POINTS)]
        points = [vector((i, v * Fraction(1, 2)) for i, v in x.entries) for x in grid]
        yield labeled([x for x in points if target.dot(lift(x))], target, random, DIMENSION, lift=lift)
