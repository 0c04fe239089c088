"""Littlestone dimensions of families of Boolean functions that no name of the catalog has: as they were worked out."""

from collections.abc import Iterable
from itertools import combinations, product

import pytest

from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.solvers.littlestone import Littlestone


def made(name: str, n: int, functions: Iterable[int]) -> ConceptClass:
    return class_of_rows(name, functions, [f"{x:0{n}b}" for x in range(1 << n)])


def where(n: int, holds: Iterable[bool]) -> int:
    """Return the function of n bits that is +1 where it holds, for the points in order."""
    return sum([1 << x for x, plus in zip(range(1 << n), holds, strict=True) if plus])


def monotone(n: int) -> set[int]:
    """Return the monotone functions: one on n bits is two on n − 1, of which one is below the other."""
    if n == 0:
        return {0, 1}
    halves = monotone(n - 1)
    return {low | high << (1 << (n - 1)) for low in halves for high in halves if low & ~high == 0}


def juntas(n: int) -> set[int]:
    """Return the functions of at most two of n bits."""
    pairs = product(combinations(range(n), 2), range(16))
    return {where(n, [bool(f >> (2 * (x >> i & 1) + (x >> j & 1)) & 1) for x in range(1 << n)]) for (i, j), f in pairs}


def symmetric(n: int) -> set[int]:
    """Return the functions of how many of n bits are 1."""
    return {where(n, [bool(f >> x.bit_count() & 1) for x in range(1 << n)]) for f in range(2 << n)}


def affine(n: int) -> set[int]:
    """Return the parities of some of n bits, and their opposites."""
    return {
        where(n, [((x & mask).bit_count() + odd) % 2 == 1 for x in range(1 << n)])
        for mask in range(1 << n)
        for odd in (0, 1)
    }


@pytest.mark.parametrize(("n", "size", "depth"), [(1, 3, 1), (2, 6, 2), (3, 20, 3), (4, 168, 6), (5, 7581, 10)])
def test_monotone_functions(n: int, size: int, depth: int) -> None:
    table = made("monotone functions", n, sorted(monotone(n)))
    assert table.size == size
    assert Littlestone(table).dimension() == depth


@pytest.mark.parametrize(("family", "n", "depth"), [(juntas, 2, 4), (juntas, 3, 4), (juntas, 4, 6)])
def test_juntas(family, n: int, depth: int) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    assert Littlestone(made("juntas", n, sorted(family(n)))).dimension() == depth


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("family", [symmetric, affine])
def test_symmetric_functions_and_parities_with_a_constant(family, n: int) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    assert Littlestone(made("family", n, sorted(family(n)))).dimension() == n + 1
