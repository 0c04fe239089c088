(** The four labelings of two points: Randomized Halving is expected to err at most once there, and not H_4 - 1 = 13/12
    times. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Rows Cube Harmonic Randomized.
Import ListNotations.
Local Open Scope Q_scope.

(** What may be left of the four. *)
Definition left_of_square : list table :=
  [words 2;
   [[false; false]; [false; true]]; [[true; false]; [true; true]];
   [[false; false]; [true; false]]; [[false; true]; [true; true]];
   [[false; false]]; [[false; true]]; [[true; false]]; [[true; true]]].

(** What is expected from then on: a mistake with probability ½ at each point that still splits them. *)
Definition price (W : table) : Q := number (Nat.log2 (length W)) / 2.

Lemma price_nonneg W : 0 <= price W.
Proof. apply Qle_shift_div_l; [reflexivity | rewrite Qmult_0_l; apply number_nonneg]. Qed.

(** Each round is paid for: by trying every version space, point and label. *)
Lemma price_pays W x y :
  In W left_of_square -> with_label W x y <> [] ->
  In (with_label W x y) left_of_square /\
  risk (class_of W) x y + price (with_label W x y) <= price W.
Proof.
  intros HW Hleft; unfold risk; rewrite keep_class; unfold class_of; rewrite !map_length.
  destruct x as [| [| [| x]]]; destruct y;
    repeat (destruct HW as [<- | HW]; [vm_compute in Hleft; try congruence; vm_compute; intuition discriminate |]);
    destruct HW.
Qed.

(** Whoever chooses the points and labels, Randomized Halving is expected to err once at most. *)
Lemma square_expected W (a : adversary nat) :
  In W left_of_square -> lawful (class_of W) a -> expected (class_of W) a <= price W.
Proof.
  revert W; induction a as [| x y next IH]; intros W HW Ha; [apply price_nonneg |].
  destruct Ha as [Hleft Hnext]; pose proof (keep_nonempty _ _ Hleft) as HV.
  rewrite keep_class in Hleft, Hnext.
  assert (Hwords : with_label W x y <> []) by (intro E; rewrite E in Hleft; apply Hleft; reflexivity).
  destruct (price_pays W x y HW Hwords) as [HW' Hpaid].
  simpl expected; rewrite keep_class.
  eapply Qle_trans; [| exact Hpaid].
  apply mean_wrong_le; [exact HV |].
  intros c Hc; exact (IH c _ HW' (Hnext c Hc)).
Qed.

(** "H_m - 1 is reached on every class" is false: on the four labelings of two points the expectation is at most 1.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 4.1.
    Idea: a point that splits what is left splits it evenly, and there are two. *)
Theorem harmonic_is_not_always_reached :
  (forall a : adversary nat, lawful (cube 2) a -> expected (cube 2) a <= 1) /\
  1 < harmonic (length (cube 2)) - 1.
Proof.
  split; [| reflexivity]; intros a Ha.
  apply Qle_trans with (1 := square_expected (words 2) a (or_introl eq_refl) Ha).
  vm_compute; discriminate.
Qed.
