"""The registered adversaries, by name; a name may carry an argument, as in ``scripted:game.jsonl``."""

import inspect
from importlib import import_module
from typing import Any

from adversary.protocol import Strategy
from proofs.errors import InputError, unknown

REGISTRY = {
    "standard-basis": "adversary.strategies.standard_basis:StandardBasis",
    "orthonormal": "adversary.strategies.orthonormal:Orthonormal",
    "scripted": "adversary.strategies.scripted:Scripted",
}
"""Every registered adversary: its name, and the class, imported when it is wanted."""


def load(name: str) -> type[Strategy]:
    """Return the class of a registered adversary. Raises InputError."""
    if name not in REGISTRY:
        raise unknown("adversary", name, REGISTRY)
    module, _, attribute = REGISTRY[name].partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


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
