"""The games that try learners on finite classes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, product
from random import Random

from adversary.grading.arena import Arena, finite_arena
from adversary.grading.games import Plan, greedy, passes, wrong_first
from learners.protocol import Label
from proofs.catalog import find_class
from proofs.concepts import ConceptClass, class_of_rows
from proofs.mistake_bounds import read_bound

SMALL = ("thresholds:1", "thresholds:3", "singletons:4", "intervals:4", "cube:2", "cube:3", "parities:2")
MIDDLE = (
    "thresholds:7", "thresholds:15", "singletons:9", "dictators:4", "intervals:7", "cube:5", "parities:3",
    "monotone-conjunctions:3", "decision-lists:2", "halfspaces:2", "projective-plane:2",
)  # fmt: skip
LARGE = ("thresholds:300", "singletons:150", "cube:9", "intervals:25", "halfspaces:3")


LONG_HAUL = ("thresholds:15", 1_500)
"""Class and rounds of a game in which points are shown again long after everything is learned."""

LAST_POSITIVE = 6


def halving_plans() -> Iterator[Plan]:
    """Yield games on classes of up to some 500 concepts."""
    arenas = halving_arenas()
    yield from plans_in([*arenas, *class_arenas(LARGE, "floor(log2(C))", [])])
    long = next(arena for arena in arenas if arena.name == LONG_HAUL[0])
    script: list[tuple[int, Label]] = [(point, 1 if point < LAST_POSITIVE else -1) for point in range(long.points)]
    yield Plan(long, partial(passes, script=script, rounds=LONG_HAUL[1], least=LONG_HAUL[1]), extra=True)


def halving_arenas() -> list[Arena]:
    """Return classes of up to some hundred concepts."""
    return class_arenas((*SMALL, *MIDDLE), "floor(log2(C))", random_classes())


def optimal_plans() -> Iterator[Plan]:
    """Yield games on classes whose Littlestone dimension is quickly known."""
    yield from plans_in(optimal_arenas())


def optimal_arenas() -> list[Arena]:
    """Return classes whose Littlestone dimension is quickly known."""
    more = [table for table in random_classes() if table.size <= 60]  # noqa: PLR2004 - solved at once
    return class_arenas((*SMALL, *MIDDLE, "intervals:11", "thresholds:60"), "L", more)


def consistent_plans() -> Iterator[Plan]:
    """Yield games in which points return."""
    for arena in consistent_arenas():
        yield from class_plans(arena, passes_without=3)


def consistent_arenas() -> list[Arena]:
    """Return classes for learners that only have to be consistent, in any number of mistakes."""
    return class_arenas((*SMALL, *MIDDLE), "T", random_classes())


def winnow_plans() -> Iterator[Plan]:
    """Yield games on disjunctions, points being shown as vectors of zeros and ones."""
    yield from plans_in(winnow_arenas())


def winnow_arenas() -> list[Arena]:
    """Return classes of disjunctions."""
    found = []
    for variables, relevant, points in ((4, 1, 16), (6, 1, 64), (6, 2, 64), (12, 2, 80), (40, 1, 80), (40, 3, 120)):
        bound = read_bound(f"2*{relevant}*log2({variables}) + 2")
        found.append(finite_arena(disjunctions(variables, relevant, points), bound, "dense"))
    return found


def class_arenas(names: tuple[str, ...], bound: str, more: Sequence[ConceptClass]) -> list[Arena]:
    """Return the arenas of named classes, and of others."""
    limit = read_bound(bound)
    return [finite_arena(table, limit) for table in (*map(find_class, names), *more)]


def plans_in(arenas: Sequence[Arena]) -> Iterator[Plan]:
    """Yield the games in some arenas."""
    for arena in arenas:
        for plan in class_plans(arena):
            yield replace(plan, extra=arena.name not in SMALL)


def class_plans(arena: Arena, *, passes_without: int = 1) -> Iterator[Plan]:
    """Yield games in an arena: adaptive ones, and the labels of some concepts, shown again and again."""
    random = Random(arena.name)  # noqa: S311 - reproducible, not secret
    rounds = 12 + 6 * arena.points if arena.points <= MANY_POINTS else 2 * arena.points
    for seed in range(2):
        yield Plan(arena, partial(greedy, random=Random(seed), rounds=rounds), peeks=True)  # noqa: S311 - likewise
    for concept in random.sample(range(len(arena.targets)), min(3, len(arena.targets))):
        script: list[tuple[int, Label]] = [
            (point, 1 if arena.targets[concept, point] > 0 else -1) for point in range(arena.points)
        ]
        random.shuffle(script)
        script = script[:MANY_POINTS]
        yield Plan(arena, partial(passes, script=script, rounds=rounds, least=passes_without))
        yield Plan(arena, partial(wrong_first, script=script, rounds=rounds), peeks=True)


MANY_POINTS = 40


@cache
def _random_class(concepts: int, points: int, seed: int) -> ConceptClass:
    random = Random(seed)  # noqa: S311 - reproducible, not secret
    rows = sorted({random.getrandbits(points) for _ in range(concepts)})
    return class_of_rows(f"random {len(rows)} on {points}", rows, [str(point + 1) for point in range(points)])


def random_classes() -> list[ConceptClass]:
    """Return random tables of several shapes, always the same."""
    shapes = ((1, 3), (2, 3), (3, 4), (5, 5), (11, 6), (30, 8), (60, 12), (200, 10), (400, 30))
    return [_random_class(concepts, points, seed) for seed, (concepts, points) in enumerate(shapes)]


def disjunctions(variables: int, relevant: int, points: int) -> ConceptClass:
    """Return the monotone disjunctions of so many variables, on all points or on some sparse ones."""
    random = Random(variables)  # noqa: S311 - reproducible, not secret
    if 2**variables <= points:
        chosen = list(product((0, 1), repeat=variables))
    else:
        density = 1 / (2 * relevant)
        chosen = list({tuple(int(random.random() < density) for _ in range(variables)) for _ in range(points)})
        chosen = sorted({*chosen, *[tuple(int(i == j) for j in range(variables)) for i in range(variables)]})
    rows, names = dict[int, str](), []
    for subset in combinations(range(variables), relevant):
        row = sum(1 << number for number, x in enumerate(chosen) if any(x[i] for i in subset))
        rows.setdefault(row, " ∨ ".join(f"x{i + 1}" for i in subset))
    names = ["".join(map(str, x)) for x in chosen]
    title = f"disjunctions of {relevant} of {variables} variables"
    return class_of_rows(title, list(rows), names, list(rows.values()), chosen)
