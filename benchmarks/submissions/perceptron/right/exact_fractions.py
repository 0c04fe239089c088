"""The Perceptron in exact arithmetic, on the floats that it is shown."""

from fractions import Fraction


class FractionPerceptron:
    def __init__(self, dimension):
        self.w = [Fraction(0)] * dimension

    def _dot(self, x):
        return sum(wi * Fraction(xi) for wi, xi in zip(self.w, x.tolist(), strict=True) if wi and xi)

    def predict(self, x):
        return 1 if self._dot(x) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, xi in enumerate(x.tolist()):
                self.w[i] += y * Fraction(xi)
