(** What may be rescaled without loss, and what one update does: steps on the way to the theorems about the Perceptron.
    *)

From Coq Require Import Arith List Lia.
From ForcedMistakes Require Import Learner InnerSpace MarginTarget CauchySchwarz Perceptron Passes Rounding.
From ForcedMistakes Require Import PerceptronLoop SampleMargins.
Import ListNotations.
Local Open Scope field_scope.

(** ** Thresholds *)

Section Thresholds.

  Context {K : field}.

  Add Field laws : (@field_laws K).

(** (x, c) in K^(d + 1), for x in K^d. *)
Definition extend {d : nat} (x : vectors K d) (c : K) : vectors K (S d) := fun i => if Nat.eqb i d then c else x i.

Lemma extend_below {d : nat} (x y : vectors K d) (a b : K) (n : nat) :
  (n <= d)%nat -> dot n (extend x a) (extend y b) == dot n x y.
Proof.
  induction n as [| n IH]; intro le; simpl; [reflexivity |].
  rewrite IH by lia; unfold extend; replace (Nat.eqb n d) with false; [reflexivity |].
  symmetry; apply Nat.eqb_neq; lia.
Qed.

Lemma inner_extend {d : nat} (x y : vectors K d) (a b : K) : ⟨extend x a, extend y b⟩ == ⟨x, y⟩ + a * b.
Proof. simpl; rewrite extend_below by lia; unfold extend; rewrite Nat.eqb_refl; reflexivity. Qed.

(** A threshold is one more coordinate: w·x ≥ θ iff (w, -θ)·(x, 1) ≥ 0.
    Source: Chan, CSCI4230 Notes 3, section 1.
    Idea: (w, -θ)·(x, 1) = w·x - θ. *)
Theorem threshold_is_a_coordinate (d : nat) (w x : vectors K d) (theta : K) :
  theta <= ⟨w, x⟩ <-> 0 <= ⟨extend w (- theta), extend x 1⟩.
Proof. rewrite inner_extend; split; intro; lra. Qed.

(** A threshold b is one more coordinate of w, with 1 for that of every point.
    Source: Lecture 13 (27-04-2020), 1.1.1. *)
Theorem bias_is_a_coordinate (d : nat) (w x : vectors K d) (b : K) (y : bool) :
  sign y * ⟨extend w b, extend x 1⟩ == sign y * (⟨w, x⟩ + b).
Proof. rewrite inner_extend; lra. Qed.

(** What a threshold costs: with the margin δ of w·x - θ, for unit w and x, the Perceptron makes at most 2(1 + θ²)/δ²
    mistakes on the points (x, 1).
    Source: Chan, CSCI4230 Notes 3, section 1.
    Idea: ‖(w, -θ)‖² = 1 + θ² and ‖(x, 1)‖² = 2. *)
Theorem threshold_bound (d : nat) (t : ties) (w : vectors K d) (theta d2 : K) (s : list (example (vectors K d))) :
  0 < d2 -> ‖w‖² == 1 -> Forall (fun e => ‖fst e‖² == 1) s ->
  Forall (fun e => 0 < sign (snd e) * (⟨w, fst e⟩ - theta) /\
    d2 <= (⟨w, fst e⟩ - theta) * (⟨w, fst e⟩ - theta)) s ->
  number (errors (perceptron (vectors K (S d)) t) (map (fun e => (extend (fst e) 1, snd e)) s)) * d2
    <= 2 * (1 + theta * theta).
