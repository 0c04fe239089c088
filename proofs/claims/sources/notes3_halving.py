"""Notes 3, the end of section 2, and sections 3 and 4: kernels, Halving, Randomized Halving."""

from fractions import Fraction
from functools import partial

from proofs.claims.candidates import FiniteClass, KernelSample, only
from proofs.claims.model import Claim, Reading, claim_of, convention, missing_hypothesis, stronger
from proofs.claims.predicates import dual
from proofs.claims.predicates import halving as test

claim = partial(claim_of, "CSCI4230 Computational Learning Theory, Notes 3 (Siu On Chan, 2019)")
finite_claim = partial(claim, field="finite")
rational_claim = partial(claim, field="rational")

THREE = ("+--", "-+-", "--+")
PROOF = "section 4, proof of Claim 4.1"
LAST = "c labels x¹, …, xᵐ; M_s: the mistakes that are expected on them with only the last s of c_1, …, c_r in K"

HALVING: tuple[Claim, ...] = (
    claim(
        "notes3-kernel",
        "section 2, last sentence",
        "The dual Perceptron works with any kernel function K of two samples in the place of the inner product.",
        convention(
            "kernel: any symmetric function with K(x, x) = 1; labels of some Σ aⱼK(xʲ, ·) are learned",
            violated=dual.never_learned,
            candidates=only(KernelSample(((1, 2), (2, 1)), (1, -1), (-1, 1))),
            negation="any_kernel_with_unit_points_is_false",
            correction="K symmetric and positive semidefinite",
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
        missing_hypothesis(
            "the labels may be any labels",
            violated=test.exceeds_log_on,
            candidates=only(FiniteClass(("+-",), ((1, 1),))),
            negation="any_labels_exceed_log2",
            correction="labels by a concept of C",
        ),
        stronger(
            "log is ln",
            violated=partial(test.exceeds_log, base=Fraction(27, 10), named="e"),
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
        "Halving is slow: a round takes |K| steps.",
        missing_hypothesis(
            "a step asks one concept for its vote",
            conditional="a model of computation",
            correction="a model of computation: the votes are counted",
        ),
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
        "The sequence eliminates all of the concepts but c, which is the last in the order of elimination.",
        missing_hypothesis(
            "any sequence that c labels",
            violated=test.leaves_several,
            candidates=only(FiniteClass(("++", "+-", "--"), ((0, 1),))),
            negation="several_may_survive",
            correction="that only c survives, or survivors come last",
        ),
        hypotheses="c and x¹, …, xᵐ are fixed",
        title="only c is never eliminated",
    ),
    rational_claim(
        "notes3-4.1-first",
        f"{PROOF}, the first sample and after it",
        "On the first sample c_r makes no mistake; c_t with t < r, drawn with chance 1/r, makes one, which eliminates "
        "c_1, …, c_t: at most r − t concepts are left, and M_{r−t} more mistakes are expected.",
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
        "The same for r − 1: (r − 1)·M_{r−1} = r − 2 + M_1 + … + M_{r−2}.",
        Reading(
            "for the expectations on every sequence",
            violated=partial(test.breaks_recurrence, equal=True),
            candidates=only(FiniteClass(("+++", "++-", "+--", "---"), ((0, -1),))),
            negation="recurrence_is_not_an_equation",
            correction="≤; = for the most that can be expected",
        ),
        stronger(
            "for M_r = H_r − 1, the most that can be expected with r concepts left",
            theorem="harmonic_solves",
        ),
        hypotheses=LAST,
        title="(r − 1)·M_{r−1} = r − 2 + M_1 + …",
    ),
    rational_claim(
        "notes3-4.1-subtraction",
        f"{PROOF}, second display",
        "Subtracting gives r(M_r − M_{r−1}) ≤ 1.",
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
        missing_hypothesis(
            "for every finite C, also of one concept",
            violated=test.has_no_ratio,
            candidates=only(FiniteClass(("+",))),
            negation="no_ratio_for_one_concept",
            correction="|C| ≥ 2",
        ),
        hypotheses="C is finite",
        title="bound log|C| / ln|C| = 1.44… times better",
    ),
)
