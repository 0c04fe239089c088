(** Randomized Halving: each round it predicts as a concept drawn at random from those that are left.

    Probabilities are exact rational numbers. Concepts are drawn uniformly from the list that is left, so from the
    concepts if none is listed twice. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Harmonic.
Import ListNotations.
Local Open Scope Q_scope.

Definition total (l : list Q) : Q := fold_right Qplus 0 l.

Section Expectation.

  Context {X : Type}.
  Implicit Types (C V : list (concept X)) (s : list (example X)).

  (** The mean of [f] over the concepts that may be drawn. *)
  Definition mean V (f : concept X -> Q) : Q := total (map f V) / number (length V).

  (** Whoever chooses the points and labels. They may depend on the concepts that were drawn in earlier rounds, and
      so on the earlier predictions, but not on the one that is drawn in this round. *)
  Inductive adversary : Type :=
  | Stop
  | Round (x : X) (y : bool) (next : concept X -> adversary).

  (** Some concept explains the labels, whatever is drawn: after every round one is left. It need not be the same one
      for all draws. *)
  Fixpoint lawful V (a : adversary) : Prop :=
    match a with
    | Stop => V <> []
    | Round x y next => keep (x, y) V <> [] /\ forall c, In c V -> lawful (keep (x, y) V) (next c)
    end.

  Definition wrong (c : concept X) (x : X) (y : bool) : Q := if eqb (c x) y then 0 else 1.

  (** The expected number of mistakes, if the concepts of [V] are left: the mean over the concepts that may be drawn of
      the mistake in this round and of what is expected later. *)
  Fixpoint expected V (a : adversary) : Q :=
    match a with
    | Stop => 0
    | Round x y next => mean V (fun c => wrong c x y + expected (keep (x, y) V) (next c))
    end.

  (** An adversary who fixed all in advance. *)
  Fixpoint fixed s : adversary :=
    match s with
    | [] => Stop
    | (x, y) :: rest => Round x y (fun _ => fixed rest)
    end.

  (** The probability that a concept drawn from [V] is wrong. *)
  Definition risk V (x : X) (y : bool) : Q := number (length (keep (x, negb y) V)) / number (length V).

  (** The sum over the rounds of the probability of a wrong prediction. *)
  Fixpoint expected_errors V s : Q :=
    match s with
    | [] => 0
    | (x, y) :: rest => risk V x y + expected_errors (keep (x, y) V) rest
    end.

End Expectation.

Arguments adversary X : clear implicits.

Section Bound.

  Context {X : Type}.
  Implicit Types (C V : list (concept X)) (s : list (example X)).

  Lemma total_wrong V x y : total (map (fun c => wrong c x y) V) == number (length (keep (x, negb y) V)).
  Proof.
    unfold keep, wrong; induction V as [| c V IH]; [reflexivity |].
    simpl in *; destruct (c x), y; simpl in *; rewrite ?number_S, IH; ring.
  Qed.

  Lemma total_plus_le V (f g : concept X -> Q) b :
    (forall c, In c V -> g c <= b) -> total (map (fun c => f c + g c) V) <= total (map f V) + number (length V) * b.
  Proof.
    induction V as [| c V IH]; intro Hb; simpl; [rewrite number_0; lra |].
    rewrite number_S; pose proof (Hb c (or_introl eq_refl)).
    specialize (IH (fun c' Hc' => Hb c' (or_intror Hc'))); lra.
  Qed.

  Lemma total_plus_const V (f : concept X -> Q) b :
    total (map (fun c => f c + b) V) == total (map f V) + number (length V) * b.
  Proof.
    induction V as [| c V IH]; simpl total; simpl length; [rewrite number_0; ring |].
    rewrite number_S, IH; ring.
  Qed.

  Lemma mean_wrong_le V x y g b :
    V <> [] -> (forall c, In c V -> g c <= b) -> mean V (fun c => wrong c x y + g c) <= risk V x y + b.
  Proof.
    intros HV%nonempty_length%number_pos Hb; unfold mean, risk; apply Qle_shift_div_r; [exact HV |].
    pose proof (total_plus_le V (fun c => wrong c x y) g b Hb) as H; rewrite total_wrong in H.
    eapply Qle_trans; [exact H |].
    apply Qle_lteq; right; field; lra.
  Qed.

  (** For labels of a concept, fixed in advance, the expected number of mistakes is the sum of the probabilities of a
      mistake.
      Source: Chan, CSCI4230 Notes 3, section 4.
      Idea: what is left after a round does not depend on the concept that was drawn. *)
  Theorem expected_fixed V s : realizable V s -> expected V (fixed s) == expected_errors V s.
  Proof.
    revert V; induction s as [| [x y] s IH]; intros V Hs; [reflexivity |].
    pose proof (number_pos _ (proj1 (nonempty_length V) (realizable_nonempty _ V Hs))) as HV.
    apply realizable_cons in Hs; specialize (IH _ Hs).
    simpl; unfold mean, risk; rewrite total_plus_const, total_wrong, IH; field; lra.
  Qed.

  Lemma keep_nonempty e V : keep e V <> [] -> V <> [].
  Proof. intros H ->; apply H; reflexivity. Qed.

  (** Randomized Halving is expected to err at most H_m - 1 times, m = |C|, where a concept of [C] explains the labels;
      points and labels may depend on all that was drawn before.
      Source: Chan, CSCI4230 Notes 3, Claim 4.1, which says ln|C| + O(1).
      Idea: with r concepts left, a of them wrong, the round costs a/r, which H_r - H_{r-a} pays for. *)
  Theorem randomized_halving C (a : adversary X) :
    lawful C a -> expected C a <= harmonic (length C) - 1.
  Proof.
    revert C; induction a as [| x y next IH]; intros V Ha.
    - apply nonempty_length in Ha.
      pose proof (harmonic_mono 1 (length V) Ha); rewrite harmonic_1 in *; simpl; lra.
    - destruct Ha as [Hleft Hnext]; simpl expected.
      eapply Qle_trans.
      + apply mean_wrong_le; [exact (keep_nonempty _ V Hleft) |].
        intros c Hc; exact (IH c _ (Hnext c Hc)).
      + apply nonempty_length in Hleft.
        pose proof (share_le_harmonic (length (keep (x, negb y) V)) (length (keep (x, y) V)) Hleft) as Hpaid.
        unfold risk; rewrite Nat.add_comm, keep_length in Hpaid; lra.
  Qed.

  Lemma fixed_lawful V s : realizable V s -> lawful V (fixed s).
  Proof.
    revert V; induction s as [| [x y] s IH]; intros V Hs; simpl; [exact (realizable_nonempty [] V Hs) |].
    apply realizable_cons in Hs; split; [exact (realizable_nonempty s _ Hs) | auto].
  Qed.

  (** Randomized Halving is expected to err at most H_m - 1 times, m = |C|, on a sequence that is fixed in advance and
      labeled by a concept of C.
      Source: Chan, CSCI4230 Notes 3, Claim 4.1, which says ln|C| + O(1).
      Idea: such a sequence is a special case of an adversary. *)
  Theorem randomized_halving_fixed C s :
    realizable C s -> expected_errors C s <= harmonic (length C) - 1.
  Proof.
    intro Hs; rewrite <- (expected_fixed C s Hs); apply randomized_halving, fixed_lawful, Hs.
  Qed.

End Bound.
