"""Understanding Machine Learning, 9.1.2 (page 92): the batch Perceptron."""

from proofs.claims.candidates import sample
from proofs.claims.grids import ONE, only, separable_samples, separated_samples, updates
from proofs.claims.model import Claim, Reading
from proofs.claims.predicates.linear import (
    equal_sign_is_right,
    errs,
    explained_but_inseparable,
    naming,
    sign_and_product_differ,
    signs,
)
from proofs.claims.predicates.margins import is_wider
from proofs.claims.predicates.perceptron import cosine, iterations, returns_wrong, update

SOURCE = "Understanding Machine Learning, 9.1.2 (page 92)"

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "uml-erm",
        SOURCE,
        "first sentence",
        "The Perceptron implements the ERM rule for halfspaces.",
        (
            Reading(
                "on every sample it returns a w with the fewest errors",
                "missing hypothesis",
                errs,
                only(sample(((1,), 1), ((2,), -1))),
                negation="inseparable_never_stops",
                correction="a separable sample: on others it never stops",
            ),
            Reading(
                "on every separable sample it returns a w without errors",
                violated=errs,
                candidates=separable_samples,
                theorem="loop_finds_separator",
            ),
        ),
        title="the Perceptron is an ERM",
    ),
    Claim(
        "uml-mislabeled",
        SOURCE,
        "before the algorithm and in it",
        "What the text calls mislabeled, sign⟨w, x⟩ ≠ y, is what the algorithm looks for, y⟨w, x⟩ ≤ 0.",
        (
            Reading(
                "sign(0) = +1",
                "convention",
                sign_and_product_differ(1),
                only({"product": 0, "label": 1}),
                negation="tie_may_be_right",
                correction="sign(0) = 0",
            ),
            Reading(
                "sign(0) = 0, which is not a label and is always wrong",
                "as printed",
                sign_and_product_differ(0),
                signs,
                theorem="mistaken_iff",
            ),
        ),
        title="mislabeled means y⟨w, x⟩ ≤ 0",
    ),
    Claim(
        "uml-mislabeled-sign",
        SOURCE,
        "before the algorithm, in a copy that has lost the stroke of ≠",
        "Example i is mislabeled by w if sign⟨w, xᵢ⟩ = yᵢ.",
        (
            Reading(
                "the two are equal, whatever sign(0) is",
                "misprint",
                naming(equal_sign_is_right),
                only(sample(((1,), 1), w=(1,))),
                negation="equal_sign_is_right",
                correction="≠, as the algorithm's y⟨w, x⟩ ≤ 0 shows",
            ),
        ),
        title="mislabeled means sign⟨w, x⟩ = y",
    ),
    Claim(
        "uml-update",
        SOURCE,
        "before the algorithm",
        "An update on example i adds ‖xᵢ‖² to yᵢ⟨w, xᵢ⟩, and so makes w more correct on it.",
        (
            Reading(
                "it grows by ‖xᵢ‖², which is not negative",
                violated=update(grows=False),
                candidates=updates,
                theorem="update_gains",
            ),
            Reading(
                "more correct: yᵢ⟨w, xᵢ⟩ is larger than before, for any xᵢ",
                "missing hypothesis",
                update(grows=True),
                only(sample(((0,), 1), w=(0,))),
                negation="zero_gains_nothing",
                correction="xᵢ ≠ 0",
            ),
            Reading(
                "it is larger than before if xᵢ ≠ 0",
                "as printed",
                update(grows=True, zero=False),
                updates,
                theorem="update_gains",
            ),
        ),
        hypotheses="example i is mislabeled by w",
        title="an update makes w more correct",
    ),
    Claim(
        "uml-realizable",
        SOURCE,
        "before Theorem 9.1",
        "In the realizable case the Perceptron stops with all examples correctly classified.",
        (
            Reading(
                "realizable: some w has sign⟨w, x⟩ = y on all examples, with sign(0) = +1",
                "convention",
                explained_but_inseparable,
                only(sample(((1, 0), 1), ((-1, 0), 1), w=(0, 1))),
                negation="realizable_need_not_stop",
                correction="“realizable” to mean that some w has all y⟨w, x⟩ > 0",
            ),
            Reading(
                "realizable: some w has all y⟨w, x⟩ > 0",
                violated=returns_wrong(),
                candidates=separable_samples,
                theorem="loop_finds_separator",
            ),
        ),
        title="realizable: it stops",
    ),
    Claim(
        "uml-9.1",
        SOURCE,
        "Theorem 9.1, first half",
        "The Perceptron stops after at most (RB)² iterations.",
        (
            Reading(
                "the last iteration, which only outputs w, counts",
                "convention",
                naming(iterations(returning=1, allowed=0), "w⋆"),
                only(ONE),
                negation="last_iteration_exceeds_bound",
                correction="“iterations” to mean updates",
            ),
            Reading(
                "only iterations that update count: the T that the proof bounds, by (9.2), as a cosine is at most 1",
                violated=iterations(returning=0, allowed=0),
                candidates=separable_samples,
                theorem="loop_updates",
            ),
            Reading(
                "all iterations count, and one more is allowed",
                "stronger",
                iterations(returning=1, allowed=1),
                separable_samples,
                theorem="loop_halts",
            ),
        ),
        hypotheses="the sample is separable; any mislabeled example may be taken",
        title="Perceptron stops after ≤ (RB)² iterations",
    ),
    Claim(
        "uml-9.1-stop",
        SOURCE,
        "Theorem 9.1, second half",
        "When the Perceptron stops, all yᵢ⟨w, xᵢ⟩ are positive.",
        (
            Reading(
                "the Perceptron of the algorithm, which asks for y⟨w, x⟩ ≤ 0",
                violated=returns_wrong(),
                candidates=separable_samples,
                theorem="returned_is_right",
            ),
            Reading(
                "the Perceptron of the text, which asks for sign⟨w, x⟩ ≠ y, with sign(0) = +1",
                "stronger",
                naming(returns_wrong(1)),
                only(ONE),
                negation="may_stop_at_tie",
                correction="y⟨w, x⟩ ≤ 0, as in the algorithm",
            ),
        ),
        hypotheses="the sample is separable",
        title="the Perceptron stops where all y⟨w, x⟩ > 0",
    ),
    Claim(
        "uml-9.1-lengths",
        SOURCE,
        "proof of Theorem 9.1, second paragraph",
        "There is a shortest w with all yᵢ⟨w, xᵢ⟩ ≥ 1: its norm is B.",
        (
            Reading(
                "on every separable sample",
                violated=is_wider(multiples=True),
                candidates=separated_samples,
                theorem="program_has_solution",
            ),
        ),
        hypotheses="the sample is separable",
        title="the minimum B is achieved",
    ),
    Claim(
        "uml-9.2",
        SOURCE,
        "proof of Theorem 9.1, (9.2)",
        "After T iterations, the cosine of w⋆ and the current w is at least √T/(RB).",
        (
            Reading(
                "T ≥ 1 counts updates",
                violated=cosine(),
                candidates=separable_samples,
                theorem="loop_cosine",
            ),
            Reading(
                "T counts the last iteration, which only outputs w",
                "convention",
                naming(cosine(returning=1), "w⋆"),
                only(ONE),
                correction="“iterations” to mean updates",
            ),
        ),
        hypotheses="the sample is separable; w⋆ is the shortest w with all yᵢ⟨w, xᵢ⟩ ≥ 1",
        title="cos∠(w⋆, w) ≥ √T/(RB)",
    ),
)
