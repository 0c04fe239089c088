(** The Perceptron on real vectors, and how often it errs at most. *)

From Coq Require Import Reals List Lra.
From ForcedMistakes Require Import Learner RealSpace.
From ForcedMistakes Require Perceptron.
Import ListNotations.
Open Scope R_scope.

Local Notation "⟨ x , y ⟩" := (real_inner x y) (at level 0, x at level 99, y at level 99).
Local Notation "‖ x ‖²" := (real_inner x x) (at level 0, x at level 99).

(** The sign of ⟨w,x⟩. Real numbers are compared by an axiom of the library, not by a computation. *)
Definition real_answer (rule : Perceptron.ties) (product : R) : option bool :=
  if Rlt_dec 0 product then Some true
  else if Rlt_dec product 0 then Some false
  else Perceptron.at_tie rule.

Definition real_perceptron (V : real_space) (rule : Perceptron.ties) : learner V := {|
  state := real_vector V;
  init := real_zero;
  predict := fun w x => real_answer rule ⟨w, x⟩;
  update := fun w x y =>
    if mistaken (real_answer rule ⟨w, x⟩) y then real_add w (real_scale (real_sign y) x) else w
|}.

Lemma real_mistaken_answer (rule : Perceptron.ties) (product : R) (y : bool) :
  mistaken (real_answer rule product) y = true -> real_sign y * product <= 0.
Proof.
  unfold real_answer; destruct (Rlt_dec 0 product), (Rlt_dec product 0), y; simpl; try discriminate; lra.
Qed.

