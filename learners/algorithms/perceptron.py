"""The Perceptron on exact, sparse points, its conventions for a tie w·x = 0, other steps, averages, and the batch.

Memory is linear in the coordinates that mistakes touched, time per round in the coordinates of the point.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Literal, get_args

from learners.protocol import HINGE_THEOREM, Card, Label, perceptron_bound, unit_points, with_card
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, product
from proofs.settings import Setting

Rule = Literal["first", "cyclic", "largest", "seeded"]
BUDGET = 1_000


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


Step = Callable[[Rational, Vector, Label], Rational]
"""Says by w·x, by x and by its label which multiple of x to add to w."""


class SteppingPerceptron(Perceptron):
    """A Perceptron with a step of its own, which predicts the label ``tie`` where w·x = 0."""

    def __init__(self, step: Step, tie: Label = 1) -> None:
        super().__init__()
        self.step, self.tie = step, tie

    def predict(self, x: Vector) -> Label:
        """Return the sign of w·x."""
        activation = product(self.weights, x)
        return self.tie if activation == 0 else 1 if activation > 0 else -1

    def _step(self, x: Vector, y: Label) -> Rational:
        return self.step(product(self.weights, x), x, y)


def _on_ties_too(activation: Rational, _x: Vector, y: Label) -> Rational:
    return y if y * activation <= 0 else 0


online_perceptron = with_card(
    Card(
        summary="Online Perceptron, exact and sparse: learns whenever y(w·x) ≤ 0",
        sees="exact",
        conventions="w·x = 0 is predicted +1, and is learned from as a mistake whatever the label",
        source="Hsu, COMS 4771, Online Perceptron; Lecture 13 (27-04-2020), section 1.2",
        theorem="‖w*‖²L², at w* = v/δ and L = 1: at most ⌊1/δ²⌋ updates, so mistakes, on unit points with margin δ; "
        f"{HINGE_THEOREM}",
        mistake_bound=perceptron_bound,
        weights=True,
        copies=True,
    ),
    lambda: SteppingPerceptron(_on_ties_too),
)
"""Adds y·x to w whenever y·(w·x) ≤ 0, so that a tie counts as a mistake: Hsu, Online Perceptron; Lecture 13."""


def _half_step_bound(setting: Setting) -> int | None:
    # With a ties (half steps) and b strict mistakes (full steps): w·v ≥ δ(a/2 + b) and ‖w‖² ≤ a/4 + b. With
    # S = a/2 + b and D = 1/δ² that is S² ≤ D(3S/2 − (a+b)/2), so a + b ≤ 3S − 2S²/D ≤ 9D/8.
    squared = setting.unit_margin_squared
    return None if squared is None else Fraction(9, 8) / squared // 1


def _by_half_the_error(sign_of_zero: int, activation: Rational, _x: Vector, y: Label) -> Rational:
    return Fraction(y - ((activation > 0) - (activation < 0) or sign_of_zero), 2)


def _half_step_perceptron(sign_of_zero: Literal[-1, 0, 1] = 0) -> SteppingPerceptron:
    return SteppingPerceptron(partial(_by_half_the_error, sign_of_zero), -1 if sign_of_zero == -1 else 1)


half_step_perceptron = with_card(
    Card(
        summary="Perceptron with sgn(0) = 0, exact and sparse: w moves by ½(y − sgn(w·x))x, so by half a step on a tie",
        sees="exact",
        conventions="sgn(0) = 0 in the update; as a prediction w·x = 0 is answered +1, the game having no third label",
        source="Livni, Lecture 8, section 8.1.1",
        theorem="Theorem 8.1's proof, the half steps counted: at most ⌊9/(8δ²)⌋ mistakes on unit points with margin δ",
        mistake_bound=_half_step_bound,
        weights=True,
        copies=True,
    ),
    _half_step_perceptron,
)
"""Adds ½(y − sgn(w·x))·x to w, with sgn(0) = 0, so that a tie makes half a step: Livni, Lecture 8, 8.1.1."""

half_step_plus = with_card(
    replace(
        Perceptron.card,
        summary="Livni's Perceptron with sgn(0) = +1, exact and sparse: the same as perceptron",
        conventions="sgn(0) = +1",
        source="Livni, Lecture 8, section 8.1.1",
        theorem=f"Theorem 8.1: at most ⌊1/δ²⌋ mistakes on unit points with margin δ; {HINGE_THEOREM}",
    ),
    lambda: _half_step_perceptron(sign_of_zero=1),
)
"""With sgn(0) = +1 there are no half steps, and it is the Perceptron of Notes 3."""


half_step_minus = with_card(
    replace(
        half_step_plus.card,  # type: ignore[attr-defined]
        summary="Livni's Perceptron with sgn(0) = -1, exact and sparse",
        conventions="sgn(0) = -1",
    ),
    lambda: _half_step_perceptron(sign_of_zero=-1),
)
"""With sgn(0) = -1 it is the Perceptron of Notes 3 with the labels exchanged."""


def _to_the_margin(activation: Rational, x: Vector, y: Label) -> Rational:
    missing = 1 - y * activation
    return Fraction(y * missing) / x.norm_squared() if missing > 0 and x.entries else 0


passive_aggressive = with_card(
    Card(
        summary="passive-aggressive algorithm (PA), exact and sparse: the least change that gives margin 1",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with a margin below 1",
        source="Crammer, Dekel, Keshet, Shalev-Shwartz, Singer, Online passive-aggressive algorithms, 2006, Theorem 2",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each has loss ≥ 1, and Σ loss² ≤ 1/δ²",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    ),
    lambda: SteppingPerceptron(_to_the_margin),
)
"""Moves w as little as gives y(w·x) ≥ 1, by y(1 − y(w·x))/‖x‖² · x.

