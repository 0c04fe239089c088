(** Halfspaces of real vectors of length 1 (Chan, CSCI4230 Notes 3, section 1). *)

From Coq Require Import Reals.
From ForcedMistakes Require Import RealSpaces.
Local Open Scope field_scope.
Local Open Scope R_scope.

(** Every real halfspace with v ≠ 0 is that of a vector of length 1, v/‖v‖: both have the same sign on every x.
    Source: Chan, CSCI4230 Notes 3, section 1.
    Idea: 1/‖v‖ is positive. *)
Theorem real_unit_target (V : space real_field) (v : V) :
  ‖v‖² <> 0 ->
  let unit := scale (/ sqrt ‖v‖²)%R v in
  ‖unit‖² = 1 /\
  forall x : V, (0 <= ⟨unit, x⟩ <-> 0 <= ⟨v, x⟩) /\ (0 < ⟨unit, x⟩ <-> 0 < ⟨v, x⟩) /\ (⟨unit, x⟩ < 0 <-> ⟨v, x⟩ < 0).
Proof.
  intros nonzero unit; assert (nonneg := inner_nonneg V v).
  assert (length_pos : 0 < sqrt ‖v‖²) by (apply sqrt_lt_R0; lra).
  assert (length := sqrt_sqrt ‖v‖² nonneg).
  assert (inverse_pos := Rinv_0_lt_compat _ length_pos); unfold unit; clear unit; split.
  - rewrite inner_scale, inner_scale_r; set (r := sqrt ‖v‖²) in *; clearbody r.
    rewrite <- length; field; lra.
  - intro x; rewrite inner_scale; set (c := / sqrt ‖v‖²) in *; set (p := ⟨v, x⟩); clearbody c p.
    repeat split; intro; try nra; apply Rnot_lt_le; intro; nra.
Qed.
