"""Making a counterexample small: fewer rounds first, then fewer and simpler numbers, while it stays one.

In the end it is 1-minimal: without any one of its rounds it is a counterexample no more. How far this goes is limited
by rounds that are played, so that it leads to the same game on every machine, unless the caller's time runs out before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from adversary.search.counterexample import Counterexample, rounds_of
from adversary.search.pools import unit
from learners.checks.venue import Rounds
from proofs.classes.concepts import class_of_rows
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Finite, Halfspaces, Setting

Case = tuple[Setting, Rounds, Rounds]
"""A setting, the rounds that another learner is taught before, and the rounds."""

Test = Callable[[Sequence[Case]], Counterexample | None]
"""Returns the first of these cases that is a counterexample, played afresh, or ``None``."""

READABLE = 80
"""Rounds of a game that somebody may read; the numbers of a longer one need not be simple."""

_Item = TypeVar("_Item")


def case_of(found: Counterexample) -> Case:
    """Return what has to be played to see a counterexample."""
    before: Rounds = tuple((x, 1 if label == 1 else -1) for x, label in found.before)
    return found.setting, before, rounds_of(found.rounds)


@dataclass
class Effort:
    """How many rounds may still be played."""

    left: int


def shrink(found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
    """Yield ever smaller counterexamples; the last one says whether it is 1-minimal.

    ``test`` takes what it plays from ``effort``. The steps are large ones, so that where the caller has to stop in the
    middle, what is left seldom depends on when.
    """
    for found in _fewer_rounds(found, test, effort):  # noqa: B020, PLR1704 - the last is what the next step begins with
        yield found
    enough = effort.left // 2  # the rest is for finding out whether a round can still be dropped
    simpler = True
    while simpler and effort.left > enough:
        simpler = False
        steps = (_fewer_before, _smaller_class, _fewer_coordinates, _simpler_points)
        for simplify in steps if len(found.rounds) <= READABLE else steps[:1]:
            better = simplify(found, test, effort)
            if better is not None:
                found, simpler = better, True
        if simpler:
            for found in _fewer_rounds(found, test, effort):  # noqa: B020 - as above
                yield found


def _fewer_rounds(found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
    """Drop rounds, many at a time and then one by one; yield what is left each time that no more can be dropped."""
    size = max(len(found.rounds) // 2, 1)
    while effort.left > 0:
        setting, before, rounds = case_of(found)
        better = test([(setting, before, left) for left in _without(rounds, size)])
        if better is not None:
            found = better
            size = max(min(size, len(found.rounds) // 2), 1)
            continue
        yield replace(found, minimal=size == 1 and effort.left > 0)  # else not every round was tried
        if size == 1:
            return
        size = (size + 1) // 2
    yield replace(found, minimal=False)


def _without(items: tuple[_Item, ...], size: int) -> Iterator[tuple[_Item, ...]]:
    """Yield the items without each stretch of so many."""
    for start in range(0, len(items), size):
        yield items[:start] + items[start + size :]


def _fewer_before(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    size, best = len(found.before), None
    while size and effort.left > 0:
        setting, before, rounds = case_of(found)
        better = test([(setting, left, rounds) for left in _without(before, size)])
        if better is not None:
            best = found = better
            size = min(size, len(found.before))
        else:
            size //= 2
    return best


def _smaller_class(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    """Drop concepts, and points that are not shown: what is too much on a part of the class is easier to see."""
    if not isinstance(found.setting, Finite) or found.setting.concept_class.vectors:
        return None
    best = None
    size = found.setting.concept_class.size // 2
    while size and effort.left > 0:
        setting, before, rounds = case_of(found)
        assert isinstance(setting, Finite)  # noqa: S101 - as above
        table = setting.concept_class
        kept = [numbers for numbers in _without(tuple(range(table.size)), size) if numbers]
        better = test([(_part(setting, numbers), before, rounds) for numbers in kept])
        if better is not None:
            best = found = better
            assert isinstance(found.setting, Finite)  # noqa: S101 - likewise
            size = min(size, found.setting.concept_class.size // 2)
        else:
            size //= 2
    fewer = _shown_points_only(found)
    return (test([fewer]) if fewer else None) or best


def _part(setting: Finite, concepts: Sequence[int]) -> Finite:
    """Return the class that has only these concepts."""
    table = setting.concept_class
    names = [table.concept_names[concept] for concept in concepts] if table.concept_names else None
    rows = [table.rows[concept] for concept in concepts]
    return Finite(class_of_rows(_part_name(table.name), rows, table.point_names, names))


def _part_name(name: str) -> str:
    return name if name.startswith("part of ") else f"part of {name}"


def _shown_points_only(found: Counterexample) -> Case | None:
    """Return the case without the points that are never shown, if there are any and all concepts stay different."""
    setting, before, rounds = case_of(found)
    assert isinstance(setting, Finite)  # noqa: S101 - the caller has asked
    table = setting.concept_class
    shown = sorted({x for x, _ in (*rounds, *before) if isinstance(x, int)})
    if len(shown) == table.points:
        return None
    rows = [sum((row >> x & 1) << place for place, x in enumerate(shown)) for row in table.rows]
    if len(set(rows)) < len(rows):
        return None  # a class has no concept twice
    places = {x: place for place, x in enumerate(shown)}
    smaller = class_of_rows(_part_name(table.name), rows, [table.point_names[x] for x in shown], table.concept_names)
    return Finite(smaller), _renamed(before, places), _renamed(rounds, places)


def _renamed(rounds: Rounds, places: dict[int, int]) -> Rounds:
    return tuple((places[x], label) for x, label in rounds if isinstance(x, int))


def _fewer_coordinates(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:  # noqa: ARG001
    """Leave out coordinates that are 0 in every point, and so dimensions."""
    if not isinstance(found.setting, Halfspaces):
        return None
    _, before, rounds = case_of(found)
    used = sorted({i for x, _ in (*rounds, *before) if isinstance(x, Vector) for i, _ in x.entries})
    if len(used) == found.setting.dimension or not used:
        return None
    places = {index: place for place, index in enumerate(used)}

    def moved(game: Rounds) -> Rounds:
        return tuple((vector((places[i], v) for i, v in x.entries), y) for x, y in game if isinstance(x, Vector))

    return test([(replace(found.setting, dimension=len(used)), moved(before), moved(rounds))])


def _simpler_points(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    """Put simpler points in the place of each, in all its rounds."""
    if not isinstance(found.setting, Halfspaces):
        return None
    best, space = None, found.setting
    points = sorted({x for x, _ in case_of(found)[2] if isinstance(x, Vector)}, key=_length, reverse=True)
    for point in points:
        if effort.left <= 0:
            break
        setting, before, rounds = case_of(found)
        others = [x for x in _simpler(point, space) if _length(x) < _length(point)]
        cases = [(setting, before, tuple((new if x == point else x, y) for x, y in rounds)) for new in others]
        better = test(cases) if cases else None
        if better is not None:
            best = found = better
    return best


def _simpler(point: Vector, setting: Halfspaces) -> Iterator[Vector]:  # noqa: C901 - one idea after the other
    """Yield points that are easier to read: multiples of axes, shorter fractions, fewer coordinates."""
    if not point.entries:
        return
    entries: list[tuple[int, Fraction]] = [(index, Fraction(value)) for index, value in point.entries]
    entries.sort(key=lambda entry: abs(entry[1]), reverse=True)
    largest = abs(entries[0][1])
    for index, value in entries:
        yield vector({index: 1 if value > 0 else -1})
    if setting.unit_norm:
        for a, b, c in ((3, 4, 5), (4, 3, 5)):
            (i, v), (j, w) = [*entries, (0, Fraction(1)), (1, Fraction(1))][:2]
            if i != j:
                yield vector({i: Fraction(a if v > 0 else -a, c), j: Fraction(b if w > 0 else -b, c)})
        floats = [0.0] * setting.dimension
        for index, value in entries:
            floats[index] = float(value)
        for fineness in (1, 2, 4, 8, 16, 64, 256, 1024):
            yield unit(floats, fineness)
        return
    for limit in (1, 2, 3, 5):
        for length in (largest, Fraction(1)):
            yield vector([(index, (value / length).limit_denominator(limit)) for index, value in entries])
    for left in range(len(entries)):
        yield vector(entries[:left] + entries[left + 1 :])


def _length(point: Vector) -> tuple[int, int]:
    """Return how much there is to read: characters, and then the number of coordinates."""

    def digits(value: Rational) -> int:
        return len(str(value)) if value not in (1, -1) else 1

    return sum(digits(value) for _, value in point.entries), len(point.entries)
