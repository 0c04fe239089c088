(** One halfspace with natural weights on {±1}ⁿ: the Perceptron learns it, and it may stand for one with integer weights
    (Livni, Lecture 8, Theorem 8.2). *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Networks.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** The value of the halfspace x ↦ sgn(w·x - b - ½), true for +1. Its sgn is never taken of 0. *)
Definition halfspace (ws : list nat) (b : nat) (xs : list bool) : bool :=
  negb (Qle_bool (product ws xs - number b - (1 # 2)) 0).

(** The point (x, 1) of Qⁿ⁺¹, and the sample of these points. *)
Definition with_one (xs : list bool) : nat -> Q := coordinates (map sign xs ++ [1]).
Definition with_ones (n : nat) (s : list (example (list bool))) : list (example (Qd (S n))) :=
  map (fun e => (with_one (fst e) : Qd (S n), snd e)) s.

(** ** Products by coordinates *)

Lemma dot_shift (n : nat) (x y : nat -> Q) :
  dot (S n) x y == x 0%nat * y 0%nat + dot n (fun i => x (S i)) (fun i => y (S i)).
Proof.
  induction n as [| n IH]; [simpl; ring |].
  change (dot (S n) x y + x (S n) * y (S n) == x 0%nat * y 0%nat + dot (S n) (fun i => x (S i)) (fun i => y (S i))).
  rewrite IH; simpl; ring.
Qed.

(** 2w, and then -2b - 1: twice the halfspace. *)
Definition twice (ws : list nat) (b : nat) : nat -> Q :=
  coordinates (map (fun w => 2 * number w) ws ++ [- (2 * number b + 1)]).

Lemma twice_product (ws : list nat) (b : nat) (xs : list bool) :
  length xs = length ws ->
  dot (S (length ws)) (twice ws b) (with_one xs) == 2 * product ws xs - 2 * number b - 1.
Proof.
  revert xs; induction ws as [| w ws IH]; intros [| x xs] same; try discriminate; cbn [length].
  - unfold twice, with_one; cbn -[inject_Z Z.of_nat]; ring.
  - injection same as same; rewrite dot_shift.
    change (fun i => twice (w :: ws) b (S i)) with (twice ws b).
    change (fun i => with_one (x :: xs) (S i)) with (with_one xs).
    rewrite (IH xs same); unfold twice, with_one; cbn -[inject_Z Z.of_nat]; ring.
Qed.

Lemma with_one_norm2 (xs : list bool) : dot (S (length xs)) (with_one xs) (with_one xs) == number (S (length xs)).
Proof.
  induction xs as [| x xs IH]; [reflexivity |]; cbn [length]; rewrite dot_shift, (number_S (S (length xs))).
  change (fun i => with_one (x :: xs) (S i)) with (with_one xs); rewrite IH.
  change (with_one (x :: xs) 0%nat) with (sign x : Q); rewrite sign_squared; ring.
Qed.

(** ‖(2w, -2b - 1)‖₂² ≤ (2‖w‖₁ + 2b + 1)². *)
Lemma twice_norm2 (ws : list nat) (b : nat) :
  dot (S (length ws)) (twice ws b) (twice ws b)
  <= (2 * number (list_sum ws) + 2 * number b + 1) * (2 * number (list_sum ws) + 2 * number b + 1).
Proof.
  assert (b_nonneg := number_nonneg b).
  induction ws as [| w ws IH]; cbn [length list_sum fold_right].
  - unfold twice; cbn -[inject_Z Z.of_nat]; rewrite number_0; lra.
  - fold (list_sum ws); rewrite dot_shift, number_add.
    change (fun i => twice (w :: ws) b (S i)) with (twice ws b).
    change (twice (w :: ws) b 0%nat) with (2 * number w).
    assert (w_nonneg := number_nonneg w); assert (rest_nonneg := number_nonneg (list_sum ws)).
    assert (0 <= number w * (number (list_sum ws) + number b)) by nra.
    lra.
Qed.

(** 2w·x - 2b - 1 is an odd number, and so 1 or more, or -1 or less. *)
Lemma halfspace_apart (ws : list nat) (b : nat) (xs : list bool) :
  1 <= sign (halfspace ws b xs) * (2 * product ws xs - 2 * number b - 1).
Proof.
  destruct (product_is_whole ws xs) as [z equal]; unfold halfspace.
  set (v := (z - Z.of_nat b)%Z).
  assert (whole : product ws xs - number b == inject_Z v)
    by (unfold v; rewrite equal; unfold Zminus; rewrite inject_Z_plus, inject_Z_opp; ring).
  destruct (Qle_bool (product ws xs - number b - (1 # 2)) 0) eqn:side; simpl.
  - apply Qle_bool_iff in side.
    assert (below : inject_Z v < inject_Z 1) by (change (inject_Z 1) with 1; lra).
    rewrite <- Zlt_Qlt in below; assert (le : (v <= 0)%Z) by lia; rewrite Zle_Qle in le.
    change (inject_Z 0) with 0 in le; lra.
  - assert (not_le : ~ product ws xs - number b - (1 # 2) <= 0)
      by (intro le; apply Qle_bool_iff in le; congruence).
    assert (above : inject_Z 0 < inject_Z v) by (change (inject_Z 0) with 0; lra).
    rewrite <- Zlt_Qlt in above; assert (le : (1 <= v)%Z) by lia; rewrite Zle_Qle in le.
    change (inject_Z 1) with 1 in le; lra.
Qed.

(** One halfspace x ↦ sgn(w·x - b - ½) on {±1}ⁿ with natural w and b is easy: on the points (x, 1) the Perceptron makes
    at most (n + 1)(2p + 1)² mistakes, p = b + ‖w‖₁, on any sequence, whatever it does at ties.
    Source: Livni, Theorem 8.2, the case k = 1, by Theorem 8.1.
    Idea: (2w, -2b - 1) has margin 1 there, for its products are odd, and ‖(x, 1)‖² = n + 1; [perceptron_bound] with
    ‖(2w, -2b - 1)‖₂ ≤ 2‖w‖₁ + 2b + 1. *)
Theorem one_halfspace_is_easy (t : ties) (n : nat) (ws : list nat) (b : nat) (s : list (example (list bool))) :
  let p := (b + list_sum ws)%nat in
  length ws = n -> Forall (fun e => length (fst e) = n /\ snd e = halfspace ws b (fst e)) s ->
  (errors (perceptron (Qd (S n)) t) (with_ones n s) <= (n + 1) * (2 * p + 1) ^ 2)%nat.
Proof.
  intros p <- labeled; set (n := length ws) in *.
  assert (bound : number (errors (perceptron (Qd (S n)) t) (with_ones n s))
                  <= number (S n) * ‖(twice ws b : Qd (S n))‖²).
  { apply perceptron_bound; [apply number_nonneg | |]; unfold within, separates, with_ones; apply Forall_map;
      apply Forall_impl with (2 := labeled); intros [xs y] [same ->]; simpl fst in *; simpl snd.
    - cbn [inner Qd]; rewrite <- same, with_one_norm2; apply Qle_refl.
    - assert (products := twice_product ws b xs same); fold n in products.
      cbn [inner Qd]; rewrite products; apply halfspace_apart. }
  assert (short := twice_norm2 ws b); fold n in short.
  change (dot (S n) (twice ws b) (twice ws b)) with ‖(twice ws b : Qd (S n))‖² in short.
  assert (positive := number_nonneg (S n)).
  set (size := number (list_sum ws)) in *; set (norm := ‖(twice ws b : Qd (S n))‖²) in *.
  apply Nat2Z.inj_le; rewrite Zle_Qle; apply Qle_trans with (1 := bound).
  assert (product_le : number (S n) * norm
      <= number (S n) * ((2 * size + 2 * number b + 1) * (2 * size + 2 * number b + 1))) by (clearbody norm; nra).
  apply Qle_trans with (1 := product_le).
  rewrite Nat.pow_2_r, !Nat2Z.inj_mul, !Nat2Z.inj_add, Nat2Z.inj_mul, !inject_Z_mult, !inject_Z_plus, inject_Z_mult.
  unfold p; rewrite number_add, number_S; fold size; change (number 1) with 1; change (number 2) with 2; lra.
Qed.

(** ** Integer weights *)

(** w·x for integer weights w and x in {±1}ⁿ. *)
Fixpoint integer_product (ws : list Z) (xs : list bool) : Q :=
  match ws, xs with
  | w :: ws, x :: xs => inject_Z w * sign x + integer_product ws xs
  | _, _ => 0
  end.

(** The natural weights for (x, -x, 1) that say what integer w and b say of x, and their natural b. *)
Definition doubled_weights (ws : list Z) (b : Z) : list nat :=
  map Z.to_nat ws ++ map (fun w => Z.to_nat (- w)) ws ++ [Z.to_nat (- b)].
Definition doubled_point (xs : list bool) : list bool := xs ++ map negb xs ++ [true].

Lemma product_app ws ws' xs xs' :
  length ws = length xs -> product (ws ++ ws') (xs ++ xs') == product ws xs + product ws' xs'.
Proof.
  revert xs; induction ws as [| w ws IH]; intros [| x xs] same; try discriminate; simpl.
  - ring.
  - injection same as same; rewrite (IH xs same); ring.
Qed.

Lemma parts (w : Z) : number (Z.to_nat w) - number (Z.to_nat (- w)) == inject_Z w.
Proof.
  unfold Qminus; rewrite <- inject_Z_opp, <- inject_Z_plus; apply inject_Z_injective; lia.
Qed.

(** Each halfspace x ↦ sgn(w·x - b - ½) with integer w and b is one with natural ones at the points (x, -x, 1): there
    w·x - b is the same, and |b| + ‖w‖₁ is, too. So hardness carries over.
    Source: about Livni, Theorem 8.2, the definition of the class.
    Idea: the weights are max(wᵢ, 0), max(-wᵢ, 0) and max(-b, 0), and their b is max(b, 0). *)
Theorem integer_halfspaces_are_natural_doubled (ws : list Z) (b : Z) (xs : list bool) :
  length xs = length ws ->
  let ws' := doubled_weights ws b in
  let b' := Z.to_nat b in
  product ws' (doubled_point xs) - number b' - (1 # 2) == integer_product ws xs - inject_Z b - (1 # 2) /\
  Z.of_nat (b' + list_sum ws') = (Z.abs b + fold_right Z.add 0 (map Z.abs ws))%Z.
Proof.
  intros same ws' b'; split.
  - unfold ws', b', doubled_weights, doubled_point.
    rewrite !product_app by (rewrite !map_length; congruence).
    assert (last : product [Z.to_nat (- b)] [true] == number (Z.to_nat (- b))) by (simpl product; simpl sign; ring).
    assert (both : product (map Z.to_nat ws) xs + product (map (fun w => Z.to_nat (- w)) ws) (map negb xs)
                   == integer_product ws xs).
    { clear - same; revert xs same; induction ws as [| w ws IH]; intros [| x xs] same; try discriminate.
      - reflexivity.
      - injection same as same; cbn [map product integer_product]; rewrite <- (IH xs same), <- (parts w).
        destruct x; simpl sign; ring. }
    assert (bias := parts b); rewrite last; lra.
  - unfold ws', b', doubled_weights; rewrite !list_sum_app; simpl (list_sum [_]).
    assert (both : (Z.of_nat (list_sum (map Z.to_nat ws) + list_sum (map (fun w => Z.to_nat (- w)) ws))
                   = fold_right Z.add 0 (map Z.abs ws))%Z).
    { clear; induction ws as [| w ws IH]; [reflexivity |]; cbn [map list_sum fold_right] in *.
      unfold list_sum in *; lia. }
    lia.
Qed.
