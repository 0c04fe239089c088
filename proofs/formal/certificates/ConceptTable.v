(** The table of labels in a file, as judges use it: its width, and fast sets of rows.

    Outside of the table every concept has the label -1: on such a point a learner that knows this never errs, so these
    points change nothing. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Export EveryElement Rows.
From ForcedMistakes Require Import Learner Concepts Strategy.
Import ListNotations.

(** How many points a table has. *)
Definition width {A : Type} (t : list (list A)) : nat := list_max (map (@length A) t).

Lemma bounded_class (t u : table) : incl u t -> bounded (width t) (class_of u).
Proof.
  intros Hincl c x Hc Hx; apply in_map_iff in Hc; destruct Hc as (r & <- & Hr).
  apply nth_overflow, Nat.le_trans with (width t); [| exact Hx].
  pose proof (proj1 (list_max_le (map (@length bool) t) (width t)) (Nat.le_refl _)) as H.
  rewrite Forall_forall in H; apply H, in_map, Hincl, Hr.
Qed.

(** The row has all the given labels. *)
Fixpoint agrees (given : list (nat * bool)) (r : row) : bool :=
  match given with
  | [] => true
  | (x, y) :: rest => if eqb (label r x) y then agrees rest r else false
  end.

(** * Sets of rows, as trees with a branch for each label *)

Inductive trie : Type :=
  | Nothing
  | Rows (ends : bool) (minus plus : trie).

Fixpoint insert (r : row) (t : trie) : trie :=
  let '(ends, minus, plus) :=
    match t with Nothing => (false, Nothing, Nothing) | Rows ends minus plus => (ends, minus, plus) end in
  match r with
  | [] => Rows true minus plus
  | false :: rest => Rows ends (insert rest minus) plus
  | true :: rest => Rows ends minus (insert rest plus)
  end.

Fixpoint contains (r : row) (t : trie) {struct t} : bool :=
  match t, r with
  | Nothing, _ => false
  | Rows ends _ _, [] => ends
  | Rows _ minus _, false :: rest => contains rest minus
  | Rows _ _ plus, true :: rest => contains rest plus
  end.

Lemma contains_insert (r r' : row) (t : trie) : contains r (insert r' t) = true <-> r = r' \/ contains r t = true.
Proof.
  revert r t; induction r' as [| [] r' IH]; intros [| [] r] [| ends minus plus]; simpl;
    rewrite ?IH; simpl; intuition congruence.
Qed.

(** The set of all rows in the list, and in [t]. *)
Fixpoint insert_all (rows : list row) (t : trie) : trie :=
  match rows with
  | [] => t
  | r :: rest => insert_all rest (insert r t)
  end.

Lemma contains_insert_all (r : row) (rows : list row) (t : trie) :
  contains r (insert_all rows t) = true <-> In r rows \/ contains r t = true.
Proof.
  revert t; induction rows as [| r' rows IH]; intro t; simpl; [tauto |].
  rewrite IH, contains_insert; intuition congruence.
Qed.

(** No row appears twice, and none is in [t]. *)
Fixpoint distinct (rows : list row) (t : trie) : bool :=
  match rows with
  | [] => true
  | r :: rest => if contains r t then false else distinct rest (insert r t)
  end.

