(** Sentences beside Claim 4.1 of Chan, CSCI4230 Notes 3, on singletons. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Halving Harmonic Randomized Singletons Elimination.
Import ListNotations.
Local Open Scope Q_scope.

(** On m singletons Halving errs at most once, whichever way ties go, and Randomized Halving is expected to err H_m - 1
    times on some sequence, which is ⌊log₂ m⌋/2 or more: so no constant factor bounds it by Halving.
    Source: about the last remark of Chan, CSCI4230 Notes 3, section 4.
    Idea: H_n ≥ 1 + k/2 for n = 2ᵏ. *)
Theorem no_constant_factor m :
  (0 < m)%nat ->
  (forall tie s, realizable (singletons 0 m) s -> (errors (halving (singletons 0 m) tie) s <= 1)%nat) /\
  realizable (singletons 0 m) (one_by_one 0 m) /\
  expected_errors (singletons 0 m) (one_by_one 0 m) == harmonic m - 1 /\
  number (Nat.log2 m) / 2 <= harmonic m - 1.
Proof.
  intro Hm; destruct (singletons_reach_it m Hm) as [Hs Hexpected].
  split; [intros tie s; apply halving_errs_once, singletons_sparse |].
  split; [exact Hs |]; split; [exact Hexpected |].
  pose proof (harmonic_unbounded (Nat.log2 m)).
  pose proof (harmonic_mono (2 ^ Nat.log2 m) m (proj1 (Nat.log2_spec m Hm))); lra.
Qed.

(** In the proof of Claim 4.1 not every concept but the last errs on the first sample: of three singletons, eliminated
    one after the other, the second is right there.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1. *)
Theorem second_concept_may_be_right :
  exists (V : list (concept nat)) (e : example nat) (s : list (example nat)) (c last : concept nat),
    V = [nth 0 V last; c; last] /\ realizable V (e :: s) /\ ordered V (e :: s) /\
    c (fst e) = snd e /\ ~ consistent c (e :: s) /\ consistent last (e :: s).
Proof.
  exists (singletons 0 3), (0%nat, false), [(1%nat, false)], (singleton 1), (singleton 2).
  split; [reflexivity |]; split.
  { exists (singleton 2); split; [right; right; left; reflexivity | repeat constructor]. }
  split; [| split; [reflexivity | split; [| repeat constructor]]].
  - repeat split; simpl; try (intros c' [<- | [<- | []]]; reflexivity); try (intros c' [<- | []]; reflexivity);
      try discriminate; try (intros c' []).
  - intro H; inversion_clear H as [| ? ? _ H']; inversion_clear H' as [| ? ? H'' _]; discriminate.
Qed.

(** The most mistakes that can be expected with r concepts left, on sequences that one of them labels, are H_r - 1.
    Source: about Chan, CSCI4230 Notes 3, proof of Claim 4.1, definition of M_r: read in this way, it depends on r
    alone, and exists for every r.
    Idea: H_r - 1 is a bound, and r singletons reach it. *)
Theorem most_expected r :
  (0 < r)%nat ->
  (forall (X : Type) (V : list (concept X)) s,
     length V = r -> realizable V s -> expected_errors V s <= harmonic r - 1) /\
  (exists (V : list (concept nat)) s,
     length V = r /\ realizable V s /\ expected_errors V s == harmonic r - 1).
Proof.
  intro Hr; split; [intros X V s <- Hs; apply randomized_halving_fixed, Hs |].
  exists (singletons 0 r), (one_by_one 0 r); split; [apply singletons_length | apply singletons_reach_it, Hr].
Qed.
