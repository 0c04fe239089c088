"""Wrong: it always says +1."""


class AlwaysPlus:
    def __init__(self, concepts):
        pass

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
