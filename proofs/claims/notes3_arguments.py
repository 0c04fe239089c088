"""The arguments of Notes 3, sections 1 and 2, in steps that hold for every dimension and every number of mistakes.

w and v enter by their inner products alone: p = w·v, norm = ‖w‖², and for the sample of a mistake σ ∈ {1, −1}, its
label, with σ(v·x) = δ + s and σ(w·x) = −t. That s, t ≥ 0 is all that a mistake means, for each convention for ties.
They are those of any symmetric K whose matrices are positive semidefinite, too.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step
from proofs.exact.symbolic import claim_1_4

M, s, t, a, q = sp.symbols("M s t a q", nonnegative=True)
delta = sp.Symbol("delta", positive=True)
p, norm, product = sp.symbols("p norm product", real=True)


def _grown(square: sp.Expr, inner: sp.Expr, step: sp.Expr, length: sp.Expr | int = 1) -> sp.Expr:
    """Return ‖w + step·x‖² from ‖w‖², w·x and ‖x‖²."""
    return square + 2 * step * inner + step**2 * length


def claim_1_2() -> list[Step]:
    """Return the induction for w·v ≥ δM, with w·v = δM + a: Claim 1.2."""
    return [
        Step("M = 0: w = 0, so w·v = 0 = δ·0", delta * 0, sp.Integer(0)),
        Step(
            "a mistake adds σ(v·x) = δ + s to w·v, so its excess over δM goes from a to a + s ≥ 0",
            delta * M + a + (delta + s),
            delta * (M + 1) + (a + s),
            (a + s,),
        ),
    ]


def claim_1_3() -> list[Step]:
    """Return the induction for ‖w‖² ≤ M, with ‖w‖² = M − q, on samples of length at most 1: Claim 1.3."""
    sigma = sp.Symbol("sigma", real=True)
    short = sp.Symbol("short", nonnegative=True)  # ‖x‖² = 1 − short
    step = sp.rem(sp.expand(_grown(M - q, -t * sigma, sigma, 1 - short)), sigma**2 - 1, sigma)
    return [
        Step("M = 0: w = 0, so ‖w‖² = 0", M.subs(M, 0), sp.Integer(0)),
        Step(
            "w·x = −σt, so by σ² = 1 a mistake makes M − q into (M + 1) − (q + 2t + 1 − ‖x‖²)",
            step,
            (M + 1) - (q + 2 * t + short),
            (q + 2 * t + short,),
        ),
    ]


def claim_1_3_halves() -> list[Step]:
    """Return the induction for ‖w‖² ≤ M where a tie moves w by half the sample."""
    half = _grown(M - q, sp.Integer(0), sp.Rational(1, 2))
    return [
        *claim_1_3(),
        Step("half a step, w·x = 0, adds 1/4", half, M + 1 - (q + sp.Rational(3, 4)), (q + sp.Rational(3, 4),)),
    ]


def claim_1_2_halves() -> list[Step]:
    """Return the induction for w·v ≥ δM/2 where a tie moves w by half the sample."""
    half = delta / 2
    return [
        Step("M = 0: w·v = 0", half * 0, sp.Integer(0)),
        Step("half a step adds (δ + s)/2", half * M + a + (delta + s) / 2, half * (M + 1) + (a + s / 2), (a + s / 2,)),
        Step("a whole step adds δ + s", half * M + a + delta + s, half * (M + 1) + (a + half + s), (a + half + s,)),
    ]


def theorem_1_1() -> list[Step]:
    """Return the proof that M ≤ 1/δ²: Theorem 1.1."""
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


def theorem_1_1_in_passes() -> list[Step]:
    """Return the proof that one of the first ⌊1/δ²⌋ + 1 passes over a sample is without mistakes."""
    passes = sp.Symbol("passes", integer=True, nonnegative=True)
    bound = sp.Symbol("D", positive=True)  # 1/δ²
    return [
        *theorem_1_1(),
        Step(
            "n passes, each with a mistake, have M ≥ n, and n ≤ 1/δ² iff n ≤ ⌊1/δ²⌋",
            sp.floor(bound) >= passes,
            bound >= passes,
        ),
    ]


def extremal_w() -> list[Step]:
    """Return the proof that w = v/δ after exactly 1/δ² mistakes."""
    return [
        *theorem_1_1(),
        Step(
            "at M = 1/δ², ‖w − v/δ‖² = ‖w‖² − 2(w·v)/δ + 1/δ² = −(q + 2a/δ), which is both ≥ 0 and ≤ 0",
            (norm - 2 * p / delta + 1 / delta**2).subs({norm: M - q, p: delta * M + a}).subs(M, 1 / delta**2),
            -(q + 2 * a / delta),
            (q + 2 * a / delta,),
        ),
    ]


def exact_optimum() -> list[Step]:
    """Return that ⌊1/δ²⌋ is forced on every learner, and never exceeded by the Perceptron."""
    return [*claim_1_4(), *theorem_1_1()]


def threshold() -> list[Step]:
    """Return that the extra coordinate keeps the halfspace."""
    theta = sp.Symbol("theta", real=True)
    extended = product + (-theta) * 1
    return [
        Step("(w, −θ)·(x, 1) = w·x − θ", extended, product - theta),
        Step("w·x − θ ≥ 0 iff w·x ≥ θ", extended >= 0, product - theta >= 0),
    ]


def threshold_margin() -> list[Step]:
    """Return what the extra coordinate and the two rescalings make of the margin, for ‖w‖ = 1 and ‖x‖ = 1."""
    theta = sp.Symbol("theta", real=True)
    lengths = (1 + theta**2) * 2  # ‖(w, −θ)‖²·‖(x, 1)‖²
    return [
        *threshold()[:1],
        Step("‖(w, −θ)‖² = 1 + θ²", _grown(sp.Integer(1), sp.Integer(0), theta), 1 + theta**2),
        Step("‖(x, 1)‖² = 2", _grown(sp.Integer(1), sp.Integer(0), sp.Integer(1)), sp.Integer(2)),
        Step(
            "|w·x − θ| = δ + s has margin² (δ + s)²/(2(1 + θ²)) ≥ δ²/(2(1 + θ²)) on the rescaled samples",
            (delta + s) ** 2 / lengths,
            (delta**2 + 2 * delta * s + s**2) / lengths,
            ((2 * delta * s + s**2) / lengths,),
        ),
        *theorem_1_1(),
    ]


def rescaling() -> list[Step]:
    """Return that a positive factor changes no sign."""
    factor = sp.Symbol("factor", positive=True)
    return [Step("w·(cx) = c(w·x), and sign(c) = 1", sp.sign(factor * product), sp.sign(product))]


def extended_length() -> list[Step]:
    """Return that a sample with an extra coordinate 1 is never 0."""
    square = sp.Symbol("square", nonnegative=True)
    return [Step("‖(x, 1)‖² = ‖x‖² + 1 ≥ 1", _grown(square, sp.Integer(0), sp.Integer(1)), square + 1, (square,))]


def update_step() -> list[Step]:
    """Return that an update changes w·x by ‖x‖², in every dimension, and that this is ‖x‖ = 1 on unit samples."""
    w, x = sp.symbols("w x", cls=sp.IndexedBase, real=True)
    i, d = sp.symbols("i d", integer=True, positive=True)
    length = sp.Symbol("length", nonnegative=True)

    def total(term: sp.Expr) -> sp.Expr:
        return sp.Sum(term, (i, 1, d))

    return [
        Step("(w − x)·x = w·x − ‖x‖²", total((w[i] - x[i]) * x[i]), total(w[i] * x[i]) - total(x[i] ** 2)),
        Step("(w + x)·x = w·x + ‖x‖²", total((w[i] + x[i]) * x[i]), total(w[i] * x[i]) + total(x[i] ** 2)),
        Step("‖x‖² = ‖x‖ where ‖x‖ = 1", (length**2).subs(length, 1), length.subs(length, 1)),
    ]


def signed_sum() -> list[Step]:
    """Return that w·z is the sum of σⱼ(xʲ·z) over the mistakes, in every dimension, by induction on them."""
    w, x, z, term = sp.symbols("w x z term", cls=sp.IndexedBase, real=True)
    i, j, d = sp.symbols("i j d", integer=True, positive=True)
    sigma = sp.Symbol("sigma", real=True)

    def total(value: sp.Expr) -> sp.Expr:
        return sp.Sum(value, (i, 1, d))

    return [
        Step("no mistake: the empty sum is 0", sp.Sum(term[j], (j, 1, 0)).doit(), sp.Integer(0)),
        Step(
            "a mistake adds one term: (w + σx)·z = w·z + σ(x·z)",
            total((w[i] + sigma * x[i]) * z[i]),
            total(w[i] * z[i]) + sigma * total(x[i] * z[i]),
        ),
    ]


def kernel_bound() -> list[Step]:
    """Return that M ≤ R²B²/γ² for positive semidefinite K, with R² = max K(x, x), B² = aᵀKa and γ the least |(Ka)ᵢ|."""
    longest, gamma, length = sp.symbols("R gamma B", positive=True)
    return [
        Step(
            "K ⪰ 0 has ⟨u − cv, u − cv⟩ ≥ 0 for c = ⟨u, v⟩/B²: this is ⟨u, u⟩ − ⟨u, v⟩²/B² (Cauchy-Schwarz)",
            _grown(norm, p, -p / length**2, length**2),
            norm - p**2 / length**2,
        ),
        *theorem_1_1(),
        Step(
            "divide samples by R and v by B: δ = γ/(RB), so 1/δ² = R²B²/γ²",
            1 / (gamma / (longest * length)) ** 2,
            longest**2 * length**2 / gamma**2,
        ),
    ]


def kernel_converse() -> list[Step]:
    """Return that every symmetric K with a negative eigenvalue has labels that it can express and never learns.

    Let Kq = −λq, λ > 0; keep the points with qᵢ ≠ 0 only, label yᵢ = sign qᵢ, u = |q|, S = (yᵢyⱼKᵢⱼ).
    If all labels are +1, take −q for q: S is the same, and the first pass has a mistake, for f = 0 is predicted +1.
    """
    rate, u = sp.symbols("lambda u", positive=True)
    y, z, k, q_j = sp.symbols("y z k q_j", real=True)  # yᵢ, yⱼ, Kᵢⱼ, qⱼ
    weights, counts = sp.symbols("u c", cls=sp.IndexedBase, nonnegative=True)
    j, n = sp.symbols("j n", integer=True, positive=True)

    def of_labels(polynomial: sp.Expr, label: sp.Symbol) -> sp.Expr:
        return sp.rem(sp.expand(polynomial), label**2 - 1, label)

    total = sp.Sum(weights[j] * counts[j], (j, 1, n))
    return [
        Step("uⱼ = yⱼqⱼ and yⱼ² = 1: Sᵢⱼuⱼ = yᵢKᵢⱼqⱼ", of_labels(y * z * k * (z * q_j), z), y * k * q_j),
        Step("so (Su)ᵢ = yᵢ(Kq)ᵢ = −λyᵢqᵢ, and qᵢ = yᵢuᵢ: Su = −λu", of_labels(y * (-rate * y * u), y), -rate * u),
        Step("the target a = −q has yᵢ(Ka)ᵢ = λuᵢ > 0", of_labels(y * (rate * y * u), y), rate * u, (rate * u,)),
        Step(
            "after cⱼ mistakes on xʲ, Σ uᵢyᵢf(xᵢ) = uᵀSc = −λ Σ uⱼcⱼ < 0 unless c = 0: some yᵢf(xᵢ) is below 0",
            sp.Sum(-rate * weights[j] * counts[j], (j, 1, n)),
            -rate * total,
            (rate * weights[j] * counts[j],),
        ),
    ]


def count() -> list[Step]:
    """Return that d ≥ 1/δ² gives ⌈1/δ²⌉ basis vectors, d being an integer."""
    dimension, bound = sp.Symbol("d", integer=True, positive=True), sp.Symbol("D", positive=True)
    return [Step("⌈1/δ²⌉ ≤ d iff 1/δ² ≤ d, for d is an integer", sp.ceiling(bound) <= dimension, bound <= dimension)]
