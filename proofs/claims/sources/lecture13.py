"""Lecture 13 (27-04-2020): linear prediction and minimizing disagreements (1.1), and the Perceptron (1.2)."""

from functools import partial

from proofs.claims.candidates import ONE, only, sample
from proofs.claims.model import Claim, Reading, claim_of, convention, misprint, remark, stronger, vacuous
from proofs.claims.predicates import linear, passes
from proofs.claims.predicates.perceptron import with_examples

claim = partial(claim_of, "Lecture 13 (27-04-2020)")

COMPLETE = "a reduction (Johnson, Preparata 1978)"
INAPPROXIMABLE = "reductions (Höffgen et al.; Amaldi, Kann)"

LABELS = "labels −1 and +1, as in 1.1; Opt(S) is the fewest of the m examples of S that a linear classifier gets wrong"

XOR = (((1, 0), 1), ((0, 1), 1), ((1, 1), -1))
"""Three points of {0, 1}², of which a linear classifier gets two right, and one with a threshold all."""

AXES = (((1, 0, 0), 1), ((0, 1, 0), 1), ((0, 0, 1), 1))

PREDICTION: tuple[Claim, ...] = (
    claim(
        "lecture13-loss",
        "1.1, the loss",
        "The zero-one loss of a linear classifier w is I{y⟨w, x⟩ ≤ 0}: 1 on what it gets wrong, 0 elsewhere.",
        convention(
            "w predicts sign⟨w, x⟩ with sign(0) = +1",
            violated=linear.sign_and_product_differ,
            candidates=only({"product": 0, "label": 1}),
            negation="tie_may_be_right",
            correction="sign(0) = 0: a tie is an error",
        ),
        Reading(
            "sign(0) = 0, which is not a label and is always wrong",
            theorem="mistaken_iff",
        ),
        title="the loss is 1 on errors, 0 elsewhere",
    ),
    claim(
        "lecture13-erm",
        "1.1, the display of the ERM",
        "The ERM minimizes the mean over S of I{y⟨w, x⟩} ≤ 0.",
        misprint(
            "what minimizes the mean of I{y⟨w, x⟩}, with I{a} = 1 iff a ≠ 0, has the least training error",
            violated=linear.printed_mean_is_least,
            candidates=only(sample(((1, 1), 1), w=(1, -1))),
            negation="printed_mean_prefers_0",
            correction="with ≤ 0 inside the braces, as in the loss",
        ),
        hypotheses="the ERM is the linear classifier (H is their class) with the fewest errors on S",
        title="the ERM minimizes (1/m)Σ I{y⟨w, x⟩} ≤ 0",
    ),
    claim(
        "lecture13-decision",
        "1.1, below the display of the ERM",
        "Whether some w errs on at most k examples is a problem in NP, so it is not decided fast unless P = NP.",
        Reading("it is in NP, and, unless P = NP, not decided in polynomial time", conditional=COMPLETE),
        remark(
            "d has to be a part of the input: for d = 1 two counts decide, as some w errs on at most k examples iff"
            " w = 1 or w = −1 does",
            theorem="two_counts_decide",
            correction="NP-complete for “NP”: “so” does not follow from NP alone",
        ),
        title="“k errors suffice” is in NP, and hard",
    ),
    claim(
        "lecture13-instance",
        "1.1.1, Instance and Solution",
        "For a sample S from {0, 1}^d × {0, 1} MinDisOpt asks for a w in Q^d with the fewest errors y⟨w, x⟩ ≤ 0.",
        misprint(
            "the labels are 0 and 1: y⟨w, x⟩ ≤ 0 is what w gets wrong, predicting 1 iff ⟨w, x⟩ > 0",
            violated=linear.counts_what_is_right,
            candidates=only({"x": (1,), "y": 0, "w": (-1,)}),
            negation="printed_optimum_is_not_the_error",
            correction="labels −1 and +1, as in section 1.1",
        ),
        stronger(
            "with the labels 0 and 1, w = (1, …, 1) is optimal for every S, so the problem is trivial",
            theorem="ones_are_best",
        ),
        Reading(
            "no w in R^d errs on fewer examples than the best in Q^d",
            violated=linear.separated_beyond_optimum,
            candidates=linear.binary_samples,
        ),
        convention(
            "of all linear classifiers, also those with a threshold",
            violated=linear.threshold_errs_less,
            candidates=only(sample(*XOR, w=(-2, -2, 3))),
            negation="threshold_can_err_less",
            correction="linear classifiers have no threshold",
        ),
        hypotheses="where the printed count of errors has h_t, we read y_t",
        title="MinDisOpt, with labels in {0, 1}",
        field="rational",
    ),
    claim(
        "lecture13-opt",
        "1.1.1, below the definition of Opt(S)",
        "Opt(S)/m is the training error of the ERM.",
        Reading(
            "an ERM attains Opt(S), and no w errs on fewer",
            theorem="erm_attains_optimum",
        ),
        hypotheses=LABELS,
        title="Opt(S)/m is the ERM's training error",
    ),
    claim(
        "lecture13-hardness",
        "1.1.1, Theorem, and the sentence below it",
        "If P ≠ NP, no polynomial-time algorithm makes at most C·Opt(S) mistakes on every S, for any C > 0, so the"
        " factor that an algorithm reaches grows with the size of S.",
        Reading("for each C ≥ 1, so that no constant bounds the factor", conditional=INAPPROXIMABLE),
        Reading(
            "C < 1: none does, fast or slow, on any S with Opt(S) ≥ 1, even if P = NP",
            theorem="nothing_below_optimum",
        ),
        Reading(
            "the size md of the input is its number of bits, up to a constant factor",
            violated=linear.size_is_not_bits,
            candidates=linear.binary_samples,
        ),
        hypotheses=LABELS,
        title="MinDisOpt is hard to approximate",
    ),
    claim(
        "lecture13-display",
        "1.1.1, the display after the Theorem",
        "For every fast algorithm A and every C there is an S on which A's training error is ≥ C times the ERM's.",
        vacuous(
            "it excludes something: for the ERM itself it does not hold",
            violated=linear.holds_for_the_erm,
            candidates=only(ONE),
            negation="at_least_is_vacuous",
            correction="“> C times” in place of “≥ C times”",
        ),
        stronger(
            "with > in place of ≥, and C ≥ 1, it is not true of the ERM",
            theorem="minimizer_does_not_exceed",
        ),
        title="some S: A's error ≥ C·(the ERM's)",
    ),
    claim(
        "lecture13-error",
        "1.1.1, Opt(S) in the display after the Theorem",
        "Opt(S) is the training error of the ERM.",
        misprint(
            "Opt(S) is a number of examples, and the training error a share of them",
            violated=linear.count_is_rate,
            candidates=only(sample(*XOR)),
            negation="optimum_is_not_the_error",
            correction="the error is Opt(S)/m, as the source said before",
        ),
        hypotheses=LABELS,
        title="Opt(S) is the ERM's training error",
    ),
    claim(
        "lecture13-free-lunch",
        "1.1.1, below the display after the Theorem",
        "The hardness is not related to the no-free-lunch theorem, which is about information, while the hardness is"
        " about computation.",
        Reading("as it stands", conditional="what “related” means"),
        title="not related to the no-free-lunch theorem",
    ),
    claim(
        "lecture13-separable",
        "1.1.1, Opt(S) = 0, and the system of inequalities",
        "Opt(S) = 0, a training error of 0, means that some U has y⟨U, x⟩ > 0 on all m examples: S is separable.",
        Reading(
            "each implies the other",
            theorem="separable_iff_optimum_0",
        ),
        title="Opt(S) = 0 iff S is separable",
    ),
    claim(
        "lecture13-margin",
        "1.1.1, the margin, with Figures 1.2 and 1.3",
        "γ(U)/‖U‖, the least y‖x‖cos Θ for the angle Θ of U and x, is the distance of U's plane from the closest x.",
        Reading(
            "the least distance of an x in S from U's plane is γ(U)/‖U‖",
            theorem="real_margin_is_distance",
        ),
        hypotheses="U separates S; γ(U) is the least y⟨U, x⟩ on S, and cos Θ = ⟨U, x⟩/(‖U‖‖x‖)",
        title="γ(U)/‖U‖ is the distance to U's plane",
    ),
    claim(
        "lecture13-lp",
        "1.1.1, the system of inequalities, and Figure 1.4",
        "If Opt(S) = 0, the system of all y⟨w, x⟩ > 0 is a feasibility problem, and linear programming implements ERM"
        " in polynomial time.",
        Reading(
            "polynomial in the number of bits of S",
            conditional="Khachiyan's and Karmarkar's algorithms",
        ),
        Reading(
            "all y⟨w, x⟩ ≥ 1 is a linear program, and can be solved iff S is separable",
            theorem="margin_1_iff_positive",
        ),
        stronger(
            "all y⟨w, x⟩ ≥ 0 is a linear program, too, and would do",
            violated=linear.weak_system_separates,
            candidates=only(sample(((1, 1), 1), w=(1, -1))),
            negation="zero_solves_the_weak_system",
            correction="≥ 1 in the place of > 0",
        ),
        title="Opt(S) = 0: ERM by an LP",
    ),
    claim(
        "lecture13-linear-time",
        "1.1.1, below the system",
        "Every linear-programming package solves the system in linear time.",
        misprint(
            "at most C·md steps, for a constant C, whichever package it is",
            violated=linear.tableau_takes_longer,
            candidates=only({"sample": sample(*AXES), "C": 2}),
            negation="pivots_take_longer_than_linear",
            correction="in polynomial time, as the sentence before says",
        ),
        hypotheses="S is separable, with m examples in R^d; the system is all y⟨w, x⟩ ≥ 1, solved from w = 0; cost "
        "model: a step computes one number, and some package uses a simplex method with a dense tableau, of which "
        "each pivot computes all md numbers anew",
        title="LP packages take linear time",
    ),
    claim(
        "lecture13-overfit",
        "1.1.1, below Figure 1.4",
        "ERM may overfit because of a lot of bias.",
        Reading("as it stands", conditional="what “bias” and “overfitting” mean"),
        title="it may overfit because of a lot of bias",
    ),
    claim(
        "lecture13-otherwise",
        "1.1.1, the end",
        "If Opt(S) > 0, ERM cannot be implemented efficiently.",
        Reading("unless P = NP, as in the theorem above, and with d as a part of the input", conditional=COMPLETE),
        title="Opt(S) > 0: no efficient ERM",
    ),
)

