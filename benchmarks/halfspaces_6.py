"""Find the Littlestone dimension of the threshold functions of up to 6 variables, with a certificate.

    python benchmarks/halfspaces_6.py CERTIFICATE

`adversary check CERTIFICATE` checks it. What is found is kept in CERTIFICATE.found at once, so a run that was ended
in any way goes on where it was. The class has 15,028,134 functions of 6 variables, and 2⁷·7! symmetries;
halfspaces_6_checker.py says what they are, and what is in a certificate. Both halves are found in one way:
version spaces that a symmetry takes to each other are looked at once, and at each the most even splits come first.
"""

import argparse
import base64
import json
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

import halfspaces_6_spaces
import numpy as np
from halfspaces_6_checker import FORMAT
from halfspaces_6_spaces import TRIED, FlatTrees, Space, least_size, splits, table, threshold_functions
from numpy.typing import NDArray

from adversary.files import write_new
from adversary.tasks.store import Store
from adversary.tasks.task import digest_of
from proofs.exact.errors import InputError

DIMENSION = {2: 3, 3: 6, 4: 9, 5: 15, 6: 22}
"""What is to be certified."""

FLAT = 9
"""A tree of depth 22 has nodes with maps down to depth 22 - 9 = 13, and below them its points in preorder."""

SEARCH = digest_of(halfspaces_6_spaces.__file__)
"""What is kept was found by this version of the search, with its functions and constants: another finds it anew."""

Given = tuple[int, ...]
"""Codes at which the functions of a version space are +1."""

Map = tuple[list[int], int]
Found = tuple[int | None, Map]
"""The number of a node, or ``None`` if what was asked does not hold, and the map from it."""


