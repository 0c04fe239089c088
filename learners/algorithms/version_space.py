"""The concepts that agree with all labels so far: what most learners of finite classes keep."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.exact.rationals import Rational
from proofs.formats.settings import Finite, Setting


def of_class(bound: Callable[[ConceptClass], Rational]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class, and none for halfspaces."""
    return lambda setting: bound(setting.concept_class) if isinstance(setting, Finite) else None


class VersionSpace:
    """What learners of a class keep: ``space``, the concepts that agree with all labels so far, as a bitset.

    The class is given as an array of labels ±1, shape (concepts, points).
    """

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        self.concept_class = class_of_table("the class", concepts)
        self.space = self.concept_class.everything

    def update(self, x: int, y: Label) -> None:
        """Drop the concepts that label x otherwise; a label that none of them gives is ignored: it is not legal."""
        self.space = self.concept_class.restrict(self.space, x, y) or self.space

    def _sides(self, x: int) -> tuple[int, int]:
        """Return the concepts left that label point x −1, and those that label it +1, as bitsets."""
        plus = self.space & self.concept_class.columns[x]
        return self.space ^ plus, plus
