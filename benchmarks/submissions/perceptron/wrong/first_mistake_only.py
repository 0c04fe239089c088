"""Wrong: its weights are those of the first mistake for ever."""


class FirstMistake:
    def __init__(self):
        self.w = None

    def predict(self, x):
        if self.w is None:
            return -1
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.w is None and y == 1:
            self.w = y * x
