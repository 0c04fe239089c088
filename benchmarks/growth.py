"""How the cost of a task grows with its size, in figures with logarithmic axes, and what a cluster would do with it.

``python benchmarks/growth.py FOLDER`` measures commands of this program, and draws a figure of each task to FOLDER.
Costs are processor times of a command and of all processes that it starts, in units of a loop that runs by turns with
the command, so that other programs on the machine matter less. What is beyond the sizes measured is extrapolated.
"""

import json
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares  # type: ignore[import-untyped]
from speed import LOOP, processor_and_clock
from submissions import FOLDER

from adversary.tasks.engine import run
from adversary.tasks.slots import reply_to
from adversary.tasks.task import Task, Where
from adversary.views.figures.figure import figure_bytes
from learners.runner.child import LIMITS
from proofs.classes.catalog import find_class

PARTS = 60
"""Pieces of a line that is fitted."""

EMPTY_TASKS, REPLIES = 500, 5
"""How many tasks that do nothing a cluster does, and how often a task is done here to be measured."""

QUICK_LOOPS, QUICK_RUNS = 2.0, 3
"""What costs less is measured so often, for the least."""


class Measured(NamedTuple):
    """What a task of some size costs, in loops of processor time, in each run."""

    size: int
    runs: tuple[float, ...]

    @property
    def loops(self) -> float:
        """The least of the runs."""
        return min(self.runs)


@dataclass(frozen=True)
class Family:
    """A command whose task has a size.

    ``prepare`` takes a number and a folder, and returns the size of the task and the arguments of ``adversary``.
    """

    name: str
    numbers: Sequence[int]
    prepare: Callable[[int, Path], tuple[int, list[str]]]


@dataclass(frozen=True)
class Growth:
    """A figure: its file's name, what it is about, what a size counts, up to which it is extrapolated, and commands."""

    file: str
    about: str
    counts: str
    target: int
    families: tuple[Family, ...]
    note: str = ""


# ------------------------------------------------------------------------------------------------ the commands


def long_game(rounds: int, folder: Path) -> tuple[int, list[str]]:
    """Play a game of so many rounds, with replay and verdict."""
    return rounds, ["play", "perceptron", "--margin", f"1/sqrt({rounds})", "-o", str(folder / f"{rounds}.jsonl")]


def check_of_long_game(rounds: int, folder: Path) -> tuple[int, list[str]]:
    """Check the trace of such a game, which has been played."""
    return rounds, ["check", str(folder / f"{rounds}.jsonl")]


def class_named(name: str) -> Callable[[int, Path], tuple[int, list[str]]]:
    """Find the Littlestone dimension of a class of this family."""

    def prepare(number: int, _folder: Path) -> tuple[int, list[str]]:
        found = f"{name}:{number}"
        return find_class(found).size, ["dimension", found, "--only", "littlestone", "--seconds", "600"]

    return prepare


def submissions(number: int, folder: Path) -> tuple[int, list[str]]:
    """Grade a folder of so many right submissions, without bubblewrap, which hides its processes' time."""
    files = sorted((FOLDER / "perceptron" / "right").glob("*.py"))
    course = folder / f"course-{number}"
    course.mkdir()
    for student in range(number):
        shutil.copy(files[student % len(files)], course / f"student_{student:04}.py")
    return number, ["grade", str(course), "--as", "perceptron", "--isolation", "plain"]


def tournament(games: int, folder: Path) -> tuple[int, list[str]]:
    """Play a tournament of so many games of 16 rounds, without a folder of results."""
    file = folder / f"{games}.toml"
    seeds = list(range(games))
    file.write_text(f'learners = ["perceptron"]\nagainst = ["orthonormal"]\nmargins = ["1/4"]\nseeds = {seeds}\n')
    return games, ["tournament", str(file), "--cache", str(folder / f"games-{games}")]


GROWTHS = (
    Growth(
        "rounds",
        "What a long game costs",
        "rounds",
        10**7,
        (
            Family("play", (10**3, 10**4, 10**5, 10**6), long_game),
            Family("check", (10**3, 10**4, 10**5, 10**6), check_of_long_game),
        ),
    ),
    Growth(
        "concepts",
        "What a Littlestone dimension costs",
        "concepts",
        10**6,
        (
            Family("cube", (6, 9, 11, 13, 15, 17), class_named("cube")),
            Family("intervals", (11, 32, 64, 128, 240), class_named("intervals")),
            Family("halfspaces", (2, 3, 4, 5), class_named("halfspaces")),
        ),
        "The program refuses classes of more than 200,000 concepts.",
    ),
    Growth(
        "submissions",
        "What a folder of submissions costs",
        "submissions",
        10**3,
        (Family("grade", (1, 2, 4, 8), submissions),),
    ),
    Growth(
        "games",
        "What a tournament costs",
        "games",
        10**5,
        (Family("tournament", (10, 30, 100, 300), tournament),),
    ),
)


# ------------------------------------------------------------------------------------------------ the figures


