"""The normalizations before the Perceptron, and its update: Chan, CSCI4230 Notes 3, section 1."""

from collections.abc import Callable, Iterator
from itertools import product
from math import isqrt

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.later import later
from proofs.claims.notes3_runs import (
    SOURCE,
    UNIT,
    add,
    dot,
    game,
    games,
    games_of_lengths,
    mistakes,
    norm_squared,
    rational,
    read_game,
    read_vec,
    show,
    write_vec,
)

INTEGERS = range(-2, 3)


# ------------------------------------------------------------------------------------------------ normalizations


def _numbers(*names: str) -> Callable[[], Iterator[Candidate]]:
    """Return candidates of small integers on the line, by name."""
    return lambda: (
        {name: [str(n)] for name, n in zip(names, ns, strict=True)} for ns in product(INTEGERS, repeat=len(names))
    )


def _threshold_fails(candidate: Candidate) -> str | None:
    if not {"w", "x", "threshold"} <= candidate.keys():
        return None
    w, x, (theta,) = map(read_vec, (candidate["w"], candidate["x"], candidate["threshold"]))
    plain, extended = dot(w, x), dot((*w, -theta), (*x, theta**0))
    return None if (plain >= theta) == (extended >= 0) else f"w·x = {plain}, θ = {theta}, but extended {extended}"


def _extended_bound_fails(candidate: Candidate, *, repaired: bool) -> str | None:
    """Run on (x, 1): all of one length, √2, so that rescaling them to length 1 only rescales w."""
    if "threshold" not in candidate or (known := read_game(candidate)) is None:
        return None
    (theta,) = read_vec(candidate["threshold"])
    length = norm_squared(known.u)
    if length != 1:
        return None  # a unit w, as the normalizations have it
    scores = [dot(known.u, x) - theta for x in known.points]
    made = len(list(mistakes([(*x, theta**0) for x in known.points], [1 if s >= 0 else -1 for s in scores])))
    margin = min(score**2 for score in scores)
    if margin > 1:
        return None  # above that, one mistake would do
    factor = 2 * (1 + theta**2) if repaired else 1
    if made * margin <= factor:
        return None
    return (
        f"{made} mistake{'s' * (made != 1)}, at margin δ² = {margin} from θ = {theta}: the bound is {factor / margin}"
    )


def _thresholds() -> Iterator[Candidate]:
    """Yield up to three samples on the line, and up to two in the plane."""
    for u in (*UNIT[1], UNIT[2][0]):
        for theta in INTEGERS:
            for size in range(1, 5 - len(u)):
                for points in product(UNIT[len(u)], repeat=size):
                    yield game(u, points, threshold=[str(theta)])


def _sign_changes(candidate: Candidate, *, positive: bool) -> str | None:
    if not {"w", "x", "factor"} <= candidate.keys():
        return None
    w, x, (factor,) = map(read_vec, (candidate["w"], candidate["x"], candidate["factor"]))
    if factor == 0 or (positive and factor < 0):
        return None
    plain, scaled = dot(w, x), dot(w, tuple([factor * value for value in x]))
    same = (plain > 0, plain < 0) == (scaled > 0, scaled < 0)
    return None if same else f"w·x = {plain}, and w·({factor}x) = {scaled}"


def _has_no_length(candidate: Candidate, *, extended: bool) -> str | None:
    if "x" not in candidate:
        return None
    x = read_vec(candidate["x"])
    square = norm_squared(x) + extended
    return None if square else "x = 0: no factor gives it length 1"


def _predicts_differently(candidate: Candidate) -> str | None:
    """Compare the runs on samples and on the samples divided by their lengths, where these are rational."""
    known = read_game(candidate, unit=False)
    if known is None or not any(map(norm_squared, known.points)):
        return None
    squares = [norm_squared(x) for x in known.points]
    lengths = [rational(f"{isqrt(s.numerator)}/{isqrt(s.denominator)}") for s in squares]
    if any(length**2 != square or not length for length, square in zip(lengths, squares, strict=True)):
        return None
    unit = [tuple([value / length for value in x]) for x, length in zip(known.points, lengths, strict=True)]
    wrong, wrong_of_unit = ([m.number + 1 for m in mistakes(points, known.labels)] for points in (known.points, unit))
    return (
        None if wrong == wrong_of_unit else f"mistakes in rounds {wrong}; on the unit samples in rounds {wrong_of_unit}"
    )


