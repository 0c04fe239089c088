(** More small samples: each refutes one sentence about the Perceptron, or about linear separators, by numbers. *)

From Coq Require Import QArith Qminmax List Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes PerceptronLoop HalfSteps HingeLoss DualPerceptron.
From ForcedMistakes Require Import SampleMargins Normalizations PerceptronSteps LegalGame Counterexamples.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Local Notation point xs := (coordinates xs, true).

(** ** Chan, Notes 3 *)

(** A threshold costs something: for w = 1 and θ = 2 the unit points 1 and -1 have |w·x - θ| ≥ 1, but on (1, 1) and
    (-1, 1) the Perceptron errs twice.
    Source: Chan, CSCI4230 Notes 3, section 1. *)
Theorem threshold_is_not_free :
  exists (s : list (example (Qd 1))) (w : Qd 1) (theta : Q),
    unit_points s /\ ‖w‖² == 1 /\ Forall (fun e => snd e = true <-> theta <= ⟨w, fst e⟩) s /\
    Forall (fun e => 1 <= (⟨w, fst e⟩ - theta) * (⟨w, fst e⟩ - theta)) s /\
    Exists (fun e => (⟨w, fst e⟩ - theta) * (⟨w, fst e⟩ - theta) == 1) s /\
    1 < number (errors (perceptron (Qd 2) plus) (map (fun e => (extend (fst e) 1, snd e)) s)).
Proof.
  exists [(coordinates [1], false); (coordinates [- (1)], false)], (coordinates [1]), 2.
  split; [repeat constructor |]; split; [reflexivity |]; split; [| split; [| split; [| reflexivity]]].
  - repeat constructor; try discriminate; intro impossible; exfalso; revert impossible; apply Qlt_not_le; reflexivity.
  - repeat constructor; discriminate.
  - constructor; reflexivity.
Qed.

(** A factor below 0 changes the sign of w·x.
    Source: Chan, CSCI4230 Notes 3, section 1. *)
Theorem negative_factor_changes_sign :
  exists (w x : Qd 1) (c : Q), ~ c == 0 /\ 0 < ⟨w, x⟩ /\ ⟨w, scale c x⟩ < 0.
Proof. exists (coordinates [1]), (coordinates [1]), (- (2)); repeat split; discriminate. Qed.

(** The w of the Perceptron starts at 0: there it has length 0, not 1, and so no angle with any vector.
    Source: Chan, CSCI4230 Notes 3, section 1; Understanding Machine Learning, (9.2) for T = 0. *)
Theorem weights_start_at_0 (V : space rational_field) (t : ties) :
  errors (perceptron V t) [] = 0%nat /\ ‖weights t ([] : list (example V))‖² == 0.
Proof. split; [reflexivity | apply inner_zero]. Qed.

(** (w - x)·x is not w·x - ‖x‖ for points of any length: for w = 0 and x = 2 it is -4.
    Source: Chan, CSCI4230 Notes 3, section 1. *)
Theorem update_step_is_not_the_length :
  exists (w x : Qd 1) (length : Q),
    0 <= length /\ length * length == ‖x‖² /\ ~ ⟨add w (scale (- (1)) x), x⟩ == ⟨w, x⟩ - length.
Proof. exists zero, (coordinates [2]), 2; repeat split; discriminate. Qed.

(** The Perceptron does not learn the whole halfspace: after the point 1 it still says +1 everywhere, also at -1.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1, "learns c". *)
Theorem elsewhere_it_may_differ :
  exists (s : list (example (Qd 1))) (v z : Qd 1),
    s <> [] /\ unit_points s /\ ‖v‖² == 1 /\ ‖z‖² == 1 /\ separates v s /\
    answer plus ⟨weights plus s, z⟩ = Some true /\ ⟨v, z⟩ < 0.
Proof.
  exists [point [1]], (coordinates [1]), (coordinates [- (1)]).
  repeat split; repeat constructor; discriminate.
Qed.

(** No v has v·eᵢ = yᵢδ for all sequences y of labels at once: there is one v for each y.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4, order of the quantifiers.
    Idea: v·e₁ would be both δ and -δ. *)
Theorem no_target_for_all_labels (d n : nat) (delta : Q) (v : Qd d) :
  (0 < n)%nat -> 0 < delta -> ~ forall (y : nat -> bool) i, (i < n)%nat -> ⟨v, e i⟩ == sign (y i) * delta.
Proof.
  intros some positive all; assert (plus_1 := all (fun _ => true) 0%nat some).
  assert (minus_1 := all (fun _ => false) 0%nat some); unfold sign in *; lra.
