(** The judge is complete for mistake trees of the margin game: axes and trees that are a witness pass the check. *)

From Coq Require Import List Bool NArith ZArith QArith Lia.
From ForcedMistakes Require Import Learner RationalSpaces EveryElement FileClaim HalfspaceTrace HalfspaceJudge.
From ForcedMistakes Require Import HalfspaceComplete.
From ForcedMistakes Require Import MarginTree Blocks MarginFile.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** * What a witness is *)

(** No row of the tree is longer than [d]. *)
Fixpoint rows_fit (d : nat) (t : target_tree (list Z)) : Prop :=
  match t with
  | Goal v => (length v <= d)%nat
  | Point x minus plus => (length x <= d)%nat /\ rows_fit d minus /\ rows_fit d plus
  end.

(** A mistake tree whose targets also have the margin on the first axes. *)
Definition block_witness (b : block) : Prop :=
  let d := N.to_nat (size b) in
  0 < margin b /\ (reflect b <= size b)%N /\ rows_fit d (rows b) /\
  margin_tree (margin b) (depth (rows b)) (map (fun i => (e i : Qd d, true)) (seq 0 (N.to_nat (reflect b))))
    (map_tree (of_row d) (rows b)).

Definition sum (numbers : list N) : N := fold_right N.add 0%N numbers.

(** A sum of blocks in dimension [d] at δ² = [d2] that forces [k] mistakes, as docs/margin-proofs.md says. *)
Definition blocks_witness (d : N) (d2 : Q) (w : blocks) (k : N) : Prop :=
  0 < d2 /\ Forall block_witness (trees w) /\
  (axes w + sum (map size (trees w)) <= d)%N /\
  inject_Z (Z.of_N (axes w)) * d2 + fold_right Qplus 0 (map (fun b => d2 / margin b) (trees w)) <= 1 /\
  (k <= axes w + sum (map (fun b => reflect b + N.of_nat (depth (rows b)))%N (trees w)))%N.

(** * Every test passes *)

