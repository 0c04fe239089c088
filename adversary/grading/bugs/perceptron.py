"""Known bugs of the Perceptron, with a bias, which is a Perceptron on the points (x, 1), and in a kernel's space."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from adversary.grading.bugs.games import bias_games, kernel_games, perceptron_games
from adversary.grading.bugs.linear import ANYWHERE, BY_COORDINATES, GAUSSIAN, GENERAL, polynomial
from adversary.grading.bugs.rule import Imitation, KnownBugs, Rule, bugs_of
from adversary.search.spaces.space import Floats
from proofs.exact.rationals import Rational

PERCEPTRON = Rule(), Rule(ties_count=True)
"""The textbook's, in its two ways to treat ties."""

KNOWN_BUGS = KnownBugs(
    PERCEPTRON, bugs_of("a Perceptron", ((*ANYWHERE, *BY_COORDINATES, *GENERAL), PERCEPTRON)), perceptron_games, "dense"
)

STARTS = (1, 0, -1, 0.5, 0.1, 0.01)


def _step(m: Imitation, bias: float) -> Floats:
    """Return the weights after a round in which the bias changes by so much, and the others on a mistake."""
    w: Floats = m.w + np.append(m.y * m.x[:-1] * m.wrong, bias)
    return w


OF_THE_BIAS = (
    Rule(
        "{} that never changes",
        "On a mistake, add y to b, as y·x to w, and add b to w·x in predict.",
        step=lambda m, _: _step(m, 0),
    ),
    Rule(
        "{} that changes in the wrong direction",
        "If predict adds b to w·x, add y to b on a mistake: do not subtract it.",
        step=lambda m, _: _step(m, -m.y),
    ),
    Rule(
        "{} that changes in one direction only",
        "On a mistake, add y to b, whether y is 1 or -1. b may be negative.",
        values=(1, -1),
        words="here {:+d}",
        step=lambda m, c: _step(m, m.y if m.y == c else 0),
    ),
    Rule(
        "{} that is replaced by y",
        "On a mistake, add y to b: write b += y, not b = y.",
        step=lambda m, _: np.append((m.w + m.y * m.x)[:-1], m.y),
    ),
    Rule(
        "{} that changes only when the answer is right",
        "Change b when w is changed: on a mistake.",
        moves=lambda *_: True,
        step=lambda m, _: _step(m, 0 if m.wrong else m.y),
    ),
    Rule(
        "{} that changes in every round",
        "Change b when w is changed: only on a mistake.",
        moves=lambda *_: True,
        step=lambda m, _: _step(m, m.y),
    ),
    Rule(
        "{} whose steps are longer or shorter than those of w",
        "Add rate·y to b where rate·y·x is added to w, with the same rate. A 1 appended to x is right, too.",
        values=(0.01, 0.1, 0.5, 2, 10, 100, 5, 0.2, 25),
        words="here {:g} times as long",
        step=lambda m, c: _step(m, c * m.y),
    ),
    Rule(
        "{} that does not start at w = 0 and b = 0",
        "Start with zeros.",
        values=[(w, b) for w in STARTS for b in STARTS if w or b],
        words="here all of w are {0[0]:g}, and b is {0[1]:g}",
        start=lambda c, width: np.append(np.full(width - 1, c[0]), c[1]),
    ),
)
"""What may be wrong with the bias alone, or where it starts."""


WITH_B = [
    replace(rule, name=rule.name.replace("w·x", "w·x + b"), fix=rule.fix.replace("w·x", "w·x + b"))
    for rule in (*ANYWHERE, *GENERAL)
]
OF_W = "{} that clips", "{} whose weights are never", "{} whose weights are whole"
"""How rules about coordinates begin that are of use with a bias, too."""

