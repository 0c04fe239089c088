"""The batch Perceptron on a finite sample, and the learner that runs it on all it has seen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
from proofs.exact.errors import InputError, unknown
from proofs.exact.vectors import Vector, vector

Rule = Literal["first", "cyclic", "largest", "seeded"]
RULES = ("first", "cyclic", "largest", "seeded")
BUDGET = 1_000


@dataclass(frozen=True, slots=True)
class BatchRun:
    """How a run ended. ``separator`` is verified on the whole sample; it is ``None`` where the budget ran out before,
    which says nothing about whether there is one.

    ``updates`` counts the steps w += y·x. ``iterations`` counts how often the loop was entered, the entry that finds
    nothing to do included: one more than the updates when it halts, except under ``cyclic``, where every example read
    is an iteration.
    """  # noqa: D205 - one sentence

    separator: Vector | None
    updates: int
    iterations: int


class BatchPerceptron(Perceptron):
    """Runs the batch Perceptron on the examples so far after every round, going on from the w it has.

    Understanding Machine Learning, 9.1.2; Hsu, Perceptron algorithm; Cesa-Bianchi, Lecture 13, 1.2. ``rule`` picks the
    violated example, y⟨w,x⟩ ≤ 0: the ``first`` in the sample, the next in ``cyclic`` passes, the one with the
    ``largest`` violation (the first of these), or any, ``seeded``. ``budget`` is in updates a round.
    """

    card = Card(
        summary="batch Perceptron, exact, run on all examples so far in each round; ?rule=first|cyclic|largest|seeded",
        sees="exact",
        conventions="y(w·x) ≤ 0 is a violation; w·x = 0 is predicted +1",
        source="Shalev-Shwartz and Ben-David, Understanding Machine Learning, 9.1.2; Hsu; Cesa-Bianchi, Lecture 13",
        theorem="at most (RB)² = ⌊1/δ²⌋ updates in all on unit points with margin δ, and each mistake costs one",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    )

    def __init__(self, rule: Rule = "first", budget: int = BUDGET, seed: int = 0) -> None:
        super().__init__()
        if rule not in RULES:
            raise unknown("rule", str(rule), RULES)
        if type(budget) is not int or budget < 1:
            raise InputError(f"the budget should be at least 1 update, but is {budget}")
        self.rule, self.budget = rule, budget
        self.random = Random(seed)  # noqa: S311 - reproducible, not secret
        self.sample: list[tuple[Vector, Label]] = []
        self.place = 0  # of cyclic reading

    def update(self, x: Vector, y: Label) -> None:
        """Add the example to the sample, and run."""
        self.sample.append((x, y))
        self.run()

    def run(self) -> BatchRun:
        """Update w until it separates the sample, or the budget runs out."""
        pick = self._next_in_passes if self.rule == "cyclic" else self._pick
        updates = iterations = 0
        while True:
            example, entered = pick()
            iterations += entered
            if example is None:
                return BatchRun(vector(self.weights), updates, iterations)
            if updates == self.budget:
                return BatchRun(None, updates, iterations)
            self._add(example[0], example[1])
            updates += 1

    def _violates(self, example: tuple[Vector, Label]) -> bool:
        return example[1] * self._activation(example[0]) <= 0

    def _pick(self) -> tuple[tuple[Vector, Label] | None, int]:
        violated = filter(self._violates, self.sample)
        choose: dict[str, Callable[[Iterable[tuple[Vector, Label]]], tuple[Vector, Label] | None]] = {
            "first": lambda examples: next(iter(examples), None),
            "largest": lambda examples: min(examples, key=lambda e: e[1] * self._activation(e[0]), default=None),
            "seeded": lambda examples: self.random.choice(found) if (found := list(examples)) else None,
        }
        return choose[self.rule](violated), 1

    def _next_in_passes(self) -> tuple[tuple[Vector, Label] | None, int]:
        for read in range(1, len(self.sample) + 1):
            example = self.sample[self.place]
            self.place = (self.place + 1) % len(self.sample)
            if self._violates(example):
                return example, read
        return None, len(self.sample)


def batch_perceptron(
    sample: Iterable[tuple[Vector, Label]], rule: Rule = "first", budget: int = BUDGET, seed: int = 0
) -> BatchRun:
    """Run the batch Perceptron from w = 0 on a finite sample of (point, label).

    If the sample is separable it halts within ‖w*‖²L² updates (Hsu, COMS 4771, first theorem), where the budget is as
    large; otherwise the run ends without a separator, which leaves the question open.

    Raises:
        InputError: the rule is unknown, or the budget below 1.

    """
    learner = BatchPerceptron(rule, budget, seed)
    learner.sample = list(sample)
    return learner.run()
