"""Chan, CSCI4230, Notes 3: the Perceptron (sections 1 and 2), and after it kernels and Halving (2 to 4)."""

from fractions import Fraction
from functools import partial

from proofs.claims.candidates import FiniteClass, labeled, only, sample
from proofs.claims.model import Claim, Reading, claim_of, misprint, missing_hypothesis, remark, stronger
from proofs.claims.predicates import dual, unit_samples
from proofs.claims.predicates import halving as test

claim = partial(claim_of, "CSCI4230 Computational Learning Theory, Notes 3 (Siu On Chan, 2019)")
finite_claim = partial(claim, field="finite")
rational_claim = partial(claim, field="rational")

UNIT_SAMPLES = "‖v‖ = 1, all samples have length 1, and δ = min |v·x| over them; w·x = 0 is predicted 1"

THIRD, FIFTH = Fraction(1, 3), Fraction(1, 5)

TILTED, LOWERED = (3 * FIFTH, 4 * FIFTH), (3 * FIFTH, -4 * FIFTH)

PERCEPTRON: tuple[Claim, ...] = (
    claim(
        "notes3-threshold",
        "section 1, first normalization",
        "With a further coordinate that is always 1, a halfspace with a threshold becomes one through the origin.",
        Reading("w·x ≥ θ if and only if (w, −θ)·(x, 1) ≥ 0", theorem="threshold_is_a_coordinate"),
        stronger(
            "nothing is lost: at most 1/δ² mistakes on the (x, 1), with δ = min |w·x − θ| > 0, for unit w and x",
            violated=unit_samples.threshold_costs,
            candidates=only({"w": (1, 0), "points": ((-3 * FIFTH, 4 * FIFTH), (1, 0)), "theta": FIFTH}),
            negation="threshold_is_not_free",
            correction="2(1 + θ²)/δ²: (w, −θ) and (x, 1) are longer",
        ),
        title="θ becomes the weight of a coordinate 1",
    ),
    claim(
        "notes3-rescaling",
        "section 1, second normalization",
        "Every sample may be taken to have length 1, as rescaling it changes no sign of w·x.",
        Reading("a positive factor changes no sign of w·x", theorem="positive_factor"),
        Reading(
            "every sample with the further coordinate 1 can be rescaled to length 1",
            theorem="extended_points_have_length",
        ),
        remark(
            "every sample can, also without that coordinate",
            violated=unit_samples.has_no_length,
            candidates=only(sample(x=(0, 0))),
            negation="zero_has_no_length",
            correction="x ≠ 0, as is every (x, 1)",
        ),
        stronger(
            "the Perceptron errs in the same rounds on the samples and on the rescaled samples",
            violated=unit_samples.errs_elsewhere_when_rescaled,
            candidates=only(labeled((-1, -2), [(1, 0), (0, 2), (4, -3)])),
            negation="rescaling_changes_mistakes",
            correction="the labels stay; the mistakes may not",
        ),
        title="samples may have length 1",
    ),
    claim(
        "notes3-unit-w",
        "section 1, third normalization",
        "The weight vector may be taken to have length 1.",
        Reading("the target's weight vector: the halfspace of v ≠ 0 is that of v/‖v‖", theorem="real_unit_target"),
        remark(
            "the target's weight vector, and v = 0 is allowed",
            violated=unit_samples.no_unit_target,
            candidates=only(sample(target=(0, 0))),
            negation="zero_halfspace_has_no_unit_vector",
            correction="v ≠ 0",
        ),
        stronger(
            "the algorithm's weight vector, too",
            violated=unit_samples.weights_are_not_unit,
            candidates=only(labeled((-3 * FIFTH, -4 * FIFTH), [(1, 0), (0, 1)])),
            negation="weights_start_at_0",
            correction="the target's; the algorithm's w starts at 0",
        ),
        title="the weight vector may have length 1",
    ),
    claim(
        "notes3-update",
        "section 1, after the algorithm",
        "An update takes x from w on a false positive and adds it on a false negative, which moves w·x by ‖x‖ = 1.",
        Reading("for samples of length 1", theorem="update_step"),
        stronger(
            "so that w is right on x after it",
            violated=unit_samples.still_wrong,
            candidates=only(labeled((-1, -1, 5), [(1, 0, 0), (0, 1, 0), (2 * THIRD, 2 * THIRD, THIRD)])),
            negation="update_need_not_correct",
            correction="w·x moves by 1, which need not be enough",
        ),
        title="an update moves w·x by 1",
    ),
    claim(
        "notes3-1.1",
        "section 1, Theorem 1.1 and its proof",
        "The Perceptron learns the halfspace of v with at most 1/δ² mistakes.",
        Reading(
            "it makes at most 1/δ² mistakes, for δ > 0",
            theorem="real_perceptron_margin_bound",
        ),
        Reading("the proof's chain: δM ≤ w·v ≤ ‖w‖‖v‖ ≤ √M after M mistakes", theorem="real_chain"),
        remark(
            "δ = 0, where 1/δ² is no number, leaves finitely many mistakes",
            violated=dual.endless,
            candidates=only(labeled((1, 0), [(-3 * FIFTH, 4 * FIFTH), (0, 1), (0, -1)])),
            negation="margin_0_errs_forever",
            correction="δ > 0",
        ),
        stronger(
            "afterwards its hypothesis is right on the samples",
            violated=dual.labels_otherwise,
            candidates=only(labeled(TILTED, [(1, 0), LOWERED])),
            negation="one_pass_is_not_enough",
            correction="after ⌊1/δ²⌋ passes over them, if δ > 0",
        ),
        remark(
            "samples that come without end have a least |v·x|",
            violated=unit_samples.no_least_product,
            candidates=only({"v": (1, 0), "x_n": unit_samples.CIRCLE}),
            negation="infinite_need_not_have_least_product",
            correction="δ = inf |v·x|, where there is no least one",
        ),
        hypotheses=UNIT_SAMPLES,
        title="the Perceptron makes ≤ 1/δ² mistakes",
    ),
    claim(
        "notes3-1.2",
        "section 1, Claim 1.2 and its proof",
        "After M mistakes w·v is at least δM, because every mistake adds at least δ to it.",
        Reading(
            "w·v ≥ δM after M mistakes",
            theorem="real_claim_1_2",
        ),
        Reading("every mistake adds at least δ to w·v", theorem="display_of_errors"),
        hypotheses=UNIT_SAMPLES,
        title="w·v ≥ δM after M mistakes",
    ),
    claim(
        "notes3-1.3",
        "section 1, Claim 1.3 and its proof",
        "After M mistakes the squared length of w is at most M, because every mistake adds at most 1 to it.",
        Reading(
            "‖w‖² ≤ M after M mistakes",
            theorem="real_claim_1_3",
        ),
        Reading("a mistake adds at most 1 to ‖w‖², as ‖x‖² = 1", theorem="mistake_lengthens"),
        hypotheses=UNIT_SAMPLES,
        title="‖w‖² ≤ M after M mistakes",
    ),
    claim(
        "notes3-tight",
        "section 1, before Claim 1.4",
        "The bound 1/δ² on the Perceptron's mistakes is tight.",
        Reading(
            "no smaller integer is a bound: it makes ⌊1/δ²⌋ mistakes on some samples, for every δ with 0 < δ ≤ 1",
            theorem="real_value_1_4",
        ),
        stronger(
            "it makes 1/δ² mistakes on some samples, for every δ with 0 < δ ≤ 1",
            violated=unit_samples.inverse_not_attained,
            candidates=only(unit_samples.TWO_THIRDS),
            negation="inverse_need_not_be_reached",
            correction="⌊1/δ²⌋; 1/δ² only where it is an integer",
        ),
        hypotheses="samples have length 1, in dimension 1/δ² or more; some v with ‖v‖ ≤ 1 labels them with margin δ",
        title="the bound 1/δ² is tight",
    ),
    claim(
        "notes3-1.4",
        "section 1, Claim 1.4",
        "In dimension d ≥ 1/δ², every deterministic algorithm that learns halfspaces with margin δ can be forced to "
        "make ⌈1/δ²⌉ mistakes.",
        Reading(
            "at least ⌈1/δ²⌉ mistakes can be forced on every deterministic algorithm, for every δ with 0 < δ ≤ 1",
            violated=unit_samples.too_many_claimed,
            candidates=only(unit_samples.TWO_THIRDS),
            negation="real_printed_1_4_is_false",
            correction="⌊1/δ²⌋ mistakes; ⌈1/δ²⌉ only if 1/δ² is an integer",
        ),
        stronger(
            "⌈1/δ²⌉ cannot be forced for any δ > 0 whose 1/δ² is not an integer, in any dimension",
            theorem="real_printed_1_4_fails",
        ),
        stronger(
            "⌊1/δ²⌋, which is ⌈1/δ²⌉ if 1/δ² is an integer, can be forced on every deterministic algorithm, for "
            "every δ > 0 and d ≥ ⌊1/δ²⌋; the Perceptron never makes more",
            theorem="real_value_1_4",
        ),
        remark(
            "⌈1/δ²⌉ can be forced also for δ above 1",
            violated=unit_samples.nothing_is_legal,
            candidates=only({"margin_squared": 4, "dimension": 2}),
            negation="nothing_can_be_shown",
            correction="δ ≤ 1",
        ),
        hypotheses="samples have length 1; some v with ‖v‖ ≤ 1 labels them with |v·x| ≥ δ on each",
        title="⌈1/δ²⌉ mistakes can be forced",
    ),
    claim(
        "notes3-1.4-count",
        "section 1, proof of Claim 1.4, number of samples",
        "There are enough basis vectors: ⌈1/δ²⌉ ≤ d.",
        Reading("d ≥ 1/δ² implies d ≥ ⌈1/δ²⌉", theorem="count_1_4"),
        hypotheses="0 < δ ≤ 1, d ≥ 1/δ²",
        title="⌈1/δ²⌉ ≤ d",
    ),
    claim(
        "notes3-1.4-order",
        "section 1, proof of Claim 1.4, display of v·eᵢ",
        "One and the same v has v·eᵢ = yᵢδ on e₁, …, eₙ for every sequence y of labels.",
        misprint(
            "as the quantifiers stand: there is a v such that for all y",
            violated=unit_samples.labels_differ,
            candidates=only({"margin_squared": Fraction(1, 4), "labels": (1, -1)}),
            negation="no_target_for_all_labels",
            correction="each y has its own v; the next line has vᵢ = δyᵢ",
        ),
        stronger(
            "each y has its own v, which is δ·Σ yᵢeᵢ, and this v is legal for n = ⌊1/δ²⌋",
            theorem="any_labels_are_legal",
        ),
        hypotheses="δ > 0 and n ≥ 1",
        title="one v has v·eᵢ = yᵢδ for all y",
    ),
    claim(
        "notes3-1.4-forces",
        "section 1, proof of Claim 1.4, after the display of v·eᵢ",
        "If v·eᵢ = yᵢδ for all i ≤ n, then vᵢ = δyᵢ for all i ≤ n.",
        Reading("for n ≤ d", theorem="labels_force_coordinates"),
        title="v·eᵢ = yᵢδ forces vᵢ = δyᵢ",
    ),
    claim(
        "notes3-1.4-norm",
        "section 1, proof of Claim 1.4, last line",
        "The v with n = ⌈1/δ²⌉ coordinates ±δ, and 0 elsewhere, labels n basis vectors with margin δ, and has "
        "‖v‖² = nδ² ≤ 1.",
        Reading(
            "for n = ⌈1/δ²⌉, as in the notes",
            violated=unit_samples.too_long,
            candidates=only(unit_samples.TWO_THIRDS),
            negation="printed_norm_at_two_thirds",
            correction="n = ⌊1/δ²⌋ in place of ⌈1/δ²⌉",
        ),
        stronger(
            "with n = ⌊1/δ²⌋ coordinates ±δ the sentence is true",
            theorem="norm_1_4",
        ),
        hypotheses="0 < δ ≤ 1, d ≥ 1/δ²",
        title="‖v‖² = nδ² ≤ 1",
    ),
    claim(
        "notes3-dual",
        "section 2, first sentence, and display of w·x",
        "The Perceptron's w is always a sum of samples, each with a sign, so their inner products with x give w·x.",
        Reading(
            "of the samples of its mistakes, each once for every mistake on it, with the sign of its label",
            theorem="perceptron_dual",
        ),
        Reading("w·x is the sum of σ(z·x) over the mistakes z, with their signs σ", theorem="perceptron_dual"),
        stronger(
            "of different samples, each at most once, for samples of any length",
            violated=dual.needs_repetition,
            candidates=only(labeled((-1, 1), [(1, 0), TILTED, (4 * FIFTH, 3 * FIFTH), TILTED])),
            negation="dual_needs_repetition",
            correction="each once for every mistake on it",
        ),
        title="w is a ±1-sum of samples",
    ),
    claim(
        "notes3-dual-time",
        "section 2, after the display",
        "With all mistakes memorized, computing w takes time proportional to their number: the dual form is slower.",
        Reading("w is a sum that adds the sample of each mistake once, with its sign", theorem="perceptron_dual"),
        Reading("w·x: the sum takes one inner product for each mistake", theorem="dual_products"),
        remark(
            "w from the inner products of the samples alone, without the samples",
            violated=dual.differ_with_equal_products,
            candidates=only({"one": labeled((-1, -1), [(1, 0)]), "other": labeled((-1, -1), [(0, 1)])}),
            negation="products_do_not_give_weights",
            correction="w from the samples; w·x from their inner products",
        ),
        hypotheses="cost model: a step adds a vector to another, or takes an inner product",
        title="the dual form is slower",
    ),
)

