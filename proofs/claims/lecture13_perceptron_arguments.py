"""The arguments of Lecture 13, 1.2, on the Perceptron, in steps that hold for every sample: Cesa-Bianchi.

Vectors enter by their inner products alone. A letter declared nonnegative that a step adds is the slack of an
inequality: "y⟨U, x⟩ = γ + e" says y⟨U, x⟩ ≥ γ.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step
from proofs.exact.symbolic import nested_argument, odd_max_bit_argument

e, h, q, s, t = sp.symbols("e h q s t", nonnegative=True)
N, R, X, gamma, m = sp.symbols("N R X gamma m", positive=True)  # ‖U‖², max ‖x‖, ‖x‖², γ(U), the size of S
M = sp.Symbol("M", positive=True, integer=True)


# ------------------------------------------------------------------------------------------------------------- the loop


def gamma_at_update() -> list[Step]:
    """Return γ(w) ≤ 0 whenever w is updated: the minimum is at most the violated term."""
    return [Step("y⟨w, x⟩ = −t on the violated example; γ(w) = −t − e ≤ 0", -(-t - e), t + e, (t + e,))]


def reads() -> list[Step]:
    """Return M ≤ reads ≤ m(M − 1) + 1 for the loop that starts over at the end of S."""
    return [
        Step(
            "w = 0 has y⟨w, x⟩ = 0 ≤ 0: the first read is an update, m(1 − 1) + 1 = 1", m * (1 - 1) + 1, sp.Integer(1)
        ),
        Step(
            "while γ(w) ≤ 0, some example of any m reads in a row is violated: m − e more reads for one more update",
            (m * (M - 1) + 1 - q) + (m - e),
            m * M + 1 - (q + e),
            (q + e,),
        ),
        Step(
            "a read makes at most one update: reads − M grows by j − 1 ≥ 0, for j = 1 + s reads", (1 + s) - 1, s, (s,)
        ),
    ]


def never_halts() -> list[Step]:
    """Return that no w of any run on an inseparable sample has γ(w) > 0."""
    return [Step("γ(w) = s > 0 would give y⟨w, x⟩ = s + e > 0 throughout: w would separate S", (s + e) - s, e, (e,))]


def average_is_right_once() -> list[Step]:
    """Return that U = (1/m)Σ y·x is right on some example, if V separates S with margin γ."""
    square = sp.Symbol("square", positive=True)  # ‖U‖²
    return [
        Step("m⟨V, U⟩ = Σ y⟨V, x⟩ = mγ + e > 0, so U is not 0", m * gamma + e > 0, sp.true),
        Step("Σ y⟨U, x⟩ = ⟨U, mU⟩ = m‖U‖² > 0, so some term is positive", m * square > 0, sp.true),
    ]


def average_on_the_line() -> list[Step]:
    """Return that in dimension 1 the average separates what can be separated."""
    z, total = sp.symbols("z total", positive=True)
    sign = sp.Symbol("sign", real=True)
    return [
        Step(
            "all y·x have the sign of V, so their average has, and y⟨U, x⟩ = sign²·|x||U|",
            sp.rem(sign * z * sign * total, sign**2 - 1, sign),
            z * total,
        ),
        Step("which is positive", z * total > 0, sp.true),
    ]


def sum_of_updates() -> list[Step]:
    """Return that w is the sum of y·x over its updates."""
    w, z = sp.symbols("w z", real=True)
    return [
        Step("W₀ = 0 is the empty sum", sp.Sum(z, (M, 1, 0)).doit(), sp.Integer(0)),
        Step("W_M − y·x = W_{M−1}: each update adds one term", (w + z) - z, w),
    ]


def _increase(times: sp.Expr | int) -> sp.Expr:
    y, p = sp.symbols("y p", real=True)  # p = ⟨w, x⟩
    return sp.rem(sp.expand(y * (p + times * y * X) - y * p), y**2 - 1, y)


def increase() -> list[Step]:
    """Return that an update raises its own y⟨w, x⟩ by ‖x‖²."""
    return [Step("y⟨w + y·x, x⟩ − y⟨w, x⟩ = y²‖x‖² = ‖x‖²", _increase(1), X)]


def increase_of_separable() -> list[Step]:
    """Return that the increase is positive on separable samples."""
    return [*increase(), Step("x = 0 would have y⟨U, x⟩ = 0, so ‖x‖² > 0", X > 0, sp.true)]


def repeated() -> list[Step]:
    """Return that ⌊−y⟨w, x⟩/‖x‖²⌋ + 1 updates on one example fix it, and fewer do not."""
    n = sp.Symbol("n", integer=True, nonnegative=True)
    left = sp.Symbol("left", positive=True)  # −y⟨w, x⟩/‖x‖² = n + 1 − left, with 0 < left ≤ 1
    value = -(n + 1 - left) * X
    return [
        Step("k updates raise y⟨w, x⟩ by k‖x‖²", _increase(n), n * X),
        Step("after n + 1 of them it is left·‖x‖²", value + (n + 1) * X, left * X),
        Step("which is positive", left * X > 0, sp.true),
        Step(
            "after n it is (left − 1)‖x‖² ≤ 0, with left = 1 − s", (value + n * X).subs(left, 1 - s), -s * X, (s * X,)
        ),
    ]


# ---------------------------------------------------------------------------------------------------------- convergence


def lower() -> list[Step]:
    """Return W_M·U ≥ M, with W_M·U = M + e, for every U with y⟨U, x⟩ ≥ 1."""
    return [
        Step("W₀·U = 0", sp.Integer(0), (M + e).subs({M: 0, e: 0})),
        Step("an update adds y⟨U, x⟩ = 1 + s", (M + e) + (1 + s), (M + 1) + (e + s), (e + s,)),
    ]


def upper() -> list[Step]:
    """Return ‖W_M‖² ≤ MR², with ‖W_M‖² = MR² − q."""
    y = sp.Symbol("y", real=True)
    square = R**2 - h  # ‖x‖²
    grown = sp.rem(sp.expand((M * R**2 - q) + 2 * y * (-t * y) + y**2 * square), y**2 - 1, y)  # ⟨W, x⟩ = −ty
    return [
        Step("‖W₀‖² = 0", sp.Integer(0), (M * R**2 - q).subs({M: 0, q: 0})),
        Step(
            "‖W + y·x‖² = ‖W‖² + 2y⟨W, x⟩ + ‖x‖², with y⟨W, x⟩ = −t ≤ 0 and ‖x‖² = R² − h",
            grown,
            (M + 1) * R**2 - (q + h + 2 * t),
            (q + h + 2 * t,),
        ),
    ]


def convergence() -> list[Step]:
    """Return M ≤ ‖U‖²R² for every U with y⟨U, x⟩ ≥ 1, so for the shortest, too."""
    p, norm = sp.symbols("p norm", real=True)  # W·U and ‖W‖²
    gap = sp.Symbol("gap", nonnegative=True)  # of Cauchy and Schwarz
    excess = 2 * M * e + e**2 + gap + N * q
    return [
        *lower(),
        *upper(),
        Step(
            "0 ≤ ‖NW − pU‖² = N(N‖W‖² − p²), for N = ‖U‖², p = W·U: p² ≤ N‖W‖²",
            N**2 * norm - 2 * N * p * p + p**2 * N,
            N * (N * norm - p**2),
        ),
        Step(
            "(M + e)² + gap = N(MR² − q), divided by M: NR² = M + (2Me + e² + gap + Nq)/M",
            ((M + e) ** 2 + gap + N * q) / M,
            M + excess / M,
            (excess / M,),
        ),
    ]


def attained() -> list[Step]:
    """Return that n orthonormal points take n updates, as many as the bound allows, for every n."""
    n = sp.Symbol("n", integer=True, positive=True)
    return [
        Step("⟨w, xᵢ⟩ = 0 until xᵢ is read, so each causes an update: M ≥ n", sp.Sum(1, (M, 1, n)).doit(), n),
        Step("U = Σ yᵢxᵢ has y⟨U, x⟩ = 1 throughout and ‖U‖² = n; R = 1: ‖U‖²R² = n", n * sp.Integer(1) ** 2, n),
        Step(
            "no U with y⟨U, xᵢ⟩ = 1 + s is shorter: (1 + s)² = 1 + s(2 + s)",
            (1 + s) ** 2,
            1 + s * (2 + s),
            (s * (2 + s),),
        ),
    ]


# -------------------------------------------------------------------------------------------------- exponentially often


def two_points() -> list[Step]:
    """Return that (1, 0) and (−k, 1), both labeled 1, take at least (k + 1)² + 1 updates in any order."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    b = k + 1 + k * s + t
    a = 1 + s + k * b
    slack = s + (k + 1) * (k * s + t)
    return [
        Step("a and b updates give w = (a − kb, b); y⟨w, x₁⟩ ≥ 1 in integers: a − kb = 1 + s", a - k * b, 1 + s),
        Step("y⟨w, x₂⟩ ≥ 1: −k(1 + s) + b = 1 + t", -k * (1 + s) + b, 1 + t),
        Step("M = a + b = (k + 1)² + 1 + slack", a + b, (k + 1) ** 2 + 1 + slack, (slack,)),
        Step("so k beats any number k, though md = 4", (k + 1) ** 2 + 1 - k, k**2 + k + 2, (k**2 + k + 2,)),
    ]


