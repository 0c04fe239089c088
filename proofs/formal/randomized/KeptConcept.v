(** Randomized Halving that keeps its concept until it errs, as the proof of Claim 4.1 has it.

    It is expected to err as often as the algorithm of the notes, which draws afresh every round. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Harmonic Randomized.
Import ListNotations.
Local Open Scope Q_scope.

Section Kept.

  Context {X : Type}.
  Implicit Types (V : list (concept X)) (s : list (example X)).

  (** The expected number of mistakes on [s] if the concepts of [V] are left and [c] is kept: a mistake eliminates [c],
      and a concept is drawn from those that are left then. *)
  Fixpoint expected_keeping V (c : concept X) s : Q :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        if eqb (c x) y then expected_keeping (keep (x, y) V) c rest
        else 1 + mean (keep (x, y) V) (fun fresh => expected_keeping (keep (x, y) V) fresh rest)
    end.

  (** Over those that agree with the label and those that do not. *)
  Lemma total_split V x y (f : concept X -> Q) b :
    total (map (fun c => if eqb (c x) y then f c else b) V)
    == total (map f (keep (x, y) V)) + number (length (keep (x, negb y) V)) * b.
  Proof.
    unfold keep; induction V as [| c V IH]; simpl in *; [rewrite number_0; ring |].
    rewrite IH; destruct (c x), y; simpl; rewrite ?number_S; ring.
  Qed.

  (** A concept that is kept until it errs is expected to err as often as one that is drawn every round.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
      Idea: given what happened, a kept concept is uniform on those that are left. By induction on the rounds: of a
      + q = r concepts, a err, and q and E are left: (q·E + a·(1 + E))/r = a/r + E. *)
  Theorem keeping_changes_nothing V s :
    realizable V s -> mean V (fun c => expected_keeping V c s) == expected_errors V s.
  Proof.
    revert V; induction s as [| [x y] s IH]; intros V Hs.
    - pose proof (number_pos _ (proj1 (nonempty_length V) (realizable_nonempty _ V Hs))) as HV.
      unfold mean; simpl.
      assert (E : total (map (fun _ : concept X => 0) V) == 0)
        by (clear; induction V as [| c V IH]; simpl; [reflexivity | rewrite IH; reflexivity]).
      rewrite E; field; lra.
    - pose proof (number_pos _ (proj1 (nonempty_length V) (realizable_nonempty _ V Hs))) as HV.
      apply realizable_cons in Hs; specialize (IH _ Hs).
      pose proof (number_pos _ (proj1 (nonempty_length _) (realizable_nonempty _ _ Hs))) as Hq.
      pose proof (f_equal (fun n => number n) (keep_length x y V)) as Hsum.
      cbn [expected_keeping expected_errors]; unfold mean at 1; rewrite total_split.
      set (E := expected_errors (keep (x, y) V) s) in *.
      assert (Hkept : total (map (fun c => expected_keeping (keep (x, y) V) c s) (keep (x, y) V))
                      == number (length (keep (x, y) V)) * E)
        by (rewrite <- IH; unfold mean; field; lra).
      rewrite Hkept, IH; unfold risk.
      assert (Hr : number (length V) == number (length (keep (x, y) V)) + number (length (keep (x, negb y) V)))
        by (rewrite <- Hsum, number_add; reflexivity).
      rewrite Hr in *; field; lra.
  Qed.

End Kept.
