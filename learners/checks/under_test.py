"""A learner under test in this process, fresh instances of it, and the games that the checks play with them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

from learners.checks.replayer import GAME_SEED, Answers, Rounds, flipped
from learners.loading.sources import Source, card_on, find
from learners.protocol import Card, Factory, Label, Learner, Prediction, as_label, as_probability, opposite
from learners.runner.child import LIMITS, Limits
from learners.runner.runner import view_for
from learners.runner.start import start_runner
from learners.spec import parameters_of
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, basis_vector, basis_vectors, reflection_row, vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting
from proofs.solvers.littlestone import even_split


def setting_for(factory: Factory, dimension: int) -> SearchSetting:
    """Return the setting for checking a learner: a finite class if it asks for concepts or sees numbers of points."""
    if "concepts" in parameters_of(factory) or card_on(factory).sees == "index":
        return Finite(find_class("intervals:5"))
    dimension = min(dimension, card_on(factory).max_dimension or dimension)
    return Halfspaces(dimension, Fraction(1, dimension))


class Games(NamedTuple):
    """Games in one setting. Where a mistake bound is checked, they come with their setting and what to call them.

    Attributes:
        short: some games; on vectors labels are arbitrary, on a class they are those of a concept.
        long: one game.
        opposite: another one, with opposite labels or those of another concept.
        realizable: makes games that a target explains.
        contradicted: contradicts a fresh learner, and yields how many mistakes there are so far.

    """

    short: list[Rounds]
    long: Rounds
    opposite: Rounds
    realizable: Callable[[], Iterator[tuple[Rounds, SearchSetting, str]]]
    contradicted: Callable[["LearnerUnderTest"], Iterator[tuple[int, SearchSetting, str]]]


@cache
def class_games(setting: Finite) -> Games:
    """Return games on a finite class: each short one has the points in a random order, and a concept's labels."""
    random, table, short = Random(5), setting.concept_class, list[Rounds]()  # noqa: S311 - reproducible, not secret
    for concept in random.sample(range(table.size), min(table.size, 12)):
        points = [random.randrange(table.points) for _ in range(4 * table.points)]
        labels = [(x, table.label(concept, x)) for x in points]
        short.append(tuple((x, 1 if y == 1 else -1) for x, y in labels if y))

    def contradicted(tested: "LearnerUnderTest") -> Iterator[tuple[int, SearchSetting, str]]:
        learner, space, mistakes = tested.fresh(), table.everything, 0
        while (x := even_split(table, space)) is not None:
            space = table.restrict(space, x, tested.contradict(learner, x))
            mistakes += 1
            yield mistakes, setting, f"of {table.name}"

    named = [(game, setting, f"of {table.name}") for game in short]
    return Games(short, short[0], short[1], lambda: iter(named), contradicted)


@cache
def vector_games(setting: Halfspaces) -> Games:
    """Return games on vectors, of which the realizable ones and the standard basis have unit points."""
    short = _games_of_vectors(setting.dimension)
    long = tuple(entry for game in short for entry in game)

    def with_margin(margin_squared: Fraction) -> tuple[SearchSetting, str]:
        return Halfspaces(setting.dimension, margin_squared), f"with margin² {margin_squared}"

    def realizable() -> Iterator[tuple[Rounds, SearchSetting, str]]:
        for game, margin_squared in realizable_games(setting.dimension):
            yield game, *with_margin(margin_squared)

    def contradicted(tested: "LearnerUnderTest") -> Iterator[tuple[int, SearchSetting, str]]:
        learner = tested.fresh()
        for mistakes, x in enumerate(basis_vectors(setting.dimension), 1):
            tested.contradict(learner, x)
            yield mistakes, *with_margin(Fraction(1, mistakes))

    return Games(short, long, flipped(long), realizable, contradicted)


GAMES: dict[str, Callable[[Any], Games]] = {"finite": class_games, "halfspaces": vector_games}
"""The games of the checks, by the kind of their setting."""


@cache
def _games_of_vectors(dimension: int) -> list[Rounds]:
    random = Random(5)  # noqa: S311 - reproducible, not secret
    games = list[Rounds]()
    for values in ((0, 1, -1), (0, 1, -1, 2, Fraction(1, 2))):
        for _ in range(3):
            points = [vector({i: random.choice(values) for i in range(dimension)}) for _ in range(16)]
            games.append(tuple((x, random.choice((1, -1))) for x in points if x.entries))
    return games


