"""The Perceptron as a dataclass."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class DataPerceptron:
    dimension: int
    mistakes: int = 0
    w: np.ndarray = field(init=False)

    def __post_init__(self):
        self.w = np.zeros(self.dimension)

    def predict(self, x):
        return 1 if float(self.w @ x) > 0.0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
            self.w += y * x
