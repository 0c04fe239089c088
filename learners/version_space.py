"""The concepts that agree with all labels so far: what most learners of finite classes keep."""

import numpy as np
from numpy.typing import NDArray

from proofs.concepts import class_of_table


class VersionSpace:
    """A class given as an array of labels ±1, shape (concepts, points), and its concepts that are still possible."""

    def __init__(self, concepts: NDArray[np.int8]) -> None:
        self.concept_class = class_of_table("the class", concepts)
        self.space = self.concept_class.everything

    def sides(self, x: int) -> tuple[int, int]:
        """Return the concepts left that label point x −1, and those that label it +1, as bitsets."""
        plus = self.space & self.concept_class.columns[x]
        return self.space ^ plus, plus

    def learn(self, x: int, y: int) -> None:
        """Drop the concepts that label x otherwise.

        Raises:
            ValueError: none is left, so no concept explains the labels.

        """
        left = self.concept_class.restrict(self.space, x, y)
        if not left:
            raise ValueError(f"no concept of the class is left: none explains the label {y:+d} of point {x}")
        self.space = left
