class Winnow1:
    def __init__(self, dimension):
        self.n = dimension
        self.w = [1.0] * dimension

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.w, x)) >= self.n / 2 else -1

    def update(self, x, y):
        if y == 1:
            self.w = [2 * a if b else a for a, b in zip(self.w, x)]
        elif self.predict(x) == 1:
            self.w = [0 if b else a for a, b in zip(self.w, x)]