Proof.
  intros d2_pos w_unit unit margins.
  assert (long : 0 < 1 + theta * theta) by nra.
  assert (inverse : / (1 + theta * theta) * (1 + theta * theta) == 1) by fractions.
  assert (positive := Finv_pos _ long).
  set (v := {| direction := extend w (- theta); scale2 := / (1 + theta * theta) |} : target (vectors K (S d))).
  assert (bound := perceptron_margin_bound t 2 (d2 * / (1 + theta * theta)) v
    (map (fun e => (extend (fst e) 1, snd e)) s)).
  assert (few : number (errors (perceptron (vectors K (S d)) t) (map (fun e => (extend (fst e) 1, snd e)) s))
    * (d2 * / (1 + theta * theta)) <= 2).
  { apply bound; [lra | nra | |].
    - apply Forall_map, Forall_impl with (2 := unit); intros e here; cbn [fst snd]; rewrite inner_extend, here; lra.
    - split; [exact positive |]; split.
      + unfold target_norm2, v; cbn [direction scale2]; rewrite inner_extend, w_unit; lra.
      + apply Forall_map, Forall_impl with (2 := margins); intros e [right large].
        unfold explains, margin2, v; cbn [direction scale2 fst snd]; rewrite inner_extend.
        split; [lra |]; nra. }
  clear - few long inverse; set (M := number _) in *; clearbody M.
  assert (together : M * (d2 * / (1 + theta * theta)) * (1 + theta * theta) <= 2 * (1 + theta * theta)) by nra.
  setoid_replace (M * (d2 * / (1 + theta * theta)) * (1 + theta * theta)) with (M * d2) in together
    by fractions.
  exact together.
Qed.

(** With the extra coordinate 1 every point can be rescaled to length 1. The square of the factor is in the field.
    Source: Chan, CSCI4230 Notes 3, section 1. *)
Theorem extended_points_have_length (d : nat) (x : vectors K d) : exists factor2, 0 < factor2 /\ factor2 * ‖extend x 1‖² == 1.
Proof.
  assert (nonneg := inner_nonneg _ x); assert (length := inner_extend x x 1 1).
  exists (/ ‖extend x 1‖²); split; [apply Finv_pos | rewrite Fmult_comm; apply Fmult_inv_r]; lra.
Qed.

End Thresholds.

