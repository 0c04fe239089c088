"""The concepts that may still be the target: what most learners of finite classes keep."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.exact.rationals import Rational
from proofs.settings import Setting
from proofs.solvers.spaces import whole_class


def of_class(bound: Callable[[ConceptClass], Rational]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class: none for halfspaces, none where labels lie.

    Such a bound is about labels that a concept explains, in whatever order the points come.
    """
    return lambda setting: setting.class_bound(lambda table, lies: None if lies else bound(table))


def with_lies(bound: Callable[[ConceptClass, int], Rational | None]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class and the lies, and none for halfspaces."""
    return lambda setting: setting.class_bound(bound)


class VersionSpace:
    """What learners of a class keep: ``space``, the concepts that may be the target, as a bitset of the ``universe``.

    The class is given as an array of labels ±1, shape (concepts, points). At most so many labels as there are ``lies``
    are unlike the target's; each concept in the space has the lies that it has left.
    """

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0) -> None:
        self.concept_class = class_of_table("the class", concepts)
        self.universe = whole_class(self.concept_class, lies)
        self.space = self.universe.everything

    def update(self, x: int, y: Label) -> None:
        """Keep what the label leaves; a label that leaves no concept is ignored: it is not legal."""
        self.space = self._sides(x)[y == 1] or self.space

    def _sides(self, x: int) -> tuple[int, int]:
        """Return what the label −1 of point x leaves, and what +1 does: a concept that it is unlike has a lie less."""
        return self.universe.sides(self.space, x)
