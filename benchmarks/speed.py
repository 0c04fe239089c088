"""What the game costs beside bare loops: ratios, each against a baseline in the same run.

Run it with ``python benchmarks/speed.py [ROUNDS]``; the table in benchmarks/README.md was made with 1,000,000.
"""

import compileall
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np

from adversary import play
from adversary.game.referee import play_rounds
from adversary.progress import Bar
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.dense import DensePerceptron
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.protocol import Card, Learner, View
from learners.runner.local import LocalRunner
from learners.runner.process import PACKAGES, ROOT
from proofs import checker
from proofs.formats.trace import TraceWriter


def seconds(what: Callable[[], object], repeats: int = 3) -> float:
    """Return the least time that a call took."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        what()
        times.append(time.perf_counter() - started)
    return min(times)


def repeated(what: Callable[..., None], *arguments: object) -> None:
    """Do a short thing twenty times."""
    for _ in range(20):
        what(*arguments)


def bare_sparse(rounds: int) -> None:
    """Do the Perceptron's predictions and updates against the standard basis on a dict, and nothing else."""
    weights: dict[int, int] = {}
    for i in range(rounds):
        x = ((i, 1),)
        total = 0
        for index, value in x:
            total += weights.get(index, 0) * value
        predicted = 1 if total >= 0 else -1
        label = -predicted
        total = 0
        for index, value in x:
            total += weights.get(index, 0) * value
        if (1 if total >= 0 else -1) != label:
            for index, value in x:
                weights[index] = weights.get(index, 0) + label * value


def bare_dense(rounds: int) -> None:
    """Show every standard basis vector to the dense Perceptron, and nothing else."""
    learner = DensePerceptron(rounds)
    for i in range(rounds):
        x = np.zeros(rounds)
        x[i] = 1
        learner.update(x, -1 if learner.predict(x) == 1 else 1)


def game(make: Callable[[int], Learner], sees: View, rounds: int, trace: Path) -> None:
    """Play and record one game: the referee's work, without replay and verdict."""
    adversary = StandardBasis(margin_squared=Fraction(1, rounds))
    with trace.open("wb") as file:
        record = TraceWriter(file)
        record.header("benchmark", "standard-basis", adversary.plan.setting)
        runner = LocalRunner(find(make))
        runner.adopt(make(rounds), Card(summary="benchmark", sees=sees), adversary.plan.setting)
        played = play_rounds(runner, adversary, adversary.plan.setting, record, Bar("playing", rounds))
        record.footer(adversary.target(), [], None)
    if played.mistakes != rounds:
        raise SystemExit(f"the game went wrong: {played}")


def memory_of_check(rounds: int, folder: Path) -> int:
    """Return the peak memory in MiB of checking a game of so many rounds in dimension 10."""
    trace = folder / "long.jsonl"
    header = '{"format":"forced-mistakes/1","setting":"halfspaces","learner":"-","adversary":"-"'
    direction = ",".join(f'[{i},"1"]' for i in range(10))
    target = f'{{"target":{{"direction":[{direction}],"scale_squared":"1/10"}}'
    with trace.open("w") as file:
        file.write(f'{header},"margin_squared":"1/10","dimension":10}}\n')
        file.writelines(f'{{"x":[[{i % 10},"1"]],"predicted":1,"label":1}}\n' for i in range(rounds))
        file.write(f'{target},"claims":[],"termination":"finished"}}\n')
    code = f"import resource; from proofs.checker import check; assert check({str(trace)!r}).valid; "
    code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)  # noqa: S603


def help_seconds() -> float:
    """Return by how many seconds ``adversary --help`` takes longer than a Python that does nothing."""
    empty = seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), repeats=9)
    command = [sys.executable, "-m", "adversary", "--help"]
    return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), repeats=9) - empty  # noqa: S603


LOOP = "s = 0\nfor i in range(10**7): s += i*i"
"""What a grade is measured in: it takes as long as some other Python on the same machine."""


def processor_and_clock(command: list[str]) -> tuple[float, float]:
    """Return the processor time of a command and of all processes that it starts, and what it takes by the clock."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - began


def grade_in_loops(repeats: int = 3) -> tuple[float, float]:
    """Return the least processor time and the least time by the clock of a grade, each as a multiple of ``LOOP``'s.

    Loop and grade take turns, so that both meet the same machine. It is graded without bubblewrap, which does not tell
    how long its processes have computed. The modules are compiled before, as pip does when it installs a package.
    """
    for package in PACKAGES:
        compileall.compile_dir(ROOT / package, quiet=2)
    student = Path(__file__).resolve().parent.parent / "examples" / "student.py"
    command = [sys.executable, "-m", "adversary", "grade", str(student), "--as", "perceptron", "--isolation", "plain"]
    measured = [
        (processor_and_clock([sys.executable, "-c", LOOP]), processor_and_clock(command)) for _ in range(repeats)
    ]
    loops, grades = ([min(times) for times in zip(*pairs, strict=True)] for pairs in zip(*measured, strict=True))
    return grades[0] / loops[0], grades[1] / loops[1]


def is_met(ratio: float, goal: str) -> str:
    """Say whether a ratio is at most its goal, if it has one that is a number."""
    return ("yes" if ratio <= float(goal[2:]) else "no") if goal.startswith("≤ ") else ""


def main(rounds: int) -> None:
    """Measure, and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trace = folder / "trace.jsonl"
        margin = Fraction(1, rounds)
        bare = seconds(lambda: bare_sparse(rounds))
        played = seconds(lambda: game(lambda _: Perceptron(), "exact", rounds, trace))
        checked = seconds(lambda: checker.check(trace))
        whole = seconds(lambda: play("perceptron", margin_squared=margin, output=trace), repeats=1)
        thousand = 1_000
        dense_bare = seconds(lambda: repeated(bare_dense, thousand))
        dense = seconds(lambda: repeated(game, DensePerceptron, "dense", thousand, trace))
        processor, clock = grade_in_loops()
        rows = [
            (f"{rounds:,} rounds, sparse: game, recorded / bare loop", played / bare, "≤ 5"),
            (f"{rounds:,} rounds, sparse: play with replay and verdict / bare loop", whole / bare, "≤ 15"),
            ("checker / game, recorded", checked / played, ""),
            ("checker / play with replay and verdict", checked / whole, "≤ 1"),
            ("1,000 rounds, dense: game, recorded / bare loop", dense / dense_bare, "≤ 1.2"),
            ("memory of checking 200,000 rounds / 20,000 rounds, dimension 10",
             memory_of_check(200_000, folder) / memory_of_check(20_000, folder), "flat: 1"),
            ("adversary --help, seconds more than python -c pass", help_seconds(), "≤ 0.25"),
            ("grade of examples/student.py, processor time of all processes / a loop of 10⁷", processor, "≤ 2.2"),
            ("grade of examples/student.py, by the clock / a loop of 10⁷", clock, "≤ 2.6"),
        ]  # fmt: skip
    print("| ratio | measured | goal | met |\n|---|---|---|---|")
    for what, ratio, goal in rows:
        print(f"| {what} | {ratio:.2f} | {goal} | {is_met(ratio, goal)} |")
    print(f"\nbare loop {bare / rounds * 1e6:.2f} µs a round; peak memory here "
          f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
