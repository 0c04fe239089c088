(** Targets: what may explain the labels of a game on halfspaces.

    A target is v = s·u, given as the direction u and the number s² > 0, so that δ = 1/√7 is as exact as δ = 1/3 and
    no root is ever taken: ‖v‖² = s²‖u‖², and v has margin δ on (x, y) iff y⟨u,x⟩ > 0 and s²⟨u,x⟩² ≥ δ². *)

From Coq Require Import List.
From ForcedMistakes Require Import Learner InnerSpace.
Import ListNotations.
Local Open Scope field_scope.

Record target {K : field} (V : space K) : Type := {
  direction : V;
  scale2 : K
}.

Arguments direction {_ _} _.
Arguments scale2 {_ _} _.

Section Legal.

  Context {K : field} {V : space K}.

  Definition target_norm2 (t : target V) : K := scale2 t * ‖direction t‖².

  (** The square of the margin of [t] on a point, whatever its label. *)
  Definition margin2 (t : target V) (x : V) : K := scale2 t * (⟨direction t, x⟩ * ⟨direction t, x⟩).

  (** [t] gives the point its label, with margin at least δ; [d2] is δ². *)
  Definition explains (d2 : K) (t : target V) (e : example V) : Prop :=
    0 < sign (snd e) * ⟨direction t, fst e⟩ /\ d2 <= margin2 t (fst e).

  (** The target is legal for the game [s]: of norm at most 1, and right on every example with margin at least δ. *)
  Definition legal (d2 : K) (t : target V) (s : list (example V)) : Prop :=
    0 < scale2 t /\ target_norm2 t <= 1 /\ Forall (explains d2 t) s.

  (** Points of norm 1, each two of them orthogonal. *)
  Definition orthonormal (xs : list V) : Prop :=
    Forall (fun x => ‖x‖² == 1) xs /\ ForallOrdPairs (fun x y => ⟨x, y⟩ == 0) xs.

End Legal.
