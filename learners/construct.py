"""The arguments of constructors, which are given what they name."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from proofs.exact.errors import InputError, unknown

NEEDS_A_CLASS = "give it one, like --class intervals:11"
"""What is said of a learner of finite classes in a game on halfspaces: how to play another one."""

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def arguments_for(factory: Callable[..., Any], offer: Mapping[str, Any], who: str) -> dict[str, Any]:
    """Return those of the offered arguments that the factory's signature names.

    Raises:
        InputError: it requires an argument that is not offered, or one that cannot be given by keyword.

    """
    try:
        parameters = inspect.signature(factory).parameters.values()
    except ValueError:  # some classes written in C do not tell
        return {}
    wanted: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.kind in _NAMED and parameter.name in offer:
            wanted[parameter.name] = offer[parameter.name]
        elif parameter.default is inspect.Parameter.empty and parameter.kind in _NAMED:
            raise InputError(f"{who}: {_missing(parameter.name, offer)}")
        elif parameter.kind is inspect.Parameter.POSITIONAL_ONLY and parameter.default is inspect.Parameter.empty:
            raise InputError(f"{who}: its constructor's argument {parameter.name!r} cannot be given by keyword")
    return wanted


def _missing(name: str, offer: Mapping[str, Any]) -> str:
    if name == "concepts":
        return f"it learns finite classes; {NEEDS_A_CLASS}"
    if name == "margin_squared":
        return "it needs a margin, and a game on a finite class, or with a hinge budget, has none"
    if name == "order":
        return "it needs an announced order; give --order"
    if name == "lies":
        return "lies are for games on a finite class"
    return f"its constructor requires an {unknown('argument', name, offer)}"
