"""The registry of learners: one line for each.

A registered learner is imported only when it is needed. So is a learner that an installed package adds by an entry
point.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING

from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LEARNERS = {
    "perceptron": "learners.algorithms.perceptron:Perceptron",
    "perceptron-ties": "learners.algorithms.perceptron:online_perceptron",
    "perceptron-half-step": "learners.algorithms.perceptron:half_step_perceptron",
    "perceptron-half-step-plus": "learners.algorithms.perceptron:half_step_plus",
    "perceptron-half-step-minus": "learners.algorithms.perceptron:half_step_minus",
    "batch-perceptron": "learners.algorithms.perceptron:BatchPerceptron",
    "dual-perceptron": "learners.algorithms.kernel:DualPerceptron",
    "kernel-perceptron": "learners.algorithms.kernel:KernelPerceptron",
    "dense-perceptron": "learners.algorithms.dense:DensePerceptron",
    "averaging": "learners.algorithms.perceptron:averaging",
    "averaged-perceptron": "learners.algorithms.perceptron:AveragedPerceptron",
    "voted-perceptron": "learners.algorithms.perceptron:VotedPerceptron",
    "cone-halving": "learners.algorithms.cone_halving:ConeHalving",
    "passive-aggressive": "learners.algorithms.perceptron:passive_aggressive",
    "romma": "learners.algorithms.relaxed:Romma",
    "aggressive-romma": "learners.algorithms.relaxed:AggressiveRomma",
    "half-margin": "learners.algorithms.relaxed:HalfMargin",
    "winnow": "learners.algorithms.dense:Winnow",
    "p-norm-perceptron": "learners.algorithms.dense:PNormPerceptron",
    "balanced-winnow": "learners.algorithms.multiplicative:BalancedWinnow",
    "exponentiated-gradient": "learners.algorithms.multiplicative:exponentiated_gradient",
    "exact-p-norm-perceptron": "learners.algorithms.multiplicative:ExactPNormPerceptron",
    "second-order-perceptron": "learners.algorithms.dense:SecondOrderPerceptron",
    "hard-margin-svm": "learners.algorithms.dense:HardMarginSVM",
    "hinge-descent": "learners.algorithms.perceptron:hinge_descent",
    "halving": "learners.algorithms.halving:Halving",
    "randomized-halving": "learners.algorithms.halving:RandomizedHalving",
    "soa": "learners.algorithms.halving:StandardOptimalAlgorithm",
    "optimal-randomized": "learners.algorithms.halving:OptimalRandomized",
    "weighted-majority": "learners.algorithms.halving:WeightedMajority",
    "binomial-weights": "learners.algorithms.halving:BinomialWeights",
    "first-consistent": "learners.algorithms.halving:FirstConsistent",
    "nearest-neighbor": "learners.algorithms.baselines:NearestNeighbor",
    "memorizer": "learners.algorithms.baselines:Memorizer",
    "last-label": "learners.algorithms.baselines:LastLabel",
    "always-plus": "learners.algorithms.baselines:AlwaysPlus",
    "always-minus": "learners.algorithms.baselines:always_minus",
}
"""Every registered learner: its name, and the class, imported when it is wanted."""

REDUCTIONS = ("homogeneous", "normalized")
"""Wrappers around any of the named learners: ``normalized:dense-perceptron``."""

LEARNER_PLUGINS = "forced_mistakes.learners"
"""The group of entry points by which installed packages add learners."""


def plugins(group: str) -> "dict[str, EntryPoint]":
    """Return the entry points of installed packages in a group, by name, without importing them."""
    from importlib.metadata import entry_points  # a worker rarely needs it, and starts often

    return {point.name: point for point in entry_points(group=group)}


def package_of(point: "EntryPoint") -> str:
    """Return a phrase that names the package of an entry point."""
    return f", of the package {point.dist.name} {point.dist.version}" if point.dist else ""


def unused_plugins(group: str, registry: Mapping[str, str]) -> list[str]:
    """Return a line for each entry point whose name is already taken by this program or another package."""
    from importlib.metadata import entry_points

    used = plugins(group)
    return [
        f"{point.name} = {point.value}{package_of(point)}, is not used: the name {point.name} is taken"
        for point in entry_points(group=group)
        if point.name in registry or point != used[point.name]
    ]


def module_file(module: str) -> str:
    """Return the path of a module by its full name, or "" if it is not known; nothing is imported.

    All finders are asked: a package that is installed editable has one of its own.
    """
    origin, places = None, None
    for name in accumulate(module.split("."), "{}.{}".format):
        try:
            specs = (finder.find_spec(name, places) for finder in sys.meta_path)
            spec = next(filter(None, specs))
        except Exception:  # noqa: BLE001 - none knows it; and finders may be other people's
            return ""
        origin, places = spec.origin, spec.submodule_search_locations
    return origin or ""


def load_named(kind: str, name: str, registry: Mapping[str, str], group: str) -> object:
    """Return the object of that name, from our registry (``module:attribute`` by name) or an installed package.

    Raises:
        InputError: nobody knows the name, or the package that adds it cannot be imported.

    """
    if name in registry:
        module, _, attribute = registry[name].partition(":")
        return getattr(import_module(module), attribute)
    added = plugins(group)
    if name not in added:
        raise unknown(kind, name, {*registry, *added})
    try:
        return added[name].load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is another package's code
        raise InputError(f"the {kind} {name!r}, {added[name].value}, cannot be imported: {error}") from None
