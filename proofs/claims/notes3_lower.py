"""How many mistakes can be forced: Chan, CSCI4230 Notes 3, section 1, Claim 1.4 and the remark before it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.later import later
from proofs.claims.notes3_runs import (
    AT_A_THIRD,
    SOURCE,
    Vec,
    add,
    dot,
    exceeds_bound,
    games,
    games_in_passes,
    mistakes,
    norm_squared,
    rational,
    read_game,
    read_vec,
    step_on,
)
from proofs.claims.notes3_trees import tree_forces_more, trees
from proofs.exact.errors import InputError

MARGINS = tuple(
    sorted({Fraction(p, q) for q in range(1, 8) for p in range(1, 2 * q + 1)}, key=lambda m: (m > 1, str(m)))
)
"""Squared margins to try; above 1 come last."""

OTHER_LEARNERS = (1, -1, 1, 1, -1, -1, 1, -1)
"""Predictions to label against, as any deterministic learner's would be."""


# ------------------------------------------------------------------------------------------------ the bound is tight


def _bound_is_missed(candidate: Candidate, *, floored: bool) -> str | None:
    """Play the Perceptron against e₁ … eₙ, n = ⌊1/δ²⌋, labeled against its predictions, for v = δΣ yᵢeᵢ."""
    if candidate.keys() != {"margin_squared"}:
        return None
    margin = rational(candidate["margin_squared"])
    if not 0 < margin <= 1:
        return None
    bound = 1 / margin
    points = _basis(floor(bound))
    labels = _opposite(points)
    made = len(list(mistakes(points, labels)))
    v = tuple([Fraction(label) for label in labels])
    legal = margin * norm_squared(v) <= 1 and all(
        label * dot(v, x) == 1 for x, label in zip(points, labels, strict=True)
    )
    if floored:
        return None if legal and made == floor(bound) else f"{made} mistakes at δ² = {margin}"
    return None if made == bound else f"1/δ² = {bound} at δ² = {margin}, which is no number of mistakes"


def _basis(n: int) -> tuple[Vec, ...]:
    return tuple([tuple([Fraction(int(i == j)) for j in range(n)]) for i in range(n)])


def _opposite(points: tuple[Vec, ...]) -> tuple[int, ...]:
    """Return for each sample the label that the Perceptron does not predict."""
    labels: list[int] = []
    w = (Fraction(0),) * len(points)
    for x in points:
        labels.append(-1 if step_on(dot(w, x), -1, "printed") else 1)
        w = add(w, x, labels[-1])
    return tuple(labels)


def _margins() -> Iterator[Candidate]:
    return ({"margin_squared": str(margin)} for margin in MARGINS)


TIGHT = Claim(
    "notes3-tight",
    SOURCE,
    "section 1, after Theorem 1.1",
    "The bound 1/δ² on the mistakes of the Perceptron is attained.",
    (
        Reading(
            "for every δ at most 1 there are samples on which it makes 1/δ² mistakes",
            violated=lambda candidate: _bound_is_missed(candidate, floored=False),
            candidates=_margins,
            instead="⌊1/δ²⌋ mistakes are attained for every δ at most 1, and so 1/δ² where it is an integer",
            theorem="inverse_need_not_be_reached",
        ),
        Reading(
            "for every δ at most 1 there are samples on which it makes ⌊1/δ²⌋ mistakes",
            argument=later("notes3_arguments", "claim_1_4"),
            instance=AT_A_THIRD,
            violated=lambda candidate: _bound_is_missed(candidate, floored=True),
            candidates=_margins,
            theorem="value_1_4",
        ),
    ),
    hypotheses="the margin of v, ‖v‖ ≤ 1, is at least δ; the dimension is at least 1/δ²",
)


# ------------------------------------------------------------------------------------------------ Claim 1.4


def _setting(candidate: Candidate) -> tuple[Fraction, int] | None:
    """Return δ² and d of a candidate that is a setting and nothing else."""
    if candidate.keys() != {"margin_squared", "dimension"}:
        return None
    margin, dimension = rational(candidate["margin_squared"]), candidate["dimension"]
    if type(dimension) is not int or dimension < 1 or margin <= 0:
        raise InputError(f"a setting has a dimension of at least 1 and a margin above 0: {candidate}")
    return margin, dimension


