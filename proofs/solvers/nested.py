"""Samples on which the Perceptron needs exponentially many updates, in whatever order it meets the examples.

Cesa-Bianchi, Lecture 13, remarks that the number of updates may be exponential in the size of the sample. Known since
Hampson and Volper (Linear function neurons: structure and training, 1986) for nested Boolean functions; see also
Anthony and Shawe-Taylor (Using the Perceptron algorithm to find consistent hypotheses, 1993). Here with exact numbers:

Let z = y·x be integer for every example, and v ≥ 0 multipliers such that w' = Σ vᵢzᵢ has ⟨w',zᵢ⟩ ≤ 1 for all i. A
Perceptron that has started from 0 and updated nᵢ times with example i has w = Σ nᵢzᵢ. If it separates, the integers
⟨w,zᵢ⟩ are at least 1, so Σ nᵢ ≥ Σ nᵢ⟨w',zᵢ⟩ = ⟨w',w⟩ = Σ vᵢ⟨w,zᵢ⟩ ≥ Σ vᵢ: a bound on the updates of every run. If the
shortest w* with ⟨w*,z⟩ ≥ 1 has ⟨w*,z⟩ = 1 on all examples, it is a w', and the bound is ‖w*‖². No run needs more than
max ‖x‖² times as many. On the two families here, ``nested`` and ``odd_max_bit``, every run makes exactly ‖w*‖² updates.
"""

from typing import TYPE_CHECKING

from proofs.exact.errors import InputError
from proofs.exact.margins import Example
from proofs.exact.vectors import vector

if TYPE_CHECKING:
    from proofs.exact.steps import Step


def nested(n: int) -> list[Example]:
    """Return n examples in dimension n, with entries −1, 0 and 1, labeled by the sign of the last nonzero coordinate.

    y·x has −1 in all earlier coordinates, 1 in its own, and 0 in later ones; labels alternate. Every run makes exactly
    ``nested_updates(n)`` updates, as ``nested_argument`` proves.

    Raises:
        InputError: n is below 1.

    """
    _check_levels(n)
    labels = [1 - 2 * (k % 2) for k in range(n)]
    return [(vector({**dict.fromkeys(range(k), -label), k: label}), label) for k, label in enumerate(labels)]


def nested_updates(n: int) -> int:
    """Return ‖w*‖² = (4ⁿ − 1)/3 for ``nested(n)``; w* has 2ᵏ in coordinate k, from 0.

    Raises:
        InputError: n is below 1.

    """
    _check_levels(n)
    return int((4**n - 1) // 3)


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


def nested_argument() -> "list[Step]":
    """Return the proof, for every n, that every run on ``nested`` makes exactly ``nested_updates`` updates.

    By induction on the levels, that is, the coordinates; s is the sum of w* over the earlier ones. Each level adds a
    block H to the matrix of the y·x, here (1); h = H⁻¹1 has the sum c, and w* is (1 + c)ᵏ·h in level k. The multipliers
    v of w* = Σ v·z are found from the last level to the first, ``later`` being their sum over later levels.
    """
    import sympy as sp  # type: ignore[import-untyped]

    from proofs.exact.steps import Step

    block = sp.Matrix([[1]])
    inverse, ones = block.inv(), sp.ones(1, 1)
    h = inverse * ones
    c, q = sum(h), h.dot(h)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    s, later, slack, w, v, earlier = sp.symbols("s later slack w v earlier", nonnegative=True)
    shortest = (1 + c) ** k * h
    solved = (inverse.T * (shortest + later * ones)).applyfunc(sp.expand)
    ratio = (1 + c) ** 2
    norm = sp.Lambda(k, q * (ratio**k - 1) / (ratio - 1))
    return [
        Step(
            "H⁻¹ is the inverse of the block, and not negative",
            block * inverse,
            sp.eye(1),
            tuple(inverse),
        ),
        Step("level k has w* = (1 + s)·h: all its margins are 1", block * h * (1 + s) - s * ones, ones),
        Step("1 + s = (1 + c)ᵏ: at first s = 0", (1 + c) ** sp.Integer(0) - 1, sp.Integer(0)),
        Step("and each level adds (1 + c)ᵏ·c", (1 + c) ** k - 1 + (1 + c) ** k * c, (1 + c) ** (k + 1) - 1),
        Step(
            "w* = Σ v·z: level k needs Hᵀv − later·1 = (1 + c)ᵏ·h, and the v that solve it are not negative",
            (block.T * solved - later * ones).applyfunc(sp.expand),
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
        *_end_in_shortest(),
    ]


def _end_in_shortest() -> "list[Step]":
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
    number of updates is shown in ``nested_argument``.
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
        *_end_in_shortest(),
    ]


def _check_levels(number: int) -> None:
    if type(number) is not int or number < 1:
        raise InputError(f"there should be at least 1 level, not {number!r}")
