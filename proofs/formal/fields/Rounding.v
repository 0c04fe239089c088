(** ⌊a⌋ and ⌈a⌉ as numbers of rounds, and what ⌊1/δ²⌋ and ⌈1/δ²⌉ say of a number of mistakes. [d2] is δ². *)

From Coq Require Import ZArith Lia.
From ForcedMistakes Require Import LinearArithmetic.
Local Open Scope field_scope.

(** The integers next to an element that is not negative; ⌈a⌉ = -⌊-a⌋. *)
Definition floor {K : field} (a : K) : nat := Z.to_nat (Ffloor a).
Definition ceiling {K : field} (a : K) : nat := Z.to_nat (- Ffloor (- a)).

Section Rounding.

  Context {K : field}.
  Implicit Types (a : K) (n : nat).

  Lemma integer_lt_inv (m n : Z) : (integer m : K) < integer n -> (m < n)%Z.
  Proof. intro less; apply Z.nle_gt; intro le; revert less; apply Fnot_lt, integer_at_most, le. Qed.

  Lemma floor_le a n : 0 <= a -> (n <= floor a)%nat <-> number n <= a.
  Proof.
    intro nonneg; destruct (Ffloor_spec K a) as [low high]; unfold floor, number.
    assert (0 <= Ffloor a)%Z.
    { enough (0 < Ffloor a + 1)%Z by lia; apply integer_lt_inv; assert (zero := @integer_0 K); lra. }
    split; intro few.
    - assert ((integer (Z.of_nat n) : K) <= integer (Ffloor a)) by (apply integer_at_most; lia); lra.
    - enough (Z.of_nat n < Ffloor a + 1)%Z by lia; apply integer_lt_inv; lra.
  Qed.

  Lemma ceiling_le_iff a n : (ceiling a <= n)%nat <-> a <= number n.
  Proof.
    destruct (Ffloor_spec K (- a)) as [low high]; unfold ceiling, number; split; intro many.
    - assert (above : (integer (- Ffloor (- a)) : K) <= integer (Z.of_nat n)) by (apply integer_at_most; lia).
      rewrite integer_opp in above; lra.
    - enough (- Z.of_nat n < Ffloor (- a) + 1)%Z by lia; apply integer_lt_inv; rewrite integer_opp; lra.
  Qed.

  (** a < ⌊a⌋ + 1, and what is less than ⌊a⌋ + 1 is at most a. *)
  Lemma above_floor a : 0 <= a -> a < number (S (floor a)).
  Proof. intro nonneg; apply Fnot_le; intro many; apply floor_le in many; [lia | exact nonneg]. Qed.

  Lemma up_to_floor a n : 0 <= a -> (n < S (floor a))%nat -> number n <= a.
  Proof. intros nonneg less; apply floor_le; [exact nonneg | lia]. Qed.

End Rounding.

Section Inverse.

  Context {K : field} (d2 : K) (positive : 0 < d2).

  Lemma inverse_times : 1 / d2 * d2 == 1.
  Proof. unfold Fdiv; assert (product := Finv_times K d2 (Fpos_not_0 d2 positive)); lra. Qed.

  Lemma inverse_positive : 0 < 1 / d2.
  Proof. unfold Fdiv; assert (inverse := Finv_pos d2 positive); lra. Qed.

  (** n ≤ ⌊1/δ²⌋ iff nδ² ≤ 1. *)
  Lemma le_floor (n : nat) : (n <= floor (1 / d2))%nat <-> number n * d2 <= 1.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    rewrite floor_le by lra; split; intro few; [nra | apply Fnot_lt; intro; nra].
  Qed.

  (** ⌈1/δ²⌉ ≤ n iff nδ² ≥ 1. *)
  Lemma ceiling_le (n : nat) : (ceiling (1 / d2) <= n)%nat <-> 1 <= number n * d2.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    rewrite ceiling_le_iff; split; intro many; [nra | apply Fnot_lt; intro; nra].
  Qed.

  (** 1/δ² is an integer. *)
  Definition inverse_is_integer : Prop := exists k : Z, 1 / d2 == integer k.

  Lemma inverse_is_integer_iff : inverse_is_integer <-> exists n : nat, number n * d2 == 1.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    split; [intros [k equal] | intros [n equal]].
    - exists (Z.to_nat k); unfold number; rewrite Z2Nat.id; [rewrite <- equal; exact product |].
      enough (0 < k)%Z by lia; apply (integer_lt_inv (K := K)); assert (zero := @integer_0 K); lra.
    - exists (Z.of_nat n); change (integer (Z.of_nat n)) with (number (K := K) n).
      apply cancel with d2; [exact positive |]; lra.
  Qed.

  (** Where 1/δ² is not an integer, ⌊1/δ²⌋ < ⌈1/δ²⌉, and they are equal where it is. *)
  Lemma floor_ceiling : (ceiling (1 / d2) <= floor (1 / d2))%nat <-> inverse_is_integer.
  Proof.
    rewrite inverse_is_integer_iff, ceiling_le; split.
    - intro many; exists (floor (1 / d2)).
      apply Fle_antisym; [apply le_floor, le_n | exact many].
    - intros [n equal]; assert (few : (n <= floor (1 / d2))%nat) by (apply le_floor; lra).
      assert (more : (number n : K) <= number (floor (1 / d2))) by (apply number_le, few).
      assert (0 <= (number (floor (1 / d2)) - number n) * d2) by (apply Fmult_nonneg; lra); lra.
  Qed.

End Inverse.
