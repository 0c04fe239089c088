(** Littlestone's dimension, and the learner that never errs more often.

    The dimension is computed from a list of points, by recursion on what their labels leave of the class. It is the
    depth of the deepest mistake tree, what every learner can be forced to, and what SOA (the Standard Optimal
    Algorithm) keeps to. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Halving MistakeTree.
Import ListNotations.

(** The greatest of a list is one of it, or the list is empty. *)
Lemma list_max_In (l : list nat) : list_max l = 0 \/ In (list_max l) l.
Proof.
  induction l as [| n l IH]; simpl; [left; reflexivity |].
  destruct (Nat.max_spec n (list_max l)) as [[_ ->] | [_ ->]]; intuition.
Qed.

Section Dimension.

  Context {X : Type}.
  Variable points : list X.
  Implicit Types (V C : list (concept X)) (s : list (example X)).

  Definition empty V : bool := match V with [] => true | _ :: _ => false end.

  (** What a point counts for L(V): 1 + min(L(V₋), L(V₊)) if it splits V, that is, if some concepts of V label it -1
      and others +1; otherwise 0. *)
  Definition split_value (L : list (concept X) -> nat) V (x : X) : nat :=
    let minus := keep (x, false) V in
    let plus := keep (x, true) V in
    if empty minus then 0 else if empty plus then 0 else S (min (L minus) (L plus)).

  (** [rounds] bounds the recursion: a point that splits leaves fewer concepts, so |V| rounds are enough. *)
  Fixpoint dimension_in (rounds : nat) V : nat :=
    match rounds with
    | O => 0
    | S fewer => list_max (map (split_value (dimension_in fewer) V) points)
    end.

  (** L(V) is the greatest that a point counts: 0 if no point splits, so for a single concept, and, by convention, for
      none. *)
  Definition dimension V : nat := dimension_in (length V) V.

  (** The two ways in which a point counts: it does not split, or it does. *)
  Lemma split_value_cases value V x :
    (split_value value V x = 0 /\ (keep (x, false) V = [] \/ keep (x, true) V = [])) \/
    (split_value value V x = S (min (value (keep (x, false) V)) (value (keep (x, true) V))) /\
     keep (x, false) V <> [] /\ keep (x, true) V <> []).
  Proof.
    unfold split_value, empty.
    destruct (keep (x, false) V); [tauto |]; destruct (keep (x, true) V); [tauto |].
    right; split; [reflexivity | split; discriminate].
  Qed.

  Lemma split_shorter V x :
    keep (x, false) V <> [] -> keep (x, true) V <> [] ->
    length (keep (x, false) V) < length V /\ length (keep (x, true) V) < length V.
  Proof.
    intros H0%nonempty_length H1%nonempty_length.
    pose proof (keep_length x false V) as Hsum; simpl in Hsum; lia.
  Qed.

  (** More rounds than concepts change nothing. *)
  Lemma dimension_in_enough n m V : length V <= n -> length V <= m -> dimension_in n V = dimension_in m V.
  Proof.
    assert (Hnil : forall k, dimension_in k [] = 0).
    { intros [| k]; simpl; [reflexivity |].
      apply Nat.le_0_r, list_max_le, Forall_map, Forall_forall; intros; apply Nat.le_refl. }
    revert m V; induction n as [| n IH]; intros m V Hn Hm;
      [destruct V; [symmetry; apply Hnil | simpl in Hn; lia] |].
    destruct m as [| m]; [destruct V; [apply Hnil | simpl in Hm; lia] |].
    simpl; f_equal; apply map_ext; intro x; unfold split_value.
    destruct (split_value_cases (dimension_in n) V x) as [[_ [-> | ->]] | (_ & H0 & H1)]; simpl.
    - reflexivity.
    - destruct (empty _); reflexivity.
    - destruct (split_shorter V x H0 H1).
      rewrite !(IH m) by lia; reflexivity.
  Qed.

  (** The recursion, without rounds. *)
  Lemma dimension_equation V : dimension V = list_max (map (split_value dimension V) points).
  Proof.
    unfold dimension at 1; rewrite (dimension_in_enough _ (S (length V))) by lia.
    simpl; f_equal; apply map_ext; intro x; unfold split_value.
    destruct (split_value_cases dimension V x) as [[_ [-> | ->]] | (_ & H0 & H1)]; simpl.
    - reflexivity.
    - destruct (empty _); reflexivity.
    - destruct (split_shorter V x H0 H1); unfold dimension.
      rewrite (dimension_in_enough (length V) (length (keep (x, false) V)) (keep (x, false) V)),
        (dimension_in_enough (length V) (length (keep (x, true) V)) (keep (x, true) V)) by lia; reflexivity.
  Qed.

  Lemma dimension_ge V x :
    In x points -> keep (x, false) V <> [] -> keep (x, true) V <> [] ->
    S (min (dimension (keep (x, false) V)) (dimension (keep (x, true) V))) <= dimension V.
  Proof.
    intros Hx H0 H1.
    assert (Hle : split_value dimension V x <= dimension V).
    { rewrite (dimension_equation V).
      pose proof (proj1 (list_max_le _ _) (Nat.le_refl (list_max (map (split_value dimension V) points)))) as H.
      rewrite Forall_map, Forall_forall in H; exact (H x Hx). }
    destruct (split_value_cases dimension V x) as [[_ [E | E]] | [<- _]]; congruence || exact Hle.
  Qed.

  (** A positive dimension is that of a point which splits. *)
  Lemma dimension_attained V :
    dimension V = 0 \/
    exists x, In x points /\ keep (x, false) V <> [] /\ keep (x, true) V <> [] /\
              dimension V = S (min (dimension (keep (x, false) V)) (dimension (keep (x, true) V))).
  Proof.
    rewrite (dimension_equation V).
    destruct (list_max_In (map (split_value dimension V) points)) as [E | H]; [left; exact E |].
    apply in_map_iff in H as (x & E & Hx); rewrite <- E.
    destruct (split_value_cases dimension V x) as [[-> _] | (-> & H0 & H1)]; [left; reflexivity |].
    right; exists x; tauto.
  Qed.

  (** Fewer concepts have no greater dimension. *)
  Lemma dimension_incl V V' : incl V' V -> dimension V' <= dimension V.
  Proof.
    remember (length V') as n eqn:En; revert V V' En.
    induction n as [n IH] using lt_wf_ind; intros V V' -> Hincl.
    destruct (dimension_attained V') as [-> | (x & Hx & H0 & H1 & ->)]; [lia |].
    destruct (split_shorter V' x H0 H1) as [L0 L1].
    assert (Hkeep : forall e, incl (keep e V') (keep e V))
      by (intros e c Hc; apply keep_In in Hc; apply keep_In; intuition).
    assert (Hnonempty : forall e, keep e V' <> [] -> keep e V <> []).
    { intros e Hne E; apply Hne; specialize (Hkeep e); rewrite E in Hkeep.
      exact (incl_l_nil Hkeep). }
    etransitivity; [| apply (dimension_ge V x Hx); auto].
    pose proof (IH _ L0 _ _ eq_refl (Hkeep (x, false))).
    pose proof (IH _ L1 _ _ eq_refl (Hkeep (x, true))); lia.
  Qed.

  (** A class shatters a tree as deep as its dimension.
      Idea: the root is a point where the dimension is attained. *)
  Lemma dimension_tree C : C <> [] -> exists t, shatters C t /\ least_depth t = dimension C.
  Proof.
    remember (length C) as n eqn:En; revert C En.
    induction n as [n IH] using lt_wf_ind; intros C -> HC.
    destruct (dimension_attained C) as [-> | (x & _ & H0 & H1 & ->)].
    - exists Leaf; split; [apply shatters_leaf, HC | reflexivity].
    - destruct (split_shorter C x H0 H1) as [L0 L1].
      destruct (IH _ L0 _ eq_refl H0) as (minus & Hminus & <-).
      destruct (IH _ L1 _ eq_refl H1) as (plus & Hplus & <-).
      exists (Node x minus plus); split; [apply shatters_node; split; assumption | reflexivity].
  Qed.

  (** Every deterministic learner, with states of any type, can be made to err [dimension C] times, if the class has a
      concept. This needs nothing of [points]: points that are left out can only make the dimension smaller.
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: the class shatters a tree of that depth. *)
  Theorem dimension_forced C : C <> [] -> forces C (dimension C).
  Proof. intro HC; destruct (dimension_tree C HC) as (t & Ht & <-); exact (tree_forces C t Ht). Qed.

  (** The dimension is at most ⌊log₂|C|⌋.
      Source: about Chan, CSCI4230 Notes 3, section 3, Claim.
      Idea: the dimension is forced on Halving, which errs no more often than ⌊log₂|C|⌋. *)
  Theorem dimension_le_log2 C : C <> [] -> dimension C <= Nat.log2 (length C).
  Proof. intro HC; exact (forces_le_suffices C _ _ (dimension_forced C HC) (log2_suffices C)). Qed.

  (** What SOA weighs: 1 + the dimension, and 0 where no concept would be left. *)
  Definition rank V : nat := if empty V then 0 else S (dimension V).

  (** SOA predicts the label that would leave the greater dimension. *)
  Definition soa C (tie : tie_rule X) : learner X := weighing rank C tie.

  (** Nothing is lost if [points] leave [x] out: the class does not differ at [x], or it does at [x] as it does at one
      of [points]. If X is finite, [points] may be all its points; if it is not, the classes here still have finitely
      many concepts, which label the points of X in finitely many ways. *)
  Definition seen C (x : X) : Prop :=
    (forall c c', In c C -> In c' C -> c x = c' x) \/
    (exists p, In p points /\ forall c, In c C -> c x = c p).

  Lemma In_seen C x : In x points -> seen C x.
  Proof. intro Hx; right; exists x; auto. Qed.

  (** With every mistake of SOA the dimension drops.
      Idea: if both labels leave at least L(V), the point splits and L(V) would be greater. *)
  Lemma dimension_drops C : drops (seen C) rank dimension C.
  Proof.
    intros h x y Hx V Hleft; split; [apply dimension_incl, incl_filter |].
    intro Hlight.
    assert (Hother : keep (x, negb y) V <> []).
    { intro E; rewrite E in Hlight; unfold rank in Hlight.
      destruct (keep (x, y) V); [congruence | simpl in Hlight; lia]. }
    assert (Hdim : dimension (keep (x, y) V) <= dimension (keep (x, negb y) V)).
    { unfold rank in Hlight; destruct (keep (x, y) V), (keep (x, negb y) V); simpl in Hlight; congruence || lia. }
    assert (HVC : forall c, In c V -> In c C) by (intros c Hc; apply version_space_In in Hc; tauto).
    destruct Hx as [Hagree | (p & Hp & Hlike)].
    - destruct (keep (x, y) V) as [| c ?] eqn:E; [congruence |].
      destruct (keep (x, negb y) V) as [| c' ?] eqn:E'; [congruence |].
      assert (Hc : In c (keep (x, y) V)) by (rewrite E; left; reflexivity).
      assert (Hc' : In c' (keep (x, negb y) V)) by (rewrite E'; left; reflexivity).
      apply keep_In in Hc as [Hc Hy]; apply keep_In in Hc' as [Hc' Hy']; simpl in Hy, Hy'.
      specialize (Hagree c c' (HVC c Hc) (HVC c' Hc')).
      destruct y; simpl in *; congruence.
    - assert (Hsame : forall z, keep (x, z) V = keep (p, z) V)
        by (intro z; apply filter_ext_in; intros c Hc; simpl; rewrite (Hlike c (HVC c Hc)); reflexivity).
      rewrite !Hsame in *.
      destruct y; simpl negb in *;
        [pose proof (dimension_ge V p Hp Hother Hleft) | pose proof (dimension_ge V p Hp Hleft Hother)]; lia.
  Qed.

  (** SOA never errs more than [dimension C] times, whichever way ties go, on sequences whose points are all among
      [points], or like one of them (see [seen]).
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: each of its mistakes lowers the dimension of what is left. *)
  Theorem soa_never_more C tie s :
    Forall (fun e => seen C (fst e)) s -> realizable C s -> errors (soa C tie) s <= dimension C.
  Proof. apply weighing_bound, dimension_drops. Qed.

  (** Littlestone's theorem, for every class that has a concept, if [points] leave out none that matters (see [seen]):
      every deterministic learner can be made to err [dimension C] times, and SOA never errs more often.
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: the deepest tree forces it; a mistake of SOA lowers the dimension. *)
  Theorem littlestone C :
    C <> [] -> (forall x, seen C x) ->
    forces C (dimension C) /\
    (forall tie s, realizable C s -> errors (soa C tie) s <= dimension C).
  Proof.
    intros HC Hseen; split; [exact (dimension_forced C HC) |].
    intros tie s; apply soa_never_more, Forall_forall; intros e _; apply Hseen.
  Qed.

  (** The dimension is the optimal number of mistakes: every learner can be made to err as often, and some learner
      never errs more often, for every class that has a concept, if [points] leave out none that matters (see [seen]).
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: this learner is SOA. *)
  Theorem dimension_is_optimal C :
    C <> [] -> (forall x, seen C x) -> optimal_mistakes C (dimension C).
  Proof.
    intros HC Hseen; destruct (littlestone C HC Hseen) as [Hforces Hsoa].
    split; [exact Hforces | exists (soa C (fun _ _ => None)); apply Hsoa].
  Qed.

  (** The dimension is the depth of the deepest mistake tree, for every class that has a concept, if [points] leave out
      none that matters (see [seen]).
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: a deeper tree would force SOA to err more often than it does. *)
  Theorem dimension_is_depth C :
    C <> [] -> (forall x, seen C x) -> deepest_tree C (dimension C).
  Proof.
    intros HC Hseen; split; [exact (dimension_tree C HC) |].
    intros t Ht; apply (forces_le_suffices C); [exact (tree_forces C t Ht) |].
    apply dimension_is_optimal; assumption.
  Qed.

  (** The depth of the deepest mistake tree is the optimal number of mistakes, and no other number is, for every class
      that has a concept, if [points] leave out none that matters (see [seen]).
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: both are the dimension. *)
  Theorem depth_is_optimal C d :
    C <> [] -> (forall x, seen C x) -> (deepest_tree C d <-> optimal_mistakes C d).
  Proof.
    intros HC Hseen.
    destruct (dimension_is_optimal C HC Hseen) as [Hforces Hsuffices].
    destruct (dimension_is_depth C HC Hseen) as [(t & Ht & Et) Hdeepest].
    enough (deepest_tree C d <-> d = dimension C) as -> by
      (split; [intros ->; split; assumption |];
       intros [Hd Hd']; apply Nat.le_antisymm; eapply forces_le_suffices; eassumption).
    split; [| intros ->; apply dimension_is_depth; assumption].
    intros [(t' & Ht' & <-) Hd]; apply Nat.le_antisymm; [apply Hdeepest, Ht' |].
    rewrite <- Et; apply Hd, Ht.
  Qed.

End Dimension.

(** The recursion gives the empty class 0, and nothing is forced there: no sequence is realizable. (Where L(∅) = -1 is
    the convention, that is [rank] - 1.) *)
Example nothing_is_forced_without_concepts (X : Type) : ~ forces (X := X) [] 0.
Proof.
  intro H.
  destruct (H {| state := unit; init := tt; predict := fun _ _ => None; update := fun q _ _ => q |})
    as (s & (c & Hc & _) & _).
  destruct Hc.
Qed.

(** Thresholds: +1 from [a] on. The four of them on three points have dimension 2. *)
Definition threshold (a : nat) : concept nat := fun x => a <=? x.

Example thresholds_on_three_points : dimension [0; 1; 2] (map threshold [0; 1; 2; 3]) = 2.
Proof. vm_compute; reflexivity. Qed.

(** And 2 is what every learner can be forced to, also with all the other natural numbers as points: at 3, 4, … all
    four say +1. *)
Example thresholds_force_two : optimal_mistakes (map threshold [0; 1; 2; 3]) 2.
Proof.
  apply (dimension_is_optimal [0; 1; 2]); [discriminate |].
  intros [| [| [| x]]]; try (apply In_seen; simpl; tauto).
  left; intros c c' Hc Hc'; simpl in Hc, Hc'.
  intuition (subst; reflexivity).
Qed.

Example one_concept : dimension [0; 1; 2] [threshold 1] = 0.
Proof. reflexivity. Qed.
