"""The arguments of Lecture 13, 1.1, on linear prediction, in steps that hold for every sample: Cesa-Bianchi.

Vectors enter by their inner products alone. A letter declared nonnegative that a step adds is the slack of an
inequality: "y⟨U, x⟩ = γ + e" says y⟨U, x⟩ ≥ γ.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.claims.claim import Candidate
from proofs.exact.rationals import read_rational
from proofs.exact.steps import Step

e, h, q, s, t = sp.symbols("e h q s t", nonnegative=True)
N, R, X, gamma, m = sp.symbols("N R X gamma m", positive=True)  # ‖U‖², max ‖x‖, ‖x‖², γ(U), the size of S
M = sp.Symbol("M", positive=True, integer=True)


# --------------------------------------------------------------------------------------------- prediction and MinDisOpt


def rational_w() -> list[Step]:
    """Return why rational w do as well as real ones, and a best one exists."""
    return [
        Step("a count is one of 0, …, m: some w attains the least; its right examples have y⟨U, x⟩ = γ + e > 0", e, e),
        Step(
            "a rational w within γ/(2R) of U has y⟨w, x⟩ ≥ γ + e − (γ/(2R))·R",
            gamma + e - gamma / (2 * R) * R,
            gamma / 2 + e,
        ),
        Step("which is positive, so w errs on no more examples", gamma / 2 + e > 0, sp.true),
    ]


def threshold_as_coordinate() -> list[Step]:
    """Return that a threshold is one more coordinate, 1 on every point."""
    w, x, w2, x2, b = sp.symbols("w x w2 x2 b", real=True)
    product = sp.Matrix([[w, w2, b]]) * sp.Matrix([x, x2, 1])
    return [Step("⟨(w, b), (x, 1)⟩ = ⟨w, x⟩ + b", product[0], w * x + w2 * x2 + b)]


def sign_decides_on_the_line(candidate: Candidate) -> list[Step]:
    """Return that in dimension 1 trying w = 1, −1 and 0 finds Opt(S): for the candidate {"dimension": 1}."""
    if candidate["dimension"] != 1:
        return []
    y, x, sign = sp.symbols("y x sign", real=True)
    length = sp.Symbol("length", positive=True)
    return [
        Step(
            "y·w·x = |w|·(y·sign(w)·x), so only the sign of w matters", y * (length * sign) * x, length * (y * sign * x)
        ),
        Step("and 3m products find it, fewer than m² from m = 4 on", (m + 4) ** 2 - 3 * (m + 4), m**2 + 5 * m + 4),
    ]


def ones_are_best(candidate: Candidate | None = None) -> list[Step]:
    """Return that w = (c, …, c) attains the printed Opt(S) of labels {0, 1}: for {"every coordinate of w": c}."""
    value = read_rational((candidate or {"every coordinate of w": "1"})["every coordinate of w"])
    c = sp.Rational(value.numerator, value.denominator)
    more = sp.Symbol("more", nonnegative=True, integer=True)
    product = sp.Symbol("product", real=True)
    return [
        Step("y = 0: y⟨w, x⟩ = 0 for every w, so every such example is counted", 0 * product, sp.Integer(0)),
        Step("y = 1 and x = 0: y⟨w, x⟩ = 0 for every w, too", 1 * product.subs(product, 0), sp.Integer(0)),
        Step(
            "y = 1 and x has 1 + more ones: y⟨w, x⟩ = c·(1 + more) > 0, so w counts no other",
            sp.sympify(c * (1 + more) > 0),
            sp.true,
        ),
    ]


def below_one() -> list[Step]:
    """Return that no w at all has at most C·Opt(S) mistakes if C < 1 and Opt(S) ≥ 1."""
    below = sp.Symbol("below", positive=True)  # C = 1 − below
    excess = (1 + h) + e - (1 - below) * (1 + h)  # Opt(S) = 1 + h; any w has e more
    return [
        Step("mistakes − C·Opt(S) = e + (1 − C)·Opt(S)", excess, e + below * (1 + h)),
        Step("which is positive", e + below * (1 + h) > 0, sp.true),
    ]


def input_size() -> list[Step]:
    """Return md ≤ m(d + 1) ≤ 2md: the bits of an instance from {0, 1}^d × {0, 1}."""
    d = 1 + h
    return [
        Step("m(d + 1) = md + m ≥ md", m * (d + 1), m * d + m, (m,)),
        Step("m(d + 1) = 2md − m(d − 1) ≤ 2md", m * (d + 1), 2 * m * d - m * h, (m * h,)),
    ]


def display_is_empty() -> list[Step]:
    """Return that the printed display holds for every A and C on one separable S."""
    c = sp.Symbol("C", real=True)
    return [
        Step(
            "S = {(1, +1)} is separable: the ERM w = 1 has y⟨w, x⟩ = 1 > 0, so its error is 0, and C·0 = 0",
            c * 0,
            sp.Integer(0),
        ),
        Step("A(S) has an error e/m ≥ 0 = C·0, whatever A and C are", e / m - c * 0, e / m, (e / m,)),
    ]


def strict_display() -> list[Step]:
    """Return that the ERM itself never has an error above C times the ERM's, if C ≥ 1."""
    return [Step("C = 1 + h: C·e − e = h·e ≥ 0", (1 + h) * e - e, h * e, (h * e,))]


def opt_share() -> list[Step]:
    """Return that the training error of an ERM is Opt(S)/m."""
    return [
        Step("any w errs on Opt(S) + e examples: its share is Opt(S)/m + e/m", (h + e) / m, h / m + e / m, (e / m,)),
        Step("and for the ERM e = 0", (h + e).subs(e, 0) / m, h / m),
    ]


