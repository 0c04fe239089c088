"""It needs one vote more than half."""


class Halving:
    def __init__(self, concepts):
        self.alive = [list(map(int, c)) for c in concepts]

    def predict(self, x):
        plus = sum(1 for c in self.alive if c[x] == 1)
        return 1 if plus > len(self.alive) // 2 + 1 else -1

    def update(self, x, y):
        self.alive = [c for c in self.alive if c[x] == y]
