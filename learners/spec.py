"""Constructor arguments: parse names like ``kernel-perceptron?degree=3``, and select what a game offers."""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from proofs.exact.errors import InputError, require_known, unknown
from proofs.exact.rationals import read_rational, simplest

_WORDS = {"true": True, "false": False, "none": None}

_KINDS = {int: "an int", Fraction: "a fraction", bool: "true or false", NoneType: "none"}
"""The types that are checked if a constructor's annotation names them, in words."""

NEEDS_A_CLASS = "give it one, like --class intervals:11"
"""What is said of a learner of finite classes in a game on halfspaces: how to play another one."""

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class Spec:
    """A name, and parameters as they were written; ``str`` gives back what ``parse`` reads."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.name + "".join(f"{'&' if n else '?'}{key}={text}" for n, (key, text) in enumerate(self.parameters))

    def values(self, number: Callable[[str], Any] = lambda text: simplest(read_rational(text))) -> dict[str, Any]:
        """Return the parameters as values: true, false, none, a number, or the text itself."""
        return {key: _value(text, number) for key, text in self.parameters}


def parse(text: str) -> Spec:
    """Read ``name`` or ``name?key=value&key=value``. Raises InputError."""
    name, mark, rest = text.partition("?")
    if not mark:
        return Spec(name)
    pairs = []
    for part in rest.split("&"):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(f"{text!r}: {part!r} is not a parameter; write {name}?key=value&key=value")
        pairs.append((key, value))
    if len(dict(pairs)) != len(pairs):
        raise InputError(f"{text!r}: a parameter appears twice")
    return Spec(name, tuple(pairs))


def fitting(
    spec: Spec, factory: Callable[..., Any], values: dict[str, Any], hidden: Collection[str] = ()
) -> dict[str, Any]:
    """Return the values if the factory takes them all, other than the hidden ones.

    Raises:
        InputError: it does not take one, or its annotation does not allow the value.

    """
    parameters = parameters_of(factory)
    require_known(f"parameter of {spec.name}:", [key for key in parameters if key not in hidden], *values)
    for key, text in spec.parameters:
        annotation = parameters[key].annotation
        if get_origin(annotation) is Literal:
            require_known(f"{key} of {spec.name}:", [str(choice) for choice in get_args(annotation)], text)
        elif wanted := _wanted(annotation, values[key]):
            raise InputError(f"{spec.name}: {key} should be {wanted}, but is {text!r}")
    return values


def _wanted(annotation: Any, value: Any) -> str:
    """Return in words what an annotation allows, or nothing if it allows the value or names other types."""
    kinds = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    allows = type(value) in kinds or (type(value) is int and Fraction in kinds)
    if allows or not all(kind in [*_KINDS] for kind in kinds):  # a list, because an annotation may be unhashable
        return ""
    return " or ".join(_KINDS[kind] for kind in kinds)


def python_number(text: str) -> Any:
    """Read a number as Python code would have it, an int or a float: what other people's libraries expect."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def _value(text: str, number: Callable[[str], Any]) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return number(text)
    except ValueError:
        return text


def parameters_of(factory: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a factory by name; some classes written in C do not tell, and have none."""
    try:
        return inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return {}


def arguments_for(named: Mapping[str, inspect.Parameter], offer: Mapping[str, Any], who: str) -> dict[str, Any]:
    """Return the offered arguments that a factory names.

    Raises:
        InputError: it requires an argument that is not offered, or one that cannot be given by keyword.

    """
    wanted: dict[str, Any] = {}
    for parameter in named.values():
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
