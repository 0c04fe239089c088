"""Hostile: its label is an int that equals everything and calls itself an int. A report should name an illegal label."""


class Sly(int):
    __class__ = int

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return hash(1)

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __repr__(self):
        return "1"


class Pleaser:
    def predict(self, x):
        return Sly(1)

    def update(self, x, y):
        pass
