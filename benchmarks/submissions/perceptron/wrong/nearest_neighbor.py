"""Wrong: it says the label of the nearest point seen."""

import math


class NearestNeighbor:
    def __init__(self):
        self.seen = []

    def predict(self, x):
        if not self.seen:
            return 1
        return min(self.seen, key=lambda pair: math.dist(pair[0], x))[1]

    def update(self, x, y):
        self.seen.append((x.copy(), y))