# ---------------------------------------------------------------------------------------------------- the Perceptron
# γ(w) = min y⟨w, x⟩ over S, which has m examples of R^d; the lecture counts ties as errors, and M counts updates.

SEPARABLE = "S is separable and not empty"

BOUND = "‖U‖²·max‖x‖²"

ORTHONORMAL = sample(((1, 0), 1), ((0, 1), 1), target=(1, 1))
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
        remark(
            "for the w that is returned, too",
            violated=with_examples(passes.has_margin),
            candidates=only(ORTHONORMAL),
            negation="loop_finds_separator",
            correction="a w that is updated",
        ),
        hypotheses="S is separable; w is a vector of the run",
        title="γ(w) ≤ 0 during the run",
    ),
    claim(
        "lecture13-flipped",
        "1.2, below Figure 1.5",
        "All points labeled −1 may be flipped to the other side, so that only the label +1 is left.",
        Reading(
            "−x labeled +1 stands for x labeled −1: every y⟨u, x⟩, every mistake, and every product with w stays",
            theorem="flipping_changes_nothing",
        ),
        title="all labels may be +1",
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
        remark(
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
        "lecture13-loops",
        "1.2.1, below the theorem",
        "The number M of updates is bounded by the number of loops.",
        Reading("a loop reads one example, and updates w at most once", theorem="at_most_one_mistake_a_round"),
        title="M is at most the number of loops",
        field="finite",
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
            violated=with_examples(passes.is_no_farther, "U"),
            candidates=only(ORTHONORMAL),
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
        remark(
            "the i of ‖xᵢ‖ counts not updates, but examples: the squares are those of the first M examples of S",
            violated=with_examples(passes.outgrows_squares),
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
            correction="M ≤ this product, as in the theorem and in the line before",
        ),
        stronger(
            "the equation is true on n orthonormal points, for every n",
            theorem="equality_at_orthonormal_points",
        ),
        hypotheses=f"{SEPARABLE}; M is the number of updates, and γ(U) is the least y⟨U, x⟩ on S",
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
            "in the worst case: (1, 0) and (−k, 1), both +1, take (k + 1)² + 1 updates or more, exponentially many in"
            " the digits of k",
            theorem="two_points_loop",
        ),
        stronger(
            f"on every such S: M is at least 2^(md) wherever {BOUND} is, for the shortest U with γ(U) = 1",
            violated=with_examples(passes.barely_but_fast),
            candidates=only(passes.mirrored(10)),
            negation="barely_separable_takes_two",
            correction="M can be exponential, as is said before it",
        ),
        hypotheses=f"{SEPARABLE}; what matters is ‖U‖·max‖x‖, because rescaling the points also rescales U",
        title="barely separable: M is exponential",
    ),
)

CLAIMS = (*PREDICTION, *PERCEPTRON)
