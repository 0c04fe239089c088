(** Passes over a sample, again and again, until one is without a mistake. *)

From Coq Require Import QArith Qround List Lia Lqa.
From ForcedMistakes Require Import Learner Space Perceptron Rounding.
Import ListNotations.
Open Scope Q_scope.

(** B < ⌊B⌋ + 1, and what is less than ⌊B⌋ + 1 is at most B. *)
Lemma above_floor (B : Q) : 0 <= B -> B < number (S (floor B)).
Proof.
  intro B_nonneg; unfold floor; rewrite Nat2Z.inj_succ, Z2Nat.id.
  - rewrite <- Z.add_1_r; apply Qlt_floor.
  - apply (Qfloor_resp_le 0 B B_nonneg).
Qed.

(** [n] passes over [s]. *)
Definition passes {X : Type} (s : list (example X)) (n : nat) : list (example X) := concat (repeat s n).

Lemma passes_Forall {X : Type} (P : example X -> Prop) s n : Forall P s -> Forall P (passes s n).
Proof.
  intro all; unfold passes; induction n as [| n IH]; simpl; [constructor |].
  apply Forall_app; split; assumption.
Qed.

Section Passes.

  Context {X : Type} (L : learner X).

  (** The state changes in mistakes only. *)
  Definition conservative : Prop :=
    forall q x y, mistaken (predict L q x) y = false -> update L q x y = q.

  (** The state after [n] passes, and the mistakes of the next one. *)
  Definition after_passes s n : state L := state_after L (init L) (passes s n).
  Definition errors_of_next s n : nat := errors_from L (after_passes s n) s.

  Lemma unchanged q s : conservative -> errors_from L q s = 0%nat -> state_after L q s = q.
  Proof.
    intro cautious; revert q; induction s as [| [x y] s IH]; intros q none; [reflexivity |].
    simpl in none |- *; destruct (mistaken (predict L q x) y) eqn:right; [discriminate |].
    rewrite (cautious q x y right) in none |- *; apply IH, none.
  Qed.

End Passes.

Lemma perceptron_conservative (V : space) (t : ties) : conservative (perceptron V t).
Proof. intros w x y right; simpl in *; rewrite right; reflexivity. Qed.

