(** A number of rounds, mistakes or concepts as a rational number. *)

From Coq Require Import QArith Lia.
Local Open Scope Q_scope.

Notation number n := (inject_Z (Z.of_nat n)).

(** So that [simpl] leaves number (S n) as it is. *)
Arguments Z.of_nat : simpl never.

Lemma number_0 : number 0 == 0.
Proof. reflexivity. Qed.

Lemma number_S (n : nat) : number (S n) == number n + 1.
Proof. rewrite Nat2Z.inj_succ; unfold Z.succ; rewrite inject_Z_plus; reflexivity. Qed.

Lemma number_add (m n : nat) : number (m + n) == number m + number n.
Proof. rewrite Nat2Z.inj_add, inject_Z_plus; reflexivity. Qed.

Lemma number_nonneg (n : nat) : 0 <= number n.
Proof. change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia. Qed.

Lemma number_pos (n : nat) : (0 < n)%nat -> 0 < number n.
Proof. intro H; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia. Qed.
