"""How long a grade takes for every submission of the tests: in seconds, and in processes started meanwhile."""

import statistics
import time
from fractions import Fraction
from pathlib import Path

from adversary.grading.grade import grade
from learners.loading.sources import find
from learners.sandbox.child import Limits
from learners.sandbox.client import Client
from learners.sandbox.isolation import sandbox
from proofs.formats.settings import Halfspaces

SUBMISSIONS = Path(__file__).resolve().parent.parent / "tests" / "data" / "submissions"
GROUPS = {
    "perceptron/right": "perceptron",
    "perceptron/wrong": "perceptron",
    "halving/right": "halving",
    "halving/wrong": "halving",
    "winnow/wrong": "winnow",
    "optimal/wrong": "optimal",
    "kernel/wrong": "kernel-perceptron",
    "hostile": "perceptron",
}
"""Folders of submissions, and what they are graded as."""


def process_seconds() -> float:
    """Return the median time in which a learner's process starts behind its walls and ends again."""
    file = SUBMISSIONS / "perceptron" / "right" / "plain_lists.py"
    source, times = find(file), []
    for _ in range(9):
        began = time.perf_counter()
        Client(source, Halfspaces(2, Fraction(1, 4)), Limits(), 1, sandbox=sandbox("auto", file)).close()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    print("| submissions | number | verdicts | median, s | slowest, s | median / starting a process |")
    print("|---|---|---|---|---|---|")
    everything = []
    for group, kind in GROUPS.items():
        seconds, verdicts = [], []
        for file in sorted((SUBMISSIONS / group).glob("*.py")):
            found = grade(file, kind)
            seconds.append(found.seconds)
            verdicts.append(found.verdict)
        counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in sorted(set(verdicts)))
        middle = statistics.median(seconds)
        ratio = middle / process_seconds()
        print(f"| {group} | {len(seconds)} | {counts} | {middle:.1f} | {max(seconds):.1f} | {ratio:.0f} |", flush=True)
        everything += seconds
    print(f"| all | {len(everything)} | | {statistics.median(everything):.1f} | {max(everything):.1f} | |")


if __name__ == "__main__":
    main()
