"""Bounds and relations as text, judged exactly: ``R2/gamma2 - 1``, ``M*delta2 <= 1``, ``L > VC and announced < L``.

A *bound* is on mistakes. A *relation* is a condition on quantities, whose names its reader is told. Text is checked
against a grammar and never run. Every value is enclosed by two rationals, which are equal where it is known exactly;
irrational values are enclosed ever more tightly until the answer is certain.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import ceil, floor
from typing import Any, TypeAlias, TypeVar

from proofs.exact.errors import InputError, unknown
from proofs.exact.rationals import Interval, Rational, ln, log2, simplest, sqrt

NAMES = {
    "M": "the number of mistakes made",
    "R2": "the largest squared norm of the points",
    "gamma2": "the squared best margin of the sequence: the largest (min y⟨v,x⟩)² over unit vectors v",
    "delta2": "the squared margin that the learner is given; if it is given none, gamma2 of unit points",
    "B2": "R2/gamma2 of the points (x, 1), for targets with a threshold",
    "U2": "the squared norm of a comparison u; a bound that names it or H is claimed for every u",
    "H": "the sum of the hinge losses max(0, 1 − y⟨u,x⟩) of u, over the rounds with a mistake",
    "d": "the dimension",
    "C": "the number of concepts of the class, also written |C|",
    "L": "the Littlestone dimension of the class",
    "RL": "its randomized Littlestone dimension",
    "VC": "its VC dimension",
    "k": "the fewest variables of a disjunction that is the target",
    "n": "the number of points of the class",
    "K": "the number of labels that may differ from the target's: lies",
    "T": "the number of rounds",
}
OF_A_COMPARISON = frozenset({"U2", "H"})
OF_HALFSPACES = frozenset({"M", "R2", "gamma2", "delta2", "B2", "d", "T"}) | OF_A_COMPARISON
OF_CLASSES = frozenset({"M", "C", "L", "RL", "VC", "k", "n", "d", "T", "K"})
PERCEPTRON_BOUNDS = ("1/delta2", "R2/gamma2")
"""The Perceptron's own, which fall as the margin grows: one margin that is large enough is enough to acquit."""
CLOSE = 10**6  # a part of an irrational value: how closely it is enclosed
MAX_LENGTH, MAX_DEPTH, MAX_BITS = 500, 100, 14_000  # of the text; of what is nested; of a numerator
MAX_BESIDE = 40  # characters that are shown on each side of a wrong place
PRECISIONS = [2**i for i in range(6, 13)]  # bits with which irrational values are enclosed, in turn
MAX_MISTAKES, MAX_STRETCHES = 10**9, 2_000  # where the last M is looked for, and over how many stretches of M
_T = TypeVar("_T")
_Node: TypeAlias = "tuple[str, tuple[_Node, ...], str]"  # an operation, a name or a number; its parts; its place
_SQUARE = re.compile(r"(?<![A-Za-z_])(gamma|delta|R)\s*(?:²|(?:\^|\*\*)\s*2(?![\w.])(?!\s*(?:\^|\*\*)))")
_MISPLACED = re.compile(r"[^A-Za-z0-9_.,()+*/<>=! -]|(?<![\w.])[0-9.]+(?= *[A-Za-z_(])(?! +(?:and|or)\b)")
_POWER_OF_TEN = re.compile(r"[0-9.]+[eE][+-]?[0-9]+(?!\w)")
_NO_SIGN = re.compile("[ )]*(==|,)")
_BARE = re.compile(r"\b(ln|log2|sqrt|log) +(\w+)")
_LONE_EQUALS = re.compile("(?<![<>=!])=(?!=)")
_MAX_ROUNDED = 2**20  # bits of a power of an irrational value, which is rounded then
_TAKES = {
    "floor": [1],
    "ceil": [1],
    "log2": [1],
    "ln": [1],
    "sqrt": [1],
    "abs": [1],
    "min": range(2, 9),
    "max": range(2, 9),
}


class Undefined(InputError):  # noqa: N818 - it says how the question stands
    """A bound has no value: it divides by 0, or takes the ln, log2 or sqrt of a number outside their domain."""


