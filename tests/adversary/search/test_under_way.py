"""Many games at a time: each goes as it does alone, whatever becomes of the others, and in few messages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from adversary.search.counterexample import unplayed
from adversary.search.games.game import FIRST_ALONE, MAX_TOGETHER, Game, against, greedy, passes, seeded
from adversary.search.games.halfspace_games import (
    BASES,
    ESSENTIAL_SPACES,
    MARGINS,
    MAX_ESSENTIAL_BASIS,
    unit_games,
    unit_spaces,
)
from adversary.search.grader import Grader
from adversary.search.record import Record, replay, replay_together
from adversary.search.spaces import pools
from adversary.search.spaces.halfspaces import halfspace_space
from adversary.search.spaces.registry import space_of
from learners.loading.sources import find
from learners.protocol import Fault, Label
from learners.runner.child import Child, Limits
from learners.runner.clock import CutShort
from learners.runner.runner import LocalRunner, Turn
from learners.runner.worker_runner import WorkerRunner
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import basis_vector
from proofs.settings import Halfspaces, Point

BOUND = read_bound("1/delta2")
LABELS: tuple[Label, Label] = (1, -1)
SIZES = *(1,) * FIRST_ALONE, 1, 2, 5, 3, 4, 2
"""Dimensions of games; in the one of 3 dimensions a learner may fail, while that of 5 is under way."""

PERCEPTRON = """import os
import numpy as np
class Learner:
    def __init__(self, dimension): self.w, self.rounds = np.zeros(dimension), 0
    def predict(self, x):
        if len(x) == 3 and self.rounds == 2: {}
        return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        self.rounds += 1
        if self.predict(x) != y: self.w = self.w + y * x
"""


def game_of(size: int) -> Game[Any]:
    space = halfspace_space(f"basis of {size}", pools.signed(pools.basis(size)), size, BOUND, np.eye(size)[:1])
    return Game(space, partial(against, numbers=range(size), rounds=4 * size))


def adaptive() -> list[Game[Any]]:
    """Return games that ask about many points; each has a source of chance of its own."""
    runs = [partial(greedy, random=seeded(number), rounds=8) for number in range(3)]
    return [Game(space, run, peeks=True) for space, run in zip(unit_spaces(), runs, strict=False)]


def played(learner: str, games: Iterable[Game[Any]], *, together: bool, seconds: float = 60.0) -> list[Record]:
    """Return the records of games, played at a time or one after the other, each with another grader."""
    every = list(games)
    if together:
        with Grader(find(learner), "plain", None, Limits(0.5, seconds)) as grader:
            found = list(grader.play_all(every))
            assert grader.records == found
            return found
    found = []
    for asked in every:
        with Grader(find(learner), "plain", None, Limits(0.5, seconds)) as grader:
            found.append(grader.play(asked))
    return found


def parts(records: Iterable[Record]) -> list[Any]:
    return [(record.space.name, record.played, str(record.fault)) for record in records]


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[int, Turn]]]:
    """Return the messages of many games, each with a turn of some of them."""
    taken, original = list[list[tuple[int, Turn]]](), LocalRunner.take_turns

    def noted(runner: LocalRunner, asked: Iterable[tuple[int, Turn]]) -> Iterator[list[Label] | Fault]:
        taken.append(list(asked))
        return original(runner, taken[-1])

    monkeypatch.setattr(LocalRunner, "take_turns", noted)
    return taken


@pytest.mark.long
def test_they_go_as_each_goes_alone(turns: list[list[tuple[int, Turn]]]) -> None:
    games = [*map(game_of, SIZES * 12), *adaptive()]
    together = played("perceptron", games, together=True)
    messages, rounds = len(turns), [len(record.played) for record in together]
    assert messages < sum(rounds) / 5
    assert max(map(len, turns)) == MAX_TOGETHER
    assert parts(together) == parts(played("perceptron", [*map(game_of, SIZES * 12), *adaptive()], together=False))
    assert sum(rounds) > 900


def test_a_label_is_told_after_the_answer_that_it_judges(turns: list[list[tuple[int, Turn]]]) -> None:
    """A game's turn has the label of the one point of its last turn; a first turn, or one after many points, has none."""
    played("perceptron", [*map(game_of, SIZES), *adaptive()], together=True)
    last, labels = dict[int, Turn](), 0
    for number, turn in (entry for message in turns for entry in message):
        if turn.label is not None:
            labels += 1
            assert len(last[number].points) == 1
        last[number] = turn
    assert labels > 50


def test_who_is_taught_beside_a_game_is_asked_about_nothing_else() -> None:
    asked = list[tuple[int, int]]()

    class Watched(LocalRunner):
        def branches(self, games: Sequence[Sequence[tuple[Point, Label]]], points: int) -> list[list[Label]]:
            asked.extend((len(game), points) for game in games)
            return super().branches(games, points)

    space = game_of(2).space
    rounds = tuple((x, label) for x in pools.basis(2) for label in LABELS)
    found = replay(Watched(find("perceptron")), Record(space, unplayed(rounds)), rounds[:3])
    assert found.fault is None
    assert asked == [(3, 0)] * len(rounds)


