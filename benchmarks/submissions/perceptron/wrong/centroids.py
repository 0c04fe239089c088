"""Wrong: it says the label whose points have the nearer mean."""

import numpy as np


class Centroids:
    def __init__(self, dimension):
        self.sums = {1: np.zeros(dimension), -1: np.zeros(dimension)}
        self.counts = {1: 0, -1: 0}

    def distance(self, x, label):
        center = self.sums[label] / max(1, self.counts[label])
        return np.linalg.norm(x - center)

    def predict(self, x):
        return min((1, -1), key=lambda label: self.distance(x, label))

    def update(self, x, y):
        self.sums[y] += x
        self.counts[y] += 1
