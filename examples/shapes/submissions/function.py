"""A function that returns w and the offset. Its bug: the offset changes in the wrong direction."""

import numpy as np


def train_perceptron(data, labels, T):
    """Return w and b for points in columns."""
    w, b = np.zeros(data.shape[0]), 0.0
    for _ in range(T):
        for x, y in zip(data.T, labels[0], strict=True):
            if y * (w @ x + b) <= 0:
                w, b = w + y * x, b - y
    return w, b
