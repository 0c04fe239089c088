"""Understanding Machine Learning, 9.1.2 (page 92): the batch Perceptron."""

from functools import partial

from proofs.claims.candidates import ONE, only, sample
from proofs.claims.model import Claim, Reading, claim_of, convention, missing_hypothesis, only_in_a_copy, remark
from proofs.claims.predicates import linear, perceptron
from proofs.claims.predicates.perceptron import with_examples

claim = partial(claim_of, "Understanding Machine Learning, 9.1.2 (page 92)")

CLAIMS: tuple[Claim, ...] = (
    claim(
        "uml-erm",
        "first sentence",
        "The Perceptron implements the ERM rule for halfspaces.",
        missing_hypothesis(
            "on every sample it returns a w with the fewest errors",
            violated=linear.never_stops,
            candidates=only(sample(((1,), 1), ((2,), -1))),
            negation="inseparable_never_stops",
            correction="a separable sample: on others it never stops",
        ),
        Reading(
            "on every separable sample it returns a w without errors",
            theorem="loop_finds_separator",
        ),
        title="the Perceptron is an ERM",
    ),
    claim(
        "uml-mislabeled",
        "before the algorithm and in it",
        "What the text calls mislabeled, sign⟨w, x⟩ ≠ y, is what the algorithm looks for, y⟨w, x⟩ ≤ 0.",
        convention(
            "sign(0) = +1",
            violated=linear.sign_and_product_differ,
            candidates=only({"product": 0, "label": 1}),
            negation="tie_may_be_right",
            correction="sign(0) = 0",
        ),
        Reading(
            "sign(0) = 0, which is not a label and is always wrong",
            theorem="mistaken_iff",
        ),
        title="mislabeled means y⟨w, x⟩ ≤ 0",
    ),
    claim(
        "uml-mislabeled-sign",
        "before the algorithm, in a copy that has lost the stroke of ≠, as it has lost norm bars and angle brackets",
        "Example i is mislabeled by w if sign⟨w, xᵢ⟩ = yᵢ.",
        only_in_a_copy(
            "the two are equal, whatever sign(0) is",
            violated=with_examples(linear.equal_sign_is_right),
            candidates=only(sample(((1,), 1), w=(1,))),
            negation="equal_sign_is_right",
            correction="≠, as the algorithm's y⟨w, x⟩ ≤ 0 shows",
        ),
        title="mislabeled means sign⟨w, x⟩ = y",
    ),
    claim(
        "uml-update",
        "before the algorithm",
        "An update on example i adds ‖xᵢ‖² to yᵢ⟨w, xᵢ⟩, and so makes w more correct on it.",
        Reading(
            "it grows by ‖xᵢ‖², which is not negative",
            theorem="update_gains",
        ),
        remark(
            "more correct: yᵢ⟨w, xᵢ⟩ is larger than before, for any xᵢ",
            violated=perceptron.gains_nothing,
            candidates=only(sample(((0,), 1), w=(0,))),
            negation="zero_gains_nothing",
            correction="xᵢ ≠ 0",
        ),
        Reading(
            "it is larger than before if xᵢ ≠ 0",
            theorem="update_gains",
        ),
        hypotheses="example i is mislabeled by w",
        title="an update makes w more correct",
    ),
    claim(
        "uml-realizable",
        "before Theorem 9.1",
        "In the realizable case the Perceptron stops with all examples correctly classified.",
        convention(
            "realizable: some w has sign⟨w, x⟩ = y on all examples, with sign(0) = +1",
            violated=linear.explained_but_inseparable,
            candidates=only(sample(((1, 0), 1), ((-1, 0), 1), w=(0, 1))),
            negation="realizable_need_not_stop",
            correction="“realizable” to mean that some w has all y⟨w, x⟩ > 0",
        ),
        Reading(
            "realizable: some w has all y⟨w, x⟩ > 0",
            theorem="loop_finds_separator",
        ),
        title="realizable: it stops",
    ),
    claim(
        "uml-9.1",
        "Theorem 9.1, first half",
        "The Perceptron stops after at most (RB)² iterations.",
        convention(
            "the last iteration, which only outputs w, counts",
            violated=with_examples(perceptron.iterations, "w⋆"),
            candidates=only(ONE),
            negation="last_iteration_exceeds_bound",
            correction="“iterations” to mean updates",
        ),
        Reading(
            "only iterations that update count: the T that the proof bounds, by (9.2), as a cosine is at most 1",
            theorem="loop_updates",
        ),
        hypotheses="the sample is separable; any mislabeled example may be taken",
        title="Perceptron stops after ≤ (RB)² iterations",
    ),
    claim(
        "uml-9.1-stop",
        "Theorem 9.1, second half",
        "When the Perceptron stops, all yᵢ⟨w, xᵢ⟩ are positive.",
        Reading(
            "the Perceptron of the algorithm, which asks for y⟨w, x⟩ ≤ 0",
            theorem="returned_is_right",
        ),
        hypotheses="the sample is separable",
        title="the Perceptron stops where all y⟨w, x⟩ > 0",
    ),
    claim(
        "uml-9.1-lengths",
        "proof of Theorem 9.1, second paragraph",
        "There is a shortest w with all yᵢ⟨w, xᵢ⟩ ≥ 1: its norm is B.",
        Reading(
            "on every separable sample",
            theorem="program_has_solution",
        ),
        hypotheses="the sample is separable",
        title="the minimum B is achieved",
    ),
    claim(
        "uml-9.2",
        "proof of Theorem 9.1, (9.2)",
        "After T iterations, the cosine of w⋆ and the current w is at least √T/(RB).",
        Reading(
            "T ≥ 1 counts updates; in squares, T‖w‖² ≤ R²⟨w⋆, w⟩², where ⟨w⋆, w⟩ ≥ T",
            theorem="loop_cosine",
        ),
        convention(
            "T counts the last iteration, which only outputs w",
            violated=with_examples(perceptron.cosine, "w⋆"),
            candidates=only(ONE),
            correction="“iterations” to mean updates",
        ),
        hypotheses="the sample is separable; w⋆ is the shortest w with all yᵢ⟨w, xᵢ⟩ ≥ 1",
        title="cos∠(w⋆, w) ≥ √T/(RB)",
    ),
)
