"""Games that a grader plays: every label is told after the prediction for its point.

A game is a generator. It yields its turns, and is sent the learner's answers, so that many games are played at a time.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np

from adversary.search.spaces.halfspaces import HalfspaceSpace
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Script
from learners.protocol import Fault, Label, opposite
from learners.runner.clock import CutShort
from learners.runner.runner import Runner, Turn
from proofs.formats.trace import Round
from proofs.settings import Point

LEAST_POTENTIAL = 0.25  # where a greedy game gives up: so far below 1 it hardly comes back
NEIGHBORS = 6  # points about the last ones that are asked about first, to spare a slow learner the others

_Space = TypeVar("_Space", bound=SearchSpace)


_T = TypeVar("_T")
Asking = Generator[Turn, list[Label], _T]
"""Yields turns, is sent what the learner says in each, and returns what comes of it."""


@dataclass
class Trial(Generic[_Space]):
    """One game of a fresh learner in a search space, as it is played.

    ``potential`` is the largest so far. ``shown`` are the points that the learner was shown last; where it fails, one
    of them made it. A label told again changes the state only if it was a mistake, or if labels may be lies.
    """

    space: _Space
    played: list[Round] = field(default_factory=list)
    potential: float = 0.0
    shown: Sequence[int] = ()
    _next: Turn = field(default_factory=Turn)
    _told: set[tuple[int, Label]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._next = Turn(self._next.label, self.space.setting, self.space.named, sees=self.space.sees)
        self.played.clear()
        self._told.clear()
        self.state, self.potential = self.space.start(), 0.0

    def game(self, run: "Callable[[Trial[_Space]], Asking[object]]") -> Asking[None]:
        """Play a game to its end, at which the last label is told."""
        yield from run(self)
        if self._next != Turn():
            yield from self._ask(())

    def restart(self, script: Script = ()) -> Asking[None]:
        """Begin the game with a fresh learner, and with these rounds."""
        self._begin()
        for number, label in script:
            yield from self.round(number, label)

    def add_points(self, points: Sequence[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._next = self._next._replace(pool=(*self._next.pool, *points))

    def peek(self, numbers: Sequence[int] | None = None) -> Asking[list[Label]]:
        """Return what the learner says of some points, by default of all."""
        return (yield from self._ask(range(self.space.points) if numbers is None else numbers))

    def round(self, number: int, label: Label | None = None) -> Asking[Label]:
        """Show a point and tell its label, by default the opposite of what the learner says; return what it said."""
        (predicted,) = yield from self._ask([number])
        truth = label or opposite(predicted)
        self.played.append(Round(self.space.pool[number], predicted, truth))
        self._next = Turn(truth)
        if predicted != truth or (number, truth) not in self._told or self.space.setting.lies:
            self._told.add((number, truth))
            self.state = self.space.after(self.state, number, truth, mistake=predicted != truth)
        if predicted != truth:  # else the potential is not larger than before
            self._measure()
        return predicted

    def _ask(self, numbers: Sequence[int]) -> Asking[list[Label]]:
        label, setting, pool, _, sees = self._next
        self._next, self.shown = Turn(), numbers
        return (yield Turn(label, setting, pool, numbers, sees))  # sooner than with _replace

    def lasts(self, rounds: int) -> bool:
        """Tell whether the game continues, if it may have at most this many rounds."""
        return len(self.played) < rounds and not self.over

    def play_in(self, space: _Space) -> None:
        """Continue in another space with the same points and other targets."""
        self.space, self.state, self.potential = space, space.start(), 0.0
        numbers = {id(x): number for number, x in enumerate(space.pool)}  # to hash a long vector takes time
        for entry in self.played:
            self.state = space.after(self.state, numbers[id(entry.x)], entry.label, mistake=entry.mistake)
        self._measure()

    def _measure(self) -> None:
        self.potential = max(self.potential, self.space.reached(self.state))

    @property
    def over(self) -> bool:
        """Return whether the game can stop: in floats, the bound is already exceeded."""
        return self.potential > 1 + 1e-4 and not self.space.allows(self.state, len(self.played))


HalfspaceTrial = Trial[HalfspaceSpace]


def seeded(seed: int, *what: object) -> Random:
    """Return the source of what is chosen at random, in a game that is chosen by these words, for a grade's seed."""
    return Random(" ".join(map(str, (seed, *what))))  # noqa: S311 - reproducible, not secret


