(** The Perceptron as Livni prints it (Lecture 8): ŷ = sgn(⟨w,x⟩), then w moves by ½(y − ŷ)·x, with sgn(0) = 0.

    So a tie, ŷ = 0, is a mistake whatever the label is, and moves w by half a point. The printed proof has whole steps
    only; half steps cost a factor of 9/8. *)

From Coq Require Import Arith List Bool Lia.
From ForcedMistakes Require Import Learner InnerSpace CauchySchwarz Perceptron Passes.
Import ListNotations.
Local Open Scope field_scope.

Definition half_steps {K : field} (V : space K) : learner V := {|
  state := vector V;
  init := zero;
  predict := fun w x => answer mistake ⟨w, x⟩;
  update := fun w x y =>
    match answer mistake ⟨w, x⟩ with
    | Some predicted => if eqb predicted y then w else add w (scale (sign y) x)
    | None => add w (scale ((1 / 2) * sign y) x)
    end
|}.

Definition sgn {K : field} (product : K) : K :=
  match Fcompare product 0 with
  | Gt => 1
  | Lt => - (1)
  | Eq => 0
  end.

Section HalfSteps.

  Context {K : field} {V : space K}.
  Implicit Types (u w : V) (s : list (example V)).

  (** The update is the printed one, w + ½(y − ŷ)·x, as far as inner products tell. *)
  Lemma half_steps_as_printed w x y z :
    ⟨(update (half_steps V) w x y : V), z⟩ == ⟨w, z⟩ + (1 / 2) * (sign y - sgn ⟨w, x⟩) * ⟨x, z⟩.
  Proof.
    simpl; unfold answer, sgn; destruct (Fcompare _ _), y; simpl;
      rewrite ?inner_add, ?inner_scale; lra.
  Qed.

  (** How many rounds from w on are ties, all of them mistakes, and how many are other mistakes. *)
  Fixpoint ties_from w s : nat :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        match answer mistake ⟨w, x⟩ with Some _ => 0 | None => 1 end
        + ties_from (update (half_steps V) w x y) rest
    end.

  Fixpoint others_from w s : nat :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        match answer mistake ⟨w, x⟩ with Some predicted => if eqb predicted y then 0 else 1 | None => 0 end
        + others_from (update (half_steps V) w x y) rest
    end.

  Definition tied_mistakes s : nat := ties_from zero s.
  Definition other_mistakes s : nat := others_from zero s.
  Definition half_step_weights s : V := state_after (half_steps V) zero s.

  Lemma errors_are_ties_and_others s :
    (number (errors (half_steps V) s) : K) == number (tied_mistakes s) + number (other_mistakes s).
  Proof.
    unfold errors, tied_mistakes, other_mistakes; cbn [init half_steps].
    rewrite <- number_add; assert (equal : forall w,
      errors_from (half_steps V) w s = (ties_from w s + others_from w s)%nat); [| rewrite equal; reflexivity].
    induction s as [| [x y] s IH]; intro w; [reflexivity |].
    cbn [errors_from ties_from others_from]; rewrite IH; cbn [predict half_steps].
    destruct (answer mistake ⟨w, x⟩) as [predicted |]; simpl; [destruct (eqb predicted y); simpl |]; lia.
  Qed.

  (** The three kinds of rounds: a tie, another mistake, and none. *)
  Lemma half_step w x y :
    (answer mistake ⟨w, x⟩ = None /\ ⟨w, x⟩ == 0) \/
    (exists predicted, answer mistake ⟨w, x⟩ = Some predicted /\ eqb predicted y = false /\ sign y * ⟨w, x⟩ <= 0) \/
    (exists predicted, answer mistake ⟨w, x⟩ = Some predicted /\ eqb predicted y = true).
  Proof.
    assert (wrong := mistaken_answer mistake ⟨w, x⟩ y).
    unfold answer in *; destruct (Fcompare ⟨w, x⟩ 0) eqn:compared.
    - left; split; [reflexivity | apply Feq_alt, compared].
    - right; destruct y; [left; exists false; auto | right; exists false; auto].
    - right; destruct y; [right; exists true; auto | left; exists true; auto].
  Qed.

  (** Every tie adds half a margin to ⟨u,w⟩ or more, every other mistake a whole one. *)
  Lemma half_steps_inner u s : separates u s -> forall w,
    ⟨u, w⟩ + (1 / 2) * number (ties_from w s) + number (others_from w s)
    <= ⟨u, state_after (half_steps V) w s⟩.
  Proof.
    intro apart; induction apart as [| [x y] s x_apart _ IH]; intro w;
      cbn -[answer number]; [rewrite number_0; lra |].
    rewrite !number_add; simpl in x_apart.
    destruct (half_step w x y) as [[-> _] | [[p [-> [-> _]]] | [p [-> ->]]]];
      [specialize (IH (add w (scale ((1 / 2) * sign y) x))) | specialize (IH (add w (scale (sign y) x))) |
       specialize (IH w)];
      rewrite ?inner_add_r, ?inner_scale_r in IH;
      rewrite ?number_0, ?number_1; lra.
  Qed.

  (** Every tie adds at most R²/4 to ‖w‖², every other mistake at most R². *)
  Lemma half_steps_norm2 (R2 : K) s : within R2 s -> forall w,
    ‖state_after (half_steps V) w s‖²
    <= ‖w‖² + R2 * ((1 / 4) * number (ties_from w s) + number (others_from w s)).
  Proof.
    intro short; induction short as [| [x y] s x_short _ IH]; intro w;
      cbn -[answer number]; [rewrite number_0; lra |].
    rewrite !number_add; simpl in x_short; assert (square := sign_squared (K := K) y).
    destruct (half_step w x y) as [[-> tie] | [[p [-> [-> wrong]]] | [p [-> ->]]]];
      [specialize (IH (add w (scale ((1 / 2) * sign y) x))) | specialize (IH (add w (scale (sign y) x))) |
       specialize (IH w)];
      rewrite ?norm2_add_scale in IH; rewrite ?number_0, ?number_1.
    - assert (quarter : (1 / 2) * sign y * ((1 / 2) * sign y) == (1 / 4 : K)) by (destruct y; unfold sign; lra).
      rewrite quarter, tie in IH; lra.
    - rewrite square in IH; lra.
    - lra.
  Qed.

  (** Chan, CSCI4230 Notes 3, Claim 1.2, with half steps on ties: after a ties and b other mistakes ⟨u,w⟩ ≥ a/2 + b,
      where y⟨u,x⟩ ≥ 1 on every example. This is M/2 or more, M = a + b, where the claim has M.
      Idea: every tie adds y⟨u,x⟩/2, every other mistake y⟨u,x⟩. *)
  Theorem half_steps_claim_1_2 u s :
    separates u s ->
    (1 / 2) * number (tied_mistakes s) + number (other_mistakes s) <= ⟨u, half_step_weights s⟩.
  Proof.
    intro apart; assert (after := half_steps_inner u s apart zero).
    rewrite inner_zero_r in after.
    unfold tied_mistakes, other_mistakes, half_step_weights; lra.
  Qed.

  (** Chan, CSCI4230 Notes 3, Claim 1.3, with half steps on ties: after a ties and b other mistakes ‖w‖² ≤ R²(a/4 + b),
      where ‖x‖ ≤ R on every example; so no more than as printed, R²M for the M = a + b mistakes.
      Idea: at a tie ‖w + ½y·x‖² = ‖w‖² + ¼‖x‖². *)
  Theorem half_steps_claim_1_3 (R2 : K) s :
    within R2 s ->
    ‖half_step_weights s‖² <= R2 * ((1 / 4) * number (tied_mistakes s) + number (other_mistakes s)) /\
    ‖half_step_weights s‖² <= R2 * number (errors (half_steps V) s).
  Proof.
    intro short; assert (after := half_steps_norm2 R2 s short zero); rewrite inner_zero in after.
    change (half_step_weights s) with (state_after (half_steps V) zero s).
    assert (a_nonneg := number_nonneg (K := K) (tied_mistakes s)).
    rewrite errors_are_ties_and_others; unfold tied_mistakes, other_mistakes in *; split; [lra |].
    destruct s as [| e s]; [simpl in *; rewrite number_0 in *; lra |].
    assert (R2_nonneg : 0 <= R2) by (apply Forall_inv in short; assert (x_nonneg := inner_nonneg V (fst e)); lra).
    set (a := number (ties_from zero (e :: s))) in *; clearbody a; nra.
  Qed.

  (** (a/2 + b)² ≤ R²‖u‖²(a/4 + b), from the two claims by Cauchy and Schwarz. *)
  Lemma half_steps_together (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    let a := number (tied_mistakes s) in
    let b := number (other_mistakes s) in
    ((1 / 2) * a + b) * ((1 / 2) * a + b) <= R2 * ‖u‖² * ((1 / 4) * a + b).
  Proof.
    intros R2_nonneg short apart a b.
    assert (low := half_steps_claim_1_2 u s apart).
    assert (high := proj1 (half_steps_claim_1_3 R2 s short)).
    assert (product := cauchy_schwarz u (half_step_weights s)).
    assert (a_nonneg := number_nonneg (K := K) (tied_mistakes s)).
    assert (b_nonneg := number_nonneg (K := K) (other_mistakes s)).
    assert (u_nonneg := inner_nonneg V u).
    fold a in low, high, a_nonneg; fold b in low, high, b_nonneg; clearbody a b.
    set (U := ‖u‖²) in *; set (p := ⟨u, half_step_weights s⟩) in *; set (W := ‖half_step_weights s‖²) in *.
    clearbody U p W.
    assert (((1 / 2) * a + b) * ((1 / 2) * a + b) <= p * p) by nra.
    assert (U * W <= U * (R2 * ((1 / 4) * a + b))) by nra.
    lra.
  Qed.

  (** Livni, Theorem 8.1, as it is true with sgn(0) = 0: at most (9/8)R²‖u‖² mistakes, ties included, where ‖x‖ ≤ R and
      y⟨u,x⟩ ≥ 1 on every example, so that 1/‖u‖ is the margin γ.
      Idea: (a/2 + b)² ≤ R²‖u‖²(a/4 + b), and 9(a/2 + b)² - 8(a + b)(a/4 + b) = (a/2 - b)² is not negative. *)
  Theorem half_step_bound (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    8 * number (errors (half_steps V) s) <= 9 * (R2 * ‖u‖²).
  Proof.
    intros R2_nonneg short apart.
    assert (together := half_steps_together R2 u s R2_nonneg short apart); cbv zeta in together.
    rewrite errors_are_ties_and_others.
    assert (a_nonneg := number_nonneg (K := K) (tied_mistakes s)).
    assert (b_nonneg := number_nonneg (K := K) (other_mistakes s)).
    assert (bound_nonneg : 0 <= R2 * ‖u‖²) by (assert (u_nonneg := inner_nonneg V u); nra).
    set (a := number (tied_mistakes s)) in *; set (b := number (other_mistakes s)) in *; clearbody a b.
    set (B := R2 * ‖u‖²) in *; clearbody B.
    assert (squares : forall z : K, 0 <= z * z) by (intro z; nra).
    specialize (squares ((1 / 2) * a - b)).
    assert (less : 8 * (a + b) * ((1 / 4) * a + b) <= 9 * B * ((1 / 4) * a + b)) by lra.
    apply Fnot_lt; intro; nra.
  Qed.

  (** Livni, Theorem 8.1, if ties are not counted as mistakes, though w moves on them, too: then the printed bound
      R²‖u‖² holds, where ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on every example.
      Idea: b(a/4 + b) ≤ (a/2 + b)² ≤ R²‖u‖²(a/4 + b). *)
  Theorem half_step_bound_without_ties (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s -> number (other_mistakes s) <= R2 * ‖u‖².
  Proof.
    intros R2_nonneg short apart.
    assert (together := half_steps_together R2 u s R2_nonneg short apart); cbv zeta in together.
    assert (a_nonneg := number_nonneg (K := K) (tied_mistakes s)).
    assert (b_nonneg := number_nonneg (K := K) (other_mistakes s)).
    assert (bound_nonneg : 0 <= R2 * ‖u‖²) by (assert (u_nonneg := inner_nonneg V u); nra).
    set (a := number (tied_mistakes s)) in *; set (b := number (other_mistakes s)) in *; clearbody a b.
    set (B := R2 * ‖u‖²) in *; clearbody B.
    assert (less : b * ((1 / 4) * a + b) <= B * ((1 / 4) * a + b)) by nra.
    apply Fnot_lt; intro; nra.
  Qed.

  Lemma half_steps_conservative : conservative (half_steps V).
  Proof.
    intros w x y right; simpl in *; destruct (answer mistake ⟨w, x⟩) as [predicted |]; [| discriminate].
    simpl in right; destruct (eqb predicted y); [reflexivity | discriminate].
  Qed.

  (** Livni, Theorem 8.1, read for passes over a sample with ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1: at most (9/8)R²‖u‖² of them have a
      mistake, the next one has none, and w stays as it is from there on.
      Idea: all the passes together are one sequence, see [half_step_bound]. *)
  Theorem half_steps_halting (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    exists k, 8 * number k <= 9 * (R2 * ‖u‖²) /\
      forall n, (k <= n)%nat ->
        errors_of_next (half_steps V) s n = 0%nat /\
        after_passes (half_steps V) s n = after_passes (half_steps V) s k.
  Proof.
    intros R2_nonneg short apart.
    destruct (passes_end (half_steps V) ((9 / 8) * (R2 * ‖u‖²)) s) as [k [few later]].
    - exact half_steps_conservative.
    - intro n.
      assert (8 * number (errors (half_steps V) (passes s n)) <= 9 * (R2 * ‖u‖²)); [| lra].
      apply half_step_bound; [exact R2_nonneg | |]; apply passes_Forall; assumption.
    - exists k; split; [lra | exact later].
  Qed.

End HalfSteps.

