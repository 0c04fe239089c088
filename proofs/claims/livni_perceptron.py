"""The claims of Livni, Lecture 8, about the Perceptron: Theorem 8.1 and the step its proof takes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import ceil

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.labeled_samples import dot
from proofs.claims.later import later
from proofs.claims.livni_runs import MOST_PASSES, Run, Sample, longest_runs, read_sample, read_support, samples
from proofs.exact.rationals import Rational

SOURCE = "Livni, Lecture 8"
NINE_EIGHTHS = Fraction(9, 8)
PLANE = 2

Bound = Callable[[Fraction], Rational]
"""The most mistakes, of R²/γ²."""


def _itself(ratio: Fraction) -> Rational:
    return ratio


def _nine_eighths(ratio: Fraction) -> Rational:
    return NINE_EIGHTHS * ratio // 1


def _below(ratio: Fraction) -> Rational:
    return ceil(ratio) - 1


def too_many(
    candidate: Candidate, *, zeros: tuple[int, ...], bound: Bound = _itself, ties: bool = True, equal: bool = True
) -> str | None:
    """Count the mistakes of one pass, with ``ties`` or without; ``equal``: of points of one length only."""
    sample = read_sample(candidate)
    if sample is None or (ratio := sample.ratio) is None or (equal and len(set(sample.norms)) > 1):
        return None
    for zero in zeros:
        count = sum(r.said != r.label and (ties or r.said != 0) for r in Run(sample, zero).rounds())
        if count > bound(ratio):
            return f"mistakes: {count}, with R²/γ² = {ratio} and sgn(0) = {zero}"
    return None


def _too_many_in_the_plane(candidate: Candidate) -> str | None:
    sample = read_sample(candidate)
    return too_many(candidate, zeros=(0,), equal=False) if sample is not None and len(sample.target) == PLANE else None


def _negative_margin(candidate: Candidate) -> str | None:
    sample = read_sample(candidate)
    gamma = candidate.get("gamma")
    if sample is None or not isinstance(gamma, str) or dot(sample.target, sample.target) != 1:
        return None
    margin = Fraction(gamma)
    if not margin or sample.least <= margin or len(set(sample.norms)) > 1:
        return None
    count, ratio = sum(r.said != r.label for r in Run(sample, 1).rounds()), Fraction(max(sample.norms)) / margin**2
    return f"mistakes: {count}, with R²/γ² = {ratio} for γ = {margin}" if count > ratio else None


def _other_distribution(candidate: Candidate) -> str | None:
    """Take R from the sample and the support together, and γ from the support alone."""
    sample, support = read_sample(candidate), read_support(candidate)
    if sample is None or support is None or support.least <= 0:
        return None
    whole = Sample(sample.examples + support.examples, sample.target)
    if len(set(whole.norms)) > 1:
        return None
    ratio = support.ratio
    count = sum(r.said != r.label for r in Run(sample, 1).rounds())
    return f"mistakes: {count}, with R²/γ² = {ratio} on the support" if ratio is not None and count > ratio else None


def _changes_late(candidate: Candidate) -> str | None:
    sample = read_sample(candidate)
    if sample is None or (ratio := sample.ratio) is None or len(set(sample.norms)) > 1:
        return None
    changed = [number for number, r in enumerate(Run(sample, 1).rounds(), 1) if r.said != r.label]
    last = max(changed, default=0)
    return f"w changes at example {last}, but R²/γ² = {ratio}" if last > ratio else None


def _wrong_in_the_end(candidate: Candidate) -> str | None:
    sample = read_sample(candidate)
    if sample is None or sample.ratio is None or len(set(sample.norms)) > 1:
        return None
    run = Run(sample, 1)
    passed = len(list(run.rounds()))
    final = run.double
    for number, (point, label) in enumerate(sample.examples, 1):
        if (1 if dot(final, point) >= 0 else -1) != label:
            return f"after the pass of {passed}, 2w = {_text(final)} labels example {number} wrongly"
    return None


def too_many_passes(candidate: Candidate, *, zero: int, bound: Bound) -> str | None:
    """Say that the first pass without a mistake comes after more passes than the bound, and one."""
    sample = read_sample(candidate)
    if sample is None or (ratio := sample.ratio) is None:
        return None
    run, most = Run(sample, zero), bound(ratio) // 1 + 1
    for number in range(1, MOST_PASSES + 1):
        if not sum(r.said != r.label for r in run.rounds()):
            return f"the first pass without a mistake is pass {number}, not {most}" if number > most else None
    return f"no pass in {MOST_PASSES} is without a mistake"


def _text(point: tuple[Rational, ...]) -> str:
    return f"({', '.join(map(str, point))})"


def _negative_margins() -> Iterator[Candidate]:
    for label, gamma in product((1, -1), (-1, -2, 1)):
        yield {"points": [["1"]], "labels": [label], "target": ["1"], "gamma": str(gamma)}


def _distributions() -> Iterator[Candidate]:
    for length in (1, 2, 3):
        for labels in product((1, -1), repeat=length):
            support = [[["1"], 1]]
            yield {"points": [["1"]] * length, "labels": list(labels), "target": ["1"], "support": support}


def _planar() -> Iterator[Candidate]:
    yield from (candidate for candidate in samples() if len(candidate["target"]) == PLANE)
    yield from longest_runs()


def _half_step(candidate: Candidate) -> str | None:
    """Check that ½(y − ŷ) is y where ŷ ≠ y, and 0 otherwise: that a mistake adds y·x, and nothing else does."""
    said, label = candidate.get("said"), candidate.get("label")
    if said not in (0, 1, -1) or label not in (1, -1):
        return None
    step, whole = Fraction(label - said, 2), label if said != label else 0
    return f"ŷ = {said}, y = {label}: w moves by {step}·x, not by {whole}·x" if step != whole else None


def _answers(*said: int) -> Callable[[], Iterator[Candidate]]:
    return lambda: ({"said": s, "label": y} for s, y in product(said, (1, -1)))


_WHOLE_STEPS = later("livni_arguments", "whole_steps")
_HALF_STEPS = later("livni_arguments", "half_steps")
_STRICT_ONLY = later("livni_arguments", "strict_only")
_NINE_EIGHTHS = later("livni_arguments", "nine_eighths")
_CHANGES_LATE = later("livni_arguments", "changes_late")

_NUMBERS = {"gamma": 1, "R": 2, "D": 4, "S": 3, "a": 1, "b": 2, "k": 2, "norm": 8, "y": 1} | dict.fromkeys(
    ("more", "margin", "shorter", "s", "r"), 0
)
"""R²/γ² = 4: after two mistakes, or after one tie and two strict mistakes, with no slack anywhere."""

_GAME = partial(Reading, candidates=samples, instance=_NUMBERS)

PERCEPTRON_CLAIMS = (
    Claim(
        "livni-8.1",
        SOURCE,
        "Theorem 8.1",
        "one pass of the Perceptron over a sample of points of length R, separated by a unit w* with margin γ, "
        "converges after O(R²/γ²) steps",
        (
            _GAME(
                "at most R²/γ² mistakes; sgn(0) = +1",
                _WHOLE_STEPS,
                violated=partial(too_many, zeros=(1,)),
                theorem="perceptron_margin_bound",
            ),
            _GAME(
                "at most R²/γ² mistakes; sgn(0) = -1",
                _WHOLE_STEPS,
                violated=partial(too_many, zeros=(-1,)),
                theorem="perceptron_margin_bound",
            ),
            _GAME(
                "at most R²/γ² mistakes; sgn(0) = 0, and a tie is a mistake",
                violated=partial(too_many, zeros=(0,)),
                instead="with sgn(0) = 0 at most ⌊9R²/(8γ²)⌋ mistakes, ties included",
                theorem="half_steps_exceed",
            ),
            _GAME(
                "at most R²/γ² mistakes in the plane; sgn(0) = 0, and a tie is a mistake; lengths up to R",
                violated=_too_many_in_the_plane,
                candidates=_planar,
            ),
            _GAME(
                "at most ⌊9R²/(8γ²)⌋ mistakes, ties included; sgn(0) = 0, lengths up to R",
                _HALF_STEPS,
                violated=partial(too_many, zeros=(0,), bound=_nine_eighths, equal=False),
                theorem="half_step_bound",
            ),
            Reading(
                "⌊9R²/(8γ²)⌋ is reached just above R²/γ² = 1 + 8b/3, b = 1, 2, …: "
                "no constant below 9/8 will do; sgn(0) = 0",
                _NINE_EIGHTHS,
            ),
            _GAME(
                "at most R²/γ² mistakes; sgn(0) = 0, and a tie is no mistake though w moves; lengths up to R",
                _STRICT_ONLY,
                violated=partial(too_many, zeros=(0,), ties=False, equal=False),
                theorem="half_step_bound_without_ties",
            ),
            _GAME(
                "at most R²/γ² mistakes for points of lengths up to R; sgn(0) = +1 or -1",
                _WHOLE_STEPS,
                violated=partial(too_many, zeros=(1, -1), equal=False),
                theorem="perceptron_margin_bound",
            ),
            _GAME(
                "fewer than R²/γ² mistakes, where the margin is at least γ; sgn(0) = +1",
                violated=partial(too_many, zeros=(1,), bound=_below),
                instead="at most R²/γ²; fewer only where, as printed, every margin is above γ",
                theorem="perceptron_bound_is_reached",
            ),
            _GAME(
                "fewer than R²/γ² mistakes, where every margin is above γ > 0; sgn(0) = +1",
                later("livni_arguments", "whole_steps", strictly=True),
                # γ may come as near to the least margin as one likes: so it is the bound for that, with equality.
                violated=partial(too_many, zeros=(1,)),
                theorem="perceptron_bound_strict",
            ),
            Reading(
                "at most R²/γ² mistakes for every γ, which is not said to be positive; sgn(0) = +1",
                violated=_negative_margin,
                candidates=_negative_margins,
                instead="γ > 0",
                theorem="negative_margin_exceeds",
            ),
            Reading(
                "at most R²/γ² mistakes where w* separates a distribution that the sample need not come from",
                violated=_other_distribution,
                candidates=_distributions,
                instead="w* separates the sample itself",
                theorem="sample_from_elsewhere",
            ),
            _GAME(
                "w stays as it is after R²/γ² examples have been read; sgn(0) = +1",
                violated=_changes_late,
                instead="w changes at most R²/γ² times, at any time of the pass",
                theorem="first_mistake_may_be_late",
            ),
            Reading(
                "no constant C has w stay as it is after C·R²/γ² examples of any sample",
                _CHANGES_LATE,
                theorem="first_mistake_may_be_late",
            ),
            _GAME(
                "after the pass w labels the whole sample rightly; sgn(0) = +1",
                violated=_wrong_in_the_end,
                instead="passes over the sample, until one is without a mistake, are at most ⌊R²/γ²⌋ + 1",
                theorem="one_pass_is_not_enough",
            ),
            _GAME(
                "the first pass without a mistake is pass ⌊R²/γ²⌋ + 1 at the latest; sgn(0) = +1, lengths up to R",
                _WHOLE_STEPS,
                violated=partial(too_many_passes, zero=1, bound=_itself),
                theorem="passes_with_margin",
            ),
            _GAME(
                "the first pass without a mistake is pass ⌊9R²/(8γ²)⌋ + 1 at the latest; sgn(0) = 0, lengths up to R",
                _HALF_STEPS,
                violated=partial(too_many_passes, zero=0, bound=_nine_eighths),
                theorem="half_steps_halting",
            ),
        ),
        "w starts at 0 and moves by ½(y − ŷ)x, ŷ = sgn(w·x); γ is the margin that w* has on the sample",
    ),
    Claim(
        "livni-8.1-step",
        SOURCE,
        "proof of Theorem 8.1",
        "a mistake adds y·x to w, and a right answer nothing",
        (
            Reading(
                "sgn(0) is +1 or -1",
                violated=_half_step,
                candidates=_answers(1, -1),
                exhaustive=True,
                theorem="whole_step",
            ),
            Reading(
                "sgn(0) = 0, and a tie is a mistake",
                violated=_half_step,
                candidates=_answers(1, -1, 0),
                instead="a tie adds ½y·x, so w·w* need grow by γ/2 only",
                theorem="half_step_at_tie",
            ),
        ),
    ),
)
"""The claims about the Perceptron."""
