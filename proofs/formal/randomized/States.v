(** What the proof of Claim 4.1 takes for granted of the concepts that are left (Chan, CSCI4230 Notes 3, section 4).

    It calls M_r what is still to be expected once r concepts are left. But that is no function of r, not every r comes
    up, and more than one concept may never be eliminated. *)

From Coq Require Import List Bool Arith QArith.
From ForcedMistakes Require Import Learner Concepts VersionSpace Cube Harmonic Randomized Singletons.
Import ListNotations.
Local Open Scope Q_scope.

(** M_r, what is still to be expected, is no function of r = |K|: the same two concepts are left before two sequences, both
    labeled by the same concept, and ½ mistake is expected on the one and none on the other.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: the concepts "+1 at 0 only" and "-1 everywhere", before the point 0, which tells them apart, and before the
    point 1, which does not. *)
Theorem size_does_not_determine_expectation :
  exists (V : list (concept nat)) (c : concept nat) (s s' : list (example nat)),
    V = [singleton 0; fun _ => false] /\ c = (fun _ => false) /\ s = [(0%nat, false)] /\ s' = [(1%nat, false)] /\
    length V = 2%nat /\ In c V /\ consistent c s /\ consistent c s' /\
    expected_errors V s == 1 # 2 /\ expected_errors V s' == 0.
Proof.
  exists [singleton 0; fun _ => false], (fun _ => false), [(0%nat, false)], [(1%nat, false)].
  repeat (split; [reflexivity |]).
  split; [right; left; reflexivity |]; repeat (split; [repeat constructor |]); reflexivity.
Qed.

(** No function M of |K| gives the number of mistakes that is expected on every sequence that a concept of K labels, for
    all K.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: M_2 would be ½ and 0, see [size_does_not_determine_expectation]. *)
Theorem no_function_of_the_size :
  ~ exists M : nat -> Q, forall (V : list (concept nat)) s, realizable V s -> expected_errors V s == M (length V).
Proof.
  intros [M same].
  destruct size_does_not_determine_expectation
    as (V & c & s & s' & _ & _ & _ & _ & _ & member & here & there & half & none).
  specialize (same V) as equal.
  rewrite (equal s) in half by (exists c; split; assumption).
  rewrite (equal s') in none by (exists c; split; assumption).
  rewrite half in none; discriminate none.
Qed.

(** There need not be an M_{r-1}: no point of the sequence may have r - 1 concepts left. On the four labelings of two points, with
    the points shown one after the other, 4, 2 and 1 concepts are left, whatever the labels, and never 3.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: each label leaves half. *)
Theorem sizes_may_skip y y' :
  let s := [(0%nat, y); (1%nat, y')] in
  realizable (cube 2) s /\
  map (fun n => length (version_space (cube 2) (rev (firstn n s)))) [0; 1; 2]%nat = [4; 2; 1]%nat.
Proof.
  split; [| destruct y, y'; reflexivity].
  apply (cube_explains [(0%nat, y); (1%nat, y')]); reflexivity.
Qed.

(** More than c may be left in the end, so that r concepts are not in the order of
    an elimination of all but one. Of ++, +- and -- (on the points 0 and 1) the example (0, +1), labeled by ++, leaves
    ++ and +-, and there are no more examples.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1. *)
Theorem several_may_survive :
  let both := fun x => Nat.leb x 1 in
  let first := singleton 0 in
  let none := fun _ : nat => false in
  consistent both [(0%nat, true)] /\ version_space [both; first; none] [(0%nat, true)] = [both; first] /\
  both 1%nat <> first 1%nat.
Proof. split; [repeat constructor |]; split; [reflexivity | discriminate]. Qed.
