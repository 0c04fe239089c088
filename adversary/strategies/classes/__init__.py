"""Adversaries on finite classes: by mistake trees, version spaces and announced orders."""

from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.solvers.spaces import whole_class


class VersionSpaceStrategy:
    """Keeps ``space``, the concepts that explain every label so far, with the lies that each has left.

    It offers one of them as the target.
    """

    def __init__(self, concept_class: ConceptClass, lies: int = 0) -> None:
        self.concept_class, self._universe = concept_class, whole_class(concept_class, lies)
        self.space = self._universe.everything

    def after(self, x: int, label: Label) -> int:
        """Return the version space after a point has got a label."""
        return self._universe.after(self.space, x, label)

    def give(self, x: int, label: Label) -> Label:
        """Record a label of the point, and return it."""
        self.space = self.after(x, label)
        return label

    def target(self) -> int:
        """Return the first remaining concept among those with the fewest lies left."""
        return self._universe.concept(self.space)
