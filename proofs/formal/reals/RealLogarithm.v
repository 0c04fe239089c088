(** The natural logarithm, and what Randomized Halving is expected to err at most by it (Chan, CSCI4230 Notes 3, section
    4).

    The library's own [ln] rests on the law of the excluded middle besides the axioms of the real numbers; its [exp]
    does not. So the logarithm is found here once more, as the least upper bound of all x with exp x ≤ y. *)

From Coq Require Import Reals Qreals QArith List Lra Lia.
From ForcedMistakes Require Import Learner Concepts Harmonic Randomized.
Import ListNotations.
Local Open Scope R_scope.

(** ** The exponential function *)

(** A limit is at most b if no term is greater. *)
Lemma limit_at_most (u : nat -> R) (l b : R) : Un_cv u l -> (forall n, u n <= b) -> l <= b.
Proof.
  intros limit below; apply Rnot_lt_le; intro more.
  destruct (limit (l - b)) as [n close]; [lra |]; specialize (close n (le_n n)); specialize (below n).
  unfold R_dist in close; apply Rabs_def2 in close; lra.
Qed.

Lemma exp_series (x : R) : Un_cv (sum_f_R0 (fun i => / INR (fact i) * x ^ i)) (exp x).
Proof. unfold exp; destruct (exist_exp x) as [l series]; exact series. Qed.

Lemma fact_at_least_1 (i : nat) : 1 <= INR (fact i).
Proof. apply (le_INR 1), lt_O_fact. Qed.

Lemma exp_above_positive (x : R) : 0 <= x -> 1 + x <= exp x.
Proof.
  intro nonneg; replace (1 + x) with (sum_f_R0 (fun i => / INR (fact i) * x ^ i) 1) by (simpl; field).
  apply sum_incr; [apply exp_series |]; intro i; apply Rmult_le_pos; [| apply pow_le, nonneg].
  assert (large := fact_at_least_1 i); left; apply Rinv_0_lt_compat; lra.
Qed.

Lemma exp_below (h : R) : 0 <= h < 1 -> exp h * (1 - h) <= 1.
Proof.
  intros [nonneg small]; enough (exp h <= / (1 - h)).
  { apply (Rmult_le_compat_r (1 - h)) in H; [| lra]; rewrite Rinv_l in H by lra; exact H. }
  apply limit_at_most with (1 := exp_series h); intro n.
  apply Rle_trans with (sum_f_R0 (fun i => h ^ i) n).
  - apply sum_Rle; intros i _; assert (large := fact_at_least_1 i); assert (power := pow_le h i nonneg).
    assert (/ INR (fact i) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); nra.
  - rewrite tech3 by lra; assert (power := pow_le h (S n) nonneg).
    assert (positive := Rinv_0_lt_compat (1 - h) ltac:(lra)); unfold Rdiv; nra.
Qed.

Lemma exp_opposite (x : R) : exp x * exp (- x) = 1.
Proof. rewrite <- exp_plus; replace (x + - x) with 0 by ring; apply exp_0. Qed.

(** exp x ≥ 1 + x. *)
Lemma exp_above (x : R) : 1 + x <= exp x.
Proof.
  destruct (Rle_lt_dec 0 x) as [nonneg | negative]; [apply exp_above_positive, nonneg |].
  assert (positive := exp_pos x); destruct (Rle_lt_dec x (- 1)) as [far | near]; [lra |].
  assert (below := exp_below (- x) ltac:(lra)); assert (product := exp_opposite x).
  assert (other := exp_pos (- x)); apply (Rmult_le_reg_r (exp (- x))); [exact other |]; lra.
Qed.

Lemma exp_grows (x z : R) : z < x -> exp z < exp x.
Proof.
  intro less; replace x with (z + (x - z)) by ring; rewrite exp_plus.
  assert (positive := exp_pos z); assert (above := exp_above (x - z)); nra.
Qed.

Lemma exp_reflects (x z : R) : exp z <= exp x -> z <= x.
Proof. intro le; apply Rnot_lt_le; intro less; apply exp_grows in less; lra. Qed.

