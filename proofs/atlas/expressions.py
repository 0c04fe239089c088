"""A small language of expressions over quantities: ``L - announced >= 1``, ``max(L, VC)/size``.

Whole numbers, names, + - * /, comparisons, which may be chained, and, or, not, min and max; nothing else. Values are
exact. The text may come from anybody: it is parsed, checked part by part, and never handed to the interpreter.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.exact.errors import InputError, one_line, unknown
from proofs.exact.rationals import Rational, simplest

_MAX_LENGTH = 500
"""Characters of an expression."""

_MAX_DEPTH = 100
"""Parts of an expression inside each other."""

_LONE_EQUALS = re.compile(r"(?<![<>=!:])=(?!=)")

_Values = Mapping[str, Rational]
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_SIGNS: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max}
_KNOWS = "an expression has names, whole numbers, + - * /, comparisons, and, or, not, min and max"


class UndefinedError(Exception):
    """An expression divides by zero: for these values it has no value."""


@dataclass(frozen=True)
class Expression:
    """An expression that has been checked: its text, the names in it, and whether it is true or false, not a number."""

    text: str
    names: tuple[str, ...]
    condition: bool
    _value: Callable[[_Values], Any]

    def value(self, values: _Values) -> Rational | bool:
        """Return what it is for such values, exactly; ``and`` and ``or`` look no further than they need to.

        Raises:
            UndefinedError: it divides by zero.

        """
        try:
            found = self._value(values)
        except ZeroDivisionError:
            raise UndefinedError from None
        return found if isinstance(found, bool) else simplest(found)


def read_condition(text: str, names: Collection[str]) -> Expression:
    """Read an expression that is true or false, such as ``L > VC``. Raises InputError."""
    found = _read(text, names)
    if not found.condition:
        raise InputError(f"{_shown(text)} is a number, not a condition; compare it, as in {_shown(text)} >= 1")
    return found


def read_number(text: str, names: Collection[str]) -> Expression:
    """Read an expression that is a number, such as ``L - VC``. Raises InputError."""
    found = _read(text, names)
    if found.condition:
        raise InputError(f"{_shown(text)} is a condition, not a number; something like L - VC is one")
    return found


def _read(text: str, names: Collection[str]) -> Expression:
    if len(text) > _MAX_LENGTH:
        raise InputError(f"an expression has at most {_MAX_LENGTH} characters, and this has {len(text):,}")
    if not text.strip():
        raise InputError("an expression is empty; write something like L - VC, or L > VC")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the parser's, such as those on 1or 2
            tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        where = f" at character {error.offset}" if error.offset else ""
        hint = "; that two are equal is written ==" if _LONE_EQUALS.search(text) else ""
        raise InputError(f"{_shown(text)} is not an expression: {error.msg}{where}{hint}") from None
    except (ValueError, RecursionError, MemoryError):
        raise InputError(f"{_shown(text)} is not an expression") from None
    reader = _Reader(names)
    try:
        value, condition = reader.read(tree)
    except RecursionError:  # a refusal shows its part, which may be nested too deeply for that
        raise InputError(f"{_shown(text)} is not an expression") from None
    return Expression(text.strip(), tuple(reader.used), condition, value)


_Read = tuple[Callable[[_Values], Any], bool]
"""What computes a part, and whether that is a condition."""


class _Reader:
    """Reads parts of an expression, and collects the names in it. Every method raises InputError."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self.used: dict[str, None] = {}
        self._depth = 0

    def read(self, node: ast.expr) -> _Read:
        if self._depth == _MAX_DEPTH:
            raise InputError(f"the parts of an expression may be {_MAX_DEPTH} inside each other, and not more")
        self._depth += 1
        found = getattr(self, f"_{type(node).__name__.lower()}", self._refused)(node)
        self._depth -= 1
        return found

    def _part(self, node: ast.expr, *, condition: bool) -> Callable[[_Values], Any]:
        value, is_condition = self.read(node)
        if is_condition != condition:
            kinds = ("a number", "a condition")
            found, wanted = kinds[is_condition], kinds[condition]
            raise InputError(f"{_shown(ast.unparse(node))} is {found}, and here should be {wanted}")
        return value

    def _refused(self, node: ast.expr) -> _Read:
        raise InputError(f"{_shown(ast.unparse(node))} cannot stand in an expression; {_KNOWS}")

    def _constant(self, node: ast.Constant) -> _Read:
        if type(node.value) is float:
            raise InputError(f"{_shown(ast.unparse(node))} is not exact; write a fraction, such as 3/2")
        if type(node.value) is not int:
            return self._refused(node)
        number = Fraction(node.value)
        return lambda _values: number, False

    def _name(self, node: ast.Name) -> _Read:
        if node.id not in self._names:
            raise unknown("quantity", node.id, self._names)
        self.used[node.id] = None
        return lambda values: Fraction(values[node.id]), False

    def _unaryop(self, node: ast.UnaryOp) -> _Read:
        if (sign := _SIGNS.get(type(node.op))) is None:
            return self._refused(node)
        condition = isinstance(node.op, ast.Not)
        part = self._part(node.operand, condition=condition)
        return lambda values: sign(part(values)), condition

    def _binop(self, node: ast.BinOp) -> _Read:
        if (sign := _ARITHMETIC.get(type(node.op))) is None:
            return self._refused(node)
        left, right = self._part(node.left, condition=False), self._part(node.right, condition=False)
        return lambda values: sign(left(values), right(values)), False

    def _compare(self, node: ast.Compare) -> _Read:
        signs = [_COMPARISONS[type(sign)] for sign in node.ops if type(sign) in _COMPARISONS]
        if len(signs) < len(node.ops):
            return self._refused(node)
        first, *others = [self._part(part, condition=False) for part in (node.left, *node.comparators)]

        def value(values: _Values) -> bool:
            left = first(values)
            for sign, other in zip(signs, others, strict=True):
                right = other(values)
                if not sign(left, right):
                    return False
                left = right
            return True

        return value, True

    def _boolop(self, node: ast.BoolOp) -> _Read:
        every = all if isinstance(node.op, ast.And) else any
        parts = [self._part(part, condition=True) for part in node.values]
        return lambda values: every(part(values) for part in parts), True

    def _call(self, node: ast.Call) -> _Read:
        if not isinstance(node.func, ast.Name) or node.keywords:
            return self._refused(node)
        if (function := _FUNCTIONS.get(node.func.id)) is None:
            raise unknown("function", node.func.id, _FUNCTIONS)
        if not node.args:
            raise InputError(f"{node.func.id}() is of one number or more")
        parts = [self._part(part, condition=False) for part in node.args]
        return lambda values: function([part(values) for part in parts]), False


def _shown(text: str) -> str:
    return one_line(text, 80)
