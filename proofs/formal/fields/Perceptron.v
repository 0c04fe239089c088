(** The Perceptron, and how often it errs at most.

    w starts at 0. A point x is answered with the sign of ⟨w,x⟩, and a mistake on (x, y) adds y·x to w. What it says
    where ⟨w,x⟩ = 0 differs from text to text, and so it is a parameter here. *)

From Coq Require Import List Bool.
From ForcedMistakes Require Import Learner InnerSpace MarginTarget CauchySchwarz.
Import ListNotations.
Local Open Scope field_scope.

(** What the Perceptron does at a tie, ⟨w,x⟩ = 0: answer +1 (Chan), answer -1, or count a mistake whatever the label
    is, as in the condition y⟨w,x⟩ ≤ 0 of Hsu and of Shalev-Shwartz and Ben-David. *)
Inductive ties : Set := plus | minus | mistake.

Definition at_tie (t : ties) : option bool :=
  match t with
  | plus => Some true
  | minus => Some false
  | mistake => None
  end.

(** The answer to a point on which ⟨w,x⟩ is [product]. *)
Definition answer {K : field} (t : ties) (product : K) : option bool :=
  match Fcompare product 0 with
  | Gt => Some true
  | Lt => Some false
  | Eq => at_tie t
  end.

Definition perceptron {K : field} (V : space K) (t : ties) : learner V := {|
  state := vector V;
  init := zero;
  predict := fun w x => answer t ⟨w, x⟩;
  update := fun w x y =>
    if mistaken (answer t ⟨w, x⟩) y then add w (scale (sign y) x) else w
|}.

(** M² ≤ bM leaves M ≤ b. *)
Lemma divide_by_itself {K : field} (b m : K) : 0 <= b -> m * m <= b * m -> m <= b.
Proof. intros; apply Fnot_lt; intro; nra. Qed.

(** A mistake is made where y⟨w,x⟩ ≤ 0. *)
Lemma mistaken_answer {K : field} (t : ties) (product : K) (y : bool) :
  mistaken (answer t product) y = true -> sign y * product <= 0.
Proof.
  unfold answer; destruct (Fcompare product 0) eqn:compared.
  - apply Feq_alt in compared; intros _; rewrite compared; lra.
  - apply Flt_alt in compared; destruct y; simpl; [lra | discriminate].
  - apply Fgt_alt in compared; destruct y; simpl; [discriminate | lra].
Qed.

(** And wherever y⟨w,x⟩ < 0 one is made. *)
Lemma answer_mistaken {K : field} (t : ties) (product : K) (y : bool) :
  sign y * product < 0 -> mistaken (answer t product) y = true.
Proof.
  unfold answer; destruct (Fcompare product 0) eqn:compared;
    [apply Feq_alt in compared | apply Flt_alt in compared | apply Fgt_alt in compared];
    destruct y; simpl; trivial; lra.
Qed.

(** Where y⟨w,x⟩ > 0 none is. *)
Lemma answer_right {K : field} (t : ties) (product : K) (y : bool) :
  0 < sign y * product -> mistaken (answer t product) y = false.
Proof.
  intro right; destruct (mistaken _ y) eqn:wrong; [| reflexivity].
  apply mistaken_answer in wrong; lra.
Qed.

(** Where ties are mistakes, y⟨w,x⟩ ≤ 0 is the very condition of the loop that Hsu prints. *)
Theorem mistaken_iff {K : field} (product : K) (y : bool) :
  mistaken (answer mistake product) y = true <-> sign y * product <= 0.
Proof.
  split; [apply mistaken_answer |].
  unfold answer; destruct (Fcompare product 0) eqn:compared; [reflexivity | |].
  - apply Flt_alt in compared; destruct y; simpl; [reflexivity | lra].
  - apply Fgt_alt in compared; destruct y; simpl; [lra | reflexivity].
Qed.

