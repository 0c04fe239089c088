"""The Perceptron that also learns from every tie, whether its guess was right or not."""

import numpy as np


class TiePerceptron:
    def __init__(self, dimension: int) -> None:
        self.w = np.zeros(dimension)

    def predict(self, x: np.ndarray) -> int:
        return 1 if self.w @ x >= 0 else -1

    def update(self, x: np.ndarray, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w += y * x
