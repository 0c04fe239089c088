"""Steps of an argument that holds for every case, decided by sympy."""

from dataclasses import dataclass
from typing import Any

import sympy as sp  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an argument: a sentence, and the equation ``left = right`` that sympy decides.

    An inequality becomes an equation with a slack that is declared nonnegative. ``facts`` are further expressions, each
    of which sympy must find nonnegative (``is_nonnegative``) for the step to hold.
    """

    says: str
    left: sp.Basic
    right: sp.Basic
    facts: tuple[Any, ...] = ()

    @property
    def holds(self) -> bool:
        """Return whether sympy finds both sides equal and every fact true."""
        if any(fact.is_nonnegative is not True for fact in self.facts):
            return False
        if isinstance(self.left, sp.Expr) and isinstance(self.right, sp.Expr):
            return bool(sp.simplify(sp.expand(self.left - self.right)) == 0)
        return bool(self.left == self.right)

    def texts(self, instance: dict[str, Any]) -> list[str]:
        """Return the step as text, and again with the instance's values of its symbols."""
        lines = [f"{self.left} = {self.right}"]
        values = {s: instance[s.name] for s in self.left.free_symbols | self.right.free_symbols if s.name in instance}
        if values:
            named = ", ".join(sorted(f"{symbol} = {value}" for symbol, value in values.items()))
            lines.append(f"with {named}: {self.left.subs(values)} = {self.right.subs(values)}")
        return lines + [f"where {fact} ≥ 0" for fact in self.facts]

    def latex(self) -> str:
        """Return the equation as LaTeX, for math mode."""
        return f"{sp.latex(self.left)} = {sp.latex(self.right)}"
