(** Every theorem: its statement as Rocq shows it, and what it assumes.

    Written by `python -m proofs.formal.audit`. What Rocq prints of this file is audit.expected. Each part imports
    what its file imports, so that statements are shown as they are written there. All theorems that are not about real
    numbers are asked together what they assume, as each answer takes a third of a second. *)

Set Printing Width 110.

Module Audit_CauchySchwarz. From ForcedMistakes Require Import InnerSpace. From ForcedMistakes Require Import
CauchySchwarz. Local Open Scope field_scope. Check @cauchy_schwarz. End Audit_CauchySchwarz.

Module Audit_Perceptron. From Coq Require Import List Bool. From ForcedMistakes Require Import Learner InnerSpace
MarginTarget CauchySchwarz. Import ListNotations. From ForcedMistakes Require Import Perceptron. Local Open Scope
field_scope. Check @mistaken_iff. Check @mistake_lengthens. Check @claim_1_3. Check @hsu_below. Check @perceptron_bound.
Check @claim_1_2. Check @perceptron_margin_bound. End Audit_Perceptron.

Module Audit_Passes. From Coq Require Import List Lia. From ForcedMistakes Require Import Learner InnerSpace Perceptron
Rounding. Import ListNotations. From ForcedMistakes Require Import Passes. Local Open Scope field_scope. Check
@passes_end. Check @halting. End Audit_Passes.

Module Audit_PerceptronLoop. From Coq Require Import Arith List Lia. From ForcedMistakes Require Import Learner
InnerSpace Perceptron Rounding Passes. Import ListNotations. From ForcedMistakes Require Import PerceptronLoop. Local
Open Scope field_scope. Check @loop_updates. Check @loop_halts. Check @loop_endless. End Audit_PerceptronLoop.

Module Audit_HalfSteps. From Coq Require Import Arith List Bool Lia. From ForcedMistakes Require Import Learner
InnerSpace CauchySchwarz Perceptron Passes. Import ListNotations. From ForcedMistakes Require Import HalfSteps. Local
Open Scope field_scope. Check @half_steps_claim_1_2. Check @half_steps_claim_1_3. Check @half_step_bound. Check
@half_step_bound_without_ties. Check @half_steps_halting. End Audit_HalfSteps.

Module Audit_HingeLoss. From Coq Require Import Arith List. From ForcedMistakes Require Import Learner InnerSpace
CauchySchwarz Perceptron. Import ListNotations. From ForcedMistakes Require Import HingeLoss. Local Open Scope
field_scope. Check @hinge_progress. Check @hinge_bound. Check @hinge_bound_root. Check @hinge_bound_all. Check
@hinge_minimum_is_the_mistakes. End Audit_HingeLoss.

Module Audit_DualPerceptron. From Coq Require Import Arith List Bool. From ForcedMistakes Require Import Learner
InnerSpace SignedSum Perceptron. Import ListNotations. From ForcedMistakes Require Import DualPerceptron. Local Open
Scope field_scope. Check @perceptron_dual. Check @dual_products. End Audit_DualPerceptron.

Module Audit_SampleMargins. From Coq Require Import Arith List. From ForcedMistakes Require Import Learner InnerSpace
CauchySchwarz Perceptron Passes PerceptronLoop. Import ListNotations. From ForcedMistakes Require Import SampleMargins.
Local Open Scope field_scope. Check @rescale. Check @loop_finds_separator. Check @perceptron_bound_strict. Check
@update_grows. Check @cosine. Check @loop_cosine. End Audit_SampleMargins.

Module Audit_Normalizations. From Coq Require Import Arith List Lia. From ForcedMistakes Require Import Learner
InnerSpace MarginTarget CauchySchwarz Perceptron Passes Rounding. From ForcedMistakes Require Import PerceptronLoop
SampleMargins. Import ListNotations. From ForcedMistakes Require Import Normalizations. Local Open Scope field_scope.
Check @threshold_is_a_coordinate. Check @bias_is_a_coordinate. Check @threshold_bound. Check
@extended_points_have_length. Check @positive_factor. Check @zero_has_no_length. Check @unit_target. Check
@zero_halfspace_has_no_unit_vector. Check @margin_scale. Check @rescale_above_1. Check @margin_1. Check
@shortest_has_largest_margin. Check @same_minimum. Check @margin_1_iff_positive. Check @zero_solves_the_weak_system.
Check @update_step. Check @update_gains. Check @update_gains_on_separable. Check @updates_that_fix. Check
@separable_iff_optimum_0. Check @nothing_below_optimum. Check @minimizer_does_not_exceed. End Audit_Normalizations.

Module Audit_HyperplaneDistance. From Coq Require Import Arith List. From ForcedMistakes Require Import Learner
InnerSpace CauchySchwarz Perceptron PerceptronLoop SampleMargins. From ForcedMistakes Require Import Normalizations.
Import ListNotations. From ForcedMistakes Require Import HyperplaneDistance. Local Open Scope field_scope. Check
@distance_to_hyperplane. Check @margin_is_distance. Check @margin_1_is_distance. Check
@program_describes_largest_margin. End Audit_HyperplaneDistance.

Module Audit_MarginProgram. From Coq Require Import Arith List Lia. From ForcedMistakes Require Import Learner
InnerSpace CauchySchwarz Perceptron PerceptronLoop SampleMargins. From ForcedMistakes Require Import Normalizations
HyperplaneDistance. Import ListNotations. From ForcedMistakes Require Import MarginProgram. Local Open Scope
field_scope. Check @shortest_solution_or_none. Check @optimum_exists. Check @erm_attains_optimum. Check
@optimum_is_training_error_iff. Check @program_has_solution. Check @largest_margin_exists. End Audit_MarginProgram.

Module Audit_CyclicPerceptron. From Coq Require Import Arith List Lia. From ForcedMistakes Require Import Learner
InnerSpace Perceptron Rounding Passes PerceptronLoop SampleMargins. Import ListNotations. From ForcedMistakes Require
Import CyclicPerceptron. Local Open Scope field_scope. Check @cyclic_rounds. End Audit_CyclicPerceptron.

Module Audit_PerceptronSteps. From Coq Require Import ZArith List Lia. From ForcedMistakes Require Import Learner
InnerSpace SignedSum MarginTarget Perceptron Passes PerceptronLoop. From ForcedMistakes Require Import HingeLoss
DualPerceptron SampleMargins Rounding. Import ListNotations. From ForcedMistakes Require Import PerceptronSteps. Local
Open Scope field_scope. Check @loop_below. Check @loop_above. Check @loop_sum_separates. Check @returned_is_right. Check
@updated_has_no_margin. Check @updates_in_any_order. Check @rescaled_bound_in_any_order. Check @loop_returns_on_nothing.
Check @passes_with_margin. Check @display_of_errors. Check @count_1_4. Check @averaging_errs. Check
@loss_above_zero_one. Check @tie_may_be_right. Check @equal_sign_is_right. Check @whole_step. Check @half_step_at_tie.
Check @hinge_step. Check @root_loosened. Check @footnote_chain. Check @footnote_second_step. Check
@footnote_fails_below_0. End Audit_PerceptronSteps.

