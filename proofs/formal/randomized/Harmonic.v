(** The harmonic numbers H_n = 1/1 + 1/2 + … + 1/n, exactly. *)

From Coq Require Import Arith QArith Lqa Lia.
From ForcedMistakes Require Export RationalNumber.
Local Open Scope Q_scope.

(** H_n = 1/1 + 1/2 + … + 1/n. *)
Fixpoint harmonic (n : nat) : Q :=
  match n with
  | O => 0
  | S k => harmonic k + 1 / number n
  end.

Lemma harmonic_S n : harmonic (S n) == harmonic n + 1 / number (S n).
Proof. reflexivity. Qed.

Lemma harmonic_1 : harmonic 1 == 1.
Proof. reflexivity. Qed.

Lemma harmonic_mono m n : (m <= n)%nat -> harmonic m <= harmonic n.
Proof.
  induction 1 as [| n _ IH]; [apply Qle_refl |].
  rewrite harmonic_S; apply Qle_trans with (1 := IH).
  assert (0 <= 1 / number (S n)) by (apply Qle_shift_div_l; [apply number_pos; lia | lra]).
  lra.
Qed.

(** a/(a + q) ≤ H_{a+q} - H_q, term by term: each of 1/(q + 1), …, 1/(q + a) is at least 1/(a + q). *)
Lemma share_le_harmonic a q : (0 < q)%nat -> number a / number (a + q) <= harmonic (a + q) - harmonic q.
Proof.
  intro Hq; induction a as [| a IH].
  - simpl plus; setoid_replace (number 0 / number q) with 0; [lra |].
    unfold Qdiv; rewrite Qmult_0_l; reflexivity.
  - simpl plus; rewrite harmonic_S.
    assert (Hn : 0 < number (a + q)) by (apply number_pos; lia).
    assert (Hless : number a / number (S (a + q)) <= number a / number (a + q)).
    { apply Qle_shift_div_l; [exact Hn |].
      setoid_replace (number a / number (S (a + q)) * number (a + q))
        with (number a * (number (a + q) / number (S (a + q))))
        by (field; rewrite number_S; lra).
      assert (number (a + q) / number (S (a + q)) <= 1)
        by (apply Qle_shift_div_r; rewrite number_S; lra).
      pose proof (number_nonneg a); nra. }
    setoid_replace (number (S a) / number (S (a + q)))
      with (number a / number (S (a + q)) + 1 / number (S (a + q)))
      by (rewrite !number_S; field; rewrite number_add in *; lra).
    lra.
Qed.

(** H_{a+q} - H_q ≤ a/(q + 1), since none of the terms is greater than 1/(q + 1). *)
Lemma harmonic_le_share a q : harmonic (a + q) - harmonic q <= number a / number (S q).
Proof.
  assert (Hq : 0 < number (S q)) by (apply number_pos; lia).
  induction a as [| a IH]; simpl plus.
  - rewrite number_0; unfold Qdiv; lra.
  - rewrite harmonic_S.
    assert (Hterm : 1 / number (S (a + q)) <= 1 / number (S q)).
    { apply Qle_shift_div_l; [exact Hq |].
      setoid_replace (1 / number (S (a + q)) * number (S q)) with (number (S q) / number (S (a + q)))
        by (field; rewrite number_S; pose proof (number_nonneg (a + q)); lra).
      apply Qle_shift_div_r; rewrite !number_S, ?number_add; pose proof (number_nonneg a);
        pose proof (number_nonneg q); lra. }
    setoid_replace (number (S a) / number (S q)) with (number a / number (S q) + 1 / number (S q))
      by (rewrite (number_S a); field; lra).
    lra.
Qed.

(** H_m - 1 ≤ ⌊log₂ m⌋.
    Source: about the last remark of Chan, CSCI4230 Notes 3, section 4.
    Idea: 1/2ʲ + … + 1/(2ʲ⁺¹ - 1) ≤ 1, and up to m there are ⌊log₂ m⌋ such blocks after the first. *)
Theorem harmonic_below_log2 m : (0 < m)%nat -> harmonic m - 1 <= number (Nat.log2 m).
Proof.
  assert (Hblocks : forall k, harmonic (2 ^ k - 1) <= number k).
  { induction k as [| k IH]; [apply Qle_refl |].
    pose proof (Nat.pow_nonzero 2 k ltac:(lia)) as Hpos.
    pose proof (harmonic_le_share (2 ^ k) (2 ^ k - 1)) as Hblock.
    replace (2 ^ k + (2 ^ k - 1))%nat with (2 ^ S k - 1)%nat in Hblock by (simpl; lia).
    replace (S (2 ^ k - 1)) with (2 ^ k)%nat in Hblock by lia.
    assert (Hone : number (2 ^ k) / number (2 ^ k) == 1)
      by (field; pose proof (number_pos (2 ^ k) ltac:(lia)); lra).
    rewrite number_S; lra. }
  intro Hm; pose proof (Nat.log2_spec m Hm) as [_ Hlt].
  specialize (Hblocks (S (Nat.log2 m))); rewrite number_S in Hblocks.
  pose proof (harmonic_mono m (2 ^ S (Nat.log2 m) - 1) ltac:(lia)); lra.
Qed.

(** The exact bounds ⌊log₂ m⌋ and H_m - 1 do not differ by the factor 1.44 of their approximations: at m = 3 they are 1
    and 5/6. Source: a reading of the last remark of Chan, CSCI4230 Notes 3, section 4. *)
Theorem bounds_at_three : Nat.log2 3 = 1%nat /\ harmonic 3 - 1 == 5 # 6.
Proof. split; reflexivity. Qed.

(** H_n with n = 2ᵏ is at least 1 + k/2: there is no upper bound.
    Idea: the second half of the terms up to 2n adds up to ½ at least. *)
Lemma harmonic_unbounded k : 1 + number k / 2 <= harmonic (2 ^ k).
Proof.
  induction k as [| k IH]; [vm_compute; discriminate |].
  pose proof (Nat.pow_nonzero 2 k ltac:(lia)) as Hpos.
  pose proof (share_le_harmonic (2 ^ k) (2 ^ k) ltac:(lia)) as Hhalf.
  replace (2 ^ S k)%nat with (2 ^ k + 2 ^ k)%nat by (simpl; lia).
  assert (E : number (2 ^ k) / number (2 ^ k + 2 ^ k) == 1 / 2).
  { pose proof (number_pos (2 ^ k) ltac:(lia)); rewrite number_add; field; lra. }
  rewrite number_S; unfold Qdiv in *; lra.
Qed.
