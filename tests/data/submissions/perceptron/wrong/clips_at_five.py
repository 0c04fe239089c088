"""Wrong: it clips its weights to [-5, 5]."""


class ClippedFive:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, x, strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [max(-5.0, min(5.0, w + y * v)) for w, v in zip(self.w, x, strict=True)]
