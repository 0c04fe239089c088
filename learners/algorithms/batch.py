"""The batch Perceptron, run on all examples seen so far."""

from random import Random
from typing import Literal

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
from proofs.exact.errors import InputError, require_known
from proofs.exact.vectors import Vector, add, product

Rule = Literal["first", "cyclic", "largest", "seeded"]
RULES = ("first", "cyclic", "largest", "seeded")
BUDGET = 1_000


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
        require_known("rule", RULES, str(rule))
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
            found = list(violated)
            return self.random.choice(found) if found else None
        return next(violated, None)

    def _next_in_passes(self) -> tuple[Vector, Label] | None:
        for _ in self.sample:
            example = self.sample[self.place]
            self.place = (self.place + 1) % len(self.sample)
            if self._violates(example):
                return example
        return None