def _too_many_are_claimed(candidate: Candidate) -> str | None:
    """Say that the Perceptron makes fewer: M mistakes of it have (δM)² ≤ (w·v)² ≤ ‖w‖² ≤ M (Claims 1.2 and 1.3)."""
    if (setting := _setting(candidate)) is None:
        return None
    margin, dimension = setting
    claimed = ceil(1 / margin)
    if margin > 1 or dimension * margin < 1 or margin * claimed**2 <= claimed:
        return None
    return (
        f"δ² = {margin}, d = {dimension}: {claimed} mistakes are claimed, but the M mistakes of the Perceptron "
        f"satisfy δ²M² ≤ M, and {margin}·{claimed}² = {margin * claimed**2} > {claimed}"
    )


def _nothing_can_be_shown(candidate: Candidate) -> str | None:
    if (setting := _setting(candidate)) is None or (margin := setting[0]) <= 1:
        return None
    return f"δ² = {margin}: |v·x| ≤ 1 < δ for unit v and x, so no sample is legal, and ⌈1/δ²⌉ = 1"


def _line_is_too_short(candidate: Candidate) -> str | None:
    """Say that in dimension 1, where all samples are ±1, one mistake tells the label of both."""
    if (setting := _setting(candidate)) is None:
        return None
    margin, dimension = setting
    if dimension > 1 or floor(1 / margin) <= 1:
        return None
    return f"d = 1, δ² = {margin}: ⌊1/δ²⌋ = {floor(1 / margin)}, but one mistake tells the labels of 1 and −1"


def _settings() -> Iterator[Candidate]:
    for margin in MARGINS:
        for dimension in range(1, 5):
            yield {"margin_squared": str(margin), "dimension": dimension}


def _dimension_is_too_small(candidate: Candidate) -> str | None:
    if (setting := _setting(candidate)) is None:
        return None
    margin, dimension = setting
    enough = dimension >= ceil(1 / margin)
    return None if dimension * margin < 1 or enough else f"d = {dimension} ≥ 1/δ² = {1 / margin}, yet below ⌈1/δ²⌉"


def _is_too_long(candidate: Candidate, *, floored: bool) -> str | None:
    if candidate.keys() != {"margin_squared"}:
        return None
    margin = rational(candidate["margin_squared"])
    if not 0 < margin <= 1:
        return None
    n = floor(1 / margin) if floored else ceil(1 / margin)
    square = norm_squared((Fraction(1),) * n) * margin  # v = δy, and yᵢ² = 1 whatever the labels
    return None if square <= 1 else f"δ² = {margin}, n = {n}: ‖v‖² = nδ² = {square} > 1"


def _errs_more_often(candidate: Candidate) -> str | None:
    """Count the mistakes of a learner that predicts what a list says, round by round."""
    known = read_game(candidate)
    if known is None or len(said := candidate.get("predictions", ())) != len(known.points):
        return None
    margin = known.margin_squared
    if not margin or len(known.u) * margin < 1 or any(label not in (1, -1) for label in said):
        return None
    made, claimed = sum(h != c for h, c in zip(said, known.labels, strict=True)), ceil(1 / margin)
    return f"δ² = {margin}: {made} mistakes of predictions {said}, not {claimed}" if made > claimed else None


def _repeated_sample() -> Iterator[Candidate]:
    """Yield one sample again and again, of which a learner that never changes never learns the label."""
    for said, rounds in product((1, -1), (1, 2, 3)):
        yield {"u": ["1"], "points": [[str(-said)]] * rounds, "predictions": [said] * rounds}


def _is_not_forced(candidate: Candidate) -> str | None:
    """Label orthonormal samples against the predictions, and look at v = δΣ yᵢxᵢ."""
    if not {"margin_squared", "predictions"} <= candidate.keys():
        return None
    margin, said = rational(candidate["margin_squared"]), candidate["predictions"]
    if not 0 < margin <= 1 or any(label not in (1, -1) for label in said):
        return None
    n = len(said)
    points = tuple(map(read_vec, candidate["points"])) if "points" in candidate else _basis(n)
    if len(points) != n or n != floor(1 / margin):
        return None
    if any(dot(x, z) != (i == j) for i, x in enumerate(points) for j, z in enumerate(points)):
        return None
    direction = (Fraction(0),) * len(points[0])
    for x, label in zip(points, said, strict=True):
        direction = add(direction, x, -label)
    square, least = (
        margin * norm_squared(direction),
        min(-y * dot(direction, x) for x, y in zip(points, said, strict=True)),
    )
    return None if square <= 1 and least >= 1 else f"δ² = {margin}, n = {n}: ‖v‖² = {square}, margin {least}δ"


