"""MinDisOpt: the fewest examples that a halfspace through the origin must get wrong, exactly, with certificates.

Opt(S) = min over w of the number of examples (x, y), y = ±1, with y⟨w,x⟩ ≤ 0 (Cesa-Bianchi, Lecture 13, 1.1.1). The
halfspace found is an upper bound that anybody can count. The lower bound is a tree of cases: a few Farkas sums at each
leaf, which ``check_lower_bound`` adds up. With z = y·x, this is the problem of the densest open hemisphere (Johnson and
Preparata, The densest hemisphere problem, 1978): for a fixed dimension it is polynomial, otherwise NP-hard.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import comb, gcd, lcm
from random import Random
from typing import Any

from proofs.exact.errors import InputError
from proofs.exact.margins import CertificateError, Example, Separable, best_margin
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector

MOST_HYPERPLANES = 40_000
"""Hyperplanes spanned by points of the sample that the search looks at: seconds. 30 points of rank 5 span 27,405."""

MOST_LEAVES = 2_000
"""Leaves that a certificate may have."""

Row = tuple[int, ...]

Terms = list[list[int]]
"""Pairs [i, u]: an example and its weight, an integer above 0."""

Tree = dict[str, Any]
"""A proof by cases that every halfspace errs, as plain JSON; examples are numbered from 0, and z = y·x.

