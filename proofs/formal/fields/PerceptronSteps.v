(** Steps of the proofs about the Perceptron, one by one, as they are printed or as they are true. *)

From Coq Require Import ZArith List Lia.
From ForcedMistakes Require Import Learner InnerSpace SignedSum MarginTarget Perceptron Passes PerceptronLoop.
From ForcedMistakes Require Import HingeLoss DualPerceptron SampleMargins Rounding.
Import ListNotations.
Local Open Scope field_scope.

(** ** The loop *)

Section Loop.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).
  Implicit Types (s r : list (example V)) (u w z : V).

  (** The first [m] iterations all update. *)
  Definition busy (choose : choice) (m : nat) : Prop :=
    forall j, (j < m)%nat -> choose j (loop (V := V) choose j) <> None.

  (** After t iterations that do not return, ⟨u,w⟩ ≥ t.
      Source: Hsu, first theorem, proof.
      Idea: every update adds y⟨u,x⟩ ≥ 1. *)
  Theorem loop_below (choose : choice) u s (m : nat) :
    separates u s -> honest choose s -> busy choose m -> number m <= ⟨u, loop choose m⟩.
  Proof.
    intros apart fair updates; destruct (loop_is_perceptron choose s m fair updates) as [from_s [same count]].
    assert (low := hsu_below mistake u (taken choose m) (incl_Forall from_s apart)).
    rewrite same, count in low; exact low.
  Qed.

  (** Σ ‖x‖² over a list of examples. *)
  Fixpoint squares r : K :=
    match r with
    | [] => 0
    | e :: r => ‖fst e‖² + squares r
    end.

  Lemma squares_app r r' : squares (r ++ r') == squares r + squares r'.
  Proof. induction r as [| e r IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma squares_within (R2 : K) r : within R2 r -> squares r <= R2 * number (length r).
  Proof.
    intro short; induction short as [| e r here _ IH]; cbn -[number]; [rewrite number_0; lra |].
    rewrite number_S; lra.
  Qed.

  (** After M updates ‖w‖² is at most the sum of the squares ‖x‖² of the M examples that caused them, and so at most
      R²M. S need not be separable.
      Source: Hsu, first theorem, proof, and Lecture 13 (27-04-2020), 1.2.1, proof.
      Idea: an update where y⟨w,x⟩ ≤ 0 adds at most ‖x‖². *)
  Theorem loop_above (choose : choice) (R2 : K) s (m : nat) :
    within R2 s -> honest choose s -> busy choose m ->
    incl (taken choose m) s /\ length (taken choose m) = m /\
    ‖loop choose m‖² <= squares (taken choose m) /\ squares (taken choose m) <= R2 * number m.
  Proof.
    intros short fair updates.
    destruct (loop_is_perceptron choose s m fair updates) as [from_s _]; split; [exact from_s |].
    assert (count : length (taken choose m) = m).
    { clear from_s; induction m as [| m IH]; [reflexivity |]; cbn [taken].
      rewrite app_length, IH by (intros j less; apply updates; lia).
      assert (some := updates m (Nat.lt_succ_diag_r m)); destruct (choose m _); [simpl; lia | congruence]. }
    split; [exact count |]; split.
    - clear updates from_s count; induction m as [| m IH]; cbn [loop taken squares]; [rewrite inner_zero; lra |].
      assert (here := fair m (loop choose m)); rewrite squares_app.
      destruct (choose m (loop choose m)) as [[x y] |]; cbn [squares fst]; [| lra].
      destruct here as [_ wrong]; assert (step := norm2_update _ x y wrong); lra.
    - assert (few := squares_within R2 _ (incl_Forall from_s short)); rewrite count in few; exact few.
  Qed.

  (** Only the y·x of the examples that are updated on, added up: that is w, and it separates S in the end.
      Source: Lecture 13 (27-04-2020), 1.2. *)
  Theorem loop_sum_separates (choose : choice) s u :
    right_on s u -> honest choose s ->
    exists n, returns_in choose n /\ right_on s (loop choose (pred n)) /\ incl (taken choose (pred n)) s /\
      forall z, ⟨loop choose (pred n), z⟩ == ⟨signed_sum (taken choose (pred n)), z⟩.
  Proof.
    intros right fair; destruct (loop_finds_separator choose s u right fair) as [n [returns found]].
    exists n; split; [exact returns |]; split; [exact found |].
    destruct returns as [m [-> [_ updates]]]; cbn [pred]; split.
    - apply (loop_is_perceptron choose s m fair updates).
    - intro z; clear found updates; induction m as [| m IH]; cbn [loop taken]; [reflexivity |].
      rewrite signed_sum_app; destruct (choose m _) as [[x y] |]; simpl;
        rewrite ?inner_add, ?inner_scale, ?inner_zero, ?IH; lra.
  Qed.

  (** When the loop returns, all y⟨w,x⟩ are positive.
      Source: Understanding Machine Learning, Theorem 9.1. *)
  Theorem returned_is_right (choose : choice) s (n : nat) :
    honest choose s -> returns_in choose n -> right_on s (loop choose (pred n)).
  Proof.
    intros fair [m [-> [stop _]]]; simpl; assert (last := fair m (loop choose m)); rewrite stop in last; exact last.
  Qed.

  (** Where w is updated, γ(w) = min y⟨w,x⟩ ≤ 0.
      Source: Lecture 13 (27-04-2020), 1.2. *)
  Theorem updated_has_no_margin (choose : choice) s (m : nat) e :
    honest choose s -> choose m (loop choose m) = Some e -> Exists (violated (loop choose m)) s.
  Proof.
    intros fair chosen; assert (here := fair m (loop choose m)); rewrite chosen in here.
    apply Exists_exists; exists e; exact here.
  Qed.

  (** However often and in whichever order the examples of S are read, there are at most R²‖u‖² updates, whatever
      happens at ties.
      Source: Understanding Machine Learning, Theorem 9.1, with sign(0) = +1. *)
  Theorem updates_in_any_order (t : ties) (R2 : K) u s r :
    0 <= R2 -> within R2 s -> separates u s -> incl r s -> number (errors (perceptron V t) r) <= R2 * ‖u‖².
  Proof. intros R2_nonneg short apart members; apply perceptron_bound; try apply (incl_Forall members); assumption. Qed.

  (** Any separator of a finite S can be rescaled so that the theorem bounds the mistakes, in whichever order S is gone
      through.
      Source: Hsu, remark after the second theorem. *)
  Theorem rescaled_bound_in_any_order (t : ties) s u :
    right_on s u -> exists c, 0 < c /\ separates (scale c u) s /\
      forall R2 r, 0 <= R2 -> within R2 s -> incl r s -> number (errors (perceptron V t) r) <= R2 * ‖scale c u‖².
  Proof.
    intro right; destruct (rescale s u right) as [c [c_pos apart]]; exists c; split; [exact c_pos |].
    split; [exact apart |]; intros; apply updates_in_any_order with s; assumption.
  Qed.

  (** On the empty S no w has the least margin 1, and yet every loop returns, at once.
      Source: Hsu, remark before the last theorem, which needs an S that is not empty. *)
  Theorem loop_returns_on_nothing (choose : choice (V := V)) :
    honest choose [] -> (forall u : V, ~ least_margin_is_1 u []) /\ returns_in choose 1.
  Proof.
    intro fair; split; [intros u [_ none]; inversion none |].
    exists 0%nat; split; [reflexivity |]; split; [| intros; lia].
    assert (here := fair 0%nat (loop choose 0)); destruct (choose 0%nat _); [destruct here as [[] _] | reflexivity].
  Qed.

  (** Of passes over the samples at most 1/δ² have a mistake; the next one has none, so that w then labels every sample
      as the target does (R²/δ² for samples of length at most R).
      Source: Chan, CSCI4230 Notes 3, after Theorem 1.1.
      Idea: all passes together are one sequence, with at most 1/δ² mistakes. *)
  Theorem passes_with_margin (t : ties) (R2 d2 : K) (v : target V) s :
    0 <= R2 -> 0 < d2 -> within R2 s -> legal d2 v s ->
    exists k, number k * d2 <= R2 /\
      forall n, (k <= n)%nat ->
        errors_of_next (perceptron V t) s n = 0%nat /\
        after_passes (perceptron V t) s n = after_passes (perceptron V t) s k.
  Proof.
    intros R2_nonneg d2_pos short [s2_pos [unit explained]].
    assert (product : R2 / d2 * d2 == R2) by fractions.
    destruct (passes_end (perceptron V t) (R2 / d2) s (perceptron_conservative V t)) as [k [few later]].
    - intro n; apply cancel_le with d2; [exact d2_pos |]; rewrite product.
      apply perceptron_margin_bound with v; [assumption | assumption | apply passes_Forall, short |].
      split; [exact s2_pos |]; split; [exact unit | apply passes_Forall, explained].
    - exists k; split; [rewrite <- product; nra | exact later].
  Qed.

End Loop.

(** The display with its index put right: an error on example t makes w_t·w* = (w_{t-1} + y_t x_t)·w* ≥ w_{t-1}·w* + γ,
    if y_t w*·x_t ≥ γ, and w_{t-1} is w as the error before has left it, and 0 if there was none.
    Source: Livni, proof of Theorem 8.1, for sgn(0) = +1 or -1.
    Idea: between two errors w stays as it is. *)
Theorem display_of_errors {K : field} (V : space K) (t : ties) (u x : V) (y : bool) (gamma : K) (before between : list (example V)) :
  gamma <= sign y * ⟨u, x⟩ ->
  errors (perceptron V t) (before ++ between) = errors (perceptron V t) before ->
  errors (perceptron V t) (before ++ between ++ [(x, y)]) = S (errors (perceptron V t) before) ->
  let w := weights t before in
  let w' := weights t (before ++ between ++ [(x, y)]) in
  weights t (before ++ between) = w /\ w' = add w (scale (sign y) x) /\ ⟨w, u⟩ + gamma <= ⟨w', u⟩.
Proof.
  intros margin none one; cbn zeta.
  assert (same : weights t (before ++ between) = weights t before).
  { unfold weights, errors in *; rewrite errors_from_app in none; rewrite state_after_app.
    apply (unchanged (perceptron V t)); [apply perceptron_conservative | cbn [init perceptron] in none; lia]. }
  split; [exact same |].
  assert (moved : weights t (before ++ between ++ [(x, y)]) = add (weights t before) (scale (sign y) x)).
  { rewrite app_assoc in one |- *; unfold weights, errors in *; rewrite errors_from_app in one.
    cbn [init perceptron] in one, none; rewrite state_after_app, same; rewrite same, none in one.
    cbn -[mistaken answer] in one |- *.
    destruct (mistaken _ _); [reflexivity | lia]. }
  split; [exact moved |]; rewrite moved, inner_add, inner_scale, (inner_comm _ x u); lra.
Qed.

(** There are enough basis vectors to show: d ≥ 1/δ² implies d ≥ ⌈1/δ²⌉.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
    Idea: d is an integer. *)
Theorem count_1_4 {K : field} (d : nat) (d2 : K) : 1 / d2 <= number d -> (ceiling (1 / d2) <= d)%nat.
Proof. apply ceiling_le_iff. Qed.

(** ** The average *)

(** The average of the y·x. *)
Definition average {K : field} {V : space K} (s : list (example V)) : V :=
  scale (/ number (length s)) (signed_sum s).

(** The average need not separate a separable sample of unit points: it can be wrong on one of them, strictly.
    Source: Lecture 13 (27-04-2020), 1.2, which asks for the average, and answers no.
    Idea: three times (1, 0) and once (-4/5, 3/5), all labeled +1, are separated by (1, 3), but the average is
    (11/20, 3/20). *)
Theorem averaging_errs (K : field) :
  exists (s : list (example (vectors K 2))) (u : vectors K 2),
    Forall (fun e => ‖fst e‖² == 1) s /\ separates u s /\
    exists e, In e s /\ sign (snd e) * ⟨average s, fst e⟩ < 0.
Proof.
  set (right := (coordinates [1; 0], true) : example (vectors K 2)).
  set (wrong := (coordinates [- (4 / integer 5%Z); integer 3%Z / integer 5%Z], true) : example (vectors K 2)).
  exists [right; right; right; wrong], (coordinates [1; integer 3%Z]).
  split; [repeat constructor; cbn; unfold Fdiv; lra |].
  split; [repeat constructor; cbn; unfold Fdiv; lra |].
  exists wrong; split; [do 3 right; left; reflexivity |].
  cbn; unfold number, Fdiv; cbn; lra.
Qed.

(** ** Losses *)

(** The loss I{y⟨w,x⟩ ≤ 0} is at least the zero-one loss, whatever is predicted at ties, and equal to it where ⟨w,x⟩ ≠
    0.
    Source: Lecture 13 (27-04-2020), 1.1. *)
Theorem loss_above_zero_one {K : field} (t : ties) (product : K) (y : bool) :
  (mistaken (answer t product) y = true -> sign y * product <= 0) /\
  (~ product == 0 -> mistaken (answer t product) y = true <-> sign y * product <= 0).
Proof.
  split; [apply mistaken_answer |]; intro no_tie; split; [apply mistaken_answer |]; intro wrong.
  apply answer_mistaken; apply Fle_lteq in wrong; destruct wrong as [less | equal]; [exact less |].
  exfalso; apply no_tie; destruct y; simpl in equal; lra.
Qed.

(** At a tie y⟨w,x⟩ ≤ 0, although a prediction with sign(0) = +1 or -1 may be right.
    Source: Lecture 13 (27-04-2020), 1.1; Understanding Machine Learning, 9.1.2. *)
Theorem tie_may_be_right (K : field) :
  (sign true * 0 <= (0 : K) /\ mistaken (answer plus (0 : K)) true = false) /\
  (sign false * 0 <= (0 : K) /\ mistaken (answer minus (0 : K)) false = false).
Proof.
  assert (tie : Fcompare 0 0 = Eq :> comparison) by (apply (Feq_alt (0 : K)); reflexivity).
  unfold answer; rewrite tie; repeat split; unfold sign; lra.
Qed.

(** A point whose predicted sign is its label is right, not mislabeled.
    Source: about Understanding Machine Learning, 9.1.2, the condition on an example that the Perceptron looks for, in a
    copy in which the stroke of ≠ is lost. *)
Theorem equal_sign_is_right {K : field} (V : space K) (t : ties) (w x : V) (y : bool) :
  answer t ⟨w, x⟩ = Some y -> mistaken (answer t ⟨w, x⟩) y = false.
Proof. intros ->; destruct y; reflexivity. Qed.

(** The update ½(y − ŷ)·x is y·x for a mistake, and 0 for a right answer, if sgn(0) is +1 or -1.
    Source: Livni, proof of Theorem 8.1. *)
Theorem whole_step {K : field} (predicted y : bool) :
  (1 / 2) * (sign y - sign predicted) == if mistaken (Some predicted) y then sign y else (0 : K).
Proof. destruct predicted, y; unfold sign; cbn; lra. Qed.

(** With sgn(0) = 0 a tie is a mistake, and the step is half of y·x.
    Source: Livni, proof of Theorem 8.1. *)
Theorem half_step_at_tie {K : field} (y : bool) : ~ (1 / 2) * (sign y - 0) == (sign y : K).
Proof. destruct y; unfold sign; lra. Qed.

(** A mistake adds at least 1 - ℓ to ⟨u,w⟩, where ℓ is the hinge loss of u.
    Source: Hsu, third theorem, proof.
    Idea: y⟨u,x⟩ ≥ 1 - ℓ. *)
Theorem hinge_step {K : field} {V : space K} (u w x : V) (y : bool) :
  1 - hinge_loss u (x, y) <= ⟨u, add w (scale (sign y) x)⟩ - ⟨u, w⟩.
Proof.
  rewrite inner_update; assert (loss := Fmax_r 0 (1 - sign y * ⟨u, x⟩)).
  unfold hinge_loss; simpl fst; simpl snd; lra.
Qed.

(** ** Roots *)

(** a ≤ √D and √D ≤ a, for D ≥ 0, without the root. *)
Definition at_most_root {K : field} (a D : K) : Prop := a <= 0 \/ a * a <= D.
Definition root_at_most {K : field} (D a : K) : Prop := 0 <= a /\ D <= a * a.

(** ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H, for b, H ≥ 0. The roots are any r ≤ √(b² + 4H) and q ≥ √H.
    Source: Hsu, third theorem, proof.
    Idea: b² + 4H ≤ (b + 2√H)². *)
Theorem root_loosened {K : field} (b H r q : K) :
  0 <= b -> 0 <= H -> at_most_root r (b * b + 4 * H) -> root_at_most H q ->
  (1 / 2) * (b * b) + (1 / 2) * b * r + H <= b * b + b * q + H.
Proof.
  intros b_nonneg H_nonneg [r_small | r_small] [q_nonneg q_large]; [nra |].
  assert (r <= b + 2 * q) by (apply Fnot_lt; intro; nra); nra.
Qed.

(** X² - bx - c ≤ 0 gives x ≤ (b + √(b² + 4c))/2, and then x² ≤ (b² + 2b√(b² + 4c) + b² + 4c)/4 ≤ b² + b√c + c, for b,
    c ≥ 0. The roots are any r ≥ √(b² + 4c), r' ≤ √(b² + 4c) and q ≥ √c.
    Source: Hsu, third theorem, footnote, first step and second.
    Idea: (2x - b)² ≤ b² + 4c, and x² ≤ bx + c. *)
Theorem footnote_chain {K : field} (b c x r q : K) :
  0 <= b -> 0 <= c -> x * x - b * x - c <= 0 -> root_at_most (b * b + 4 * c) r -> root_at_most c q ->
  x <= (1 / 2) * (b + r) /\ x * x <= (1 / 4) * (b * b + 2 * b * r + b * b + 4 * c) /\
  (forall r', at_most_root r' (b * b + 4 * c) ->
    (1 / 4) * (b * b + 2 * b * r' + b * b + 4 * c) <= b * b + b * q + c) /\
  x * x <= b * b + b * q + c.
Proof.
  intros b_nonneg c_nonneg small [r_nonneg r_large] [q_nonneg q_large].
  assert (first : x <= (1 / 2) * (b + r)) by (apply Fnot_lt; intro; nra).
  split; [exact first |]; split; [nra |]; split.
  { intros r' small_r.
    assert (loose := root_loosened b c r' q b_nonneg c_nonneg small_r (conj q_nonneg q_large)); lra. }
  assert (x <= b + q) by (apply Fnot_lt; intro; nra); nra.
Qed.

(** The second step by itself, for x ≥ 0: x ≤ (b + √(b² + 4c))/2 gives x² ≤ (b² + 2b√(b² + 4c) + b² + 4c)/4 ≤ b² + b√c
    + c.
    Source: Hsu, third theorem, footnote.
    Idea: 2x - b ≤ √(b² + 4c) is the first inequality of the footnote again, or x ≤ b/2. *)
Theorem footnote_second_step {K : field} (b c x r q : K) :
  0 <= b -> 0 <= c -> 0 <= x -> at_most_root (2 * x - b) (b * b + 4 * c) ->
  root_at_most (b * b + 4 * c) r -> root_at_most c q ->
  x * x <= (1 / 4) * (b * b + 2 * b * r + b * b + 4 * c) /\
  (forall r', at_most_root r' (b * b + 4 * c) ->
    (1 / 4) * (b * b + 2 * b * r' + b * b + 4 * c) <= b * b + b * q + c) /\
  x * x <= b * b + b * q + c.
Proof.
  intros b_nonneg c_nonneg x_nonneg below roots_r roots_q.
  assert (small : x * x - b * x - c <= 0) by (destruct below; nra).
  destruct (footnote_chain b c x r q b_nonneg c_nonneg small roots_r roots_q) as [_ both]; exact both.
Qed.

(** And not for x < 0: -1 ≤ (b + √(b² + 4c))/2 for b = c = 0, but (-1)² > 0.
    Source: Hsu, third theorem, footnote. *)
Theorem footnote_fails_below_0 (K : field) :
  exists b c x r : K, 0 <= b /\ 0 <= c /\ 0 <= r /\ r * r == b * b + 4 * c /\ x <= (1 / 2) * (b + r) /\
    (1 / 4) * (b * b + 2 * b * r + b * b + 4 * c) < x * x.
Proof. exists 0, 0, (- (1)), 0; repeat split; lra. Qed.
