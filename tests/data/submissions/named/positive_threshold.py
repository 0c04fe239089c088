class Student:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def predict(self, x):
        s = 0.0
        for i in range(len(x)):
            s += self.w[i] * x[i]
        return 1 if s > 1 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(len(x)):
                self.w[i] = self.w[i] + y * x[i]
