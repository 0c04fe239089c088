"""Arguments that are loaded when they are asked for: what they are written in, sympy, is slow to import."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from proofs.exact.steps import Step


def later(module: str, name: str, **options: bool) -> "Callable[[], list[Step]]":
    """Return the argument of that name, a function of ``proofs.claims.<module>``, to be imported when it is called."""
    return lambda: cast("list[Step]", getattr(import_module(f"proofs.claims.{module}"), name)(**options))
