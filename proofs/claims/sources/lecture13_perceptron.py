"""Lecture 13 (27-04-2020), 1.2 and 1.2.1: the Perceptron, and its convergence theorem.

γ(w) = min y⟨w, x⟩ over S, which has m examples of R^d; the lecture counts ties as errors, and M counts updates.
"""

from functools import partial

from proofs.claims.candidates import only, sample
from proofs.claims.model import Claim, Reading, claim_of, convention, misprint, missing_hypothesis, stronger
from proofs.claims.predicates import passes
from proofs.claims.predicates.perceptron import with_examples

claim = partial(claim_of, "Lecture 13 (27-04-2020)")

SEPARABLE = "S is separable and not empty"

BOUND = "‖U‖²·max‖x‖²"

AXES = sample(((1, 0), 1), ((0, 1), 1), target=(1, 1))
"""Two orthonormal points, with the shortest U of margin 1."""

PERCEPTRON: tuple[Claim, ...] = (
    claim(
        "lecture13-loop",
        "1.2, the algorithm",
        "The loop reads examples until γ(w) > 0, and returns a w that separates S.",
        Reading(
            "it ends with γ(w) > 0, whichever violated example is next",
            theorem="loop_finds_separator",
        ),
        hypotheses=f"{SEPARABLE}; the printed condition y⟨w, x⟩ ≤ lacks its 0",
        title="the Perceptron returns a w that separates S",
    ),
    claim(
        "lecture13-gamma",
        "1.2, first sentence below the algorithm",
        "γ(w) = min y⟨w, x⟩ ≤ 0.",
        Reading(
            "for every w that is updated",
            theorem="updated_has_no_margin",
        ),
        missing_hypothesis(
            "for the w that is returned, too",
            violated=with_examples(partial(passes.has_margin, at_end=True)),
            candidates=only(AXES),
            negation="loop_finds_separator",
            correction="a w that is updated",
        ),
        hypotheses="S is separable; w is a vector of the run",
        title="γ(w) ≤ 0 during the run",
    ),
    claim(
        "lecture13-average",
        "1.2, display U = (1/m)Σ y·x, and the answer below it",
        "Not the average of all y·x is to be taken, but the sum of those of the violated examples.",
        Reading(
            "the average of all y·x need not separate a separable S",
            theorem="averaging_errs",
        ),
        Reading(
            "the sum of y·x over the updates is w, which separates S in the end",
            theorem="loop_sum_separates",
        ),
        hypotheses=SEPARABLE,
        title="not the average of all y·x",
    ),
    claim(
        "lecture13-update",
        "1.2, question, display and sentence about w ← w + y·x",
        "An update adds ‖x‖² > 0 to y⟨w, x⟩ and so increases margins: it goes towards fixing the violated constraint.",
        Reading(
            "y⟨w, x⟩ grows by ‖x‖²",
            theorem="update_grows",
        ),
        Reading(
            "y⟨w, x⟩ becomes larger, for any example of a separable S",
            theorem="update_gains_on_separable",
        ),
        convention(
            "the margin is γ(w), over all of S, and does not fall",
            violated=with_examples(passes.margin_falls),
            candidates=only(sample(((1, 0), 1), ((-2, 1), 1), target=(1, 3))),
            negation="margin_may_fall",
            correction="the margin on that example, for γ(w) may fall",
        ),
        hypotheses="S is separable, y⟨w, x⟩ ≤ 0",
        title="an update increases the margin",
    ),
    claim(
        "lecture13-convergence",
        "1.2.1, the theorem; the line before the proof; its last display but one",
        "The Perceptron converges after M ≤ ‖U‖²·max‖x‖² updates, for every U with all y⟨U, x⟩ ≥ 1, and so for the"
        " shortest, which has γ(U) = 1.",
        Reading(
            "it ends, with no more updates than that, whichever violated example is next",
            theorem="loop_halts",
        ),
        Reading(
            "among these U there is a shortest one, and it has γ(U) = 1",
            theorem="program_has_solution",
        ),
        hypotheses=SEPARABLE,
        title=f"M ≤ min {BOUND} over γ(U) = 1",
    ),
    claim(
        "lecture13-rescale",
        "1.2.1, the display with ⇔, and the sentence below it",
        "y⟨U, x⟩ ≥ γ(U) iff y⟨U/γ(U), x⟩ ≥ 1, on all examples; U can be rescaled to a larger margin, also above 1.",
        Reading("y⟨U, x⟩ ≥ γ iff y⟨U/γ, x⟩ ≥ 1, for any γ > 0", theorem="margin_1"),
        Reading(
            "some c·U, c > 1, has γ(c·U) > γ(U), and above 1",
            theorem="rescale_above_1",
        ),
        stronger(
            "its distance γ(U)/‖U‖ becomes bigger",
            violated=with_examples(partial(passes.rescaling, distance=True), "U"),
            candidates=only(AXES),
            negation="margin_scale",
            correction="γ(U)/‖U‖ stays as it is",
        ),
        hypotheses="U separates S",
        title="rescaled, U has margin above 1",
    ),
    claim(
        "lecture13-proof",
        "1.2.1, proof, displays on ‖W_M‖² and ‖W_M‖‖U‖",
        "‖W_M‖² is at most the sum of M squares ‖x‖², for i = 1 to M, and so at most M·max‖x‖²; and"
        " ‖W_M‖‖U‖ ≥ ‖W_M‖‖U‖cos Θ = ⟨W_M, U⟩ ≥ M.",
        Reading(
            "the squares are those of the M updates; S need not be separable",
            theorem="loop_above",
        ),
        Reading(
            "⟨W_M, U⟩ ≥ M",
            theorem="loop_below",
        ),
        Reading("‖W_M‖‖U‖ ≥ ⟨W_M, U⟩", theorem="real_inner_at_most_lengths"),
        stronger(
            "the squares are those of the first M examples of S",
            violated=with_examples(partial(passes.outgrows_squares, first=True)),
            candidates=only(sample(((1, 0), 1), ((1, 1), 1), ((0, 3), 1), target=(1, 1))),
            negation="first_squares_are_too_few",
            correction="the x of update i, not example i",
        ),
        hypotheses="all y⟨U, x⟩ ≥ 1; W_M is w after M updates",
        title="‖W_M‖² ≤ M·max‖x‖², and ‖W_M‖‖U‖ ≥ M",
    ),
    claim(
        "lecture13-equality",
        "1.2.1, proof, last display",
        "M = (min ‖U‖² over γ(U) = 1)·max‖x‖².",
        misprint(
            "on every S, in some order",
            violated=with_examples(passes.differs_from_bound),
            candidates=only(sample(((1,), 1), ((2,), 1))),
            negation="minmax_not_equal",
            correction="M ≤ that, as in the theorem and the line before",
        ),
        stronger(
            "on n orthonormal points, for every n",
            theorem="equality_at_orthonormal_points",
        ),
        hypotheses=SEPARABLE,
        title=f"M = min {BOUND}",
    ),
    claim(
        "lecture13-exponential",
        "1.2.1, last paragraph but one",
        "Where U is exponentially long, M may grow exponentially with md.",
        Reading(
            "no function of md bounds it: (1, 0) and (−k, 1), md = 4, both +1, take (k + 1)² + 1 updates or more",
            theorem="two_points_loop",
        ),
        stronger(
            "and on points of {0, 1}ⁿ: point i of n has ones at i, i − 1, i − 3, …, and the label (−1)ⁱ; they take"
            " F(n + 1)·F(n + 2) − 1 updates or more, in any order, for Fibonacci's F(1) = F(2) = 1, F(3) = 2, …",
            theorem="odd_max_bit_loop",
        ),
        hypotheses=SEPARABLE,
        title="M can be exponential in md",
    ),
    claim(
        "lecture13-barely",
        "1.2.1, last paragraph",
        "On a barely separable S, where U is exponentially long, M is exponential in the parameters of the problem.",
        Reading(
            f"M is at least 2^(md) wherever {BOUND} is, for the shortest U with γ(U) = 1",
            violated=with_examples(passes.barely_but_fast),
            candidates=only(passes.mirrored(10)),
            negation="barely_separable_takes_two",
            correction="M can be exponential, but (k, 1) and (−k, 1) take 2 updates",
        ),
        hypotheses=f"{SEPARABLE}; what matters is ‖U‖·max‖x‖, because rescaling the points also rescales U",
        title="barely separable: M is exponential",
    ),
)
