(** The Perceptron's own worst case in the plane, on points no longer than 1: ⌊1/(2δ²)⌋ + 1 mistakes, about half as many
    as in space.

    Let X be the part of w along the target, and Y the part across it. Every mistake adds δ or more to X, and it needs Y
    to be large; but then the next step brings Y down. *)

From Coq Require Import Reals List Lia.
From ForcedMistakes Require Import Learner RealSpaces PerceptronWorstCase.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

(** Points no longer than 1, and a target that explains the labels. *)
Definition real_short_game {V : space real_field} (delta : R) (s : list (example V)) : Prop :=
  Forall (fun e => ‖fst e‖² <= 1) s /\ exists v, real_legal delta v s.

Section Above.

  Context (rule : ties) (R2 delta : R) (v : Rd 2).
  Notation L := (perceptron (Rd 2) rule).

  (** ‖v‖ times the coordinate of x that is orthogonal to v; that along v is ⟨v,x⟩/‖v‖. *)
  Definition across (x : Rd 2) : R := x 1%nat * v 0%nat - x 0%nat * v 1%nat.

  Lemma along_and_across (x z : Rd 2) : ‖v‖² * ⟨x, z⟩ = ⟨v, x⟩ * ⟨v, z⟩ + across x * across z.
  Proof. unfold across; cbn; ring. Qed.

  (** |Y + q| is small if Y and q have opposite signs and a large product.
      Idea: (side ± Y)(side ± q) is not negative. *)
  Lemma turn (side Y q t : R) :
    0 <= side -> - side <= Y <= side -> - side <= q <= side -> 0 <= t -> Y * q <= - t ->
    - side <= Y + q <= side /\ - (side * side - t) <= side * (Y + q) <= side * side - t /\ (t <= side * Y \/ t <= - (side * Y)).
  Proof.
    intros S_nonneg [Y_low Y_high] [q_low q_high] t_nonneg opposite.
    assert (low : 0 <= (side + Y) * (side + q)) by (apply Rmult_le_pos; lra).
    assert (high : 0 <= (side - Y) * (side - q)) by (apply Rmult_le_pos; lra).
    split; [| split; [lra |]].
    - destruct S_nonneg as [S_pos | S_0]; [split; apply Rmult_le_reg_l with (1 := S_pos) |]; lra.
    - destruct (Rle_lt_dec 0 Y); [left | right]; nra.
  Qed.

  (** From any w on, after m mistakes. *)
  Lemma plane_after (side : R) (s : list (example (Rd 2))) :
    0 < delta -> 0 <= side -> side * side + delta * delta = R2 * ‖v‖² ->
    Forall (fun e => ‖fst e‖² <= R2) s -> Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s ->
    forall (w : Rd 2) (m : R), 0 <= m -> m * delta <= ⟨v, w⟩ -> - side <= across w <= side ->
    - (side * side - (m - 1) * (delta * delta)) <= side * across w <= side * side - (m - 1) * (delta * delta) ->
    2 * ((m - 1) * (delta * delta)) <= side * side + delta * delta ->
    2 * ((m + INR (errors_from L w s) - 1) * (delta * delta)) <= side * side + delta * delta.
  Proof.
    intros positive S_nonneg square short; induction short as [| [x y] s x_short _ IH]; intros apart w m; intros.
    { cbn [errors_from INR]; rewrite Rplus_0_r; assumption. }
    assert (margin := Forall_inv apart); specialize (IH (Forall_inv_tail apart)); cbn [fst snd] in x_short, margin.
    cbn -[mistaken answer INR inner Rd]; destruct (mistaken (answer rule ⟨w, x⟩) y) eqn:wrong; [| rewrite Nat.add_0_l; auto].
    apply mistaken_answer in wrong; set (next := add w (scale (sign y) x) : Rd 2).
    assert (ahead := inner_update v w x y : ⟨v, next⟩ = _); assert (v_nonneg := inner_nonneg _ v).
    assert (sum : across next = across w + sign y * across x) by (unfold across, next; cbn; ring).
    assert (long : ‖v‖² * ‖x‖² <= R2 * ‖v‖²) by (rewrite (Rmult_comm R2); apply Rmult_le_compat_l; assumption).
    assert (wrong_v : ‖v‖² * (sign y * ⟨w, x⟩) <= 0) by nra.
    rewrite along_and_across in long; replace (‖v‖² * _) with (sign y * (‖v‖² * ⟨w, x⟩)) in wrong_v by ring.
    rewrite along_and_across in wrong_v; set (X := ⟨v, w⟩) in *; set (Y := across w) in *.
    set (q := sign y * across x) in *; set (p := sign y * ⟨v, x⟩) in *; real_terms.
    assert (p * p + q * q <= R2 * ‖v‖²) by (unfold p, q; destruct y; unfold sign; lra).
    assert (X * p + Y * q <= 0) by (unfold p, q; lra).
    assert (steep : - side <= q <= side) by (split; apply Rnot_lt_le; intro; nra).
    assert (m * delta * delta <= X * p) by (apply Rmult_le_compat; nra).
    destruct (turn side Y q (m * (delta * delta))) as (? & ? & [? | ?]); try assumption; try nra.
    all: rewrite plus_INR, <- Rplus_assoc; apply IH; rewrite ?sum, ?ahead; fold p; cbn [INR]; lra.
  Qed.

  (** In the plane M mistakes take 2(M - 1)δ² ≤ R²‖v‖², if ‖x‖ ≤ R and y⟨v,x⟩ ≥ δ on every example. *)
  Lemma plane_bound (s : list (example (Rd 2))) :
    0 < delta -> 0 <= R2 ->
    Forall (fun e => ‖fst e‖² <= R2) s -> Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s ->
    2 * ((INR (errors L s) - 1) * (delta * delta)) <= R2 * ‖v‖².
  Proof.
    intros positive R2_nonneg short apart; assert (v_nonneg := inner_nonneg _ v).
    assert (bound_nonneg : 0 <= R2 * ‖v‖²) by (apply Rmult_le_pos; assumption).
    destruct s as [| [x y] s]; [cbn [errors errors_from INR]; nra |].
    assert (room : delta * delta <= R2 * ‖v‖²).
    { assert (x_short := Forall_inv short); assert (margin := Forall_inv apart); cbn [fst snd] in *.
      assert (product := cauchy_schwarz v x); assert (signs := sign_squared y).
      assert (delta * delta <= ⟨v, x⟩ * ⟨v, x⟩) by (destruct y; unfold sign in *; nra); nra. }
    assert (square := sqrt_sqrt (R2 * ‖v‖² - delta * delta) ltac:(lra)).
    assert (side_nonneg := sqrt_pos (R2 * ‖v‖² - delta * delta)); set (c := sqrt _) in *.
    assert (nothing : across zero = 0) by (unfold across; cbn; ring).
    assert (none : ⟨v, (zero : Rd 2)⟩ = 0) by (rewrite inner_comm; apply inner_zero).
    replace (R2 * ‖v‖²) with (c * c + delta * delta) by lra.
    rewrite <- (Rplus_0_l (INR _)); apply (plane_after c) with (w := zero); rewrite ?nothing, ?none; try assumption; try split; nra.
  Qed.

