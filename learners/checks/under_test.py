"""A learner under test in this process, and fresh instances of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from learners.checks.games import GAMES, Games, setting_for
from learners.checks.replayer import GAME_SEED, Answers, Rounds
from learners.loading.sources import Source, find
from learners.protocol import Card, Factory, Label, Learner, Prediction, as_label, as_probability, run_rounds
from learners.runner.child import LIMITS, Limits
from learners.runner.runner import view_for
from learners.runner.start import start_runner
from proofs.exact.errors import InputError
from proofs.settings import Point, SearchSetting


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
        shown: Any = view(x) if view else x
        return shown.copy() if hasattr(shown, "copy") else shown

    def answer(self, learner: Learner, shown: Any) -> Prediction:
        """Return the learner's answer for a point."""
        if self.card.randomized:
            return as_probability(learner.probability(shown))  # type: ignore[attr-defined]
        return as_label(learner.predict(shown))

    def player(self, learner: Learner | None = None, asks: int = 1) -> "ShownAnew":
        """Return a learner, by default a fresh one, as a player that is asked one or more times per round."""
        return ShownAnew(self, self.fresh() if learner is None else learner, asks)

    def taught(self, learner: Learner | None, rounds: Rounds, asks: int = 1) -> list[Prediction]:
        """Play rounds to a learner, by default a fresh one; return its last answers."""
        return [said for _, said, _ in run_rounds(self.player(learner, asks), rounds)]

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds to a fresh learner."""
        return self.taught(None, rounds)

    def alone(self, rounds: Rounds, hash_seed: int = GAME_SEED) -> Answers:
        """Play rounds in a new process."""
        self.before(self.limits.game)  # that process has the limits itself
        with closing(start_runner(self.source, self.limits, hash_seed)) as runner:
            runner.begin(self.setting)
            return [said for _, _, said in runner.replay((x, None, label) for x, label in rounds)]

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        """Play rounds after another learner has played others."""
        replace(self, setting=setting).play(before)
        return self.play(rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play all the rounds; after each, a new learner is taught the one of the others with the same number."""
        learner, said = self.fresh(), list[Prediction]()
        for entry, other in zip(rounds, others, strict=True):
            said += self.taught(learner, (entry,))
            self.play((other,))
        return said

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Ask about all the rounds, and tell the labels of some."""
        player, said = self.player(), dict[int, Prediction | None]()
        for number, (x, y) in enumerate(rounds):
            said[number] = player.predict(x)
            if kept[number]:
                player.update(x, y)
        return said

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Ask twice and three times a round."""
        for asks in (2, 3):
            yield f"asked {asks} times a round", self.taught(None, rounds, asks)


@dataclass(frozen=True, slots=True)
class ShownAnew:
    """A player that shows its learner a new copy of the point at every call."""

    under_test: LearnerUnderTest
    learner: Learner
    asks: int = 1

    def predict(self, x: Point) -> Prediction:
        """Return the last answer."""
        answers = [self.under_test.answer(self.learner, self.under_test.shown(x)) for _ in range(self.asks)]
        return answers[-1]

    def update(self, x: Point, y: Label) -> None:
        """Tell the label."""
        self.learner.update(self.under_test.shown(x), y)


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
