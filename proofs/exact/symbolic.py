"""Arguments that hold for every n, in sympy: of Claim 1.4, and of the samples in ``proofs.solvers.nested``."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step


def claim_1_4() -> list[Step]:
    """Return the proof, for every n, of Claim 1.4 as repaired: Chan, CSCI4230 Notes 3, section 1.

    x₁ … xₙ are orthonormal points, y₁ … yₙ labels in {1, -1}, and vₙ = δ·Σ yᵢxᵢ. Of the labels only yᵢ² = 1 is used
    (polynomials in y are reduced modulo y² − 1), so they may be the opposites of any predictions, and the bound holds
    for every deterministic learner. By induction on n, each step an identity between polynomials in inner products.
    """
    n = sp.Symbol("n", integer=True, nonnegative=True)
    delta, inverse = sp.symbols("delta D", positive=True)  # D stands for 1/δ²
    y, c = sp.symbols("y c", real=True)
    norm = sp.Symbol("norm", nonnegative=True)

    def grown(square: sp.Expr, product: sp.Expr, t: sp.Expr) -> sp.Expr:
        """Return ‖a + t·x‖² for ‖x‖ = 1, given ‖a‖² and ⟨a, x⟩."""
        return square + 2 * t * product + t**2

    def of_labels(polynomial: sp.Expr) -> sp.Expr:
        return sp.rem(sp.expand(polynomial), y**2 - 1, y)

    zero, one = sp.Integer(0), sp.Integer(1)
    formula = sp.Lambda(n, n * delta**2)
    orthogonal = zero  # ⟨vₙ, xₙ₊₁⟩: every term of vₙ is orthogonal to the new point
    own_share = delta * y * one + orthogonal  # ⟨vⱼ, xⱼ⟩; later terms are orthogonal to xⱼ and add nothing
    residue = grown(norm, c, -c)  # rₙ₊₁ = rₙ − c·x, where c = ⟨v, x⟩ = ⟨rₙ, x⟩, for rₙ = v − Σ cᵢxᵢ
    slack = sp.Symbol("slack", nonnegative=True)  # cᵢ² = δ² + slack, as a legal v needs
    return [
        Step("‖v₀‖² = 0·δ²", formula(0), zero),
        Step(
            "‖vₙ₊₁‖² = ‖vₙ‖² + δ², by y² = 1 alone, so ‖vₙ‖² = nδ²",
            of_labels(grown(formula(n), orthogonal, delta * y)),
            formula(n + 1),
        ),
        Step("y·⟨v, x⟩ = δ on every point shown: the margin is δ exactly", of_labels(y * own_share), delta),
        Step("‖vₙ‖² ≤ 1 iff n ≤ ⌊1/δ²⌋, for n is an integer", sp.floor(inverse) >= n, inverse >= n),
        Step(
            "conversely, for any v, with cᵢ = ⟨v, xᵢ⟩: ‖rₙ₊₁‖² = ‖rₙ‖² − cₙ₊₁², so ‖v‖² ≥ Σ cᵢ²", residue, norm - c**2
        ),
        Step(
            "if all cᵢ² ≥ δ² then Σ cᵢ² ≥ nδ², so norm 1 allows no more than ⌊1/δ²⌋ points",
            formula(n) + (delta**2 + slack),
            formula(n + 1) + slack,
        ),
        Step(
            "the printed ⌈1/δ²⌉ is too many where 1/δ² is not an integer: at δ² = 2/5, ‖v‖² = 6/5",
            sp.ceiling(1 / sp.Rational(2, 5)) * sp.Rational(2, 5),
            sp.Rational(6, 5),
        ),
    ]


def nested_argument() -> list[Step]:
    """Return the proof, for every n, that every run on ``nested`` makes exactly (4ⁿ − 1)/3 updates.

    By induction on the levels, that is, the coordinates; s is the sum of w* over the earlier ones. Each level adds a
    block H to the matrix of the y·x, here (1); h = H⁻¹1 has the sum c, and w* is (1 + c)ᵏ·h in level k. The multipliers
    v of w* = Σ v·z are found from the last level to the first, ``later`` being their sum over later levels.
    """
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
        Step("H⁻¹ is the inverse of the block, and not negative", block * inverse, sp.eye(1), tuple(inverse)),
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


def _end_in_shortest() -> list[Step]:
    """Return why w ends in w* where an example asks of a weight ±wₖ, up to sign, to be above a sum of earlier ones."""
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


def odd_max_bit_argument() -> list[Step]:
    """Return the proof, for every n, that every run on ``odd_max_bit`` makes Fₙ₊₁Fₙ₊₂ − 1 ≥ φ²ⁿ⁻¹ − 1 updates.

    With uⱼ = (−1)ʲwⱼ, example i asks uᵢ − uᵢ₋₁ − uᵢ₋₃ − … ≥ 1. a and b stand for Fᵢ₊₁ and Fᵢ₊₂. That ⟨w,w*⟩ is the
    number of updates is shown in ``nested_argument``.
    """
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
