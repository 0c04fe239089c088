(** The Perceptron as Livni prints it (Lecture 8): ŷ = sgn(⟨w,x⟩), then w moves by ½(y − ŷ)·x, with sgn(0) = 0.

    So a tie, ŷ = 0, is a mistake whatever the label is, and moves w by half a point. The printed proof has whole steps
    only; half steps cost a factor of 9/8. *)

From Coq Require Import QArith List Bool Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron Passes.
Import ListNotations.
Open Scope Q_scope.

Definition half_steps (V : space) : learner V := {|
  state := vector V;
  init := zero;
  predict := fun w x => answer mistake ⟨w, x⟩;
  update := fun w x y =>
    match answer mistake ⟨w, x⟩ with
    | Some predicted => if eqb predicted y then w else add w (scale (sign y) x)
    | None => add w (scale ((1 # 2) * sign y) x)
    end
|}.

Definition sgn (product : Q) : Q :=
  match product ?= 0 with
  | Gt => 1
  | Lt => - (1)
  | Eq => 0
  end.

Section HalfSteps.

  Context {V : space}.
  Implicit Types (u w : V) (s : list (example V)).

  (** The update is the printed one, w + ½(y − ŷ)·x, as far as inner products tell. *)
  Lemma half_steps_as_printed w x y z :
    ⟨(update (half_steps V) w x y : V), z⟩ == ⟨w, z⟩ + (1 # 2) * (sign y - sgn ⟨w, x⟩) * ⟨x, z⟩.
  Proof.
    simpl; unfold answer, sgn; destruct (_ ?= _), y; simpl;
      rewrite ?inner_add, ?inner_scale; ring.
  Qed.

  (** One mistake adds R²/2 or more to (3/2)R²⟨u,w⟩ − ‖w‖². *)
  Lemma half_steps_progress (R2 : Q) u s w :
    within R2 s -> separates u s ->
    let w' : V := state_after (half_steps V) w s in
    (3 # 2) * R2 * ⟨u, w⟩ - ‖w‖² + (1 # 2) * R2 * number (errors_from (half_steps V) w s)
    <= (3 # 2) * R2 * ⟨u, w'⟩ - ‖w'‖².
  Proof.
    intros short apart; revert w short.
    induction apart as [| [x y] s x_apart _ IH]; intros w short; cbn -[mistaken answer inject_Z Z.of_nat];
      [change (number 0) with 0; lra |].
    apply Forall_cons_iff in short; destruct short as [x_short short]; simpl in x_apart, x_short.
    rewrite number_add; specialize (IH (update (half_steps V) w x y) short); simpl in IH.
    assert (x_nonneg := inner_nonneg V x).
    assert (gain : R2 <= R2 * (sign y * ⟨u, x⟩)) by nra.
    unfold answer in *; destruct (⟨w, x⟩ ?= 0) eqn:compared; simpl at_tie in *; cbv iota in *.
    - apply Qeq_alt in compared.
      change (number (if mistaken None y then 1 else 0)) with 1.
      rewrite norm2_add_scale, inner_add_r, inner_scale_r in IH.
      rewrite compared in IH.
      assert (half : (1 # 2) * sign y * ((1 # 2) * sign y) == 1 # 4) by (destruct y; reflexivity).
      rewrite half in IH; lra.
    - apply Qlt_alt in compared; destruct y; simpl in IH, gain |- *.
      + change (inject_Z 1) with 1; rewrite norm2_add_scale, inner_add_r, inner_scale_r in IH; lra.
      + change (inject_Z 0) with 0; lra.
    - apply Qgt_alt in compared; destruct y; simpl in IH, gain |- *.
      + change (inject_Z 0) with 0; lra.
      + change (inject_Z 1) with 1; rewrite norm2_add_scale, inner_add_r, inner_scale_r in IH; lra.
  Qed.

  (** Livni, Theorem 8.1, as it is true with sgn(0) = 0: at most (9/8)R²‖u‖² mistakes, ties included, where ‖x‖ <= R and
      y⟨u,x⟩ >= 1 on every example, so that 1/‖u‖ is the margin γ.
      Idea: ‖(3/4)R²·u − w‖² is (9/16)R⁴‖u‖² at first, falls by R²/2 or more in every mistake, of both kinds, and is
      never negative. *)
  Theorem half_step_bound (R2 : Q) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    8 * number (errors (half_steps V) s) <= 9 * (R2 * ‖u‖²).
  Proof.
    intros R2_nonneg short apart.
    destruct (Qlt_le_dec 0 R2) as [R2_pos | R2_small].
    - assert (grown := half_steps_progress R2 u s zero short apart); simpl in grown.
      rewrite inner_zero, inner_zero_r in grown.
      assert (square := combination_nonneg ((3 # 4) * R2) (- (1)) u (state_after (half_steps V) zero s : V)).
      change (errors (half_steps V) s) with (errors_from (half_steps V) zero s).
      set (M := number _) in *; clearbody M; nra.
    - assert (R2 == 0) as R2_zero by lra.
      destruct s as [| [x y] s]; [rewrite R2_zero; change (number _) with 0; lra | exfalso].
      apply Forall_inv in short, apart; simpl in short, apart.
      assert (product := cauchy_schwarz u x); assert (x_nonneg := inner_nonneg V x).
      assert (‖x‖² == 0) as x_zero by lra; rewrite x_zero in product.
      assert (square := sign_squared y); nra.
  Qed.

  Lemma half_steps_conservative : conservative (half_steps V).
  Proof.
    intros w x y right; simpl in *; destruct (answer mistake ⟨w, x⟩) as [predicted |]; [| discriminate].
    simpl in right; destruct (eqb predicted y); [reflexivity | discriminate].
  Qed.

  (** Passes over a separable sample: at most (9/8)R²‖u‖² have a mistake, the next one has none, and so forever. *)
  Theorem half_steps_halting (R2 : Q) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    exists k, 8 * number k <= 9 * (R2 * ‖u‖²) /\
      forall n, (k <= n)%nat ->
        errors_of_next (half_steps V) s n = 0%nat /\
        after_passes (half_steps V) s n = after_passes (half_steps V) s k.
  Proof.
    intros R2_nonneg short apart.
    destruct (passes_end (half_steps V) ((9 # 8) * (R2 * ‖u‖²)) s) as [k [few later]].
    - exact half_steps_conservative.
    - intro n.
      assert (8 * number (errors (half_steps V) (passes s n)) <= 9 * (R2 * ‖u‖²)); [| lra].
      apply half_step_bound; [exact R2_nonneg | |]; apply passes_Forall; assumption.
    - exists k; split; [lra | exact later].
  Qed.

End HalfSteps.

(** R²‖u‖², that is R²/γ², is not a bound with half steps: three points of one length in Q³ with R²‖u‖² = 215/72 < 3, all
    labeled +1, and each of them is a mistake. *)
Theorem half_steps_exceed :
  exists (s : list (example (Qd 3))) (u : Qd 3) (R2 : Q),
    Forall (fun e => ‖fst e‖² == R2) s /\ separates u s /\
    R2 * ‖u‖² < number (errors (half_steps (Qd 3)) s).
Proof.
  exists [(coordinates [0; 1; 3], true); (coordinates [-3 # 1; -1 # 1; 0], true); (coordinates [0; 3; 1], true)],
    (coordinates [-5 # 12; 1 # 4; 1 # 4]), 10.
  split; [repeat constructor |]; split; [repeat constructor; discriminate | reflexivity].
Qed.
