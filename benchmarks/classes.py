"""What exact answers about finite classes cost, beside the textbook program in the same run.

Run it with ``python benchmarks/classes.py [SECONDS]``: how long the textbook program, and a search for the VC
dimension, may take for each row, by default 60 seconds, which benchmarks/README.md was made with.
"""

import random
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone
from proofs.solvers.vc import vc_dimension

Number = int | Fraction
Answer = Number | Bounds | None

MAX_BYTES = 1 << 30
"""What the version spaces that the textbook program remembers may take; where they take more, it does not end."""

SMALL = 0.5
"""Seconds up to which a time is the best of three."""

CLASSES = ["intervals:8", "intervals:16", "halfspaces:3", "decision-lists:3", "conjunctions:4", "projective-plane:3"]
LARGE = ["intervals:64", "halfspaces:4", "decision-lists:4", "projective-plane:5", "halfspaces:5"]
RANDOMIZED = ["intervals:8", "halfspaces:3", "decision-lists:2", "projective-plane:3", "projective-plane:5"]


@dataclass
class Textbook:
    """The memoized recursion over bitsets, point by point: max over x of a worth of the values on both sides."""

    found: ConceptClass
    worth: Callable[[Number, Number], Number]
    limit: float

    def value(self) -> Number | None:
        """Return the value of the whole class; ``None`` if the time or the memory does not suffice."""
        columns, worth, memo = self.found.columns, self.worth, dict[int, Number]()
        most = 8 * MAX_BYTES // self.found.size
        ends = time.perf_counter() + self.limit

        def value(space: int) -> Number:
            if space in memo:
                return memo[space]
            if time.perf_counter() > ends or len(memo) > most:
                raise TimeoutError
            best: Number = 0
            for column in columns:
                plus = space & column
                minus = space ^ plus
                if plus and minus:
                    best = max(best, worth(value(minus), value(plus)))
            memo[space] = best
            return best

        try:
            return value(self.found.everything)
        except TimeoutError:
            return None


def deterministic(minus: Number, plus: Number) -> Number:
    """Return what a point is worth to the Littlestone dimension."""
    return 1 + min(minus, plus)


def randomized(minus: Number, plus: Number) -> Number:
    """Return what a point is worth to the randomized Littlestone dimension."""
    return Fraction(1 + minus + plus, 2)


def random_class(concepts: int, points: int) -> ConceptClass:
    """Make the same random class in every run."""
    chance = random.Random(1)  # noqa: S311 - the same one each time
    rows = [chance.getrandbits(points) for _ in range(concepts)]
    return class_of_rows(f"random {concepts:,} × {points:,}", rows, [str(x) for x in range(points)])


def timed(what: Callable[[], Answer]) -> tuple[Answer, float]:
    """Return the answer and the seconds it took: the least of three times, if it is a short one."""
    answer, took = _once(what)
    if took < SMALL:
        took = min(took, *[_once(what)[1] for _ in range(2)])
    return answer, took


def _once(what: Callable[[], Answer]) -> tuple[Answer, float]:
    started = time.perf_counter()
    answer = what()
    return answer, time.perf_counter() - started


def row(quantity: str, found: ConceptClass, ours: Callable[[], Answer], textbook: Textbook | None) -> None:
    """Measure, and print a row of the table."""
    value, took = timed(ours)
    cells = [quantity, found.name, f"{found.size:,} × {found.points:,}", str(value), f"{took:.3g}"]
    if textbook is None:
        cells += ["", ""]
    else:
        same, plain = timed(textbook.value)
        if same not in (None, value):
            raise SystemExit(f"{found.name}: {quantity} is {value}, or else {same}")
        more = "> " if same is None else ""
        cells += [f"{more}{plain:.3g}", f"{more}{plain / took:.3g}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main(limit: float) -> None:
    """Measure, and print a table."""
    sys.setrecursionlimit(10_000)  # for the textbook program, which goes as deep as there are points
    print("| quantity | class | concepts × points | value | seconds | textbook, seconds | textbook / ours |")
    print("|---|---|---|---|---|---|---|")
    for name in CLASSES + LARGE:
        found = find_class(name)
        row("L", found, lambda: Littlestone(found).dimension(), Textbook(found, deterministic, limit))  # noqa: B023
    found = random_class(1_024, 1_024)
    row("L", found, lambda: Littlestone(found).dimension(), Textbook(found, deterministic, limit))
    for name in RANDOMIZED:
        found = find_class(name)
        row("RL", found, lambda: randomized_littlestone(found).value(), Textbook(found, randomized, limit))  # noqa: B023
    for found in (*map(find_class, ("intervals:64", "halfspaces:4", "halfspaces:5")), random_class(1_024, 1_024)):
        row("VC", found, lambda: vc_dimension(found, Budget(seconds=limit))[0], None)  # noqa: B023
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
