(** Nodes with ranks in a certificate: an upper bound on the mistakes of one learner.

    A node has given labels. Its space is the set of concepts that have them, and its rank is how often its learner errs
    at most. At every point there is a label such that a mistake leaves few concepts, or a move leads to a node of
    lower rank whose space has all that are left, perhaps under other names. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Halving Strategy ConceptTable.
Import ListNotations.

(** A node as in docs/finite-proofs.md. *)
Record move : Type := {
  point : nat;
  mistake : bool;  (* the label that the learner does not predict: after a mistake, that of all concepts left *)
  next : nat;  (* a node *)
  renaming : option (list (name nat))  (* the name of each point at the next node, in order; then there are no more *)
}.

Record node : Type := {
  given : list (nat * bool);
  rank : N;
  moves : list move
}.

(** * Names of points *)

Definition name_of (names : list (name nat)) (x : nat) : name nat := nth x names Nameless.

Section Names.

  (** Labels, that of the points beyond the end of a row, and what an exchange of the two labels does to one. *)
  Context {A : Type} (beyond : A) (exchange : bool -> A -> A).

  (** The labels that a row gives to the points with names: as points of this node, and as points of the next one. *)
  Fixpoint labels_here (names : list (name nat)) (r : list A) : list A :=
    match names with
    | [] => []
    | Nameless :: rest => labels_here rest (tl r)
    | Named _ _ :: rest => hd beyond r :: labels_here rest (tl r)
    end.

  Fixpoint labels_there (names : list (name nat)) (r : list A) : list A :=
    match names with
    | [] => []
    | Nameless :: rest => labels_there rest r
    | Named x' exchanged :: rest => exchange exchanged (nth x' r beyond) :: labels_there rest r
    end.

  (** Rows with the same labels at the points with names are one concept under two names. *)
  Lemma same_labels (names : list (name nat)) (c d : list A) :
    labels_here names c = labels_there names d <->
    forall x x' exchanged, name_of names x = Named x' exchanged -> nth x c beyond = exchange exchanged (nth x' d beyond).
  Proof.
    assert (tail : forall c x, nth (S x) c beyond = nth x (tl c) beyond) by (intros [| y l] [| x]; reflexivity).
    assert (head : forall c, nth 0 c beyond = hd beyond c) by (intros []; reflexivity).
    revert c; induction names as [| n names IH]; intro c; [split; [intros _ [| x]; discriminate | reflexivity] |]; split.
    - intros same [| x] x' exchanged E.
      + unfold name_of in E; cbn [nth] in E; subst n; injection same as same _; rewrite head; exact same.
      + rewrite tail; apply (IH (tl c)); [destruct n; [exact same | injection same; auto] | exact E].
    - intro same; assert (rest : labels_here names (tl c) = labels_there names d)
        by (apply IH; intros x x' exchanged E; rewrite <- tail; exact (same (S x) x' exchanged E)).
      destruct n as [| x' exchanged]; cbn [labels_here labels_there]; [exact rest |].
      rewrite rest, <- head; f_equal; exact (same 0 x' exchanged eq_refl).
  Qed.

End Names.

Section Check.

  Context (rows : table) (nodes : list node).

  Let points : list nat := seq 0 (width rows).

  (** * Maps: the rows of [V] are rows of [W] under other names. *)

  (** All rows give [x] the same label. *)
  Definition agreed (V : table) (x : nat) : bool :=
    match V with
    | [] => true
    | r :: rest => let y := label r x in every (fun r' => eqb (label r' x) y) rest
    end.

  (** Where points have no name all rows of [V] agree, and elsewhere each has the labels of a row of [W]. *)
  Definition check_names (names : list (name nat)) (V W : table) : bool :=
    if every (fun x => match name_of names x with Nameless => agreed V x | Named _ _ => true end) points
    then
      let labels := insert_all (map (labels_there false xorb names) W) Nothing in
      every (fun r => contains (labels_here false names r) labels) V
    else false.

  Lemma agreed_same (V : table) (x : nat) (r r' : row) :
    agreed V x = true -> In r V -> In r' V -> label r' x = label r x.
  Proof.
    destruct V as [| r0 V]; simpl; [tauto |]; rewrite every_forall; intros H Hr Hr'.
    assert (Hall : forall s, r0 = s \/ In s V -> label s x = label r0 x).
    { intros s [<- | Hs]; [reflexivity | apply eqb_prop, (H s Hs)]. }
    rewrite (Hall r Hr), (Hall r' Hr'); reflexivity.
  Qed.

  Lemma check_names_sound (names : list (name nat)) (V W : table) :
    incl V rows -> check_names names V W = true -> leads (name_of names) (class_of V) (class_of W).
  Proof.
    unfold check_names; cbv zeta; intro Hincl.
    destruct (every _ points) eqn:Hagreed; [| discriminate].
    rewrite every_forall in Hagreed; rewrite every_forall; intros H c Hc.
    apply in_map_iff in Hc; destruct Hc as (r & <- & Hr).
    specialize (H r Hr); rewrite contains_insert_all in H; destruct H as [H | H]; [| discriminate].
    apply in_map_iff in H; destruct H as (d & Hd & Hin).
    exists (label d); split; [apply in_map, Hin |]; intro x.
    destruct (name_of names x) as [| x' exchanged] eqn:E; [| exact (proj1 (same_labels false xorb names r d) (eq_sym Hd) x x' exchanged E)].
    intros c' Hc'; destruct (Nat.ltb_spec x (width rows)) as [Hx | Hx].
    - apply in_map_iff in Hc'; destruct Hc' as (r' & <- & Hr').
      apply agreed_same with V; try assumption.
      specialize (Hagreed x); rewrite E in Hagreed; apply Hagreed, in_seq; lia.
    - rewrite (bounded_class rows V Hincl c' x Hc' Hx).
      symmetry; apply (bounded_class rows V Hincl); [apply in_map, Hr | exact Hx].
  Qed.

  (** * Nodes *)

  (** The version space of a node: the rows that have its given labels. *)
  Definition space (n : node) : table := filter (agrees (given n)) rows.

  (** Fewer than 2^k rows, where 2^k may be huge: their number has at most k binary digits. *)
  Definition few (k : N) (V : table) : bool := (N.size (N.of_nat (length V)) <=? k)%N.

  (** The move leads from a node of rank [k] to one of lower rank, whose space has all rows of [V]. *)
  Definition check_move (k : N) (V : table) (m : move) : bool :=
    match nth_error nodes (next m) with
    | None => false
    | Some n =>
        if (rank n <? k)%N
        then
          match renaming m with
          | None => every (agrees (given n)) V
          | Some names => check_names names V (space n)
          end
        else false
    end.

  (** At the point [x] a mistake leaves [minus] if its label is -1, and [plus] if it is +1. One of the two has to be
      small, or there is a move that leads it on. *)
  Definition check_point (k : N) (moves : list move) (minus plus : table) (x : nat) : bool :=
    if few k minus then true else
    if few k plus then true else
    match find (fun m => point m =? x) moves with
    | None => false
    | Some m => check_move k (if mistake m then plus else minus) m
    end.

  (** Point after point. Each row comes with what is left of it from the point on, so that no label has to be looked
      up. *)
  Fixpoint check_points (k : N) (moves : list move) (V : list (row * row)) (xs : list nat) : bool :=
    match xs with
    | [] => true
    | x :: rest =>
        let minus := map snd (filter (fun r => negb (hd false (fst r))) V) in
        let plus := map snd (filter (fun r => hd false (fst r)) V) in
        if check_point k moves minus plus x
        then check_points k moves (map (fun r => (tl (fst r), snd r)) V) rest
        else false
    end.

  Definition check_node (n : node) : bool :=
    check_points (rank n) (moves n) (map (fun r => (r, r)) (space n)) points.

  (** Node 0 has all concepts. *)
  Definition check_ranks (r : N) : bool :=
    match nodes with
    | {| given := []; rank := k |} :: _ => if (k <=? r)%N then every check_node nodes else false
    | _ => false
    end.

  (** * Soundness of nodes *)

  Lemma space_incl (n : node) : incl (space n) rows.
  Proof. intros r Hr; apply filter_In in Hr; apply Hr. Qed.

  (** What is left of each row, from point [x] on, together with the row. *)
  Let from (x : nat) (V : table) : list (row * row) := map (fun r => (skipn x r, r)) V.

  Lemma filter_from (x : nat) (V : table) (y : bool) (f : bool -> bool) :
    (forall b, f b = eqb b y) ->
    map snd (filter (fun r => f (hd false (fst r))) (from x V)) = with_label V x y.
  Proof.
    intro Hf; induction V as [| r V IH]; simpl; [reflexivity |].
    replace (hd false (skipn x r)) with (label r x).
    - rewrite Hf; destruct (eqb (label r x) y); simpl; rewrite IH; reflexivity.
    - clear; revert r; induction x as [| x IH]; intros [| b r]; try reflexivity; apply IH.
  Qed.

  Lemma from_next (x : nat) (V : table) : map (fun r => (tl (fst r), snd r)) (from x V) = from (S x) V.
  Proof.
    unfold from; rewrite map_map; apply map_ext; intro r; simpl; f_equal.
    revert r; induction x as [| x IH]; intros [| b r]; simpl; try reflexivity; rewrite <- IH; reflexivity.
  Qed.

  Lemma check_points_each (k : N) (ms : list move) (V : table) (start n : nat) :
    check_points k ms (from start V) (seq start n) = true ->
    forall x, start <= x < start + n -> check_point k ms (with_label V x false) (with_label V x true) x = true.
  Proof.
    revert start; induction n as [| n IH]; intros start H x Hx; [lia |].
    cbn [check_points seq] in H; cbv zeta in H.
    rewrite (filter_from start V false negb), (filter_from start V true (fun b => b)), from_next in H
      by (intros []; reflexivity).
    destruct (check_point _ _ _ _ start) eqn:E; [| discriminate H].
    destruct (Nat.eq_dec x start) as [-> | Hne]; [exact E | apply (IH (S start) H); lia].
  Qed.

  Lemma few_less (k : N) (V : table) : few k V = true -> length V < 2 ^ N.to_nat k.
  Proof.
    unfold few; rewrite N.leb_le; intro H.
    assert (Hlt : (N.of_nat (length V) < 2 ^ k)%N).
    { apply N.lt_le_trans with (2 ^ N.size (N.of_nat (length V)))%N; [apply N.size_gt |].
      apply N.pow_le_mono_r; [discriminate | exact H]. }
    apply Nat.compare_lt_iff; rewrite <- (Nat2N.id (length V)) at 1.
    replace (2 ^ N.to_nat k) with (N.to_nat (2 ^ k)).
    - rewrite <- N2Nat.inj_compare; exact Hlt.
    - rewrite <- (N2Nat.id k) at 1; rewrite <- (Nat2N.inj_pow 2), Nat2N.id; reflexivity.
  Qed.

  (** Few rows are as good as a move to a lower rank: Halving is their learner. *)
  Lemma few_suffices (k : nat) (V : table) :
    length V < 2 ^ k -> class_of V = [] \/ exists j, j < k /\ suffices (class_of V) j.
  Proof.
    intro H; destruct V as [| r V]; [left; reflexivity | right].
    exists (Nat.log2 (length (r :: V))); split; [apply Nat.log2_lt_pow2; [simpl; lia | exact H] |].
    rewrite <- (map_length label); apply log2_suffices.
  Qed.

  Lemma check_move_sound (n : node) (V : table) (m : move) :
    incl V rows -> check_move (rank n) V m = true ->
    exists n', In n' nodes /\ N.to_nat (rank n') < N.to_nat (rank n) /\
      forall j, suffices (class_of (space n')) j -> suffices (class_of V) j.
  Proof.
    unfold check_move; intro Hincl.
    destruct (nth_error nodes (next m)) as [n' |] eqn:E; [| discriminate].
    destruct (N.ltb_spec (rank n') (rank n)) as [Hlower |]; [| discriminate].
    intro H; exists n'; split; [exact (nth_error_In _ _ E) | split; [lia |]]; intros j Hj.
    destruct (renaming m) as [names |].
    - apply suffices_renamed with (2 := Hj) (1 := check_names_sound names _ _ Hincl H).
    - apply suffices_weaken with (2 := Nat.le_refl _) (3 := Hj); apply incl_map; intros r Hr.
      rewrite every_forall in H; apply filter_In; auto.
  Qed.

  (** The learner of each node errs no more often than its rank.
      Idea: by induction on the rank, since all moves lead to lower ones. *)
  Lemma check_nodes_sound (k : nat) :
    (forall n, In n nodes -> check_node n = true) ->
    forall n, In n nodes -> N.to_nat (rank n) = k -> suffices (class_of (space n)) k.
  Proof.
    intro Hall; induction k as [k IH] using lt_wf_ind; intros n Hn Hk.
    apply suffices_step with (width rows); [apply bounded_class, space_incl |]; intros x Hx.
    setoid_rewrite keep_class; set (left_by := fun y => with_label (space n) x y).
    assert (Hfew : forall y, few (rank n) (left_by y) = true ->
      class_of (left_by y) = [] \/ exists j, j < k /\ suffices (class_of (left_by y)) j)
      by (intros y H; apply few_suffices; rewrite <- Hk; apply few_less, H).
    pose proof (check_points_each _ _ _ 0 _ (Hall n Hn) x (conj (Nat.le_0_l x) Hx)) as Hcheck.
    unfold check_point in Hcheck; fold (left_by false) (left_by true) in Hcheck.
    destruct (few (rank n) (left_by false)) eqn:Hminus; [exists false; apply Hfew, Hminus |].
    destruct (few (rank n) (left_by true)) eqn:Hplus; [exists true; apply Hfew, Hplus |].
    destruct (find _ (moves n)) as [m |]; [| discriminate].
    replace (if mistake m then _ else _) with (left_by (mistake m)) in Hcheck by (destruct (mistake m); reflexivity).
    apply check_move_sound in Hcheck;
      [| apply incl_tran with (space n); [apply with_label_incl | apply space_incl]].
    destruct Hcheck as (n' & Hn' & Hlower & Hsuffices); rewrite Hk in Hlower.
    exists (mistake m); right; exists (N.to_nat (rank n')); split; [exact Hlower |].
    apply Hsuffices, IH; auto.
  Qed.

  (** If the ranks are right, some deterministic learner errs at most [r] times on every sequence that a concept
      explains.
      Source: docs/finite-proofs.md, "Ranks".
      Idea: the learner of node 0, where nothing is given. *)
  Theorem check_ranks_sound (r : N) : check_ranks r = true -> suffices (class_of rows) (N.to_nat r).
  Proof.
    unfold check_ranks; destruct nodes as [| n rest] eqn:E; [discriminate |]; rewrite <- E.
    destruct n as [[| g gs] k ms]; [| discriminate].
    destruct (N.leb_spec k r) as [Hle |]; [| discriminate]; rewrite every_forall; intro H.
    apply suffices_weaken with (class_of (space {| given := []; rank := k; moves := ms |})) (N.to_nat k); [| lia |].
    - apply incl_map; intros c Hc; apply filter_In; split; [exact Hc | reflexivity].
    - apply check_nodes_sound; [exact H | rewrite E; left |]; reflexivity.
  Qed.

End Check.
