(** The judge of traces on halfspaces, and the proof that what it calls valid is valid. *)

From Coq Require Import List Bool NArith ZArith QArith Lia.
From ForcedMistakes Require Import Learner RationalSpaces Orthonormal FileClaim EveryElement SparseVector.
From ForcedMistakes Require Import HalfspaceTrace.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Definition below (a b : Q) : bool := negb (Qle_bool b a).  (* a < b *)

(** All coordinates are below the dimension. (A reader sees to it; here it is seen to again, so that the proof need not
    look into the reader.) *)
Definition fits (d : N) (p : sparse) : bool := every (fun c => N.ltb (fst c) d) p.

Definition has_norm_1 (p : sparse) : bool := Qeq_bool (product p (table_of p)) 1.

(** The target of direction [u], in a table, and scale [s2] gives the point its label, with margin² [d2] or more. *)
Definition explained (d2 s2 : Q) (u : table) (r : round) : bool :=
  let p := product (point r) u in
  below 0 (if label r then p else - p) and_then Qle_bool d2 (s2 * (p * p)).

Definition check_round (d : N) (unit : bool) (d2 s2 : Q) (u : table) (r : round) : bool :=
  fits d (point r) and_then
  (if unit then has_norm_1 (point r) else true) and_then
  explained d2 s2 u r.

Definition check_realizable (t : trace) : bool :=
  match rounds t, stored_target t with
  | [], _ | _, None => false
  | played, Some (u, s2) =>
      let of_u := table_of u in
      below 0 (margin_squared t) and_then
      below 0 s2 and_then
      fits (dimension t) u and_then
      Qle_bool (s2 * product u of_u) 1 and_then
      every (check_round (dimension t) (unit_norm t) (margin_squared t) s2 of_u) played
  end.

Fixpoint count_mistakes (count : N) (played : list round) : N :=
  match played with
  | [] => count
  | r :: rest => count_mistakes (if is_mistake r then N.succ count else count) rest
  end.

(** At least [k] labels are +1, and at least [k] are -1. *)
Definition has_labels (k : N) (played : list round) : bool :=
  N.leb k (count (filter label played)) and_then
  N.leb k (count (filter (fun r => negb (label r)) played)).

Definition is_zero (p : sparse) : bool := Qeq_bool (product p (table_of p)) 0.

(** Check a claim on a realizable trace, of which three facts are known. *)
Definition check_claim (t : trace) (made played : N) (orthogonal : bool) (c : claim) : bool :=
  match c with
  | Realizable => true
  | RunBound k => N.eqb k made
  | UniversalBound k =>
      unit_norm t and_then
      N.leb k played and_then
      Qle_bool (inject_Z (Z.of_N k) * margin_squared t) 1 and_then
      orthogonal
  | SpanBound k => has_labels k (rounds t) and_then every (fun r => negb (is_zero (point r))) (rounds t) and_then orthogonal
  | ExpectedMistakes _ | UpperBound _ | AnnouncedOrder _ => false
  end.

Definition needs_orthogonal (c : claim) : bool := match c with UniversalBound _ | SpanBound _ => true | _ => false end.

(** Whether the points are orthogonal is computed once, and only if it matters. *)
Definition check (t : trace) : bool :=
  check_realizable t and_then
  let made := count_mistakes 0 (rounds t) in
  let played := count (rounds t) in
  let orthogonal := existsb needs_orthogonal (claims t) and_then pairwise_orthogonal (map point (rounds t)) in
  every (check_claim t made played orthogonal) (claims t).

(** * It is right *)

Lemma below_lt (a b : Q) : below a b = true -> a < b.
Proof.
  unfold below; intro above; apply Qnot_le_lt; intro le.
  apply Qle_bool_iff in le; rewrite le in above; discriminate.
Qed.

Lemma fits_in_range (d : N) (p : sparse) : fits d p = true -> in_range d p.
Proof.
  intro fit; apply every_Forall in fit; revert fit.
  apply Forall_impl; intros c small; apply N.ltb_lt, small.
Qed.

Lemma count_mistakes_correct (count : N) (played : list round) :
  count_mistakes count played = (count + N.of_nat (length (filter is_mistake played)))%N.
Proof.
  revert count; induction played as [| r played IH]; intro count; cbn [count_mistakes filter]; [simpl; lia |].
  rewrite IH; destruct (is_mistake r); cbn [length]; lia.
Qed.

