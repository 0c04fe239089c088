"""The Perceptron's arguments, for every sample, sequence and w⋆: inequalities in inner products, each with its slack.

Hsu, COMS 4771, Perceptron and Online Perceptron, and Shalev-Shwartz and Ben-David, Understanding Machine Learning,
9.1.2. T counts updates; a = ‖w⋆‖², p = ⟨w⋆, ŵ⟩ and q = ‖ŵ‖². With hinge losses, M counts mistakes, H sums their losses,
and b = ‖w⋆‖L.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {
    **dict.fromkeys(("T", "p", "q", "L2", "R", "n", "y", "norm", "M", "x", "d"), 1),
    **dict.fromkeys(("c", "beyond", "more", "slack", "tie", "short", "H", "z", "loss", "over"), 0),
    "a": 4,
    "B": 2,
    "b": 2,
    "gap": 3,
}
"""The symbols after the first of four updates, on orthonormal points labeled +1, with w⋆ their sum: numbers to show."""


def lower() -> list[Step]:
    """Return why ⟨w⋆, ŵ⟩ ≥ T after T updates with y⟨w⋆, x⟩ ≥ 1."""
    t = sp.Symbol("T", integer=True, nonnegative=True)
    beyond, more = sp.symbols("beyond more", nonnegative=True)  # p = T + beyond, y⟨w⋆, x⟩ = 1 + more
    return [
        Step(
            "from 0 on, ⟨w⋆, ŵ + yx⟩ = ⟨w⋆, ŵ⟩ + y⟨w⋆, x⟩ ≥ T + 1",
            (t + beyond) + (1 + more),
            (t + 1) + (beyond + more),
            (beyond + more,),
        ),
    ]


def upper() -> list[Step]:
    """Return why ‖ŵ‖² ≤ L²T after T updates, each on an example with y⟨ŵ, x⟩ ≤ 0 and ‖x‖ ≤ L."""
    t = sp.Symbol("T", integer=True, nonnegative=True)
    y = sp.Symbol("y", real=True)
    square, slack, tie, short = sp.symbols("L2 slack tie short", nonnegative=True)
    q, c, norm = sp.symbols("q c norm", real=True)  # ‖ŵ‖², ⟨ŵ, x⟩, ‖x‖²
    grown = sp.rem(sp.expand(q + 2 * y * c + y**2 * norm), y**2 - 1, y)
    after = (square * t - slack) + 2 * (-tie) + (square - short)
    return [
        Step("‖ŵ + yx‖² = ‖ŵ‖² + 2y⟨ŵ, x⟩ + ‖x‖², by y² = 1", grown, q + 2 * y * c + norm),
        Step(
            "so ‖ŵ‖² = L²T − slack, y⟨ŵ, x⟩ = −tie and ‖x‖² = L² − short give ‖ŵ + yx‖² ≤ L²(T + 1)",
            after,
            square * (t + 1) - (slack + 2 * tie + short),
            (slack + 2 * tie + short,),
        ),
    ]


def cauchy_schwarz() -> list[Step]:
    """Return why ⟨w⋆, ŵ⟩² ≤ ‖w⋆‖²‖ŵ‖²."""
    a = sp.Symbol("a", positive=True)
    p, q = sp.symbols("p q", real=True)
    # ‖αŵ − βw⋆‖² = α²‖ŵ‖² − 2αβ⟨w⋆, ŵ⟩ + β²‖w⋆‖² at α = ‖w⋆‖², β = ⟨w⋆, ŵ⟩; where w⋆ = 0, both sides are 0.
    return [
        Step(
            "0 ≤ ‖aŵ − pw⋆‖² = a(aq − p²) for a = ‖w⋆‖², p = ⟨w⋆, ŵ⟩, q = ‖ŵ‖²",
            a**2 * q - 2 * a * p * p + p**2 * a,
            a * (a * q - p**2),
        )
    ]


def mistake_bound() -> list[Step]:
    """Return why there are at most ‖w⋆‖²L² updates if y⟨w⋆, x⟩ ≥ 1 and ‖x‖ ≤ L on all examples.

    The loop takes one iteration more, which finds nothing to do.

    Nothing is used of an example but that, and y⟨ŵ, x⟩ ≤ 0 at the update: the order, repetitions and how many there
    are do not matter, nor which violated example is chosen.
    """
    t, a = sp.Symbol("T", integer=True, positive=True), sp.Symbol("a", positive=True)
    beyond, slack, gap = sp.symbols("beyond slack gap", nonnegative=True)
    # aq = p² + gap (Cauchy–Schwarz), p = T + beyond (lower), q = L²T − slack (upper).
    square = ((t + beyond) ** 2 + gap) / a + slack
    over = 2 * t * beyond + beyond**2 + gap + a * slack
    return [
        *lower(),
        *upper(),
        *cauchy_schwarz(),
        Step("T² ≤ ⟨w⋆, ŵ⟩² ≤ ‖w⋆‖²‖ŵ‖² ≤ ‖w⋆‖²L²T", a * square, t**2 + over, (over,)),
        Step("divided by T ≥ 1: ‖w⋆‖²L² − T ≥ 0", (t**2 + over) / t - t, over / t, (over / t,)),
    ]


def cosine() -> list[Step]:
    """Return why cos∠(w⋆, w) ≥ √T/(RB) after T ≥ 1 updates: Understanding Machine Learning, (9.2)."""
    t = sp.Symbol("T", integer=True, positive=True)
    beyond, slack = sp.symbols("beyond slack", nonnegative=True)
    b, r, n = sp.symbols("B R n", positive=True)  # ‖w⋆‖, R, and n = ‖w‖ > 0, for ⟨w⋆, w⟩ ≥ T > 0
    over = r**2 * (2 * t * beyond + beyond**2) + t * slack
    cosine_squared = (t + beyond) ** 2 / (b**2 * n**2)
    difference = cosine_squared - t / (r * b) ** 2
    return [
        *lower(),
        *upper(),
        Step(
            "⟨w⋆, w⟩ = T + beyond > 0, and with n² = ‖w‖² = R²T − slack: R²⟨w⋆, w⟩² − T‖w‖² ≥ 0",
            r**2 * (t + beyond) ** 2 - t * (r**2 * t - slack),
            over,
            (over,),
        ),
        Step(
            "divided by (RB‖w‖)²: cos² ≥ T/(RB)², and both cosines are positive",
            sp.together(difference),
            (r**2 * (t + beyond) ** 2 - t * n**2) / (r * b * n) ** 2,
        ),
    ]


def corrected() -> list[Step]:
    """Return why an update on (x, y) adds ‖x‖² to y⟨w, x⟩: more, except at x = 0."""
    y, c = sp.symbols("y c", real=True)
    norm = sp.Symbol("norm", nonnegative=True)
    return [
        Step(
            "y⟨w + yx, x⟩ = y⟨w, x⟩ + y²‖x‖² = y⟨w, x⟩ + ‖x‖², by y² = 1",
            sp.rem(sp.expand(y * (c + y * norm)), y**2 - 1, y),
            y * c + norm,
            (norm,),
        )
    ]


# ----------------------------------------------------------------------------------------------------- hinge losses


def footnote() -> list[Step]:
    """Return why x² − bx − c ≤ 0 for b, c ≥ 0 gives x² ≤ (b + √(b² + 4c))²/4 ≤ b² + b√c + c, for every real x."""
    b, c = sp.symbols("b c", nonnegative=True)
    d = sp.Symbol("d", positive=True)
    root = sp.sqrt(b**2 + 4 * c)
    r = (b + root) / 2
    below = 2 * b * r + 2 * d * r + d**2 + b * d
    return [
        Step("r = (b + √(b² + 4c))/2 solves r² − br − c = 0", r**2 - b * r - c, sp.Integer(0)),
        Step(
            "at x = r + d > r, x² − bx − c = d(d + √(b² + 4c)) > 0, so x ≤ r",
            (r + d) ** 2 - b * (r + d) - c,
            d * (d + root),
            (d * (d + root),),
        ),
        Step(
            "at x = −(r + d), it is 2br + 2dr + d² + bd > 0, so x ≥ −r, and x² ≤ r²",
            (r + d) ** 2 + b * (r + d) - c,
            below,
            (below,),
        ),
        Step("r² = ½b² + ½b√(b² + 4c) + c", r**2, b**2 / 2 + b * root / 2 + c),
        *loosened(),
    ]


def loosened() -> list[Step]:
    """Return why ½b² + ½b√(b² + 4c) + c ≤ b² + b√c + c."""
    b, c = sp.symbols("b c", nonnegative=True)
    return [
        Step(
            "(b + 2√c)² = (b² + 4c) + 4b√c, so √(b² + 4c) ≤ b + 2√c",
            (b + 2 * sp.sqrt(c)) ** 2 - (b**2 + 4 * c),
            4 * b * sp.sqrt(c),
            (4 * b * sp.sqrt(c),),
        ),
        Step(
            "with b + 2√c in the place of that root: b² + b√c + c",
            b**2 / 2 + b * (b + 2 * sp.sqrt(c)) / 2 + c,
            b**2 + b * sp.sqrt(c) + c,
        ),
    ]


def lower_by_losses() -> list[Step]:
    """Return why ⟨w⋆, ŵ⟩ ≥ M − H after M mistakes with the hinge losses' sum H, for any w⋆."""
    z, m, before, loss, over = sp.symbols("z M H loss over", nonnegative=True)
    beyond = sp.Symbol("beyond", nonnegative=True)
    return [
        Step("[z]₊ is z for z ≥ 0, and [−z]₊ = 0 ≥ −z: so y⟨w⋆, x⟩ = 1 − ℓ + over", sp.Max(0, -z), (-z) + z, (z,)),
        Step(
            "a mistake adds that to ⟨w⋆, ŵ⟩ ≥ M − H, which becomes ≥ (M + 1) − (H + ℓ)",
            (m - before + beyond) + (1 - loss + over),
            (m + 1) - (before + loss) + (beyond + over),
            (beyond + over,),
        ),
    ]


def hinge_bound() -> list[Step]:
    """Return why M ≤ ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H for every w⋆, with b = ‖w⋆‖L."""
    m, h, b, x = sp.symbols("M H b x", nonnegative=True)
    return [
        *lower_by_losses(),
        *upper(),
        *cauchy_schwarz(),
        Step(
            "M − H ≤ ⟨w⋆, ŵ⟩ ≤ ‖w⋆‖‖ŵ‖ ≤ b√M: so M − b√M − H ≤ 0, a quadratic in x = √M, with c = H",
            (m - b * sp.sqrt(m) - h).subs(m, x**2),
            x**2 - b * x - h,
        ),
        *footnote(),
    ]