End Above.

Section Below.

  Context (rule : ties) (delta side : R) (positive : 0 < delta).
  Context (square : delta * delta + side * side = 1).
  Notation L := (perceptron (Rd 2) rule).

  (** n mistakes lead to w = (nδ, Y), in a game with the target e₁. *)
  Definition leads_to (n : nat) (Y : R) : Prop :=
    exists s : list (example (Rd 2)),
      Forall (fun e => ‖fst e‖² <= 1) s /\ Forall (fun e => delta <= sign (snd e) * ⟨(first_axis : Rd 2), fst e⟩) s /\
      errors L s = n /\ let w : Rd 2 := state_after L (init L) s in w 0%nat = INR n * delta /\ w 1%nat = Y.

  Lemma step_to (n : nat) (Y b : R) :
    leads_to n Y -> b * b <= side * side -> INR n * (delta * delta) + Y * b <= 0 -> leads_to (S n) (Y + b).
  Proof.
    intros (s & short & margins & count & at_0 & at_1) small opposite.
    destruct (one_more rule s (three delta b 0 : Rd 2)) as [counts adds]; [cbn in *; rewrite at_0, at_1; lra |].
    exists (s ++ [shown rule (three delta b 0 : Rd 2)]); rewrite counts, count; cbv zeta in *; rewrite adds, S_INR.
    split; [| split; [| split; [reflexivity | split]]].
    - apply Forall_app; split; [exact short | constructor; [| constructor]]; rewrite shown_norm2; cbn; lra.
    - apply Forall_app; split; [exact margins | constructor; [| constructor]]; rewrite shown_inner; cbn; lra.
    - cbn -[tie_label] in *; rewrite at_0, <- Rmult_assoc, sign_squared; ring.
    - cbn -[tie_label] in *; rewrite at_1, <- Rmult_assoc, sign_squared; ring.
  Qed.

  (** Y can end as z or -z. Idea: full steps against Y let it be ±z and ±(side - z) in turns. *)
  Lemma to_and_fro (n : nat) : forall z,
    0 <= z <= side -> INR n * (delta * delta) <= side * (side - z) -> (INR n - 1) * (delta * delta) <= side * z ->
    leads_to (S n) z \/ leads_to (S n) (- z).
  Proof.
    assert (d2_positive := Rmult_lt_0_compat _ _ positive positive).
    induction n as [| n IH]; intros z z_small room room_before.
    - left; replace z with (0 + z) by ring; apply step_to; [| nra | cbn; lra].
      exists []; repeat split; try constructor; cbn; ring.
    - rewrite S_INR in room, room_before.
      destruct (IH (side - z)) as [there | there]; [lra | | | right | left]; try nra.
      + replace (- z) with (side - z + - side) by ring; apply step_to; [exact there | | rewrite S_INR]; nra.
      + replace z with (- (side - z) + side) by ring; apply step_to; [exact there | | rewrite S_INR]; nra.
  Qed.

