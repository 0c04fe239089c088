"""Passive-Aggressive without a cap: it moves to the nearest w with y<w,x> = 1 whenever y<w,x> < 1."""

import numpy as np

# Let u = v/margin, so y<u,x> >= 1. A step t = loss/|x|^2 lowers |w - u|^2 by 2t(y<u,x> - y<w,x>) - t^2|x|^2
# >= 2t*loss - t*loss = loss^2/|x|^2, which is at least 1/R^2 on a mistake; it starts at |u|^2 <= 1/margin^2.


class PassiveAggressive:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        loss = max(0.0, 1.0 - y * (self.w @ x))
        norm_squared = x @ x
        if loss > 0 and norm_squared > 0:
            self.w += loss / norm_squared * y * x
