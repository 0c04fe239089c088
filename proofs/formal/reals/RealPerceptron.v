(** The Perceptron on real vectors, and how often it errs at most. Real numbers are compared by an axiom of the library,
    not by a computation. *)

From Coq Require Import Reals List.
From ForcedMistakes Require Import Learner RealSpaces.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Bounds.

  Context {V : space real_field} (rule : ties).
  Implicit Types (u v : V) (s : list (example V)).
  Notation L := (perceptron V rule).

  (** After M mistakes w·v ≥ δM, for every real v with y(v·x) ≥ δ on every example, whatever the Perceptron does at
      ties.
      Source: Chan, CSCI4230 Notes 3, Claim 1.2; Livni, Theorem 8.1, proof.
      Idea: every mistake adds y(v·x) ≥ δ to w·v. *)
  Theorem real_claim_1_2 (delta : R) v s :
    Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s ->
    delta * INR (errors L s) <= ⟨state_after L (init L) s : V, v⟩.
  Proof.
    intro apart; assert (after := inner_after rule delta v s zero apart).
    rewrite <- real_number, (inner_comm _ _ v); unfold errors; cbn [init perceptron].
    rewrite inner_zero_r in after; lra.
  Qed.

  (** After M mistakes ‖w‖² ≤ R²M, if ‖x‖ ≤ R on every example, whatever the labels are, and what the Perceptron does at
      ties.
      Source: Chan, CSCI4230 Notes 3, Claim 1.3, where R = 1; Hsu, first theorem, proof; Livni, Theorem 8.1, proof.
      Idea: every mistake adds at most R². *)
  Theorem real_claim_1_3 (R2 : R) s :
    Forall (fun e => ‖fst e‖² <= R2) s -> ‖(state_after L (init L) s : V)‖² <= R2 * INR (errors L s).
  Proof. rewrite <- real_number; exact (claim_1_3 rule R2 s). Qed.

  (** If ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on every example, the Perceptron makes at most R²‖u‖² mistakes, whatever it does at
      ties.
      Source: Hsu, second theorem; Novikoff (1962).
      Idea: this is [perceptron_bound]. *)
  Theorem real_perceptron_bound (R2 : R) u s :
    0 <= R2 -> Forall (fun e => ‖fst e‖² <= R2) s -> Forall (fun e => 1 <= sign (snd e) * ⟨u, fst e⟩) s ->
    INR (errors L s) <= R2 * ‖u‖².
  Proof. rewrite <- real_number; exact (perceptron_bound rule R2 u s). Qed.

  (** The Perceptron makes at most R²/δ² mistakes, if ‖x‖ ≤ R and a target of norm at most 1 is right with margin δ > 0
      on every example.
      Source: Chan, CSCI4230 Notes 3, Theorem 1.1.
      Idea: this is [perceptron_margin_bound] with the target 1·v. *)
  Theorem real_perceptron_margin_bound (R2 delta : R) v s :
    0 <= R2 -> 0 < delta -> Forall (fun e => ‖fst e‖² <= R2) s -> real_legal delta v s ->
    INR (errors L s) * (delta * delta) <= R2.
  Proof.
    intros R2_nonneg positive short legal_v; rewrite <- real_number.
    apply (perceptron_margin_bound rule R2 (delta * delta) {| direction := v; scale2 := 1 |} s); try assumption.
    - apply Rmult_lt_0_compat; exact positive.
    - apply real_legal_target; assumption.
  Qed.

End Bounds.
