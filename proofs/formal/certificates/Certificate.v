(** A dimension certificate: a mistake tree and nodes with ranks, for one class.

    This is docs/finite-proofs.md as functions that Rocq computes, and what they prove. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable TreeCertificate RankCertificate.
From ForcedMistakes Require MistakeTree Littlestone.
Import ListNotations.

(** The points of the table are all that matters: on the others all concepts agree. *)
Lemma all_seen (rows : table) (x : nat) : Littlestone.seen (seq 0 (width rows)) (class_of rows) x.
Proof.
  destruct (Nat.ltb_spec x (width rows)) as [Hx | Hx].
  - apply Littlestone.In_seen, in_seq; lia.
  - left; intros c c' Hc Hc'; transitivity false; [| symmetry];
      apply (bounded_class rows rows (incl_refl rows)); assumption.
Qed.

(** What is forced and also suffices is Littlestone's dimension. *)
Lemma optimal_is_dimension (rows : table) (d : nat) :
  optimal_mistakes (class_of rows) d -> Littlestone.dimension (seq 0 (width rows)) (class_of rows) = d.
Proof.
  intros [Hforces Hsuffices].
  assert (Hclass : class_of rows <> []).
  { intro E; rewrite E in Hforces; apply Littlestone.nothing_is_forced_without_concepts with nat.
    intro L; destruct (Hforces L) as (s & Hs & _); exists s; split; [exact Hs | apply Nat.le_0_l]. }
  destruct (Littlestone.dimension_is_optimal _ (class_of rows) Hclass (all_seen rows)) as [Hforces' Hsuffices'].
  apply Nat.le_antisymm; eapply MistakeTree.forces_le_suffices; eassumption.
Qed.

(** A tree of depth [d] and a node 0 of rank [d]: every deterministic learner errs [d] times on some sequence that a
    concept explains, and some learner never more. So Littlestone's dimension, the depth of the deepest mistake tree,
    is exactly [d].
    Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3; docs/formats.md.
    Idea: each half of the certificate proves one bound, and only the dimension can be both. *)
Theorem littlestone_dimension (rows : table) (t : tree) (nodes : list node) (d : N) :
  check_tree rows t (N.to_nat d) = true -> check_ranks rows nodes d = true ->
  optimal_mistakes (class_of rows) (N.to_nat d) /\
  Littlestone.dimension (seq 0 (width rows)) (class_of rows) = N.to_nat d.
Proof.
  intros Htree Hranks.
  assert (H : optimal_mistakes (class_of rows) (N.to_nat d))
    by (split; [apply check_tree_sound with t | apply check_ranks_sound with nodes]; assumption).
  split; [exact H | apply optimal_is_dimension, H].
Qed.

(** The example of docs/finite-proofs.md: the concepts that differ from [---+] on at most two points. *)
Example two_of_four : table :=
  let m := false in let p := true in
  [[m; m; m; p]; [p; m; m; p]; [m; p; m; p]; [m; m; p; p]; [m; m; m; m]; [p; p; m; p]; [p; m; p; p]; [p; m; m; m];
   [m; p; p; p]; [m; p; m; m]; [m; m; p; m]].

Example two_of_four_tree : tree := Branch 0 (Branch 1 (Leaf 0) (Leaf 2)) (Branch 1 (Leaf 1) (Leaf 5)).

Example two_of_four_ranks : list node :=
  let same x := Named x false in
  let exchanged x := Named x true in
  [{| given := []; rank := 2; moves :=
      [{| point := 0; mistake := true; next := 1; renaming := None |};
       {| point := 1; mistake := true; next := 1; renaming := Some [same 1; Nameless; same 2; same 3] |};
       {| point := 2; mistake := true; next := 1; renaming := Some [same 1; same 2; Nameless; same 3] |};
       {| point := 3; mistake := false; next := 1; renaming := Some [same 1; same 2; exchanged 3; Nameless] |}] |};
   {| given := [(0, true)]; rank := 1; moves := [] |}].

Example two_of_four_dimension : optimal_mistakes (class_of two_of_four) 2.
Proof. apply (littlestone_dimension two_of_four two_of_four_tree two_of_four_ranks 2); reflexivity. Qed.

(** Node 1 alone is not enough for the class, and its rank is not 0. *)
Example ranks_too_low : check_ranks two_of_four two_of_four_ranks 1 = false.
Proof. reflexivity. Qed.
