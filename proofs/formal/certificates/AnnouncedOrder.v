(** Games in which the learner is told the order of the points before the first round: docs/finite-proofs.md,
    "Announced orders". *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace ConceptTable.
Import ListNotations.

(** Every deterministic learner errs at least [k] times on some labels of these points that a concept explains. (It may
    know the order: the learner comes after it.) *)
Definition forces_in_order {X : Type} (order : list X) (C : list (concept X)) (k : nat) : Prop :=
  forall L : learner X, exists s, map fst s = order /\ realizable C s /\ k <= errors L s.

(** Some deterministic learner errs at most [k] times on all such labels. *)
Definition suffices_in_order {X : Type} (order : list X) (C : list (concept X)) (k : nat) : Prop :=
  exists L : learner X, forall s, map fst s = order -> realizable C s -> errors L s <= k.

Definition optimal_in_order {X : Type} (order : list X) (C : list (concept X)) (k : nat) : Prop :=
  forces_in_order order C k /\ suffices_in_order order C k.

(** The mistakes to come, from those on each side of a point. *)
Definition joined (a b : nat) : nat := if a =? b then S a else max a b.

Fixpoint order_value (order : list nat) (V : table) : nat :=
  match order with
  | [] => 0
  | x :: rest =>
      let minus := with_label V x false in
      let plus := with_label V x true in
      match minus, plus with
      | [], _ => order_value rest plus
      | _, [] => order_value rest minus
      | _, _ => joined (order_value rest minus) (order_value rest plus)
      end
  end.

(** It predicts the only label that is left, or that of the side with more mistakes to come. *)
Definition order_label (rest : list nat) (V : table) (x : nat) : bool :=
  match with_label V x false, with_label V x true with
  | [], _ => true
  | _, [] => false
  | minus, plus => order_value rest minus <? order_value rest plus
  end.

Definition order_learner (order : list nat) (V : table) : learner nat := {|
  state := list nat * table;
  init := (order, V);
  predict := fun q x => Some (order_label (tl (fst q)) (snd q) x);
  update := fun q x y => (tl (fst q), with_label (snd q) x y)
|}.

(** What is told to a learner leaves a concept that explains the rest. *)
Lemma order_side (V : table) (x : nat) (y : bool) (s : list (example nat)) :
  realizable (class_of V) ((x, y) :: s) <-> realizable (class_of (with_label V x y)) s.
Proof. rewrite <- keep_class; apply realizable_cons. Qed.

Lemma order_sides (V : table) (x : nat) : V <> [] -> with_label V x false <> [] \/ with_label V x true <> [].
Proof.
  destruct V as [| r V]; [tauto |]; intros _; cbn [with_label filter].
  destruct (label r x); [right | left]; discriminate.
Qed.

(** The number that is worked out from the end is forced on every learner that is told the order, and the one that
    predicts the side with more mistakes to come never errs more often.
    Source: docs/finite-proofs.md, "Announced orders".
    Idea: by induction over the order. If both sides are worth the same, the adversary names the label that was not
    predicted, and otherwise that of the side worth more. *)
Theorem order_value_is_optimal (order : list nat) (V : table) :
  V <> [] -> optimal_in_order order (class_of V) (order_value order V).
Proof.
  intro some; split.
  - intro L; unfold errors; generalize (init L); revert V some.
    induction order as [| x rest IH]; intros V some q.
    + exists []; split; [reflexivity | split; [| apply Nat.le_0_l]].
      apply realizable_nil; destruct V; [congruence | discriminate].
    + assert (step : forall y, with_label V x y <> [] -> exists s,
        map fst s = x :: rest /\ realizable (class_of V) s /\
        (if mistaken (predict L q x) y then 1 else 0) + order_value rest (with_label V x y) <= errors_from L q s).
      { intros y left; destruct (IH _ left (update L q x y)) as (s & shown & real & errs).
        exists ((x, y) :: s); split; [simpl; rewrite shown; reflexivity | split; [apply order_side, real |]].
        simpl; lia. }
      assert (best : forall y k, with_label V x y <> [] ->
        k <= (if mistaken (predict L q x) y then 1 else 0) + order_value rest (with_label V x y) ->
        exists s, map fst s = x :: rest /\ realizable (class_of V) s /\ k <= errors_from L q s).
      { intros y k left enough; destruct (step y left) as (s & shown & real & errs).
        exists s; split; [exact shown | split; [exact real | lia]]. }
      clear step; cbn [order_value]; cbv zeta; assert (sides := order_sides V x some).
      destruct (with_label V x false) as [| r minus] eqn:E0;
        [apply (best true); destruct sides; [congruence | assumption | lia | lia] |].
      destruct (with_label V x true) as [| r' plus] eqn:E1;
        [apply (best false); rewrite E0; [discriminate | lia] |].
      rewrite <- E0, <- E1 in *; assert (left0 : with_label V x false <> []) by (rewrite E0; discriminate).
      assert (left1 : with_label V x true <> []) by (rewrite E1; discriminate); clear sides E0 E1.
      unfold joined; destruct (Nat.eqb_spec (order_value rest (with_label V x false))
                                            (order_value rest (with_label V x true))) as [same | other].
      * apply (best (contrary (predict L q x))); [destruct (contrary _); assumption |].
        rewrite contrary_mistaken; destruct (contrary _); lia.
      * destruct (Nat.max_spec (order_value rest (with_label V x false)) (order_value rest (with_label V x true)))
          as [[_ ->] | [_ ->]]; [apply (best true) | apply (best false)]; try assumption; lia.
  - exists (order_learner order V); intros s shown real; unfold errors; cbn [init order_learner].
    set (L := order_learner order V).
    enough (all : forall o W s, map fst s = o -> realizable (class_of W) s ->
      errors_from L (o, W) s <= order_value o W) by (apply all; assumption).
    clear; induction o as [| x rest IH]; intros W s shown real.
    + destruct s; [apply Nat.le_0_l | discriminate].
    + destruct s as [| [x' y] s]; [discriminate |]; injection shown as -> shown.
      apply order_side in real; assert (bound := IH _ _ shown real).
      assert (left : with_label W x y <> []).
      { intro none; rewrite none in real; exact (realizable_nonempty s _ real eq_refl). }
      cbn [errors_from]; change (update L (x :: rest, W) x y) with (rest, with_label W x y).
      change (predict L (x :: rest, W) x) with (Some (order_label rest W x)).
      cbn [order_value mistaken]; cbv zeta; unfold order_label, joined.
      destruct y;
        destruct (with_label W x false) as [| r minus] eqn:E0; destruct (with_label W x true) as [| r' plus] eqn:E1;
        try congruence; rewrite <- ?E0, <- ?E1 in *; simpl eqb; simpl negb; try lia.
      all: destruct (Nat.ltb_spec (order_value rest (with_label W x false)) (order_value rest (with_label W x true))),
             (Nat.eqb_spec (order_value rest (with_label W x false)) (order_value rest (with_label W x true)));
           simpl; lia.
Qed.
