"""Halving with whole numbers as bit sets."""


class BitHalving:
    def __init__(self, concepts):
        self.columns = []
        for column in concepts.T:
            mask = 0
            for i, label in enumerate(column.tolist()):
                if label == 1:
                    mask |= 1 << i
            self.columns.append(mask)
        self.space = (1 << len(concepts)) - 1

    def predict(self, x):
        yes = (self.space & self.columns[x]).bit_count()
        return 1 if 2 * yes > self.space.bit_count() else -1

    def update(self, x, y):
        self.space &= self.columns[x] if y == 1 else ~self.columns[x]
