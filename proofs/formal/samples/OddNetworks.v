(** Readings of the network in the proof of Corollary 8.3 (Livni, Lecture 8) that do not compute the intersection. *)

From Coq Require Import QArith List Bool.
From ForcedMistakes Require Import RationalPerceptron HalfSteps Networks Halfspaces.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** ** One bias for all neurons *)

(** With the printed bias -bᵢ - ½ for every neuron vⱼ, and the same i = 1 for all, sgn(Σ vⱼ - k + ½) is not the
    intersection, whether neurons are ±1 or 0 and 1: at x = (1), for the weights (1) and (1) and the biases 0 and 1, the
    second halfspace is -1, and so is the intersection, but both neurons are +1, and so is the network.
    Source: a reading of Livni, proof of Corollary 8.3.
    Idea: 1 - 1 - ½ < 0, and 1 - 0 - ½ > 0. *)
Theorem one_bias_is_not_the_intersection (low : Q) :
  let x := [true] in
  halfspace [1%nat] 0 x = true /\ halfspace [1%nat] 1 x = false /\
  let vs := [halfspace [1%nat] 0 x; halfspace [1%nat] 0 x] in
  0 < total low vs - number (length vs) + (1 # 2).
Proof. repeat split. Qed.

(** ** No biases *)

(** w·x, for vectors of rational numbers. *)
Fixpoint weighted_sum (w x : list Q) : Q :=
  match w, x with
  | a :: w, b :: x => a * b + weighted_sum w x
  | _, _ => 0
  end.

(** A layer is the weights of its neurons, one list for each, and a network is its layers, the first one first. The
    value of a neuron is sgn of its sum, with sgn(0) = 0. *)
Definition layer_values (neurons : list (list Q)) (x : list Q) : list Q :=
  map (fun w => sgn (weighted_sum w x)) neurons.
Definition network_values (layers : list (list (list Q))) (x : list Q) : list Q :=
  fold_left (fun x neurons => layer_values neurons x) layers x.

Lemma weighted_sum_opposite w x : weighted_sum w (map Qopp x) == - weighted_sum w x.
Proof.
  revert x; induction w as [| a w IH]; intros [| b x]; simpl; try reflexivity.
  rewrite IH; ring.
Qed.

Lemma sgn_opposite p q : p == - q -> sgn p = Qopp (sgn q).
Proof.
  intro equal; unfold sgn; rational_terms; destruct (p ?= 0) eqn:below, (q ?= 0) eqn:above; try reflexivity;
    rewrite <- ?Qeq_alt, <- ?Qlt_alt, <- ?Qgt_alt in *; lra.
Qed.

(** A network of sgn neurons without biases is odd, N(-x) = -N(x), if sgn(0) = 0: with any weights, any number of
    layers, and any number of neurons in each of them.
    Source: about Livni, Corollary 8.3.
    Idea: each neuron is odd. *)
Theorem networks_without_biases_are_odd (layers : list (list (list Q))) (x : list Q) :
  network_values layers (map Qopp x) = map Qopp (network_values layers x).
Proof.
  revert x; induction layers as [| neurons layers IH]; intro x; [reflexivity |].
  unfold network_values in *; cbn [fold_left]; rewrite <- IH; f_equal.
  unfold layer_values; rewrite map_map; apply map_ext; intro w.
  apply sgn_opposite, weighted_sum_opposite.
Qed.

(** A point of {±1}ⁿ as numbers. *)
Definition numbers (xs : list bool) : list Q := map sign xs.

Lemma numbers_opposite xs : numbers (map negb xs) = map Qopp (numbers xs).
Proof. unfold numbers; rewrite !map_map; apply map_ext; intros []; reflexivity. Qed.

(** No network of sgn neurons without biases, with sgn(0) = 0, computes a function that has the same value ±1 at some x
    in {±1}ⁿ and at -x.
    Source: about Livni, Corollary 8.3.
    Idea: v = -v is 0, and not ±1. *)
Theorem no_network_without_biases_computes (f : list bool -> bool) (xs : list bool) (layers : list (list (list Q))) :
  f (map negb xs) = f xs ->
  ~ (network_values layers (numbers xs) = [sign (f xs)] /\
     network_values layers (numbers (map negb xs)) = [sign (f (map negb xs))]).
Proof.
  intros even [here there]; rewrite numbers_opposite, networks_without_biases_are_odd, here, even in there.
  destruct (f xs); discriminate there.
Qed.

(** Some halfspaces are not computed by any network without biases, if sgn(0) = 0: on {±1}ⁿ, for every n, not
    x ↦ sgn(0·x - 0 - ½), at any pair of x and -x; and on {±1}² not x ↦ sgn(x₁ + x₂ - 0 - ½), which is not constant.
    Source: a reading of Livni, proof of Corollary 8.3.
    Idea: the first is -1 at x and at -x, and the second at (1, -1) and (-1, 1). *)
Theorem halfspaces_need_biases (layers : list (list (list Q))) :
  (forall xs, ~ (network_values layers (numbers xs) = [sign (halfspace (map (fun _ => 0%nat) xs) 0 xs)] /\
                 network_values layers (numbers (map negb xs))
                 = [sign (halfspace (map (fun _ => 0%nat) xs) 0 (map negb xs))])) /\
  exists xs, length xs = 2%nat /\
    network_values layers (numbers xs) <> [sign (halfspace [1; 1]%nat 0 xs)].
Proof.
  split.
  - intros xs; apply (no_network_without_biases_computes (halfspace (map (fun _ => 0%nat) xs) 0)).
    assert (nothing : forall zs ys, product (map (fun _ : bool => 0%nat) zs) ys == 0).
    { induction zs as [| z zs IH]; intros [| y ys]; simpl; try reflexivity; rewrite IH; ring. }
    unfold halfspace; rewrite !nothing; reflexivity.
  - set (wanted := fun xs => [sign (halfspace [1; 1]%nat 0 xs) : Q]).
    assert (decided : forall u v : list Q, {u = v} + {u <> v}).
    { apply list_eq_dec; intros [a b] [c d]; destruct (Z.eq_dec a c), (Pos.eq_dec b d);
        [left | right | right | right]; congruence. }
    destruct (decided (network_values layers (numbers [true; false])) (wanted [true; false])) as [here | here];
      [| exists [true; false]; split; [reflexivity | exact here]].
    exists [false; true]; split; [reflexivity |]; intro there.
    apply (no_network_without_biases_computes (halfspace [1; 1]%nat 0) [true; false] layers); [reflexivity |].
    split; assumption.
Qed.
