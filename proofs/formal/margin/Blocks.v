(** Sums of blocks: a witness that mistakes are forced in the margin game, and a check of it in integers. *)

From Coq Require Import QArith List Bool NArith ZArith Lia.
From ForcedMistakes Require Import Learner RationalSpaces EveryElement MarginGame MarginTree.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** A mistake tree in directions of so many integers, below as many axes as [reflect] says: e₁, e₂, … are above the root. *)
Record block : Type := { size : N; reflect : N; margin : Q; rows : target_tree (list Z) }.

(** Axes, on each of which one mistake is forced, and trees: each of them on coordinates of its own. *)
Record blocks : Type := { axes : N; trees : list block }.

(** * How it is checked *)

Fixpoint dot_rows (x y : list Z) : Z :=
  match x, y with
  | a :: x, b :: y => a * b + dot_rows x y
  | _, _ => 0
  end%Z.

(** The product [p] of a label and of two directions with these norms² shows a margin² of [d2]. *)
Definition shows (d2 : Q) (p n m : Z) : bool :=
  (0 <? p)%Z and_then (Qnum d2 * (n * m) <=? p * p * Zpos (Qden d2))%Z.

(** The target has the margin on the first axes. *)
Fixpoint shows_axes (d2 : Q) (n : Z) (count : nat) (v : list Z) : bool :=
  match count, v with
  | O, _ => true
  | S more, a :: v => shows d2 a n 1 and_then shows_axes d2 n more v
  | S _, [] => false
  end.

(** Points that are shown: directions, norms² and labels. *)
Fixpoint check_rows (b : block) (k : nat) (shown : list (list Z * Z * bool)) (t : target_tree (list Z)) : bool :=
  match k, t with
  | O, Goal v =>
      let n := dot_rows v v in
      (count v <=? size b)%N and_then (0 <? n)%Z and_then
      shows_axes (margin b) n (N.to_nat (reflect b)) v and_then
      every (fun e : list Z * Z * bool => let '(x, m, y) := e in
        let p := dot_rows v x in shows (margin b) (if y then p else - p)%Z n m) shown
  | S k, Point x minus plus =>
      let n := dot_rows x x in
      (count x <=? size b)%N and_then (0 <? n)%Z and_then
      check_rows b k ((x, n, false) :: shown) minus and_then
      check_rows b k ((x, n, true) :: shown) plus
  | _, _ => false
  end.

Fixpoint depth {V : Type} (t : target_tree V) : nat :=
  match t with
  | Goal _ => O
  | Point _ minus _ => S (depth minus)
  end.

Definition check_block (b : block) : bool :=
  (0 <? Qnum (margin b))%Z and_then (reflect b <=? size b)%N and_then check_rows b (depth (rows b)) [] (rows b).

(** How many mistakes the trees force, on how many coordinates, and the norm² of the sum of their targets. *)
Fixpoint tree_totals (d2 : Q) (l : list block) : N * N * Q :=
  match l with
  | [] => (0%N, 0%N, 0)
  | b :: rest =>
      let '(k, d, n2) := tree_totals d2 rest in
      ((reflect b + N.of_nat (depth (rows b)) + k)%N, (size b + d)%N, Qred (d2 / margin b + n2))
  end.

(** [k] mistakes are shown to be forced in dimension [d] at margin δ. *)
Definition check_blocks (d : N) (d2 : Q) (w : blocks) (k : N) : bool :=
  (0 <? Qnum d2)%Z and_then every check_block (trees w) and_then
  let '(more, used, n2) := tree_totals d2 (trees w) in
  (axes w + used <=? d)%N and_then
  Qle_bool (inject_Z (Z.of_N (axes w)) * d2 + n2) 1 and_then
  (k <=? axes w + more)%N.

(** * It is right *)

(** Row [x] is the vector of its integers. *)
Definition of_row (d : nat) (x : list Z) : Qd d := fun i => inject_Z (nth i x 0%Z).

Lemma dot_first (d : nat) (x y : nat -> Q) : dot (S d) x y == x 0%nat * y 0%nat + dot d (fun i => x (S i)) (fun i => y (S i)).
Proof.
  induction d as [| d IH]; [cbn [dot]; ring |].
  change (dot (S (S d)) x y) with (dot (S d) x y + x (S d) * y (S d)); rewrite IH; cbn [dot]; ring.
Qed.

