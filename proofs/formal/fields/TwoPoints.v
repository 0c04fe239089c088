(** Two points of the plane on which the Perceptron takes long (Lecture 13 (27-04-2020), end of 1.2.1).

    The lecture says that M can be exponential in md, for m points in d dimensions. Here md = 4, and M has no bound: no
    function of md bounds it. *)

From Coq Require Import ZArith List Lia.
From ForcedMistakes Require Import Learner InnerSpace Rounding Perceptron Passes PerceptronLoop.
Import ListNotations.
Local Open Scope field_scope.

Section TwoPoints.

  Context {K : field}.

  (** (1, 0) and (-k, 1), both labeled +1. *)
  Definition first_point : vectors K 2 := coordinates [1; 0].
  Definition second_point (k : nat) : vectors K 2 := coordinates [- number k; 1].
  Definition nearly_opposed (k : nat) : list (example (vectors K 2)) := [(first_point, true); (second_point k, true)].

  (** (1, k + 1) separates them with margin 1, so the loop does return: see [loop_halts]. *)
  Lemma two_points_separable (k : nat) : separates (coordinates [1; number k + 1] : vectors K 2) (nearly_opposed k).
  Proof.
    repeat apply Forall_cons; try apply Forall_nil; unfold first_point, second_point, coordinates;
      cbn -[number]; lra.
  Qed.

  (** After a mistakes on the first and b on the second, w = (a - kb, b). *)
  Definition counts (k : nat) (w : vectors K 2) (a b : Z) : Prop :=
    w 0%nat == integer (a - Z.of_nat k * b) /\ w 1%nat == integer b.

  Lemma counts_after (t : ties) (k : nat) (r : list (example (vectors K 2))) : forall (w : vectors K 2) a b,
    incl r (nearly_opposed k) -> counts k w a b ->
    exists a' b', counts k (state_after (perceptron (vectors K 2) t) w r) a' b' /\
      (a' + b' = a + b + Z.of_nat (errors_from (perceptron (vectors K 2) t) w r))%Z.
  Proof.
    induction r as [| [x y] r IH]; intros w a b members [at_0 at_1].
    - exists a, b; split; [split; assumption | simpl; lia].
    - apply incl_cons_inv in members; destruct members as [member members].
      cbn -[mistaken answer dot Z.of_nat].
      destruct (mistaken (answer t (dot 2 w x)) y) eqn:wrong; [| apply IH; [| split]; assumption].
      assert (exists a1 b1, counts k (fun i => w i + sign y * x i) a1 b1 /\ (a1 + b1 = a + b + 1)%Z)
        as [a1 [b1 [now sum]]].
      { destruct member as [here | [here | []]]; injection here as <- <-; unfold counts.
        - exists (a + 1)%Z, b; split; [split | lia]; unfold first_point, coordinates; cbn -[Z.of_nat Z.mul Z.sub Z.add].
          + replace (a + 1 - Z.of_nat k * b)%Z with (a - Z.of_nat k * b + 1)%Z by lia.
            rewrite at_0, (integer_add (a - Z.of_nat k * b) 1), integer_1; lra.
          + rewrite at_1; lra.
        - exists a, (b + 1)%Z; split; [split | lia]; unfold second_point, coordinates;
            cbn -[Z.of_nat Z.mul Z.sub Z.add number].
          + replace (a - Z.of_nat k * (b + 1))%Z with (a - Z.of_nat k * b + - Z.of_nat k)%Z by lia.
            rewrite at_0, (integer_add (a - Z.of_nat k * b) (- Z.of_nat k)), integer_opp; unfold number; lra.
          + rewrite at_1, (integer_add b 1), integer_1; lra. }
      destruct (IH _ a1 b1 members now) as [a' [b' [after total]]].
      exists a', b'; split; [exact after |]; rewrite total, sum, Nat2Z.inj_add, !Z.add_assoc; reflexivity.
  Qed.

  (** Whatever the order in which the two points are shown, (1, 0) and (-k, 1) for k = 0, 1, 2, …, both labeled +1, w is
      right on both after (k + 1)² + 1 mistakes at the earliest; and (1, k + 1) separates them.
      Source: about Lecture 13 (27-04-2020), end of 1.2.1.
      Idea: w is right on (1, 0) if g = a - kb ≥ 1, and on (-k, 1) if b ≥ kg + 1, and so a + b = g + (k + 1)b ≥ 1 + (k
      + 1)². *)
  Theorem two_points (t : ties) (k : nat) :
    separates (coordinates [1; number k + 1] : vectors K 2) (nearly_opposed k) /\
    forall r : list (example (vectors K 2)), incl r (nearly_opposed k) -> right_on (nearly_opposed k) (weights t r) ->
      ((k + 1) * (k + 1) + 1 <= errors (perceptron (vectors K 2) t) r)%nat.
  Proof.
    split; [apply two_points_separable |]; intros r members right.
    destruct (counts_after t k r (zero : vectors K 2) 0 0 members) as [a [b [[at_0 at_1] total]]].
    { unfold counts; cbn -[Z.of_nat Z.mul]; rewrite Z.mul_0_r; cbn; split; symmetry; apply integer_0. }
    change (a + b = Z.of_nat (errors (perceptron (vectors K 2) t) r))%Z in total.
    fold (weights t r) in at_0, at_1.
    apply Forall_cons_iff in right; destruct right as [right_1 right]; apply Forall_inv in right.
    unfold first_point, second_point, coordinates in right_1, right; cbn -[number] in right_1, right.
    rewrite at_0, at_1 in right_1, right.
    assert (first : (0 < a - Z.of_nat k * b)%Z) by (apply (integer_lt_inv (K := K)); rewrite integer_0; lra).
    assert (second : (0 < b - Z.of_nat k * (a - Z.of_nat k * b))%Z).
    { apply (integer_lt_inv (K := K)); rewrite integer_0; unfold Z.sub at 1.
      rewrite (integer_add b), integer_opp, integer_mul; unfold number in right; lra. }
    set (k' := Z.of_nat k) in *; set (g := (a - k' * b)%Z) in *.
    assert (k_nonneg : (0 <= k')%Z) by lia.
    assert (b_large : (k' + 1 <= b)%Z) by nia.
    assert (sum : (a + b = g + (k' + 1) * b)%Z) by (unfold g; lia).
    assert (product : ((k' + 1) * (k' + 1) <= (k' + 1) * b)%Z) by nia.
    apply Nat2Z.inj_le; rewrite Nat2Z.inj_add, Nat2Z.inj_mul, !Nat2Z.inj_add; fold k'.
    change (Z.of_nat 1) with 1%Z; lia.
  Qed.

  (** The loop that Hsu, Lecture 13 and Understanding Machine Learning print updates w at least (k + 1)² + 1 times on
      the points of [two_points] before it returns, whichever violated example it takes.
      Source: about Lecture 13 (27-04-2020), end of 1.2.1.
      Idea: it is the Perceptron on the examples that it takes; then see [two_points]. *)
  Theorem two_points_loop (k : nat) (choose : choice) (n : nat) :
    honest choose (nearly_opposed k) -> returns_in choose n -> ((k + 1) * (k + 1) + 1 <= pred n)%nat.
  Proof.
    intros fair [m [-> [stop busy]]]; simpl.
    destruct (loop_is_perceptron choose (nearly_opposed k) m fair busy) as [members [same count]].
    assert (last := fair m (loop choose m)); rewrite stop in last; rewrite <- same in last.
    apply Nat.le_trans with (2 := Nat.eq_le_incl _ _ count); apply (two_points mistake k); assumption.
  Qed.

End TwoPoints.
