(** The Perceptron's bound 1/δ² is attained by the Perceptron itself, from three dimensions on.

    Every point is a tie, ⟨w,x⟩ = 0, and has margin exactly δ with the target e₁: so ‖w‖² grows by 1 in each round, and
    ⟨w,e₁⟩ by δ. In the space orthogonal to e₁ there is such a point as long as (t + 1)δ² ≤ 1. *)

From Coq Require Import Reals List Lia.
From ForcedMistakes Require Import Learner RealSpaces LegalGame Claim14.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

(** The vector (a, b, c, 0, …, 0). *)
Definition three (a b c : R) : nat -> R := fun i => match i with 0 => a | 1 => b | 2 => c | _ => 0 end.

(** The target e₁. *)
Definition first_axis : nat -> R := three 1 0 0.

Lemma dot_three (k : nat) (a b c : R) (x : nat -> R) :
  dot (3 + k) x (three a b c) = x 0%nat * a + x 1%nat * b + x 2%nat * c.
Proof.
  induction k as [| k IH]; [cbn; ring |].
  change (dot (3 + k) x (three a b c) + x (3 + k)%nat * 0 = x 0%nat * a + x 1%nat * b + x 2%nat * c).
  rewrite IH; ring.
Qed.

(** After t rounds there is a point of length 1 and with first coordinate δ that is orthogonal to w.
    Idea: (b, c) = α(p, q) + β(-q, p) with αm = -tδ² and (α² + β²)m = 1 - δ², for m = p² + q² = t - t²δ². *)
Lemma next_point (delta t p q : R) :
  0 < delta -> 0 <= t -> (t + 1) * (delta * delta) <= 1 -> t * delta * (t * delta) + p * p + q * q = t ->
  exists b c, delta * delta + b * b + c * c = 1 /\ t * delta * delta + p * b + q * c = 0.
Proof.
  intros positive nonneg room square; set (d2 := delta * delta) in *.
  assert (d2_positive : 0 < d2) by (apply Rmult_lt_0_compat; exact positive).
  destruct (Rle_lt_or_eq_dec 0 t nonneg) as [later | <-].
  2: { exists (sqrt (1 - d2)), 0; assert (root := sqrt_sqrt (1 - d2) ltac:(lra)); split; [lra |].
    assert (p = 0) by nra; assert (q = 0) by nra; subst p q; ring. }
  set (m := p * p + q * q); assert (m_is : m = t * (1 - t * d2)) by (unfold m, d2 in *; lra).
  assert (m_positive : 0 < m) by (rewrite m_is; apply Rmult_lt_0_compat; lra).
  assert (inverse : / m * m = 1) by (apply Rinv_l; lra).
  set (i := / m) in *; set (alpha := - (t * d2) * i).
  assert (alpha_m : alpha * m = - (t * d2)) by (unfold alpha; rewrite Rmult_assoc, inverse; ring).
  assert (i_positive : 0 < i) by (apply Rinv_0_lt_compat; exact m_positive).
  assert (rest : 0 <= (1 - d2) * i - alpha * alpha).
  { replace ((1 - d2) * i - alpha * alpha) with (i * i * ((1 - d2) * m - (t * d2) * (t * d2))).
    - apply Rmult_le_pos; [apply Rmult_le_pos; lra |]; rewrite m_is.
      replace ((1 - d2) * (t * (1 - t * d2)) - t * d2 * (t * d2)) with (t * (1 - (t + 1) * d2)) by ring.
      apply Rmult_le_pos; lra.
    - transitivity ((1 - d2) * i * (i * m) - i * i * (t * d2 * (t * d2))); [ring | rewrite inverse; unfold alpha; ring]. }
  assert (beta_2 := sqrt_sqrt _ rest); set (beta := sqrt _) in *.
  exists (alpha * p - beta * q), (alpha * q + beta * p); split.
  - transitivity (d2 + (alpha * alpha + beta * beta) * m); [unfold m; ring |].
    rewrite beta_2; transitivity (d2 + (1 - d2) * (i * m)); [ring | rewrite inverse; ring].
  - transitivity (t * delta * delta + alpha * m); [unfold m; ring |]; rewrite alpha_m; unfold d2; ring.
Qed.

Section Shown.

  Context {V : space real_field} (rule : ties).
  Notation L := (perceptron V rule).

  (** The label that is a mistake at a tie. *)
  Definition tie_label : bool := match rule with plus => false | _ => true end.

  (** The example (x, y) with this label y, and y·x = a. *)
  Definition shown (a : V) : example V := (scale (sign tie_label) a, tie_label).

  Lemma shown_norm2 (a : V) : ‖fst (shown a)‖² = ‖a‖².
  Proof. cbn [fst shown]; rewrite inner_scale, inner_scale_r, <- Rmult_assoc, sign_squared; ring. Qed.

  Lemma shown_inner (v a : V) : sign (snd (shown a)) * ⟨v, fst (shown a)⟩ = ⟨v, a⟩.
  Proof. cbn [fst snd shown]; rewrite inner_scale_r, <- Rmult_assoc, sign_squared; ring. Qed.

  (** It is a mistake if ⟨w,a⟩ ≤ 0, and then a is added to w. *)
  Lemma one_more (s : list (example V)) (a : V) :
    let w : V := state_after L (init L) s in
    ⟨w, a⟩ <= 0 ->
    errors L (s ++ [shown a]) = S (errors L s) /\
    state_after L (init L) (s ++ [shown a]) = add w (scale (sign tie_label) (fst (shown a))).
  Proof.
    intros w wrong; rewrite <- (shown_inner w a) in wrong; unfold shown in *; cbn [fst snd] in *; set (x := scale _ a) in *.
    assert (err : mistaken (predict L w x) tie_label = true).
    { destruct wrong as [less | tie]; [exact (answer_mistaken rule _ _ less) |].
      change (mistaken (answer rule ⟨w, x⟩) tie_label = true); unfold answer.
      replace (Fcompare ⟨w, x⟩ 0) with Eq; [unfold tie_label; destruct rule; reflexivity |].
      symmetry; apply Feq_alt; unfold sign, tie_label in tie; destruct rule; lra. }
    unfold errors; rewrite errors_from_app, state_after_app; fold w; cbn [errors_from state_after].
    rewrite err; split; [lia |].
    change (update L w x tie_label) with (if mistaken (predict L w x) tie_label then add w (scale (sign tie_label) x) else w).
    rewrite err; reflexivity.
  Qed.

