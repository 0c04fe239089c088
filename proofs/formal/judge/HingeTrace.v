(** Traces of games with a hinge budget: what their claims mean, how they are read, and a judge that is right.

    A game is one on halfspaces without a margin: the target's norm² may be as large as the header allows, and its hinge
    losses may sum to the budget. See docs/formats.md, "A trace". *)

From Coq Require Import List Bool NArith ZArith QArith Qminmax Lia.
From ForcedMistakes Require Import Learner RationalSpaces HingeLoss Orthonormal TextBytes Json JsonFields FileClaim.
From ForcedMistakes Require Import TraceLines EveryElement.
From ForcedMistakes Require Import SparseVector HalfspaceTrace HalfspaceJudge.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** The scale of its target is rational: [root] is s. In [game] nothing is said of a margin. *)
Record hinge_trace : Type := {
  game : trace;
  budget : Q;  (* H *)
  most_norm : Q;  (* N² *)
  root : Q
}.

(** * What is claimed *)

Section Meaning.

  Context (t : hinge_trace).

  (** A round was played, on points of norm 1, and the target s·u of the trace has norm² at most N² and hinge losses that
      sum to at most H. *)
  Definition hinge_realizable : Prop :=
    rounds (game t) <> [] /\
    Forall (fun x => ‖x‖² == 1) (points (game t)) /\
    exists u s2, stored_target (game t) = Some (u, s2) /\ root t * root t == s2 /\
      let v := scale (root t) (vector_of u : game_space (game t)) in
      ‖v‖² <= most_norm t /\ hinge_of_all v (examples (game t)) <= budget t.

  Definition hinge_run_bound (k : N) : Prop := hinge_realizable /\ N.of_nat (recorded_mistakes (game t)) = k.

  (** The points of the trace are orthonormal, there are at least [k] of them, and every deterministic learner errs [k]
      times on the first [k] of them, under some labels on which some target of norm² at most N² loses at most H. *)
  Definition hinge_universal_bound (k : N) : Prop :=
    let xs := firstn (N.to_nat k) (points (game t)) in
    orthonormal (points (game t)) /\
    length xs = N.to_nat k /\
    forall L : learner (game_space (game t)), exists s,
      map fst s = xs /\ errors L s = N.to_nat k /\
      exists v : game_space (game t), ‖v‖² <= most_norm t /\ hinge_of_all v s <= budget t.

  Definition hinge_holds (c : claim) : Prop :=
    match c with
    | Realizable => hinge_realizable
    | RunBound k => hinge_run_bound k
    | UniversalBound k => hinge_universal_bound k
    | SpanBound k => span_bound (game t) k
    | ExpectedMistakes _ | UpperBound _ | AnnouncedOrder _ => False  (* not claimed in this setting *)
    end.

  Definition hinge_valid : Prop := hinge_realizable /\ Forall hinge_holds (claims (game t)).

End Meaning.

(** * Reading *)

