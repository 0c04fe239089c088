"""Wrong: it looks at the first ten coordinates only."""

import numpy as np


class TenCoordinates:
    def __init__(self):
        self.w = np.zeros(10)

    def predict(self, x):
        seen = x[:10]
        return 1 if self.w[: len(seen)] @ seen > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            seen = x[:10]
            self.w[: len(seen)] += y * seen
