(** ⌊1/δ²⌋ and ⌈1/δ²⌉, and what they say of a number of mistakes. [d2] is δ². *)

From Coq Require Import QArith Qround Lqa Lia.
From ForcedMistakes Require Import Number.
Open Scope Q_scope.

(** The integers next to a number that is not negative, as numbers of rounds. *)
Definition floor (q : Q) : nat := Z.to_nat (Qfloor q).
Definition ceiling (q : Q) : nat := Z.to_nat (Qceiling q).

Example floor_of_5_halves : floor (5 # 2) = 2%nat /\ ceiling (5 # 2) = 3%nat.
Proof. split; reflexivity. Qed.

Example floor_of_3 : floor 3 = 3%nat /\ ceiling 3 = 3%nat.
Proof. split; reflexivity. Qed.

Section Inverse.

  Context (d2 : Q) (positive : 0 < d2).

  Lemma inverse_times : 1 / d2 * d2 == 1.
  Proof. field; lra. Qed.

  Lemma inverse_positive : 0 < 1 / d2.
  Proof. assert (product := inverse_times); nra. Qed.

  (** n ≤ ⌊1/δ²⌋ iff nδ² ≤ 1. *)
  Lemma le_floor (n : nat) : (n <= floor (1 / d2))%nat <-> number n * d2 <= 1.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    unfold floor; split; intro few.
    - assert (below := Qfloor_le (1 / d2)).
      assert (nonneg : (0 <= Qfloor (1 / d2))%Z) by (apply (Qfloor_resp_le 0); lra).
      assert (number n <= inject_Z (Qfloor (1 / d2))) by (rewrite <- Zle_Qle; lia).
      nra.
    - assert (few' : number n <= 1 / d2) by (apply Qnot_lt_le; intro; nra).
      apply Qfloor_resp_le in few'; rewrite Qfloor_Z in few'; lia.
  Qed.

  (** ⌈1/δ²⌉ ≤ n iff nδ² ≥ 1. *)
  Lemma ceiling_le (n : nat) : (ceiling (1 / d2) <= n)%nat <-> 1 <= number n * d2.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    unfold ceiling; split; intro many.
    - assert (above := Qle_ceiling (1 / d2)).
      assert (inject_Z (Qceiling (1 / d2)) <= number n) by (rewrite <- Zle_Qle; lia).
      nra.
    - assert (many' : 1 / d2 <= number n) by (apply Qnot_lt_le; intro; nra).
      apply Qceiling_resp_le in many'; rewrite Qceiling_Z in many'; lia.
  Qed.

  (** 1/δ² is an integer. *)
  Definition inverse_is_integer : Prop := exists k : Z, 1 / d2 == inject_Z k.

  Lemma inverse_is_integer_iff : inverse_is_integer <-> exists n : nat, number n * d2 == 1.
  Proof.
    assert (product := inverse_times); assert (inverse := inverse_positive).
    split; [intros [k equal] | intros [n equal]].
    - exists (Z.to_nat k); rewrite Z2Nat.id; [rewrite <- equal; exact product |].
      rewrite equal in inverse; change 0 with (inject_Z 0) in inverse; rewrite <- Zlt_Qlt in inverse; lia.
    - exists (Z.of_nat n); rewrite <- equal; field; lra.
  Qed.

  (** Where 1/δ² is not an integer, ⌊1/δ²⌋ < ⌈1/δ²⌉, and they are equal where it is. *)
  Lemma floor_ceiling : (ceiling (1 / d2) <= floor (1 / d2))%nat <-> inverse_is_integer.
  Proof.
    rewrite inverse_is_integer_iff, ceiling_le; split.
    - intro many; exists (floor (1 / d2)).
      apply Qle_antisym; [apply le_floor, le_n | exact many].
    - intros [n equal]; assert (few : (n <= floor (1 / d2))%nat) by (apply le_floor; lra).
      assert (number n <= number (floor (1 / d2))) by (rewrite <- Zle_Qle; lia).
      nra.
  Qed.

End Inverse.
