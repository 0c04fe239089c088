"""Constructor arguments: names like ``kernel-perceptron?degree=3``, what a game offers, and what a call accepts."""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from inspect import Parameter
from itertools import takewhile
from keyword import iskeyword
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


# ------------------------------------------------------------------------------------- what a call accepts

_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_OPEN = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)

_Parameters = list[Parameter]


def parameters_of(factory: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the named parameters of a call of a factory.

    The arguments of a class are given to the ``__call__`` of its metaclass, to ``__new__`` and to ``__init__``, so all
    of these decide. One that takes ``*args`` or ``**kwargs`` may hand them on: then what its base classes and the
    functions in its scope name counts, too, and the keys that its code may take out of ``**kwargs``. What only
    ``*args`` take is positional-only. Some classes written in C do not tell, and have none.
    """
    return {each.name: each for each in _of(factory) if each.kind not in _OPEN}


def _of(factory: Any, seen: frozenset[int] = frozenset(), *, bound: bool = False) -> _Parameters:
    """Return the parameters of a factory; those of a method that is called on an object or class, without the first."""
    if id(factory) in seen:
        return []
    seen |= {id(factory)}
    if isinstance(factory, partial):
        parameters = _of(factory.func, seen)
        placed = [each for each in parameters if each.kind in _POSITIONAL][: len(factory.args)]
        return [_filled(each, factory.keywords) for each in parameters if each not in placed]
    if isinstance(factory, type):
        return _of_class(factory, seen)
    if isinstance(factory, MethodType):
        return _of(factory.__func__, seen, bound=True)
    if isinstance(factory, FunctionType):
        parameters, inner = [*inspect.signature(factory, follow_wrapped=False).parameters.values()], _scope(factory)
    elif isinstance(call := vars(type(factory)).get("__call__"), FunctionType):  # an object, such as a decorator
        parameters, inner = _of(call, seen, bound=True), _calls(vars(factory).values())
    else:
        parameters, inner = _told(factory), iter(())
    if bound and parameters and parameters[0].kind in _POSITIONAL:
        parameters = parameters[1:]
    if _is_open(parameters):
        parameters = _handing_on(parameters, [_of(each, seen, bound=bound) for each in inner])
    return _handing_on(parameters, [_keys(factory)]) if isinstance(factory, FunctionType) else parameters


def _filled(parameter: Parameter, keywords: Mapping[str, Any]) -> Parameter:
    """Return a parameter as a partial's keywords leave it."""
    if parameter.name not in keywords:
        return parameter
    return parameter.replace(default=keywords[parameter.name], kind=Parameter.KEYWORD_ONLY)


def _told(factory: Any) -> _Parameters:
    try:
        return [*inspect.signature(factory).parameters.values()]
    except (TypeError, ValueError):
        return []


def _of_class(kind: type, seen: frozenset[int]) -> _Parameters:
    ways = [way for name in ("__new__", "__init__") if (way := _of_methods(kind, name, seen)) is not None]
    parameters = _handing_on(reduce(_both, ways), [_told(kind)]) if ways else _told(kind)  # it may have a __signature__
    call = _of_methods(type(kind), "__call__", seen)
    return parameters if call is None else _handing_on(call, [parameters])


def _of_methods(kind: type, name: str, seen: frozenset[int]) -> _Parameters | None:
    """Return the parameters of a method that a call of the class calls; ``None`` if no class in Python has it."""
    parameters: _Parameters | None = None
    for method in (vars(base)[name] for base in kind.__mro__ if name in vars(base)):
        function = method.__func__ if isinstance(method, staticmethod | classmethod) else method
        if inspect.isroutine(function) and not isinstance(function, FunctionType):
            continue  # of object, dict or another class in C
        if parameters is None:
            parameters = _of(function, seen, bound=True)
        elif _is_open(parameters):
            parameters = _handing_on(parameters, [_of(function, seen, bound=True)])
    return parameters


def _scope(function: FunctionType) -> Iterator[Any]:
    """Yield what a function may hand its arguments on to: what it wraps, and what is in its scope."""
    if hasattr(function, "__wrapped__"):
        yield function.__wrapped__
    scope = inspect.getclosurevars(function)
    yield from _calls(value for name, value in scope.nonlocals.items() if name != "__class__")
    yield from _calls(value for value in scope.globals.values() if _module(value) == function.__module__)


def _module(value: object) -> object:
    return getattr(value, "__module__", None)


def _calls(values: Iterable[object]) -> Iterator[Any]:
    return (value for value in values if isinstance(value, type | FunctionType))


def _keys(function: FunctionType) -> _Parameters:
    """Return the words in a function's code: among them are the keys that it takes out of ``**kwargs``."""
    texts = {each for each in function.__code__.co_consts if isinstance(each, str) and each.isidentifier()}
    return [Parameter(each, Parameter.KEYWORD_ONLY, default=None) for each in sorted(texts) if not iskeyword(each)]


def _takes(parameters: _Parameters, kind: Any) -> bool:
    return any(each.kind is kind for each in parameters)


def _is_open(parameters: _Parameters) -> bool:
    return any(each.kind in _OPEN for each in parameters)


def _handing_on(outer: _Parameters, inner: Iterable[_Parameters]) -> _Parameters:
    """Return the parameters of what hands on what it does not name. It may give these itself, so none is required."""
    named = {each.name: each for each in outer if each.kind not in _OPEN}
    for each in (each for parameters in inner for each in parameters if each.kind not in _OPEN):
        if each.name not in named and (allowed := _passing(each, outer)) is not None:
            named[each.name] = allowed.replace(default=None if each.default is Parameter.empty else each.default)
    return [*named.values(), *[each for each in outer if each.kind in _OPEN]]


def _both(first: _Parameters, second: _Parameters) -> _Parameters:
    """Return the parameters of a call whose arguments are given to two functions."""
    named: dict[str, Parameter] = {}
    for parameters, others in ((first, second), (second, first)):
        twins = {each.name: each for each in others}
        for each in parameters:
            twin = twins.get(each.name)
            allowed = _passing(each, others) if twin is None else max(each, twin, key=_strictness)
            if each.kind not in _OPEN and allowed is not None:
                named.setdefault(each.name, allowed)
    return [*named.values(), *[each for each in first if each.kind in _OPEN and _takes(second, each.kind)]]


def _strictness(parameter: Parameter) -> tuple[bool, bool]:
    return parameter.kind is Parameter.POSITIONAL_ONLY, parameter.default is Parameter.empty


def _passing(parameter: Parameter, others: _Parameters) -> Parameter | None:
    """Return a parameter that also passes through others, which do not name it; ``None`` if they refuse it."""
    if _takes(others, Parameter.VAR_KEYWORD) and parameter.kind is not Parameter.POSITIONAL_ONLY:
        return parameter
    by_place = _takes(others, Parameter.VAR_POSITIONAL) and parameter.kind is not Parameter.KEYWORD_ONLY
    return parameter.replace(kind=Parameter.POSITIONAL_ONLY) if by_place else None
