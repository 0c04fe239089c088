(** The checks of certificates are complete for witnesses: a tree or ranks that are as docs/finite-proofs.md says pass.

    So what the judge does not accept is no witness; the bound may still hold. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate Lies.
From ForcedMistakes Require Import LiesCertificate.
From ForcedMistakes Require MistakeTree.
Import ListNotations.

(** * Mistake trees *)

(** The examples [s] lead to a leaf of the tree, and it has the concept number [i]. *)
Fixpoint leads_to_leaf (t : tree) (s : list (example nat)) (i : nat) : Prop :=
  match t, s with
  | Leaf i', [] => i = i'
  | Branch x minus plus, (x', y) :: rest => x' = x /\ leads_to_leaf (if y then plus else minus) rest i
  | _, _ => False
  end.

(** Every leaf is at depth [k] or below, and its concept is unlike at most so many of the labels above it, all of whose
    points are in the table. *)
Definition tree_witness (lies : N) (rows : partial_table) (t : tree) (k : nat) : Prop :=
  k <= depth t /\
  forall s i, leads_to_leaf t s i ->
    inside (width rows) s /\ exists r, nth_error rows i = Some r /\ (N.of_nat (unlike r s) <= lies)%N.

Lemma fits_with_complete (lies : N) (rows : partial_table) (t : tree) (way : list (example nat)) :
  (forall s i, leads_to_leaf t s i -> inside (width rows) (rev way ++ s) /\
    exists r, nth_error rows i = Some r /\ (N.of_nat (unlike r (rev way ++ s)) <= lies)%N) ->
  fits_with lies rows way t = true.
Proof.
  unfold fits_with; revert way; induction t as [i | x minus IHminus plus IHplus]; intros way right; cbn [fits_below].
  - destruct (right [] i eq_refl) as (here & r & -> & few); rewrite app_nil_r in *; rewrite unlike_rev in few.
    replace (every _ way) with true; [apply N.leb_le, few |].
    symmetry; apply every_forall; intros e found; apply Nat.ltb_lt.
    unfold inside in here; rewrite Forall_forall in here; apply here, in_rev; rewrite rev_involutive; exact found.
  - rewrite IHminus; [apply IHplus |]; intros s i leaf; cbn [rev]; rewrite <- app_assoc;
      apply (right ((x, _) :: s) i); split; [reflexivity | exact leaf | reflexivity | exact leaf].
Qed.

(** A tree that is a witness passes the check, with lies or without, and also where some concepts are undefined.
    Idea: by induction over the tree. *)
Theorem check_tree_complete (lies : N) (rows : partial_table) (t : tree) (k : nat) :
  tree_witness lies rows t k -> check_tree_with lies rows t k = true.
Proof.
  intros [deep right]; unfold check_tree_with; rewrite (proj2 (Nat.leb_le _ _) deep).
  apply fits_with_complete; exact right.
Qed.

(** * Ranks, in total classes without lies *)

(** The label [y] of the point [x] leaves few concepts, or the move of the point leads on, to a node of lower rank whose
    space has all that are left, perhaps under other names. *)
Definition point_witness (rows : table) (nodes : list node) (n : node) (x : nat) : Prop :=
  let left_by y := with_label (space rows n) x y in
  (exists y, (N.of_nat (length (left_by y)) < 2 ^ rank n)%N) \/
  exists m to, find (fun m => point m =? x) (moves n) = Some m /\ nth_error nodes (next m) = Some to /\
    (rank to < rank n)%N /\
    match renaming m with
    | None => incl (left_by (mistake m)) (space rows to)
    | Some names => leads (name_of names) (class_of (left_by (mistake m))) (class_of (space rows to))
    end.

(** Nodes of a learner that errs at most [r] times, as docs/finite-proofs.md says. *)
Definition rank_witness (rows : table) (nodes : list node) (r : N) : Prop :=
  (exists first rest, nodes = first :: rest /\ given first = [] /\ (rank first <= r)%N) /\
  Forall (fun n => forall x, x < width rows -> point_witness rows nodes n x) nodes.

Section Complete.

  Context (rows : table) (nodes : list node).

  Lemma few_complete (k : N) (V : table) : (N.of_nat (length V) < 2 ^ k)%N -> few k V = true.
  Proof.
    unfold few; intro less; apply N.leb_le; destruct (N.eq_dec (N.of_nat (length V)) 0) as [-> | some]; [apply N.le_0_l |].
    rewrite N.size_log2 by exact some; apply N.le_succ_l, N.log2_lt_pow2; lia.
  Qed.

  Lemma check_names_complete (names : list (name nat)) (V W : table) :
    leads (name_of names) (class_of V) (class_of W) -> check_names rows names V W = true.
  Proof.
    intro leads_on; unfold check_names; cbv zeta.
    destruct (every _ (seq 0 (width rows))) eqn:agreeing.
    - apply every_forall; intros r here; apply contains_insert_all; left.
      destruct (leads_on (label r) (in_map label _ _ here)) as (d & there & same).
      apply in_map_iff in there; destruct there as (r' & <- & there).
      apply in_map_iff; exists r'; split; [symmetry; apply same_labels | exact there].
      intros x x' exchanged E; specialize (same x); rewrite E in same; exact same.
    - rewrite <- agreeing; apply every_forall; intros x _; destruct (name_of names x) as [| x' exchanged] eqn:E; [| reflexivity].
      destruct V as [| r V]; [reflexivity |]; cbn [agreed]; cbv zeta; apply every_forall; intros r' here.
      destruct (leads_on (label r) (or_introl eq_refl)) as (d & _ & same).
      specialize (same x); rewrite E in same.
      rewrite (same (label r') (or_intror (in_map label _ _ here))); apply eqb_reflx.
  Qed.

  Lemma check_point_complete (n : node) (x : nat) :
    point_witness rows nodes n x ->
    check_point rows nodes (rank n) (moves n) (with_label (space rows n) x false) (with_label (space rows n) x true) x = true.
  Proof.
    unfold check_point; intros [(y & less) | (m & to & found & there & lower & on)].
    - apply few_complete in less; destruct y; rewrite less; [| reflexivity].
      destruct (few (rank n) (with_label (space rows n) x false)); reflexivity.
    - destruct (few (rank n) _); [reflexivity |]; destruct (few (rank n) _); [reflexivity |].
      rewrite found; unfold check_move; rewrite there, (proj2 (N.ltb_lt _ _) lower).
      replace (if mistake m then _ else _) with (with_label (space rows n) x (mistake m)) by (destruct (mistake m); reflexivity).
      destruct (renaming m) as [names |]; [apply check_names_complete, on |].
      apply every_forall; intros r here; apply on in here; apply filter_In in here; apply here.
  Qed.

  Lemma check_points_complete (n : node) (start count : nat) :
    (forall x, start <= x < start + count -> point_witness rows nodes n x) ->
    check_points rows nodes (rank n) (moves n) (map (fun r => (skipn start r, r)) (space rows n)) (seq start count) = true.
  Proof.
    revert start; induction count as [| count IH]; intros start right; [reflexivity |].
    cbn [seq check_points]; cbv zeta.
    rewrite (filter_from start (space rows n) false negb), (filter_from start (space rows n) true (fun b => b)), from_next
      by (intros []; reflexivity).
    rewrite check_point_complete by (apply right; lia); apply IH; intros x small; apply right; lia.
  Qed.

  (** Ranks that are a witness pass the check.
      Idea: every test is one line of the definition. *)
  Theorem check_ranks_complete (r : N) : rank_witness rows nodes r -> check_ranks rows nodes r = true.
  Proof.
    intros [(first & rest & E & nothing & small) all]; unfold check_ranks.
    assert (every_node : every (check_node rows nodes) nodes = true).
    { apply every_forall; intros n here; rewrite Forall_forall in all; specialize (all n here).
      unfold check_node; change (map (fun r => (r, r)) (space rows n)) with (map (fun r => (skipn 0 r, r)) (space rows n)).
      apply check_points_complete; intros x [_ below]; apply all, below. }
    rewrite E at 1; destruct first as [given k ms]; cbn [RankCertificate.given RankCertificate.rank] in *; subst given.
    rewrite (proj2 (N.leb_le _ _) small); exact every_node.
  Qed.

End Complete.

(** * Ranks, with lies or in partial classes *)

(** The label [y] of the point [x] leaves rows that weigh little, or the move of the point leads on, to a node of lower
    rank whose space has all that are left, with as many lies left or more, perhaps under other names. *)
Definition point_witness_with (lies : N) (rows : partial_table) (nodes : list node) (n : node) (x : nat) : Prop :=
  let left_by y := after x y (space_with lies rows n) in
  (exists y, (weight (N.to_nat (rank n)) (left_by y) < 2 ^ rank n)%N) \/
  exists m to, find (fun m => point m =? x) (moves n) = Some m /\ nth_error nodes (next m) = Some to /\
    (rank to < rank n)%N /\
    match renaming m with
    | None => forall r b, In (r, b) (left_by (mistake m)) -> exists b', In (r, b') (space_with lies rows to) /\ (b <= b')%N
    | Some names =>
        length names = width rows /\
        leads_to (width rows) (name_of names) (left_by (mistake m)) (space_with lies rows to)
    end.

Definition rank_witness_with (lies : N) (rows : partial_table) (nodes : list node) (r : N) : Prop :=
  (exists first rest, nodes = first :: rest /\ given first = [] /\ (rank first <= r)%N) /\
  Forall (fun n => forall x, x < width rows -> point_witness_with lies rows nodes n x) nodes.

Section CompleteWith.

  Context (lies : N) (rows : partial_table) (nodes : list node).

  Lemma few_with_complete (k : N) (V : lying) :
    bounded_by lies V -> (weight (N.to_nat k) V < 2 ^ k)%N -> few_with lies k V = true.
  Proof.
    intros bounded light; unfold few_with; destruct (_ <=? k)%N; [reflexivity |].
    rewrite (weight_by_weight lies rows) by exact bounded; apply N.ltb_lt, light.
  Qed.

  (** Where nothing is left, that is little. *)
  Lemma some_left (k : N) (V : lying) : few_with lies k V = false -> exists r b, In (r, b) V.
  Proof.
    destruct V as [| [r b] V]; [| exists r, b; left; reflexivity]; rewrite few_with_complete; [discriminate | constructor |].
    assert (positive := N.pow_nonzero 2 k ltac:(discriminate)); cbn [weight]; lia.
  Qed.

  Lemma check_names_with_complete (names : list (name nat)) (V W : lying) (r0 : partial_row) (b0 : N) :
    bounded_by lies V -> length names = width rows -> In (r0, b0) V -> leads_to (width rows) (name_of names) V W ->
    check_names_with lies rows names V W = true.
  Proof.
    intros bounded long some leads_on; unfold check_names_with.
    replace (every _ (seq 0 (width rows))) with true.
    - apply (lies_in_spec lies rows); [exact bounded |]; intros r b here; destruct (leads_on r b here) as (d & b' & there & more & facts).
      exists d, b'; split; [exact there | split; [exact more |]]; apply same_labels; intros x x' exchanged E.
      destruct (Nat.ltb_spec x (width rows)) as [small | large]; [specialize (facts x small); rewrite E in facts; apply facts |].
      unfold name_of in E; rewrite nth_overflow in E by lia; discriminate E.
    - symmetry; apply every_forall; intros x small; apply in_seq in small; destruct small as [_ small].
      destruct (leads_on r0 b0 some) as (d & b' & _ & _ & facts); specialize (facts x small).
      destruct (name_of names x) as [| x' exchanged] eqn:E; [| apply Nat.ltb_lt, facts].
      apply no_contradiction_spec; intros r b r' b'' y here other; destruct (leads_on r b here) as (d' & c & _ & _ & facts').
      specialize (facts' x small); rewrite E in facts'; exact (facts' r' b'' y other).
  Qed.

  Lemma check_point_with_complete (n : node) (x : nat) :
    point_witness_with lies rows nodes n x ->
    check_point_with lies rows nodes (rank n) (moves n) (space_with lies rows n) x = true.
  Proof.
    assert (bounded : forall y, bounded_by lies (after x y (space_with lies rows n)))
      by (intro y; apply (after_bounded lies rows), space_bounded).
    unfold check_point_with; intros [(y & light) | (m & to & found & there & lower & on)]; cbv zeta.
    - apply few_with_complete in light; [| apply bounded]; destruct y; rewrite light; [| reflexivity].
      destruct (few_with lies (rank n) (after x false _)); reflexivity.
    - destruct (few_with lies (rank n) (after x false _)) eqn:minus; [reflexivity |].
      destruct (few_with lies (rank n) (after x true _)) eqn:plus; [reflexivity |].
      assert (some : exists r b, In (r, b) (after x (mistake m) (space_with lies rows n)))
        by (apply some_left with (rank n); destruct (mistake m); assumption).
      rewrite found; unfold check_move_with; rewrite there, (proj2 (N.ltb_lt _ _) lower).
      replace (if mistake m then _ else _) with (after x (mistake m) (space_with lies rows n)) by (destruct (mistake m); reflexivity).
      destruct some as (r & b & some); destruct (renaming m) as [names |].
      + destruct on as [long on]; exact (check_names_with_complete names _ _ r b (bounded _) long some on).
      + apply (lies_in_spec lies rows); [apply bounded |]; intros r' b' here; destruct (on r' b' here) as (c & also & more).
        exists r', c; auto.
  Qed.

  (** Ranks that are a witness in a game with lies, or in a partial class, pass the check.
      Idea: every test is one line of the definition. *)
  Theorem check_ranks_with_complete (r : N) :
    rank_witness_with lies rows nodes r -> check_ranks_with lies rows nodes r = true.
  Proof.
    intros [(first & rest & E & nothing & small) all]; unfold check_ranks_with.
    assert (every_node : every (check_node_with lies rows nodes) nodes = true).
    { apply every_forall; intros n here; rewrite Forall_forall in all; unfold check_node_with; cbv zeta.
      apply every_forall; intros x below; apply in_seq in below; apply check_point_with_complete, (all n here), below. }
    rewrite E at 1; destruct first as [given k ms]; cbn [RankCertificate.given RankCertificate.rank] in *; subst given.
    rewrite (proj2 (N.leb_le _ _) small); exact every_node.
  Qed.

End CompleteWith.
