(** Lists, for judges: tests that stop at the first that fails, and a count, in constant stack.

    Rocq computes both sides of [a && b] whatever a is, and [forallb] is made of it. *)

From Coq Require Import List NArith Lia.
Import ListNotations.

(** Both hold; [b] is not computed if [a] fails. *)
Notation "a 'and_then' b" := (if a then b else false) (at level 75, right associativity).

(** All elements pass. *)
Fixpoint every {A : Type} (f : A -> bool) (l : list A) : bool :=
  match l with
  | [] => true
  | a :: rest => f a and_then every f rest
  end.

Lemma every_forall {A : Type} (f : A -> bool) (l : list A) :
  every f l = true <-> forall a, In a l -> f a = true.
Proof.
  induction l as [| a l IH]; simpl; [split; [tauto | reflexivity] |].
  destruct (f a) eqn:E; rewrite ?IH; split; intro H; try discriminate.
  - intros b [<- | Hb]; auto.
  - auto.
  - specialize (H a (or_introl eq_refl)); congruence.
Qed.

Lemma every_Forall {A : Type} (f : A -> bool) (l : list A) :
  every f l = true -> Forall (fun a => f a = true) l.
Proof. intro H; apply Forall_forall, every_forall, H. Qed.

(** How many elements there are, in binary. *)
Fixpoint count_onto {A : Type} (n : N) (l : list A) : N :=
  match l with
  | [] => n
  | _ :: rest => count_onto (N.succ n) rest
  end.

Definition count {A : Type} (l : list A) : N := count_onto 0 l.

Lemma count_length {A : Type} (l : list A) : count l = N.of_nat (length l).
Proof.
  unfold count; rewrite <- N.add_0_l; generalize 0%N.
  induction l as [| a l IH]; intro n; cbn [count_onto length]; [lia | rewrite IH; lia].
Qed.
