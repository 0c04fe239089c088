"""Wrong: a vote of the seven nearest points seen."""

import numpy as np


class Neighbors:
    def __init__(self, k=7):
        self.k = k
        self.points, self.labels = [], []

    def predict(self, x):
        if not self.points:
            return 1
        distances = np.linalg.norm(np.array(self.points) - x, axis=1)
        nearest = np.argsort(distances, kind="stable")[: self.k]
        return 1 if sum(self.labels[i] for i in nearest) > 0 else -1

    def update(self, x, y):
        self.points.append(x.copy())
        self.labels.append(y)
