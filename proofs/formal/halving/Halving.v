(** The Halving learner: the majority vote of the concepts that are left. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace.
Import ListNotations.

Section Halving.

  Context {X : Type}.
  Implicit Types (C : list (concept X)) (s : list (example X)).

  (** Halving on the class [C]: each label weighs as many concepts as would be left. *)
  Definition halving C (tie : tie_rule X) : learner X := weighing (@length (concept X)) C tie.

  (** A mistake leaves at most half of the concepts, whichever way ties go.
      Source: Chan, CSCI4230 Notes 3, section 3.
      Idea: the concepts that agree with the label were not the majority. *)
  Theorem mistake_halves C tie h x y :
    mistaken (predict (halving C tie) h x) y = true ->
    2 * length (version_space C ((x, y) :: h)) <= length (version_space C h).
  Proof.
    intro Herr; apply mistake_is_lighter in Herr.
    pose proof (keep_length x y (version_space C h)); simpl version_space; lia.
  Qed.

  Lemma log2_drops C : drops (fun _ => True) (@length (concept X)) (fun V => Nat.log2 (length V)) C.
  Proof.
    intros h x y _ V Hleft; apply nonempty_length in Hleft.
    pose proof (keep_length x y V) as Hsum; split.
    - apply Nat.log2_le_mono; lia.
    - intro Hlight; unfold lt; rewrite <- Nat.log2_double by lia.
      apply Nat.log2_le_mono; lia.
  Qed.

  (** Halving errs at most ⌊log₂|C|⌋ times on labels from [C], whichever way ties go.
      Source: Chan, CSCI4230 Notes 3, section 3, Claim.
      Idea: log₂ of the number of concepts that are left drops by 1 with every mistake. *)
  Theorem halving_log2_floor C tie s :
    realizable C s -> errors (halving C tie) s <= Nat.log2 (length C).
  Proof.
    intro Hs; apply (weighing_bound _ _ _ _ tie s (log2_drops C)); [| exact Hs].
    apply Forall_forall; trivial.
  Qed.

  (** Halving's bound without a logarithm: 2^errors ≤ |C|, the length of the list, on labels from C, whichever way ties
      go.
      Source: Chan, CSCI4230 Notes 3, section 3, Claim.
      Idea: 2^⌊log₂ m⌋ ≤ m. *)
  Theorem halving_log2 C tie s :
    realizable C s -> 2 ^ errors (halving C tie) s <= length C.
  Proof.
    intro Hs; transitivity (2 ^ Nat.log2 (length C)).
    - apply Nat.pow_le_mono_r; [lia | exact (halving_log2_floor C tie s Hs)].
    - apply Nat.log2_spec, nonempty_length, (realizable_nonempty s), Hs.
  Qed.

  (** So ⌊log₂|C|⌋ mistakes suffice. *)
  Corollary log2_suffices C : suffices C (Nat.log2 (length C)).
  Proof. exists (halving C (fun _ _ => None)); apply halving_log2_floor. Qed.

End Halving.
