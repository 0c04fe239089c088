(** Mistake trees in a certificate: a lower bound on the mistakes of all learners. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts Table.
Import ListNotations.

(** A leaf is the number of a concept. An inner node has a point, and a tree for each label of it. *)
Inductive tree : Type :=
  | Leaf (concept : nat)
  | Branch (point : nat) (minus plus : tree).

(** The least depth of a leaf. *)
Fixpoint depth (t : tree) : nat :=
  match t with
  | Leaf _ => 0
  | Branch _ minus plus => S (Nat.min (depth minus) (depth plus))
  end.

(** At every leaf, the concept gives each point above it the label of the branch taken: those on the way to this
    subtree, and those in it. *)
Fixpoint fits (rows : table) (way : list (nat * bool)) (t : tree) : bool :=
  match t with
  | Leaf i => match nth_error rows i with Some r => agrees way r | None => false end
  | Branch x minus plus =>
      if fits rows ((x, false) :: way) minus then fits rows ((x, true) :: way) plus else false
  end.

Definition check_tree (rows : table) (t : tree) (k : nat) : bool :=
  if k <=? depth t then fits rows [] t else false.

(** From each inner node, the label that the learner does not predict leads on. *)
Lemma fits_forces (rows : table) (t : tree) (L : learner nat) :
  forall way q, fits rows way t = true ->
  exists c s, In c (class_of rows) /\ consistent c way /\ consistent c s /\ depth t <= errors_from L q s.
Proof.
  induction t as [i | x minus IHminus plus IHplus]; intros way q H; simpl in H.
  - destruct (nth_error rows i) as [r |] eqn:E; [| discriminate].
    exists (label r), []; split; [| split; [| split]].
    + apply in_map, nth_error_In with i, E.
    + apply agrees_consistent, H.
    + constructor.
    + apply Nat.le_refl.
  - destruct (fits rows ((x, false) :: way) minus) eqn:Hminus; [| discriminate].
    set (y := contrary (predict L q x)).
    assert (Hbelow : exists c s, In c (class_of rows) /\ consistent c ((x, y) :: way) /\ consistent c s /\
      Nat.min (depth minus) (depth plus) <= errors_from L (update L q x y) s).
    { destruct y eqn:Ey.
      - destruct (IHplus _ (update L q x true) H) as (c & s & Hc & Hway & Hs & Hle).
        exists c, s; repeat split; auto; lia.
      - destruct (IHminus _ (update L q x false) Hminus) as (c & s & Hc & Hway & Hs & Hle).
        exists c, s; repeat split; auto; lia. }
    destruct Hbelow as (c & s & Hc & Hway & Hs & Hle).
    apply Forall_cons_iff in Hway; destruct Hway as [Hy Hway].
    exists c, ((x, y) :: s); split; [exact Hc |]; split; [exact Hway |]; split; [constructor; assumption |].
    simpl; unfold y in *; rewrite contrary_mistaken; lia.
Qed.

(** A mistake tree of depth [k] or more forces every deterministic learner to err [k] times (Littlestone 1988, Lemma 6).

    Idea: the adversary goes down the branch that the learner did not predict. *)
Theorem check_tree_sound (rows : table) (t : tree) (k : nat) :
  check_tree rows t k = true -> forces (class_of rows) k.
Proof.
  unfold check_tree; destruct (Nat.leb_spec k (depth t)) as [Hk |]; [| discriminate].
  intros Hfits L; destruct (fits_forces rows t L [] (init L) Hfits) as (c & s & Hc & _ & Hs & Hle).
  exists s; split; [exists c; auto | unfold errors; lia].
Qed.

(** The thresholds on three points, of which the tree of docs/finite-format.md forces two mistakes, and not three. *)
Example thresholds : table :=
  [[false; false; false]; [false; false; true]; [false; true; true]; [true; true; true]].
Example thresholds_tree : tree := Branch 1 (Branch 2 (Leaf 0) (Leaf 1)) (Branch 0 (Leaf 2) (Leaf 3)).

Example check_thresholds : check_tree thresholds thresholds_tree 2 = true.
Proof. reflexivity. Qed.
Example check_thresholds_3 : check_tree thresholds thresholds_tree 3 = false.
Proof. reflexivity. Qed.