(** The square root of a rational in lowest terms, if it is rational. *)
Definition rational_root (q : Q) : option Q :=
  let up := Z.sqrt (Qnum q) in
  let down := Pos.sqrt (Qden q) in
  need (up * up =? Qnum q)%Z in
  need (down * down =? Qden q)%positive in
  Some (up # down).

Definition at_least_0 (q : Q) : bool := (0 <=? Qnum q)%Z.

Definition read_hinge (records : list json) : option hinge_trace :=
  let* (ls, d) := read_game "hinge" ["hinge"; "norm_squared"]%text records in
  let* hinge := get_rational "hinge" (header ls) in
  let* norm := get_rational "norm_squared" (header ls) in
  need at_least_0 hinge in
  need at_least_0 norm in
  let* unit_norm := read_unit_norm (header ls) in
  need unit_norm in
  let* claims := read_claims [] (footer ls) in
  need every known claims in
  let* target := read_target (read_direction d) (footer ls) in
  let* s := match target with Some (_, s2) => rational_root s2 | None => Some 0 end in
  let* rounds := read_all (read_round d) (round_lines ls) in
  Some {|
    game := {|
      dimension := d;
      margin_squared := 0;
      unit_norm := true;
      rounds := rounds;
      stored_target := target;
      claims := claims
    |};
    budget := hinge;
    most_norm := norm;
    root := s
  |}.

(** * How it is checked *)

(** What a round loses, added to the sum before. *)
Definition lose (s : Q) (u : table) (sum : Q) (r : round) : Q :=
  let p := s * product (point r) u in
  let missing := Qred (1 - if label r then p else - p) in
  if below 0 missing then plus sum missing else sum.

Definition check_hinge_realizable (t : hinge_trace) : bool :=
  let g := game t in
  match rounds g, stored_target g with
  | [], _ | _, None => false
  | played, Some (u, s2) =>
      let of_u := table_of u in
      Qeq_bool (root t * root t) s2 and_then
      fits (dimension g) u and_then
      Qle_bool (s2 * product u of_u) (most_norm t) and_then
      every (fun r => fits (dimension g) (point r) and_then has_norm_1 (point r)) played and_then
      Qle_bool (fold_left (lose (root t) of_u) played 0) (budget t)
  end.

Definition check_hinge_claim (t : hinge_trace) (made played : N) (orthogonal : bool) (c : claim) : bool :=
  match c with
  | UniversalBound k =>
      let n := inject_Z (Z.of_N k) in
      N.leb k played and_then
      (if Qle_bool n (budget t) then true
       else Qle_bool ((n - budget t) * (n - budget t)) (most_norm t * n)) and_then
      orthogonal
  | _ => check_claim (game t) made played orthogonal c
  end.

Definition check_hinge (t : hinge_trace) : bool :=
  let g := game t in
  check_hinge_realizable t and_then
  unit_norm g and_then
  Qle_bool 0 (budget t) and_then
  Qle_bool 0 (most_norm t) and_then
  let made := count_mistakes 0 (rounds g) in
  let played := count (rounds g) in
  let orthogonal := existsb needs_orthogonal (claims g) and_then pairwise_orthogonal (map point (rounds g)) in
  every (check_hinge_claim t made played orthogonal) (claims g).

(** * It is right *)

Section Forced.

  Context {V : space rational_field} (H N2 : Q) (budget_nonneg : 0 <= H) (norm_nonneg : 0 <= N2).

  Lemma hinge_of_scaled (c : Q) (s : list (example V)) (v : V) :
    0 <= c -> c <= 1 -> Forall (fun e => ⟨v, fst e⟩ == sign (snd e)) s ->
    hinge_of_all (scale c v) s == (1 - c) * number (length s).
  Proof.
    intros least most; induction 1 as [| [x y] s product _ IH]; cbn [hinge_of_all length].
    - rewrite number_0; ring.
    - rewrite IH, number_S; unfold hinge_loss; cbn [fst snd] in *.
      change (@Fmax rational_field) with Qmax; rational_terms; rewrite inner_scale, product.
      assert (same : 1 - sign y * (c * sign y) == 1 - c)
        by (transitivity (1 - c * (sign y * sign y)); [ring | rewrite sign_squared; ring]).
      rewrite same; rewrite Q.max_r by lra; ring.
  Qed.

  (** On k orthonormal points every deterministic learner errs k times, if k ≤ H or (k - H)² ≤ N²k: whatever the labels
      y are, c·Σ yᵢxᵢ has norm² c²k ≤ N² and hinge losses (1 - c)k ≤ H.
      Source: docs/margin-proofs.md, "Orthogonal points".
      Idea: label each point against the prediction. *)
  Theorem hinge_forced (L : learner V) (xs : list V) :
    orthonormal xs ->
    let n := number (length xs) in
    n <= H \/ (n - H) * (n - H) <= N2 * n ->
    errors L (against L xs) = length xs /\
    exists v : V, ‖v‖² <= N2 /\ hinge_of_all v (against L xs) <= H.
  Proof.
    intros orthonormal_xs n enough; split; [apply errors_against |].
    assert (points := against_points L xs).
    assert (length_s : length (against L xs) = length xs).
    { transitivity (length (map fst (against L xs))); [symmetry; apply map_length | rewrite points; reflexivity]. }
    assert (orthonormal_s : orthonormal (map fst (against L xs))) by (rewrite points; exact orthonormal_xs).
    assert (products := signed_sum_inner _ orthonormal_s).
    assert (norm : ‖signed_sum (against L xs)‖² == number (length (against L xs))) by exact (signed_sum_norm2 _ orthonormal_s).
    rewrite length_s in norm; fold n in norm.
    assert (scaled : forall c, ‖scale c (signed_sum (against L xs))‖² == c * c * n)
      by (intro c; rewrite inner_scale, inner_scale_r, norm; ring).
    assert (n_nonneg : 0 <= n) by apply number_nonneg.
    destruct (Qlt_le_dec H n) as [more | few].
    - assert (positive : 0 < n) by lra.
      set (c := 1 - H / n); assert (times : c * n == n - H) by (unfold c; field; lra).
      assert (c_least : 0 <= c) by (apply Qnot_lt_le; intro; nra).
      assert (c_most : c <= 1) by (apply Qnot_lt_le; intro; nra).
      exists (scale c (signed_sum (against L xs))); split.
      + rewrite scaled; destruct enough as [|enough]; [lra |].
        assert (squares : c * c * n * n == (n - H) * (n - H)) by (rewrite <- times; ring).
        apply Qnot_lt_le; intro; nra.
      + rewrite (hinge_of_scaled c _ _ c_least c_most products), length_s; fold n.
        assert ((1 - c) * n == H) by (transitivity (n - c * n); [ring | rewrite times; ring]); lra.
    - exists (scale 0 (signed_sum (against L xs))); split.
      + rewrite scaled; lra.
      + rewrite (hinge_of_scaled 0 _ _) by (exact products || lra); rewrite length_s; fold n; lra.
  Qed.

End Forced.

Section Soundness.

  Context (t : hinge_trace).
  Let g : trace := game t.
  Let V : space rational_field := game_space g.
  Let vector_in (p : sparse) : V := vector_of p.

  Lemma lose_sum (s : Q) (u : sparse) (played : list round) (sum : Q) :
    Forall (fun r => in_range (dimension g) (point r)) played ->
    fold_left (lose s (table_of u)) played sum ==
    sum + hinge_of_all (scale s (vector_in u)) (map (fun r => (vector_in (point r), label r)) played).
  Proof.
    intro ranges; revert sum; induction ranges as [| r played range _ IH]; intro sum; cbn [fold_left map hinge_of_all];
      [ring |].
    rewrite IH; unfold hinge_loss; cbn [fst snd]; change (@Fmax rational_field) with Qmax; rational_terms; rewrite inner_scale.
    assert (same : product (point r) (table_of u) == ⟨vector_in u, vector_in (point r)⟩)
      by (rewrite inner_comm; apply (product_correct (dimension g)), range).
    enough (here : lose s (table_of u) sum r ==
      sum + Qmax 0 (1 - sign (label r) * (s * ⟨vector_in u, vector_in (point r)⟩))) by (rewrite here; ring).
    unfold lose; cbv zeta.
    assert (missing : Qred (1 - (if label r then s * product (point r) (table_of u)
        else - (s * product (point r) (table_of u)))) == 1 - sign (label r) * (s * ⟨vector_in u, vector_in (point r)⟩)).
    { rewrite Qred_correct, <- same; destruct (label r); unfold sign; ring. }
    destruct (below 0 _) eqn:above.
    - apply below_lt in above; rewrite plus_correct, missing; rewrite missing in above; rewrite Q.max_r by lra; ring.
    - assert (under : Qred (1 - (if label r then s * product (point r) (table_of u)
        else - (s * product (point r) (table_of u)))) <= 0).
      { unfold below in above; apply negb_false_iff in above; apply Qle_bool_iff, above. }
      rewrite missing in under; rewrite Q.max_l by lra; ring.
  Qed.

  Lemma check_hinge_realizable_correct :
    check_hinge_realizable t = true -> hinge_realizable t /\ Forall (in_range (dimension g)) (map point (rounds g)).
  Proof.
    unfold check_hinge_realizable, hinge_realizable; fold g; cbv zeta.
    destruct (rounds g) as [| first rest] eqn:played; [discriminate |]; rewrite <- played.
    destruct (stored_target g) as [[u s2] |] eqn:the_target; [| discriminate].
    destruct (Qeq_bool (root t * root t) s2) eqn:square; [| discriminate]; apply Qeq_bool_eq in square.
    destruct (fits (dimension g) u) eqn:range; [| discriminate]; apply fits_in_range in range.
    destruct (Qle_bool (s2 * _) (most_norm t)) eqn:norm; [| discriminate]; apply Qle_bool_iff in norm.
    destruct (every _ (rounds g)) eqn:each; [| discriminate]; intro losses; apply Qle_bool_iff in losses.
    apply every_Forall in each.
    assert (facts : Forall (fun r => in_range (dimension g) (point r) /\ ‖vector_in (point r)‖² == 1) (rounds g)).
    { revert each; apply Forall_impl; intros r both; destruct (fits (dimension g) (point r)) eqn:fit; [| discriminate].
      apply fits_in_range in fit; split; [exact fit | apply (has_norm_1_correct g); assumption]. }
    assert (ranges : Forall (fun r => in_range (dimension g) (point r)) (rounds g))
      by (revert facts; apply Forall_impl; tauto).
    split; [| apply Forall_map; exact ranges].
    split; [rewrite played; discriminate | split].
    - unfold points; apply Forall_map; revert facts; apply Forall_impl; intros r [_ norm_1]; exact norm_1.
    - exists u, s2; split; [reflexivity | split; [exact square |]]; split.
      + rewrite (product_correct (dimension g) u u range), <- square in norm.
        assert (scaled : ‖scale (root t) (vector_in u)‖² == root t * root t * ‖vector_in u‖²)
          by (rewrite inner_scale, inner_scale_r; ring).
        change (‖scale (root t) (vector_in u)‖² <= most_norm t); rewrite scaled; exact norm.
      + rewrite (lose_sum (root t) u (rounds g) 0 ranges), Qplus_0_l in losses; exact losses.
  Qed.

  (** Whatever the judge lets pass is valid: realizable, and each of its claims holds.
      Source: docs/formats.md, "Statements".
      Idea: the losses are added up exactly; universal bounds are the theorem [hinge_forced]. *)
  Theorem hinge_check_sound : check_hinge t = true -> hinge_valid t.
  Proof.
    unfold check_hinge; fold g; cbv zeta; destruct (check_hinge_realizable t) eqn:good; [| discriminate].
    apply check_hinge_realizable_correct in good as [good ranges].
    destruct (unit_norm g) eqn:unit; [| discriminate].
    destruct (Qle_bool 0 (budget t)) eqn:budget_nonneg; [| discriminate]; apply Qle_bool_iff in budget_nonneg.
    destruct (Qle_bool 0 (most_norm t)) eqn:norm_nonneg; [| discriminate]; apply Qle_bool_iff in norm_nonneg.
    intro each; split; [exact good |].
    rewrite count_mistakes_correct, count_length in each.
    set (asked := if existsb needs_orthogonal (claims g) then _ else _) in each.
    assert (pairs : asked = true -> pairwise_orthogonal (map point (rounds g)) = true).
    { unfold asked; destruct (existsb _ _); [trivial | discriminate]. }
    apply every_Forall in each; revert each; apply Forall_impl.
    intros [| k | q | k | r | k | k]; cbn [check_hinge_claim check_claim hinge_holds]; try discriminate.
    - intros _; exact good.
    - intro same; apply N.eqb_eq in same; split; [exact good | unfold recorded_mistakes; fold g; rewrite same; lia].
    - cbv zeta; destruct (N.leb_spec k (N.of_nat (length (rounds g)))) as [enough |]; [| discriminate].
      destruct (if Qle_bool (inject_Z (Z.of_N k)) (budget t) then true else _) eqn:few; [| discriminate].
      intro orthogonal; apply pairs in orthogonal.
      assert (all_of_them : orthonormal (points g)).
      { destruct good as (_ & norms & _); split; [exact norms | apply points_orthogonal; assumption]. }
      assert (k_points : length (firstn (N.to_nat k) (points g)) = N.to_nat k).
      { apply firstn_length_le; unfold points; rewrite map_length; lia. }
      split; [exact all_of_them | split; [exact k_points |]]; intro L.
      destruct (hinge_forced (budget t) (most_norm t) budget_nonneg norm_nonneg L (firstn (N.to_nat k) (points g)))
        as (errs & v & norm & losses).
      + apply orthonormal_firstn, all_of_them.
      + match goal with |- ?n <= _ \/ _ => assert (same : n = inject_Z (Z.of_N k)) end.
        { apply (f_equal inject_Z); etransitivity; [apply (f_equal Z.of_nat); exact k_points | apply N_nat_Z]. }
        rewrite same.
        destruct (Qle_bool (inject_Z (Z.of_N k)) (budget t)) eqn:covered;
          [left; apply Qle_bool_iff, covered | right; apply Qle_bool_iff, few].
      + exists (against L (firstn (N.to_nat k) (points g))); split; [apply against_points | split].
        * etransitivity; [exact errs | exact k_points].
        * exists v; split; [exact norm | exact losses].
    - fold g; destruct (has_labels k (rounds g)) eqn:both; [| discriminate].
      destruct (every _ (rounds g)) eqn:nonzero; [| discriminate]; intro orthogonal; apply pairs in orthogonal.
      apply span_bound_correct; auto; apply good.
  Qed.

End Soundness.
