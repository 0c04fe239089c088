"""What each part of a recorded game costs: parts are added one by one, beside a bare loop in the same run.

Run it with ``python benchmarks/parts.py [ROUNDS]``; by default 100,000. Costs are processor time.
"""

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from speed import bare_dense, bare_sparse, game

from adversary.game.referee import play_rounds, points_of
from adversary.progress import Bar
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.dense import DensePerceptron
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.protocol import Card, Learner, View, run_rounds
from learners.runner.runner import LocalRunner
from proofs.formats.trace import TraceWriter

REPEATS = 15


class CountedOnly(TraceWriter):
    """Forgets the rounds that it should write."""

    def flush(self) -> None:
        """Write nothing."""
        self.waiting.clear()


@dataclass(frozen=True)
class Parts:
    """A game in growing parts. Where the adversary does not choose the label, it is -1, as the adversary would say."""

    make: Callable[[int], Learner]
    sees: View
    rounds: int
    trace: Path

    def begin(self) -> tuple[StandardBasis, Any]:
        """Make the adversary and the runner with its learner."""
        adversary = StandardBasis(margin_squared=Fraction(1, self.rounds))
        runner = LocalRunner(find(self.make))
        runner.adopt(self.make(self.rounds), Card(summary="benchmark", sees=self.sees), adversary.plan.setting)
        return adversary, runner

    def points(self) -> None:
        """Have the adversary name its points."""
        deque(points_of(self.begin()[0]), 0)

    def conversion(self) -> None:
        """Convert the points for the learner."""
        adversary, runner = self.begin()
        show = runner.calls.show or (lambda x: x)
        for x in points_of(adversary):
            _ = show(x)

    def learner(self) -> None:
        """Call the learner's methods."""
        adversary, runner = self.begin()
        show, learner, _ = runner.calls
        for x in points_of(adversary):
            shown = show(x) if show else x
            learner.predict(shown)
            learner.update(shown, -1)

    def loop(self) -> None:
        """Let the loop of rounds call them."""
        adversary, runner = self.begin()
        deque(run_rounds(runner, zip(points_of(adversary), repeat(-1))), 0)

    def labels(self) -> None:
        """Let the adversary choose the labels."""
        adversary, runner = self.begin()
        deque(run_rounds(runner, zip(points_of(adversary), repeat(adversary.label))), 0)

    def referee(self, writer: type[TraceWriter] = CountedOnly, *, ended: bool = False) -> None:
        """Let the referee play."""
        adversary, runner = self.begin()
        self.trace.unlink(missing_ok=True)
        with self.trace.open("wb") as file:
            record = writer(file)
            play_rounds(runner, adversary, adversary.plan.setting, record, Bar("playing", self.rounds))
            if ended:
                record.footer(adversary.target(), [], None)

    def all(self) -> list[tuple[str, Callable[[], object]]]:
        """Return what each part adds to the one before, and what does both."""
        return [
            ("finding the learner, the plan of the game", self.begin),
            ("the adversary's points", self.points),
            *([("their conversion for the learner", self.conversion)] if self.sees == "dense" else []),
            ("the learner's predict and update", self.learner),
            ("the loop of rounds: whose fault it is, valid labels", self.loop),
            ("the adversary's labels", self.labels),
            ("the referee: a new file, batches of rounds, mistakes", self.referee),
            ("the record of the rounds", lambda: self.referee(TraceWriter)),
            ("the target, and the last line", lambda: self.referee(TraceWriter, ended=True)),
            ("the first line", lambda: game(self.make, self.sees, self.rounds, self.trace)),
        ]


def least(functions: list[Callable[[], object]], repeats: int) -> list[float]:
    """Return the least processor time of each function; they take turns."""
    times = [[0.0] * repeats for _ in functions]
    for number in range(repeats):
        for spent, what in zip(times, functions, strict=True):
            began = time.process_time()
            what()
            spent[number] = time.process_time() - began
    return [min(spent) for spent in times]


def print_parts(title: str, bare: Callable[[], object], parts: Parts, repeats: int) -> None:
    """Print what each part adds, in µs a round and as a multiple of the bare loop."""
    names, functions = zip(*parts.all(), strict=True)
    base, *sums = least([bare, *functions], repeats)
    print(f"| {title} | µs a round | bare loops |\n|---|---|---|")
    before = 0.0
    for name, total in zip(names, sums, strict=True):
        print(f"| {name} | {(total - before) / parts.rounds * 1e6:.2f} | {(total - before) / base:.2f} |")
        before = total
    print(f"| the whole game | {before / parts.rounds * 1e6:.2f} | {before / base:.2f} |")
    print(f"| the bare loop | {base / parts.rounds * 1e6:.2f} | 1 |\n")


def main(rounds: int) -> None:
    """Measure, and print two tables."""
    with TemporaryDirectory() as name:
        trace, thousand = Path(name) / "trace.jsonl", 1_000
        sparse = Parts(lambda _: Perceptron(), "exact", rounds, trace)
        print_parts(f"{rounds:,} rounds, sparse", lambda: bare_sparse(rounds), sparse, REPEATS)
        dense = Parts(DensePerceptron, "dense", thousand, trace)
        print_parts(f"{thousand:,} rounds, dense", lambda: bare_dense(thousand), dense, 10 * REPEATS)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