def _opponents() -> Iterator[Candidate]:
    """Yield every sequence of predictions for up to five samples, and one for more."""
    for margin in MARGINS:
        if margin <= 1:
            n = floor(1 / margin)
            for said in product((1, -1), repeat=n) if n <= 5 else [(OTHER_LEARNERS * n)[:n]]:  # noqa: PLR2004
                yield {"margin_squared": str(margin), "predictions": list(said)}


# ------------------------------------------------------------------------------------------------ the claims


CLAIM_1_4 = Claim(
    "notes3-1.4",
    SOURCE,
    "section 1, Claim 1.4",
    "In dimension d ≥ 1/δ², every deterministic learner of halfspaces with margin δ on the unit sphere makes ⌈1/δ²⌉ "
    "mistakes in the worst case.",
    (
        Reading(
            "at least ⌈1/δ²⌉ can be forced on every learner, for every δ at most 1",
            violated=_too_many_are_claimed,
            candidates=_settings,
            instead="at least ⌊1/δ²⌋ can be forced on every learner, for every δ at most 1",
            theorem="printed_1_4_is_false",
        ),
        Reading(
            "for every δ, above 1 as well",
            violated=_nothing_can_be_shown,
            candidates=_settings,
            instead="the margin δ is at most 1: no unit v has a larger one on a unit sample",
            theorem="nothing_can_be_shown",
        ),
        Reading(
            "exactly ⌈1/δ²⌉ is the worst case of every learner",
            violated=_errs_more_often,
            candidates=_repeated_sample,
            instead="at least ⌊1/δ²⌋ of every learner, and no more than that of the best",
            theorem="no_worst_case_of_every_learner",
        ),
        Reading(
            "at least ⌊1/δ²⌋ can be forced on every deterministic learner, for every δ at most 1, in dimension ⌊1/δ²⌋",
            argument=later("notes3_arguments", "claim_1_4"),
            instance=AT_A_THIRD,
            violated=_is_not_forced,
            candidates=_opponents,
            theorem="value_1_4",
        ),
        Reading(
            "exactly ⌊1/δ²⌋ is the best worst case: forced on every deterministic learner, enough for the Perceptron",
            argument=later("notes3_arguments", "exact_optimum"),
            instance=AT_A_THIRD,
            violated=lambda candidate: _is_not_forced(candidate) or exceeds_bound(candidate),
            candidates=lambda: (*_opponents(), *games(), *games_in_passes()),
            theorem="value_1_4",
        ),
        Reading(
            "at least ⌊1/δ²⌋ can be forced in every dimension",
            violated=_line_is_too_short,
            candidates=_settings,
            instead="at least min(d, ⌊1/δ²⌋) can be forced in dimension d",
            theorem="floor_needs_dimension",
        ),
        Reading(
            "the best learner makes min(d, ⌊1/δ²⌋) in dimension d",
            violated=tree_forces_more,
            candidates=trees,
            instead="at least min(d, ⌊1/δ²⌋) and at most ⌊1/δ²⌋",
            theorem="minimum_is_not_the_value",
        ),
    ),
    hypotheses="δ > 0; samples of length 1; a target v with ‖v‖ ≤ 1 and |v·x| ≥ δ on all of them",
)

STEPS_OF_THE_PROOF = (
    Claim(
        "notes3-1.4-count",
        SOURCE,
        "section 1, proof of Claim 1.4",
        "If d ≥ 1/δ² then there are ⌈1/δ²⌉ basis vectors to show.",
        (
            Reading(
                "d ≥ 1/δ² implies d ≥ ⌈1/δ²⌉",
                argument=later("notes3_arguments", "count"),
                violated=_dimension_is_too_small,
                candidates=_settings,
                theorem="count_1_4",
            ),
        ),
    ),
    Claim(
        "notes3-1.4-norm",
        SOURCE,
        "section 1, proof of Claim 1.4",
        "The v with coordinates ±δ on the n basis vectors shown has length at most 1, for ‖v‖² = nδ².",
        (
            Reading(
                "with n = ⌈1/δ²⌉",
                violated=lambda candidate: _is_too_long(candidate, floored=False),
                candidates=_margins,
                instead="with n = ⌊1/δ²⌋",
                theorem="printed_norm_1_4_fails",
            ),
            Reading(
                "with n = ⌊1/δ²⌋",
                argument=later("notes3_arguments", "claim_1_4"),
                instance=AT_A_THIRD,
                violated=lambda candidate: _is_too_long(candidate, floored=True),
                candidates=_margins,
                theorem="norm_1_4",
            ),
        ),
        hypotheses="0 < δ ≤ 1",
    ),
)

LOWER_BOUNDS = (TIGHT, CLAIM_1_4, *STEPS_OF_THE_PROOF)
