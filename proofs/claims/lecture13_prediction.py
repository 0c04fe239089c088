"""What Lecture 13, 1.1, states of linear prediction, and how each reading is judged: Cesa-Bianchi, Lecture 13.

Throughout, S = {(x₁, y₁), …, (x_m, y_m)} has m ≥ 1 examples with x in R^d and y = ±1 unless it is said otherwise,
and γ(U) = min y⟨U, x⟩.
"""

from collections.abc import Callable, Iterator
from functools import partial

from proofs.claims import lecture13_checks as checks
from proofs.claims import lecture13_samples as on
from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.later import later

_claim = partial(Claim, source="Cesa-Bianchi, Lecture 13 (27-04-2020)")

REDUCTIONS = (
    "reductions to minimizing disagreements, even up to constant factors (Höffgen, Simon, Van Horn; Amaldi, Kann)"
)
HARDNESS = f"P ≠ NP, and {REDUCTIONS}"


def _these(*candidates: Candidate) -> Callable[[], Iterator[Candidate]]:
    return lambda: iter(candidates)


PREDICTION: tuple[Claim, ...] = (
    _claim(
        id="lecture13-loss",
        where="1.1, the loss I{y⟨w, x⟩ ≤ 0}",
        statement="The loss is 1 on the examples that the classifier w gets wrong, and 0 on the others.",
        readings=(
            Reading(
                "the classifier predicts sign(w·x) with sign(0) = +1",
                violated=checks.tie_is_an_error,
                candidates=_these({"w": ["0"], "x": ["1"], "y": 1}, {"w": ["1"], "x": ["0"], "y": 1}),
                instead="the loss is at least the zero-one loss, and equal to it where w·x ≠ 0",
                theorem="tie_may_be_right",
            ),
            Reading(
                "sign(0) = 0, which is no label and always wrong",
                violated=checks.loss_by_sign((0,), at_ties=True),
                candidates=checks.signs,
                exhaustive=True,
                theorem="mistaken_iff",
            ),
            Reading(
                "whatever sign(0) is, the loss is at least the zero-one loss, and equal to it where w·x ≠ 0",
                violated=checks.loss_by_sign((1, -1, 0), at_ties=False),
                candidates=checks.signs,
                exhaustive=True,
                theorem="loss_above_zero_one",
            ),
        ),
    ),
    _claim(
        id="lecture13-erm",
        where="1.1, the formula for the ERM",
        statement="The ERM minimizes the share of examples with y⟨w, x⟩ ≤ 0.",
        readings=(
            Reading(
                "as printed, with ≤ 0 behind the braces: what minimizes the mean of I{y⟨w, x⟩}, I{a} = 1 iff a ≠ 0",
                violated=on.with_w(checks.printed_brackets),
                candidates=on.samples_with_w,
                instead="≤ 0 belongs into the braces: minimize the mean of I{y⟨w, x⟩ ≤ 0}",
                theorem="printed_mean_prefers_0",
            ),
            Reading(
                "the minimizer is one classifier",
                violated=checks.two_minimizers,
                candidates=_these(
                    {**on.of_points([0]), "v": ["1"], "w": ["-1"], "x": ["1"]},
                    {**on.of_points([1, 0]), "v": ["1", "1"], "w": ["1", "-1"], "x": ["0", "1"]},
                ),
                instead="the minimizers are a set that is not empty, and has rational members",
                theorem="minimizers_differ",
            ),
            Reading(
                "with ≤ 0 in the braces there is a minimizer, and a rational one",
                argument=later("lecture13_arguments", "rational_w"),
                violated=checks.rational_optimum,
                candidates=on.pairs,
            ),
        ),
    ),
    _claim(
        id="lecture13-decision",
        where="1.1, the associated decision problem",
        statement="Whether some w errs on at most k examples is in NP, and so not decidable fast unless P = NP.",
        readings=(
            Reading(
                "as printed: what is in NP is not decidable in polynomial time unless P = NP",
                violated=checks.by_argument(
                    "sign_decides_on_the_line", "d = 1 is in NP, and decided by trying w = 1, −1 and 0"
                ),
                candidates=_these({"dimension": 1}),
                instead="it is NP-complete, d being part of the input, and so not decidable fast unless P = NP",
            ),
            Reading("the problem is NP-complete, d being part of the input", assumes=REDUCTIONS),
        ),
    ),
    _claim(
        id="lecture13-instance",
        where="1.1.1, the instance of MinDisOpt",
        statement="Opt(S) is the least number of examples of S that a linear classifier gets wrong.",
        readings=(
            Reading(
                "labels {0, 1}, as printed: y⟨w, x⟩ ≤ 0 counts what w gets wrong, predicting 1 iff w·x > 0",
                violated=checks.zero_labels_count,
                candidates=on.binary_instances,
                instead="labels −1 and +1; of {0, 1}, every example labeled 0 counts, whatever w is",
            ),
            Reading(
                "labels {0, 1}: Opt(S) is the number of labels 0 and of zero vectors, attained by w = (1, …, 1)",
                argument=later("lecture13_arguments", "ones_are_best"),
                violated=checks.ones_are_beaten,
                candidates=on.binary_instances,
            ),
            Reading(
                "labels ±1, and any linear classifier, also those with a threshold",
                violated=checks.threshold_helps,
                candidates=_these(
                    {**on.of_points([0]), "w": ["0"], "b": "1"}, {**on.of_points([0], [1]), "w": ["1"], "b": "1"}
                ),
                instead="linear classifiers without a threshold; a threshold is one more coordinate, 1 on every point",
                theorem="threshold_can_err_less",
            ),
            Reading(
                "a threshold is one more coordinate, 1 on every point",
                argument=later("lecture13_arguments", "threshold_as_coordinate"),
                theorem="bias_is_a_coordinate",
            ),
        ),
    ),
    _claim(
        id="lecture13-hardness",
        where="1.1.1, the theorem",
        statement="If P ≠ NP, no polynomial-time algorithm makes at most C·Opt(S) mistakes on every S, for any C > 0.",
        readings=(
            Reading(
                "labels {0, 1}, as printed",
                violated=checks.by_argument(
                    "ones_are_best", "w = (1, …, 1), written down without looking at S, attains Opt(S): C = 1 will do"
                ),
                candidates=_these({"every coordinate of w": "1"}),
                instead="the same with labels −1 and +1",
            ),
            Reading("labels −1 and +1", assumes=HARDNESS),
            Reading("so the factor of any fast algorithm grows without bound with the size of S", assumes=HARDNESS),
            Reading(
                "C < 1 and Opt(S) ≥ 1: no algorithm at all does, whatever P and NP are",
                argument=later("lecture13_arguments", "below_one"),
                theorem="nothing_below_optimum",
            ),
            Reading(
                "the size md of the input is its number of bits m(d + 1), up to a factor 2",
                argument=later("lecture13_arguments", "input_size"),
            ),
        ),
    ),
    _claim(
        id="lecture13-display",
        where="1.1.1, the theorem's display",
        statement="For every fast algorithm A and every C there is an S on which A errs C times as often as the ERM.",
        readings=(
            Reading(
                "as printed, with ≥: for C > 1, it tells fast algorithms from the ERM itself",
                violated=checks.display_excludes(strict=False),
                candidates=on.pairs_with_factor,
                instead="A errs strictly more than C times as often as the ERM",
                theorem="at_least_is_vacuous",
            ),
            Reading(
                "as printed, with ≥: vacuous, for it holds for every A, fast or slow, even if P = NP",
                argument=later("lecture13_arguments", "display_is_empty"),
                theorem="at_least_is_vacuous",
            ),
            Reading(
                "with >: for C ≥ 1, the ERM itself is excluded",
                argument=later("lecture13_arguments", "strict_display"),
                violated=checks.display_excludes(strict=True),
                candidates=on.pairs_with_factor,
                theorem="minimizer_does_not_exceed",
            ),
            Reading("with >", assumes=HARDNESS),
        ),
    ),
    _claim(
        id="lecture13-opt",
        where="1.1.1, Opt(S) and the training error",
        statement="Opt(S)/m is the training error of the ERM; and Opt(S) is.",
        readings=(
            Reading(
                "Opt(S)/m is, with labels ±1",
                argument=later("lecture13_arguments", "opt_share"),
                violated=checks.error_is_share,
                candidates=on.pairs,
            ),
            Reading(
                "Opt(S)/m is, with the printed labels {0, 1}",
                violated=checks.literal_opt_is_no_error,
                candidates=on.binary_instances,
                instead="Opt(S)/m is, with labels ±1",
            ),
            Reading(
                "Opt(S) is, as the last display has it",
                violated=checks.opt_against_error(lambda _least, _m: True),
                candidates=on.pairs,
                instead="Opt(S)/m is; Opt(S) is only where m = 1 or Opt(S) = 0",
            ),
            Reading(
                "Opt(S) is iff m = 1 or Opt(S) = 0",
                argument=later("lecture13_arguments", "opt_is_not_share"),
                violated=checks.opt_against_error(lambda least, m: m == 1 or least == 0),
                candidates=on.pairs,
                theorem="optimum_is_error_iff",
            ),
        ),
    ),
    _claim(
        id="lecture13-separable",
        where="1.1.1, Opt(S) = 0",
        statement="Opt(S) = 0 iff some U has y⟨U, x⟩ > 0 on every example.",
        readings=(
            Reading(
                "labels ±1",
                argument=later("lecture13_arguments", "zero_opt"),
                violated=checks.separable_iff_zero,
                candidates=on.pairs,
                theorem="separable_iff_optimum_0",
            ),
        ),
    ),
    _claim(
        id="lecture13-margin",
        where="1.1.1, the margin",
        statement="γ(U)/‖U‖ is the distance of the hyperplane of U from the closest example.",
        readings=(
            Reading(
                "U separates S",
                argument=later("lecture13_arguments", "distance"),
                violated=checks.margin_is_no_distance(separators=True),
                candidates=on.samples_with_w,
            ),
            Reading(
                "U is any vector but 0",
                violated=checks.margin_is_no_distance(separators=False),
                candidates=on.samples_with_w,
                instead="U separates S; otherwise γ(U) ≤ 0, and is no distance",
            ),
            Reading(
                "y⟨U, x⟩/‖U‖ is y‖x‖cos Θ, for the angle Θ of U and x", argument=later("lecture13_arguments", "angle")
            ),
        ),
    ),
    _claim(
        id="lecture13-lp",
        where="1.1.1, linear programming",
        statement="If Opt(S) = 0, linear programming finds an ERM, in linear time.",
        readings=(
            Reading("linear in md", assumes="a linear-time algorithm for linear programs, of which none is known"),
            Reading(
                "linear in m for a fixed d",
                assumes="Megiddo's algorithm, whose running time no computation here reaches",
            ),
            Reading(
                "polynomial",
                assumes="the algorithms of Khachiyan and of Karmarkar, whose running time no computation here reaches",
            ),
            Reading(
                "the strict system as a linear program: y⟨w, x⟩ ≥ 0 in place of > 0",
                violated=on.with_w(checks.weak_system),
                candidates=on.samples_with_w,
                instead="y⟨w, x⟩ ≥ 1 in place of > 0",
                theorem="zero_solves_the_weak_system",
            ),
            Reading(
                "y⟨w, x⟩ ≥ 1 is solvable iff y⟨w, x⟩ > 0 is",
                argument=later("lecture13_arguments", "divided"),
                violated=checks.unit_system,
                candidates=on.samples,
                theorem="margin_1_iff_positive",
            ),
        ),
    ),
    _claim(
        id="lecture13-rescale",
        where="1.2.1, rescaling U",
        statement="Rescaling a separator U makes its margin bigger, and larger than 1.",
        readings=(
            Reading(
                "γ(U)",
                argument=later("lecture13_arguments", "scaling"),
                violated=checks.rescaling(normalized=False),
                candidates=on.samples_with_w,
                theorem="rescale_above_1",
            ),
            Reading(
                "the distance γ(U)/‖U‖",
                violated=checks.rescaling(normalized=True),
                candidates=on.samples_with_w,
                instead="it leaves γ(U)/‖U‖ as it is",
                theorem="margin_scale",
            ),
            Reading(
                "y⟨U, x⟩ ≥ γ(U) > 0 throughout iff y⟨U/γ(U), x⟩ ≥ 1 throughout",
                argument=later("lecture13_arguments", "divided"),
                theorem="margin_1",
            ),
            Reading(
                "the shortest U with y⟨U, x⟩ ≥ 1 has the largest γ(U)/‖U‖ of all",
                argument=later("lecture13_arguments", "largest_margin"),
                violated=on.with_w(checks.shorter_margin),
                candidates=on.samples_with_w,
                theorem="shortest_has_largest_margin",
            ),
        ),
    ),
)
