(** A test on every element of a list, for judges: it stops at the first that fails, and takes constant stack. *)

From Coq Require Import List.
Import ListNotations.

(** Unlike with [forallb], nothing is tested after an element that fails. *)
Fixpoint every {A : Type} (f : A -> bool) (l : list A) : bool :=
  match l with
  | [] => true
  | a :: rest => if f a then every f rest else false
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
