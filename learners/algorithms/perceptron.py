"""The Perceptron on exact, sparse points, with the conventions of the notes for a tie w·x = 0, and with other steps.

Memory is linear in the coordinates that mistakes touched, time per round in the coordinates of the point.
"""

from dataclasses import replace
from fractions import Fraction

from learners.protocol import HINGE_THEOREM, Card, Label, perceptron_bound, unit_points
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, product
from proofs.settings import Setting


class Perceptron:
    """Predicts +1 iff w·x ≥ 0, and adds y·x to w on a mistake: Chan, Notes 3, section 1."""

    card = Card(
        summary="Perceptron, exact and sparse: predicts +1 iff w·x ≥ 0, learns on mistakes only",
        sees="exact",
        conventions="w·x = 0 is predicted +1; a tie that turns out right is not a mistake",
        source="Chan, CSCI4230 Notes 3, section 1",
        theorem=f"Theorem 1.1: at most ⌊1/δ²⌋ mistakes on unit points with margin δ; {HINGE_THEOREM}",
        mistake_bound=perceptron_bound,
        conservative=True,
        weights=True,
        copies=True,
    )

    def __init__(self) -> None:
        self.weights: Weights = {}

    def predict(self, x: Vector) -> Label:
        """Return the sign of w·x, with sign(0) = +1."""
        weights = self.weights
        total: Rational = 0
        for index, value in x.entries:  # as ``product``, without a call in the hot loop of long games
            total += weights.get(index, 0) * value
        return 1 if total >= 0 else -1

    def update(self, x: Vector, y: Label) -> None:
        """Add a multiple of x to w: here y·x, and only if the prediction was wrong."""
        if step := self._step(x, y):
            add(self.weights, x, step)

    def _step(self, x: Vector, y: Label) -> Rational:
        """Return the multiple of x to add to w. Variants of the Perceptron override it."""
        return y if self.predict(x) != y else 0


class OnlinePerceptron(Perceptron):
    """Adds y·x to w whenever y·(w·x) ≤ 0, so that a tie counts as a mistake: Hsu, Online Perceptron; Lecture 13."""

    card = Card(
        summary="Online Perceptron, exact and sparse: learns whenever y(w·x) ≤ 0",
        sees="exact",
        conventions="w·x = 0 is predicted +1, and is learned from as a mistake whatever the label",
        source="Hsu, COMS 4771, Online Perceptron; Lecture 13 (27-04-2020), section 1.2",
        theorem="‖w*‖²L², at w* = v/δ and L = 1: at most ⌊1/δ²⌋ updates, so mistakes, on unit points with margin δ; "
        f"{HINGE_THEOREM}",
        mistake_bound=perceptron_bound,
        weights=True,
        copies=True,
    )

    def _step(self, x: Vector, y: Label) -> Rational:
        return y if y * product(self.weights, x) <= 0 else 0


def _half_step_bound(setting: Setting) -> int | None:
    # With a ties (half steps) and b strict mistakes (full steps): w·v ≥ δ(a/2 + b) and ‖w‖² ≤ a/4 + b. With
    # S = a/2 + b and D = 1/δ² that is S² ≤ D(3S/2 − (a+b)/2), so a + b ≤ 3S − 2S²/D ≤ 9D/8.
    squared = setting.unit_margin_squared
    return None if squared is None else Fraction(9, 8) / squared // 1


class HalfStepPerceptron(Perceptron):
    """Adds ½(y − sgn(w·x))·x to w, with sgn(0) = 0, so that a tie makes half a step: Livni, Lecture 8, 8.1.1."""

    sign_of_zero = 0

    card = Card(
        summary="Perceptron with sgn(0) = 0, exact and sparse: w moves by ½(y − sgn(w·x))x, so by half a step on a tie",
        sees="exact",
        conventions="sgn(0) = 0 in the update; as a prediction w·x = 0 is answered +1, the game having no third label",
        source="Livni, Lecture 8, section 8.1.1",
        theorem="Theorem 8.1's proof, the half steps counted: at most ⌊9/(8δ²)⌋ mistakes on unit points with margin δ",
        mistake_bound=_half_step_bound,
        weights=True,
        copies=True,
    )

    def predict(self, x: Vector) -> Label:
        """Return sgn(w·x), and +1 where that is 0."""
        return 1 if self._sign(x) >= 0 else -1

    def _step(self, x: Vector, y: Label) -> Rational:
        return Fraction(y - self._sign(x), 2)

    def _sign(self, x: Vector) -> int:
        activation = product(self.weights, x)
        return (activation > 0) - (activation < 0) or self.sign_of_zero


class HalfStepPlus(HalfStepPerceptron):
    """Livni's Perceptron with sgn(0) = +1: it makes no half steps, and is the Perceptron of Notes 3."""

    sign_of_zero = 1

    card = replace(
        Perceptron.card,
        summary="Livni's Perceptron with sgn(0) = +1, exact and sparse: the same as perceptron",
        conventions="sgn(0) = +1",
        source="Livni, Lecture 8, section 8.1.1",
        theorem=f"Theorem 8.1: at most ⌊1/δ²⌋ mistakes on unit points with margin δ; {HINGE_THEOREM}",
    )


class HalfStepMinus(HalfStepPerceptron):
    """Livni's Perceptron with sgn(0) = -1: the Perceptron of Notes 3 with the labels exchanged."""

    sign_of_zero = -1

    card = replace(
        HalfStepPlus.card,
        summary="Livni's Perceptron with sgn(0) = -1, exact and sparse",
        conventions="sgn(0) = -1",
    )


class PassiveAggressive(Perceptron):
    """Moves w as little as gives y(w·x) ≥ 1, by y(1 − y(w·x))/‖x‖² · x.

    It is the PA of Crammer and others, 2006, without slack. In exact arithmetic the numbers grow with the number of
    updates on points that overlap.
    """

    card = Card(
        summary="passive-aggressive algorithm (PA), exact and sparse: the least change that gives margin 1",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with a margin below 1",
        source="Crammer, Dekel, Keshet, Shalev-Shwartz, Singer, Online passive-aggressive algorithms, 2006, Theorem 2",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each has loss ≥ 1, and Σ loss² ≤ 1/δ²",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    )

    def _step(self, x: Vector, y: Label) -> Rational:
        missing = 1 - y * product(self.weights, x)
        return Fraction(y * missing) / x.norm_squared() if missing > 0 and x.entries else 0


class HingeDescent(Perceptron):
    """Gradient descent on the hinge loss max(0, 1 − y(w·x)), with a fixed step η: w += ηy·x wherever y(w·x) < 1."""

    card = Card(
        summary="gradient descent on the hinge loss, exact, with a fixed step; ?step=1/10",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with too small a margin",
        source="Hsu, COMS 4771, for the hinge loss; the descent is beyond the notes",
        theorem="none is claimed for a fixed step",
        weights=True,
        copies=True,
    )

    def __init__(self, step: Rational = Fraction(1, 10)) -> None:
        super().__init__()
        if type(step) not in (int, Fraction) or step <= 0:
            raise InputError(f"the step should be above 0, but is {step}")
        self.step = step

    def _step(self, x: Vector, y: Label) -> Rational:
        return self.step * y if y * product(self.weights, x) < 1 else 0
