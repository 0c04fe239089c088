"""The registry of kinds, by name: each kind has a line here, and is in a file of this folder."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from learners.spec import fitting, parse
from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from adversary.grading.kinds.kind import Kind

GRADE_KINDS = {
    "perceptron": "adversary.grading.kinds.halfspaces:perceptron",
    "batch-perceptron": "adversary.grading.kinds.batch:batch_perceptron",
    "cone-halving": "adversary.grading.kinds.halfspaces:CONE_HALVING",
    "halving": "adversary.grading.kinds.classes:HALVING",
    "optimal": "adversary.grading.kinds.classes:OPTIMAL",
    "consistent": "adversary.grading.kinds.classes:CONSISTENT",
    "winnow": "adversary.grading.kinds.classes:winnow",
    "conjunctions": "adversary.grading.kinds.classes:conjunctions",
    "kernel-perceptron": "adversary.grading.kinds.halfspaces:kernel_perceptron",
    "any": "adversary.grading.kinds.any:ANY",
}
"""Every kind: its name, and the kind, or a function that makes it of parameters, imported when it is wanted."""

KINDS_OF_CLASSES = [name for name, place in GRADE_KINDS.items() if place.startswith("adversary.grading.kinds.classes:")]
"""Those that play on finite classes alone."""


def named_kind(text: str) -> "Kind":
    """Return a kind by its name, with parameters if it has any. Raises InputError."""
    spec = parse(text)
    if spec.name not in GRADE_KINDS:
        raise unknown("kind", text, GRADE_KINDS)
    module, _, name = GRADE_KINDS[spec.name].partition(":")
    kind = getattr(import_module(module), name)
    if callable(kind):
        return cast("Kind", kind(**fitting(spec, kind, spec.values(), ("name",)), name=text))
    if spec.parameters:
        raise InputError(f"the kind {spec.name} takes no parameters")
    return cast("Kind", kind)
