"""Violations of the Perceptron's mistake bound, of its two inequalities, and of what an update does.

All forms of the bound are one: M ≤ ‖u‖²R²/γ² for a target u with γ = min y⟨u, x⟩ > 0 and points of length at most R.
For unit u and x it is 1/δ² (Notes 3), for γ = 1 it is ‖w⋆‖²L² (Hsu) or (RB)² (Understanding Machine Learning).
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from proofs.claims.candidates import Sample, add, dot, norm_squared, show, shown
from proofs.claims.perceptron import every_run, mislabeled, mistakes, most_updates, returned
from proofs.exact.rationals import Rational

Test = Callable[[Sample], str | None]

RUN_FOR = 6
"""Updates for which the Perceptron is run where no bound says how many it makes."""


def counted(number: Rational, noun: str) -> str:
    """Return a number with its noun: 1 mistake, 2 mistakes, 3/2 mistakes."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def with_examples(test: Test, target: str = "") -> Test:
    """Let the line of a test begin with the examples, and with their target by this name."""

    def violated(case: Sample) -> str | None:
        line = test(case)
        given = f", and {target} = {show(case.target)}" if target and case.target else ""
        return f"{shown(case.examples)}{given}: {line}" if line else None

    return violated


def known(game: Sample, gamma: Rational | None) -> Rational | None:
    """Return γ, by default the margin; or ``None``, where the sample does not have it, or w⋆ has not length 1."""
    if gamma is None:
        return game.margin if game.ratio else None
    return gamma if game.target and norm_squared(game.target) == 1 and gamma < game.margin else None


# ----------------------------------------------------------------------------------------------------- in a given order


def exceeds_bound(  # noqa: PLR0913 - each is what a source says differently
    game: Sample,
    *,
    tie: int = 0,
    step: Rational = 1,
    factor: Rational = 1,
    unit: bool = False,
    longest: bool = True,
    bound: str = "R²/γ²",
) -> str | None:
    """Test that one pass makes at most factor·‖u‖²R²/γ² mistakes; where not ``longest``, with 1 in the place of R²."""
    if not game.ratio or (unit and not game.unit):
        return None
    most = factor * game.ratio / (1 if longest else game.radius_squared)
    made = len(mistakes(game.examples, tie=tie, step=step))
    return f"{counted(made, 'mistake')}, and {bound} = {most}" if made > most else None


def falls_behind(game: Sample, *, tie: int = 0, step: Rational = 1, gamma: Rational | None = None) -> str | None:
    """Test that ⟨w, w⋆⟩ ≥ kγ after k mistakes."""
    least = known(game, gamma)
    if least is None or game.target is None:
        return None
    for k, made in enumerate(mistakes(game.examples, tie=tie, step=step), 1):
        along = dot(made.after, game.target)
        if along < k * least:
            given = f"w⋆ = {show(game.target)}, γ = {least}: k = {k}, w = {show(made.after)}"
            return f"{given}: w·w⋆ = {along} < {k * least} = kγ"
    return None


def grows_too_long(
    game: Sample, *, tie: int = 0, step: Rational = 1, unit: bool = False, longest: bool = True
) -> str | None:
    """Test that ‖w‖² ≤ MR² after M mistakes; where not ``longest``, with 1 in the place of R²."""
    if not game.examples or (unit and not game.unit):
        return None
    for number, made in enumerate(mistakes(game.examples, tie=tie, step=step), 1):
        square, most = norm_squared(made.after), number * (game.radius_squared if longest else 1)
        if square > most:
            return f"M = {number}: ‖w‖² = {square} > {most}"
    return None


# --------------------------------------------------------------------------------------------------------- in any order


def iterations(game: Sample, *, returning: int, allowed: int, bound: str = "(RB)²") -> str | None:
    """Test that updates + returning ≤ ‖u‖²R²/γ² + allowed, however the mislabeled examples are chosen."""
    if not game.ratio:
        return None
    updates = most_updates(game.examples, game.ratio // 1 + 2)
    if updates + returning <= game.ratio + allowed:
        return None
    made = counted(updates + returning, "iteration")
    return f"{made}, {updates} of them with an update, and {bound} = {game.ratio}"


def any_order_falls_behind(game: Sample) -> str | None:
    """Test that ⟨u, w⟩ ≥ tγ after t updates, in any order."""
    if not game.ratio or game.target is None:
        return None
    for t, states in enumerate(every_run(game.examples, game.ratio // 1 + 2)):
        least = min([dot(game.target, w) for w in states])
        if least < t * game.margin:
            return f"⟨w⋆, w⟩ = {least} after {t} updates"
    return None


def any_order_grows_too_long(game: Sample) -> str | None:
    """Test that ‖w‖² ≤ R²t after t updates, in any order; the sample need not be separable."""
    for t, states in enumerate(every_run(game.examples, RUN_FOR)) if game.examples else ():
        most = max([norm_squared(w) for w in states])
        if most > game.radius_squared * t:
            return f"‖w‖² = {most} after {t} updates, and R²t = {game.radius_squared * t}"
    return None


def returns_wrong(game: Sample, *, tie: int = 0) -> str | None:
    """Test that whatever the Perceptron halts at on a separable sample has all y⟨w, x⟩ > 0, and that it halts."""
    if not game.ratio:
        return None
    found = returned(game.examples, game.ratio // 1 + 2, tie)
    wrong = next((w for w in found if mislabeled(w, game.examples)), None)
    if found and wrong is None:
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


# ----------------------------------------------------------------------------------------------------- every order, Hsu

ORDERED_AT_MOST = 4
"""Examples of a sample up to which all its orders are tried."""


def in_every_order(test: Test) -> Test:
    """Test a few examples in each of their orders."""

    def violated(game: Sample) -> str | None:
        orders = permutations(game.examples) if len(game.examples) <= ORDERED_AT_MOST else ()
        found = (test(Sample(order, game.target)) for order in orders)
        return next((line for line in found if line), None)

    return violated


def halts_inseparable(game: Sample) -> str | None:
    """Test that no run halts, soon or later, on examples that no w separates."""
    found = returned(game.examples, RUN_FOR) if game.examples and game.shortest is None else []
    return f"it returns {show(found[0])} on examples that no w separates" if found else None
