"""What a constructor is given: what a call of it accepts, however it is written."""

import functools
from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from fractions import Fraction
from inspect import Parameter, Signature
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


def by_place(function: Any) -> Any:
    """Wrap a function, and take no keywords."""

    def inner(*args: Any) -> Any:
        return function(*args)

    return inner


class Decorator:
    """Wraps a method as an object."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __get__(self, instance: Any, _: Any = None) -> Any:
        return functools.partial(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def decorated(decorator: Callable[..., Any]) -> Any:
    """Return a class whose constructor is decorated."""

    class Learner(Only):
        @decorator
        def __init__(self, dimension: int) -> None:
            self.dimension = dimension

    return Learner


def star_new(*, keywords: bool, places: bool = True) -> type:
    """Return a class with a ``__new__`` that takes anything, perhaps by place or by keyword only."""
    if not keywords:

        class ByPlace(Only):
            def __new__(cls, *_: Any) -> Any:
                return super().__new__(cls)

        return ByPlace
    if not places:

        class ByName(Only):
            def __new__(cls, **_: Any) -> Any:
                return super().__new__(cls)

        return ByName

    class Either(Only):
        def __new__(cls, *_: Any, **__: Any) -> Any:
            return super().__new__(cls)

    return Either


class NewAlone(Given):
    """Is made by ``__new__``."""

    def __new__(cls, dimension: int, margin_squared: Any = None) -> Any:
        made = super().__new__(cls)
        made.dimension, made.margin_squared = dimension, margin_squared
        return made

    def __init__(self, *_: Any, **__: Any) -> None:
        pass


class NewRefuses(Given):
    """Has a ``__new__`` that takes less than ``__init__``."""

    def __new__(cls, dimension: int) -> Any:
        return super().__new__(cls)


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


class Mixin:
    """Stands before another class."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)


class Mixed(Mixin, Only):
    """Is made by both."""


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


class SaysOther(Only):
    """Has a signature that is not its own."""

    __signature__ = Signature([Parameter("margin_squared", Parameter.KEYWORD_ONLY)])


class SaysMore(Mixin):
    """Has a signature that says what its constructor does not."""

    margin_squared: Any = None
    __signature__ = Signature([Parameter("dimension", Parameter.KEYWORD_ONLY)])

    def __init__(self, **kwargs: Any) -> None:
        ((_, self.dimension),) = kwargs.items()


class PositionalOnly(Only):
    """Takes the dimension by place."""

    def __init__(self, dimension: int, /, rate: int = 1) -> None:
        self.dimension, self.rate = dimension, rate


class OnALearner(list[int]):
    """Has a base class in C."""

    margin_squared: Any = None

    def __init__(self, dimension: int) -> None:
        super().__init__([0] * dimension)
        self.dimension = dimension


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


@dataclass
class Initial:
    """Does not keep what it is given."""

    margin_squared = None
    dimension: InitVar[int]

    def __post_init__(self, dimension: int) -> None:
        self.dimension = dimension  # type: ignore[attr-defined]


def function(dimension: int) -> Only:
    """Make a learner."""
    return Only(dimension)


class Factory:
    """Makes learners."""

    def __call__(self, *args: Any, **kwargs: Any) -> Only:
        """Make one."""
        return self.make(*args, **kwargs)

    def make(self, dimension: int) -> Only:
        """Make one."""
        return Only(dimension)


class Holder(Factory):
    """Makes what it holds."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Make one."""
        return self.made(*args, **kwargs)


FACTORIES: dict[str, tuple[Any, tuple[Any, Any]]] = {
    "a class": (Given, BOTH),
    "a class that names one": (Only, DIMENSION),
    "new takes anything": (star_new(keywords=True), DIMENSION),
    "new takes anything by place": (star_new(keywords=False), DIMENSION),
    "new takes anything by name": (star_new(keywords=True, places=False), DIMENSION),
    "new names, init takes anything": (NewAlone, BOTH),
    "new takes less than init": (NewRefuses, DIMENSION),
    "a metaclass that hands on": (OfMeta, DIMENSION),
    "a metaclass that decides": (OfStrict, BOTH),
    "a decorator": (decorated(plain), DIMENSION),
    "a decorator that says so": (decorated(wrapped), DIMENSION),
    "a decorator by place": (decorated(by_place), DIMENSION),
    "two decorators": (decorated(lambda init: plain(wrapped(init))), DIMENSION),
    "a decorator as an object": (decorated(Decorator), DIMENSION),
    "a base class": (Cooperates, DIMENSION),
    "a mixin": (Mixed, DIMENSION),
    "a key": (TakesKeys, DIMENSION),
    "nothing": (WantsNothing, NEITHER),
    "a wrong signature": (SaysOther, DIMENSION),
    "a signature that helps": (SaysMore, DIMENSION),
    "positional-only": (PositionalOnly, DIMENSION),
    "a base class in C": (OnALearner, DIMENSION),
    "a named tuple": (Record, BOTH),
    "a dataclass": (Data, BOTH),
    "a dataclass with an InitVar": (Initial, DIMENSION),
    "a partial": (functools.partial(Cooperates, rate=2), DIMENSION),
    "a partial of new with anything": (functools.partial(star_new(keywords=True)), DIMENSION),
    "a partial with a place": (functools.partial(lambda rate, dimension: Only(dimension * rate), 1), DIMENSION),
    "a partial with a keyword": (functools.partial(Given, margin_squared=None), BOTH),
    "a function": (function, DIMENSION),
    "a wrapped class": (plain(Only), DIMENSION),
    "a wrapped class of many": (wrapped(star_new(keywords=True)), DIMENSION),
    "a function by its name": (lambda **kwargs: [function(**kwargs)][0], DIMENSION),
    "keyword-only": (lambda *, dimension, rate=1: Only(dimension * rate), DIMENSION),
    "a method": (Factory().make, DIMENSION),
    "an object": (Holder(Only), DIMENSION),
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


@pytest.mark.parametrize("factory", [lambda dimensions: dimensions, plain, lambda dimensions, /: dimensions])
def test_what_is_required_and_not_offered_is_named(factory: Any) -> None:
    name = next(iter(parameters_of(factory)))
    with pytest.raises(InputError, match=f"^it: its constructor requires an unknown argument '{name}'"):
        call_with(factory, OFFER, "it")
