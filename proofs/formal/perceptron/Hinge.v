(** What the Perceptron's mistakes cost on sequences that need not be separable (Hsu, third theorem). *)

From Coq Require Import QArith Qminmax List Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron.
Import ListNotations.
Open Scope Q_scope.

Section Hinge.

  Context {V : space} (t : ties).
  Implicit Types (u w : V) (s : list (example V)).

  (** The hinge loss, [1 − y⟨u,x⟩]₊: how far the example is from having margin 1. *)
  Definition hinge_loss u (e : example V) : Q := Qmax 0 (1 - sign (snd e) * ⟨u, fst e⟩).

  (** The losses of [u], summed over the rounds in which the Perceptron errs. *)
  Fixpoint hinge_from u w s : Q :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        (if mistaken (answer t ⟨w, x⟩) y then hinge_loss u (x, y) else 0)
        + hinge_from u (update (perceptron V t) w x y) rest
    end.

  Definition hinge_of_mistakes u s : Q := hinge_from u zero s.

  (** The losses of [u] in all rounds. *)
  Fixpoint hinge_of_all u s : Q :=
    match s with
    | [] => 0
    | e :: rest => hinge_loss u e + hinge_of_all u rest
    end.

End Hinge.
