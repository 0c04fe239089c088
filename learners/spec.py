"""Constructor arguments: names like ``kernel-perceptron?degree=3``, what a game offers, and what a call accepts."""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from inspect import Parameter
from keyword import iskeyword
from operator import or_
from types import FunctionType, MethodType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

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
    """Call a factory with the offered arguments that it names, by keyword.

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
    return factory(**{name: offer[name] for name in named if name in offer})


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


# ------------------------------------------------------------------------------------- what a call accepts

_Parameters = dict[str, Parameter]


def parameters_of(factory: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the parameters that a call of a factory may be given by keyword.

    The arguments of a class are given to ``__new__`` and to ``__init__``, by the ``__call__`` of its metaclass. A
    function that takes ``**kwargs`` may hand them on: then what its base classes, what it wraps and the functions in
    its scope name counts, too, and the keys that its code may take out of them. Some classes written in C do not tell,
    and have none.
    """
    return _of(factory)[0]


def _of(factory: Any, seen: frozenset[int] = frozenset(), *, bound: bool = False) -> tuple[_Parameters, bool]:
    """Return the parameters of a factory, and whether it takes others; of a method that is bound without the first."""
    if id(factory) in seen:
        return {}, False
    seen |= {id(factory)}
    if isinstance(factory, partial):
        named, is_open = _of(factory.func, seen)
        rest = dict(list(named.items())[len(factory.args) :])
        given = {name: rest[name].replace(default=value) for name, value in factory.keywords.items() if name in rest}
        return rest | given, is_open
    if isinstance(factory, MethodType):
        return _of(factory.__func__, seen, bound=True)
    if isinstance(factory, type):
        calls = _methods(type(factory), "__call__")
        called, is_open = _in_turn(calls, seen)
        made = _of_class(factory, seen) if is_open else {}
        return _handing_on(called, made) if calls else made, False
    named, is_open = _told(factory, bound=bound)
    if is_open and isinstance(factory, FunctionType):
        for inner in _scope(factory):
            named = _handing_on(named, _of(inner, seen, bound=bound)[0])
        named = _handing_on(named, _keys(factory))
    return named, is_open


def _told(factory: Any, *, bound: bool = False) -> tuple[_Parameters, bool]:
    try:
        signature = inspect.signature(factory, follow_wrapped=not isinstance(factory, FunctionType))
    except (TypeError, ValueError):
        return {}, False
    parameters = [*signature.parameters.values()][bound:]
    named = [each for each in parameters if each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)]
    return {each.name: each for each in named}, any(each.kind is Parameter.VAR_KEYWORD for each in parameters)


def _of_class(kind: type, seen: frozenset[int]) -> _Parameters:
    ways = [_in_turn(methods, seen)[0] for name in ("__new__", "__init__") if (methods := _methods(kind, name))]
    return reduce(or_, ways) if ways else _told(kind)[0]


def _methods(kind: type, name: str) -> list[FunctionType]:
    """Return the methods of that name in Python, of a class and then of its bases."""
    found = (vars(base)[name] for base in kind.__mro__ if name in vars(base))
    methods = (method.__func__ if isinstance(method, staticmethod | classmethod) else method for method in found)
    return [method for method in methods if isinstance(method, FunctionType)]


def _in_turn(methods: Iterable[FunctionType], seen: frozenset[int]) -> tuple[_Parameters, bool]:
    """Return the parameters of the first method, and, as long as they take others, of the next ones."""
    named, is_open = dict[str, Parameter](), True
    for number, method in enumerate(methods):
        if is_open:
            inner, is_open = _of(method, seen, bound=True)
            named = _handing_on(named, inner) if number else inner
    return named, is_open


def _scope(function: FunctionType) -> Iterator[Any]:
    """Yield what a function may hand its arguments on to: what it wraps, and what is in its scope."""
    if hasattr(function, "__wrapped__"):
        yield function.__wrapped__
    scope = inspect.getclosurevars(function)
    near = [value for name, value in scope.nonlocals.items() if name != "__class__"]
    near += [value for value in scope.globals.values() if getattr(value, "__module__", None) == function.__module__]
    yield from [value for value in near if isinstance(value, type | FunctionType)]


def _keys(function: FunctionType) -> _Parameters:
    """Return the words in a function's code: among them are the keys that it takes out of ``**kwargs``."""
    texts = {each for each in function.__code__.co_consts if isinstance(each, str) and each.isidentifier()}
    words = [each for each in sorted(texts) if not iskeyword(each)]
    return {each: Parameter(each, Parameter.KEYWORD_ONLY, default=None) for each in words}


def _handing_on(outer: _Parameters, inner: _Parameters) -> _Parameters:
    """Return the parameters of what hands on what it does not name. It may give these itself, so none is required."""
    rest = {name: parameter for name, parameter in inner.items() if name not in outer}
    required = [parameter for parameter in rest.values() if parameter.default is Parameter.empty]
    return outer | rest | {parameter.name: parameter.replace(default=None) for parameter in required}
