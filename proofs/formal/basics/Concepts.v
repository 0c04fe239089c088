(** Concept classes, and what a class forces or allows.

    A class is a list of concepts. Its optimal number of mistakes is what some learner never exceeds and every learner
    can be made to reach, on sequences that a concept of the class explains; Littlestone (1988) showed that it is the
    depth of the deepest mistake tree. *)

From Coq Require Import List.
From ForcedMistakes Require Import Learner.
Import ListNotations.

Definition concept (X : Type) : Type := X -> bool.

Section Classes.

  Context {X : Type}.

  (** [c] gives every point its label. *)
  Definition consistent (c : concept X) (s : list (example X)) : Prop :=
    Forall (fun e => c (fst e) = snd e) s.

  Definition realizable (C : list (concept X)) (s : list (example X)) : Prop :=
    exists c, In c C /\ consistent c s.

  (** Every deterministic learner errs at least [k] times on some sequence that a concept explains. *)
  Definition forces (C : list (concept X)) (k : nat) : Prop :=
    forall L : learner X, exists s, realizable C s /\ k <= errors L s.

  (** Some deterministic learner errs at most [r] times on every such sequence. *)
  Definition suffices (C : list (concept X)) (r : nat) : Prop :=
    exists L : learner X, forall s, realizable C s -> errors L s <= r.

  Definition optimal_mistakes (C : list (concept X)) (d : nat) : Prop := forces C d /\ suffices C d.

End Classes.
