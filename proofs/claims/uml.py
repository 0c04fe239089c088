"""What Understanding Machine Learning, 9.1.2, states of the batch Perceptron, and how each of its readings fares."""

from proofs.claims import perceptron_arguments as arguments
from proofs.claims.claim import Claim, Reading
from proofs.claims.labeled_samples import UML, nonempty, sample_candidates, with_empty
from proofs.claims.uml_checks import (
    cosine,
    differ,
    iterations,
    no_erm,
    not_corrected,
    realizable_only,
    separable,
    signs,
    stops_wrong,
    undefined,
    updates,
    with_explanations,
)

UPDATES = "count the iterations that update: at most (RB)²; with the one that outputs w, at most (RB)² + 1"

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "uml-update",
        UML,
        "9.1.2, before the algorithm",
        "An update on example i adds ‖xᵢ‖² to yᵢ⟨w, xᵢ⟩, and so makes w more correct on it.",
        (
            Reading(
                "more correct: yᵢ⟨w, xᵢ⟩ is larger than before",
                violated=not_corrected(strictly=True),
                candidates=updates,
                instead="it is larger unless xᵢ = 0, and then as before",
                theorem="zero_gains_nothing",
            ),
            Reading(
                "it grows by ‖xᵢ‖², which is not negative",
                argument=arguments.corrected,
                violated=not_corrected(strictly=False),
                candidates=updates,
                theorem="update_gains",
            ),
            Reading(
                "it is larger than before if xᵢ ≠ 0",
                argument=arguments.corrected_strictly,
                violated=not_corrected(strictly=True, zero=False),
                candidates=updates,
                theorem="update_gains",
            ),
        ),
        hypotheses="example i is mislabeled by w",
    ),
    Claim(
        "uml-mislabeled",
        UML,
        "9.1.2, before the algorithm and in it",
        "The examples that w mislabels, sign⟨w, x⟩ ≠ y, are those with y⟨w, x⟩ ≤ 0.",
        (
            Reading(
                "sign(0) = +1",
                violated=differ(1),
                candidates=signs,
                exhaustive=True,
                instead="take sign(0) = 0, or y⟨w, x⟩ ≤ 0 as what mislabeled means",
                theorem="tie_may_be_right",
            ),
            Reading(
                "sign(0) = −1",
                violated=differ(-1),
                candidates=signs,
                exhaustive=True,
                instead="take sign(0) = 0, or y⟨w, x⟩ ≤ 0 as what mislabeled means",
                theorem="tie_may_be_right",
            ),
            Reading("sign(0) = 0", violated=differ(0), candidates=signs, exhaustive=True, theorem="mistaken_iff"),
        ),
    ),
    Claim(
        "uml-9.1",
        UML,
        "Theorem 9.1, first half",
        "The Perceptron stops after at most (RB)² iterations.",
        (
            Reading(
                "the iteration that outputs w counts",
                violated=iterations(counted=1, allowed=0),
                candidates=separable,
                instead=UPDATES,
                theorem="printed_halting_is_false",
            ),
            Reading(
                "only iterations that update count",
                argument=arguments.mistake_bound,
                instance=arguments.FIRST_OF_FOUR,
                violated=iterations(counted=0, allowed=0),
                candidates=separable,
                theorem="loop_halts",
            ),
            Reading(
                "all iterations count, and one more is allowed",
                argument=arguments.one_more_iteration,
                instance=arguments.FIRST_OF_FOUR,
                violated=iterations(counted=1, allowed=1),
                candidates=separable,
                theorem="loop_halts",
            ),
            Reading(
                "only iterations that update count, and only sign⟨w, x⟩ ≠ y with sign(0) = +1 leads to one",
                argument=arguments.mistake_bound,
                instance=arguments.FIRST_OF_FOUR,
                violated=iterations(counted=0, allowed=0, sign_of_zero=1),
                candidates=separable,
                theorem="updates_in_any_order",
            ),
        ),
        hypotheses="the sample is separable; any mislabeled example may be taken",
    ),
    Claim(
        "uml-9.1-lengths",
        UML,
        "Theorem 9.1",
        "B, the least norm of a w with all yᵢ⟨w, xᵢ⟩ ≥ 1, and R, the largest norm of an xᵢ, exist.",
        (
            Reading(
                "for every training set that some w separates, the empty one included",
                violated=undefined,
                candidates=with_empty,
                instead="for every training set with an example that some w separates",
                theorem="nothing_has_no_largest_norm",
            ),
            Reading("for every such training set with an example", violated=nonempty(undefined), candidates=with_empty),
        ),
        hypotheses="the sample is separable",
    ),
    Claim(
        "uml-9.1-stop",
        UML,
        "Theorem 9.1, second half",
        "When the Perceptron stops, all yᵢ⟨w, xᵢ⟩ are positive.",
        (
            Reading(
                "the Perceptron of the text: mislabeled means sign⟨w, x⟩ ≠ y, with sign(0) = +1",
                violated=stops_wrong(1),
                candidates=separable,
                instead="mislabeled means y⟨w, x⟩ ≤ 0, as in the algorithm",
                theorem="may_stop_at_tie",
            ),
            Reading(
                "the Perceptron of the algorithm, which asks for y⟨w, x⟩ ≤ 0",
                argument=arguments.returned_separates,
                violated=stops_wrong(0),
                candidates=separable,
                theorem="returned_is_right",
            ),
        ),
        hypotheses="the sample is separable",
    ),
    Claim(
        "uml-realizable",
        UML,
        "9.1.2, before Theorem 9.1",
        "In the realizable case the Perceptron stops with all examples correctly classified.",
        (
            Reading(
                "realizable: some w has sign⟨w, x⟩ = y on all examples, with sign(0) = +1",
                violated=realizable_only,
                candidates=with_explanations,
                instead="realizable means separable: some w has all y⟨w, x⟩ > 0",
                theorem="realizable_need_not_stop",
            ),
            Reading(
                "realizable: some w has all y⟨w, x⟩ > 0",
                argument=arguments.one_more_iteration,
                instance=arguments.FIRST_OF_FOUR,
                violated=stops_wrong(0),
                candidates=separable,
                theorem="loop_finds_separator",
            ),
        ),
    ),
    Claim(
        "uml-erm",
        UML,
        "9.1.2, first sentence",
        "The Perceptron implements the ERM rule for halfspaces.",
        (
            Reading(
                "on every sample it returns a w with the fewest errors",
                violated=no_erm(separable_only=False),
                candidates=sample_candidates,
                instead="it does so on every separable sample, and on no other it returns anything",
                theorem="realizable_need_not_stop",
            ),
            Reading(
                "on every separable sample it returns a w without errors",
                argument=arguments.one_more_iteration,
                instance=arguments.FIRST_OF_FOUR,
                violated=no_erm(separable_only=True),
                candidates=sample_candidates,
                theorem="loop_finds_separator",
            ),
        ),
    ),
    Claim(
        "uml-9.2",
        UML,
        "proof of Theorem 9.1, (9.2)",
        "After T iterations, the cosine of the angle between w⋆ and the current w is at least √T/(RB).",
        (
            Reading(
                "T may be 0",
                violated=cosine(start=0, counted=0),
                candidates=separable,
                instead="T ≥ 1, for w = 0 has no angle",
                theorem="weights_start_at_0",
            ),
            Reading(
                "T counts all iterations, the one that outputs w included",
                violated=cosine(start=1, counted=1),
                candidates=separable,
                instead="T counts updates",
                theorem="cosine_counts_updates",
            ),
            Reading(
                "T ≥ 1 counts updates",
                argument=arguments.cosine,
                instance=arguments.FIRST_OF_FOUR,
                violated=cosine(start=1, counted=0),
                candidates=separable,
                theorem="cosine",
            ),
        ),
        hypotheses="the sample is separable, w⋆ is the shortest w with all yᵢ⟨w, xᵢ⟩ ≥ 1",
    ),
)
