"""Wrong: weights in float16 and a learning rate of 1e-7, at which most of a step is rounded away."""

import numpy as np


class Underflow:
    def __init__(self, dimension, learning_rate=1e-7):
        self.w = np.zeros(dimension, dtype=np.float16)
        self.learning_rate = learning_rate

    def predict(self, x):
        return 1 if self.w.astype(float) @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = (self.w + self.learning_rate * y * x).astype(np.float16)
