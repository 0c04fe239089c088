"""A small language of expressions over quantities: ``L - announced >= 1``, ``max(L, VC)/size``.

It has whole numbers, names, + - * /, comparisons, which may be chained, and, or, not, min and max, and nothing else.
Values are exact. The text is untrusted: it is parsed and checked part by part, and never handed to the interpreter.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from proofs.exact.errors import InputError, one_line, require_known
from proofs.exact.rationals import Rational, simplest

_MAX_LENGTH = 500
"""Characters of an expression."""

_MAX_DEPTH = 100
"""Parts of an expression inside each other."""

_LONE_EQUALS = re.compile(r"(?<![<>=!:])=(?!=)")

_Values = Mapping[str, Rational]
_Value = Callable[[_Values], Any]
_SIGNS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_OF_MANY: dict[str, Callable[[Iterable[Any]], Any]] = {"min": min, "max": max}
_KINDS = ("a number", "a condition")
_KNOWS = "an expression has names, whole numbers, + - * /, comparisons, and, or, not, min and max"


class UndefinedError(Exception):
    """An expression divides by zero: for these values it has no value."""


@dataclass(frozen=True)
class Expression:
    """A checked expression: its text, the names in it, and whether it is a condition or a number."""

    text: str
    names: tuple[str, ...]
    condition: bool
    _value: _Value

    def value(self, values: _Values) -> Rational | bool:
        """Return the exact value of the expression; ``and`` and ``or`` stop as soon as the result is known.

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
    used: dict[str, None] = {}
    try:
        value, condition = _compiled(tree, names, used)
    except RecursionError:  # a refusal shows its part, which may be nested too deeply for that
        raise InputError(f"{_shown(text)} is not an expression") from None
    return Expression(text.strip(), tuple(used), condition, value)


def _compiled(node: ast.expr, names: Collection[str], used: dict[str, None], depth: int = 0) -> tuple[_Value, bool]:
    """Compile a part of an expression; return its function and whether it is a condition, and collect its names."""
    if depth == _MAX_DEPTH:
        raise InputError(f"the parts of an expression may be {_MAX_DEPTH} inside each other, and not more")
    if isinstance(node, ast.Constant | ast.Name):
        return _leaf(node, names, used), False
    inner = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    computed: Callable[[Iterable[Any]], Any]  # of the values of the parts, which are computed as they are asked for
    match node:
        case ast.UnaryOp(op=op) | ast.BinOp(op=op) if type(op) in _SIGNS:
            computed = partial(_applied, _SIGNS[type(op)])
        case ast.Compare(ops=ops) if {*map(type, ops)} <= _SIGNS.keys():
            computed = partial(_holds, [_SIGNS[type(op)] for op in ops])
        case ast.BoolOp(op=op):
            computed = all if isinstance(op, ast.And) else any
        case ast.Call(func=ast.Name(id=name), args=inner, keywords=[]):
            computed = _function(name, inner)
        case _:
            raise _refusal(node)
    of_conditions = isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
    parts = []
    for one in inner:
        part, condition = _compiled(one, names, used, depth + 1)
        if condition != of_conditions:
            kinds = f"{_KINDS[condition]}, and here should be {_KINDS[of_conditions]}"
            raise InputError(f"{_shown(ast.unparse(one))} is {kinds}")
        parts.append(part)
    is_condition = of_conditions or isinstance(node, ast.Compare)
    return lambda values: computed(part(values) for part in parts), is_condition


def _leaf(node: ast.Constant | ast.Name, names: Collection[str], used: dict[str, None]) -> _Value:
    if isinstance(node, ast.Name):
        name = node.id
        require_known("quantity", names, name)
        used[name] = None
        return lambda values: Fraction(values[name])
    if type(node.value) is float:
        raise InputError(f"{_shown(ast.unparse(node))} is not exact; write a fraction, such as 3/2")
    if type(node.value) is not int:
        raise _refusal(node)
    number = Fraction(node.value)
    return lambda _values: number


def _applied(sign: Callable[..., Any], values: Iterable[Any]) -> Any:
    return sign(*values)


def _holds(signs: list[Callable[..., Any]], values: Iterable[Any]) -> bool:
    return all(sign(*pair) for sign, pair in zip(signs, pairwise(values), strict=True))


def _function(name: str, inner: list[ast.expr]) -> Callable[[Iterable[Any]], Any]:
    require_known("function", _OF_MANY, name)
    if not inner:
        raise InputError(f"{name}() is of one number or more")
    return _OF_MANY[name]


def _refusal(node: ast.expr) -> InputError:
    return InputError(f"{_shown(ast.unparse(node))} cannot stand in an expression; {_KNOWS}")


def _shown(text: str) -> str:
    return one_line(text, 80)