Lemma dot_of_nil (d : nat) (y : nat -> Q) : dot d (of_row d []) y == 0.
Proof.
  induction d as [| n IH]; cbn [dot]; [reflexivity |].
  unfold of_row in *; rewrite IH; destruct n; cbn [nth]; change (inject_Z 0) with 0; ring.
Qed.

Lemma dot_of_rows (d : nat) (x y : list Z) : (length x <= d)%nat -> dot d (of_row d x) (of_row d y) == inject_Z (dot_rows x y).
Proof.
  revert d y; induction x as [| a x IH]; intros d y small; [apply dot_of_nil |].
  destruct y as [| c y]; [assert (swapped := inner_comm (Qd d) (of_row d (a :: x)) (of_row d [])); cbn [inner Qd] in swapped;
    rewrite swapped; apply dot_of_nil |].
  destruct d as [| d]; cbn [length] in small; [lia |]; rewrite dot_first; cbn [dot_rows].
  rewrite inject_Z_plus, inject_Z_mult, <- (IH d y) by lia; reflexivity.
Qed.

Section Soundness.

  Context (b : block).
  Let d : nat := N.to_nat (size b).

  Lemma shows_margin (v x : Qd d) (y : bool) (p n m : Z) :
    sign y * inner v x == inject_Z p -> inner v v == inject_Z n -> inner x x == inject_Z m ->
    shows (margin b) p n m = true -> has_margin (margin b) v (x, y).
  Proof.
    intros of_p of_n of_m; unfold shows; destruct (Z.ltb_spec 0 p) as [right |]; [| discriminate].
    intro enough; apply Z.leb_le in enough; split; cbn [fst snd].
    - rewrite of_p; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact right.
    - rewrite of_n, of_m; setoid_replace (inner v x * inner v x) with (inject_Z p * inject_Z p).
      + rewrite <- !inject_Z_mult; unfold Qle, Qmult, inject_Z; cbn [Qnum Qden].
        rewrite Pos.mul_1_r, Z.mul_1_r; exact enough.
      + rewrite <- of_p; assert (square := sign_squared y).
        setoid_replace (sign y * inner v x * (sign y * inner v x)) with (sign y * sign y * (inner v x * inner v x)) by ring.
        rewrite square; ring.
  Qed.

  Lemma fits (x : list Z) : (count x <=? size b)%N = true -> (length x <= d)%nat.
  Proof. rewrite count_length; intro few; apply N.leb_le in few; unfold d; lia. Qed.

  Definition of_shown (e : list Z * Z * bool) : example (Qd d) := (of_row d (fst (fst e)), snd e).

  (** What is known of a point that is shown. *)
  Definition measured (e : list Z * Z * bool) : Prop :=
    (length (fst (fst e)) <= d)%nat /\ dot_rows (fst (fst e)) (fst (fst e)) = snd (fst e).

  Lemma shows_axes_margin (v : list Z) (n : Z) (r : nat) :
    (length v <= d)%nat -> dot d (of_row d v) (of_row d v) == inject_Z n ->
    shows_axes (margin b) n r v = true ->
    Forall (has_margin (margin b) (of_row d v)) (map (fun i => (e i : Qd d, true)) (seq 0 r)).
  Proof.
    intros small norm right.
    assert (each : forall i, (i < r)%nat -> (i < length v)%nat /\ shows (margin b) (nth i v 0%Z) n 1 = true).
    { clear - right; revert r right; induction v as [| a v IH]; intros [| r] right i here; try lia; [discriminate |].
      cbn [shows_axes] in right; destruct (shows (margin b) a n 1) eqn:first; [| discriminate].
      destruct i as [| i]; cbn [nth length]; [split; [lia | exact first] |].
      destruct (IH r right i) as [less shown]; [lia |]; split; [lia | exact shown]. }
    apply Forall_map, Forall_forall; intros i here; apply in_seq in here; destruct (each i) as [less shown]; [lia |].
    revert shown; apply shows_margin; [| exact norm |].
    - rewrite inner_comm; cbn [inner Qd]; rewrite dot_e, (proj2 (Nat.ltb_lt i d)) by lia; unfold of_row; cbn [sign]; ring.
    - cbn [inner Qd]; rewrite dot_e; unfold e; rewrite Nat.eqb_refl, (proj2 (Nat.ltb_lt i d)) by lia; reflexivity.
  Qed.

  Lemma check_rows_sound (k : nat) (shown : list (list Z * Z * bool)) (t : target_tree (list Z)) :
    Forall measured shown -> check_rows b k shown t = true ->
    margin_tree (margin b) k (map of_shown shown ++ map (fun i => (e i : Qd d, true)) (seq 0 (N.to_nat (reflect b))))
      (map_tree (of_row d) t).
  Proof.
    revert k shown; induction t as [v | x minus IHminus plus IHplus]; intros [| k] shown known; cbn [check_rows];
      try discriminate; cbv zeta.
    - destruct (count v <=? size b)%N eqn:few; [| discriminate]; apply fits in few.
      destruct (Z.ltb_spec 0 (dot_rows v v)) as [positive |]; [| discriminate].
      destruct (shows_axes _ _ _ _) eqn:on_axes; [| discriminate]; intro all; apply every_Forall in all.
      assert (norm := dot_of_rows d v v few); cbn [margin_tree map_tree]; split.
      + cbn [inner Qd]; rewrite norm; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact positive.
      + apply Forall_app; split; [| exact (shows_axes_margin v _ _ few norm on_axes)].
        apply Forall_map; rewrite Forall_forall in known, all |- *; intros [[x m] y] here.
        destruct (known _ here) as [small same]; specialize (all _ here); cbn [fst snd] in *; subst m; unfold of_shown; cbn [fst snd].
        revert all; apply shows_margin; [| exact norm | exact (dot_of_rows d x x small)].
        cbn [inner Qd]; rewrite (dot_of_rows d v x few); destruct y; cbn [sign]; rewrite ?inject_Z_opp; ring.
    - destruct (count x <=? size b)%N eqn:few; [| discriminate]; apply fits in few.
      destruct (Z.ltb_spec 0 (dot_rows x x)) as [positive |]; [| discriminate].
      destruct (check_rows b k _ minus) eqn:left; [| discriminate]; intro right.
      cbn [margin_tree map_tree]; split; [| split].
      + cbn [inner Qd]; rewrite (dot_of_rows d x x few); change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact positive.
      + apply (IHminus k ((x, dot_rows x x, false) :: shown)); [constructor; [split; [exact few | reflexivity] |] |]; assumption.
      + apply (IHplus k ((x, dot_rows x x, true) :: shown)); [constructor; [split; [exact few | reflexivity] |] |]; assumption.
  Qed.

  (** A block that is accepted forces as many mistakes as the tree is deep, with its axes.
      Source: docs/margin-proofs.md, "Lower bounds".
      Idea: integers decide the margins; the tree with its axes is a mistake tree, by [reflected_is_margin_tree]. *)
  Theorem check_block_sound :
    check_block b = true ->
    0 < margin b /\ multiples_force (Qd d) 1 (margin b) (N.to_nat (reflect b) + depth (rows b)).
  Proof.
    unfold check_block; destruct (Z.ltb_spec 0 (Qnum (margin b))) as [positive |]; [| discriminate].
    destruct (N.leb_spec (reflect b) (size b)) as [few |]; [| discriminate]; intro right.
    split; [unfold Qlt; cbn [Qnum Qden]; lia |].
    apply (check_rows_sound _ [] _ (Forall_nil _)) in right; cbn [map app] in right.
    assert (is_tree := reflected_is_margin_tree (d := d) (seq 0 (N.to_nat (reflect b))) (margin b) (depth (rows b)) []
      (map_tree (of_row d) (rows b)) (seq_NoDup _ _)).
    rewrite seq_length, app_nil_r in is_tree.
    apply (margin_tree_forces (V := Qd d) _ _ (reflected (seq 0 (N.to_nat (reflect b))) (map_tree (of_row d) (rows b)))), is_tree.
    - apply Forall_forall; intros i here; apply in_seq in here; unfold d; lia.
    - constructor.
    - exact right.
  Qed.

