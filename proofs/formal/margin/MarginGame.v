(** The margin game in any dimension: what is legal in it, and how two games on orthogonal subspaces are played as one.

    Its points have norm 1, and few directions have a rational vector of norm 1. So a point is r·x with x and r² rational,
    given as targets are in MarginTarget.v. A target is a sum of such multiples, each two of them orthogonal. *)

From Coq Require Import QArith List Lia.
From ForcedMistakes Require Import Learner RationalSpaces.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** r·x, given by x and r²; r > 0. *)
Notation multiple := target.

Section Meaning.

  Context {V : space rational_field}.

  Definition unit_multiple (x : multiple V) : Prop := 0 < scale2 x /\ target_norm2 x == 1.

  Definition orthogonal_multiples (a b : multiple V) : Prop := ⟨direction a, direction b⟩ == 0.

  Fixpoint sum_norm2 (parts : list (multiple V)) : Q :=
    match parts with
    | [] => 0
    | a :: rest => target_norm2 a + sum_norm2 rest
    end.

  (** The target v, a sum of parts, has margin δ on the point: one part has it, and the others are orthogonal to the
      point, so that v has the same inner product with it. [d2] is δ². *)
  Definition sum_explains (d2 : Q) (parts : list (multiple V)) (e : example (multiple V)) : Prop :=
    exists before a after, parts = before ++ a :: after /\
      Forall (fun b => orthogonal_multiples b (fst e)) (before ++ after) /\
      0 < sign (snd e) * ⟨direction a, direction (fst e)⟩ /\
      d2 <= scale2 (fst e) * margin2 a (direction (fst e)).

  (** The parts are orthogonal, so ‖v‖² is the sum of their norms²: it is at most [n2]. *)
  Definition sum_legal (n2 d2 : Q) (parts : list (multiple V)) (s : list (example (multiple V))) : Prop :=
    Forall (fun a => 0 < scale2 a) parts /\ ForallOrdPairs orthogonal_multiples parts /\
    sum_norm2 parts <= n2 /\ Forall (sum_explains d2 parts) s.

End Meaning.

(** Every deterministic learner errs at least [k] times on some sequence of points of norm 1, on which some target v with
    ‖v‖² at most [n2] has margin δ. In the margin game [n2] is 1. *)
Definition multiples_force (V : space rational_field) (n2 d2 : Q) (k : nat) : Prop :=
  forall L : learner (multiple V), exists s,
    Forall (fun e => unit_multiple (fst e)) s /\ (exists parts, sum_legal n2 d2 parts s) /\ (k <= errors L s)%nat.

(** A target times √c has margins times √c. *)
Lemma multiples_force_scaled (V : space rational_field) (c n2 d2 : Q) (k : nat) :
  0 < c -> multiples_force V n2 d2 k -> multiples_force V (c * n2) (c * d2) k.
Proof.
  intros positive forced L; destruct (forced L) as (s & units & (parts & scales & pairs & norm & explained) & errs).
  exists s; split; [exact units | split; [| exact errs]].
  set (longer := fun a : multiple V => {| direction := direction a; scale2 := c * scale2 a |}).
  exists (map longer parts); split; [| split; [| split]].
  - apply Forall_map; revert scales; apply Forall_impl; intros a above; cbn [scale2 longer]; nra.
  - clear - pairs; induction pairs as [| a parts first _ IH]; constructor; [apply Forall_map; exact first | exact IH].
  - enough (same : sum_norm2 (map longer parts) == c * sum_norm2 parts) by (rewrite same; nra).
    clear; induction parts as [| a parts IH]; cbn [map sum_norm2]; [ring |].
    rewrite IH; unfold target_norm2; cbn [longer direction scale2]; ring.
  - rewrite Forall_forall in units, explained |- *; intros e here.
    destruct (explained e here) as (before & a & after & -> & others & right & margin).
    exists (map longer before), (longer a), (map longer after); split; [rewrite map_app; reflexivity |].
    rewrite <- map_app; split; [apply Forall_map; exact others | split; [exact right |]].
    unfold margin2 in *; cbn [longer direction scale2]; nra.
Qed.

Lemma multiples_force_weaken (V : space rational_field) (n2 m2 d2 e2 : Q) (j k : nat) :
  n2 <= m2 -> e2 <= d2 -> (j <= k)%nat -> multiples_force V n2 d2 k -> multiples_force V m2 e2 j.
Proof.
  intros norms margins fewer forced L.
  destruct (forced L) as (s & units & (parts & scales & pairs & norm & explained) & errs).
  exists s; split; [exact units | split; [| lia]].
  exists parts; split; [exact scales | split; [exact pairs | split; [lra |]]].
  revert explained; apply Forall_impl; intros e (before & a & after & same & others & right & margin).
  exists before, a, after; repeat split; try assumption; lra.
Qed.

(** The same, but that other parts are orthogonal to the points. *)
Lemma sum_explains_more {V : space rational_field} (d2 : Q) (before parts after : list (multiple V)) (e : example (multiple V)) :
  Forall (fun b => orthogonal_multiples b (fst e)) (before ++ after) ->
  sum_explains d2 parts e -> sum_explains d2 (before ++ parts ++ after) e.
