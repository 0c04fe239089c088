class Student:
    def __init__(self, dimension):
        self.w = [0.0] * dimension
        self.b = 0.0

    def predict(self, x):
        s = self.b
        for wi, xi in zip(self.w, x):
            s += wi * xi
        return 1 if s >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(len(self.w)):
                self.w[i] += y * x[i]
            self.b += y
