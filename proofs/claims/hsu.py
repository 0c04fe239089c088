"""What Hsu, COMS 4771, Perceptron and Online Perceptron, states, and how each of its readings fares.

Margins are in ``hsu_margins``, the theorem with hinge losses is in ``hsu_hinge``.
"""

from collections.abc import Callable
from itertools import permutations

from proofs.claims import perceptron_arguments as arguments
from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.hsu_hinge import HINGE_CLAIMS
from proofs.claims.hsu_margins import MARGIN_CLAIMS, families, read_family
from proofs.claims.labeled_samples import (
    FINITE,
    HSU,
    Example,
    Point,
    batch_states,
    dot,
    halted,
    longest_squared,
    margin,
    most_updates,
    nonempty,
    online_run,
    read_examples,
    read_point,
    sample_candidates,
    separated_candidates,
    separated_sequences,
    shortest,
    with_empty,
    write_point,
)
from proofs.exact.margins import Inseparable
from proofs.exact.rationals import Rational

ORDERED_AT_MOST = 4
"""Examples of a sample up to which all its orders are tried."""

RUN_FOR = 6
"""Updates for which Perceptron is run where no bound says how many it makes."""


def read_separated(candidate: Candidate) -> tuple[list[Example], Point, Rational] | None:
    """Return the examples, w⋆ and ‖w⋆‖²L², or ``None`` where the least y⟨w⋆, x⟩ is not 1, or does not exist.

    Raises:
        InputError: there are no examples or no w⋆ to read.

    """
    examples, w = read_examples(candidate), read_point(candidate["w_star"])
    if not examples or len(w) != len(examples[0][0]) or margin(w, examples) != 1:
        return None
    return examples, w, dot(w, w) * longest_squared(examples)


# ----------------------------------------------------------------------------------------------------------- Perceptron


