"""Variants of the Perceptron."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement, permutations
from math import factorial, prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adversary.grading.variants.linear import GENERAL, ROUNDING, TIES, Lift, Linear, Rule, as_it_is, is_short
from adversary.grading.variants.variant import Family
from adversary.search.spaces import pools
from adversary.search.spaces.registry import SearchSpace, space_of
from adversary.search.spaces.space import Floats
from learners.checks.replayer import Rounds
from learners.protocol import Label
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import FeatureMap, Vector, vector
from proofs.settings import Halfspaces

ANY = read_bound("T")
POINTS, ROUNDS, NONZERO = 24, 40, 5
"""Points of a game that tells variants apart, rounds, and coordinates that are not 0 in larger dimensions."""


def features(
    degree: int,
    constant: float,
    factors: Callable[[NDArray[np.int64], Floats], Floats] = lambda _, times: np.sqrt(times),
) -> Lift:
    """Return Φ with ⟨Φ(a), Φ(b)⟩ = (⟨a, b⟩ + constant)^degree, in floats.

    ``factors`` are those of the monomials, given the coordinates of each and how often it is in the power; after the
    coordinates of x comes the root of the constant.
    """

    def lift(x: Floats) -> Floats:
        places, times = _monomials(len(x) + 1, degree)
        products: Floats = np.append(x, np.sqrt(constant))[places].prod(axis=1) * factors(places, times)
        return products

    return lift


@cache
def _monomials(width: int, degree: int) -> tuple[NDArray[np.int64], Floats]:
    """Return the monomials of a degree, each by its coordinates, and how often each is in a power."""
    places = list(combinations_with_replacement(range(width), degree))
    times = [factorial(degree) // prod(factorial(place.count(index)) for index in {*place}) for place in places]
    return np.array(places), np.array(times, dtype=float)


def _by_its_weights(m: Linear, tie: int | None) -> bool:
    """Tell whether w itself is wrong, where a tie counts as this label, or as wrong if that is 0."""
    return m.wrong if tie is None else bool(m.y * (float(m.w @ m.x) or tie) <= 0)


def _nearest(m: Linear, first: Label) -> Label:
    if not m.rounds:
        return first
    return m.labels[int(((np.array(m.shown) - m.x) ** 2).sum(axis=1).argmin())]


def _normalized(m: Linear, order: float) -> Floats:
    w = m.w + m.y * m.x
    length = np.linalg.norm(w, order)
    return w / length if length > 0 else w


def _in_ball(m: Linear, radius: float) -> Floats:
    w: Floats = m.w + m.y * m.x
    return w / max(float(np.linalg.norm(w)) / radius, 1.0)


def _compared_with_seen(m: Linear, x: Floats, how: tuple[bool, bool]) -> Floats:
    """Subtract the mean of the points seen, this one included or not, and perhaps divide by their deviations."""
    this_too, scales = how
    seen = [*m.points, x] if this_too else m.points
    if not seen:
        return x
    deviations = np.std(seen, axis=0)
    centered: Floats = x - np.mean(seen, axis=0)
    return centered / np.where(deviations > 0, deviations, 1) if scales else centered


def _whole(m: Linear, whole: Callable[[float], float]) -> Floats:
    """Return w·x as a whole number, or a tie where rounding may decide which one that is."""
    value, near = float(m.w @ m.x), ROUNDING * float(np.abs(m.w) @ np.abs(m.x))
    if abs(value - round(value)) <= near and not is_short(m.w * m.x):
        return np.array([1.0, -1.0])
    return np.array([float(whole(value))])


def _largest(m: Linear, _: Any) -> Floats:
    place = np.abs(m.x).argmax()
    return m.w + np.where(np.arange(len(m.x)) == place, m.y * m.x, 0)


def _at_rate(m: Linear, c: float, rate: Callable[[Linear, float], float]) -> Floats:
    return m.w + m.y * m.x * rate(m, c)


def _logistic(m: Linear, rate: float) -> Floats:
    step = rate * m.y / (1 + float(np.exp(m.y * m.value)))
    return m.w + step * m.x


def _aggressive(m: Linear, cap: float) -> Floats:
    step = min(cap, max(1 - m.y * m.value, 0.0) / max(float(m.x @ m.x), 1e-300))
    return m.w + m.y * step * m.x


def gaussian(gamma: float) -> Callable[[Floats, Floats], Floats]:
    """Return exp(-γ‖z − x‖²) as a product of rows z with a point x."""
    return lambda rows, x: np.exp(-gamma * ((rows - x) ** 2).sum(axis=1))


def polynomial(degree: int, constant: float) -> Callable[[Floats, Floats], Floats]:
    """Return (⟨z, x⟩ + constant)^degree as a product of rows z with a point x."""
    return lambda rows, x: (rows @ x + constant) ** degree


def _size(m: Linear, _: Any) -> Floats:
    """Return terms that add up to |w·x|; while w is 0 to less than 0, for else it is a learner of one answer."""
    value = float(m.w @ m.x)
    if abs(value) > ROUNDING * float(np.abs(m.w) @ np.abs(m.x)):
        return np.array([abs(value)])
    return np.array([1.0, -1.0]) if m.w.any() else np.array([-1.0])


BY_W = (0, 1, -1, None)
"""What a learner that predicts by something else than w may learn by: w, with any label for a tie, or its answers."""

RATES = (0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1)
POWERS = (1, 0.5, -1, 2)
FACTORS = (0.5, 2 / 3, 0.7, 0.75, 0.8, 0.9, 1 / 1.1, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999)
SIZES = (*range(1, 41), 45, 50, 60, 64, 75, 100, 128)
LEVELS = (1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 3, 5, 10, 100)

RATES_THAT_CHANGE: tuple[tuple[str, Sequence[float], str, Callable[[Linear, float], float]], ...] = (
    ("depends on the number of mistakes", POWERS, "here k^-{:g} at mistake k", lambda m, c: 1 / m.mistakes**c),
    ("depends on the number of rounds", POWERS, "here t^-{:g} in round t", lambda m, c: 1 / m.rounds**c),
    ("shrinks by a factor with every mistake", FACTORS, "of about {:.4g}", lambda m, c: c**m.mistakes),
    ("shrinks by a factor with every round", FACTORS, "of about {:.4g}", lambda m, c: c**m.rounds),
)
"""What a learning rate depends on, the exponents or factors that are tried, the words that say one, and the rate."""

GAUSSIAN = Rule(
    name="{} with a Gaussian kernel",
    advice="This kind has another kernel.",
    parameters=(0.01, 0.1, 0.5, 1, 2, 5, 10, 50, 0.125),
    terms=lambda m, c: m.kernel(gaussian(c)),
)

ANYWHERE = (
    Rule(
        name="{} that compares w·x with a number other than 0",
        advice="In predict, compare w·x with 0.",
        parameters=[sign * level for level in LEVELS for sign in (1, -1)],
        words="here {:g}",
        terms=lambda m, c: np.append(m.w * m.x, -c),
    ),
    Rule(
        name="{} that treats a small w·x as a tie",
        advice="Compare w·x with 0 itself, without a tolerance: points may be short.",
        parameters=LEVELS[9:-5],
        words="here |w·x| ≤ {:g}",
        terms=lambda m, c: m.w * m.x * (abs(m.w @ m.x) > c),
        ties=TIES[1:],
    ),
    Rule(
        name="{} that rounds w·x to a whole number",
        advice="In predict, compare w·x itself with 0, without int or round.",
        parameters=(np.floor, np.trunc, np.round),
        terms=_whole,
    ),
    Rule(
        name="{} that adds x on a mistake, whatever the label is",
        advice="In update, add y·x and not x.",
        step=lambda m, _: m.w + m.x,
    ),
    Rule(
        name="{} with a wrong sign",
        advice="In update, add y·x on a mistake: do not subtract it, and do not add the prediction times x. "
        "If update is right, look at predict: it should return 1 where w·x is above 0.",
        step=lambda m, _: m.w - m.y * m.x,
    ),
    Rule(
        name="{} whose predict returns the opposite of the sign of w·x, while update uses w·x",
        advice="In predict, return 1 where w·x is above 0.",
        terms=lambda m, _: -m.w * m.x,
        moves=_by_its_weights,
    ),
    Rule(
        name="{} that adds its own prediction times x in every round",
        advice="In update, use the label y, and change w only if the prediction was wrong.",
        moves=lambda *_: True,
        step=lambda m, _: m.w + m.said * m.x,
    ),
    Rule(
        name="{} that learns from each point once",
        advice="Learn from a point again whenever there is a mistake on it. If each point has a coefficient, add y to "
        "it: do not overwrite it.",
        moves=lambda m, _: m.wrong and not any(m.answers[number] != m.labels[number] for number in m.seen()),
    ),
    Rule(
        name="{} that also learns when it is right, if y(w·x) is small",
        advice="Learn only if y(w·x) is at most 0, not if it is below some other number.",
        parameters=[level for level in LEVELS if level >= 0.01],  # noqa: PLR2004 - smaller ones hardly ever show
        words="here below {:g}",
        moves=lambda m, c: m.y * m.value < c,
    ),
    Rule(
        name="{} whose weights shrink in every round, or whose steps grow",
        advice="Leave out the factor: weights change on mistakes only.",
        parameters=FACTORS,
        words="by a factor of about {:.4g}",
        each=lambda m, c: c * m.w,
    ),
    Rule(
        name="{} whose weights shrink with every mistake, or whose steps grow",
        advice="Add y·x to w, and multiply nothing by a factor: early mistakes count as much as late ones.",
        parameters=FACTORS,
        words="by a factor of about {:.4g}",
        step=lambda m, c: c * m.w + m.y * m.x,
    ),
    *(
        Rule(
            name=f"{{}} whose learning rate {depends}",
            advice="Add y·x to w, always with the same rate.",
            parameters=parameters,
            words=words,
            step=partial(_at_rate, rate=rate),
        )
        for depends, parameters, words, rate in RATES_THAT_CHANGE
    ),
    Rule(
        name="{} that scales w to length 1",
        advice="Do not divide w by its length: that makes late mistakes count more than early ones.",
        parameters=(2, 1, np.inf),
        words="here in the {:g}-norm",
        step=_normalized,
    ),
    Rule(
        name="{} that limits the length of w",
        advice="Let w grow: do not scale it down when it becomes long.",
        parameters=(0.5, 1, 2, 5, 10),
        words="here of radius {:g}",
        step=_in_ball,
    ),
    Rule(
        name="{} whose steps depend on the length of x",
        advice="Add y·x itself to w: neither divide x by its length nor multiply it.",
        parameters=(-2, -1, 1, 2),
        words="here it adds y·x·‖x‖^{:d}",
        step=lambda m, c: m.w + m.y * m.x * max(np.linalg.norm(m.x), 1e-300) ** c,
    ),
    Rule(
        name="an averaged version of {}",
        advice="Predict by w itself, and not by its average over the rounds.",
        parameters=[(without, tie) for tie in BY_W for without in (0, 1)],
        terms=lambda m, c: (m.total - c[0] * m.w) * m.x,
        moves=lambda m, c: _by_its_weights(m, c[1]),
    ),
    Rule(
        name="a voted version of {}",
        advice="Predict by w itself, and not by a vote of all w so far.",
        parameters=BY_W,
        terms=lambda m, _: np.array([count * np.sign(w @ m.x) for w, count in m.voters]),
        moves=_by_its_weights,
    ),
    Rule(
        name="{} that predicts by the w of the round before",
        advice="update should change the same w that predict uses.",
        parameters=BY_W,
        terms=lambda m, _: m.earlier * m.x,
        moves=_by_its_weights,
    ),
    Rule(
        name="{} that learns from several mistakes at once",
        advice="Change w in the same round in which the mistake is made.",
        parameters=SIZES[1:],
        words="here from {:d}",
        step=lambda m, c: m.sum_of(m.steps[: len(m.steps) // c * c]),
    ),
    Rule(
        name="{} that remembers only its last mistakes",
        advice="Keep all mistakes: add y·x to w, and never take anything away.",
        parameters=SIZES,
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[-c:]),
    ),
    Rule(
        name="{} that starts again after some mistakes",
        advice="Set w to 0 only in the constructor.",
        parameters=SIZES[1:],
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[len(m.steps) // c * c :]),
    ),
    Rule(
        name="{} that learns only from its first mistakes",
        advice="Learn from every mistake, however many there are.",
        parameters=SIZES,
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[:c]),
    ),
    Rule(
        name="{} that skips some of its mistakes",
        advice="Learn from every mistake.",
        parameters=range(2, 21),
        words="here every {:d}th",
        step=lambda m, c: m.w + m.y * m.x if m.mistakes % c else m.w,
    ),
    Rule(
        name="{} that adds y times the point of the round before",
        advice="In update, use the argument x.",
        step=lambda m, _: m.w + m.y * m.shown[-1] if m.shown else m.w,
    ),
    Rule(
        name="{} that takes longer steps for one label than for the other",
        advice="Add y·x for both labels.",
        parameters=(0.5, 2, 0.1, 10, 0.2, 5, 3, 1 / 3),
        words="here {:g} times as long for +1",
        step=lambda m, c: m.w + (c if m.y > 0 else 1) * m.y * m.x,
    ),
    Rule(
        name="{} that mixes labels 0 and 1 with labels -1 and 1",
        advice="Labels are +1 and -1 here, in update as in predict.",
        parameters=range(3),
        moves=lambda m, c: c < 2 or m.wrong or m.y < 0,  # noqa: PLR2004 - see the steps
        step=lambda m, c: m.w + m.x * ((m.y + 1) / 2 - m.said, m.y - (m.said + 1) / 2, m.y)[c],
    ),
    Rule(
        name="least squares (Widrow and Hoff), not {}",
        advice="The step is y·x on a mistake, and not (y - w·x)·x.",
        parameters=[(rate, always) for rate in RATES for always in (True, False)],
        moves=lambda m, c: c[1] or m.wrong,
        step=lambda m, c: m.w + c[0] * (m.y - m.value) * m.x,
    ),
    Rule(
        name="logistic regression, not {}",
        advice="The step is y·x on a mistake, and there is no step if the prediction is right.",
        parameters=RATES[1:],
        words="with the rate {:g}",
        moves=lambda *_: True,
        step=_logistic,
    ),
    Rule(
        name="the passive-aggressive algorithm with a cap on its steps",
        advice="The step is y·x on a mistake.",
        parameters=RATES[4:],
        words="here {:g}",
        moves=lambda *_: True,
        step=_aggressive,
    ),
)
"""What a Perceptron may do in its own space and in a kernel's."""

