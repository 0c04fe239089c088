"""Adversaries, the games that they play, and everything that is made of games: grades, searches, tournaments, views."""

# ruff: noqa: E402 - from the first line on, Ctrl-C is one line

import _signal  # type: ignore[import-not-found]  # what ``signal`` wraps, which takes a while to import
import sys

_IS_PROGRAM = sys.argv[0].rpartition("/")[2] == "adversary" or (
    sys.argv[0] == "-m" and ("-m", "adversary") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
)
"""Whether this is ``python -m adversary`` or the command, and not somebody's own program."""

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 + SIGINT."""

INTERRUPTION = "interrupted; no output is half-written"
"""What is said then."""


def end_at_once(*_: object) -> None:
    """End this process in one line, as Ctrl-C does before anything has been begun, or after all is done."""
    from os import _exit, write

    write(2, f"adversary: {INTERRUPTION}\n".encode())
    _exit(INTERRUPTED)


if _IS_PROGRAM and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, end_at_once)

import re
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any


def _import_packages(*packages: str) -> None:
    """Import our packages, whatever is called so in the working folder.

    Raises:
        ImportError: something else of that name has been imported before.

    """
    home, path = str(Path(__file__).resolve().parent.parent), sys.path[:]
    sys.path[:] = [home]
    try:
        for package in packages:
            origin = import_module(package).__file__
            if origin is None or Path(origin).resolve() != Path(home, package, "__init__.py"):
                raise ImportError(f"{origin or package} has been imported as {package}: import adversary before it")
    finally:
        sys.path[:] = path


_import_packages("proofs", "learners")

from proofs.views import register

register("adversary.views.notebook")

if TYPE_CHECKING:
    from adversary import trees
    from adversary.api.classes import atlas, claims, dimension, list_of
    from adversary.api.games import check, play
    from adversary.api.learners import attack, grade, tournament
    from adversary.api.margins import margin, value
    from adversary.api.show import show
    from adversary.game.referee import Person
    from adversary.game.result import GameResult
    from adversary.views.notebook import Page
    from learners.protocol import Card
    from proofs.classes.concepts import ConceptClass
    from proofs.classes.files import class_of as find_class
    from proofs.exact.errors import InputError
    from proofs.formats.trace import Round

__all__ = [
    "Card",
    "ConceptClass",
    "GameResult",
    "InputError",
    "Page",
    "Person",
    "Round",
    "atlas",
    "attack",
    "check",
    "claims",
    "dimension",
    "find_class",
    "grade",
    "list_of",
    "margin",
    "play",
    "show",
    "tournament",
    "trees",
    "value",
]
"""One function for each command and ``margin``, ``find_class``, what they return and take, and trees as graphs."""

_HOMES = {
    **dict.fromkeys(("atlas", "claims", "dimension", "list_of"), "adversary.api.classes"),
    **dict.fromkeys(("check", "play"), "adversary.api.games"),
    **dict.fromkeys(("attack", "grade", "tournament"), "adversary.api.learners"),
    **dict.fromkeys(("margin", "value"), "adversary.api.margins"),
    "show": "adversary.api.show",
    "trees": "adversary.trees",
    "Card": "learners.protocol",
    "ConceptClass": "proofs.classes.concepts",
    "GameResult": "adversary.game.result",
    "InputError": "proofs.exact.errors",
    "Page": "adversary.views.notebook",
    "Person": "adversary.game.referee",
    "Round": "proofs.formats.trace",
    "find_class": "proofs.classes.files",
}


def __getattr__(name: str) -> Any:
    """Import a public name on its first use and return it, so that ``adversary --help`` is fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_HOMES[name])
    if name == "trees":
        return module
    value = getattr(module, "class_of" if name == "find_class" else name)
    globals()[name] = value = _in_python(value) if name.islower() else value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


# ------------------------------------------------------------------------------------------------ messages


def _in_python(function: Any) -> Any:
    """Return a function whose messages about its arguments name those of Python, and not the options of a command."""
    from functools import wraps
    from inspect import Parameter, signature

    from proofs.exact.errors import InputError

    known = signature(function).parameters
    open_ended = any(one.kind is Parameter.VAR_KEYWORD for one in known.values())

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        strange = [] if open_ended else [name for name in named if name not in known]
        if strange:
            raise _no_argument(function.__name__, strange[0], known)
        try:
            return function(*arguments, **named)
        except InputError as error:
            error.args = (python_words(str(error)),)
            raise

    return called


_GONE = {
    ("play", "steps"): "its result has rounds without it",
    ("play", "output"): 'write play(…).save("game.jsonl")',
    ("play", "replay"): "leave it out: every game is replayed",
}
"""What to write in place of arguments that no command has lost as an option."""


def _no_argument(function: str, name: str, known: Collection[str]) -> Exception:
    """Return the error for an argument that a function does not take; of one that it took once, what to write."""
    from adversary.cli.main import RETIRED
    from proofs.exact.errors import InputError, unknown

    instead = _GONE.get((function, name)) or RETIRED.get((function, f"--{name.replace('_', '-')}"))
    if instead is None:
        return unknown(f"argument of {function}", name, known)
    return InputError(f"{function} takes no {name} any more: {python_words(instead)}")


_ARGUMENTS = {"as": "kind", "class": "concept_class", "json": "to_dict()"}
_OPTION = re.compile(
    r"""`[^`]*`|(?<!\S)-o\b|--(?P<name>[a-z]+)(?:\ (?P<value>"[^"]*"|(?=[^\s;]*[\d/:=A-Z])[^\s;"]*[^\s;",.]))?"""
)
"""A command in backticks, which stays as it is, or an option, perhaps with a value: that is no word of a sentence."""


def python_words(message: str) -> str:
    """Return a message with the arguments of Python in place of options; what is in backticks is a command.

    >>> python_words("give a margin, like --margin 1/10, or --class intervals:4")
    'give a margin, like margin="1/10", or concept_class="intervals:4"'
    """

    def written(match: re.Match[str]) -> str:
        if not match["name"]:
            return ".save()" if match[0] == "-o" else match[0]
        name, value = _ARGUMENTS.get(match["name"], match["name"]), match["value"]
        quote = "" if value and (value.isdigit() or value[0] == '"') else '"'
        return f"{name}={quote}{value}{quote}" if value else name

    return _OPTION.sub(written, message)
