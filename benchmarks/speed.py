"""What the game costs beside bare loops: ratios, each against a baseline in the same run.

Run it with ``python benchmarks/speed.py [ROUNDS]``; by default 1,000,000. It measures three times.
"""

import compileall
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median

import numpy as np

from adversary.game.play import play
from adversary.game.referee import play_rounds
from adversary.progress import Bar
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.dense import DensePerceptron
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.protocol import Card, Learner, View
from learners.runner.process import PACKAGES, ROOT
from learners.runner.runner import LocalRunner
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
    trace.unlink(missing_ok=True)  # as every game has a new file; to empty an old one takes some disks milliseconds
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


RUNS = 3

LOOP = "s = 0\nfor i in range(10**7): s += i*i"
"""What a grade and other commands are measured in: it takes as long as some other Python on the same machine."""


def costs(what: Callable[[], object]) -> tuple[float, float]:
    """Return the processor time that a call takes here and in all processes that it starts, and what the clock says."""
    before, began = _processor_time(), time.perf_counter()
    what()
    return _processor_time() - before, time.perf_counter() - began


def _processor_time() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def run_command(command: list[str]) -> None:
    """Run a command and show nothing of it."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own


def processor_and_clock(command: list[str]) -> tuple[float, float]:
    """Return the processor time of a command and of all processes that it starts, and what it takes by the clock."""
    return costs(lambda: run_command(command))


def in_loops(*arguments: str, repeats: int = 3) -> tuple[float, float]:
    """Return the least processor time and the least time by the clock of a command, as multiples of ``LOOP``'s.

    Loop and command take turns, so that both meet the same machine.
    """
    loop, command = [sys.executable, "-c", LOOP], [sys.executable, "-m", "adversary", *arguments]
    measured = [(processor_and_clock(loop), processor_and_clock(command)) for _ in range(repeats)]
    loops, commands = ([min(times) for times in zip(*pairs, strict=True)] for pairs in zip(*measured, strict=True))
    return commands[0] / loops[0], commands[1] / loops[1]


STUDENT = Path(__file__).resolve().parent.parent / "examples" / "student.py"

Row = tuple[str, float, str]
"""What is measured, the ratio, and its goal."""


def first_second(folder: Path) -> list[Row]:
    """Measure what a user waits for first, and a grade; this one without bubblewrap, which hides processor time.

    The modules are compiled before, as pip does when it installs a package.
    """
    for package in PACKAGES:
        compileall.compile_dir(ROOT / package, quiet=2)
    trace = str(folder / "short.jsonl")
    run_command([sys.executable, "-m", "adversary", "play", "perceptron", "--margin", "1/10", "--output", trace])
    commands = [
        (["play", "perceptron", "--margin", "1/10"], "", "≤ 0.55"),
        (["check", trace], "", "≤ 0.3"),
        (["grade", "--help"], "", "≤ 0.25"),
        (["grade", str(STUDENT), "--as", "perceptron", "--isolation", "plain"], "≤ 2.2", "≤ 2.6"),
    ]
    rows = []
    for arguments, most, most_by_the_clock in commands:
        processor, clock = in_loops(*arguments)
        shown = " ".join(Path(argument).name for argument in arguments)
        rows += [
            (f"{shown}: by the clock / a loop of 10⁷", clock, most_by_the_clock),
            (f"{shown}: processor time / a loop of 10⁷", processor, most),
        ]
    return rows


def long_games(rounds: int, folder: Path) -> list[Row]:
    """Measure a long sparse game, a dense one, and the checker."""
    trace, margin = folder / "trace.jsonl", Fraction(1, rounds)
    bare = seconds(lambda: bare_sparse(rounds))
    bare_processor, _ = costs(lambda: bare_sparse(rounds))
    played = seconds(lambda: game(lambda _: Perceptron(), "exact", rounds, trace))
    checked = seconds(lambda: checker.check(trace))
    processor, whole = costs(lambda: play("perceptron", margin_squared=margin, output=trace))
    thousand = 1_000
    dense_bare = seconds(lambda: repeated(bare_dense, thousand))
    dense = seconds(lambda: repeated(game, DensePerceptron, "dense", thousand, trace))
    memory = memory_of_check(200_000, folder) / memory_of_check(20_000, folder)
    return [
        (f"{rounds:,} rounds, sparse: game, recorded / bare loop", played / bare, "≤ 5"),
        (f"{rounds:,} rounds, sparse: play with replay and verdict / bare loop", whole / bare, "≤ 12"),
        ("the same, processor time of all processes", processor / bare_processor, ""),
        ("checker / bare loop", checked / bare, ""),
        ("checker / play with replay and verdict", checked / whole, "≤ 1"),
        ("1,000 rounds, dense: game, recorded / bare loop", dense / dense_bare, "≤ 1.4"),
        ("memory of checking 200,000 rounds / 20,000 rounds, dimension 10", memory, "≤ 1.05"),
        ("bare loop, µs a round", bare / rounds * 1e6, ""),
    ]


def is_met(ratio: float, goal: str) -> str:
    """Say whether a ratio is at most its goal, or at least, if it has one that is a number."""
    relation, _, bound = goal.partition(" ")
    if relation not in ("≤", "≥"):
        return ""
    most = float(bound.replace(",", ""))
    return "yes" if (ratio <= most if relation == "≤" else ratio >= most) else "no"


def print_table(runs: list[list[Row]]) -> None:
    """Print the median of several runs, the least and the greatest, the goal, and whether the median meets it."""
    print("| ratio | median | least to greatest | goal | met |\n|---|---|---|---|---|")
    for same in zip(*runs, strict=True):
        what, _, goal = same[0]
        ratios = [ratio for _, ratio, _ in same]
        middle, spread = median(ratios), f"{min(ratios):,.2f} to {max(ratios):,.2f}"
        print(f"| {what} | {middle:,.2f} | {spread} | {goal} | {is_met(middle, goal)} |")


def measure(rounds: int) -> list[Row]:
    """Measure everything once."""
    with tempfile.TemporaryDirectory() as name:
        found = long_games(rounds, Path(name))
        return [
            *found,
            ("adversary --help, seconds more than python -c pass", help_seconds(), "≤ 0.25"),
            *first_second(Path(name)),
        ]


def main(rounds: int) -> None:
    """Measure three times, and print a table."""
    print_table([measure(rounds) for _ in range(RUNS)])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\npeak memory here {peak} MiB; load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
