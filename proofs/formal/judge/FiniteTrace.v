(** Traces and dimension certificates of finite classes: what they claim, what that means, and how it is checked.

    The class is a table. Its points and concepts are numbered from 0, as in docs/finite-format.md. *)

From Coq Require Import List Bool Arith NArith QArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy Table TreeCertificate RankCertificate Claim.
Import ListNotations.

(** * What a file says *)

(** A class, and witnesses for its two bounds. *)
Record evidence : Type := {
  concepts : table;
  mistake_tree : option tree;
  ranks : option (list node)
}.

Definition points (e : evidence) : N := N.of_nat (width (concepts e)).

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

(** There is a round, and the target, one of the concepts, gives every point its label. *)
Definition explained (t : trace) : Prop :=
  examples (played t) <> [] /\
  exists i r, target t = Some i /\ nth_error (concepts (trace_evidence t)) i = Some r /\
    consistent (label r) (examples (played t)).

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

(** What a bound says of the class, for learners of any kind of states: nothing else in the file matters. *)
Definition bound_holds (e : evidence) (c : claim) : Prop :=
  match c with
  | UniversalBound k => forces (class_of (concepts e)) (N.to_nat k)
  | UpperBound r => suffices (class_of (concepts e)) (N.to_nat r)
  | _ => False
  end.

Definition claim_holds (t : trace) (c : claim) : Prop :=
  match c with
  | Realizable => explained t
  | RunBound k => explained t /\ exists rounds, played t = Deterministic rounds /\ mistakes rounds = k
  | ExpectedMistakes q =>
      explained t /\ exists rounds, played t = Randomized rounds /\
        Forall (fun r => 0 <= predicted r /\ predicted r <= 1)%Q rounds /\ (expected_mistakes rounds == q)%Q
  | UniversalBound _ | UpperBound _ => bound_holds (trace_evidence t) c
  end.

Definition valid_trace (t : trace) : Prop := explained t /\ Forall (claim_holds t) (trace_claims t).

Definition valid_certificate (c : certificate) : Prop :=
  Forall (bound_holds (certificate_evidence c)) (certificate_claims c).

(** * How it is checked *)

(** The depth of the tree, if there is one and its leaves are right. *)
Definition tree_bound (e : evidence) : option N :=
  match mistake_tree e with
  | Some t => if fits (concepts e) [] t then Some (N.of_nat (depth t)) else None
  | None => None
  end.

(** The rank of node 0, if there are ranks and all nodes are right. *)
Definition ranks_bound (e : evidence) : option N :=
  match ranks e with
  | Some (({| rank := k |} :: _) as nodes) => if check_ranks (concepts e) nodes k then Some k else None
  | _ => None
  end.

Definition check_bound (tree_bound ranks_bound : option N) (c : claim) : bool :=
  match c, tree_bound, ranks_bound with
  | UniversalBound k, Some d, _ => (k <=? d)%N
  | UpperBound r, _, Some k => (k <=? r)%N
  | _, _, _ => false
  end.

Definition check_rounds {A : Type} (r : row) (rounds : list (round A)) : bool :=
  match rounds with
  | [] => false
  | _ => every (fun round => eqb (label r (x round)) (y round)) rounds
  end.

Definition check_explained (t : trace) : bool :=
  match target t with
  | None => false
  | Some i =>
      match nth_error (concepts (trace_evidence t)) i, played t with
      | Some r, Deterministic rounds => check_rounds r rounds
      | Some r, Randomized rounds => check_rounds r rounds
      | None, _ => false
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
  end.

(** What is the same for all claims is computed once. *)
Definition check_trace (t : trace) : bool :=
  if check_explained t
  then
    let e := trace_evidence t in
    let shown := check_claim (counted (played t)) (expected (played t)) (tree_bound e) (ranks_bound e) in
    every shown (trace_claims t)
  else false.

Definition check_certificate (c : certificate) : bool :=
  let e := certificate_evidence c in
  let shown := check_bound (tree_bound e) (ranks_bound e) in
  every shown (certificate_claims c).

(** * Soundness *)

Lemma tree_bound_sound (e : evidence) (d k : N) :
  tree_bound e = Some d -> (k <= d)%N -> forces (class_of (concepts e)) (N.to_nat k).
