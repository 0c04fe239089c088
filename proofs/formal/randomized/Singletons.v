(** The class of singletons: each concept labels one point with +1.

    Halving errs once on it and Randomized Halving up to H_m - 1 times. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Halving Littlestone Harmonic Randomized.
Import ListNotations.
Local Open Scope Q_scope.

(** The concept that labels only the point i with +1. *)
Definition singleton (i : nat) : concept nat := fun x => x =? i.

(** The singletons of i, i + 1, …, i + m - 1. *)
Definition singletons (i m : nat) : list (concept nat) := map singleton (seq i m).

(** Each point, up to the last but one, with the label -1. *)
Definition one_by_one (i m : nat) : list (example nat) := map (fun x => (x, false)) (seq i (m - 1)).

Lemma singletons_others x i m : (x < i)%nat -> keep (x, false) (singletons i m) = singletons i m.
Proof.
  unfold singletons; revert i; induction m as [| m IH]; intros i Hx; simpl; [reflexivity |].
  unfold singleton at 1; rewrite (proj2 (Nat.eqb_neq x i)) by lia; simpl.
  apply (f_equal (cons (singleton i))), IH; lia.
Qed.

Lemma singletons_first i m : keep (i, false) (singletons i (S m)) = singletons (S i) m.
Proof.
  change (singletons i (S m)) with (singleton i :: singletons (S i) m); simpl.
  unfold singleton at 1; rewrite Nat.eqb_refl; simpl; apply singletons_others; lia.
Qed.

Lemma singletons_length i m : length (singletons i m) = m.
Proof. unfold singletons; rewrite map_length, seq_length; reflexivity. Qed.

Lemma singletons_risk i m : risk (singletons i (S m)) i false == 1 / number (S m).
Proof.
  unfold risk; pose proof (keep_length i true (singletons i (S m))) as Hsum.
  simpl negb in *; rewrite singletons_first, !singletons_length in *.
  replace (length (keep (i, true) (singletons i (S m)))) with 1%nat by lia; reflexivity.
Qed.

(** On m singletons a sequence reaches H_m - 1: each point but the last, all labeled -1.
    Source: Chan, CSCI4230 Notes 3, Claim 4.1, where the printed chain ends with 1/1 more.
    Idea: with r concepts left one is wrong, and drawn with probability 1/r, for r = m, m - 1, …, 2. *)
Theorem singletons_reach_it m :
  (0 < m)%nat ->
  realizable (singletons 0 m) (one_by_one 0 m) /\
  expected_errors (singletons 0 m) (one_by_one 0 m) == harmonic m - 1.
Proof.
  destruct m as [| m]; [lia | intros _; split].
  - exists (singleton m); split; [apply in_map, in_seq; lia |].
    apply Forall_map, Forall_forall; intros x Hx%in_seq; simpl in *.
    apply Nat.eqb_neq; lia.
  - generalize 0%nat as i; induction m as [| m IH]; intro i; [reflexivity |].
    replace (one_by_one i (S (S m))) with ((i, false) :: one_by_one (S i) (S m))
      by (unfold one_by_one; simpl; rewrite Nat.sub_0_r; reflexivity).
    cbn [expected_errors].
    rewrite singletons_risk, singletons_first, IH, (harmonic_S (S m)); ring.
Qed.

(** H_m, with the 1/1 that ends the printed chain, is not reached, on any class.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: H_m - 1 is a bound. *)
Theorem full_harmonic_is_not_reached {X : Type} (C : list (concept X)) (a : adversary X) :
  lawful C a -> expected C a < harmonic (length C).
Proof. intro Ha; pose proof (randomized_halving C a Ha); lra. Qed.

(** Different singletons are different concepts, so that m of them are m. *)
Lemma singletons_differ i j : i <> j -> singleton i i <> singleton j i.
Proof.
  intro Hij; unfold singleton; rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq i j) Hij); discriminate.
Qed.

(** At most one concept labels a point with +1. *)
Definition sparse {X : Type} (C : list (concept X)) : Prop :=
  forall x, (length (keep (x, true) C) <= 1)%nat.