def measure(family: Family, folder: Path) -> list[Measured]:
    """Run a family's commands; a loop runs before each."""
    found = []
    for number in family.numbers:
        size, arguments = family.prepare(number, folder)
        runs: list[float] = []
        while not runs or (max(runs) < QUICK_LOOPS and len(runs) < QUICK_RUNS):
            shutil.rmtree(folder / f"games-{number}", ignore_errors=True)
            loop, _ = processor_and_clock([sys.executable, "-c", LOOP])
            took, _ = processor_and_clock([sys.executable, "-m", "adversary", *arguments])
            runs.append(round(took / loop, 3))
        found.append(Measured(size, tuple(runs)))
        print(f"{family.name} {size:,}: {runs}", file=sys.stderr, flush=True)
    return found


class Fit(NamedTuple):
    """A cost of ``start`` + ``each``·size^``slope``."""

    start: float
    each: float
    slope: float

    def loops(self, size: int) -> float:
        """Return the cost of a task of some size."""
        return float(self.start + self.each * size**self.slope)


def fitted(measured: Sequence[Measured]) -> Fit:
    """Return the fit with the least sum of squares, between its logarithms and those of what was measured."""
    costs = np.array([one.loops for one in measured])
    sizes = np.array([one.size for one in measured], dtype=float)
    least, most = float(costs.min()), float(costs.max())

    def away(start_last_slope: NDArray[np.float64]) -> NDArray[np.float64]:
        start, last, slope = start_last_slope
        apart: NDArray[np.float64] = np.log((start + last * (sizes / sizes.max()) ** slope) / costs)
        return apart

    ends = [0.0, least / 1e3, 0.05], [least, 2 * most, 5.0]
    start, last, slope = least_squares(away, [least / 2, most, 1.0], bounds=ends, xtol=1e-12, ftol=1e-12).x
    return Fit(start, last / float(sizes.max()) ** slope, slope)


def curves(growth: Growth, found: dict[str, list[Measured]]) -> dict[str, list[tuple[int, float]]]:
    """Return what is drawn, by its name in the legend: what was measured, and the lines that are fitted to it."""
    measured, fits = dict[str, list[tuple[int, float]]](), dict[str, list[tuple[int, float]]]()
    for name, sizes in found.items():
        fit, first = fitted(sizes), min(sizes).size
        measured[f"{name}, slope {fit.slope:.2f}"] = [(one.size, one.loops) for one in sizes]
        cost = f"{_cost(fit.loops(growth.target))} loops at {growth.target:,} {growth.counts}, not measured"
        between = [round(first * (growth.target / first) ** (part / PARTS)) for part in range(PARTS + 1)]
        fits[f"{name}: fitted; {cost}"] = [(size, fit.loops(size)) for size in dict.fromkeys(between)]
    return fits | measured


