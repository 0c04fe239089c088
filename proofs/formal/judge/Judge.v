(** The judge: what a file proves, decided from its bytes, and the proof that the judge is right.

    [valid_file file] speaks of the meaning of the file; [judge file] computes. A file that [adversary check --rocq] writes
    states [proves file summary], so that its numbers can be read in the theorem.

    The verdicts are those of the trusted checkers in Python, but for what these leave undecided, since it takes too much
    arithmetic: here it takes its time. *)

From Coq Require Import List NArith.
From Coq Require Export QArith_base.
From ForcedMistakes Require Import Learner Concepts RationalSpaces Orthonormal Rows PartialTable Json JsonFields EveryElement.
From ForcedMistakes Require Export TextBytes FileClaim.
From ForcedMistakes Require HalfspaceTrace HalfspaceJudge HalfspaceComplete HingeTrace FiniteTrace FiniteReader.
From ForcedMistakes Require ValuesFile.
From ForcedMistakes Require MarginGame MarginFile MarginComplete.
Export ListNotations.
Local Open Scope field_scope.
Local Open Scope text_scope.

(** * What is in a file *)

(** A game on halfspaces, with a margin or with a hinge budget, a game on a finite class, bounds for the dimension of a
    finite class, or bounds for many games on one; a game on halfspaces with mistake trees, or bounds for all of these. *)
Inductive contents : Type :=
| HalfspaceGame (t : HalfspaceTrace.trace)
| HingeGame (t : HingeTrace.hinge_trace)
| ClassGame (t : FiniteTrace.trace)
| ClassBounds (c : FiniteTrace.certificate)
| ClassValues (v : ValuesFile.values)
| GameWithTrees (t : MarginFile.margin_trace)
| DimensionBounds (c : MarginFile.margin_certificate).

(** The first line says what the file is, so at most one of them can read it. *)
Definition read_file (file : list text) : option contents :=
  let* records := read_lines file in
  match HalfspaceTrace.read records, HingeTrace.read_hinge records, FiniteReader.read_trace records with
  | Some t, _, _ => Some (HalfspaceGame t)
  | None, Some t, _ => Some (HingeGame t)
  | None, None, Some t => Some (ClassGame t)
  | None, None, None =>
      match FiniteReader.read_certificate records with
      | Some c => Some (ClassBounds c)
      | None =>
          match ValuesFile.read_values records, MarginFile.read_margin_trace records with
          | Some v, _ => Some (ClassValues v)
          | None, Some t => Some (GameWithTrees t)
          | None, None => let* c := MarginFile.read_margin_certificate records in Some (DimensionBounds c)
          end
      end
  end.

(** Its game is realizable, if it has one, and all of its claims hold. *)
Definition valid (c : contents) : Prop :=
  match c with
  | HalfspaceGame t => HalfspaceTrace.valid t
  | HingeGame t => HingeTrace.hinge_valid t
  | ClassGame t => FiniteTrace.valid_trace t
  | ClassBounds c => FiniteTrace.valid_certificate c
  | ClassValues v => ValuesFile.valid_values v
  | GameWithTrees t => MarginFile.valid_margin_trace t
  | DimensionBounds c => MarginFile.valid_margin_certificate c
  end.

(** The file can be read, and what it says holds. *)
Definition valid_file (file : list text) : Prop := exists c, read_file file = Some c /\ valid c.

(** * The judge *)

Definition check (c : contents) : bool :=
  match c with
  | HalfspaceGame t => HalfspaceJudge.check t
  | HingeGame t => HingeTrace.check_hinge t
  | ClassGame t => FiniteTrace.check_trace t
  | ClassBounds c => FiniteTrace.check_certificate c
  | ClassValues v => ValuesFile.check_values v
  | GameWithTrees t => MarginFile.check_margin_trace t
  | DimensionBounds c => MarginFile.check_margin_certificate c
  end.

Definition judge (file : list text) : outcome :=
  match read_file file with
  | None => Malformed
  | Some c => if check c then Valid else NotValid
  end.

Lemma check_sound (c : contents) : check c = true -> valid c.
Proof.
  destruct c as [t | t | t | c | v | t | c]; cbn [check valid].
  - apply HalfspaceJudge.halfspace_check_sound.
  - apply HingeTrace.hinge_check_sound.
  - apply FiniteTrace.check_trace_sound.
  - apply FiniteTrace.check_certificate_sound.
  - apply ValuesFile.check_values_sound.
  - apply MarginFile.check_margin_trace_sound.
  - apply MarginFile.check_margin_certificate_sound.