End Shown.

Section Ties.

  Context (k : nat) (rule : ties) (delta : R) (positive : 0 < delta).
  Notation V := (Rd (3 + k)).
  Notation L := (perceptron V rule).

  (** n rounds, all of them ties: w is (nδ, p, q, 0, …, 0) then, and of length √n. *)
  Lemma ties_go_on (n : nat) :
    INR n * (delta * delta) <= 1 ->
    exists (s : list (example V)) (p q : R),
      Forall (fun e => ‖fst e‖² = 1) s /\ Forall (fun e => sign (snd e) * ⟨(first_axis : V), fst e⟩ = delta) s /\
      errors L s = n /\ (forall i, (state_after L (init L) s : V) i = three (INR n * delta) p q i) /\
      INR n * delta * (INR n * delta) + p * p + q * q = INR n.
  Proof.
    induction n as [| n IH]; intro few.
    { exists [], 0, 0; repeat split; try constructor; [| cbn; ring].
      intros [| [| [| i]]]; cbn; ring. }
    rewrite S_INR in few; assert (n_nonneg := pos_INR n); assert (d2_positive := Rmult_lt_0_compat _ _ positive positive).
    destruct IH as (s & p & q & units & margins & count & at_w & square); [lra |].
    destruct (next_point delta (INR n) p q positive n_nonneg few square) as (b & c & unit & tie).
    set (a := three delta b c : V); set (w := state_after L (init L) s) in *.
    assert (orthogonal : ⟨(w : V), a⟩ = 0) by (refine (eq_trans (dot_three k delta b c _) _); rewrite !at_w; exact tie).
    destruct (one_more rule s a (Req_le _ _ orthogonal)) as [counts adds].
    exists (s ++ [shown rule a]), (p + b), (q + c); repeat split.
    - apply Forall_app; split; [exact units | constructor; [| constructor]].
      rewrite shown_norm2; exact (eq_trans (dot_three k delta b c _) unit).
    - apply Forall_app; split; [exact margins | constructor; [| constructor]].
      rewrite shown_inner; refine (eq_trans (dot_three k delta b c _) _); cbn; ring.
    - rewrite counts, count; reflexivity.
    - intro i; rewrite adds.
      change ((w : V) i + sign (tie_label rule) * (sign (tie_label rule) * three delta b c i) = three (INR (S n) * delta) (p + b) (q + c) i).
      rewrite at_w, <- Rmult_assoc, sign_squared, S_INR; destruct i as [| [| [| i]]]; cbn; ring.
    - rewrite S_INR; transitivity (INR n * delta * (INR n * delta) + p * p + q * q
        + 2 * (INR n * delta * delta + p * b + q * c) + (delta * delta + b * b + c * c)); [ring |].
      rewrite square, tie, unit; ring.
  Qed.

End Ties.

(** The Perceptron's worst case is ⌊1/δ²⌋ on unit points of R^d for every d ≥ 3, whatever it does at ties: it makes so
    many mistakes in some legal game, and never more. So its bound is attained, also where 1/δ² is an integer.
    Source: about Chan, CSCI4230 Notes 3, Theorem 1.1.
    Idea: each point is a tie and has margin exactly δ: it is orthogonal to w, and there is one in the plane orthogonal
    to the target's axis as long as (t + 1)δ² ≤ 1. *)
Theorem real_perceptron_worst_case (d : nat) (rule : ties) (delta : R) :
  (3 <= d)%nat -> 0 < delta ->
  let k := floor (1 / (delta * delta)) in
  (exists s : list (example (Rd d)), real_legal_game delta s /\ errors (perceptron (Rd d) rule) s = k) /\
  forall s : list (example (Rd d)), real_legal_game delta s -> (errors (perceptron (Rd d) rule) s <= k)%nat.
Proof.
  intros space_enough positive k; assert (square : 0 < delta * delta) by (apply Rmult_lt_0_compat; exact positive).
  split; [| intros s legal_s; apply value_1_4; [exact square | apply real_legal_game_legal; assumption]].
  replace d with (3 + (d - 3))%nat by lia; set (more := (d - 3)%nat).
  destruct (ties_go_on more rule delta positive k) as (s & p & q & units & margins & count & _).
  { rewrite <- real_number; apply (le_floor (K := real_field) (delta * delta) square), le_n. }
  exists s; split; [| exact count]; split; [exact units |].
  exists (first_axis : Rd (3 + more)); split.
  - apply Req_le; refine (eq_trans (dot_three more 1 0 0 _) _); cbn; ring.
  - revert margins; apply Forall_impl; intros e margin; rewrite margin; apply Rle_refl.
Qed.