A node is ``{"example": i, "right": tree, "wrong": tree}``: w gets example i right, or wrong. A leaf is
``{"sums": [terms, …]}``: for each, Σ ±u·z = 0, with the sign − where the cases above have example i wrong.
"""


@dataclass(frozen=True, slots=True)
class Optimum:
    """A halfspace ``w`` and where it errs: ``wrong`` are the examples (from 0, increasing) with y⟨w,x⟩ ≤ 0."""

    errors: int
    w: Vector
    wrong: tuple[int, ...]

    def verify(self, sample: Sequence[Example]) -> None:
        """Check that w errs where it is said to: Opt(S) ≤ ``errors``. For the other half see ``check_lower_bound``.

        Raises:
            CertificateError: it errs elsewhere.

        """
        wrong = tuple([number for number, (x, label) in enumerate(sample) if label * self.w.dot(x) <= 0])
        if (len(wrong), wrong) != (self.errors, self.wrong):
            raise CertificateError(f"w errs on {len(wrong)} examples: {list(wrong)}")


def opt_is_zero(sample: Sequence[Example]) -> bool:
    """Return whether Opt(S) = 0, that is, whether some halfspace separates the sample; decided exactly.

    Raises:
        InputError: the sample is empty, or a label is neither 1 nor -1.

    """
    _check_labels(sample)
    return isinstance(best_margin(sample), Separable)


def min_disagreements(sample: Sequence[Example]) -> Optimum:
    """Find Opt(S) and a halfspace that attains it, exactly.

    A best w may be perturbed until it lies in an open cell of the hyperplanes z⊥, z = y·x. In the span of the z, of
    dimension r, the closed cell has an edge v that is orthogonal to r − 1 independent z. Wherever ⟨v,z⟩ is not 0, it
    has the sign of ⟨w,z⟩; the other z are the same problem in a lower dimension. So it is enough to try all edges ±v,
    at most 2·C(m, r − 1) for m examples: in dimension 4, 30 examples take less than a second.

    Raises:
        InputError: the sample is empty, a label is neither 1 nor -1, or there are more edges than are tried.

    """
    _check_labels(sample)
    indices = sorted({index for x, _ in sample for index, _ in x.entries})
    rows = [_integers(x, label, indices) for x, label in sample]
    rank = len(_pivots(rows))
    if rank and comb(len(rows), rank - 1) > MOST_HYPERPLANES:
        raise InputError(
            f"{len(rows)} examples of rank {rank} span up to {comb(len(rows), rank - 1):,} hyperplanes; "
            f"at most {MOST_HYPERPLANES:,} are tried"
        )
    w = _densest(rows, {})
    wrong = tuple([number for number, row in enumerate(rows) if _dot(w, row) <= 0])
    found = Optimum(len(wrong), vector(zip(indices, w, strict=True)), wrong)
    found.verify(sample)
    return found


def prove_lower_bound(sample: Sequence[Example], errors: int) -> Tree:
    """Return a proof, verified, that every halfspace errs on at least so many examples.

    Where as many disjoint inseparable parts are found, it is a single leaf. Otherwise an example of the smallest part
    is taken to be right, then wrong. No dimension is too large, but the number of leaves is not known beforehand.

    Raises:
        InputError: the sample is unusable, or more than ``MOST_LEAVES`` leaves are needed.
        CertificateError: some halfspace errs on fewer examples.

    """
    _check_labels(sample)
    goal = errors - sum(not x.entries for x, _ in sample)
    tree = _cases(sample, goal, {}, count(1))
    if (proved := check_lower_bound(sample, tree)) < errors:
        raise CertificateError(f"only {proved} errors are proved, not {errors}")
    return tree


def check_lower_bound(sample: Sequence[Example], tree: Tree) -> int:
    """Return how many errors the tree proves every halfspace to make, by exact sums and products alone.

    An example with x = 0 is always wrong, and stands in no sum. A best w can be perturbed until ⟨w,z⟩ ≠ 0 for every
    other z, so "wrong" means ⟨w,z⟩ < 0. In a sum Σ ±u·z = 0 all decided examples have ±⟨w,z⟩ > 0: so an undecided one
    has ⟨w,z⟩ < 0, and where there is none, the case is impossible. The sums of a leaf share no undecided example.

    Raises:
        CertificateError: the tree is no proof; the message says where it fails.
        InputError: the sample is empty, or a label is neither 1 nor -1.

    """
    _check_labels(sample)
    zeros = sum(not x.entries for x, _ in sample)
    try:
        return zeros + min(_proved(sample, tree, {}), len(sample) - zeros)
    except CertificateError:
        raise
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise CertificateError(f"the tree has another form than it should: {error}") from None


def noisy_sample(examples: int, dimension: int, flips: int, seed: int, largest: int = 9) -> list[Example]:
    """Return a sample that a halfspace explains but for ``flips`` labels, so that Opt(S) ≤ flips.

    Points have integer coordinates from −``largest`` to ``largest``, none of them on the hyperplane; the same seed
    makes the same sample.

    Raises:
        InputError: a number is out of range.

    """
    if min(examples, dimension, largest) < 1 or not 0 <= flips <= examples:
        raise InputError(
            f"no sample has {examples} examples of dimension {dimension}, {flips} flips and coordinates up to "
            f"{largest}; all should be at least 1, and the flips at most the examples"
        )
    random = Random(seed)  # noqa: S311 - reproducible, not secret

    def drawn() -> Row:
        return tuple([random.randint(-largest, largest) for _ in range(dimension)])

    target = (1, *drawn()[1:])
    sample: list[tuple[Row, int]] = []
    while len(sample) < examples:
        product = _dot(target, point := drawn())
        if product:
            sample.append((point, 1 if product > 0 else -1))
    flipped = set(random.sample(range(examples), flips))
    return [
        (vector(enumerate(point)), -label if number in flipped else label)
        for number, (point, label) in enumerate(sample)
    ]


# ---------------------------------------------------------------------------------------------------- integers


def _check_labels(sample: Sequence[Example]) -> None:
    if not sample:
        raise InputError("the sample is empty; Opt(S) needs at least one example")
    for number, (_, label) in enumerate(sample):
        if type(label) is not int or label not in (1, -1):
            raise InputError(f"example {number} has the label {label!r}; a label is 1 or -1")


def _integers(x: Vector, label: int, indices: Sequence[int]) -> Row:
    """Return a positive multiple of y·x: integers without a common factor, one for each of the indices."""
    values = dict(x.entries)
    common = lcm(*[value.denominator for value in values.values()])
    return _primitive([int(label * common * values.get(index, 0)) for index in indices])


def _primitive(row: Sequence[int]) -> Row:
    factor = gcd(*row) or 1
    return tuple([value // factor for value in row])


def _dot(a: Row, b: Row) -> int:
    return sum([p * q for p, q in zip(a, b, strict=True)])


def _pivots(rows: Sequence[Row]) -> list[int]:
    """Return coordinates, as many as the rank, in which the rows have that rank still."""
    left, pivots = [list(row) for row in rows], []
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in left if row[column]), None)
        if pivot is not None:
            pivots.append(column)
            left = [
                list(_primitive([pivot[column] * a - row[column] * b for a, b in zip(row, pivot, strict=True)]))
                for row in left
                if row is not pivot
            ]
    return pivots


# ---------------------------------------------------------------------------------------------------- the optimum


def _densest(rows: Sequence[Row], known: dict[tuple[Row, ...], Row]) -> Row:
    """Return a w with ⟨w,z⟩ > 0 on as many rows z as possible; ``known`` saves repeated work."""
    key = tuple(sorted(rows))
    if key not in known:
        known[key] = _searched(rows, known)
    return known[key]


def _searched(rows: Sequence[Row], known: dict[tuple[Row, ...], Row]) -> Row:
    size = len(rows[0]) if rows else 0
    best, most = (0,) * size, 0
    for edge in _edges(rows, [_unit(column, size) for column in _pivots(rows)], 0):
        products = [_dot(edge, row) for row in rows]
        flat = [row for row, product in zip(rows, products, strict=True) if not product]
        for sign in (1, -1):
            ahead = sum(sign * product > 0 for product in products)
            if ahead + len(flat) > most:
                inner = _densest(flat, known) if flat else (0,) * size
                # So long an edge that inner changes no sign where the edge has one: it is at least 1 there.
                length = 1 + max([abs(_dot(inner, row)) for row in rows])
                w = _primitive([sign * length * a + b for a, b in zip(edge, inner, strict=True)])
                right = sum(_dot(w, row) > 0 for row in rows)
                if right > most:
                    best, most = w, right
    return best


def _unit(column: int, size: int) -> Row:
    return tuple([int(place == column) for place in range(size)])


def _edges(rows: Sequence[Row], basis: list[Row], start: int) -> Iterator[Row]:
    """Yield, for all independent rows from ``start`` on that leave one dimension of the basis, what spans that."""
    if len(basis) == 1:
        yield basis[0]
        return
    for number in range(start, len(rows)):
        products = [_dot(direction, rows[number]) for direction in basis]
        chosen = next((place for place, product in enumerate(products) if product), None)
        if chosen is not None:
            pivot, scale = basis[chosen], products[chosen]
            rest = [
                _primitive([scale * a - products[place] * b for a, b in zip(direction, pivot, strict=True)])
                for place, direction in enumerate(basis)
                if place != chosen
            ]
            yield from _edges(rows, rest, number + 1)


# ---------------------------------------------------------------------------------------------------- the lower bound


def _proved(sample: Sequence[Example], tree: Tree, decided: dict[int, bool]) -> int:
    """Return how many errors are proved below this node, where ``decided`` says which examples are right."""
    if "sums" not in tree:
        number = tree["example"]
        _check_example(sample, number)
        if number in decided:
            raise CertificateError(f"example {number} is decided twice")
        branches = [(tree["right"], True), (tree["wrong"], False)]
        return min([_proved(sample, branch, {**decided, number: right}) for branch, right in branches])
    parts = [_undecided(sample, terms, decided) for terms in tree["sums"]]
    if not all(parts):
        return len(sample)  # the case is impossible, so as many as one likes
    if len(set().union(*parts)) < sum(map(len, parts)):
        raise CertificateError("two sums of a leaf share an undecided example")
    return len(parts) + sum(not right for right in decided.values())


def _undecided(sample: Sequence[Example], terms: Terms, decided: dict[int, bool]) -> set[int]:
    """Check that Σ ±u·z = 0, and return the undecided examples in it."""
    numbers = [number for number, _ in terms]
    if not terms or len(set(numbers)) < len(numbers):
        raise CertificateError(f"a sum is empty, or has an example twice: {numbers}")
    total: dict[int, Rational] = {}
    for number, weight in terms:
        _check_example(sample, number)
        if type(weight) is not int or weight <= 0:
            raise CertificateError(f"example {number} has the weight {weight!r}; a weight is an integer above 0")
        x, label = sample[number]
        factor = label * weight if decided.get(number, True) else -label * weight
        for index, value in x.entries:
            total[index] = total.get(index, 0) + factor * value
    if any(total.values()):
        raise CertificateError(f"the sum over the examples {numbers} is not 0")
    return set(numbers) - set(decided)


def _check_example(sample: Sequence[Example], number: Any) -> None:
    if type(number) is not int or not 0 <= number < len(sample) or not sample[number][0].entries:
        raise CertificateError(f"{number!r} is no example with x ≠ 0")


def _cases(sample: Sequence[Example], goal: int, decided: dict[int, bool], leaves: Iterator[int]) -> Tree:
    need = goal - sum(not right for right in decided.values())
    sums = _disjoint_sums(sample, decided, need)
    parts = [[number for number, _ in terms if number not in decided] for terms in sums]
    if len(sums) == need or not all(parts) or need <= 0:
        if next(leaves) > MOST_LEAVES:
            raise InputError(f"a proof that {goal} errors are needed takes more than {MOST_LEAVES:,} leaves")
        return {"sums": sums}
    if not parts:
        raise CertificateError(f"some halfspace errs on {goal - need} examples with x ≠ 0 only, not on {goal}")
    number = min(parts, key=len)[0]
    right, wrong = [_cases(sample, goal, {**decided, number: case}, leaves) for case in (True, False)]
    return {"example": number, "right": right, "wrong": wrong}


def _disjoint_sums(sample: Sequence[Example], decided: dict[int, bool], most: int) -> list[Terms]:
    """Return sums for a leaf: one without undecided examples if there is any, else disjoint ones, greedily.

    There is none only if a halfspace gets all examples as decided, and all others right.
    """
    free = {number for number, (x, _) in enumerate(sample) if x.entries and number not in decided}
    if terms := _sum(sample, decided, ()):
        return [terms]
    sums: list[Terms] = []
    while len(sums) < most and (terms := _sum(sample, decided, free)):
        # With fewer undecided examples in it, more sums are disjoint, and the cases are fewer.
        part = {number for number, _ in terms} - decided.keys()
        for number in sorted(part):
            if number in part and len(part) > 1 and (smaller := _sum(sample, decided, part - {number})):
                terms = smaller
                part = {number for number, _ in terms} - decided.keys()
        sums.append(terms)
        free -= part
    return sums


def _sum(sample: Sequence[Example], decided: dict[int, bool], free: Collection[int]) -> Terms:
    """Return terms over decided and free examples with Σ ±u·z = 0; empty if there are none."""
    signed = [(number, 1 if right else -1) for number, right in decided.items()] + [
        (number, 1) for number in sorted(free)
    ]
    if not signed:
        return []
    found = best_margin([(sample[number][0], sign * sample[number][1]) for number, sign in signed])
    if isinstance(found, Separable):
        return []
    common = lcm(*[weight.denominator for weight in found.weights])
    weights = _primitive([int(common * weight) for weight in found.weights])
    return [[number, weight] for (number, _), weight in zip(signed, weights, strict=True) if weight]