class Undecided(ArithmeticError):  # noqa: N818 - it says how the question stands
    """Even the tightest enclosures do not tell, as where irrational sides are equal: ``2 <= sqrt(2)*sqrt(2)``."""


@dataclass(frozen=True)
class Expression:
    """A number or a condition made of named values; ``read_number`` and ``read_relation`` make them.

    The methods raise ``InputError`` where a value is missing or not defined, and ``Undecided`` rather than guess.
    """

    text: str
    names: frozenset[str]
    _root: _Node = field(repr=False, compare=False)

    def holds(self, values: Mapping[str, Rational | Interval]) -> bool:
        """Say whether the condition is true of these values; ``and`` and ``or`` stop as soon as the result is known."""
        return _settled(partial(_truths, self._root, values))

    def value(self, values: Mapping[str, Rational | Interval]) -> Rational:
        """Return the number exactly; it is undecided if it is irrational, or a value is known only between bounds."""
        try:
            return simplest(_settled(lambda bits: set(_value(self._root, values, bits))))
        except Undecided:
            raise Undecided(f"the exact value of {self.text} is not known, or irrational") from None


@dataclass(frozen=True)
class Bound(Expression):
    """A bound B, which means M <= B, or a comparison that mentions M; ``read_bound`` makes them."""

    def require_names(self, names: frozenset[str], lacking: str, where: str = "") -> None:
        """Raise InputError if it names what a game does not have; ``lacking`` ends the sentence."""
        if wrong := self.names - names:
            raise InputError(f"{where}the bound names {', '.join(sorted(wrong))}, which {lacking}")

    @property
    def is_lower(self) -> bool:
        """Whether no mistakes are too few where very many are allowed: it is a bound from below."""
        values: dict[str, Rational] = dict.fromkeys(NAMES, 8) | {"gamma2": Fraction(1, 8), "delta2": Fraction(1, 8)}
        with suppress(InputError, Undecided):
            return not self.holds(values | {"M": 0}) and self.holds(values | {"M": MAX_MISTAKES})
        return False

    def most(self, values: Mapping[str, Rational]) -> int | None:
        """Return the largest M allowed: floor(B), or the last M >= 0 of which the comparison is true.

        ``None`` if it is true of no M up to ``MAX_MISTAKES``, or of this very one. Whole stretches of M are decided at
        a time, and halved where that fails; so the comparison need not be monotone.
        """
        if "M" not in self.names:
            return _settled(lambda bits: set(map(floor, _value(self._root[1][1], values, bits))))
        stretches = [(0, MAX_MISTAKES)]
        for _ in range(MAX_STRETCHES):
            low, high = stretches.pop()
            attempt = partial(_truths, self._root, {**values, "M": Interval(Fraction(low), Fraction(high))})
            with suppress(Undecided):
                truth = _settled(attempt, PRECISIONS[:1] if low < high else PRECISIONS)
                if truth or not stretches:
                    return high if truth and high < MAX_MISTAKES else None
                continue
            if low == high:
                break
            stretches += [(low, (low + high) // 2), ((low + high) // 2 + 1, high)]
        raise Undecided(f"cannot tell whether M = {high} is allowed: {self.text}")

    def share(self, values: Mapping[str, Rational]) -> Interval:
        """Return what encloses M/B, both ends alike where that is rational; of a comparison, B is the last M allowed.

        Raises:
            InputError: B is not defined, or not above 0, so that it has no part; or every M is allowed.

        """
        mistakes = Fraction(values["M"])
        if "M" in self.names:
            most = self.most({name: value for name, value in values.items() if name != "M"})
            low = high = Fraction(most or 0)
        else:
            low, high = _settled(lambda bits: {_enclosed(self._root[1][1], values, bits)})
        if low <= 0:
            raise InputError(f"nothing is allowed, or anything: {self.text}")
        return Interval(mistakes / high, mistakes / low)

    def value_text(self, values: Mapping[str, Rational]) -> str:
        """Write B, or both sides of the comparison: ``12/7``, ``about 3.17 (between 316/100 and 317/100)``."""
        sides = self._root[1] if "M" in self.names else self._root[1][1:]
        sign = "".join(re.findall("[<>=≤≥]", self.text))
        return f" {sign} ".join(_settled(partial(_texts, side, values)) for side in sides)


def read_bound(text: str | Bound) -> Bound:
    """Read a bound; one that was read before is returned as it is.

    An ``InputError`` says what is wrong with the text and where, counting characters from 1.
    """
    if isinstance(text, Bound):
        return text
    plain, tree = _parsed(text, "a bound", "R2/gamma2 - 1")
    match tree:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op).__name__ in _COMPARE:
            root = type(op).__name__, (_read(left, plain), _read(right, plain)), ""
        case _:
            root = "LtE", (("M", (), ""), _read(tree, plain)), ""
    names, compares = _names(plain, NAMES), isinstance(tree, ast.Compare)
    if compares != ("M" in names):
        wrong = "a comparison should mention M" if compares else "M may stand only in a comparison"
        raise InputError(f"{wrong}, like M <= R2/gamma2: {text.strip()}")
    return Bound(text.strip(), names, root)


def read_relation(text: str, names: Collection[str]) -> Expression:
    """Read a condition on quantities with these names, such as ``VC < L <= VC + 1``. Raises InputError."""
    plain, tree = _parsed(text, "a relation", "L > VC")
    return Expression(text.strip(), _names(plain, names), _read_condition(tree, plain, names))


def read_number(text: str, names: Collection[str]) -> Expression:
    """Read a number made of quantities with these names, such as ``L - VC``. Raises InputError."""
    plain, tree = _parsed(text, "a number", "L - VC")
    if isinstance(tree, ast.Compare | ast.BoolOp) or (isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)):
        raise InputError(f"{text.strip()} is a condition, not a number; something like L - VC is one")
    return Expression(text.strip(), _names(plain, names), _read(tree, plain, names))


