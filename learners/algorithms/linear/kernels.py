"""Kernels: inner products of points in a feature space, exact where the formula is rational."""

import math
from collections.abc import Callable
from typing import Any

from proofs.exact.errors import InputError, unknown
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector

Kernel = Callable[[Vector, Vector], Any]
"""K(a, b): a rational, or a float where the kernel is not rational."""


def linear(a: Vector, b: Vector) -> Rational:
    """Return ⟨a, b⟩."""
    return a.dot(b)


class Polynomial:
    """(⟨a, b⟩ + constant) to the power of degree; exact. A kernel for every degree ≥ 1 and constant ≥ 0."""

    def __init__(self, degree: int = 2, constant: Rational = 1) -> None:
        if type(degree) is not int or degree < 1 or constant < 0:
            raise InputError(f"a polynomial kernel has degree ≥ 1 and constant ≥ 0, not {degree} and {constant}")
        self.degree, self.constant = degree, constant

    def __call__(self, a: Vector, b: Vector) -> Rational:
        """Return K(a, b)."""
        power: Rational = (a.dot(b) + self.constant) ** self.degree
        return power


class Gaussian:
    """exp(-γ‖a − b‖²); ‖a − b‖² is exact, the exponential a float."""

    def __init__(self, gamma: Rational = 1) -> None:
        if gamma <= 0:
            raise InputError(f"a Gaussian kernel has gamma > 0, not {gamma}")
        self.gamma = gamma

    def __call__(self, a: Vector, b: Vector) -> float:
        """Return K(a, b)."""
        return math.exp(-self.gamma * (a.norm_squared() - 2 * a.dot(b) + b.norm_squared()))


def kernel_of(name: str, parameters: dict[str, Any]) -> Kernel:
    """Return the kernel ``linear``, ``polynomial`` (degree, constant) or ``gaussian`` (gamma). Raises InputError."""
    kinds: dict[str, Callable[..., Kernel]] = {"linear": lambda: linear, "polynomial": Polynomial, "gaussian": Gaussian}
    if name not in kinds:
        raise unknown("kernel", name, kinds)
    try:
        return kinds[name](**parameters)
    except TypeError:
        raise InputError(f"the {name} kernel does not take {', '.join(parameters)}") from None
