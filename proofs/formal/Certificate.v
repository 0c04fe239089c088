(** A dimension certificate: a mistake tree and nodes with ranks, for one class.

    This is docs/finite-format.md as functions that Rocq computes, and what they prove. *)

From Coq Require Import List Bool NArith.
From ForcedMistakes Require Import Learner Concepts Strategy Table TreeCertificate RankCertificate.
Import ListNotations.

(** A tree of depth [d] and a node 0 of rank [d]: the optimal number of mistakes is exactly [d]. By Littlestone (1988,
    Theorem 3) this is the Littlestone dimension of the class.

    Idea: each half of the certificate proves one bound. *)
Theorem littlestone_dimension (rows : table) (t : tree) (nodes : list node) (d : N) :
  check_tree rows t (N.to_nat d) = true -> check_ranks rows nodes d = true ->
  optimal_mistakes (class_of rows) (N.to_nat d).
Proof.
  intros Htree Hranks; split; [apply check_tree_sound with t | apply check_ranks_sound with nodes]; assumption.
Qed.

(** The example of docs/finite-format.md: the concepts that differ from [---+] on at most two points. *)
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
