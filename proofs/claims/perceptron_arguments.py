"""The Perceptron's arguments, for every sample, sequence and w⋆: inequalities in inner products, each with its slack.

Hsu, COMS 4771, Perceptron and Online Perceptron, and Shalev-Shwartz and Ben-David, Understanding Machine Learning,
9.1.2. T counts updates, M mistakes; a = ‖w⋆‖², p = ⟨w⋆, ŵ⟩ and q = ‖ŵ‖².
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.exact.steps import Step

FIRST_OF_FOUR = {
    **dict.fromkeys(("T", "M", "p", "q", "L", "L2", "R", "n", "y", "norm", "s", "x", "d"), 1),
    **dict.fromkeys(("H", "c", "e", "z", "loss", "over", "beyond", "more", "room", "tie", "short", "slack"), 0),
    "a": 4,
    "b": 2,
    "B": 2,
    "gap": 3,
    "spare": 3,
}
"""The symbols after the first of four updates, on orthonormal points labeled +1, with w⋆ their sum: numbers to show."""


def lower() -> "list[Step]":
    """Return why ⟨w⋆, ŵ⟩ ≥ T after T updates with y⟨w⋆, x⟩ ≥ 1."""
    import sympy as sp  # type: ignore[import-untyped]

    from proofs.exact.steps import Step

    t = sp.Symbol("T", integer=True, nonnegative=True)
    beyond, more = sp.symbols("beyond more", nonnegative=True)  # p = T + beyond, y⟨w⋆, x⟩ = 1 + more
    return [
        Step("at the start ⟨w⋆, 0⟩ = 0 ≥ 0", sp.Integer(0), sp.Integer(0)),
        Step(
            "⟨w⋆, ŵ + yx⟩ = ⟨w⋆, ŵ⟩ + y⟨w⋆, x⟩ ≥ T + 1",
            (t + beyond) + (1 + more),
            (t + 1) + (beyond + more),
            (beyond + more,),
        ),
    ]


def upper() -> "list[Step]":
    """Return why ‖ŵ‖² ≤ L²T after T updates, each on an example with y⟨ŵ, x⟩ ≤ 0 and ‖x‖ ≤ L."""
    import sympy as sp

    from proofs.exact.steps import Step

    t = sp.Symbol("T", integer=True, nonnegative=True)
    y = sp.Symbol("y", real=True)
    square, room, tie, short = sp.symbols("L2 room tie short", nonnegative=True)
    q, c, norm = sp.symbols("q c norm", real=True)  # ‖ŵ‖², ⟨ŵ, x⟩, ‖x‖²
    grown = sp.rem(sp.expand(q + 2 * y * c + y**2 * norm), y**2 - 1, y)
    after = (square * t - room) + 2 * (-tie) + (square - short)
    return [
        Step("at the start ‖0‖² = 0 = L²·0", square * 0, sp.Integer(0)),
        Step("‖ŵ + yx‖² = ‖ŵ‖² + 2y⟨ŵ, x⟩ + ‖x‖², by y² = 1", grown, q + 2 * y * c + norm),
        Step(
            "so ‖ŵ‖² = L²T − room, y⟨ŵ, x⟩ = −tie and ‖x‖² = L² − short give ‖ŵ + yx‖² ≤ L²(T + 1)",
            after,
            square * (t + 1) - (room + 2 * tie + short),
            (room + 2 * tie + short,),
        ),
    ]


def cauchy_schwarz() -> "list[Step]":
    """Return why ⟨w⋆, ŵ⟩² ≤ ‖w⋆‖²‖ŵ‖²."""
    import sympy as sp

    from proofs.exact.steps import Step

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


def mistake_bound() -> "list[Step]":
    """Return why there are at most ‖w⋆‖²L² updates if y⟨w⋆, x⟩ ≥ 1 and ‖x‖ ≤ L on all examples.

    Nothing is used of an example but that, and y⟨ŵ, x⟩ ≤ 0 at the update: the order, repetitions and how many there
    are do not matter, nor which violated example is chosen.
    """
    import sympy as sp

    from proofs.exact.steps import Step

    t, a = sp.Symbol("T", integer=True, positive=True), sp.Symbol("a", positive=True)
    beyond, room, gap = sp.symbols("beyond room gap", nonnegative=True)
    # aq = p² + gap (Cauchy–Schwarz), p = T + beyond (lower), q = L²T − room (upper).
    square = ((t + beyond) ** 2 + gap) / a + room
    over = 2 * t * beyond + beyond**2 + gap + a * room
    return [
        *lower(),
        *upper(),
        *cauchy_schwarz(),
        Step("T² ≤ ⟨w⋆, ŵ⟩² ≤ ‖w⋆‖²‖ŵ‖² ≤ ‖w⋆‖²L²T", a * square, t**2 + over, (over,)),
        Step("divided by T ≥ 1: ‖w⋆‖²L² − T ≥ 0", (t**2 + over) / t - t, over / t, (over / t,)),
    ]


def one_more_iteration() -> "list[Step]":
    """Return why the loop is entered at most ‖w⋆‖²L² + 1 times: once an update, and once to find nothing to do."""
    import sympy as sp

    from proofs.exact.steps import Step

    t, spare = sp.Symbol("T", integer=True, nonnegative=True), sp.Symbol("spare", nonnegative=True)
    return [
        *mistake_bound(),
        Step("T updates are T + 1 entries, and T + spare = ‖w⋆‖²L²", (t + spare) + 1 - (t + 1), spare, (spare,)),
    ]


def cosine() -> "list[Step]":
    """Return why cos∠(w⋆, w) ≥ √T/(RB) after T ≥ 1 updates: Understanding Machine Learning, (9.2)."""
    import sympy as sp

    from proofs.exact.steps import Step

    t = sp.Symbol("T", integer=True, positive=True)
    beyond, room = sp.symbols("beyond room", nonnegative=True)
    b, r, n = sp.symbols("B R n", positive=True)  # ‖w⋆‖, R, and n = ‖w‖ > 0, for ⟨w⋆, w⟩ ≥ T > 0
    over = r**2 * (2 * t * beyond + beyond**2) + t * room
    cosine_squared = (t + beyond) ** 2 / (b**2 * n**2)
    difference = cosine_squared - t / (r * b) ** 2
    return [
        *lower(),
        *upper(),
        Step("⟨w⋆, w⟩ ≥ T > 0, so w is not 0, and the cosine exists", sp.sign(t + beyond), sp.Integer(1)),
        Step(
            "with n² = ‖w‖² = R²T − room: R²⟨w⋆, w⟩² − T‖w‖² ≥ 0",
            r**2 * (t + beyond) ** 2 - t * (r**2 * t - room),
            over,
            (over,),
        ),
        Step(
            "divided by (RB‖w‖)²: cos² ≥ T/(RB)², and both cosines are positive",
            sp.together(difference),
            (r**2 * (t + beyond) ** 2 - t * n**2) / (r * b * n) ** 2,
        ),
    ]


def distance() -> "list[Step]":
    """Return why the distance from x to the hyperplane {z: ⟨w, z⟩ = 0} is |⟨w, x⟩|/‖w‖, whatever w's scale."""
    import sympy as sp

    from proofs.exact.steps import Step

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


