"""Steps of an argument that holds for every case, decided by sympy."""

from dataclasses import dataclass
from typing import Any

import sympy as sp  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an argument: what it says in words, and the equation ``left = right`` that sympy decides.

    An inequality becomes an equation with a slack that is declared nonnegative. ``facts`` are further expressions, each
    of which sympy must find nonnegative (``is_nonnegative``) for the step to hold.
    """

    says: str
    left: sp.Basic
    right: sp.Basic
    facts: tuple[Any, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether sympy finds the two sides the same, and every fact true."""
        if any(fact.is_nonnegative is not True for fact in self.facts):
            return False
        if isinstance(self.left, sp.Expr) and isinstance(self.right, sp.Expr):
            return bool(sp.simplify(sp.expand(self.left - self.right)) == 0)
        return bool(self.left == self.right)
