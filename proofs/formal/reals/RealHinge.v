(** Hsu's third theorem over all real w⋆ but 0: the minimum that it takes need not exist. *)

From Coq Require Import Reals List.
From ForcedMistakes Require Import Learner RealSpaces HingeLoss.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Hinge.

  Context {V : space real_field}.
  Implicit Types (u : V) (s : list (example V)).

  (** ‖u‖²L² + ‖u‖L√H + H, for the largest ‖x‖, L. *)
  Definition real_hinge_value (longest : R) u s : R :=
    ‖u‖² * (longest * longest) + sqrt ‖u‖² * longest * sqrt (hinge_of_mistakes mistake u s) + hinge_of_mistakes mistake u s.

End Hinge.

Lemma real_tie : answer mistake (0 : R) = None.
Proof. unfold answer; rewrite (proj1 (Feq_alt (0 : R) 0) eq_refl); reflexivity. Qed.

(** With w⋆ = 0 left out the minimum of the third theorem need not exist: on (0, +1), (1, +1), where L = 1, there are M
    = 2 mistakes, and over all real w⋆ ≠ 0 the infimum of ‖w⋆‖²L² + ‖w⋆‖L√H + H is 2, and no w⋆ attains it.
    Source: a reading of Hsu, third theorem.
    Idea: for 0 < w⋆ ≤ 1, H = 2 - w⋆, and the value is 2 + w⋆² + w⋆(√(2 - w⋆) - 1). *)
Theorem real_nonzero_minimum_need_not_exist :
  exists s : list (example (Rd 1)),
    s = [((fun _ => 0), true); ((fun _ => 1), true)] /\
    Forall (fun e => ‖fst e‖² <= 1) s /\ Exists (fun e => ‖fst e‖² = 1) s /\
    errors (perceptron (Rd 1) mistake) s = 2%nat /\
    (forall u : Rd 1, ‖u‖² <> 0 -> 2 < real_hinge_value 1 u s) /\
    (forall epsilon, 0 < epsilon -> exists u : Rd 1, ‖u‖² <> 0 /\ real_hinge_value 1 u s < 2 + epsilon) /\
    ~ exists u : Rd 1, ‖u‖² <> 0 /\ forall v : Rd 1, ‖v‖² <> 0 -> real_hinge_value 1 u s <= real_hinge_value 1 v s.
Proof.
  set (s := [((fun _ => 0), true); ((fun _ => 1), true)] : list (example (Rd 1))).
  assert (tie : forall x : R, x = 0 -> answer mistake x = None) by (intros x ->; apply real_tie).
  assert (losses : forall u : Rd 1, hinge_of_mistakes mistake u s = 1 + Fmax 0 (1 - u 0%nat)).
  { intro u; unfold hinge_of_mistakes, s; cbn -[answer Fmax].
    rewrite tie by ring; cbn -[answer Fmax]; rewrite tie by ring; cbn -[Fmax].
    unfold hinge_loss; cbn -[Fmax].
    replace (1 - 1 * (0 + u 0%nat * 0)) with 1 by ring.
    replace (1 - 1 * (0 + u 0%nat * 1)) with (1 - u 0%nat) by ring.
    rewrite (Fmax_right 0 1) by lra; ring. }
  assert (square : forall u : Rd 1, ‖u‖² = u 0%nat * u 0%nat) by (intro u; cbn; ring).
  assert (value : forall u : Rd 1,
    real_hinge_value 1 u s = u 0%nat * u 0%nat + sqrt (u 0%nat * u 0%nat) * sqrt (1 + Fmax 0 (1 - u 0%nat))
                             + (1 + Fmax 0 (1 - u 0%nat))).
  { intro u; unfold real_hinge_value; rewrite losses, square; ring. }
  assert (above : forall u : Rd 1, ‖u‖² <> 0 -> 2 < real_hinge_value 1 u s).
  { intros u nonzero; rewrite square in nonzero; rewrite value; set (a := u 0%nat) in *; clearbody a.
    assert (a_square : 0 < a * a) by (destruct (Rtotal_order a 0) as [less | [-> | more]]; nra).
    assert (H_large : 1 <= 1 + Fmax 0 (1 - a)) by (assert (loss := Fmax_l 0 (1 - a)); lra).
    assert (root_large : 1 <= sqrt (1 + Fmax 0 (1 - a))) 
      by (apply Rle_trans with (sqrt 1); [rewrite sqrt_1; lra | apply sqrt_le_1_alt, H_large]).
    assert (length_nonneg := sqrt_pos (a * a)); assert (length := sqrt_sqrt (a * a) ltac:(lra)).
    assert (a <= sqrt (a * a)) by (apply Rnot_lt_le; intro; nra).
    assert (loss := Fmax_r 0 (1 - a)); nra. }
  assert (near : forall epsilon, 0 < epsilon -> exists u : Rd 1, ‖u‖² <> 0 /\ real_hinge_value 1 u s < 2 + epsilon).
  { intros epsilon positive; set (a := Rmin 1 (epsilon / 4)).
    assert (a_small : a <= 1) by apply Rmin_l; assert (a_below : a <= epsilon / 4) by apply Rmin_r.
    assert (a_pos : 0 < a) by (apply Rmin_glb_lt; lra).
    exists (fun _ => a); rewrite square; split; [nra |]; rewrite value; clearbody a.
    rewrite (Fmax_right 0 (1 - a)), sqrt_square by lra.
    assert (root : sqrt (1 + (1 - a)) <= 2).
    { replace 2 with (sqrt (2 * 2)) by (apply sqrt_square; lra); apply sqrt_le_1_alt; lra. }
    nra. }
  exists s; split; [reflexivity |]; split; [repeat constructor; cbn; lra |].
  split; [right; left; cbn; ring |]; split.
  { unfold errors, s; cbn -[answer]; rewrite tie by ring; cbn -[answer]; rewrite tie by ring; reflexivity. }
  split; [exact above |]; split; [exact near |]; intros [u [nonzero least]].
  assert (more := above u nonzero); destruct (near (real_hinge_value 1 u s - 2) ltac:(lra)) as [v [v_nonzero less]].
  specialize (least v v_nonzero); lra.
Qed.
