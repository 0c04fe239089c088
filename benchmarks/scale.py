"""What many games cost, and what is slow at scale: ratios, each against a baseline in the same run.

Run it with ``python benchmarks/scale.py``, or with ``--quick`` for smaller sizes. It measures three times. A ratio is
printed, never asserted; only a wrong result ends it with another exit code than 0.
"""

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from classes import Textbook, randomized
from growth import dask_workers
from others import bare_river
from others import game as other_game
from river.linear_model import LogisticRegression
from river.linear_model import Perceptron as RiverPerceptron
from speed import RUNS, Row, bare_dense, bare_sparse, print_table, repeated, seconds
from speed import game as speed_game
from submissions import FOLDER

from adversary.game.play import play
from adversary.grading.folder import grade_folder
from adversary.grading.grade import grade
from adversary.search.shrink import Shrinker
from adversary.tasks.engine import run
from adversary.tasks.task import Task, Where
from learners.algorithms.dense import DensePerceptron
from learners.runner.child import LIMITS, Child
from learners.runner.worker_runner import WorkerRunner
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import dimensions
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone
from proofs.solvers.vc import vc_dimension

HALFSPACES_5 = 6
"""The VC dimension of halfspaces in 5 dimensions: 5 + 1, and that on the vectors of bits already."""

QUANTITIES_SECONDS, LIES_SECONDS = 60, 30
"""Of processor time: for all quantities of halfspaces:5, and for a value of 9 or 10 experts with lies."""

SMALL_CLASSES = [
    *[f"{name}:{n}" for name in ("thresholds", "intervals", "cube") for n in range(1, 9)],
    *[f"singletons:{n}" for n in range(2, 11)],
    *[f"{name}:{n}" for name in ("parities", "monotone-conjunctions", "dictators") for n in range(1, 5)],
    *[f"{name}:{n}" for name in ("conjunctions", "decision-lists", "halfspaces") for n in range(1, 4)],
    *["projective-plane:2", "projective-plane:3"],
]
"""The classes of the catalog for which the textbook program takes some tens of milliseconds at most."""


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    games: int = 200
    empty_tasks: int = 1_000
    rounds: int = 1_000_000
    random_classes: int = 500
    submissions: int = 20


QUICK = Sizes(games=20, empty_tasks=200, rounds=50_000, random_classes=50, submissions=4)


def games_seconds(number: int, where: Where) -> float:
    """Return the seconds of so many equal games, and of starting and ending the processes that play them."""
    game: dict[str, Any] = {"learner": "perceptron", "against": "standard-basis", "asked": {"margin_squared": "1/900"}}
    game |= {"limits": list(LIMITS), "with": {}, "folder": str(Path.cwd())}
    tasks = [Task("adversary.tournaments.task:play_cell", game | {"copy": copy}) for copy in range(number)]
    began = time.perf_counter()
    outcomes = run(tasks, where)
    took = time.perf_counter() - began
    if wrong := [outcome for outcome in outcomes if outcome.failure or outcome.value["mistakes"] != 30**2]:
        raise SystemExit(f"{len(wrong)} games went wrong, the first one so: {wrong[0]}")
    return took


def many_games(sizes: Sizes) -> Iterator[Row]:
    """Measure the engine."""
    one = games_seconds(sizes.games, Where(jobs=1))
    two = games_seconds(sizes.games, Where(jobs=2))
    with dask_workers(2) as where:
        dask = games_seconds(sizes.games, where)
    yield f"{sizes.games} equal games: one job / two jobs", one / two, "≥ 1.8"
    yield f"{sizes.games} equal games: one job / two dask workers", one / dask, "≥ 1.7"
    empty = [Task("builtins:bool", number) for number in range(sizes.empty_tasks)]
    first = seconds(lambda: run(empty[:1], Where(jobs=1)), repeats=1)  # to start the process
    each = (seconds(lambda: run(empty, Where(jobs=1)), repeats=1) - first) / (len(empty) - 1)
    yield "overhead of the engine for each task, ms", each * 1e3, "≤ 5"