Section Soundness.

  Context (t : trace).
  Let d : N := dimension t.
  Let V : space rational_field := game_space t.
  Let vector_in (p : sparse) : V := vector_of p.

  Lemma has_norm_1_correct (p : sparse) : in_range d p -> has_norm_1 p = true -> ‖vector_in p‖² == 1.
  Proof.
    intros range norm; apply Qeq_bool_eq in norm; rewrite <- norm; symmetry; apply (product_correct d), range.
  Qed.

  Lemma explained_correct (u : sparse) (d2 s2 : Q) (r : round) :
    in_range d (point r) -> explained d2 s2 (table_of u) r = true ->
    explains d2 {| direction := vector_in u; scale2 := s2 |} (vector_in (point r), label r).
  Proof.
    intros range; unfold explained.
    assert (p_correct : product (point r) (table_of u) == ⟨vector_in u, vector_in (point r)⟩).
    { rewrite inner_comm; apply (product_correct d), range. }
    destruct (below 0 _) eqn:right_label; [| discriminate]; intro margin.
    apply below_lt in right_label; apply Qle_bool_iff in margin.
    split; unfold margin2; cbn [direction scale2 fst snd]; rewrite <- p_correct; [| exact margin].
    destruct (label r); unfold sign; [rewrite Qmult_1_l; exact right_label |].
    setoid_replace (- (1) * product (point r) (table_of u)) with (- product (point r) (table_of u)) by ring.
    exact right_label.
  Qed.

  Lemma check_round_correct (u : sparse) (d2 s2 : Q) (r : round) :
    check_round d (unit_norm t) d2 s2 (table_of u) r = true ->
    in_range d (point r) /\
    (unit_norm t = true -> ‖vector_in (point r)‖² == 1) /\
    explains d2 {| direction := vector_in u; scale2 := s2 |} (vector_in (point r), label r).
  Proof.
    unfold check_round; destruct (fits d (point r)) eqn:fit; [| discriminate].
    apply fits_in_range in fit.
    destruct (if unit_norm t then _ else _) eqn:norm; [| discriminate]; intro good.
    split; [exact fit | split; [| apply explained_correct; assumption]].
    intro unit; rewrite unit in norm; apply has_norm_1_correct; assumption.
  Qed.

  (** Idea: every test of [check_realizable] is one line of the definition. *)
  Lemma check_realizable_correct :
    check_realizable t = true -> game_realizable t /\ Forall (in_range d) (map point (rounds t)).
  Proof.
    unfold check_realizable, game_realizable.
    destruct (rounds t) as [| first rest] eqn:played; [discriminate |]; rewrite <- played.
    destruct (stored_target t) as [[u s2] |] eqn:the_target; [| discriminate].
    destruct (below 0 (margin_squared t)) eqn:d2; [| discriminate]; apply below_lt in d2.
    destruct (below 0 s2) eqn:scale; [| discriminate]; apply below_lt in scale.
    destruct (fits (dimension t) u) eqn:range; [| discriminate]; apply fits_in_range in range.
    destruct (Qle_bool _ 1) eqn:norm; [| discriminate]; apply Qle_bool_iff in norm.
    intro each; apply every_Forall in each.
    assert (facts := Forall_impl _ (check_round_correct u (margin_squared t) s2) each).
    assert (ranges : Forall (in_range d) (map point (rounds t))).
    { apply Forall_map; revert facts; apply Forall_impl; tauto. }
    split; [| exact ranges].
    split; [rewrite played; discriminate |]; split; [exact d2 | split].
    - intro unit; unfold points; apply Forall_map; revert facts; apply Forall_impl.
      intros r (_ & norm_1 & _); apply norm_1, unit.
    - exists u, s2; split; [reflexivity |]; split; [exact scale | split].
      + unfold target_norm2; cbn [direction scale2].
        rewrite (product_correct d u u range) in norm; exact norm.
      + unfold examples; apply Forall_map; revert facts; apply Forall_impl; tauto.
  Qed.

  Lemma points_orthogonal :
    Forall (in_range d) (map point (rounds t)) -> pairwise_orthogonal (map point (rounds t)) = true ->
    ForallOrdPairs (fun x y : V => ⟨x, y⟩ == 0) (points t).
  Proof.
    intros ranges pairs; apply (pairwise_orthogonal_correct d) in pairs; [| exact ranges].
    replace (points t) with (map vector_in (map point (rounds t))) by apply map_map.
    revert pairs; generalize (map point (rounds t)).
    induction 1 as [| p ps first_pairs _ IH]; constructor; [| exact IH].
    apply Forall_map, first_pairs.
  Qed.

  (** Orthogonal points of norm 1 are orthonormal. *)
  Lemma points_orthonormal :
    game_realizable t -> unit_norm t = true -> Forall (in_range d) (map point (rounds t)) ->
    pairwise_orthogonal (map point (rounds t)) = true -> orthonormal (points t).
  Proof.
    intros (_ & _ & norms & _) unit ranges pairs; split; [apply norms, unit |].
    apply points_orthogonal; assumption.
  Qed.

  (** k orthonormal points with kδ² ≤ 1 force k mistakes: theorem [forced] of Orthonormal.v. *)
  Lemma universal_bound_correct (k : N) :
    unit_norm t = true -> 0 < margin_squared t -> orthonormal (points t) -> (k <= N.of_nat (length (rounds t)))%N ->
    inject_Z (Z.of_N k) * margin_squared t <= 1 -> universal_bound t k.
  Proof.
    intros unit d2 all_of_them enough few.
    assert (k_points : length (firstn (N.to_nat k) (points t)) = N.to_nat k).
    { apply firstn_length_le; unfold points; rewrite map_length; lia. }
    assert (first_k := orthonormal_firstn (N.to_nat k) _ all_of_them).
    split; [exact unit | split; [exact all_of_them | split; [exact k_points | split; [exact few |]]]]; intro L.
    rewrite <- N_nat_Z, <- k_points in few.
    destruct (forced L (margin_squared t) _ first_k d2 few) as (errs & v & is_legal & _).
    exists (against L (firstn (N.to_nat k) (points t))); split; [apply against_points | split].
    - etransitivity; [exact errs | exact k_points].
    - exists v; exact is_legal.
  Qed.

  (** ** Learners that predict from the span of past points *)

  Lemma combination_orthogonal (terms : list (Q * V)) (past : list V) (x : V) :
    Forall (fun z => ⟨z, x⟩ == 0) past -> Forall (fun term => In (snd term) past) terms -> ⟨combination terms, x⟩ == 0.
  Proof.
    intros products; rewrite Forall_forall in products.
    induction 1 as [| [a z] terms here _ IH]; cbn [combination]; [apply inner_zero |]; cbn [snd] in here.
    rewrite inner_add, inner_scale, IH, (products z here); ring.
  Qed.

  Lemma pairs_before {A : Type} (R : A -> A -> Prop) (before after : list A) (a : A) :
    ForallOrdPairs R (before ++ a :: after) -> Forall (fun z => R z a) before.
  Proof.
    induction before as [| z before IH]; cbn [app]; intro pairs; [constructor |].
    inversion_clear pairs as [| ? ? first rest]; constructor; [| exact (IH rest)].
    rewrite Forall_forall in first; apply first, in_elt.
  Qed.

  Lemma says_zero (tie : bool) (q : Q) : q == 0 -> says tie q = tie.
  Proof.
    intro zero; unfold says; destruct q as [[| p | p] b]; [reflexivity | discriminate zero | discriminate zero].
  Qed.

  (** On orthogonal points such a learner says one thing throughout. *)
  Lemma span_errors (tie : bool) (L : learner V) (past later : list (example V)) :
    predicts_from_span tie L -> ForallOrdPairs (fun x y => ⟨x, y⟩ == 0) (map fst (past ++ later)) ->
    errors_from L (state_after L (init L) past) later = length (filter (fun e => negb (eqb tie (snd e))) later).
  Proof.
    intro from_span; revert past; induction later as [| [x y] later IH]; intros past pairs; [reflexivity |].
    destruct (from_span past x) as (terms & in_past & predicted).
    assert (past_orthogonal : Forall (fun z => ⟨z, x⟩ == 0) (map fst past)).
    { rewrite map_app in pairs; exact (pairs_before _ _ _ _ pairs). }
    assert (zero := combination_orthogonal terms (map fst past) x past_orthogonal in_past).
    rewrite (says_zero tie _ zero) in predicted; cbn [errors_from]; rewrite predicted; cbn [mistaken].
    replace (update L (state_after L (init L) past) x y) with (state_after L (init L) (past ++ [(x, y)]))
      by (rewrite state_after_app; reflexivity).
    rewrite IH by (rewrite <- app_assoc; exact pairs).
    cbn [filter snd]; destruct (eqb tie y); reflexivity.
  Qed.

  Lemma span_bound_correct (k : N) :
    rounds t <> [] -> Forall (in_range d) (map point (rounds t)) ->
    has_labels k (rounds t) = true -> every (fun r => negb (is_zero (point r))) (rounds t) = true ->
    pairwise_orthogonal (map point (rounds t)) = true -> span_bound t k.
  Proof.
    intros some ranges both nonzero pairs; assert (orthogonal := points_orthogonal ranges pairs).
    split; [exact some | split; [| split; [exact orthogonal |]]].
    - apply every_Forall in nonzero; rewrite Forall_map in ranges; unfold points; apply Forall_map.
      rewrite Forall_forall in ranges, nonzero |- *; intros r here zero; specialize (nonzero r here).
      unfold is_zero in nonzero.
      assert (same := product_correct d (point r) (point r) (ranges r here)).
      assert (is_0 : Qeq_bool (product (point r) (table_of (point r))) 0 = true)
        by (apply Qeq_bool_iff; rewrite same; exact zero).
      rewrite is_0 in nonzero; discriminate.
    - intros tie L from_span.
      assert (shown : ForallOrdPairs (fun x y : V => ⟨x, y⟩ == 0) (map fst ([] ++ examples t))).
      { cbn [app]; replace (map fst (examples t)) with (points t); [exact orthogonal |].
        unfold points, examples; rewrite map_map; reflexivity. }
      assert (errs := span_errors tie L [] (examples t) from_span shown); cbn [state_after] in errs.
      change (errors L (examples t) = length (filter (fun e => negb (eqb tie (snd e))) (examples t))) in errs.
      rewrite errs.
      assert (same_length : forall rs : list round,
        length (filter (fun e : example V => negb (eqb tie (snd e))) (map (fun r => (vector_in (point r), label r)) rs)) =
        length (filter (fun r => negb (eqb tie (label r))) rs)).
      { induction rs as [| r rs IH]; [reflexivity |]; cbn [map filter snd].
        destruct (negb (eqb tie (label r))); cbn [length]; rewrite IH; reflexivity. }
      unfold examples; etransitivity; [| apply Nat.eq_le_incl; symmetry; apply (same_length (rounds t))].
      clear errs same_length; unfold has_labels in both; rewrite !count_length in both.
      destruct (N.leb_spec k (N.of_nat (length (filter label (rounds t))))) as [plus |]; [| discriminate].
      apply N.leb_le in both.
      assert (same_filter : filter (fun r => negb (eqb tie (label r))) (rounds t) =
        if tie then filter (fun r => negb (label r)) (rounds t) else filter label (rounds t)).
      { destruct tie; apply filter_ext; intro r; destruct (label r); reflexivity. }
      rewrite same_filter; destruct tie; lia.
  Qed.

  (** Whatever the judge lets pass is valid: realizable, and each of its claims holds.
      Source: docs/formats.md, "Statements".
      Idea: what is computed on sparse points are the inner products of Q^d (SparseVector.v), so that the tests are
      the definition of a legal target; the mistakes are counted; universal bounds are the theorem [forced]. *)
  Theorem halfspace_check_sound : check t = true -> valid t.
  Proof.
    unfold check; destruct (check_realizable t) eqn:good; [| discriminate].
    apply check_realizable_correct in good as [good ranges]; intro each; split; [exact good |].
    rewrite count_mistakes_correct, count_length in each.
    set (asked := if existsb needs_orthogonal (claims t) then _ else _) in each.
    assert (orthogonal : asked = true -> pairwise_orthogonal (map point (rounds t)) = true).
    { unfold asked; destruct (existsb _ _); [trivial | discriminate]. }
    apply every_Forall in each; revert each; apply Forall_impl.
    intros [| k | q | k | r | k | k]; cbn [check_claim holds]; try discriminate; [intros _; exact good | | |].
    - intro same; apply N.eqb_eq in same; split; [exact good | unfold recorded_mistakes; rewrite same; lia].
    - destruct (unit_norm t) eqn:unit; [| discriminate].
      destruct (N.leb_spec k (N.of_nat (length (rounds t)))) as [enough |]; [| discriminate].
      destruct (Qle_bool _ 1) eqn:few; [| discriminate]; apply Qle_bool_iff in few; intro pairs.
      apply universal_bound_correct; [exact unit | apply good | | exact enough | exact few].
      apply points_orthonormal; auto.
    - destruct (has_labels k (rounds t)) eqn:both; [| discriminate].
      destruct (every _ (rounds t)) eqn:nonzero; [| discriminate]; intro pairs.
      apply span_bound_correct; auto; apply good.
  Qed.

End Soundness.