Module Audit_KernelPerceptron. From Coq Require Import Arith List Bool Lia. From ForcedMistakes Require Import Learner
InnerSpace Perceptron Passes. Import ListNotations. From ForcedMistakes Require Import KernelPerceptron. Local Open
Scope field_scope. Check @kernel_perceptron_is_perceptron. Check @kernel_perceptron_bound. Check @kernel_halting. Check
@features_are_a_kernel. End Audit_KernelPerceptron.

Module Audit_TwoPoints. From Coq Require Import ZArith List Lia. From ForcedMistakes Require Import Learner InnerSpace
Rounding Perceptron Passes PerceptronLoop. Import ListNotations. From ForcedMistakes Require Import TwoPoints. Local
Open Scope field_scope. Check @two_points. Check @two_points_loop. End Audit_TwoPoints.

Module Audit_FlippedExamples. From Coq Require Import List Bool Lia. From ForcedMistakes Require Import Learner
InnerSpace Perceptron. Import ListNotations. From ForcedMistakes Require Import FlippedExamples. Local Open Scope
field_scope. Check @flipping_changes_nothing. Check @labels_force_coordinates. End Audit_FlippedExamples.

Module Audit_NineEighths. From Coq Require Import QArith Qround List Bool Lia. From ForcedMistakes Require Import
Learner RationalPerceptron Passes HalfSteps. Import ListNotations. From ForcedMistakes Require Import NineEighths. Local
Open Scope field_scope. Local Open Scope Q_scope. Check @nine_eighths_is_reached. Check @no_constant_below_nine_eighths.
End Audit_NineEighths.

Module Audit_PerceptronCounterexamples. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import
Learner RationalPerceptron Passes PerceptronLoop HalfSteps DualPerceptron. From ForcedMistakes Require Import
HyperplaneDistance KernelPerceptron. Import ListNotations. From ForcedMistakes Require Import PerceptronCounterexamples.
Local Open Scope field_scope. Local Open Scope Q_scope. Check @last_iteration_exceeds_bound. Check @half_steps_exceed.
Check @dual_needs_repetition. Check @margin_need_not_be_distance. Check @any_kernel_is_false. End
Audit_PerceptronCounterexamples.

Module Audit_KernelConverse. From Coq Require Import QArith List Bool. From ForcedMistakes Require Import Learner
RationalPerceptron Passes KernelPerceptron. Import ListNotations. From ForcedMistakes Require Import KernelConverse.
Local Open Scope field_scope. Local Open Scope Q_scope. Check @kernel_converse. Check
@any_kernel_with_unit_points_is_false. End Audit_KernelConverse.

Module Audit_Indefinite. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Passes KernelPerceptron KernelConverse. Import ListNotations. From ForcedMistakes Require Import
Indefinite. Local Open Scope field_scope. Local Open Scope Q_scope. Check @no_other_kernel. End Audit_Indefinite.

Module Audit_LegalGame. From Coq Require Import List Lia. From ForcedMistakes Require Import Learner InnerSpace
MarginTarget CauchySchwarz. Import ListNotations. From ForcedMistakes Require Import LegalGame. Local Open Scope
field_scope. Check @legal_game_unit_target. End Audit_LegalGame.

Module Audit_Orthonormal. From Coq Require Import List. From ForcedMistakes Require Import Learner InnerSpace
MarginTarget SignedSum. Import ListNotations. From ForcedMistakes Require Import Orthonormal. Local Open Scope
field_scope. Check @bessel. Check @any_labels_are_legal. Check @forced. Check @no_more. End Audit_Orthonormal.

Module Audit_Claim14. From Coq Require Import ZArith List Lia. From ForcedMistakes Require Import Learner InnerSpace
MarginTarget Rounding Perceptron LegalGame Orthonormal. Import ListNotations. From ForcedMistakes Require Import
Claim14. Local Open Scope field_scope. Check @claim_1_4. Check @value_1_4. Check @perceptron_bound_is_tight. Check
@no_worst_case_of_every_learner. Check @norm_1_4. Check @printed_norm_1_4_fails. Check @printed_1_4_fails. Check
@printed_1_4_iff. Check @nothing_can_be_shown. Check @printed_1_4_is_false. End Audit_Claim14.

Module Audit_LowDimensions. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import Learner
RationalPerceptron LegalGame Orthonormal Claim14. Import ListNotations. From ForcedMistakes Require Import
LowDimensions. Local Open Scope field_scope. Local Open Scope Q_scope. Check @minimum_is_forced. Check
@printed_norm_at_two_thirds. Check @line_allows_one. Check @floor_needs_dimension. Check @plane_forces_three. Check
@minimum_is_not_the_value. End Audit_LowDimensions.

Module Audit_Averages. From Coq Require Import QArith List. From ForcedMistakes Require Import Learner
RationalPerceptron LegalGame. Import ListNotations. From ForcedMistakes Require Import Averages. Local Open Scope
field_scope. Local Open Scope Q_scope. Check @average_is_right_once. Check @average_on_the_line. Check
@averaging_errs_on_most. End Audit_Averages.

Module Audit_Nested. From Coq Require Import QArith List Lia. From ForcedMistakes Require Import Learner
RationalPerceptron PerceptronLoop. Import ListNotations. From ForcedMistakes Require Import Nested. Local Open Scope
field_scope. Local Open Scope Q_scope. Check @nested_exponential. Check @nested_loop. End Audit_Nested.

Module Audit_OddMaxBit. From Coq Require Import QArith List Bool Arith Lia. From ForcedMistakes Require Import Learner
RationalPerceptron PerceptronLoop. Import ListNotations. From ForcedMistakes Require Import OddMaxBit. Local Open Scope
field_scope. Local Open Scope Q_scope. Check @odd_max_bit_exponential. Check @odd_max_bit_loop. End Audit_OddMaxBit.

Module Audit_MinMax. From Coq Require Import QArith List Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Passes PerceptronLoop. Import ListNotations. From ForcedMistakes Require Import MinMax. Local Open
Scope field_scope. Local Open Scope Q_scope. Check @minmax_not_equal. End Audit_MinMax.

Module Audit_Counterexamples. From Coq Require Import QArith List Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Passes PerceptronLoop LegalGame. Import ListNotations. From ForcedMistakes Require Import
Counterexamples. Local Open Scope field_scope. Local Open Scope Q_scope. Check @update_need_not_correct. Check
@one_pass_is_not_enough. Check @long_points_exceed. Check @unscaled_separator_exceeds. Check
@perceptron_bound_is_reached. Check @rescaling_changes_mistakes. Check @margin_may_fall. Check @negative_margin_exceeds.
Check @first_mistake_may_be_late. Check @margin_0_errs_forever. End Audit_Counterexamples.

Module Audit_Alternation. From Coq Require Import QArith List. From ForcedMistakes Require Import Learner
RationalPerceptron. Import ListNotations. From ForcedMistakes Require Import Alternation. Local Open Scope field_scope.
Local Open Scope Q_scope. Check @unbounded_norms_err_forever. End Audit_Alternation.

Module Audit_Equality. From Coq Require Import QArith List. From ForcedMistakes Require Import Learner
RationalPerceptron. Import ListNotations. From ForcedMistakes Require Import Equality. Local Open Scope field_scope.
Local Open Scope Q_scope. Check @equality_at_orthonormal_points. Check @extremal_weights. End Audit_Equality.

