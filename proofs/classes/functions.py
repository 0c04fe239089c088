"""Concept classes from Python: functions on a finite domain."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from proofs.classes.concepts import ConceptClass, class_of_labels
from proofs.classes.family import MAX_CONCEPTS, MAX_LABELS, MAX_POINTS
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational

Function = Callable[[Any], int | bool | str]
"""A concept: it labels a point True or 1, or False or −1, or says ``"*"`` where it is undefined."""


def class_of_functions(
    name: str, functions: Mapping[str, Function] | Iterable[Function], domain: Iterable[Any]
) -> ConceptClass:
    """Make the class of some functions on the points of a finite domain.

    The name of a point is ``str(point)``. A mapping names the concepts. Functions without names keep the names of their
    definitions if these are all different; otherwise the concepts have no names. If each point is an ``int`` or a
    ``Fraction``, or all are tuples of these with equal length, the points are also vectors. If functions agree on the
    whole domain, the first is kept, with a note.

    Raises:
        InputError: there is no function or no point, the class exceeds the limits in ``catalog.py``, two points have
            the same name, or a function fails or returns something that is not a label.

    """
    points = list(islice(domain, MAX_POINTS + 1))  # the domain may be endless
    if len(points) > MAX_POINTS:
        raise InputError(f"{name}: the domain has more than {MAX_POINTS:,} points")
    point_names = [one_line(str(point)) for point in points]
    if len(set(point_names)) < len(points):
        twice = Counter(point_names).most_common(1)[0][0]
        raise InputError(f"{name}: two points of the domain are called {twice}; their names should be different")
    most = min(MAX_CONCEPTS, MAX_LABELS // max(len(points), 1))
    pairs = functions.items() if isinstance(functions, Mapping) else ((_own_name(f), f) for f in functions)
    concepts = list(islice(pairs, most + 1))
    if len(concepts) > most:
        raise InputError(f"{name}: there are more than {most:,} functions, the most for {len(points):,} points")
    labels = ([_label(name, concept, function, point) for point in points] for concept, function in concepts)
    names = [one_line(str(concept)) for concept, _ in concepts]
    distinct = len(set(names)) == len(names) and "" not in names
    return class_of_labels(name, labels, point_names, names if distinct else None, _vectors(points))


def _label(name: str, concept: str, function: Function, point: Any) -> int | str:
    where = f"{name}: {concept or 'a function'} on the point {one_line(str(point), 40)}"
    try:
        label: Any = function(point)
    except Exception as error:  # it is a user's code, and may raise anything
        raise InputError(f"{where} raised {type(error).__name__}: {error}") from error
    if isinstance(label, str) and label == "*":
        return label
    # A scalar of numpy is as good as Python's own.
    plain = label.item() if hasattr(label, "item") and getattr(label, "size", 0) == 1 else label
    if type(plain) is bool or (type(plain) is int and plain in (1, -1)):
        return 1 if plain == 1 else -1
    right = "a label is 1 or -1, or else True or False, or * for none"
    raise InputError(f"{where} returned {one_line(repr(label), 40)}; {right}")


def _own_name(function: Function) -> str:
    """Return the name that a function was defined with, if it is one of its own."""
    name = str(getattr(function, "__name__", ""))
    return "" if name == "<lambda>" else name


def _vectors(points: list[Any]) -> list[tuple[Rational, ...]] | None:
    """Return the points as vectors, if they all are such."""
    tuples = [point if isinstance(point, tuple) else (point,) for point in points]
    rational = all(type(value) in (int, Fraction) for vector in tuples for value in vector)
    same = len({(type(point) is tuple, len(vector)) for point, vector in zip(points, tuples, strict=True)}) == 1
    return tuples if rational and same and tuples[0] else None
