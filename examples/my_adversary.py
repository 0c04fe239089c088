"""To play against: adversary play perceptron --against examples/my_adversary.py --margin 1/5 --dimension 25."""

from fractions import Fraction


class MyAdversary:
    """Shows orthonormal points with two coordinates each, and labels every one against the prediction."""

    def __init__(self, margin_squared, dimension):
        self.margin_squared, self.dimension = margin_squared, dimension
        self.rounds = min(int(1 / margin_squared), dimension)
        self.plan = {"rounds": self.rounds, "claims": self.rounds}  # or none: docs/extend.md
        self.shown = 0
        self.sum = [0] * dimension

    def next_point(self):
        if self.shown == self.rounds:
            return None  # the game is over
        i, j = self.shown, self.shown ^ 1  # 0 and 1 are partners, 2 and 3, …
        self.shown += 1
        x = [0] * self.dimension
        if j < self.dimension:
            x[i], x[j] = Fraction(3, 5), Fraction(4 if i < j else -4, 5)
        else:
            x[i] = 1
        return x

    def label(self, x, predicted):
        y = -predicted
        self.sum = [s + y * value for s, value in zip(self.sum, x, strict=True)]
        return y

    def target(self):
        return self.sum, self.margin_squared  # u and s² of the target v = s·u; a list alone is v itself