Section Scale.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).
  Implicit Types (s : list (example V)) (u v w x : V).

  (** A positive factor changes no sign of w·x.
      Source: Chan, CSCI4230 Notes 3, section 1. *)
  Theorem positive_factor w x (c : K) :
    0 < c ->
    (0 < ⟨w, scale c x⟩ <-> 0 < ⟨w, x⟩) /\ (⟨w, scale c x⟩ < 0 <-> ⟨w, x⟩ < 0).
  Proof. intro c_pos; rewrite inner_scale_r; repeat split; intro; nra. Qed.

  (** No factor gives the zero vector length 1.
      Source: Chan, CSCI4230 Notes 3, section 1. *)
  Theorem zero_has_no_length (c : K) : ~ ‖scale c (zero : V)‖² == 1.
  Proof. rewrite inner_scale, inner_zero; lra. Qed.

  (** Every halfspace with v ≠ 0 is that of a vector of length 1: of s·v with s² = 1/‖v‖², which has the sign of v on
      every x, and (s·v·x)² = (v·x)²/‖v‖².
      Source: Chan, CSCI4230 Notes 3, section 1.
      Idea: s is positive, so that s·(v·x) has the sign of v·x. *)
  Theorem unit_target v :
    ~ ‖v‖² == 0 ->
    exists t : target V,
      direction t = v /\ 0 < scale2 t /\ target_norm2 t == 1 /\
      forall x,
        (0 <= ⟨direction t, x⟩ <-> 0 <= ⟨v, x⟩) /\ margin2 t x == ⟨v, x⟩ * ⟨v, x⟩ / ‖v‖² /\
        forall c, 0 < c -> c * c == scale2 t -> (0 <= ⟨scale c v, x⟩ <-> 0 <= ⟨v, x⟩).
  Proof.
    intro nonzero; assert (nonneg := inner_nonneg _ v).
    exists {| direction := v; scale2 := / ‖v‖² |}; unfold target_norm2, margin2; cbn [direction scale2].
    split; [reflexivity |]; split; [apply Finv_pos; lra |].
    split; [rewrite Fmult_comm; apply Fmult_inv_r, nonzero |].
    intro x; split; [reflexivity |]; split; [fractions |].
    intros c c_pos _; rewrite inner_scale; split; intro; [apply Fnot_lt; intro |]; nra.
  Qed.

  (** The halfspace of v = 0 contains every point, and that of no unit vector does.
      Source: Chan, CSCI4230 Notes 3, section 1.
      Idea: -v is not in the halfspace of v. *)
  Theorem zero_halfspace_has_no_unit_vector v :
    ‖v‖² == 1 -> (forall x : V, 0 <= ⟨zero, x⟩) /\ exists x, ~ 0 <= ⟨v, x⟩.
  Proof.
    intro unit; split; [intro x; rewrite inner_zero; lra |].
    exists (scale (- (1)) v); rewrite inner_scale_r, unit; lra.
  Qed.

  (** [w] separates [s], and its hyperplane keeps a distance of at least δ from every point: y⟨w,x⟩/‖w‖ ≥ δ. *)
  Definition distance_at_least (d2 : K) w s : Prop :=
    Forall (fun e => 0 < sign (snd e) * ⟨w, fst e⟩ /\ d2 * ‖w‖² <= ⟨w, fst e⟩ * ⟨w, fst e⟩) s.

  (** A positive factor leaves the margin of a linear separator as it is.
      Source: Hsu, Margins; Lecture 13 (27-04-2020), 1.2.1.
      Idea: y⟨w,x⟩ and ‖w‖ grow by the same factor. *)
  Theorem margin_scale (d2 c : K) w s :
    0 < c -> distance_at_least d2 (scale c w) s <-> distance_at_least d2 w s.
  Proof.
    intro c_pos; unfold distance_at_least; rewrite !Forall_forall.
    assert (square : 0 < c * c) by nra.
    assert (same : forall e : example V,
      0 < sign (snd e) * ⟨scale c w, fst e⟩ /\ d2 * ‖scale c w‖² <= ⟨scale c w, fst e⟩ * ⟨scale c w, fst e⟩ <->
      0 < sign (snd e) * ⟨w, fst e⟩ /\ d2 * ‖w‖² <= ⟨w, fst e⟩ * ⟨w, fst e⟩).
    { intro e; rewrite !inner_scale, inner_scale_r.
      rewrite <- (Fmult_le_l (d2 * ‖w‖²) _ (c * c)) by exact square.
      setoid_replace (d2 * (c * (c * ‖w‖²))) with (c * c * (d2 * ‖w‖²)) by lra.
      setoid_replace (c * ⟨w, fst e⟩ * (c * ⟨w, fst e⟩)) with (c * c * (⟨w, fst e⟩ * ⟨w, fst e⟩)) by lra.
      setoid_replace (sign (snd e) * (c * ⟨w, fst e⟩)) with (c * (sign (snd e) * ⟨w, fst e⟩)) by lra.
      split; intros [right large]; (split; [nra | exact large]). }
    split; intros all e member; apply same, all, member.
  Qed.

  (** Some factor makes every y⟨u,x⟩ of a separator larger, and larger than 1.
      Source: Lecture 13 (27-04-2020), 1.2.1. *)
  Theorem rescale_above_1 s u :
    right_on s u -> exists c, 1 < c /\ Forall (fun e =>
      sign (snd e) * ⟨u, fst e⟩ < sign (snd e) * ⟨scale c u, fst e⟩ /\ 1 < sign (snd e) * ⟨scale c u, fst e⟩) s.
  Proof.
    intro right; destruct (least_margin 0 s u right) as [m [m_pos large]].
    assert (inverse : / m * m == 1) by fractions; assert (positive := Finv_pos m m_pos).
    exists (1 + 2 * / m); split; [lra |].
    apply Forall_impl with (2 := large); intros e here; rewrite inner_scale.
    split; nra.
  Qed.

  (** Dividing by γ turns the margin γ into the margin 1.
      Source: Lecture 13 (27-04-2020), 1.2.1. *)
  Theorem margin_1 (gamma : K) u s :
    0 < gamma -> Forall (fun e => gamma <= sign (snd e) * ⟨u, fst e⟩) s <-> separates (scale (/ gamma) u) s.
  Proof.
    intro positive; unfold separates; rewrite !Forall_forall.
    assert (same : forall e : example V,
      gamma <= sign (snd e) * ⟨u, fst e⟩ <-> 1 <= sign (snd e) * ⟨scale (/ gamma) u, fst e⟩).
    { intro e; rewrite inner_scale, <- (Fmult_le_l 1 _ gamma) by exact positive.
      setoid_replace (gamma * (sign (snd e) * (/ gamma * ⟨u, fst e⟩))) with (sign (snd e) * ⟨u, fst e⟩)
        by fractions.
      rewrite Fmult_1_r; reflexivity. }
    split; intros all e member; apply same, all, member.
  Qed.

  (** Of finitely many margins one is the least. *)
  Lemma least_example s u :
    s <> [] -> exists e, In e s /\ Forall (fun e' => sign (snd e) * ⟨u, fst e⟩ <= sign (snd e') * ⟨u, fst e'⟩) s.
  Proof.
    induction s as [| e [| e' s] IH]; intro nonempty; [congruence | |].
    - exists e; split; [left; reflexivity | repeat constructor; apply Fle_refl].
    - destruct IH as [least [member small]]; [discriminate |].
      destruct (Flt_le_dec (sign (snd e) * ⟨u, fst e⟩) (sign (snd least) * ⟨u, fst least⟩)) as [less | le].
      + exists e; split; [left; reflexivity |]; constructor; [apply Fle_refl |].
        apply Forall_impl with (2 := small); intros; lra.
      + exists least; split; [right; exact member | constructor; assumption].
  Qed.

  (** The shortest U with y⟨U,x⟩ ≥ 1 on S has the largest distance γ(U)/‖U‖ of all separators.
      Source: Lecture 13 (27-04-2020), 1.2.1.
      Idea: divided by its least margin, another separator is one of those U, and so not shorter. *)
  Theorem shortest_has_largest_margin (d2 : K) u v s :
    s <> [] -> 0 <= d2 -> separates u s -> (forall u', separates u' s -> ‖u‖² <= ‖u'‖²) ->
    distance_at_least d2 v s -> distance_at_least d2 u s.
  Proof.
    intros nonempty d2_nonneg apart shortest far.
    destruct (least_example s v nonempty) as [least [member small]].
    assert (far_least := proj1 (Forall_forall _ s) far least member); destruct far_least as [positive large].
    assert (square := sign_squared (K := K) (snd least)).
    set (p := sign (snd least) * ⟨v, fst least⟩) in *.
    assert (p_squared : p * p == ⟨v, fst least⟩ * ⟨v, fst least⟩) by (unfold p; nra).
    assert (shorter := shortest _ (proj1 (margin_1 p v s positive) small)).
    rewrite inner_scale, inner_scale_r in shorter.
    assert (inverse : / p * p == 1) by fractions.
    assert (bound : ‖u‖² * (p * p) <= ‖v‖²).
    { setoid_replace (‖v‖²) with (/ p * (/ p * ‖v‖²) * (p * p)) by fractions. nra. }
    assert (below_1 : d2 * ‖u‖² <= 1).
    { apply Fmult_le_l with (p * p); [nra |]; nra. }
    apply Forall_impl with (2 := apart); intros e here; assert (e_square := sign_squared (K := K) (snd e)).
    split; [lra |]; nra.
  Qed.

  (** Whether y⟨U,x⟩ ≥ 1 is asked, or that the least y⟨U,x⟩ is 1, the least ‖U‖² is the same: to every U of the first
      kind there is one of the second that is not longer.
      Source: Lecture 13 (27-04-2020), 1.2.1.
      Idea: divide by the least margin. *)
  Theorem same_minimum s v :
    s <> [] -> separates v s -> exists u, least_margin_is_1 u s /\ ‖u‖² <= ‖v‖².
  Proof.
    intros nonempty apart; destruct (least_example s v nonempty) as [least [member small]].
    assert (large := proj1 (Forall_forall _ s) apart least member); cbn beta in large.
    set (p := sign (snd least) * ⟨v, fst least⟩) in *.
    assert (positive : 0 < p) by lra; assert (inverse : / p * p == 1) by fractions.
    assert (inverse_positive := Finv_pos p positive); assert (nonneg := inner_nonneg _ v).
    assert (inverse_small : / p <= 1) by nra.
    exists (scale (/ p) v); repeat split.
    - apply (margin_1 p v s positive), small.
    - apply Exists_exists; exists least; split; [exact member |]; rewrite inner_scale.
      setoid_replace (sign (snd least) * (/ p * ⟨v, fst least⟩)) with (/ p * p) by (unfold p at 3; lra); exact inverse.
    - rewrite inner_scale, inner_scale_r; assert (/ p * / p <= 1) by nra; nra.
  Qed.

  (** The strict system of inequalities as a linear program: y⟨w,x⟩ ≥ 1 is solvable iff y⟨w,x⟩ > 0 is.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Theorem margin_1_iff_positive s : (exists u, separates u s) <-> exists u, right_on s u.
  Proof.
    split; intros [u right].
    - exists u; apply Forall_impl with (2 := right); intros e here; lra.
    - destruct (rescale s u right) as [c [_ apart]]; exists (scale c u); exact apart.
  Qed.

  (** With ≥ 0 in place of > 0 w = 0 is a solution, and wrong on every example.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Theorem zero_solves_the_weak_system s :
    Forall (fun e => 0 <= sign (snd e) * ⟨zero, fst e⟩) s /\ Forall (violated zero) s.
  Proof. split; apply Forall_forall; intros e _; unfold violated; rewrite inner_zero; lra. Qed.

  (** ** Updates *)

  (** A mistake moves w·x by ‖x‖² towards the label, which is 1 for unit points.
      Source: Chan, CSCI4230 Notes 3, section 1. *)
  Theorem update_step w x (y : bool) :
    ⟨add w (scale (sign y) x), x⟩ == ⟨w, x⟩ + sign y * ‖x‖² /\
    (‖x‖² == 1 -> ⟨add w (scale (sign y) x), x⟩ == ⟨w, x⟩ + sign y).
  Proof. rewrite inner_add, inner_scale; split; [reflexivity | intros ->; lra]. Qed.

  (** An update adds ‖x‖² ≥ 0 to y⟨w,x⟩, which becomes larger if x ≠ 0.
      Source: Understanding Machine Learning, 9.1.2. *)
  Theorem update_gains w x (y : bool) :
    sign y * ⟨add w (scale (sign y) x), x⟩ == sign y * ⟨w, x⟩ + ‖x‖² /\ 0 <= ‖x‖² /\
    (~ ‖x‖² == 0 -> sign y * ⟨w, x⟩ < sign y * ⟨add w (scale (sign y) x), x⟩).
  Proof.
    assert (grows := update_grows w x y); assert (nonneg := inner_nonneg _ x).
    split; [exact grows |]; split; [exact nonneg |]; intro; lra.
  Qed.

  (** So it becomes larger on every example of a separable sample.
      Source: Lecture 13 (27-04-2020), 1.2.
      Idea: no point of a separable sample is 0. *)
  Theorem update_gains_on_separable s u w x (y : bool) :
    right_on s u -> In (x, y) s -> sign y * ⟨w, x⟩ < sign y * ⟨add w (scale (sign y) x), x⟩.
  Proof.
    intros right member; apply update_gains; intro nothing.
    assert (here := proj1 (Forall_forall _ s) right _ member); cbn in here.
    assert (product := cauchy_schwarz u x); rewrite nothing in product; assert (square := sign_squared (K := K) y); nra.
  Qed.

  (** w after [k] updates on the same example. *)
  Fixpoint updated (k : nat) w x (y : bool) : V :=
    match k with
    | O => w
    | S k => add (updated k w x y) (scale (sign y) x)
    end.

  Lemma updated_grows (k : nat) w x (y : bool) : sign y * ⟨updated k w x y, x⟩ == sign y * ⟨w, x⟩ + number k * ‖x‖².
  Proof.
    induction k as [| k IH]; [simpl; rewrite number_0; lra |].
    cbn [updated]; rewrite update_grows, IH, number_S; lra.
  Qed.

  (** ⌊-y⟨w,x⟩/‖x‖²⌋ + 1 updates on a violated example x ≠ 0 fix it, and fewer do not.
      Source: Lecture 13 (27-04-2020), 1.2.
      Idea: each of them adds ‖x‖² to y⟨w,x⟩. *)
  Theorem updates_that_fix (k : nat) w x (y : bool) :
    sign y * ⟨w, x⟩ <= 0 -> ~ ‖x‖² == 0 ->
    0 < sign y * ⟨updated k w x y, x⟩ <-> (floor (- (sign y * ⟨w, x⟩) / ‖x‖²) + 1 <= k)%nat.
  Proof.
    intros wrong nonzero; assert (nonneg := inner_nonneg _ x); rewrite updated_grows.
    set (p := sign y * ⟨w, x⟩) in *; set (X := ‖x‖²) in *; clearbody p X.
    assert (positive : 0 < X) by lra; set (B := - p / X).
    assert (product : B * X == - p) by (unfold B; fractions).
    assert (B_nonneg : 0 <= B) by (apply Fnot_lt; intro; nra).
    split; intro here.
    - destruct (Nat.le_gt_cases (floor B + 1) k) as [le | less]; [exact le |].
      assert (small := up_to_floor B k B_nonneg ltac:(lia)).
      assert ((number k : K) * X <= B * X) by (apply Fmult_le_compat_r; lra); lra.
    - assert (large := above_floor B B_nonneg).
      assert ((number (S (floor B)) : K) <= number k) by (apply number_le; lia).
      assert (0 < (number k - B) * X) by (apply Fmult_pos; lra); lra.
  Qed.

  (** ** The fewest errors *)

  (** On how many examples y⟨w,x⟩ ≤ 0, and Opt(S), the least such number. *)
  Definition wrong_on s w : nat := length (filter (is_violated w) s).
  Definition optimum s (k : nat) : Prop := (exists w, wrong_on s w = k) /\ forall w, (k <= wrong_on s w)%nat.

  Lemma wrong_on_none s w : wrong_on s w = 0%nat <-> right_on s w.
  Proof.
    unfold wrong_on, right_on; induction s as [| e s IH]; simpl; [split; constructor |].
    destruct (is_violated w e) eqn:here; unfold is_violated in here.
    - split; [discriminate |]; intro all; apply Forall_inv, Fgt_alt in all; rewrite all in here; discriminate.
    - rewrite IH; split; [intro all; constructor; [| exact all] | apply Forall_inv_tail].
      apply Fgt_alt; destruct (Fcompare _ _); [discriminate | discriminate | reflexivity].
  Qed.

  (** Opt(S) = 0 iff some U has y⟨U,x⟩ > 0 on every example.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Theorem separable_iff_optimum_0 s : optimum s 0 <-> exists u, right_on s u.
  Proof.
    split; [intros [[w none] _]; exists w; apply wrong_on_none, none | intros [u right]; split].
    - exists u; apply wrong_on_none, right.
    - intro; lia.
  Qed.

  (** For C < 1 no w at all, however it was found, has at most C·Opt(S) errors, unless Opt(S) = 0.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Theorem nothing_below_optimum s (k : nat) (C : K) w :
    optimum s k -> (1 <= k)%nat -> C < 1 -> C * number k < number (wrong_on s w).
  Proof.
    intros [_ least] positive small; specialize (least w).
    assert ((number k : K) <= number (wrong_on s w)) by (apply number_le; lia).
    assert (0 < (number k : K)) by (apply number_pos; lia); nra.
  Qed.

  (** For C ≥ 1 what attains Opt(S) does not err more than C times as often as the ERM, as it is one.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Theorem minimizer_does_not_exceed s (k : nat) (C : K) w :
    optimum s k -> wrong_on s w = k -> 1 <= C -> ~ C * number k < number (wrong_on s w).
  Proof. intros _ -> large less; assert (nonneg := number_nonneg (K := K) k); nra. Qed.

End Scale.

(** Opt(S) is the training error Opt(S)/m only where m = 1 or Opt(S) = 0.
    Source: Lecture 13 (27-04-2020), 1.1.1. *)
Lemma optimum_is_error_iff {K : field} (k m : nat) :
  (0 < m)%nat -> (number k : K) / number m == number k <-> m = 1%nat \/ k = 0%nat.
Proof.
  intro positive; assert (m_pos := number_pos (K := K) m positive).
  assert (product := Fdiv_times (K := K) (number k) (number m) m_pos); split.
  - intro equal; rewrite equal in product; destruct k as [| k]; [right; reflexivity | left].
    assert (k_pos := number_pos (K := K) (S k) ltac:(lia)).
    destruct (Nat.lt_trichotomy m 1) as [less | [one | more]]; [lia | exact one | exfalso].
    assert (two := number_le (K := K) 2 m more); rewrite !number_S, number_0 in two.
    assert (0 < (number m - 1) * (number (S k) : K)) by (apply Fmult_pos; lra); lra.
  - intros [-> | ->]; apply cancel with (1 := m_pos); rewrite product; rewrite ?number_1, ?number_0; lra.
Qed.
