"""The arguments that a call of a factory accepts, whatever it is: a class, a function, a wrapper, a partial."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from inspect import Parameter
from keyword import iskeyword
from types import FunctionType, MethodType
from typing import Any

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
