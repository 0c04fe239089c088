"""Why the margin of a linear separator is what it is, and which separator has the largest: Hsu, Lecture 13."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {"a": 4, "k": 3, "s": 1, "norm": 1, "other": 0, "size": 0, "n": 2, "m": 1, "u": 0, "v": 0}
"""The point (1, 0, 0, 0), and w = (1, 1, 1, 1): numbers to show."""


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
    """Return why the shortest w with all y⟨w, x⟩ ≥ 1 has the largest margin, alone but for its positive multiples."""
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