def games_and_loops(sizes: Sizes, folder: Path) -> Iterator[Row]:
    """Measure games beside bare loops."""
    trace = folder / "trace.jsonl"
    bare = seconds(lambda: bare_sparse(sizes.rounds))
    margin = Fraction(1, sizes.rounds)
    whole = seconds(lambda: play("perceptron", margin_squared=margin, output=trace), repeats=1)
    yield f"{sizes.rounds:,} rounds: play with replay and verdict / bare loop", whole / bare, "≤ 12"
    many = 10_000
    for name, model in (("Perceptron", RiverPerceptron), ("LogisticRegression", LogisticRegression)):
        spec = f"river:linear_model.{name}"
        other_game(spec, 10, folder)  # imports
        played = seconds(lambda: other_game(spec, many, folder))  # noqa: B023
        alone = seconds(lambda: bare_river(model(), many))  # noqa: B023
        yield f"{spec}: game, recorded / its own loop", played / alone, "≤ 1.3"
    dense = seconds(lambda: repeated(speed_game, DensePerceptron, "dense", 1_000, trace))
    ratio = dense / seconds(lambda: repeated(bare_dense, 1_000))
    yield "1,000 rounds, dense: game, recorded / bare loop", ratio, "≤ 1.4"


def processor_seconds(what: Callable[[], object]) -> float:
    """Return the least processor time of a call, each of three times measured over enough calls to be measurable."""
    calls, least = 1, 0.0
    while least < 1e-3:  # noqa: PLR2004 - seconds, a thousand times what the clock tells apart
        calls *= 2
        least = _of_calls(what, calls)
    return min(least, _of_calls(what, calls), _of_calls(what, calls)) / calls


