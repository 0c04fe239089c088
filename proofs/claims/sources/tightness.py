"""Claims beyond the notes: whether an upper bound equals the number of mistakes that an adversary forces."""

from functools import partial

from proofs.claims.candidates import FiniteClass, only, sample
from proofs.claims.model import Claim, beyond_the_notes, claim_of
from proofs.claims.predicates import halving as test
from proofs.claims.predicates.perceptron import misses_bound, with_examples

claim = partial(claim_of, "Tightness: upper bounds beside adversaries")
finite_claim = partial(claim, field="finite")

SINGLETONS = FiniteClass(("+---", "-+--", "--+-", "---+"))
NINE = FiniteClass(("-----", "-++--", "--++-", "-+++-", "++--+", "+-+-+", "-++-+", "+++-+", "+++++"))

_TURNING = [(4, -9, -1), (4, 1, 9), (4, -4, -8), (4, 4, -8), (4, -1, 9), (4, 9, -1), (4, 0, 0)]
SPACE = sample(*[(x, 1) for x in _TURNING], target=(1, 0, 0))
LINE = sample(((1,), 1), ((2,), 1), target=(1,))
"""Samples on which e₁ has the largest margin, because a multiple of it is among the points."""


CLAIMS: tuple[Claim, ...] = (
    claim(
        "tight-perceptron",
        "Notes 3, Theorem 1.1 and Claim 1.4",
        "⌊1/δ²⌋ mistakes can be forced on every deterministic learner in dimension ⌊1/δ²⌋ or more, and the Perceptron "
        "never makes more.",
        beyond_the_notes(
            "for every real δ > 0; not exceeded in any dimension, whatever the Perceptron predicts at ties",
            theorem="real_value_1_4",
        ),
        hypotheses="all points have length 1, and some v with ‖v‖ ≤ 1 labels them with margin at least δ > 0",
        title="⌊1/δ²⌋ can be forced, and never exceeded",
    ),
    claim(
        "tight-perceptron-own",
        "Notes 3, Theorem 1.1; Hsu, second theorem; Lecture 13, 1.2",
        "The Perceptron itself can be made to err ⌊1/δ²⌋ times in every dimension.",
        beyond_the_notes(
            "also on a line",
            violated=with_examples(misses_bound),
            candidates=only(LINE),
            correction="from three dimensions on; ⌊1/(2δ²)⌋ + 1 in the plane",
        ),
        beyond_the_notes(
            "in three dimensions or more ⌊1/δ²⌋ times for every real δ > 0, even on points of length 1",
            theorem="real_perceptron_worst_case",
        ),
        beyond_the_notes(
            "in the plane ⌊1/(2δ²)⌋ + 1 times for every δ ≤ 1, and never more",
            theorem="real_perceptron_plane",
        ),
        hypotheses="δ = γ/(‖v‖R) > 0 for some v, with γ the least y⟨v, x⟩ and R the largest ‖x‖; ties are mistakes",
        title="the Perceptron errs ⌊1/δ²⌋ times",
    ),
    claim(
        "tight-batch",
        "Understanding Machine Learning, Theorem 9.1; Hsu, first theorem; Lecture 13, 1.2",
        "The Perceptron that runs on a sample makes ⌊(RB)²⌋ updates.",
        beyond_the_notes(
            "whichever of the mislabeled examples it takes",
            violated=with_examples(partial(misses_bound, always=True)),
            candidates=only(SPACE),
            correction="in some order, from three dimensions on",
        ),
        beyond_the_notes(
            "from three dimensions on, in some order on some sample, for all R, B > 0 with RB ≥ 1; and never more",
            theorem="batch_worst_case",
        ),
        beyond_the_notes(
            "in the plane likewise ⌊(RB)²/2⌋ + 1 updates, and never more",
            theorem="plane_batch_worst_case",
        ),
        hypotheses="R is the largest ‖x‖ of the sample, and B the least ‖w‖ with y⟨w, x⟩ ≥ 1 on all of it",
        title="a batch run makes ⌊(RB)²⌋ updates",
    ),
    finite_claim(
        "tight-soa",
        "Littlestone, 1988",
        "Littlestone's dimension L(C) is the number of mistakes that can be forced on every deterministic learner, and "
        "the standard optimal algorithm, SOA, never makes more.",
        beyond_the_notes(
            "labels by a concept of C; SOA's ties go either way",
            theorem="littlestone",
        ),
        hypotheses="C is a finite class, not empty, on finitely many points",
        title="L(C) can be forced, and never exceeded",
    ),
    finite_claim(
        "tight-halving-log",
        "Notes 3, section 3, Claim",
        "Halving can be made to make ⌊log₂|C|⌋ mistakes on every class.",
        beyond_the_notes(
            "even if its ties fall badly",
            violated=test.misses_log,
            candidates=only(SINGLETONS),
            negation="log2_is_not_always_reached",
            correction="on some: the class of all labelings of n points",
        ),
        beyond_the_notes(
            "it can on the class of all labelings of n points, however its ties fall",
            theorem="halving_is_tight_on_the_cube",
        ),
        beyond_the_notes(
            "⌊log₂|C|⌋ is at most ⌊log₂|C|⌋ − 1 above the optimal number of mistakes if |C| ≥ 2: one can be forced",
            theorem="log2_gap",
        ),
        title="Halving reaches ⌊log₂|C|⌋",
    ),
    finite_claim(
        "tight-halving-optimal",
        "Notes 3, section 3, beside Littlestone, 1988",
        "On every class Halving has the best worst case of all deterministic learners.",
        beyond_the_notes(
            "even if its ties fall as well as they can",
            violated=test.is_not_optimal,
            candidates=only(NINE),
            negation="halving_is_not_optimal",
            correction="SOA is better on a class of nine concepts",
        ),
        title="Halving is optimal",
    ),
    claim(
        "tight-randomized-halving",
        "Notes 3, Claim 4.1",
        "H_m − 1 mistakes of Randomized Halving can be expected on every class of m concepts.",
        beyond_the_notes(
            "on every class",
            violated=test.misses_harmonic,
            candidates=only(FiniteClass(("++", "+-", "-+", "--"))),
            negation="harmonic_is_not_always_reached",
            correction="on some: m singletons",
        ),
        beyond_the_notes(
            "on m singletons, for every m",
            theorem="singletons_reach_it",
        ),
        title="Randomized Halving reaches H_m − 1",
        field="rational",
    ),
    claim(
        "tight-randomized",
        "beside Filmus, Hanneke, Mehalel and Moran, 2023",
        "RL(C), the optimal expected number of mistakes of a randomized learner, is half of L(C), that of a "
        "deterministic one, on every class.",
        beyond_the_notes(
            "on every class, for learners with rational chances",
            violated=test.is_not_half,
            candidates=only(FiniteClass(("--", "+-", "-+"))),
            negation="coins_need_not_halve",
            correction="L/2 ≤ RL ≤ L",
        ),
        title="RL(C) = L(C)/2",
    ),
)
