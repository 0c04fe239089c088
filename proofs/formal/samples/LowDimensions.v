(** What the dimension has to do with Claim 1.4 of Chan, CSCI4230 Notes 3, where it is less than 1/δ².

    At least min(d, ⌊1/δ²⌋) mistakes are forced in Q^d, and ⌊1/δ²⌋ always suffice. The first bound is reached on the
    line, and not in the plane. [d2] is δ². *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner RationalPerceptron LegalGame Orthonormal Claim14.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** Every deterministic learner errs min(d, ⌊1/δ²⌋) times in some legal game in dimension d, for every δ > 0.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
    Idea: this is [claim_1_4] with n = min(d, ⌊1/δ²⌋). *)
Theorem minimum_is_forced (d : nat) (d2 : Q) :
  0 < d2 ->
  forall L : learner (Qd d), exists s, legal_game d2 s /\ errors L s = Nat.min d (floor (1 / d2)).
Proof.
  intro positive; apply forced_by_the_basis; [lia | exact positive |].
  apply le_floor; [exact positive | lia].
Qed.

(* -------------------------------------------------------------------------------------------------- two margins *)

(** At δ = 1/3 the value is 9, in nine dimensions. *)
Example value_at_a_third : value (Qd 9) (1 # 9) 9.
Proof. apply (value_is_floor 9 (1 # 9)); [reflexivity | apply le_n]. Qed.

(** In the plane with δ² = 2/3 the printed proof shows n = ⌈1/δ²⌉ = 2 basis vectors, because d = 2 ≥ 3/2. For all labels
    its v has ‖v‖² = nδ² = 4/3, which is above 1. No target is legal.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4, "‖v‖² = δ²n ≤ 1".
    Idea: v = (±δ, ±δ). *)
Theorem printed_norm_at_two_thirds (y1 y2 : bool) :
  let d2 := 2 # 3 in
  let s : list (example (Qd 2)) := [(e 0, y1); (e 1, y2)] in
  1 / d2 <= number 2 /\ ceiling (1 / d2) = 2%nat /\ map fst s = basis 2 /\
  target_norm2 (signed_target d2 s) == 4 # 3 /\ 1 < 4 # 3 /\ forall t : target (Qd 2), ~ legal d2 t s.
Proof.
  cbn zeta; split; [discriminate |]; split; [reflexivity |]; split; [reflexivity |].
  split; [destruct y1, y2; reflexivity |]; split; [reflexivity |].
  apply printed_norm_1_4_fails; [reflexivity | | apply (basis_orthonormal 2 2); constructor | reflexivity].
  rewrite inverse_is_integer_iff by reflexivity; intros [n equal]; rational_terms; unfold Qeq in equal; simpl in equal; lia.
Qed.

(* ---------------------------------------------------------------------------------------------------- the line *)

(** On the line all unit points are 1 and -1, and a target that is right has margin |v| on both: so one of length 1 has
    margin 1, whatever δ was. *)
Lemma line_margin_is_1 (d2 : Q) (s : list (example (Qd 1))) : legal_game d2 s -> legal_game 1 s.
Proof.
  intros [units (t & _ & _ & explained)]; split; [exact units |].
  destruct s as [| example_0 rest].
  { exists {| direction := zero : Qd 1; scale2 := 1 |}; repeat split; [discriminate | constructor]. }
  set (u := direction t 0%nat).
  assert (not_zero : 0 < u * u).
  { destruct (Forall_inv explained) as [right _]; simpl in right; fold u in right.
    apply Qnot_le_lt; intro square; assert (u == 0) as zero_u by nra; rewrite zero_u in right; lra. }
  assert (inverse : / (u * u) * (u * u) == 1) by (field; intro zero_u; rewrite zero_u in not_zero; lra).
  exists {| direction := direction t; scale2 := / (u * u) |}; split; [| split].
  - apply Qinv_lt_0_compat, not_zero.
  - unfold target_norm2; simpl; fold u; lra.
  - unfold unit_points in units; rewrite Forall_forall in units, explained |- *; intros [x y] among.
    destruct (explained _ among) as [right _]; assert (unit_x := units _ among).
    split; [exact right |]; unfold margin2; simpl in *; fold u.
    assert (product : / (u * u) * ((0 + u * x 0%nat) * (0 + u * x 0%nat)) ==
                      / (u * u) * (u * u) * (0 + x 0%nat * x 0%nat)) by ring.
    rewrite product, inverse, unit_x; discriminate.
Qed.

(** On the line one mistake is the most that the Perceptron makes, for every δ.
    Source: about Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: a target of length 1 has margin 1, so [value_1_4] holds with 1/1² = 1. *)
Theorem line_allows_one (d2 : Q) (rule : ties) (s : list (example (Qd 1))) :
  legal_game d2 s -> (errors (perceptron (Qd 1) rule) s <= 1)%nat.
Proof.
  intro legal_s; apply line_margin_is_1 in legal_s.
  apply (perceptron_at_most_floor _ 1 rule s); [reflexivity | exact legal_s].
Qed.

(** "At least ⌊1/δ²⌋ can be forced in every dimension" is false at every δ² ≤ 1/2.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: on the line one mistake is the most, and ⌊1/δ²⌋ ≥ 2. *)
Theorem floor_needs_dimension (d2 : Q) :
  0 < d2 <= 1 # 2 -> ~ margin_forces (Qd 1) d2 (floor (1 / d2)).
Proof.
  intros [positive small] forced_floor.
  assert (two : (2 <= floor (1 / d2))%nat) by (apply le_floor; [exact positive | change (2 * d2 <= 1); lra]).
  assert (one : (floor (1 / d2) <= 1)%nat); [| lia].
  apply (forced_at_most_allowed (Qd 1) d2 _ _ forced_floor).
  exists (perceptron (Qd 1) plus); apply line_allows_one.
Qed.

(* --------------------------------------------------------------------------------------------------- the plane *)

(** The point (a, b) of the plane. *)
Definition plane (a b : Q) : Qd 2 := fun i => match i with 0%nat => a | _ => b end.

(** The third point, after e₁ and e₂: the target is in the quadrant that their labels tell, and a line through this
    quadrant has no fixed side. *)
Definition third_point (y1 y2 : bool) : Qd 2 := plane (3 # 5) (if eqb y1 y2 then - (4 # 5) else 4 # 5).

Definition three_rounds (y1 y2 y3 : bool) : list (example (Qd 2)) :=
  [(e 0, y1); (e 1, y2); (third_point y1 y2, y3)].

(** Targets (±3, ±1)/√10 and (±1, ±2)/√5 explain all eight ways with δ² = 1/10. *)
Lemma three_rounds_are_legal (y1 y2 y3 : bool) : legal_game (1 # 10) (three_rounds y1 y2 y3).
Proof.
  split; [destruct y1, y2; repeat constructor |].
  exists (if eqb y1 y3 then {| direction := plane (3 * sign y1) (sign y2); scale2 := 1 # 10 |}
          else {| direction := plane (sign y1) (2 * sign y2); scale2 := 1 # 5 |}).
  destruct y1, y2, y3; repeat constructor; vm_compute; (reflexivity || discriminate).
Qed.

(** In the plane with δ² = 1/10 three mistakes are forced on every deterministic learner, more than the dimension.
    Source: about Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: every label is the one that is not predicted, and the third point depends on the first two labels. *)
Theorem plane_forces_three (L : learner (Qd 2)) :
  exists s : list (example (Qd 2)), legal_game (1 # 10) s /\ errors L s = 3%nat.
Proof.
  set (q1 := init L); set (y1 := contrary (predict L q1 (e 0))).
  set (q2 := update L q1 (e 0) y1); set (y2 := contrary (predict L q2 (e 1))).
  set (q3 := update L q2 (e 1) y2); set (y3 := contrary (predict L q3 (third_point y1 y2))).
  exists (three_rounds y1 y2 y3); split; [apply three_rounds_are_legal |].
  unfold errors, three_rounds; cbn [errors_from]; fold q1 q2 q3.
  unfold y1 at 1, y2 at 1, y3; rewrite !contrary_mistaken; reflexivity.
Qed.

(** "The best learner makes min(d, ⌊1/δ²⌋) mistakes in dimension d" is false.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: in the plane with δ² = 1/10 it would be 2, and 3 are forced. *)
Theorem minimum_is_not_the_value : ~ margin_allows (Qd 2) (1 # 10) (Nat.min 2 (floor (1 / (1 # 10)))).
Proof.
  intros [L few]; destruct (plane_forces_three L) as (s & legal_s & three).
  specialize (few s legal_s); rewrite three in few; vm_compute in few; lia.
Qed.
