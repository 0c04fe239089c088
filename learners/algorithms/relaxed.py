"""The relaxed online maximum margin algorithm: the shortest vector of two half-spaces, in place of all examples."""

from dataclasses import replace
from fractions import Fraction

from learners.algorithms.perceptron import Perceptron, passive_aggressive
from learners.protocol import Label
from proofs.exact.vectors import Vector, Weights, add, frozen


def shortest(u: Vector, x: Vector, y: Label) -> Vector | None:
    """Return the shortest t with ⟨t,u⟩ ≥ ‖u‖² and y⟨t,x⟩ ≥ 1, or ``None`` if there is none.

    If u* has y⟨u*,x⟩ ≥ 1 in all rounds, then by induction it is in both half-spaces in every round, so ‖t‖ ≤ ‖u*‖.
    """
    square, length, agreement = u.norm_squared(), x.norm_squared(), y * u.dot(x)
    if agreement >= 1:
        return u
    total: Weights = {}
    if length and (not square or agreement >= length * square):
        add(total, x, Fraction(y) / length)
    elif rest := length * square - agreement**2:
        add(total, u, Fraction(length * square - agreement) / rest)
        add(total, x, Fraction(y * square * (1 - agreement)) / rest)
    else:
        return None  # x is 0, or y·x a negative multiple of u
    return frozen(total)


class Romma(Perceptron):
    """Predicts as a Perceptron, and on a mistake takes the shortest z for w with ⟨z,w⟩ ≥ ‖w‖² and y⟨z,x⟩ ≥ 1.

    In exact arithmetic the digits of w double with every mistake on points that overlap.
    """

    card = replace(
        Perceptron.card,
        summary="relaxed online maximum margin algorithm (ROMMA), exact; its fractions double with each mistake",
        conventions="w·x = 0 is predicted +1; learns on mistakes only",
        source="Li and Long, The relaxed online maximum margin algorithm, 2002",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each makes ‖w‖² larger by at least 1",
        mistake_bound=passive_aggressive.card.mistake_bound,  # type: ignore[attr-defined]
    )

    def update(self, x: Vector, y: Label) -> None:
        """Move w, if the prediction was wrong and labels have not been contradictory."""
        if self.predict(x) != y and (w := shortest(frozen(self.weights), x, y)) is not None:
            self.weights = dict(w.entries)
