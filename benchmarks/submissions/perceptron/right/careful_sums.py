"""The Perceptron with math.fsum, so that sums are rounded once."""

from math import fsum


class Careful:
    def __init__(self, dimension: int):
        self.w: list[float] = [0.0 for _ in range(dimension)]

    def predict(self, x) -> int:
        return 1 if fsum(map(float.__mul__, self.w, x.tolist())) >= 0.0 else -1

    def update(self, x, y: int) -> None:
        if self.predict(x) == y:
            return
        for i, value in enumerate(x.tolist()):
            self.w[i] += y * value
