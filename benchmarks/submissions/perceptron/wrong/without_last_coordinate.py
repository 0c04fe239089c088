"""Wrong: its loop ends one coordinate too early."""


class OffByOne:
    def __init__(self, dimension):
        self.dimension = dimension
        self.w = [0.0] * dimension

    def predict(self, x):
        total = 0.0
        for i in range(self.dimension - 1):
            total += self.w[i] * x[i]
        return 1 if total > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(self.dimension - 1):
                self.w[i] += y * x[i]
