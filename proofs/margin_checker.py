"""The trusted checker for certificates of the margin game: the most mistakes that can be forced in a small dimension.

``python -m proofs.margin_checker FILE``. It needs the standard library and ``checker``, whose reader and mistake trees
it uses. The file has a dimension d and a margin δ², and up to two statements, each with its witness:

* ``universal bound`` (k): every deterministic learner errs at least k times. ``lower`` has axes and mistake trees, as
  in a trace: see ``checker.forced``.
* ``upper bound`` (k): some deterministic learner errs at most k times. ``upper`` names the argument: ``perceptron``,
  ``cap``, ``lines``, ``cells`` or ``twins``, each a function below. If k + 1 mistakes could be forced, there would be a
  mistake tree of depth K = k + 1: points xᵢ of norm 1, and at each of its 2^K leaves a target v of norm 1 with
  yᵢ⟨v,xᵢ⟩ ≥ δ on its path. Each argument shows that there is none.

Arithmetic is in integers and fractions. Its steps are counted before they are done, and too many are refused.
"""

import signal
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import isqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from proofs.checker import (
    MAX_DIGITS,
    MAX_WORK,
    MalformedError,
    TooMuchError,
    forced,
    get,
    need,
    rational,
    read_record,
    say,
    show,
)

FORMAT: Final = "forced-mistakes/margin/1"
STATEMENTS = ("universal bound", "upper bound")
MAX_DIMENSION, MAX_MISTAKES, MAX_DEGREE, MAX_INTERVALS = 10**6, 10**4, 400, 10**6
ONE = 1 << 256  # what stands for 1 in sums of cells
UNIT = 1 << 80  # and for twins
MAX_OF, MAX_ANGLES, MAX_BOXES = 10**6, 10**5, 20_000
PI, TENS = (3141592653589793238462643383279, 3141592653589793238462643383280), 10**30  # π·10^30 from below and above


class Report(NamedTuple):
    """What a certificate proves; ``reason`` says why it is not valid, if it is not."""

    valid: bool
    dimension: int
    margin_squared: Fraction
    statements: list[dict[str, Any]]
    reason: str | None


def counter() -> Callable[[int], None]:
    """Return what counts steps, and raises TooMuchError above ``MAX_WORK``."""
    done = 0

    def count(steps: int) -> None:
        nonlocal done
        done += steps
        if done > MAX_WORK:
            raise TooMuchError(f"too much arithmetic: it takes more than {MAX_WORK:,} steps")

    return count


def perceptron(dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]) -> str:  # noqa: ARG001
    """Say why the Perceptron may err more than k times, or nothing: it errs at most 1/δ² times."""
    need(witness is True, '"perceptron" should be true: there is nothing to show')
    most = margin_squared.denominator // margin_squared.numerator
    return "" if most <= k else f"the Perceptron may err {most} times"


