"""Known bugs of a Perceptron that is trained in one call: those of its updates, and those of its loop over the data."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from adversary.grading.bugs.linear import ANYWHERE, GENERAL
from adversary.grading.bugs.perceptron import BIASED, OF_THE_BIAS, PERCEPTRON, WITH_B
from adversary.grading.bugs.rule import Answer, Imitation, KnownBugs, Rule, bugs_of
from adversary.search.games.batch_games import batch_games, passes_of
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import LABELS
from learners.checks.replayer import Rounds
from learners.protocol import Label
from learners.shapes.batch import enough_passes
from learners.shapes.reading import Reading
from proofs.settings import SearchSetting

TELLING_GAMES, FEW_PASSES = 40, 120
"""Data sets that tell bugs apart, and the passes over each, at most."""


class BatchImitation:
    """A program that is trained in one call and follows a rule; it answers as ``learners.shapes.batch`` says."""

    def __init__(self, reading: Reading, rule: Rule, parameter: Any, setting: SearchSetting) -> None:
        self._reading, self._setting = reading, setting
        self._rule, self._make = rule, partial(Imitation, rule, parameter, setting)
        self._examples = dict[bytes, tuple[Any, Label]]()
        self._trained: Imitation | None = None

    def answer(self, point: Any) -> Answer:
        """Return +1 for a new point, and the trained program's answer for one of its data."""
        self._point = point
        if point.tobytes() not in self._examples:
            return 1
        if self._trained is None:
            self._trained = self._train()
        return self._trained.answer(point)

    def learn(self, y: Label, said: Label) -> None:  # noqa: ARG002 - it learns from what it says itself
        """Add the point to the data."""
        if (name := self._point.tobytes()) not in self._examples:
            self._examples[name], self._trained = (self._point, y), None

    def _train(self) -> Imitation:
        examples = [*self._examples.values()]
        points = np.array([x for x, _ in examples])
        passes = enough_passes(points, self._setting.margin_squared, self._reading)  # type: ignore[union-attr]
        learner = self._make()
        for epoch in self._rule.epochs(passes, examples):
            for x, y in epoch:
                learner.learn(y, learner.answer(x) or self._rule.tie)
        return learner


OF_THE_LOOP = (
    Rule(
        "{} that never leaves w = 0",
        "At first w·x is 0 everywhere, and that has to count as a mistake: update where y(w·x) ≤ 0, not only below 0.",
        moves=lambda m, _: m.y * m.value < 0,
    ),
    Rule(
        "{} that leaves out the last example",
        "range(len(X) - 1) ends before the last one: write range(len(X)).",
        epochs=lambda passes, examples: [examples[:-1]] * passes,
    ),
    Rule(
        "{} that leaves out the first example",
        "range(1, len(X)) begins with the second one: write range(len(X)).",
        epochs=lambda passes, examples: [examples[1:]] * passes,
    ),
    Rule(
        "{} that makes one pass too few",
        "range(1, T) has T - 1 passes: write range(T).",
        epochs=lambda passes, examples: [examples] * (passes - 1),
    ),
    Rule(
        "{} that makes one pass, or begins every pass at w = 0",
        "Set w (and b) to 0 once, before the loop over the passes. Is there a return or a break in that loop?",
        epochs=lambda _, examples: [examples],
    ),
)
"""What may be wrong with the loop over the data."""

OF_W = (
    Rule(
        "{} whose w is replaced by its last step",
        "Write w += y·x, not w = y·x.",
        step=lambda m, _: m.y * m.x,
    ),
)
"""What may be wrong with w."""

OF_W_ALONE = (
    Rule(
        "{} whose w is replaced by its last step, while b is right",
        "Write w += y·x, not w = y·x.",
        step=lambda m, _: np.append((m.y * m.x)[:-1], (m.w + m.y * m.x)[-1]),
    ),
    Rule(
        "{} whose w is replaced in every round, while b is right",
        "Write w += y·x, not w = y·x.",
        moves=lambda *_: True,
        step=lambda m, _: np.append((m.y * m.x * m.wrong)[:-1], (m.w + m.y * m.x * m.wrong)[-1]),
    ),
    Rule(
        "{} whose b is right, while w does not change",
        "On a mistake, add y·x to w, as y to b.",
        step=lambda m, _: np.append(m.w[:-1], (m.w + m.y * m.x)[-1]),
    ),
)
"""What may be wrong with w alone, where there is a b."""


USUAL = (
    "a learner that always",
    "{} that learns when it is right",
    "{} that learns only from points with one",
    "{} that compares w·x",
    "{} that adds x on",
    "{} with a wrong sign",
    "{} that adds its own",
)
"""How the names of other bugs begin that are usual in programs that are trained in one call."""


def known_bugs(reading: Reading) -> KnownBugs:
    """Return the bugs of programs that are read so."""
    textbooks = [replace(rule, tie=tie) for rule in (BIASED if reading.bias else PERCEPTRON) for tie in LABELS]
    of_updates = [rule for rule in (WITH_B if reading.bias else (*ANYWHERE, *GENERAL)) if rule.name.startswith(USUAL)]
    of_updates += [*OF_THE_BIAS[:-1], *OF_W_ALONE] if reading.bias else []
    bugs = bugs_of(
        "a Perceptron with a bias" if reading.bias else "a Perceptron", ((*OF_THE_LOOP, *OF_W, *of_updates), textbooks)
    )
    return KnownBugs(textbooks, bugs, partial(telling, reading), "dense", partial(BatchImitation, reading))


def telling(reading: Reading) -> Iterable[tuple[SearchSpace, Rounds]]:
    """Yield data sets, each shown and then asked about."""
    games = (game for game in batch_games(1, bias=reading.bias) if passes_of(game, reading) <= FEW_PASSES)
    for game in islice(games, TELLING_GAMES):
        rounds = tuple([(game.space.pool[number], label) for number, label in game.run.keywords["script"]])  # type: ignore[attr-defined]
        yield game.space, rounds * 2
