weights = {}


class Student:
    def predict(self, x):
        total = 0
        for i in range(len(x)):
            total += weights.get(i, 0) * x[i]
        return 1 if total >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(len(x)):
                weights[i] = weights.get(i, 0) + y * x[i]
