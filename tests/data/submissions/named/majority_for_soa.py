class Student:
    """SOA, as far as its author knows."""

    def __init__(self, concepts):
        self.alive = list(range(len(concepts)))
        self.concepts = concepts

    def predict(self, x):
        plus = [i for i in self.alive if self.concepts[i][x] == 1]
        minus = [i for i in self.alive if self.concepts[i][x] == -1]
        return 1 if len(plus) >= len(minus) else -1

    def update(self, x, y):
        self.alive = [i for i in self.alive if self.concepts[i][x] == y]
