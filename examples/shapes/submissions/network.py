"""A network of one neuron, whose methods have names of their own: the course's adapter knows them."""


class Network:
    def __init__(self, inputs):
        self.weights = [0.0] * (inputs + 1)

    def forward(self, x):
        return sum(w * value for w, value in zip(self.weights, [*x, 1.0], strict=True))

    def backward(self, x, target):
        if target * self.forward(x) <= 0:
            self.weights = [w + target * value for w, value in zip(self.weights, [*x, 1.0], strict=True)]
