(** Sums of labeled points, Σ y·x, each point with its label for a sign. *)

From Coq Require Import List.
From ForcedMistakes Require Import Learner InnerSpace.
Import ListNotations.
Local Open Scope field_scope.

Section SignedSum.

  Context {K : field} {V : space K}.
  Implicit Types (s : list (example V)) (z : V).

  Fixpoint signed_sum s : V :=
    match s with
    | [] => zero
    | (x, y) :: rest => add (scale (sign y) x) (signed_sum rest)
    end.

  Lemma signed_sum_app s r z : ⟨signed_sum (s ++ r), z⟩ == ⟨signed_sum s, z⟩ + ⟨signed_sum r, z⟩.
  Proof.
    induction s as [| [x y] s IH]; simpl; rewrite ?inner_zero, ?inner_add, ?IH; lra.
  Qed.

End SignedSum.
