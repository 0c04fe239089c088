"""Arguments, for every sample, about the Perceptron of Livni, Lecture 8."""

from typing import Any

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step


def _positive(*names: str) -> list[Any]:
    return [sp.Symbol(name, positive=True) for name in names]


def _slacks(*names: str) -> list[Any]:
    return [sp.Symbol(name, nonnegative=True) for name in names]


def _grown(step: Any) -> tuple[Any, Any]:
    """Return ‖w + step·y·x‖² by y² = 1, and what it should be, in ‖w‖², y(w·x) = −s and ‖x‖² = R² − r."""
    y = sp.Symbol("y", real=True)
    norm, s, r = _slacks("norm", "s", "r")
    (radius,) = _positive("R")
    product = -s * y  # w·x, since y² = 1
    square = norm + 2 * step * y * product + step**2 * y**2 * (radius**2 - r)
    return sp.rem(sp.expand(square), y**2 - 1, y), norm + step**2 * radius**2 - (2 * step * s + step**2 * r)


def whole_steps(*, strictly: bool = False) -> list[Step]:
    """Return the proof that w += y·x happens at most R²/γ² times where y(w·x) ≤ 0 and γ > 0; fewer, if margins > γ."""
    gamma, radius, over = _positive("gamma", "R", "over")
    k, more, margin, shorter, s, r = _slacks("k", "more", "margin", "shorter", "s", "r")
    left, right = _grown(sp.Integer(1))
    ratio = radius**2 / gamma**2
    count = ratio + (0 if strictly else over)
    excess = over if strictly else 0  # of w·w* over kγ, where k ≥ 1 and every margin is above γ
    return [
        Step(
            "w·w* ≥ kγ: a mistake adds y⟨x, w*⟩ = γ + margin",
            k * gamma + more + (gamma + margin),
            (k + 1) * gamma + (more + margin),
            (more + margin,),
        ),
        Step("‖w + yx‖² = ‖w‖² + R² − (2s + r), where y(w·x) = −s ≤ 0 and ‖x‖² = R² − r", left, right, (2 * s + r,)),
        Step(
            "‖w‖² ≤ kR²",
            k * radius**2 - shorter + radius**2 - (2 * s + r),
            (k + 1) * radius**2 - (shorter + 2 * s + r),
            (shorter + 2 * s + r,),
        ),
        Step(
            "as many as R²/γ² mistakes (k ≥ 1), each with a margin above γ, would have (w·w*)² > kR² ≥ ‖w‖²"
            if strictly
            else "more than R²/γ² mistakes would have (w·w*)² ≥ k²γ² > kR² ≥ ‖w‖², against Cauchy and Schwarz",
            sp.Gt(sp.expand((count * gamma + excess) ** 2 - count * radius**2), 0),
            sp.true,
        ),
    ]


def _two_kinds() -> list[Step]:
    """Return: after a ties and b strict mistakes w·w* ≥ γ(a/2 + b) and ‖w‖² ≤ R²(a/4 + b)."""
    gamma, radius = _positive("gamma", "R")
    a, b, margin, s, r = _slacks("a", "b", "margin", "s", "r")
    half, progress, length = sp.Rational(1, 2), sp.Lambda((a, b), a / 2 + b), sp.Lambda((a, b), a / 4 + b)
    on_tie, strict = _grown(half), _grown(sp.Integer(1))
    return [
        Step(
            "a tie moves w·w* on by ½(γ + margin)",
            gamma * progress(a, b) + (gamma + margin) / 2,
            gamma * progress(a + 1, b) + margin / 2,
            (margin / 2,),
        ),
        Step(
            "a strict mistake moves it on by γ + margin",
            gamma * progress(a, b) + gamma + margin,
            gamma * progress(a, b + 1) + margin,
            (margin,),
        ),
        Step("on a tie (s = 0) ‖w + ½yx‖² = ‖w‖² + R²/4 − r/4", on_tie[0].subs(s, 0), on_tie[1].subs(s, 0), (r / 4,)),
        Step("on a strict mistake ‖w + yx‖² = ‖w‖² + R² − (2s + r)", *strict, (2 * s + r,)),
        Step("so a tie takes R²(a/4 + b) to its next", length(a, b) + sp.Rational(1, 4), length(a + 1, b)),
        Step("and a strict mistake, too", radius**2 * (length(a, b) + 1), radius**2 * length(a, b + 1)),
    ]


def half_steps() -> list[Step]:
    """Return the proof that with half steps on ties there are at most ⌊9R²/(8γ²)⌋ mistakes, ties included."""
    (ratio,) = _positive("D")  # R²/γ²
    a, b = _slacks("a", "b")
    s = sp.Symbol("S", real=True)
    square = 2 * (s - 3 * ratio / 4) ** 2 / ratio
    return [
        *_two_kinds(),
        Step(
            "with S = a/2 + b: a/4 + b = 3S/2 − (a + b)/2, so S² ≤ D(a/4 + b) gives a + b ≤ 3S − 2S²/D",
            sp.Rational(3, 2) * (a / 2 + b) - (a + b) / 2,
            a / 4 + b,
        ),
        Step(
            "3S − 2S²/D = 9D/8 − (2/D)(S − 3D/4)² ≤ 9D/8", 3 * s - 2 * s**2 / ratio, 9 * ratio / 8 - square, (square,)
        ),
    ]


