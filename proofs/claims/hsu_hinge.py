"""What Hsu, COMS 4771, Perceptron and Online Perceptron, states of sequences that need not be separable.

b stands for ‖w⋆‖L, H for the hinge losses of w⋆ summed over the mistakes; roots are compared in squares.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from proofs.claims import hinge_arguments as arguments
from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.hsu_footnote import FOOTNOTE
from proofs.claims.labeled_samples import (
    HSU,
    Example,
    Point,
    at_most_root,
    dot,
    longest_squared,
    online_run,
    read_examples,
    read_point,
    sequence_candidates,
    shortest,
    small_sequences,
    write_examples,
)
from proofs.claims.perceptron_arguments import FIRST_OF_FOUR
from proofs.exact.margins import Inseparable
from proofs.exact.rationals import Rational, read_rational


class _Losses(NamedTuple):
    """What the bounds are made of: M, b² = ‖w⋆‖²L², H over the mistakes, and H over all rounds."""

    mistakes: int
    square: Rational
    over_mistakes: Rational
    over_all: Rational


def hinge(w: Point, example: Example) -> Rational:
    """Return [1 − y⟨w, x⟩]₊."""
    return max(0, 1 - example[1] * dot(w, example[0]))


def losses(examples: list[Example], w: Point) -> _Losses:
    """Return the terms of the bounds on a sequence of at least one example."""
    wrong = [example for example, (_, mistake) in zip(examples, online_run(examples), strict=True) if mistake]
    square = dot(w, w) * longest_squared(examples)
    each = sum([hinge(w, example) for example in examples])
    return _Losses(len(wrong), square, sum([hinge(w, example) for example in wrong]), each)


def _read(candidate: Candidate) -> tuple[list[Example], Point] | None:
    examples, w = read_examples(candidate), read_point(candidate["w_star"])
    return (examples, w) if examples and len(w) == len(examples[0][0]) else None


def above_bound(mistakes: Rational, square: Rational, total: Rational) -> bool:
    """Whether M > b² + b√H + H, for b² and H."""
    return not at_most_root(mistakes - square - total, square * total)


def above_root(mistakes: Rational, square: Rational, total: Rational) -> bool:
    """Whether M > ½b² + ½b√(b² + 4H) + H, for b² and H."""
    half = Fraction(square, 2)
    return not at_most_root(mistakes - half - total, Fraction(square, 4) * (square + 4 * total))


def _final(*, all_rounds: bool) -> Callable[[Candidate], str | None]:
    def violated(candidate: Candidate) -> str | None:
        found = _read(candidate)
        if found is None:
            return None
        terms = losses(*found)
        total = terms.over_all if all_rounds else terms.over_mistakes
        if not above_bound(terms.mistakes, terms.square, total):
            return None
        return f"{terms.mistakes} mistakes, ‖w⋆‖²L² = {terms.square} and H = {total}"

    return violated


def _says_nothing(candidate: Candidate) -> str | None:
    """Find a sequence with a mistake whose number of mistakes is the minimum itself, reached at w⋆ = 0."""
    examples = read_examples(candidate)
    if not examples or not longest_squared(examples):
        return None
    terms = losses(examples, (0,) * len(examples[0][0]))
    # At 0, b = 0 and the bound is H; a minimum is no larger, and to be a bound, it would have to be above M.
    if terms.mistakes and terms.square == 0 and terms.over_mistakes == terms.mistakes:
        return f"at w⋆ = 0 it is {terms.over_mistakes}, the number of mistakes itself, whatever the sequence"
    return None


def _minimum_differs(candidate: Candidate) -> str | None:
    """Find a w⋆ where the bound is below M, or a sequence where it is not M at w⋆ = 0."""
    found = _read(candidate)
    if found is None:
        return None
    terms = losses(*found)
    if above_bound(terms.mistakes, terms.square, terms.over_mistakes):
        return f"below M = {terms.mistakes}: ‖w⋆‖²L² = {terms.square} and H = {terms.over_mistakes}"
    at_zero = losses(found[0], (0,) * len(found[1]))
    if at_zero.square or at_zero.over_mistakes != at_zero.mistakes:
        return f"at w⋆ = 0 it is {at_zero.over_mistakes}, and M = {at_zero.mistakes}"
    return None


def _no_minimum_elsewhere(candidate: Candidate) -> str | None:
    """Find a sequence on which the bound comes near M as w⋆ ≠ 0 shrinks, but is M at no w⋆ ≠ 0.

    M ≤ ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H, the second with equality only if b = 0 or H = 0. With L > 0 and w⋆ ≠ 0
    that leaves H = 0, so y⟨w⋆, x⟩ ≥ 1 on all mistakes, and ‖w⋆‖²L² = M: the shortest such w⋆ decides.
    """
    examples = read_examples(candidate)
    wrong = [example for example, (_, mistake) in zip(examples, online_run(examples), strict=True) if mistake]
    if not wrong or not longest_squared(examples):
        return None
    best = shortest(wrong)
    if not isinstance(best, Inseparable) and best.norm_squared * longest_squared(examples) <= len(wrong):
        return None
    return f"its infimum is M = {len(wrong)}, for w⋆ → 0, but no w⋆ ≠ 0 reaches that"


def _sequences() -> Iterator[Candidate]:
    for sequence in small_sequences():
        yield {"examples": write_examples(sequence)}


def _at_every_round(test: Callable[[Rational, Rational, Rational], bool]) -> Callable[[Candidate], str | None]:
    """Return a test of a bound on Mₜ by Hₜ in every prefix; L may be that of the prefix, which is the stronger."""

    def violated(candidate: Candidate) -> str | None:
        found = _read(candidate)
        if found is None:
            return None
        examples, w = found
        for t in range(1, len(examples) + 1):
            terms = losses(examples[:t], w)
            if test(terms.mistakes, terms.square, terms.over_mistakes):
                return f"M = {terms.mistakes} after {t} rounds, ‖w⋆‖²L² = {terms.square}, H = {terms.over_mistakes}"
        return None

    return violated


def losses_test(factor: Rational = 1) -> Callable[[Candidate], str | None]:
    """Return a test of: ⟨w⋆, ŵ⟩ ≥ M − factor·H after every round."""

    def violated(candidate: Candidate) -> str | None:
        found = _read(candidate)
        if found is None:
            return None
        examples, w_star = found
        mistakes, total = 0, Fraction(0)
        for t, (example, (w, mistake)) in enumerate(zip(examples, online_run(examples), strict=True), 1):
            if mistake:
                mistakes, total = mistakes + 1, total + hinge(w_star, example)
            if dot(w_star, w) < mistakes - factor * total:
                return f"⟨w⋆, ŵ⟩ = {dot(w_star, w)} after {t} rounds, M = {mistakes} and H = {total}"
        return None

    return violated


def _step_too_small(*, any_round: bool) -> Callable[[Candidate], str | None]:
    """Return a test of ⟨w⋆, ŵₜ₊₁⟩ ≥ ⟨w⋆, ŵₜ⟩ + 1 − ℓ in every round, or in those with a mistake."""

    def violated(candidate: Candidate) -> str | None:
        found = _read(candidate)
        if found is None:
            return None
        examples, w_star = found
        before: Rational = 0
        for t, (example, (w, mistake)) in enumerate(zip(examples, online_run(examples), strict=True), 1):
            after, loss = dot(w_star, w), hinge(w_star, example)
            if (mistake or any_round) and after < before + 1 - loss:
                return f"in round {t}, ⟨w⋆, ŵ⟩ goes from {before} to {after}, and the hinge loss is {loss}"
            before = after
        return None

    return violated


def _loosened(candidate: Candidate) -> str | None:
    """Compare ½b² + ½b√(b² + 4H) + H with b² + b√H + H, for b² and H as given."""
    square, total = read_rational(candidate["square"]), read_rational(candidate["H"])
    if square < 0 or total < 0:
        return None
    # √u ≤ ½b² + √v, squared: u − ¼b⁴ − v ≤ b²√v.
    u, v = square / 4 * (square + 4 * total), square * total
    if at_most_root(u - square**2 / 4 - v, square**2 * v):
        return None
    return f"with b² = {square} and H = {total} the looser bound is the smaller"


def _pairs() -> Iterator[Candidate]:
    values = ("0", "1", "2", "1/2", "3", "1/9", "100")
    return ({"square": square, "H": total} for square, total in product(values, repeat=2))


HINGE_CLAIMS: tuple[Claim, ...] = (
    Claim(
        "hsu-3",
        HSU,
        "third theorem",
        "Online Perceptron makes at most min over w⋆ of ‖w⋆‖²L² + ‖w⋆‖L√H + H mistakes, with H the sum of the hinge"
        " losses of w⋆ over the rounds with a mistake.",
        (
            Reading(
                "for each w⋆, as the proof has it",
                argument=arguments.bound,
                instance=FIRST_OF_FOUR,
                violated=_final(all_rounds=False),
                candidates=sequence_candidates,
                theorem="hinge_bound",
            ),
            Reading(
                "the minimum over all w⋆ says more than that M ≤ M, if a mistake was made and L > 0",
                violated=_says_nothing,
                candidates=_sequences,
                instead="sum the hinge losses over all rounds, which may be known without knowing M",
                theorem="hinge_minimum_is_vacuous",
            ),
            Reading(
                "the minimum over all w⋆ is M itself, at w⋆ = 0, on every sequence",
                argument=arguments.minimum,
                instance=FIRST_OF_FOUR,
                violated=_minimum_differs,
                candidates=sequence_candidates,
                theorem="hinge_minimum_is_vacuous",
            ),
            Reading(
                "with w⋆ = 0 left out, the minimum exists if a mistake was made and L > 0",
                violated=_no_minimum_elsewhere,
                candidates=_sequences,
                instead="the infimum; it is M again",
            ),
            Reading(
                "the losses summed over all rounds, for each w⋆",
                argument=arguments.all_rounds,
                instance=FIRST_OF_FOUR,
                violated=_final(all_rounds=True),
                candidates=sequence_candidates,
                theorem="hinge_bound_all",
            ),
        ),
        hypotheses="L is the largest ‖x‖",
    ),
    Claim(
        "hsu-3-step",
        HSU,
        "third theorem, proof",
        "⟨w⋆, ŵ⟩ grows by at least 1 − ℓ in round t, with ℓ the hinge loss of w⋆ in it.",
        (
            Reading(
                "in every round, as the t of ŵₜ₊₁ runs through them",
                violated=_step_too_small(any_round=True),
                candidates=sequence_candidates,
                instead="in every round with a mistake; in the others ŵ stays as it is",
                theorem="right_answers_add_nothing",
            ),
            Reading(
                "in every round with a mistake, which is what the proof considers",
                argument=arguments.lower,
                instance=FIRST_OF_FOUR,
                violated=_step_too_small(any_round=False),
                candidates=sequence_candidates,
                theorem="hinge_step",
            ),
        ),
    ),
    Claim(
        "hsu-3-below",
        HSU,
        "third theorem, proof",
        "After M mistakes with the hinge losses H of w⋆, ⟨w⋆, ŵ⟩ ≥ M − H.",
        (
            Reading(
                "after every round, H being summed over the mistakes so far (its index is not the t of Hₜ)",
                argument=arguments.lower,
                instance=FIRST_OF_FOUR,
                violated=losses_test(),
                candidates=sequence_candidates,
                theorem="hinge_progress",
            ),
        ),
    ),
    Claim(
        "hsu-3-root",
        HSU,
        "third theorem, proof",
        "After every round, M ≤ ½b² + ½b√(b² + 4H) + H with b = ‖w⋆‖L.",
        (
            Reading(
                "for each w⋆",
                argument=arguments.quadratic,
                instance=FIRST_OF_FOUR,
                violated=_at_every_round(above_root),
                candidates=sequence_candidates,
                theorem="hinge_bound_root",
            ),
        ),
    ),
    Claim(
        "hsu-3-loosened",
        HSU,
        "third theorem, proof",
        "½b² + ½b√(b² + 4H) + H is at most b² + b√H + H.",
        (
            Reading(
                "for b, H ≥ 0",
                argument=arguments.quadratic_term,
                instance=FIRST_OF_FOUR,
                violated=_loosened,
                candidates=_pairs,
                theorem="root_loosened",
            ),
        ),
    ),
    FOOTNOTE,
)
