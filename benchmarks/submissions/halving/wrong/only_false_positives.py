"""Wrong: it learns only in rounds in which it has said +1."""


class OnlyPlus:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) == 1:
            self.left = self.left[self.left[:, x] == y]