def strict_only() -> list[Step]:
    """Return the proof that with half steps on ties the strict mistakes alone are at most R²/γ²."""
    ratio, over = _positive("D", "over")
    (a,) = _slacks("a")
    b = ratio + over
    return [
        *_two_kinds(),
        Step(
            "b > D strict mistakes would have (a/2 + b)² > D(a/4 + b), so (w·w*)² > ‖w‖²",
            sp.Gt(sp.expand((a / 2 + b) ** 2 - ratio * (a / 4 + b)), 0),
            sp.true,
        ),
    ]


def nine_eighths() -> list[Step]:
    """Return the proof that ⌊9D/8⌋ mistakes happen at D = R²/γ² = 1 + 8b/3 + e, small e: 2b ties, b strict, one tie.

    The points are z = γw* + u in R³, u ⊥ w*, with labels +1 and length R = 1, so that all margins are γ. A strict
    mistake costs Q = ‖w‖² twice its w·z, which can be as near to 0 as one likes; ``spare`` is what may yet be lost.
    """
    ratio, e, progress, size = _positive("D", "e", "S", "Q")
    done, left, spare = _slacks("done", "left", "spare")
    square = 1 / ratio  # γ²
    across = size - progress**2 * square  # ‖U‖² for w = Sγw* + U with ‖w‖² = Q
    room = (ratio - 1) * size - progress**2
    ties = done + left + 1  # 2b of them, ``done`` of these behind: all that is positive is a fact
    in_ties = done * (sp.Rational(4, 3) * ties - done) + e * done
    strict = done + left  # b of them
    less_one = 8 * strict / 3 + e  # D − 1
    lost = e * strict / (2 * less_one) - spare
    in_strict = left * (strict / 3 + done) + e * done + less_one * spare
    b = sp.Symbol("b", integer=True, positive=True)
    return [
        Step(
            "w·z = Sγ² + U·u can be made 0 iff ‖U‖²(1 − γ²) ≥ S²γ⁴, and below 0 iff >: iff Q(D − 1) ≥ S², or >",
            ratio * (across * (1 - square) - progress**2 * square**2),
            room,
        ),
        Step(
            "on the first 2b S = ties/2 and Q = ties/4, so each can be a tie",
            4 * room.subs({progress: done / 2, size: done / 4, ratio: 1 + sp.Rational(4, 3) * ties + e}),
            in_ties,
            (sp.expand(in_ties),),
        ),
        Step(
            "then S = b + i and Q = b/2 + i − lost: Q(D − 1) − S² = (b − i)(b/3 + i) + ei + (D − 1)·spare, so that "
            "b mistakes can be strict, and the next a tie",
            room.subs({progress: strict + done, size: strict / 2 + done - lost, ratio: 1 + less_one}),
            in_strict,
            (sp.expand(in_strict),),
        ),
        Step(
            "that is 3b + 1 = ⌊9D/8⌋ mistakes: at 9e/8 = 7/8 it would be 3b + 2",
            9 * (1 + 8 * b / 3) / 8,
            3 * b + 9 / sp.Integer(8),
        ),
        Step(
            "3b + 1 over 1 + 8b/3 comes as near to 9/8 as one likes",
            sp.limit((3 * b + 1) / (1 + 8 * b / 3), b, sp.oo),
            sp.Rational(9, 8),
        ),
    ]


def changes_late() -> list[Step]:
    """Return the proof that one pass may change w after any number of examples: 2C copies of e₁, then e₂.

    Both have the label that is not sgn(0); if sgn(0) = 0, any.
    """
    constant, copies = sp.symbols("C copies", integer=True, positive=True)
    first, second = sp.Matrix([1, 0]), sp.Matrix([0, 1])
    best = (first + second) / sp.sqrt(2)
    return [
        Step(
            "e₁ and e₂, both labeled y ≠ sgn(0), have R²/γ² = 2 with w* = y(e₁ + e₂)/√2",
            1 / best.dot(first) ** 2,
            sp.Integer(2),
        ),
        Step("and the same margin", best.dot(second), best.dot(first)),
        Step(
            "w is a multiple of e₁ before e₂ is read: w·e₂ = 0, and sgn(0) ≠ y, a mistake",
            (copies * first).dot(second),
            sp.Integer(0),
        ),
        Step("it is example 2C + 1, beyond C·R²/γ² = 2C", sp.Gt(2 * constant + 1, 2 * constant), sp.true),
    ]
