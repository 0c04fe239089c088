"""The registered adversaries, by name; a name may carry a file, ``scripted:FILE``, or parameters, ``?tie=positive``."""

import inspect
from typing import Any, cast

from adversary.strategies.protocol import Strategy
from learners.loading.plugins import load_named
from learners.spec import fitting, parse
from proofs.exact.errors import InputError

ADVERSARIES = {
    "standard-basis": "adversary.strategies.standard_basis:StandardBasis",
    "orthonormal": "adversary.strategies.orthonormal:Orthonormal",
    "littlestone": "adversary.strategies.littlestone:LittlestoneAdversary",
    "halving-worst-case": "adversary.strategies.halving_worst_case:HalvingWorstCase",
    "even-split": "adversary.strategies.even_split:EvenSplit",
    "random-path": "adversary.strategies.random_path:RandomPath",
    "worst-sequence": "adversary.strategies.worst_sequence:WorstSequence",
    "scripted": "adversary.strategies.scripted:Scripted",
}
"""Every registered adversary: its name, and the class, imported when it is wanted."""

ADVERSARY_ENTRY_POINTS = "forced_mistakes.adversaries"
"""The group of entry points by which installed packages add adversaries."""

_OPTIONS = {"path": ":FILE", "concept_class": "--class", "margin_squared": "--margin"}
_NEEDED = {
    "path": "a file, as {name}:FILE",
    "margin_squared": "a margin, like --margin 1/10",
    "concept_class": "a finite class, like --class intervals:11",
}


def adversary_class(name: str) -> type[Strategy]:
    """Return the class of a registered adversary. Raises InputError."""
    return cast("type[Strategy]", load_named("adversary", name, ADVERSARIES, ADVERSARY_ENTRY_POINTS))


def make_adversary(text: str, options: dict[str, Any]) -> Strategy:
    """Make the adversary that ``text`` names, with those of the options (by keyword) that the user has given.

    Raises:
        InputError: no such adversary, an option that it does not take, or one that it requires and was not given.

    """
    name, colon, path = text.partition(":")
    offer = {**options, "path": path} if colon else options
    spec = parse(text if not colon else name)
    name = spec.name
    factory = adversary_class(name)
    parameters = inspect.signature(factory).parameters
    for option in offer:
        if option not in parameters:
            raise InputError(f"{name} takes no {_OPTIONS.get(option, f'--{option.replace(chr(95), chr(45))}')}")
    if colon and not path:
        raise InputError(f"{name} needs {_NEEDED['path'].format(name=name)}")
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in offer:
            raise InputError(f"{name} needs {_NEEDED.get(option, option).format(name=name)}")
    hidden = ("path", "concept_class", "margin_squared", "dimension", "seed", "as_printed")
    return factory(**offer, **fitting(spec, factory, spec.values(), hidden))