BY_COORDINATES = (
    Rule(
        name="{} that ignores the sign of w·x",
        advice="Leave out the absolute value, or the square.",
        terms=_size,
    ),
    Rule(
        name="{} with a bias term",
        advice="Leave out the bias, or the 1 that is appended to x: the theorem is about w·x alone.",
        parameters=(1, 0.1, 0.5, 2, 5, 10),
        sees=lambda _, x, c: np.append(x, c),
    ),
    Rule(
        name="{} with a bias term that changes in the wrong direction",
        advice="Leave out the bias: the theorem is about w·x alone.",
        sees=lambda _, x, __: np.append(x, 1),
        step=lambda m, _: m.w + m.y * np.append(m.x[:-1], -1),
    ),
    Rule(
        name="{} that clips its weights",
        advice="Do not limit the weights.",
        parameters=(0.5, 1, 2, 3, 5, 10, 20, 50, 100),
        words="here to ±{:g}",
        step=lambda m, c: np.clip(m.w + m.y * m.x, -c, c),
    ),
    Rule(
        name="{} whose weights are never negative",
        advice="Weights may be negative.",
        step=lambda m, _: np.maximum(m.w + m.y * m.x, 0),
    ),
    Rule(
        name="{} that leaves out the last coordinate",
        advice="Loop over all coordinates: range(d) ends with d - 1.",
        sees=lambda _, x, __: x[:-1],
    ),
    Rule(
        name="{} that leaves out the first coordinate",
        advice="Coordinates begin with the number 0.",
        sees=lambda _, x, __: x[1:],
    ),
    Rule(
        name="{} that uses only some of the coordinates",
        advice="Points may have any number of coordinates.",
        parameters=(1, 2, 3, 5, 10, 20, 50, 100),
        words="here the first {:d}",
        sees=lambda _, x, c: x[:c],
    ),
    Rule(
        name="{} whose update is off by one coordinate",
        advice="In update, change weight i by coordinate i.",
        parameters=(1, -1),
        step=lambda m, c: m.w + m.y * (np.append(0, m.x[:-1]) if c > 0 else np.append(m.x[1:], 0)),
    ),
    Rule(
        name="{} that changes only the weight of the largest coordinate",
        advice="Change all weights by y·x.",
        step=_largest,
    ),
    Rule(
        name="{} that uses only the signs of coordinates",
        advice="Use the coordinates themselves, in predict and in update.",
        parameters=("predict and update", "update", "predict"),
        words="here in {}",
        terms=lambda m, c: m.w * (m.x if c == "update" else np.sign(m.x)),
        step=lambda m, c: m.w + m.y * (m.x if c == "predict" else np.sign(m.x)),
    ),
    Rule(
        name="{} that ignores the signs of coordinates",
        advice="Leave out the absolute values.",
        sees=lambda _, x, __: np.abs(x),
    ),
    Rule(
        name="{} that rounds coordinates to whole numbers",
        advice="Use the coordinates as they are: they are floats.",
        parameters=(np.round, np.trunc, np.floor),
        sees=lambda _, x, c: c(x),
    ),
    Rule(
        name="{} whose weights are whole numbers",
        advice="Begin with floats, np.zeros(dimension), and do not convert them to int.",
        parameters=[(whole, steps) for whole in (np.trunc, np.round, np.floor) for steps in (False, True)],
        step=lambda m, c: m.w + c[0](m.y * m.x) if c[1] else c[0](m.w + m.y * m.x),
        exact=True,
    ),
    Rule(
        name="{} that rounds its weights to some decimals",
        advice="Leave out the rounding.",
        parameters=range(1, 7),
        words="here {:d}",
        step=lambda m, c: np.round(m.w + m.y * m.x, c),
        exact=True,
    ),
    Rule(
        name="{} in half precision, float16",
        advice="Take float64, the default, for w: float16 loses small steps and ends at 65,504.",
        step=lambda m, _: (m.w + m.y * m.x).astype(np.float16).astype(np.float64),
        exact=True,
    ),
    Rule(
        name="{} in single precision, float32",
        advice="Take float64, the default, for w.",
        step=lambda m, _: (m.w + m.y * m.x).astype(np.float32).astype(np.float64),
        exact=True,
    ),
    Rule(
        name="{} that does not start at w = 0",
        advice="Start with zeros.",
        parameters=(1, -1, 0.5, 0.1, 0.01, 0.001, 2, 3, 5, 10),
        words="here all weights are {:g}",
        start=lambda c, _: c,
        any_start=True,
    ),
    Rule(
        name="{} that centers or scales points with statistics of the points it has seen",
        advice="Use x as it is: do not subtract a mean, nor divide by a deviation.",
        parameters=[(this_too, scales) for this_too in (False, True) for scales in (False, True)],
        sees=_compared_with_seen,
    ),
    Rule(
        name="Winnow, not {}",
        advice="Add y·x to w: do not multiply weights.",
        parameters=(1, 0.5, 0.1, 0.01, float(np.log(2)), float(np.log(1.1))),
        start=lambda *_: 1.0,
        step=lambda m, c: m.w * np.exp(c * m.y * m.x),
    ),
    Rule(
        name="{} with a polynomial kernel",
        advice="Use the plain product w·x, or ⟨a, b⟩, without a power or a constant.",
        parameters=[(degree, constant) for degree in (2, 3) for constant in (0, 1)],
        words="here (⟨a, b⟩ + {0[1]})^{0[0]}",
        terms=lambda m, c: m.kernel(polynomial(*c)),
    ),
    GAUSSIAN,
    Rule(
        name="a learner that predicts the label of the nearest point it has seen",
        advice="In predict, return the sign of w·x.",
        parameters=(1, -1),
        says=_nearest,
    ),
)
"""What it may do with coordinates."""

