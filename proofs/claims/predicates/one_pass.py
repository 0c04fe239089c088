"""What contradicts Livni's statements about one pass of the Perceptron: its steps, when w changes, and where γ is from.

The update is ½(y − ŷ)x with ŷ = sgn(w·x): y·x on a mistake, but half of that on a tie if sgn(0) = 0. Tests may name a
γ; w⋆, the target, then has length 1, and all margins are above γ. Else γ is the least margin.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from proofs.claims.candidates import Sample, dot, sample, show
from proofs.claims.grids import in_passes, unit_games
from proofs.claims.perceptron import HALF, mislabeled, mistakes, run
from proofs.claims.predicates.linear import shown
from proofs.claims.predicates.perceptron import Test, counted, known
from proofs.claims.predicates.weights import weights
from proofs.exact.rationals import Rational

THREE_QUARTERS = Fraction(3, 4)


def either_tie(test: Callable[..., str | None], **options: Any) -> Test:
    """Test with sgn(0) = +1 and with sgn(0) = −1."""
    tests = [partial(test, tie=tie, **options) for tie in (1, -1)]
    return lambda game: next((found for one in tests if (found := one(game))), None)


THREE = sample(((3, 4, 1, 0), 1), ((3, -2, -2, -3), 1), ((3, 0, 1, 4), 1), target=(1, 0, 0, 0))
"""With half steps a tie, a mistake and a tie; R² = 26, and all margins are 3: R²/γ² is less than 3 from there down to
γ = √(26/3), and at γ = 59/20."""


def games() -> tuple[Sample, ...]:
    """Return separable samples on points of one length, with many mistakes, and some three times over."""
    return (THREE, *unit_games(1)[::2], *unit_games(-1)[1::2], *unit_games(0, HALF)[::2], *in_passes())


def stated(game: Sample, gamma: Rational) -> str:
    """Write a sample, with w⋆ and γ."""
    return f"{shown(game.examples)}; w⋆ = {show(game.target or ())}, γ = {gamma}"


# -------------------------------------------------------------------------------------------------------------- a step


def steps_otherwise(case: dict[str, int]) -> str | None:
    """Test that ½(y − ŷ) is y where ŷ ≠ y, and else 0."""
    said, label = case["said"], case["label"]
    step, whole = Fraction(label - said, 2), label if said != label else 0
    if step == whole:
        return None
    return f"ŷ = {said}, y = {label}: w moves by ½({label} − {said})x = {step}·x, and not by {'y·x' if whole else '0'}"


def answers() -> Iterator[dict[str, int]]:
    """Yield what is said and the label, where sgn(0) is no third answer."""
    return ({"said": said, "label": label} for said, label in product((1, -1), repeat=2))


def display(game: Sample, *, late: int, tie: int = 1, gamma: Rational | None = None) -> str | None:
    """Test that a mistake on example t makes wₜ·w⋆ ≥ wₜ₋₁·w⋆ + γ, with t + ``late`` in the place of t in both."""
    least = known(game, gamma)
    if least is None or game.target is None:
        return None
    rounds = list(run(game.examples, tie=tie))
    along = [0, *[dot(made.after, game.target) for made in rounds]]
    for t in range(1, len(along) - late):
        before, after = along[t + late - 1], along[t + late]
        if rounds[t - 1].mistake and after < before + least:
            claimed = f"{before + least} = {_w(t + late - 1)}·w⋆ + γ"
            tied = "" if dot(rounds[t - 1].before, game.examples[t - 1][0]) else f", as sgn(0) = {tie:+d}"
            return f"{stated(game, least)}: mistake on example {t}{tied}, but {_w(t + late)}·w⋆ = {after} < {claimed}"
    return None


def _w(index: int) -> str:
    return "w" + str(index).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


# -------------------------------------------------------------------------------------------------------------- a pass


def exceeds_at(game: Sample, *, gamma: Rational, tie: int = 1, step: Rational = 1) -> str | None:
    """Test that a pass makes at most R²/γ² mistakes."""
    if known(game, gamma) is None:
        return None
    made, most = mistakes(game.examples, tie=tie, step=step), Fraction(game.radius_squared) / gamma**2
    if len(made) <= most:
        return None
    products = ", ".join([str(dot(one.before, game.examples[one.number][0])) for one in made])
    lower = ", and as near to 0 as one likes for γ = −g and a large g" if gamma < 0 else ""
    counts = f"{counted(len(made), 'mistake')}, at w·x = {products}"
    return f"{stated(game, gamma)}: {counts}, but R²/γ² = {game.radius_squared}/γ² = {most} < {len(made)}{lower}"


def exceeds_elsewhere(case: dict[str, Sample]) -> str | None:
    """Test that a pass over S makes at most R²/γ² mistakes, γ = 3/4 being below the margins on another sample, D."""
    game, other = case["sample"], case["support"]
    if known(other, THREE_QUARTERS) is None or game.radius_squared > other.radius_squared:
        return None
    made, most = len(mistakes(game.examples, tie=1)), Fraction(other.radius_squared) / THREE_QUARTERS**2
    if made <= most:
        return None
    of_s = f"S: {shown(game.examples)}: {counted(made, 'mistake')}"
    both = any((x, -label) in game.examples for x, label in game.examples)
    more = "; no w separates S, so that there are more each time S is read again" if both else ""
    return f"{of_s}; D: {stated(other, THREE_QUARTERS)}: R²/γ² = {most}{more}"


def changes_late(game: Sample, *, factor: int, gamma: Rational | None = None) -> str | None:
    """Test that w does not change after factor·R²/γ² examples."""
    least = known(game, gamma)
    if not game.ratio or not least:
        return None
    most = factor * (game.ratio if gamma is None else Fraction(game.radius_squared) / gamma**2)
    late = [made.number + 1 for made in mistakes(game.examples, tie=1) if made.number > most]
    return f"{stated(game, least)}: w changes at example {late[0]}, and {factor}·R²/γ² = {most}" if late else None


def wrong_after_pass(game: Sample, *, gamma: Rational | None = None) -> str | None:
    """Test that a pass leaves a w that labels all examples correctly, with sgn(0) = +1."""
    least = known(game, gamma)
    w = weights(game)
    wrong = tuple(mislabeled(w, game.examples, 1)) if least else ()
    return f"{stated(game, least or 0)}: after the pass w = {show(w)} is wrong on {shown(wrong)}" if wrong else None
