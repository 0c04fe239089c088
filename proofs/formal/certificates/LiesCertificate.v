(** Ranks for games with lies, and for partial classes: docs/finite-proofs.md. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable PartialTable RankCertificate Lies.
Import ListNotations.

Section Check.

  Context (lies : N) (rows : partial_table) (nodes : list node).

  Let n : nat := width rows.

  (** The version space of a node: what its given labels leave. *)
  Definition space_with (m : node) : lying :=
    fold_left (fun V e => after (fst e) (snd e) V) (given m) (map (fun r => (r, lies)) rows).

  (** C(k, ≤ 0), …, C(k, ≤ b): the next row of Pascal's triangle, added up. *)
  Fixpoint next_ways (before : N) (row : list N) : list N :=
    match row with
    | [] => []
    | a :: rest => (a + before)%N :: next_ways a rest
    end.

  Fixpoint ways_row (most k : nat) : list N :=
    match k with
    | O => repeat 1%N (S most)
    | S k => next_ways 0 (ways_row most k)
    end.

  Definition weight_by (ways : list N) (V : lying) : N :=
    fold_left (fun sum r => (sum + nth (N.to_nat (snd r)) ways 0)%N) V 0%N.

  (** The weights sum to below 2^k. Where k is large this is seen from the number of rows. *)
  Definition few_with (k : N) (V : lying) : bool :=
    if (N.size (N.of_nat (length V)) + lies * N.size (k + 1) <=? k)%N then true
    else (weight_by (ways_row (N.to_nat lies) (N.to_nat k)) V <? 2 ^ k)%N.

  (** The labels of the rows that have at least so many lies left, for each number of lies. *)
  Definition levels (labels : partial_row -> partial_row) (W : lying) : list trie :=
    map (fun b => insert_all (map (fun r => word (labels (fst r))) (filter (fun r => (N.of_nat b <=? snd r)%N) W)) Nothing)
      (seq 0 (S (N.to_nat lies))).

  (** Each row of [V] has the labels of a row of [W] that has as many lies left or more. *)
  Definition lies_in (here there : partial_row -> partial_row) (V W : lying) : bool :=
    let known := levels there W in
    every (fun r => contains (word (here (fst r))) (nth (N.to_nat (snd r)) known Nothing)) V.

  (** No two rows give [x] different labels. *)
  Definition no_contradiction (V : lying) (x : nat) : bool :=
    if existsb (fun r => gives (fst r) x true) V then negb (existsb (fun r => gives (fst r) x false) V) else true.

  (** The labels of the points with names; an undefined one stays so. *)
  Definition named_here : list (name nat) -> partial_row -> partial_row := labels_here (Some false).
  Definition named_there : list (name nat) -> partial_row -> partial_row :=
    labels_there (Some false) (fun exchanged => option_map (xorb exchanged)).

  Definition check_names_with (names : list (name nat)) (V W : lying) : bool :=
    if every (fun x =>
        match name_of names x with
        | Nameless => no_contradiction V x
        | Named x' _ => x' <? n
        end) (seq 0 n)
    then lies_in (named_here names) (named_there names) V W
    else false.

  Definition check_move_with (k : N) (V : lying) (m : move) : bool :=
    match nth_error nodes (next m) with
    | None => false
    | Some to =>
        if (rank to <? k)%N
        then
          match renaming m with
          | None => lies_in (fun r => r) (fun r => r) V (space_with to)
          | Some names => check_names_with names V (space_with to)
          end
        else false
    end.

  Definition check_point_with (k : N) (moves : list move) (V : lying) (x : nat) : bool :=
    let minus := after x false V in
    if few_with k minus then true else
    let plus := after x true V in
    if few_with k plus then true else
    match find (fun m => point m =? x) moves with
    | None => false
    | Some m => check_move_with k (if mistake m then plus else minus) m
    end.

  Definition check_node_with (m : node) : bool :=
    let V := space_with m in
    every (check_point_with (rank m) (moves m) V) (seq 0 n).

  Definition check_ranks_with (r : N) : bool :=
    match nodes with
    | {| given := []; rank := k |} :: _ => if (k <=? r)%N then every check_node_with nodes else false
    | _ => false
    end.

  (** ** Weights *)

  Lemma next_ways_nth (before : N) (row : list N) (b : nat) : b < length row ->
    nth b (next_ways before row) 0%N = (nth b row 0 + match b with O => before | S b => nth b row 0 end)%N.
  Proof.
    revert before b; induction row as [| a row IH]; intros before b small; [simpl in small; lia |].
    destruct b as [| b]; simpl; [reflexivity |]; rewrite IH by (simpl in small; lia).
    destruct b; reflexivity.
  Qed.

  Lemma ways_row_nth (most k b : nat) :
    length (ways_row most k) = S most /\ (b <= most -> nth b (ways_row most k) 0%N = ways k (N.of_nat b)).
  Proof.
    assert (next_length : forall before row, length (next_ways before row) = length row)
      by (intros before row; revert before; induction row; intro; simpl; auto).
    revert b; induction k as [| k IH]; intro b; cbn [ways_row].
    - rewrite repeat_length; split; [reflexivity |]; intro small; cbn [ways].
      revert b small; induction most as [| most IHm]; intros [| b] small; simpl; try reflexivity; [lia |].
      apply IHm; lia.
    - rewrite next_length; split; [apply IH; exact 0 |]; intro small.
      rewrite next_ways_nth by (rewrite (proj1 (IH 0)); lia).
      rewrite (proj2 (IH b)) by exact small; cbn [ways]; f_equal.
      destruct b as [| b]; [reflexivity |]; rewrite (proj2 (IH b)) by lia.
      replace (N.pred (N.of_nat (S b))) with (N.of_nat b) by lia; destruct (N.of_nat (S b)) eqn:E; [lia | reflexivity].
  Qed.

  Definition bounded_by (V : lying) : Prop := Forall (fun r => (snd r <= lies)%N) V.

  Lemma weight_by_weight (k : nat) (V : lying) :
    bounded_by V -> weight_by (ways_row (N.to_nat lies) k) V = weight k V.
  Proof.
    intro bounded; unfold weight_by; rewrite <- (N.add_0_l (weight k V)); generalize 0%N at 2 3.
    induction bounded as [| [r b] V small _ IH]; intro sum; cbn [fold_left weight snd]; [lia |].
    cbn [snd] in small; rewrite IH, (proj2 (ways_row_nth _ _ _)) by lia; rewrite N2Nat.id; lia.
  Qed.

  Lemma ways_power (k : nat) (b : N) : (ways k b <= (N.of_nat k + 1) ^ b)%N.
  Proof.
    revert b; induction k as [| k IH]; intro b; cbn [ways].
    - assert (positive := N.pow_nonzero (N.of_nat 0 + 1) b ltac:(lia)); lia.
    - destruct b as [| p]; [specialize (IH 0%N); simpl in *; lia |].
      set (c := N.pred (N.pos p)); assert (whole := IH (N.pos p)); assert (less := IH c).
      replace (N.pos p) with (N.succ c) in * by lia; rewrite N.pow_succ_r' in *.
      assert (monotone : ((N.of_nat k + 1) ^ c <= (N.of_nat (S k) + 1) ^ c)%N) by (apply N.pow_le_mono_l; lia).
      nia.
  Qed.

  Lemma weight_power (k : nat) (V : lying) :
    bounded_by V -> (weight k V <= N.of_nat (length V) * (N.of_nat k + 1) ^ lies)%N.
  Proof.
    induction 1 as [| [r b] V small _ IH]; cbn [weight length]; [lia |]; cbn [snd] in small.
    assert (one := ways_power k b).
    assert (monotone : ((N.of_nat k + 1) ^ b <= (N.of_nat k + 1) ^ lies)%N) by (apply N.pow_le_mono_r; lia).
    nia.
  Qed.

  Lemma few_with_fewer (k : N) (V : lying) : bounded_by V -> few_with k V = true -> fewer n V (N.to_nat k).
  Proof.
    unfold few_with; intros bounded light; apply fewer_by_weight; rewrite N2Nat.id.
    destruct (N.leb_spec (N.size (N.of_nat (length V)) + lies * N.size (k + 1)) k) as [large |].
    - apply N.le_lt_trans with (1 := weight_power (N.to_nat k) V bounded); rewrite N2Nat.id.
      apply N.lt_le_trans with (2 ^ N.size (N.of_nat (length V)) * (2 ^ N.size (k + 1)) ^ lies)%N.
      + assert (rows_few := N.size_gt (N.of_nat (length V))).
        assert (powers : ((k + 1) ^ lies <= (2 ^ N.size (k + 1)) ^ lies)%N)
          by (apply N.pow_le_mono_l, N.lt_le_incl, N.size_gt).
        assert (positive : ((2 ^ N.size (k + 1)) ^ lies <> 0)%N) by (apply N.pow_nonzero, N.pow_nonzero; discriminate).
        nia.
      + rewrite <- N.pow_mul_r, <- N.pow_add_r; apply N.pow_le_mono_r; lia.
    - apply N.ltb_lt in light; rewrite <- (weight_by_weight _ V bounded); exact light.
  Qed.

  (** ** Moves *)

  Lemma after_bounded (V : lying) (x : nat) (y : bool) : bounded_by V -> bounded_by (after x y V).
  Proof.
    induction 1 as [| [r b] V small _ IH]; cbn [after]; [constructor |]; cbn [snd] in small.
    destruct (gives r x y); [constructor; assumption |].
    destruct b; [exact IH | constructor; [cbn [snd]; lia | exact IH]].
  Qed.

  Lemma space_bounded (m : node) : bounded_by (space_with m).
  Proof.
    unfold space_with; assert (start : bounded_by (map (fun r => (r, lies)) rows))
      by (apply Forall_map, Forall_forall; intros r _; apply N.le_refl).
    revert start; generalize (map (fun r => (r, lies)) rows).
    induction (given m) as [| [x y] rest IH]; intros V start; [exact start |].
    cbn [fold_left]; apply IH, after_bounded, start.
  Qed.

  Lemma levels_contain (there : partial_row -> partial_row) (W : lying) (l : partial_row) (b : N) :
    (b <= lies)%N ->
    contains (word l) (nth (N.to_nat b) (levels there W) Nothing) = true <->
    exists d b', In (d, b') W /\ (b <= b')%N /\ l = there d.
  Proof.
    intro small; set (level := fun b => insert_all (map (fun r => word (there (fst r)))
      (filter (fun r => (N.of_nat b <=? snd r)%N) W)) Nothing).
    replace (nth (N.to_nat b) (levels there W) Nothing) with (level (N.to_nat b)).
    - unfold level; rewrite contains_insert_all, in_map_iff, N2Nat.id; split.
      + intros [((d & b') & same & here) |]; [| discriminate]; apply filter_In in here as [here more]; cbn [fst snd] in *.
        exists d, b'; split; [exact here | split; [apply N.leb_le, more | apply word_injective; congruence]].
      + intros (d & b' & here & more & ->); left; exists (d, b'); split; [reflexivity |]; apply filter_In.
        split; [exact here | apply N.leb_le, more].
    - unfold levels; rewrite nth_indep with (d' := level 0) by (rewrite map_length, seq_length; lia).
      rewrite (map_nth level (seq 0 (S (N.to_nat lies))) 0), seq_nth by lia; reflexivity.
  Qed.

  Lemma lies_in_spec (here there : partial_row -> partial_row) (V W : lying) :
    bounded_by V ->
    lies_in here there V W = true <->
    forall r b, In (r, b) V -> exists d b', In (d, b') W /\ (b <= b')%N /\ here r = there d.
  Proof.
    intro bounded; unfold bounded_by in bounded; rewrite Forall_forall in bounded.
    unfold lies_in; cbv zeta; rewrite every_forall; split.
    - intros all r b found; apply levels_contain; [exact (bounded _ found) | exact (all _ found)].
    - intros all [r b] found; apply levels_contain; [exact (bounded _ found) | exact (all r b found)].
  Qed.

  Lemma no_contradiction_spec (V : lying) (x : nat) :
    no_contradiction V x = true <->
    forall r b r' b' y, In (r, b) V -> In (r', b') V -> gives r x y = true -> gives r' x (negb y) = false.
  Proof.
    unfold no_contradiction; split.
    - intros fine r b r' b' y here other yes; destruct (gives r' x (negb y)) eqn:no; [| reflexivity].
      assert (some : forall z, gives r x z = true \/ gives r' x z = true -> existsb (fun r => gives (fst r) x z) V = true).
      { intros z found; apply existsb_exists; destruct found; [exists (r, b) | exists (r', b')]; split; assumption. }
      rewrite (some true), (some false) in fine by (destruct y; auto); discriminate fine.
    - intro fine; destruct (existsb _ V) eqn:plus; [| reflexivity].
      apply existsb_exists in plus as ((r & b) & here & plus); apply negb_true_iff.
      destruct (existsb _ V) eqn:minus; [| reflexivity]; apply existsb_exists in minus as ((r' & b') & other & minus).
      specialize (fine r b r' b' true here other plus); cbn [negb fst] in *; congruence.
  Qed.

  Lemma check_names_with_sound (names : list (name nat)) (V W : lying) :
    bounded_by V -> check_names_with names V W = true -> leads_to n (name_of names) V W.
  Proof.
    unfold check_names_with; intro bounded; destruct (every _ (seq 0 n)) eqn:named; [| discriminate].
    rewrite every_forall in named; intros inner r b found.
    destruct (proj1 (lies_in_spec _ _ _ _ bounded) inner r b found) as (d & b' & there & more & same).
    exists d, b'; split; [exact there | split; [exact more |]]; intros x small.
    specialize (named x); rewrite in_seq in named; specialize (named (conj (Nat.le_0_l x) small)).
    destruct (name_of names x) as [| x' exchanged] eqn:E.
    - intros r' b'' y other yes; exact (proj1 (no_contradiction_spec V x) named r b r' b'' y found other yes).
    - split; [apply Nat.ltb_lt, named | exact (proj1 (same_labels _ _ names r d) same x x' exchanged E)].
  Qed.

  Lemma check_move_with_sound (k : N) (V : lying) (m : move) :
    0 < n -> bounded_by V -> check_move_with k V m = true ->
    exists to, In to nodes /\ N.to_nat (rank to) < N.to_nat k /\ forall j, fewer n (space_with to) j -> fewer n V j.
  Proof.
    unfold check_move_with; intros some bounded.
    destruct (nth_error nodes (next m)) as [to |] eqn:E; [| discriminate].
    destruct (N.ltb_spec (rank to) k) as [lower |]; [| discriminate].
    intro inner; exists to; split; [exact (nth_error_In _ _ E) | split; [lia |]]; intros j enough.
    destruct (renaming m) as [names |].
    - apply (fewer_renamed n (name_of names)) with (space_with to); [exact some | | exact enough].
      apply check_names_with_sound; assumption.
    - apply (fewer_weaken n V (space_with to) j); [| apply Nat.le_refl | exact enough].
      intros r b found; destruct (proj1 (lies_in_spec _ _ _ _ bounded) inner r b found) as (d & b' & there & more & ->).
      exists b'; split; assumption.
  Qed.

  Lemma check_nodes_with_sound (k : nat) :
    (forall m, In m nodes -> check_node_with m = true) ->
    forall m, In m nodes -> N.to_nat (rank m) = k -> at_most n (space_with m) k.
  Proof.
    intro all; induction k as [k IH] using lt_wf_ind; intros m here same.
    apply at_most_step; intros x small.
    assert (right := all m here); unfold check_node_with in right; cbv zeta in right; rewrite every_forall in right.
    specialize (right x); rewrite in_seq in right; specialize (right (conj (Nat.le_0_l x) small)).
    unfold check_point_with in right; cbv zeta in right.
    assert (bounded := space_bounded m).
    destruct (few_with (rank m) (after x false (space_with m))) eqn:minus.
    { exists false; rewrite <- same; apply few_with_fewer; [apply after_bounded, bounded | exact minus]. }
    destruct (few_with (rank m) (after x true (space_with m))) eqn:plus.
    { exists true; rewrite <- same; apply few_with_fewer; [apply after_bounded, bounded | exact plus]. }
    destruct (find _ (moves m)) as [mv |]; [| discriminate].
    replace (if mistake mv then _ else _) with (after x (mistake mv) (space_with m)) in right
      by (destruct (mistake mv); reflexivity).
    apply check_move_with_sound in right; [| lia | apply after_bounded, bounded]; destruct right as (to & there & lower & enough).
    exists (mistake mv); apply enough.
    assert (below := IH (N.to_nat (rank to)) ltac:(lia) to there eq_refl).
    apply (fewer_weaken n (space_with to) (space_with to) (S (N.to_nat (rank to)))); [| lia | exact below].
    intros r b found; exists b; split; [exact found | apply N.le_refl].
  Qed.

  (** If the ranks are right in games with so many lies, some deterministic learner errs at most [r] times on every
      sequence that a concept explains but for the lies.
      Source: docs/finite-proofs.md, "Lies".
      Idea: as without lies; where few rows are left, weighted majority is their learner. *)
  Theorem check_ranks_with_sound (r : N) : check_ranks_with r = true -> suffices_with lies rows (N.to_nat r).
  Proof.
    unfold check_ranks_with; destruct nodes as [| m rest] eqn:E; [discriminate |]; rewrite <- E.
    destruct m as [[| g gs] k ms]; [| discriminate].
    destruct (N.leb_spec k r) as [le |]; [| discriminate]; rewrite every_forall; intro all.
    assert (first : In {| given := []; rank := k; moves := ms |} nodes) by (rewrite E; left; reflexivity).
    destruct (check_nodes_with_sound (N.to_nat k) all _ first eq_refl) as [L bound].
    exists L; intros s (here & row & found & few); specialize (bound s here).
    enough (errors L s < S (N.to_nat k)) by lia; apply bound; exists row, lies; split; [| exact few].
    unfold space_with; cbn [given fold_left]; apply in_map_iff; exists row; auto.
  Qed.

End Check.
