"""What a program is told, and what its answers mean: here a function answers in its place."""

from contextlib import closing
from fractions import Fraction

import pytest

from learners.loading.sources import Source
from learners.runner import program
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.program import ProgramRunner
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import vector
from proofs.settings import Finite, Halfspaces

PLANE = Halfspaces(2, Fraction(1, 7))
SOURCE = Source("program", "exec:learner", "/learner")


class Spoken:
    """A process that answers ready, and then, after a line that says nothing, +1, and keeps what it was told."""

    heard: list[str]
    ready = b"ready"
    output = b""

    def __init__(self, *_: object, **__: object) -> None:
        """Start."""

    def begin(self) -> None:
        """Begin a call."""

    def tell(self, request: bytes) -> None:
        self.heard.append(request.decode())

    def ask(self, call: str, request: bytes, *_: object) -> bytes:
        self.tell(request)
        return self.ready if call == "the handshake" else b"info thinking"

    def hear(self, *_: object) -> bytes:
        return b"+1"

    def close(self, _: float) -> None:
        """End."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what all processes are told."""
    told = list[str]()
    monkeypatch.setattr(Spoken, "heard", told, raising=False)
    monkeypatch.setattr(program, "Child", Spoken)
    return told


@pytest.mark.parametrize(("ready", "point"), [(b"ready", "0:0.75 1:-2.0"), (b"ready exact", "0:3/4 1:-2")])
def test_a_vector_is_told_by_its_entries(
    ready: bytes, point: str, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Spoken, "ready", ready)
    x = vector(enumerate((Fraction(3, 4), -2)))
    with closing(ProgramRunner(SOURCE)) as runner:
        runner.begin(PLANE)
        assert runner.predict(x) == 1
        runner.update(x, -1)
        runner.predict(x)
    assert heard == [f"forced-mistakes 1 {PLANE.greeting()}", f"point +0 {point}", f"point -1 {point}", "quit +0"]


def test_a_point_of_a_class_is_told_by_its_number(heard: list[str]) -> None:
    setting = Finite(find_class("thresholds:3"))
    with closing(ProgramRunner(SOURCE)) as runner:
        runner.begin(setting)
        runner.predict(2)
        runner.update(2, 1)
    assert heard == [f"forced-mistakes 1 {setting.greeting()}", "point +0 2", "quit +1"]


def test_a_program_that_could_be_run_before_is_not_blamed(heard: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with closing(ProgramRunner(SOURCE, budget=Stopwatch(60.0))) as runner:
        runner.begin(PLANE)
        monkeypatch.setattr(program, "Child", refuse)
        with pytest.raises(CutShort, match="the program '/learner' cannot be run: Permission denied"):
            runner.branches([[]], 1)
        with pytest.raises(InputError, match="the program '/learner' cannot be run: Permission denied"):
            ProgramRunner(SOURCE, budget=Stopwatch(60.0)).begin(PLANE)
    assert heard == [f"forced-mistakes 1 {PLANE.greeting()}", "quit +0"]
