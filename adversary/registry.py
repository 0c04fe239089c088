"""The registered adversaries, by name; a name may carry an argument, as in ``scripted:game.jsonl``."""

import inspect
from typing import Any, cast

from adversary.protocol import Strategy
from learners.plugins import load_named
from proofs.errors import InputError

REGISTRY = {
    "standard-basis": "adversary.strategies.standard_basis:StandardBasis",
    "orthonormal": "adversary.strategies.orthonormal:Orthonormal",
    "scripted": "adversary.strategies.scripted:Scripted",
}
"""Every registered adversary: its name, and the class, imported when it is wanted."""

ENTRY_POINTS = "forced_mistakes.adversaries"
"""The group of entry points by which installed packages add adversaries."""


def load(name: str) -> type[Strategy]:
    """Return the class of a registered adversary. Raises InputError."""
    return cast("type[Strategy]", load_named("adversary", name, REGISTRY, ENTRY_POINTS))


def make(spec: str, options: dict[str, Any]) -> Strategy:
    """Make the adversary that ``spec`` names, with those of the options (by keyword) that the user has given.

    Raises:
        InputError: no such adversary, an option that it does not take, or one that it requires and was not given.

    """
    name, colon, argument = spec.partition(":")
    factory = load(name)
    offer = {**options, "path": argument} if colon else options
    parameters = inspect.signature(factory).parameters
    for option in offer:
        if option not in parameters:
            given = f":{argument}" if option == "path" else f"--{option.replace('_', '-')}"
            raise InputError(f"{name} takes no {given}")
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in offer:
            needed = {"path": f"a file, as {name}:FILE", "margin_squared": "a margin, like --margin 1/10"}
            raise InputError(f"{name} needs {needed.get(option, option)}")
    return factory(**offer)