def opt_is_not_share() -> list[Step]:
    """Return that Opt(S) = Opt(S)/m only where m = 1 or Opt(S) = 0."""
    return [Step("Opt − Opt/m = Opt·(m − 1)/m, which is 0 iff Opt = 0 or m = 1", h - h / m, h * (m - 1) / m)]


def zero_opt() -> list[Step]:
    """Return that Opt(S) = 0 says that some U has y⟨U, x⟩ > 0 throughout."""
    return [
        Step("a count of examples with y⟨U, x⟩ ≤ 0 is 0 iff each has y⟨U, x⟩ > 0", sp.Not(s - t <= 0), s - t > 0),
        Step("and the ERM's training error is then 0/m = 0", 0 / m, sp.Integer(0)),
    ]


# -------------------------------------------------------------------------------------------------------------- margins


def distance() -> list[Step]:
    """Return that γ(U)/‖U‖ is the distance of {x : ⟨U, x⟩ = 0} and the closest example, if γ(U) > 0."""
    p, z = sp.symbols("p z", real=True)  # ⟨U, x⟩, and ⟨U, z⟩ of a point z
    foot = p - (p / N) * N
    return [
        Step("the foot of x, x − (⟨U, x⟩/‖U‖²)·U, lies on the hyperplane", foot, sp.Integer(0)),
        Step("its squared distance from x is ⟨U, x⟩²/‖U‖²", (p / N) ** 2 * N, p**2 / N),
        Step(
            "x − foot is orthogonal to foot − z for z on the hyperplane, so no z is closer",
            (p / N) * (foot - z).subs(z, 0),
            sp.Integer(0),
        ),
        Step(
            "y² = 1, so ⟨U, x⟩² = (y⟨U, x⟩)² = (γ + e)²: it is least, γ², where y⟨U, x⟩ = γ",
            (gamma + e) ** 2,
            gamma**2 + e * (2 * gamma + e),
            (e * (2 * gamma + e),),
        ),
    ]


def angle() -> list[Step]:
    """Return ⟨U, x⟩ = ‖U‖‖x‖cos Θ, in the plane that U and x span."""
    a, b = sp.symbols("a b", real=True)
    u = sp.sqrt(N) * sp.Matrix([sp.cos(a), sp.sin(a)])
    x = sp.sqrt(X) * sp.Matrix([sp.cos(b), sp.sin(b)])
    return [
        Step(
            "U at the angle a and x at b have ⟨U, x⟩ = ‖U‖‖x‖cos(a − b)",
            sp.simplify(u.dot(x)),
            sp.sqrt(N) * sp.sqrt(X) * sp.cos(a - b),
        ),
        Step("‖U‖² is N as it should be", sp.simplify(u.dot(u)), N),
    ]


def scaling() -> list[Step]:
    """Return γ(cU) = cγ(U) for c > 0, which exceeds 1 for large c, with γ(cU)/‖cU‖ unchanged."""
    c = sp.Symbol("c", positive=True)
    return [
        Step("y⟨cU, x⟩ = c(γ + e) = cγ + ce, and e = 0 somewhere", c * (gamma + e), c * gamma + c * e, (c * e,)),
        Step("c = (1 + h)/γ gives γ(cU) = 1 + h", (1 + h) / gamma * gamma, 1 + h),
        Step("γ(cU)/‖cU‖ = γ(U)/‖U‖", c * gamma / sp.sqrt(c**2 * N), gamma / sp.sqrt(N)),
    ]


def divided() -> list[Step]:
    """Return y⟨U, x⟩ ≥ γ iff y⟨U/γ, x⟩ ≥ 1, for γ > 0: so y⟨U, x⟩ > 0 is solvable iff y⟨U, x⟩ ≥ 1 is."""
    return [
        Step("(γ + e)/γ = 1 + e/γ ≥ 1", (gamma + e) / gamma, 1 + e / gamma, (e / gamma,)),
        Step("γ(1 + e) = γ + γe ≥ γ", gamma * (1 + e), gamma + gamma * e, (gamma * e,)),
        Step("1 + e > 0", 1 + e > 0, sp.true),
    ]


def largest_margin() -> list[Step]:
    """Return that no V has γ(V)/‖V‖ above 1/‖U⋆‖, U⋆ the shortest with y⟨U, x⟩ ≥ 1."""
    return [
        Step(
            "V/γ(V) has margin 1, so its squared length is ‖U⋆‖² + e; and (γ(V)/‖V‖)² is the inverse",
            1 / (N + e) * (N + e),
            sp.Integer(1),
        ),
        Step("1/‖U⋆‖² − 1/(‖U⋆‖² + e) ≥ 0", 1 / N - 1 / (N + e), e / (N * (N + e)), (e / (N * (N + e)),)),
    ]


def at_least_one() -> list[Step]:
    """Return that min ‖U‖² over γ(U) ≥ 1 is the one over γ(U) = 1."""
    g = 1 + s
    return [
        Step("γ(U) = 1 + s: U/(1 + s) has margin 1", g / g, sp.Integer(1)),
        Step(
            "and is no longer: ‖U‖² − ‖U‖²/(1 + s)² = ‖U‖²·s(2 + s)/(1 + s)² ≥ 0",
            N - N / g**2,
            N * s * (2 + s) / g**2,
            (N * s * (2 + s) / g**2,),
        ),
    ]
