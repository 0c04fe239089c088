"""Wrong: it learns from its first six mistakes only."""


class StopsAtSix:
    def __init__(self, concepts):
        self.left = set(range(len(concepts)))
        self.columns = concepts.T.tolist()
        self.budget = 6

    def predict(self, x):
        column = self.columns[x]
        return 1 if sum(column[i] for i in self.left) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y and self.budget:
            self.budget -= 1
            self.left = {i for i in self.left if self.columns[x][i] == y}
