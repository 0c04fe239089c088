"""One protocol of all runners: whatever runs the Perceptron, it says what a reference says."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import ROOT

from learners.checks.under_test import learner_under_test
from learners.loading.sources import find
from learners.protocol import Card, Fault, Label, Player, Prediction, run_rounds
from learners.runner.child import LIMITS
from learners.runner.clock import Stopwatch
from learners.runner.isolation import no_sandbox, sandbox
from learners.runner.program import ProgramRunner
from learners.runner.runner import LocalRunner, Replayed, Runner, Turn
from learners.runner.worker_runner import WorkerRunner
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError, ResourceError
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.formats.trace import TraceWriter, write_point
from proofs.settings import Finite, Halfspaces, Point

PLANE = Halfspaces(2, Fraction(1, 7))
POOL = [vector(enumerate(entries)) for entries in ((3, 1), (1, -2), (-1, 1), (Fraction(1, 4), 0), (0, -5))]
Game = Sequence[tuple[int, Label]]


def program() -> ProgramRunner:
    """Return a runner that may be asked about points that are not played, as a grader's."""
    source, budget = find(f"exec:{ROOT / 'examples' / 'learner_in_c'}"), Stopwatch(600.0)
    return ProgramRunner(source, sandbox=no_sandbox("auto", None, source.text), budget=budget)


RUNNERS: dict[str, Callable[[], Runner]] = {
    "here": lambda: LocalRunner(find("perceptron")),
    "worker": lambda: WorkerRunner(find("perceptron"), LIMITS, 1),
    "worker in a sandbox": lambda: WorkerRunner(find("perceptron"), LIMITS, 1, sandbox=sandbox("auto")),
    "program": program,
}


@pytest.fixture(params=[pytest.param(name, marks=() if name == "here" else pytest.mark.full) for name in RUNNERS])
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """Return each runner of the Perceptron, which has begun a game."""
    with closing(RUNNERS[request.param]()) as found:
        found.begin(PLANE, POOL)
        yield found


class Reference:
    """The Perceptron of the notes on exact points, in a few lines."""

    def __init__(self) -> None:
        self.total: list[tuple[int, Vector]] = []

    def predict(self, x: Vector) -> Label:
        return 1 if sum(label * seen.dot(x) for label, seen in self.total) >= 0 else -1

    def update(self, x: Vector, label: Label) -> None:
        if self.predict(x) != label:
            self.total.append((label, x))


def answers(game: Game, points: int = 0) -> list[Label]:
    """Return what a fresh reference says in a game, and then of the first points."""
    player, said = Reference(), []
    for number, label in game:
        said.append(player.predict(POOL[number]))
        player.update(POOL[number], label)
    return [*said, *map(player.predict, POOL[:points])]


def random_game(random: Random, rounds: int) -> list[tuple[int, Label]]:
    return [(random.randrange(len(POOL)), random.choice((1, -1))) for _ in range(rounds)]


def test_it_answers_and_is_told(runner: Runner) -> None:
    random, reference = Random(1), Reference()
    for number, label in random_game(random, 8):
        others = [random.randrange(len(POOL)) for _ in range(random.randrange(3))]
        assert runner.peek([*others, number]) == [reference.predict(POOL[n]) for n in (*others, number)]
        reference.update(POOL[number], label)
        runner.update(number, label)
    assert len(reference.total) > 2  # else nothing was learned


def test_branches_each_have_a_learner_of_their_own_and_the_game_goes_on(runner: Runner) -> None:
    games = [random_game(Random(rounds), rounds) for rounds in (0, 1, 9)]
    assert runner.predict(0) == 1
    runner.update(0, -1)
    before = runner.peek(range(len(POOL)))
    assert -1 in before
    assert runner.branches(games, len(POOL)) == [answers(game, len(POOL)) for game in games]
    assert runner.branches(games, 0) == [answers(game) for game in games]
    assert runner.branches([], len(POOL)) == []
    assert runner.peek(range(len(POOL))) == before


def replayed(runner: Runner, rounds: Iterable[tuple[Point, Label]]) -> list[Prediction]:
    return [prediction for _, _, prediction in runner.replay((x, None, label) for x, label in rounds)]


def test_every_game_has_a_new_learner_and_a_new_pool(runner: Runner) -> None:
    for seed in range(3):
        game = random_game(Random(seed), 12)
        if not isinstance(runner, ProgramRunner):  # each of whose games has a process of its own
            assert runner.made == 1 + seed
        runner.begin(PLANE, POOL[:2])
        runner.add_points(POOL[2:])
        assert replayed(runner, game) == answers(game)
    runner.begin(PLANE, POOL[1:2])
    assert runner.peek([0, 0]) == [1, 1]


