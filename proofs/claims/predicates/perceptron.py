"""Violations of the Perceptron's mistake bound, of its two inequalities, and of what an update does.

All forms of the bound are one: M ≤ ‖u‖²R²/γ² for a target u with γ = min y⟨u, x⟩ > 0 and points of length at most R.
For unit u and x it is 1/δ² (Notes 3), for γ = 1 it is ‖w⋆‖²L² (Hsu) or (RB)² (Understanding Machine Learning).
"""

from collections.abc import Callable
from fractions import Fraction

from proofs.claims.candidates import Sample, add, dot, norm_squared, show, shown
from proofs.claims.perceptron import every_run, mislabeled, mistakes, most_updates, returned
from proofs.exact.rationals import Rational

Test = Callable[[Sample], str | None]


def counted(number: Rational, noun: str) -> str:
    """Return a number with its noun: 1 mistake, 2 mistakes, 3/2 mistakes."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def with_examples(test: Test, target: str = "") -> Test:
    """Let the line of a test begin with the examples, and with their target by this name."""

    def violated(case: Sample) -> str | None:
        line = test(case)
        named = f", and {target} = {show(case.target)}" if target and case.target else ""
        return f"{shown(case.examples)}{named}: {line}" if line else None

    return violated


def known(game: Sample, gamma: Rational | None) -> Rational | None:
    """Return γ, by default the margin; or ``None``, where the sample does not have it, or w⋆ has not length 1."""
    if gamma is None:
        return game.margin if game.ratio else None
    return gamma if game.target and norm_squared(game.target) == 1 and gamma < game.margin else None


# ----------------------------------------------------------------------------------------------------- in a given order


def falls_behind(game: Sample, *, tie: int = 0, step: Rational = 1, gamma: Rational | None = None) -> str | None:
    """Test that ⟨w, w⋆⟩ ≥ kγ after k mistakes."""
    least = known(game, gamma)
    if least is None or game.target is None:
        return None
    for k, mistake in enumerate(mistakes(game.examples, tie=tie, step=step), 1):
        along = dot(mistake.after, game.target)
        if along < k * least:
            setting = f"w⋆ = {show(game.target)}, γ = {least}: k = {k}, w = {show(mistake.after)}"
            return f"{setting}: w·w⋆ = {along} < {k * least} = kγ"
    return None


# --------------------------------------------------------------------------------------------------------- in any order


def iterations(game: Sample, *, returning: int, allowed: int, bound: str = "(RB)²") -> str | None:
    """Test that updates + returning ≤ ‖u‖²R²/γ² + allowed, however the mislabeled examples are chosen."""
    if not game.ratio:
        return None
    updates = most_updates(game.examples, game.ratio // 1 + 2)
    if updates + returning <= game.ratio + allowed:
        return None
    total = counted(updates + returning, "iteration")
    return f"{total}, {updates} of them with an update, and {bound} = {game.ratio}"


def returns_wrong(game: Sample, *, tie: int = 0) -> str | None:
    """Test that whatever the Perceptron halts at on a separable sample has all y⟨w, x⟩ > 0, and that it halts."""
    if not game.ratio:
        return None
    halts = returned(game.examples, game.ratio // 1 + 2, tie)
    wrong = next((w for w in halts if mislabeled(w, game.examples)), None)
    if halts and wrong is None:
        return None
    return "it does not stop" if wrong is None else f"it stops at w = {show(wrong)}, with y⟨w, x⟩ = 0"


def cosine(game: Sample, *, factor: Rational = 1, returning: int = 0) -> str | None:
    """Test that cos²∠(u, w) ≥ factor·T/(RB)² and ⟨u, w⟩ ≥ 0 after T updates, from T = 1 on.

    With ``returning`` 1 the last iteration of a run counts in T.
    """
    if not game.ratio or game.target is None:
        return None
    for t, states in enumerate(every_run(game.examples, game.ratio // 1 + 2)):
        for w in sorted(states) if t else ():
            along = dot(game.target, w)
            squared = Fraction(along) ** 2 / (norm_squared(game.target) * norm_squared(w))
            counted_as = t if mislabeled(w, game.examples) else t + returning
            if along < 0 or squared < factor * counted_as / game.ratio:
                return f"at T = {counted_as} the cosine² is {squared}, and T/(RB)² = {counted_as / game.ratio}"
    return None


# ----------------------------------------------------------------------------------------------------------- one update


def update(game: Sample, *, grows: bool, zero: bool = True) -> str | None:
    """Test what an update on a mislabeled example does to y⟨w, x⟩: it adds ‖x‖².

    ``grows``: it becomes larger; without ``zero``, where x ≠ 0.
    """
    ((x, label),) = game.examples
    before = label * dot(game.w or (), x)
    if before > 0 or (not zero and not any(x)):
        return None
    after = label * dot(add(game.w or (), x, label), x)
    if after == before + norm_squared(x) and (after > before or not grows):
        return None
    return f"w = {show(game.w or ())}, x = {show(x)}, y = {label}: y⟨w, x⟩ is {before}, and {after} after the update"


# ------------------------------------------------------------------------------------- infinitely many points on a line


def has_no_longest(line: dict[str, Rational]) -> str | None:
    """Find points limit + gap/t, for t = 1, 2, …, that come up to their limit: none is the longest.

    All are labeled +1. Some w has the least y⟨w, x⟩ = 1, that of the first point.
    """
    limit, gap = line["limit"], line["gap"]
    if gap >= 0 or limit + gap <= 0:
        return None
    points = f"the points {limit} − {-gap}/t, t = 1, 2, …, labeled +1"
    below = f"but no largest ‖x‖: all are below {limit}"
    return f"{points}, have the least y⟨w⋆, x⟩ = 1 for w⋆ = {1 / Fraction(limit + gap)}, {below}"
