"""The games that try learners on finite classes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial, reduce
from itertools import combinations, product
from operator import or_
from random import Random

from adversary.search.games.game import Asking, Game, Trial, greedy, passes, repeat_until_correct, seeded, wrong_first
from adversary.search.spaces.classes import ClassSpace, class_space
from adversary.search.spaces.space import LABELS, Script
from learners.protocol import Label, opposite
from proofs.atlas.bitsets import concept_class
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.mistake_bounds import Bound, read_bound

SMALL_CLASSES = ("thresholds:1", "thresholds:3", "singletons:4", "intervals:4", "cube:2", "cube:3", "parities:2")
MIDDLE_CLASSES = (
    "thresholds:7", "thresholds:15", "singletons:9", "dictators:4", "intervals:7", "cube:5", "parities:3",
    "monotone-conjunctions:3", "decision-lists:2", "halfspaces:2", "projective-plane:2",
)  # fmt: skip

EXTREMAL = {
    3: (0x3,),
    4: (0x1BD8, 0x117, 0x11E, 0x1BF, 0x27F, 0x3DB, 0x11B),
    5: (0x101BF, 0xF336C, 0x3586428),
}
"""Classes by their points and atlas numbers. They tell apart all pairs of quantities that any class in the atlas does.

The quantities are those of the atlas, ⌊log₂|C|⌋, and the mistakes of Halving with negative and with positive ties. If
one of them is above another on some class on up to 4 points, or else on 5, then it is on one of these. They were found
by computing all quantities of all classes, and taking in turn a class that tells most of the other pairs apart; those
on 5 points are the smallest that do so. Without any of them, a pair is missing.
"""

# A learner may compute the Littlestone dimension of each version space on the way, in plain Python: about n²/2 of
# them for n thresholds, 2^n for n singletons, 3^n for a cube of n points. At these sizes that takes 0.4 s or less.
LARGE_CLASSES = ("thresholds:40", "singletons:12", "intervals:10", "halfspaces:3")
BLOCKS, BITS = 3, 7  # of the largest class: see ``_blocks``
MAX_SEARCHED = 32  # concepts of classes on which every game of a search asks a new learner

# Concepts and points of the random classes.
RANDOM_SHAPES = ((1, 3), (2, 3), (3, 4), (5, 5), (11, 6), (30, 8), (40, 10), (130, 8), (100, 9))
MAX_SOLVED = 60  # concepts of random classes whose Littlestone dimension is computed at once

# Class, rounds and target of a game in which points are shown again long after everything is learned.
LONG_CLASS, LONG_ROUNDS, LAST_POSITIVE = "thresholds:15", 1_500, 6

# Of disjunctions: variables, how many of them are relevant, and about how many points there are.
DISJUNCTIONS = ((4, 1, 16), (6, 1, 64), (6, 2, 64), (12, 2, 80), (40, 1, 80), (40, 3, 120))
MONOTONE_SIZES, GENERAL_SIZES = (1, 2, 3, 4, 5, 6), (1, 2, 3, 4)  # variables of conjunctions
STRETCHES = (20, 40)  # numbers of variables of the games in which points grow and shrink
STEP = 6  # stretches begin at the multiples of this, so that there are not too many points
MANY_ROUNDS = 200
OFTEN = 8  # rounds with one point, after which a weight that is doubled in each is above the threshold by itself

MANY_POINTS = 40
MAX_ASKED = 400  # predictions that are asked for to try a learner in many version spaces


ClassGame = Game[ClassSpace]

HALVING = read_bound("floor(log2(|C|))")
"""The bound of Halving."""


def usual_spaces(bound: Bound, lies: int = 0) -> list[ClassSpace]:
    """Return the search spaces of classes of up to some hundred concepts: named ones, and random tables."""
    return class_spaces((*SMALL_CLASSES, *MIDDLE_CLASSES), bound, random_classes(), lies)


def extremal_spaces(bound: Bound, lies: int = 0) -> list[ClassSpace]:
    """Return the search spaces of ``EXTREMAL``: on most classes a learner may keep a bound that is not true of it."""
    classes = [concept_class(number, points) for points, numbers in EXTREMAL.items() for number in numbers]
    return class_spaces((), bound, classes, lies)


def class_spaces(
    names: tuple[str, ...], bound: Bound, more: Sequence[ConceptClass] = (), lies: int = 0
) -> list[ClassSpace]:
    """Return the spaces of named classes, and of others, in games with at most so many lies."""
    return [class_space(table, bound, lies=lies) for table in (*map(find_class, names), *more)]


def searched(spaces: Sequence[ClassSpace]) -> list[ClassSpace]:
    """Return the spaces of classes that are small enough for a search."""
    return [space for space in spaces if space.table.size <= MAX_SEARCHED]


halving_spaces = partial(usual_spaces, HALVING)
consistent_spaces = partial(usual_spaces, read_bound("T"))  # where learners may make any number of mistakes


def optimal_spaces() -> list[ClassSpace]:
    """Return the spaces of classes whose Littlestone dimension is quickly computed."""
    more = [table for table in random_classes() if table.size <= MAX_SOLVED]
    return class_spaces(
        (*SMALL_CLASSES, *MIDDLE_CLASSES, "intervals:5", "intervals:11", "thresholds:60"), read_bound("L"), more
    )


def winnow_spaces(shapes: Sequence[tuple[int, int, int]] = DISJUNCTIONS, variant: int = 1) -> list[ClassSpace]:
    """Return classes of disjunctions, points being shown as vectors of zeros and ones.

    For Winnow2 no number of variables is a power of 2: then it is all one whether its threshold itself counts.
    """
    if variant == 1:
        return [_winnow_space(*shape[:2], _cube(*shape)) for shape in shapes]
    shapes = [(variables + (variables.bit_count() == 1), relevant, points) for variables, relevant, points in shapes]
    return [_winnow_space(*shape[:2], _cube(*shape), variant) for shape in shapes]


def halving_games(seed: int = 0) -> Iterator[ClassGame]:
    """Yield games on classes of up to some 400 concepts."""
    yield from games_in([*halving_spaces(), *class_spaces(LARGE_CLASSES, HALVING)], seed)
    [blocks, long] = class_spaces((), HALVING, [_blocks(), find_class(LONG_CLASS)])
    yield replace(next(class_games(blocks, seed)), extra=True)
    script: Script = [(point, 1 if point < LAST_POSITIVE else -1) for point in range(long.points)]
    yield Game(long, partial(passes, script=script, rounds=LONG_ROUNDS, least=LONG_ROUNDS), extra=True)


def consistent_games(seed: int = 0) -> Iterator[ClassGame]:
    """Yield games in which points return."""
    for space in consistent_spaces():
        yield from class_games(space, seed, passes_without=3)


def winnow_games(seed: int = 0, variant: int = 1) -> Iterator[ClassGame]:
    """Yield games on disjunctions."""
    spaces = winnow_spaces(variant=variant)
    yield from games_in(spaces, seed)
    for space in spaces:
        yield Game(space, partial(repeat_until_correct, script=_one_by_one(space), rounds=MANY_ROUNDS))
        if script := _against_doubling_when_right(space):
            yield Game(space, partial(passes, script=script, rounds=MANY_ROUNDS, least=1))
    for variables in STRETCHES:
        space = _winnow_space(variables, 1, _stretches(variables), variant)
        for first in LABELS:
            yield Game(space, partial(stretch, first=first, rounds=MANY_ROUNDS), peeks=True)


def games_in(spaces: Sequence[ClassSpace], seed: int) -> Iterator[ClassGame]:
    """Yield the games in some spaces."""
    for space in spaces:
        for game in class_games(space, seed):
            yield replace(game, extra=space.name not in SMALL_CLASSES)


def class_games(space: ClassSpace, seed: int, *, passes_without: int = 1) -> Iterator[ClassGame]:
    """Yield games in a search space: adaptive ones, and the labels of some concepts, shown again and again.

    Where labels may be lies, some games begin with these, and are true from then on.
    """
    random = seeded(seed, space.name)
    rounds = (12 + 6 * space.points if space.points <= MANY_POINTS else 2 * space.points) + 4 * space.setting.lies
    for number in range(3 if space.forcing else 2):
        yield Game(space, partial(greedy, random=seeded(seed, "greedy", number), rounds=rounds), peeks=True)
    if space.forcing or (space.name in SMALL_CLASSES and space.allowed is not None):
        yield Game(space, every_space, peeks=True)
    for concept in random.sample(range(len(space.targets)), min(3, len(space.targets))):
        order = list(range(space.points))
        random.shuffle(order)
        script = space.labels_of(concept, order[:MANY_POINTS])
        yield Game(space, partial(passes, script=script, rounds=rounds, least=passes_without))
        if space.setting.lies:
            lied = [(number, opposite(label)) for number, label in script[: space.setting.lies]]
            yield Game(space, partial(lies_first, lies=lied, script=script, rounds=rounds), peeks=True)
        yield Game(space, partial(wrong_first, script=script, rounds=rounds), peeks=True)


def lies_first(trial: Trial[ClassSpace], lies: Script, script: Script, rounds: int) -> Asking[None]:
    """Tell these lies first, and then true labels of points that the learner gets wrong, while there are any."""
    for number, label in lies:
        yield from trial.round(number, label)
    yield from wrong_first(trial, script, rounds)


def every_space(trial: Trial[ClassSpace]) -> Asking[None]:
    """Try the learner in each version space, the largest first, and continue from the most promising one.

    Each is reached in one way, that with most mistakes. If ``forcing``, a space that leaves fewer than L
    mistakes in all is passed over; one that leaves more than L is as good as a violation, for they can be forced. A
    learner that looks at its version space alone has so been tried in all games that matter, as far as
    ``MAX_ASKED`` predictions go. Where labels may be lies, a space is as large as its concepts and their lies.
    """
    universe, points, worth = trial.space.universe, trial.space.points, trial.space.worth
    whole = universe.everything
    least = worth(whole) if trial.space.forcing else 0
    best: dict[int, tuple[int, tuple[tuple[int, Label], ...]]] = {whole: (0, ())}
    largest = universe.size * (universe.lies + 1)
    waiting, asked = {largest: [whole]}, 0
    for size in range(largest, 1, -1):
        for space in waiting.pop(size, []):
            mistakes, rounds = best[space]
            asked += len(rounds) + points
            if asked > MAX_ASKED or trial.over:
                break
            yield from trial.restart(rounds)
            for (point, predicted), label in product(enumerate((yield from trial.peek())), LABELS):
                after = universe.after(space, point, label)
                game = mistakes + (predicted != label), (*rounds, (point, label))
                if after in (0, space) or game[0] + worth(after) < least or game <= best.get(after, (-1, ())):
                    continue
                if after not in best:
                    waiting.setdefault(universe.labels_left(after), []).append(after)
                best[after] = game
    if not trial.over:
        _, rounds = max((mistakes + worth(space), rounds) for space, (mistakes, rounds) in best.items())
        yield from trial.restart(rounds)
        yield from greedy(trial, Random(0), points)  # noqa: S311 - reproducible, not secret


def stretch(trial: Trial[ClassSpace], first: Label, rounds: int) -> Asking[None]:
    """Show a point with the most variables on which the learner says −1, or the fewest on which it says +1.

    The first variable is the one that counts; the others are added, or left out, in turn. ``first`` is the label that
    is preferred where a mistake can be had with either.
    """
    vectors, turn = trial.space.table.vectors or (), 0
    numbers = {x: number for number, x in enumerate(vectors)}
    others = len(vectors[0]) - 1

    def wrong(label: Label) -> Asking[tuple[int, int] | None]:
        """Return the last point, in that order, before one with the right answer; and how many others it has."""
        last = None
        for size in range(others + 1) if label == 1 else range(others, 0, -1):
            chosen = {(turn + step) % others for step in range(size)}
            number = numbers[int(label == 1), *[int(index in chosen) for index in range(others)]]
            if (yield from trial.peek([number])) == [label]:
                break
            last = number, size
        return last

    while trial.lasts(rounds):
        for label in (first, opposite(first)):
            if move := (yield from wrong(label)):
                number, size = move
                yield from trial.round(number, label)
                turn = (turn + size) % others // STEP * STEP
                break
        else:
            return


@cache
def _random_class(concepts: int, points: int, seed: int) -> ConceptClass:
    random = Random(seed)  # noqa: S311 - reproducible, not secret
    rows = sorted({random.getrandbits(points) for _ in range(concepts)})
    return class_of_rows(f"random {len(rows)} on {points}", rows, [str(point + 1) for point in range(points)])


def _blocks() -> ConceptClass:
    """Return a class of several blocks of concepts: a point for each block but the last, and points that halve each.

    Where counts of concepts are rounded or cut off, the points of the blocks seem to split the class evenly.
    """
    rows = [(bits << BLOCKS - 1) | (1 << block) >> 1 for block in range(BLOCKS) for bits in range(1 << BITS)]
    title = f"{BLOCKS} blocks of {1 << BITS} concepts"
    return class_of_rows(title, rows, [str(point + 1) for point in range(BLOCKS - 1 + BITS)])


def random_classes() -> list[ConceptClass]:
    """Return random tables of several shapes, always the same."""
    return [_random_class(*shape, seed) for seed, shape in enumerate(RANDOM_SHAPES)]


def _winnow_space(variables: int, relevant: int, points: Sequence[tuple[int, ...]], variant: int = 1) -> ClassSpace:
    """Return the monotone disjunctions of so many variables, on some points, with the bound of Winnow1 or Winnow2."""
    rows = dict[int, str]()
    positive = [sum(1 << number for number, x in enumerate(points) if x[i]) for i in range(variables)]
    for subset in combinations(range(variables), relevant):
        row = reduce(or_, [positive[i] for i in subset])
        rows.setdefault(row, " ∨ ".join(f"x{i + 1}" for i in subset))
    title, names = f"disjunctions of {relevant} of {variables} variables", ["".join(map(str, x)) for x in points]
    table = class_of_rows(title, list(rows), names, list(rows.values()), points)
    bounds = {1: f"2*{relevant}*log2({variables}) + 2", 2: f"3*{relevant}*ceil(log2({variables})) + 1"}
    return class_space(table, read_bound(bounds[variant]), "dense")


def conjunction_spaces(*, monotone: bool = False) -> list[ClassSpace]:
    """Return classes of conjunctions on {0,1}ⁿ, points being shown as vectors, with the bound n + 1."""
    family, sizes = ("monotone-conjunctions", MONOTONE_SIZES) if monotone else ("conjunctions", GENERAL_SIZES)
    return [class_space(find_class(f"{family}:{n}"), read_bound(f"{n} + 1"), "dense") for n in sizes]


def _one_by_one(space: ClassSpace) -> Script:
    """Return the points with a single variable, those of the first concept first."""
    units = [point for point, x in enumerate(space.table.vectors or ()) if sum(x) == 1]
    return sorted(space.labels_of(0, units), key=lambda entry: -entry[1])


def _against_doubling_when_right(space: ClassSpace) -> Script:
    """Return a script that breaks a learner which doubles weights also when it is right, or [].

    It shows the first concept's longest point many times, and then the points with a single variable: the learner is
    wrong about each variable of the long point. In most spaces these are no more mistakes than are allowed.
    """
    units, vectors = _one_by_one(space), space.table.vectors or ()
    longest = max(space.labels_of(0, range(space.points)), key=lambda entry: (entry[1], sum(vectors[entry[0]])))
    return [*[longest] * OFTEN, *units] if sum(vectors[longest[0]]) > (space.allowed or 0) + 1 else []


def _cube(variables: int, relevant: int, points: int) -> list[tuple[int, ...]]:
    """Return all points, if there are no more than so many, or else some sparse ones."""
    if 2**variables <= points:
        return list(product((0, 1), repeat=variables))
    random = Random(variables)  # noqa: S311 - reproducible, not secret
    density = 1 / (2 * relevant)
    chosen = {tuple(int(random.random() < density) for _ in range(variables)) for _ in range(points)}
    return sorted({*chosen, *[tuple(int(i == j) for j in range(variables)) for i in range(variables)]})


def _stretches(variables: int) -> list[tuple[int, ...]]:
    """Return the points that have some stretch of the variables after the first, taken as a circle; and with the first.

    A stretch begins at a multiple of ``STEP``.
    """
    others = variables - 1
    return sorted(
        {
            (first, *[int((index - start) % others < size) for index in range(others)])
            for size in range(variables)
            for start in range(0, others, STEP)
            for first in (0, 1)
        }
    )
