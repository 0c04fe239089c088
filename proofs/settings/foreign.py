"""Points and targets from code that is not ours: each is read as ours, or refused in one line that says whose it is.

They may be plain: a list or a tuple of as many ints and Fractions as there are dimensions, or a dict of those that are
not 0. A plain target is v itself, or a pair of a direction u and s² for v = s·u.
"""

from collections.abc import Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any

from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS, Rational, is_short
from proofs.exact.vectors import Target, Vector, vector


def foreign_number(number: Any, count: int, did: str, what: str) -> int:
    """Return the number of a point or a concept. Raises InputError, which says who ``did`` it, if it is not one."""
    if isinstance(number, Integral) and not isinstance(number, bool) and 0 <= int(number) < count:
        return int(number)
    shown = number if type(number) is int else f"a {type(number).__name__}"
    raise InputError(f"{did} {shown}, but a {what} is an int in range({count})")


def foreign_vector(x: Any, dimension: int, did: str) -> Vector:
    """Return a vector in the dimension. Raises InputError, which says who ``did`` it, if it is not one."""
    if not _is_vector(x):
        wanted = f"a list or tuple of {dimension} ints and Fractions"
        raise InputError(f"{did} a value of type {type(x).__name__}, not {wanted}")
    try:
        found = vector(_entries(x, dimension, did))
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{did} a vector that is not one: {error}") from None
    if (type(x) is Vector and found != x) or any(index >= dimension for index, _ in found.entries):
        raise InputError(f"{did} a vector out of order, or outside dimension {dimension}")
    if not all(is_short(value) for _, value in found.entries):
        raise InputError(f"{did} a number of more than {MAX_DIGITS} digits")
    return found


def foreign_halfspace(target: Any, dimension: int, did: str) -> Target:
    """Return the target that a vector, a pair or a ``Target`` stands for. Raises InputError if it is none of these."""
    scale_squared: Any = 1
    if type(target) is Target:
        target, scale_squared = target.direction, target.scale_squared
    elif isinstance(target, tuple) and len(target) == 2 and _is_vector(target[0]):  # noqa: PLR2004 - a pair
        target, scale_squared = target
    direction = foreign_vector(target, dimension, did)
    if type(scale_squared) not in (int, Fraction) or not 0 < scale_squared < 10**MAX_DIGITS:
        raise InputError(f"{did} a target whose scale_squared is not a Fraction above 0")
    return Target(direction, Fraction(scale_squared))


def _is_vector(x: Any) -> bool:
    """Tell whether something could be a vector: ours, a list, a tuple, a mapping, or an array of one dimension."""
    return isinstance(x, Vector | list | tuple | Mapping) or getattr(x, "ndim", 0) == 1


def _entries(x: Any, dimension: int, did: str) -> list[tuple[Any, Any]]:
    if type(x) is Vector:
        return list(x.entries)
    if isinstance(x, Mapping):
        return [(index, _rational(value, did)) for index, value in x.items()]
    values = x if isinstance(x, list | tuple) else x.tolist()
    if len(values) != dimension:
        raise InputError(f"{did} {len(values)} coordinates, but the dimension is {dimension}")
    return [(index, _rational(value, did)) for index, value in enumerate(values)]


def _rational(value: Any, did: str) -> Rational:
    if type(value) in (int, Fraction):
        return value  # type: ignore[no-any-return]
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        raise InputError(f"{did} {value!r}, which is a float; exact numbers are ints and Fractions")
    raise InputError(f"{did} a {type(value).__name__} as a coordinate, not an int or a Fraction")
