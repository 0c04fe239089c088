(** What mistake trees and sums of blocks force in R^d: a multiple r·x with r² rational is a real vector. *)

From Coq Require Import QArith Qreals Reals List Lia.
From ForcedMistakes Require Import Learner RationalSpaces MarginGame RealSpaces.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Real.

  Context {d : nat}.

  Definition real_multiple (x : multiple (Qd d)) : Rd d := fun i => sqrt (Q2R (scale2 x)) * Q2R (direction x i).

  (** What the parts of a target add up to. *)
  Definition real_sum (parts : list (multiple (Qd d))) : Rd d := fold_right (fun a v => add (real_multiple a) v) zero parts.

  Lemma Q2R_0 : Q2R 0 = 0.
  Proof. unfold Q2R; simpl; lra. Qed.

  Lemma Q2R_1 : Q2R 1 = 1.
  Proof. unfold Q2R; simpl; lra. Qed.

  Lemma real_dot_scaled (n : nat) (r t : R) (x y : nat -> Q) :
    dot n (fun i => r * Q2R (x i)) (fun i => t * Q2R (y i)) = r * t * Q2R (dot n x y).
  Proof.
    induction n as [| n IH]; cbn [dot]; rational_terms; real_terms; [rewrite Q2R_0 | rewrite IH, Q2R_plus, Q2R_mult]; ring.
  Qed.

  Lemma real_product (a b : multiple (Qd d)) :
    inner (real_multiple a) (real_multiple b) =
    sqrt (Q2R (scale2 a)) * sqrt (Q2R (scale2 b)) * Q2R (inner (direction a) (direction b)).
  Proof. apply real_dot_scaled. Qed.

  Lemma real_norm2 (a : multiple (Qd d)) :
    (0 < scale2 a)%Q -> inner (real_multiple a) (real_multiple a) = Q2R (target_norm2 a).
  Proof.
    intro positive; rewrite real_product; unfold target_norm2; rewrite Q2R_mult, sqrt_sqrt; [reflexivity |].
    apply Qlt_Rlt in positive; rewrite Q2R_0 in positive; lra.
  Qed.

  Lemma real_orthogonal (a b : multiple (Qd d)) :
    orthogonal_multiples a b -> inner (real_multiple a) (real_multiple b) = 0.
  Proof. intro zero; rewrite real_product; apply Qeq_eqR in zero; rewrite zero, Q2R_0; ring. Qed.

  Lemma real_sum_orthogonal (parts : list (multiple (Qd d))) (b : multiple (Qd d)) :
    Forall (fun a => orthogonal_multiples a b) parts -> inner (real_sum parts) (real_multiple b) = 0.
  Proof.
    induction 1 as [| a parts zero _ IH]; cbn [real_sum fold_right]; [apply inner_zero |].
    rewrite inner_add, (real_orthogonal a b zero); unfold real_sum in IH; rewrite IH; ring.
  Qed.

  Lemma real_sum_norm2 (parts : list (multiple (Qd d))) :
    Forall (fun a => 0 < scale2 a)%Q parts -> ForallOrdPairs orthogonal_multiples parts ->
    inner (real_sum parts) (real_sum parts) = Q2R (sum_norm2 parts).
  Proof.
    intros scales pairs; revert scales; induction pairs as [| a parts first _ IH]; intro scales.
    - rewrite inner_zero; symmetry; exact Q2R_0.
    - inversion_clear scales as [| ? ? positive rest]; specialize (IH rest).
      assert (zero : inner (real_sum parts) (real_multiple a) = 0).
      { apply real_sum_orthogonal; revert first; apply Forall_impl; intros b zero.
        unfold orthogonal_multiples in *; rewrite RationalSpaces.inner_comm; exact zero. }
      change (real_sum (a :: parts)) with (add (real_multiple a) (real_sum parts)); cbn [sum_norm2].
      rewrite inner_add, !inner_add_r, (inner_comm _ (real_multiple a) (real_sum parts)), zero, IH.
      rewrite (real_norm2 a positive), Q2R_plus; ring.
  Qed.

  Lemma real_sum_explains (d2 : Q) (parts : list (multiple (Qd d))) (e : example (multiple (Qd d))) :
    Forall (fun a => 0 < scale2 a)%Q parts -> (0 < scale2 (fst e))%Q -> sum_explains d2 parts e ->
    sqrt (Q2R d2) <= sign (snd e) * inner (real_sum parts) (real_multiple (fst e)).
  Proof.
    destruct e as [x y]; cbn [fst snd]; intros scales of_x (before & a & after & -> & others & right & margin); cbn [fst snd] in *.
    assert (of_a : (0 < scale2 a)%Q) by (rewrite Forall_forall in scales; apply scales, in_elt).
    assert (same : inner (real_sum (before ++ a :: after)) (real_multiple x) = inner (real_multiple a) (real_multiple x)).
    { clear - others; induction before as [| b before IH]; cbn [app] in *.
      - change (real_sum (a :: after)) with (add (real_multiple a) (real_sum after)).
        rewrite inner_add, (real_sum_orthogonal after x others); ring.
      - inversion_clear others as [| ? ? zero rest].
        change (real_sum (b :: before ++ a :: after)) with (add (real_multiple b) (real_sum (before ++ a :: after))).
        rewrite inner_add, (IH rest), (real_orthogonal b x zero); ring. }
    rewrite same, real_product; unfold margin2 in margin.
    apply Qle_Rle in margin; rewrite !Q2R_mult in margin; apply Qlt_Rlt in right, of_a, of_x; rewrite Q2R_0 in *.
    rewrite Q2R_mult in right; set (p := Q2R (inner (direction a) (direction x))) in *.
    assert (root_a := sqrt_sqrt _ (Rlt_le _ _ of_a)); assert (root_x := sqrt_sqrt _ (Rlt_le _ _ of_x)).
    assert (above_a := sqrt_lt_R0 _ of_a); assert (above_x := sqrt_lt_R0 _ of_x).
    set (r := sqrt (Q2R (scale2 a))) in *; set (t := sqrt (Q2R (scale2 x))) in *.
    assert (positive : 0 < sign y * p).
    { destruct y; cbn [sign] in *; rational_terms; real_terms; [rewrite Q2R_1 in right | rewrite Q2R_opp, Q2R_1 in right]; lra. }
    assert (product : sign y * (r * t * p) = r * t * (sign y * p)) by ring; rewrite product.
    assert (least : 0 <= r * t * (sign y * p)) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
    rewrite <- (sqrt_square _ least); apply sqrt_le_1_alt.
    assert (square := sign_squared y).
    replace (r * t * (sign y * p) * (r * t * (sign y * p))) with
      ((t * t) * ((r * r) * (p * p)) * (sign y * sign y)) by ring.
    rewrite square, root_a, root_x; lra.
  Qed.

