"""Wrong: it says the label that it has seen more often."""


class MajorityLabel:
    def __init__(self):
        self.balance = 0

    def predict(self, _x):
        return 1 if self.balance > 0 else -1

    def update(self, _x, y):
        self.balance += y