Qed.

(** Inner products of samples determine w·x, but not w. The sample (1, 0) and the sample (0, 1), both labeled -1, have
    the same inner products, but w is (-1, 0) after the first sample and (0, -1) after the second.
    Source: about Chan, CSCI4230 Notes 3, section 2, the sentence on time. *)
Theorem products_do_not_give_weights :
  exists s s' : list (example (Qd 2)),
    map snd s = map snd s' /\
    map (fun p => map (fun q => ⟨fst p, fst q⟩) s) s = map (fun p => map (fun q => ⟨fst p, fst q⟩) s') s' /\
    ~ ⟨weights plus s, e 0⟩ == ⟨weights plus s', e 0⟩.
Proof. exists [(e 0, false)], [(e 1, false)]; split; [reflexivity |]; split; [reflexivity | discriminate]. Qed.

(** Claim 1.2 is false with half steps at ties, also for unit samples.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.2.
    Idea: after one tie, on the point 1, w·v = 1/2, and δ = 1. *)
Theorem half_step_is_not_enough :
  exists (s : list (example (Qd 1))) (v : Qd 1),
    unit_points s /\ ‖v‖² == 1 /\ separates v s /\
    ⟨v, half_step_weights s⟩ < number (errors (half_steps (Qd 1)) s).
Proof.
  exists [point [1]], (coordinates [1]); repeat split; repeat constructor; discriminate.
Qed.

(** Claim 1.3 is false for samples of any length.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.3.
    Idea: after one mistake on the points 2 and -2, ‖w‖² = 4. *)
Theorem long_points_lengthen :
  exists s : list (example (Qd 1)), forall t, number (errors (perceptron (Qd 1) t) s) < ‖weights t s‖².
Proof. exists (both_ways [2]); intros []; reflexivity. Qed.

(** On infinitely many unit points min |v·x| need not exist: on (2n/(n² + 1), (n² - 1)/(n² + 1)) for n = 1, 2, 3, …, all
    v·x are positive for v = (1, 0), but none is the least, and no number δ > 0 is below all of them.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1, definition of δ.
    Idea: v·x = 2n/(n² + 1) < 2/n. *)
Theorem infinite_need_not_have_least_product :
  exists (x : nat -> Qd 2) (v : Qd 2),
    ‖v‖² == 1 /\ (forall t, ‖x t‖² == 1) /\ (forall t, 0 < ⟨v, x t⟩) /\
    (forall delta, 0 < delta -> exists t, ⟨v, x t⟩ < delta) /\
    ~ exists t, forall j, ⟨v, x t⟩ <= ⟨v, x j⟩.
Proof.
  set (n := fun t : nat => number t + 1).
  set (x := fun t => coordinates [2 * n t / (n t * n t + 1); (n t * n t - 1) / (n t * n t + 1)] : Qd 2).
  assert (n_large : forall t, 1 <= n t) by (intro t; assert (nonneg := number_nonneg t); unfold n; lra).
  assert (product : forall t, ⟨(coordinates [1; 0] : Qd 2), x t⟩ == 2 * n t / (n t * n t + 1)).
  { intro t; specialize (n_large t); unfold x, coordinates; cbn -[n]; set (m := n t) in *; clearbody m.
    field; nra. }
  assert (positive : forall t, 0 < ⟨(coordinates [1; 0] : Qd 2), x t⟩).
  { intro t; rewrite product; specialize (n_large t); set (m := n t) in *; clearbody m.
    apply Qlt_shift_div_l; nra. }
  assert (small : forall delta, 0 < delta -> exists t, ⟨(coordinates [1; 0] : Qd 2), x t⟩ < delta).
  { intros delta delta_pos; exists (floor (2 / delta)); rewrite product.
    assert (inverse : 2 / delta * delta == 2) by (field; lra).
    assert (nonneg : 0 <= 2 / delta) by (apply Qle_shift_div_l; lra).
    assert (large := above_floor _ nonneg : 2 / delta < number (S (floor (2 / delta)))); rewrite number_S in large; fold (n (floor (2 / delta))) in large.
    specialize (n_large (floor (2 / delta))).
    set (m := n _) in *; clearbody m; set (q := 2 / delta) in *; clearbody q.
    apply Qlt_shift_div_r; [nra |]; assert (2 < delta * m) by nra; nra. }
  exists x, (coordinates [1; 0]); split; [reflexivity |]; split; [| split; [exact positive | split; [exact small |]]].
  - intro t; specialize (n_large t); unfold x, coordinates; cbn -[n]; set (m := n t) in *; clearbody m.
    field; nra.
  - intros [t least]; destruct (small _ (positive t)) as [j less]; specialize (least j); lra.
