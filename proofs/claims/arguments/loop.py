"""Why the loop of Lecture 13, 1.2, runs as long as it does: on one example, and on easy and hard samples."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {
    **dict.fromkeys(("k", "n", "X"), 2),
    **dict.fromkeys(("s", "t"), 0),
    "left": 1,
}
"""Numbers to show: k = 2, and no slack."""

s, t = sp.symbols("s t", nonnegative=True)
n = sp.Symbol("n", integer=True, nonnegative=True)


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
