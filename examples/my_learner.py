"""A learner with a card: the Perceptron that predicts −1 on a tie, and learns from ties, too, in exact arithmetic."""

from learners.protocol import Card, unit_points


class MyLearner:
    """Adds y·x to w whenever y⟨w,x⟩ ≤ 0."""

    card = Card(
        summary="Perceptron, exact: predicts −1 on a tie, and learns from ties",
        sees="exact",
        conventions="predicts −1 if w·x = 0, and then learns from either label",
        theorem="on unit points with margin δ: at most ⌊1/δ²⌋ updates, so at most ⌊1/δ²⌋ mistakes",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    )

    def __init__(self):
        self.weights = {}

    def product(self, x):
        return sum(self.weights.get(i, 0) * value for i, value in x.entries)

    def predict(self, x):
        return 1 if self.product(x) > 0 else -1

    def update(self, x, y):
        if y * self.product(x) <= 0:
            for i, value in x.entries:
                self.weights[i] = self.weights.get(i, 0) + y * value
