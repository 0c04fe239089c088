"""The interface that properties use to replay rounds, and the differences that they find."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from learners.protocol import Label, Prediction, opposite
from proofs.settings import Point, SearchSetting

Rounds = tuple[tuple[Point, Label], ...]
"""Points and their labels, in order."""

Answers = Sequence[Prediction | None]
"""What a learner says in some rounds; ``None`` where it fails to answer."""

GAME_SEED, OTHER_SEED = 1, 2
"""PYTHONHASHSEED of a process in which games are played, and of one that plays them again."""


class Replayer(Protocol):
    """Plays given rounds with fresh learners of one source; every method returns the answers of one learner.

    The checks play in their own process, and the grader in its runners. Whatever is raised is
    no answer: it passes through the properties.
    """

    @property
    def setting(self) -> SearchSetting:
        """The setting of the games."""
        ...

    def play(self, rounds: Rounds) -> Answers:
        """Play the rounds in a process where other learners have played."""
        ...

    def alone(self, rounds: Rounds, hash_seed: int = ...) -> Answers:
        """Play the rounds in a new process with this PYTHONHASHSEED."""
        ...

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        """Play them after another learner has played other rounds, perhaps in another setting, in the same process."""
        ...

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play them, or the first of them, while others are made and taught other rounds after each."""
        ...

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Tell the labels of some of them only; return the answers by the numbers of the rounds that are asked about.

        Those that are kept are, and the others may be.
        """
        ...

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Play them to learners that are asked more often than once a round, in several ways, which are named."""
        ...


class Difference(NamedTuple):
    """A difference between a game and its replay: ``how`` it was replayed, and the first different round in words."""

    how: str
    number: int
    where: str


def first_difference(first: Answers, other: Answers, how: str = "") -> Difference | None:
    """Return the first difference between two games, the first round being number 1."""
    for number, answers in enumerate(zip(first, other, strict=False), 1):
        if answers[0] != answers[1]:
            words = [_in_words(answer) for answer in answers]
            return Difference(how, number, f"in round {number} it says {words[0]} and then {words[1]}")
    if len(first) == len(other):
        return None
    shorter = min(len(first), len(other))
    return Difference(how, shorter + 1, f"one game has {len(first)} rounds, the other {len(other)}")


def _in_words(answer: Prediction | None) -> str:
    if answer is None:
        return "nothing"
    return f"{answer:+d}" if isinstance(answer, int) else str(answer)


def first_different_game(first: Answers, games: Iterable[tuple[str, Answers]]) -> Difference | None:
    """Return the first difference between what was said and some games, each with the words for how it was played."""
    return next(filter(None, (first_difference(first, answers, how) for how, answers in games)), None)


def flipped(rounds: Rounds) -> Rounds:
    """Return the rounds with the labels of the opposite target."""
    return tuple((x, opposite(label)) for x, label in rounds)