Module Audit_SmallSamples. From Coq Require Import QArith Qminmax List Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Passes PerceptronLoop HalfSteps HingeLoss DualPerceptron. From ForcedMistakes Require Import
SampleMargins Normalizations PerceptronSteps LegalGame Counterexamples. Import ListNotations. From ForcedMistakes
Require Import SmallSamples. Local Open Scope field_scope. Local Open Scope Q_scope. Check @threshold_is_not_free. Check
@negative_factor_changes_sign. Check @weights_start_at_0. Check @update_step_is_not_the_length. Check
@elsewhere_it_may_differ. Check @no_target_for_all_labels. Check @products_do_not_give_weights. Check
@half_step_is_not_enough. Check @long_points_lengthen. Check @infinite_need_not_have_least_product. Check
@inverse_need_not_be_reached. Check @dual_is_not_slower_at_first. Check @infinite_need_not_have_margin. Check
@largest_norm_need_not_exist. Check @largest_margin_twice. Check @right_answers_add_nothing. Check
@nonzero_minimum_need_not_exist. Check @zero_gains_nothing. Check @printed_mean_prefers_0. Check @minimizers_differ.
Check @threshold_can_err_less. Check @at_least_is_vacuous. Check @rounds_exceed. Check @first_squares_are_too_few. Check
@barely_separable_may_be_fast. Check @one_binary_point. Check @nothing_has_no_largest_norm. Check @may_stop_at_tie.
Check @realizable_need_not_stop. Check @inseparable_never_stops. Check @cosine_counts_updates. Check
@sample_from_elsewhere. Check @display_is_off_by_one. End Audit_SmallSamples.

Module Audit_BarelySeparable. From Coq Require Import QArith List Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Passes PerceptronLoop SampleMargins. Import ListNotations. From ForcedMistakes Require Import
BarelySeparable. Local Open Scope field_scope. Local Open Scope Q_scope. Check @barely_separable_takes_two. End
Audit_BarelySeparable.

Module Audit_Networks. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import
RationalPerceptron. Import ListNotations. From ForcedMistakes Require Import Networks. Local Open Scope field_scope.
Local Open Scope Q_scope. Check @product_is_no_threshold. Check @natural_weights_are_monotone. Check
@integer_weights_say_more. Check @intersection_is_a_neuron. Check @signs_are_passed_on. Check @bits_are_passed_on. Check
@bits_are_not_passed_on. End Audit_Networks.

Module Audit_TrainingErrors. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import Learner
Concepts RationalPerceptron PerceptronLoop Normalizations Networks. Import ListNotations. From ForcedMistakes Require
Import TrainingErrors. Local Open Scope field_scope. Local Open Scope Q_scope. Check @ones_are_best. Check
@printed_optimum_is_not_the_error. Check @optimum_share_is_error. Check @optimum_is_not_the_error. Check
@two_counts_decide. Check @pivots_take_longer_than_linear. Check @bias_is_not_overfitting. End Audit_TrainingErrors.

Module Audit_Halfspaces. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import Learner
RationalPerceptron Networks. Import ListNotations. From ForcedMistakes Require Import Halfspaces. Local Open Scope
field_scope. Local Open Scope Q_scope. Check @one_halfspace_is_easy. Check @integer_halfspaces_are_natural_doubled. End
Audit_Halfspaces.

Module Audit_OddNetworks. From Coq Require Import QArith List Bool. From ForcedMistakes Require Import
RationalPerceptron HalfSteps Networks Halfspaces. Import ListNotations. From ForcedMistakes Require Import OddNetworks.
Local Open Scope field_scope. Local Open Scope Q_scope. Check @one_bias_is_not_the_intersection. Check
@networks_without_biases_are_odd. Check @no_network_without_biases_computes. Check @halfspaces_need_biases. End
Audit_OddNetworks.

Module Audit_Halving. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner Concepts
VersionSpace. Import ListNotations. From ForcedMistakes Require Import Halving. Check @mistake_halves. Check
@halving_log2_floor. Check @halving_log2. End Audit_Halving.

Module Audit_MistakeTree. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace. Import ListNotations. From ForcedMistakes Require Import MistakeTree. Check @tree_forces. End
Audit_MistakeTree.

Module Audit_Littlestone. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Halving MistakeTree. Import ListNotations. From ForcedMistakes Require Import Littlestone. Check
@dimension_forced. Check @dimension_le_log2. Check @soa_never_more. Check @littlestone. Check @dimension_is_optimal.
Check @dimension_is_depth. Check @depth_is_optimal. End Audit_Littlestone.

Module Audit_Cube. From Coq Require Import List Bool Arith QArith Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Rows Halving RationalNumber. Import ListNotations. From ForcedMistakes Require Import Cube. Local
Open Scope nat_scope. Check @cube_forces. Check @halving_is_tight_on_the_cube. Check @cube_optimal. Check
@no_greater_base. Check @any_labels_exceed_log2. Check @tie_removes_exactly_half. End Audit_Cube.

Module Audit_EveryClass. From Coq Require Import List Bool Arith. From ForcedMistakes Require Import Learner Concepts
VersionSpace MistakeTree Littlestone Cube. Import ListNotations. From ForcedMistakes Require Import EveryClass. Check
@points_can_be_found. Check @soa_is_optimal_on_every_class. End Audit_EveryClass.

Module Audit_HalvingGame. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Rows Halving MistakeTree Littlestone. Import ListNotations. From ForcedMistakes Require Import
HalvingGame. Check @halving_is_forced. Check @halving_is_not_optimal. End Audit_HalvingGame.

Module Audit_Intersections. From Coq Require Import List Bool Arith QArith Lia. From ForcedMistakes Require Import
Learner Concepts RationalSpaces Halving Networks Halfspaces. Import ListNotations. From ForcedMistakes Require Import
Intersections. Local Open Scope field_scope. Local Open Scope nat_scope. Check @intersections_are_few. Check
@intersections_are_learnable. Check @intersection_is_a_network. End Audit_Intersections.

Module Audit_Inclusion. From Coq Require Import QArith List Bool Arith Lia Lqa. From ForcedMistakes Require Import
Learner RationalPerceptron Networks Halfspaces Intersections. Import ListNotations. From ForcedMistakes Require Import
Inclusion. Local Open Scope field_scope. Local Open Scope nat_scope. Check @enough_to_include. Check
@at_most_one_mistake_a_round. Check @intersections_are_networks. End Audit_Inclusion.

Module Audit_Harmonic. From Coq Require Import Arith QArith Lqa Lia. From ForcedMistakes Require Export RationalNumber.
From ForcedMistakes Require Import Harmonic. Local Open Scope Q_scope. Check @harmonic_below_log2. Check
@bounds_at_three. End Audit_Harmonic.

Module Audit_Randomized. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import
Learner Concepts VersionSpace Harmonic. Import ListNotations. From ForcedMistakes Require Import Randomized. Local Open
Scope Q_scope. Check @expected_fixed. Check @randomized_halving. Check @randomized_halving_fixed. End Audit_Randomized.

