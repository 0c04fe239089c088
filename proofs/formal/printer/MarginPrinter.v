(** A printer of certificates of the margin game and of traces with its mistake trees, and the proof that they are read as
    they were. *)

From Coq Require Import List Bool NArith ZArith QArith Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines EveryElement HalfspaceTrace.
From ForcedMistakes Require Import MarginTree Blocks MarginFile.
From ForcedMistakes Require Import JsonPrinter JsonFieldPrinter HalfspacePrinter.
Import ListNotations.
Local Opaque rational_digits max_digits most.

(** * Trees, level by level *)

(** Every path has as many points. *)
Fixpoint complete {V : Type} (k : nat) (t : target_tree V) : Prop :=
  match k, t with
  | O, Goal _ => True
  | S k, Point _ minus plus => complete k minus /\ complete k plus
  | _, _ => False
  end.

Definition root_point {V : Type} (t : target_tree V) : list V := match t with Point x _ _ => [x] | Goal _ => [] end.
Definition subtrees {V : Type} (t : target_tree V) : list (target_tree V) := match t with Point _ minus plus => [minus; plus] | Goal _ => [] end.

(** The points of trees of one depth, a level after the other, and the targets below the last. *)
Fixpoint level_points {V : Type} (k : nat) (ts : list (target_tree V)) : list V :=
  match k with
  | O => []
  | S k => flat_map root_point ts ++ level_points k (flat_map subtrees ts)
  end.

Fixpoint goals {V : Type} (t : target_tree V) : list V :=
  match t with
  | Goal v => [v]
  | Point _ minus plus => goals minus ++ goals plus
  end.

Lemma of_level_read (k levels : nat) (ts : list (target_tree (list Z))) :
  (k <= levels)%nat -> Forall (complete k) ts -> ts <> [] ->
  of_level levels (length ts) (level_points k ts) (flat_map goals ts) = Some ts.
Proof.
  revert levels ts; induction k as [| k IH]; intros levels ts few all some; cbn [level_points].
  - assert (same : map Goal (flat_map goals ts) = ts).
    { clear some; induction all as [| t ts one _ IH]; [reflexivity |]; destruct t; [cbn; rewrite IH; reflexivity | destruct one]. }
    destruct levels; cbn [of_level]; rewrite same; reflexivity.
  - destruct levels as [| levels]; [lia |].
    assert (roots : length (flat_map root_point ts) = length ts /\ length (flat_map subtrees ts) = (2 * length ts)%nat /\
      flat_map goals (flat_map subtrees ts) = flat_map goals ts /\ Forall (complete k) (flat_map subtrees ts) /\
      above_pairs (flat_map root_point ts) (flat_map subtrees ts) = Some ts).
    { clear some; induction all as [| t ts one _ (long & longer & below & each & joined)]; [repeat split; constructor |].
      destruct t as [v | x minus plus]; [destruct one |]; destruct one as [left right]; cbn.
      rewrite long, longer, below, joined, <- app_assoc; repeat split; [lia |]; repeat constructor; assumption. }
    destruct roots as (long & longer & below & each & joined).
    assert (next := IH levels (flat_map subtrees ts) ltac:(lia) each).
    rewrite longer, below in next.
    assert (split : firstn (length ts) (flat_map root_point ts ++ level_points k (flat_map subtrees ts)) = flat_map root_point ts /\
      skipn (length ts) (flat_map root_point ts ++ level_points k (flat_map subtrees ts)) = level_points k (flat_map subtrees ts)).
    { rewrite <- long, firstn_app, skipn_app, firstn_all, skipn_all, Nat.sub_diag; cbn; rewrite app_nil_r; split; reflexivity. }
    destruct split as [first others].
    assert (shown : flat_map subtrees ts <> []) by (intro none; rewrite none in longer; destruct ts; [congruence | cbn in longer; lia]).
    specialize (next shown).
    destruct (flat_map root_point ts ++ level_points k (flat_map subtrees ts)) as [| x points] eqn:E.
    + destruct ts; [congruence |]; destruct (flat_map root_point (t :: ts)); [cbn in long; lia | discriminate E].
    + cbn [of_level]; rewrite others, first.
      replace (length ts + (length ts + 0))%nat with (2 * length ts)%nat by reflexivity.
      rewrite next; exact joined.
Qed.

(** * Rows *)

Definition print_row (row : list Z) : json := Arr (map Int row).

