(** The cube: the class of all labelings of n points. Here Halving can be made to err log₂|C| = n times. *)

From Coq Require Import List Bool Arith QArith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Rows Halving RationalNumber.
Import ListNotations.
Local Open Scope nat_scope.

(** The sequences of n labels. *)
Fixpoint words (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S k => map (cons false) (words k) ++ map (cons true) (words k)
  end.

(** The points are 0, …, n - 1; the others are labeled -1. *)
Definition cube (n : nat) : list (concept nat) := class_of (words n).

Lemma words_In w : In w (words (length w)).
Proof.
  induction w as [| y w IH]; simpl; [tauto |].
  apply in_or_app; destruct y; [right | left]; apply in_map, IH.
Qed.

Lemma words_length n : length (words n) = 2 ^ n.
Proof. induction n as [| n IH]; simpl; [reflexivity |]; rewrite app_length, !map_length, IH; lia. Qed.

Lemma cube_length n : length (cube n) = 2 ^ n.
Proof. unfold cube, class_of; rewrite map_length; apply words_length. Qed.

(** Any labels of the points in their order are those of a concept. *)
Lemma cube_explains s : map fst s = seq 0 (length s) -> realizable (cube (length s)) s.
Proof.
  intro Hs; exists (label (map snd s)); split.
  - apply in_map; pose proof (words_In (map snd s)) as H; rewrite map_length in H; exact H.
  - enough (H : forall before, map fst s = seq (length before) (length s) ->
                consistent (label (before ++ map snd s)) s) by exact (H [] Hs).
    clear Hs; induction s as [| [x y] s IH]; intros before Hs; [constructor |].
    injection Hs as Hx Hs; constructor; simpl.
    + subst x; unfold label; rewrite app_nth2, Nat.sub_diag by lia; reflexivity.
    + specialize (IH (before ++ [y])); rewrite app_length, <- app_assoc, Nat.add_1_r in IH; exact (IH Hs).
Qed.

(** On the class of all labelings of n points every deterministic learner can be made to err on every point, n times.
    Source: about Chan, CSCI4230 Notes 3, section 3.
    Idea: the labels against the predictions are those of a concept, whatever they are. *)
Theorem cube_forces n (L : learner nat) :
  exists s, realizable (cube n) s /\ map fst s = seq 0 n /\ errors L s = n.
Proof.
  pose proof (against_points L (seq 0 n)) as Hpoints.
  pose proof (errors_against L (seq 0 n)) as Herr; rewrite seq_length in Herr.
  pose proof (cube_explains (against L (seq 0 n))) as Hreal.
  pose proof (f_equal (@length nat) Hpoints) as Hlength; rewrite map_length, seq_length in Hlength.
  rewrite Hlength in Hreal; exists (against L (seq 0 n)); auto.
Qed.

(** On all labelings of n points Halving can be made to err log₂|C| = n times, whichever way ties go.
    Source: about Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: any learner can be made to err at every point. *)
Theorem halving_is_tight_on_the_cube n tie :
  length (cube n) = 2 ^ n /\ exists s, realizable (cube n) s /\ errors (halving (cube n) tie) s = n.
Proof.
  split; [apply cube_length |].
  destruct (cube_forces n (halving (cube n) tie)) as (s & Hs & _ & Herr); eauto.
Qed.

(** The optimal number of mistakes on the class of all labelings of n points is n.
    Source: about Chan, CSCI4230 Notes 3, section 3.
    Idea: n can be forced on every learner, and Halving errs no more often than log₂ 2ⁿ. *)
Theorem cube_optimal n : optimal_mistakes (cube n) n.
Proof.
  split.
  - intro L; destruct (cube_forces n L) as (s & Hs & _ & Herr); exists s; split; [exact Hs | lia].
  - rewrite <- (Nat.log2_pow2 n) at 2 by lia; rewrite <- cube_length; apply log2_suffices.
Qed.

(** "log" is not a logarithm to any base b > 2, be it e or 10: then b^errors ≤ |C| would hold, and it fails.
    Source: readings of Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: one mistake can be forced on the two labelings of one point, and b > 2. *)
Theorem no_greater_base (b : Q) tie :
  (2 < b)%Q ->
  exists s, realizable (cube 1) s /\
            (number (length (cube 1)) < b ^ Z.of_nat (errors (halving (cube 1) tie) s))%Q.
Proof.
  intro Hb; destruct (halving_is_tight_on_the_cube 1 tie) as [_ (s & Hs & Herr)].
  exists s; split; [exact Hs | rewrite Herr; exact Hb].
Qed.

(** The labels have to be those of a concept of the class, or there may be more than log₂|C| mistakes.
    Source: a reading of Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: a class of one concept, and a label that is not its own. *)
Theorem any_labels_exceed_log2 {X : Type} (c : concept X) x tie :
  errors (halving [c] tie) [(x, negb (c x))] = 1 /\ Nat.log2 (length [c]) = 0.
Proof. unfold errors; simpl; destruct (c x); split; reflexivity. Qed.

(** "Every mistake removes more than half" is false: a mistake can remove exactly half.
    Source: a reading of Chan, CSCI4230 Notes 3, section 3.
    Idea: the two labelings of one point tie, and one of the labels is a mistake. *)
Theorem tie_removes_exactly_half tie :
  exists y, mistaken (predict (halving (cube 1) tie) [] 0) y = true /\
            2 * length (version_space (cube 1) [(0, y)]) = length (cube 1).
Proof.
  exists (contrary (predict (halving (cube 1) tie) [] 0)); split; [apply contrary_mistaken |].
  destruct (contrary _); reflexivity.
Qed.
