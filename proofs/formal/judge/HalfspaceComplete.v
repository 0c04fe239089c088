(** The judge of traces on halfspaces is complete: it calls every valid trace valid.

    What a claim means (HalfspaceTrace.v) has its witness in it: the target, and the basis of a universal bound. *)

From Coq Require Import List Bool NArith ZArith QArith FMapPositive Lia.
From ForcedMistakes Require Import RationalSpaces TextBytes Json Learner JsonFields FileClaim TraceLines EveryElement.
From ForcedMistakes Require Import SparseVector.
From ForcedMistakes Require Import HalfspaceTrace HalfspaceJudge.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** * What a reader sees to *)

Lemma read_all_onto_Forall {A B : Type} (P : B -> Prop) (read : A -> option B) (items : list A) (done all : list B) :
  (forall a b, read a = Some b -> P b) -> Forall P done -> read_all_onto read items done = Some all -> Forall P all.
Proof.
  intros each; revert done; induction items as [| a items IH]; intros done before; cbn [read_all_onto].
  - injection 1 as <-; unfold rev'; rewrite <- rev_alt; apply Forall_rev, before.
  - destruct (read a) as [b |] eqn:E; [| discriminate]; apply IH; constructor; [exact (each a b E) | exact before].
Qed.

Lemma read_point_in_range (d : N) (j : json) (p : sparse) : read_point d j = Some p -> in_range d p.
Proof.
  unfold read_point; destruct (as_list j) as [pairs |]; [| discriminate].
  destruct (read_all (read_coordinate d) pairs) as [q |] eqn:E; [| discriminate].
  destruct (distinct q _); [| discriminate]; injection 1 as <-.
  apply (read_all_onto_Forall (fun c => (fst c < d)%N)) in E; [exact E | | constructor].
  intros a [i v]; cbn [fst]; unfold read_coordinate, as_natural.
  destruct a as [| | | | items |]; try discriminate; destruct items as [| i0 items]; try discriminate.
  destruct items as [| v0 items]; try discriminate; destruct v0; try discriminate; destruct items; try discriminate.
  destruct i0 as [| | z | | |]; try discriminate.
  destruct z as [| z | z]; cbv zeta; try discriminate;
    match goal with |- context [(?n <? d)%N] => destruct (N.ltb_spec n d) as [small |]; [| discriminate] end;
    destruct (rational s); try discriminate; injection 1 as <- _; exact small.
Qed.

(** All coordinates of points and of the target are below the dimension, and s² is positive. *)
Definition well_formed (t : trace) : Prop :=
  Forall (fun r => in_range (dimension t) (point r)) (rounds t) /\
  (forall u s2, stored_target t = Some (u, s2) -> in_range (dimension t) u) /\
  every known (claims t) = true.

(** What is read is well-formed.
    Idea: the reader asks for it of every point. *)
Lemma read_well_formed (witnesses : list text) (records : list json) (t : trace) :
  read_with witnesses records = Some t -> well_formed t.