def test_only_a_deterministic_learner_can_be_asked_about_several_points() -> None:
    runner = LocalRunner(find("randomized-halving"))
    runner.begin(Finite(find_class("intervals:4")))
    assert runner.predict(0) == Fraction(4, 11)
    with pytest.raises(Fault, match="illegal label: it answers with probabilities, and here a learner"):
        runner.peek([0])


def recorded_game(game: Game, trace: Path) -> Path:
    """Write a game of the reference as a trace, with a point of one coordinate, of several, and of fractions."""
    with trace.open("wb") as file:
        record = TraceWriter(file)
        record.header("perceptron", "-", PLANE)
        for (number, label), said in zip(game, answers(game), strict=True):
            record.round(POOL[number], said, label)
        record.flush()
    return trace


def test_a_trace_is_replayed_up_to_the_first_other_answer(runner: Runner, tmp_path: Path) -> None:
    game = random_game(Random(5), 300)
    trace = recorded_game(game, tmp_path / "trace.jsonl")
    runner.begin(PLANE)
    *_, last = runner.replay(trace)
    assert last == (300, answers(game)[-1], answers(game)[-1])
    lines = trace.read_text().splitlines(keepends=True)
    said = answers(game)[199]
    lines[200] = lines[200].replace(f'"predicted":{said}', f'"predicted":{-said}')
    trace.write_text("".join(lines))
    runner.begin(PLANE)
    rounds = runner.replay(trace)
    assert next(entry for entry in rounds if entry[1] != entry[2]) == (200, -said, said)


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "torn": (lambda trace: trace[:-9], "Input data was truncated"),
    "no denominator": (lambda trace: trace.replace(b'"1/4"', b'"1/0"'), "Expected `str` matching regex"),
    "a long number": (lambda trace: trace.replace(b'"1/4"', b'"%s"' % (b"9" * 9_999)), "Exceeds the limit"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_trace_says_nothing_of_the_learner(runner: Runner, damage: str, tmp_path: Path) -> None:
    spoil, why = DAMAGE[damage]
    trace = recorded_game([(3, 1)] * 9, tmp_path / "trace.jsonl")
    trace.write_bytes(spoil(trace.read_bytes()))
    runner.begin(PLANE)
    with pytest.raises(ResourceError, match=f"^the trace cannot be read: {re.escape(why)}"):
        list(runner.replay(trace))


def test_a_trace_that_is_gone_says_nothing_of_the_learner(runner: Runner, tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"^the trace cannot be read: No such file"):
        list(runner.replay(tmp_path / "none.jsonl"))
    assert runner.predict(0) == 1


@pytest.mark.full
@pytest.mark.parametrize("calls", [0, 7])
def test_a_fault_of_ours_in_a_replay_tells_the_round(calls: int, tmp_path: Path) -> None:
    points = [{0: 1}] * calls + [{5: 1}]  # the second coordinate is the last one that a dense learner here can see
    trace = recorded_game([], tmp_path / "trace.jsonl")
    with trace.open("ab") as file:
        for x in points:
            file.write(msgspec.json.encode({"x": write_point(vector(x)), "predicted": 1, "label": 1}) + b"\n")
    with closing(WorkerRunner(find("dense-perceptron"), LIMITS, 1)) as runner:
        runner.begin(PLANE)
        played: list[Replayed] = []
        with pytest.raises((Fault, InputError)):
            played.extend(runner.replay(trace))
    assert played[-1:] == [(calls, 1, 1)][:calls]


class Says:
    """Gives one answer after another, and then raises what is no answer."""

    card = Card(summary="answers as it is told", sees="exact")

    def __init__(self, answers: Sequence[object], told: object = None) -> None:
        self.answers, self.told = iter(answers), told

    def predict(self, _: Vector) -> Any:
        answer = next(self.answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def update(self, *_: object) -> None:
        if isinstance(self.told, BaseException):
            raise self.told


class Wrapped:
    """A player that calls a runner's methods, which the loop of rounds does not do itself then."""

    def __init__(self, runner: LocalRunner) -> None:
        self.predict, self.update = runner.predict, runner.update


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([1, -1, 1], None),
        ([1, np.int64(-1), np.int8(1)], None),
        ([1, True, 1], None),
        ([1, 1.0], None),
        ([-1, 0], None),
        ([1, 2], None),
        ([1, "1"], None),
        ([1, None], None),
        ([1, ValueError("no")], None),
        ([1, SystemExit(3)], None),
        ([1, InputError("mine")], None),
        ([1, Fault("timeout", "its own word")], None),
        ([1], None),
        ([1], ValueError("no")),
        ([1], SystemExit()),
        ([1], Fault("timeout", "its own word")),
    ],
)
def test_the_loop_of_rounds_calls_a_learner_as_its_runner_does(answers: list[object], told: object) -> None:
    def played(wrapped: bool) -> list[object]:
        runner, found = LocalRunner(find("perceptron")), list[object]()
        runner.adopt(Says(answers, told), Says.card, PLANE)
        assert runner.calls is not None
        player: Player[Vector, Any] = Wrapped(runner) if wrapped else runner
        try:
            found.extend(run_rounds(player, [(x, -1) for x in POOL[:3]]))
        except Fault as fault:
            found.append(str(fault))
        assert all(type(one) is str or type(one[1]) is int for one in found)  # type: ignore[index]
        return found

    assert played(wrapped=False) == played(wrapped=True)