Section Block.

  Context (b : block).
  Let d : nat := N.to_nat (size b).

  Lemma shows_complete (v x : Qd d) (y : bool) (p n m : Z) :
    sign y * inner v x == inject_Z p -> inner v v == inject_Z n -> inner x x == inject_Z m ->
    has_margin (margin b) v (x, y) -> shows (margin b) p n m = true.
  Proof.
    intros of_p of_n of_m [right enough]; cbn [fst snd] in *; unfold shows.
    rewrite of_p in right; change 0 with (inject_Z 0) in right; rewrite <- Zlt_Qlt in right.
    rewrite (proj2 (Z.ltb_lt 0 p) right); apply Z.leb_le; revert enough; rewrite of_n, of_m.
    setoid_replace (inner v x * inner v x) with (inject_Z p * inject_Z p).
    - rewrite <- !inject_Z_mult; unfold Qle, Qmult, inject_Z; cbn [Qnum Qden]; rewrite Pos.mul_1_r, Z.mul_1_r; trivial.
    - rewrite <- of_p; assert (square := sign_squared y).
      setoid_replace (sign y * inner v x * (sign y * inner v x)) with (sign y * sign y * (inner v x * inner v x)) by ring.
      rewrite square; ring.
  Qed.

  Lemma shows_axes_complete (v : list Z) (n : Z) (r : nat) :
    (r <= d)%nat -> inner (of_row d v) (of_row d v) == inject_Z n ->
    Forall (has_margin (margin b) (of_row d v)) (map (fun i => (e i : Qd d, true)) (seq 0 r)) ->
    shows_axes (margin b) n r v = true.
  Proof.
    intros few norm all; assert (each : forall i, (i < r)%nat -> shows (margin b) (nth i v 0%Z) n 1 = true).
    { intros i here; rewrite Forall_map, Forall_forall in all.
      refine (shows_complete _ _ true _ _ _ _ norm _ (all i _)); [| | apply in_seq; lia].
      - rewrite inner_comm; cbn [inner Qd]; rewrite dot_e, (proj2 (Nat.ltb_lt i d)) by lia; unfold of_row; cbn [sign]; ring.
      - cbn [inner Qd]; rewrite dot_e; unfold e; rewrite Nat.eqb_refl, (proj2 (Nat.ltb_lt i d)) by lia; reflexivity. }
    clear - each; revert r each; induction v as [| a v IH]; intros [| r] each; try reflexivity.
    - discriminate (each 0%nat (Nat.lt_0_succ r)).
    - cbn [shows_axes]; rewrite (each 0%nat (Nat.lt_0_succ r) : shows _ a n 1 = true).
      apply IH; intros i here; apply (each (S i)); lia.
  Qed.

  Lemma count_fits (x : list Z) : (length x <= d)%nat -> (count x <=? size b)%N = true.
  Proof. intro few; apply N.leb_le; rewrite count_length; unfold d in few; lia. Qed.

  Lemma positive_norm (x : list Z) : (length x <= d)%nat -> 0 < inner (of_row d x) (of_row d x) -> (0 <? dot_rows x x)%Z = true.
  Proof.
    intros few above; apply Z.ltb_lt; cbn [inner Qd] in above; rewrite (dot_of_rows d x x few) in above.
    rewrite Zlt_Qlt; exact above.
  Qed.

  Lemma check_rows_complete (k : nat) (shown : list (list Z * Z * bool)) (t : target_tree (list Z)) :
    (reflect b <= size b)%N -> Forall (measured b) shown -> rows_fit d t ->
    margin_tree (margin b) k (map (of_shown b) shown ++ map (fun i => (e i : Qd d, true)) (seq 0 (N.to_nat (reflect b))))
      (map_tree (of_row d) t) ->
    check_rows b k shown t = true.
  Proof.
    intro room; revert k shown; induction t as [v | x minus IHminus plus IHplus]; intros [| k] shown known fit;
      cbn [margin_tree map_tree rows_fit check_rows] in *; try contradiction; cbv zeta.
    - intros [above all]; rewrite (count_fits v fit), (positive_norm v fit above); apply Forall_app in all as [all on_axes].
      assert (norm := dot_of_rows d v v fit).
      rewrite (shows_axes_complete v _ (N.to_nat (reflect b)) ltac:(unfold d; lia) norm on_axes).
      apply every_forall; intros [[x m] y] here; rewrite Forall_map, Forall_forall in all; rewrite Forall_forall in known.
      destruct (known _ here) as [small same]; specialize (all _ here); cbn [fst snd] in *; subst m.
      refine (shows_complete _ _ y _ _ _ _ norm (dot_of_rows d x x small) all).
      cbn [inner Qd]; rewrite (dot_of_rows d v x fit); destruct y; cbn [sign]; rewrite ?inject_Z_opp; ring.
    - intros (above & left & right); destruct fit as (small & fit_minus & fit_plus).
      rewrite (count_fits x small), (positive_norm x small above), (IHminus k ((x, dot_rows x x, false) :: shown)).
      + apply IHplus; [constructor; [split; [exact small | reflexivity] | exact known] | exact fit_plus | exact right].
      + constructor; [split; [exact small | reflexivity] | exact known].
      + exact fit_minus.
      + exact left.
  Qed.

  Lemma check_block_complete : block_witness b -> check_block b = true.
  Proof.
    intros (above & room & fit & is_tree); unfold check_block.
    rewrite (proj2 (Z.ltb_lt 0 (Qnum (margin b)))), (proj2 (N.leb_le _ _) room).
    - apply check_rows_complete; [exact room | constructor | exact fit | exact is_tree].
    - unfold Qlt in above; cbn [Qnum Qden] in above; lia.
  Qed.

End Block.

Lemma tree_totals_are (d2 : Q) (l : list block) :
  let '(k, d, n2) := tree_totals d2 l in
  k = sum (map (fun b => reflect b + N.of_nat (depth (rows b)))%N l) /\ d = sum (map size l) /\
  n2 == fold_right Qplus 0 (map (fun b => d2 / margin b) l).
