"""Halving on the distinct concepts, in case that one appears twice."""

import numpy as np


class DistinctHalving:
    def __init__(self, concepts: np.ndarray) -> None:
        self.left: np.ndarray = np.unique(concepts, axis=0)

    def predict(self, x: int) -> int:
        column = self.left[:, x]
        return 1 if (column == 1).sum() >= (column == -1).sum() else -1

    def update(self, x: int, y: int) -> None:
        self.left = np.delete(self.left, np.where(self.left[:, x] != y)[0], axis=0)
