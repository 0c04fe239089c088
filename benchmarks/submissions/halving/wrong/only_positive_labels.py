"""Wrong: it learns from positive labels only."""


class OnlyPositive:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() >= 0 else -1

    def update(self, x, y):
        if y > 0:
            self.left = self.left[self.left[:, x] > 0]
