"""What theorems of the book state, tried on small samples, games and classes: a misstated theorem would be noticed.

Rocq has proved the theorems. A reading and its theorem could still be about different things, so that each statement is
also tried as the reading has it: here by a function that looks for violations, or in ``test_theorems_in_numbers.py``.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
import trial_samples as samples
import trials_finite as finite
import trials_margins as margins
import trials_perceptron as perceptron
from book import PLACES, reading
from test_theorems_in_numbers import TRIED
from trial_samples import separable_samples, separated_samples, small_samples, unit_games
from trials_margins import with_targets
from trials_perceptron import either_tie, exceeds_bound, grows_too_long

from proofs.claims.candidates import FiniteClass
from proofs.claims.perceptron import HALF
from proofs.claims.predicates import halving, linear, networks, passes, unit_samples
from proofs.claims.predicates import perceptron as of_the_book
from proofs.formal.theorems import theorems

Violated = Callable[[Any], object]
"""A line that says how, or whether, a candidate contradicts a theorem."""

Candidates = Callable[[], Iterable[Any]]


AT_MOST_BOUND = partial(of_the_book.iterations, returning=0, allowed=0)
SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
WIDEST = partial(margins.is_wider, multiples=True)

TRIALS: list[tuple[str, Violated, tuple[Candidates, ...]]] = [
    # the mistake bound, in a given order
    ("real_perceptron_margin_bound", partial(exceeds_bound, tie=1, unit=True), (unit_games, samples.in_passes)),
    ("real_perceptron_margin_bound", partial(exceeds_bound, tie=1), (samples.games_of_lengths,)),
    ("perceptron_margin_bound", either_tie(exceeds_bound), (perceptron.games,)),
    ("half_step_bound", partial(exceeds_bound, step=HALF, factor=Fraction(9, 8)), (perceptron.games,)),
    ("perceptron_bound", exceeds_bound, (samples.separated_sequences, perceptron.labelings)),
    ("rescaled_bound_in_any_order", perceptron.in_every_order(exceeds_bound), (separated_samples,)),
    ("real_claim_1_2", partial(of_the_book.falls_behind, tie=1), (unit_games,)),
    ("claim_1_2", either_tie(of_the_book.falls_behind), (perceptron.games,)),
    ("real_claim_1_3", partial(grows_too_long, tie=1, unit=True), (unit_games,)),
    ("real_claim_1_3", partial(grows_too_long, tie=1), (samples.games_of_lengths,)),
    ("claim_1_3", grows_too_long, (samples.sequences,)),
    ("claim_1_3", either_tie(grows_too_long), (perceptron.games,)),
    ("half_steps_claim_1_3", partial(grows_too_long, step=HALF), (perceptron.games,)),
    ("display_of_errors", either_tie(passes.display, late=0), (perceptron.games,)),
    ("whole_step", passes.steps_otherwise, (lambda: [{"said": said, "label": label} for said, label in SIGNS],)),
    ("perceptron_dual", perceptron.is_not_signed_sum, (unit_games,)),
    # the loop, in any order
    ("loop_updates", AT_MOST_BOUND, (separated_samples, separable_samples, perceptron.labelings)),
    ("loop_halts", AT_MOST_BOUND, (separated_samples,)),
    ("loop_below", perceptron.any_order_falls_behind, (separated_samples, perceptron.labelings)),
    ("loop_above", perceptron.any_order_grows_too_long, (small_samples,)),
    ("loop_above", partial(passes.outgrows_squares, first=False), (small_samples,)),
    ("loop_cosine", of_the_book.cosine, (separable_samples, perceptron.labelings)),
    ("loop_endless", perceptron.halts_inseparable, (small_samples,)),
    ("loop_finds_separator", of_the_book.returns_wrong, (separable_samples,)),
    ("loop_finds_separator", linear.errs, (separable_samples,)),
    ("loop_sum_separates", perceptron.sum_differs, (separable_samples,)),
    ("returned_is_right", of_the_book.returns_wrong, (separable_samples, perceptron.labelings)),
    ("updated_has_no_margin", partial(passes.has_margin, at_end=False), (separable_samples,)),
    ("update_gains", partial(of_the_book.update, grows=False), (samples.updates,)),
    ("update_gains", partial(of_the_book.update, grows=True, zero=False), (samples.updates,)),
    ("update_gains_on_separable", partial(of_the_book.update, grows=True, zero=False), (samples.updates,)),
    ("update_grows", partial(of_the_book.update, grows=False), (samples.updates,)),
    ("two_points_loop", partial(perceptron.ends_early, family=perceptron.two_points), (lambda: range(1, 8),)),
    ("odd_max_bit_loop", partial(perceptron.ends_early, family=perceptron.binary_points), (lambda: range(1, 5),)),
    ("equality_at_orthonormal_points", passes.differs_from_bound, (perceptron.bases,)),
    # the value of the margin game
    ("real_value_1_4", perceptron.floor_not_attained, (perceptron.settings,)),
    ("real_value_1_4", perceptron.value_differs, (perceptron.labelings, unit_games)),
    ("any_labels_are_legal", perceptron.value_differs, (perceptron.labelings,)),
    ("norm_1_4", partial(unit_samples.too_long, rounded_up=False), (perceptron.settings,)),
    # margins and separators
    ("margin_scale", margins.changes_with_scale, (separated_samples,)),
    ("margin_1_is_distance", margins.is_not_distance, (margins.multiples,)),
    ("real_margin_is_distance", margins.is_not_distance, (margins.multiples,)),
    ("largest_margin_exists", WIDEST, (margins.multiples,)),
    ("program_has_solution", WIDEST, (separated_samples,)),
    ("rescale_above_1", partial(passes.rescaling, distance=False), (separated_samples,)),
    (
        "mistaken_iff",
        partial(linear.sign_and_product_differ, of_zero=0),
        (lambda: [{"product": value, "label": label} for value, label in (*SIGNS, (0, 1), (0, -1))],),
    ),
    ("erm_attains_optimum", perceptron.searched_in_vain, (small_samples,)),
    ("separable_iff_optimum_0", perceptron.separable_above_0, (small_samples,)),
    ("margin_1_iff_positive", perceptron.unit_system_differs, (small_samples,)),
    # hinge losses
    ("hinge_bound", partial(margins.exceeds_losses, above=margins.above_bound), (with_targets,)),
    (
        "hinge_bound_all",
        partial(margins.exceeds_losses, above=margins.above_bound, all_rounds=True),
        (with_targets,),
    ),
    ("hinge_bound_root", partial(margins.exceeds_losses, above=margins.above_root), (with_targets,)),
    ("hinge_minimum_is_the_mistakes", margins.minimum_is_not_mistakes, (with_targets,)),
    ("hinge_progress", margins.falls_behind_losses, (with_targets,)),
    ("hinge_step", margins.step_is_too_small, (with_targets,)),
    ("real_root_loosened", margins.is_not_looser, (margins.losses_to_compare,)),
    ("real_footnote_chain", partial(margins.square_is_too_large, from_root=False), (margins.quadratics,)),
    (
        "real_footnote_second_step",
        partial(margins.square_is_too_large, from_root=True, negative=False),
        (margins.quadratics,),
    ),
    # kernels and finite classes
    ("kernel_perceptron_bound", finite.exceeds_kernel_bound, (finite.kernel_samples,)),
    ("mistake_halves", finite.removes_less_than_half, (finite.classes,)),
    ("halving_log2", halving.exceeds_log, (finite.classes,)),
    ("halving_is_tight_on_the_cube", halving.misses_log, (finite.cubes,)),
    (
        "majority_need_not_be_a_concept",
        finite.votes_for_a_concept,
        (lambda: (FiniteClass(("+--", "-+-", "--+")),),),
    ),
    ("randomized_halving_fixed_ln", finite.exceeds_ln, (finite.classes,)),
    ("recurrence", partial(halving.breaks_recurrence, equal=False), (finite.sequences,)),
    ("one_more_concept", finite.grows_too_fast, (finite.sequences,)),
    ("singletons_reach_it", halving.misses_harmonic, (finite.singletons,)),
    # intersections and networks
    ("product_is_no_threshold", finite.of_zero, (finite.single_halfspaces,)),
    ("one_halfspace_is_easy", finite.is_slow, (finite.single_halfspaces,)),
    ("intersections_are_learnable", finite.are_too_many, (finite.class_sizes,)),
    ("intersection_is_a_network", networks.computes_otherwise, (finite.intersections,)),
    ("signs_are_passed_on", partial(networks.computes_otherwise, layers=4), (finite.intersections,)),
]


@pytest.mark.parametrize(("name", "violated", "sources"), TRIALS)
def test_nothing_violates_a_theorem(name: str, violated: Violated, sources: tuple[Candidates, ...]) -> None:
    assert name in theorems()
    for candidates in sources:
        tried = [*candidates()]
        assert tried
        assert [candidate for candidate in tried if violated(candidate)] == []


def test_no_reading_names_a_theorem_that_is_tried_on_nothing() -> None:
    named = {what.theorem or what.negation for place in PLACES if not (what := reading(*place)).violated}
    assert named - {""} == TRIED.keys() | {name for name, _, _ in TRIALS}
