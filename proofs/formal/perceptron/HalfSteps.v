(** The Perceptron as Livni prints it (Lecture 8): ŷ = sgn(⟨w,x⟩), then w moves by ½(y − ŷ)·x, with sgn(0) = 0.

    So a tie, ŷ = 0, is a mistake whatever the label is, and moves w by half a point. The printed proof has whole steps
    only; half steps cost a factor of 9/8. *)

From Coq Require Import QArith List Bool Lia Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron Passes.
Import ListNotations.
Open Scope Q_scope.

Definition half_steps (V : space) : learner V := {|
  state := vector V;
  init := zero;
  predict := fun w x => answer mistake ⟨w, x⟩;
  update := fun w x y =>
    match answer mistake ⟨w, x⟩ with
    | Some predicted => if eqb predicted y then w else add w (scale (sign y) x)
    | None => add w (scale ((1 # 2) * sign y) x)
    end
|}.

Definition sgn (product : Q) : Q :=
  match product ?= 0 with
  | Gt => 1
  | Lt => - (1)
  | Eq => 0
  end.

Section HalfSteps.

  Context {V : space}.
  Implicit Types (u w : V) (s : list (example V)).

  (** How many rounds from w on are ties, all of them mistakes, and how many are other mistakes. *)
  Fixpoint ties_from w s : nat :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        match answer mistake ⟨w, x⟩ with Some _ => 0 | None => 1 end
        + ties_from (update (half_steps V) w x y) rest
    end.

  Fixpoint others_from w s : nat :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        match answer mistake ⟨w, x⟩ with Some predicted => if eqb predicted y then 0 else 1 | None => 0 end
        + others_from (update (half_steps V) w x y) rest
    end.

  Definition tied_mistakes s : nat := ties_from zero s.
  Definition other_mistakes s : nat := others_from zero s.
  Definition half_step_weights s : V := state_after (half_steps V) zero s.

End HalfSteps.

(** R²‖u‖², which is R²/γ², is not a bound with half steps and sgn(0) = 0, as in Livni, Theorem 8.1: there are points
    of one length R with all margins above 1, as printed, on which the learner makes more mistakes.
    Source: about Livni, Theorem 8.1, with sgn(0) = 0.
    Idea: three points in Q³, all labeled +1, each of them a mistake; (-5, 3, 3)/12 has margin 1 on them and R²‖u‖²
    = 215/72 < 3, and a slightly longer u has more. *)
Theorem half_steps_exceed :
  exists (s : list (example (Qd 3))) (u : Qd 3) (R2 : Q),
    Forall (fun e => ‖fst e‖² == R2) s /\ Forall (fun e => 1 < sign (snd e) * ⟨u, fst e⟩) s /\
    R2 * ‖u‖² < number (errors (half_steps (Qd 3)) s).
Proof.
  exists [(coordinates [0; 1; 3], true); (coordinates [-3 # 1; -1 # 1; 0], true); (coordinates [0; 3; 1], true)],
    (scale (501 # 500) (coordinates [-5 # 12; 1 # 4; 1 # 4] : Qd 3)), 10.
  split; [repeat constructor |]; split; [repeat constructor | reflexivity].
Qed.
