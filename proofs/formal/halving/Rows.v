(** A finite class as rows of labels: a row a concept, a column a point.

    Points are numbered from 0. Beyond its end a row has the label -1. *)

From Coq Require Import List Bool.
From ForcedMistakes Require Import Learner Concepts VersionSpace.
Import ListNotations.

Definition row : Type := list bool.
Definition table : Type := list row.

(** The concept of a row. *)
Definition label (r : row) : concept nat := fun x => nth x r false.

(** The class of a table. *)
Definition class_of (t : table) : list (concept nat) := map label t.

(** The rows that give [x] the label [y]. *)
Definition with_label (t : table) (x : nat) (y : bool) : table := filter (fun r => eqb (label r x) y) t.

Lemma with_label_incl (t : table) (x : nat) (y : bool) : incl (with_label t x y) t.
Proof. intros r Hr; apply filter_In in Hr; apply Hr. Qed.

Lemma keep_class (t : table) (x : nat) (y : bool) : keep (x, y) (class_of t) = class_of (with_label t x y).
Proof.
  unfold keep, class_of, with_label; cbn [fst snd]; induction t as [| r t IH]; simpl; [reflexivity |].
  rewrite IH; destruct (eqb (label r x) y); reflexivity.
Qed.