def iterations_test(*, counted: int, allowed: int) -> Callable[[Candidate], str | None]:
    """Return a test of: updates + counted ≤ ‖w⋆‖²L² + allowed, however the violated examples are chosen."""

    def violated(candidate: Candidate) -> str | None:
        separated = read_separated(candidate)
        if separated is None:
            return None
        examples, _, bound = separated
        iterations = most_updates(examples, bound // 1 + 2) + counted
        if iterations <= bound + allowed:
            return None
        return f"{iterations} loop iterations, {iterations - counted} of them with an update, and ‖w⋆‖²L² = {bound}"

    return violated


def below_test(factor: Rational = 1) -> Callable[[Candidate], str | None]:
    """Return a test of: ⟨w⋆, ŵ⟩ ≥ factor·t after t updates."""

    def violated(candidate: Candidate) -> str | None:
        separated = read_separated(candidate)
        if separated is None:
            return None
        examples, w_star, bound = separated
        for t, states in enumerate(batch_states(examples, bound // 1 + 2)):
            least = min([dot(w_star, w) for w in states])
            if least < factor * t:
                return f"⟨w⋆, ŵ⟩ = {least} after {t} updates"
        return None

    return violated


def above_test(factor: Rational = 1) -> Callable[[Candidate], str | None]:
    """Return a test of: ‖ŵ‖² ≤ factor·L²t after t updates."""

    def violated(candidate: Candidate) -> str | None:
        examples = read_examples(candidate)
        if not examples:
            return None
        square = longest_squared(examples)
        for t, states in enumerate(batch_states(examples, RUN_FOR)):
            most = max([dot(w, w) for w in states])
            if most > factor * square * t:
                return f"‖ŵ‖² = {most} after {t} updates, and L²t = {square * t}"
        return None

    return violated


def _halts(candidate: Candidate) -> str | None:
    """Find a sample that is not separable, on which some run halts; S empty has no least y⟨w, x⟩ at all."""
    examples = read_examples(candidate)
    if not examples:
        return "Perceptron returns 0 at once on the empty S, and there is no minimum over it that could be positive"
    if not isinstance(shortest(examples), Inseparable):
        return None
    returned = halted(examples, RUN_FOR)
    return f"Perceptron returns {write_point(returned[0])}" if returned else None


def _halts_without_margin(candidate: Candidate) -> str | None:
    """Find a family with infimum 0, which no w separates by a positive minimum, but which one update settles."""
    family = read_family(candidate)
    if family is None or family[0] != 0 or family[1] <= 0:
        return None
    _, gap, ratio = family
    first = gap * ratio
    return f"after one update, on x = {first}, all y⟨ŵ, x⟩ > 0 and Perceptron halts, though no w has a positive minimum"


# ---------------------------------------------------------------------------------------------------- Online Perceptron


def _mistakes(examples: list[Example]) -> int:
    return sum([mistake for _, mistake in online_run(examples)])


def mistakes_test(*, all_orders: bool, factor: Rational = 1) -> Callable[[Candidate], str | None]:
    """Return a test of: at most factor·‖w⋆‖²L² mistakes, in the order given, or in every order of a few examples."""

    def violated(candidate: Candidate) -> str | None:
        separated = read_separated(candidate)
        if separated is None or (all_orders and len(separated[0]) > ORDERED_AT_MOST):
            return None
        examples, _, bound = separated
        orders = permutations(examples) if all_orders else [examples]
        mistakes = max([_mistakes(list(order)) for order in orders])
        return None if mistakes <= factor * bound else f"{mistakes} mistakes, and ‖w⋆‖²L² = {bound}"

    return violated


def _no_maximum(candidate: Candidate) -> str | None:
    """Find a family that some w has a least y⟨w, x⟩ = 1 on, and whose largest norm does not exist."""
    family = read_family(candidate)
    if family is None:
        return None
    limit, gap, ratio = family
    first = limit + gap * ratio  # the least of them where they increase
    if gap >= 0 or first <= 0:
        return None
    points = f"{limit} − {-gap}·({ratio})^t"
    return (
        f"the points {points} have the margin 1 with w⋆ = {1 / first}; their norms increase to {limit}, and none has it"
    )


def mistaken_forever(rounds: int) -> list[Example]:
    """Return the first of the examples (1, (−1)^(t+1)(2t − 1)), labeled +1."""
    return [((1, (2 * t - 1) * (1 if t % 2 else -1)), 1) for t in range(1, rounds + 1)]


def _ends_being_wrong(candidate: Candidate) -> str | None:
    rounds = candidate["rounds"]
    mistakes = _mistakes(mistaken_forever(rounds))
    return None if mistakes == rounds else f"{mistakes} mistakes in {rounds} rounds"


UPDATES = "count the iterations that update: at most ‖w⋆‖²L²; with the one that returns, at most ‖w⋆‖²L² + 1"

CLAIMS: tuple[Claim, ...] = (
    *MARGIN_CLAIMS,
    Claim(
        "hsu-1",
        HSU,
        "first theorem",
        "Perceptron halts after at most ‖w⋆‖²L² loop iterations.",
        (
            Reading(
                "the iteration that finds nothing to correct, and returns, counts",
                violated=iterations_test(counted=1, allowed=0),
                candidates=separated_candidates,
                instead=UPDATES,
                theorem="printed_halting_is_false",
            ),
            Reading(
                "only iterations that update count",
                argument=arguments.mistake_bound,
                instance=arguments.FIRST_OF_FOUR,
                violated=iterations_test(counted=0, allowed=0),
                candidates=separated_candidates,
                theorem="loop_halts",
            ),
            Reading(
                "all iterations count, and one more is allowed",
                argument=arguments.one_more_iteration,
                instance=arguments.FIRST_OF_FOUR,
                violated=iterations_test(counted=1, allowed=1),
                candidates=separated_candidates,
                theorem="loop_halts",
            ),
        ),
        hypotheses="the least y⟨w⋆, x⟩ on S is 1, L is the largest ‖x‖; any violated example may be taken",
    ),
    Claim(
        "hsu-1-below",
        HSU,
        "first theorem, proof",
        "After t iterations that do not return, ⟨w⋆, ŵ⟩ ≥ t.",
        (
            Reading(
                "as printed",
                argument=arguments.lower,
                instance=arguments.FIRST_OF_FOUR,
                violated=below_test(),
                candidates=separated_candidates,
                theorem="loop_below",
            ),
        ),
        hypotheses="the least y⟨w⋆, x⟩ on S is 1",
    ),
    Claim(
        "hsu-1-above",
        HSU,
        "first theorem, proof",
        "After t iterations that do not return, ‖ŵ‖² ≤ L²t.",
        (
            Reading(
                "as printed, and S need not be separable",
                argument=arguments.upper,
                instance=arguments.FIRST_OF_FOUR,
                violated=above_test(),
                candidates=sample_candidates,
                theorem="loop_above",
            ),
        ),
        hypotheses=FINITE,
    ),
    Claim(
        "hsu-endless",
        HSU,
        "Online Perceptron, remark before the last theorem",
        "Perceptron never terminates on an S that is not linearly separable.",
        (
            Reading(
                "S may be empty, which no w separates, as the minimum that should be positive does not exist",
                violated=_halts,
                candidates=with_empty,
                instead=FINITE,
                theorem="loop_returns_on_nothing",
            ),
            Reading(
                "S may be infinite, and is separable if some w has a positive least y⟨w, x⟩ on it",
                violated=_halts_without_margin,
                candidates=families,
                instead=FINITE,
            ),
            Reading(
                FINITE,
                argument=arguments.returned_separates,
                violated=nonempty(_halts),
                candidates=sample_candidates,
                theorem="loop_endless",
            ),
        ),
    ),
    Claim(
        "hsu-2",
        HSU,
        "second theorem",
        "Online Perceptron makes at most ‖w⋆‖²L² mistakes.",
        (
            Reading(
                "a mistake is y⟨ŵ, x⟩ ≤ 0; the sequence is finite, or L is the supremum of the norms",
                argument=arguments.mistake_bound,
                instance=arguments.FIRST_OF_FOUR,
                violated=mistakes_test(all_orders=False),
                candidates=separated_sequences,
                theorem="perceptron_bound",
            ),
        ),
        hypotheses="the least y⟨w⋆, x⟩ over the sequence is 1, L is the largest ‖x‖",
    ),
    Claim(
        "hsu-2-largest",
        HSU,
        "second theorem",
        "There is an L, the largest norm in the sequence.",
        (
            Reading(
                "for every infinite sequence of bounded norms",
                violated=_no_maximum,
                candidates=families,
                instead="L is the supremum of the norms",
                theorem="largest_norm_need_not_exist",
            ),
        ),
        hypotheses="the least y⟨w⋆, x⟩ over the sequence is 1",
    ),
    Claim(
        "hsu-2-unbounded",
        HSU,
        "second theorem",
        "Where the norms are unbounded, so that no L exists, the margin 1 alone does not bound the mistakes.",
        (
            Reading(
                "on (1, (−1)^(t+1)(2t − 1)), labeled +1, every round is a mistake",
                argument=arguments.always_mistaken,
                violated=_ends_being_wrong,
                candidates=lambda: ({"rounds": rounds} for rounds in (1, 2, 3, 4, 5, 10, 100)),
                theorem="unbounded_norms_err_forever",
            ),
        ),
    ),
    Claim(
        "hsu-2-orders",
        HSU,
        "Online Perceptron, remark after the second theorem",
        "On a linearly separable S the theorem bounds the mistakes, whatever the order in which S is gone through.",
        (
            Reading(
                "with w⋆ rescaled for S",
                argument=arguments.mistake_bound,
                instance=arguments.FIRST_OF_FOUR,
                violated=mistakes_test(all_orders=True),
                candidates=separated_candidates,
                theorem="rescaled_bound_in_any_order",
            ),
        ),
        hypotheses=FINITE,
    ),
    *HINGE_CLAIMS,
)
