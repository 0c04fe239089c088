(** A mistake tree of depth 3 in the plane: more mistakes than dimensions.

    In dimension d orthonormal points force min(d, ⌊1/δ²⌋) mistakes, but other points can force more. *)

From Coq Require Import QArith List Bool.
From ForcedMistakes Require Import Learner Space Target Tree.
Import ListNotations.
Open Scope Q_scope.

(** The third point: (3/5, ±4/5), on a line that splits the quadrant which the labels of the axes leave. *)
Definition across (y0 y1 : bool) : nat -> Q :=
  fun i => match i with O => 3 # 5 | S _ => if eqb y0 y1 then - (4 # 5) else 4 # 5 end.

Definition quadrants : mistake_tree (Qd 2) :=
  let third y0 y1 := Node (across y0 y1 : Qd 2) Leaf Leaf in
  Node (e 0 : Qd 2)
    (Node (e 1 : Qd 2) (third false false) (third false true))
    (Node (e 1 : Qd 2) (third true false) (third true true)).

(** What explains the labels: (±3, ±1) or (±1, ±2), shortened. *)
Definition inside (y0 y1 y2 : bool) : target (Qd 2) :=
  let first := if eqb y0 y2 then 3 else 1 in
  let second := if eqb y0 y2 then 1 else 2 in
  {| direction := (fun i => match i with O => sign y0 * first | S _ => sign y1 * second end) : Qd 2;
     scale2 := 1 # 10 |}.

(** "The best learner makes min(d, ⌊1/δ²⌋) mistakes in dimension d" is false: in the plane with δ² = 1/10, 3 mistakes
    can be forced on every deterministic learner, with unit points and a legal target.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.4. *)
(** Proof: both axes, and then a point that splits the quadrant; each of the eight leaves has its target. *)
Theorem plane_forces_three (L : learner (Qd 2)) :
  exists s, Forall (fun example => ‖fst example‖² == 1) s /\ errors L s = 3%nat /\ exists t, legal (1 # 10) t s.
Proof.
  destruct (path_against L (init L) quadrants) as (s & Hs & Herr).
  destruct s as [| [x0 y0] [| [x1 y1] [| [x2 y2] s]]]; [destruct Hs | destruct y0; simpl in Hs; tauto | |].
  { destruct y0, y1; simpl in Hs; tauto. }
  assert (H : s = [] /\ x0 = e 0 /\ x1 = e 1 /\ x2 = across y0 y1)
    by (destruct y0, y1, y2, s; simpl in Hs; tauto).
  destruct H as (-> & -> & -> & ->).
  eexists; split; [| split; [exact Herr | exists (inside y0 y1 y2)]].
  - repeat constructor; destruct y0, y1; reflexivity.
  - destruct y0, y1, y2; repeat split; repeat constructor; discriminate.
Qed.