def drawn(growth: Growth, found: dict[str, list[Measured]]) -> bytes:
    """Draw the costs of a growth's families, with their slopes, and where these lead to."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for number, (name, places) in enumerate(curves(growth, found).items()):
            look: Any = {"marker": "osD"[number % 3]} if number >= len(found) else {"color": "0.7", "linewidth": 3}
            axes.plot(*zip(*places, strict=True), label=name, **look)
        axes.set(xscale="log", yscale="log", xlabel=growth.counts, ylabel="processor time / loop", title=growth.about)
        notes = f" {growth.note}" if growth.note else ""
        figure.legend(loc="outside lower center", fontsize=7, frameon=False, title_fontsize=7, title=f"{LINES}{notes}")

    return figure_bytes("svg", draw, 7.0, 5.0)


LINES = "Marks are measured. A gray line is start + c·size^slope, fitted to them; nothing was measured beyond them."


def _cost(loops: float) -> str:
    return f"{loops:,.0f}" if loops >= 100 else f"{loops:.2g}"  # noqa: PLR2004 - no more digits are known


# ------------------------------------------------------------------------------------------------ a cluster


class Center(NamedTuple):
    """What a task costs the process with scheduler, client and results, in seconds.

    ``sending`` is the part of its main thread, which sends tasks and keeps results; the rest is dask's own thread.
    """

    processor: float
    sending: float
    clock: float


@contextmanager
def dask_workers(number: int) -> Iterator[Where]:
    """Start a dask scheduler in this process, and so many workers with one thread each."""
    from distributed import LocalCluster

    start: Any = LocalCluster  # which has no types
    with start(n_workers=number, threads_per_worker=1, dashboard_address=None) as cluster:
        yield Where(cluster.scheduler_address)


def center(tasks: int, workers: int) -> Center:
    """Measure tasks that do nothing, on so many local dask workers; their start and end are not in it."""
    empty = [Task("builtins:bool", number) for number in range(tasks)]
    spent = []
    for some in (empty[:1], empty):
        began = time.process_time(), time.thread_time(), time.perf_counter()
        with dask_workers(workers) as where:
            outcomes = run(some, where)
        ended = time.process_time(), time.thread_time(), time.perf_counter()
        spent.append([end - begin for begin, end in zip(began, ended, strict=True)])
        if wrong := [outcome for outcome in outcomes if outcome.failure]:
            raise SystemExit(f"{len(wrong)} tasks went wrong, the first one so: {wrong[0]}")
    return Center(*[(many - one) / (tasks - 1) for one, many in zip(*spent, strict=True)])


class Moved(NamedTuple):
    """A task: what it is, the bytes that go to a worker and come back, and its seconds of processor time."""

    name: str
    there: int
    back: int
    seconds: float


def moved() -> list[Moved]:
    """Measure what goes to a worker and back, as dask serializes it, for a task of each kind."""
    from distributed.protocol import pickle

    dumps: Any = pickle.dumps  # which has no types
    game: dict[str, Any] = {"learner": "perceptron", "against": "standard-basis", "limits": list(LIMITS)}
    game |= {"with": {}, "folder": str(Path.cwd())}
    tasks = [("a task that does nothing", Task("builtins:bool", 1))]
    for rounds in (16, 900):
        asked = game | {"asked": {"margin_squared": f"1/{rounds}"}}
        tasks.append((f"a game of {rounds} rounds", Task("adversary.tournaments.task:play_cell", asked)))
    found = []
    for name, task in tasks:
        reply_to(task.function, task.request, task.digests)  # imports
        before = _processor()
        replies = [reply_to(task.function, task.request, task.digests) for _ in range(REPLIES)]
        took = (_processor() - before) / REPLIES
        if wrong := [reply for reply in replies if reply.kind != "done"]:
            raise SystemExit(f"{name} went wrong: {wrong[0]}")
        found.append(Moved(name, len(dumps((("", ""), task))), len(dumps(tuple(replies[0]))), took))
    return found


def _processor() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum([one.ru_utime + one.ru_stime for one in spent])


def print_cluster(tasks: int) -> None:
    """Print what a cluster moves, and how many workers keep its center busy."""
    print("\n| workers | a task costs the center, ms | of this, sending and keeping, ms | by the clock, ms |")
    print("|---|---|---|---|")
    centers = {workers: center(tasks, workers) for workers in (1, 2, 4)}
    for workers, spent in centers.items():
        print(f"| {workers} | {' | '.join(f'{seconds * 1e3:.2f}' for seconds in spent)} |", flush=True)
    each = max(spent.processor for spent in centers.values())
    print(f"\nThe center does at most {1 / each:,.0f} tasks a second.\n")
    print("| task | bytes there | bytes back | processor time, ms | workers that keep the center busy |")
    print("|---|---|---|---|---|")
    for one in moved():
        busy = f"{one.seconds / each:,.0f}" if one.seconds > each else "1"
        print(f"| {one.name} | {one.there:,} | {one.back:,} | {one.seconds * 1e3:.1f} | {busy} |")


def read(file: Path) -> dict[str, list[Measured]]:
    """Return what was measured, as ``main`` has written it."""
    found: dict[str, list[tuple[int, list[float]]]] = json.loads(file.read_text())
    return {name: [Measured(size, tuple(runs)) for size, runs in measured] for name, measured in found.items()}


def table(found: dict[str, dict[str, list[Measured]]]) -> list[str]:
    """Return a table of what was measured, by the files of growths."""
    rows = [
        "| command | measured at | largest, loops | start | slope | extrapolated, loops |",
        "|---|---|---|---|---|---|",
    ]
    for growth in GROWTHS:
        for name, measured in found.get(growth.file, {}).items():
            sizes = ", ".join([f"{one.size:,}" for one in sorted(measured)])
            fit = fitted(measured)
            far = f"{growth.target:,}: {_cost(fit.loops(growth.target))}"
            costs = f"{_cost(max(measured).loops)} | {fit.start:.2f} | {fit.slope:.2f} | {far}"
            rows.append(f"| {name} | {sizes} {growth.counts} | {costs} |")
    return rows


def main(output: Path, names: Sequence[str]) -> None:
    """Measure what is named, draw it, and print a table."""
    output.mkdir(exist_ok=True)
    found = {}
    for growth in GROWTHS:
        if growth.file in names:
            with tempfile.TemporaryDirectory() as name:
                measured = {family.name: measure(family, Path(name)) for family in growth.families}
            found[growth.file] = measured
            (output / f"{growth.file}.json").write_text(f"{json.dumps(measured)}\n")
            (output / f"{growth.file}.svg").write_bytes(drawn(growth, measured))
    print("\n".join(table(found)))
    if "cluster" in names:
        print_cluster(EMPTY_TASKS)


if __name__ == "__main__":
    EVERY = [growth.file for growth in GROWTHS] + ["cluster"]
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(EVERY):  # noqa: PLR2004 - a folder
        raise SystemExit(f"usage: python benchmarks/growth.py FOLDER [{' | '.join(EVERY)}]")
    main(Path(sys.argv[1]), sys.argv[2:] or EVERY)