@dataclass(frozen=True, slots=True)
class Game(Generic[_Space]):
    """A game to play: its space and its strategy.

    ``peeks`` says that it asks about more points than it shows, which a learner whose ``predict`` changes it notices.
    ``extra`` games come after all others: a slow learner fails, if it does, before its time is over.
    """

    space: _Space
    run: Callable[[Trial[_Space]], Asking[object]]
    peeks: bool = False
    extra: bool = False


HalfspaceGame = Game[HalfspaceSpace]


def passes(trial: Trial[Any], script: Script, rounds: int, least: int = 2) -> Asking[None]:
    """Show the points with these labels in order, again and again, until some passes have no mistake."""
    clean = 0
    while clean < least and trial.lasts(rounds):
        clean += 1
        for number, label in script:
            if (yield from trial.round(number, label)) != label:
                clean = 0
            if not trial.lasts(rounds):
                return


def repeat_until_correct(trial: Trial[Any], script: Script, rounds: int) -> Asking[None]:
    """Show the points with these labels, each again and again until the learner gets it right."""
    for number, label in script:
        while trial.lasts(rounds) and (yield from trial.round(number, label)) != label:
            pass


def wrong_first(trial: Trial[Any], script: Script, rounds: int) -> Asking[None]:
    """Show, of the points with these labels, always one that the learner gets wrong, while there is one."""
    order = list(script)
    while trial.lasts(rounds):
        for step, (number, label) in enumerate(order, 1):
            if (yield from trial.peek([number])) != [label]:
                yield from trial.round(number, label)
                order = [*order[step:], *order[:step]]
                break
        else:
            return


def boundary_first(trial: HalfspaceTrial, script: Script, rounds: int) -> Asking[None]:
    """Show, of the points that the learner gets wrong, the one that is nearest to its decision boundary.

    On such points a Perceptron makes nearly as many mistakes as its theorem allows. Where the learner is wrong about
    a point near one of the last two, others are not asked about.
    """
    numbers, labels = np.array(script).T
    points = trial.space.signed(script)
    near = points @ points.T
    around = np.argsort(-near, axis=1, kind="stable")[:, :NEIGHBORS]
    recent: list[int] = []
    while trial.lasts(rounds):
        close = sorted({*around[recent[-2:]].ravel().tolist()})  # np.unique would import numpy.ma
        for asked in (np.array(close, int), np.arange(len(script))):
            predicted = (yield from trial.peek(numbers[asked].tolist())) if len(asked) else []
            wrong = np.array(predicted, int) != labels[asked]
            if wrong.any():
                break
        else:
            return
        candidates, right = asked[wrong], asked[~wrong]
        nearest = near[np.ix_(candidates, right)].max(axis=1, initial=-np.inf)
        recent.append(int(candidates[nearest.argmax()]))
        yield from trial.round(*script[recent[-1]])


def opposite_labels(trial: Trial[Any], numbers: Sequence[int]) -> Asking[Script]:
    """Show some points, each labeled against the prediction, and return these rounds."""
    labels: list[Label] = []
    for number in numbers:
        labels += [opposite((yield from trial.round(number)))]
    return list(zip(numbers, labels, strict=True))


def against(trial: HalfspaceTrial, numbers: Sequence[int], rounds: int, least: int = 2) -> Asking[None]:
    """Label every one of some points against the prediction; then show them again with these labels, as ``passes``."""
    script = yield from opposite_labels(trial, numbers)
    trial.play_in(trial.space.aimed(script))
    yield from passes(trial, script, len(trial.played) + rounds, least)


def one_sided(trial: HalfspaceTrial, size: int) -> Asking[None]:
    """Show x or −x for each x of a basis, whichever the learner gets wrong if the target gives x the label +1.

    The pool has the basis, and then the opposite vectors.
    """
    script = yield from _each_wrong(trial, size)
    trial.play_in(trial.space.aimed(script))
    yield from passes(trial, script, 4 * size)


