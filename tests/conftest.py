"""What several tests use."""

import gc
import io
import json
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, browser
from hypothesis import settings
from in_process import no_processes, replace_processes

from adversary.cli.main import main
from learners.algorithms.perceptron import BUDGET, BatchPerceptron
from learners.loading.sources import Source, find
from learners.registry import LEARNERS
from learners.runner import start
from learners.runner.runner import LocalRunner
from proofs.exact.vectors import Vector, Weights
from proofs.formal.coqc import INSTALL

settings.register_profile("first", deadline=None, max_examples=20)  # no test depends on wall time
settings.register_profile("full", deadline=None, max_examples=50)  # others: in both tiers they are 100
settings.load_profile("first")  # unless --hypothesis-profile says something else

ROOT = Path(__file__).resolve().parent.parent

DATA = ROOT / "tests" / "data"
"""Certificates, submissions and golden games."""


CLASS_LEARNERS = sorted(name for name in LEARNERS if find(name).card().sees == "index")
"""The registered learners of finite classes, which see numbers of points."""

VECTOR_LEARNERS = sorted(
    name
    for name in LEARNERS.keys() - CLASS_LEARNERS
    if find(name).card().max_dimension is None and not find(name).card().randomized
)
"""The registered deterministic learners that see vectors, of any dimension."""


@dataclass(frozen=True)
class Ran:
    """What a command line printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output."""
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one line in which unusable input is refused; see that there is nothing else, but what points at the place."""
        said, *pointer = self.err.splitlines(keepends=True)
        assert (self.code, self.out, [line.strip(" ^") for line in pointer[1:]]) == (2, "", ["\n"] * bool(pointer))
        assert said.startswith("adversary: ")
        return said


def type_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Let standard input be a text."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))


@pytest.fixture(autouse=True)
def first_tier(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a test that is not full, or is so only because it takes long, run in this process alone."""
    if not runs_here(request.node):
        yield
        return
    replace_processes(monkeypatch)
    with no_processes(monkeypatch):
        yield


@pytest.fixture
def adversary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Return what runs ``adversary ARGUMENTS`` in a folder of its own: in this process, for to start one takes long."""

    def run(*arguments: object) -> Ran:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["adversary", *map(str, arguments)])
        handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
        capfd.readouterr()
        try:
            with pytest.raises(SystemExit) as end:
                main()
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        return Ran(int(end.value.code or 0), *capfd.readouterr())

    return run


class RunnerHere(LocalRunner):
    """A runner in this process, in the place of one in a sandbox."""

    def __init__(self, source: Source, *_: object, sandbox: Any = None, **__: object) -> None:
        super().__init__(source.again())
        self.in_force = (*sandbox.in_force, "the process of a test") if sandbox else ()


@pytest.fixture
def local_learners(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have learners play in this process, unless the test has real processes."""
    if runs_here(request.node):
        for kind in ("named", "object", "file"):
            monkeypatch.setitem(start.RUNNERS, kind, RunnerHere)


@pytest.fixture
def learner_file(tmp_path: Path) -> Callable[[str], str]:
    """Return what writes a learner's file: its text, or the body of ``predict`` (one line)."""

    def write(text: str, name: str = "learner.py") -> str:
        if "class" not in text:
            text = f"class Learner:\n    def predict(self, x): {text}\n    def update(self, x, y): pass\n"
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return the browser of a run: to start one takes longer than most tests of pages."""
    with browser() as started:
        yield started


@pytest.fixture
def two_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have short games of other people's learners replayed twice, not up to ten times, in tests of something else."""
    monkeypatch.setattr("adversary.game.ending.MAX_REPLAYS", 2)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let a look at the time of the processor take 1/64 s, and nothing else any: under a CPU limit its clock stumbles."""
    now = [0.0]

    def process_time() -> float:
        now[0] += 1 / 64
        return now[0]

    monkeypatch.setattr("proofs.solvers.budget.time.process_time", process_time)
    return now


def seeds(number: int, first_tier: int = 2) -> list[Any]:
    """Return seeds of chance as parameters: some for the first tier of tests, the others long."""
    return [pytest.param(seed, marks=[pytest.mark.long] * (seed >= first_tier)) for seed in range(number)]


def sizes(first_tier: int, full: int) -> list[Any]:
    """Return how many random examples a test tries, as parameters: in the first tier, and in the full one."""
    return [first_tier, pytest.param(full, marks=pytest.mark.long)]


def batch_run(
    examples: Iterable[tuple[Vector, Any]], rule: Any = "first", budget: int = BUDGET, seed: int = 0
) -> tuple[Weights, int, bool]:
    """Run the batch Perceptron from w = 0; return its w, how many updates it made, and whether w separates then."""
    learner = BatchPerceptron(rule, budget, seed)
    learner.sample = list(examples)
    return learner.weights, *learner.run()


def pytest_configure() -> None:
    """Have the programs that tests start end at Ctrl-C: a shell's job in the background ignores it, and they would."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden games be written anew, to be read and committed by a person."""
    parser.addoption("--write-golden", action="store_true", help="write tests/data/golden from what is played now")


FULL_MARKERS = "ml", "bubblewrap", "rocq"
"""Markers of tests that are also ``full``."""

ENDED_TRIALS = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <generator:pytest.PytestUnraisableExceptionWarning"
)
"""A trial that takes too long is ended wherever it is, also where Python closes a generator, and then once more."""

LONG = pytest.StashKey[bool]()
"""Whether a test is ``full`` only because it takes long."""


def runs_here(item: pytest.Item) -> bool:
    """Tell whether a test starts no process, as in the first tier."""
    return item.get_closest_marker("full") is None or item.stash.get(LONG, False)


def time_limit(item: pytest.Item) -> float:
    """Return the seconds that a test may take, by its own marker or by that of all tests."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0] if marker else item.config.getini("timeout"))


@pytest.hookimpl(tryfirst=True)  # before -m leaves out what is not wanted
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is full by what it needs, keep the tests of one resource together, and skip what is not installed.

    Tests that are given more time than others come first, so that no worker is left with one at the end.
    """
    missing = [name for name in ("sklearn", "river") if find_spec(name) is None]
    for item in items:
        marked = {marker.name for marker in item.iter_markers()}
        if item.path.parent.name == "claims":
            item.add_marker(pytest.mark.xdist_group("claims"))  # they share the rows of book.py
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("full")
            item.add_marker(pytest.mark.xdist_group("chromium"))
        if not marked.isdisjoint(FULL_MARKERS):
            item.add_marker("full")
        if "long" in marked:  # after all that makes a test full because it needs something
            item.stash[LONG] = item.get_closest_marker("full") is None
            item.add_marker("full")
        if "rocq" in marked:
            item.add_marker(pytest.mark.xdist_group("rocq"))
            if shutil.which("coqc") is None:
                item.add_marker(pytest.mark.skip(f"needs coqc, which is not installed: {INSTALL}"))
        if missing and "ml" in marked:
            item.add_marker(pytest.mark.skip(f"needs {' and '.join(missing)}: the extra ml"))
    items.sort(key=time_limit, reverse=True)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the run: thousands of tests, and all libraries."""
    gc.freeze()