End Real.

(** What is forced on multiples of rational points is forced in R^d: every deterministic learner errs k times in some
    legal game with margin δ, on unit points with a target of norm at most 1.
    Source: docs/margin-proofs.md, "Lower bounds".
    Idea: show the learner the real vectors √r²·x; the parts of the target add up to a real vector. *)
Theorem real_multiples_force (d k : nat) (d2 : Q) :
  multiples_force (Qd d) 1 d2 k ->
  forall L : learner (Rd d), exists s, real_legal_game (sqrt (Q2R d2)) s /\ (k <= errors L s)%nat.
Proof.
  intros forced L; destruct (forced (pulled_back real_multiple L (init L))) as (s & units & (parts & legal_s) & errs).
  rewrite errors_pulled_back in errs; exists (map_points real_multiple s); split; [| exact errs].
  destruct legal_s as (scales & pairs & norm & explained); split.
  - apply Forall_map; revert units; apply Forall_impl; intros e [positive unit]; cbn [fst].
    rewrite (real_norm2 _ positive); apply Qeq_eqR in unit; rewrite unit; exact Q2R_1.
  - exists (real_sum parts); split.
    + rewrite (real_sum_norm2 parts scales pairs); apply Qle_Rle in norm; rewrite Q2R_1 in norm; exact norm.
    + apply Forall_map; rewrite Forall_forall in units, explained |- *; intros e here; cbn [fst snd].
      apply real_sum_explains; [exact scales | apply (units e here) | exact (explained e here)].
Qed.