class Taught:
    """Counts what it is taught."""

    taught = 0

    def update(self, _x: Any, _y: Label) -> None:
        self.taught += 1


class Rebinds(Taught):
    """Sets its own methods in the first round."""

    def predict(self, _: Any) -> int:
        self.predict = lambda _: -1  # type: ignore[method-assign]
        self.update = lambda *_: None  # type: ignore[method-assign]
        return 1


class Becomes(Taught):
    """Gets another class in the first round."""

    def predict(self, _: Any) -> int:
        self.__class__ = Minus  # type: ignore[assignment]
        return 1


class Minus(Taught):
    """Says -1."""

    def predict(self, _: Any) -> int:
        return -1


ROUNDS: list[tuple[Vector, Label]] = [(x, -1) for x in POOL[:3]]


def through_the_loop(kind: type) -> list[Any]:
    """Let the loop of rounds call the learner."""
    runner = LocalRunner(find(kind))
    runner.begin(PLANE)
    return replayed(runner, ROUNDS)


def one_by_one(kind: type) -> list[Any]:
    """Let the runner call it, as a worker does."""
    runner, said = LocalRunner(find(kind)), list[Any]()
    runner.begin(PLANE)
    for x, y in ROUNDS:
        said.append(runner.predict(x))
        runner.update(x, y)
    return said


def in_turns(kind: type) -> list[Any]:
    """Play as a grader does that plays many games at once."""
    runner = LocalRunner(find(kind))
    turns = [Turn(points=[0], setting=PLANE, pool=POOL), *[Turn(-1, points=[number]) for number in (1, 2)]]
    return [
        said
        for turn in turns
        for answers in runner.take_turns([(0, turn)])
        if not isinstance(answers, Fault)
        for said in answers
    ]


def in_checks(kind: type) -> list[Any]:
    """Play as the checks do, also under pytest."""
    return list(learner_under_test(kind, PLANE.dimension).play(tuple(ROUNDS)))


@pytest.mark.parametrize("kind", [Rebinds, Becomes])
@pytest.mark.parametrize("played", [through_the_loop, one_by_one, in_turns, in_checks])
def test_methods_are_looked_up_at_each_call(kind: type, played: Callable[[type], list[Any]]) -> None:
    """As those of ``learner.predict(x)`` and ``learner.update(x, y)`` are in a script."""
    assert played(kind) == [1, -1, -1]


def test_a_method_that_is_gone_is_a_fault() -> None:
    class Gone(Taught):
        def predict(self, _: Any) -> int:
            self.__class__ = Taught  # type: ignore[assignment]
            return 1

    runner = LocalRunner(find(Gone))
    runner.begin(PLANE)
    with pytest.raises(
        Fault, match="raised: predict raised AttributeError: 'Taught' object has no attribute 'predict'"
    ):
        replayed(runner, [(x, -1) for x in POOL[:2]])


@pytest.mark.parametrize("learner", ["perceptron", "dense-perceptron"])
def test_points_that_are_added_later_have_numbers(learner: str) -> None:
    runner = LocalRunner(find(learner))
    runner.begin(PLANE)
    runner.add_points([basis_vector(0), basis_vector(1)])
    assert [said for _, said, _ in run_rounds(runner, [(0, -1), (1, -1), (0, -1)])] == [1, 1, -1]


def test_a_learner_can_keep_its_arrays_but_not_change_them() -> None:
    class Keeps:
        card = Card(summary="keeps what it sees", sees="dense")

        def __init__(self) -> None:
            self.seen = list[Any]()

        def predict(self, x: Any) -> Label:
            self.seen.append(x)
            return 1

        def update(self, x: Any, _: Label) -> None:
            assert x is self.seen[-1]
            if len(self.seen) == len(POOL):
                x[0] = 9

    learner, runner = Keeps(), LocalRunner(find("perceptron"))
    runner.adopt(learner, Keeps.card, PLANE)
    with pytest.raises(Fault, match="update raised ValueError: assignment destination is read-only"):
        list(run_rounds(runner, [(x, -1) for x in POOL]))
    assert [x.tolist() for x in learner.seen] == [[float(entry) for entry in x.coordinates(2)] for x in POOL]
