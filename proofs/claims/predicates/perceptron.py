"""Violations of the Perceptron's mistake bound, of its two inequalities, and of what an update does.

All forms of the bound are one: M ≤ ‖u‖²R²/γ² for a target u with γ = min y⟨u, x⟩ > 0 and points of length at most R.
For unit u and x it is 1/δ² (Notes 3), for γ = 1 it is ‖w⋆‖²L² (Hsu) or (RB)² (Understanding Machine Learning).
"""

from collections.abc import Callable
from fractions import Fraction

from proofs.claims.candidates import Sample, add, dot, norm_squared, show, shown
from proofs.claims.perceptron import HALF, every_run, mislabeled, mistakes, most_updates
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational

Test = Callable[[Sample], str | None]


def with_examples(test: Test, target: str = "") -> Test:
    """Let the line of a test begin with the examples, and with their target by this name."""

    def violated(case: Sample) -> str | None:
        line = test(case)
        named = f", and {target} = {show(case.target)}" if target and case.target else ""
        return f"{shown(case.examples)}{named}: {line}" if line else None

    return violated


def is_above(game: Sample, gamma: Rational) -> bool:
    """Tell whether w⋆, the target, has length 1, and all margins are above γ."""
    return bool(game.target) and norm_squared(game.target or ()) == 1 and gamma < game.margin


# ----------------------------------------------------------------------------------------------------- in a given order


def falls_behind(game: Sample, *, gamma: Rational) -> str | None:
    """Test that ⟨w, w⋆⟩ ≥ kγ after k mistakes, where a tie is a mistake that adds half of y·x."""
    for k, mistake in enumerate(mistakes(game.examples, step=HALF) if is_above(game, gamma) else (), 1):
        along = dot(mistake.after, game.target or ())
        if along < k * gamma:
            setting = f"w⋆ = {show(game.target or ())}, γ = {gamma}: k = {k}, w = {show(mistake.after)}"
            return f"{setting}: w·w⋆ = {along} < {k * gamma} = kγ"
    return None


# --------------------------------------------------------------------------------------------------------- in any order


def iterations(game: Sample, *, bound: str = "(RB)²") -> str | None:
    """Test that there are at most ‖u‖²R²/γ² iterations, with the last one, however mislabeled examples are chosen."""
    if not game.ratio:
        return None
    updates = most_updates(game.examples, game.ratio // 1 + 2)
    if updates + 1 <= game.ratio:
        return None
    return f"{counted(updates + 1, 'iteration')}, {updates} of them with an update, and {bound} = {game.ratio}"


def misses_bound(game: Sample, *, always: bool = False) -> str | None:
    """Test that the longest run, or with ``always`` each run, has ⌊(RB)²⌋ updates."""
    if not game.ratio:
        return None
    most = game.ratio // 1
    states = [*every_run(game.examples, most + 1)]
    ends = [made for made, after in enumerate(states) if not all(mislabeled(w, game.examples) for w in after)]
    updates = min(ends) if always else max(ends)
    why = ", as in every sample on a line, where all y·x have one sign" if game.dimension == 1 else ""
    return None if updates == most else f"a run ends after {counted(updates, 'update')}{why}, and the bound is {most}"


def cosine(game: Sample) -> str | None:
    """Test that cos²∠(u, w) ≥ T/(RB)² and ⟨u, w⟩ ≥ 0 after T iterations; the last one, which outputs w, is counted."""
    if not game.ratio or game.target is None:
        return None
    for t, states in enumerate(every_run(game.examples, game.ratio // 1 + 2)):
        for w in sorted(states) if t else ():
            along = dot(game.target, w)
            squared = Fraction(along) ** 2 / (norm_squared(game.target) * norm_squared(w))
            counted_as = t if mislabeled(w, game.examples) else t + 1
            if along < 0 or squared < counted_as / game.ratio:
                return f"at T = {counted_as} the cosine² is {squared}, and T/(RB)² = {counted_as / game.ratio}"
    return None


# ----------------------------------------------------------------------------------------------------------- one update


def gains_nothing(game: Sample) -> str | None:
    """Test that an update on a mislabeled example makes y⟨w, x⟩ larger."""
    ((x, label),) = game.examples
    before = label * dot(game.w or (), x)
    after = label * dot(add(game.w or (), x, label), x)
    if before > 0 or after > before:
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