Module Audit_Singletons. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import
Learner Concepts VersionSpace Halving Littlestone Harmonic Randomized. Import ListNotations. From ForcedMistakes Require
Import Singletons. Local Open Scope Q_scope. Check @singletons_reach_it. Check @full_harmonic_is_not_reached. Check
@halving_errs_once. Check @log2_is_not_always_reached. Check @different_concepts_force_one. Check @log2_gap. Check
@log2_gap_is_attained. Check @randomized_can_be_worse. Check @majority_need_not_be_a_concept. Check
@majority_may_be_a_concept. Check @majority_of_thresholds_is_a_threshold. End Audit_Singletons.

Module Audit_Square. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Rows Cube Harmonic Randomized. Import ListNotations. From ForcedMistakes Require Import Square.
Local Open Scope Q_scope. Check @harmonic_is_not_always_reached. End Audit_Square.

Module Audit_Recurrence. From Coq Require Import Arith QArith Lqa Lia. From ForcedMistakes Require Import Harmonic. From
ForcedMistakes Require Import Recurrence. Local Open Scope Q_scope. Check @harmonic_solves. Check
@full_harmonic_does_not_solve. Check @inequalities_suffice. Check @subtraction. Check @subtraction_fails. End
Audit_Recurrence.

Module Audit_KeptConcept. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import
Learner Concepts VersionSpace Harmonic Randomized. Import ListNotations. From ForcedMistakes Require Import KeptConcept.
Local Open Scope Q_scope. Check @keeping_changes_nothing. End Audit_KeptConcept.

Module Audit_Elimination. From Coq Require Import List Bool Arith Permutation QArith Lqa Lia. From ForcedMistakes
Require Import Learner Concepts VersionSpace Harmonic Randomized Recurrence. Import ListNotations. From ForcedMistakes
Require Import Elimination. Local Open Scope Q_scope. Check @one_more_concept. Check @mistake_eliminates_earlier. Check
@mistake_leaves_at_most. Check @recurrence. Check @recurrence_is_not_an_equation. End Audit_Elimination.

Module Audit_Remarks. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Halving Harmonic Randomized Singletons Elimination. Import ListNotations. From ForcedMistakes
Require Import Remarks. Local Open Scope Q_scope. Check @no_constant_factor. Check @second_concept_may_be_right. Check
@most_expected. End Audit_Remarks.

Module Audit_States. From Coq Require Import List Bool Arith QArith. From ForcedMistakes Require Import Learner Concepts
VersionSpace Cube Harmonic Randomized Singletons. Import ListNotations. From ForcedMistakes Require Import States. Local
Open Scope Q_scope. Check @size_does_not_determine_expectation. Check @no_function_of_the_size. Check @sizes_may_skip.
Check @several_may_survive. End Audit_States.

Module Audit_Coins. From Coq Require Import List Bool Arith QArith Lqa Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace Rows Littlestone RationalNumber. Import ListNotations. From ForcedMistakes Require Import Coins.
Local Open Scope Q_scope. Check @coins_need_not_halve. End Audit_Coins.

Module Audit_JsonPrinter. From Coq Require Import List NArith ZArith Lia. From ForcedMistakes Require Import TextBytes
Json. Import ListNotations. From ForcedMistakes Require Import JsonPrinter. Local Open Scope N_scope. Check
@reading_gives_back_what_was_printed. End Audit_JsonPrinter.

Module Audit_Strategy. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner Concepts
VersionSpace. Import ListNotations. From ForcedMistakes Require Import Strategy. Check @suffices_step. Check
@suffices_renamed. End Audit_Strategy.

Module Audit_Inside. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner Concepts
Strategy ConceptTable. Import ListNotations. From ForcedMistakes Require Import Inside. Check @forced_inside. End
Audit_Inside.

Module Audit_Lies. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import Learner
Concepts Strategy ConceptTable PartialTable. Import ListNotations. From ForcedMistakes Require Import Lies. Check
@no_lies_in_partial_classes. Check @lies_in_total_classes. End Audit_Lies.

Module Audit_TreeCertificate. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import
Learner Concepts ConceptTable PartialTable Lies. From ForcedMistakes Require MistakeTree. Import ListNotations. From
ForcedMistakes Require Import TreeCertificate. Check @check_tree_with_sound. Check @check_tree_sound. End
Audit_TreeCertificate.

Module Audit_RankCertificate. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import
Learner Concepts VersionSpace Halving Strategy ConceptTable. Import ListNotations. From ForcedMistakes Require Import
RankCertificate. Check @check_ranks_sound. End Audit_RankCertificate.

Module Audit_Certificate. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import Learner
Concepts Strategy ConceptTable TreeCertificate RankCertificate. From ForcedMistakes Require MistakeTree Littlestone.
Import ListNotations. From ForcedMistakes Require Import Certificate. Check @littlestone_dimension. End
Audit_Certificate.

Module Audit_LiesCertificate. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import
Learner Concepts Strategy ConceptTable PartialTable RankCertificate Lies. Import ListNotations. From ForcedMistakes
Require Import LiesCertificate. Check @check_ranks_with_sound. End Audit_LiesCertificate.

Module Audit_Complete. From Coq Require Import List Bool Arith NArith Lia. From ForcedMistakes Require Import Learner
Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate Lies. From ForcedMistakes Require Import
LiesCertificate. From ForcedMistakes Require MistakeTree. Import ListNotations. From ForcedMistakes Require Import
Complete. Check @check_tree_complete. Check @check_ranks_complete. Check @check_ranks_with_complete. End Audit_Complete.

Module Audit_AnnouncedOrder. From Coq Require Import List Bool Arith Lia. From ForcedMistakes Require Import Learner
Concepts VersionSpace ConceptTable. Import ListNotations. From ForcedMistakes Require Import AnnouncedOrder. Check
@order_value_is_optimal. End Audit_AnnouncedOrder.

Module Audit_EveryOrder. From Coq Require Import List Bool Arith Permutation Lia. From ForcedMistakes Require Import
Learner Concepts Strategy ConceptTable AnnouncedOrder. Import ListNotations. From ForcedMistakes Require Import
EveryOrder. Check @check_worst_sound. Check @check_best_sound. End Audit_EveryOrder.

Module Audit_RandomizedValue. From Coq Require Import List Bool Arith NArith QArith Lia. From ForcedMistakes Require
Import Learner Concepts RationalSpaces Passes ConceptTable PartialTable Lies Coins GameValue. Import ListNotations. From
ForcedMistakes Require Import RandomizedValue. Local Open Scope field_scope. Local Open Scope Q_scope. Check
@randomized_value. End Audit_RandomizedValue.

Module Audit_MarginGame. From Coq Require Import QArith List Lia. From ForcedMistakes Require Import Learner
RationalSpaces. Import ListNotations. From ForcedMistakes Require Import MarginGame. Local Open Scope field_scope. Local
Open Scope Q_scope. Check @orthogonal_games_add. End Audit_MarginGame.

Module Audit_MarginTree. From Coq Require Import QArith List Bool Lia. From ForcedMistakes Require Import Learner
RationalSpaces MarginGame. Import ListNotations. From ForcedMistakes Require Import MarginTree. Local Open Scope
field_scope. Local Open Scope Q_scope. Check @margin_tree_forces. Check @reflected_is_margin_tree. End Audit_MarginTree.