# ------------------------------------------------------------------------------- kernels, Halving, Randomized Halving

TWICE = tuple([tuple(map(Fraction, row)) for row in ((1, 2), (2, 1))])
"""A kernel's matrix."""

THREE = ("+--", "-+-", "--+")
PROOF = "section 4, proof of Claim 4.1"
LAST = (
    "the target c gives x¹, …, xᵐ their labels; c_1, …, c_r are the concepts in the order of their elimination; M_s "
    "mistakes are expected on x¹, …, xᵐ if only the last s of them are possible at first"
)

HALVING: tuple[Claim, ...] = (
    claim(
        "notes3-kernel",
        "section 2, last sentence",
        "The dual Perceptron works with any kernel function K of two samples in the place of the inner product.",
        remark(
            "kernel: any symmetric function with K(x, x) = 1; labels of some Σ aⱼK(xʲ, ·) are learned",
            violated=dual.never_learned,
            candidates=only({"matrix": TWICE, "labels": (1, -1), "target": (Fraction(-1), Fraction(1))}),
            negation="any_kernel_with_unit_points_is_false",
            correction="K positive semidefinite, as kernel functions are",
        ),
        Reading(
            "kernel: symmetric, positive semidefinite; at most R²B² mistakes if K(x, x) ≤ R², and some "
            "f = Σ aⱼK(xʲ, ·) with B² = aᵀKa has yf(x) ≥ 1",
            theorem="kernel_perceptron_bound",
        ),
        stronger(
            "no other symmetric K: some of its points have labels, those of a target, that are never learned",
            theorem="no_other_kernel",
        ),
        title="any kernel may replace the product",
    ),
    finite_claim(
        "notes3-3-half",
        "section 3, after the algorithm",
        "Each mistake of Halving removes half of the concepts that are left, or more.",
        Reading(
            "whichever way ties go",
            theorem="mistake_halves",
        ),
        title="a mistake removes half of K or more",
    ),
    finite_claim(
        "notes3-3",
        "section 3, Claim",
        "Halving makes at most log|C| mistakes.",
        Reading(
            "log₂, as in the last remark of section 4; labels by a concept of C; ties go either way",
            theorem="halving_log2",
        ),
        remark(
            "the labels may be any labels",
            violated=test.exceeds_log_on,
            candidates=only(FiniteClass(("+-",), ((1, 1),))),
            negation="any_labels_exceed_log2",
            correction="labels by a concept of C",
        ),
        stronger(
            "log is ln",
            violated=test.exceeds_ln,
            candidates=only(FiniteClass(("+", "-"))),
            negation="no_greater_base",
            correction="log₂",
        ),
        hypotheses="C is finite",
        title="Halving makes ≤ log|C| mistakes",
    ),
    finite_claim(
        "notes3-3-time",
        "section 3, after the Claim",
        "Halving is slow: a round takes |K| steps, where K has the concepts that are left.",
        Reading(
            "|K| votes decide the majority, and in the worst case no fewer do, whichever way ties go",
            violated=test.needs_other_votes,
            candidates=test.rounds,
        ),
        hypotheses="cost model: a step asks one concept of K for its vote",
        title="a round takes |K| steps",
    ),
    finite_claim(
        "notes3-3-hypothesis",
        "section 3, last sentence",
        "Halving's hypothesis need not be from C: it is the majority vote of some concepts of C.",
        Reading(
            "it need not be: the majority of three singletons is none of them, and there is no tie",
            theorem="majority_need_not_be_a_concept",
        ),
        title="the hypothesis need not be from C",
    ),
    claim(
        "notes3-4.1",
        "section 4, Claim 4.1",
        "Randomized Halving is expected to make at most ln|C| + O(1) mistakes on any sequence.",
        Reading(
            "at most ln|C|: the O(1) may be 0",
            theorem="randomized_halving_fixed_ln",
        ),
        stronger(
            "at most H_|C| − 1, even if later samples depend on earlier predictions",
            theorem="randomized_halving",
            field="rational",
        ),
        hypotheses="C is finite, and a concept c of C labels the sequence",
        title="E[mistakes] ≤ ln|C| + O(1)",
    ),
    finite_claim(
        "notes3-4.1-order",
        f"{PROOF}, order of elimination",
        "The concepts of K, those still possible, can be listed in the order of their elimination, the first batch "
        "first; those that are never eliminated, like c, come last.",
        Reading("on every sequence that a concept of K labels", theorem="recurrence"),
        remark(
            "c_r = c is the only concept that is never eliminated",
            violated=test.leaves_several,
            candidates=only(FiniteClass(("++", "+-", "--"), ((0, 1),))),
            negation="several_may_survive",
            correction="c and all other survivors come last",
        ),
        hypotheses="c and x¹, …, xᵐ are fixed",
        title="K can be put in the order of elimination",
    ),
    rational_claim(
        "notes3-4.1-first",
        f"{PROOF}, the first sample and after it",
        "On the first sample c_r makes no mistake. Each c_t with t < r is drawn with probability 1/r, and makes a "
        "mistake, which eliminates c_1, …, c_t. Then at most r − t concepts are left, and M_{r−t} more mistakes are "
        "expected.",
        missing_hypothesis(
            "each c_t with t < r makes a mistake on x¹ if it is drawn",
            violated=test.is_right_at_first,
            candidates=only(FiniteClass(THREE, ((0, -1), (1, -1)))),
            negation="second_concept_may_be_right",
            correction="the case that c_t is right on x¹",
        ),
        Reading(
            "if c_t makes a mistake on x¹, c_1, …, c_t are eliminated: at most r − t concepts are left",
            theorem="mistake_eliminates_earlier",
            field="finite",
        ),
        Reading(
            "then at most M_{r−t} more mistakes are expected, M_{r−t} being that of c_{t+1}, …, c_r",
            theorem="mistake_leaves_at_most",
        ),
        stronger(
            "the missing case: if a concept is kept until it errs, as many mistakes are expected as if one is "
            "drawn in every round",
            theorem="keeping_changes_nothing",
        ),
        hypotheses="c_1, …, c_r is the order of elimination, c_r = c",
        title="a mistake of c_t on x¹ leaves ≤ r − t",
    ),
    rational_claim(
        "notes3-4.1-recurrence",
        f"{PROOF}, first display",
        "M_r ≤ (1/r)·Σ over t < r of (1 + M_{r−t}), so that r·M_r ≤ r − 1 + M_1 + … + M_{r−1}.",
        Reading(
            "for the expectations on every sequence, in every order in which it can eliminate the concepts",
            theorem="recurrence",
        ),
        hypotheses=LAST,
        title="r·M_r ≤ r − 1 + M_1 + … + M_{r−1}",
    ),
    rational_claim(
        "notes3-4.1-equation",
        f"{PROOF}, after the first display",
        "For r − 1 the recurrence says (r − 1)·M_{r−1} = r − 2 + M_1 + … + M_{r−2}.",
        Reading(
            "for the expectations on every sequence",
            violated=test.breaks_equation,
            candidates=only(FiniteClass(("+++", "++-", "+--", "---"), ((0, -1),))),
            negation="recurrence_is_not_an_equation",
            correction="≤ in place of =, unless M_r means H_r − 1",
        ),
        stronger(
            "the equation is true of H_r − 1, the largest M_r over all classes and sequences; the printed M_r is "
            "another number, as the sequence is fixed two lines above",
            theorem="harmonic_solves",
        ),
        hypotheses=LAST,
        title="(r − 1)·M_{r−1} = r − 2 + M_1 + …",
    ),
    rational_claim(
        "notes3-4.1-subtraction",
        f"{PROOF}, second display",
        "Subtracting the equation for r − 1 from the inequality for r gives r(M_r − M_{r−1}) ≤ 1.",
        Reading("from the inequality for r and the equation for r − 1", theorem="subtraction"),
        Reading(
            "it is true of the expectations on every sequence",
            theorem="one_more_concept",
        ),
        stronger(
            "all rational M_1, M_2, … that satisfy the inequality for every r ≥ 1 have M_r ≤ H_r − 1, so that no "
            "equation is needed",
            theorem="inequalities_suffice",
        ),
        hypotheses=LAST,
        title="subtracting: r(M_r − M_{r−1}) ≤ 1",
    ),
    claim(
        "notes3-4.1-harmonic",
        f"{PROOF}, last display",
        "So M_r ≤ 1/r + 1/(r − 1) + … + 1/1, the harmonic number H_r, which is ln r + O(1).",
        Reading("M_r < H_r, always", theorem="full_harmonic_is_not_reached", field="rational"),
        Reading("ln r ≤ H_r ≤ ln r + 1", theorem="harmonic_is_ln"),
        title="M_r ≤ 1/r + … + 1/1 = ln r + O(1)",
    ),
    claim(
        "notes3-4.1-factor",
        "section 4, last remark",
        "The bound is better than that of deterministic Halving by the constant factor log|C| / ln|C| = log e = 1.44….",
        Reading(
            "log is log₂, and |C| ≥ 2: both are 1/ln 2, between 1.44 and 1.45",
            theorem="ratio_of_logarithms",
        ),
        stronger(
            "on each class Randomized Halving errs at most as often, in expectation, as Halving in its worst case",
            violated=test.is_worse_than_halving,
            candidates=only(FiniteClass(("+---", "-+--", "--+-", "---+"))),
            negation="randomized_can_be_worse",
            correction="the bounds are compared, not the algorithms",
            field="rational",
        ),
        remark(
            "for every finite C, also of one concept, where the printed ratio is 0/0",
            violated=test.has_no_ratio,
            candidates=only(FiniteClass(("+",))),
            negation="no_ratio_for_one_concept",
            correction="|C| ≥ 2",
        ),
        hypotheses="C is finite",
        title="bound log|C| / ln|C| = 1.44… times better",
    ),
)

CLAIMS = (*PERCEPTRON, *HALVING)