def test_where_one_raises_the_others_go_on(learner_file: Callable[..., str]) -> None:
    games = [game_of(size) for size in SIZES]
    failing = learner_file(PERCEPTRON.format("raise ValueError(7)"))
    together = played(failing, games, together=True)
    assert parts(together) == parts(played(failing, games, together=False))
    assert [record.fault is not None for record in together] == [size == 3 for size in SIZES]
    with Grader(find(failing), "plain", None, Limits(5.0, 60.0)) as grader:
        right = [record.on(record.rounds) for record in together]
        assert replay_together(grader.runner, right) == [replay(grader.runner, record).answers for record in right]


def test_what_cuts_games_short_leaves_those_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, original = 0, LocalRunner.take_turns

    def cut(runner: LocalRunner, asked: Iterable[tuple[int, Turn]]) -> Iterator[list[Label] | Fault]:
        nonlocal taken
        taken += 1
        if taken > 4 * FIRST_ALONE + 15:
            raise CutShort("the time did not suffice")
        return original(runner, asked)

    monkeypatch.setattr(LocalRunner, "take_turns", cut)
    with Grader(find("perceptron"), "plain", None, Limits(5.0, 60.0)) as grader:
        games = grader.play_all(map(game_of, SIZES))
        found = []
        with pytest.raises(CutShort, match="did not suffice"):
            found += [next(games) for _ in SIZES]
        assert [record.space.name for record in grader.records] == ["basis of 1"] * (FIRST_ALONE + 1) + ["basis of 2"]


@pytest.mark.full
@pytest.mark.parametrize(
    "how", ["os._exit(3)", "raise ValueError(7)", "os.kill(os.getpid(), 6)", "\n         while True: pass"]
)
def test_who_ends_the_process_or_hangs_forfeits_its_own_game_alone(
    how: str, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games that were under way are played again, in a new process, and go as if it had not happened."""
    messages, hear = list[str](), Child.hear

    def noted(child: Child, call: str, *arguments: Any) -> bytes:
        messages.append(call)
        return hear(child, call, *arguments)

    monkeypatch.setattr(Child, "hear", noted)
    games = [game_of(size) for size in SIZES]
    failing, right = (
        learner_file(PERCEPTRON.format(line), name) for line, name in ((how, "failing.py"), ("pass", "right.py"))
    )
    together = played(failing, games, together=True)
    alone = played(failing, games, together=False)
    assert parts(together) == parts(alone)
    assert [record.fault is not None for record in together] == [size == 3 for size in SIZES]
    messages.clear()
    others = played(right, games, together=True)
    assert len(messages) < sum(len(record.played) for record in others)
    assert [record.played for record in others if "3" not in record.space.name] == [
        record.played for record in together if not record.fault
    ]


def test_a_slow_learner_plays_small_games_first() -> None:
    names = [game.space.name for game in unit_games() if not game.extra]
    small = [f"orthonormal basis of dimension {size}" for size in BASES if size <= MAX_ESSENTIAL_BASIS]
    assert names == [*small, *[space for space in ESSENTIAL_SPACES if "plane" not in space for _ in MARGINS]]


def test_samples_are_shown_for_longer_than_a_right_learner_errs() -> None:
    for game in unit_games():
        if isinstance(game.run, partial) and game.run.func is passes:
            assert game.run.keywords["rounds"] > 1 / game.space.setting.margin_squared


SETTING = Halfspaces(3, Fraction(1, 9))
ROUNDS: Any = tuple((basis_vector(i % 3), 1 if i % 2 else -1) for i in range(12))
FAILS = """class Learner:
    calls, labels = 0, {{}}
    def predict(self, x): self.count(); return self.labels.get(x.tobytes(), 1)
    def update(self, x, y): self.count(); self.labels = self.labels | {{x.tobytes(): y}}
    def count(self):
        self.calls += 1
        if self.calls == {}: raise ValueError(self.calls)
"""


@pytest.mark.full
@pytest.mark.parametrize("fails_at", [0, 1, 2, 3, 10, 11, 24])
def test_the_same_calls_and_answers(
    fails_at: int, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Record(space_of(SETTING, read_bound("T")), unplayed(ROUNDS))
    messages, hear = list[str](), Child.hear

    def noted(child: Child, call: str, *arguments: Any) -> bytes:
        messages.append(call)
        return hear(child, call, *arguments)

    def played(*, ahead: bool) -> tuple[Record, int]:
        with closing(WorkerRunner(find(learner_file(FAILS.format(fails_at))))) as runner:
            runner.load()
            messages.clear()
            return replay(runner, game, ahead=ahead), len(messages)

    monkeypatch.setattr(Child, "hear", noted)
    (expected, plain), (found, ahead) = played(ahead=False), played(ahead=True)
    assert found.played == expected.played
    assert str(found.fault) == str(expected.fault)
    assert (found.fault is None) == (fails_at == 0)
    if not fails_at:
        assert (plain, ahead) == (1 + 24, 1 + 13)
