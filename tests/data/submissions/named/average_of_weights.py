class Student:
    def __init__(self, dimension):
        self.w = [0.0] * dimension
        self.total = [0.0] * dimension
        self.n = 0

    def predict(self, x):
        s = sum(a * b for a, b in zip(self.total, x))
        return 1 if s > 0 else -1

    def update(self, x, y):
        s = sum(a * b for a, b in zip(self.w, x))
        if y * s <= 0:
            self.w = [a + y * b for a, b in zip(self.w, x)]
        self.n += 1
        self.total = [t + a for t, a in zip(self.total, self.w)]
