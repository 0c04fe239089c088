(** Mistake trees: how a class forces mistakes.

    The adversary presents the point of the root, tells the learner that its prediction was wrong, goes on below that
    label, and so on. At a leaf it has to name a concept that explains the path. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace.
Import ListNotations.

(** A point, the tree below its label -1 and the tree below its label +1; or a leaf. *)
Inductive mistake_tree (X : Type) : Type :=
| Leaf
| Node (x : X) (minus plus : mistake_tree X).

Arguments Leaf {X}.
Arguments Node {X} x minus plus.

Section Trees.

  Context {X : Type}.
  Implicit Types (t : mistake_tree X) (C V : list (concept X)) (s : list (example X)).

  Definition below (y : bool) (minus plus : mistake_tree X) : mistake_tree X := if y then plus else minus.

  (** [path t s]: the examples [s] lead from the root of [t] to a leaf. *)
  Fixpoint path t s : Prop :=
    match t, s with
    | Leaf, [] => True
    | Node x minus plus, (x', y) :: rest => x' = x /\ path (below y minus plus) rest
    | _, _ => False
    end.

  (** The number of points on the shortest path. *)
  Fixpoint least_depth t : nat :=
    match t with
    | Leaf => 0
    | Node _ minus plus => S (min (least_depth minus) (least_depth plus))
    end.

  (** Some concept explains each path: [C] shatters the tree. *)
  Definition shatters C t : Prop := forall s, path t s -> realizable C s.

  (** The deepest trees that [C] shatters have least depth [d]. *)
  Definition deepest_tree C (d : nat) : Prop :=
    (exists t, shatters C t /\ least_depth t = d) /\ (forall t, shatters C t -> least_depth t <= d).

  Lemma shatters_leaf C : shatters C Leaf <-> C <> [].
  Proof.
    split.
    - intro H; exact (realizable_nonempty [] C (H [] I)).
    - intros H [| e s] Hs; [exact (realizable_nil C H) | destruct Hs].
  Qed.

  (** What a label leaves of the class has to shatter the tree below it. *)
  Lemma shatters_node C x minus plus :
    shatters C (Node x minus plus) <->
    shatters (keep (x, false) C) minus /\ shatters (keep (x, true) C) plus.
  Proof.
    split.
    - intro H; split; intros s Hs; apply realizable_cons, H; split; trivial.
    - intros [Hminus Hplus] [| [x' y] s] Hs; [destruct Hs |].
      destruct Hs as [-> Hs]; apply realizable_cons.
      destruct y; [apply Hplus | apply Hminus]; exact Hs.
  Qed.

  Lemma path_length t s : path t s -> least_depth t <= length s.
  Proof.
    revert s; induction t as [| x minus IHminus plus IHplus]; intros [| [x' y] s] Hs; simpl in *; try lia; try tauto.
    destruct Hs as [_ Hs], y; [specialize (IHplus s Hs) | specialize (IHminus s Hs)]; lia.
  Qed.

  (** In every tree and against every learner there is a path on which every round is a mistake.
      Idea: each node's label is the one that the learner did not predict. *)
  Lemma path_against (L : learner X) q t : exists s, path t s /\ errors_from L q s = length s.
  Proof.
    revert q; induction t as [| x minus IHminus plus IHplus]; intro q.
    - exists []; split; reflexivity.
    - set (y := contrary (predict L q x)).
      assert (H : exists s, path (below y minus plus) s /\ errors_from L (update L q x y) s = length s)
        by (destruct y; [apply IHplus | apply IHminus]).
      destruct H as (s & Hs & Herr); exists ((x, y) :: s); simpl; split; [tauto |].
      unfold y at 1; rewrite contrary_mistaken, Herr; reflexivity.
  Qed.

  (** A mistake tree that the class shatters forces every deterministic learner to err at least as often as its least
      depth.
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: a path on which every round is a mistake is at least that long, and a concept explains it. *)
  Theorem tree_forces C t : shatters C t -> forces C (least_depth t).
  Proof.
    intros Ht L; destruct (path_against L (init L) t) as (s & Hs & Herr).
    exists s; split; [exact (Ht s Hs) |].
    unfold errors; rewrite Herr; exact (path_length t s Hs).
  Qed.

  (** What every learner can be forced to is never more than what some learner keeps to. *)
  Lemma forces_le_suffices C d r : forces C d -> suffices C r -> d <= r.
  Proof.
    intros Hforces [L HL]; destruct (Hforces L) as (s & Hs & Herr).
    specialize (HL s Hs); lia.
  Qed.

End Trees.
