"""Check a certificate of the Littlestone dimension of the threshold functions of n variables.

Run it with ``python benchmarks/halfspaces_6_checker.py benchmarks/halfspaces-6.json``. For 6 variables it takes some 80
seconds of processor time and 0.6 GB of memory. It exits with 0 if the file is valid, with 1 if not, and with 2 if it is
no certificate.

The file is one JSON object on one line, with the format, the number of ``variables`` n, the claimed ``dimension``,
which is both the lower and the upper bound, and the nodes of both, ``tree`` and ``ranks``. In each of these lists some
node with no codes ``given`` has the claimed dimension.

A function is x ↦ sign(w₀x₀ + … + wₙxₙ) with xᵢ = ±1 and xₙ = 1. A code of n + 1 bits is a vector of ±1, where a bit
that is set stands for −1. The codes below 2ⁿ are the points. Because f(−x) = −f(x), "f is +1 at this code" can express
any label of any point. A map, ``[order, flips]``, moves each bit i of a code to place ``order[i]`` and then flips the
bits of ``flips``. It takes threshold functions to threshold functions, and does not change dimensions.

* A node of ``tree`` says that the functions that are +1 at the codes ``given`` have a mistake tree of its ``depth``. It
  has a ``point``, and in ``below``, for +1 and for −1, ``[node, order, flips]``: a node whose depth is one less, and a
  map. Of all codes at which every function of that node is +1 the images include the codes ``given`` here, and the code
  of the point's label. A ``flat`` node has the points of its tree in preorder, a byte each, compressed by zlib, in
  base64, without the last ``TRIED`` levels.
* A node of ``ranks`` says that the dimension of the functions that are +1 at the codes ``given`` is at most its
  ``rank``. At each point where both labels leave 2^rank functions or more, one of its ``moves``, ``[code, node, order,
  flips]``, names a label by its code, and a node of lower rank with a map. The functions of that node include the image
  of those that the label leaves.

This module shares no code with the makers of certificates. It is not one of the trusted checkers: it needs numpy, and
takes the number of functions from OEIS A000609. It first checks everything that does not need the functions.
"""

import base64
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proofs import checker

FORMAT = "forced-mistakes/halfspaces/1"

MAX_BYTES = 1 << 24
"""Of a certificate."""

Functions = NDArray[np.uint64]
"""Truth tables: bit p is set iff point p is +1."""

HOW_MANY = {2: 14, 3: 104, 4: 1_882, 5: 94_572, 6: 15_028_134}
"""OEIS A000609."""

MAX_WEIGHT = {2: 1, 3: 2, 4: 3, 5: 5, 6: 9}
"""The largest of integer weights that suffice: with less there are fewer functions than ``HOW_MANY``."""

TRIED = 4
"""Trees of this depth or less are not in a certificate: whether there is one is found by trying all points."""


MAX_TRIED = 1 << 17
"""Functions with which all points are tried for a tree: a mistake tree of depth ``TRIED`` needs 16."""


class Wrong(Exception):  # noqa: N818 - a verdict
    """The certificate does not prove its claim."""


class MalformedError(ValueError):
    """There is no certificate in the file."""


class Shown(NamedTuple):
    """The result of a certificate: the number of functions and variables, and the Littlestone dimension."""

    variables: int
    functions: int
    dimension: int


def check(certificate: dict[str, Any]) -> Shown:
    """Judge the certificate and return its result.

    Raises:
        Wrong: it does not show what it says.
        MalformedError: it is no certificate.

    """
    try:
        check_form(certificate)
        n, dimension = certificate["variables"], certificate["dimension"]
        functions = all_functions(n)
        check_tree(functions, n, certificate["tree"])
        check_ranks(functions, n, certificate["ranks"])
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error) as error:
        said = str(error) if isinstance(error, MalformedError) else f"{type(error).__name__}: {error}"
        raise MalformedError(said) from None
    return Shown(n, len(functions), dimension)