Lemma keep_keep_length {X : Type} e e' (V : list (concept X)) :
  (length (keep e (keep e' V)) <= length (keep e V))%nat.
Proof.
  unfold keep; induction V as [| c V IH]; simpl; [lia |].
  destruct (eqb (c (fst e')) (snd e')), (eqb (c (fst e)) (snd e)) eqn:E; simpl; rewrite ?E; simpl; lia.
Qed.

Lemma sparse_version_space {X : Type} (C : list (concept X)) h : sparse C -> sparse (version_space C h).
Proof.
  intro HC; induction h as [| e h IH]; intro x; simpl; [apply HC |].
  etransitivity; [apply keep_keep_length | apply IH].
Qed.

(** Halving errs at most once on a class in which at most one concept labels a point with +1, whatever the point, and
    whichever way ties go.
    Source: about the last remark of Chan, CSCI4230 Notes 3, section 4.
    Idea: the label that wins no more than half of the votes keeps one concept at most. *)
Theorem halving_errs_once {X : Type} (C : list (concept X)) tie s :
  sparse C -> realizable C s -> (errors (halving C tie) s <= 1)%nat.
Proof.
  intros HC Hs.
  set (potential := fun V : list (concept X) => if (length V <=? 1)%nat then 0%nat else 1%nat).
  apply Nat.le_trans with (potential C); [| unfold potential; destruct (_ <=? _)%nat; lia].
  apply (weighing_bound (fun _ => True) (@length (concept X)) potential C tie s); [| | exact Hs].
  - intros h x y _ V Hleft%nonempty_length; unfold potential.
    pose proof (sparse_version_space C h HC x) as Hplus; fold V in Hplus.
    pose proof (keep_length x y V) as Hsum.
    destruct (Nat.leb_spec (length (keep (x, y) V)) 1), (Nat.leb_spec (length V) 1); split; intros; try lia.
    destruct y; simpl negb in *; lia.
  - apply Forall_forall; trivial.
Qed.

Lemma singletons_sparse i m : sparse (singletons i m).
Proof.
  intro x; revert i; induction m as [| m IH]; intro i; [simpl; lia |].
  change (singletons i (S m)) with (singleton i :: singletons (S i) m); simpl.
  destruct (eqb _ true) eqn:E; [| apply IH].
  apply eqb_true_iff, Nat.eqb_eq in E; subst x.
  pose proof (keep_length i false (singletons (S i) m)) as Hsum.
  rewrite singletons_others in Hsum by lia; simpl in *; lia.
Qed.

(** "⌊log₂|C|⌋ is reached on every class" is false.
    Source: a reading of Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: for four singletons it is 2, and Halving errs once at most. *)
Theorem log2_is_not_always_reached :
  Nat.log2 (length (singletons 0 4)) = 2%nat /\
  forall tie s, realizable (singletons 0 4) s -> (errors (halving (singletons 0 4) tie) s <= 1)%nat.
Proof.
  split; [reflexivity |].
  intros tie s; apply halving_errs_once, singletons_sparse.
Qed.

(** On a class in which two concepts differ at a point every deterministic learner can be made to err at least once.
    Source: about Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: at that point both labels are those of a concept. *)
Theorem different_concepts_force_one {X : Type} (C : list (concept X)) c c' x :
  In c C -> In c' C -> c x <> c' x -> forces C 1.
Proof.
  intros Hc Hc' Hx L; set (y := contrary (predict L (init L) x)).
  exists [(x, y)]; split.
  - destruct (bool_dec (c x) y) as [E | E]; [exists c | exists c'; split; [exact Hc' |]].
    + split; [exact Hc | repeat constructor; exact E].
    + repeat constructor; simpl; destruct (c x), (c' x), y; congruence.
  - unfold errors; simpl; unfold y; rewrite contrary_mistaken; simpl; lia.
Qed.

(** ⌊log₂|C|⌋ exceeds the optimal number of mistakes by at most ⌊log₂|C|⌋ - 1, for every finite class in which two
    concepts differ.
    Source: about Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: the optimum is between 1 and ⌊log₂|C|⌋. *)
Theorem log2_gap {X : Type} (C : list (concept X)) c c' x (d : nat) :
  In c C -> In c' C -> c x <> c' x -> optimal_mistakes C d ->
  (1 <= d <= Nat.log2 (length C))%nat /\ (Nat.log2 (length C) - d <= Nat.log2 (length C) - 1)%nat.
Proof.
  intros Hc Hc' Hx [Hforces [L HL]].
  assert (one : (1 <= d)%nat).
  { destruct (different_concepts_force_one C c c' x Hc Hc' Hx L) as (s & Hs & Herr); specialize (HL s Hs); lia. }
  assert (most : (d <= Nat.log2 (length C))%nat); [| lia].
  destruct (Hforces (halving C (fun _ _ => None))) as (s & Hs & Herr).
  pose proof (halving_log2_floor C (fun _ _ => None) s Hs); lia.
Qed.

(** The difference of ⌊log₂|C|⌋ - 1 is attained, for every ⌊log₂|C|⌋ = k ≥ 1: the optimum of 2ᵏ singletons is 1.
    Source: about Chan, CSCI4230 Notes 3, section 3, Claim.
    Idea: Halving errs once at most on singletons. *)
Theorem log2_gap_is_attained k :
  (1 <= k)%nat ->
  Nat.log2 (length (singletons 0 (2 ^ k))) = k /\ optimal_mistakes (singletons 0 (2 ^ k)) 1.
Proof.
  intro Hk; assert (Hm : (2 ^ 1 <= 2 ^ k)%nat) by (apply Nat.pow_le_mono_r; lia); simpl in Hm.
  split; [rewrite singletons_length; apply Nat.log2_pow2; lia |]; split.
  - apply (different_concepts_force_one _ (singleton 0) (singleton 1) 0%nat);
      [apply in_map, in_seq; lia | apply in_map, in_seq; lia | discriminate].
  - exists (halving (singletons 0 (2 ^ k)) (fun _ _ => None)); intros s.
    apply halving_errs_once, singletons_sparse.
Qed.

(** "The randomized algorithm is not worse, on each class" is false, by any factor: for every k there are singletons on
    which Halving errs once at most, and Randomized Halving is expected to err k/2 times or more.
    Source: a reading of the last remark of Chan, CSCI4230 Notes 3, section 4.
    Idea: 2ᵏ singletons, and H_m - 1 ≥ k/2 for m = 2ᵏ. *)
Theorem randomized_can_be_worse k :
  exists m s,
    realizable (singletons 0 m) s /\ number k / 2 <= expected_errors (singletons 0 m) s /\
    forall tie s', realizable (singletons 0 m) s' -> (errors (halving (singletons 0 m) tie) s' <= 1)%nat.
Proof.
  exists (2 ^ k)%nat, (one_by_one 0 (2 ^ k)).
  destruct (singletons_reach_it (2 ^ k)) as [Hs ->]; [pose proof (Nat.pow_nonzero 2 k); lia |].
  split; [exact Hs | split].
  - pose proof (harmonic_unbounded k); lra.
  - intros tie s'; apply halving_errs_once, singletons_sparse.
Qed.

(** The majority of all need not be a concept of the class, even where there is no tie at any point.
    Source: Chan, CSCI4230 Notes 3, section 3, last sentence.
    Idea: for three singletons the majority is -1 everywhere. *)
Theorem majority_need_not_be_a_concept tie c :
  In c (singletons 0 3) ->
  (forall x, length (keep (x, false) (singletons 0 3)) <> length (keep (x, true) (singletons 0 3))) /\
  exists x, (x < 3)%nat /\ predict (halving (singletons 0 3) tie) [] x <> Some (c x).
Proof.
  intro here; split; [intros [| [| [| x]]]; discriminate |].
  destruct here as [<- | [<- | [<- | []]]]; [exists 0%nat | exists 1%nat | exists 2%nat]; split; (lia || discriminate).
Qed.

(** The majority of all may be a concept of the class.
    Source: a reading of Chan, CSCI4230 Notes 3, section 3, last sentence.
    Idea: it is where there is only one concept. *)
Theorem majority_may_be_a_concept {X : Type} (c : concept X) tie x :
  predict (halving [c] tie) [] x = Some (c x).
Proof. simpl; destruct (c x); reflexivity. Qed.

(** The majority of all may be a concept of the class where it is one of several, too: for ---, --+, -++ and +++, the
    thresholds on three points, it is --+ or -++, as the tie at the second point goes.
    Source: a reading of Chan, CSCI4230 Notes 3, section 3, last sentence.
    Idea: the three points have 1, 2 and 3 votes of four for +1. *)
Theorem majority_of_thresholds_is_a_threshold (y : bool) x :
  predict (halving (map threshold [0; 1; 2; 3]%nat) (fun _ _ => Some y)) [] x
  = Some (threshold (if y then 1 else 2)%nat x).
Proof. destruct x as [| [| [| x]]], y; reflexivity. Qed.