Module Audit_Blocks. From Coq Require Import QArith List Bool NArith ZArith Lia. From ForcedMistakes Require Import
Learner RationalSpaces EveryElement MarginGame MarginTree. Import ListNotations. From ForcedMistakes Require Import
Blocks. Local Open Scope field_scope. Local Open Scope Q_scope. Check @check_block_sound. Check @check_blocks_sound. End
Audit_Blocks.

Module Audit_SparseVector. From Coq Require Import List NArith QArith FMapPositive Lia. From ForcedMistakes Require
Import RationalSpaces EveryElement. Import ListNotations. From ForcedMistakes Require Import SparseVector. Local Open
Scope field_scope. Local Open Scope Q_scope. Check @product_correct. Check @pairwise_orthogonal_correct. End
Audit_SparseVector.

Module Audit_HalfspaceJudge. From Coq Require Import List Bool NArith ZArith QArith Lia. From ForcedMistakes Require
Import Learner RationalSpaces Orthonormal FileClaim EveryElement SparseVector. From ForcedMistakes Require Import
HalfspaceTrace. Import ListNotations. From ForcedMistakes Require Import HalfspaceJudge. Local Open Scope field_scope.
Local Open Scope Q_scope. Check @halfspace_check_sound. End Audit_HalfspaceJudge.

Module Audit_HalfspaceComplete. From Coq Require Import List Bool NArith ZArith QArith FMapPositive Lia. From
ForcedMistakes Require Import RationalSpaces TextBytes Json Learner JsonFields FileClaim TraceLines EveryElement. From
ForcedMistakes Require Import SparseVector. From ForcedMistakes Require Import HalfspaceTrace HalfspaceJudge. Import
ListNotations. From ForcedMistakes Require Import HalfspaceComplete. Local Open Scope field_scope. Local Open Scope
Q_scope. Check @halfspace_check_complete. End Audit_HalfspaceComplete.

Module Audit_HingeTrace. From Coq Require Import List Bool NArith ZArith QArith Qminmax Lia. From ForcedMistakes Require
Import Learner RationalSpaces HingeLoss Orthonormal TextBytes Json JsonFields FileClaim. From ForcedMistakes Require
Import TraceLines EveryElement. From ForcedMistakes Require Import SparseVector HalfspaceTrace HalfspaceJudge. Import
ListNotations. From ForcedMistakes Require Import HingeTrace. Local Open Scope field_scope. Local Open Scope Q_scope.
Check @hinge_forced. Check @hinge_check_sound. End Audit_HingeTrace.

Module Audit_FiniteTrace. From Coq Require Import List Bool Arith NArith QArith Lia. From ForcedMistakes Require Import
Learner Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate. From ForcedMistakes Require Import
Lies LiesCertificate AnnouncedOrder Complete FileClaim. Import ListNotations. From ForcedMistakes Require Import
FiniteTrace. Check @bounds_of_total_classes. Check @check_trace_sound. Check @check_certificate_sound. Check
@check_certificate_complete. End Audit_FiniteTrace.

Module Audit_ValuesFile. From Coq Require Import List Bool Arith NArith QArith Lia. From ForcedMistakes Require Import
Learner Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate. From ForcedMistakes Require Import
AnnouncedOrder EveryOrder. From ForcedMistakes Require Import Lies GameValue RandomizedValue. From ForcedMistakes
Require Import TextBytes Json JsonFields FileClaim FiniteTrace FiniteReader. Import ListNotations. From ForcedMistakes
Require Import ValuesFile. Local Open Scope text_scope. Check @check_values_sound. End Audit_ValuesFile.

Module Audit_MarginFile. From Coq Require Import List Bool NArith ZArith QArith. From ForcedMistakes Require Import
RationalSpaces TextBytes Json JsonFields FileClaim TraceLines EveryElement. From ForcedMistakes Require Import
HalfspaceTrace HalfspaceJudge. From ForcedMistakes Require Import MarginGame MarginTree Blocks. Import ListNotations.
From ForcedMistakes Require Import MarginFile. Local Open Scope field_scope. Local Open Scope text_scope. Check
@check_margin_trace_sound. Check @check_margin_certificate_sound. End Audit_MarginFile.

Module Audit_MarginComplete. From Coq Require Import List Bool NArith ZArith QArith Lia. From ForcedMistakes Require
Import Learner RationalSpaces EveryElement FileClaim HalfspaceTrace HalfspaceJudge. From ForcedMistakes Require Import
HalfspaceComplete. From ForcedMistakes Require Import MarginTree Blocks MarginFile. Import ListNotations. From
ForcedMistakes Require Import MarginComplete. Local Open Scope field_scope. Local Open Scope Q_scope. Check
@check_blocks_complete. End Audit_MarginComplete.

Module Audit_Judge. From Coq Require Import List NArith. From Coq Require Export QArith_base. From ForcedMistakes
Require Import Learner Concepts RationalSpaces Orthonormal Rows PartialTable Json JsonFields EveryElement. From
ForcedMistakes Require Export TextBytes FileClaim. From ForcedMistakes Require HalfspaceTrace HalfspaceJudge
HalfspaceComplete HingeTrace FiniteTrace FiniteReader. From ForcedMistakes Require ValuesFile. From ForcedMistakes
Require MarginGame MarginFile MarginComplete. Export ListNotations. From ForcedMistakes Require Import Judge. Local Open
Scope field_scope. Local Open Scope text_scope. Check @judge_sound. Check @judge_complete. Check @judge_bytes. Check
@certified. Check @halfspaces_force. Check @trees_in_file_force. Check @class_optimum. Check @partial_class_optimum.
Check @partial_game_explained. End Audit_Judge.

Module Audit_HalfspacePrinter. From Coq Require Import List NArith ZArith QArith FMapPositive Lia. From ForcedMistakes
Require Import TextBytes Json JsonFields FileClaim TraceLines EveryElement SparseVector. From ForcedMistakes Require
Import HalfspaceTrace HingeTrace JsonPrinter JsonFieldPrinter. Import ListNotations. From ForcedMistakes Require Import
HalfspacePrinter. Check @halfspace_trace_read. Check @hinge_trace_read. End Audit_HalfspacePrinter.

Module Audit_FinitePrinter. From Coq Require Import List Bool NArith ZArith QArith Lia. From ForcedMistakes Require
Import TextBytes Json JsonFields FileClaim TraceLines EveryElement. From ForcedMistakes Require Import Strategy
ConceptTable PartialTable TreeCertificate RankCertificate FiniteTrace FiniteReader. From ForcedMistakes Require Import
JsonPrinter JsonFieldPrinter. Import ListNotations. From ForcedMistakes Require Import FinitePrinter. Local Open Scope
N_scope. Check @certificate_read. Check @finite_trace_read. End Audit_FinitePrinter.

Module Audit_ValuesPrinter. From Coq Require Import List NArith ZArith QArith Lia. From ForcedMistakes Require Import
TextBytes Json JsonFields FileClaim EveryElement. From ForcedMistakes Require Import ConceptTable PartialTable
TreeCertificate RankCertificate FiniteTrace FiniteReader ValuesFile. From ForcedMistakes Require Import JsonPrinter
JsonFieldPrinter FinitePrinter. Import ListNotations. From ForcedMistakes Require Import ValuesPrinter. Local Open Scope
N_scope. Check @values_read. End Audit_ValuesPrinter.

