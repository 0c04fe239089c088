(** The factor 9/8 of [half_step_bound] is reached (Livni, Lecture 8, Theorem 8.1, with half steps and sgn(0) = 0).

    The points are found one after the other: αu + βw + a new coordinate, whose weight gives the point its length. *)

From Coq Require Import QArith Qround List Bool Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes HalfSteps.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** ** Qᵈ with weights for its coordinates *)

(** Σ cᵢxᵢyᵢ. With √cᵢxᵢ for coordinates it is the inner product of ℝᵈ. *)
Fixpoint weighted_dot (d : nat) (c : nat -> Q) (x y : nat -> Q) : Q :=
  match d with
  | O => 0
  | S i => weighted_dot i c x y + c i * (x i * y i)
  end.

Definition weighted (d : nat) (c : nat -> Q) (nonneg : forall i, (i < d)%nat -> 0 <= c i) : space rational_field.
Proof.
  refine {|
    vector := nat -> Q;
    zero := fun _ => 0;
    add := fun x y i => x i + y i;
    scale := fun a x i => a * x i;
    inner := weighted_dot d c
  |}.
  - abstract (intros x y; clear nonneg; induction d as [| d IH]; simpl; [reflexivity | rewrite IH; ring]).
  - abstract (intros x; clear nonneg; induction d as [| d IH]; simpl; [reflexivity | rewrite IH; ring]).
  - abstract (intros x y z; clear nonneg; induction d as [| d IH]; simpl; [reflexivity | rewrite IH; ring]).
  - abstract (intros a x y; clear nonneg; induction d as [| d IH]; simpl; [ring | rewrite IH; ring]).
  - abstract (intros x; induction d as [| d IH]; simpl; [apply Qle_refl |];
      specialize (IH (fun i less => nonneg i (Nat.lt_lt_succ_r _ _ less))); specialize (nonneg d (Nat.lt_succ_diag_r d));
      assert (square : 0 <= x d * x d) by (clear; nra);
      assert (0 <= c d * (x d * x d)) by (apply Qmult_le_0_compat; assumption); lra).
Defined.

Lemma weighted_dot_e (d i : nat) (c x : nat -> Q) :
  weighted_dot d c (e i) x == if (i <? d)%nat then c i * x i else 0.
Proof.
  induction d as [| d IH]; cbn [weighted_dot]; [reflexivity |].
  rewrite IH; unfold e.
  destruct (Nat.eqb_spec i d), (Nat.ltb_spec i d), (Nat.ltb_spec i (S d)); subst; try lia; ring.
Qed.

(** ** A game from its numbers *)

