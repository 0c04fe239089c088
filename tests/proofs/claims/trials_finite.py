"""What would contradict theorems about kernels, about Halving and about networks.

Each function takes a candidate, and returns whether it contradicts the theorem.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

from trial_samples import UNIT

from proofs.claims.candidates import Example, FiniteClass, KernelSample, add, dot, sign
from proofs.claims.perceptron import until_right
from proofs.claims.predicates.dual import Matrix, realized, scores, symmetric
from proofs.claims.predicates.halving import expectation, majority, of_last
from proofs.claims.predicates.networks import Case, cube, doubled
from proofs.classes.catalog import find_class
from proofs.exact.rationals import Rational

# -------------------------------------------------------------------------------------------------------------- kernels


def semidefinite(matrix: Matrix) -> bool:
    """Return whether a symmetric matrix is positive semidefinite: Schur complements, exactly."""
    if not matrix:
        return True
    (pivot, *row), rest = matrix[0], matrix[1:]
    if pivot <= 0:
        return pivot == 0 and not any(row) and semidefinite(tuple([r[1:] for r in rest]))
    return semidefinite(tuple([add(r[1:], tuple(row), Fraction(-r[0]) / pivot) for r in rest]))


def exceeds_kernel_bound(case: KernelSample) -> bool:
    """Test that passes over the points make at most R²B²/γ² mistakes in all, if K is semidefinite, and then end."""
    if not symmetric(case.matrix) or not semidefinite(case.matrix) or not realized(case):
        return False
    longest, values = max([row[i] for i, row in enumerate(case.matrix)]), scores(case)
    bound = longest * dot(case.target or (), values) / min([Fraction(value) ** 2 for value in values])
    return errors_until_right(case, bound) is None


def errors_until_right(case: KernelSample, most: Rational) -> int | None:
    """Return the mistakes that are made until a pass has none, or ``None`` once there are more than ``most``."""
    columns = tuple(zip(*case.matrix, strict=True))
    counts, made, before = [0] * len(columns), 0, -1
    while made > before:
        before = made
        for i, label in enumerate(case.labels):
            if sign(dot(tuple(counts), columns[i]), 1) != label:
                counts[i] += label
                made += 1
                if made > most:
                    return None
    return made


def kernel_samples() -> Iterator[KernelSample]:
    """Yield points under small 2×2 kernels, and points of the plane under four kernels, labeled by small targets."""
    kernels = (lambda s: s, lambda s: s**2, lambda s: (s + 1) ** 2, lambda s: s**2 + s)
    matrices: list[Matrix] = [((d, k), (k, e)) for d, e in product((1, 2), repeat=2) for k in (0, 1, -1)]
    for kernel, (x, z) in product(kernels, product(UNIT[2][1:5], repeat=2)):
        points = (UNIT[2][0], x, z)
        matrices.append(tuple([tuple([kernel(dot(p, q)) for q in points]) for p in points]))
    for matrix in matrices:
        for target in product((1, -1), repeat=len(matrix)):
            values = scores(KernelSample(matrix, target=target))
            if all(values):
                yield KernelSample(matrix, tuple([sign(value, 1) for value in values]), target)


# --------------------------------------------------------------------------------------- Halving and Randomized Halving


def removes_less_than_half(one: FiniteClass) -> bool:
    """Test that a mistake in the first round removes at least half of the class, whichever way ties go."""
    votes = [pair for tie in "+-" for pair in enumerate(majority(one.concepts, tie))]
    return any(2 * sum(text[point] == vote for text in one.concepts) < len(one.concepts) for point, vote in votes)


def votes_for_a_concept(one: FiniteClass) -> bool:
    """Test that, for some way in which all ties go, the majority of all concepts is none of them."""
    return {majority(one.concepts, tie) for tie in "+-"} <= {*one.concepts}


def exceeds_ln(one: FiniteClass) -> bool:
    """Test that Randomized Halving is expected to make at most ln|C| mistakes."""
    from flint import arb, fmpq

    value = Fraction(expectation(one))
    return bool(arb(fmpq(value.numerator, value.denominator)) > arb(len(one.concepts)).log())  # where that is certain


def grows_too_fast(one: FiniteClass) -> bool:
    """Test that 0 ≤ r(M_r − M_{r−1}) ≤ 1."""
    return not all(0 <= gap <= 1 for _, gap in gaps(of_last(one)))


def gaps(m: Sequence[Rational]) -> Iterator[tuple[int, Rational]]:
    """Yield r and r(M_r − M_{r−1}), for r = 2, 3, …."""
    return ((r, r * (m[r - 1] - m[r - 2])) for r in range(2, len(m) + 1))


NAMED = ("singletons:4", "singletons:12", "thresholds:3", "thresholds:10", "cube:4", "intervals:4", "conjunctions:2")


@cache
def classes() -> tuple[FiniteClass, ...]:
    """Return all classes on up to two points, every other one on three, and some from the catalog."""
    found = []
    for points, every in ((1, 1), (2, 1), (3, 2)):
        labelings = ["".join(signs) for signs in product("+-", repeat=points)]
        chosen = [rows for size in range(1, len(labelings) + 1) for rows in combinations(labelings, size)]
        found += [FiniteClass(rows) for rows in chosen[::every]]
    return (*found, *map(named, NAMED))


def named(name: str) -> FiniteClass:
    """Return a class of the catalog."""
    found = find_class(name)
    return FiniteClass(tuple([found.row_text(concept) for concept in range(found.size)]))


def singletons() -> Iterator[FiniteClass]:
    """Yield the classes of 2, …, 12 singletons."""
    return (named(f"singletons:{n}") for n in range(2, 13))


def cubes() -> Iterator[FiniteClass]:
    """Yield the classes of all labelings of up to five points."""
    return (named(f"cube:{n}") for n in range(1, 6))


@cache
def sequences() -> tuple[FiniteClass, ...]:
    """Return these classes, the small ones, with all points shown in their order, labeled by each of the concepts."""
    return tuple(
        [
            FiniteClass(one.concepts, tuple([(x, 1 if sign == "+" else -1) for x, sign in enumerate(text)]))
            for one in classes()
            if len(one.concepts[0]) <= 3
            for text in one.concepts
        ]
    )


# ------------------------------------------------------------------------------------------ intersections of halfspaces


def of_zero(case: Case) -> bool:
    """Test that sgn is never taken of 0."""
    halfspaces = zip(case["weights"], case["biases"], strict=True)
    return any(doubled(w, b, x) == 0 for w, b in halfspaces for x in cube(len(w)))


def is_slow(case: Case) -> bool:
    """Test that the Perceptron makes at most (n + 1)(2p + 1)² mistakes on all (x, 1), again and again."""
    (w,), (b,) = case["weights"], case["biases"]
    if min(*w, b) < 0:
        return False
    most = (len(w) + 1) * (2 * (sum(w) + b) + 1) ** 2
    examples: list[Example] = [((*x, 1), 1 if doubled(w, b, x) > 0 else -1) for x in cube(len(w))]
    rounds, halted = until_right(examples, tie=1)
    return not halted or len([one for one in rounds if one.mistake]) > most


def single_halfspaces() -> Iterator[Case]:
    """Yield single halfspaces with few inputs and small integers, those with the least integers first."""
    for n, most in ((1, 2), (2, 2), (3, 1)):
        numbers = sorted(range(-most, most + 1), key=abs)
        for b, w in product(numbers, product(numbers, repeat=n)):
            yield {"weights": (w,), "biases": (b,)}


def functions(n: int, p: int, k: int) -> frozenset[int]:
    """Return the intersections of k halfspaces with natural b + ‖w‖₁ ≤ p; bit i is the value at point i."""
    points = list(cube(n))
    natural = [(w, b) for *w, b in product(range(p + 1), repeat=n + 1) if sum(w) + b <= p]
    single = {sum([(doubled(w, b, x) > 0) << i for i, x in enumerate(points)]) for w, b in natural}
    found = single
    for _ in range(k - 1):
        found = {one & other for one, other in product(found, single)}
    return frozenset(found)


def are_too_many(case: tuple[int, int, int]) -> bool:
    """Test that there are at most (n + 2)^(pk) of these functions."""
    n, p, k = case
    return bool(len(functions(n, p, k)) > (n + 2) ** (p * k))


def class_sizes() -> Iterator[tuple[int, int, int]]:
    """Yield small n, p and k."""
    return product((1, 2, 3), (0, 1, 2, 3), (1, 2, 3))


@cache
def intersections() -> tuple[Case, ...]:
    """Return single halfspaces, pairs of them on one input, and seeded ones with up to six inputs."""
    small = list(single_halfspaces())
    line = [case for case in small if len(case["weights"][0]) == 1]
    found = [*small, *[{key: a[key] + b[key] for key in a} for a, b in combinations_with_replacement(line, 2)]]
    random = Random(8)
    for n, k in product((2, 3, 5, 6), (2, 3, 5, 9)):
        weights = tuple([tuple([random.randint(0, 3) for _ in range(n)]) for _ in range(k)])
        found.append({"weights": weights, "biases": tuple([random.randint(0, sum(w) // 2) for w in weights])})
    return tuple(found)