End Soundness.

(** One mistake on the line at margin 1: its points are 1 and -1. *)
Lemma axis_forces : multiples_force (Qd 1) 1 1 1.
Proof.
  apply (margin_tree_forces (V := Qd 1) _ _ (reflected [0%nat] (Goal (e 0 : Qd 1)))).
  apply (reflected_is_margin_tree [0%nat] 1 0 []); [repeat constructor; intros [] | repeat constructor | constructor |].
  repeat split; repeat constructor; discriminate.
Qed.

(** What is forced at margin μ with targets of norm 1 is forced at margin δ with targets of norm δ/μ. *)
Lemma forced_at (V : space rational_field) (d2 m2 : Q) (k : nat) :
  0 < d2 -> 0 < m2 -> multiples_force V 1 m2 k -> multiples_force V (d2 / m2) d2 k.
Proof.
  intros positive of_m forced.
  assert (ratio : 0 < d2 / m2) by (apply Qlt_shift_div_l; lra).
  apply (multiples_force_scaled V (d2 / m2)) in forced; [| exact ratio].
  revert forced; apply multiples_force_weaken; [rewrite Qmult_1_r; apply Qle_refl | | lia].
  rewrite Qmult_comm, Qmult_div_r by lra; apply Qle_refl.
Qed.