def _parsed(text: str, what: str, example: str) -> tuple[str, ast.expr]:
    """Return a text as the parser takes it, and what the parser makes of it."""
    if not isinstance(text, str):
        raise InputError(f"{what} is a text like {example!r}, not {type(text).__name__}")
    plain = text.strip()
    if not 0 < len(plain) <= MAX_LENGTH:
        raise InputError(f"{what} has 1 to {MAX_LENGTH} characters, not {len(plain)}; write it like {example}")
    for sign, spelled in {"γ": "gamma", "δ": "delta", "≤": "<=", "≥": ">=", "|C|": "C"}.items():
        plain = plain.replace(sign, spelled)
    plain = _SQUARE.sub(r"\g<1>2", plain)
    if misplaced := _MISPLACED.search(plain):
        wrong = f"{misplaced[0]!r} has no place there; write * for products and ** for powers"
        if power := _POWER_OF_TEN.match(plain, misplaced.start()):
            wrong = f"{power[0]!r} has no place there; write powers with **, as 10**4"
        raise _misread(plain, misplaced.start(), wrong)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the parser's, such as that on 1 is 2
            return plain, ast.parse(plain, mode="eval").body
    except (SyntaxError, MemoryError, RecursionError) as error:
        place = getattr(error, "offset", None) or len(plain) + 1  # 0: it ends too early
        hint = "; that two are equal is written ==" if what == "a relation" and _LONE_EQUALS.search(plain) else ""
        bare = _BARE.search(plain)
        hint = f"; write {'log2' if bare[1] == 'log' else bare[1]}({bare[2]})" if bare else hint
        raise _misread(plain, place - 1, f"this is not an expression{hint}") from None


def _misread(plain: str, place: int, wrong: str) -> InputError:
    start = max(place - MAX_BESIDE, 0)
    shown = "".join([c if c.isprintable() else "?" for c in plain[start : place + MAX_BESIDE]])
    return InputError(f"position {place + 1} of {plain}: {wrong}", f"{shown}\n{' ' * (place - start)}^")


def _names(plain: str, names: Collection[str]) -> frozenset[str]:
    return frozenset({*names} & {*re.findall(r"\w+", plain)})


