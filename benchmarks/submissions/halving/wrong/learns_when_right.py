"""Wrong: it eliminates concepts in the rounds in which it was right."""


class LearnsWhenRight:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            self.left = self.left[self.left[:, x] == y]
