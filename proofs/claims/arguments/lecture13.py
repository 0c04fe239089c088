"""Arguments of Lecture 13 and of Hsu: margins of separators, rational w and the size of S, and how long the loop runs.

A letter that is declared nonnegative and that a step adds is the slack of an inequality: "y⟨U, x⟩ = γ + e" says that
y⟨U, x⟩ ≥ γ.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {
    **dict.fromkeys(("k", "n", "X"), 2),
    **dict.fromkeys(("s", "t", "e", "h"), 0),
    **dict.fromkeys(("left", "R", "gamma", "m"), 1),
}
"""Numbers to show: k = 2, and no slack; the example (1, 0), labeled +1, and U = (1, √3)."""

_POINT = {"a": 4, "k": 3, "s": 1, "norm": 1, "other": 0, "size": 0, "n": 2, "m": 1, "u": 0, "v": 0}
"""The point (1, 0, 0, 0), and w = (1, 1, 1, 1): numbers to show."""

INSTANCES = dict.fromkeys(("distance", "widest"), _POINT)

s, t, e, h = sp.symbols("s t e h", nonnegative=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
R, gamma, m = sp.symbols("R gamma m", positive=True)  # max ‖x‖, γ(U) where U is right, the size of S


def distance() -> list[Step]:
    """Return why the distance from x to the hyperplane {z: ⟨w, z⟩ = 0} is |⟨w, x⟩|/‖w‖, whatever w's scale."""
    a, k = sp.symbols("a k", positive=True)  # ‖w‖², and a factor
    s, norm, other = sp.symbols("s norm other", real=True)  # ⟨w, x⟩, ‖x‖², and ⟨x, z⟩ of a z in the hyperplane
    size = sp.Symbol("size", nonnegative=True)  # ‖z‖²
    foot = norm - 2 * s**2 / a + s**2 / a  # ‖x₀‖², for x₀ = x − (s/a)w; and ⟨x₀, z⟩ = ⟨x, z⟩
    return [
        Step("the foot x₀ = x − (s/a)w lies in the hyperplane: ⟨w, x₀⟩ = 0", s - (s / a) * a, sp.Integer(0)),
        Step("‖x − x₀‖² = (s/a)²‖w‖² = ⟨w, x⟩²/‖w‖²", (s / a) ** 2 * a, s**2 / a),
        Step(
            "any z in it is no nearer: ‖x − z‖² = ‖x − x₀‖² + ‖x₀ − z‖², for ⟨w, z⟩ = 0",
            norm - 2 * other + size,
            s**2 / a + (foot - 2 * other + size),
        ),
        Step("kw has the same distance: (ks)²/(k²a)", (k * s) ** 2 / (k**2 * a), s**2 / a),
        Step("where the least y⟨w, x⟩ is 1, the least distance is 1/‖w‖", (s**2 / a).subs(s, 1), 1 / a),
    ]


def widest() -> list[Step]:
    """Return why the shortest w with all y⟨w, x⟩ ≥ 1 has the largest margin, unique up to positive factors."""
    n, least = sp.symbols("n m", positive=True)  # ‖w‖, and the least y⟨w, x⟩
    s, u, v = sp.symbols("s u v", nonnegative=True)
    p, q, c = sp.symbols("p q c", real=True)
    return [
        Step("the margin m/‖w‖ of a separator is 1/‖w/m‖, and w/m is feasible", least / n, 1 / (n / least)),
        Step(
            "a feasible w with least product 1 + s may be divided by it, and gets shorter unless s = 0",
            n**2 - n**2 / (1 + s) ** 2,
            n**2 * s * (2 + s) / (1 + s) ** 2,
            (n**2 * s * (2 + s) / (1 + s) ** 2,),
        ),
        Step("halfway between two feasible vectors is feasible", ((1 + u) + (1 + v)) / 2, 1 + (u + v) / 2, (u + v,)),
        Step(
            "‖(v + w)/2‖² = (‖v‖² + ‖w‖²)/2 − ‖v − w‖²/4: two shortest ones are the same",
            (p + 2 * c + q) / 4,
            (p + q) / 2 - (p - 2 * c + q) / 4,
        ),
    ]


