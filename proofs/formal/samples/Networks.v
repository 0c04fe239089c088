(** Halfspaces on {±1}ⁿ with natural weights, and networks of them (Livni, Lecture 8, Theorem 8.2 and Corollary 8.3).
    *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import RationalPerceptron.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** w·x for natural weights w and x in {±1}ⁿ. *)
Fixpoint product (ws : list nat) (xs : list bool) : Q :=
  match ws, xs with
  | w :: ws, x :: xs => number w * sign x + product ws xs
  | _, _ => 0
  end.

Lemma product_is_whole (ws : list nat) (xs : list bool) : exists z : Z, product ws xs == inject_Z z.
Proof.
  revert xs; induction ws as [| w ws IH]; intro xs; [exists 0%Z; reflexivity |].
  destruct xs as [| x xs]; [exists 0%Z; reflexivity |].
  destruct (IH xs) as [z equal], x; simpl product.
  - exists (Z.of_nat w + z)%Z; rewrite inject_Z_plus, equal; simpl sign; ring.
  - exists (- Z.of_nat w + z)%Z; rewrite inject_Z_plus, inject_Z_opp, equal; simpl sign; ring.
Qed.

(** sgn is never taken of 0: w·x - b - ½ is not 0.
    Source: Livni, Theorem 8.2, the class.
    Idea: w·x - b is an integer. *)
Theorem product_is_no_threshold (ws : list nat) (xs : list bool) (b : nat) : ~ product ws xs - number b - (1 # 2) == 0.
Proof. destruct (product_is_whole ws xs) as [z ->]; unfold Qeq; simpl; lia. Qed.

(** Each is monotone in every variable, and -1 on (-1, …, -1).
    Source: Livni, Theorem 8.2, the class. *)
Theorem natural_weights_are_monotone (ws : list nat) (b : nat) (xs ys : list bool) :
  (Forall2 (fun x y => x = true -> y = true) xs ys -> product ws xs <= product ws ys) /\
  product ws (map (fun _ => false) xs) - number b - (1 # 2) < 0.
Proof.
  assert (b_nonneg := number_nonneg b); split.
  - intro above; revert ws; induction above as [| x y xs ys here _ IH]; intros [| w ws]; simpl; try apply Qle_refl.
    assert (w_nonneg := number_nonneg w); specialize (IH ws).
    destruct x, y; simpl; try lra; discriminate (here eq_refl).
  - assert (product ws (map (fun _ => false) xs) <= 0); [| lra].
    revert ws; induction xs as [| x xs IH]; intros [| w ws]; simpl; try apply Qle_refl.
    assert (w_nonneg := number_nonneg w); specialize (IH ws); lra.
Qed.

(** So they are not the halfspaces with integer weights: -x - ½ is above 0 at x = -1, and none with natural weights is.
    Source: Livni, Theorem 8.2, the class. *)
Theorem integer_weights_say_more :
  exists w : Z, 0 < inject_Z w * sign false - (1 # 2) /\
    forall (ws : list nat) (b : nat), product ws [false] - number b - (1 # 2) < 0.
Proof.
  exists (- 1)%Z; split; [reflexivity |].
  intros ws b; apply (natural_weights_are_monotone ws b [true] []).
Qed.

(** Σ vⱼ, for neurons whose values are 1 and [low]. *)
Fixpoint total (low : Q) (vs : list bool) : Q :=
  match vs with
  | [] => 0
  | v :: vs => (if v then 1 else low) + total low vs
  end.

(** The sign of Σ vⱼ - k + ½ is the intersection of the k values vⱼ, whether neurons are ±1 or 0 and 1: + if all are 1,
    and otherwise -.
    Source: Livni, proof of Corollary 8.3.
    Idea: one that is not 1 takes at least 1 away. *)
Theorem intersection_is_a_neuron (low : Q) (vs : list bool) :
  low <= 0 ->
  (Forall (eq true) vs -> 0 < total low vs - number (length vs) + (1 # 2)) /\
  (~ Forall (eq true) vs -> total low vs - number (length vs) + (1 # 2) < 0).
Proof.
  intro low_small.
  assert (most : total low vs <= number (length vs)).
  { induction vs as [| v vs IH]; cbn -[inject_Z Z.of_nat]; [discriminate |]; rewrite number_S; destruct v; lra. }
  split.
  - intro all; assert (total low vs == number (length vs)); [| lra].
    clear most; induction all as [| v vs <- _ IH]; cbn -[inject_Z Z.of_nat]; [reflexivity |].
    rewrite number_S, IH; ring.
  - intro some; assert (total low vs <= number (length vs) - 1); [| lra].
    clear most; induction vs as [| v vs IH]; [contradiction some; constructor |]; cbn -[inject_Z Z.of_nat].
    assert (rest : total low vs <= number (length vs)).
    { clear - low_small; induction vs as [| v vs IH]; cbn -[inject_Z Z.of_nat]; [discriminate |].
      rewrite number_S; destruct v; lra. }
    rewrite number_S; destruct v; [| lra].
    assert (total low vs <= number (length vs) - 1); [| lra].
    apply IH; intro all; apply some; constructor; [reflexivity | exact all].
Qed.

(** Σ wⱼvⱼ and the bias. *)
Fixpoint neuron_sum (weights values : list Q) (bias : Q) : Q :=
  match weights, values with
  | w :: weights, v :: values => w * v + neuron_sum weights values bias
  | _, _ => bias
  end.

(** A neuron: true iff its sum is above 0, and at 0 as [at_0] says. *)
Definition neuron (at_0 : bool) (weights values : list Q) (bias : Q) : bool :=
  match neuron_sum weights values bias ?= 0 with
  | Gt => true
  | Lt => false
  | Eq => at_0
  end.

Lemma neuron_above (at_0 : bool) (weights values : list Q) (bias : Q) :
  0 < neuron_sum weights values bias -> neuron at_0 weights values bias = true.
Proof. unfold neuron; intro above; destruct (Qcompare_spec (neuron_sum weights values bias) 0); trivial; lra. Qed.

Lemma neuron_below (at_0 : bool) (weights values : list Q) (bias : Q) :
  neuron_sum weights values bias < 0 -> neuron at_0 weights values bias = false.
Proof. unfold neuron; intro below; destruct (Qcompare_spec (neuron_sum weights values bias) 0); trivial; lra. Qed.

(** The value of a neuron of 0 and 1. *)
Definition bit (v : bool) : Q := if v then 1 else 0.

(** A neuron with a single input, of weight 1, and without a bias has the value of the neuron below, if neurons are ±1,
    whatever it is at 0.
    Source: Livni, proof of Corollary 8.3. *)
Theorem signs_are_passed_on (at_0 v : bool) : neuron at_0 [1] [sign v] 0 = v.
Proof. destruct v; reflexivity. Qed.

(** So it has if neurons are 0 and 1, and it is 0 at 0; or, whatever it is at 0, with the bias -½.
    Source: Livni, proof of Corollary 8.3. *)
Theorem bits_are_passed_on (at_0 v : bool) :
  neuron false [1] [bit v] 0 = v /\ neuron at_0 [1] [bit v] (- (1 # 2)) = v.
Proof. destruct v; split; reflexivity. Qed.

(** And it has not if neurons are 0 and 1, it is 1 at 0, and it has no bias: then it is 1 above a neuron that is 0.
    Source: Livni, proof of Corollary 8.3. *)
Theorem bits_are_not_passed_on : neuron true [1] [bit false] 0 = true.
Proof. reflexivity. Qed.
