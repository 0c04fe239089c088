(** The printed instance of MinDisOpt, with labels 0 and 1, and training errors (Lecture 13 (27-04-2020), 1.1.1). *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner Concepts RationalPerceptron PerceptronLoop Normalizations Networks.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** ** Labels 0 and 1 *)

(** The points are in {0, 1}^d. The label [true] is 1 here, and [false] is 0. *)
Definition binary_points {d : nat} (s : list (example (Qd d))) : Prop :=
  Forall (fun e => forall i, (i < d)%nat -> fst e i == 0 \/ fst e i == 1) s.

(** What is to be minimized, as printed: the number of examples with y⟨w,x⟩ ≤ 0, y in {0, 1}. *)
Definition printed_count {d : nat} (s : list (example (Qd d))) (w : Qd d) : nat :=
  length (filter (fun e => Qle_bool (bit (snd e) * ⟨w, fst e⟩) 0) s).

(** The least such number. *)
Definition printed_optimum {d : nat} (s : list (example (Qd d))) (k : nat) : Prop :=
  (exists w, printed_count s w = k) /\ forall w, (k <= printed_count s w)%nat.

(** How many examples have the label 0, or a point whose coordinates are all 0. *)
Definition has_zero {d : nat} (e : example (Qd d)) : bool := negb (snd e) || Qeq_bool ‖fst e‖² 0.
Definition zeros {d : nat} (s : list (example (Qd d))) : nat := length (filter has_zero s).

(** (1, …, 1). *)
Definition ones {d : nat} : Qd d := fun _ => 1.

Lemma filter_le {A : Type} (f g : A -> bool) (l : list A) :
  (forall a, In a l -> f a = true -> g a = true) -> (length (filter f l) <= length (filter g l))%nat.
Proof.
  induction l as [| a l IH]; intro implies; simpl; [lia |].
  specialize (IH (fun b member => implies b (or_intror member))); assert (here := implies a (or_introl eq_refl)).
  destruct (f a), (g a); simpl; try lia; specialize (here eq_refl); discriminate.
Qed.

Lemma ones_product {d : nat} (x : Qd d) :
  (forall i, (i < d)%nat -> x i == 0 \/ x i == 1) -> ⟨(ones : Qd d), x⟩ == ‖x‖².
Proof.
  cbn [inner Qd]; induction d as [| d IH]; cbn [dot]; intro binary; [reflexivity |].
  rewrite IH by (intros i less; apply binary; lia); unfold ones.
  destruct (binary d ltac:(lia)) as [-> | ->]; reflexivity.
Qed.

(** With the labels {0, 1}, as printed, y⟨w,x⟩ ≤ 0 on each example with the label 0 or a zero vector, whatever w is; and
    w = (1, …, 1), which does not depend on S, attains their number: it is the printed Opt(S).
    Source: Lecture 13 (27-04-2020), 1.1.1, the instance of MinDisOpt.
    Idea: 0·⟨w,x⟩ = 0, and ⟨(1, …, 1),x⟩ > 0 for every other point of {0, 1}^d. *)
Theorem ones_are_best (d : nat) (s : list (example (Qd d))) :
  binary_points s ->
  (forall w, (zeros s <= printed_count s w)%nat) /\ printed_count s ones = zeros s /\ printed_optimum s (zeros s).
Proof.
  intro binary.
  assert (low : forall w, (zeros s <= printed_count s w)%nat).
  { intro w; apply filter_le; intros [x y] _ here; apply Qle_bool_iff; cbn [fst snd].
    unfold has_zero in here; cbn [fst snd] in here; apply orb_true_iff in here as [labeled_0 | vector_0].
    - destruct y; [discriminate |]; cbn [bit]; lra.
    - apply Qeq_bool_iff in vector_0; assert (product := cauchy_schwarz w x); rewrite vector_0 in product.
      assert (nothing : ⟨w, x⟩ == 0).
      { set (p := ⟨w, x⟩) in *; clearbody p; apply Qle_antisym; apply Qnot_lt_le; intro; nra. }
      rewrite nothing; lra. }
  assert (attained : printed_count s ones = zeros s).
  { apply Nat.le_antisymm; [| apply low]; apply filter_le; intros [x y] member here.
    apply Qle_bool_iff in here; cbn [fst snd] in here.
    assert (x_binary := proj1 (Forall_forall _ s) binary (x, y) member); cbn [fst] in x_binary.
    rewrite (ones_product x x_binary) in here; unfold has_zero; cbn [fst snd].
    destruct y; [| reflexivity]; cbn [negb orb bit] in *; apply Qeq_bool_iff.
    assert (nonneg := inner_nonneg (Qd d) x); lra. }
  split; [exact low |]; split; [exact attained |]; split; [exists ones; exact attained | exact low].
