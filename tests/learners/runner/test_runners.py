"""One protocol of all runners: whatever runs the Perceptron, it says what a reference says."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from conftest import ROOT

from learners.loading.sources import find
from learners.protocol import Fault, Label
from learners.runner.child import LIMITS
from learners.runner.clock import Stopwatch
from learners.runner.isolation import no_sandbox, sandbox
from learners.runner.local import LocalRunner
from learners.runner.program import ProgramRunner
from learners.runner.runner import Runner
from learners.runner.worker_runner import WorkerRunner
from proofs.classes.catalog import find_class
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import write_point
from proofs.settings import Finite, Halfspaces

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


def test_every_game_has_a_new_learner_and_a_new_pool(runner: Runner) -> None:
    for seed in range(3):
        game = random_game(Random(seed), 12)
        if not isinstance(runner, ProgramRunner):  # each of whose games has a process of its own
            assert runner.made == 1 + seed
        runner.begin(PLANE, POOL[:2])
        runner.add_points(POOL[2:])
        assert list(runner.replay(game)) == answers(game)
    runner.begin(PLANE, POOL[1:2])
    assert runner.peek([0, 0]) == [1, 1]


def test_recorded_points_are_played_as_they_were_written(runner: Runner) -> None:
    game = random_game(Random(4), 12)
    runner.begin(PLANE)
    written: list[tuple[Any, Label]] = [
        (msgspec.Raw(msgspec.json.encode(write_point(POOL[number]))), label) for number, label in game
    ]
    assert list(runner.replay(written)) == answers(game)


def test_only_a_deterministic_learner_can_be_asked_about_several_points() -> None:
    runner = LocalRunner(find("randomized-halving"))
    runner.begin(Finite(find_class("intervals:4")))
    assert runner.predict(0) == Fraction(4, 11)
    with pytest.raises(Fault, match="illegal label: it answers with probabilities, and only a deterministic learner"):
        runner.peek([0])
