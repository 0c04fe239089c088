"""Wrong: it adds to every step some noise that only looks like chance."""

import numpy as np


class Noisy:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.noise = np.random.default_rng(1)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x + self.noise.normal(size=len(x))