Qed.

(** With the labels {0, 1}, as printed, Opt(S)/m is not the training error of the ERM, and y⟨w,x⟩ ≤ 0 counts correct
    predictions as errors. For the point 1, labeled 0, Opt(S)/m is 1. If w predicts 1 iff w·x > 0, then w = -1 predicts
    this label correctly, but is counted as an error.
    Source: Lecture 13 (27-04-2020), 1.1.1, the instance of MinDisOpt, and the sentence about Opt(S)/m. *)
Theorem printed_optimum_is_not_the_error :
  exists s : list (example (Qd 1)),
    s = [(coordinates [1], false)] /\ binary_points s /\ printed_optimum s 1 /\ number 1 / number (length s) == 1 /\
    exists w : Qd 1, Forall (fun e => 0 < ⟨w, fst e⟩ <-> snd e = true) s /\ printed_count s w = 1%nat.
Proof.
  exists [(coordinates [1], false)]; split; [reflexivity |].
  assert (binary : binary_points [(coordinates [1] : Qd 1, false)]).
  { constructor; [| constructor]; intros i less; cbn [fst]; replace i with 0%nat by lia; right; reflexivity. }
  split; [exact binary |]; split; [apply (ones_are_best 1 _ binary) |]; split; [reflexivity |].
  exists (coordinates [- (1)]); split; [| reflexivity].
  repeat constructor; intro impossible; discriminate.
Qed.

(** ** Labels -1 and +1 *)

(** The training error of w: the share of the examples with y⟨w,x⟩ ≤ 0. *)
Definition training_error {V : space rational_field} (s : list (example V)) (w : V) : Q :=
  number (wrong_on s w) / number (length s).

(** With the labels -1 and +1 Opt(S)/m is the training error of the ERM: of some w, and no w has less.
    Source: Lecture 13 (27-04-2020), 1.1.1, the sentence about Opt(S)/m. *)
Theorem optimum_share_is_error (V : space rational_field) (s : list (example V)) (k : nat) :
  s <> [] -> optimum s k ->
  (exists w, training_error s w == number k / number (length s)) /\
  forall w, number k / number (length s) <= training_error s w.