def _read_condition(tree: ast.expr, plain: str, names: Collection[str]) -> _Node:
    """Read comparisons, which may be chained, joined by and, or, not."""
    match tree:
        case ast.BoolOp(op=op, values=parts):
            return type(op).__name__, tuple(_read_condition(part, plain, names) for part in parts), ""
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return "Not", (_read_condition(part, plain, names),), ""
        case ast.Compare(left=left, ops=ops, comparators=others) if {type(op).__name__ for op in ops} <= _ALL_SIGNS:
            sides = pairwise([_read(side, plain, names) for side in (left, *others)])
            return "And", tuple(_comparison(type(op).__name__, pair) for op, pair in zip(ops, sides, strict=True)), ""
    source = plain[tree.col_offset : tree.end_col_offset]
    raise _misread(plain, tree.col_offset, f"{source!r} is no condition; write one like L >= 1")


def _read(tree: ast.expr, plain: str, names: Collection[str] = NAMES, depth: int = 0) -> _Node:
    """Read a number."""
    what = source = plain[(place := tree.col_offset) : tree.end_col_offset]
    below, wrong = [part for part in ast.iter_child_nodes(tree) if isinstance(part, ast.expr)], ""
    match tree:
        case _ if depth > MAX_DEPTH:
            wrong = f"nested more than {MAX_DEPTH} deep"
        case ast.Name(id="gamma" | "delta" | "R") if names is NAMES:
            wrong = f"{what} may be irrational; write {what}2, which is its square, or sqrt({what}2)"
        case ast.Name():
            wrong = "" if what in names else str(unknown("name", what, names))
        case ast.Call(func=ast.Name(id=what), args=below, keywords=[]):
            count = "" if len(below) in _TAKES.get(what, ()) else f"{what} does not take {len(below)} argument(s)"
            wrong = count if what in _TAKES else str(unknown("function", what, _TAKES))
        case ast.BinOp(op=ast.Pow(), right=e) if "M" in _names(plain[e.col_offset : e.end_col_offset], names):
            wrong = "M may not stand in an exponent; write a logarithm, as M <= log2(C)"
        case ast.UnaryOp(op=op) | ast.BinOp(op=op) if type(op).__name__ in _RATIONAL:
            what = type(op).__name__
        case _ if not re.fullmatch(r"[0-9]+|[0-9]*\.[0-9]+", source):
            sign = _NO_SIGN.match(plain, below[0].end_col_offset or 0) if below else None
            source, place = (sign[1], sign.start(1)) if sign else (source, place)
            wrong = f"{source!r} has no place there; write + - * / **, functions, and outermost one <=, <, >= or >"
    if wrong:
        raise _misread(plain, place, wrong)
    parts = tuple(_read(part, plain, names, depth + 1) for part in below)
    return what, parts, f"position {tree.col_offset + 1}: {source}"


def _settled(attempt: Callable[[int], set[_T]], precisions: list[int] = PRECISIONS) -> _T:
    for bits in precisions:
        with suppress(Undecided):
            if len(values := attempt(bits)) == 1:
                return values.pop()
    raise Undecided(f"cannot tell with {precisions[-1]} bits; put products of irrational values under one sqrt or log2")


def _enclosed(node: _Node, box: Mapping[str, Rational], bits: int) -> Interval:
    """Return what encloses a value to within a millionth. Raises Undecided where it is not known so well."""
    low, high = _value(node, box, bits)
    if high - low > abs(high) / CLOSE:
        raise Undecided
    return Interval(low, high)


def _texts(node: _Node, box: Mapping[str, Rational], bits: int) -> set[str]:
    low, high = _value(node, box, bits)
    if low == high:
        return {str(low)}
    scale = next((s for s in (10**2, 10**4, 10**8) if max(-low, high) * s >= 10), 10**16)  # noqa: PLR2004 - two digits
    first, last, middle = floor(low * scale), ceil(high * scale), round((low + high) * scale / 2)
    about = f"{'-' * (middle < 0)}{abs(middle) // scale}.{abs(middle) % scale:0{len(str(scale)) - 1}}"
    return {f"about {about} (between {first}/{scale} and {last}/{scale})"} if last - first in {1, 2} else set()


