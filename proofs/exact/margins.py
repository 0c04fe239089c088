"""The largest margin of a labeled sample, or a proof that no halfspace through the origin explains the sample.

Both have exact certificates. With z = y·x for every example (x, y), the shortest w that has ⟨w,z⟩ ≥ 1 on all of them is
the hard-margin support vector machine. Its direction has the largest margin, 1/‖w‖. Floats propose which examples
matter, and rational arithmetic decides. Sums and products alone verify the result.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target, Vector, vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Example = tuple[Vector, int]
"""A point and its label, 1 or -1."""


@dataclass(frozen=True, slots=True)
class Separable:
    """The shortest ``w`` with y⟨w,x⟩ ≥ 1 on every example, and the multipliers that prove it the shortest.

    ``alphas`` are rational, one an example, and not negative; ``support`` are the examples (from 0, increasing) where
    they are positive; with these aᵢ, w = Σ aᵢyᵢxᵢ and ``norm_squared`` = ‖w‖² = Σ aᵢ. Any w' with y⟨w',x⟩ ≥ 1 has
    ⟨w',w⟩ = Σ aᵢyᵢ⟨w',xᵢ⟩ ≥ Σ aᵢ = ‖w‖², so ‖w'‖ ≥ ‖w‖: the largest margin min y⟨v,x⟩/‖v‖ of any v is 1/‖w‖, and
    ``margin_squared`` is its square. The sample determines w, but not always these aᵢ.
    """

    w: Vector
    alphas: tuple[Fraction, ...]
    norm_squared: Fraction
    margin_squared: Fraction
    support: tuple[int, ...]

    def target(self) -> Target:
        """Return v = w/‖w‖: its norm is 1, and its margin is the largest there is for that norm."""
        return Target(self.w, self.margin_squared)

    def verify(self, sample: Sequence[Example]) -> None:
        """Check the proof above on the sample, exactly, whatever way it was found.

        Raises:
            ValueError: it fails, and the message says where.
            InputError: the sample is unusable, as for ``best_margin``.

        """
        rows = _rows(sample)
        _check_weights(self.alphas, self.support, rows)
        _check_exact([self.norm_squared, self.margin_squared, *(value for _, value in self.w.entries)])
        sums, common = _combination(self.alphas, rows)
        _need(self.w == _divided(sums, common), "w is not the sum of the alphas times y·x")
        _need(self.w.norm_squared() == self.norm_squared, "‖w‖² is not what is stated")
        _need(sum(self.alphas) == self.norm_squared, "‖w‖² is not the sum of the alphas")
        _need(self.margin_squared * self.norm_squared == 1, "the margin² is not 1/‖w‖²")
        for number, (row, product) in enumerate(zip(rows, _products(rows, sums), strict=True)):
            _need(product >= common * row.scale, f"example {number}: y⟨w,x⟩ is below 1")


@dataclass(frozen=True, slots=True)
class Inseparable:
    """Farkas' proof that no w has y⟨w,x⟩ > 0 on every example.

    ``weights`` are rational, one an example, not negative, with sum 1; ``support`` are the examples (from 0,
    increasing) where they are positive; Σ uᵢyᵢxᵢ = 0, so Σ uᵢyᵢ⟨w,xᵢ⟩ = 0 for every w, and no sum of positive terms is.
    The sample need not determine them.
    """

    weights: tuple[Fraction, ...]
    support: tuple[int, ...]

    def verify(self, sample: Sequence[Example]) -> None:
        """Check the proof above on the sample, exactly, whatever way it was found.

        Raises:
            ValueError: it fails, and the message says where.
            InputError: the sample is unusable, as for ``best_margin``.

        """
        rows = _rows(sample)
        _check_weights(self.weights, self.support, rows)
        _need(sum(self.weights) == 1, "the weights do not sum to 1")
        sums, _ = _combination(self.weights, rows)
        _need(not any(sums.values()), "the sum of the u·y·x is not 0")


def best_margin(sample: Sequence[Example]) -> Separable | Inseparable:
    """Find the largest margin of a sample of (point, label ±1), or that it is not separable; verified exactly.

    Both are answered by one problem, min ‖Σ uᵢzᵢ‖² + (1 − Σ uᵢ)² over u ≥ 0, with r = 1 − Σ uᵢ at its solution: r = 0
    gives Farkas' weights u, and r > 0 gives the multipliers u/r (Hsu, COMS 4771, Margins; Lawson and Hanson, Solving
    Least Squares Problems, chapter 23). Floats only propose where the exact search starts; it always ends.

    Raises:
        InputError: the sample is empty, or a label is neither 1 nor -1.

    """
    rows = _rows(sample)
    zero = next((number for number, row in enumerate(rows) if not row.entries), None)
    # A zero point is on the wrong side of every w, and no float needs to be asked.
    solution = _solution(rows, _proposed(rows)) if zero is None else {zero: Fraction(1)}
    certificate = _certificate(rows, solution)
    certificate.verify(sample)
    return certificate


class _Row(NamedTuple):
    """An example in integers: ``entries`` are those of scale·y·x, with scale > 0."""

    scale: int
    entries: list[tuple[int, int]]


def _rows(sample: Sequence[Example]) -> list[_Row]:
    if not sample:
        raise InputError("the sample is empty; a margin needs at least one example")
    rows = []
    for number, (x, label) in enumerate(sample):
        if label not in (1, -1):
            raise InputError(f"example {number} has the label {label!r}; a label is 1 or -1")
        ratios = [(index, *value.as_integer_ratio()) for index, value in x.entries]
        scale = lcm(*[denominator for _, _, denominator in ratios])
        signed = int(label) * scale
        rows.append(
            _Row(scale, [(index, numerator * (signed // denominator)) for index, numerator, denominator in ratios])
        )
    return rows


def _combination(weights: Sequence[Fraction], rows: Sequence[_Row]) -> tuple[dict[int, int], int]:
    """Return Σ uᵢzᵢ as integers over one common denominator, for every coordinate of a row with a nonzero weight."""
    used = [(weight, row) for weight, row in zip(weights, rows, strict=True) if weight]
    common = lcm(*[weight.denominator * row.scale for weight, row in used])
    sums: dict[int, int] = {}
    for weight, row in used:
        factor = weight.numerator * (common // (weight.denominator * row.scale))
        for index, value in row.entries:
            sums[index] = sums.get(index, 0) + factor * value
    return sums, common


def _divided(sums: dict[int, int], common: int) -> Vector:
    return vector({index: Fraction(value, common) for index, value in sums.items()})


def _products(rows: Iterable[_Row], sums: dict[int, int]) -> list[int]:
    """Return the inner product of every row's entries with a vector of integers."""
    return [sum([value * sums.get(index, 0) for index, value in row.entries]) for row in rows]


