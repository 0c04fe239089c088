"""Wrong: the weights are a global variable that is never reset."""

WEIGHTS = {}


def activation(x):
    return sum(WEIGHTS.get(i, 0.0) * value for i, value in enumerate(x.tolist()))


class GlobalPerceptron:
    def predict(self, x):
        return 1 if activation(x) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, value in enumerate(x.tolist()):
                WEIGHTS[i] = WEIGHTS.get(i, 0.0) + y * value
