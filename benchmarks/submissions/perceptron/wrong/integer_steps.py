"""Wrong: it rounds the points to whole numbers."""


class Rounding:
    def __init__(self, dimension):
        self.w = [0] * dimension

    def predict(self, x):
        return 1 if sum(w * round(v) for w, v in zip(self.w, x.tolist(), strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [w + y * round(v) for w, v in zip(self.w, x.tolist(), strict=True)]
