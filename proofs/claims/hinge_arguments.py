"""The arguments of Hsu, COMS 4771, third theorem, for every sequence and w⋆: mistakes bounded by hinge losses.

M counts mistakes, H sums their hinge losses, and b = ‖w⋆‖L.
"""

from typing import TYPE_CHECKING

from proofs.claims.perceptron_arguments import cauchy_schwarz, upper

if TYPE_CHECKING:
    from proofs.exact.steps import Step


def quadratic_term() -> "list[Step]":
    """Return why x² − bx − c ≤ 0 for b, c ≥ 0 gives x² ≤ (b + √(b² + 4c))²/4 ≤ b² + b√c + c, for every real x."""
    import sympy as sp  # type: ignore[import-untyped]

    from proofs.exact.steps import Step

    b, c = sp.symbols("b c", nonnegative=True)
    d = sp.Symbol("d", positive=True)
    root = sp.sqrt(b**2 + 4 * c)
    r = (b + root) / 2
    above = (r + d) ** 2 - b * (r + d) - c
    below = (r + d) ** 2 + b * (r + d) - c
    return [
        Step("r = (b + √(b² + 4c))/2 solves r² − br − c = 0", r**2 - b * r - c, sp.Integer(0)),
        Step(
            "at x = r + d > r, x² − bx − c = d(d + √(b² + 4c)) > 0, so x ≤ r", above, d * (d + root), (d * (d + root),)
        ),
        Step(
            "at x = −(r + d), it is 2br + 2dr + d² + bd > 0, so x ≥ −r, and x² ≤ r²",
            below,
            2 * b * r + 2 * d * r + d**2 + b * d,
            (2 * b * r + 2 * d * r + d**2 + b * d,),
        ),
        Step("r² = (b² + 2b√(b² + 4c) + b² + 4c)/4", r**2, (b**2 + 2 * b * root + b**2 + 4 * c) / 4),
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


def squared_term() -> "list[Step]":
    """Return why 0 ≤ x ≤ r = (b + √(b² + 4c))/2 gives x² ≤ r² ≤ b² + b√c + c, for b, c ≥ 0."""
    import sympy as sp

    from proofs.exact.steps import Step

    x, d = sp.symbols("x d", nonnegative=True)
    return [
        Step("r = x + d gives r² − x² = d(2x + d) ≥ 0", (x + d) ** 2 - x**2, d * (2 * x + d), (d * (2 * x + d),)),
        *quadratic_term()[3:],
    ]


def lower() -> "list[Step]":
    """Return why ⟨w⋆, ŵ⟩ ≥ M − H after M mistakes with the hinge losses' sum H, for any w⋆."""
    import sympy as sp

    from proofs.exact.steps import Step

    s = sp.Symbol("s", real=True)  # y⟨w⋆, x⟩
    z, m, before, loss, over = sp.symbols("z M H loss over", nonnegative=True)
    beyond = sp.Symbol("beyond", nonnegative=True)
    return [
        Step("at a mistake ⟨w⋆, ŵ⟩ grows by y⟨w⋆, x⟩ = 1 − (1 − y⟨w⋆, x⟩)", 1 - (1 - s), s),
        Step("[z]₊ = z for z ≥ 0", sp.Max(0, z), z),
        Step("[−z]₊ = 0 ≥ −z, so [·]₊ is z plus something that is not negative", sp.Max(0, -z), (-z) + z, (z,)),
        Step(
            "so ⟨w⋆, ŵ⟩ ≥ M − H becomes ≥ (M + 1) − (H + ℓ)",
            (m - before + beyond) + 1 - (loss - over),
            (m + 1) - (before + loss) + (beyond + over),
            (beyond + over,),
        ),
    ]


def quadratic() -> "list[Step]":
    """Return why M − ‖w⋆‖L√M − H ≤ 0, and M ≤ ½b² + ½b√(b² + 4H) + H with b = ‖w⋆‖L."""
    import sympy as sp

    from proofs.exact.steps import Step

    m, h, b, x = sp.symbols("M H b x", nonnegative=True)
    r = (b + sp.sqrt(b**2 + 4 * h)) / 2
    slack = sp.Symbol("slack", nonnegative=True)
    return [
        *lower(),
        *upper(),
        *cauchy_schwarz(),
        Step(
            "M − H ≤ ⟨w⋆, ŵ⟩ = M − H + slack ≤ b√M is M − b√M − H ≤ 0, a quadratic in x = √M",
            (m - b * sp.sqrt(m) - h).subs(m, x**2),
            x**2 - b * x - h,
        ),
        Step("⟨w⋆, ŵ⟩ may be larger, and b√M with it", (m - h + slack) - (m - h), slack, (slack,)),
        *quadratic_term()[:4],
        Step("r² is the bound", r**2, b**2 / 2 + b * sp.sqrt(b**2 + 4 * h) / 2 + h),
    ]


def bound() -> "list[Step]":
    """Return why M ≤ ‖w⋆‖²L² + ‖w⋆‖L√H + H for every w⋆."""
    return [*quadratic(), *quadratic_term()[4:]]


def minimum() -> "list[Step]":
    """Return why the minimum of that bound over all w⋆ is M itself."""
    import sympy as sp

    from proofs.exact.steps import Step

    m, length = sp.symbols("M L", nonnegative=True)
    zero = sp.Integer(0)
    return [
        *bound(),
        Step("at w⋆ = 0 every hinge loss is [1 − y·0]₊ = 1, so H = M", sp.Max(0, 1 - zero), sp.Integer(1)),
        Step(
            "there the bound is 0·L² + 0·L√M + M = M, and nowhere is it below M",
            zero * length**2 + zero * length * sp.sqrt(m) + m,
            m,
        ),
    ]


def all_rounds() -> "list[Step]":
    """Return why the bound stays one if H is summed over all rounds, the mistakes and the others."""
    import sympy as sp

    from proofs.exact.steps import Step

    h, e, b = sp.symbols("H e b", nonnegative=True)  # √(H over all rounds) = √H + e
    more = 2 * e * sp.sqrt(h) + e**2
    return [
        *bound(),
        Step("hinge losses are not negative: H + more over all rounds", (sp.sqrt(h) + e) ** 2, h + more, (more,)),
        Step(
            "so the bound with H + more is at least the one with H",
            b**2 + b * (sp.sqrt(h) + e) + (h + more),
            (b**2 + b * sp.sqrt(h) + h) + (b * e + more),
            (b * e + more,),
        ),
    ]
