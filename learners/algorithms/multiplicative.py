"""Exact learners with multiplicative updates: weights are powers of 2, kept as integer exponents."""

from collections import defaultdict
from dataclasses import replace
from math import lcm, log

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, with_card
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, product

MAX_POWER = 64
"""The largest p of the p-norm: numbers get p − 1 times as long as those of the points."""


def sign_of_powers(terms: dict[int, int]) -> int:
    """Return the sign, +1, 0 or −1, of Σ c·2^e over the ``terms``, e: c, however large the exponents are.

    From the largest exponent down, in units of the current power; as soon as what there is outweighs all that may
    follow, no more is read, so that no number gets much longer than the coefficients.
    """
    rest, total, last = sum(map(abs, terms.values())), 0, 0
    for exponent in sorted(terms, reverse=True):
        if total:
            if last - exponent >= rest.bit_length():  # |total| ≥ 1, and 2^(last − exponent) > rest
                break
            total <<= last - exponent
        total += terms[exponent]
        rest -= abs(terms[exponent])
        last = exponent
        if abs(total) > rest:
            break
    return (total > 0) - (total < 0)


class BalancedWinnow:
    """Predicts by Σ (2^m − 2^−m)·x, or, not ``balanced``, Σ 2^m·x: m is a coordinate's sum of y·x over the mistakes.

    So the weights are 2^m and 2^−m, multiplied on a mistake by 2^(y·x) and 2^(−y·x): Littlestone's balanced Winnow,
    and the EG± of Kivinen and Warmuth, whose normalization changes no sign. A point with fractions counts as its
    multiple by its common denominator, which scales its step.
    """

    card = Card(
        summary="balanced Winnow (EG±) with base 2, exact: weights 2^m and 2^−m, m the sum of y·x over mistakes",
        sees="exact",
        conventions="a difference of 0 is predicted +1; learns on mistakes only; fractions are cleared point by point",
        source="Littlestone 1988; Kivinen and Warmuth 1997. Beyond the notes",
        theorem="none in this setting: its bound is in the 1-norm of v and the ∞-norm of x",
        conservative=True,
        copies=True,
    )

    def __init__(self, *, balanced: bool = True) -> None:
        self.exponents: dict[int, int] = {}
        self.balanced = balanced

    def predict(self, x: Vector) -> Label:
        """Return the sign of the sum, with sign(0) = +1."""
        terms: defaultdict[int, int] = defaultdict(int)
        for index, value in _in_integers(x):
            exponent = self.exponents.get(index, 0)
            terms[exponent] += value
            terms[-exponent] -= value * self.balanced
        return 1 if sign_of_powers(terms) >= 0 else -1

    def update(self, x: Vector, y: Label) -> None:
        """Multiply the weights if the prediction was wrong."""
        if self.predict(x) != y:
            for index, value in _in_integers(x):
                self.exponents[index] = self.exponents.get(index, 0) + y * value


exponentiated_gradient = with_card(
    replace(
        BalancedWinnow.card,
        summary="exponentiated gradient (EG) with base 2, exact: positive weights 2^m, m the sum of y·x over mistakes",
        conventions="a sum of 0 is predicted +1; learns on mistakes only; fractions are cleared point by point",
        source="Kivinen and Warmuth, Exponentiated gradient versus gradient descent, 1997. Beyond the notes",
        theorem="none in this setting: it can only follow targets without negative coordinates",
    ),
    lambda: BalancedWinnow(balanced=False),
)
"""The EG of Kivinen and Warmuth, with mistakes for its loss; to divide the weights by their sum changes no sign."""


class ExactPNormPerceptron(Perceptron):
    """Predicts by Σ sign(θ)|θ|^(p−1)·x, θ being the sum of y·x over the mistakes; p = 2 is the Perceptron.

    ``p`` is an int from 2; by default the even number next to 2·ln(dimension), with which it is close to Winnow.
    """

    card = Card(
        summary="p-norm Perceptron, exact, for an integer p; ?p=4; by default the even p next to 2·ln(dimension)",
        sees="exact",
        conventions="a sum of 0 is predicted +1; learns on mistakes only",
        source="Grove, Littlestone, Schuurmans 2001; Gentile 2003. Beyond the notes",
        theorem="none in this setting: its bound, (p-1)·‖x‖ₚ²‖v‖_q²/δ², is in other norms",
        conservative=True,
        copies=True,
    )

    def __init__(self, dimension: int, p: Rational | None = None) -> None:
        super().__init__()
        if p is None:
            p = min(max(2, 2 * round(log(dimension))), MAX_POWER)
        if type(p) is not int or not 2 <= p <= MAX_POWER:  # noqa: PLR2004 - it is the p of the p-norm
            raise InputError(f"the p of the exact p-norm should be an int from 2 to {MAX_POWER}, but is {p}")
        self.p = p

    def predict(self, x: Vector) -> Label:
        """Return the sign of the sum, with sign(0) = +1."""
        link: Weights = {}
        for index, _ in x.entries:
            theta = self.weights.get(index, 0)
            size = theta if theta >= 0 else -theta
            link[index] = theta * size ** (self.p - 2)
        return 1 if product(link, x) >= 0 else -1


def _in_integers(x: Vector) -> list[tuple[int, int]]:
    """Return the coordinates that are not 0, times their common denominator."""
    common = lcm(*[value.denominator for _, value in x.entries])
    return [(index, value.numerator * (common // value.denominator)) for index, value in x.entries]