def nested_binary() -> list[Step]:
    """Return that n points of {0, 1}ⁿ take at least F(n + 1)F(n + 2) − 1 updates, in any order."""
    return odd_max_bit_argument()


def nested_ternary() -> list[Step]:
    """Return that n points of {−1, 0, 1}ⁿ take at least (4ⁿ − 1)/3 updates, in any order."""
    return nested_argument()


def binary_bound() -> list[Step]:
    """Return M ≤ r²dʳ with r = min(m, d) for points of {−1, 0, 1}^d, and that its logarithm over md goes to 0."""
    d, r, size = sp.symbols("d r size", positive=True)
    minor = sp.Symbol("minor", nonnegative=True)
    rows = sp.Symbol("rows", integer=True, positive=True)
    gram, ones = sp.MatrixSymbol("G", rows, rows), sp.MatrixSymbol("ones", rows, 1)
    log, log_m, log_d = 2 * sp.log(r) + r * sp.log(d), sp.log(m), sp.log(d)
    less = sp.Symbol("less", nonnegative=True)  # the smaller of log(m) and log(d)
    top = r**2 * d ** (r - 1)
    return [
        Step(
            "U⋆ = Σ aᵢyᵢxᵢ over r independent examples with y⟨U⋆, x⟩ = 1, Gram matrix G: Ga = 1, ‖U⋆‖² = 1ᵀG⁻¹1",
            sp.Eq((ones.T * gram.I * gram * gram.I * ones).doit(), (ones.T * gram.I * ones).doit()),
            sp.true,
        ),
        Step(
            "Schur: one more row multiplies a minor of G by ‖x‖² − q = d − h − q ≤ d: r − 1 rows give d^(r−1)",
            minor * (d - h - q),
            minor * d - minor * (h + q),
            (minor * (h + q),),
        ),
        Step(
            "adj G is positive semidefinite, (size − s) − 2|x| + (size − h) = t ≥ 0: |x| ≤ size off its diagonal",
            size - (2 * size - s - h - t) / 2,
            (s + h + t) / 2,
            ((s + h + t) / 2,),
        ),
        Step(
            "det G = 1 + e, an integer: ‖U⋆‖² = Σ adj G/det G ≤ r²d^(r−1)/(1 + e) ≤ r²d^(r−1)",
            top / (1 + e),
            top - top * e / (1 + e),
            (top * e / (1 + e),),
        ),
        Step("R² ≤ d: M ≤ ‖U⋆‖²R² ≤ r²dʳ", r**2 * d ** (r - 1) * d, r**2 * d**r),
        Step(
            "r = m: log(r²dʳ)/(md) = 2log(m)/(md) + log(d)/d", log.subs(r, m) / (m * d), 2 * log_m / (m * d) + log_d / d
        ),
        Step(
            "which is at most 3log(d)/d where d ≥ m = 1 + e, so log(d) = log(m) + s",
            3 * (less + s) / d - 2 * less / ((1 + e) * d) - (less + s) / d,
            2 * (less * e / (1 + e) + s) / d,
            (2 * (less * e / (1 + e) + s) / d,),
        ),
        Step("r = d: log(r²dʳ)/(md) = (2/d + 1)·log(d)/m", log.subs(r, d) / (m * d), (2 / d + 1) * log_d / m),
        Step(
            "which is at most 3log(m)/m where m ≥ d = 1 + e, so log(m) = log(d) + s",
            3 * (less + s) / m - (2 / (1 + e) + 1) * less / m,
            (2 * less * e / (1 + e) + 3 * s) / m,
            ((2 * less * e / (1 + e) + 3 * s) / m,),
        ),
        Step("3log(d)/d goes to 0 as d grows", sp.limit(3 * sp.log(d) / d, d, sp.oo), sp.Integer(0)),
    ]