def check_form(certificate: dict[str, Any]) -> None:
    """Check all that can be seen without the functions: numbers, codes, maps, and which node is below which."""
    n = certificate["variables"]
    if type(n) is not int or n not in HOW_MANY:
        raise MalformedError(f"variables should be one of {', '.join(map(str, HOW_MANY))}, but are {n!r}")
    dimension = certificate["dimension"]
    require(type(dimension) is int, "the dimension is not a whole number")
    for name, key in (("tree", "depth"), ("ranks", "rank")):
        nodes = certificate[name]
        fit = all(type(node[key]) is int and 0 <= node[key] < 1 << n for node in nodes)
        require(fit, f"a {key} in {name} is none of 0 to {(1 << n) - 1}")
        codes = [code for node in nodes for code in node["given"]]
        codes += [node["point"] for node in nodes if "point" in node]
        codes += [code for node in nodes for code, *_ in node.get("moves", ())]
        require(all(type(code) is int and 0 <= code < 2 << n for code in codes), f"a code in {name} is none")
        whole = any(node["given"] == [] and node[key] == dimension for node in nodes)
        require(whole, f"no node of {name} is about all functions and {dimension}")
        for number, node in enumerate(nodes):
            below = node["moves"] if name == "ranks" else [] if "flat" in node else [[0, *one] for one in node["below"]]
            require(name == "ranks" or "flat" in node or len(below) == 2, f"node {number} of the tree has no two below")  # noqa: PLR2004
            for _, child, *mapping in below:
                require(type(child) is int and 0 <= child < len(nodes), f"node {number} of {name}: {child}")
                lower = nodes[child][key] < node[key] if name == "ranks" else nodes[child][key] == node[key] - 1
                require(lower, f"node {number} of {name}: {child} is not lower")
                image(0, n, *mapping)
    for number, node in enumerate(certificate["tree"]):
        if "flat" in node:
            points = flat_points(node["flat"], n)
            require(
                len(points) == (1 << max(node["depth"] - TRIED, 0)) - 1, f"node {number} of the tree: {len(points)}"
            )
            require(all(point < 1 << n for point in points), f"node {number} of the tree has points that are none")


def flat_points(text: str, n: int) -> bytes:
    """Return points in preorder, of which there are fewer than there are functions. Raises ValueError."""
    unpacked = zlib.decompressobj()
    points = unpacked.decompress(base64.b64decode(text, validate=True), HOW_MANY[n])
    if not unpacked.eof:
        raise MalformedError("the points of a tree are cut off, or too many")
    return points


def check_tree(functions: Functions, n: int, nodes: Sequence[dict[str, Any]]) -> None:
    """Check from below. A child may have other functions than its node's label leaves, but then fewer."""
    forced, space = [], spaces(functions, n)
    for number, node in enumerate(nodes):
        left = space(tuple(node["given"]))
        forced.append(forced_codes(left, n))
        if "flat" in node:
            points = iter(flat_points(node["flat"], n))
            require(has_tree(left, n, node["depth"], points), f"node {number} of the tree has no such points")
    for number, node in enumerate(nodes):
        if "flat" in node:
            continue
        for code, (child, *mapping) in zip((node["point"], opposite(node["point"], n)), node["below"], strict=True):
            known = {image(other, n, *mapping) for other in forced[child]}
            require(known.issuperset([*node["given"], code]), f"node {number} of the tree: {child} is not below it")


def has_tree(left: Functions, n: int, depth: int, points: Iterator[int]) -> bool:
    """Whether the points, in preorder, are those of a mistake tree, to the depth where all are tried."""
    if depth <= TRIED:
        require(len(left) <= MAX_TRIED, f"a tree of depth {depth} is left to be tried with {len(left)} functions")
        table = np.vstack([bits(left, n).T, np.ones(len(left), dtype=np.uint8)])
        *columns, everything = [int.from_bytes(row.tobytes()) for row in np.packbits(table, axis=1)]
        return any_tree(columns, everything, depth)
    point = next(points)
    plus = (left >> np.uint64(point) & np.uint64(1)).astype(bool)
    return has_tree(left[plus], n, depth - 1, points) and has_tree(left[~plus], n, depth - 1, points)


def any_tree(columns: list[int], left: int, depth: int) -> bool:
    """Whether a bitset of functions has a mistake tree; a column is the bitset of those that are +1 at a point."""
    if left.bit_count() < 1 << depth:
        return False
    return depth <= 1 or any(
        any_tree(columns, left & column, depth - 1) and any_tree(columns, left & ~column, depth - 1)
        for column in columns
    )


def check_ranks(functions: Functions, n: int, nodes: Sequence[dict[str, Any]]) -> None:
    """Check from above. A child may have more functions than the label leaves."""
    space = spaces(functions, n)
    for number, node in enumerate(nodes):
        rank, left = node["rank"], space(tuple(node["given"]))
        require(len(left) > 0, f"node {number} of the ranks has no functions")
        moved = set()
        for code, child, *mapping in node["moves"]:
            known = forced_codes(restrict(left, n, code), n)
            given = {image(other, n, *mapping) for other in nodes[child]["given"]}
            require(known.issuperset(given), f"node {number} of the ranks: what {code} leaves is not in {child}")
            moved.add(min(code, opposite(code, n)))
        plus = sizes(left, n)
        enough = {point for point in range(1 << n) if min(plus[point], len(left) - plus[point]) >= 1 << rank}
        require(enough <= moved, f"node {number} of the ranks has no move at a point where it needs one")


def require(what: bool, message: str) -> None:  # noqa: FBT001 - as in assert
    """Raise Wrong unless something holds."""
    if not what:
        raise Wrong(message)