Lemma axes_force (d2 : Q) (n : nat) : 0 < d2 -> multiples_force (Qd n) (number n * d2) d2 n.
Proof.
  intro positive; induction n as [| n IH].
  - apply (multiples_force_weaken _ 0 _ d2 _ _ 0); [rewrite number_0; lra | apply Qle_refl | lia | apply nothing_forced].
  - assert (one := forced_at (Qd 1) d2 1 1 positive eq_refl axis_forces).
    assert (all := dimensions_add 1 n _ _ _ _ _ one IH); revert all; cbn [Nat.add].
    apply multiples_force_weaken; [| apply Qle_refl | lia].
    rewrite number_S; setoid_replace (d2 / 1) with d2 by field; lra.
Qed.

Lemma trees_force (d2 : Q) (l : list block) :
  0 < d2 -> every check_block l = true ->
  let '(k, d, n2) := tree_totals d2 l in multiples_force (Qd (N.to_nat d)) n2 d2 (N.to_nat k).
Proof.
  intros positive right; apply every_Forall in right; induction right as [| b l good _ IH]; cbn [tree_totals].
  - apply nothing_forced.
  - destruct (tree_totals d2 l) as [[k d] n2]; apply check_block_sound in good as [above forced].
    apply (forced_at _ d2) in forced; [| exact positive | exact above].
    assert (both := dimensions_add _ _ _ _ _ _ _ forced IH).
    rewrite <- N2Nat.inj_add in both; revert both; apply multiples_force_weaken; [| apply Qle_refl | lia].
    rewrite Qred_correct; apply Qle_refl.
Qed.

(** A sum of axes and mistake trees that is accepted proves its bound: every deterministic learner errs at least k times on
    points of norm 1 in dimension d, on which a target of norm at most 1 has margin δ.
    Source: docs/margin-proofs.md, "A sum".
    Idea: play the blocks one after the other; targets times δ/δᵢ have norm² Σ δ²/δᵢ² in all. *)
Theorem check_blocks_sound (d : N) (d2 : Q) (w : blocks) (k : N) :
  check_blocks d d2 w k = true -> multiples_force (Qd (N.to_nat d)) 1 d2 (N.to_nat k).
Proof.
  unfold check_blocks; destruct (Z.ltb_spec 0 (Qnum d2)) as [above |]; [| discriminate].
  assert (positive : 0 < d2) by (unfold Qlt; cbn [Qnum Qden]; lia).
  destruct (every check_block (trees w)) eqn:right; [| discriminate].
  apply (trees_force d2 (trees w) positive) in right; destruct (tree_totals d2 (trees w)) as [[more used] n2].
  destruct (N.leb_spec (axes w + used) d) as [room |]; [| discriminate].
  destruct (Qle_bool _ 1) eqn:norm; [| discriminate]; apply Qle_bool_iff in norm; intro few; apply N.leb_le in few.
  assert (blocks_force := dimensions_add _ _ _ _ _ _ _ (axes_force d2 (N.to_nat (axes w)) positive) right).
  assert (in_d := dimensions_add _ _ _ _ _ _ _ blocks_force (nothing_forced (Qd (N.to_nat d - (N.to_nat (axes w) + N.to_nat used))) d2)).
  replace (N.to_nat (axes w) + N.to_nat used + (N.to_nat d - (N.to_nat (axes w) + N.to_nat used)))%nat
    with (N.to_nat d) in in_d by lia.
  revert in_d; apply multiples_force_weaken; [| apply Qle_refl | lia].
  rewrite N_nat_Z; lra.
Qed.
