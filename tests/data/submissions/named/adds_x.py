class Student:
    def __init__(self):
        self.w = {}

    def predict(self, x):
        return 1 if sum(self.w.get(i, 0) * v for i, v in enumerate(x)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, v in enumerate(x):
                self.w[i] = self.w.get(i, 0) + v