def widest() -> "list[Step]":
    """Return why the shortest w with all y⟨w, x⟩ ≥ 1 has the largest margin, alone but for its positive multiples."""
    import sympy as sp

    from proofs.exact.steps import Step

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


def returned_separates() -> "list[Step]":
    """Return why whatever Perceptron returns on a finite nonempty S is a linear separator of S."""
    import sympy as sp

    from proofs.exact.steps import Step

    first, second = sp.symbols("p q", positive=True)
    least = sp.Min(first, second)
    return [
        Step(
            "the loop ends where all y⟨ŵ, x⟩ > 0, and the least of two positive numbers is positive, hence of any n",
            sp.sign(least),
            sp.Integer(1),
            (least,),
        )
    ]


def corrected() -> "list[Step]":
    """Return why an update on (x, y) adds ‖x‖² to y⟨w, x⟩: more, except at x = 0."""
    import sympy as sp

    from proofs.exact.steps import Step

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


def corrected_strictly() -> "list[Step]":
    """Return why the update on x ≠ 0 makes y⟨w, x⟩ larger."""
    import sympy as sp

    from proofs.exact.steps import Step

    norm = sp.Symbol("norm", positive=True)
    return [*corrected(), Step("‖x‖² is positive if x ≠ 0", sp.sign(norm), sp.Integer(1))]


def always_mistaken() -> "list[Step]":
    """Return why Online Perceptron errs in every round t on the points (1, (−1)^(t+1)(2t − 1)), labeled +1."""
    import sympy as sp

    from proofs.exact.steps import Step

    t = sp.Symbol("t", integer=True, nonnegative=True)
    sign = (-1) ** (t + 1)  # ŵ after t mistakes is (t, sign·t), and the next point (1, −sign·(2t + 1))
    return [
        Step("w⋆ = (1, 0) has y⟨w⋆, x⟩ = 1 in every round", sp.Integer(1) * 1 + 0 * sign, sp.Integer(1)),
        Step("ŵ = (0, 0) before the first round, which is a tie", (sign * t).subs(t, 0), sp.Integer(0)),
        Step(
            "after t mistakes ŵ = (t, st) with s = (−1)^(t+1): one more makes −s(t + 1)",
            sign * t - sign * (2 * t + 1),
            -sign * (t + 1),
        ),
        Step(
            "⟨ŵ, x⟩ = t − s²t(2t + 1) = −2t² ≤ 0: the next round is a mistake, too",
            t - sp.simplify(sign**2) * t * (2 * t + 1),
            -2 * t**2,
            (2 * t**2,),
        ),
    ]