Lemma exp_power (x : R) (n : nat) : exp (INR n * x) = exp x ^ n.
Proof.
  induction n as [| n IH]; [simpl; rewrite Rmult_0_l; apply exp_0 |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring.
Qed.

(** ** The logarithm *)

Lemma logarithm_exists (y : R) : 0 < y -> {x : R | exp x = y}.
Proof.
  intro positive; destruct (completeness (fun x => exp x <= y)) as [L [upper least]].
  - exists y; intros x below; assert (above := exp_above x); lra.
  - exists (- / y); assert (inverse := Rinv_0_lt_compat y positive).
    assert (above := exp_above (/ y)); assert (product := exp_opposite (/ y)); assert (other := exp_pos (- / y)).
    assert (one : y * / y = 1) by (apply Rinv_r; lra); nra.
  - exists L; apply Rle_antisym; apply Rnot_lt_le; intro less; assert (L_pos := exp_pos L).
    + set (h := 1 - y / exp L).
      assert (part : y / exp L * exp L = y) by (field; lra).
      assert (h_pos : 0 < h) by (unfold h; apply Rlt_Rminus, (Rmult_lt_reg_r (exp L)); lra).
      assert (reached : y <= exp (L - h)).
      { unfold Rminus at 1; rewrite exp_plus; assert (above := exp_above (- h)); unfold h in above |- *; nra. }
      enough (L <= L - h) by lra; apply least; intros x below; apply exp_reflects; lra.
    + set (h := 1 - exp L / y).
      assert (part : exp L / y * y = exp L) by (field; lra).
      assert (quotient : 0 < exp L / y) by (apply Rdiv_lt_0_compat; lra).
      assert (h_pos : 0 < h) by (unfold h; apply Rlt_Rminus, (Rmult_lt_reg_r y); lra).
      assert (below := exp_below h ltac:(unfold h in *; lra)).
      enough (L + h <= L) by lra; apply upper; rewrite exp_plus.
      replace (1 - h) with (exp L / y) in below by (unfold h; ring).
      apply (Rmult_le_compat_r y) in below; [| lra]; replace (exp h * (exp L / y) * y) with (exp L * exp h) in below
        by (field; lra); lra.
Qed.

(** ln y, and 0 where there is none. *)
Definition natural_log (y : R) : R :=
  match Rlt_dec 0 y with
  | left positive => proj1_sig (logarithm_exists y positive)
  | right _ => 0
  end.

(** log_b y. *)
Definition log_base (b y : R) : R := natural_log y / natural_log b.

(** For y > 0 the number ln y is the only x with exp x = y.
    Source: about Chan, CSCI4230 Notes 3, Claim 4.1, which means this logarithm. *)
Theorem natural_log_is_the_logarithm (x y : R) : 0 < y -> exp x = y <-> x = natural_log y.
Proof.
  intro positive; unfold natural_log; destruct (Rlt_dec 0 y) as [here |]; [| contradiction].
  destruct (logarithm_exists y here) as [z equal]; cbn [proj1_sig]; split; [| congruence].
  intro same; apply Rle_antisym; apply exp_reflects; lra.
Qed.

Lemma exp_log (y : R) : 0 < y -> exp (natural_log y) = y.
Proof. intro positive; apply natural_log_is_the_logarithm; [exact positive | reflexivity]. Qed.

Lemma log_1 : natural_log 1 = 0.
Proof. symmetry; apply natural_log_is_the_logarithm; [lra | apply exp_0]. Qed.

Lemma log_positive (m : nat) : (2 <= m)%nat -> 0 < natural_log (INR m).
Proof.
  intro large; apply (le_INR 2) in large; simpl in large; apply Rnot_le_lt; intro le.
  assert (power := exp_log (INR m) ltac:(lra)); destruct le as [less | equal].
  - apply exp_grows in less; rewrite power, exp_0 in less; lra.
  - rewrite equal, exp_0 in power; lra.
Qed.

(** ** Randomized Halving *)

Lemma reciprocal_of (k : nat) : Q2R (1 / number (S k)) = / INR (S k).
Proof.
  rewrite Q2R_div by (unfold Qeq; simpl; lia); rewrite INR_IZR_INZ; unfold Q2R; simpl; field; apply not_0_IZR; lia.
Qed.

(** H_m - 1 ≤ ln m, for every m ≥ 1.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, "= ln r + O(1)".
    Idea: exp(1/k) ≤ k/(k - 1), since exp(-1/k) ≥ 1 - 1/k; and the product of these for k = 2, …, m is m. *)
Theorem harmonic_below_ln (m : nat) : (1 <= m)%nat -> Q2R (harmonic m) - 1 <= natural_log (INR m).
Proof.
  intro some; assert (positive : 0 < INR m) by (apply (lt_INR 0); lia).
  apply exp_reflects; rewrite exp_log by exact positive; clear positive.
  destruct m as [| m]; [lia |]; clear some; induction m as [| m IH].
  - rewrite (Qeq_eqR (harmonic 1) 1 harmonic_1); replace (Q2R 1 - 1) with 0 by (unfold Q2R; simpl; field).
    rewrite exp_0; simpl; lra.
  - rewrite (Qeq_eqR _ _ (harmonic_S (S m))), Q2R_plus.
    set (k := INR (S (S m))) in *.
    assert (k_is : k = INR (S m) + 1) by (unfold k; apply S_INR).
    assert (m_pos : 0 < INR (S m)) by (apply (lt_INR 0); lia).
    assert (term : Q2R (1 / number (S (S m))) = / k) by apply reciprocal_of.
    rewrite term; replace (Q2R (harmonic (S m)) + / k - 1) with (Q2R (harmonic (S m)) - 1 + / k) by ring.
    rewrite exp_plus.
    assert (inverse : / k * k = 1) by (apply Rinv_l; lra).
    assert (inverse_pos := Rinv_0_lt_compat k ltac:(lra)).
    assert (step := exp_above (- / k)); assert (product := exp_opposite (/ k)); assert (e_pos := exp_pos (/ k)).
    assert (small : exp (/ k) * INR (S m) <= k).
    { assert (exp (/ k) * (1 - / k) <= 1) by nra; nra. }
    nra.
Qed.

(** ln (m + 1) ≤ H_m, for every m.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, "= ln r + O(1)".
    Idea: exp(1/k) ≥ 1 + 1/k = (k + 1)/k; and the product of these for k = 1, …, m is m + 1. *)
Theorem harmonic_above_ln (m : nat) : natural_log (INR (S m)) <= Q2R (harmonic m).
Proof.
  assert (positive : 0 < INR (S m)) by (apply (lt_INR 0); lia).
  apply exp_reflects; rewrite exp_log by exact positive; clear positive; induction m as [| m IH].
  - replace (Q2R (harmonic 0)) with 0 by (unfold Q2R; simpl; field); rewrite exp_0; simpl; lra.
  - rewrite (Qeq_eqR _ _ (harmonic_S m)), Q2R_plus, exp_plus, reciprocal_of, (S_INR (S m)).
    assert (k_pos : 0 < INR (S m)) by (apply (lt_INR 0); lia); set (k := INR (S m)) in *.
    assert (inverse : / k * k = 1) by (apply Rinv_l; lra).
    assert (inverse_pos := Rinv_0_lt_compat k k_pos); assert (step := exp_above (/ k)).
    apply Rle_trans with (k * (1 + / k)); [lra |].
    apply Rmult_le_compat; lra.
Qed.

(** H_m = ln m + O(1): ln m ≤ H_m ≤ ln m + 1, for every m ≥ 1.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, "= ln r + O(1)".
    Idea: ln (m + 1) ≤ H_m and H_m - 1 ≤ ln m. *)
Theorem harmonic_is_ln (m : nat) :
  (1 <= m)%nat -> natural_log (INR m) <= Q2R (harmonic m) <= natural_log (INR m) + 1.
Proof.
  intro some; assert (below := harmonic_below_ln m some); assert (above := harmonic_above_ln m); split; [| lra].
  apply Rle_trans with (2 := above), exp_reflects.
  assert (positive : 0 < INR m) by (apply (lt_INR 0); lia).
  rewrite !exp_log, ?S_INR; rewrite ?S_INR; lra.
Qed.

(** Randomized Halving is expected to err at most ln m times on a class of m concepts, where a concept of it explains
    the labels; points and labels may depend on all that was drawn before. The O(1) of the claim is not needed.
    Source: Chan, CSCI4230 Notes 3, Claim 4.1.
    Idea: at most H_m - 1 times. *)
Theorem randomized_halving_ln {X : Type} (C : list (concept X)) (a : adversary X) :
  lawful C a -> Q2R (expected C a) <= natural_log (INR (length C)).
Proof.
  intro fair; assert (bound := Qle_Rle _ _ (randomized_halving C a fair)).
  assert (some : (1 <= length C)%nat).
  { destruct C as [| c C]; [exfalso | simpl; lia].
    destruct a as [| x y next]; cbn in fair; [congruence | apply (proj1 fair); reflexivity]. }
  assert (below := harmonic_below_ln (length C) some).
  rewrite Q2R_minus in bound; replace (Q2R 1) with 1 in bound by (unfold Q2R; simpl; field); lra.
Qed.

(** Randomized Halving is expected to err at most ln m times on a class of m concepts, on every sequence that is fixed
    in advance and labeled by a concept of the class.
    Source: Chan, CSCI4230 Notes 3, Claim 4.1.
    Idea: at most H_m - 1 times. *)
Theorem randomized_halving_fixed_ln {X : Type} (C : list (concept X)) (s : list (example X)) :
  realizable C s -> Q2R (expected_errors C s) <= natural_log (INR (length C)).
Proof.
  intro labeled; rewrite <- (Qeq_eqR _ _ (expected_fixed C s labeled)).
  apply randomized_halving_ln, fixed_lawful, labeled.
Qed.

(** ** The last remark *)

(** (a/b)ⁿ is compared with c/d in whole numbers. *)
Lemma power_at_least (a b c d : Z) (n : nat) :
  (0 < b)%Z -> (c * b ^ Z.of_nat n <= d * a ^ Z.of_nat n)%Z -> IZR c <= IZR d * (IZR a / IZR b) ^ n.
Proof.
  intros positive le; apply IZR_lt in positive; apply IZR_le in le; rewrite !mult_IZR, <- !pow_IZR in le.
  assert (power := pow_lt (IZR b) n positive); apply (Rmult_le_reg_r (IZR b ^ n)); [exact power |].
  rewrite Rmult_assoc, <- Rpow_mult_distr; replace (IZR a / IZR b * IZR b) with (IZR a) by (field; lra); exact le.
Qed.

(** 1.44 ≤ 1/ln 2 < 1.45.
    Source: Chan, CSCI4230 Notes 3, section 4, the last remark, "1.44…".
    Idea: exp(25/36) ≥ (1 + 25/9216)²⁵⁶ ≥ 2, and exp(-20/29) ≥ (1 - 20/3712)¹²⁸ > 1/2. *)
Theorem inverse_of_ln_2 : 144 / 100 <= 1 / natural_log 2 < 145 / 100.
Proof.
  assert (two := exp_log 2 ltac:(lra)); assert (positive := log_positive 2 (le_n 2)).
  replace (INR 2) with 2 in positive by (simpl; lra).
  assert (above : natural_log 2 <= 25 / 36).
  { apply exp_reflects; rewrite two.
    replace (25 / 36) with (INR 256 * (25 / 9216)) by (rewrite INR_IZR_INZ; simpl; field).
    rewrite exp_power; apply Rle_trans with ((9241 / 9216) ^ 256).
    - rewrite <- (Rmult_1_l (_ ^ 256)); apply power_at_least; [reflexivity |].
      apply Z.leb_le; vm_compute; reflexivity.
    - apply pow_incr; assert (step := exp_above (25 / 9216)); lra. }
  assert (below : 20 / 29 < natural_log 2).
  { apply Rnot_le_lt; intro le.
    assert (no_more : exp (natural_log 2) <= exp (20 / 29))
      by (destruct le as [less | ->]; [left; apply exp_grows, less | right; reflexivity]).
    assert (opposite := exp_opposite (20 / 29)).
    assert (half : 1001 <= 2000 * exp (- (20 / 29))).
    { replace (- (20 / 29)) with (INR 128 * - (20 / 3712)) by (rewrite INR_IZR_INZ; simpl; field).
      rewrite exp_power; apply Rle_trans with (2000 * (923 / 928) ^ 128).
      - apply power_at_least; [reflexivity |]; apply Z.leb_le; vm_compute; reflexivity.
      - apply Rmult_le_compat_l; [lra |]; apply pow_incr; assert (step := exp_above (- (20 / 3712))); lra. }
    rewrite two in no_more; nra. }
  assert (inverse : 1 / natural_log 2 * natural_log 2 = 1) by (field; lra).
  set (i := 1 / natural_log 2) in *; set (l := natural_log 2) in *; clearbody i l; split; nra.
Qed.

(** log₂ m / ln m = 1/ln 2 = log₂ e for every m ≥ 2, and this is 1.44 or more, and less than 1.45.
    Source: Chan, CSCI4230 Notes 3, section 4, "log|C| / ln|C| = log e = 1.44…", with log = log₂.
    Idea: log₂ y = ln y / ln 2, and ln e = 1. *)
Theorem ratio_of_logarithms (m : nat) :
  (2 <= m)%nat ->
  log_base 2 (INR m) / natural_log (INR m) = 1 / natural_log 2 /\ log_base 2 (exp 1) = 1 / natural_log 2 /\
  144 / 100 <= log_base 2 (INR m) / natural_log (INR m) < 145 / 100.
Proof.
  intro large; assert (m_pos := log_positive m large); assert (positive := log_positive 2 (le_n 2)).
  replace (INR 2) with 2 in positive by (simpl; lra).
  assert (equal : log_base 2 (INR m) / natural_log (INR m) = 1 / natural_log 2)
    by (unfold log_base; field; lra).
  split; [exact equal |]; split; [| rewrite equal; exact inverse_of_ln_2].
  unfold log_base; replace (natural_log (exp 1)) with 1; [reflexivity |].
  apply natural_log_is_the_logarithm; [apply exp_pos | reflexivity].
Qed.

(** On a class of one concept there is no ratio: ln 1 = 0, and log₂ 1 = 0.
    Source: Chan, CSCI4230 Notes 3, section 4, the last remark, for every finite class. *)
Theorem no_ratio_for_one_concept : natural_log (INR 1) = 0 /\ log_base 2 (INR 1) = 0.
Proof. unfold log_base; simpl INR; rewrite log_1; split; [reflexivity | unfold Rdiv; ring]. Qed.

(** With log = ln the ratio is 1, and with log = log₁₀ it is below 1, for every m ≥ 2: in neither case it is 1.44 or
    more.
    Source: Chan, CSCI4230 Notes 3, section 4, the last remark, with other bases.
    Idea: ln 10 > 1, as exp(-1) ≥ (1 - 1/2)² > 1/10. *)
Theorem ratio_in_other_bases (m : nat) :
  (2 <= m)%nat ->
  natural_log (INR m) / natural_log (INR m) = 1 /\ log_base 10 (INR m) / natural_log (INR m) < 1.
Proof.
  intro large; assert (m_pos := log_positive m large); split; [field; lra |].
  assert (ten := exp_log 10 ltac:(lra)).
  assert (above : 1 < natural_log 10).
  { apply Rnot_le_lt; intro le.
    assert (no_more : exp (natural_log 10) <= exp 1)
      by (destruct le as [less | ->]; [left; apply exp_grows, less | right; reflexivity]).
    assert (opposite := exp_opposite 1); assert (half := exp_above (- (1 / 2))).
    assert (square : exp (Ropp 1) = exp (- (1 / 2)) * exp (- (1 / 2))) by (rewrite <- exp_plus; f_equal; field).
    rewrite square in opposite; set (q := exp (- (1 / 2))) in *; clearbody q.
    assert (1 / 4 <= q * q) by nra; rewrite ten in no_more; nra. }
  unfold log_base; replace (natural_log (INR m) / natural_log 10 / natural_log (INR m)) with (/ natural_log 10)
    by (field; lra).
  rewrite <- Rinv_1; apply Rinv_lt_contravar; lra.
Qed.