@cache
def realizable_games(dimension: int) -> list[tuple[Rounds, Fraction]]:
    """Return games on unit points with the squared margin that a target has on them."""
    random = Random(6)  # noqa: S311 - reproducible, not secret
    e1, other = basis_vector(0), vector({0: Fraction(-4, 5), 1: Fraction(3, 5)})
    # Many of one point, then some that nearly contradict them: v = (1, 3)/√10 has margin² 1/10 on both.
    contradicting: Rounds = ((e1, 1),) * 13 + ((other, 1),) * 11
    games = [(contradicting, Fraction(1, 10))]
    for least in (Fraction(1, 4), Fraction(1, 9), Fraction(1, 25), Fraction(1, 100)):
        for _ in range(5):
            target = vector({i: random.choice((1, -1)) * random.randint(1, 3) for i in range(dimension)})
            points = [_unit_point(dimension, random) for _ in range(60)]
            margins = {x: Fraction(target.dot(x) ** 2) / target.norm_squared() for x in points}
            far = [x for x in points if margins[x] >= least]
            game: Rounds = tuple((x, 1 if target.dot(x) > 0 else -1) for x in far)
            if game:  # again and again, to exceed the bound of one that never learns
                again = 2 * int(1 / least) // len(game) + 2
                games.append((game * again, min(margins[x] for x in far)))
    return games


def _unit_point(dimension: int, random: Random) -> Vector:
    """Return a rational unit point: e₁ reflected at a random integer vector."""
    return reflection_row([*[random.randint(-4, 4) for _ in range(dimension - 1)], random.randint(1, 4)], 0)


@dataclass(frozen=True, slots=True)
class LearnerUnderTest:
    """A learner under test, from which fresh ones are made; as a ``Replayer``, it plays games in this process.

    ``factory`` makes two of them different whose code was loaded at different times, for a file may change. ``before``
    hears, before each call of the learner, how many seconds may pass until the next one.
    """

    source: Source
    setting: SearchSetting
    card: Card
    factory: Factory
    limits: Limits = LIMITS
    before: Callable[[float], None] = field(default=lambda _: None, compare=False)

    @property
    def games(self) -> Games:
        """The games that it is checked on."""
        return GAMES[self.setting.kind](self.setting)

    def fresh(self) -> Learner:
        """Make a fresh learner from a source that was loaded once, so that state in the class is shared."""
        self.before(self.limits.call)
        return self.source.make(self.setting)

    def shown(self, x: Point) -> Any:
        """Return the point as the learner sees it; an array is a new one, and writable, to see whether that is used."""
        self.before(self.limits.call)  # for it is shown what the next call is about
        view = view_for(self.card.sees, self.setting)
        point: Any = view(x) if view else x
        return point.copy() if hasattr(point, "copy") else point

    def answer(self, learner: Learner, point: Any) -> Prediction:
        """Return the learner's answer for a point."""
        if self.card.randomized:
            return as_probability(learner.probability(point))  # type: ignore[attr-defined]
        return as_label(learner.predict(point))

    def contradict(self, learner: Learner, x: Point) -> Label:
        """Teach a learner the opposite of what it says of a point."""
        label = opposite(as_label(self.answer(learner, self.shown(x))))
        learner.update(self.shown(x), label)
        return label

    def taught(self, learner: Learner, rounds: Rounds, asks: int = 1) -> list[Prediction]:
        """Play rounds to a learner that is asked one or more times in each; return its last answers."""
        answers = list[Prediction]()
        for x, y in rounds:
            answers.append([self.answer(learner, self.shown(x)) for _ in range(asks)][-1])
            learner.update(self.shown(x), y)
        return answers

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds to a fresh learner."""
        return self.taught(self.fresh(), rounds)

    def alone(self, rounds: Rounds, hash_seed: int = GAME_SEED) -> Answers:
        """Play rounds in a new process."""
        self.before(self.limits.game)  # that process has the limits itself
        with closing(start_runner(self.source, self.limits, hash_seed)) as runner:
            runner.begin(self.setting)
            return [answer for _, _, answer in runner.replay((x, None, label) for x, label in rounds)]

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        """Play rounds after another learner has played others."""
        replace(self, setting=setting).play(before)
        return self.play(rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play all the rounds; after each, a new learner is taught the one of the others with the same number."""
        learner, answers = self.fresh(), list[Prediction]()
        for entry, other in zip(rounds, others, strict=True):
            answers += self.taught(learner, (entry,))
            self.play((other,))
        return answers

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Ask about all the rounds, and tell the labels of some."""
        learner, answers = self.fresh(), dict[int, Prediction | None]()
        for number, (x, y) in enumerate(rounds):
            answers[number] = self.answer(learner, self.shown(x))
            if kept[number]:
                learner.update(self.shown(x), y)
        return answers

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Ask twice and three times a round."""
        for asks in (2, 3):
            yield f"asked {asks} times a round", self.taught(self.fresh(), rounds, asks)


def learner_under_test(learner: object, dimension: int = 4) -> LearnerUnderTest:
    """Return the learner under test. Raises InputError."""
    source = find(learner)
    if source.kind == "program":
        raise InputError(f"{source.text}: a program has no methods to check; play it instead")
    if type(dimension) is not int or dimension < 2:  # noqa: PLR2004 - in one there is little to tell
        raise InputError(f"the checks need a dimension of at least 2, an int, not {dimension!r}")
    try:
        setting = setting_for(source.factory, dimension)
        return LearnerUnderTest(source, setting, source.card_of(source.make(setting)), source.factory)
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the learner's own code
        raise InputError(f"{source.text}: its constructor raised {type(error).__name__}: {error}") from None