def rational_w() -> list[Step]:
    """Return why a rational w errs on no more examples than a real U that attains the least number."""
    return [
        Step(
            "where U is right, y⟨U, x⟩ = γ + e; there a rational w within γ/(2R) of U has y⟨w, x⟩ ≥ γ/2 + e > 0",
            gamma + e - gamma / (2 * R) * R,
            gamma / 2 + e,
            (e,),
        )
    ]


def input_size() -> list[Step]:
    """Return why m points of {0, 1}^d with labels take md bits up to a factor of 2."""
    d = 1 + h
    return [
        Step("m(d + 1) = md + m ≥ md", m * (d + 1), m * d + m, (m,)),
        Step("m(d + 1) = 2md − m(d − 1) ≤ 2md", m * (d + 1), 2 * m * d - m * h, (m * h,)),
    ]


def repeated() -> list[Step]:
    """Return why ⌊−y⟨w, x⟩/‖x‖²⌋ + 1 updates on one example fix it, and fewer do not."""
    square, left = sp.symbols("X left", positive=True)  # ‖x‖²; and −y⟨w, x⟩/‖x‖² = n + 1 − left, with 0 < left ≤ 1
    value = -(n + 1 - left) * square
    return [
        Step("each update adds ‖x‖²: after n + 1 it is left·‖x‖² > 0", value + (n + 1) * square, left * square),
        Step(
            "after n it is (left − 1)‖x‖² ≤ 0, with left = 1 − s",
            (value + n * square).subs(left, 1 - s),
            -s * square,
            (s * square,),
        ),
    ]


def two_points() -> list[Step]:
    """Return why (1, 0) and (−k, 1), both labeled +1, take (k + 1)² + 1 updates or more, in any order."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    b = k + 1 + k * s + t
    a = 1 + s + k * b
    slack = s + (k + 1) * (k * s + t)
    return [
        Step("a and b updates make w = (a − kb, b); ⟨w, (1, 0)⟩ is an integer above 0, 1 + s", a - k * b, 1 + s),
        Step("and so is ⟨w, (−k, 1)⟩ = −k(1 + s) + b, 1 + t", -k * (1 + s) + b, 1 + t),
        Step("so M = a + b ≥ (k + 1)² + 1, though md = 4 for every k", a + b, (k + 1) ** 2 + 1 + slack, (slack,)),
    ]


def mirrored() -> list[Step]:
    """Return why (k, 1) and (−k, 1), both labeled +1, take two updates, though ‖U‖²·max‖x‖² = k² + 1."""
    k = sp.Symbol("k", positive=True)
    beyond = sp.Symbol("s", nonnegative=True)  # k = 1 + s
    first, second = sp.Matrix([k, 1]), sp.Matrix([-k, 1])
    u = sp.Matrix([0, 1])
    return [
        Step("U = (0, 1) has margin 1 on both", sp.Matrix([u.dot(first), u.dot(second)]), sp.ones(2, 1)),
        Step("‖U‖²·max‖x‖² = k² + 1", u.dot(u) * first.dot(first), k**2 + 1),
        Step("none is shorter: ⟨U, (k, 1) + (−k, 1)⟩ = 2U₂ ≥ 2", (first + second).dot(sp.Matrix([s, t])), 2 * t),
        Step(
            "after the first update, ⟨(k, 1), (−k, 1)⟩ = 1 − k² ≤ 0: the other point is violated, for k = 1 + s",
            -first.dot(second).subs(k, 1 + beyond),
            beyond * (2 + beyond),
            (beyond * (2 + beyond),),
        ),
        Step("after the second, w = (0, 2), which is right on both", first + second, 2 * u),
    ]
