"""Halving as a dataclass."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class DataHalving:
    concepts: np.ndarray
    rounds: int = 0
    left: np.ndarray = field(init=False)

    def __post_init__(self):
        self.left = self.concepts.copy()

    def predict(self, x):
        return 1 if self.left[:, x].mean() >= 0 else -1

    def update(self, x, y):
        self.rounds += 1
        self.left = np.compress(self.left[:, x] == y, self.left, axis=0)
