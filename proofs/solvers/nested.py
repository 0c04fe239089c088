"""Samples on which the Perceptron needs exponentially many updates, in whatever order it meets the examples.

Cesa-Bianchi, Lecture 13, remarks that the number of updates may be exponential in the size of the sample. Known since
Hampson and Volper (Linear function neurons: structure and training, 1986) for nested Boolean functions; see also
Anthony and Shawe-Taylor (Using the Perceptron algorithm to find consistent hypotheses, 1993). Here with exact numbers:

Let z = y·x be integer for every example, and v ≥ 0 multipliers such that w' = Σ vᵢzᵢ has ⟨w',zᵢ⟩ ≤ 1 for all i. A
Perceptron that has started from 0 and updated nᵢ times with example i has w = Σ nᵢzᵢ. If it separates, the integers
⟨w,zᵢ⟩ are at least 1, so Σ nᵢ ≥ Σ nᵢ⟨w',zᵢ⟩ = ⟨w',w⟩ = Σ vᵢ⟨w,zᵢ⟩ ≥ Σ vᵢ: a bound on the updates of every run. If the
shortest w* with ⟨w*,z⟩ ≥ 1 has ⟨w*,z⟩ = 1 on all examples, it is a w', and the bound is ‖w*‖². No run needs more than
max ‖x‖² times as many. On the two plain families here, ``nested`` with the block ``SINGLE`` and ``odd_max_bit``, every
run makes exactly ‖w*‖² updates.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import cycle
from typing import TYPE_CHECKING, Any, Literal

from proofs.exact.errors import InputError, unknown
from proofs.exact.margins import CertificateError, Example, Separable, best_margin
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector

if TYPE_CHECKING:
    from proofs.exact.steps import Step

Block = tuple[tuple[int, ...], ...]
"""A square matrix H of −1, 0 and 1 whose inverse is integer and not negative."""

SINGLE: Block = ((1,),)
"""The smallest block: the updates are (4ⁿ − 1)/3, whatever the order."""

DENSE: Block = ((1, 0, -1, -1, 1), (0, 1, -1, 1, -1), (-1, 1, 1, -1, -1), (0, -1, 1, 1, 0), (-1, 0, -1, 0, 1))
"""The best block of size 5 that a random search found: the updates grow as (82²)^(n/5), above 5.8ⁿ."""

Rule = Literal["first", "cyclic"]


def nested(levels: int, block: Block = SINGLE) -> list[Example]:
    """Return n examples in dimension n, n = ``levels`` times the size of the block, with entries −1, 0 and 1.

    y·x has −1 in all earlier levels, a row of the block in its own, and 0 in later ones; labels alternate. With the
    block ``SINGLE``, the label is the sign of the last nonzero coordinate. Every run makes at least
    ``nested_updates(levels, block)`` updates.

    Raises:
        InputError: there is no level, or the block is none.

    """
    _check_levels(levels)
    _inverse(block)
    size = len(block)
    rows = [(-1,) * (size * level) + row for level in range(levels) for row in block]
    return [_example(row, 1 - 2 * (number % 2)) for number, row in enumerate(rows)]


def nested_updates(levels: int, block: Block = SINGLE) -> int:
    """Return ‖w*‖² for ``nested(levels, block)``: the least number of updates, and for ``SINGLE`` the only one.

    With h = H⁻¹1, whose coordinates sum to c, w* is (1 + c)ᵏ·h in level k (from 0), so for L levels
    ‖w*‖² = ‖h‖²·((1 + c)²ᴸ − 1)/((1 + c)² − 1); for ``SINGLE`` this is (4ⁿ − 1)/3. Proved in ``argument``.

    Raises:
        InputError: there is no level, or the block is none.

    """
    _check_levels(levels)
    h = [sum(row) for row in _inverse(block)]
    ratio, total = (1 + sum(h)) ** 2, 0
    for _ in range(levels):
        total = ratio * total + 1
    return total * sum([value * value for value in h])


def odd_max_bit(n: int) -> list[Example]:
    """Return n examples from {0, 1}ⁿ, labeled by whether the largest index of a 1 is even (+1) or odd (−1), from 1.

    Example i has its ones at i and at the smaller indices of the other parity. The function is known as ODD-MAX-BIT
    (Beigel, Perceptrons, PP, and the polynomial hierarchy); it is a decision list. Every run makes exactly
    ``odd_max_bit_updates(n)`` updates, as ``odd_max_bit_argument`` proves.

    Raises:
        InputError: n is below 1.

    """
    _check_levels(n)
    return [
        (vector({j - 1: 1 for j in range(1, i + 1) if j == i or (i - j) % 2}), 1 - 2 * (i % 2)) for i in range(1, n + 1)
    ]


def odd_max_bit_updates(n: int) -> int:
    """Return ‖w*‖² = Fₙ₊₁Fₙ₊₂ − 1 ≥ φ²ⁿ⁻¹ − 1 for ``odd_max_bit(n)``; w* is made of Fibonacci numbers, ±F₂ to ±Fₙ₊₁.

    Raises:
        InputError: n is below 1.

    """
    _check_levels(n)
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a * b - 1


def update_multipliers(sample: Sequence[Example]) -> tuple[Fraction, ...]:
    """Return multipliers for ``check_update_bound``: those of the shortest w*, over the largest y⟨w*,x⟩.

    Raises:
        InputError: the sample is empty or not separable, or a label is neither 1 nor -1.

    """
    found = best_margin(sample)
    if not isinstance(found, Separable):
        raise InputError("no halfspace separates the sample, so the Perceptron never ends")
    largest = max([label * found.w.dot(x) for x, label in sample])
    return tuple([alpha / largest for alpha in found.alphas])


def check_update_bound(sample: Sequence[Example], multipliers: Sequence[Rational]) -> Rational:
    """Return Σ vᵢ, the least number of updates of any run from w = 0 that ends: the proof above, checked exactly.

    Raises:
        CertificateError: a multiplier is negative or not rational, or some ⟨w',z⟩ is above 1.
        InputError: a point is not integer, or a label is neither 1 nor -1.

    """
    combined = _combined(sample, multipliers)
    for number, (x, label) in enumerate(sample):
        if label * combined.dot(x) > 1:
            raise CertificateError(f"example {number}: y⟨w',x⟩ is above 1")
    return sum(multipliers)


def weight_multipliers(sample: Sequence[Example]) -> tuple[Fraction, ...]:
    """Return multipliers for ``check_weight_bound``, for a sample of n independent points with n coordinates.

    They are v with Σ vᵢzᵢ = e, the basis vector of the largest weight, or −e if that weight is negative.

    Raises:
        InputError: the points are dependent, or fewer or more than the coordinates.

    """
    from sympy import QQ  # type: ignore[import-untyped]
    from sympy.polys.matrices import DomainMatrix  # type: ignore[import-untyped]
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError  # type: ignore[import-untyped]

    indices = sorted({index for x, _ in sample for index, _ in x.entries})
    if not sample or len(indices) != len(sample):
        raise InputError(f"{len(sample)} examples in {len(indices)} coordinates; there should be as many of each")
    rows = [[QQ(label * dict(x.entries).get(index, 0)) for index in indices] for x, label in sample]
    try:
        inverse = DomainMatrix(rows, (len(rows), len(rows)), QQ).inv().to_list()
    except DMNonInvertibleMatrixError:
        raise InputError("the points are dependent; they should be a basis") from None
    exact = [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in inverse]
    weights = [sum(row, Fraction(0)) for row in exact]  # of the w with all margins 1
    largest = max(range(len(exact)), key=lambda place: abs(weights[place]))
    return tuple([value if weights[largest] > 0 else -value for value in exact[largest]])


def check_weight_bound(sample: Sequence[Example], multipliers: Sequence[Rational]) -> Rational:
    """Return Σ vᵢ, below which the largest |coordinate| of no w with y⟨w,x⟩ ≥ 1 on every example can be.

    For if Σ vᵢzᵢ has absolute values with a sum of at most 1, then Σ vᵢ ≤ Σ vᵢ⟨w,zᵢ⟩ = ⟨w, Σ vᵢzᵢ⟩ ≤ max |wⱼ|. Where
    points have coordinates from −1 to 1, an update moves each weight by at most 1: a weaker bound on the updates.

    Raises:
        CertificateError: a multiplier is negative or not rational, or the absolute values sum to more than 1.
        InputError: a point is not integer, or a label is neither 1 nor -1.

    """
    combined = _combined(sample, multipliers)
    if sum([abs(Fraction(value)) for _, value in combined.entries]) > 1:
        raise CertificateError("the absolute values of Σ v·y·x sum to more than 1")
    return sum(multipliers)


def update_counts(sample: Sequence[Example], rule: Rule = "first", most: int = 1_000_000) -> tuple[int, ...]:
    """Run the batch Perceptron from w = 0 and return how often it updates with each example, y⟨w,x⟩ ≤ 0.

    Cesa-Bianchi, Lecture 13, 1.2. The rule picks the ``first`` such example, or the next in ``cyclic`` passes. Only
    y⟨w,x⟩ is kept for each example, which an update with (x', y') changes by yy'⟨x,x'⟩.

    Raises:
        InputError: the rule is unknown, or ``most`` updates are not enough.

    """
    if rule not in ("first", "cyclic"):
        raise unknown("rule", str(rule), ("first", "cyclic"))
    gram = [[p * q * a.dot(b) for b, q in sample] for a, p in sample]
    counts = [0] * len(sample)
    products: list[Rational] = [0] * len(sample)
    for done, number in enumerate(_violated(products, rule)):
        if done == most:
            raise InputError(f"{most:,} updates are not enough to separate the sample")
        counts[number] += 1
        products[:] = [a + b for a, b in zip(products, gram[number], strict=True)]
    return tuple(counts)


def argument(block: Block = SINGLE) -> "list[Step]":
    """Return the proof, for every number of levels, that no run on ``nested`` makes fewer than ``nested_updates``.

    By induction on the levels; s is the sum of w* over the earlier ones. The multipliers v of w* = Σ v·z are found from
    the last level to the first, ``later`` being their sum over later levels. For the block ``SINGLE``, two more steps
    show that every run ends in w*, and so makes exactly as many.

    Raises:
        InputError: the block is none.

    """
    import sympy as sp

    from proofs.exact.steps import Step

    inverse = sp.Matrix(_inverse(block))
    h = inverse * sp.ones(len(block), 1)
    c, q = sum(h), h.dot(h)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    s, later, slack, w, v, earlier = sp.symbols("s later slack w v earlier", nonnegative=True)
    ones, shortest = sp.ones(len(block), 1), (1 + c) ** k * h
    solved = (inverse.T * (shortest + later * ones)).applyfunc(sp.expand)
    ratio = (1 + c) ** 2
    norm = sp.Lambda(k, q * (ratio**k - 1) / (ratio - 1))
    steps = [
        Step(
            "H⁻¹ is the inverse of the block, and not negative",
            _matrix(block) * inverse,
            sp.eye(len(block)),
            tuple(inverse),
        ),
        Step("level k has w* = (1 + s)·h: all its margins are 1", _matrix(block) * h * (1 + s) - s * ones, ones),
        Step("1 + s = (1 + c)ᵏ: at first s = 0", (1 + c) ** sp.Integer(0) - 1, sp.Integer(0)),
        Step("and each level adds (1 + c)ᵏ·c", (1 + c) ** k - 1 + (1 + c) ** k * c, (1 + c) ** (k + 1) - 1),
        Step(
            "w* = Σ v·z: level k needs Hᵀv − later·1 = (1 + c)ᵏ·h, and the v that solve it are not negative",
            (_matrix(block).T * solved - later * ones).applyfunc(sp.expand),
            shortest.applyfunc(sp.expand),
            tuple(solved),
        ),
        Step("each update adds 1 to ⟨w,w*⟩, so that is their number", w + 1 * 1, w + 1),
        Step(
            "it is Σ v⟨w,z⟩ with ⟨w,z⟩ = 1 + slack, an integer above 0, so at least Σ v = Σ v⟨w*,z⟩ = ‖w*‖²",
            earlier + v * (1 + slack),
            earlier + v + v * slack,
            (v * slack,),
        ),
        Step("‖w*‖² is 0 without levels", norm(0), sp.Integer(0)),
        Step("and each level adds (1 + c)²ᵏ‖h‖², which is so a lower bound", norm(k) + q * ratio**k, norm(k + 1)),
    ]
    return steps if block != SINGLE else steps + _exactly()


def _exactly() -> "list[Step]":
    """Return why w ends in w* where an example asks of a weight ±wₖ, up to sign, to be above a sum of earlier ones."""
    import sympy as sp

    from proofs.exact.steps import Step

    s, slack, more = sp.symbols("s slack more", nonnegative=True)  # s is the sum for w*, so ±w*ₖ = 1 + s
    return [
        Step(
            "±wₖ grows, by 1, only where it is at most its sum, s − slack if earlier weights are at most those of w*: "
            "it never exceeds 1 + s",
            (s - slack) + 1 + slack,
            1 + s,
            (slack,),
        ),
        Step(
            "at the end it is at least 1 + its sum, s + more if earlier weights are at least those of w*: so w = w*",
            1 + (s + more),
            (1 + s) + more,
            (more,),
        ),
    ]


def odd_max_bit_argument() -> "list[Step]":
    """Return the proof, for every n, that every run on ``odd_max_bit`` makes Fₙ₊₁Fₙ₊₂ − 1 ≥ φ²ⁿ⁻¹ − 1 updates.

    With uⱼ = (−1)ʲwⱼ, example i asks uᵢ − uᵢ₋₁ − uᵢ₋₃ − … ≥ 1. a and b stand for Fᵢ₊₁ and Fᵢ₊₂. That ⟨w,w*⟩ is the
    number of updates is shown in ``argument``.
    """
    import sympy as sp

    from proofs.exact.steps import Step

    n = sp.Symbol("n", integer=True, positive=True)
    a, b, u, later = sp.symbols("a b u later", nonnegative=True)
    phi = (1 + sp.sqrt(5)) / 2
    p, x, y = sp.symbols("p x y", nonnegative=True)
    return [
        Step(
            "w* has u₁ = 1 = F₂ and u₂ = 1 + u₁ = F₃",
            sp.Matrix([1, 1 + 1]),
            sp.Matrix([sp.fibonacci(2), sp.fibonacci(3)]),
        ),
        Step("uᵢ₊₂ = 1 + uᵢ₊₁ + (uᵢ₋₁ + uᵢ₋₃ + …) = uᵢ₊₁ + uᵢ, as uᵢ = 1 + uᵢ₋₁ + …", 1 + b + (a - 1), b + a),
        Step("w* = Σ v·z: vᵢ is uᵢ plus later multipliers, so not negative", (u + later) - later, u, (u + later,)),
        Step("‖w*‖² is F₂² = F₂F₃ − 1 for n = 1", sp.fibonacci(2) ** 2, sp.fibonacci(2) * sp.fibonacci(3) - 1),
        Step("FₙFₙ₊₁ − 1 + Fₙ₊₁² = Fₙ₊₁Fₙ₊₂ − 1, for every n", (a * b - 1) + b**2, b * (a + b) - 1),
        Step("F₂ = 1 = φ⁰, and F₃ = φ + (2 − φ)", sp.fibonacci(3), phi + (2 - phi), (2 - phi,)),
        Step(
            "Fₙ₊₁ ≥ φⁿ⁻¹: if Fₙ = p + x and Fₙ₊₁ = φp + y, the sum is φ²p + x + y",
            (p + x) + (phi * p + y),
            phi**2 * p + x + y,
            (x + y,),
        ),
        Step("so ‖w*‖² ≥ φⁿ⁻¹·φⁿ − 1", phi ** (n - 1) * phi**n - 1, phi ** (2 * n - 1) - 1),
        *_exactly(),
    ]


def _example(row: Sequence[int], label: int) -> Example:
    return vector({index: label * value for index, value in enumerate(row)}), label


def _check_levels(number: int) -> None:
    if type(number) is not int or number < 1:
        raise InputError(f"there should be at least 1 level, not {number!r}")


def _matrix(block: Block) -> Any:
    import sympy as sp

    return sp.Matrix(block)


def _inverse(block: Block) -> list[list[int]]:
    """Return H⁻¹, or refuse what is no block."""
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

    wrong = InputError(f"{block!r} is no block: a square matrix of -1, 0 and 1 with an inverse of integers ≥ 0")
    if not block or any(len(row) != len(block) or not set(row) <= {-1, 0, 1} for row in block):
        raise wrong
    try:
        inverse, common = DomainMatrix([list(map(ZZ, row)) for row in block], (len(block),) * 2, ZZ).inv_den()
    except DMNonInvertibleMatrixError:
        raise wrong from None
    rows = [[Fraction(int(value), int(common)) for value in row] for row in inverse.to_list()]
    if any(value.denominator > 1 or value < 0 for row in rows for value in row):
        raise wrong
    return [[int(value) for value in row] for row in rows]


def _combined(sample: Sequence[Example], multipliers: Sequence[Rational]) -> Vector:
    """Return Σ vᵢyᵢxᵢ, where all is as it should be."""
    if len(multipliers) != len(sample):
        raise CertificateError(f"{len(multipliers)} multipliers for {len(sample)} examples")
    total: dict[int, Rational] = {}
    for number, ((x, label), multiplier) in enumerate(zip(sample, multipliers, strict=True)):
        if type(label) is not int or label not in (1, -1):
            raise InputError(f"example {number} has the label {label!r}; a label is 1 or -1")
        if any(value.denominator > 1 for _, value in x.entries):
            raise InputError(f"example {number} has a coordinate that is no integer; the bound is for integer points")
        if type(multiplier) not in (int, Fraction) or multiplier < 0:
            raise CertificateError(f"example {number} has the multiplier {multiplier!r}; it should be rational and ≥ 0")
        for index, value in x.entries:
            total[index] = total.get(index, 0) + label * multiplier * value
    return vector(total)


def _violated(products: Sequence[Rational], rule: Rule) -> Iterator[int]:
    """Yield the examples to update with, as long as there are any; ``products`` change meanwhile."""
    if rule == "first":
        while (number := next((i for i, product in enumerate(products) if product <= 0), None)) is not None:
            yield number
        return
    right = 0  # in a row
    for number in cycle(range(len(products))):
        right += 1
        if products[number] <= 0:
            yield number
            right = 0
        if right == len(products):
            return