def opposite(code: int, n: int) -> int:
    """Return the code of the other label of the same point."""
    return code ^ (2 << n) - 1


def image(code: int, n: int, order: Sequence[int], flips: int) -> int:
    """Return where a map takes a code."""
    require(sorted(order) == list(range(n + 1)) and 0 <= flips < 2 << n, f"{order} and {flips} are no map")
    return sum((code >> bit & 1) << place for bit, place in enumerate(order)) ^ flips


def restrict(functions: Functions, n: int, code: int) -> Functions:
    """Return those that are +1 at a code."""
    bit = np.uint64(1 << min(code, opposite(code, n)))
    left: Functions = functions[(functions & bit == bit) == (code < 1 << n)]
    return left


def spaces(functions: Functions, n: int) -> Callable[[tuple[int, ...]], Functions]:
    """Return what returns the functions that are +1 at all of some codes, and remembers the last ones."""

    @lru_cache(maxsize=32)
    def space(given: tuple[int, ...]) -> Functions:
        return restrict(space(given[:-1]), n, given[-1]) if given else functions

    return space


def forced_codes(left: Functions, n: int) -> set[int]:
    """Return the codes at which all of them are +1."""
    require(len(left) > 0, "a node has no functions")
    every, some = int(np.bitwise_and.reduce(left)), int(np.bitwise_or.reduce(left))
    return {p for p in range(1 << n) if every >> p & 1} | {opposite(p, n) for p in range(1 << n) if not some >> p & 1}


def bits(left: Functions, n: int) -> NDArray[np.uint8]:
    """Return a row for each function, with 1 at the points where it is +1."""
    return np.unpackbits(left.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=1 << n, bitorder="little")


def sizes(left: Functions, n: int) -> list[int]:
    """Return for each point how many are +1 there."""
    parts = [
        bits(left[start : start + 100_000], n).sum(axis=0, dtype=np.int64) for start in range(0, len(left), 100_000)
    ]
    return [int(size) for size in np.sum(parts, axis=0)]


def all_functions(n: int) -> Functions:
    """Make all from their weights; that none is missing is seen from their number."""
    points = np.array([(*x[::-1], 1) for x in product((1, -1), repeat=n)], dtype=np.int8)
    of_weights: dict[bytes, tuple[int, ...]] = {}
    for weights in combinations_with_replacement(range(MAX_WEIGHT[n] + 1), n + 1):
        values = points @ np.array(weights, dtype=np.int8)
        if values.all():  # a product of 0 has no sign: other weights realize the function
            of_weights.setdefault((values > 0).tobytes(), weights)
    parts = []
    for weights in of_weights.values():
        orders = np.array(list(set(permutations(weights))), dtype=np.int8)
        for signs in np.array(list(product((1, -1), repeat=n + 1)), dtype=np.int8):
            once = ((orders != 0) | (signs > 0)).all(axis=1)  # 0 has one sign
            values = np.zeros((int(once.sum()), 1 << n), dtype=np.int8)  # no sum is above 7 · 9
            for weight, coordinates in zip((orders[once] * signs).T, points.T, strict=True):
                values += weight[:, None] * coordinates
            packed = np.packbits(values > 0, axis=1, bitorder="little")
            tables = np.zeros((len(packed), 8), dtype=np.uint8)
            tables[:, : packed.shape[1]] = packed
            parts.append(tables.view("<u8").ravel())
    functions = np.sort(np.concatenate(parts))
    different = 1 + int((functions[1:] != functions[:-1]).sum())
    require(different == len(functions) == HOW_MANY[n], f"{different} functions were made, not {HOW_MANY[n]}")
    return functions


def read(path: str | Path) -> dict[str, Any]:
    """Read a certificate. Raises MalformedError, or OSError."""
    with Path(path).open("rb") as file:
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise MalformedError(f"it has more than {MAX_BYTES:,} bytes")
    try:
        checker.need_shallow(text.decode())
        found = json.loads(text)
    except (ValueError, RecursionError, checker.MalformedError) as error:
        raise MalformedError(f"it is no JSON: {error}") from None
    if type(found) is not dict or found.get("format") != FORMAT:
        raise MalformedError(f"its format should be {FORMAT}")
    return found


def main(path: str) -> int:
    """Judge a file, and print what it shows."""
    try:
        shown = check(read(path))
    except Wrong as error:
        print(f"not valid: {error}")
        return 1
    except (MalformedError, OSError) as error:
        print(f"{path} is no certificate of threshold functions: {error}", file=sys.stderr)
        return 2
    print(f"valid: halfspaces:{shown.variables}, {shown.functions:,} functions on {1 << shown.variables} points")
    print(f"every deterministic learner makes at least {shown.dimension} mistakes, and some learner makes no more")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program, and a file
        sys.exit("usage: python benchmarks/halfspaces_6_checker.py FILE")
    sys.exit(main(sys.argv[1]))
