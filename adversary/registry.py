"""The registered adversaries, by name; a name may carry an argument, as in ``scripted:game.jsonl``."""

import inspect
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from adversary.protocol import Strategy
from proofs.errors import InputError, unknown

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
    if name in REGISTRY:
        module, _, attribute = REGISTRY[name].partition(":")
        return cast("type[Strategy]", getattr(import_module(module), attribute))
    added = plugins()
    if name not in added:
        raise unknown("adversary", name, {*REGISTRY, *added})
    try:
        return cast("type[Strategy]", added[name].load())
    except Exception as error:  # noqa: BLE001 - it is somebody else's package
        raise InputError(f"the adversary {name!r}, {added[name].value}, cannot be imported: {error}") from None


def plugins() -> dict[str, EntryPoint]:
    """Return the adversaries that installed packages add, by name; none of them is imported."""
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


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
