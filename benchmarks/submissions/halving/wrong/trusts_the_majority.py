"""Wrong: it eliminates the concepts that disagree with its own prediction, not with the label."""


class SelfConfident:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        guess = self.predict(x)
        self.left = self.left[self.left[:, x] == guess]