Section Game.

  (** n rounds; D is ‖u‖²; round t is a tie or not, and ⟨w,x⟩ is -δ. *)
  Context (n : nat) (D : Q) (tie : nat -> bool) (delta : Q).

  Definition minus_product (t : nat) : Q := if tie t then 0 else delta.

  (** ⟨u,w⟩ and ‖w‖² before round t. *)
  Fixpoint progress (t : nat) : Q :=
    match t with
    | O => 0
    | S t => progress t + (if tie t then 1 # 2 else 1)
    end.
  Fixpoint size (t : nat) : Q :=
    match t with
    | O => 0
    | S t => size t + (if tie t then 1 # 4 else 1 - 2 * delta)
    end.

  (** The point of round t is αu + βw and a new coordinate, with a weight that makes its length 1. *)
  Definition det (t : nat) : Q := D * size t - progress t * progress t.
  Definition alpha (t : nat) : Q :=
    if Nat.eqb t 0 then 1 / D else (size t + minus_product t * progress t) / det t.
  Definition beta (t : nat) : Q :=
    if Nat.eqb t 0 then 0 else - (progress t + minus_product t * D) / det t.
  Definition rho (t : nat) : Q := 1 - alpha t + beta t * minus_product t.
  Definition weight (i : nat) : Q := match i with O => D | S t => rho t end.

  Context (D_large : 1 <= D) (delta_positive : 0 < delta) (first_is_tie : tie 0 = true).

  (** ‖w‖² is large enough for every round. *)
  Definition roomy (t : nat) : Prop :=
    0 < size t /\
    (progress t + minus_product t) * (progress t + minus_product t) + (D - 1) * (minus_product t * minus_product t)
    <= (D - 1) * size t.
  Context (room : forall t, (0 < t < n)%nat -> roomy t).

  Lemma progress_nonneg (t : nat) : 0 <= progress t.
  Proof. induction t as [| t IH]; simpl; [apply Qle_refl | destruct (tie t); lra]. Qed.

  Lemma numbers_fit (t : nat) :
    (t < n)%nat ->
    alpha t * D + beta t * progress t == 1 /\
    alpha t * progress t + beta t * size t == - minus_product t /\
    0 <= rho t.
  Proof.
    intro less; unfold rho, alpha, beta; destruct (Nat.eqb_spec t 0) as [-> | later].
    - unfold minus_product; rewrite first_is_tie; cbn [progress size]; split; [field; lra |]; split; [ring |].
      assert (1 / D <= 1) by (apply Qle_shift_div_r; lra); lra.
    - destruct (room t ltac:(lia)) as [positive enough].
      assert (p_nonneg := progress_nonneg t).
      assert (m_nonneg : 0 <= minus_product t) by (unfold minus_product; destruct (tie t); lra).
      assert (det_is : det t == D * size t - progress t * progress t) by reflexivity.
      set (p := progress t) in *; set (q := size t) in *; set (m := minus_product t) in *; clearbody p q m.
      assert (mp_nonneg : 0 <= m * p) by (apply Qmult_le_0_compat; assumption).
      assert (mD_nonneg : 0 <= m * D) by (apply Qmult_le_0_compat; lra).
      assert (mmD_nonneg : 0 <= m * (m * D)) by (apply Qmult_le_0_compat; assumption).
      assert (det_large : q + m * p + m * (p + m * D) <= det t) by lra.
      assert (det_positive : 0 < det t) by lra.
      set (d := det t) in *; clearbody d.
      assert (nonzero : ~ d == 0) by lra.
      split; [| split].
      + setoid_replace ((q + m * p) / d * D + - (p + m * D) / d * p) with ((D * q - p * p) / d)
          by (field; exact nonzero).
        rewrite <- det_is; field; exact nonzero.
      + setoid_replace ((q + m * p) / d * p + - (p + m * D) / d * q) with (- m * ((D * q - p * p) / d))
          by (field; exact nonzero).
        rewrite <- det_is; field; exact nonzero.
      + setoid_replace (1 - (q + m * p) / d + - (p + m * D) / d * m)
          with ((d - (q + m * p + m * (p + m * D))) / d) by (field; exact nonzero).
        apply Qle_shift_div_l; lra.
  Qed.

  Lemma weight_nonneg (i : nat) : (i < S n)%nat -> 0 <= weight i.
  Proof. destruct i as [| t]; intro less; simpl; [lra | apply numbers_fit; lia]. Qed.

  Definition game_space : space rational_field := weighted (S n) weight weight_nonneg.
  Definition game_u : game_space := e 0.

  (** The rounds from t on. *)
  Lemma rounds_from (m : nat) : forall (t : nat) (w : game_space),
    (t + m = n)%nat -> (forall i, (t < i)%nat -> (w : nat -> Q) i == 0) ->
    ⟨game_u, w⟩ == progress t -> ‖w‖² == size t ->
    exists s : list (example game_space),
      Forall (fun e => ‖fst e‖² == 1) s /\ Forall (fun e => sign (snd e) * ⟨game_u, fst e⟩ == 1) s /\
      errors_from (half_steps game_space) w s = m.
  Proof.
    induction m as [| m IH]; intros t w total flat at_u at_w.
    { exists []; repeat split; constructor. }
    destruct (numbers_fit t ltac:(lia)) as (fit_u & fit_w & _).
    set (fresh := e (S t) : game_space).
    assert (fresh_w : ⟨fresh, w⟩ == 0).
    { cbn [inner game_space weighted]; unfold fresh; rewrite weighted_dot_e.
      destruct (Nat.ltb_spec (S t) (S n)); [rewrite flat by lia; ring | reflexivity]. }
    assert (fresh_u : ⟨fresh, game_u⟩ == 0).
    { cbn [inner game_space weighted]; unfold fresh, game_u; rewrite weighted_dot_e.
      destruct (Nat.ltb_spec (S t) (S n)); [unfold e; simpl; ring | reflexivity]. }
    assert (fresh_2 : ‖fresh‖² == rho t).
    { cbn [inner game_space weighted]; unfold fresh; rewrite weighted_dot_e.
      destruct (Nat.ltb_spec (S t) (S n)); [| lia]; unfold e; rewrite Nat.eqb_refl; simpl weight; ring. }
    assert (u_2 : ‖game_u‖² == D).
    { cbn [inner game_space weighted]; unfold game_u; rewrite weighted_dot_e; simpl; unfold e; simpl; ring. }
    set (x := add (scale (alpha t) game_u) (add (scale (beta t) w) fresh)).
    assert (x_u : ⟨game_u, x⟩ == 1).
    { unfold x; rewrite !inner_add_r, !inner_scale_r, at_u, u_2, (inner_comm _ _ fresh), fresh_u; lra. }
    assert (x_w : ⟨w, x⟩ == - minus_product t).
    { unfold x; rewrite !inner_add_r, !inner_scale_r, (inner_comm _ w game_u), at_u, at_w.
      rewrite (inner_comm _ w fresh), fresh_w; lra. }
    assert (x_2 : ‖x‖² == 1).
    { assert (x_fresh : ⟨fresh, x⟩ == rho t)
        by (unfold x; rewrite !inner_add_r, !inner_scale_r, fresh_u, fresh_w, fresh_2; ring).
      assert (again : ‖x‖² == alpha t * ⟨game_u, x⟩ + (beta t * ⟨w, x⟩ + ⟨fresh, x⟩))
        by (unfold x at 1; rewrite !inner_add, !inner_scale; reflexivity).
      rewrite again, x_u, x_w, x_fresh; unfold rho; ring. }
    assert (x_flat : forall i, (S t < i)%nat -> (x : nat -> Q) i == 0).
    { intros i above; unfold x, fresh, game_u; cbn [add scale game_space weighted].
      rewrite flat by lia; unfold e; destruct (Nat.eqb_spec 0 i), (Nat.eqb_spec (S t) i); try lia; ring. }
    set (step := if tie t then 1 # 2 else 1).
    set (w' := add w (scale step x)).
    assert (moved : update (half_steps game_space) w x true = w' /\
                    mistaken (predict (half_steps game_space) w x) true = true).
    { unfold w', step; cbn [update predict half_steps]; unfold answer, minus_product in *; rational_terms.
      destruct (⟨w, x⟩ ?= 0) eqn:compared;
        [apply Qeq_alt in compared | apply Qlt_alt in compared | apply Qgt_alt in compared];
        rewrite x_w in compared; destruct (tie t); simpl; try (split; reflexivity); exfalso; lra. }
    destruct moved as [moved wrong].
    destruct (IH (S t) w') as (s & long & margins & count).
    - lia.
    - intros i above; unfold w'; cbn [add scale game_space weighted]; rewrite flat, x_flat by lia; ring.
    - unfold w', step; rewrite inner_add_r, inner_scale_r, at_u, x_u; cbn [progress]; ring.
    - unfold w', step; rewrite norm2_add_scale, at_w, x_w, x_2; cbn [size]; unfold minus_product.
      destruct (tie t); ring.
    - exists ((x, true) :: s); split; [constructor; [exact x_2 | exact long] |].
      split; [constructor; [simpl; rewrite x_u; reflexivity | exact margins] |].
      cbn [errors_from]; rewrite moved, wrong, count; reflexivity.
  Qed.

  Lemma game_exists :
    exists s : list (example game_space),
      Forall (fun e => ‖fst e‖² == 1) s /\ Forall (fun e => sign (snd e) * ⟨game_u, fst e⟩ == 1) s /\
      ‖game_u‖² == D /\ errors (half_steps game_space) s = n.
  Proof.
    destruct (rounds_from n 0 zero) as (s & long & margins & count).
    - reflexivity.
    - intros; reflexivity.
    - rewrite inner_zero_r; reflexivity.
    - rewrite inner_zero; reflexivity.
    - exists s; split; [exact long |]; split; [exact margins |]; split; [| exact count].
      cbn [inner game_space weighted]; unfold game_u; rewrite weighted_dot_e; simpl; unfold e; simpl; ring.
  Qed.

End Game.

(** ** The family *)

Section Family.

  (** 2b ties, b other mistakes with ⟨w,x⟩ = -δ, and one more tie. *)
  Context (b : nat) (e : Q) (b_positive : (0 < b)%nat) (e_positive : 0 < e) (e_small : e <= 1).

  Definition family_tie (t : nat) : bool := (t <? 2 * b)%nat || (3 * b <=? t)%nat.
  Definition family_D : Q := 1 + (8 # 3) * number b + e.
  Definition family_delta : Q := e / (100 * number b).

  Lemma b_large : 1 <= number b.
  Proof. change 1 with (number 1); rewrite <- Zle_Qle; lia. Qed.

  Lemma delta_b : family_delta * number b == (1 # 100) * e.
  Proof. assert (large := b_large); unfold family_delta; field; lra. Qed.

  Lemma family_delta_positive : 0 < family_delta.
  Proof.
    assert (large := b_large); unfold family_delta; apply Qlt_shift_div_l; lra.
  Qed.

  Lemma family_no_tie (t : nat) : (2 * b <= t < 3 * b)%nat -> family_tie t = false.
  Proof. intro range; apply orb_false_iff; split; [apply Nat.ltb_ge | apply Nat.leb_gt]; lia. Qed.

  Lemma first_stage (t : nat) :
    (t <= 2 * b)%nat ->
    progress family_tie t == (1 # 2) * number t /\ size family_tie family_delta t == (1 # 4) * number t.
  Proof.
    induction t as [| t IH]; intro le; [split; reflexivity |].
    destruct (IH ltac:(lia)) as [IHp IHs]; cbn [progress size]; rewrite IHp, IHs, number_S.
    assert (here : family_tie t = true) by (unfold family_tie; destruct (Nat.ltb_spec t (2 * b)); [reflexivity | lia]).
    rewrite here; split; ring.
  Qed.

  Lemma second_stage (i : nat) :
    (i <= b)%nat ->
    progress family_tie (2 * b + i) == number b + number i /\
    size family_tie family_delta (2 * b + i) == (1 # 2) * number b + number i * (1 - 2 * family_delta).
  Proof.
    induction i as [| i IH]; intro le.
    - rewrite Nat.add_0_r; destruct (first_stage (2 * b) (le_n _)) as [-> ->].
      rewrite Nat2Z.inj_mul, inject_Z_mult; change (number 2) with 2; change (number 0) with 0; split; ring.
    - destruct (IH ltac:(lia)) as [IHp IHs]; rewrite <- plus_n_Sm; cbn [progress size]; rewrite IHp, IHs, number_S.
      assert (here : family_tie (2 * b + i) = false).
      { apply family_no_tie; lia. }
      rewrite here; split; ring.
  Qed.

  Lemma delta_small : 100 * family_delta <= e.
  Proof.
    assert (large := b_large); assert (small := delta_b); assert (positive := family_delta_positive).
    set (B := number b) in *; set (dl := family_delta) in *.
    assert (0 <= dl * (B - 1)) by (apply Qmult_le_0_compat; lra); lra.
  Qed.

  Lemma family_D_minus_1 : family_D - 1 == (8 # 3) * number b + e.
  Proof. unfold family_D; ring. Qed.

  Lemma twice_b : number (2 * b) == 2 * number b.
  Proof. rewrite Nat2Z.inj_mul, inject_Z_mult; reflexivity. Qed.

  (** The products of δ, b and e that are small, or not negative. *)
  Lemma delta_products :
    family_delta * family_delta * number b <= family_delta * (1 # 100) /\
    family_delta * family_delta * e <= family_delta /\ family_delta * family_delta <= family_delta /\
    0 <= e * number b /\ e * e <= e.
  Proof.
    assert (large := b_large); assert (small := delta_b); assert (positive := family_delta_positive).
    assert (dl_small := delta_small); set (B := number b) in *; set (dl := family_delta) in *; clearbody B dl.
    assert (0 <= dl * ((1 # 100) - B * dl)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (1 - dl) * e) by (apply Qmult_le_0_compat; lra).
    assert (0 <= dl * (1 - dl * e)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= dl * (1 - dl)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= e * B) by (apply Qmult_le_0_compat; lra).
    assert (0 <= e * (1 - e)) by (apply Qmult_le_0_compat; lra).
    repeat split; lra.
  Qed.

  Lemma room_in_ties (t : nat) : (0 < t < 2 * b)%nat -> roomy family_D family_tie family_delta t.
  Proof.
    intro range; unfold roomy, minus_product; rewrite family_D_minus_1.
    destruct (first_stage t ltac:(lia)) as [p_is s_is]; rewrite p_is, s_is.
    assert (large := b_large).
    assert (t_large : 1 <= number t) by (change 1 with (number 1); rewrite <- Zle_Qle; lia).
    split; [lra |].
    assert (is_tie : family_tie t = true)
      by (unfold family_tie; destruct (Nat.ltb_spec t (2 * b)); [reflexivity | lia]).
    rewrite is_tie.
    assert (below : number t <= 2 * number b) by (rewrite <- twice_b, <- Zle_Qle; lia).
    assert (0 <= number t * ((8 # 3) * number b + e - number t)) by (apply Qmult_le_0_compat; lra).
    lra.
  Qed.

  Lemma room_after_ties : roomy family_D family_tie family_delta (2 * b).
  Proof.
    unfold roomy, minus_product; rewrite family_D_minus_1, family_no_tie by lia.
    destruct (first_stage (2 * b) (le_n _)) as [p_is s_is]; rewrite p_is, s_is, twice_b.
    assert (large := b_large); assert (small := delta_b); assert (positive := family_delta_positive).
    assert (dl_small := delta_small); destruct delta_products as (dd & dde & dd1 & eB & _).
    set (B := number b) in *; set (dl := family_delta) in *; clearbody B dl.
    assert (0 <= B * (B - 1)) by (apply Qmult_le_0_compat; lra).
    split; lra.
  Qed.

  Lemma room_in_mistakes (i : nat) : (0 < i < b)%nat -> roomy family_D family_tie family_delta (2 * b + i).
  Proof.
    intro range; unfold roomy, minus_product; rewrite family_D_minus_1, family_no_tie by lia.
    destruct (second_stage i ltac:(lia)) as [p_is s_is]; rewrite p_is, s_is.
    assert (large := b_large); assert (small := delta_b); assert (positive := family_delta_positive).
    assert (i_nonneg := number_nonneg i).
    assert (i_less : number i <= number b - 1).
    { assert (number (S i) <= number b) by (rewrite <- Zle_Qle; lia); rewrite number_S in *; lra. }
    assert (dl_small := delta_small); destruct delta_products as (dd & dde & dd1 & eB & ee).
    set (B := number b) in *; set (dl := family_delta) in *; set (I := number i) in *; clearbody I B dl.
    assert (i_dl : I * dl <= (1 # 100) * e)
      by (assert (0 <= dl * (B - I)) by (apply Qmult_le_0_compat; lra); lra).
    split; [lra |].
    assert (0 <= (B - 1 - I) * ((1 # 3) * B + I)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= e * I) by (apply Qmult_le_0_compat; lra).
    assert (0 <= B * ((1 # 100) - I * dl)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= e * ((1 # 100) - I * dl)) by (apply Qmult_le_0_compat; lra).
    lra.
  Qed.

  Lemma room_in_last_tie : roomy family_D family_tie family_delta (2 * b + b).
  Proof.
    unfold roomy, minus_product; rewrite family_D_minus_1.
    destruct (second_stage b (le_n _)) as [p_is s_is]; rewrite p_is, s_is.
    assert (is_tie : family_tie (2 * b + b) = true)
      by (unfold family_tie; apply orb_true_iff; right; apply Nat.leb_le; lia).
    rewrite is_tie; assert (large := b_large); assert (small := delta_b).
    destruct delta_products as (_ & _ & _ & _ & ee).
    set (B := number b) in *; set (dl := family_delta) in *; clearbody B dl.
    assert (0 <= e * (B - 1)) by (apply Qmult_le_0_compat; lra).
    assert (((8 # 3) * B + e) * (B * dl) == ((8 # 3) * B + e) * ((1 # 100) * e))
      by (rewrite (Qmult_comm B dl), small; reflexivity).
    split; lra.
  Qed.

  Lemma family_room (t : nat) :
    (0 < t < 3 * b + 1)%nat -> roomy family_D family_tie family_delta t.
  Proof.
    intro range; destruct (lt_eq_lt_dec t (2 * b)) as [[early | ->] | late].
    - apply room_in_ties; lia.
    - exact room_after_ties.
    - replace t with (2 * b + (t - 2 * b))%nat by lia; destruct (Nat.eq_dec (t - 2 * b) b) as [-> | other].
      + exact room_in_last_tie.
      + apply room_in_mistakes; lia.
  Qed.

End Family.

(** Livni's Theorem 8.1 with half steps and sgn(0) = 0: the ⌊9R²/(8γ²)⌋ of [half_step_bound] is reached just above
    R²/γ² = 1 + 8b/3, for every b = 1, 2, …. There are points of length 1 with margins that are all the same, γ = 1/‖u‖,
    and R²/γ² = ‖u‖² = 1 + 8b/3 + e, on which 3b + 1 mistakes are made, for every positive e < 7/9. The points are in Qᵈ
    with weights for its coordinates, Σ cᵢxᵢyᵢ, which is ℝᵈ with other units.
    Source: about Livni, Theorem 8.1.
    Idea: 2b ties, then b other mistakes with ⟨w,x⟩ just below 0, then a tie. Such a point exists as long as
    ‖w‖²(‖u‖² - 1) ≥ ⟨w,u⟩²; a new coordinate gives it its length. *)
Theorem nine_eighths_is_reached (b : nat) (e : Q) :
  (0 < b)%nat -> 0 < e < 7 # 9 ->
  exists (d : nat) (c : nat -> Q) (nonneg : forall i, (i < d)%nat -> 0 <= c i)
         (s : list (example (weighted d c nonneg))) (u : weighted d c nonneg),
    Forall (fun ex => ‖fst ex‖² == 1) s /\ Forall (fun ex => sign (snd ex) * ⟨u, fst ex⟩ == 1) s /\
    ‖u‖² == 1 + (8 # 3) * number b + e /\
    errors (half_steps (weighted d c nonneg)) s = (3 * b + 1)%nat /\ floor ((9 # 8) * ‖u‖²) = (3 * b + 1)%nat.
Proof.
  intros b_positive [e_positive e_less]; assert (e_small : e <= 1) by lra.
  assert (large := b_large b b_positive).
  assert (D_large : 1 <= family_D b e) by (unfold family_D; lra).
  assert (delta_positive := family_delta_positive b e b_positive e_positive).
  assert (tied : family_tie b 0 = true) by (unfold family_tie; destruct (Nat.ltb_spec 0 (2 * b)); [reflexivity | lia]).
  destruct (game_exists (3 * b + 1) (family_D b e) (family_tie b) (family_delta b e) D_large delta_positive tied
              (family_room b e b_positive e_positive e_small)) as (s & long & margins & norm & count).
  exists (S (3 * b + 1)), (weight (family_D b e) (family_tie b) (family_delta b e)),
    (weight_nonneg (3 * b + 1) (family_D b e) (family_tie b) (family_delta b e) D_large delta_positive tied
       (family_room b e b_positive e_positive e_small)), s, (InnerSpace.e 0).
  split; [exact long |]; split; [exact margins |]; split; [exact norm |]; split; [exact count |].
  unfold floor; rational_terms; set (norm2 := ‖_‖²).
  assert (norm' : norm2 == family_D b e) by exact norm; rewrite norm'; unfold family_D.
  assert (whole : Qfloor ((9 # 8) * (1 + (8 # 3) * number b + e)) = Z.of_nat (3 * b + 1));
    [| rewrite whole; apply Nat2Z.id].
  assert (sum : number (3 * b + 1) == 3 * number b + 1)
    by (rewrite number_add, Nat2Z.inj_mul, inject_Z_mult; reflexivity).
  apply Z.le_antisymm.
  - apply Z.lt_succ_r; rewrite Zlt_Qlt; unfold Z.succ; rewrite inject_Z_plus, sum.
    apply Qle_lt_trans with (1 := Qfloor_le _); change (inject_Z 1) with 1; lra.
  - rewrite <- (Qfloor_Z (Z.of_nat (3 * b + 1))); apply Qfloor_resp_le; rewrite sum; lra.
Qed.

(** No constant below 9/8 will do in Livni's Theorem 8.1 with half steps and sgn(0) = 0: for every k < 9/8 there are
    points of length R = 1 with margins γ = 1/‖u‖ on which the learner makes more than k·R²/γ² mistakes.
    Source: about Livni, Theorem 8.1.
    Idea: (3b + 1)/(1 + 8b/3 + ½) comes as near to 9/8 as one likes. *)
Theorem no_constant_below_nine_eighths (k : Q) :
  k < 9 # 8 ->
  exists (d : nat) (c : nat -> Q) (nonneg : forall i, (i < d)%nat -> 0 <= c i)
         (s : list (example (weighted d c nonneg))) (u : weighted d c nonneg),
    Forall (fun ex => ‖fst ex‖² == 1) s /\ Forall (fun ex => sign (snd ex) * ⟨u, fst ex⟩ == 1) s /\
    k * ‖u‖² < number (errors (half_steps (weighted d c nonneg)) s).
Proof.
  intro less; set (gap := (9 # 8) - k); assert (gap_positive : 0 < gap) by (unfold gap; lra).
  set (b := S (floor (1 / gap))).
  assert (b_large : 1 / gap < number b).
  { apply above_floor, Qle_shift_div_l; lra. }
  assert (product : 1 < number b * gap).
  { setoid_replace 1 with (1 / gap * gap) by (field; lra).
    apply Qmult_lt_compat_r; assumption. }
  destruct (nine_eighths_is_reached b (1 # 2)) as (d & c & nonneg & s & u & long & margins & norm & count & _).
  - unfold b; lia.
  - split; reflexivity.
  - exists d, c, nonneg, s, u; split; [exact long |]; split; [exact margins |]; rewrite norm, count.
    rewrite number_add, Nat2Z.inj_mul, inject_Z_mult; change (inject_Z (Z.of_nat 3)) with 3; change (number 1) with 1.
    unfold gap in product; lra.
Qed.
