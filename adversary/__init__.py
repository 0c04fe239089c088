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

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any


def _require_our_package(package: str) -> None:
    """Raise ImportError, in one line, if a user's file hides one of our packages; a program exits with this line."""
    ours = Path(__file__).resolve().parent.parent / package / "__init__.py"
    found = find_spec(package)  # which runs nothing of theirs
    if found is not None and found.origin is not None and Path(found.origin).resolve() == ours:
        return
    theirs = (found and found.origin) or f"something called {package}"
    line = f"{theirs} hides the package {package} of this program; give it another name, or start elsewhere"
    if _IS_PROGRAM:
        sys.stderr.write(f"adversary: {line}\n")
        raise SystemExit(2)
    raise ImportError(line)


_require_our_package("learners")
_require_our_package("proofs")


if TYPE_CHECKING:
    from adversary.game.play import play
    from adversary.game.result import GameResult

__all__ = ["GameResult", "play"]

_HOMES = {"GameResult": "adversary.game.result", "play": "adversary.game.play"}


def _register_views() -> None:
    from proofs.views import register  # which is ours, as has been seen

    home = "adversary.views.notebook"
    register("Attack", f"{home}:attack_html", f"{home}:attack_page")
    register("Dimensions", f"{home}:dimensions_html", f"{home}:dimensions_page")
    register("GameResult", f"{home}:game_html", f"{home}:game_page")
    register("Grade", f"{home}:grade_html", f"{home}:grade_page")
    register("Tournament", "adversary.views.terminal.tournament_table:tournament_html")


_register_views()


def __getattr__(name: str) -> Any:
    """Import a public name on its first use and return it, so that ``adversary --help`` is fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
