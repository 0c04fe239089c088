"""Mistake trees in the plane, which force more than its dimension: about Chan, CSCI4230 Notes 3, Claim 1.4."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from proofs.claims.claim import Candidate
from proofs.claims.notes3_runs import Vec, dot, norm_squared, rational, read_vec, write_vec
from proofs.exact.margins import Inseparable, best_margin
from proofs.exact.vectors import vector


def tree_forces_more(candidate: Candidate) -> str | None:
    """Read a mistake tree [x, below −1, below +1], whose leaves are {"u": …}, each a target of its path."""
    if not {"margin_squared", "dimension", "tree"} <= candidate.keys():
        return None
    margin, dimension = rational(candidate["margin_squared"]), candidate["dimension"]
    depth = _depth(candidate["tree"], margin, dimension, ())
    most = min(dimension, floor(1 / margin))
    return None if depth is None or depth <= most else f"d = {dimension}, δ² = {margin}: {depth} are forced, not {most}"


def _depth(tree: Any, margin: Fraction, dimension: int, path: tuple[tuple[Vec, int], ...]) -> int | None:
    """Return the least depth of a leaf, or ``None`` if a sample or a target is not legal."""
    if isinstance(tree, dict):
        u = read_vec(tree["u"])
        square = norm_squared(u)
        legal = len(u) == dimension and all(
            (inner := label * dot(u, x)) > 0 and inner**2 >= margin * square for x, label in path
        )
        return len(path) if legal else None
    x = read_vec(tree[0])
    if len(x) != dimension or norm_squared(x) != 1:
        return None
    depths = [
        _depth(below, margin, dimension, (*path, (x, label))) for below, label in zip(tree[1:], (-1, 1), strict=True)
    ]
    found = [depth for depth in depths if depth is not None]
    return min(found) if len(found) == len(depths) else None


def trees() -> Iterator[Candidate]:
    """Yield trees in the plane: both axes, and then a sample that splits the quadrant."""
    for along, across in ((Fraction(3, 5), Fraction(4, 5)), (Fraction(20, 29), Fraction(21, 29))):
        leaves: list[Fraction] = []
        tree = _tree((along, across), (), leaves)
        yield {"margin_squared": str(1 / Fraction(ceil(1 / min(leaves)))), "dimension": 2, "tree": tree}


def _tree(split: Vec, path: tuple[tuple[Vec, int], ...], leaves: list[Fraction]) -> Any:
    """Return the tree below the labels given, and add the squared margin of each leaf to ``leaves``."""
    axes = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    if len(path) > len(axes):
        best = best_margin([(vector(enumerate(x)), label) for x, label in path])
        if isinstance(best, Inseparable):
            raise AssertionError("both sides of a split quadrant have an inside")
        leaves.append(best.margin_squared)
        w = dict(best.w.entries)
        return {"u": write_vec([w.get(0, 0), w.get(1, 0)])}
    # After the axes: v is on either side of a line that halves, more or less, the quadrant with these signs.
    x = axes[len(path)] if len(path) < len(axes) else (split[0], -split[1] * path[0][1] * path[1][1])
    return [write_vec(x), *[_tree(split, (*path, (x, label)), leaves) for label in (-1, 1)]]
