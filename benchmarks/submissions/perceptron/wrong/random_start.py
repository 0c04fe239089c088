"""Wrong: its weights start at random (with a seed)."""

import random


class RandomStart:
    def __init__(self, dimension):
        rng = random.Random(0)
        self.w = [rng.gauss(0, 1) for _ in range(dimension)]

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, x, strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [w + y * v for w, v in zip(self.w, x, strict=True)]
