"""Wrong: this is gradient descent on the logistic loss, which never stops to learn from points it gets right."""

import math


class Logistic:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def activation(self, x):
        return sum(w * v for w, v in zip(self.w, x, strict=True))

    def predict(self, x):
        return 1 if self.activation(x) > 0 else -1

    def update(self, x, y):
        step = 0.1 * y / (1 + math.exp(y * self.activation(x)))
        self.w = [w + step * v for w, v in zip(self.w, x, strict=True)]