Qed.

(** A file that the judge calls valid is valid.
    Idea: each of the checks is right, see HalfspaceJudge.v, HingeTrace.v, FiniteTrace.v, ValuesFile.v and MarginFile.v. *)
Theorem judge_sound (file : list text) : judge file = Valid -> valid_file file.
Proof.
  unfold judge; destruct (read_file file) as [c |] eqn:read; [| discriminate].
  destruct (check c) eqn:checked; [| discriminate]; intros _.
  exists c; split; [exact read | apply check_sound, checked].
Qed.

Lemma read_formed (file : list text) (c : contents) :
  read_file file = Some c ->
  match c with
  | HalfspaceGame t => HalfspaceComplete.well_formed t
  | GameWithTrees t => HalfspaceComplete.well_formed (MarginFile.game t)
  | _ => True
  end.
Proof.
  unfold read_file; destruct (read_lines file) as [records |]; [| discriminate].
  destruct (HalfspaceTrace.read records) as [t |] eqn:E; [injection 1 as <-; exact (HalfspaceComplete.read_well_formed _ _ t E) |].
  destruct (HingeTrace.read_hinge records); [injection 1 as <-; exact I |].
  destruct (FiniteReader.read_trace records); [injection 1 as <-; exact I |].
  destruct (FiniteReader.read_certificate records); [injection 1 as <-; exact I |].
  destruct (ValuesFile.read_values records); [injection 1 as <-; exact I |].
  destruct (MarginFile.read_margin_trace records) as [t |] eqn:E'.
  - injection 1 as <-; exact (MarginComplete.read_margin_well_formed records t E').
  - destruct (MarginFile.read_margin_certificate records); [injection 1 as <-; exact I | discriminate].
Qed.

(** A trace on halfspaces that is valid is called so, and so is a file whose tree and ranks, or whose axes and trees of the
    margin game, are witnesses: what the judge does not call valid, the file does not show.
    Idea: each test computes a line of the definition. *)
Theorem judge_complete (file : list text) (c : contents) :
  read_file file = Some c ->
  match c with
  | HalfspaceGame t => HalfspaceTrace.valid t
  | ClassBounds c => Forall (FiniteTrace.witnessed (FiniteTrace.certificate_evidence c)) (FiniteTrace.certificate_claims c)
  | GameWithTrees t => MarginComplete.trace_witnessed t
  | DimensionBounds c => MarginComplete.certificate_witnessed c
  | _ => False
  end -> judge file = Valid.
Proof.
  intros read good; unfold judge; rewrite read; apply read_formed in read.
  enough (checked : check c = true) by (rewrite checked; reflexivity); destruct c as [t | t | t | c | v | t | c]; try contradiction.
  - apply HalfspaceComplete.halfspace_check_complete; [exact read | exact good].
  - apply FiniteTrace.check_certificate_complete, good.
  - apply MarginComplete.check_margin_trace_complete; [exact read | exact good].
  - apply MarginComplete.check_margin_certificate_complete, good.
Qed.

(** The verdict depends on the bytes of a file only, and not on the pieces that they come in.
    Idea: the file is read by one fold over its bytes. *)
Theorem judge_bytes (f g : list text) : file_bytes f = file_bytes g -> judge f = judge g.
Proof. intro same; unfold judge, read_file; rewrite (read_lines_bytes f g same); reflexivity. Qed.

(** * What it proves, in numbers *)

(** The numbers of a file, and its claims in its own order. *)
Inductive summary : Set :=
| Halfspaces (dimension : N) (margin_squared : Q) (rounds : N) (claims : list claim)
| LiftedHalfspaces (dimension : N) (margin_squared : Q) (rounds : N) (claims : list claim)  (* points of any norm *)
| WithHinge (dimension : N) (hinge norm_squared : Q) (rounds : N) (claims : list claim)
| FiniteGame (concepts points rounds : N) (claims : list claim)
| LyingGame (lies concepts points rounds : N) (claims : list claim)
| OrderedGame (order : list N) (concepts points rounds : N) (claims : list claim)
| PartialGame (concepts points rounds : N) (claims : list claim)  (* on a class with undefined labels *)
| Dimension (concepts points : N) (claims : list claim)
| PartialDimension (concepts points : N) (claims : list claim)
| LyingDimension (lies concepts points : N) (claims : list claim)
| Values (concepts points : N) (shown : list value)
| PartialValues (concepts points : N) (shown : list value)
| HalfspacesWithTrees (dimension : N) (margin_squared : Q) (rounds : N) (claims : list claim)
| MarginBounds (dimension : N) (margin_squared : Q) (shown : list claim).

Definition summary_of (c : contents) : summary :=
  match c with
  | HalfspaceGame t =>
      (if HalfspaceTrace.unit_norm t then Halfspaces else LiftedHalfspaces)
        (HalfspaceTrace.dimension t) (HalfspaceTrace.margin_squared t)
        (count (HalfspaceTrace.rounds t)) (HalfspaceTrace.claims t)
  | HingeGame t =>
      let g := HingeTrace.game t in
      WithHinge (HalfspaceTrace.dimension g) (HingeTrace.budget t) (HingeTrace.most_norm t)
        (count (HalfspaceTrace.rounds g)) (HalfspaceTrace.claims g)
  | ClassGame t =>
      let e := FiniteTrace.trace_evidence t in
      match FiniteTrace.order t, FiniteTrace.lies e, is_total (FiniteTrace.concepts e) with
      | Some o, _, _ => OrderedGame (map N.of_nat o)
      | None, 0%N, true => FiniteGame
      | None, 0%N, false => PartialGame
      | None, lies, _ => LyingGame lies
      end (count (FiniteTrace.concepts e)) (FiniteTrace.points e)
        (count (FiniteTrace.examples (FiniteTrace.played t))) (FiniteTrace.trace_claims t)
  | ClassBounds c =>
      let e := FiniteTrace.certificate_evidence c in
      match FiniteTrace.lies e, is_total (FiniteTrace.concepts e) with
      | 0%N, true => Dimension
      | 0%N, false => PartialDimension
      | lies, _ => LyingDimension lies
      end (count (FiniteTrace.concepts e)) (FiniteTrace.points e) (FiniteTrace.certificate_claims c)
  | ClassValues v =>
      (if is_total (ValuesFile.class v) then Values else PartialValues)
        (count (ValuesFile.class v)) (N.of_nat (ConceptTable.width (ValuesFile.class v)))
        (map ValuesFile.stated (ValuesFile.entries v))
  | GameWithTrees t =>
      let g := MarginFile.game t in
      (if HalfspaceTrace.unit_norm g then HalfspacesWithTrees else LiftedHalfspaces)
        (HalfspaceTrace.dimension g) (HalfspaceTrace.margin_squared g)
        (count (HalfspaceTrace.rounds g)) (HalfspaceTrace.claims g)
  | DimensionBounds c =>
      MarginBounds (MarginFile.in_dimension c) (MarginFile.at_margin c) (map UniversalBound (MarginFile.bounds c))
  end.

(** The file is valid, and has these numbers and claims. *)
Definition proves (file : list text) (s : summary) : Prop :=
  exists c, read_file file = Some c /\ summary_of c = s /\ valid c.

(** The numbers and claims of a file that the judge calls valid. *)
Definition proved (file : list text) : option summary :=
  match read_file file with
  | None => None
  | Some c => if check c then Some (summary_of c) else None
  end.

(** A file is valid and has the stated numbers and claims if the judge computes just these: the theorem of every
    generated file is proved by this one and a computation.
    Idea: as above, and the numbers are compared. *)
Theorem certified (file : list text) (s : summary) : proved file = Some s -> proves file s.
Proof.
  unfold proved; destruct (read_file file) as [c |] eqn:read; [| discriminate].
  destruct (check c) eqn:checked; [| discriminate]; injection 1 as numbers.
  exists c; split; [exact read | split; [exact numbers | apply check_sound, checked]].
Qed.

(** * The same in plain words *)

(** Discards a file whose summary, as [numbers] says, is of another kind. *)
Ltac other_kind numbers :=
  repeat match type of numbers with
  | context [FiniteTrace.order ?t] => destruct (FiniteTrace.order t)
  | context [FiniteTrace.lies ?e] => destruct (FiniteTrace.lies e)
  | context [is_total ?rows] => destruct (is_total rows)
  | context [HalfspaceTrace.unit_norm ?t] => destruct (HalfspaceTrace.unit_norm t)
  end; discriminate numbers.

(** Every deterministic learner on Q^d, whatever it does, errs k times on some game of orthonormal points that a target
    of norm at most 1 explains with margin δ: so says a universal bound of k mistakes on halfspaces.
    Idea: unfold what the claim means. *)
Theorem halfspaces_force (file : list text) (d n k : N) (d2 : Q) (claims : list claim) :
  proves file (Halfspaces d d2 n claims) -> In (UniversalBound k) claims ->
  forall L : learner (Qd (N.to_nat d)),
    exists (s : list (example (Qd (N.to_nat d)))) (v : target (Qd (N.to_nat d))),
      orthonormal (map fst s) /\ legal d2 v s /\ errors L s = N.to_nat k.
Proof.
  intros ([t | t | t | c | v | t | c] & _ & numbers & is_valid) claimed L; cbn [summary_of] in numbers; try other_kind numbers.
  destruct (HalfspaceTrace.unit_norm t); cbv iota in numbers; [| discriminate numbers].
  injection numbers as <- <- _ <-.
  destruct is_valid as [_ all_hold]; rewrite Forall_forall in all_hold.
  destruct (all_hold _ claimed) as (_ & points_orthonormal & _ & _ & every).
  destruct (every L) as (s & the_points & errs & v & is_legal).
  exists s, v; split; [| split; assumption].
  exact (eq_ind_r (fun xs : list (Qd _) => orthonormal xs) (orthonormal_firstn _ _ points_orthonormal) the_points).
Qed.

(** Every deterministic learner errs k times on some game of unit points of R^d that a target of norm at most 1 explains
    with margin δ: so says a universal bound of k mistakes in a file with mistake trees.
    Idea: unfold what the claim means. *)
Theorem trees_in_file_force (file : list text) (d n k : N) (d2 : Q) (claims : list claim) :
  proves file (HalfspacesWithTrees d d2 n claims) \/ proves file (MarginBounds d d2 claims) ->
  In (UniversalBound k) claims -> MarginGame.multiples_force (Qd (N.to_nat d)) 1 d2 (N.to_nat k).
Proof.
  intros both claimed; destruct both as [(c & _ & numbers & is_valid) | (c & _ & numbers & is_valid)];
    destruct c as [t | t | t | c | v | t | c]; cbn [summary_of] in numbers; try other_kind numbers; revert numbers is_valid.
  - destruct (HalfspaceTrace.unit_norm (MarginFile.game t)); [| discriminate]; injection 1 as <- <- _ <-; intros [_ all].
    rewrite Forall_forall in all; exact (proj2 (all _ claimed)).
  - injection 1 as <- <- <-; intro all; apply in_map_iff in claimed as (k' & same & here); injection same as ->.
    unfold valid, MarginFile.valid_margin_certificate in all; rewrite Forall_forall in all; exact (all _ here).
Qed.

(** The optimal number of mistakes on the class of the file is exactly d: so say a universal bound and an upper bound
    of d mistakes in a dimension certificate.
    Idea: unfold what the two claims mean. *)
Theorem class_optimum (file : list text) (m n d : N) (claims : list claim) :
  proves file (Dimension m n claims) -> In (UniversalBound d) claims -> In (UpperBound d) claims ->
  exists c rows, read_file file = Some (ClassBounds c) /\
    FiniteTrace.concepts (FiniteTrace.certificate_evidence c) = partly rows /\
    optimal_mistakes (class_of rows) (N.to_nat d).
Proof.
  intros ([t | t | t | c | v | t | c] & read & numbers & is_valid) lower upper; cbn [summary_of] in numbers; try other_kind numbers.
  cbn [valid] in is_valid; unfold FiniteTrace.valid_certificate in is_valid; rewrite Forall_forall in is_valid.
  unfold FiniteTrace.bound_holds, FiniteTrace.plain in is_valid; unfold is_total in numbers.
  destruct (FiniteTrace.lies (FiniteTrace.certificate_evidence c)); [| discriminate numbers].
  destruct (total_table _) as [rows |] eqn:total; [| discriminate numbers]; injection numbers as _ _ <-.
  exists c, rows; split; [exact read | split; [exact (total_table_some _ _ total) |]].
  split; [exact (is_valid _ lower) | exact (is_valid _ upper)].
Qed.

(** The optimal number of mistakes on the partial class of the file is exactly d, on sequences at all of whose points
    some concept is defined and right: so say a universal bound and an upper bound of d mistakes in a dimension
    certificate.
    Idea: unfold what the two claims mean. *)
Theorem partial_class_optimum (file : list text) (m n d : N) (claims : list claim) :
  proves file (PartialDimension m n claims) -> In (UniversalBound d) claims -> In (UpperBound d) claims ->
  exists c, read_file file = Some (ClassBounds c) /\
    let rows := FiniteTrace.concepts (FiniteTrace.certificate_evidence c) in
    (forall L : learner nat, exists s, Lies.realizable_partly rows s /\ (N.to_nat d <= errors L s)%nat) /\
    (exists L : learner nat, forall s, Lies.realizable_partly rows s -> (errors L s <= N.to_nat d)%nat).
Proof.
  intros ([t | t | t | c | v | t | c] & read & numbers & is_valid) lower upper; cbn [summary_of] in numbers; try other_kind numbers.
  cbn [valid] in is_valid; unfold FiniteTrace.valid_certificate in is_valid; rewrite Forall_forall in is_valid.
  unfold FiniteTrace.bound_holds, FiniteTrace.plain in is_valid; unfold is_total in numbers.
  destruct (FiniteTrace.lies (FiniteTrace.certificate_evidence c)); [| discriminate numbers].
  destruct (total_table _); [discriminate numbers |]; injection numbers as _ _ <-; exists c; split; [exact read |]; cbv zeta.
  split.
  - intro L; destruct (is_valid _ lower L) as (s & real & errs); exists s; split; [| exact errs].
    apply Lies.no_lies_in_partial_classes, real.
  - destruct (is_valid _ upper) as [L bound]; exists L; intros s real; apply bound, Lies.no_lies_in_partial_classes, real.
Qed.

(** A game on a partial class has a round, and its target is defined at every point that was shown, with its label. A run
    bound counts the predictions that differ from their labels.
    Idea: unfold what the file means. *)
Theorem partial_game_explained (file : list text) (m n rounds : N) (claims : list claim) :
  proves file (PartialGame m n rounds claims) ->
  exists t r, read_file file = Some (ClassGame t) /\
    let e := FiniteTrace.trace_evidence t in
    let s := FiniteTrace.examples (FiniteTrace.played t) in
    In r (FiniteTrace.concepts e) /\ s <> [] /\ Forall (fun x => partial_label r (fst x) = Some (snd x)) s /\
    forall k, In (RunBound k) claims ->
      exists played, FiniteTrace.played t = FiniteTrace.Deterministic played /\ FiniteTrace.mistakes played = k.
Proof.
  intros ([t | t | t | c | v | t | c] & read & numbers & is_valid); cbn [summary_of] in numbers; try other_kind numbers.
  destruct is_valid as [explained all].
  destruct (FiniteTrace.order t); [discriminate numbers |].
  destruct (FiniteTrace.lies _) eqn:truth; [| discriminate numbers].
  destruct (is_total _); [discriminate numbers |]; injection numbers as _ _ _ <-.
  destruct explained as (some & (i & r & _ & row & few) & _); rewrite truth in few.
  exists t, r; split; [exact read |]; cbv zeta; split; [exact (nth_error_In _ _ row) | split; [exact some | split]].
  - apply Lies.unlike_none, few.
  - intros k claimed; rewrite Forall_forall in all; exact (proj2 (all _ claimed)).
Qed.

(** * An example: two rounds of the Perceptron *)

Definition two_rounds (second_label : text) : list text := [
"{""format"": ""forced-mistakes/1"", ""setting"": ""halfspaces"", ""learner"": ""perceptron"", ";
" ""adversary"": ""standard-basis"", ""margin_squared"": ""1/2"", ""dimension"": 2}
{""x"": [[0, ""1""]], ""predicted"": 1, ""label"": -1}
{""x"": [[1, ""1""]], ""predicted"": 1, ""label"": "; second_label; "}
{""target"": {""direction"": [[0, ""-1""], [1, ""-1""]], ""scale_squared"": ""1/2""}, ""termination"": ""finished"", ";
" ""claims"": [{""statement"": ""run bound"", ""mistakes"": 2}, {""statement"": ""universal bound"", ""mistakes"": 2}]}"].

Example two_mistakes : proves (two_rounds "-1") (Halfspaces 2 (1 # 2) 2 [RunBound 2; UniversalBound 2]).
Proof. apply certified; reflexivity. Qed.

Example another_label : judge (two_rounds "1") = NotValid.
Proof. reflexivity. Qed.

Example no_label : judge (two_rounds "0") = Malformed.
Proof. reflexivity. Qed.

Example an_unknown_key : judge (two_rounds "-1, ""lies"": 1") = Malformed.
Proof. reflexivity. Qed.
