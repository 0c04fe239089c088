"""Grade every submission there is, and say whether each verdict is what its folder says, and how long it took.

The right ones pass, and the wrong ones fail, each with a smallest game that shows it. Exit code 1 where a verdict is
another.
"""

import statistics
import sys
import time
from pathlib import Path

from adversary.grading.grade import grade
from adversary.grading.result import Grade
from learners.loading.sources import find
from learners.runner.isolation import sandbox
from learners.runner.worker_runner import WorkerRunner

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "benchmarks" / "submissions"
GROUPS = {
    "perceptron/right": "perceptron",
    "perceptron/wrong": "perceptron",
    "halving/right": "halving",
    "halving/wrong": "halving",
    "winnow/wrong": "winnow",
    "optimal/wrong": "optimal",
    "kernel/wrong": "kernel-perceptron",
}
"""Folders of submissions, and what they are graded as."""


def process_seconds() -> float:
    """Return the median time in which a learner's process starts in its sandbox and ends again."""
    file = FOLDER / "perceptron" / "right" / "plain_lists.py"
    source, times = find(file), []
    for _ in range(9):
        began = time.perf_counter()
        runner = WorkerRunner(source, sandbox=sandbox("auto", file))
        runner.load()
        runner.close()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def is_as_expected(group: str, found: Grade) -> bool:
    """Whether a grade is what the submission's folder says of it."""
    if group.endswith("right"):
        return found.verdict == "passed"
    return found.verdict == "failed" and found.counterexample is not None and found.counterexample.minimal


def main() -> None:
    """Print the table, and then what is not as expected."""
    print("| submissions | number | verdicts | median, s | slowest, s | median / starting a process |")
    print("|---|---|---|---|---|---|")
    everything, unexpected = [], []
    for group, kind in GROUPS.items():
        seconds, verdicts = [], []
        for file in sorted((FOLDER / group).glob("*.py")):
            found = grade(file, kind)
            seconds.append(found.seconds)
            verdicts.append(found.verdict)
            if not is_as_expected(group, found):
                unexpected.append(f"{group}/{file.name}: {found.summary}")
        counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in sorted(set(verdicts)))
        middle = statistics.median(seconds)
        ratio = middle / process_seconds()
        print(f"| {group} | {len(seconds)} | {counts} | {middle:.1f} | {max(seconds):.1f} | {ratio:.0f} |", flush=True)
        everything += seconds
    print(f"| all | {len(everything)} | | {statistics.median(everything):.1f} | {max(everything):.1f} | |")
    print(*unexpected or [f"all {len(everything)} verdicts are as expected"], sep="\n")
    sys.exit(bool(unexpected))


if __name__ == "__main__":
    main()
