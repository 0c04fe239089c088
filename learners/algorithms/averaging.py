"""Learners that average: the average of all examples, and the averaged and the voted Perceptron."""

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, product


class Averaging(Perceptron):
    """Predicts by U = (1/m)·Σ yₜxₜ over *all* rounds, right or wrong: Lecture 13 (27-04-2020), section 1.2.

    It is the heuristic that the lecture tries and drops. examples/averaging.jsonl shows why: 24 unit points with
    margin² 1/10, on which it makes 11 mistakes, more than the 10 that the Perceptron may make.
    """

    card = Card(
        summary="the average of all labeled points, a heuristic that is wrong: see examples/averaging.jsonl",
        sees="exact",
        conventions="U·x = 0 is predicted +1; the factor 1/m changes no sign and is left out",
        source="Lecture 13 (27-04-2020), section 1.2",
        theorem="none: repeated points outweigh the others",
        weights=True,
        copies=True,
    )

    def _step(self, x: Vector, y: Label) -> Rational:  # noqa: ARG002 - whatever was predicted
        return y


class AveragedPerceptron(Perceptron):
    """Learns as the Perceptron, and predicts by the sum of its weights after every round so far.

    The sum is kept as t·w − late, where ``late`` adds up what each step missed of the rounds before it.
    (Freund and Schapire 1999.)
    """

    card = Card(
        summary="averaged Perceptron, exact: learns as perceptron does, predicts by the sum of all its weights so far",
        sees="exact",
        conventions="a sum of 0 is predicted +1; the update looks at the current w, not at the sum",
        source="Freund and Schapire, Large margin classification using the Perceptron algorithm, 1999",
        theorem="none: the bound is on the mistakes of w, not on those of the sum",
        copies=True,
    )

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 1
        self.late: Weights = {}

    def predict(self, x: Vector) -> Label:
        """Return the sign of the sum's product with x, with sign(0) = +1."""
        return 1 if self.rounds * product(self.weights, x) >= product(self.late, x) else -1

    def update(self, x: Vector, y: Label) -> None:
        """Add y·x to w if y·(w·x) ≤ 0, and go on to the next round."""
        if y * product(self.weights, x) <= 0:
            add(self.weights, x, y)
            add(self.late, x, self.rounds * y)
        self.rounds += 1


class VotedPerceptron(Perceptron):
    """Learns as the Perceptron, and lets every w it has had vote, once for each round that it survived.

    A round costs a product with each w, so it is for short games. (Freund and Schapire 1999.)
    """

    card = Card(
        summary="voted Perceptron, exact: every w so far votes, once for each round it lasted; slow in long games",
        sees="exact",
        conventions="w·x = 0 votes +1, and so does a draw",
        source="Freund and Schapire, Large margin classification using the Perceptron algorithm, 1999",
        theorem="none: the bound is on the mistakes of w, not on those of the vote",
        copies=True,
    )

    def __init__(self) -> None:
        super().__init__()
        self.voters: list[tuple[Weights, int]] = []
        self.lasted = 1

    def predict(self, x: Vector) -> Label:
        """Return what most votes say."""
        votes = self.lasted if product(self.weights, x) >= 0 else -self.lasted
        for weights, count in self.voters:
            votes += count if product(weights, x) >= 0 else -count
        return 1 if votes >= 0 else -1

    def update(self, x: Vector, y: Label) -> None:
        """Replace w by w + y·x if it is wrong on x; else it lasts another round."""
        if (product(self.weights, x) >= 0) == (y > 0):
            self.lasted += 1
            return
        self.voters.append((dict(self.weights), self.lasted))
        add(self.weights, x, y)
        self.lasted = 1
