"""Halving on concepts written as strings of + and -."""


class StringHalving:
    def __init__(self, concepts):
        self.words = {"".join("+" if label > 0 else "-" for label in row) for row in concepts}

    def predict(self, x):
        plus = sum(word[x] == "+" for word in self.words)
        return 1 if plus > len(self.words) - plus else -1

    def update(self, x, y):
        sign = "+" if y > 0 else "-"
        self.words = {word for word in self.words if word[x] == sign}