Definition printable_row (size : N) (row : list Z) : Prop :=
  Forall (fun a => (Z.abs a < most)%Z) row /\ N.of_nat (length row) = size /\ Exists (fun a => a <> 0%Z) row.

Lemma row_read (size : N) (row : list Z) : printable_row size row -> read_row size (print_row row) = Some row.
Proof.
  intros (small & long & some); unfold read_row, print_row; cbn [as_list].
  rewrite read_all_map by (apply Forall_forall; reflexivity).
  replace (every (fun a => Z.abs a <? most)%Z row) with true.
  - rewrite count_length, (proj2 (N.eqb_eq _ _) long).
    destruct (every (Z.eqb 0) row) eqn:zeros; [| reflexivity]; rewrite every_forall in zeros.
    apply Exists_exists in some as (a & here & nonzero); apply zeros, Z.eqb_eq in here; congruence.
  - symmetry; apply every_forall; rewrite Forall_forall in small; intros a here; apply Z.ltb_lt, small, here.
Qed.

Lemma short_most (n : N) : (Z.of_N n < most)%Z -> short n.
Proof.
  intro small; apply (short_power 1000); [with_strategy transparent [max_digits] unfold max_digits; lia |].
  apply N2Z.inj_lt; rewrite N2Z.inj_pow; rewrite nat_N_Z; exact small.
Qed.

Lemma row_printable (depth : nat) (size : N) (row : list Z) : printable_row size row -> printable (S depth) (print_row row).
Proof.
  intros (small & _); apply printable_list; revert small; apply Forall_impl; intros a less; constructor.
  apply short_most; rewrite N2Z.inj_abs_N; exact less.
Qed.

(** * Blocks *)

Fixpoint all_rows {V : Type} (P : V -> Prop) (t : target_tree V) : Prop :=
  match t with
  | Goal v => P v
  | Point x minus plus => P x /\ all_rows P minus /\ all_rows P plus
  end.

Lemma all_rows_goals {V : Type} (P : V -> Prop) (t : target_tree V) : all_rows P t -> Forall P (goals t).
Proof. induction t; cbn; [repeat constructor; assumption |]; intros (_ & left & right); apply Forall_app; split; auto. Qed.

Lemma all_rows_levels {V : Type} (P : V -> Prop) (k : nat) (ts : list (target_tree V)) :
  Forall (all_rows P) ts -> Forall P (level_points k ts).
