"""The Perceptron that keeps signed points and adds them up when it needs its weights."""

import numpy as np


class PropertyPerceptron:
    def __init__(self, dimension):
        self._dimension = dimension
        self._signed_points = []

    @property
    def w(self):
        return sum(self._signed_points, np.zeros(self._dimension))

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self._signed_points.append(y * x)