def _need(holds: object, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _check_exact(values: Iterable[Rational]) -> None:
    _need(all(type(value) in (int, Fraction) for value in values), "a number is neither int nor Fraction")


def _check_weights(weights: Sequence[Fraction], support: Sequence[int], rows: Sequence[_Row]) -> None:
    _need(len(weights) == len(rows), f"{len(weights)} weights for {len(rows)} examples")
    _check_exact(weights)
    _need(min(weights) >= 0, "a weight is negative")
    positive = tuple([number for number, weight in enumerate(weights) if weight])
    _need(support == positive, "the support is not where the weights are positive")


def _certificate(rows: Sequence[_Row], solution: dict[int, Fraction]) -> Separable | Inseparable:
    """Return what the weights u of the solution prove (not yet verified)."""
    support = tuple(sorted(solution))
    rest = 1 - sum(solution.values())
    weights = tuple([solution.get(number, Fraction(0)) / (rest or 1) for number in range(len(rows))])
    if not rest:
        return Inseparable(weights, support)
    norm_squared = Fraction(sum(weights))
    return Separable(_divided(*_combination(weights, rows)), weights, norm_squared, 1 / norm_squared, support)


def _proposed(rows: Sequence[_Row]) -> list[int]:
    """Return the support that floats find: it may be wrong, and is empty where they find none."""
    import numpy as np

    columns = {
        index: column for column, index in enumerate(sorted({index for row in rows for index, _ in row.entries}))
    }
    largest = [max([abs(value) for _, value in row.entries]) for row in rows]
    # One may scale each column (zᵢ; 1) of the problem, which scales uᵢ, and its last coordinate, which scales u and r,
    # but not the coordinates of z: that changes ‖w‖. With the shortest z as unit, all these numbers are in [-1, 1], and
    # quotients of integers are rounded rightly, however long they are.
    unit = min([Fraction(most, row.scale) for most, row in zip(largest, rows, strict=True)])
    up, down = unit.as_integer_ratio()
    system = np.zeros((len(columns) + 1, len(rows)))
    places = [columns[index] for row in rows for index, _ in row.entries]
    owners = np.repeat(np.arange(len(rows)), [len(row.entries) for row in rows])
    system[places, owners] = [value / most for most, row in zip(largest, rows, strict=True) for _, value in row.entries]
    system[-1] = [(up * row.scale) / (down * most) for most, row in zip(largest, rows, strict=True)]
    goal = np.zeros(len(system))
    goal[-1] = 1
    try:
        solution = nonnegative_least_squares(system, goal)
    except (RuntimeError, np.linalg.LinAlgError):  # too many iterations, or (older scipy) a singular system
        return []
    return [int(number) for number in np.flatnonzero(solution)]


def nonnegative_least_squares(system: "NDArray[np.float64]", goal: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the u ≥ 0 for which ‖system·u − goal‖ is least, in floats, by scipy.

    ``system`` has shape (m, n), ``goal`` (m,), and u (n,).

    Raises:
        RuntimeError: that takes too many steps.
        ValueError: a number is not finite.

    """
    import numpy as np

    system, goal = np.asarray_chkfinite(system, order="C"), np.asarray_chkfinite(goal)
    if compiled := _compiled_nnls():
        found, _, ended = compiled(system, goal, 3 * system.shape[1])
        if ended == _TOO_MANY_STEPS:
            raise RuntimeError("too many steps")
        return found  # type: ignore[no-any-return]
    from scipy.optimize import nnls  # type: ignore[import-untyped]

    return nnls(system, goal)[0]  # type: ignore[no-any-return]


_TOO_MANY_STEPS = 3


@cache
def _compiled_nnls() -> Callable[..., Any] | None:
    """Return the compiled function in scipy's ``nnls``, or ``None`` where this scipy has none of that kind.

    It is private to scipy, so it is tried on a small system first. The public ``nnls`` would do: but its import, with
    all of scipy.optimize, takes a twelfth of the processor time of a grade. Its floats only propose: wrong ones would
    make an answer slower, not wrong.
    """
    import numpy as np

    with suppress(Exception):
        (folder,) = find_spec("scipy").submodule_search_locations  # type: ignore[misc, union-attr]
        found = PathFinder.find_spec("_slsqplib", [str(Path(folder) / "optimize")])
        module = module_from_spec(found)  # type: ignore[arg-type]
        found.loader.exec_module(module)  # type: ignore[union-attr]
        one, _, _ = module.nnls(np.eye(1), np.ones(1), 3)
        if one.tolist() == [1.0]:
            return module.nnls  # type: ignore[no-any-return]
    return None


def _solution(rows: Sequence[_Row], start: Iterable[int]) -> dict[int, Fraction]:
    """Return the positive uᵢ of the solution: the method of Lawson and Hanson, in rational arithmetic.

    Between rounds, u is positive and minimizes the sum of squares on its support, where the columns (zᵢ; 1) are
    independent. A column along which it falls is not in their span, and its uᵢ becomes positive: so every round lowers
    the minimum, no support returns, and the search ends.
    """
    solution = _restricted(rows, start)
    while rest := 1 - sum(solution.values()):
        sums, common = _combination(list(solution.values()), [rows[number] for number in solution])
        up, down = rest.numerator * common, rest.denominator
        # r − ⟨zᵢ, Σ uz⟩ times scale, in integers: positive where the sum of squares falls.
        falls = [up * row.scale - down * product for row, product in zip(rows, _products(rows, sums), strict=True)]
        falling = [number for number, fall in enumerate(falls) if fall > 0]
        if not falling:
            break
        # The steepest of the columns, if all had length 1, as nearly as integers say it.
        squares = {n: rows[n].scale ** 2 + sum([value**2 for _, value in rows[n].entries]) for n in falling}
        entering = max(falling, key=lambda number: falls[number] ** 2 // squares[number])
        solution = _entered(rows, solution, entering)
    return solution


def _entered(rows: Sequence[_Row], solution: dict[int, Fraction], entering: int) -> dict[int, Fraction]:
    """Return the solution once ``entering`` may be positive: go straight to each minimum, stop where one gets 0."""
    now = {**solution, entering: Fraction(0)}
    while best := _minimum(rows, list(now)):
        steps = [now[number] / (now[number] - value) for number, value in best.items() if value <= 0]
        if not steps:
            return best
        step = min(steps)
        moved = {number: now[number] + step * (value - now[number]) for number, value in best.items()}
        now = {number: value for number, value in moved.items() if value}
    raise AssertionError("the columns of a support are independent, and so is one along which the minimum falls")


def _restricted(rows: Sequence[_Row], start: Iterable[int]) -> dict[int, Fraction]:
    """Return positive u that minimize the sum of squares on their support, which is what is left of ``start``."""
    numbers = list(start)
    while numbers:
        best = _minimum(rows, numbers)
        if best is None:
            independent = pivot_columns(list(zip(*_dense(rows, numbers), strict=True)))
            numbers = [numbers[place] for place in independent]
        elif min(best.values()) > 0:
            return best
        else:
            numbers = [number for number, value in best.items() if value > 0]
    return {}


def _minimum(rows: Sequence[_Row], numbers: Sequence[int]) -> dict[int, Fraction] | None:
    """Minimize ‖Σ uᵢzᵢ‖² + (1 − Σ uᵢ)² over the u that are 0 outside ``numbers``; ``None`` if (zᵢ; 1) are dependent."""
    scales = [rows[number].scale for number in numbers]
    if (scaled := gram_solution(_dense(rows, numbers), scales)) is None:
        return None
    return {number: scale * value for number, scale, value in zip(numbers, scales, scaled, strict=True)}


def _dense(rows: Sequence[_Row], numbers: Sequence[int]) -> list[list[int]]:
    """Return scale·(zᵢ; 1) for the numbers given, in the coordinates that one of them has."""
    used = [(dict(rows[number].entries), rows[number].scale) for number in numbers]
    indices = sorted({index for values, _ in used for index in values})
    return [[*(values.get(index, 0) for index in indices), scale] for values, scale in used]


# --------------------------------------------------------------------------------------- linear algebra by python-flint


def pivot_columns(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return the first columns, as many as the rank, in which a matrix of integers still has its rank."""
    from flint import fmpz_mat

    if not rows or not rows[0]:
        return []
    reduced, _, rank = fmpz_mat([list(row) for row in rows]).rref()
    return [next(column for column, value in enumerate(row) if value) for row in reduced.tolist()[: int(rank)]]


def gram_solution(rows: Sequence[Sequence[int]], right: Sequence[int]) -> list[Fraction] | None:
    """Return u with MMᵀu = right, for the matrix M with these rows, or ``None`` where the rows are dependent."""
    from flint import fmpz_mat

    matrix = fmpz_mat([list(row) for row in rows])
    try:
        solution = (matrix * matrix.transpose()).solve(fmpz_mat([[value] for value in right]))
    except ZeroDivisionError:
        return None
    return [Fraction(int(value.p), int(value.q)) for value in solution.entries()]
