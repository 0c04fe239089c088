"""Wrong: it keeps the concepts that disagree with the label."""


class WrongSide:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] != y]
