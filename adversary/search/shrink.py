"""Making a counterexample small: fewer rounds first, then fewer and simpler numbers, while it stays one.

In the end it is 1-minimal: without any one of its rounds it is a counterexample no more. How far this goes is limited
by rounds that are played, so that it leads to the same game on every machine, unless the caller's time runs out before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from adversary.search.counterexample import Counterexample, rounds_of
from adversary.search.spaces.simpler_points import all_simpler, digits, length, simpler
from learners.checks.venue import Rounds
from proofs.classes.concepts import class_of_rows
from proofs.exact.vectors import Vector, vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting


class Case(NamedTuple):
    """What is played: in which setting, the rounds that another learner is taught before, and the rounds."""

    setting: SearchSetting
    before: Rounds
    rounds: Rounds


Test = Callable[[Sequence[Case]], Counterexample | None]
"""Returns the first of these cases that is a counterexample, played afresh, or ``None``."""

READABLE = 80  # rounds of a game that somebody may read; the numbers of a longer one need not be simple

_Item = TypeVar("_Item")


def case_of(found: Counterexample) -> Case:
    """Return what has to be played to see a counterexample."""
    return Case(found.setting, found.before, rounds_of(found.rounds))


@dataclass
class Effort:
    """How many rounds may still be played, and how many games were tried."""

    left: int
    tries: int = 0


def shrink(found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
    """Yield ever smaller counterexamples; the last one says whether it is 1-minimal.

    ``test`` takes what it plays from ``effort``. The steps are large ones, so that where the caller has to stop in the
    middle, what is left seldom depends on when.
    """
    found = _fewer_points(found, test, effort)
    for found in _fewer_rounds(found, test, effort):  # noqa: B020 - the last is what the next step begins with
        yield found
    enough = effort.left // 2  # the rest is for finding out whether a round can still be dropped
    changed = True
    while changed and effort.left > enough:
        changed = False
        points = (_simpler_together, _simpler_points)  # the first keeps how unit points lie to each other
        if isinstance(found.setting, Halfspaces) and not found.setting.unit_norm:
            points = points[::-1]
        steps = (_fewer_before, _smaller_class, _fewer_coordinates, *points)
        for simplify in steps if len(found.rounds) <= READABLE else steps[:1]:
            if better := simplify(found, test, effort):
                found, changed = better, True
        if changed:
            for found in _fewer_rounds(found, test, effort):  # noqa: B020 - as above
                yield found


def _fewer_points(found: Counterexample, test: Test, effort: Effort) -> Counterexample:
    """Drop all rounds that are right, and then all rounds of a point, as long as that is a counterexample."""
    case = case_of(found)
    wrong = tuple([round_ for round_, entry in zip(case.rounds, found.rounds, strict=True) if entry.wrong])
    if 0 < len(wrong) < len(case.rounds):
        found = test([case._replace(rounds=wrong)]) or found
    points = list(dict.fromkeys(x for x, _ in case_of(found).rounds))
    size = len(points) // 2
    while size and effort.left > 0:
        case = case_of(found)
        kept = [{*left} for left in _without(points, size) if left]
        cases = [case._replace(rounds=tuple([entry for entry in case.rounds if entry[0] in left])) for left in kept]
        if better := test(cases):
            found = better
            points = list(dict.fromkeys(x for x, _ in case_of(found).rounds))
            size = min(size, len(points) // 2)
        else:
            size //= 2
    return found


def _fewer_rounds(found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
    """Drop rounds, many at a time and then one by one; yield what is left each time that no more can be dropped."""
    size = max(len(found.rounds) // 2, 1)
    while effort.left > 0:
        case = case_of(found)
        if better := test([case._replace(rounds=left) for left in _without(case.rounds, size)]):
            found = better
            size = max(min(size, len(found.rounds) // 2), 1)
            continue
        yield replace(found, minimal=size == 1 and effort.left > 0)  # else not every round was tried
        if size == 1:
            return
        size = (size + 1) // 2
    yield replace(found, minimal=False)


def _without(items: Sequence[_Item], size: int) -> Iterator[tuple[_Item, ...]]:
    """Yield the items without each stretch of so many."""
    for start in range(0, len(items), size):
        yield (*items[:start], *items[start + size :])


def _fewer_before(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    case = case_of(found)
    few = [case._replace(before=case.before[-many:]) for many in (1, 2, 3, 4, 5, 6, 8, 16) if many < len(case.before)]
    if few and (better := test(few)):
        found = better  # to leave out halves would take long, and may lead elsewhere
    best, size = better if few else None, len(found.before)
    while size and effort.left > 0:
        case = case_of(best or found)
        if better := test([case._replace(before=left) for left in _without(case.before, size)]):
            best, size = better, min(size, len(better.before))
        else:
            size //= 2
    return best


def _smaller_class(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    """Drop concepts, and points that are not shown: what is too much on a part of the class is easier to see."""
    if not isinstance(found.setting, Finite) or found.setting.concept_class.vectors:
        return None
    best, size = None, _finite(found).concept_class.size // 2
    while size and effort.left > 0:
        case, setting = case_of(best or found), _finite(best or found)
        numbers = range(setting.concept_class.size)
        parts = [_part(setting, kept) for kept in _without(numbers, size) if kept]
        if better := test([case._replace(setting=part) for part in parts]):
            best, size = better, min(size, _finite(better).concept_class.size // 2)
        else:
            size //= 2
    fewer = _shown_points_only(best or found)
    return (test([fewer]) if fewer else None) or best


def _finite(found: Counterexample) -> Finite:
    assert isinstance(found.setting, Finite)  # noqa: S101 - the caller has asked
    return found.setting


def _part(setting: Finite, concepts: Sequence[int]) -> Finite:
    """Return the setting with a class that has only these concepts."""
    table = setting.concept_class
    names = [table.concept_names[concept] for concept in concepts] if table.concept_names else None
    rows = [table.rows[concept] for concept in concepts]
    return replace(setting, concept_class=class_of_rows(_part_name(table.name), rows, table.point_names, names))


def _part_name(name: str) -> str:
    return name if name.startswith("part of ") else f"part of {name}"


def _shown_points_only(found: Counterexample) -> Case | None:
    """Return the case without the points that are never shown, if there are any and all concepts stay different."""
    case, setting = case_of(found), _finite(found)
    table = setting.concept_class
    shown = sorted({x for x, _ in (*case.rounds, *case.before) if isinstance(x, int)})
    rows = [sum((row >> x & 1) << place for place, x in enumerate(shown)) for row in table.rows]
    if len(shown) == table.points or len(set(rows)) < len(rows):  # a class has no concept twice
        return None
    names = [table.point_names[x] for x in shown]
    smaller = class_of_rows(_part_name(table.name), rows, names, table.concept_names)
    return _moved(case, replace(setting, concept_class=smaller), shown.index)


def _fewer_coordinates(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:  # noqa: ARG001
    """Leave out coordinates that are 0 in every point, and so dimensions."""
    if not isinstance(found.setting, Halfspaces):
        return None
    case = case_of(found)
    used = sorted({i for x, _ in (*case.rounds, *case.before) if isinstance(x, Vector) for i, _ in x.entries})
    if len(used) == found.setting.dimension or not used:
        return None
    setting = replace(found.setting, dimension=len(used))
    return test([_moved(case, setting, lambda x: vector((used.index(i), v) for i, v in x.entries))])


def _moved(case: Case, setting: SearchSetting, place: Callable[[Any], Point]) -> Case:
    """Return the case in another setting, where every point has another place."""
    return Case(setting, *(tuple((place(x), y) for x, y in rounds) for rounds in (case.before, case.rounds)))


def _simpler_together(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    """Round or scale all points alike: what depends on how they lie to each other may not stand one point's change."""
    if not isinstance(found.setting, Halfspaces) or effort.left <= 0:
        return None
    case, space = case_of(found), found.setting
    points = list(dict.fromkeys(x for x, _ in (*case.before, *case.rounds) if isinstance(x, Vector)))
    now, moves = sum(map(digits, points)), list[dict[Point, Point]]()
    for changed in all_simpler(points, space):
        if sum(map(digits, changed)) < now:
            moves.append(dict(zip(points, changed, strict=True)))
    moves.sort(key=lambda move: sum(digits(x) for x in move.values() if isinstance(x, Vector)))
    return test([_moved(case, space, move.__getitem__) for move in moves]) if moves else None


def _simpler_points(found: Counterexample, test: Test, effort: Effort) -> Counterexample | None:
    """Put simpler points in the place of each, in all its rounds."""
    if not isinstance(found.setting, Halfspaces):
        return None
    best, space = None, found.setting
    shown = dict.fromkeys(x for x, _ in case_of(found).rounds if isinstance(x, Vector))
    points = sorted(shown, key=length, reverse=True)  # of equally long ones the one shown first, in every process
    for point in points:
        if effort.left <= 0:
            break
        case = case_of(found)
        others = [x for x in simpler(point, space) if length(x) < length(point)]
        cases = [case._replace(rounds=tuple((new if x == point else x, y) for x, y in case.rounds)) for new in others]
        if cases and (better := test(cases)):
            best = found = better
    return best
