(** Mistake trees in a certificate: a lower bound on the mistakes of all learners. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts ConceptTable.
From ForcedMistakes Require MistakeTree.
Import ListNotations.

(** A leaf is the number of a concept. An inner node has a point, and a tree for each label of it. *)
Inductive tree : Type :=
  | Leaf (concept : nat)
  | Branch (point : nat) (minus plus : tree).

(** Without its concepts, it is a mistake tree as in MistakeTree.v. *)
Fixpoint shape (t : tree) : MistakeTree.mistake_tree nat :=
  match t with
  | Leaf _ => MistakeTree.Leaf
  | Branch x minus plus => MistakeTree.Node x (shape minus) (shape plus)
  end.

(** The least depth of a leaf. *)
Definition depth (t : tree) : nat := MistakeTree.least_depth (shape t).

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

(** Each path is explained by the concept at its end. *)
Lemma fits_path (rows : table) (t : tree) : forall way s,
  fits rows way t = true -> MistakeTree.path (shape t) s ->
  exists c, In c (class_of rows) /\ consistent c way /\ consistent c s.
Proof.
  induction t as [i | x minus IHminus plus IHplus]; intros way s Hfits Hpath; simpl in Hfits.
  - destruct s; [| destruct Hpath].
    destruct (nth_error rows i) as [r |] eqn:E; [| discriminate].
    exists (label r); split; [apply in_map, nth_error_In with i, E |].
    split; [apply agrees_consistent, Hfits | constructor].
  - destruct s as [| [x' y] s]; [destruct Hpath |]; destruct Hpath as [-> Hpath].
    destruct (fits rows ((x, false) :: way) minus) eqn:Hminus; [| discriminate].
    assert (Hbelow : exists c, In c (class_of rows) /\ consistent c ((x, y) :: way) /\ consistent c s)
      by (destruct y; [apply IHplus | apply IHminus]; assumption).
    destruct Hbelow as (c & Hc & Hway & Hs); apply Forall_cons_iff in Hway; destruct Hway as [Hy Hway].
    exists c; split; [exact Hc | split; [exact Hway | constructor; assumption]].
Qed.

(** A mistake tree of depth [k] or more, whose leaves are right, forces every deterministic learner to err at least [k]
    times.
    Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3; docs/finite-proofs.md,
    "Mistake trees".
    Idea: the class shatters the tree, and such a tree forces its depth. *)
Theorem check_tree_sound (rows : table) (t : tree) (k : nat) :
  check_tree rows t k = true -> forces (class_of rows) k.
Proof.
  unfold check_tree; destruct (Nat.leb_spec k (depth t)) as [Hk |]; [| discriminate].
  intros Hfits L; destruct (MistakeTree.tree_forces (class_of rows) (shape t)) with (L := L) as (s & Hs & Hle).
  - intros s Hs; destruct (fits_path rows t [] s Hfits Hs) as (c & Hc & _ & Hconsistent); exists c; auto.
  - exists s; split; [exact Hs | apply Nat.le_trans with (1 := Hk), Hle].
Qed.

(** The thresholds on three points, of which the tree of docs/finite-proofs.md forces two mistakes, and not three. *)
Example thresholds : table :=
  [[false; false; false]; [false; false; true]; [false; true; true]; [true; true; true]].
Example thresholds_tree : tree := Branch 1 (Branch 2 (Leaf 0) (Leaf 1)) (Branch 0 (Leaf 2) (Leaf 3)).

Example check_thresholds : check_tree thresholds thresholds_tree 2 = true.
Proof. reflexivity. Qed.
Example check_thresholds_3 : check_tree thresholds thresholds_tree 3 = false.
Proof. reflexivity. Qed.

(** A concept at a wrong leaf. *)
Example check_swapped :
  check_tree thresholds (Branch 1 (Branch 2 (Leaf 1) (Leaf 0)) (Branch 0 (Leaf 2) (Leaf 3))) 2 = false.
Proof. reflexivity. Qed.