Proof.
  unfold tree_bound; destruct (mistake_tree e) as [t |]; [| discriminate].
  destruct (fits (concepts e) [] t) eqn:Hfits; [| discriminate]; injection 1 as <-; intro Hk.
  apply check_tree_sound with t; unfold check_tree; rewrite Hfits.
  destruct (Nat.leb_spec (N.to_nat k) (depth t)); [reflexivity | lia].
Qed.

Lemma ranks_bound_sound (e : evidence) (k r : N) :
  ranks_bound e = Some k -> (k <= r)%N -> suffices (class_of (concepts e)) (N.to_nat r).
Proof.
  unfold ranks_bound; destruct (ranks e) as [[| n rest] |]; try discriminate.
  destruct n as [g k' ms]; destruct (check_ranks _ _ k') eqn:Hranks; [| discriminate].
  injection 1 as <-; intro Hr; apply check_ranks_sound in Hranks.
  apply suffices_weaken with (3 := Hranks); [apply incl_refl | lia].
Qed.

Lemma check_bound_sound (e : evidence) (c : claim) :
  check_bound (tree_bound e) (ranks_bound e) c = true -> bound_holds e c.
Proof.
  destruct c as [| | | k | r]; simpl; try discriminate.
  - destruct (tree_bound e) as [d |] eqn:E; [| discriminate].
    intro H; apply N.leb_le in H; apply tree_bound_sound with d; assumption.
  - destruct (tree_bound e), (ranks_bound e) as [k |] eqn:E; try discriminate;
      intro H; apply N.leb_le in H; apply ranks_bound_sound with k; assumption.
Qed.

Lemma check_rounds_sound {A : Type} (r : row) (rounds : list (round A)) :
  check_rounds r rounds = true ->
  let s := map (fun r => (x r, y r)) rounds in s <> [] /\ consistent (label r) s.
Proof.
  intro H; split.
  - destruct rounds; [discriminate H | discriminate].
  - assert (Hevery : every (fun round => eqb (label r (x round)) (y round)) rounds = true)
      by (destruct rounds; [discriminate H | exact H]).
    rewrite every_forall in Hevery; unfold consistent; apply Forall_map, Forall_forall.
    intros round Hround; apply eqb_prop, (Hevery round Hround).
Qed.

Lemma check_explained_sound (t : trace) : check_explained t = true -> explained t.
Proof.
  unfold check_explained, explained; destruct (target t) as [i |]; [| discriminate].
  destruct (nth_error _ i) as [r |] eqn:E; [| discriminate].
  destruct (played t) as [rounds | rounds]; intro H; apply check_rounds_sound in H;
    (split; [apply H | exists i, r; repeat split; [exact E | apply H]]).
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

Lemma check_claim_sound (t : trace) (c : claim) :
  explained t ->
  check_claim (counted (played t)) (expected (played t))
    (tree_bound (trace_evidence t)) (ranks_bound (trace_evidence t)) c = true ->
  claim_holds t c.
Proof.
  intros Hexplained H; destruct c as [| k | q | k | r]; cbn [claim_holds].
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
  - apply check_bound_sound; destruct (counted _), (expected _); exact H.
  - apply check_bound_sound; destruct (counted _), (expected _); exact H.
Qed.

(** A trace that is accepted is realizable, and all that it claims is true.
    Source: docs/finite-format.md, "Statements".
    Idea: each witness proves its claim; the bounds are [check_tree_sound] and [check_ranks_sound]. *)
Theorem check_trace_sound (t : trace) : check_trace t = true -> valid_trace t.
Proof.
  unfold check_trace; destruct (check_explained t) eqn:E; [| discriminate].
  apply check_explained_sound in E; cbv zeta; rewrite every_forall; intro H.
  split; [exact E |]; apply Forall_forall; intros c Hc; apply check_claim_sound; auto.
Qed.

(** The bounds of a dimension certificate that is accepted are true.
    Source: docs/finite-format.md, "The dimension certificate".
    Idea: as above, without a game. *)
Theorem check_certificate_sound (c : certificate) : check_certificate c = true -> valid_certificate c.
Proof.
  unfold check_certificate; cbv zeta; rewrite every_forall; intro H.
  apply Forall_forall; intros b Hb; apply check_bound_sound, H, Hb.
Qed.
