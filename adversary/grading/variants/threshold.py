"""Variants of the Perceptron with a bias, which is a Perceptron on the points (x, 1)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from adversary.grading.variants.linear import GENERAL, TIES, Linear, Rule
from adversary.grading.variants.perceptron import (
    ANYWHERE,
    BY_COORDINATES,
    DIMENSION,
    GAUSSIAN,
    LARGER,
    SCALES,
    labeled,
)
from adversary.grading.variants.variant import Family
from adversary.search.spaces import pools
from adversary.search.spaces.halfspaces import THRESHOLD
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Floats
from learners.checks.replayer import Rounds
from proofs.exact.vectors import vector

STARTS = (1, 0, -1, 0.5, 0.1, 0.01)
NAME = "a Perceptron with a bias"
SHAPES = [(DIMENSION, 160, scale) for scale in SCALES[:6]] + [(*larger, SCALES[0]) for larger in LARGER]
"""Dimensions, rounds and lengths of points of games: on much shorter ones the bias alone counts."""


def lift(x: Floats) -> Floats:
    """Return (x, 1), where the last weight is the bias."""
    return np.append(x, 1)


def _step(m: Linear, bias: float) -> Floats:
    """Return the weights after a round in which the bias changes by so much, and the others on a mistake."""
    step: Floats = np.append(m.y * m.x[:-1] * m.wrong, bias)
    return m.w + step


OF_THE_BIAS = (
    Rule(
        name="{} that never changes",
        advice="On a mistake, add y to b, as y·x to w, and add b to w·x in predict.",
        step=lambda m, _: _step(m, 0),
    ),
    Rule(
        name="{} that changes in the wrong direction",
        advice="If predict adds b to w·x, add y to b on a mistake: do not subtract it.",
        step=lambda m, _: _step(m, -m.y),
    ),
    Rule(
        name="{} that changes in one direction only",
        advice="On a mistake, add y to b, whether y is 1 or -1. b may be negative.",
        parameters=(1, -1),
        words="here {:+d}",
        step=lambda m, c: _step(m, m.y if m.y == c else 0),
    ),
    Rule(
        name="{} that is replaced by y",
        advice="On a mistake, add y to b: write b += y, not b = y.",
        step=lambda m, _: np.append((m.w + m.y * m.x)[:-1], m.y),
    ),
    Rule(
        name="{} that changes only when the answer is right",
        advice="Change b when w is changed: on a mistake.",
        moves=lambda *_: True,
        step=lambda m, _: _step(m, 0 if m.wrong else m.y),
    ),
    Rule(
        name="{} that changes in every round",
        advice="Change b when w is changed: only on a mistake.",
        moves=lambda *_: True,
        step=lambda m, _: _step(m, m.y),
    ),
    Rule(
        name="{} whose steps are longer or shorter than those of w",
        advice="Add rate·y to b where rate·y·x is added to w, with the same rate. A 1 appended to x is right, too.",
        parameters=(0.01, 0.1, 0.5, 2, 10, 100, 5, 0.2, 25),
        words="here {:g} times as long",
        step=lambda m, c: _step(m, c * m.y),
    ),
    Rule(
        name="{} that does not start at w = 0 and b = 0",
        advice="Start with zeros.",
        parameters=[(w, b) for w in STARTS for b in STARTS if w or b],
        words="here all of w are {0[0]:g}, and b is {0[1]:g}",
        start=lambda c, dimension: np.append(np.full(dimension, c[0]), c[1]),
    ),
)
"""What may be wrong with the bias alone, or where it starts."""

OF_W = "{} that clips", "{} whose weights are never", "{} whose weights are whole"
"""How rules about coordinates begin that are of use with a bias, too."""


def games() -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games on integer points, times such lengths, with the labels of a hidden target with a threshold."""
    for number, (dimension, rounds, scale) in enumerate(SHAPES):
        features, random = THRESHOLD(dimension), Random(number)  # noqa: S311 - reproducible, not secret
        grid = [vector(enumerate(random.choices(range(-3, 4), k=dimension))) for _ in range(rounds // 2)]
        target = vector(enumerate(random.choices((-3, -2, -1, 1, 2, 3), k=dimension + 1)))
        points = [x for x in (pools.scaled(x, scale) for x in grid) if target.dot(features(x))]
        yield labeled(points, target, random, dimension, lift=features, rounds=rounds)


def _with_b(rule: Rule) -> Rule:
    """Return a rule whose texts are about w·x + b."""
    return replace(rule, name=rule.name.replace("w·x", "w·x + b"), advice=rule.advice.replace("w·x", "w·x + b"))


FAMILY = Family(
    [partial(Linear, Rule(), 0, tie, lift) for tie in TIES],
    [
        rule.variant(NAME, lift)
        for rule in (
            *OF_THE_BIAS,
            *[_with_b(rule) for rule in (*ANYWHERE, *GENERAL)],
            *[rule for rule in BY_COORDINATES if rule.name.startswith(OF_W)],
            GAUSSIAN,
        )
    ],
    games,
    "dense",
)
