"""Constructor arguments: parse names like ``kernel-perceptron?degree=3``, and select what a game offers."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter
from itertools import takewhile
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from learners.signatures import parameters_of
from proofs.exact.errors import InputError, require_known, unknown
from proofs.exact.rationals import read_rational, simplest

_WORDS = {"true": True, "false": False, "none": None}

_KINDS = {int: "an int", Fraction: "a fraction", bool: "true or false", NoneType: "none"}
"""The types that are checked if a constructor's annotation names them, in words."""

NEEDS_A_CLASS = "give it one, like --class intervals:11"
"""What is said of a learner of finite classes in a game on halfspaces: how to play another one."""


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
    """Read ``name`` or ``name?key=value&key=value``; a key alone, as in ``?as-printed``, is true. Raises InputError."""
    name, mark, rest = text.partition("?")
    if not mark:
        return Spec(name)
    pairs = []
    for part in rest.split("&"):
        key, equals, value = part.partition("=")
        key = key.replace("-", "_")
        if not key.isidentifier():
            raise InputError(f"{text!r}: {part!r} is not a parameter; write {name}?key=value&key=value")
        pairs.append((key, value if equals else "true"))
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


def call_with(
    factory: Callable[..., Any], offer: Mapping[str, Any], who: str, named: Mapping[str, Parameter] | None = None
) -> Any:
    """Call a factory with the offered arguments that it names, by keyword where that is possible.

    Args:
        factory: what is called.
        offer: the arguments that it may name.
        who: what an error begins with.
        named: its parameters, if they are known.

    Raises:
        InputError: it requires an argument that is not offered.
        BaseException: whatever the factory raises.

    """
    named = parameters_of(factory) if named is None else named
    for name, parameter in named.items():
        if parameter.default is Parameter.empty and name not in offer:
            raise InputError(f"{who}: {_missing(name, offer)}")
    places = [name for name, parameter in named.items() if parameter.kind is not Parameter.KEYWORD_ONLY]
    placed = [place for place, name in enumerate(places, 1) if named[name].kind is Parameter.POSITIONAL_ONLY]
    first = list(takewhile(offer.__contains__, places[: max(placed, default=0)]))
    keywords = [name for name, parameter in named.items() if parameter.kind is not Parameter.POSITIONAL_ONLY]
    rest = {name: offer[name] for name in keywords if name in offer and name not in first}
    return factory(*[offer[name] for name in first], **rest)


def _missing(name: str, offer: Mapping[str, Any]) -> str:
    if name == "concepts":
        return f"it learns finite classes; {NEEDS_A_CLASS}"
    if name == "margin_squared":
        return "it needs a margin, and a game on a finite class, or with a hinge budget, has none"
    if name == "order":
        return "it needs an announced order: play it --against announced-order?order=2,1"
    if name == "lies":
        return "lies are for games on a finite class"
    return f"its constructor requires an {unknown('argument', name, offer)}"
