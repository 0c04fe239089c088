"""Violations of statements on passes of the Perceptron: the loop of Lecture 13, 1.2, and Livni's one pass.

The loop reads the examples again and again. S is a sample that its ``target`` U separates; γ(w) = min y⟨w, x⟩. Rounds
are examples read, and M counts updates.

Livni's update is ½(y − ŷ)x with ŷ = sgn(w·x): y·x on a mistake, but half of that on a tie if sgn(0) = 0. Of
a test that names γ, w⋆, the target, has length 1, and all margins are above γ.
"""

from fractions import Fraction

from proofs.claims.candidates import Sample, dot, margin, norm_squared, sample, show, shown
from proofs.claims.perceptron import Round, mislabeled, mistakes, most_updates, run, until_right
from proofs.claims.predicates.dual import weights
from proofs.claims.predicates.perceptron import is_above
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational


def updates_on(game: Sample) -> list[Round]:
    """Return the rounds of the loop on S with an update; none where S is not separable."""
    return [played for played in until_right(game.examples) if played.mistake] if game.ratio else []


# ------------------------------------------------------------------------------------------------------------- the loop


def has_margin(game: Sample) -> str | None:
    """Test that γ(w) ≤ 0 for every w, also for the one that is returned."""
    margins = [(update.after, margin(update.after, game.examples)) for update in updates_on(game)]
    return next((f"γ(w) = {least} for w = {show(w)}" for w, least in margins if least > 0), None)


def margin_falls(game: Sample) -> str | None:
    """Test that no update, in the run on S, lowers γ(w)."""
    for number, update in enumerate(updates_on(game), 1):
        before, after = [margin(w, game.examples) for w in (update.before, update.after)]
        if after < before:
            x, _ = game.examples[update.number]
            return f"γ(w) is {before} before update {number}, on x = {show(x)}, and {after} after it"
    return None


def is_no_farther(game: Sample) -> str | None:
    """Test that U times c = 1 + 2/γ(U) has a greater distance γ(U)/‖U‖, in squares."""
    if not game.ratio or game.target is None:
        return None
    factor = 1 + 2 / Fraction(game.margin)
    longer = tuple([factor * value for value in game.target])
    old, new = [Fraction(margin(w, game.examples)) ** 2 / norm_squared(w) for w in (game.target, longer)]
    return None if new > old else f"(γ(U)/‖U‖)² = {old}, and {new} for {factor}·U"


def best_of(game: Sample) -> Sample:
    """Return S with its shortest U."""
    return Sample(game.examples, game.shortest)