def long_then_short(trial: HalfspaceTrial, size: int, rounds: int) -> Asking[None]:
    """Teach some long points, as ``one_sided``, and then repeat a short point that they contradict.

    That is the last one of the pool, with the label +1.
    """
    script = yield from _each_wrong(trial, size)
    yield from repeat_until_correct(trial, [(2 * size, 1), *script] * 2, rounds)


def _each_wrong(trial: HalfspaceTrial, size: int) -> Asking[Script]:
    script: list[tuple[int, Label]] = []
    for number in range(size):
        both_plus = (yield from trial.peek([number, size + number])) == [1, 1]
        script.append((size + number, -1) if both_plus else (number, 1))
        yield from trial.round(*script[-1])
    return script


def greedy(trial: Trial[Any], random: Random, rounds: int, times: int = 1) -> Asking[None]:
    """Show the point whose wrong label leaves most mistakes possible, and label it against the prediction.

    Every point is shown so many times: some learners learn too much from what they have got right.
    """
    while trial.lasts(rounds):
        number, label, potential = yield from most_promising(trial, random)
        if potential < LEAST_POTENTIAL:
            return
        for _ in range(times):
            yield from trial.round(number, label)


def most_promising(
    trial: Trial[Any], random: Random, *, least: float = LEAST_POTENTIAL
) -> Asking[tuple[int, Label, float]]:
    """Return the point whose wrong label leaves most mistakes possible, that label, and the potential.

    A potential below ``least`` may be returned smaller than it is.
    """
    opposites = [opposite(label) for label in (yield from trial.peek())]
    (potentials,) = trial.space.potentials(trial.state, opposites, least=least)
    potentials = potentials * (1 + 1e-9 * np.array([random.random() for _ in opposites]))
    number = int(potentials.argmax())
    return number, opposites[number], float(potentials[number])


MAX_TOGETHER, FIRST_ALONE = 64, 10
"""Games that are under way at a time, and how many are played one by one before: what these find is easiest to read."""


class UnderWay:
    """A game that is played turn by turn.

    Attributes:
        turn: what it waits for an answer to, or ``None`` when it is over.
        past: the turns that were answered, by which it can be played again.
        runner: what runs its learner, once that was asked.
        stopped: what ended it early.

    """

    def __init__(self, asking: Asking[object]) -> None:
        self._asking = asking
        self.turn: Turn | None = next(asking, None)
        self.past: list[Turn] = []
        self.runner: Runner | None = None
        self.stopped: Fault | CutShort | None = None
        self.number = 0

    def stop(self, why: Fault | CutShort) -> None:
        """End it early."""
        self.turn, self.stopped = None, why

    def play_out(self, runner: Runner) -> None:
        """Replay the game so far, and then play it alone to its end, call by call."""
        self.runner = runner
        try:
            for turn in self.past:
                runner.turn(turn)
            while self.turn is not None:
                self.go_on(runner.turn(self.turn))
        except (Fault, CutShort) as why:
            self.stop(why)

    def go_on(self, labels: list[Label]) -> None:
        """Continue the game with the learner's answers of its turn."""
        if self.turn is not None:
            self.past.append(self.turn)
        try:
            self.turn = self._asking.send(labels)
        except StopIteration:
            self.turn = None


def take_turns(runner: Runner, games: Sequence[UnderWay]) -> None:
    """Take a turn in each of some games. Raises Fault or CutShort: then all of them have to be played again."""
    new = [game for game in games if game.runner is None]
    free = sorted({*range(len(games))} - {game.number for game in games if game.runner}) if new else ()
    for game, number in zip(new, free, strict=False):
        game.number, game.runner = number, runner
    turns = [(game.number, game.turn) for game in games if game.turn is not None]
    for game, labels in zip(games, runner.take_turns(turns), strict=True):
        if isinstance(labels, Fault):
            game.stop(labels)
        else:
            game.go_on(labels)
