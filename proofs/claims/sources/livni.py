"""Livni, Lecture 8: the Perceptron with a margin, and the hardness of intersections of halfspaces."""

from fractions import Fraction
from functools import partial

from proofs.claims.candidates import only, sample
from proofs.claims.model import (
    Claim,
    Reading,
    beyond_the_notes,
    claim_of,
    convention,
    misprint,
    missing_hypothesis,
    remark,
    stronger,
)
from proofs.claims.perceptron import HALF
from proofs.claims.predicates import networks, passes, perceptron
from proofs.claims.predicates.perceptron import with_examples

claim = partial(claim_of, "Lecture 8: Perceptron Algorithm & The Hardness of Learning (Roi Livni)")
finite_claim = partial(claim, field="finite")

REDUCTION = "a reduction (Klivans and Sherstov, 2009)"

ASSUMED = f"the hardness of approximating shortest lattice vectors, and {REDUCTION}"

LARGE = "d = n, ρ > 0 and poly(n) ≥ n^c for a constant c > 0"

GIVEN = "w₀ = 0; labels are ±1; ‖xᵢ‖ = R; ‖w⋆‖ = 1 and y(w⋆·x) > γ on all examples"

CLAIMS: tuple[Claim, ...] = (
    claim(
        "livni-efficient",
        "8.1.1, first sentence",
        "In the realizable setting the Perceptron learns halfspaces efficiently, but with dependence on a margin.",
        Reading(
            "at most R²/γ² mistakes for γ > 0, in any dimension and on any number of examples, with sgn(0) = ±1",
            theorem="perceptron_margin_bound",
        ),
        Reading(
            "it depends on the margin: (k + 1)² + 1 mistakes or more until w is right on (1, 0) and (−k, 1), both +1",
            theorem="two_points",
        ),
        hypotheses=f"{GIVEN}; cost model: mistakes are counted, as a round takes one inner product and at most one sum",
        title="the Perceptron learns halfspaces efficiently",
    ),
    claim(
        "livni-8.1",
        "8.1.1, Theorem 8.1",
        "The Perceptron converges after O(R²/γ²) steps.",
        Reading(
            "for γ > 0, a pass changes w at most R²/γ² times, with sgn(0) = ±1",
            theorem="perceptron_margin_bound",
        ),
        Reading(
            "for γ > 0, a pass changes w at most (9/8)R²/γ² times, with sgn(0) = 0 and half a step at a tie",
            theorem="half_step_bound",
        ),
        remark(
            "γ may be any number below the margins, even a negative one: at most R²/γ² mistakes",
            violated=partial(passes.exceeds_at, gamma=-10),
            candidates=only(sample(((1,), 1), ((-1,), -1), target=(1,))),
            negation="negative_margin_exceeds",
            correction="γ > 0",
        ),
        remark(
            "D is not S, for which it is a slip: the same sentence lets γ separate S. The margins on D are above γ > "
            "0, and on S there are at most R²/γ² mistakes; sgn(0) = +1",
            violated=passes.exceeds_elsewhere,
            candidates=only(
                {"sample": sample(*[((1,), 1), ((1,), -1)] * 2), "support": sample(((1,), 1), target=(1,))}
            ),
            negation="sample_from_elsewhere",
            correction="S for D",
        ),
        convention(
            "steps are the examples read: for γ > 0, w stays as it is after C·R²/γ² of them, C = 2 or any other; "
            "sgn(0) = +1",
            violated=partial(passes.changes_late, gamma=passes.THREE_QUARTERS),
            candidates=only(sample(*[((1,), 1)] * 4, ((-1,), -1), target=(1,))),
            negation="first_mistake_may_be_late",
            correction="steps that change w",
        ),
        stronger(
            "to converge is to label the whole sample correctly after the one pass, with sgn(0) = +1",
            violated=partial(passes.wrong_after_pass, gamma=HALF),
            candidates=only(sample(((1, 2), 1), ((-1, 2), -1), target=(1, 0))),
            negation="one_pass_is_not_enough",
            correction="more passes, at most R²/γ² + 1 if γ > 0",
        ),
        hypotheses=GIVEN,
        title="the Perceptron converges in O(R²/γ²)",
    ),
    claim(
        "livni-8.1-step",
        "proof of Theorem 8.1, first sentence and first equality",
        "A mistake adds y·x to w, and a correct answer nothing.",
        Reading(
            "sgn(0) is +1 or −1",
            theorem="whole_step",
        ),
        convention(
            "sgn(0) = 0, so that a tie is a mistake",
            violated=passes.steps_otherwise,
            candidates=only({"said": 0, "label": 1}),
            negation="half_step_at_tie",
            correction="sgn(0) = ±1: with 0 a tie adds ½y·x",
        ),
        hypotheses="the update is ½(y − ŷ)x, and ŷ = sgn(w·x)",
        title="a mistake adds y·x",
    ),
    claim(
        "livni-8.1-display",
        "proof of Theorem 8.1, first display",
        "A mistake on example t makes wₜ₊₁·w⋆ ≥ wₜ·w⋆ + γ.",
        misprint(
            "as the algorithm numbers them: example t makes wₜ of wₜ₋₁; sgn(0) = +1",
            violated=partial(passes.display, gamma=HALF),
            candidates=only(sample(((-1,), -1), ((1,), 1), target=(1,))),
            negation="display_is_off_by_one",
            correction="wₜ·w⋆ ≥ wₜ₋₁·w⋆ + γ, as the algorithm counts",
        ),
        stronger(
            "wₜ·w⋆ = (wₜ₋₁ + yₜxₜ)·w⋆ = (w⁽ᵏ⁻¹⁾ + yₜxₜ)·w⋆ ≥ wₜ₋₁·w⋆ + γ at the k-th mistake, with sgn(0) = ±1",
            theorem="display_of_errors",
        ),
        hypotheses=GIVEN,
        title="a mistake on t: wₜ₊₁·w⋆ ≥ wₜ·w⋆ + γ",
    ),
    claim(
        "livni-8.1-progress",
        "proof of Theorem 8.1, after the first display",
        "After k mistakes w·w⋆ ≥ kγ, and so ‖w‖ ≥ kγ.",
        Reading(
            "w·w⋆ ≥ kγ, with sgn(0) = ±1",
            theorem="claim_1_2",
        ),
        Reading(
            "kγ ≤ w·w⋆ ≤ ‖w‖‖w⋆‖ = ‖w‖, by the Cauchy–Schwarz inequality, with sgn(0) = ±1",
            theorem="real_chain",
        ),
        convention(
            "w·w⋆ ≥ kγ, with sgn(0) = 0 and half a step at a tie",
            violated=with_examples(partial(perceptron.falls_behind, gamma=passes.THREE_QUARTERS)),
            candidates=only(sample(((1,), 1), target=(1,))),
            negation="half_step_is_not_enough",
            correction="sgn(0) = ±1: with 0 a tie adds half as much",
        ),
        hypotheses=f"{GIVEN}; γ > 0",
        title="w·w⋆ ≥ kγ after k mistakes",
    ),
    claim(
        "livni-8.1-length",
        "proof of Theorem 8.1, after the second display",
        "After k mistakes ‖w‖² ≤ kR².",
        Reading(
            "with sgn(0) = ±1",
            theorem="claim_1_3",
        ),
        Reading(
            "‖w⁽ᵏ⁾‖² ≤ ‖w⁽ᵏ⁻¹⁾‖² + ‖x‖² at a mistake on x, as the display has it, with sgn(0) = ±1",
            theorem="mistake_lengthens",
        ),
        Reading(
            "with sgn(0) = 0 and half a step at a tie",
            theorem="half_steps_claim_1_3",
        ),
        hypotheses="w₀ = 0, and ‖xᵢ‖ = R",
        title="‖w‖² ≤ kR² after k mistakes",
    ),
    claim(
        "livni-8.1-bound",
        "proof of Theorem 8.1, last display",
        "A pass makes k ≤ R²/γ² mistakes.",
        Reading(
            "with sgn(0) = ±1",
            theorem="perceptron_margin_bound",
        ),
        convention(
            "with sgn(0) = 0, half a step at a tie, and a tie a mistake",
            violated=partial(passes.exceeds_at, tie=0, step=HALF, gamma=Fraction(59, 20)),
            candidates=only(passes.THREE),
            negation="half_steps_exceed",
            correction="sgn(0) = ±1: with 0 it is k ≤ 9R²/(8γ²)",
        ),
        convention(
            "with sgn(0) = 0 and half a step at a tie, which is not counted",
            theorem="half_step_bound_without_ties",
        ),
        hypotheses=f"{GIVEN}; γ > 0",
        title="k ≤ R²/γ² mistakes",
    ),
    finite_claim(
        "livni-8.2-learnable",
        "last paragraph before 8.2",
        "The class of intersections of Theorem 8.2 is learnable in the statistical model.",
        Reading(
            "polynomially many examples are enough",
            conditional="a bound on examples (Littlestone 1989)",
        ),
        stronger(
            "online: with b + ‖w‖₁ ≤ p they are all in a list of (n + 2)^(pk), some perhaps more than once, and "
            "Halving on this list makes at most pk·log₂(n + 2) mistakes",
            theorem="intersections_are_learnable",
        ),
        hypotheses="p and k are polynomials in n",
        title="the intersections are learnable",
    ),
    finite_claim(
        "livni-8.2-class",
        "Theorem 8.2, definition of H^a",
        "H^a consists of the halfspaces sgn(w·x − b − ½) on {±1}ⁿ with natural w and b, |b| + ‖w‖₁ ≤ poly(n).",
        Reading(
            "they are halfspaces: w·x − b − ½ is never 0",
            theorem="product_is_no_threshold",
        ),
        beyond_the_notes(
            "natural w and b, as small, give on the points (x, −x, 1) what integer ones give on x",
            theorem="integer_halfspaces_are_natural_doubled",
        ),
        title="sgn(w·x − b − ½) is a halfspace",
    ),
    finite_claim(
        "livni-8.2",
        "Theorem 8.2",
        "Under a cryptographic assumption intersections of k = d^ρ halfspaces of H^a are not efficiently learnable.",
        missing_hypothesis(
            "with any d, ρ and poly(n)",
            conditional="what they are: with ρ = 0 (livni-8.2-single) or poly(n) = 1 (conjunctions) it is easy",
            correction="d = n, ρ > 0, poly(n) ≥ n^c; then a reduction",
        ),
        Reading(f"with {LARGE}", conditional=REDUCTION),
        title="intersections are hard to learn",
    ),
    finite_claim(
        "livni-8.2-single",
        "Theorem 8.2, with k = 1",
        "One halfspace of H^a is easy: the Perceptron learns it on the points (x, 1).",
        beyond_the_notes(
            "it makes at most (n + 1)(2p + 1)² mistakes, p = b + ‖w‖₁, a polynomial in n",
            theorem="one_halfspace_is_easy",
        ),
        title="one halfspace is easy",
    ),
    claim(
        "livni-8.2-remark1",
        "8.2, Remark 1",
        "The hard samples are labeled by the class, so learning is hard in the realizable and in the agnostic case.",
        Reading(f"with {LARGE}", conditional=REDUCTION),
        title="hard in the realizable case, too",
    ),
    claim(
        "livni-8.2-remark2",
        "8.2, Remark 2",
        "Learning is hard for improper learners, too, whose hypothesis need not be in the class.",
        Reading(f"with {LARGE}", conditional=REDUCTION),
        title="hard for improper learners, too",
    ),
    finite_claim(
        "livni-8.3",
        "Corollary 8.3",
        "A class of fully connected sgn networks with at least one hidden layer is not efficiently learnable if the "
        "first hidden layer has k = d^ρ neurons.",
        missing_hypothesis(
            "as it stands, without any assumption",
            conditional=ASSUMED,
            correction="the assumption of 8.2; d = n, ρ > 0",
        ),
        Reading("under the assumption of Theorem 8.2, with d = n and ρ > 0", conditional=REDUCTION),
        title="networks are hard to learn",
    ),
    finite_claim(
        "livni-8.3-enough",
        "proof of Corollary 8.3, first two sentences",
        "It is enough to show H_k ⊆ N, because who learns the networks N, even improperly, learns the intersections "
        "H_k.",
        Reading(
            "who errs at most M times on whatever N labels does so on whatever H_k labels: it is the same learner",
            theorem="enough_to_include",
        ),
        Reading(
            "H_k ⊆ N: fully connected, with k neurons in the first hidden layer, and any number of further ones",
            theorem="intersections_are_networks",
        ),
        title="enough to show H_k ⊆ N",
    ),
    finite_claim(
        "livni-8.3-network",
        "proof of Corollary 8.3, one hidden layer",
        "Neurons vⱼ with the weights w⁽ʲ⁾ and the bias −bᵢ − ½, and sgn(Σ vⱼ − k + ½) above them, are h₁ ∧ … ∧ hₖ.",
        Reading(
            "the bias of neuron j is −bⱼ − ½",
            theorem="intersection_is_a_network",
        ),
        remark(
            "the i of −bᵢ is not j, but the same for all neurons: 1, say",
            violated=networks.needs_its_biases,
            candidates=only({"weights": ((1,), (1,)), "biases": (0, 1)}),
            negation="one_bias_is_not_the_intersection",
            correction="−bⱼ − ½, as in hⱼ",
        ),
        title="the network is the intersection",
    ),
    finite_claim(
        "livni-8.3-deep",
        "proof of Corollary 8.3, several hidden layers",
        "A neuron with a single input, of weight 1, has the value of the neuron below.",
        Reading(
            "neurons are ±1, whatever sgn(0) is",
            theorem="signs_are_passed_on",
        ),
        title="a neuron with one input, of weight 1, repeats it",
    ),
)