Proof.
  unfold read_with; destruct (read_game _ _ records) as [[ls d] |]; [| discriminate].
  destruct (get_rational _ _) as [d2 |]; [| discriminate].
  destruct (positive d2); [| discriminate]; destruct (read_unit_norm _) as [unit |]; [| discriminate].
  destruct (read_claims _ _) as [cs |]; [| discriminate]; destruct (every known cs) eqn:all_known; [| discriminate].
  destruct (read_target _ _) as [goal |] eqn:read_goal; [| discriminate].
  destruct (read_all _ _) as [rs |] eqn:read_rs; [| discriminate]; injection 1 as <-.
  split; [| split; [| exact all_known]]; cbn [dimension rounds stored_target].
  - apply (read_all_onto_Forall (fun r => in_range d (point r))) in read_rs; [exact read_rs | | constructor].
    intros j r; unfold read_round; destruct (only _ j); [| discriminate].
    destruct (get "x"%text j) as [x |]; [| discriminate]; destruct (read_point d x) as [p |] eqn:E; [| discriminate].
    destruct (get_sign "predicted"%text j), (get_sign "label"%text j); try discriminate; injection 1 as <-; exact (read_point_in_range d x p E).
  - intros u s2 ->; revert read_goal; unfold read_target.
    destruct (get _ _) as [[| | | | | members] |]; try discriminate.
    destruct (read_direction d (Obj members)) as [[u' s'] |] eqn:E; [| discriminate]; injection 1 as -> ->; revert E.
    unfold read_direction; destruct (only _ _); [| discriminate].
    destruct (get _ _) as [x |]; [| discriminate]; destruct (read_point d x) as [p |] eqn:E'; [| discriminate].
    destruct (get_rational _ _) as [q |]; [| discriminate]; destruct (positive q); [| discriminate].
    injection 1 as <- _; exact (read_point_in_range d x p E').
Qed.

(** * Every test passes *)

Section Completeness.

  Context (t : trace) (formed : well_formed t).
  Let d : N := dimension t.
  Let V : space rational_field := game_space t.
  Let vector_in (p : sparse) : V := vector_of p.

  Lemma lt_below (a b : Q) : a < b -> below a b = true.
  Proof.
    intro less; unfold below; apply negb_true_iff, not_true_iff_false; intro le; apply Qle_bool_iff in le.
    apply (Qlt_not_le a b); assumption.
  Qed.

  Lemma in_range_fits (p : sparse) : in_range d p -> fits d p = true.
  Proof.
    intro range; apply every_forall; intros c here; apply N.ltb_lt.
    unfold in_range in range; rewrite Forall_forall in range; exact (range c here).
  Qed.

  Lemma check_realizable_complete : game_realizable t -> check_realizable t = true.
  Proof.
    destruct formed as (ranges & goal & _); intros (some & positive_margin & norms & u & s2 & the_target & legal_target).
    unfold check_realizable; destruct (rounds t) as [| first rest] eqn:played; [congruence |]; rewrite <- played in *.
    rewrite the_target; cbv zeta; fold d; destruct legal_target as (scale & norm & all).
    specialize (goal u s2 the_target); cbn [scale2 direction] in *.
    rewrite (lt_below _ _ positive_margin), (lt_below _ _ (scale : 0 < s2)), (in_range_fits u goal).
    assert (norm' : Qle_bool (s2 * product u (table_of u)) 1 = true).
    { apply Qle_bool_iff; rewrite (product_correct d u u goal); exact norm. }
    rewrite norm'; apply every_forall; intros r here; unfold check_round.
    rewrite Forall_forall in ranges; assert (range := ranges r here); rewrite (in_range_fits (point r) range).
    assert (norm_1 : (if unit_norm t then has_norm_1 (point r) else true) = true).
    { destruct (unit_norm t) eqn:unit; [| reflexivity]; specialize (norms eq_refl).
      unfold points in norms; rewrite Forall_map, Forall_forall in norms.
      apply Qeq_bool_iff; rewrite (product_correct d (point r) (point r) range); exact (norms r here). }
    rewrite norm_1; unfold examples in all; rewrite Forall_map, Forall_forall in all; specialize (all r here).
    destruct all as [right margin]; unfold margin2 in margin; cbn [fst snd direction scale2] in *.
    assert (same : product (point r) (table_of u) == inner (vector_of u : V) (vector_of (point r)))
      by (rewrite inner_comm; apply (product_correct d), range).
    unfold explained; cbv zeta.
    rewrite lt_below; [apply Qle_bool_iff; rewrite same; exact margin |].
    destruct (label r); unfold sign in right; rewrite same; [rewrite Qmult_1_l in right; exact right |].
    setoid_replace (- inner (vector_of u : V) (vector_of (point r)))
      with (- (1) * inner (vector_of u : V) (vector_of (point r))) by ring.
    exact right.
  Qed.

  Lemma all_pairs_complete (ps : list sparse) :
    Forall (in_range d) ps -> ForallOrdPairs (orthogonal d) ps -> all_pairs ps = true.
  Proof.
    induction 1 as [| p ps range ranges IH]; intro pairs; [reflexivity |]; inversion_clear pairs as [| ? ? first rest].
    cbn [all_pairs]; cbv zeta; rewrite (IH rest).
    replace (every _ ps) with true; [reflexivity |]; symmetry; apply every_forall; intros q here.
    rewrite Forall_forall in first, ranges; apply Qeq_bool_iff.
    rewrite (product_correct d q p (ranges q here)), inner_comm; exact (first q here).
  Qed.

  Lemma pairwise_complete :
    ForallOrdPairs (fun x y : V => inner x y == 0) (points t) -> pairwise_orthogonal (map point (rounds t)) = true.
  Proof.
    destruct formed as (ranges & _); intro pairs; unfold pairwise_orthogonal.
    destruct (disjoint _ _); [reflexivity |]; apply all_pairs_complete; [apply Forall_map, ranges |].
    unfold points in pairs; revert pairs; clear; induction (rounds t) as [| r rs IH]; cbn [map]; intro pairs;
      [constructor |]; inversion_clear pairs as [| ? ? first rest]; constructor; [| apply IH, rest].
    apply Forall_map in first; apply Forall_map; exact first.
  Qed.

  (** This learner says one thing throughout, which is to predict from the span of past points: ⟨0, x⟩ = 0. *)
  Definition constant (tie : bool) : learner V :=
    {| state := unit; init := tt; predict := fun _ _ => Some tie; update := fun _ _ _ => tt |}.

  Lemma constant_from_span (tie : bool) : predicts_from_span tie (constant tie).
  Proof.
    intros past x; exists []; split; [constructor |]; cbn [predict constant combination].
    rewrite says_zero by apply inner_zero; reflexivity.
  Qed.

  Lemma has_labels_complete (k : N) : span_bound t k -> has_labels k (rounds t) = true.
  Proof.
    intros (_ & _ & _ & bound); unfold has_labels; rewrite !count_length.
    assert (errs : forall tie rs, errors_from (constant tie) tt (map (fun r => (vector_in (point r), label r)) rs) =
      length (filter (fun r => negb (eqb tie (label r))) rs)).
    { intros tie rs; induction rs as [| r rs IH]; [reflexivity |]; cbn [map errors_from predict update constant mistaken filter].
      rewrite IH; destruct (eqb tie (label r)); reflexivity. }
    assert (enough : forall tie, (N.to_nat k <= length (filter (fun r => negb (eqb tie (label r))) (rounds t)))%nat).
    { intro tie; rewrite <- errs; exact (bound tie (constant tie) (constant_from_span tie)). }
    assert (plus := enough false); assert (minus := enough true).
    replace (filter label (rounds t)) with (filter (fun r => negb (eqb false (label r))) (rounds t))
      by (apply filter_ext; intro r; destruct (label r); reflexivity).
    replace (filter (fun r => negb (label r)) (rounds t)) with (filter (fun r => negb (eqb true (label r))) (rounds t))
      by (apply filter_ext; intro r; destruct (label r); reflexivity).
    match goal with |- (if ?b then _ else false) = true => replace b with true end; [apply N.leb_le; lia |].
    symmetry; apply N.leb_le; lia.
  Qed.

  (** The judge lets every valid trace pass.
      Source: docs/formats.md, "Statements".
      Idea: every test computes a line of the definition exactly, and a span bound bounds the two learners that say one
      thing throughout. *)
  Theorem halfspace_check_complete : valid t -> check t = true.
  Proof.
    intros [good all]; unfold check; rewrite (check_realizable_complete good); cbv zeta.
    rewrite count_mistakes_correct, count_length; apply every_forall; intros c here.
    assert (holds_c : holds t c) by (rewrite Forall_forall in all; exact (all c here)).
    assert (asked : needs_orthogonal c = true -> existsb needs_orthogonal (claims t) = true)
      by (intro needs; apply existsb_exists; exists c; split; assumption).
    destruct c as [| k | q | k | r | k | k]; cbn [check_claim holds] in *; try reflexivity; try contradiction.
    - destruct holds_c as [_ <-]; apply N.eqb_eq; unfold recorded_mistakes; lia.
    - destruct holds_c as (unit & [_ pairs] & long & few & _); rewrite unit, (asked eq_refl), (pairwise_complete pairs).
      rewrite (proj2 (Qle_bool_iff _ _) few).
      rewrite (proj2 (N.leb_le k (N.of_nat (length (rounds t))))); [reflexivity |].
      rewrite firstn_length in long; unfold points in long; rewrite map_length in long; lia.
    - rewrite (has_labels_complete k holds_c); destruct holds_c as (_ & nonzero & pairs & _).
      rewrite (asked eq_refl), (pairwise_complete pairs).
      replace (every _ (rounds t)) with true; [reflexivity |]; symmetry; apply every_forall; intros r here'.
      unfold points in nonzero; rewrite Forall_map, Forall_forall in nonzero; specialize (nonzero r here').
      destruct formed as (ranges & _); rewrite Forall_forall in ranges; specialize (ranges r here').
      apply negb_true_iff, not_true_iff_false; intro zero; apply nonzero; apply Qeq_bool_eq in zero.
      exact (Qeq_trans _ _ _ (Qeq_sym _ _ (product_correct d (point r) (point r) ranges)) zero).
  Qed.

End Completeness.