Proof.
  induction l as [| b l IH]; cbn [tree_totals map sum fold_right]; [repeat split; reflexivity |].
  destruct (tree_totals d2 l) as [[k d] n2]; destruct IH as (-> & -> & same).
  repeat split; rewrite Qred_correct, same; reflexivity.
Qed.

(** Axes and mistake trees that are a witness pass the check.
    Idea: every test is one line of the definition; integers decide the margins. *)
Theorem check_blocks_complete (d : N) (d2 : Q) (w : blocks) (k : N) :
  blocks_witness d d2 w k -> check_blocks d d2 w k = true.
Proof.
  intros (above & all & room & norm & few); unfold check_blocks.
  rewrite (proj2 (Z.ltb_lt 0 (Qnum d2))) by (unfold Qlt in above; cbn [Qnum Qden] in above; lia).
  assert (every_block : every check_block (trees w) = true).
  { apply every_forall; intros b here; rewrite Forall_forall in all; apply check_block_complete, all, here. }
  assert (totals := tree_totals_are d2 (trees w)); rewrite every_block.
  destruct (tree_totals d2 (trees w)) as [[more used] n2]; destruct totals as (-> & -> & same).
  rewrite (proj2 (N.leb_le _ _) room), (proj2 (Qle_bool_iff _ 1)), (proj2 (N.leb_le _ _) few); [reflexivity |].
  rewrite same; exact norm.
Qed.

(** * Files *)

Definition certificate_witnessed (c : margin_certificate) : Prop :=
  Forall (blocks_witness (in_dimension c) (at_margin c) (witness c)) (bounds c).

(** The game is realizable, its blocks are a witness of each universal bound, and the other claims hold. *)
Definition trace_witnessed (t : margin_trace) : Prop :=
  game_realizable (game t) /\
  Forall (fun c =>
    match c with
    | UniversalBound k =>
        unit_norm (game t) = true /\
        exists w, lower t = Some w /\ blocks_witness (dimension (game t)) (margin_squared (game t)) w k
    | _ => holds (game t) c
    end) (claims (game t)).

Lemma check_margin_certificate_complete (c : margin_certificate) :
  certificate_witnessed c -> check_margin_certificate c = true.
Proof.
  intro all; apply every_forall; intros k here; unfold certificate_witnessed in all; rewrite Forall_forall in all.
  apply check_blocks_complete, all, here.
Qed.

Lemma check_margin_trace_complete (t : margin_trace) :
  well_formed (game t) -> trace_witnessed t -> check_margin_trace t = true.
Proof.
  intros (ranges & goal & all_known) [good all]; unfold check_margin_trace; rewrite Forall_forall in all.
  rewrite halfspace_check_complete.
  - apply every_forall; intros c here; specialize (all c here); unfold check_margin_claim; destruct c; try reflexivity.
    destruct all as (unit & w & -> & is_witness); rewrite unit; apply check_blocks_complete, is_witness.
  - split; [exact ranges | split; [exact goal |]]; cbn [claims without_bounds].
    apply every_forall; intros c here; apply filter_In in here; rewrite every_forall in all_known; apply all_known, here.
  - split; [exact good |]; apply Forall_forall; cbn [claims without_bounds]; intros c here; apply filter_In in here.
    destruct here as [here other]; specialize (all c here); destruct c; try discriminate other; exact all.
Qed.

Lemma read_margin_well_formed (records : list Json.json) (t : margin_trace) :
  read_margin_trace records = Some t -> well_formed (game t).
Proof.
  unfold read_margin_trace; destruct (read_with _ records) as [g |] eqn:E; [| discriminate].
  apply read_well_formed in E; destruct (TraceLines.split_lines records) as [ls |]; [| discriminate].
  destruct (JsonFields.get _ _) as [j |]; [| discriminate]; destruct (as_object j) as [j' |]; [| discriminate].
  destruct (if unit_norm g then _ else _); [destruct (read_blocks j'); [| discriminate] |]; injection 1 as <-; exact E.
Qed.
