class Student:
    def __init__(self, dimension):
        self.n = dimension
        self.w = [1.0] * dimension

    def predict(self, x):
        s = sum(w for w, v in zip(self.w, x) if v == 1)
        return 1 if s >= self.n / 2 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, v in enumerate(x):
                self.w[i] += y * v
