"""The concepts that agree with all labels so far: what most learners of finite classes keep."""

import numpy as np
from numpy.typing import NDArray

from proofs.classes.concepts import class_of_table


class VersionSpace:
    """A class given as an array of labels ±1, shape (concepts, points), and its concepts that are still possible."""

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        self.concept_class = class_of_table("the class", concepts)
        self.space = self.concept_class.everything

    def sides(self, x: int) -> tuple[int, int]:
        """Return the concepts left that label point x −1, and those that label it +1, as bitsets."""
        plus = self.space & self.concept_class.columns[x]
        return self.space ^ plus, plus

    def learn(self, x: int, y: int) -> None:
        """Drop the concepts that label x otherwise; a label that none of them gives is ignored: it is not legal."""
        self.space = self.concept_class.restrict(self.space, x, y) or self.space