def _of_calls(what: Callable[[], object], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        what()
    return time.process_time() - began


def small_classes(number: int) -> Iterator[ConceptClass]:
    """Make the small classes of the catalog, and so many random ones, the same in every run."""
    yield from map(find_class, SMALL_CLASSES)
    chance = random.Random(1)  # noqa: S311 - the same ones each time
    for place in range(number):
        points = chance.randint(1, 9)
        rows = [chance.getrandbits(points) for _ in range(chance.randint(1, 40))]
        yield class_of_rows(f"random class {place}", rows, [str(point) for point in range(points)])


def exact_answers(sizes: Sizes) -> Iterator[Row]:
    """Measure solvers."""
    worst, where, classes = float("inf"), "", list(small_classes(sizes.random_classes))
    for found in classes:
        textbook = Textbook(found, randomized, 60)
        if (ours := randomized_littlestone(found).value()) != (theirs := textbook.value()):
            raise SystemExit(f"{found.name}: the randomized dimension is {ours}, or else {theirs}")
        plain = processor_seconds(textbook.value)
        ratio = plain / processor_seconds(lambda: randomized_littlestone(found).value())  # noqa: B023
        if ratio < worst:
            worst, where = ratio, f"{found.name}, {found.size} × {found.points}"
    yield f"RL of {len(classes)} small classes: textbook / ours, the worst ({where})", worst, "≥ 1"
    found = find_class("halfspaces:5")
    began = time.perf_counter()
    dimension = vc_dimension(found, Budget(seconds=60))[0]
    took = time.perf_counter() - began
    if not dimension.at_least <= HALFSPACES_5 <= dimension.at_most:
        raise SystemExit(f"the VC dimension of halfspaces:5 is {dimension}, or else {HALFSPACES_5}")
    took = float("inf") if dimension.value is None else took
    yield f"VC dimension of halfspaces:5: {dimension}, seconds until it is exact", took, "≤ 60"
    began = time.process_time()
    told = dimensions(found, budget=Budget(seconds=QUANTITIES_SECONDS / 2))  # as the command by default
    took = time.process_time() - began
    known = len(told.named) - len(told.ran_out)
    what = f"all quantities of halfspaces:5: {known} exact, {len(told.ran_out)} between bounds, processor seconds"
    yield what, took, f"≤ {QUANTITIES_SECONDS}"
    slowest, where = max(experts_with_lies())
    what = f"D and RL of experts:9 and experts:10 with 1 to 3 lies: the slowest ({where}), processor seconds"
    yield what, slowest, f"≤ {LIES_SECONDS}"


def experts_with_lies() -> Iterator[tuple[float, str]]:
    """Yield the processor time of each value, and what it is of."""
    for name, lies in product(("experts:9", "experts:10"), (1, 2, 3)):
        found = find_class(name)
        for letter, solver in (("D", Littlestone), ("RL", randomized_littlestone)):
            began = time.process_time()
            if solver(found, Budget(seconds=LIES_SECONDS), lies=lies).bounds().value is None:
                yield float("inf"), f"{letter} of {name} with {lies} is not found"
            yield time.process_time() - began, f"{letter} of {name} with {lies}"


@dataclass
class Parts:
    """Seconds that parts of a program take, without those of parts within them, and how often.

    What loading does is all a part of it.
    """

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    calls: Counter[str] = field(default_factory=Counter)
    inner: list[float] = field(default_factory=list)
    loading: bool = False

    @contextmanager
    def timing(self, owner: type, method: str, name: str) -> Iterator[None]:
        """Measure a method as a part of this name."""
        original = getattr(owner, method)

        def timed(*arguments: Any, **options: Any) -> Any:
            if self.loading:
                return original(*arguments, **options)
            self.loading = name == LOADING
            self.inner.append(0.0)
            began = time.perf_counter()
            try:
                return original(*arguments, **options)
            finally:
                self.loading = False
                took = time.perf_counter() - began
                self.seconds[name] += took - self.inner.pop()
                self.calls[name] += 1
                if self.inner:
                    self.inner[-1] += took

        setattr(owner, method, timed)
        try:
            yield
        finally:
            setattr(owner, method, original)


STARTING, LOADING = "starting the learner's processes", "waiting until they have loaded the learner's code"
MESSAGES = "messages to the learner's process and back"
SHRINKING, REST = "shrinking counterexamples", "choosing points and judging games"


def grading(sizes: Sizes, folder: Path) -> Iterator[Row]:
    """Measure a folder of submissions, half of them right, and where the time of a grade goes."""
    right, wrong = (sorted((FOLDER / "perceptron" / kind).glob("*.py")) for kind in ("right", "wrong"))
    for number in range(sizes.submissions):
        files = wrong if number % 2 else right
        shutil.copy(files[number // 2 % len(files)], folder / f"student_{number:03}.py")
    began, before = time.perf_counter(), _processor_time()
    grades = grade_folder(folder, "perceptron", isolation="plain")  # bubblewrap does not tell its processor time
    took, computed = time.perf_counter() - began, _processor_time() - before
    verdicts = Counter(found.verdict for found in grades)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    yield f"grading a folder of {sizes.submissions}, one a core, seconds each: {told}", took / sizes.submissions, ""
    yield f"grading a folder of {sizes.submissions}, processor seconds each", computed / sizes.submissions, ""
    parts, some = Parts(), [right[0], wrong[0], right[1], wrong[1]]
    began = time.perf_counter()
    with (
        parts.timing(Child, "__init__", STARTING),
        parts.timing(WorkerRunner, "load", LOADING),
        parts.timing(Child, "ask", MESSAGES),
        parts.timing(Shrinker, "shrunk", SHRINKING),
    ):
        for file in some:
            grade(file, "perceptron")
    whole = time.perf_counter() - began
    parts.seconds[REST] = whole - sum(parts.seconds.values())
    for name in (STARTING, LOADING, MESSAGES, SHRINKING, REST):
        often = f", {parts.calls[name] / len(some):,.0f} times a grade" if name in (STARTING, MESSAGES) else ""
        yield f"of {len(some)} grades: {name}{often}, %", 100 * parts.seconds[name] / whole, ""
    empty = seconds(lambda: _python("pass"))
    imports = seconds(lambda: _python("import adversary.grading.folder")) - empty
    yield "imports of a grader's process, % of a grade", 100 * imports / (whole / len(some)), ""


def _processor_time() -> float:
    """Return the processor time so far, with that of all processes that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def _python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - this Python


def measure(sizes: Sizes) -> list[Row]:
    """Measure everything once."""
    with tempfile.TemporaryDirectory() as games, tempfile.TemporaryDirectory() as submissions:
        return [
            *many_games(sizes),
            *games_and_loops(sizes, Path(games)),
            *exact_answers(sizes),
            *grading(sizes, Path(submissions)),
        ]


def main(sizes: Sizes) -> None:
    """Measure three times, and print a table."""
    sys.setrecursionlimit(10_000)  # for the textbook program, which goes as deep as there are points
    began = time.perf_counter()
    print_table([measure(sizes) for _ in range(RUNS)])
    cores = len(os.sched_getaffinity(0))
    took, load = time.perf_counter() - began, os.getloadavg()[0]
    print(f"\n{took:.0f} seconds on {cores} cores, with a load of {load:.1f} at the end")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--quick"]):
        raise SystemExit("usage: python benchmarks/scale.py [--quick]")
    main(QUICK if "--quick" in sys.argv else Sizes())
