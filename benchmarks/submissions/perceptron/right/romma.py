"""ROMMA (Li and Long): the shortest w with y<w,x> = 1 that keeps its product with the old w."""

import numpy as np

# u = v/margin has y<u,x> >= 1, and <u,w> >= |w|^2 by induction, so |w| <= |u| <= 1/margin. A new w is the old one
# plus something orthogonal to it, at a distance of at least 1/R: |w|^2 grows by 1/R^2 with every mistake.


class Romma:
    def __init__(self, dimension: int) -> None:
        self.w = np.zeros(dimension)

    def predict(self, x: np.ndarray) -> int:
        return 1 if self.w @ x > 0 else -1

    def update(self, x: np.ndarray, y: int) -> None:
        if self.predict(x) == y:
            return
        xx, ww, wx = x @ x, self.w @ self.w, self.w @ x
        if ww == 0:
            self.w = y * x / xx
            return
        direction = x - wx / ww * self.w
        self.w = self.w + (y - wx) / (direction @ direction) * direction
