"""The Perceptron on x/|x|: the points then have length 1 and at least the margin that they had over R."""

import math


class NormalizedPerceptron:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    @staticmethod
    def _unit(x):
        length = math.hypot(*x) or 1.0
        return [xi / length for xi in x]

    def predict(self, x):
        activation = sum(wi * ui for wi, ui in zip(self.w, self._unit(x), strict=True))
        return 1 if activation > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, ui in enumerate(self._unit(x)):
                self.w[i] += y * ui
