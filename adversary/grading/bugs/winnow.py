"""Known bugs of Winnow1 with the factor 2 and the threshold n/2."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from adversary.grading.bugs.games import winnow_games
from adversary.grading.bugs.linear import GENERAL
from adversary.grading.bugs.rule import Imitation, KnownBugs, Rule, bugs_of
from adversary.search.spaces.space import Floats


def _multiplied(m: Imitation, up: float, down: float) -> Floats:
    """Multiply the weights of the variables that are 1, by one factor where the label is +1, by the other else."""
    w: Floats = np.where(m.x > 0, m.w * (up if m.y > 0 else down), m.w)
    return w


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

OF_YOUR_COURSE = "if your course teaches Winnow2, the kind is winnow?variant=2."

FACTORS = (2, 1.1, 1.25, 1.5, 3, 4, math.e)

WINNOW = Rule(
    start=lambda *_: 1.0, terms=lambda m, _: np.append(m.w * m.x, -len(m.w) / 2), step=lambda m, _: _multiplied(m, 2, 0)
)
WINNOW2 = replace(
    WINNOW,
    words="here Winnow2, which this kind does not ask for",
    terms=lambda m, _: np.append(m.w * m.x, -len(m.w)),
    step=lambda m, _: _multiplied(m, 2, 1 / 2),
)


def _over_threshold(m: Imitation, c: tuple[float, float, str]) -> Floats:
    return np.append(m.w * m.x, -THRESHOLDS[c[2]](len(m.w)))


def _divided(m: Imitation, c: tuple[float, float, str]) -> Floats:
    return _multiplied(m, c[1], 1 / c[0])


OTHERS = (
    Rule(
        "{} that divides weights where Winnow1 sets them to 0",
        "After a mistake with the label -1, set the weights of variables that are 1 to 0. "
        f"Winnow2 divides them: {OF_YOUR_COURSE}",
        values=[
            *((down, 2, "n/2") for down in (3, 4, 1.5, 10)),
            *((factor, factor, threshold) for factor in FACTORS for threshold in ("n/2", "n")),
        ],
        words="here by {0[0]:g}, with the factor {0[1]:g} and the threshold {0[2]}",
        terms=_over_threshold,
        step=_divided,
    ),
    Rule(
        "{}2 with a threshold other than n",
        f"Winnow1 sets weights to 0 where Winnow2 divides them, and its threshold is n/2: {OF_YOUR_COURSE}",
        values=[(2, 2, threshold) for threshold in THRESHOLDS if threshold not in ("n/2", "n")],
        words="here {0[2]}",
        terms=_over_threshold,
        step=_divided,
    ),
    Rule(
        "a balanced version of {}, with two weights for each variable",
        "Winnow1 has one weight for each variable and the threshold n/2.",
        values=FACTORS,
        sees=lambda _, x, __: np.append(x, -x),
        terms=lambda m, _: m.w * m.x,
        step=lambda m, c: m.w * c ** (m.y * m.x),
        exact=True,
    ),
    Rule(
        "{} that uses the coordinates 0 and 1 as indices of weights",
        "If x is an array of ints, w[x] picks w[0] and w[1]: write w[x == 1].",
        step=lambda m, _: np.where(np.isin(np.arange(len(m.w)), m.x), m.w * (2 if m.y > 0 else 0), m.w),
    ),
    Rule(
        "{} with a factor other than 2",
        "Double the weights after a mistake with the label +1.",
        values=(*FACTORS[1:], 10),
        words="here {:g}",
        step=lambda m, c: _multiplied(m, c, 0),
    ),
    Rule(
        "{} that also doubles weights when it is right",
        "In update, change the weights only if the prediction was wrong.",
        moves=lambda m, _: m.wrong or m.y > 0,
    ),
    Rule(
        "{} that adds 1 to weights where Winnow1 doubles them",
        "Multiply the weights by 2 after a mistake with the label +1.",
        step=lambda m, _: np.where(m.x > 0, m.w + 1 if m.y > 0 else 0, m.w),
    ),
    Rule(
        "{} that subtracts 1 from weights where Winnow1 sets them to 0",
        "Set the weights of variables that are 1 to 0 after a mistake with the label -1.",
        values=(-math.inf, 0),
        step=lambda m, c: np.where(m.x > 0, m.w * 2 if m.y > 0 else np.maximum(m.w - 1, c), m.w),
    ),
    Rule(
        "{} that doubles weights after the label -1, and lowers them after +1",
        "Weights grow after a mistake with the label +1, and become 0 after one with the label -1.",
        values=(0, 0.5),
        step=lambda m, c: _multiplied(m, c, 2),
    ),
    Rule(
        "{} that changes the weights of all variables",
        "Change only the weights of variables that are 1 in the point.",
        values=("both", "doubling", "setting to 0"),
        words="here in {}",
        step=lambda m, c: (
            m.w * (2 if m.y > 0 else 0)
            if c in ("both", "doubling" if m.y > 0 else "setting to 0")
            else _multiplied(m, 2, 0)
        ),
    ),
    Rule(
        "{} that changes the weights of variables that are 0",
        "Change only the weights of variables that are 1 in the point.",
        step=lambda m, _: np.where(m.x > 0, m.w, m.w * (2 if m.y > 0 else 0)),
    ),
    Rule(
        "a Perceptron, not {}",
        "Double the weights, or set them to 0: do not add y·x to them.",
        values=[(start, bias, half) for start in (0, 1) for bias in (False, True) for half in (False, True)],
        start=lambda c, _: c[0],
        sees=lambda _, x, c: np.append(x, 1) if c[1] else x,
        terms=lambda m, c: np.append(m.w * m.x, -len(m.w) / 2 if c[2] else 0),
        step=lambda m, _: m.w + m.y * m.x,
    ),
    Rule(
        "{} with a threshold other than n/2, or with initial weights other than 1",
        "Start with all weights 1. Predict +1 if the weights of the variables that are 1 add up to n/2 or more.",
        values=[threshold for threshold in THRESHOLDS if threshold != "n/2"],
        words="here {} with weights 1",
        terms=lambda m, c: np.append(m.w * m.x, -THRESHOLDS[c](len(m.w))),
    ),
    Rule(
        "{} that divides its weights by their sum",
        "Do not divide the weights.",
        step=lambda m, _: _multiplied(m, 2, 0) / max(_multiplied(m, 2, 0).sum(), 1e-300),
    ),
    Rule(
        "{} that learns only from its first mistakes",
        "Learn from every mistake, however many there are.",
        values=range(1, 11),
        words="here {:d}",
        step=lambda m, c: _multiplied(m, 2, 0) if m.mistakes <= c else m.w,
    ),
)

KNOWN_BUGS = KnownBugs(
    [WINNOW], bugs_of("Winnow", (OTHERS, [WINNOW]), (GENERAL, [WINNOW, WINNOW2])), winnow_games, "dense"
)

OF_2 = (
    Rule(
        "{} that sets weights to 0 where Winnow2 halves them",
        "After a mistake with the label -1, halve the weights of variables that are 1.",
        step=lambda m, _: _multiplied(m, 2, 0),
    ),
    Rule(
        "{} that does not lower weights",
        "After a mistake with the label -1, halve the weights of variables that are 1.",
        step=lambda m, _: _multiplied(m, 2, 1),
    ),
    Rule(
        "{} that halves weights after the label +1, and doubles them after -1",
        "Weights grow after a mistake with the label +1.",
        step=lambda m, _: _multiplied(m, 1 / 2, 2),
    ),
    Rule(
        "{} that changes the weights of all variables",
        "Change only the weights of variables that are 1 in the point.",
        step=lambda m, _: m.w * (2 if m.y > 0 else 1 / 2),
    ),
    Rule(
        "{} with another threshold",
        "The threshold of Winnow2 is n.",
        values=[threshold for threshold in THRESHOLDS if threshold != "n"],
        words="here {}",
        terms=lambda m, c: np.append(m.w * m.x, -THRESHOLDS[c](len(m.w))),
    ),
    Rule(
        "{} with another factor",
        "Double the weights, and halve them.",
        values=(*FACTORS[1:], 10),
        words="here {:g}",
        step=lambda m, c: _multiplied(m, c, 1 / c),
    ),
)
"""What may be wrong with Winnow2."""

OF_WINNOW2 = KnownBugs(
    [replace(WINNOW2, words="")],
    bugs_of("Winnow2", ((*OF_2, *GENERAL), [replace(WINNOW2, words="")])),
    winnow_games,
    "dense",
)