Proof.
  intros more (start & a & rest & -> & others & shown); exists (before ++ start), a, (rest ++ after).
  split; [rewrite <- !app_assoc; reflexivity | split; [| exact shown]].
  rewrite !Forall_app in *; tauto.
Qed.

(** * Two subspaces *)

Definition map_points {X Y : Type} (f : X -> Y) (s : list (example X)) : list (example Y) :=
  map (fun e => (f (fst e), snd e)) s.

(** [L] in state [q], on other points: it is shown their images. *)
Definition pulled_back {X Y : Type} (f : X -> Y) (L : learner Y) (q : state L) : learner X := {|
  state := state L;
  init := q;
  predict := fun q x => predict L q (f x);
  update := fun q x y => update L q (f x) y
|}.

Lemma errors_pulled_back {X Y : Type} (f : X -> Y) (L : learner Y) (q : state L) (s : list (example X)) :
  errors (pulled_back f L q) s = errors_from L q (map_points f s).
Proof.
  unfold errors; cbn [init pulled_back].
  enough (from : forall r, errors_from (pulled_back f L q) r s = errors_from L r (map_points f s)) by apply from.
  induction s as [| [x y] s IH]; intro r; [reflexivity |].
  cbn [map_points map errors_from fst snd]; f_equal; apply IH.
Qed.

Section Images.

  Context {V U : space rational_field} (f : V -> U).

  Definition image (x : multiple V) : multiple U := {| direction := f (direction x); scale2 := scale2 x |}.

  Context (isometry : forall x y, ⟨f x, f y⟩ == ⟨x, y⟩).

  Lemma images_units (s : list (example (multiple V))) :
    Forall (fun e => unit_multiple (fst e)) s -> Forall (fun e => unit_multiple (fst e)) (map_points image s).
  Proof.
    intro units; apply Forall_map; revert units; apply Forall_impl; intros e [above norm]; split; [exact above |].
    unfold target_norm2 in *; cbn [fst image direction scale2]; rewrite isometry; exact norm.
  Qed.

  Lemma images_norm2 (parts : list (multiple V)) : sum_norm2 (map image parts) == sum_norm2 parts.
  Proof.
    induction parts as [| a parts IH]; cbn [map sum_norm2]; [reflexivity |].
    rewrite IH; unfold target_norm2; cbn [image direction scale2]; rewrite isometry; reflexivity.
  Qed.

  Lemma images_legal (n2 d2 : Q) (parts : list (multiple V)) (s : list (example (multiple V))) :
    sum_legal n2 d2 parts s -> sum_legal n2 d2 (map image parts) (map_points image s).
  Proof.
    intros (scales & pairs & norm & explained); repeat split.
    - apply Forall_map; exact scales.
    - clear - isometry pairs; induction pairs as [| a parts first _ IH]; constructor; [| exact IH].
      apply Forall_map; revert first; apply Forall_impl; intros b zero.
      unfold orthogonal_multiples in *; cbn [image direction]; rewrite isometry; exact zero.
    - rewrite images_norm2; exact norm.
    - apply Forall_map; revert explained; apply Forall_impl.
      intros e (before & a & after & -> & others & right & margin).
      exists (map image before), (image a), (map image after); split; [rewrite map_app; reflexivity |].
      rewrite <- map_app; split; [| split].
      + apply Forall_map; revert others; apply Forall_impl; intros b zero.
        unfold orthogonal_multiples in *; cbn [fst image direction]; rewrite isometry; exact zero.
      + cbn [fst snd image direction]; rewrite isometry; exact right.
      + unfold margin2 in *; cbn [fst snd image direction scale2]; rewrite isometry; exact margin.
  Qed.

End Images.

Lemma ordered_pairs_app {A : Type} (R : A -> A -> Prop) (l r : list A) :
  ForallOrdPairs R l -> ForallOrdPairs R r -> Forall (fun a => Forall (R a) r) l -> ForallOrdPairs R (l ++ r).
Proof.
  induction 1 as [| a l first _ IH]; cbn [app]; intros pairs across; [exact pairs |].
  inversion_clear across as [| ? ? here rest]; constructor; [apply Forall_app; split; assumption | exact (IH pairs rest)].
Qed.

(** What is forced on each of two orthogonal subspaces is forced on the whole space in one game, with a target whose
    norm² is the sum.
    Source: docs/margin-proofs.md, "Lower bounds".
    Idea: play one game after the other; the sum of both targets has the margins of the one or of the other. *)
Theorem orthogonal_games_add (V W U : space rational_field) (f : V -> U) (g : W -> U) (n2 m2 d2 : Q) (j k : nat) :
  (forall x y, ⟨f x, f y⟩ == ⟨x, y⟩) -> (forall x y, ⟨g x, g y⟩ == ⟨x, y⟩) -> (forall x y, ⟨f x, g y⟩ == 0) ->
  multiples_force V n2 d2 j -> multiples_force W m2 d2 k -> multiples_force U (n2 + m2) d2 (j + k).
