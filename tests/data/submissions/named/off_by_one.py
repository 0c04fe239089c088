class Student:
    def __init__(self, dimension):
        self.d = dimension
        self.w = [0.0] * dimension

    def predict(self, x):
        total = 0
        for i in range(self.d - 1):
            total += self.w[i] * x[i]
        return 1 if total > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(self.d - 1):
                self.w[i] += y * x[i]