It is the PA of Crammer and others, 2006, without slack. In exact arithmetic the numbers grow with the number of
updates on points that overlap."""


def _below_the_margin(step: Rational, activation: Rational, _x: Vector, y: Label) -> Rational:
    return step * y if y * activation < 1 else 0


def _hinge_descent(step: Rational = Fraction(1, 10)) -> Perceptron:
    if type(step) not in (int, Fraction) or step <= 0:
        raise InputError(f"the step should be above 0, but is {step}")
    return SteppingPerceptron(partial(_below_the_margin, step))


hinge_descent = with_card(
    Card(
        summary="gradient descent on the hinge loss, exact, with a fixed step; ?step=1/10",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with too small a margin",
        source="Hsu, COMS 4771, for the hinge loss; the descent is beyond the notes",
        theorem="none is claimed for a fixed step",
        weights=True,
        copies=True,
    ),
    _hinge_descent,
)
"""Gradient descent on the hinge loss max(0, 1 − y(w·x)), with a fixed step η: w += ηy·x wherever y(w·x) < 1."""


def _always(_activation: Rational, _x: Vector, y: Label) -> Rational:
    return y


averaging = with_card(
    Card(
        summary="the average of all labeled points, a heuristic that is wrong: see examples/averaging.jsonl",
        sees="exact",
        conventions="U·x = 0 is predicted +1; the factor 1/m changes no sign and is left out",
        source="Lecture 13 (27-04-2020), section 1.2",
        theorem="none: repeated points outweigh the others",
        weights=True,
        copies=True,
    ),
    lambda: SteppingPerceptron(_always),
)
"""Predicts by U = (1/m)·Σ yₜxₜ over *all* rounds, right or wrong: Lecture 13 (27-04-2020), section 1.2.

It is the heuristic that the lecture tries and drops. examples/averaging.jsonl shows why: 24 unit points with
margin² 1/10, on which it makes 11 mistakes, more than the 10 that the Perceptron may make."""


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


class BatchPerceptron(Perceptron):
    """Runs the batch Perceptron on the examples so far after every round, going on from the w it has.

    Understanding Machine Learning, 9.1.2; Hsu, Perceptron algorithm; Lecture 13 (27-04-2020), 1.2. ``rule`` picks the
    violated example, y⟨w,x⟩ ≤ 0: the ``first`` in the sample, the next in ``cyclic`` passes, the one with the
    ``largest`` violation (the first of these), or any, ``seeded``. ``budget`` is in updates a round.
    """

    card = Card(
        summary="batch Perceptron, exact, run on all examples so far in each round; ?rule=first|cyclic|largest|seeded",
        sees="exact",
        conventions="y(w·x) ≤ 0 is a violation; w·x = 0 is predicted +1",
        source="Shalev-Shwartz and Ben-David, Understanding Machine Learning, 9.1.2; Hsu; Lecture 13 (27-04-2020)",
        theorem="at most (RB)² = ⌊1/δ²⌋ updates in all on unit points with margin δ, and each mistake costs one",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    )

    def __init__(self, rule: Rule = "first", budget: int = BUDGET, seed: int = 0) -> None:
        super().__init__()
        if type(budget) is not int or budget < 1:
            raise InputError(f"the budget should be at least 1 update, but is {budget}")
        require_known("rule", get_args(Rule), str(rule))
        self.rule, self.budget = rule, budget
        self.random = Random(seed)  # noqa: S311 - reproducible, not secret
        self.sample: list[tuple[Vector, Label]] = []
        self.place = 0  # of cyclic reading

    def update(self, x: Vector, y: Label) -> None:
        """Add the example to the sample, and run."""
        self.sample.append((x, y))
        self.run()

    def run(self) -> tuple[int, bool]:
        """Update w until it separates the sample, or the budget runs out; return how many updates, and which it was.

        On a separable sample there are at most ‖w*‖²L² in all (Hsu, COMS 4771, first theorem). That the budget has run
        out says nothing about whether there is a separator.
        """
        for updates in range(self.budget + 1):
            example = self._pick()
            if example is None:
                return updates, True
            if updates < self.budget:
                add(self.weights, *example)
        return self.budget, False

    def _violates(self, example: tuple[Vector, Label]) -> bool:
        return example[1] * product(self.weights, example[0]) <= 0

    def _pick(self) -> tuple[Vector, Label] | None:
        """Return the violated example that the rule picks, if there is one."""
        if self.rule == "cyclic":
            return self._next_in_passes()
        violated = filter(self._violates, self.sample)
        if self.rule == "largest":
            return min(violated, key=lambda example: example[1] * product(self.weights, example[0]), default=None)
        if self.rule == "seeded":
            examples = list(violated)
            return self.random.choice(examples) if examples else None
        return next(violated, None)

    def _next_in_passes(self) -> tuple[Vector, Label] | None:
        for _ in self.sample:
            example = self.sample[self.place]
            self.place = (self.place + 1) % len(self.sample)
            if self._violates(example):
                return example
        return None
