class Student:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def predict(self, x):
        return 1 if self.score(x) >= 0 else -1

    def score(self, x):
        return sum(a * b for a, b in zip(self.w, x))

    def update(self, x, y):
        if y * self.score(x) < 0:
            for i, v in enumerate(x):
                self.w[i] += y * v
