"""Samples for linear classifiers: the fewest errors on any, exactly; and two families that are hard for the Perceptron.

MinDisOpt: Opt(S) = min over w of the number of examples (x, y), y = ±1, with y⟨w,x⟩ ≤ 0 (Lecture 13 (27-04-2020),
1.1.1). The halfspace found is an upper bound that anybody can count. With z = y·x, this is the problem of the densest
open hemisphere (Johnson and Preparata, The densest hemisphere problem, 1978): for a fixed dimension it is polynomial,
otherwise NP-hard.

Lecture 13 also remarks that the Perceptron's updates may be exponentially many in the size of the sample, in whatever
order it meets the examples. Known since Hampson and Volper (Linear function neurons: structure and training, 1986) for
nested Boolean functions; see also Anthony and Shawe-Taylor (Using the Perceptron algorithm to find consistent
hypotheses, 1993). Here with exact numbers:

Let z = y·x be integer for every example, and v ≥ 0 multipliers such that w' = Σ vᵢzᵢ has ⟨w',zᵢ⟩ ≤ 1 for all i. A
Perceptron that has started from 0 and updated nᵢ times with example i has w = Σ nᵢzᵢ. If it separates, the integers
⟨w,zᵢ⟩ are at least 1, so Σ nᵢ ≥ Σ nᵢ⟨w',zᵢ⟩ = ⟨w',w⟩ = Σ vᵢ⟨w,zᵢ⟩ ≥ Σ vᵢ: a bound on the updates of every run. If the
shortest w* with ⟨w*,z⟩ ≥ 1 has ⟨w*,z⟩ = 1 on all examples, it is a w', and the bound is ‖w*‖². No run needs more than
max ‖x‖² times as many. On the two families here, ``nested`` and ``odd_max_bit``, every run makes exactly ‖w*‖² updates:
a weight grows in size, by 1, only where it is at most a sum of earlier ones, and so never gets beyond that of w*. That
there are no fewer say the theorems ``nested_exponential`` and ``odd_max_bit_exponential`` of ``proofs/formal``.
"""

from collections.abc import Iterator, Sequence
from math import comb, gcd, lcm

from proofs.exact.errors import InputError
from proofs.exact.margins import Example, pivot_columns
from proofs.exact.vectors import Vector, vector

MAX_HYPERPLANES = 40_000
"""Hyperplanes spanned by points of the sample that the search looks at: seconds. 30 points of rank 5 span 27,405."""

_Row = tuple[int, ...]


def min_disagreements(sample: Sequence[Example]) -> tuple[int, Vector]:
    """Return Opt(S), and the w of a halfspace that attains it, exactly.

    A best w may be perturbed until it lies in an open cell of the hyperplanes z⊥, z = y·x. In the span of the z, of
    dimension r, the closed cell has an edge v that is orthogonal to r − 1 independent z. Wherever ⟨v,z⟩ is not 0, it
    has the sign of ⟨w,z⟩; the other z are the same problem in a lower dimension. So it is enough to try all edges ±v,
    at most 2·C(m, r − 1) for m examples: in dimension 4, 30 examples take less than a second.

    Raises:
        InputError: there are more edges than are tried.

    """
    indices = sorted({index for x, _ in sample for index, _ in x.entries})
    rows = [_integers(x, label, indices) for x, label in sample]
    rank = len(pivot_columns(rows))
    if rank and comb(len(rows), rank - 1) > MAX_HYPERPLANES:
        raise InputError(
            f"{len(rows)} examples of rank {rank} span up to {comb(len(rows), rank - 1):,} hyperplanes; "
            f"at most {MAX_HYPERPLANES:,} are tried"
        )
    w = vector(zip(indices, _densest(rows, {}), strict=True))
    return sum(label * w.dot(x) <= 0 for x, label in sample), w


def _integers(x: Vector, label: int, indices: Sequence[int]) -> _Row:
    """Return a positive multiple of y·x: integers without a common factor, one for each of the indices."""
    values = dict(x.entries)
    common = lcm(*[value.denominator for value in values.values()])
    return _primitive([int(label * common * values.get(index, 0)) for index in indices])


def _primitive(row: Sequence[int]) -> _Row:
    factor = gcd(*row) or 1
    return tuple([value // factor for value in row])


def _dot(a: _Row, b: _Row) -> int:
    return sum([p * q for p, q in zip(a, b, strict=True)])


def _densest(rows: Sequence[_Row], known: dict[tuple[_Row, ...], _Row]) -> _Row:
    """Return a w with ⟨w,z⟩ > 0 on as many rows z as possible; ``known`` saves repeated work."""
    key = tuple(sorted(rows))
    if key not in known:
        known[key] = _searched(rows, known)
    return known[key]


def _searched(rows: Sequence[_Row], known: dict[tuple[_Row, ...], _Row]) -> _Row:
    size = len(rows[0]) if rows else 0
    best, most = (0,) * size, 0
    for edge in _edges(rows, [_unit(column, size) for column in pivot_columns(rows)], 0):
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


def _unit(column: int, size: int) -> _Row:
    return tuple([int(place == column) for place in range(size)])


def _edges(rows: Sequence[_Row], basis: list[_Row], start: int) -> Iterator[_Row]:
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


# --------------------------------------------------------------------------------------- hard for the Perceptron


def nested(n: int) -> list[Example]:
    """Return n examples in dimension n, with entries −1, 0 and 1, labeled by the sign of the last nonzero coordinate.

    y·x has −1 in all earlier coordinates, 1 in its own, and 0 in later ones; labels alternate. Every run makes exactly
    ``nested_updates(n)`` updates.
    """
    labels = [1 - 2 * (k % 2) for k in range(n)]
    return [(vector({**dict.fromkeys(range(k), -label), k: label}), label) for k, label in enumerate(labels)]


def nested_updates(n: int) -> int:
    """Return ‖w*‖² = (4ⁿ − 1)/3 for ``nested(n)``; w* has 2ᵏ in coordinate k, from 0."""
    return int((4**n - 1) // 3)


def odd_max_bit(n: int) -> list[Example]:
    """Return n examples from {0, 1}ⁿ, labeled by whether the largest index of a 1 is even (+1) or odd (−1), from 1.

    Example i has its ones at i and at the smaller indices of the other parity. The function is known as ODD-MAX-BIT
    (Beigel, Perceptrons, PP, and the polynomial hierarchy); it is a decision list. Every run makes exactly
    ``odd_max_bit_updates(n)`` updates.
    """
    return [
        (vector({j - 1: 1 for j in range(1, i + 1) if j == i or (i - j) % 2}), 1 - 2 * (i % 2)) for i in range(1, n + 1)
    ]


def odd_max_bit_updates(n: int) -> int:
    """Return ‖w*‖² = Fₙ₊₁Fₙ₊₂ − 1 ≥ φ²ⁿ⁻¹ − 1 for ``odd_max_bit(n)``; w* is made of Fibonacci numbers, ±F₂ to ±Fₙ₊₁."""
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a * b - 1