BIASED = [replace(textbook, lift=lambda _, x: np.append(x, 1)) for textbook in PERCEPTRON]
OF_ITS_WEIGHTS = [rule for rule in BY_COORDINATES if rule.name.startswith(OF_W)]
BIAS = KnownBugs(
    BIASED,
    bugs_of("a Perceptron with a bias", ((*OF_THE_BIAS, *WITH_B, *OF_ITS_WEIGHTS, GAUSSIAN), BIASED)),
    bias_games,
    "dense",
)

DEGREES, CONSTANTS = (1, 2, 3, 4), (0, 0.1, 0.25, 0.5, 0.9, 1, 2, 3, 5, 10)


def kernel(degree: int, constant: Rational) -> KnownBugs:
    """Return the bugs of the Perceptron with the kernel (⟨a, b⟩ + constant)^degree."""
    lift, text = features(degree, float(constant)), f"(⟨a, b⟩ + {constant})^{degree}"
    others = [
        Rule(
            "{} with a polynomial kernel of another degree or constant",
            f"The kernel of this kind is {text}.",
            values=[
                (d, c) for d in DEGREES for c in CONSTANTS if (d, c) != (degree, constant) and (d > 1 or c in (0, 1))
            ],
            words="here (⟨a, b⟩ + {0[1]:g})^{0[0]}",
            terms=lambda m, c: m.kernel(polynomial(*c)),
        ),
        replace(GAUSSIAN, fix=f"The kernel of this kind is {text}."),
        Rule(
            "{} that applies the kernel to the sum of its points",
            "Add up y·K(z, x) over all mistakes z: that is not K(w, x) with the sum w of all y·z.",
            terms=lambda m, _: np.array([(m.w @ m.x + float(constant)) ** degree]),
        ),
        Rule(
            "{} whose constant is added after the power",
            "Add the constant to ⟨a, b⟩ first, and then take the power.",
            terms=lambda m, _: m.kernel(lambda rows, x: (rows @ x) ** degree + float(constant)),
        ),
        Rule(
            "{} with wrong factors of features, or with missing features",
            f"Multiply {text} out: each monomial with the coefficient n gives a feature with the factor √n. "
            f"For degree 2 these are √{2 * constant}·xᵢ and √2·xᵢ·xⱼ for i < j, and no other.",
            values=[features(degree, float(constant), factors) for factors in _other_factors()],
            sees=lambda _, x, c: c(x),
        ),
    ]
    lifted = [replace(textbook, lift=lambda _, x: lift(x)) for textbook in PERCEPTRON]
    bugs = bugs_of("a kernel Perceptron", (others, PERCEPTRON), ((*ANYWHERE, *GENERAL), lifted))
    return KnownBugs(lifted, bugs, partial(kernel_games, degree, constant), "dense")


def features(
    degree: int,
    constant: float,
    factors: Callable[[NDArray[np.int64], Floats], Floats] = lambda _, times: np.sqrt(times),
) -> Callable[[Floats], Floats]:
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


def _other_factors() -> Iterator[Callable[[NDArray[np.int64], Floats], Floats]]:
    """Yield wrong factors: of monomials of a lower degree, of products and of powers of coordinates, and of 1.

    A factor is how often the monomial is in the power, to this exponent; with ``None`` it is left out.
    """
    for exponents in product((0.5, 0, 1, None), (0.5, 0, 1, None), (0.5, None), (0.5, None)):
        # Right are roots, also without the 1. And without all of a lower degree the kernel is one with the constant 0.
        if exponents[:3] != (0.5, 0.5, 0.5) and exponents != (None, 0.5, 0.5, None):
            yield partial(_factors, exponents)


def _factors(exponents: Sequence[float | None], places: NDArray[np.int64], times: Floats) -> Floats:
    lower, mixed, power, constant = exponents
    roots = []
    for place, count in zip(places.tolist(), times, strict=True):
        kind = mixed if len({*place}) > 1 else power
        if last := place.count(places.max()):
            kind = constant if last == len(place) else lower
        roots.append(0.0 if kind is None else count**kind)
    return np.array(roots)
