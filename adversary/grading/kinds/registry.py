"""Every kind of learner that can be graded, by name: a line here, and a file beside this one."""

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from learners.spec import fitting, parse
from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from adversary.grading.kinds.kind import Kind

REGISTRY = {
    "perceptron": "adversary.grading.kinds.perceptron:perceptron",
    "halving": "adversary.grading.kinds.halving:halving",
    "optimal": "adversary.grading.kinds.optimal:optimal",
    "consistent": "adversary.grading.kinds.consistent:consistent",
    "winnow": "adversary.grading.kinds.winnow:winnow",
    "kernel-perceptron": "adversary.grading.kinds.kernel_perceptron:kernel_perceptron",
}
"""Every kind's name, and the function that makes it, imported when it is wanted: of parameters, and then of a name."""


def find_kind(text: str) -> "Kind":
    """Return a kind by its name, with parameters if it has any, or from a .toml file. Raises InputError."""
    if text.endswith(".toml"):
        from adversary.grading.kinds.custom import read_kind

        return read_kind(Path(text))
    spec = parse(text)
    if spec.name not in REGISTRY:
        raise unknown("kind", text, REGISTRY)
    module, _, function = REGISTRY[spec.name].partition(":")
    make: Callable[..., Kind] = getattr(import_module(module), function)
    if "name" in inspect.signature(make).parameters:
        return make(**fitting(spec, make, spec.values(), ("name",)), name=text)
    if spec.parameters:
        raise InputError(f"the kind {spec.name} takes no parameters")
    return make()
