"""The arguments of Notes 3, sections 1 and 2: the margin δ, for every dimension and number of mistakes, and kernels.

In section 1 w and v enter by their inner products alone: p = w·v, norm = ‖w‖². The sample of a mistake has σ ∈ {1, −1},
its label, with σ(v·x) = δ + s and σ(w·x) = −t. That s, t ≥ 0 is all that a mistake means, whatever a tie is.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step
from proofs.symbolic import claim_1_4

INSTANCE = {
    **dict.fromkeys(("s", "t", "a", "q", "short"), 0),
    **dict.fromkeys(("delta", "p"), sp.Rational(3, 5)),
    **dict.fromkeys(("M", "norm"), 1),
    "sigma": -1,
    "lambda": 1,
    "u": 1,
    "y": 1,
    "z": -1,
    "k": 2,
    "q_j": -1,
    "n": 2,
}
"""After one mistake, on (3/5, 4/5) labeled 0 by v = (−1, 0), so that w = (−3/5, −4/5).

Of kernels: K(x, x) = 1 and K(x, z) = 2 with the eigenvector (1, −1) of −1: x is labeled +1 and z is labeled −1.
"""

_BEFORE_NINTH = {
    **dict.fromkeys(("n", "M", "norm"), 8),
    **dict.fromkeys(("s", "t", "a", "q", "short"), 0),
    "delta": sp.Rational(1, 3),
    "D": 9,
    "y": -1,
    "sigma": -1,
    "p": sp.Rational(8, 3),
    "d2": sp.Rational(2, 3),
    "over": sp.Rational(1, 2),
}
"""Before the ninth round at δ = 1/3; and for the ceiling δ² = ``d2`` = 2/3, 1/δ² = 3/2, ⌈1/δ²⌉ = 3/2 + ``over`` = 2."""

INSTANCES = dict.fromkeys(("value", "ceiling"), _BEFORE_NINTH)

M, s, t, a, q = sp.symbols("M s t a q", nonnegative=True)
delta = sp.Symbol("delta", positive=True)
p, norm = sp.symbols("p norm", real=True)


def _grown(square: sp.Expr, inner: sp.Expr, step: sp.Expr, length: sp.Expr | int = 1) -> sp.Expr:
    """Return ‖w + step·x‖² from ‖w‖², w·x and ‖x‖²."""
    return square + 2 * step * inner + step**2 * length


def claim_1_2() -> list[Step]:
    """Return the induction for w·v ≥ δM, with w·v = δM + a, from w = 0."""
    return [
        Step(
            "a mistake adds σ(v·x) = δ + s to w·v = δM + a, and makes it δ(M + 1) + (a + s)",
            delta * M + a + (delta + s),
            delta * (M + 1) + (a + s),
            (a + s,),
        )
    ]


def claim_1_3() -> list[Step]:
    """Return the induction for ‖w‖² ≤ M, with ‖w‖² = M − q, from w = 0, on samples of length at most 1."""
    sigma = sp.Symbol("sigma", real=True)
    short = sp.Symbol("short", nonnegative=True)  # ‖x‖² = 1 − short
    step = sp.rem(sp.expand(_grown(M - q, -t * sigma, sigma, 1 - short)), sigma**2 - 1, sigma)
    return [
        Step(
            "a mistake has w·x = −σt: by σ² = 1, ‖w‖² = M − q becomes (M + 1) − (q + 2t + 1 − ‖x‖²)",
            step,
            (M + 1) - (q + 2 * t + short),
            (q + 2 * t + short,),
        )
    ]


def theorem_1_1() -> list[Step]:
    """Return the proof that M ≤ 1/δ²."""
    slack = (M - q) - (delta * M + a) ** 2
    return [
        *claim_1_2(),
        *claim_1_3(),
        Step(
            "‖w − (w·v)v‖² = ‖w‖² − (w·v)², for ‖v‖ = 1, so (w·v)² ≤ ‖w‖² (Cauchy-Schwarz)",
            _grown(norm, p, -p),
            norm - p**2,
        ),
        Step(
            "with r = ‖w‖² − (w·v)² ≥ 0: M(1 − δ²M) = r + q + a² + 2aδM ≥ 0, so M = 0 or M ≤ 1/δ²",
            M * (1 - delta**2 * M),
            slack + q + a**2 + 2 * a * delta * M,
            (q, a**2, 2 * a * delta * M),
        ),
    ]


def value() -> list[Step]:
    """Return why ⌊1/δ²⌋ mistakes can be forced on every deterministic learner, and are never exceeded."""
    return [*claim_1_4()[1:4], *theorem_1_1()]


def ceiling() -> list[Step]:
    """Return why the Perceptron makes fewer than ⌈1/δ²⌉ mistakes, unless 1/δ² is an integer."""
    square, over = sp.symbols("d2 over", positive=True)  # δ², and ⌈1/δ²⌉ − 1/δ², which is 0 for integers only
    claimed = 1 / square + over
    return [
        Step(
            "for M = ⌈1/δ²⌉ = 1/δ² + over mistakes (w·v)² ≥ δ²M² (Claim 1.2) and (w·v)² ≤ ‖w‖²‖v‖² ≤ M (Claim 1.3), "
            "but δ²M² = (1 + over·δ²)M is larger than M, if over > 0",
            square * claimed**2,
            claimed + over * square * claimed,
            (over * square * claimed,),
        )
    ]


def converse() -> list[Step]:
    """Return why a symmetric K with a negative eigenvalue has labels, those of a target, that are never learned.

    Let Kq = −λq, λ > 0; keep the points with qᵢ ≠ 0 only, label yᵢ = sign qᵢ, u = |q|, S = (yᵢyⱼKᵢⱼ). If all labels are
    +1, take −q for q: S is the same, and the first pass has a mistake, for f = 0 is predicted +1.
    """
    rate, u = sp.symbols("lambda u", positive=True)
    y, z, k, q_j = sp.symbols("y z k q_j", real=True)  # yᵢ, yⱼ, Kᵢⱼ, qⱼ
    v, c = sp.symbols("v c", cls=sp.IndexedBase, nonnegative=True)
    j, n = sp.symbols("j n", integer=True, positive=True)
    total = sp.Sum(v[j] * c[j], (j, 1, n))
    return [
        Step(
            "q is an eigenvector of the matrix (Kᵢⱼ) with the eigenvalue −λ < 0; yᵢ = sign qᵢ, uᵢ = |qᵢ| = yᵢqᵢ, and "
            "Sᵢⱼ = yᵢyⱼKᵢⱼ: Sᵢⱼuⱼ = yᵢKᵢⱼqⱼ, as yⱼ² = 1",
            sp.rem(y * z * k * (z * q_j), z**2 - 1, z),
            y * k * q_j,
        ),
        Step(
            "so (Su)ᵢ = yᵢ(Kq)ᵢ = −λyᵢqᵢ, and qᵢ = yᵢuᵢ: Su = −λu",
            sp.rem(-rate * y * (y * u), y**2 - 1, y),
            -rate * u,
        ),
        Step(
            "the target f = Σ aⱼK(xʲ, ·) with a = −q has yᵢf(xⁱ) = −yᵢ(Kq)ᵢ = λuᵢ > 0: it has the labels",
            sp.rem(rate * y * (y * u), y**2 - 1, y),
            rate * u,
            (rate * u,),
        ),
        Step(
            "after cⱼ ≥ 0 mistakes on xʲ the Perceptron's f has Σ uᵢyᵢf(xⁱ) = uᵀSc = −λΣ uⱼcⱼ (v = u): below 0, so "
            "that some yᵢf(xⁱ) < 0, or c = 0, where f = 0",
            sp.Sum(-rate * v[j] * c[j], (j, 1, n)),
            -rate * total,
            (rate * v[j] * c[j],),
        ),
    ]
