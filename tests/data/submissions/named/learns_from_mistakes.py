class Student:
    def __init__(self, concepts):
        self.alive = concepts

    def predict(self, x):
        return 1 if self.alive[:, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.alive = self.alive[self.alive[:, x] == y]