Proof.
  intros nonempty [[w attained] least]; split.
  - exists w; unfold training_error; rewrite attained; reflexivity.
  - intro w'; unfold training_error.
    assert (positive : 0 < number (length s)) by (apply number_pos; destruct s; [congruence | simpl; lia]).
    apply Qle_shift_div_l; [exact positive |].
    setoid_replace (number k / number (length s) * number (length s)) with (number k) by (field; lra).
    specialize (least w'); rewrite <- Zle_Qle; lia.
Qed.

(** Opt(S) is not the training error of the ERM: on the points 0 and 1, both labeled +1, Opt(S) = 1, and the least
    training error is 1/2.
    Source: Lecture 13 (27-04-2020), 1.1.1, the last display about Opt(S).
    Idea: all w err on 0, and w = 1 does on nothing else. *)
Theorem optimum_is_not_the_error :
  exists s : list (example (Qd 1)),
    length s = 2%nat /\ optimum s 1 /\
    (exists w : Qd 1, training_error s w == 1 # 2) /\ (forall w : Qd 1, 1 # 2 <= training_error s w) /\
    ~ number 1 == 1 # 2.
Proof.
  set (s := [(coordinates [0], true); (coordinates [1], true)] : list (example (Qd 1))).
  assert (least : optimum s 1).
  { split; [exists (coordinates [1]); reflexivity |]; intro w; unfold wrong_on, s; cbn [filter].
    replace (is_violated w (coordinates [0], true)) with true; [simpl; lia |].
    symmetry; apply Qle_bool_iff; unfold coordinates; cbn; lra. }
  destruct (optimum_share_is_error (Qd 1) s 1) as [attained below]; [discriminate | exact least |].
  exists s; split; [reflexivity |]; split; [exact least |].
  split; [exact attained |]; split; [exact below | discriminate].
Qed.

(** ** How hard it is *)

(** On points of one coordinate, two counts decide whether some w errs on at most k examples: the errors of w = 1 and of
    w = -1.
    Source: about Lecture 13 (27-04-2020), 1.1, below the display of the ERM.
    Idea: only the sign of w matters, and w = 0 errs on every example. *)
Theorem two_counts_decide (s : list (example (Qd 1))) (k : nat) :
  (exists w, (wrong_on s w <= k)%nat) <->
  (wrong_on s (coordinates [1%Q]) <= k)%nat \/ (wrong_on s (coordinates [(- (1))%Q]) <= k)%nat.
Proof.
  split; [intros [w few] | intros [few | few]; eexists; exact few].
  destruct (Qlt_le_dec (w 0%nat) 0); [right | left];
    refine (Nat.le_trans _ _ _ (filter_le _ _ s _) few); intros [x y] _ wrong;
    apply Qle_bool_iff in wrong; apply Qle_bool_iff; unfold sign, coordinates in *; cbn in *; destruct y; nra.
Qed.

(** On e₁, …, e_d, all labeled +1, every method that makes at most one zero coordinate of w nonzero in a pivot needs at
    least d pivots from w = 0 to a w with all ⟨w, x⟩ ≥ 1. In a cost model in which a pivot takes md steps, m = d, these
    are more than C·md steps for every C < d. The theorem assumes this model; it is that of a simplex method that keeps a
    dense tableau, with any rule for pivots.
    Source: about Lecture 13 (27-04-2020), 1.1.1, the sentence on linear time.
    Idea: w starts at 0, and has no coordinate that is 0 in the end. *)
Theorem pivots_take_longer_than_linear (C d pivots : nat) (w : nat -> Qd d) :
  (C < d)%nat -> (forall i, w 0%nat i == 0) ->
  (forall t, exists entering, forall i, i <> entering -> w t i == 0 -> w (S t) i == 0) ->
  (forall i, (i < d)%nat -> 1 <= ⟨w pivots, e i⟩) -> (d <= pivots /\ C * (d * d) < pivots * (d * d))%nat.
Proof.
  intros less start pivot solved.
  assert (entered : forall t, exists l, length l = t /\ forall i, ~ In i l -> w t i == 0).
  { intro t; induction t as [| t (l & count & others)]; [exists []; split; [reflexivity | auto] |].
    destruct (pivot t) as [j keeps]; exists (j :: l); split; [simpl; lia |].
    intros i out; apply keeps; [intros ->; apply out; left; reflexivity |].
    apply others; intro inside; apply out; right; exact inside. }
  destruct (entered pivots) as (l & count & others).
  assert (all : (d <= pivots)%nat).
  { rewrite <- count, <- (seq_length d 0); apply NoDup_incl_length; [apply seq_NoDup |].
    intros i member; apply in_seq in member; destruct (in_dec Nat.eq_dec i l) as [| out]; [assumption | exfalso].
    assert (here := solved i ltac:(lia)); rewrite inner_comm in here; cbn [inner Qd] in here.
    rewrite dot_e in here; replace (i <? d)%nat with true in here by (symmetry; apply Nat.ltb_lt; lia).
    specialize (others i out); lra. }
  split; [exact all | nia].
Qed.

(** ** Bias *)

(** How often the concept [c] is wrong: its share of the examples of a sample, and its probability under a distribution,
    the examples of which are listed with their probabilities. *)
Definition wrong_at {X : Type} (c : concept X) (e : example X) : Q := if eqb (c (fst e)) (snd e) then 0 else 1.
Definition sum (l : list Q) : Q := fold_right Qplus 0 l.
Definition sample_error {X : Type} (c : concept X) (s : list (example X)) : Q :=
  sum (map (wrong_at c) s) / number (length s).
Definition true_error {X : Type} (c : concept X) (D : list (Q * example X)) : Q :=
  sum (map (fun p => fst p * wrong_at c (snd p)) D).

(** A large bias need not mean overfitting: there are a class of one concept and a distribution of one example, on which
    the true error is 1, the largest there is, and so is the training error on every sample: they do not differ.
    Source: about Lecture 13 (27-04-2020), 1.1.1, the sentence on overfitting below Figure 1.4.
    Idea: the concept says +1 of the only point, which is labeled -1. *)
Theorem bias_is_not_overfitting :
  exists (C : list (concept nat)) (D : list (Q * example nat)),
    length C = 1%nat /\ sum (map fst D) == 1 /\
    forall c, In c C ->
      true_error c D == 1 /\
      forall s, s <> [] -> Forall (fun e => In e (map snd D)) s -> sample_error c s == true_error c D.
Proof.
  exists [fun _ => true], [(1, (0%nat, false))]; split; [reflexivity |]; split; [reflexivity |].
  intros c [<- | []]; split; [reflexivity |]; intros s nonempty drawn.
  assert (positive : 0 < number (length s)) by (apply number_pos; destruct s; [congruence | simpl; lia]).
  unfold sample_error; change (true_error _ _) with 1.
  assert (all : sum (map (wrong_at (fun _ : nat => true)) s) == number (length s)).
  { clear nonempty positive; induction drawn as [| e s [<- | []] _ IH]; [reflexivity |].
    cbn [map length sum fold_right]; rewrite number_S; unfold sum in IH; rewrite IH; unfold wrong_at; cbn; ring. }
  rewrite all; field; lra.
Qed.
