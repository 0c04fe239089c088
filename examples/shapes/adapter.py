"""The adapter of a course: it gets the module of each submission, and returns what is graded."""


def adapt(submission):
    if not hasattr(submission, "Network"):
        return submission  # it is read as it stands

    class Learner:
        def fit(self, X, y, n_iter):
            self.network = submission.Network(X.shape[1])
            for _ in range(n_iter):
                for x, label in zip(X, y, strict=True):
                    self.network.backward(x, label)

        def predict(self, x):
            return 1 if self.network.forward(x) > 0 else -1

    return Learner