Module Audit_MarginPrinter. From Coq Require Import List Bool NArith ZArith QArith Lia. From ForcedMistakes Require
Import TextBytes Json JsonFields FileClaim TraceLines EveryElement HalfspaceTrace. From ForcedMistakes Require Import
MarginTree Blocks MarginFile. From ForcedMistakes Require Import JsonPrinter JsonFieldPrinter HalfspacePrinter. Import
ListNotations. From ForcedMistakes Require Import MarginPrinter. Check @margin_certificate_read. Check
@margin_trace_read. End Audit_MarginPrinter.

Module Audit_FilePrinter. From Coq Require Import List NArith QArith Lia. From ForcedMistakes Require Import TextBytes
Json JsonFields FileClaim TraceLines JsonPrinter JsonFieldPrinter Judge. From ForcedMistakes Require HalfspaceTrace
HingeTrace FiniteTrace FiniteReader ValuesFile MarginFile HalfspacePrinter. From ForcedMistakes Require FinitePrinter
ValuesPrinter MarginPrinter. Import ListNotations. From ForcedMistakes Require Import FilePrinter. Check
@printed_file_is_read. Check @each_kind_is_printed. End Audit_FilePrinter.

Definition together := (@CauchySchwarz.cauchy_schwarz, @Perceptron.mistaken_iff, @Perceptron.mistake_lengthens,
@Perceptron.claim_1_3, @Perceptron.hsu_below, @Perceptron.perceptron_bound, @Perceptron.claim_1_2,
@Perceptron.perceptron_margin_bound, @Passes.passes_end, @Passes.halting, @PerceptronLoop.loop_updates,
@PerceptronLoop.loop_halts, @PerceptronLoop.loop_endless, @HalfSteps.half_steps_claim_1_2,
@HalfSteps.half_steps_claim_1_3, @HalfSteps.half_step_bound, @HalfSteps.half_step_bound_without_ties,
@HalfSteps.half_steps_halting, @HingeLoss.hinge_progress, @HingeLoss.hinge_bound, @HingeLoss.hinge_bound_root,
@HingeLoss.hinge_bound_all, @HingeLoss.hinge_minimum_is_the_mistakes, @DualPerceptron.perceptron_dual,
@DualPerceptron.dual_products, @SampleMargins.rescale, @SampleMargins.loop_finds_separator,
@SampleMargins.perceptron_bound_strict, @SampleMargins.update_grows, @SampleMargins.cosine, @SampleMargins.loop_cosine,
@Normalizations.threshold_is_a_coordinate, @Normalizations.bias_is_a_coordinate, @Normalizations.threshold_bound,
@Normalizations.extended_points_have_length, @Normalizations.positive_factor, @Normalizations.zero_has_no_length,
@Normalizations.unit_target, @Normalizations.zero_halfspace_has_no_unit_vector, @Normalizations.margin_scale,
@Normalizations.rescale_above_1, @Normalizations.margin_1, @Normalizations.shortest_has_largest_margin,
@Normalizations.same_minimum, @Normalizations.margin_1_iff_positive, @Normalizations.zero_solves_the_weak_system,
@Normalizations.update_step, @Normalizations.update_gains, @Normalizations.update_gains_on_separable,
@Normalizations.updates_that_fix, @Normalizations.separable_iff_optimum_0, @Normalizations.nothing_below_optimum,
@Normalizations.minimizer_does_not_exceed, @HyperplaneDistance.distance_to_hyperplane,
@HyperplaneDistance.margin_is_distance, @HyperplaneDistance.margin_1_is_distance,
@HyperplaneDistance.program_describes_largest_margin, @MarginProgram.shortest_solution_or_none,
@MarginProgram.optimum_exists, @MarginProgram.erm_attains_optimum, @MarginProgram.optimum_is_training_error_iff,
@MarginProgram.program_has_solution, @MarginProgram.largest_margin_exists, @CyclicPerceptron.cyclic_rounds,
@PerceptronSteps.loop_below, @PerceptronSteps.loop_above, @PerceptronSteps.loop_sum_separates,
@PerceptronSteps.returned_is_right, @PerceptronSteps.updated_has_no_margin, @PerceptronSteps.updates_in_any_order,
@PerceptronSteps.rescaled_bound_in_any_order, @PerceptronSteps.loop_returns_on_nothing,
@PerceptronSteps.passes_with_margin, @PerceptronSteps.display_of_errors, @PerceptronSteps.count_1_4,
@PerceptronSteps.averaging_errs, @PerceptronSteps.loss_above_zero_one, @PerceptronSteps.tie_may_be_right,
@PerceptronSteps.equal_sign_is_right, @PerceptronSteps.whole_step, @PerceptronSteps.half_step_at_tie,
@PerceptronSteps.hinge_step, @PerceptronSteps.root_loosened, @PerceptronSteps.footnote_chain,
@PerceptronSteps.footnote_second_step, @PerceptronSteps.footnote_fails_below_0,
@KernelPerceptron.kernel_perceptron_is_perceptron, @KernelPerceptron.kernel_perceptron_bound,
@KernelPerceptron.kernel_halting, @KernelPerceptron.features_are_a_kernel, @TwoPoints.two_points,
@TwoPoints.two_points_loop, @FlippedExamples.flipping_changes_nothing, @FlippedExamples.labels_force_coordinates,
@NineEighths.nine_eighths_is_reached, @NineEighths.no_constant_below_nine_eighths,
@PerceptronCounterexamples.last_iteration_exceeds_bound, @PerceptronCounterexamples.half_steps_exceed,
@PerceptronCounterexamples.dual_needs_repetition, @PerceptronCounterexamples.margin_need_not_be_distance,
@PerceptronCounterexamples.any_kernel_is_false, @KernelConverse.kernel_converse,
@KernelConverse.any_kernel_with_unit_points_is_false, @Indefinite.no_other_kernel, @LegalGame.legal_game_unit_target,
@Orthonormal.bessel, @Orthonormal.any_labels_are_legal, @Orthonormal.forced, @Orthonormal.no_more, @Claim14.claim_1_4,
@Claim14.value_1_4, @Claim14.perceptron_bound_is_tight, @Claim14.no_worst_case_of_every_learner, @Claim14.norm_1_4,
@Claim14.printed_norm_1_4_fails, @Claim14.printed_1_4_fails, @Claim14.printed_1_4_iff, @Claim14.nothing_can_be_shown,
@Claim14.printed_1_4_is_false, @LowDimensions.minimum_is_forced, @LowDimensions.printed_norm_at_two_thirds,
@LowDimensions.line_allows_one, @LowDimensions.floor_needs_dimension, @LowDimensions.plane_forces_three,
@LowDimensions.minimum_is_not_the_value, @Averages.average_is_right_once, @Averages.average_on_the_line,
@Averages.averaging_errs_on_most, @Nested.nested_exponential, @Nested.nested_loop, @OddMaxBit.odd_max_bit_exponential,
@OddMaxBit.odd_max_bit_loop, @MinMax.minmax_not_equal, @Counterexamples.update_need_not_correct,
@Counterexamples.one_pass_is_not_enough, @Counterexamples.long_points_exceed,
@Counterexamples.unscaled_separator_exceeds, @Counterexamples.perceptron_bound_is_reached,
@Counterexamples.rescaling_changes_mistakes, @Counterexamples.margin_may_fall, @Counterexamples.negative_margin_exceeds,
@Counterexamples.first_mistake_may_be_late, @Counterexamples.margin_0_errs_forever,
@Alternation.unbounded_norms_err_forever, @Equality.equality_at_orthonormal_points, @Equality.extremal_weights,
@SmallSamples.threshold_is_not_free, @SmallSamples.negative_factor_changes_sign, @SmallSamples.weights_start_at_0,
@SmallSamples.update_step_is_not_the_length, @SmallSamples.elsewhere_it_may_differ,
@SmallSamples.no_target_for_all_labels, @SmallSamples.products_do_not_give_weights,
@SmallSamples.half_step_is_not_enough, @SmallSamples.long_points_lengthen,
@SmallSamples.infinite_need_not_have_least_product, @SmallSamples.inverse_need_not_be_reached,
@SmallSamples.dual_is_not_slower_at_first, @SmallSamples.infinite_need_not_have_margin,
@SmallSamples.largest_norm_need_not_exist, @SmallSamples.largest_margin_twice, @SmallSamples.right_answers_add_nothing,
@SmallSamples.nonzero_minimum_need_not_exist, @SmallSamples.zero_gains_nothing, @SmallSamples.printed_mean_prefers_0,
@SmallSamples.minimizers_differ, @SmallSamples.threshold_can_err_less, @SmallSamples.at_least_is_vacuous,
@SmallSamples.rounds_exceed, @SmallSamples.first_squares_are_too_few, @SmallSamples.barely_separable_may_be_fast,
@SmallSamples.one_binary_point, @SmallSamples.nothing_has_no_largest_norm, @SmallSamples.may_stop_at_tie,
@SmallSamples.realizable_need_not_stop, @SmallSamples.inseparable_never_stops, @SmallSamples.cosine_counts_updates,
@SmallSamples.sample_from_elsewhere, @SmallSamples.display_is_off_by_one, @BarelySeparable.barely_separable_takes_two,
@Networks.product_is_no_threshold, @Networks.natural_weights_are_monotone, @Networks.integer_weights_say_more,
@Networks.intersection_is_a_neuron, @Networks.signs_are_passed_on, @Networks.bits_are_passed_on,
@Networks.bits_are_not_passed_on, @TrainingErrors.ones_are_best, @TrainingErrors.printed_optimum_is_not_the_error,
@TrainingErrors.optimum_share_is_error, @TrainingErrors.optimum_is_not_the_error, @TrainingErrors.two_counts_decide,
@TrainingErrors.pivots_take_longer_than_linear, @TrainingErrors.bias_is_not_overfitting,
@Halfspaces.one_halfspace_is_easy, @Halfspaces.integer_halfspaces_are_natural_doubled,
@OddNetworks.one_bias_is_not_the_intersection, @OddNetworks.networks_without_biases_are_odd,
@OddNetworks.no_network_without_biases_computes, @OddNetworks.halfspaces_need_biases, @Halving.mistake_halves,
@Halving.halving_log2_floor, @Halving.halving_log2, @MistakeTree.tree_forces, @Littlestone.dimension_forced,
@Littlestone.dimension_le_log2, @Littlestone.soa_never_more, @Littlestone.littlestone,
@Littlestone.dimension_is_optimal, @Littlestone.dimension_is_depth, @Littlestone.depth_is_optimal, @Cube.cube_forces,
@Cube.halving_is_tight_on_the_cube, @Cube.cube_optimal, @Cube.no_greater_base, @Cube.any_labels_exceed_log2,
@Cube.tie_removes_exactly_half, @EveryClass.points_can_be_found, @EveryClass.soa_is_optimal_on_every_class,
@HalvingGame.halving_is_forced, @HalvingGame.halving_is_not_optimal, @Intersections.intersections_are_few,
@Intersections.intersections_are_learnable, @Intersections.intersection_is_a_network, @Inclusion.enough_to_include,
@Inclusion.at_most_one_mistake_a_round, @Inclusion.intersections_are_networks, @Harmonic.harmonic_below_log2,
@Harmonic.bounds_at_three, @Randomized.expected_fixed, @Randomized.randomized_halving,
@Randomized.randomized_halving_fixed, @Singletons.singletons_reach_it, @Singletons.full_harmonic_is_not_reached,
@Singletons.halving_errs_once, @Singletons.log2_is_not_always_reached, @Singletons.different_concepts_force_one,
@Singletons.log2_gap, @Singletons.log2_gap_is_attained, @Singletons.randomized_can_be_worse,
@Singletons.majority_need_not_be_a_concept, @Singletons.majority_may_be_a_concept,
@Singletons.majority_of_thresholds_is_a_threshold, @Square.harmonic_is_not_always_reached, @Recurrence.harmonic_solves,
@Recurrence.full_harmonic_does_not_solve, @Recurrence.inequalities_suffice, @Recurrence.subtraction,
@Recurrence.subtraction_fails, @KeptConcept.keeping_changes_nothing, @Elimination.one_more_concept,
@Elimination.mistake_eliminates_earlier, @Elimination.mistake_leaves_at_most, @Elimination.recurrence,
@Elimination.recurrence_is_not_an_equation, @Remarks.no_constant_factor, @Remarks.second_concept_may_be_right,
@Remarks.most_expected, @States.size_does_not_determine_expectation, @States.no_function_of_the_size,
@States.sizes_may_skip, @States.several_may_survive, @Coins.coins_need_not_halve,
@JsonPrinter.reading_gives_back_what_was_printed, @Strategy.suffices_step, @Strategy.suffices_renamed,
@Inside.forced_inside, @Lies.no_lies_in_partial_classes, @Lies.lies_in_total_classes,
@TreeCertificate.check_tree_with_sound, @TreeCertificate.check_tree_sound, @RankCertificate.check_ranks_sound,
@Certificate.littlestone_dimension, @LiesCertificate.check_ranks_with_sound, @Complete.check_tree_complete,
@Complete.check_ranks_complete, @Complete.check_ranks_with_complete, @AnnouncedOrder.order_value_is_optimal,
@EveryOrder.check_worst_sound, @EveryOrder.check_best_sound, @RandomizedValue.randomized_value,
@MarginGame.orthogonal_games_add, @MarginTree.margin_tree_forces, @MarginTree.reflected_is_margin_tree,
@Blocks.check_block_sound, @Blocks.check_blocks_sound, @SparseVector.product_correct,
@SparseVector.pairwise_orthogonal_correct, @HalfspaceJudge.halfspace_check_sound,
@HalfspaceComplete.halfspace_check_complete, @HingeTrace.hinge_forced, @HingeTrace.hinge_check_sound,
@FiniteTrace.bounds_of_total_classes, @FiniteTrace.check_trace_sound, @FiniteTrace.check_certificate_sound,
@FiniteTrace.check_certificate_complete, @ValuesFile.check_values_sound, @MarginFile.check_margin_trace_sound,
@MarginFile.check_margin_certificate_sound, @MarginComplete.check_blocks_complete, @Judge.judge_sound,
@Judge.judge_complete, @Judge.judge_bytes, @Judge.certified, @Judge.halfspaces_force, @Judge.trees_in_file_force,
@Judge.class_optimum, @Judge.partial_class_optimum, @Judge.partial_game_explained,
@HalfspacePrinter.halfspace_trace_read, @HalfspacePrinter.hinge_trace_read, @FinitePrinter.certificate_read,
@FinitePrinter.finite_trace_read, @ValuesPrinter.values_read, @MarginPrinter.margin_certificate_read,
@MarginPrinter.margin_trace_read, @FilePrinter.printed_file_is_read, @FilePrinter.each_kind_is_printed).
Print Assumptions together.

