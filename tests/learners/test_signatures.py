"""What a constructor is given: what a call of it accepts, however it is written."""

import functools
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from learners.spec import call_with, parameters_of
from proofs.exact.errors import InputError

OFFER = {"dimension": 3, "margin_squared": Fraction(1, 9)}
NEITHER: tuple[Any, Any] = (None, None)
DIMENSION, BOTH = (3, None), (3, Fraction(1, 9))


class Given:
    """Remembers what it was given."""

    dimension: Any = None
    margin_squared: Any = None

    def __init__(self, dimension: int, margin_squared: Any = None) -> None:
        self.dimension, self.margin_squared = dimension, margin_squared


class Only:
    """Takes the dimension alone."""

    margin_squared: Any = None

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension


def plain(function: Any) -> Any:
    """Wrap a function, and say nothing of it."""

    def inner(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return inner


def wrapped(function: Any) -> Any:
    """Wrap a function, and say so."""
    return functools.wraps(function)(plain(function))


def decorated(decorator: Callable[..., Any]) -> Any:
    """Return a class whose constructor is decorated."""

    class Learner(Only):
        @decorator
        def __init__(self, dimension: int) -> None:
            self.dimension = dimension

    return Learner


class NewTakesAnything(Only):
    """Has a ``__new__`` that takes anything."""

    def __new__(cls, *_: Any, **__: Any) -> Any:
        return super().__new__(cls)


class NewAlone(Given):
    """Is made by ``__new__``."""

    def __new__(cls, dimension: int, margin_squared: Any = None) -> Any:
        made = super().__new__(cls)
        made.dimension, made.margin_squared = dimension, margin_squared
        return made

    def __init__(self, *_: Any, **__: Any) -> None:
        pass


class Meta(type):
    """Hands everything on."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Call the class."""
        return super().__call__(*args, **kwargs)


class Strict(type):
    """Takes the dimension alone, and gives the rest itself."""

    def __call__(cls, dimension: int) -> Any:
        """Call the class."""
        return super().__call__(dimension, Fraction(1, 9))


class OfMeta(Only, metaclass=Meta):
    """Is called by its metaclass."""


class OfStrict(Given, metaclass=Strict):
    """Likewise, and requires more."""


class Cooperates(Only):
    """Hands on what it does not know."""

    def __init__(self, *args: Any, rate: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rate = rate


class TakesKeys:
    """Takes a key of its keywords."""

    margin_squared: Any = None

    def __init__(self, **kwargs: Any) -> None:
        self.dimension = kwargs["dimension"]


class WantsNothing:
    """Takes anything, and hands it to object, which takes nothing."""

    dimension: Any = None
    margin_squared: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class Record(NamedTuple):
    """Has a ``__new__`` that Python has written."""

    dimension: int
    margin_squared: Any = None


@dataclass
class Data:
    """Has an ``__init__`` that Python has written."""

    dimension: int
    _: KW_ONLY
    margin_squared: Any
    rates: list[int] = field(default_factory=list)
    weights: list[int] = field(init=False)


def function(dimension: int) -> Only:
    """Make a learner."""
    return Only(dimension)


class Factory:
    """Makes learners."""

    def __call__(self, dimension: int) -> Only:
        """Make one."""
        return self.make(dimension)

    def make(self, dimension: int) -> Only:
        """Make one."""
        return Only(dimension)


FACTORIES: dict[str, tuple[Any, tuple[Any, Any]]] = {
    "a class": (Given, BOTH),
    "a class that names one": (Only, DIMENSION),
    "new takes anything": (NewTakesAnything, DIMENSION),
    "new names, init takes anything": (NewAlone, BOTH),
    "a metaclass that hands on": (OfMeta, DIMENSION),
    "a metaclass that decides": (OfStrict, BOTH),
    "a decorator": (decorated(plain), DIMENSION),
    "a decorator that says so": (decorated(wrapped), DIMENSION),
    "two decorators": (decorated(lambda init: plain(wrapped(init))), DIMENSION),
    "a base class": (Cooperates, DIMENSION),
    "a key": (TakesKeys, DIMENSION),
    "nothing": (WantsNothing, NEITHER),
    "a named tuple": (Record, BOTH),
    "a dataclass": (Data, BOTH),
    "a partial": (functools.partial(Cooperates, rate=2), DIMENSION),
    "a partial with a place": (functools.partial(lambda rate, dimension: Only(dimension * rate), 1), DIMENSION),
    "a partial with a keyword": (functools.partial(Given, margin_squared=None), BOTH),
    "a function": (function, DIMENSION),
    "a cached function": (functools.cache(function), DIMENSION),
    "a wrapped class": (plain(Only), DIMENSION),
    "a wrapped class of many": (wrapped(NewTakesAnything), DIMENSION),
    "a function by its name": (lambda **kwargs: [function(**kwargs)][0], DIMENSION),
    "keyword-only": (lambda *, dimension, rate=1: Only(dimension * rate), DIMENSION),
    "a method": (Factory().make, DIMENSION),
    "an object": (Factory(), DIMENSION),
}


@pytest.mark.parametrize("case", FACTORIES)
def test_a_constructor_is_given_what_a_call_of_it_accepts(case: str) -> None:
    factory, expected = FACTORIES[case]
    made = call_with(factory, OFFER, "it")
    assert (made.dimension, made.margin_squared) == expected


def test_a_factory_that_names_nothing_is_given_nothing() -> None:
    assert call_with(dict, OFFER, "it") == {}
    assert call_with(lambda *args, **kwargs: (args, kwargs), OFFER, "it") == ((), {})
    assert [*parameters_of(lambda *args, **kwargs: (args, kwargs))] == []


@pytest.mark.parametrize("factory", [lambda dimensions: dimensions, plain])
def test_what_is_required_and_not_offered_is_named(factory: Any) -> None:
    name = next(iter(parameters_of(factory)))
    with pytest.raises(InputError, match=f"^it: its constructor requires an unknown argument '{name}'"):
        call_with(factory, OFFER, "it")
