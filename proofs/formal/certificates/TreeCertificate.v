(** Mistake trees in a certificate: a lower bound on the mistakes of all learners. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts ConceptTable PartialTable Lies.
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

(** At every leaf, the concept is unlike at most so many of the labels above it, and the points above it are below [n]. *)
Fixpoint fits_below (n : nat) (lies : N) (rows : partial_table) (way : list (nat * bool)) (t : tree) : bool :=
  match t with
  | Leaf i =>
      match nth_error rows i with
      | Some r => if every (fun e => fst e <? n) way then (N.of_nat (unlike r way) <=? lies)%N else false
      | None => false
      end
  | Branch x minus plus =>
      if fits_below n lies rows ((x, false) :: way) minus then fits_below n lies rows ((x, true) :: way) plus else false
  end.

(** The width is computed once. *)
Definition fits_with (lies : N) (rows : partial_table) : list (nat * bool) -> tree -> bool :=
  fits_below (width rows) lies rows.

Definition check_tree_with (lies : N) (rows : partial_table) (t : tree) (k : nat) : bool :=
  if k <=? depth t then fits_with lies rows [] t else false.

Lemma unlike_app (r : partial_row) (s t : list (example nat)) : unlike r (s ++ t) = unlike r s + unlike r t.
Proof. induction s as [| [x y] s IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma unlike_rev (r : partial_row) (s : list (example nat)) : unlike r (rev s) = unlike r s.
Proof. induction s as [| [x y] s IH]; simpl; [reflexivity | rewrite unlike_app, IH; simpl; lia]. Qed.

Lemma fits_with_path (lies : N) (rows : partial_table) (t : tree) : forall way s,
  fits_with lies rows way t = true -> MistakeTree.path (shape t) s -> realizable_with lies rows (rev way ++ s).
Proof.
  unfold fits_with; induction t as [i | x minus IHminus plus IHplus]; intros way s fits path; simpl in fits.
  - destruct s; [| destruct path]; rewrite app_nil_r.
    destruct (nth_error rows i) as [r |] eqn:E; [| discriminate].
    destruct (every _ way) eqn:here; [| discriminate]; apply N.leb_le in fits; split.
    + apply Forall_rev; apply every_Forall in here; revert here; apply Forall_impl; intros e; apply Nat.ltb_lt.
    + exists r; split; [exact (nth_error_In _ _ E) | rewrite unlike_rev; exact fits].
  - destruct s as [| [x' y] s]; [destruct path |]; destruct path as [-> path].
    destruct (fits_below _ lies rows ((x, false) :: way) minus) eqn:fits_minus; [| discriminate].
    change ((x, y) :: s) with ([(x, y)] ++ s); rewrite app_assoc; change (rev way ++ [(x, y)]) with (rev ((x, y) :: way)).
    destruct y; [apply IHplus | apply IHminus]; assumption.
Qed.

(** A mistake tree of depth [k] or more, whose leaves are right but for the lies, forces every deterministic learner to
    err at least [k] times.
    Source: docs/finite-proofs.md, "Lies".
    Idea: against every learner there is a path on which every round is a mistake. *)
Theorem check_tree_with_sound (lies : N) (rows : partial_table) (t : tree) (k : nat) :
  check_tree_with lies rows t k = true -> forces_with lies rows k.
Proof.
  unfold check_tree_with; destruct (Nat.leb_spec k (depth t)) as [deep |]; [| discriminate].
  intros fits L; destruct (MistakeTree.path_against L (init L) (shape t)) as (s & path & errs).
  exists s; split; [exact (fits_with_path lies rows t [] s fits path) |].
  unfold errors; rewrite errs; apply Nat.le_trans with (1 := deep), MistakeTree.path_length, path.
Qed.

(** The same for a total class, without lies. *)
Definition check_tree (rows : table) : tree -> nat -> bool := check_tree_with 0 (partly rows).

(** A mistake tree of depth [k] or more, whose leaves are right, forces every deterministic learner to err at least [k]
    times.
    Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3; docs/finite-proofs.md,
    "Mistake trees".
    Idea: the class shatters the tree, and such a tree forces its depth. *)
Theorem check_tree_sound (rows : table) (t : tree) (k : nat) :
  check_tree rows t k = true -> forces (class_of rows) k.
Proof. intro right; apply forces_partly, check_tree_with_sound with t, right. Qed.

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
