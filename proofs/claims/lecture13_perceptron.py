"""What Lecture 13, 1.2, states of the Perceptron, and how each reading is judged: Cesa-Bianchi, Lecture 13.

Throughout, S = {(x₁, y₁), …, (x_m, y_m)} has m ≥ 1 examples with x in R^d and y = ±1 unless it is said otherwise,
γ(U) = min y⟨U, x⟩, R = max ‖x‖, and M is the number of updates.
"""

from functools import partial
from typing import Any

from proofs.claims import lecture13_runs as runs
from proofs.claims import lecture13_samples as on
from proofs.claims.claim import Claim, Reading
from proofs.claims.later import later

_claim = partial(Claim, source="Cesa-Bianchi, Lecture 13 (27-04-2020)")

_TWO_BASIS_VECTORS: dict[str, Any] = {"M": 2, "e": 0, "h": 0, "q": 0, "s": 0, "t": 0, "R": 1, "N": 2}
"""e₁ and e₂ with U = (1, 1): two updates, and every slack is 0."""

PERCEPTRON: tuple[Claim, ...] = (
    _claim(
        id="lecture13-gamma",
        where="1.2, below the algorithm",
        statement="γ(w) = min y⟨w, x⟩ ≤ 0.",
        hypotheses="S is separable",
        readings=(
            Reading(
                "for every w of the run, the one it returns included",
                violated=on.on_separable(runs.positive_margin_somewhere),
                candidates=on.samples,
                instead="for every w that is updated",
                theorem="loop_finds_separator",
            ),
            Reading(
                "for every w that is updated",
                argument=later("lecture13_perceptron_arguments", "gamma_at_update"),
                violated=on.on_separable(runs.positive_margin_at_update),
                candidates=on.samples,
                theorem="updated_has_no_margin",
            ),
        ),
    ),
    _claim(
        id="lecture13-loop",
        where="1.2, the algorithm",
        statement="The loop reads examples, updates on y⟨w, x⟩ ≤ 0, and ends when γ(w) > 0.",
        readings=(
            Reading(
                "it reads each example of a separable S once: one pass is enough",
                violated=on.on_separable(runs.one_pass_is_short),
                candidates=on.small_and_heavy,
                instead="after the last example it starts over",
                theorem="one_pass_is_not_enough",
            ),
            Reading(
                "it starts over, and its rounds are bounded by ‖U‖²·max‖x‖², as the theorem bounds the updates",
                violated=on.on_separable(runs.reads_above_bound),
                candidates=on.small_and_heavy,
                instead="the rounds are at least M and at most m(M − 1) + 1",
                theorem="rounds_exceed",
            ),
            Reading(
                "it starts over: on a separable S it ends after at least M and at most m(M − 1) + 1 rounds",
                argument=later("lecture13_perceptron_arguments", "reads"),
                violated=on.on_separable(runs.too_many_reads),
                candidates=on.small_and_heavy,
            ),
            Reading(
                "on an S that is not separable it never ends",
                argument=later("lecture13_perceptron_arguments", "never_halts"),
                violated=runs.halting_is_wrong,
                candidates=on.pairs,
                theorem="loop_endless",
            ),
        ),
    ),
    _claim(
        id="lecture13-average",
        where="1.2, U = (1/m)Σ y·x",
        statement="The average of all y·x separates S.",
        hypotheses="S is separable",
        readings=(
            Reading(
                "it errs on no example",
                violated=runs.average_errs(allowed=lambda wrong, _m: wrong == 0),
                candidates=on.small_and_heavy,
                instead="it errs on no example if d = 1, and in general is right on at least one",
                theorem="averaging_errs",
            ),
            Reading(
                "it errs on at most half of the examples",
                violated=runs.average_errs(allowed=lambda wrong, m: 2 * wrong <= m),
                candidates=on.small_and_heavy,
                instead="it is right on at least one",
                theorem="averaging_errs_on_most",
            ),
            Reading(
                "it is right on at least one example",
                argument=later("lecture13_perceptron_arguments", "average_is_right_once"),
                violated=runs.average_errs(allowed=lambda wrong, m: wrong < m),
                candidates=on.small_and_heavy,
                theorem="average_is_right_once",
            ),
            Reading(
                "d = 1: it errs on no example",
                argument=later("lecture13_perceptron_arguments", "average_on_the_line"),
                violated=runs.average_errs(allowed=lambda wrong, _m: wrong == 0, dimension=1),
                candidates=on.samples,
                theorem="average_on_the_line",
            ),
            Reading(
                "only the y·x of the examples that are updated on, added up: that is w, and separates S in the end",
                argument=later("lecture13_perceptron_arguments", "sum_of_updates"),
                violated=on.on_separable(runs.sum_of_causes),
                candidates=on.small_and_heavy,
                theorem="loop_sum_separates",
            ),
        ),
    ),
    _claim(
        id="lecture13-update",
        where="1.2, w ← w + y·x",
        statement="An update on a violated example fixes it, or goes towards that: it increases the margin.",
        readings=(
            Reading(
                "afterwards y⟨w, x⟩ > 0, whatever w and x ≠ 0 were",
                violated=on.with_w(runs.step_leaves_it),
                candidates=on.single_steps,
                instead="⌊−y⟨w, x⟩/‖x‖²⌋ + 1 updates on the example fix it",
                theorem="update_need_not_correct",
            ),
            Reading(
                "afterwards y⟨w, x⟩ > 0, in the run on a separable S",
                violated=on.on_separable(runs.step_in_a_run_leaves_it),
                candidates=on.small_and_heavy,
                instead="⌊−y⟨w, x⟩/‖x‖²⌋ + 1 updates on the example fix it",
                theorem="update_need_not_correct",
            ),
            Reading(
                "⌊−y⟨w, x⟩/‖x‖²⌋ + 1 updates on an x ≠ 0 fix it, and fewer do not",
                argument=later("lecture13_perceptron_arguments", "repeated"),
                violated=on.with_w(runs.steps_do_not_fix),
                candidates=on.single_steps,
                theorem="updates_that_fix",
            ),
            Reading(
                "y⟨w, x⟩ grows by ‖x‖²",
                argument=later("lecture13_perceptron_arguments", "increase"),
                violated=on.with_w(runs.step_is_not_the_square),
                candidates=on.single_steps,
                theorem="update_grows",
            ),
            Reading(
                "y⟨w, x⟩ becomes larger, for any x",
                violated=on.with_w(runs.step_changes_nothing),
                candidates=on.single_steps,
                instead="it becomes larger for x ≠ 0, so for any x of a separable S",
                theorem="zero_gains_nothing",
            ),
            Reading(
                "y⟨w, x⟩ becomes larger, for any x of a separable S",
                argument=later("lecture13_perceptron_arguments", "increase_of_separable"),
                theorem="update_gains_on_separable",
            ),
            Reading(
                "the margin γ(w) over S does not fall, in the run on a separable S",
                violated=on.on_separable(runs.margin_falls),
                candidates=on.small_and_heavy,
                instead="only the margin on the example itself grows for sure",
                theorem="margin_may_fall",
            ),
        ),
    ),
    _claim(
        id="lecture13-convergence",
        where="1.2.1, the Perceptron convergence theorem",
        statement="M ≤ (min ‖U‖² over γ(U) = 1)·(max ‖x‖²).",
        hypotheses="S is separable",
        readings=(
            Reading(
                "M counts updates, whatever violated example is taken next",
                argument=later("lecture13_perceptron_arguments", "convergence"),
                instance=_TWO_BASIS_VECTORS,
                violated=on.on_separable(runs.updates_above_bound),
                candidates=on.small_and_heavy,
                theorem="loop_updates",
            ),
            Reading(
                "the minimum ranges over γ(U) ≥ 1 instead: it is the same",
                argument=later("lecture13_arguments", "at_least_one"),
                violated=on.with_w(runs.shorter_with_more_margin),
                candidates=on.samples_with_w,
                theorem="same_minimum",
            ),
            Reading(
                "M ≤ ‖U‖²·max ‖x‖² for every separator U, γ(U) > 0",
                violated=on.with_w(runs.unscaled_bound),
                candidates=on.samples_with_half_w,
                instead="for every U with γ(U) ≥ 1",
                theorem="unscaled_separator_exceeds",
            ),
            Reading(
                "with equality, as the last display has it",
                violated=on.on_separable(runs.updates_below_bound),
                candidates=on.samples,
                instead="M is at most that, and equal to it for orthonormal points",
                theorem="minmax_not_equal",
            ),
            Reading(
                "for every n, with equality for n orthonormal points",
                argument=later("lecture13_perceptron_arguments", "attained"),
                theorem="equality_at_orthonormal_points",
            ),
        ),
    ),
    _claim(
        id="lecture13-proof",
        where="1.2.1, the proof",
        statement="‖W_M‖² is at most the sum of M squares ‖x‖², at most M·max ‖x‖², and W_M·U ≥ M.",
        readings=(
            Reading(
                "the squares of the first M examples of S, as the index i of the sum says",
                violated=runs.norm_too_large(printed_index=True),
                candidates=on.small_and_heavy,
                instead="the squares of the examples that caused the M updates",
                theorem="first_squares_are_too_few",
            ),
            Reading(
                "the squares of the examples that caused the M updates; S need not be separable",
                argument=later("lecture13_perceptron_arguments", "upper"),
                violated=runs.norm_too_large(printed_index=False),
                candidates=on.samples,
                theorem="loop_above",
            ),
            Reading(
                "W_M·U ≥ M for every U with y⟨U, x⟩ ≥ 1",
                argument=later("lecture13_perceptron_arguments", "lower"),
                violated=on.on_separable(runs.product_too_small),
                candidates=on.small_and_heavy,
                theorem="loop_below",
            ),
        ),
    ),
    _claim(
        id="lecture13-exponential",
        where="1.2.1, the end",
        statement="On barely separable S, where U is exponentially long, M is exponential in md.",
        hypotheses="S is separable",
        readings=(
            Reading(
                "it will be: for points of one length with (‖U‖R)² ≥ 2^(md), M ≥ 2^(md)",
                violated=on.on_separable(runs.barely_separable_and_easy),
                candidates=on.mirrored,
                instead="it can be",
                theorem="barely_separable_may_be_fast",
            ),
            Reading(
                "md is what counts: M ≤ 2^(md)",
                violated=on.on_separable(runs.above_power),
                candidates=on.small_and_heavy,
                instead="no function of md bounds M for arbitrary points, even for md = 4",
                theorem="two_points",
            ),
            Reading(
                "no function of md bounds M for arbitrary points: (1, 0) and (−k, 1) take (k + 1)² + 1 updates or more",
                argument=later("lecture13_perceptron_arguments", "two_points"),
                violated=runs.other_than_two_points,
                candidates=lambda: ({"k": k} for k in range(12)),
                theorem="two_points",
            ),
            Reading(
                "points of {0, 1}^d: for all m and d, M ≥ 2^(md) on some S",
                violated=runs.never_as_many,
                candidates=lambda: ({"m": m, "d": d} for m in (1, 2) for d in (1, 2)),
                instead="on points of {0, 1}^d M can be exponential in d, but log M is of smaller order than md",
                theorem="one_binary_point",
            ),
            Reading(
                "points of {0, 1}^n: it can be exponential in n = d = m, M ≥ F(n + 1)·F(n + 2) − 1 in any order",
                argument=later("lecture13_perceptron_arguments", "nested_binary"),
                violated=runs.too_few_nested(binary=True),
                candidates=lambda: ({"n": n} for n in range(1, 8)),
            ),
            Reading(
                "points of {−1, 0, 1}^n: it can be exponential in n = d = m, M ≥ (4^n − 1)/3 in any order",
                argument=later("lecture13_perceptron_arguments", "nested_ternary"),
                violated=runs.too_few_nested(binary=False),
                candidates=lambda: ({"n": n} for n in range(1, 6)),
                theorem="nested_exponential",
            ),
            Reading(
                "points of {−1, 0, 1}^d: M ≤ r²·d^r for r = min(m, d), so that log M/(md) goes to 0 as md grows",
                argument=later("lecture13_perceptron_arguments", "binary_bound"),
                violated=on.on_separable(runs.above_binary_bound),
                candidates=on.samples,
            ),
        ),
    ),
)
