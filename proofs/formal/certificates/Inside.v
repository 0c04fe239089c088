(** Points outside of a table change nothing.

    The theorems on tables let a learner be asked about any number. What they force, they force with points of the
    table alone. (And what suffices for all points suffices for these.) *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable.
Import ListNotations.

Section Inside.

  Context (n : nat) (L : learner nat).

  Definition is_inside (e : example nat) : bool := fst e <? n.

  (** Outside, this learner says -1 and forgets what it is told; inside, it is [L]. *)
  Definition inside : learner nat := {|
    state := state L;
    init := init L;
    predict := fun q x => if x <? n then predict L q x else Some false;
    update := fun q x y => if x <? n then update L q x y else q
  |}.

  Lemma errors_inside (c : concept nat) (s : list (example nat)) (q : state L) :
    (forall x, n <= x -> c x = false) -> consistent c s ->
    errors_from inside q s = errors_from L q (filter is_inside s).
  Proof.
    intros Hc Hs; revert q; induction Hs as [| [x y] s Hy Hs IH]; intro q; [reflexivity |].
    unfold is_inside at 1; simpl in *; destruct (Nat.ltb_spec x n) as [Hx | Hx]; simpl; rewrite IH; [reflexivity |].
    rewrite <- Hy, (Hc x Hx); reflexivity.
  Qed.

End Inside.

(** What a table forces, it forces with points of the table alone.
    Idea: a learner that is always right outside of the table errs inside. *)
Theorem forced_inside (rows : table) (k : nat) :
  forces (class_of rows) k ->
  forall L : learner nat, exists s,
    Forall (fun e => fst e < width rows) s /\ realizable (class_of rows) s /\ k <= errors L s.
Proof.
  intros Hforces L; destruct (Hforces (inside (width rows) L)) as (s & (c & Hc & Hs) & Hle).
  exists (filter (is_inside (width rows)) s); split; [| split].
  - apply Forall_forall; intros e He; apply filter_In in He; apply Nat.ltb_lt, He.
  - exists c; split; [exact Hc |]; unfold consistent in *; rewrite Forall_forall in *.
    intros e He; apply filter_In in He; apply Hs, He.
  - unfold errors in *; rewrite <- (errors_inside (width rows) L c); [exact Hle | | exact Hs].
    intros x Hx; apply (bounded_class rows rows (incl_refl rows)); assumption.
Qed.
