"""The one loop that plays the rounds of a game: point, prediction, label, update.

The referee plays by it, a learner's own process, the checks, and the searches of a grader.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from learners.protocol import Label

X = TypeVar("X")
X_contra = TypeVar("X_contra", contravariant=True)
Said = TypeVar("Said")
Said_co = TypeVar("Said_co", covariant=True)

Teacher = Callable[[X, Said], Label]
"""Says the label of a point, now that the learner has predicted it."""


class Player(Protocol[X_contra, Said_co]):
    """What plays rounds: a learner, seen from a game. Both methods raise ``Fault`` where the learner misbehaves."""

    def predict(self, x: X_contra, /) -> Said_co:
        """Return the learner's label for x; a randomized learner's probability of +1, always a Fraction."""
        ...

    def update(self, x: X_contra, y: Label, /) -> None:
        """Tell the learner the label of x, the point that it has just predicted."""
        ...


def run_rounds(
    player: Player[X, Said], rounds: Iterable[tuple[X, Label | Teacher[X, Said]]]
) -> Iterator[tuple[X, Said, Label]]:
    """Play rounds, and yield each when it is over: the point, what the player said, and the label.

    A round is a point with its label, or with a teacher, which hears the prediction first. The player is told the label
    only after its prediction. What the player, the teacher or the rounds raise ends the game: the round that it falls
    in is not yielded.
    """
    for x, label in rounds:
        said = player.predict(x)
        truth = label(x, said) if callable(label) else label
        player.update(x, truth)
        yield x, said, truth