End Below.

(** n + 1 mistakes are possible if 2nδ² ≤ 1. *)
Lemma plane_attained (rule : ties) (delta : R) (n : nat) :
  0 < delta <= 1 -> 2 * (INR n * (delta * delta)) <= 1 -> exists Y, leads_to rule delta (S n) Y.
Proof.
  intros [positive small] few; assert (d2_positive := Rmult_lt_0_compat _ _ positive positive).
  assert (square := sqrt_sqrt (1 - delta * delta) ltac:(nra)); assert (nonneg := sqrt_pos (1 - delta * delta)).
  set (side := sqrt _) in *; assert (n_nonneg := pos_INR n).
  assert (quotient : exists q, 0 <= q <= side /\ side * q = INR n * (delta * delta)).
  { destruct n as [| n]; [exists 0; cbn [INR]; lra | rewrite S_INR in *; assert (m_nonneg := pos_INR n)].
    assert (some : 0 < side) by nra; exists ((INR n + 1) * (delta * delta) / side).
    assert (product : side * ((INR n + 1) * (delta * delta) / side) = (INR n + 1) * (delta * delta)) by (field; lra).
    set (q := _ / side) in *; repeat split; [| | exact product]; apply Rnot_lt_le; intro; nra. }
  destruct quotient as (q & q_small & product).
  destruct (to_and_fro rule delta side positive ltac:(lra) n (side - q)) as [there | there]; [lra | nra | nra | |]; eauto.
Qed.

(** In the plane the Perceptron's worst case on points no longer than 1 is ⌊1/(2δ²)⌋ + 1, for 0 < δ ≤ 1 and whatever
    it does at ties: it makes so many mistakes in some legal game, and never more. (For δ > 1 no point can be shown.)
    Source: about Chan, CSCI4230 Notes 3, Theorem 1.1.
    Idea: let Y be the part of w across the target, and S = √(1 - δ²). A mistake on a point across which is q, after t
    others, needs Yq ≤ -tδ²; as (S ± Y)(S ± q) ≥ 0, then S|Y + q| ≤ S² - tδ², and the next one needs S|Y + q| ≥
    (t + 1)δ². Full steps, |q| = S, attain this. *)
Theorem real_perceptron_plane (rule : ties) (delta : R) :
  0 < delta <= 1 ->
  let k := (floor (1 / (2 * (delta * delta))) + 1)%nat in
  (exists s : list (example (Rd 2)), real_short_game delta s /\ errors (perceptron (Rd 2) rule) s = k) /\
  forall s : list (example (Rd 2)), real_short_game delta s -> (errors (perceptron (Rd 2) rule) s <= k)%nat.
Proof.
  intros [positive small] k; assert (square : 0 < 2 * (delta * delta)) by nra.
  assert (at_most : forall n : nat, (n <= floor (1 / (2 * (delta * delta))))%nat <-> 2 * (INR n * (delta * delta)) <= 1).
  { intro n; rewrite (le_floor (K := real_field) (2 * (delta * delta)) square), real_number; real_terms; split; lra. }
  unfold k; rewrite Nat.add_1_r; split.
  - destruct (plane_attained rule delta _ (conj positive small) (proj1 (at_most _) (le_n _))) as (Y & s & short & margins & count & _).
    exists s; split; [| exact count]; split; [exact short |].
    exists (first_axis : Rd 2); split; [cbn; lra | exact margins].
  - intros s [short [v [v_short margins]]].
    assert (bound := plane_bound rule 1 delta v s positive ltac:(lra) short margins).
    destruct (errors (perceptron (Rd 2) rule) s) as [| n]; [lia |]; apply le_n_S, at_most.
    rewrite S_INR in bound; lra.
Qed.
