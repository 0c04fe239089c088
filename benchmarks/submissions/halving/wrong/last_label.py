"""Wrong: it says the last label."""


class LastLabel:
    def __init__(self):
        self.label = -1

    def predict(self, _x):
        return self.label

    def update(self, _x, y):
        self.label = y
