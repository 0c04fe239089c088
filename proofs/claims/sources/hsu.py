"""Perceptron and Online Perceptron, Daniel Hsu (COMS 4771): margins, and three theorems."""

from functools import partial

from proofs.claims.candidates import ONE, only
from proofs.claims.model import Claim, Reading, claim_of, convention, remark, stronger
from proofs.claims.predicates import perceptron
from proofs.claims.predicates.perceptron import with_examples

claim = partial(claim_of, "Perceptron and Online Perceptron, Daniel Hsu (COMS 4771)")

FIRST, SECOND, THIRD = "first theorem (Perceptron)", "second theorem (Online Perceptron)", "third theorem (hinge loss)"
BOUND = "‖w⋆‖²L²"
FINITE = "S is finite and not empty"
SEPARABLE = f"{FINITE}, and linearly separable"
MARGIN_1 = f"{FINITE}; the least y⟨w⋆, x⟩ on S is 1, and L is the largest ‖x‖; any (x, y) with y⟨ŵ, x⟩ ≤ 0 may be taken"
ANY_SEQUENCE = "any sequence, L as in hsu-2, and any w⋆; M mistakes so far, in which w⋆ has hinge losses of the sum H"

CLAIMS: tuple[Claim, ...] = (
    # ---------------------------------------------------------------------------------------------------------- margins
    claim(
        "hsu-margin-scale",
        "Margins, second paragraph",
        "Multiplying a linear separator by a positive number leaves its margin as it is.",
        Reading(
            "the margin is the least distance from the hyperplane orthogonal to w",
            theorem="margin_scale",
        ),
        hypotheses=f"{FINITE}; w separates it",
        title="the margin is invariant to scaling",
    ),
    claim(
        "hsu-margin",
        "Margins, second display",
        "A separator may be rescaled so that the least y⟨w, x⟩ is 1; its margin, the least distance, is then 1/‖w‖.",
        Reading(
            "S is finite, so that there is a least y⟨w, x⟩",
            theorem="margin_1_is_distance",
        ),
        hypotheses=f"{FINITE}; w separates it",
        title="min y⟨w, x⟩ = 1: the margin is 1/‖w‖",
    ),
    claim(
        "hsu-program",
        "Margins, the optimization problem",
        "Minimizing ½‖w‖² subject to y⟨w, x⟩ ≥ 1 on all of S describes the linear separator with the largest margin.",
        Reading(
            "it is the solution, up to positive multiples, which have the same margin",
            theorem="largest_margin_exists",
        ),
        hypotheses=SEPARABLE,
        title="the program finds the largest margin",
    ),
    # ------------------------------------------------------------------------------------------------------- Perceptron
    claim(
        "hsu-1",
        FIRST,
        "Perceptron halts after at most ‖w⋆‖²L² loop iterations.",
        convention(
            "the last iteration, which only returns ŵ, counts",
            violated=with_examples(partial(perceptron.iterations, bound=BOUND), "w⋆"),
            candidates=only(ONE),
            negation="last_iteration_exceeds_bound",
            correction="“iterations” to mean updates",
        ),
        Reading(
            "only iterations that update count: the t that the proof bounds, by t ≤ ⟨w⋆, ŵ⟩ ≤ ‖w⋆‖L√t",
            theorem="loop_updates",
        ),
        hypotheses=MARGIN_1,
        title="Perceptron halts after ≤ ‖w⋆‖²L² iterations",
    ),
    claim(
        "hsu-1-below",
        f"{FIRST}, proof, bound from below",
        "If the first t iterations do not exit, then ⟨w⋆, ŵ⟩ ≥ t after them.",
        Reading(
            "whichever examples are taken",
            theorem="loop_below",
        ),
        hypotheses=MARGIN_1,
        title="⟨w⋆, ŵ⟩ ≥ t",
    ),
    claim(
        "hsu-1-above",
        f"{FIRST}, proof, bound from above",
        "If the first t iterations do not exit, then ‖ŵ‖² ≤ L²t after them.",
        Reading(
            "whichever examples are taken; S need not be separable",
            theorem="loop_above",
        ),
        hypotheses=MARGIN_1,
        title="‖ŵ‖² ≤ L²t",
    ),
    # ------------------------------------------------------------------------------------------------ Online Perceptron
    claim(
        "hsu-2",
        SECOND,
        "Online Perceptron makes at most ‖w⋆‖²L² mistakes, with L the largest ‖x‖.",
        Reading(
            "no ‖x‖ in the sequence is above L",
            theorem="perceptron_bound",
        ),
        remark(
            "every infinite sequence has a largest ‖x‖",
            violated=perceptron.has_no_longest,
            candidates=only({"limit": 2, "gap": -1}),
            negation="largest_norm_need_not_exist",
            correction="L = sup ‖x‖, where there is no largest ‖x‖",
        ),
        hypotheses="the least y⟨w⋆, x⟩ in the whole sequence is 1, as our copy's min over t = 1, 2 has lost the dots "
        "that the max of L has; a mistake is y⟨ŵ, x⟩ ≤ 0",
        title="at most ‖w⋆‖²L² mistakes",
    ),
    claim(
        "hsu-2-orders",
        "after the second theorem, first remark",
        "On a linearly separable S the theorem bounds the mistakes, in whatever order S is gone through.",
        Reading(
            "with a w⋆ that is rescaled for S",
            theorem="rescaled_bound_in_any_order",
        ),
        hypotheses=SEPARABLE,
        title="the bound holds for S in any order",
    ),
    claim(
        "hsu-endless",
        "before the third theorem, second remark",
        "Perceptron never terminates on an S that is not linearly separable.",
        Reading(
            "whichever examples are taken",
            theorem="loop_endless",
        ),
        hypotheses=FINITE,
        title="not separable: the Perceptron never terminates",
    ),
    claim(
        "hsu-3",
        THIRD,
        "Online Perceptron makes at most min over w⋆ of ‖w⋆‖²L² + ‖w⋆‖L√H + H mistakes, where H sums the hinge losses"
        " of w⋆ over the rounds with a mistake.",
        Reading(
            "for each w⋆, as in the proof: a number is at most a minimum iff it is at most each of its terms",
            theorem="hinge_bound",
        ),
        stronger(
            "the minimum is attained at w⋆ = 0, where every loss is 1 and H = M: as a number, it is M itself",
            theorem="hinge_minimum_is_the_mistakes",
        ),
        stronger(
            "for each w⋆, with H over all rounds, which may be known without knowing M",
            theorem="hinge_bound_all",
        ),
        hypotheses="any sequence, with M mistakes, and L as in hsu-2",
        title="M ≤ min over w⋆ of ‖w⋆‖²L² + ‖w⋆‖L√H + H",
    ),
    claim(
        "hsu-3-step",
        f"{THIRD}, proof, bound from below",
        "In a round with a mistake ⟨w⋆, ŵ⟩ grows by at least 1 − ℓ, where ℓ is the hinge loss of w⋆ in this round.",
        Reading(
            "for each w⋆",
            theorem="hinge_step",
        ),
        hypotheses="any sequence and any w⋆",
        title="⟨w⋆, ŵ⟩ grows by at least 1 − ℓ",
    ),
    claim(
        "hsu-3-below",
        f"{THIRD}, proof, bounds from above and from below",
        "After M mistakes, in which the hinge losses of w⋆ sum to H, ‖ŵ‖² ≤ L²M, and ⟨w⋆, ŵ⟩ ≥ M − H.",
        Reading(
            "‖ŵ‖² ≤ L²M after each mistake",
            theorem="claim_1_3",
        ),
        Reading(
            "⟨w⋆, ŵ⟩ ≥ M − H after each mistake",
            theorem="hinge_progress",
        ),
        hypotheses=ANY_SEQUENCE,
        title="‖ŵ‖² ≤ L²M, and ⟨w⋆, ŵ⟩ ≥ M − H",
    ),
    claim(
        "hsu-3-root",
        f"{THIRD}, proof, solution of the quadratic",
        "M ≤ ½b² + ½b√(b² + 4H) + H with b = ‖w⋆‖L, because M − b√M − H ≤ 0.",
        Reading(
            "after each round",
            theorem="hinge_bound_root",
        ),
        hypotheses=ANY_SEQUENCE,
        title="M ≤ ½b² + ½b√(b² + 4H) + H",
    ),
    claim(
        "hsu-3-loosened",
        f"{THIRD}, proof, looser bound",
        "½b² + ½b√(b² + 4H) + H is at most b² + b√H + H.",
        Reading(
            "for b, H ≥ 0",
            theorem="real_root_loosened",
        ),
        title="½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H",
    ),
    claim(
        "hsu-3-footnote",
        f"{THIRD}, footnote 1",
        "If x² − bx − c ≤ 0, then x ≤ (b + √(b² + 4c))/2, and so x² ≤ (b + √(b² + 4c))²/4 ≤ b² + b√c + c.",
        Reading(
            "all of it from x² − bx − c ≤ 0, for any x",
            theorem="real_footnote_chain",
        ),
        Reading(
            "the second step from the first, for x ≥ 0, as x = √M is",
            theorem="real_footnote_second_step",
        ),
        hypotheses="b and c are not negative",
        title="x² ≤ bx + c gives x² ≤ b² + b√c + c",
    ),
)