Module Audit_RealPerceptron. From Coq Require Import Reals List. From ForcedMistakes Require Import Learner RealSpaces.
Import ListNotations. From ForcedMistakes Require Import RealPerceptron. Local Open Scope field_scope. Local Open Scope
R_scope. Check @real_claim_1_2. Print Assumptions real_claim_1_2. Check @real_claim_1_3. Print Assumptions
real_claim_1_3. Check @real_perceptron_bound. Print Assumptions real_perceptron_bound. Check
@real_perceptron_margin_bound. Print Assumptions real_perceptron_margin_bound. End Audit_RealPerceptron.

Module Audit_RealOrthonormal. From Coq Require Import Reals List. From ForcedMistakes Require Import Learner RealSpaces
Orthonormal. Import ListNotations. From ForcedMistakes Require Import RealOrthonormal. Local Open Scope field_scope.
Local Open Scope R_scope. Check @real_bessel. Print Assumptions real_bessel. Check @real_no_more. Print Assumptions
real_no_more. Check @real_forced. Print Assumptions real_forced. End Audit_RealOrthonormal.

Module Audit_RealClaim14. From Coq Require Import Reals List Lia. From ForcedMistakes Require Import Learner RealSpaces
LegalGame Claim14 RealOrthonormal. Import ListNotations. From ForcedMistakes Require Import RealClaim14. Local Open
Scope field_scope. Local Open Scope R_scope. Check @real_value_1_4. Print Assumptions real_value_1_4. Check
@real_printed_1_4_fails. Print Assumptions real_printed_1_4_fails. Check @real_printed_1_4_is_false. Print Assumptions
real_printed_1_4_is_false. End Audit_RealClaim14.