DIMENSION = 4
"""Of most games."""

LARGER = (6, 40), (30, 120), (100, 250)
"""Dimensions of the last games, where there are more mistakes, and their rounds."""

SCALES = tuple(Fraction(1, 2**bits) for bits in (0, 0, 0, 1, 2, 3, 7, 14, 20, 28))
"""Lengths of the points of a game: no float is rounded."""

FAR = 2**12, 2**25
"""Coordinates of the long points of a game, to which half and single precision add short ones with large errors."""


def games() -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games on integer points, times such lengths, with the labels of a hidden target."""
    for number, scale in enumerate(SCALES):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        grid = [vector(enumerate(random.choices(range(-3, 4), k=DIMENSION))) for _ in range(POINTS)]
        yield _game([pools.scaled(x, scale) for x in grid], random)
    for far in FAR:
        random = Random(far)  # noqa: S311 - reproducible, not secret
        long = [vector(enumerate([sign * far] * DIMENSION)) for sign in (1, -1)]
        short = [vector([(i, size), (j, -size)]) for size in (1, 2, 3) for i, j in permutations(range(DIMENSION), 2)]
        yield _game([*long * 6, *short], random)
    for dimension, rounds in LARGER:
        random = Random(dimension)  # noqa: S311 - reproducible, not secret
        points = [
            vector((place, random.choice((-2, -1, 1, 2))) for place in random.sample(range(dimension), k=NONZERO))
            for _ in range(3 * dimension)
        ]
        target = vector(enumerate(random.choices((-3, -2, -1, 1, 2, 3), k=dimension)))
        yield labeled([x for x in points if target.dot(x)], target, random, dimension, rounds=rounds)


def _game(points: Sequence[Vector], random: Random) -> tuple[SearchSpace, Rounds]:
    target = vector(enumerate(random.sample([sign * size for sign in (1, -1) for size in range(1, 9)], k=DIMENSION)))
    return labeled([x for x in points if target.dot(x)], target, random, DIMENSION)


def labeled(  # noqa: PLR0913 - where points are, and how many rounds
    points: Sequence[Vector],
    target: Vector,
    random: Random,
    dimension: int,
    *,
    lift: FeatureMap = lambda x: x,
    rounds: int = ROUNDS,
) -> tuple[SearchSpace, Rounds]:
    """Return a game on some points, shown at random, with the labels and the margin of a target."""
    products = {x: Fraction(target.dot(lift(x))) for x in points}
    margin_squared = min(value * value for value in products.values()) / Fraction(target.norm_squared())
    shown = random.choices(points, k=rounds)
    setting = Halfspaces(dimension, margin_squared, unit_norm=False)
    return space_of(setting, ANY), tuple((x, 1 if products[x] > 0 else -1) for x in shown)


FAMILY = Family(
    [partial(Linear, Rule(), 0, tie, as_it_is) for tie in TIES],
    [rule.variant("a Perceptron") for rule in (*ANYWHERE, *BY_COORDINATES, *GENERAL)],
    games,
    "dense",
)
