"""A student's learner whose weights belong to the class: the second learner starts where the first one has ended."""


class Student:
    """A Perceptron that is right the first time: ``weights`` is one dictionary for all of its kind."""

    weights = {}

    def activation(self, x):
        return sum(self.weights.get(i, 0.0) * value for i, value in enumerate(x))

    def predict(self, x):
        return 1 if self.activation(x) > 0 else -1

    def update(self, x, y):
        if y * self.activation(x) <= 0:
            for i, value in enumerate(x):
                self.weights[i] = self.weights.get(i, 0.0) + y * value
