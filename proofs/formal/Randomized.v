(** Randomized Halving: each round it predicts as a concept drawn at random from those that are left.

    Probabilities are exact rational numbers. Concepts are drawn uniformly from the list that is left, so from the
    concepts if none is listed twice. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Harmonic.
Import ListNotations.
Open Scope Q_scope.

Definition sum (l : list Q) : Q := fold_right Qplus 0 l.

Section Expectation.

  Context {X : Type}.
  Implicit Types (C V : list (concept X)) (s : list (example X)).

  (** The mean of [f] over the concepts that may be drawn. *)
  Definition mean V (f : concept X -> Q) : Q := sum (map f V) / number (length V).

  (** Whoever chooses the points and labels. They may depend on the concepts that were drawn in earlier rounds, and
      so on the earlier predictions, but not on the one that is drawn in this round. *)
  Inductive adversary : Type :=
  | Stop
  | Round (x : X) (y : bool) (next : concept X -> adversary).

  (** The sequences that the adversary presents for some draws. *)
  Fixpoint presents (a : adversary) s : Prop :=
    match a, s with
    | Stop, [] => True
    | Round x y next, e :: rest => e = (x, y) /\ exists c, presents (next c) rest
    | _, _ => False
    end.

  (** A concept of the class explains whatever happens. It need not be the same one for all draws. *)
  Definition lawful C (a : adversary) : Prop := forall s, presents a s -> realizable C s.

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

  Lemma sum_wrong V x y : sum (map (fun c => wrong c x y) V) == number (length (keep (x, negb y) V)).
  Proof.
    unfold keep, wrong; induction V as [| c V IH]; [reflexivity |].
    simpl in *; destruct (c x), y; simpl in *; rewrite ?number_S, IH; ring.
  Qed.

  Lemma sum_plus_le V (f g : concept X -> Q) b :
    (forall c, g c <= b) -> sum (map (fun c => f c + g c) V) <= sum (map f V) + number (length V) * b.
  Proof.
    intro Hb; induction V as [| c V IH]; simpl sum; simpl length; [rewrite number_0; lra |].
    rewrite number_S; specialize (Hb c); lra.
  Qed.

  Lemma sum_plus_const V (f : concept X -> Q) b :
    sum (map (fun c => f c + b) V) == sum (map f V) + number (length V) * b.
  Proof.
    induction V as [| c V IH]; simpl sum; simpl length; [rewrite number_0; ring |].
    rewrite number_S, IH; ring.
  Qed.

  Lemma mean_wrong_le V x y g b :
    V <> [] -> (forall c, g c <= b) -> mean V (fun c => wrong c x y + g c) <= risk V x y + b.
  Proof.
    intros HV%nonempty_length%number_pos Hb; unfold mean, risk; apply Qle_shift_div_r; [exact HV |].
    pose proof (sum_plus_le V (fun c => wrong c x y) g b Hb) as H; rewrite sum_wrong in H.
    eapply Qle_trans; [exact H |].
    apply Qle_lteq; right; field; lra.
  Qed.

  (** For labels fixed in advance the expectation is the sum of the probabilities of a mistake. *)
  Theorem expected_fixed V s : realizable V s -> expected V (fixed s) == expected_errors V s.
  Proof.
    revert V; induction s as [| [x y] s IH]; intros V Hs; [reflexivity |].
    pose proof (number_pos _ (proj1 (nonempty_length V) (realizable_nonempty _ V Hs))) as HV.
    apply realizable_cons in Hs; specialize (IH _ Hs).
    simpl; unfold mean, risk; rewrite sum_plus_const, sum_wrong, IH; field; lra.
  Qed.

  Lemma something_is_presented (a : adversary X) : exists s, presents a s.
  Proof.
    induction a as [| x y next IH]; [exists []; exact I |].
    destruct (IH (fun _ => true)) as [s Hs]; exists ((x, y) :: s); simpl; eauto.
  Qed.

  Lemma lawful_nonempty V (a : adversary X) : lawful V a -> V <> [].
  Proof. intro Ha; destruct (something_is_presented a) as [s Hs]; exact (realizable_nonempty s V (Ha s Hs)). Qed.

  Lemma lawful_next V x y next c : lawful V (Round x y next) -> lawful (keep (x, y) V) (next c).
  Proof. intros Ha s Hs; apply realizable_cons, Ha; simpl; eauto. Qed.

  (** Randomized Halving is expected to err at most H_m - 1 times, m = |C|, where a concept of [C] explains the labels;
      points and labels may depend on all that was drawn before.
      Source: Chan, CSCI4230 Notes 3, Claim 4.1, which says ln|C| + O(1). *)
  (** Proof: with r concepts left, a of them wrong, the round costs a/r, which H_r - H_{r-a} pays for. *)
  Theorem randomized_halving C (a : adversary X) :
    lawful C a -> expected C a <= harmonic (length C) - 1.
  Proof.
    revert C; induction a as [| x y next IH]; intros V Ha.
    - pose proof (lawful_nonempty V Stop Ha) as HV%nonempty_length.
      pose proof (harmonic_mono 1 (length V) HV); rewrite harmonic_1 in *; simpl; lra.
    - pose proof (lawful_nonempty V _ Ha) as HV.
      pose proof (lawful_nonempty _ _ (lawful_next V x y next (fun _ => true) Ha)) as Hq%nonempty_length.
      simpl expected.
      eapply Qle_trans.
      + apply mean_wrong_le; [exact HV |].
        intro c; apply (IH c), lawful_next, Ha.
      + pose proof (share_le_harmonic (length (keep (x, negb y) V)) (length (keep (x, y) V)) Hq) as Hpaid.
        unfold risk; rewrite Nat.add_comm, keep_length in Hpaid; lra.
  Qed.

  Lemma fixed_presents s s' : presents (fixed s) s' -> s' = s.
  Proof.
    revert s'; induction s as [| [x y] s IH]; intros [| e s']; simpl; try tauto.
    intros [-> [_ Hs]]; f_equal; auto.
  Qed.

  (** The same for a sequence that is fixed in advance. *)
  Corollary randomized_halving_fixed C s :
    realizable C s -> expected_errors C s <= harmonic (length C) - 1.
  Proof.
    intro Hs; rewrite <- (expected_fixed C s Hs); apply randomized_halving.
    intros s' ->%fixed_presents; exact Hs.
  Qed.

End Bound.
