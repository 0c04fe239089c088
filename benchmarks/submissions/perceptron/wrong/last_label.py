"""Wrong: it says the last label."""


class LastLabel:
    def __init__(self):
        self.last = 1

    def predict(self, _x):
        return self.last

    def update(self, _x, y):
        self.last = y
