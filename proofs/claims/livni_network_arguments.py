"""Arguments, for every n and k, about the halfspaces and networks of Livni, Lecture 8."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step

HALF = sp.Rational(1, 2)


def half_integers() -> list[Step]:
    """Return the proof that w·x − b − ½ is not 0 where w·x and b are integers."""
    m = sp.Symbol("m", integer=True)  # w·x − b
    return [Step("2(w·x − b) − 1 is odd", sp.Mod(2 * m - 1, 2), sp.Integer(1))]


def natural_weights() -> list[Step]:
    """Return the proof that natural weights make a monotone halfspace, which is −1 on (−1, …, −1)."""
    w, b, total = sp.symbols("w b total", integer=True, nonnegative=True)
    rest = sp.Symbol("rest", real=True)
    below = -total - b - HALF
    return [
        Step("from xᵢ = −1 to xᵢ = 1 the sum grows by 2wᵢ ≥ 0", (rest + w) - (rest - w), 2 * w, (2 * w,)),
        Step("on (−1, …, −1) it is −‖w‖₁ − b − ½ ≤ −½", below + HALF, -(total + b), (total + b,)),
    ]


def doubled() -> list[Step]:
    """Return the proof that every integer halfspace on {±1}ⁿ is a natural one at (x, −x, 1), and as small."""
    w, b, x = sp.symbols("w b x", real=True)

    def positive(value: sp.Expr) -> sp.Expr:
        return (sp.Abs(value) + value) / 2

    return [
        Step("max(wᵢ, 0)·xᵢ + max(−wᵢ, 0)·(−xᵢ) = wᵢxᵢ", positive(w) * x + positive(-w) * (-x), w * x),
        Step("max(−b, 0)·1 − max(b, 0) = −b", positive(-b) - positive(b), -b),
        Step("max(wᵢ, 0) + max(−wᵢ, 0) = |wᵢ|", positive(w) + positive(-w), sp.Abs(w)),
        Step("max(b, 0) + max(−b, 0) = |b|", positive(b) + positive(-b), sp.Abs(b)),
    ]


def single_halfspace() -> list[Step]:
    """Return the proof that one halfspace has R²/γ² ≤ (n + 1)(2p + 1)² on the points (x, 1)."""
    n, b, p, more, less = sp.symbols("n b p more less", nonnegative=True)
    longest = (p + HALF) ** 2 - less  # ‖(w, −b − ½)‖₂² ≤ ‖(w, −b − ½)‖₁²
    least = HALF + more  # of |w·x − b − ½|, half an odd number
    bound = (n + 1) * (2 * p + 1) ** 2
    slack = 4 * (n + 1) * less + bound * (4 * more**2 + 4 * more)
    return [
        *half_integers(),
        Step("‖w‖₁ + |b + ½| = p + ½, for b ≥ 0", (p - b) + (b + HALF), p + HALF),
        Step(
            "so γ² = least²/longest ≥ (½)²/(p + ½)², and with R² = n + 1: R²·longest ≤ (n + 1)(2p + 1)²·least²",
            sp.expand(4 * (bound * least**2 - (n + 1) * longest)),
            sp.expand(slack),
            (slack,),
        ),
    ]


def conjunction() -> list[Step]:
    """Return the proof that Σ vⱼ − k + ½ is above 0 iff no vⱼ is low, for low values −1 and 0."""
    k = sp.Symbol("k", integer=True, positive=True)
    more = sp.Symbol("more", integer=True, nonnegative=True)
    wrong = 1 + more  # at least one of them
    steps = [Step("if all are 1 it is ½", k - k + HALF, HALF)]
    for low, sum_below in ((-1, sp.Rational(3, 2) + 2 * more), (0, HALF + more)):
        total = (k - wrong) + low * wrong
        steps.append(
            Step(f"if m ≥ 1 are {low} it is ½ − {1 - low}m < 0", -(total - k + HALF), sum_below, (sum_below,)),
        )
    return steps


def passed_on() -> list[Step]:
    """Return the proof that sgn(v) = v for v = ±1."""
    return [Step(f"sgn({v}) = {v}", sp.sign(v), sp.Integer(v)) for v in (1, -1)]


def passed_on_lower() -> list[Step]:
    """Return the proof that a neuron that is 1 iff its sum is at least 0 passes on 0 and 1, with the bias −½."""
    return [Step(f"{v} − ½ ≥ 0 iff {v} = 1", sp.Ge(v - HALF, 0), sp.sympify(v == 1)) for v in (0, 1)]


def passed_on_above() -> list[Step]:
    """Return the proof that a neuron that is 1 iff its sum is above 0 passes on 0 and 1."""
    return [Step(f"{v} > 0 iff {v} = 1", sp.Gt(v, 0), sp.sympify(v == 1)) for v in (0, 1)]