def _value(node: _Node, box: Mapping[str, Rational | Interval], bits: int) -> Interval:
    what, below, place = node
    if not below:
        named = what.isidentifier()
        if named and what not in box:
            raise InputError(f"a value of {what} is needed" + (f": {NAMES[what]}" if what in NAMES else ""))
        leaf = box[what] if named else Fraction(what)
        return leaf if isinstance(leaf, Interval) else Interval(Fraction(leaf), Fraction(leaf))
    parts = [_value(part, box, bits) for part in below]
    if what == "Pow":
        _require_power(parts[0], parts[1], place)
    corners = set(product(*((*x, Fraction(0)) if x.low < 0 < x.high else x for x in parts)))  # ends, and turning points
    ends: list[tuple[Fraction, ...]] = []
    for corner in corners:
        with suppress(ValueError, ZeroDivisionError):
            ends.append(_ROOTS[what](*corner, bits) if what in _ROOTS else (_RATIONAL[what](*corner),))
    if not ends:
        raise Undefined(f"{_UNDEFINED.get(what, 'division by zero')} at {place}")
    if len(ends) < len(corners):
        raise Undecided
    low, high = Fraction(min(map(min, ends))), Fraction(max(map(max, ends)))
    if width := high - low:  # keep few more digits than are right
        unit = Fraction(2) ** (width.numerator.bit_length() - width.denominator.bit_length() - 8)
        low, high = floor(low / unit) * unit, ceil(high / unit) * unit
    if max(abs(n).bit_length() for x in (low, high) for n in x.as_integer_ratio()) > MAX_BITS:
        raise InputError(f"a number of more than {MAX_BITS} bits at {place}")
    return Interval(low, high)


def _require_power(base: Interval, exponent: Interval, place: str) -> None:
    """Raise where a power has no rational value, or has too many digits to be computed."""
    if ceil(exponent.low) > floor(exponent.high):
        raise Undefined(f"an exponent that is no integer at {place}")
    if {end.denominator for end in exponent} != {1}:
        raise Undecided
    if base.low < 0 and exponent.low < exponent.high:
        raise Undecided  # it is by turns above and below 0
    digits = max(abs(n).bit_length() for end in base for n in end.as_integer_ratio())
    if digits * max(map(abs, exponent)) > (MAX_BITS if base.low == base.high else _MAX_ROUNDED) and digits > 1:
        raise InputError(f"a number of more than {MAX_BITS} bits at {place}")


def _comparison(sign: str, sides: tuple[_Node, ...]) -> _Node:
    """Return a comparison; == and != as those that the ends of intervals decide."""
    if sign not in {"Eq", "NotEq"}:
        return sign, sides, ""
    equal: _Node = "And", (("LtE", sides, ""), ("GtE", sides, "")), ""
    return equal if sign == "Eq" else ("Not", (equal,), "")


def _truths(node: _Node, box: Mapping[str, Rational | Interval], bits: int) -> set[bool]:
    """Return what a condition may be on a box of values."""
    what, parts, _ = node
    if what == "Not":
        return {not truth for truth in _truths(parts[0], box, bits)}
    if what in {"And", "Or"}:
        settling, possible = what == "Or", {what == "And"}
        for part in parts:
            if (truths := _truths(part, box, bits)) == {settling}:
                return truths
            possible |= truths
        return possible
    return {_COMPARE[what](*corner) for corner in product(*(_value(side, box, bits) for side in parts))}


_ROOTS: dict[str, Callable[..., Interval]] = {"ln": ln, "log2": log2, "sqrt": sqrt}
_UNDEFINED = {
    "ln": "ln of a number not above 0",
    "log2": "log2 of a number not above 0",
    "sqrt": "sqrt of a negative number",
}
_COMPARE = {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}
_ALL_SIGNS = {*_COMPARE, "Eq", "NotEq"}
_RATIONAL: dict[str, Callable[..., Any]] = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Pow": pow}
_RATIONAL |= {"Div": operator.truediv, "USub": operator.neg, "min": min, "max": max}
_RATIONAL |= {"floor": floor, "ceil": ceil, "abs": abs}
