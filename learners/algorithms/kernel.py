"""The dual and the kernel Perceptron, which keep their mistakes in place of weights. Rational kernels are exact."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add

Kernel = Callable[[Vector, Vector], Any]
"""K(a, b), an inner product of points in a feature space: a rational, or a float where the kernel is not rational."""

MAX_DEGREE = 1_000
"""Degrees of polynomial kernels: the exact powers of a much larger degree do not fit into memory."""


def polynomial(degree: int = 2, constant: Rational = 1) -> Kernel:
    """Return (⟨a, b⟩ + constant) to the power of degree: a kernel for 1 ≤ degree ≤ ``MAX_DEGREE`` and constant ≥ 0."""
    if type(degree) is not int or not 1 <= degree <= MAX_DEGREE or constant < 0:
        raise InputError(
            f"a polynomial kernel has a degree from 1 to {MAX_DEGREE} and constant ≥ 0, not {degree} and {constant}"
        )
    return partial(_power, degree, constant)


def _power(degree: int, constant: Rational, a: Vector, b: Vector) -> Rational:
    power: Rational = (a.dot(b) + constant) ** degree
    return power


def gaussian(gamma: Rational = 1) -> Kernel:
    """Return exp(-γ‖a − b‖²); ‖a − b‖² is exact, the exponential a float."""
    if gamma <= 0:
        raise InputError(f"a Gaussian kernel has gamma > 0, not {gamma}")
    return partial(_exponential, gamma)


def _exponential(gamma: Rational, a: Vector, b: Vector) -> float:
    return math.exp(-gamma * (a.norm_squared() - 2 * a.dot(b) + b.norm_squared()))


KERNELS: dict[str, Callable[..., Kernel]] = {
    "linear": lambda: Vector.dot,
    "polynomial": polynomial,
    "gaussian": gaussian,
}


def kernel_of(name: str, parameters: dict[str, Any]) -> Kernel:
    """Return the kernel of that name with its parameters. Raises InputError."""
    require_known("kernel", KERNELS, name)
    try:
        return KERNELS[name](**parameters)
    except TypeError:
        raise InputError(f"the {name} kernel does not take {', '.join(parameters)}") from None


class KernelPerceptron:
    """Predicts +1 iff Σ σⱼK(xʲ, x) ≥ 0 over its mistakes xʲ with labels σⱼ: Chan, Notes 3, section 2.

    ``kernel`` is a name (``linear``; ``polynomial`` with ``degree`` and ``constant``; ``gaussian`` with ``gamma``), or
    a function of two vectors. A round costs one K for every mistake so far.
    """

    card = Card(
        summary="kernel Perceptron: predicts by Σ σⱼK(xʲ, x) over its mistakes; ?kernel=polynomial&degree=3, gaussian",
        sees="exact",
        conventions="as the Perceptron's, in feature space; exact unless the kernel is gaussian",
        source="Chan, CSCI4230 Notes 3, section 2",
        theorem="none in this space: Theorem 1.1 holds in the feature space, if K is an inner product there",
        conservative=True,
        copies=True,
    )

    def __init__(
        self,
        kernel: str | Kernel = "linear",
        degree: int | None = None,
        constant: Rational | None = None,
        gamma: Rational | None = None,
    ) -> None:
        if not isinstance(kernel, str) and not callable(kernel):
            raise InputError(f"a kernel is a name or a function of two vectors, not {kernel!r}")
        options = {"degree": degree, "constant": constant, "gamma": gamma}
        parameters = {name: value for name, value in options.items() if value is not None}
        self.kernel = kernel_of(kernel, parameters) if isinstance(kernel, str) else kernel
        self.mistakes: list[tuple[Vector, Label]] = []

    def predict(self, x: Vector) -> Label:
        """Return the sign of the sum, with sign(0) = +1."""
        total: Any = 0
        for seen, label in self.mistakes:
            total += label * self.kernel(seen, x)
        return 1 if total >= 0 else -1

    def update(self, x: Vector, y: Label) -> None:
        """Keep the point and its label if the prediction was wrong."""
        if self.predict(x) != y:
            self.mistakes.append((x, y))


class DualPerceptron(KernelPerceptron):
    """The kernel Perceptron with K = ⟨·, ·⟩: it predicts what the Perceptron predicts. Chan, Notes 3, section 2."""

    card = replace(
        Perceptron.card,
        summary="dual Perceptron, exact: keeps its mistakes, w·x = Σ σⱼ⟨xʲ, x⟩; predicts what perceptron predicts",
        conventions="as the Perceptron's",
        source="Chan, CSCI4230 Notes 3, section 2",
    )

    def __init__(self) -> None:
        super().__init__()

    @property
    def weights(self) -> Weights:
        """Return w = Σ σⱼxʲ, for people; predictions do not use it."""
        total: Weights = {}
        for x, label in self.mistakes:
            add(total, x, label)
        return total
