(** What the best randomized learner is expected to err on the class --, +-, -+: ¾, and not half of the optimum 1 of
    deterministic learners.

    A randomized learner may remember anything and toss any coins. What counts of it is, for each history and point, the
    probability that it predicts +1, for the adversary does not see the coins of a round before its label is fixed. *)

From Coq Require Import List Bool Arith QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Rows Littlestone RationalNumber.
Import ListNotations.
Local Open Scope Q_scope.

Section Coins.

  Context {X : Type}.
  Implicit Types (C : list (concept X)) (h s : list (example X)).

  (** The probability of the prediction +1 after the history h, the latest example first. *)
  Record coin_learner : Type := {
    chance :> list (example X) -> X -> Q;
    is_chance : forall h x, 0 <= chance h x <= 1
  }.

  (** The sum over the rounds of the probability of a mistake: the expected number of mistakes. *)
  Fixpoint expected_from (L : coin_learner) h s : Q :=
    match s with
    | [] => 0
    | (x, y) :: rest => (if y then 1 - L h x else L h x) + expected_from L ((x, y) :: h) rest
    end.

  Definition expected_mistakes (L : coin_learner) s : Q := expected_from L [] s.

  (** Every randomized learner is expected to err at least [r] times on some sequence that a concept explains, and some
      is expected to err at most [r] times on every such sequence. *)
  Definition randomized_optimum C (r : Q) : Prop :=
    (forall L : coin_learner, exists s, realizable C s /\ r <= expected_mistakes L s) /\
    (exists L : coin_learner, forall s, realizable C s -> expected_mistakes L s <= r).

End Coins.

Arguments coin_learner X : clear implicits.

(** There is only one such number. *)
Lemma randomized_optimum_unique {X : Type} (C : list (concept X)) (r r' : Q) :
  randomized_optimum C r -> randomized_optimum C r' -> r == r'.
Proof.
  intros [forced [L kept]] [forced' [L' kept']]; apply Qle_antisym.
  - destruct (forced L') as (s & real & much); specialize (kept' s real); lra.
  - destruct (forced' L) as (s & real & much); specialize (kept s real); lra.
Qed.

(** The concepts --, +- and -+ on the points 0 and 1; the other points are labeled -1. *)
Definition three_rows : table := [[false; false]; [true; false]; [false; true]].

(** What may be left of them, and the price that is left to pay. *)
Definition left_of_three : list table :=
  [three_rows; [[false; false]; [true; false]]; [[false; false]; [false; true]];
   [[false; false]]; [[true; false]]; [[false; true]]].

Definition price_of (W : table) : Q :=
  match length W with 3%nat => 3 # 4 | 2%nat => 1 # 2 | _ => 0 end.

(** The best chance of +1: 0 or 1 where all agree, ¼ with one of three, ½ with one of two. *)
Definition best_chance (W : table) (x : nat) : Q :=
  match length (with_label W x true), length (with_label W x false) with
  | O, _ => 0
  | _, O => 1
  | 1%nat, 2%nat => 1 # 4
  | _, _ => 1 # 2
  end.

Fixpoint left_after (W : table) (h : list (example nat)) : table :=
  match h with
  | [] => W
  | (x, y) :: earlier => with_label (left_after W earlier) x y
  end.

Definition best_coins : coin_learner nat.
Proof.
  refine {| chance := fun h x => best_chance (left_after three_rows h) x |}.
  intros h x; unfold best_chance.
  destruct (length (with_label (left_after three_rows h) x true)) as [| [| p]],
    (length (with_label (left_after three_rows h) x false)) as [| [| [| q]]];
    split; discriminate.
Defined.

Lemma price_of_pays W x y :
  In W left_of_three -> with_label W x y <> [] ->
  In (with_label W x y) left_of_three /\
  (if y then 1 - best_chance W x else best_chance W x) + price_of (with_label W x y) <= price_of W.
Proof.
  intros HW Hleft.
  destruct x as [| [| [| x]]]; destruct y;
    repeat (destruct HW as [<- | HW]; [vm_compute in Hleft; try congruence; vm_compute; intuition discriminate |]);
    destruct HW.
Qed.

Lemma best_coins_from s : forall h,
  In (left_after three_rows h) left_of_three -> realizable (class_of (left_after three_rows h)) s ->
  expected_from best_coins h s <= price_of (left_after three_rows h).
Proof.
  induction s as [| [x y] s IH]; intros h here real; cbn [expected_from].
  - destruct here as [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]; discriminate.
  - apply realizable_cons in real; rewrite keep_class in real.
    assert (some : with_label (left_after three_rows h) x y <> []).
    { intro none; rewrite none in real; exact (realizable_nonempty s _ real eq_refl). }
    destruct (price_of_pays _ x y here some) as [next pays].
    specialize (IH ((x, y) :: h) next real); cbn [left_after] in IH; simpl chance.
    lra.
Qed.

(** "Coins halve the number of mistakes" is false: on the class --, +-, -+ the best randomized learner is expected to
    err ¾ times, and the optimum of deterministic learners is 1.
    Source: a reading of Filmus, Hanneke, Mehalel and Moran, Optimal prediction using expert advice and randomized
    Littlestone dimension (2023).
    Idea: show the point 0. If +1 is predicted there with probability p, the label +1 costs 1 - p, and -1 costs p and ½
    more at the point 1; so ¾ or more. With p = ¼ it is ¾. *)
Theorem coins_need_not_halve :
  optimal_mistakes (class_of three_rows) 1 /\ randomized_optimum (class_of three_rows) (3 # 4) /\
  ~ randomized_optimum (class_of three_rows) (1 # 2).
Proof.
  assert (value : randomized_optimum (class_of three_rows) (3 # 4)).
  { split.
    - intro L; set (p := L [] 0%nat); set (q := L [(0%nat, false)] 1%nat).
      destruct (Qlt_le_dec p (1 # 4)) as [low | high].
      + exists [(0%nat, true)]; split.
        * exists (label [true; false]); split; [right; left; reflexivity | repeat constructor].
        * change (3 # 4 <= 1 - p + 0); lra.
      + destruct (Qlt_le_dec q (1 # 2)) as [few | many].
        * exists [(0%nat, false); (1%nat, true)]; split.
          { exists (label [false; true]); split; [right; right; left; reflexivity | repeat constructor]. }
          change (3 # 4 <= p + (1 - q + 0)); lra.
        * exists [(0%nat, false); (1%nat, false)]; split.
          { exists (label [false; false]); split; [left; reflexivity | repeat constructor]. }
          change (3 # 4 <= p + (q + 0)); lra.
    - exists best_coins; intros s real.
      apply (best_coins_from s []); [left; reflexivity | exact real]. }
  split; [| split; [exact value |]].
  - replace 1%nat with (dimension [0; 1]%nat (class_of three_rows)) by (vm_compute; reflexivity).
    apply dimension_is_optimal; [discriminate |].
    intros [| [| x]]; try (apply In_seen; simpl; tauto).
    left; intros c c' Hc Hc'.
    enough (H : forall d, In d (class_of three_rows) -> d (S (S x)) = false) by (rewrite !H; trivial).
    intros d Hd; simpl in Hd; intuition (subst; destruct x; reflexivity).
  - intro half; assert (equal := randomized_optimum_unique _ _ _ value half); discriminate equal.
Qed.
