"""Names with parameters: ``kernel-perceptron?kernel=polynomial&degree=3``."""

import inspect
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from proofs.exact.errors import InputError, unknown
from proofs.exact.rationals import read_rational, simplest

_WORDS = {"true": True, "false": False, "none": None}


@dataclass(frozen=True, slots=True)
class Spec:
    """A name, and parameters as they were written; ``str`` gives back what ``parse`` reads."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.name + "".join(f"{'&' if n else '?'}{key}={text}" for n, (key, text) in enumerate(self.parameters))

    def values(self, number: Callable[[str], Any] = lambda text: simplest(read_rational(text))) -> dict[str, Any]:
        """Return the parameters with what their texts mean: true, false, none, a number, or the text itself."""
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
    """Return the values if the factory takes them all, other than the hidden ones. Raises InputError."""
    allowed = [key for key in inspect.signature(factory).parameters if key not in hidden]
    for key in values:
        if key not in allowed:
            raise unknown(f"parameter of {spec.name}:", key, allowed)
    return values


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
