"""Wrong: weighted majority that takes a tenth off a weight in every round with an error."""

import numpy as np


class LowersWeights:
    def __init__(self, concepts, beta=0.9):
        self.concepts = concepts
        self.weights = np.ones(len(concepts))
        self.beta = beta

    def predict(self, x):
        return 1 if np.dot(self.weights, self.concepts[:, x]) >= 0 else -1

    def update(self, x, y):
        self.weights = np.where(self.concepts[:, x] == y, self.weights, self.beta * self.weights)
