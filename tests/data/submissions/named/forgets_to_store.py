class Student:
    def __init__(self, concepts):
        self.alive = concepts

    def predict(self, x):
        plus = (self.alive[:, x] == 1).sum()
        return 1 if plus > len(self.alive) - plus else -1

    def update(self, x, y):
        alive = self.alive[self.alive[:, x] == y]
