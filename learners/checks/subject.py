"""A learner under test, in this process: fresh ones are made of it, and play here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from learners.checks.games import finite_games, games_of_vectors, setting_for
from learners.checks.venue import Answers, Rounds, flipped, mirrored
from learners.loading.sources import Factory, Source, card_of_learner, find, load, make_with
from learners.protocol import Card, Learner, Prediction, as_label, as_probability
from learners.sandbox.child import Limits
from learners.sandbox.players import view_for
from learners.sandbox.process import ProcessPlayer
from proofs.exact.errors import InputError
from proofs.formats.settings import Finite, Halfspaces, Point, Setting
from proofs.formats.trace import write_point


@dataclass(frozen=True, slots=True)
class Subject:
    """A learner under test, from which fresh ones are made; as a ``Venue``, it plays games in this process."""

    source: Source
    setting: Setting
    card: Card
    factory: Factory  # loaded once, so that fresh learners share what their class shares

    def fresh(self) -> Learner:
        """Make a fresh learner."""
        return make_with(self.factory, self.source.text, self.setting)

    def shown(self, x: Point) -> Any:
        """Return the point as the learner sees it; an array is a new one, and writable, to see whether that is used."""
        view = view_for(self.card.sees, self.setting)
        shown: Any = view(x) if view else x
        return shown.copy() if hasattr(shown, "copy") else shown

    @property
    def sees_arrays(self) -> bool:
        """Whether it is shown what it could write to."""
        return self.card.sees == "dense" or (self.card.sees is None and isinstance(self.setting, Halfspaces))

    def ask(self, learner: Learner, x: Point) -> Prediction:
        """Return what the learner says of a point."""
        return self.answer(learner, self.shown(x))

    def answer(self, learner: Learner, shown: Any) -> Prediction:
        """Return what the learner says of what it is shown."""
        if self.card.randomized:
            return as_probability(learner.probability(shown))  # type: ignore[attr-defined]
        return as_label(learner.predict(shown))

    def games(self) -> list[Rounds]:
        """Return short games, each for a fresh learner: any labels of vectors, or those of a concept of the class."""
        if isinstance(self.setting, Halfspaces):
            return [*games_of_vectors(self.setting.dimension)]
        return [*finite_games(self.setting)]

    def long_game(self) -> Rounds:
        """Return a longer game."""
        games = self.games()
        return games[0] if isinstance(self.setting, Finite) else [entry for game in games for entry in game]

    def contrary_game(self) -> Rounds:
        """Return a game that teaches something else than the long one."""
        return self.games()[1] if isinstance(self.setting, Finite) else flipped(self.long_game())

    def mirrored(self) -> "Subject | None":
        """Return the learner on the class with opposite labels, if it plays on a class."""
        return replace(self, setting=mirrored(self.setting)) if isinstance(self.setting, Finite) else None

    def taught(self, learner: Learner, rounds: Rounds, asks: int = 1) -> list[Prediction]:
        """Play rounds to a learner, asking for every prediction so many times; return the last answers."""
        said = []
        for x, y in rounds:
            for _ in range(asks):
                answer = self.ask(learner, x)
            learner.update(self.shown(x), y)
            said.append(answer)
        return said

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds to a fresh learner."""
        return self.taught(self.fresh(), rounds)

    def alone(self, rounds: Rounds, hash_seed: int = 1) -> Answers:
        """Play rounds in a new process."""
        player = ProcessPlayer(self.source, self.setting, Limits(), hash_seed)
        try:
            return list(player.replay((msgspec.json.encode(write_point(x)), y) for x, y in rounds))
        finally:
            player.close()

    def after(self, rounds: Rounds, setting: Setting, before: Rounds) -> Answers:
        """Play rounds after another learner has played others."""
        replace(self, setting=setting).play(before)
        return self.play(rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play all the rounds; after each, a new learner is taught the one of the others with the same number."""
        learner, said = self.fresh(), list[Prediction]()
        for entry, other in zip(rounds, others, strict=True):
            said += self.taught(learner, [entry])
            self.play([other])
        return said

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Ask about all the rounds, and tell the labels of some."""
        learner, said = self.fresh(), dict[int, Prediction | None]()
        for number, (x, y) in enumerate(rounds):
            said[number] = self.ask(learner, x)
            if kept[number]:
                learner.update(self.shown(x), y)
        return said

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Ask twice and three times a round."""
        for asks in (2, 3):
            yield f"asked {asks} times a round", self.taught(self.fresh(), rounds, asks)


def subject_of(learner: object, dimension: int = 4) -> Subject:
    """Return what the checks work on. Raises InputError."""
    source = find(learner)
    if source.kind == "program":
        raise InputError(f"{source.text}: a program has no methods to check; play it instead")
    if type(dimension) is not int or dimension < 2:  # noqa: PLR2004 - in one there is little to tell
        raise InputError(f"the checks need a dimension of at least 2, an int, not {dimension!r}")
    try:
        factory = load(source)
        setting = setting_for(factory, dimension)
        learner = make_with(factory, source.text, setting)
        return Subject(source, setting, card_of_learner(factory, learner), factory)
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the learner's own code
        raise InputError(f"{source.text}: its constructor raised {type(error).__name__}: {error}") from None
