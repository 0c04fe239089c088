import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.weights = np.zeros(dimension)
        self.seen = []

    def standardized(self, x):
        mean, deviation = np.mean(self.seen, axis=0), np.std(self.seen, axis=0)
        deviation[deviation == 0] = 1
        return (x - mean) / deviation

    def predict(self, x):
        self.seen.append(np.array(x))
        self.z = self.standardized(x)
        self.guess = 1 if self.weights @ self.z > 0 else -1
        return self.guess

    def update(self, x, y):
        if self.guess != y:
            self.weights += y * self.z