class Search:
    """Looks for the two halves of a certificate for n variables, and keeps what took long in a store."""

    def __init__(self, n: int, store: Store) -> None:
        self.n, self.store = n, store
        self.points, self.everything = 1 << n, (2 << n) - 1
        self.tree: list[dict[str, Any]] = []
        self.ranks: list[dict[str, Any]] = []
        self._alike: dict[Any, list[tuple[Given, int | None]]] = defaultdict(list)
        self._flat_trees = FlatTrees(self.points)
        self._orders = list(permutations(range(n + 1)))
        self._space = lru_cache(maxsize=24)(self._make_space)

    @cached_property
    def functions(self) -> Space:
        """All functions, as truth tables."""
        return threshold_functions(self.n)

    def _make_space(self, given: Given) -> Space:
        if not given:
            return self.functions
        space, code = self._space(given[:-1]), given[-1]
        bit = np.uint64(1 << min(code, code ^ self.everything))
        left: Space = space[(space & bit == bit) == (code < self.points)]
        return left

    def sizes(self, given: Given) -> list[int]:
        """Return how many functions are +1 at each point, and at the end how many there are."""
        sizes: list[int] = self._kept(f"sizes {given}", lambda: self._find_sizes(given))
        return sizes

    def _find_sizes(self, given: Given) -> list[int]:
        space = self._make_space(given)  # not to be remembered: most are never split
        ones = [table(space[at : at + 100_000]).sum(axis=0, dtype=np.int64) for at in range(0, len(space), 100_000)]
        return [*np.sum(ones, axis=0).tolist()[: self.points], len(space)]

    def _kept(self, what: str, find: Callable[[], Any]) -> Any:
        """Return what is found, or was by this search before."""
        key = f"{SEARCH}: {self.n}: {what}"
        if (kept := self.store.get(key)) is None:
            began = time.monotonic()
            found = find()
            kept = self.store.add(key, found, time.monotonic() - began)
        return kept[0]

    def at_least(self, given: Given, depth: int, flat: int) -> Found:
        """Look for a mistake tree of a depth, which is ``flat`` below that depth."""
        *plus, size = self.sizes(given)
        if size < least_size(depth):
            return None, ([], 0)
        key = "tree", depth, size, *sorted(map(min, plus, [size - ones for ones in plus]))
        if known := self._known(key, given, plus, size):
            return known
        number = None
        if depth <= flat:
            if (points := self._flat(given, depth)) is not None:
                number = self._add(self.tree, {"given": given, "depth": depth, "flat": points})
        else:
            for point in splits(plus, size, least_size(depth - 1)):
                below = []
                for code in self._smaller_first(point, plus, size):
                    child, mapping = self.at_least((*given, code), depth - 1, flat)
                    if child is None:
                        break
                    below.append((code, [child, *mapping]))
                else:
                    node = {
                        "given": given,
                        "depth": depth,
                        "point": point,
                        "below": [edge for _, edge in sorted(below)],
                    }
                    number = self._add(self.tree, node)
                    break
        self._alike[key].append((given, number))
        return number, self._identity

    def at_most(self, given: Given, rank: int) -> Found:
        """Look for ranks that show that the dimension is at most this."""
        *plus, size = self.sizes(given)
        key = "rank", rank, size, *sorted(map(min, plus, [size - ones for ones in plus]))
        if known := self._known(key, given, plus, size):
            return known
        number, moves = None, []
        for point in splits(plus, size, 1 << rank):
            for code in self._smaller_first(point, plus, size) if rank else ():
                child, mapping = self.at_most((*given, code), rank - 1)
                if child is not None:
                    moves.append([code, child, *mapping])
                    break
            else:
                break
        else:
            number = self._add(self.ranks, {"given": given, "rank": rank, "moves": moves})
        self._alike[key].append((given, number))
        return number, self._identity

    @property
    def _identity(self) -> Map:
        return list(range(self.n + 1)), 0

    def _add(self, nodes: list[dict[str, Any]], node: dict[str, Any]) -> int:
        nodes.append(node)
        return len(nodes) - 1

    def _smaller_first(self, point: int, plus: list[int], size: int) -> tuple[int, int]:
        """Return the codes of a point's labels, the one first that leaves fewer functions."""
        other = point ^ self.everything
        return (point, other) if 2 * plus[point] <= size else (other, point)

    def _known(self, key: Any, given: Given, plus: list[int], size: int) -> Found | None:
        """Return what was found for a space that a map takes to this one."""
        if not (alike := self._alike.get(key)):
            return None
        forced = np.zeros(2 * self.points, dtype=bool)
        for point, ones in enumerate(plus):
            if ones in {0, size}:
                forced[point if ones else point ^ self.everything] = True
        for there, number in alike:
            if there == given:
                return number, self._identity
            if there and (mapping := self._map(there, forced)):
                return number, mapping
        return None

    def _map(self, given: Given, forced: NDArray[np.bool_]) -> Map | None:
        """Return a map that takes the codes to some of the forced ones; the spaces, of one size, are then the same."""
        first = self._moved[:, given[0]]
        others = self._moved[:, list(given)] ^ first[:, None]  # where the codes go, if the first goes to 0
        for code in np.flatnonzero(forced):
            if (fits := forced[others ^ code].all(axis=1)).any():
                order = int(fits.argmax())
                return list(self._orders[order]), int(first[order] ^ code)
        return None

    @cached_property
    def _moved(self) -> NDArray[np.int64]:
        """Where each order of the bits, a row, takes each code."""
        codes = np.arange(2 * self.points)
        bits = codes[:, None] >> np.arange(self.n + 1) & 1
        return (1 << np.array(self._orders)) @ bits.T

    def _flat(self, given: Given, depth: int) -> str | None:
        found: str | None = self._kept(f"flat {given} {depth}", lambda: self._find_flat(given, depth))
        return found

    def _find_flat(self, given: Given, depth: int) -> str | None:
        points = self._flat_trees.find(self._make_space(given), depth)
        return None if points is None else base64.b64encode(zlib.compress(bytes(points), 9)).decode()


def certificate(n: int, store: Store) -> dict[str, Any] | None:
    """Return a certificate for n variables, if there is one that this search finds."""
    search, dimension = Search(n, store), DIMENSION[n]
    rank, _ = search.at_most((), dimension)
    print(f"at most {dimension}: {len(search.ranks)} nodes" if rank is not None else "no ranks found", file=sys.stderr)
    root, _ = search.at_least((), dimension, max(dimension - FLAT, TRIED))
    print(f"at least {dimension}: {len(search.tree)} nodes" if root is not None else "no tree found", file=sys.stderr)
    if rank is None or root is None:
        return None
    return {"format": FORMAT, "variables": n, "dimension": dimension, "tree": search.tree, "ranks": search.ranks}


def main() -> int:
    """Make a certificate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificate")
    parser.add_argument("--variables", type=int, choices=DIMENSION, default=6)
    asked = parser.parse_args()
    try:
        with Store(f"{asked.certificate}.found") as store:
            if (found := certificate(asked.variables, store)) is None:
                return 1
            write_new(asked.certificate, json.dumps(found, separators=(",", ":")) + "\n")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"what was found is in {asked.certificate}.found; the same command goes on from there", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