Section Bounds.

  Context {K : field} {V : space K} (t : ties).
  Implicit Types (u w : V) (s : list (example V)).

  (** [R2] is R²: no point is longer than R. *)
  Definition within (R2 : K) s : Prop := Forall (fun e => ‖fst e‖² <= R2) s.

  (** [u] gives every point its label, with margin 1: y⟨u,x⟩ ≥ 1. *)
  Definition separates u s : Prop := Forall (fun e => 1 <= sign (snd e) * ⟨u, fst e⟩) s.

  Lemma inner_update u w x y :
    ⟨u, add w (scale (sign y) x)⟩ == ⟨u, w⟩ + sign y * ⟨u, x⟩.
  Proof. rewrite inner_add_r, inner_scale_r; reflexivity. Qed.

  (** Where y⟨w,x⟩ ≤ 0, ‖w + y·x‖² ≤ ‖w‖² + ‖x‖². *)
  Lemma norm2_update w x y :
    sign y * ⟨w, x⟩ <= 0 -> ‖add w (scale (sign y) x)‖² <= ‖w‖² + ‖x‖².
  Proof.
    intro wrong; rewrite norm2_add_scale, sign_squared; lra.
  Qed.

  (** A mistake adds at most ‖x‖² to ‖w‖², for any w, whatever the Perceptron says at ties; and so does w ← w + y·x
      wherever y⟨w,x⟩ ≤ 0.
      Source: Chan, CSCI4230 Notes 3, Claim 1.3, proof; Hsu, first theorem, proof; Livni, Theorem 8.1, proof.
      Idea: ‖w + y·x‖² = ‖w‖² + 2y⟨w,x⟩ + ‖x‖², and y⟨w,x⟩ ≤ 0 at a mistake. *)
  Theorem mistake_lengthens w x y :
    (mistaken (answer t ⟨w, x⟩) y = true -> ‖(update (perceptron V t) w x y : V)‖² - ‖w‖² <= ‖x‖²) /\
    (sign y * ⟨w, x⟩ <= 0 -> ‖add w (scale (sign y) x)‖² - ‖w‖² <= ‖x‖²).
  Proof.
    split; intro wrong.
    - cbn [update perceptron]; rewrite wrong; apply mistaken_answer, norm2_update in wrong; lra.
    - apply norm2_update in wrong; lra.
  Qed.

  (** Claim 1.3 from any w on. *)
  Lemma norm2_after (R2 : K) s w :
    within R2 s ->
    ‖state_after (perceptron V t) w s‖² <= ‖w‖² + R2 * number (errors_from (perceptron V t) w s).
  Proof.
    intro short; revert w.
    induction short as [| [x y] s x_short _ IH]; intro w; cbn -[mistaken answer number];
      [rewrite number_0; lra |].
    rewrite number_add; simpl in x_short.
    destruct (mistaken (answer t ⟨w, x⟩) y) eqn:wrong;
      [rewrite number_1 | rewrite number_0]; [| specialize (IH w); lra].
    specialize (IH (add w (scale (sign y) x))).
    apply mistaken_answer, norm2_update in wrong; lra.
  Qed.

  (** w after [s]. *)
  Definition weights s : V := state_after (perceptron V t) zero s.

  (** Chan, CSCI4230 Notes 3, Claim 1.3, and Hsu's proof of his first theorem: after M mistakes ‖w‖² ≤ R²M, if ‖x‖ ≤ R
      on every example. No target is needed here: the labels may be any.
      Idea: every mistake adds at most R². *)
  Theorem claim_1_3 (R2 : K) s :
    within R2 s ->
    ‖weights s‖² <= R2 * number (errors (perceptron V t) s).
  Proof.
    intro short; assert (after := norm2_after R2 s zero short).
    rewrite inner_zero in after; unfold weights, errors; cbn [init perceptron]; lra.
  Qed.

  (** [hsu_below] from any w on, and with any margin. *)
  Lemma inner_after (delta : K) u s w :
    Forall (fun e => delta <= sign (snd e) * ⟨u, fst e⟩) s ->
    ⟨u, w⟩ + delta * number (errors_from (perceptron V t) w s) <= ⟨u, state_after (perceptron V t) w s⟩.
  Proof.
    intro apart; revert w.
    induction apart as [| [x y] s x_apart _ IH]; intro w; cbn -[mistaken answer number];
      [rewrite number_0; lra |].
    rewrite number_add; simpl in x_apart.
    destruct (mistaken (answer t ⟨w, x⟩) y);
      [rewrite number_1 | rewrite number_0]; [| specialize (IH w); lra].
    specialize (IH (add w (scale (sign y) x))).
    rewrite inner_update in IH; lra.
  Qed.

  (** Hsu's proof of his first theorem: after M mistakes ⟨u,w⟩ ≥ M, if y⟨u,x⟩ ≥ 1 on every example.
      Idea: every mistake adds y⟨u,x⟩ to ⟨u,w⟩. *)
  Theorem hsu_below u s :
    separates u s ->
    number (errors (perceptron V t) s) <= ⟨u, weights s⟩.
  Proof.
    intro apart; assert (after := inner_after 1 u s zero apart).
    rewrite inner_zero_r in after; unfold weights, errors; cbn [init perceptron]; lra.
  Qed.

  (** Hsu, second theorem; Novikoff (1962): if ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on every example, then the Perceptron makes at
      most R²‖u‖² mistakes, whatever it does at ties.
      Idea: M ≤ ⟨u,w⟩ and ‖w‖² ≤ R²M, so M² ≤ ‖u‖²‖w‖² ≤ ‖u‖²R²M by Cauchy and Schwarz. *)
  Theorem perceptron_bound (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s -> number (errors (perceptron V t) s) <= R2 * ‖u‖².
  Proof.
    intros R2_nonneg short apart.
    assert (low := hsu_below u s apart).
    assert (high := claim_1_3 R2 s short).
    assert (product := cauchy_schwarz u (weights s)).
    assert (M_nonneg := number_nonneg (K := K) (errors (perceptron V t) s)).
    assert (u_nonneg := inner_nonneg V u).
    set (M := number _) in *; set (U := ‖u‖²) in *; set (p := ⟨u, weights s⟩) in *; set (W := ‖weights s‖²) in *.
    clearbody M U p W.
    assert (M * M <= p * p) by nra.
    assert (U * W <= U * (R2 * M)) by nra.
    apply divide_by_itself; nra.
  Qed.

  (** One mistake of Claim 1.2, in squares: w·v grows by s·p, p = y⟨u,x⟩.
      Idea: s²(a + p)² = s²a² + 2s²ap + s²p² ≥ δ²m² + 2δ²m + δ², as (s²ap)² = s²a²·s²p² ≥ (δ²m)². *)
  Lemma margin_step (s2 d2 a m p : K) :
    0 < s2 -> 0 <= d2 -> 0 <= m -> 0 <= a -> 0 <= p -> d2 * (m * m) <= s2 * (a * a) -> d2 <= s2 * (p * p) ->
    d2 * ((m + 1) * (m + 1)) <= s2 * ((a + p) * (a + p)).
  Proof.
    intros s2_pos d2_nonneg m_nonneg a_nonneg p_nonneg so_far here.
    assert (d2 * m <= s2 * (a * p)).
    { assert (squares : (d2 * m) * (d2 * m) <= (s2 * (a * p)) * (s2 * (a * p))).
      { assert (product : (d2 * (m * m)) * d2 <= (s2 * (a * a)) * (s2 * (p * p))).
        { apply Fmult_le_compat; trivial; nra. }
        lra. }
      assert (0 <= s2 * (a * p)) by (apply Fmult_nonneg; [lra | apply Fmult_nonneg; assumption]).
      apply Fnot_lt; intro; nra. }
    lra.
  Qed.

  (** [v] has margin at least δ ≥ 0 on the example, y⟨v,x⟩ ≥ δ, in squares: y⟨u,x⟩ is not negative, and s²⟨u,x⟩² ≥ δ².
      For δ > 0 that is [explains]; for δ = 0 points with ⟨v,x⟩ = 0 are allowed, whatever their label. *)
  Definition margin_at_least (d2 : K) (v : target V) (e : example V) : Prop :=
    0 <= sign (snd e) * ⟨direction v, fst e⟩ /\ d2 <= margin2 v (fst e).

  Lemma explains_margin (d2 : K) (v : target V) e : explains d2 v e -> margin_at_least d2 v e.
  Proof. intros [right large]; split; [apply Flt_le, right | exact large]. Qed.

  (** Claim 1.2 from any w on, if it holds there for some m. *)
  Lemma margin_after (d2 : K) (v : target V) s w (m : K) :
    0 < scale2 v -> 0 <= d2 -> Forall (margin_at_least d2 v) s ->
    0 <= m -> 0 <= ⟨direction v, w⟩ -> d2 * (m * m) <= scale2 v * (⟨direction v, w⟩ * ⟨direction v, w⟩) ->
    let M := m + number (errors_from (perceptron V t) w s) in
    let product := ⟨direction v, state_after (perceptron V t) w s⟩ in
    0 <= product /\ d2 * (M * M) <= scale2 v * (product * product).
  Proof.
    intros s2_pos d2_nonneg explained; revert w m.
    induction explained as [| [x y] s [right large] _ IH]; intros w m m_nonneg nonneg so_far;
      cbn -[mistaken answer number].
    - split; [exact nonneg |]; rewrite number_0; lra.
    - rewrite number_add; simpl in right; unfold margin2 in large; simpl in large.
      destruct (mistaken (answer t ⟨w, x⟩) y);
        [rewrite number_1 | rewrite number_0]; rewrite Fplus_assoc;
        [| rewrite Fplus_0_r; apply IH; assumption].
      apply IH; [lra | rewrite inner_update; lra |].
      rewrite inner_update; apply margin_step; try assumption.
      assert (sign_2 := sign_squared (K := K) y); nra.
  Qed.

  (** Chan, CSCI4230 Notes 3, Claim 1.2: after M mistakes w·v ≥ δM, for every v = s·u with y(v·x) ≥ δ ≥ 0 on every
      example; where δ = 0, v·x may be 0. In squares: w·v is not negative, and (w·v)² = s²⟨u,w⟩² ≥ δ²M².
      Idea: every mistake adds y(x·v) ≥ δ to w·v. *)
  Theorem claim_1_2 (d2 : K) (v : target V) s :
    0 < scale2 v -> 0 <= d2 -> Forall (margin_at_least d2 v) s ->
    let M := number (errors (perceptron V t) s) in
    let product := ⟨direction v, weights s⟩ in
    0 <= product /\ d2 * (M * M) <= scale2 v * (product * product).
  Proof.
    intros s2_pos d2_nonneg explained.
    destruct (margin_after d2 v s zero 0) as [nonneg large]; rewrite ?inner_zero_r; try assumption; try lra.
    split; [exact nonneg |]; rewrite Fplus_0_l in large; exact large.
  Qed.

  (** Chan, CSCI4230 Notes 3, Theorem 1.1: the Perceptron makes at most R²/δ² mistakes, if some target of norm at most
      1 gives all labels with margin at least δ > 0, and ‖x‖ ≤ R; 1/δ² for unit points. The target is s·u with s²
      in the field, so that over the rational numbers its coordinates may be irrational.
      Idea: δ²M² ≤ (w·v)² ≤ ‖v‖²‖w‖² ≤ R²M. *)
  Theorem perceptron_margin_bound (R2 d2 : K) (v : target V) s :
    0 <= R2 -> 0 < d2 -> within R2 s -> legal d2 v s -> number (errors (perceptron V t) s) * d2 <= R2.
  Proof.
    intros R2_nonneg d2_pos short [s2_pos [unit explained]].
    destruct (claim_1_2 d2 v s) as [_ low]; [assumption | lra | |].
    { apply Forall_impl with (2 := explained); apply explains_margin. }
    assert (high := claim_1_3 R2 s short).
    assert (product := cauchy_schwarz (direction v) (weights s)).
    assert (M_nonneg := number_nonneg (K := K) (errors (perceptron V t) s)).
    unfold target_norm2 in unit.
    set (M := number _) in *; set (p := ⟨direction v, weights s⟩) in *; set (W := ‖weights s‖²) in *.
    assert (W_nonneg : 0 <= W) by apply inner_nonneg.
    set (U := ‖direction v‖²) in *; set (s2 := scale2 v) in *; clearbody M p W U s2; clear short explained.
    assert (s2 * (p * p) <= s2 * U * W) by nra.
    assert (0 <= (1 - s2 * U) * W) by nra.
    apply divide_by_itself; [lra |].
    assert (together : d2 * (M * M) <= R2 * M) by lra.
    nra.
  Qed.

End Bounds.