def cap(dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]) -> str:
    """Say why caps do not rule out K = k + 1 forced mistakes, or nothing.

    The open cones {u: yᵢ⟨u,xᵢ⟩ > 0 for all i ≤ K} of the 2^K leaves are disjoint, and each has the cap of radius r
    around its target, sin r = δ. Its projection is a ball of radius δ, so its part of the sphere is at least
    δ^(d-1)·Γ(d/2) / (2√π·Γ((d+1)/2)) > δ^(d-1) / √(2πd). So 2^K·δ^(d-1) ≥ √(2πd) is a contradiction; π < 355/113.
    """
    need(witness is True, '"cap" should be true: there is nothing to show')
    power = dimension - 1
    count(dimension + (power * margin_squared.denominator.bit_length() + 2 * k) ** 2 // 64)
    part = 113 * margin_squared.numerator**power << 2 * (k + 1)
    return "" if part >= 710 * dimension * margin_squared.denominator**power else f"2^{k + 1} caps may fit"


def lines(dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]) -> str:
    """Say why a polynomial does not rule out K = k + 1 forced mistakes, or nothing.

    Two leaves part at a node where one target has ⟨v,x⟩ ≥ δ and the other ⟨w,x⟩ ≤ -δ, so ‖v - w‖ ≥ 2δ, and
    ⟨v,w⟩ ≤ s = 1 - 2δ². The half of the leaves below -1 of the root may be replaced by the central negation of the
    other half; so the 2^k targets of one half are lines with |⟨v,w⟩| ≤ s. Delsarte: let f = Σ f_j G_j over even j, with
    the Gegenbauer polynomials G_j of this dimension, G_j(1) = 1, integers f_j ≥ 0 and f_0 > 0. If f < 0 on [0, s], then
    f_0·N² ≤ Σ f(⟨v,w⟩) over all pairs ≤ N·f(1) for N lines; so f(1) < 2^k·f_0 is a contradiction.

    The witness has f_0, f_2, f_4, …
    """
    need(type(witness) is list and witness, '"lines" should be a list of integers')
    need(all(type(f) is int for f in witness), '"lines" should be a list of integers')
    need(max(map(abs, witness)) < 10**MAX_DIGITS, f'"lines" has an integer of more than {MAX_DIGITS} digits')
    need(2 * len(witness) <= MAX_DEGREE, f'"lines" should have at most {MAX_DEGREE // 2} integers')
    longest = max(map(int.bit_length, witness)) + margin_squared.denominator.bit_length()
    longest += (8 + 2 * dimension.bit_length()) * len(witness)  # the denominators of G_j
    count(len(witness) ** 3 * (2_000 + longest**2 * len(witness) // 64))
    top = 1 - 2 * margin_squared
    if dimension < 2 or top < 0:  # noqa: PLR2004
        return "the argument needs dimension 2 or more, and a margin² of at most 1/2"
    if min(witness) < 0 or not witness[0]:
        return "the first coefficient should be above 0, and none below"
    if sum(witness) >= witness[0] << k:
        return f"f(1) is {sum(witness)}, not below 2^{k} times f_0, which is {witness[0]}"
    return "" if _is_negative(_even_gegenbauer(dimension, witness), top * top) else "f is not below 0 on all of [0, s]"


def _even_gegenbauer(dimension: int, coefficients: list[int]) -> list[Fraction]:
    """Return Σ f_j G_{2j}(t) as a polynomial in t², from the constant on.

    (j + d - 2)·G_{j+1} = (2j + d - 2)·t·G_j - j·G_{j-1}.
    """
    before, last = [Fraction(0)], [Fraction(1)]  # in t
    total = [Fraction(0)] * len(coefficients)
    for j in range(2 * len(coefficients) - 1):
        if j % 2 == 0:
            for power in range(0, j + 1, 2):
                total[power // 2] += coefficients[j // 2] * last[power]
        following = [Fraction(0), *[(2 * j + dimension - 2) * value for value in last]]
        for power, value in enumerate(before if j else []):
            following[power] -= j * value
        scale = j + dimension - 2
        before, last = last, [value / scale for value in following] if scale else [Fraction(0), Fraction(1)]
    return total


def _is_negative(polynomial: list[Fraction], end: Fraction) -> bool:
    """Tell whether a polynomial is below 0 on [0, end]: it is at 0, and Sturm's chain counts no root up to the end."""

    def value(coefficients: list[Fraction], at: Fraction) -> Fraction:
        total = Fraction(0)
        for coefficient in reversed(coefficients):
            total = total * at + coefficient
        return total

    def changes(at: Fraction) -> int:
        signs = [number > 0 for coefficients in chain if (number := value(coefficients, at))]
        return sum(before != after for before, after in pairwise(signs))

    chain = [_trimmed(polynomial)]
    chain.append(_trimmed([power * value for power, value in enumerate(chain[0])][1:]))
    while chain[-1]:
        chain.append(_trimmed([-value for value in _remainder(chain[-2], chain[-1])]))
    chain.pop()
    ends = value(polynomial, Fraction(0)), value(polynomial, end)
    return max(ends) < 0 and changes(Fraction(0)) == changes(end)


def _trimmed(polynomial: list[Fraction]) -> list[Fraction]:
    """Return a polynomial without leading zeros, scaled by a positive number to have short coefficients."""
    while polynomial and not polynomial[-1]:
        polynomial = polynomial[:-1]
    return [value / abs(polynomial[-1]) for value in polynomial]


def _remainder(dividend: list[Fraction], divisor: list[Fraction]) -> list[Fraction]:
    rest = dividend
    while len(rest) >= len(divisor):
        factor, shift = rest[-1] / divisor[-1], len(rest) - len(divisor)
        rest = [value - factor * divisor[at - shift] if at >= shift else value for at, value in enumerate(rest)][:-1]
        while rest and not rest[-1]:
            rest = rest[:-1]
    return rest


def cells(dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]) -> str:
    """Say why cones do not rule out K = k + 1 forced mistakes, or nothing.

    The open cones {u: yᵢ⟨u,xᵢ⟩ > 0 for all i ≤ K} of the 2^K leaves are disjoint. So 2^K·V ≤ 1 where no cone has a
    smaller part of the sphere than V. Among directions at the angle ρ from a leaf's target the i-th condition fails
    within a cap of S^(d-2) of radius at most φ, cos φ = min(1, tan r / tan ρ), sin r = δ. So V is at least
    ∫ max(0, 1 - K·σ(φ)) dμ(ρ) over ρ ≤ π/2, with σ the part of S^(d-2) in a cap, and dμ ∝ sin^(d-2) ρ dρ.

    With ``forest`` max(0, K - d) times the part where two caps with centers at a right angle meet is added within the
    maximum: of K directions in R^(d-1) at most d are pairwise at obtuse angles, so a forest of K - d pairs at angles of
    at most 90° is there, and Hunter's inequality gives back the part that each pair has in common.

    The witness has the number of ``intervals`` of the sums; these are rounded so that V is never too large.
    """
    intervals = get(witness, "intervals", int)
    forest = get({"forest": False, **witness}, "forest", bool)
    need(0 < intervals <= MAX_INTERVALS, f'"intervals" should be from 1 to {MAX_INTERVALS:,}')
    if dimension == 1:
        return "" if k >= 1 else "2^K cones need at least as many half-lines, and there are 2"
    if dimension == 2:  # noqa: PLR2004
        proved = k >= 1 and _exceeds(margin_squared, k + 1, count)  # V = r/π from K = 2 on
        return "" if proved else f"sin(π/2^{k + 1}) is not below the margin"
    count(intervals * 200 * (40 + dimension * (1 + dimension * intervals.bit_length() // 64)))
    part = Sphere(dimension, intervals).smallest_cone(margin_squared, k + 1, forest=forest)
    if part << k + 1 > ONE:
        return ""
    return f"2^{k + 1} cones may fit: each has at least {part / ONE:.3e} of the sphere"


def _exceeds(margin_squared: Fraction, k: int, count: Callable[[int], None]) -> bool:
    """Tell whether δ > sin(π/2^k), k ≥ 2: whether 2r, doubled k - 2 times, is above 90°; cosines are rounded up."""
    unit = 1 << 256 + 2 * margin_squared.denominator.bit_length()
    cosine = unit - _floor(2 * unit * margin_squared.numerator, margin_squared.denominator)
    for _ in range(k - 2):
        if cosine <= 0:
            return True
        count(200 + unit.bit_length() ** 2 // 64)
        cosine = _ceiling(2 * cosine * cosine, unit) - unit
    return cosine < 0


def _floor(numerator: int, denominator: int) -> int:
    return numerator // denominator


def _ceiling(numerator: int, denominator: int) -> int:
    return -(-numerator // denominator)


class Sphere:
    """Parts of the unit sphere in R^d and of its equator, from below and above, times ``ONE``.

    Angle i of n is 2·arctan(t) for t = i²/n², the last one π/2: so small angles are close together, and all sines
    2t/(1 + t²) and dφ = 2dt/(1 + t²) are rational.
    """

    def __init__(self, dimension: int, intervals: int) -> None:
        self.dimension, self.intervals = dimension, intervals
        self.caps = cache(self._caps)

    def _caps(self, dimension: int) -> tuple[list[int], list[int]]:
        """Return ∫ sin^(dimension-2) from 0 to each angle i ≤ n, from below and from above."""
        power, whole = dimension - 2, self.intervals**2
        below, above = [0], [0]
        for i in range(self.intervals):
            t, end = i * i, (i + 1) * (i + 1)
            lower, upper = whole**2 + t**2, whole**2 + end**2
            width = ONE * 2 * whole * (end - t)
            below.append(below[-1] + _floor(width * (2 * whole * t) ** power, upper * lower**power))
            above.append(above[-1] + _ceiling(width * (2 * whole * end) ** power, lower * upper**power))
        return below, above

    def smallest_cone(self, margin_squared: Fraction, k: int, *, forest: bool) -> int:
        """Return a lower bound of V for trees of depth k."""
        n, total = self.intervals, 0
        below, above = self.caps(self.dimension)
        equator_below, equator_above = self.caps(self.dimension - 1)
        if not equator_below[n]:
            return 0
        pairs = max(0, k - self.dimension) if forest else 0
        common = self._common() if pairs else []
        for i in range(n):
            failing = _ceiling(ONE * equator_above[self._radius(i + 1, margin_squared, up=True)], 2 * equator_below[n])
            rest = ONE - k * failing
            if pairs and i:
                rest += pairs * common[self._radius(i, margin_squared, up=False)]
            total += (below[i + 1] - below[i]) * max(0, min(rest, ONE))
        return _floor(total, 2 * above[n])

    def _radius(self, i: int, margin_squared: Fraction, *, up: bool) -> int:
        """Return the angle φ up or down from where cos φ = min(1, tan r / tan ρ), for ρ the angle i."""
        if margin_squared == 1:
            return 0
        t, whole = i * i, self.intervals**2
        ratio = ONE * ONE * margin_squared.numerator // (margin_squared.denominator - margin_squared.numerator)
        tangent = isqrt(ratio) + (not up)  # of r, times ONE; that of ρ is 2t/(1 - t²)
        return self._angle(tangent * (whole**2 - t**2), ONE * 2 * whole * t, up=up)

    def _angle(self, cosine: int, whole: int, *, up: bool) -> int:
        """Return the angle up or down from the one whose cosine is cosine/whole: t² = (1 - cosine)/(1 + cosine)."""
        if cosine >= whole:
            return 0
        fourth = self.intervals**4 * (whole - cosine)
        if up:
            return min(self.intervals, isqrt(isqrt(_ceiling(fourth, whole + cosine))) + 1)
        return isqrt(isqrt(_floor(fourth, whole + cosine)))

    def _common(self) -> list[int]:
        """Return the part of the equator in two caps with centers at a right angle, for each radius, from below.

        For radius φ and h = cos φ that is P(w₁, w₂ ≥ h) = 2·∫ P(w₂ ≥ z | w₁ = z) over the density of w₁ from z = h on:
        given w₁ = z, the other coordinates are on a sphere of radius √(1 - z²), so w₂ ≥ z is a cap with cosine
        z/√(1 - z²), which is cot ψ for z = cos ψ.
        """
        n, parts = self.intervals, [0]
        equator_below, equator_above = self.caps(self.dimension - 1)
        for i in range(n):
            t, whole = i * i, n * n
            cosine, sine = whole**2 - t**2, 2 * whole * t  # of ψ at the left end, where the inner cap is smallest
            inner = 0
            if cosine < sine and self.dimension == 3:  # noqa: PLR2004 - the inner sphere is two points
                inner = ONE // 2
            elif cosine < sine:
                below, above = self.caps(self.dimension - 2)
                inner = _floor(ONE * below[self._angle(cosine, sine, up=False)], 2 * above[n])
            part = (equator_below[i + 1] - equator_below[i]) * inner
            parts.append(parts[-1] + _floor(2 * part, 2 * equator_above[n]))
        return parts


def twins(dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]) -> str:
    """Say why twin cells do not rule out K = k + 1 forced mistakes, or nothing.

    The last inner nodes are 2^k, and the open cones {u: yᵢ⟨u,xᵢ⟩ > 0 for all i ≤ k} of the points above them are
    disjoint. The two targets below such a node have an angle of at least 2r, sin r = δ, and all points on the arc
    between them have margin δ on these k points. So after a rotation each a = yᵢxᵢ is *admissible*: ⟨a,v⟩, ⟨a,w⟩ ≥ δ
    for v, w = (cos r, ± sin r, 0, …). For a set D of directions let F(a) be the part of the sphere in
    {u ∈ D: ⟨u,a⟩ ≤ 0}. Each cone has at least vol D - k·max F of the sphere, so 2^k·(vol D - k·max F) > 1 is a
    contradiction. For u = (√(1 - |z|²)·(cos α, sin α), z), the angle α and z in the unit ball of R^m, m = d - 2, are
    uniform and independent. D is {|α| ≤ 90°, |z| ≤ S_i/n}, for |α| in step i of L.

    The witness has the ``heights`` S_1, …, S_L, the n that they are parts ``of``, and the ``steps`` of the check in
    each of the L: its angles are multiples of 90°/(L·steps). All facets (t, ψ) are covered by boxes of such angles.
    """
    heights, n, steps = get(witness, "heights", list), get(witness, "of", int), get(witness, "steps", int)
    need(heights and all(type(height) is int for height in heights), '"heights" should be a list of integers')
    need(0 < n <= MAX_OF, f'"of" should be from 1 to {MAX_OF:,}')
    angles, power, top = steps * len(heights), dimension - 2, max(heights)
    need(0 < angles <= MAX_ANGLES, f'"steps" should be from 1 to {MAX_ANGLES:,}, divided by the number of heights')
    if not 0 <= min(heights) <= top <= n:
        return f"the heights should be from 0 to {n:,}"
    if dimension < 4 or margin_squared == 1 or not k:  # noqa: PLR2004
        return "the argument needs dimension 4 or more, a margin below 1, and a claim of at least 1 mistake"
    bits = power * n.bit_length() + k
    count(bits**2 + angles * (500 + 50 * power) + top * (top * (150 + bits // 8) + 20 * len(heights)))
    rest = Fraction(sum(height**power for height in heights), 2 * len(heights) * n**power) - Fraction(1, 2**k)
    if rest <= 0:
        return f"the set has at most 1/2^{k} of the sphere"
    limit = _ceiling(4 * angles * UNIT * rest.numerator, k * rest.denominator)
    return Twins(power, heights, n, steps).uncovered(margin_squared, limit, count)


class Twins:
    """The parts F of the sphere that facets (t, ψ) cut off from D, from above: a = (cos ψ·(cos t, sin t), sin ψ·e).

    Angle j is j·90°/N; ``low`` and ``high`` are its cosine from below and above, times ``UNIT`` as all parts are. F is
    largest in a box where |α - t| is, and ψ (if cos(α - t) ≥ 0), or ψ is smallest. A larger δ admits fewer facets.
    """

    def __init__(self, power: int, heights: list[int], n: int, steps: int) -> None:
        self.n, self.steps, self.top, self.angles = n, steps, max(heights), steps * len(heights)
        self.low, self.high = self._cosines()
        self.whole = [(i, _ceiling(UNIT * s**power, n**power)) for i, s in enumerate(heights) if s]
        self.above, self.below = zip(*self._cuts(power, heights), strict=True)
        self.cut = lru_cache(maxsize=256)(self._cut)

    def _cosines(self) -> tuple[list[int], list[int]]:
        """Return cos x of all angles: 1 - x²/2·(1 - x²/12·(1 - …)), where what follows the last is from 0 to 1."""
        low, high = [], []
        for j in range(self.angles + 1):
            least, most = (UNIT * (j * pi) ** 2 // (2 * self.angles * TENS) ** 2 + up for up, pi in enumerate(PI))
            lower, upper = 0, UNIT
            for i in range(32, 0, -2):
                product = i * (i - 1) * UNIT
                lower, upper = UNIT - _ceiling(most * upper, product), UNIT - _floor(least * lower, product)
            low.append(max(0, lower))
            high.append(upper)
        if not all(a > b for cosines in (low, high) for a, b in pairwise(cosines)):
            raise AssertionError("the cosines do not fall")
        return low, high

    def caps(self, size: int, *, up: bool) -> list[int]:
        """Return the part of the sphere in R^size in a cap of each radius, rounded up or down.

        σ_2 = j/2N, σ_3 = (1 - cos)/2 and σ_(s+2) = σ_s - cos·sin^(s-1)/c_s, c_2 = π, c_3 = 4, c_(s+2) = c_s·(s + 1)/s.
        """
        cosines, to, less = (self.low, _ceiling, _floor) if up else (self.high, _floor, _ceiling)
        sines, factor = cosines[::-1], 4 * UNIT
        if size % 2:
            parts, powers = [to(UNIT - cosine, 2) for cosine in cosines], [less(sine * sine, UNIT) for sine in sines]
        else:
            parts, powers = [to(UNIT * j, 2 * self.angles) for j in range(self.angles + 1)], sines
            factor = to(UNIT * PI[up], TENS)
        for s in range(2 + size % 2, size, 2):
            parts = [part - less(c * power, factor) for part, c, power in zip(parts, cosines, powers, strict=True)]
            powers = [less(power * sine * sine, UNIT * UNIT) for power, sine in zip(powers, sines, strict=True)]
            factor = to(factor * (s + 1), s)
        return [max(0, part) for part in parts]

    def _cuts(self, power: int, heights: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield G(b, s) for b = 0, 1, … at each height s, from above and below: what B = b/√(n² - b²) cuts off.

        That is the part of the unit ball with |z| ≤ s and -z_e ≥ B·√(1 - |z|²): of a sphere |z| = x, a cap with cosine
        h = B·√(n² - x²)/x. It grows with x, so a shell has at most the cap at its outer radius, and at least the inner.
        """
        n, whole, above, below = self.n, self.n**power, self.caps(power, up=True), self.caps(power, up=False)
        highs, lows = [-cosine for cosine in self.high], [-cosine for cosine in self.low]  # they rise
        for b in range(self.top + 1):
            most, least, inner = [0] * (b + 1), [0] * (b + 1), 0
            for x in range(b + 1, self.top + 1):
                shell = x**power - (x - 1) ** power
                h = isqrt(UNIT * UNIT * b * b * (n * n - x * x) // ((n * n - b * b) * x * x)) if b else 0
                outer = above[min(self.angles, bisect_left(highs, -h))]  # at the first angle with high ≤ h
                most.append(most[-1] + _ceiling(outer * shell, whole))
                least.append(least[-1] + _floor(inner * shell, whole))
                inner = below[max(0, bisect_left(lows, -h) - 1)]  # at the last angle with low > h
            yield [most[height] for height in heights], [least[height] for height in heights]

    def _cut(self, angle: int, *, up: bool) -> list[list[int]]:
        """Return G at each height where B = cos(α - t)/tan ψ, for |cos(α - t)| = cos q, q = 0, …, N, and an angle ψ.

        b = B/√(1 + B²) is rounded down, and G is from above. If ``up``, b is rounded up, and G is from below.
        """
        cosines, across = (self.high, self.low[-1 - angle]) if up else (self.low, self.high[-1 - angle])
        along, rows = (self.high if up else self.low)[angle], []
        for cosine in cosines:
            square, whole = (cosine * along * self.n) ** 2, (cosine * along) ** 2 + (UNIT * across) ** 2
            b = 1 + isqrt(_ceiling(square, whole) - 1) if up and square else isqrt(square // whole)
            rows.append((self.below if up else self.above)[min(b, self.top)])
        return rows

    def uncovered(self, margin_squared: Fraction, limit: int, count: Callable[[int], None]) -> str:
        """Say which facet may be admissible and have 4N·F of the limit or more, or nothing."""
        root = UNIT**2 * margin_squared.numerator // margin_squared.denominator
        least, most = isqrt(root), isqrt(UNIT**2 - root) + 1  # of δ from below and √(1 - δ²) from above
        boxes, found = [(0, self.angles, 0, self.angles)], 0
        while boxes:
            t, t_end, angle, angle_end = box = boxes.pop()
            found += 1
            count(40 * self.angles)
            along = self.high[t] * most - self.low[-1 - t] * least  # cos(t + r) from above, times UNIT²
            if along * self.high[angle] < least * UNIT**2 or self.fits(box, limit):
                continue
            if found >= MAX_BOXES or t_end - t == angle_end - angle == 1:
                facets = f"t from {t} to {t_end} and ψ from {angle} to {angle_end}, times 90°/{self.angles}"
                return f"{found:,} boxes leave facets that may cut off too much: {facets}"
            if t_end - t >= angle_end - angle:
                middle = (t + t_end) // 2
                boxes += [(t, middle, angle, angle_end), (middle, t_end, angle, angle_end)]
            else:
                middle = (angle + angle_end) // 2
                boxes += [(t, t_end, angle, middle), (t, t_end, middle, angle_end)]
        return ""

    def fits(self, box: tuple[int, int, int, int], limit: int) -> bool:
        """Tell whether 4N·F is surely below the limit for all facets of a box."""
        t, t_end, angle, angle_end = box
        near, far = self.cut(angle_end, up=False), self.cut(angle, up=True)
        total = 0
        for i, whole in self.whole:
            for u in range(i * self.steps, (i + 1) * self.steps):
                for q in (max(abs(u + 1 - t), abs(t_end - u)), u + 1 + t_end):
                    total += near[q][i] if q <= self.angles else whole - far[2 * self.angles - q][i]
            if total >= limit:
                return False
        return True


ARGUMENTS = {"perceptron": perceptron, "cap": cap, "lines": lines, "cells": cells, "twins": twins}
OTHER = "branch_and_bound is for proofs.margin_game.cover, which is not one of the trusted checkers"


def judge(record: dict[str, Any], arguments: dict[str, Any] = ARGUMENTS) -> Report:
    """Judge a certificate. Raises MalformedError."""
    need(get(record, "format", str) == FORMAT, f'"format" should be "{FORMAT}"')
    dimension, margin_squared = get(record, "dimension", int), rational(get(record, "margin_squared", str))
    need(0 < dimension <= MAX_DIMENSION, f'"dimension" should be from 1 to {MAX_DIMENSION:,}')
    need(0 < margin_squared <= 1, '"margin_squared" should be above 0, and at most 1: no point of norm 1 has more')
    statements, reason, count = [], "", counter()
    for claim in get(record, "claims", list):
        statement, k = get(claim, "statement", str), get(claim, "mistakes", int)
        need(statement in STATEMENTS and 0 <= k < 10**1000, f"no such claim: {str(claim)[:80]}")
        if statement == "universal bound":
            provable, fault = forced(get(record, "lower", dict), dimension, margin_squared, count)
            if not fault and k > provable:
                fault = f"{k} claimed, {provable} proved"
        else:
            upper = get(record, "upper", dict)
            names = [name for name in upper if name in arguments]
            need(len(names) == 1, f'"upper" should have one of {", ".join(arguments)}; {OTHER}')
            need(k <= MAX_MISTAKES or "perceptron" in names, f'"{names[0]}" is for at most {MAX_MISTAKES:,} mistakes')
            fault = arguments[names[0]](dimension, margin_squared, k, upper[names[0]], count)
        if fault:
            reason = reason or f"{statement}: {fault}"
        else:
            statements.append({"statement": statement, "mistakes": k})
    reason = reason or ("" if statements else "nothing is claimed, so nothing is shown")
    return Report(not reason, dimension, margin_squared, statements, reason or None)


def check(path: str | Path, arguments: dict[str, Any] = ARGUMENTS) -> Report:
    """Judge the certificate at ``path``, one line of JSON. Raises MalformedError."""
    try:
        return judge(read_record(Path(path).read_text(encoding="utf-8")), arguments)
    except MemoryError:
        raise TooMuchError("too much arithmetic: there is not enough memory") from None
    except (MalformedError, ValueError, RecursionError, OSError) as error:
        plain = {UnicodeDecodeError: "not UTF-8 text", RecursionError: "the recursion limit of this Python is too low"}
        raise MalformedError(str(plain.get(type(error)) or getattr(error, "strerror", None) or error)) from None


def main(arguments: list[str]) -> int:
    """Check one file and print the verdict; return 0 (valid), 1 (not valid) or 2 (none: it is malformed, or unseen)."""
    try:
        need(len(arguments) == 1, "usage: python -m proofs.margin_checker FILE")
        report = check(arguments[0])
    except (MalformedError, TooMuchError) as error:
        return say(sys.stderr, [": ".join([*arguments, str(error)])], 2)
    lines = [f"margin game, dimension {report.dimension}, margin² {show(report.margin_squared)}"]
    lines += [f"proved: {statement['statement']} {statement['mistakes']}" for statement in report.statements]
    return say(sys.stdout, [*lines, f"not valid: {report.reason}" if report.reason else "valid"], not report.valid)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:]))