def differs_from_bound(game: Sample) -> str | None:
    """Test M = ‖U‖²·max‖x‖² for the shortest U with all y⟨U, x⟩ ≥ 1, in the order that takes the most updates."""
    bound = best_of(game).ratio or 0
    most = most_updates(game.examples, bound // 1 + 2) if bound else 0
    least = f"‖U‖²·max‖x‖² = {bound} for the shortest U, {show(game.shortest or ())}"
    return None if most == bound else f"M is at most {most} in any order, but {least}"


def outgrows_squares(game: Sample) -> str | None:
    """Test that ‖w‖² ≤ Σ ‖x‖² over the first M examples of S, after M updates."""
    for count, update in enumerate(updates_on(game)[: len(game.examples)], 1):
        square, most = norm_squared(update.after), sum([norm_squared(x) for x, _ in game.examples[:count]])
        if square > most:
            return f"‖W_{count}‖² = {square}, and the sum of {counted(count, 'square')} is {most}"
    return None


# -------------------------------------------------------------------------------------------------- exponentially often


def barely_but_fast(game: Sample) -> str | None:
    """Test that M is at least 2^(md) where ‖U‖²·max‖x‖² is, for the shortest U with γ(U) = 1."""
    power, bound = 2 ** (len(game.examples) * game.dimension), best_of(game).ratio or 0
    most = most_updates(game.examples, power) if bound >= power else power
    long = f"‖U‖²·max‖x‖² = {bound} ≥ 2^(md) = {power} for the shortest U, {show(game.shortest or ())}"
    (k, *_), _ = game.examples[0]
    family = "; for (k, 1) and (−k, 1), every k ≥ 1: k² + 1 against 2 updates" if game == mirrored(k) else ""
    return f"{long}, and M = {most} in any order{family}" if most < power else None


def mirrored(k: Rational) -> Sample:
    """Return (k, 1) and (−k, 1), both labeled +1: two points that nearly face each other."""
    return sample(((k, 1), 1), ((-k, 1), 1))


THREE_QUARTERS = Fraction(3, 4)

THREE = sample(((3, 4, 1, 0), 1), ((3, -2, -2, -3), 1), ((3, 0, 1, 4), 1), target=(1, 0, 0, 0))
"""With half steps a tie, a mistake and a tie; R² = 26, and all margins are 3: R²/γ² is less than 3 from there down to
γ = √(26/3), and at γ = 59/20."""


def stated(game: Sample, gamma: Rational) -> str:
    """Write a sample, with w⋆ and γ."""
    return f"{shown(game.examples)}; w⋆ = {show(game.target or ())}, γ = {gamma}"


# -------------------------------------------------------------------------------------------------------------- a step


def steps_otherwise(case: dict[str, int]) -> str | None:
    """Test that ½(y − ŷ) is y where ŷ ≠ y, and else 0."""
    guess, label = case["said"], case["label"]
    step, whole = Fraction(label - guess, 2), label if guess != label else 0
    if step == whole:
        return None
    return (
        f"ŷ = {guess}, y = {label}: w moves by ½({label} − {guess})x = {step}·x, and not by {'y·x' if whole else '0'}"
    )


def display(game: Sample, *, gamma: Rational) -> str | None:
    """Test that a mistake on example t makes wₜ₊₁·w⋆ ≥ wₜ·w⋆ + γ; a tie is predicted +1."""
    if not is_above(game, gamma):
        return None
    rounds = list(run(game.examples, tie=1))
    along = [0, *[dot(played.after, game.target or ()) for played in rounds]]
    for t in range(1, len(rounds)):
        if rounds[t - 1].mistake and along[t + 1] < along[t] + gamma:
            claimed = f"{along[t] + gamma} = {_w(t)}·w⋆ + γ"
            tied = "" if dot(rounds[t - 1].before, game.examples[t - 1][0]) else ", as sgn(0) = +1"
            return (
                f"{stated(game, gamma)}: mistake on example {t}{tied}, but {_w(t + 1)}·w⋆ = {along[t + 1]} < {claimed}"
            )
    return None


def _w(index: int) -> str:
    return "w" + str(index).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


# -------------------------------------------------------------------------------------------------------------- a pass


def exceeds_at(game: Sample, *, gamma: Rational, tie: int = 1, step: Rational = 1) -> str | None:
    """Test that a pass makes at most R²/γ² mistakes."""
    if not is_above(game, gamma):
        return None
    errors, most = mistakes(game.examples, tie=tie, step=step), Fraction(game.radius_squared) / gamma**2
    if len(errors) <= most:
        return None
    products = ", ".join([str(dot(mistake.before, game.examples[mistake.number][0])) for mistake in errors])
    lower = ", and as near to 0 as one likes for γ = −g and a large g" if gamma < 0 else ""
    counts = f"{counted(len(errors), 'mistake')}, at w·x = {products}"
    return f"{stated(game, gamma)}: {counts}, but R²/γ² = {game.radius_squared}/γ² = {most} < {len(errors)}{lower}"


def exceeds_elsewhere(case: dict[str, Sample]) -> str | None:
    """Test that a pass over S makes at most R²/γ² mistakes, γ = 3/4 being below the margins on another sample, D."""
    game, other = case["sample"], case["support"]
    if not is_above(other, THREE_QUARTERS) or game.radius_squared > other.radius_squared:
        return None
    errors, most = len(mistakes(game.examples, tie=1)), Fraction(other.radius_squared) / THREE_QUARTERS**2
    if errors <= most:
        return None
    of_s = f"S: {shown(game.examples)}: {counted(errors, 'mistake')}"
    both = any((x, -label) in game.examples for x, label in game.examples)
    more = "; no w separates S, so that there are more each time S is read again" if both else ""
    return f"{of_s}; D: {stated(other, THREE_QUARTERS)}: R²/γ² = {most}{more}"


def changes_late(game: Sample, *, gamma: Rational) -> str | None:
    """Test that w does not change after 2R²/γ² examples."""
    most = 2 * Fraction(game.radius_squared) / gamma**2
    late = [mistake.number + 1 for mistake in mistakes(game.examples, tie=1) if mistake.number > most]
    if not is_above(game, gamma) or not late:
        return None
    return f"{stated(game, gamma)}: w changes at example {late[0]}, and 2·R²/γ² = {most}"


def wrong_after_pass(game: Sample, *, gamma: Rational) -> str | None:
    """Test that a pass leaves a w that labels all examples correctly, with sgn(0) = +1."""
    w = weights(game)
    wrong = mislabeled(w, game.examples, 1) if is_above(game, gamma) else []
    return f"{stated(game, gamma)}: after the pass w = {show(w)} is wrong on {shown(wrong)}" if wrong else None