Qed.

(** 1/δ² need not be a number of mistakes: for δ² = 2/3 it is 3/2.
    Source: Chan, CSCI4230 Notes 3, after Theorem 1.1. *)
Theorem inverse_need_not_be_reached :
  exists d2 : Q, 0 < d2 <= 1 /\
    forall (V : space rational_field) (t : ties) (s : list (example V)), ~ number (errors (perceptron V t) s) == 1 / d2.
Proof.
  exists (2 # 3); split; [split; [reflexivity | discriminate] |]; intros V t s equal.
  unfold Qeq in equal; cbn in equal; lia.
Qed.

(** At first the dual Perceptron is not slower: a prediction takes an inner product for each mistake so far, so none in
    the first round, and at most one in the second.
    Source: Chan, CSCI4230 Notes 3, section 2. *)
Theorem dual_is_not_slower_at_first (V : space rational_field) (t : ties) (e : example V) :
  length (mistaken_examples t ([] : list (example V))) = 0%nat /\ (length (mistaken_examples t [e]) <= 1)%nat.
Proof.
  split; [reflexivity |]; destruct e as [x y]; unfold mistaken_examples; cbn [mistaken_from].
  destruct (mistaken _ _); simpl; lia.
Qed.

(** ** Hsu *)

(** 1/(t + 1). *)
Definition inverse_of (t : nat) : Q := 1 / (number t + 1).

Lemma inverse_of_times (t : nat) : 0 < inverse_of t /\ inverse_of t * (number t + 1) == 1.
Proof.
  assert (nonneg := number_nonneg t); assert (product : inverse_of t * (number t + 1) == 1)
    by (unfold inverse_of; field; lra).
  split; [apply Qnot_le_lt; intro; nra | exact product].
Qed.

Lemma inverse_of_decreases (t : nat) : inverse_of (S t) < inverse_of t.
Proof.
  destruct (inverse_of_times t) as [positive product]; destruct (inverse_of_times (S t)) as [positive' product'].
  rewrite number_S in product'; assert (nonneg := number_nonneg t); apply Qnot_le_lt; intro; nra.
Qed.

(** On infinitely many points a separator need not have a least y⟨w,x⟩: on 1, 1/2, 1/3, …, labeled +1, none has.
    Source: Hsu, Margins. *)
Theorem infinite_need_not_have_margin :
  exists x : nat -> Qd 1,
    (exists w : Qd 1, forall t, 0 < ⟨w, x t⟩) /\
    forall w : Qd 1, (forall t, 0 < ⟨w, x t⟩) -> ~ exists t, forall j, ⟨w, x t⟩ <= ⟨w, x j⟩.
Proof.
  exists (fun t => coordinates [inverse_of t]); split.
  - exists (coordinates [1]); intro t; destruct (inverse_of_times t); cbn; lra.
  - intros w positive [t least]; specialize (least (S t)); assert (smaller := inverse_of_decreases t).
    specialize (positive 0%nat); destruct (inverse_of_times 0) as [first _]; cbn in *; nra.
Qed.

(** Of infinitely many points of bounded norms none need be the longest: of 2 - 1/(t + 1), on which 1 has the margin 1,
    none is.
    Source: Hsu, second theorem. *)
Theorem largest_norm_need_not_exist :
  exists (x : nat -> Qd 1) (w : Qd 1),
    (forall t, 1 <= ⟨w, x t⟩) /\ (exists t, ⟨w, x t⟩ == 1) /\ (forall t, ‖x t‖² <= 4) /\
    ~ exists t, forall j, ‖x j‖² <= ‖x t‖².
Proof.
  exists (fun t => coordinates [2 - inverse_of t]), (coordinates [1]).
  assert (small : forall t, inverse_of t <= 1).
  { intro t; destruct (inverse_of_times t) as [positive product]; assert (nonneg := number_nonneg t); nra. }
  split; [intro t; specialize (small t); cbn; lra |]; split; [exists 0%nat; reflexivity |]; split.
  - intro t; destruct (inverse_of_times t) as [positive _]; specialize (small t); cbn; nra.
  - intros [t longest]; specialize (longest (S t)); assert (smaller := inverse_of_decreases t).
    assert (here := small t); assert (next := small (S t)); cbn in longest; nra.
Qed.

(** More than one linear separator has the largest margin: on the point 1, both 1 and 2.
    Source: Hsu, Margins, the program. *)
Theorem largest_margin_twice :
  exists (s : list (example (Qd 1))) (u w : Qd 1),
    s <> [] /\ right_on s u /\ right_on s w /\ ~ ⟨u, u⟩ == ⟨w, w⟩ /\
    forall (d2 : Q) (v : Qd 1), distance_at_least d2 v s -> distance_at_least d2 u s /\ distance_at_least d2 w s.
Proof.
  exists [point [1]], (coordinates [1]), (coordinates [2]).
  split; [discriminate |]; split; [repeat constructor |]; split; [repeat constructor |]; split; [discriminate |].
  intros d2 v far; apply Forall_inv in far; destruct far as [right large]; cbn in right, large.
  unfold coordinates in right, large; cbn in right, large.
  assert (square : 0 < v 0%nat * v 0%nat) by nra.
  assert (d2 <= 1) by (apply Qmult_le_r with (v 0%nat * v 0%nat); [exact square | lra]).
  split; (constructor; [cbn; split; lra | constructor]).
Qed.

(** ⟨u,w⟩ does not grow by 1 - ℓ in every round: on the point 1, again, it stays as it is, and ℓ = 0.
    Source: Hsu, third theorem, proof. *)
Theorem right_answers_add_nothing :
  exists (s : list (example (Qd 1))) (e : example (Qd 1)) (u : Qd 1),
    ⟨u, weights mistake (s ++ [e])⟩ - ⟨u, weights mistake s⟩ < 1 - hinge_loss u e.
Proof. exists [point [1]], (point [1]), (coordinates [1]); reflexivity. Qed.

(** With w⋆ = 0 left out the minimum of the third theorem need not exist: on (0, +1), (1, +1) there are M = 2 mistakes,
    the bound ‖w⋆‖²L² + ‖w⋆‖L√H + H is above 2 for each w⋆ ≠ 0, and as near to 2 as one likes. In the place of the root
    stands any r ≥ ‖w⋆‖L√H; that the bound is above 2 means: by some c > 0, for all such r.
    Source: a reading of Hsu, third theorem.
    Idea: for 0 < w⋆ ≤ 1, H = 2 - w⋆, and the bound is 2 + w⋆² + w⋆(√(2 - w⋆) - 1). *)
Theorem nonzero_minimum_need_not_exist :
  exists s : list (example (Qd 1)),
    s = [point [0]; point [1]] /\ largest_norm2 1 s /\ errors (perceptron (Qd 1) mistake) s = 2%nat /\
    (forall u : Qd 1, ~ ‖u‖² == 0 ->
       exists c, 0 < c /\ forall r, 0 <= r -> 1 * ‖u‖² * hinge_of_mistakes mistake u s <= r * r ->
         2 + c <= 1 * ‖u‖² + r + hinge_of_mistakes mistake u s) /\
    (forall epsilon, 0 < epsilon ->
       exists (u : Qd 1) (r : Q), ~ ‖u‖² == 0 /\ 0 <= r /\ 1 * ‖u‖² * hinge_of_mistakes mistake u s <= r * r /\
         1 * ‖u‖² + r + hinge_of_mistakes mistake u s < 2 + epsilon).
Proof.
  set (s := [point [0]; point [1]] : list (example (Qd 1))).
  assert (losses : forall u : Qd 1,
    hinge_of_mistakes mistake u s == 1 + Qmax 0 (1 - u 0%nat)).
  { intro u; unfold hinge_of_mistakes, s; cbn -[Fmax]; unfold hinge_loss, coordinates; cbn -[Fmax].
    change (@Fmax rational_field) with Qmax.
    setoid_replace (1 - 1 * (0 + u 0%nat * 0)) with 1 by ring.
    setoid_replace (1 - 1 * (0 + u 0%nat * 1)) with (1 - u 0%nat) by ring.
    rewrite (Q.max_r 0 1) by discriminate; ring. }
  assert (square : forall u : Qd 1, ‖u‖² == u 0%nat * u 0%nat) by (intro u; cbn; ring).
  exists s; split; [reflexivity |]; split; [| split; [reflexivity | split]].
  - split; [repeat constructor; discriminate | right; left; reflexivity].
  - intros u nonzero; rewrite square in nonzero.
    exists (u 0%nat * u 0%nat); split; [nra |]; intros r r_nonneg; rewrite losses, square.
    set (a := u 0%nat) in *; clearbody a; intro root.
    destruct (Q.max_spec 0 (1 - a)) as [[less equal] | [le equal]]; rewrite equal in root |- *; [| nra].
    destruct (Qlt_le_dec a 0) as [negative | a_nonneg]; [lra |].
    assert (a <= r) by (apply Qnot_lt_le; intro; nra); lra.
  - intros epsilon positive; set (a := Qmin 1 (epsilon / 3)).
    assert (a_small : a <= 1) by apply Q.le_min_l.
    assert (a_below : 3 * a <= epsilon).
    { assert (below : a <= epsilon / 3) by apply Q.le_min_r.
      assert (third : 3 * (epsilon / 3) == epsilon) by field; lra. }
    assert (a_pos : 0 < a) by (apply Q.min_glb_lt; [reflexivity | apply Qlt_shift_div_l; lra]).
    exists (coordinates [a]), (2 * a); rewrite losses, square; unfold coordinates; cbn [nth]; clearbody a.
    rewrite (Q.max_r 0 (1 - a)) by lra; repeat split; nra.
Qed.

(** ** Lecture 13 (27-04-2020) *)

(** An update does not change y⟨w,x⟩ if x = 0.
    Source: Lecture 13 (27-04-2020), 1.2; Understanding Machine Learning, 9.1.2. *)
Theorem zero_gains_nothing :
  exists (w x : Qd 1) (y : bool),
    sign y * ⟨w, x⟩ <= 0 /\ sign y * ⟨add w (scale (sign y) x), x⟩ == sign y * ⟨w, x⟩.
Proof. exists zero, zero, true; split; [discriminate | reflexivity]. Qed.

(** For w = 0 all y⟨w,x⟩ are 0. So the mean of I{y⟨w,x⟩}, as printed without ≤ 0 and with I{0} = 0, is 0, its smallest
    value. But on some S the vector w = 0 errs on 1 example, and Opt(S) = 0.
    Source: Lecture 13 (27-04-2020), 1.1, the display of the ERM.
    Idea: S is the point 1, labeled +1, on which w = 1 does not err. *)
Theorem printed_mean_prefers_0 :
  exists s : list (example (Qd 1)),
    Forall (fun e => sign (snd e) * ⟨zero, fst e⟩ == 0) s /\ wrong_on s zero = 1%nat /\ optimum s 0.
Proof.
  exists [point [1]]; split; [repeat constructor |]; split; [reflexivity |].
  apply separable_iff_optimum_0; exists (coordinates [1]); repeat constructor.
Qed.

(** The fewest errors are not made by one classifier only: on the point 0 all err, also 1 and -1, and these label the
    point 1 differently.
    Source: Lecture 13 (27-04-2020), 1.1. *)
Theorem minimizers_differ :
  exists (s : list (example (Qd 1))) (v w x : Qd 1) (k : nat),
    optimum s k /\ wrong_on s v = k /\ wrong_on s w = k /\ 0 < ⟨v, x⟩ /\ ⟨w, x⟩ < 0.
Proof.
  exists [point [0]], (coordinates [1]), (coordinates [- (1)]), (coordinates [1]), 1%nat.
  assert (always : forall w : Qd 1, wrong_on ([point [0]] : list (example (Qd 1))) w = 1%nat).
  { intro w; unfold wrong_on, is_violated; cbn [filter length].
    match goal with |- context [Fcompare ?a ?b] => rewrite (proj1 (Feq_alt a b)) end; [reflexivity | cbn; lra]. }
  repeat split; try apply always; [exists zero; apply always |]; intro w; rewrite always; constructor.
Qed.

(** A linear classifier with a threshold can err less than all without: on the point 0.
    Source: Lecture 13 (27-04-2020), 1.1.1. *)
Theorem threshold_can_err_less :
  exists s : list (example (Qd 1)), optimum s 1 /\
    exists (w : Qd 1) (b : Q), Forall (fun e => 0 < sign (snd e) * (⟨w, fst e⟩ + b)) s.
Proof.
  exists [point [0]].
  assert (always : forall w : Qd 1, wrong_on ([point [0]] : list (example (Qd 1))) w = 1%nat).
  { intro w; unfold wrong_on, is_violated; cbn [filter length].
    match goal with |- context [Fcompare ?a ?b] => rewrite (proj1 (Feq_alt a b)) end; [reflexivity | cbn; lra]. }
  split; [split; [exists zero; apply always | intro w; rewrite always; constructor] |].
  exists zero, 1; repeat constructor.
Qed.

(** The statement that A errs at least C times as often as the ERM is true of every A, and so of the ERM, on some S that
    is not empty: there Opt(S) = 0, and for every C each w errs on at least C·Opt(S) examples.
    Source: Lecture 13 (27-04-2020), 1.1.1, the display after the Theorem.
    Idea: C·0 = 0; the point 1, labeled +1, will do. *)
Theorem at_least_is_vacuous :
  exists s : list (example (Qd 1)),
    s <> [] /\ optimum s 0 /\ forall (C : Q) (w : Qd 1), C * number 0 <= number (wrong_on s w).
Proof.
  exists [point [1]]; split; [discriminate | split].
  - apply separable_iff_optimum_0; exists (coordinates [1]); repeat constructor.
  - intros C w; change (number 0) with 0; rewrite Qmult_0_r; apply number_nonneg.
Qed.

(** The rounds of the loop, starting over, are not bounded by ‖U‖²·max ‖x‖²: on e₁, e₁, e₂ that is 2, but after two
    rounds e₂ is still wrong.
    Source: Lecture 13 (27-04-2020), 1.2. *)
Theorem rounds_exceed :
  exists (s : list (example (Qd 2))) (u : Qd 2),
    unit_points s /\ separates u s /\ ‖u‖² == 2 /\
    forall n, (n <= 2)%nat -> ~ right_on s (weights mistake (firstn n s)).
Proof.
  exists [point [1; 0]; point [1; 0]; point [0; 1]], (coordinates [1; 1]).
  split; [repeat constructor |]; split; [repeat constructor; discriminate |]; split; [reflexivity |].
  intros n few right; do 2 apply Forall_inv_tail in right; apply Forall_inv in right.
  revert right; destruct n as [| [| [| n]]]; [| | | lia]; apply Qle_not_lt; discriminate.
Qed.

(** ‖W_M‖² is not bounded by the squares of the first M examples of S: on e₁, e₁, 2e₂ it is 5 after 2 updates, and
    these squares are 1 and 1.
    Source: Lecture 13 (27-04-2020), 1.2.1, proof. *)
Theorem first_squares_are_too_few :
  exists (s : list (example (Qd 2))) (u : Qd 2),
    separates u s /\ errors (perceptron (Qd 2) mistake) s = 2%nat /\ squares (firstn 2 s) < ‖weights mistake s‖².
Proof.
  exists [point [1; 0]; point [1; 0]; point [0; 2]], (coordinates [1; 1]).
  split; [repeat constructor; discriminate | split; reflexivity].
Qed.

(** Barely separable S need not take many updates: (4, 1) and (-4, 1) have the same length, R² = 17, and (0, 1) is the
    shortest U, so that (‖U‖R)² ≥ 2^(md) = 16; but M = 2.
    Source: Lecture 13 (27-04-2020), 1.2.1. *)
Theorem barely_separable_may_be_fast :
  exists (s : list (example (Qd 2))) (u : Qd 2) (R2 : Q),
    length s = 2%nat /\ Forall (fun e => ‖fst e‖² == R2) s /\
    separates u s /\ (forall v : Qd 2, separates v s -> ‖u‖² <= ‖v‖²) /\ 2 ^ 4 <= ‖u‖² * R2 /\
    errors (perceptron (Qd 2) mistake) s = 2%nat /\ right_on s (weights mistake s).
Proof.
  exists [point [4; 1]; point [- (4); 1]], (coordinates [0; 1]), 17.
  split; [reflexivity |]; split; [repeat constructor |]; split; [repeat constructor; discriminate |]; split.
  - intros v apart; assert (first := Forall_inv apart); assert (second := Forall_inv (Forall_inv_tail apart)).
    cbn in *; nra.
  - split; [discriminate |]; split; [reflexivity | repeat constructor].
Qed.

(** Points of {0, 1}^d do not take 2^(md) updates for all m and d: for m = d = 1 they take at most 1.
    Source: Lecture 13 (27-04-2020), 1.2.1.
    Idea: the point is 1, and 1 or -1 has margin 1 on it. *)
Theorem one_binary_point (t : ties) (x : Q) (y : bool) (u : Qd 1) (r : list (example (Qd 1))) :
  x == 0 \/ x == 1 -> right_on [(coordinates [x] : Qd 1, y)] u -> incl r [(coordinates [x] : Qd 1, y)] ->
  (errors (perceptron (Qd 1) t) r <= 1)%nat.
Proof.
  intros binary right members; apply Forall_inv in right; cbn in right.
  destruct binary as [nothing | one]; [rewrite nothing in right; lra |].
  assert (short : within 1 [(coordinates [x] : Qd 1, y)])
    by (constructor; [unfold coordinates; cbn; rewrite one; discriminate | constructor]).
  assert (apart : separates (coordinates [sign y] : Qd 1) [(coordinates [x] : Qd 1, y)])
    by (constructor; [unfold coordinates; cbn; rewrite one; destruct y; discriminate | constructor]).
  assert (few : number (errors (perceptron (Qd 1) t) r) <= 1 * ‖(coordinates [sign y] : Qd 1)‖²)
    by (apply (updates_in_any_order t 1 _ _ r) with (3 := apart) (4 := members); [discriminate | exact short]).
  assert (unit : 1 * ‖(coordinates [sign y] : Qd 1)‖² == number 1) by (destruct y; reflexivity).
  rewrite unit, <- Zle_Qle in few; lia.
Qed.

(** ** Understanding Machine Learning *)

(** A training set may be empty, and then has no largest norm.
    Source: Understanding Machine Learning, Theorem 9.1. *)
Theorem nothing_has_no_largest_norm (V : space rational_field) (u : V) (L2 : Q) :
  right_on [] u /\ ~ largest_norm2 L2 ([] : list (example V)).
Proof. split; [constructor | intros [_ none]; inversion none]. Qed.

(** If only sign⟨w,x⟩ ≠ y with sign(0) = +1 leads to an update, the Perceptron can stop where y⟨w,x⟩ = 0.
    Source: a reading of Understanding Machine Learning, Theorem 9.1.
    Idea: on the point 1 it stops at once, at w = 0. *)
Theorem may_stop_at_tie :
  exists (s : list (example (Qd 1))) (u : Qd 1),
    separates u s /\ errors_of_next (perceptron (Qd 1) plus) s 0 = 0%nat /\
    ~ right_on s (after_passes (perceptron (Qd 1) plus) s 0).
Proof.
  exists [point [1]], (coordinates [1]); split; [repeat constructor; discriminate |]; split; [reflexivity |].
  intro right; apply Forall_inv in right; discriminate.
Qed.

(** Where some w is right only with sign(0) = +1, the loop never returns: (0, 1) is right so on (1, 0) and (-1, 0),
    both labeled +1, and no w is right on both without ties.
    Source: Understanding Machine Learning, 9.1.2, "realizable" and "ERM". *)
Theorem realizable_need_not_stop :
  exists (s : list (example (Qd 2))) (w : Qd 2),
    Forall (fun e => answer plus ⟨w, fst e⟩ = Some (snd e)) s /\
    forall choose n, honest choose s -> ~ returns_in choose n.
Proof.
  exists [point [1; 0]; point [- (1); 0]], (coordinates [0; 1]); split; [repeat constructor |].
  intros choose n fair; apply loop_endless with (1 := fair); intros w right.
  assert (first := Forall_inv right); assert (second := Forall_inv (Forall_inv_tail right)); cbn in *; lra.
Qed.

(** The loop never returns on the points 1, labeled +1, and 2, labeled -1: no w separates them, and the fewest errors
    are 1.
    Source: Understanding Machine Learning, 9.1.2, "ERM"; Hsu, before the third theorem, second remark.
    Idea: w > 0 is wrong on 2, and every other w on 1. *)
Theorem inseparable_never_stops :
  let s : list (example (Qd 1)) := [(coordinates [1], true); (coordinates [2], false)] in
  (forall w, ~ right_on s w) /\ optimum s 1 /\ forall choose n, honest choose s -> ~ returns_in choose n.
Proof.
  intro s; assert (inseparable : forall w, ~ right_on s w).
  { intros w right; assert (first := Forall_inv right); assert (second := Forall_inv (Forall_inv_tail right)).
    unfold coordinates in *; cbn in *; lra. }
  split; [exact inseparable |]; split; [split |].
  - exists (coordinates [1]); reflexivity.
  - intro w; assert (some : wrong_on s w <> 0%nat); [| lia].
    intro none; apply wrong_on_none in none; exact (inseparable w none).
  - intros choose n fair; apply loop_endless with (1 := fair); exact inseparable.
Qed.

(** The bound √T/(RB) on the cosine is false if T counts the iteration that outputs w.
    Source: a reading of Understanding Machine Learning, (9.2).
    Idea: on the point 1, T = 2, and the cosine is 1, not √2. *)
Theorem cosine_counts_updates :
  exists (s : list (example (Qd 1))) (u : Qd 1) (R2 : Q),
    least_margin_is_1 u s /\ (forall v : Qd 1, separates v s -> ‖u‖² <= ‖v‖²) /\ largest_norm2 R2 s /\
    forall choose n, honest choose s -> returns_in choose n ->
      let w := loop choose (pred n) in R2 * (⟨u, w⟩ * ⟨u, w⟩) < number n * ‖w‖².
Proof.
  exists [point [1]], (coordinates [1]), 1; split; [repeat constructor; discriminate |].
  split; [intros v apart; apply Forall_inv in apart; cbn in *; unfold coordinates in *; cbn in *; nra |].
  split; [repeat constructor; discriminate |].
  intros choose n fair returns w.
  assert (right := returned_is_right choose _ n fair returns); fold w in right; apply Forall_inv in right.
  assert (many : 2 <= number n).
  { destruct returns as [[| m] [-> [stop _]]].
    - assert (first := fair 0%nat zero); change (choose 0%nat zero = None) in stop; rewrite stop in first.
      apply Forall_inv in first; discriminate.
    - rewrite !number_S; assert (nonneg := number_nonneg m); lra. }
  clearbody w; cbn in right |- *; unfold coordinates in *; cbn in right |- *; nra.
Qed.

(** ** Livni, Lecture 8 *)

(** What a w* separates has to be the sample itself: on one sample w* = 1 has margins above γ = 3/4, but on another one,
    of the same points, there are three mistakes or more, and R²/γ² = 16/9.
    Source: Livni, Theorem 8.1. *)
Theorem sample_from_elsewhere :
  exists (s r : list (example (Qd 1))) (u : Qd 1) (gamma : Q),
    unit_points s /\ unit_points r /\ incl (map fst r) (map fst s) /\ 0 < gamma /\
    Forall (fun e => gamma < sign (snd e) * ⟨u, fst e⟩) s /\ ‖u‖² == 1 /\
    forall t, 1 < number (errors (perceptron (Qd 1) t) r) * (gamma * gamma).
Proof.
  exists [point [1]], [point [1]; (coordinates [1], false); point [1]; (coordinates [1], false)], (coordinates [1]).
  exists (3 # 4); split; [repeat constructor |]; split; [repeat constructor |].
  split; [intros x member; simpl in *; tauto |]; split; [reflexivity |].
  split; [repeat constructor |]; split; [reflexivity | intros []; reflexivity].
Qed.

(** The first display of the proof is off by one. With w* = 1, of length 1, the points -1, labeled -1, and 1, labeled
    +1, have the margin 1, above any γ < 1. The only error is on example t = 1: w₀ = 0, w₁ = 1 and w₂ = 1. So w⁽⁰⁾ = w₀
    and w⁽¹⁾ = w₁. The display says w₂·w* = (w₁ + y₂x₂)·w* = (w⁽⁰⁾ + y₂x₂)·w* ≥ w₁·w* + γ. The values of its four sides
    are 1, 2, 1 and 1 + γ.
    Source: Livni, proof of Theorem 8.1, with sgn(0) = +1.
    Idea: an error on example t sets w_t, and not w_{t+1}. *)
Theorem display_is_off_by_one (gamma : Q) :
  0 < gamma < 1 ->
  let e1 : example (Qd 1) := (coordinates [- (1)], false) in
  let e2 : example (Qd 1) := (coordinates [1], true) in
  let u : Qd 1 := coordinates [1] in
  let w0 := weights plus ([] : list (example (Qd 1))) in
  let w1 := weights plus [e1] in
  let w2 := weights plus [e1; e2] in
  ‖u‖² == 1 /\ unit_points [e1; e2] /\ Forall (fun e => gamma < sign (snd e) * ⟨u, fst e⟩) [e1; e2] /\
  errors (perceptron (Qd 1) plus) [e1] = 1%nat /\ errors (perceptron (Qd 1) plus) [e1; e2] = 1%nat /\
  ⟨w2, u⟩ == 1 /\ ⟨add w1 (scale (sign (snd e2)) (fst e2)), u⟩ == 2 /\
  ⟨add w0 (scale (sign (snd e2)) (fst e2)), u⟩ == 1 /\ ⟨w1, u⟩ + gamma == 1 + gamma /\
  ~ ⟨w1, u⟩ + gamma <= ⟨w2, u⟩.
Proof.
  intros [positive small]; cbn zeta; split; [reflexivity |]; split; [repeat constructor |].
  split; [repeat constructor; unfold coordinates; cbn; lra |].
  split; [reflexivity |]; split; [reflexivity |]; split; [reflexivity |]; split; [reflexivity |].
  split; [reflexivity |].
  split; [apply Qplus_comp; reflexivity |].
  intro wrong; assert (1 + gamma <= 1); [exact wrong | lra].
Qed.
