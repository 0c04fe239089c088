"""Variants of Winnow1 with the factor 2 and the threshold n/2."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from adversary.grading.variants.linear import GENERAL, TIES, Linear, Rule, as_it_is
from adversary.grading.variants.variant import Family, Variant
from adversary.search.games import class_games
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Floats
from learners.checks.replayer import Rounds

ROUNDS, GAMES = 40, 3
"""Rounds of a game that tells variants apart, and games in each of the smaller spaces."""

WINNOW = Rule(
    start=lambda *_: 1.0,
    terms=lambda m, _: np.append(m.w * m.x, -len(m.w) / 2),
    step=lambda m, _: _multiplied(m, 2, 0),
    ties=TIES[:1],
)


def _multiplied(m: Linear, up: float, down: float) -> Floats:
    """Multiply the weights of the variables that are 1, by one factor where the label is +1, by the other else."""
    return np.where(m.x > 0, m.w * (up if m.y > 0 else down), m.w)


THRESHOLDS: dict[str, Callable[[int], float]] = {
    "n/2": lambda n: n / 2,
    "n": float,
    "n/4": lambda n: n / 4,
    "2n": lambda n: 2 * n,
    "1": lambda _: 1.0,
    "1/2": lambda _: 0.5,
    "√n": lambda n: float(n**0.5),
    "log₂ n": lambda n: float(np.log2(n)),
    "n²/2": lambda n: n * n / 2,
    "n²": lambda n: float(n * n),
}

FACTORS = (2, 1.1, 1.25, 1.5, 3, 4, math.e)

WINNOW2 = replace(
    WINNOW, terms=lambda m, _: np.append(m.w * m.x, -len(m.w)), step=lambda m, _: _multiplied(m, 2, 1 / 2)
)

DIVIDES = replace(
    WINNOW,
    words="here by {0[0]:g}, with the factor {0[1]:g} and the threshold {0[2]}",
    terms=lambda m, c: np.append(m.w * m.x, -THRESHOLDS[c[2]](len(m.w))),
    step=lambda m, c: _multiplied(m, c[1], 1 / c[0]),
)

OTHERS = (
    replace(
        DIVIDES,
        name="{} that divides weights where Winnow1 sets them to 0",
        advice="After a mistake with the label -1, set the weights of variables that are 1 to 0. Winnow2 divides them.",
        parameters=[
            *((down, 2, "n/2") for down in (3, 4, 1.5, 10)),
            *((factor, factor, threshold) for factor in FACTORS for threshold in ("n/2", "n")),
        ],
    ),
    replace(
        DIVIDES,
        name="{}2 with a threshold other than n",
        advice="Winnow1 sets weights to 0 where Winnow2 divides them, and its threshold is n/2.",
        parameters=[(2, 2, threshold) for threshold in THRESHOLDS if threshold not in ("n/2", "n")],
        words="here {0[2]}",
    ),
    replace(
        WINNOW,
        name="a balanced version of {}, with two weights for each variable",
        advice="Winnow1 has one weight for each variable and the threshold n/2.",
        parameters=FACTORS,
        sees=lambda _, x, __: np.append(x, -x),
        terms=lambda m, _: m.w * m.x,
        step=lambda m, c: m.w * c ** (m.y * m.x),
        exact=True,
    ),
    replace(
        WINNOW,
        name="{} that uses the coordinates 0 and 1 as indices of weights",
        advice="If x is an array of ints, w[x] picks w[0] and w[1]: write w[x == 1].",
        step=lambda m, _: np.where(np.isin(np.arange(len(m.w)), m.x), m.w * (2 if m.y > 0 else 0), m.w),
    ),
    replace(
        WINNOW,
        name="{} with a factor other than 2",
        advice="Double the weights after a mistake with the label +1.",
        parameters=(*FACTORS[1:], 10),
        words="here {:g}",
        step=lambda m, c: _multiplied(m, c, 0),
    ),
    replace(
        WINNOW,
        name="{} that also doubles weights when it is right",
        advice="In update, change the weights only if the prediction was wrong.",
        moves=lambda m, _: m.wrong or m.y > 0,
    ),
    replace(
        WINNOW,
        name="{} that adds 1 to weights where Winnow1 doubles them",
        advice="Multiply the weights by 2 after a mistake with the label +1.",
        step=lambda m, _: np.where(m.x > 0, m.w + 1 if m.y > 0 else 0, m.w),
    ),
    replace(
        WINNOW,
        name="{} that subtracts 1 from weights where Winnow1 sets them to 0",
        advice="Set the weights of variables that are 1 to 0 after a mistake with the label -1.",
        parameters=(-math.inf, 0),
        step=lambda m, c: np.where(m.x > 0, m.w * 2 if m.y > 0 else np.maximum(m.w - 1, c), m.w),
    ),
    replace(
        WINNOW,
        name="{} that doubles weights after the label -1, and lowers them after +1",
        advice="Weights grow after a mistake with the label +1, and become 0 after one with the label -1.",
        parameters=(0, 0.5),
        step=lambda m, c: _multiplied(m, c, 2),
    ),
    replace(
        WINNOW,
        name="{} that changes the weights of all variables",
        advice="Change only the weights of variables that are 1 in the point.",
        parameters=("both", "doubling", "setting to 0"),
        words="here in {}",
        step=lambda m, c: (
            m.w * (2 if m.y > 0 else 0)
            if c in ("both", "doubling" if m.y > 0 else "setting to 0")
            else _multiplied(m, 2, 0)
        ),
    ),
    replace(
        WINNOW,
        name="{} that changes the weights of variables that are 0",
        advice="Change only the weights of variables that are 1 in the point.",
        step=lambda m, _: np.where(m.x > 0, m.w, m.w * (2 if m.y > 0 else 0)),
    ),
    replace(
        WINNOW,
        name="a Perceptron, not {}",
        advice="Double the weights, or set them to 0: do not add y·x to them.",
        parameters=[(start, bias, half) for start in (0, 1) for bias in (False, True) for half in (False, True)],
        start=lambda c, _: c[0],
        sees=lambda _, x, c: np.append(x, 1) if c[1] else x,
        terms=lambda m, c: np.append(m.w * m.x, -len(m.w) / 2 if c[2] else 0),
        step=lambda m, _: m.w + m.y * m.x,
    ),
    replace(
        WINNOW,
        name="{} with a threshold other than n/2, or with initial weights other than 1",
        advice="Start with all weights 1. Predict +1 if the weights of the variables that are 1 add up to n/2 or more.",
        parameters=[threshold for threshold in THRESHOLDS if threshold != "n/2"],
        words="here {} with weights 1",
        terms=lambda m, c: np.append(m.w * m.x, -THRESHOLDS[c](len(m.w))),
    ),
    replace(
        WINNOW,
        name="{} that divides its weights by their sum",
        advice="Do not divide the weights.",
        step=lambda m, _: _multiplied(m, 2, 0) / max(_multiplied(m, 2, 0).sum(), 1e-300),
    ),
    replace(
        WINNOW,
        name="{} that learns only from its first mistakes",
        advice="Learn from every mistake, however many there are.",
        parameters=range(1, 11),
        words="here {:d}",
        step=lambda m, c: _multiplied(m, 2, 0) if m.mistakes <= c else m.w,
    ),
)


def games() -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games with the labels of a disjunction, on points that come again."""
    for space in class_games.winnow_spaces(class_games.DISJUNCTIONS[1:4]):
        for number in range(GAMES):
            random = Random(number)  # noqa: S311 - reproducible, not secret
            concept = random.randrange(len(space.targets))
            shown = random.choices(range(space.points), k=ROUNDS)
            yield space, tuple(space.labels_of(concept, shown))


def _broken(rule: Rule) -> Variant:
    """Return a rule about mistakes as a variant of Winnow1 and of Winnow2."""
    other = rule.words or "here Winnow2, which this kind does not ask for"
    made = [
        replace(rule, start=base.start, step=base.step, terms=terms, ties=base.ties, words=words).variant("Winnow")
        for base, words in ((WINNOW, rule.words), (WINNOW2, other))
        for terms in [base.terms if rule.terms is Rule.terms else rule.terms]
    ]
    return replace(made[0], makes=[make for variant in made for make in variant.makes])


FAMILY = Family(
    [partial(Linear, WINNOW, 0, TIES[0], as_it_is)],
    [*[rule.variant("Winnow") for rule in OTHERS], *map(_broken, GENERAL)],
    games,
    "dense",
)