Module Audit_PerceptronWorstCase. From Coq Require Import Reals List Lia. From ForcedMistakes Require Import Learner
RealSpaces LegalGame Claim14. Import ListNotations. From ForcedMistakes Require Import PerceptronWorstCase. Local Open
Scope field_scope. Local Open Scope R_scope. Check @real_perceptron_worst_case. Print Assumptions
real_perceptron_worst_case. End Audit_PerceptronWorstCase.

Module Audit_PerceptronPlane. From Coq Require Import Reals List Lia. From ForcedMistakes Require Import Learner
RealSpaces PerceptronWorstCase. Import ListNotations. From ForcedMistakes Require Import PerceptronPlane. Local Open
Scope field_scope. Local Open Scope R_scope. Check @real_perceptron_plane. Print Assumptions real_perceptron_plane. End
Audit_PerceptronPlane.

Module Audit_BatchWorstCase. From Coq Require Import Reals List Arith Lia. From ForcedMistakes Require Import Learner
RealSpaces PerceptronLoop HyperplaneDistance RealPerceptron. From ForcedMistakes Require Import PerceptronWorstCase
PerceptronPlane. Import ListNotations. From ForcedMistakes Require Import BatchWorstCase. Local Open Scope field_scope.
Local Open Scope R_scope. Check @batch_worst_case. Print Assumptions batch_worst_case. Check @plane_batch_worst_case.
Print Assumptions plane_batch_worst_case. End Audit_BatchWorstCase.

Module Audit_RealDistance. From Coq Require Import Reals List. From ForcedMistakes Require Import Learner RealSpaces
PerceptronLoop HyperplaneDistance. Import ListNotations. From ForcedMistakes Require Import RealDistance. Local Open
Scope field_scope. Local Open Scope R_scope. Check @real_inner_at_most_lengths. Print Assumptions
real_inner_at_most_lengths. Check @real_margin_is_distance. Print Assumptions real_margin_is_distance. End
Audit_RealDistance.

Module Audit_RealLogarithm. From Coq Require Import Reals Qreals QArith List Lra Lia. From ForcedMistakes Require Import
Learner Concepts Harmonic Randomized. Import ListNotations. From ForcedMistakes Require Import RealLogarithm. Local Open
Scope R_scope. Check @natural_log_is_the_logarithm. Print Assumptions natural_log_is_the_logarithm. Check
@harmonic_below_ln. Print Assumptions harmonic_below_ln. Check @harmonic_above_ln. Print Assumptions harmonic_above_ln.
Check @harmonic_is_ln. Print Assumptions harmonic_is_ln. Check @randomized_halving_ln. Print Assumptions
randomized_halving_ln. Check @randomized_halving_fixed_ln. Print Assumptions randomized_halving_fixed_ln. Check
@inverse_of_ln_2. Print Assumptions inverse_of_ln_2. Check @ratio_of_logarithms. Print Assumptions ratio_of_logarithms.
Check @no_ratio_for_one_concept. Print Assumptions no_ratio_for_one_concept. Check @ratio_in_other_bases. Print
Assumptions ratio_in_other_bases. End Audit_RealLogarithm.

Module Audit_RealHinge. From Coq Require Import Reals List. From ForcedMistakes Require Import Learner RealSpaces
HingeLoss. Import ListNotations. From ForcedMistakes Require Import RealHinge. Local Open Scope field_scope. Local Open
Scope R_scope. Check @real_nonzero_minimum_need_not_exist. Print Assumptions real_nonzero_minimum_need_not_exist. End
Audit_RealHinge.

Module Audit_RealNormalizations. From Coq Require Import Reals. From ForcedMistakes Require Import RealSpaces. From
ForcedMistakes Require Import RealNormalizations. Local Open Scope field_scope. Local Open Scope R_scope. Check
@real_unit_target. Print Assumptions real_unit_target. End Audit_RealNormalizations.

Module Audit_RealSteps. From Coq Require Import Reals List. From ForcedMistakes Require Import Learner RealSpaces
RealPerceptron RealDistance. From ForcedMistakes Require Import RealSteps. Local Open Scope field_scope. Local Open
Scope R_scope. Check @real_chain. Print Assumptions real_chain. Check @real_cosine. Print Assumptions real_cosine. Check
@real_root_loosened. Print Assumptions real_root_loosened. Check @real_footnote_second_step. Print Assumptions
real_footnote_second_step. Check @real_footnote_chain. Print Assumptions real_footnote_chain. End Audit_RealSteps.

Module Audit_RealMarginTree. From Coq Require Import QArith Qreals Reals List Lia. From ForcedMistakes Require Import
Learner RationalSpaces MarginGame RealSpaces. Import ListNotations. From ForcedMistakes Require Import RealMarginTree.
Local Open Scope field_scope. Local Open Scope R_scope. Check @real_multiples_force. Print Assumptions
real_multiples_force. End Audit_RealMarginTree.
