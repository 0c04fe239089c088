(** Sums of labeled points, Σ y·x, each point with its label for a sign. *)

From Coq Require Import QArith List.
From ForcedMistakes Require Import Learner Space.
Import ListNotations.
Open Scope Q_scope.

Section SignedSum.

  Context {V : space}.
  Implicit Types (s : list (example V)) (z : V).

  Fixpoint signed_sum s : V :=
    match s with
    | [] => zero
    | (x, y) :: rest => add (scale (sign y) x) (signed_sum rest)
    end.

  Lemma signed_sum_app s r z : ⟨signed_sum (s ++ r), z⟩ == ⟨signed_sum s, z⟩ + ⟨signed_sum r, z⟩.
  Proof.
    induction s as [| [x y] s IH]; simpl; rewrite ?inner_zero, ?inner_add, ?IH; ring.
  Qed.

End SignedSum.
