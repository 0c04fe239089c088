"""A kernel Perceptron whose kernel is the inner product."""

from collections.abc import Callable

import numpy as np


def linear(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.inner(a, b))


class KernelPerceptron:
    def __init__(self, kernel: Callable = linear) -> None:
        self.kernel = kernel
        self.support: list[np.ndarray] = []
        self.signs: list[int] = []

    def predict(self, x: np.ndarray) -> int:
        total = 0.0
        for sign, point in zip(self.signs, self.support, strict=True):
            total += sign * self.kernel(point, x)
        return 1 if total > 0 else -1

    def update(self, x: np.ndarray, y: int) -> None:
        if self.predict(x) != y:
            self.support.append(np.array(x))
            self.signs.append(y)
