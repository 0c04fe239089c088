(** Traces and dimension certificates of finite classes: what they claim, what that means, and how it is checked.

    The class is a table, in which labels may be missing. Its points and concepts are numbered from 0, as in
    docs/formats.md. *)

From Coq Require Import List Bool Arith NArith QArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate.
From ForcedMistakes Require Import Lies LiesCertificate AnnouncedOrder Complete FileClaim.
Import ListNotations.

(** * What a file says *)

(** A class, how many labels may differ from the target's, and witnesses for the two bounds. *)
Record evidence : Type := {
  concepts : partial_table;
  lies : N;
  mistake_tree : option tree;
  ranks : option (list node)
}.

Definition points (e : evidence) : N := N.of_nat (width (concepts e)).

(** The rows of a total class, in a game without lies. *)
Definition plain (e : evidence) : option table :=
  match lies e with 0%N => total_table (concepts e) | _ => None end.

(** The prediction of a round is a label, or the probability of the label [true] if the learner is randomized. *)
Record round (prediction : Type) : Type := {
  x : nat;
  predicted : prediction;
  y : bool
}.

Arguments x {prediction} _.
Arguments predicted {prediction} _.
Arguments y {prediction} _.

(** All rounds of a game are of one kind. *)
Inductive game : Type :=
  | Deterministic (rounds : list (round bool))
  | Randomized (rounds : list (round Q)).

Record trace : Type := {
  trace_evidence : evidence;
  order : option (list nat);  (* of the points, if it was announced *)
  played : game;
  target : option nat;
  trace_claims : list claim
}.

Record certificate : Type := {
  certificate_evidence : evidence;
  certificate_claims : list claim
}.

(** * What it means *)

Definition examples (g : game) : list (example nat) :=
  match g with
  | Deterministic rounds => map (fun r => (x r, y r)) rounds
  | Randomized rounds => map (fun r => (x r, y r)) rounds
  end.

(** There is a round, and the target, one of the concepts, gives every point its label, but for the lies, so that it is
    defined there if there are none; where an order is announced, the rounds show its first points. *)
Definition explained (t : trace) : Prop :=
  examples (played t) <> [] /\
  (exists i r, target t = Some i /\ nth_error (concepts (trace_evidence t)) i = Some r /\
    (N.of_nat (unlike r (examples (played t))) <= lies (trace_evidence t))%N) /\
  (forall o, order t = Some o -> exists later, o = map fst (examples (played t)) ++ later).

(** Predictions that differ from their labels. *)
Fixpoint mistakes (rounds : list (round bool)) : N :=
  match rounds with
  | [] => 0
  | r :: rest => (if eqb (predicted r) (y r) then 0 else 1) + mistakes rest
  end.

(** The probabilities of a wrong prediction, added up: the expected number of mistakes if the labels were fixed in
    advance. *)
Fixpoint expected_mistakes (rounds : list (round Q)) : Q :=
  match rounds with
  | [] => 0
  | r :: rest => (if y r then 1 - predicted r else predicted r) + expected_mistakes rest
  end.

(** What a bound says of the class, for learners of any kind of states: nothing else in the file matters. With lies it
    is about sequences from which some concept differs at most so often, and in a partial class about those on whose
    points some concept is defined, and which it explains. *)
Definition bound_holds (e : evidence) (c : claim) : Prop :=
  match c, plain e with
  | UniversalBound k, Some rows => forces (class_of rows) (N.to_nat k)
  | UpperBound r, Some rows => suffices (class_of rows) (N.to_nat r)
  | UniversalBound k, None => forces_with (lies e) (concepts e) (N.to_nat k)
  | UpperBound r, None => suffices_with (lies e) (concepts e) (N.to_nat r)
  | _, _ => False
  end.

(** Of a total class in a game without lies, a bound says what it says in Concepts.v, whatever its witness is.
    Idea: no label is missing. *)
Theorem bounds_of_total_classes (rows : table) (tree : option tree) (nodes : option (list node)) (k : N) :
  let e := {| concepts := partly rows; lies := 0; mistake_tree := tree; ranks := nodes |} in
  (bound_holds e (UniversalBound k) <-> forces (class_of rows) (N.to_nat k)) /\
  (bound_holds e (UpperBound k) <-> suffices (class_of rows) (N.to_nat k)).
Proof. unfold bound_holds, plain; cbn [concepts lies]; rewrite total_partly; split; reflexivity. Qed.

Definition claim_holds (t : trace) (c : claim) : Prop :=
  match c with
  | Realizable => explained t
  | RunBound k => explained t /\ exists rounds, played t = Deterministic rounds /\ mistakes rounds = k
  | ExpectedMistakes q =>
      explained t /\ exists rounds, played t = Randomized rounds /\
        Forall (fun r => 0 <= predicted r /\ predicted r <= 1)%Q rounds /\ (expected_mistakes rounds == q)%Q
  | UniversalBound _ | UpperBound _ => order t = None /\ bound_holds (trace_evidence t) c
  | AnnouncedOrder k =>
      exists o rows, order t = Some o /\ total_table (concepts (trace_evidence t)) = Some rows /\
        optimal_in_order o (class_of rows) (N.to_nat k)
  | SpanBound _ => False  (* not claimed in this setting *)
  end.

Definition valid_trace (t : trace) : Prop := explained t /\ Forall (claim_holds t) (trace_claims t).

Definition valid_certificate (c : certificate) : Prop :=
  Forall (bound_holds (certificate_evidence c)) (certificate_claims c).

(** * How it is checked *)

(** The depth of the tree, if there is one and its leaves are right. *)
Definition tree_bound (e : evidence) : option N :=
  match mistake_tree e with
  | Some t => if fits_with (lies e) (concepts e) [] t then Some (N.of_nat (depth t)) else None
  | None => None
  end.

(** The rank of node 0, if there are ranks and all nodes are right. *)
Definition ranks_bound (e : evidence) : option N :=
  match ranks e with
  | Some (({| rank := k |} :: _) as nodes) =>
      let right := match plain e with Some rows => check_ranks rows | None => check_ranks_with (lies e) (concepts e) end in
      if right nodes k then Some k else None
  | _ => None
  end.

Definition check_bound (tree_bound ranks_bound : option N) (c : claim) : bool :=
  match c, tree_bound, ranks_bound with
  | UniversalBound k, Some d, _ => (k <=? d)%N
  | UpperBound r, _, Some k => (k <=? r)%N
  | _, _, _ => false
  end.

Fixpoint count_unlike (r : partial_row) (sum : N) (s : list (example nat)) : N :=
  match s with
  | [] => sum
  | (x, y) :: rest => count_unlike r (if gives r x y then sum else N.succ sum) rest
  end.

Fixpoint is_prefix (points order : list nat) : bool :=
  match points, order with
  | [], _ => true
  | x :: points, x' :: order => if x =? x' then is_prefix points order else false
  | _ :: _, [] => false
  end.

Definition check_explained (t : trace) : bool :=
  let e := trace_evidence t in
  match target t, examples (played t) with
  | None, _ | _, [] => false
  | Some i, s =>
      match nth_error (concepts e) i with
      | Some r =>
          if (count_unlike r 0 s <=? lies e)%N
          then match order t with Some o => is_prefix (map fst s) o | None => true end
          else false
      | None => false
      end
  end.

Fixpoint count_mistakes (sum : N) (rounds : list (round bool)) : N :=
  match rounds with
  | [] => sum
  | r :: rest => count_mistakes (if eqb (predicted r) (y r) then sum else N.succ sum) rest
  end.

Definition is_probability (p : Q) : bool := if Qle_bool 0 p then Qle_bool p 1 else false.

(** A sum is given up once its denominator is longer than any claim, since endless sums take forever. *)
Definition max_denominator : positive := 10 ^ 2000.

Fixpoint sum_expected (sum : Q) (rounds : list (round Q)) : option Q :=
  match rounds with
  | [] => Some sum
  | r :: rest =>
      if (max_denominator <? Qden sum)%positive then None
      else if is_probability (predicted r)
      then sum_expected (Qred (sum + if y r then 1 - predicted r else predicted r)) rest
      else None
  end.

(** The number of mistakes, and the sum of the probabilities of one: of a game that has them. *)
Definition counted (g : game) : option N :=
  match g with Deterministic rounds => Some (count_mistakes 0 rounds) | Randomized _ => None end.

Definition expected (g : game) : option Q :=
  match g with Deterministic _ => None | Randomized rounds => sum_expected 0 rounds end.

(** A claim against what the game has shown; [realizable] is checked for all of them. *)
Definition check_claim
    (counted : option N) (expected : option Q) (tree_bound ranks_bound : option N) (c : claim) : bool :=
  match c, counted, expected with
  | Realizable, _, _ => true
  | RunBound k, Some m, _ => (m =? k)%N
  | ExpectedMistakes q, _, Some sum => Qeq_bool sum q
  | RunBound _, None, _ | ExpectedMistakes _, _, None => false
  | UniversalBound _, _, _ | UpperBound _, _, _ => check_bound tree_bound ranks_bound c
  | AnnouncedOrder _, _, _ | SpanBound _, _, _ => false
  end.

(** Where the learner is told the order of the points, the two bounds are not about it. *)
Definition check_ordered (counted : option N) (expected : option Q) (value : N) (c : claim) : bool :=
  match c with
  | AnnouncedOrder k => (k =? value)%N
  | _ => check_claim counted expected None None c
  end.

(** What is the same for all claims is computed once. *)
Definition check_trace (t : trace) : bool :=
  if check_explained t
  then
    let e := trace_evidence t in
    let shown :=
      match order t, total_table (concepts e) with
      | None, _ => check_claim (counted (played t)) (expected (played t)) (tree_bound e) (ranks_bound e)
      | Some o, Some rows => check_ordered (counted (played t)) (expected (played t)) (N.of_nat (order_value o rows))
      | Some _, None => fun _ => false
      end in
    match concepts e with [] => false | _ => every shown (trace_claims t) end
  else false.

Definition check_certificate (c : certificate) : bool :=
  let e := certificate_evidence c in
  let shown := check_bound (tree_bound e) (ranks_bound e) in
  every shown (certificate_claims c).

(** * Soundness *)

Lemma plain_some (e : evidence) (rows : table) : plain e = Some rows -> lies e = 0%N /\ concepts e = partly rows.
Proof.
  unfold plain; destruct (lies e); [| discriminate]; intro total; split; [reflexivity | exact (total_table_some _ _ total)].
Qed.

Lemma tree_bound_sound (e : evidence) (d k : N) :
  tree_bound e = Some d -> (k <= d)%N -> bound_holds e (UniversalBound k).
Proof.
  unfold tree_bound; destruct (mistake_tree e) as [t |]; [| discriminate].
  destruct (fits_with (lies e) (concepts e) [] t) eqn:right; [| discriminate]; injection 1 as <-; intro small.
  assert (forced : forces_with (lies e) (concepts e) (N.to_nat k)).
  { apply check_tree_with_sound with t; unfold check_tree_with.
    rewrite (proj2 (Nat.leb_le _ (depth t))) by lia; exact right. }
  unfold bound_holds; destruct (plain e) as [rows |] eqn:E; [| exact forced].
  apply plain_some in E as [truth same]; rewrite truth, same in forced; exact (forces_partly _ _ forced).
Qed.

Lemma ranks_bound_sound (e : evidence) (k r : N) :
  ranks_bound e = Some k -> (k <= r)%N -> bound_holds e (UpperBound r).
Proof.
  unfold ranks_bound; destruct (ranks e) as [[| n rest] |]; try discriminate.
  destruct n as [g k' ms]; cbv zeta; unfold bound_holds; destruct (plain e) as [rows |].
  - destruct (check_ranks _ _ k') eqn:Hranks; [| discriminate].
    injection 1 as <-; intro Hr; apply check_ranks_sound in Hranks.
    apply suffices_weaken with (3 := Hranks); [apply incl_refl | lia].
  - destruct (check_ranks_with _ _ _ k') eqn:Hranks; [| discriminate].
    injection 1 as <-; intro Hr; apply check_ranks_with_sound in Hranks.
    destruct Hranks as [L bound]; exists L; intros s real; specialize (bound s real); lia.
Qed.

Lemma check_bound_sound (e : evidence) (c : claim) :
  check_bound (tree_bound e) (ranks_bound e) c = true -> bound_holds e c.
Proof.
  destruct c as [| | | k | r | k | k]; unfold check_bound; try discriminate.
  - destruct (tree_bound e) as [d |] eqn:E; [| discriminate].
    intro H; apply N.leb_le in H; apply tree_bound_sound with d; assumption.
  - destruct (tree_bound e), (ranks_bound e) as [k |] eqn:E; try discriminate;
      intro H; apply N.leb_le in H; apply ranks_bound_sound with k; assumption.
Qed.

Lemma count_unlike_sum (r : partial_row) (sum : N) (s : list (example nat)) :
  count_unlike r sum s = (sum + N.of_nat (unlike r s))%N.
Proof.
  revert sum; induction s as [| [x y] s IH]; intro sum; simpl; [lia |].
  rewrite IH; destruct (gives r x y); lia.
Qed.

Lemma is_prefix_sound (points order : list nat) :
  is_prefix points order = true -> exists later, order = points ++ later.
Proof.
  revert order; induction points as [| x points IH]; intros [| x' order]; simpl; try discriminate.
  - exists []; reflexivity.
  - exists (x' :: order); reflexivity.
  - destruct (Nat.eqb_spec x x') as [<- |]; [| discriminate]; intro H.
    destruct (IH order H) as [later ->]; exists later; reflexivity.
Qed.

Lemma check_explained_sound (t : trace) : check_explained t = true -> explained t.
Proof.
  unfold check_explained, explained; cbv zeta; destruct (target t) as [i |]; [| discriminate].
  destruct (examples (played t)) as [| first rest] eqn:played_some; [discriminate |].
  rewrite <- played_some in *; destruct (nth_error _ i) as [r |] eqn:E; [| discriminate].
  destruct (N.leb_spec (count_unlike r 0 (examples (played t))) (lies (trace_evidence t))) as [few |]; [| discriminate].
  intro ordered; split; [rewrite played_some; discriminate | split].
  - exists i, r; split; [reflexivity | split; [exact E |]]; rewrite count_unlike_sum in few; exact few.
  - intros o is_o; rewrite is_o in ordered; apply is_prefix_sound, ordered.
Qed.

Lemma count_mistakes_sum (sum : N) (rounds : list (round bool)) :
  count_mistakes sum rounds = (sum + mistakes rounds)%N.
Proof.
  revert sum; induction rounds as [| r rounds IH]; intro sum; simpl; [lia |].
  rewrite IH; destruct (eqb (predicted r) (y r)); lia.
Qed.

Lemma sum_expected_sound (sum q : Q) (rounds : list (round Q)) :
  sum_expected sum rounds = Some q ->
  Forall (fun r => 0 <= predicted r /\ predicted r <= 1)%Q rounds /\ (q == sum + expected_mistakes rounds)%Q.
Proof.
  revert sum; induction rounds as [| r rounds IH]; intro sum; cbn [sum_expected expected_mistakes].
  - injection 1 as <-; split; [constructor | ring].
  - destruct (max_denominator <? Qden sum)%positive; [discriminate |]; unfold is_probability.
    destruct (Qle_bool 0 (predicted r)) eqn:Hleast; [| discriminate].
    destruct (Qle_bool (predicted r) 1) eqn:Hmost; [| discriminate].
    apply Qle_bool_iff in Hleast, Hmost; intro H; apply IH in H; destruct H as [Hrest Hsum]; split.
    + constructor; [split; assumption | exact Hrest].
    + rewrite Hsum, Qred_correct; ring.
Qed.

Lemma check_claim_sound (t : trace) (tree ranks : option N) (c : claim) :
  explained t ->
  (forall b, check_bound tree ranks b = true -> order t = None /\ bound_holds (trace_evidence t) b) ->
  check_claim (counted (played t)) (expected (played t)) tree ranks c = true ->
  claim_holds t c.
Proof.
  intros Hexplained Hbounds H; destruct c as [| k | q | k | r | k | k]; cbn [claim_holds].
  - exact Hexplained.
  - split; [exact Hexplained |].
    destruct (played t) as [rounds | rounds]; [| discriminate H].
    exists rounds; split; [reflexivity |].
    apply N.eqb_eq in H; rewrite <- H; symmetry; apply count_mistakes_sum.
  - split; [exact Hexplained |].
    destruct (played t) as [rounds | rounds]; [discriminate H |]; simpl in H.
    exists rounds; split; [reflexivity |].
    destruct (sum_expected 0 rounds) as [sum |] eqn:E; [| discriminate H].
    apply Qeq_bool_eq in H; apply sum_expected_sound in E; destruct E as [Hprobabilities Hsum].
    split; [exact Hprobabilities | rewrite <- H, Hsum; ring].
  - apply Hbounds; destruct (counted _), (expected _); exact H.
  - apply Hbounds; destruct (counted _), (expected _); exact H.
  - destruct (counted _), (expected _); discriminate H.
  - destruct (counted _), (expected _); discriminate H.
Qed.

(** A trace that is accepted is realizable, and all that it claims is true.
    Source: docs/formats.md, "Statements".
    Idea: each witness proves its claim; the bounds are [check_tree_with_sound] and [check_ranks_sound], with
    lies or in partial classes [check_ranks_with_sound], and for an announced order [order_value_is_optimal]. *)
Theorem check_trace_sound (t : trace) : check_trace t = true -> valid_trace t.
Proof.
  unfold check_trace; destruct (check_explained t) eqn:E; [| discriminate].
  apply check_explained_sound in E; cbv zeta.
  destruct (concepts (trace_evidence t)) as [| first rest] eqn:some; [discriminate |].
  rewrite <- some, every_forall; intro H.
  split; [exact E |]; apply Forall_forall; intros c Hc; specialize (H c Hc).
  destruct (order t) as [o |] eqn:ordered.
  - destruct (total_table (concepts (trace_evidence t))) as [rows |] eqn:total; [| discriminate].
    destruct c as [| k | q | k | r | k | k]; cbn [check_ordered] in H.
    6: { exists o, rows; split; [exact ordered | split; [exact total |]]; apply N.eqb_eq in H; rewrite H, Nat2N.id.
         apply order_value_is_optimal; apply total_table_some in total; rewrite some in total.
         destruct rows; discriminate. }
    all: apply (check_claim_sound t None None); [exact E | intros [| | | | | |]; discriminate | exact H].
  - apply (check_claim_sound t (tree_bound (trace_evidence t)) (ranks_bound (trace_evidence t))); [exact E | | exact H].
    intros b Hb; split; [exact ordered | apply check_bound_sound, Hb].
Qed.

(** The bounds of a dimension certificate that is accepted are true.
    Source: docs/formats.md, "Certificates".
    Idea: as above, without a game. *)
Theorem check_certificate_sound (c : certificate) : check_certificate c = true -> valid_certificate c.
Proof.
  unfold check_certificate; cbv zeta; rewrite every_forall; intro H.
  apply Forall_forall; intros b Hb; apply check_bound_sound, H, Hb.
Qed.

(** * Completeness *)

(** A bound whose tree, or whose ranks, are a witness. *)
Definition witnessed (e : evidence) (c : claim) : Prop :=
  match c with
  | UniversalBound k => exists t, mistake_tree e = Some t /\ tree_witness (lies e) (concepts e) t (N.to_nat k)
  | UpperBound r =>
      exists nodes, ranks e = Some nodes /\
        match plain e with
        | Some rows => rank_witness rows nodes r
        | None => rank_witness_with (lies e) (concepts e) nodes r
        end
  | _ => False
  end.

Lemma check_bound_complete (e : evidence) (c : claim) :
  witnessed e c -> check_bound (tree_bound e) (ranks_bound e) c = true.
Proof.
  destruct c as [| | | k | r | |]; cbn [witnessed]; try contradiction.
  - intros (t & found & witness); assert (deep := proj1 witness); apply check_tree_complete in witness.
    unfold check_tree_with in witness; rewrite (proj2 (Nat.leb_le _ _) deep) in witness.
    assert (bound : tree_bound e = Some (N.of_nat (depth t))).
    { unfold tree_bound; rewrite found, witness; reflexivity. }
    rewrite bound; cbn [check_bound]; apply N.leb_le; lia.
  - intros (nodes & found & witness).
    assert (bound : exists k, ranks_bound e = Some k /\ (k <= r)%N).
    { unfold ranks_bound; rewrite found; cbv zeta; destruct (plain e) as [rows |].
      - assert (right := check_ranks_complete rows nodes); destruct witness as [(first & rest & -> & nothing & small) all].
        exists (rank first); split; [| exact small]; destruct first as [given k ms]; rewrite right; [reflexivity |].
        split; [| exact all]; eexists; exists rest; split; [reflexivity | split; [exact nothing | apply N.le_refl]].
      - assert (right := check_ranks_with_complete (lies e) (concepts e) nodes).
        destruct witness as [(first & rest & -> & nothing & small) all].
        exists (rank first); split; [| exact small]; destruct first as [given k ms]; rewrite right; [reflexivity |].
        split; [| exact all]; eexists; exists rest; split; [reflexivity | split; [exact nothing | apply N.le_refl]]. }
    destruct bound as (k & -> & small); cbn [check_bound]; destruct (tree_bound e); apply N.leb_le, small.
Qed.

(** A dimension certificate whose bounds all have their witnesses is accepted.
    Source: docs/formats.md, "Statements".
    Idea: [check_tree_complete], [check_ranks_complete] and [check_ranks_with_complete]. *)
Theorem check_certificate_complete (c : certificate) :
  Forall (witnessed (certificate_evidence c)) (certificate_claims c) -> check_certificate c = true.
Proof.
  intro all; unfold check_certificate; cbv zeta; apply every_forall; intros b here.
  rewrite Forall_forall in all; apply check_bound_complete, all, here.
Qed.
