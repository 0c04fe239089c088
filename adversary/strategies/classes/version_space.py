"""What the strategies on finite classes have in common: they keep the concepts that explain every label so far."""

from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, first_concept


class VersionSpaceStrategy:
    """Has ``concept_class`` and ``space``, the version space; offers a concept of it as the target."""

    def __init__(self, concept_class: ConceptClass) -> None:
        self.concept_class, self.space = concept_class, concept_class.everything

    def after(self, x: int, label: Label) -> int:
        """Return what is left of the version space if a point has a label."""
        return self.concept_class.restrict(self.space, x, label)

    def give(self, x: int, label: Label) -> Label:
        """Return the label, which from now on is that of the point."""
        self.space = self.after(x, label)
        return label

    def target(self) -> int:
        """Return the first concept that is left."""
        return first_concept(self.space)