Section Bounds.

  Context {V : real_space} (rule : Perceptron.ties).
  Implicit Types (u v w x : V) (s : list (example V)).
  Notation L := (real_perceptron V rule).

  (** [real_claim_1_2] from any w on. *)
  Lemma real_inner_after (delta : R) v s w :
    Forall (fun e => delta <= real_sign (snd e) * ⟨v, fst e⟩) s ->
    ⟨v, w⟩ + delta * INR (errors_from L w s) <= ⟨v, state_after L w s⟩.
  Proof.
    intro apart; revert w; induction apart as [| [x y] s x_apart _ IH]; intro w; [simpl; lra |]; cbn [fst snd] in *.
    cbn [errors_from state_after]; cbn [predict update real_perceptron].
    destruct (mistaken (real_answer rule ⟨w, x⟩) y); [| apply IH].
    rewrite plus_INR; specialize (IH (real_add w (real_scale (real_sign y) x))).
    rewrite real_inner_add_r, real_inner_scale_r in IH; simpl INR at 1; lra.
  Qed.

  (** [real_claim_1_3] from any w on. *)
  Lemma real_norm2_after (R2 : R) s w :
    Forall (fun e => ‖fst e‖² <= R2) s ->
    ‖state_after L w s‖² <= ‖w‖² + R2 * INR (errors_from L w s).
  Proof.
    intro short; revert w; induction short as [| [x y] s x_short _ IH]; intro w; [simpl; lra |]; cbn [fst snd] in *.
    cbn [errors_from state_after]; cbn [predict update real_perceptron].
    destruct (mistaken (real_answer rule ⟨w, x⟩) y) eqn:wrong; [| apply IH].
    apply real_mistaken_answer in wrong; rewrite plus_INR; specialize (IH (real_add w (real_scale (real_sign y) x))).
    rewrite real_inner_add, !real_inner_add_r, !real_inner_scale, !real_inner_scale_r in IH.
    rewrite (real_inner_comm _ x w) in IH.
    assert (square : real_sign y * (real_sign y * ‖x‖²) = ‖x‖²)
      by (rewrite <- Rmult_assoc, real_sign_squared; ring).
    simpl INR at 1; lra.
  Qed.

  (** After M mistakes w·v ≥ δM, for every real v with y(v·x) ≥ δ on every example, whatever the Perceptron does at
      ties.
      Source: Chan, CSCI4230 Notes 3, Claim 1.2; Livni, Theorem 8.1, proof.
      Idea: every mistake adds y(v·x) ≥ δ to w·v. *)
  Theorem real_claim_1_2 (delta : R) v s :
    Forall (fun e => delta <= real_sign (snd e) * ⟨v, fst e⟩) s ->
    delta * INR (errors L s) <= ⟨state_after L (init L) s, v⟩.
  Proof.
    intro apart; assert (after := real_inner_after delta v s real_zero apart).
    rewrite (real_inner_comm _ v real_zero), real_inner_zero, real_inner_comm in after.
    unfold errors; cbn [init real_perceptron]; lra.
  Qed.

  (** After M mistakes ‖w‖² ≤ R²M, if ‖x‖ ≤ R on every example, whatever the labels are, and what the Perceptron does at
      ties.
      Source: Chan, CSCI4230 Notes 3, Claim 1.3, where R = 1; Hsu, first theorem, proof; Livni, Theorem 8.1, proof.
      Idea: every mistake adds at most R². *)
  Theorem real_claim_1_3 (R2 : R) s :
    Forall (fun e => ‖fst e‖² <= R2) s ->
    ‖state_after L (init L) s‖² <= R2 * INR (errors L s).
  Proof.
    intro short; assert (after := real_norm2_after R2 s real_zero short).
    rewrite real_inner_zero in after; unfold errors; cbn [init real_perceptron]; lra.
  Qed.

  (** If ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on every example, the Perceptron makes at most R²‖u‖² mistakes, whatever it does at
      ties.
      Source: Hsu, second theorem; Novikoff (1962).
      Idea: with M mistakes, 0 ≤ ‖M·u − ‖u‖²·w‖² ≤ ‖u‖²(R²‖u‖²M − M²); and ‖u‖ = 0 leaves 0 ≤ ‖(R² + 1)·u − w‖² ≤
      −M. *)
  Theorem real_perceptron_bound (R2 : R) u s :
    0 <= R2 -> Forall (fun e => ‖fst e‖² <= R2) s -> Forall (fun e => 1 <= real_sign (snd e) * ⟨u, fst e⟩) s ->
    INR (errors L s) <= R2 * ‖u‖².
  Proof.
    intros R2_nonneg short apart.
    assert (low := real_claim_1_2 1 u s apart); assert (high := real_claim_1_3 R2 s short).
    rewrite real_inner_comm in low.
    set (w := state_after L (init L) s) in *; set (M := INR (errors L s)) in *.
    assert (M_nonneg : 0 <= M) by apply pos_INR.
    assert (potential := real_inner_nonneg V (real_add (real_scale M u) (real_scale (- ‖u‖²) w))).
    assert (other := real_inner_nonneg V (real_add (real_scale (R2 + 1) u) (real_scale (- 1) w))).
    rewrite real_norm2_sum in potential, other.
    set (p := ⟨u, w⟩) in *; set (W := ‖w‖²) in *.
    destruct (real_inner_nonneg V u) as [longer | zero]; set (U := ‖u‖²) in *; clearbody U p W M.
    - assert (0 <= U * (M * M - 2 * M * p + U * W)) by lra.
      assert (0 <= M * M - 2 * M * p + U * W) by (apply (Rmult_le_reg_l U); lra).
      assert (M * M <= M * p) by (apply Rmult_le_compat_l; lra).
      assert (U * W <= U * (R2 * M)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= R2 * U) by (apply Rmult_le_pos; lra).
      apply Rnot_lt_le; intro more; assert (0 < M * (M - R2 * U)) by (apply Rmult_lt_0_compat; lra); lra.
    - subst U; assert (0 <= R2 * M) by (apply Rmult_le_pos; assumption).
      assert (R2 * M <= R2 * p) by (apply Rmult_le_compat_l; lra); lra.
  Qed.

  (** The Perceptron makes at most R²/δ² mistakes, if ‖x‖ ≤ R and a target of norm at most 1 is right with margin δ > 0
      on every example.
      Source: Chan, CSCI4230 Notes 3, Theorem 1.1.
      Idea: this is the theorem before with u = v/δ. *)
  Theorem real_perceptron_margin_bound (R2 delta : R) v s :
    0 <= R2 -> 0 < delta -> Forall (fun e => ‖fst e‖² <= R2) s -> real_legal delta v s ->
    INR (errors L s) * (delta * delta) <= R2.
  Proof.
    intros R2_nonneg positive short [v_short explained].
    assert (inverse : / delta * delta = 1) by (apply Rinv_l; lra).
    assert (inverse_positive := Rinv_0_lt_compat delta positive).
    assert (bound : INR (errors L s) <= R2 * ‖real_scale (/ delta) v‖²).
    { apply real_perceptron_bound; [exact R2_nonneg | exact short |].
      revert explained; apply Forall_impl; intros e margin; rewrite real_inner_scale; nra. }
    rewrite real_inner_scale, real_inner_scale_r in bound.
    apply (Rmult_le_compat_r (delta * delta)) in bound; [| nra].
    replace (R2 * (/ delta * (/ delta * ‖v‖²)) * (delta * delta))
      with (R2 * ‖v‖² * ((/ delta * delta) * (/ delta * delta))) in bound by ring.
    rewrite inverse in bound; nra.
  Qed.

End Bounds.