def _w_is_not_unit(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None:
        return None
    return "w = 0 before the first sample: ‖w‖² = 0"


def _has_no_unit_target(candidate: Candidate) -> str | None:
    """Say that the halfspace of v is that of no unit vector: ±eᵢ all have the label 1, so that none has v·eᵢ ≠ 0."""
    if "v" not in candidate or any(v := read_vec(candidate["v"])):
        return None
    return f"v = {show(v)} labels all of ±eᵢ with 1; v·eᵢ ≥ 0 and −v·eᵢ ≥ 0 leave v = 0, of length 0"


NORMALIZATIONS: tuple[Claim, ...] = (
    Claim(
        "notes3-threshold",
        SOURCE,
        "section 1, normalization of the threshold",
        "With a further coordinate that is always 1, a halfspace with a threshold becomes one through the origin.",
        (
            Reading(
                "the same points satisfy w·x ≥ θ and (w, −θ)·(x, 1) ≥ 0",
                argument=later("notes3_arguments", "threshold"),
                violated=_threshold_fails,
                candidates=_numbers("w", "x", "threshold"),
                theorem="threshold_is_a_coordinate",
            ),
            Reading(
                "nothing is lost: the bound 1/δ² holds with the margin min |w·x − θ| ≤ 1 of unit w and x",
                violated=lambda candidate: _extended_bound_fails(candidate, repaired=False),
                candidates=_thresholds,
                instead="at most 2(1 + θ²)/δ² mistakes, for unit w and x; the lengths of (w, −θ) and (x, 1) count",
                theorem="threshold_is_not_free",
            ),
            Reading(
                "the bound becomes 2(1 + θ²)/δ², for the margin min |w·x − θ| ≤ 1 of unit w and x",
                argument=later("notes3_arguments", "threshold_margin"),
                violated=lambda candidate: _extended_bound_fails(candidate, repaired=True),
                candidates=_thresholds,
                theorem="threshold_bound",
            ),
        ),
    ),
    Claim(
        "notes3-rescaling",
        SOURCE,
        "section 1, normalization of the samples",
        "Samples may be rescaled to length 1, for that changes no sign of w·x.",
        (
            Reading(
                "a sample may be multiplied by any number but 0",
                violated=lambda candidate: _sign_changes(candidate, positive=False),
                candidates=_numbers("w", "x", "factor"),
                instead="a sample may be multiplied by any positive number",
                theorem="negative_factor_changes_sign",
            ),
            Reading(
                "a positive factor changes no sign of w·x, for a fixed w",
                argument=later("notes3_arguments", "rescaling"),
                violated=lambda candidate: _sign_changes(candidate, positive=True),
                candidates=_numbers("w", "x", "factor"),
                theorem="positive_factor",
            ),
            Reading(
                "every sample can be rescaled to length 1",
                violated=lambda candidate: _has_no_length(candidate, extended=False),
                candidates=_numbers("x"),
                instead="every sample but 0 can; with the extra coordinate 1, every sample",
                theorem="zero_has_no_length",
            ),
            Reading(
                "every sample can be rescaled to length 1 once it has the extra coordinate 1",
                argument=later("notes3_arguments", "extended_length"),
                violated=lambda candidate: _has_no_length(candidate, extended=True),
                candidates=_numbers("x"),
                theorem="extended_points_have_length",
            ),
            Reading(
                "the Perceptron errs in the same rounds on the samples and on the rescaled samples",
                violated=_predicts_differently,
                candidates=games_of_lengths,
                instead="the labels stay the same; the weights of the samples in w, and so the predictions, do not",
                theorem="rescaling_changes_mistakes",
            ),
        ),
    ),
    Claim(
        "notes3-unit-w",
        SOURCE,
        "section 1, normalization of the weight vector",
        "The weight vector may be taken to have length 1.",
        (
            Reading(
                "the w of the algorithm always has length 1",
                violated=_w_is_not_unit,
                candidates=games,
                instead="the v of the target may be taken to have length 1; the w of the algorithm is not normalized",
                theorem="weights_start_at_0",
            ),
            Reading(
                "every halfspace x ↦ 1(v·x ≥ 0) is that of a v of length 1, v = 0 included",
                violated=_has_no_unit_target,
                candidates=_numbers("v"),
                instead="every halfspace with v ≠ 0 is that of a v of length 1",
                theorem="zero_halfspace_has_no_unit_vector",
            ),
            Reading(
                "every halfspace with v ≠ 0 is that of a v of length 1: a positive factor changes no sign of v·x",
                argument=later("notes3_arguments", "rescaling"),
                violated=lambda candidate: _sign_changes(candidate, positive=True),
                candidates=_numbers("w", "x", "factor"),
                theorem="unit_target",
            ),
        ),
    ),
)


# ------------------------------------------------------------------------------------------------ the update


def _changes_by(candidate: Candidate, *, unit: bool, squared: bool) -> str | None:
    """Compare (w ∓ x)·x with w·x ∓ ‖x‖ (or ‖x‖²), where the length is rational."""
    if not {"w", "x"} <= candidate.keys():
        return None
    w, x = read_vec(candidate["w"]), read_vec(candidate["x"])
    square = norm_squared(x)
    length = rational(f"{isqrt(square.numerator)}/{isqrt(square.denominator)}")
    if length**2 != square or (unit and square != 1):
        return None
    after, stated = dot(add(w, x, -1), x), dot(w, x) - (square if squared else length)
    return None if after == stated else f"w = {show(w)}, x = {show(x)}: (w − x)·x = {after}, but w·x − ‖x‖ = {stated}"


def _update_is_not_enough(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None:
        return None
    for mistake in known.run():
        x, label = known.points[mistake.number], known.labels[mistake.number]
        product_now = dot(mistake.after, x)
        if (product_now >= 0) != (label == 1):
            was = dot(mistake.before, x)
            return (
                f"round {mistake.number + 1}: w·x was {was} and is {product_now} after the update, the label {label:+d}"
            )
    return None


def _three_mistakes() -> Iterator[Candidate]:
    """Yield games in space that begin with −e₁ and −e₂, both mistakes."""
    for u in ((1, 1, 3), (1, 1, 5), (1, 2, 5)):
        for x in UNIT[3]:
            yield game(u, [(-1, 0, 0), (0, -1, 0), x])


UPDATE = Claim(
    "notes3-update",
    SOURCE,
    "section 1, the update",
    "A mistake on x moves w by −x or +x, and w·x by the length of x in the same direction, which is 1.",
    (
        Reading(
            "(w − x)·x = w·x − ‖x‖ for samples of any length",
            violated=lambda candidate: _changes_by(candidate, unit=False, squared=False),
            candidates=_numbers("w", "x"),
            instead="(w − x)·x = w·x − ‖x‖²",
            theorem="update_step_is_not_the_length",
        ),
        Reading(
            "(w ∓ x)·x = w·x ∓ ‖x‖²; on samples of length 1 this is w·x ∓ ‖x‖ = w·x ∓ 1",
            argument=later("notes3_arguments", "update_step"),
            violated=lambda candidate: (
                _changes_by(candidate, unit=False, squared=True) or _changes_by(candidate, unit=True, squared=False)
            ),
            candidates=lambda: (
                {"w": write_vec(w), "x": write_vec(x)} for d in (1, 2) for w, x in product(UNIT[d], repeat=2)
            ),
            theorem="update_step",
        ),
        Reading(
            "after the update the sample is classified correctly",
            violated=_update_is_not_enough,
            candidates=_three_mistakes,
            instead="w·x moves by 1 in the right direction, which need not be far enough",
            theorem="update_need_not_correct",
        ),
    ),
)