Proof.
  intros of_f of_g apart forced_j forced_k L.
  destruct (forced_j (pulled_back (image f) L (init L))) as (s & units_s & (parts & legal_s) & errs_s).
  rewrite errors_pulled_back in errs_s.
  destruct (forced_k (pulled_back (image g) L (state_after L (init L) (map_points (image f) s)))) as (t & units_t & (others & legal_t) & errs_t).
  rewrite errors_pulled_back in errs_t.
  apply (images_units f of_f) in units_s; apply (images_units g of_g) in units_t.
  apply (images_legal f of_f) in legal_s; apply (images_legal g of_g) in legal_t.
  exists (map_points (image f) s ++ map_points (image g) t); split; [apply Forall_app; split; assumption | split].
  - destruct legal_s as (scales_s & pairs_s & norm_s & explained_s), legal_t as (scales_t & pairs_t & norm_t & explained_t).
    exists (map (image f) parts ++ map (image g) others); split; [| split; [| split]].
    + apply Forall_app; split; assumption.
    + apply ordered_pairs_app; [exact pairs_s | exact pairs_t |].
      apply Forall_map, Forall_forall; intros a _; apply Forall_map, Forall_forall; intros b _; apply apart.
    + enough (same : forall l r : list (multiple U), sum_norm2 (l ++ r) == sum_norm2 l + sum_norm2 r)
        by (rewrite same; lra).
      clear; intros l r; induction l as [| a l IH]; cbn [app sum_norm2]; [ring | rewrite IH; ring].
    + apply Forall_app; split.
      * rewrite Forall_forall in explained_s |- *; intros e here.
        apply (sum_explains_more d2 []); [| exact (explained_s e here)]; cbn [app].
        apply in_map_iff in here as (e' & <- & _); apply Forall_map, Forall_forall; intros b _.
        unfold orthogonal_multiples; rewrite inner_comm; apply apart.
      * rewrite Forall_forall in explained_t |- *; intros e here.
        assert (longer := sum_explains_more d2 (map (image f) parts) (map (image g) others) [] e).
        rewrite !app_nil_r in longer; apply longer; [| exact (explained_t e here)].
        apply in_map_iff in here as (e' & <- & _); apply Forall_map, Forall_forall; intros b _; apply apart.
  - unfold errors; rewrite errors_from_app; lia.
Qed.

(** * Q^d in Q^(d+e) *)

Definition first_coordinates (d : nat) (x : nat -> Q) : nat -> Q := fun i => if (i <? d)%nat then x i else 0.
Definition last_coordinates (d : nat) (x : nat -> Q) : nat -> Q := fun i => if (i <? d)%nat then 0 else x (i - d)%nat.

Lemma dot_first_last (c k : nat) (x y : nat -> Q) :
  dot (c + k) (first_coordinates c x) (first_coordinates c y) == dot c x y /\
  dot (c + k) (last_coordinates c x) (last_coordinates c y) == dot k x y /\
  dot (c + k) (first_coordinates c x) (last_coordinates c y) == 0.
Proof.
  assert (before : forall n, (n <= c)%nat ->
    dot n (first_coordinates c x) (first_coordinates c y) == dot n x y /\
    dot n (last_coordinates c x) (last_coordinates c y) == 0 /\
    dot n (first_coordinates c x) (last_coordinates c y) == 0).
  { induction n as [| n IH]; intro few; cbn [dot]; [repeat split; reflexivity |].
    destruct IH as (-> & -> & ->); [lia |]; unfold first_coordinates, last_coordinates.
    destruct (Nat.ltb_spec n c); [| lia]; repeat split; ring. }
  induction k as [| k (IH1 & IH2 & IH3)].
  - rewrite Nat.add_0_r; exact (before c (le_n c)).
  - rewrite Nat.add_succ_r; cbn [dot]; rewrite IH1, IH2, IH3; unfold first_coordinates, last_coordinates.
    destruct (Nat.ltb_spec (c + k) c); [lia |].
    replace (c + k - c)%nat with k by lia; repeat split; ring.
Qed.

(** So dimensions, norms² and numbers of mistakes add up. *)
Lemma dimensions_add (c d : nat) (n2 m2 d2 : Q) (j k : nat) :
  multiples_force (Qd c) n2 d2 j -> multiples_force (Qd d) m2 d2 k ->
  multiples_force (Qd (c + d)) (n2 + m2) d2 (j + k).
Proof.
  apply (orthogonal_games_add (Qd c) (Qd d) (Qd (c + d)) (first_coordinates c) (last_coordinates c)); intros x y;
    apply (dot_first_last c d x y).
Qed.

Lemma nothing_forced (V : space rational_field) (d2 : Q) : multiples_force V 0 d2 0.
Proof. intro L; exists []; split; [constructor | split; [exists []; repeat split; try constructor; discriminate | lia]]. Qed.