Proof.
  revert ts; induction k as [| k IH]; intros ts all; [constructor |]; cbn [level_points]; apply Forall_app; split.
  - induction all as [| t ts one _ IH']; [constructor |]; destruct t; [exact IH' | constructor; [apply one | exact IH']].
  - apply IH; induction all as [| t ts one _ IH']; [constructor |]; destruct t; [exact IH' |].
    destruct one as (_ & left & right); repeat constructor; assumption.
Qed.

Definition print_block (b : block) : json := Obj [
  ("dimension"%text, natural (size b)); ("reflect"%text, natural (reflect b)); ("margin_squared"%text, string_of (margin b));
  ("points"%text, Arr (map print_row (level_points (depth (rows b)) [rows b])));
  ("targets"%text, Arr (map print_row (goals (rows b))))].

Definition printable_block (b : block) : Prop :=
  (0 < size b < 1000000)%N /\ (reflect b <= size b)%N /\ printable_rational (margin b) /\ 0 < margin b <= 1 /\
  (depth (rows b) <= 60)%nat /\ complete (depth (rows b)) (rows b) /\ all_rows (printable_row (size b)) (rows b).

Lemma block_read (b : block) : printable_block b -> read_block (print_block b) = Some b.
Proof.
  intros ((some & few) & inside & reduced & (above & less) & deep & whole & all); unfold read_block, print_block.
  assert (level := of_level_read (depth (rows b)) 60 [rows b] deep ltac:(repeat constructor; exact whole) ltac:(discriminate)).
  cbn [flat_map length] in level; rewrite app_nil_r in level.
  apply (natural_read 1000000) in few; assert (room : (reflect b < N.succ (size b))%N) by lia; apply natural_read in room.
  apply string_read in reduced; apply positive_true in above; apply Qle_bool_iff in less.
  unfold get_natural, get_rational, get_list, get.
  cbn -[natural as_natural string_of as_rational read_all map of_level level_points goals positive Qle_bool N.ltb N.succ]; rewrite few.
  rewrite (proj2 (N.ltb_lt 0 _) some), room, reduced, above, less, !read_all_map, level; [destruct b; reflexivity | |].
  - apply all_rows_goals in all; revert all; apply Forall_impl, row_read.
  - apply (Forall_impl _ (row_read (size b))), all_rows_levels; repeat constructor; exact all.
Qed.

Lemma block_printable (depth : nat) (b : block) : printable_block b -> printable (3 + depth) (print_block b).
Proof.
  intros ((some & few) & inside & reduced & _ & _ & _ & all); unfold print_block; object.
  - apply printable_natural, (short_below 1000000); [vm_compute; discriminate | exact few].
  - apply printable_natural, (short_below 1000000); [vm_compute; discriminate | lia].
  - apply printable_string.
  - apply printable_list, (Forall_impl _ (row_printable depth (size b))), all_rows_levels; repeat constructor; exact all.
  - apply printable_list, (Forall_impl _ (row_printable depth (size b))), all_rows_goals, all.
Qed.

Definition print_blocks (w : blocks) : json :=
  Obj [("axes"%text, natural (axes w)); ("trees"%text, Arr (map print_block (trees w)))].

Definition printable_blocks (w : blocks) : Prop := (axes w < counts)%N /\ Forall printable_block (trees w).

Lemma blocks_read (w : blocks) : printable_blocks w -> read_blocks (print_blocks w) = Some w.
Proof.
  intros [few all]; apply (natural_read counts) in few; unfold read_blocks, print_blocks, get_natural, get_list, get.
  cbn -[natural as_natural read_all map counts]; rewrite few, read_all_map; [destruct w; reflexivity |].
  revert all; apply Forall_impl, block_read.
Qed.

Lemma blocks_printable (depth : nat) (w : blocks) : printable_blocks w -> printable (5 + depth) (print_blocks w).
Proof.
  intros [few all]; unfold print_blocks; object.
  - apply printable_natural, (short_below counts); [vm_compute; discriminate | exact few].
  - apply printable_list; revert all; apply Forall_impl; intro b; apply block_printable.
Qed.

(** * Certificates *)

Definition print_bound (k : N) : json := statement "universal bound" (mistakes (natural k)).

Definition print_margin_certificate (c : margin_certificate) : list json := [Obj [
  ("format"%text, Str "forced-mistakes/margin/1"); ("dimension"%text, natural (in_dimension c));
  ("margin_squared"%text, string_of (at_margin c)); ("claims"%text, Arr (map print_bound (bounds c)));
  ("lower"%text, print_blocks (witness c))]].

Definition writable_certificate (c : margin_certificate) : Prop :=
  (0 < in_dimension c < 1000001)%N /\ printable_rational (at_margin c) /\ 0 < at_margin c <= 1 /\
  bounds c <> [] /\ Forall (fun k => (Z.of_N k < most)%Z) (bounds c) /\ printable_blocks (witness c).

Lemma bound_read (k : N) : (Z.of_N k < most)%Z -> read_bound (print_bound k) = Some [k].
Proof.
  intro small; assert (less : (k < Z.to_N most)%N) by lia; apply natural_read in less.
  unfold read_bound, print_bound, statement, mistakes, get_natural, get_text, get; cbn -[natural as_natural most Z.to_N].
  rewrite less; reflexivity.
Qed.

(** A certificate of the margin game that is printed is read as it was.
    Idea: its trees are printed level by level, and put together again from the last level on. *)
Theorem margin_certificate_read (c : margin_certificate) :
  writable_certificate c -> read_margin_certificate (print_margin_certificate c) = Some c.
Proof.
  intros ((some & few) & reduced & (above & less) & some_bound & all & good); unfold read_margin_certificate, print_margin_certificate.
  apply (natural_read 1000001) in few; apply string_read in reduced; apply positive_true in above; apply Qle_bool_iff in less.
  unfold get_natural, get_rational, get_list, get_text, get.
  cbn -[natural as_natural string_of as_rational read_all map positive Qle_bool N.ltb read_blocks print_blocks concat]; rewrite few.
  rewrite (proj2 (N.ltb_lt 0 _) some), reduced, above, less.
  assert (read : read_all read_bound (map print_bound (bounds c)) = Some (map (fun k => [k]) (bounds c))).
  { assert (through : forall l, Forall (fun k => (Z.of_N k < most)%Z) l -> forall done,
      read_all_onto read_bound (map print_bound l) done = Some (rev' done ++ map (fun k => [k]) l)).
    { induction 1 as [| k l one _ IH]; intro done; cbn [map read_all_onto]; [rewrite app_nil_r; reflexivity |].
      rewrite (bound_read k one), IH; unfold rev'; rewrite <- !rev_alt; cbn [rev]; rewrite <- app_assoc; reflexivity. }
    exact (through _ all []). }
  rewrite read, (blocks_read _ good).
  assert (joined : concat (map (fun k => [k]) (bounds c)) = bounds c)
    by (clear; induction (bounds c) as [| k l IH]; [reflexivity | cbn [map concat app]; rewrite IH; reflexivity]).
  rewrite joined; destruct c as [d d2 w [| k l]]; [cbn in some_bound; congruence | reflexivity].
Qed.

Lemma margin_certificate_printable (c : margin_certificate) :
  writable_certificate c -> Forall (fun j => printable max_depth j /\ bracketed j) (print_margin_certificate c).
Proof.
  intros ((some & few) & _ & _ & _ & all & good); constructor; [split; [| exact I] | constructor].
  apply (printable_deeper 6); [| with_strategy transparent [max_depth] unfold max_depth; lia]; object.
  - apply printable_text; vm_compute; repeat split.
  - apply printable_natural, (short_below 1000001); [vm_compute; discriminate | exact few].
  - apply printable_string.
  - apply printable_list; revert all; apply Forall_impl; intros k small; unfold print_bound, statement, mistakes; object.
    + apply printable_text; vm_compute; repeat split.
    + apply printable_natural, short_most, small.
  - apply (blocks_printable 0), good.
Qed.

(** * Traces *)

Definition print_lower (lower : option blocks) : list (text * json) :=
  [("lower"%text, match lower with Some w => print_blocks w | None => Obj [] end)].

Definition print_margin_trace (t : margin_trace) : list json :=
  print_game "halfspaces" (dimension (game t))
    [("margin_squared"%text, string_of (margin_squared (game t))); ("unit_norm"%text, Bool (unit_norm (game t)))] (rounds (game t))
    (print_footer (print_target print_direction (stored_target (game t))) (claims (game t)) (print_lower (lower t))).

(** There are blocks if a claim is about them. *)
Definition writable_trace (t : margin_trace) : Prop :=
  writable (game t) /\ 0 < margin_squared (game t) /\ printable_rational (margin_squared (game t)) /\
  match lower t with
  | Some w => unit_norm (game t) = true /\ existsb is_universal (claims (game t)) = true /\ printable_blocks w
  | None => unit_norm (game t) = false \/ existsb is_universal (claims (game t)) = false
  end.

(** A trace with mistake trees of the margin game that is printed is read as it was.
    Idea: as for other traces, and as for certificates. *)
Theorem margin_trace_read (t : margin_trace) : writable_trace t -> read_margin_trace (print_margin_trace t) = Some t.
Proof.
  destruct t as [g low]; unfold writable_trace, read_margin_trace, print_margin_trace; cbn [game lower].
  intros (good & above & reduced & of_lower); rewrite trace_read_with by (reflexivity || assumption).
  unfold print_game; rewrite lines_read; cbn [footer].
  replace (get "lower" (print_footer _ _ _)) with (Some match low with Some w => print_blocks w | None => Obj [] end) by reflexivity.
  destruct low as [w |].
  - destruct of_lower as (unit & universal & of_w); rewrite unit, universal; apply blocks_read in of_w.
    change (as_object (print_blocks w)) with (Some (print_blocks w)); cbv beta iota; rewrite of_w; reflexivity.
  - cbn [as_object]; destruct of_lower as [none | none]; rewrite none; [reflexivity | destruct (unit_norm g); reflexivity].
Qed.

Lemma margin_trace_printable (t : margin_trace) :
  writable_trace t -> Forall (fun j => printable max_depth j /\ bracketed j) (print_margin_trace t).
Proof.
  intros (good & _ & _ & of_lower); apply game_printable; [exact good | vm_compute; repeat split | | |].
  - repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]).
    + apply printable_string.
    + constructor.
    + destruct (lower t) as [w |]; [apply (blocks_printable 3), of_lower | constructor; constructor].
  - apply different_keys; reflexivity.
  - apply different_keys; reflexivity.
Qed.
