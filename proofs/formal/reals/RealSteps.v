(** Steps of the printed proofs in which roots are taken, as real numbers. *)

From Coq Require Import Reals List.
From ForcedMistakes Require Import Learner RealSpaces RealPerceptron RealDistance.
Local Open Scope field_scope.
Local Open Scope R_scope.

Lemma squares_short (V : space real_field) (radius : R) (s : list (example V)) :
  0 <= radius -> Forall (fun e => real_length (fst e) <= radius) s ->
  Forall (fun e => ‖fst e‖² <= radius * radius) s.
Proof.
  intros radius_nonneg; apply Forall_impl; intros e here; unfold real_length in here.
  rewrite <- (sqrt_sqrt ‖fst e‖²) by apply inner_nonneg; apply Rmult_le_compat; try assumption; apply sqrt_pos.
Qed.

(** The chain that ends the proof: after M mistakes δM ≤ w·v ≤ ‖w‖‖v‖ = ‖w‖ ≤ R√M, if ‖v‖ = 1, and ‖x‖ ≤ R and
    y(v·x) ≥ δ on every example, all of them real, whatever the Perceptron does at ties.
    Source: Chan, CSCI4230 Notes 3, proof of Theorem 1.1, where R = 1; Livni, Theorem 8.1, proof.
    Idea: Claim 1.2, the inequality of Cauchy and Schwarz, and Claim 1.3. *)
Theorem real_chain (V : space real_field) (rule : ties) (radius delta : R) (v : V) (s : list (example V)) :
  0 <= radius -> Forall (fun e => real_length (fst e) <= radius) s -> real_length v = 1 ->
  Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s ->
  let L := perceptron V rule in
  let M := INR (errors L s) in
  let w : V := state_after L (init L) s in
  delta * M <= ⟨w, v⟩ <= real_length w * real_length v /\
  real_length w * real_length v = real_length w /\ real_length w <= radius * sqrt M.
Proof.
  intros radius_nonneg short unit apart L M w.
  assert (low := real_claim_1_2 rule delta v s apart).
  assert (high := real_claim_1_3 rule (radius * radius) s (squares_short _ _ _ radius_nonneg short)).
  fold L w M in low, high; split; [split; [exact low | apply real_inner_at_most_lengths] |].
  split; [rewrite unit; ring |]; unfold real_length.
  replace (radius * sqrt M) with (sqrt (radius * radius * M)); [apply sqrt_le_1_alt; exact high |].
  rewrite sqrt_mult_alt by nra; rewrite sqrt_square by exact radius_nonneg; reflexivity.
Qed.

(** After T ≥ 1 mistakes the cosine of the angle between u and w, ⟨u,w⟩/(‖u‖‖w‖), is at least √T/(R‖u‖), where R, u
    and w are not 0, if ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on every example, all of them real.
    Source: Understanding Machine Learning, (9.2).
    Idea: √T‖w‖ ≤ R·T ≤ R⟨u,w⟩. *)
Theorem real_cosine (V : space real_field) (rule : ties) (radius : R) (u : V) (s : list (example V)) :
  0 <= radius -> Forall (fun e => real_length (fst e) <= radius) s ->
  Forall (fun e => 1 <= sign (snd e) * ⟨u, fst e⟩) s ->
  let L := perceptron V rule in
  let T := INR (errors L s) in
  let w : V := state_after L (init L) s in
  1 <= T ->
  0 < radius /\ 0 < real_length u /\ 0 < real_length w /\
  sqrt T / (radius * real_length u) <= ⟨u, w⟩ / (real_length u * real_length w).
Proof.
  intros radius_nonneg short apart L T w some; assert (squares := squares_short V radius s radius_nonneg short).
  assert (low := real_claim_1_2 rule 1 u s apart); assert (high := real_claim_1_3 rule (radius * radius) s squares).
  rewrite inner_comm in low; fold L T w in low, high.
  assert (u_nonneg := inner_nonneg V u); assert (w_nonneg := inner_nonneg V w).
  assert (u_pos : 0 < ‖u‖²).
  { destruct u_nonneg as [more | nothing]; [exact more | exfalso].
    assert (bound := real_perceptron_bound rule (radius * radius) u s ltac:(nra) squares apart).
    fold L T in bound; rewrite <- nothing in bound; lra. }
  assert (product := cauchy_schwarz u w).
  assert (w_pos : 0 < ‖w‖²) by (apply Rnot_le_lt; intro; nra).
  assert (u_length : 0 < real_length u) by (apply sqrt_lt_R0, u_pos).
  assert (w_length : 0 < real_length w) by (apply sqrt_lt_R0, w_pos).
  assert (w_square : real_length w * real_length w = ‖w‖²) by (apply sqrt_sqrt, w_nonneg).
  assert (T_square : sqrt T * sqrt T = T) by (apply sqrt_sqrt; lra).
  assert (T_root : 0 < sqrt T) by (apply sqrt_lt_R0; lra).
  set (p := ⟨u, w⟩) in *; set (W := ‖w‖²) in *; set (a := real_length u) in *; set (b := real_length w) in *.
  set (r := sqrt T) in *; clearbody p W a b r T; clear short apart squares.
  assert (radius_pos : 0 < radius) by (apply Rnot_le_lt; intro; assert (radius = 0) by lra; subst radius; lra).
  split; [exact radius_pos |]; split; [exact u_length |]; split; [exact w_length |].
  assert (b_small : b <= radius * r).
  { apply Rnot_lt_le; intro more; assert (0 <= radius * r) by nra.
    assert (radius * r * (radius * r) < b * b) by nra.
    replace (radius * r * (radius * r)) with (radius * radius * (r * r)) in * by ring; rewrite T_square in *; lra. }
  assert (together : r * b <= radius * p).
  { assert (r * b <= r * (radius * r)) by nra.
    replace (r * (radius * r)) with (radius * (r * r)) in * by ring; rewrite T_square in *; nra. }
  replace (r / (radius * a)) with (r * b * / (radius * a * b)) by (field; lra).
  replace (p / (a * b)) with (radius * p * / (radius * a * b)) by (field; lra).
  apply Rmult_le_compat_r; [| exact together]; apply Rlt_le, Rinv_0_lt_compat.
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; assumption.
Qed.

(** √(b² + 4c) ≤ b + 2√c. *)
Lemma real_root_split (b c : R) : 0 <= b -> 0 <= c -> sqrt (b * b + 4 * c) <= b + 2 * sqrt c.
Proof.
  intros b_nonneg c_nonneg; assert (c_root := sqrt_sqrt c c_nonneg); assert (root_nonneg := sqrt_pos c).
  rewrite <- (sqrt_square (b + 2 * sqrt c)) by lra; apply sqrt_le_1_alt; nra.
Qed.

(** ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H, for all real b, H ≥ 0.
    Source: Hsu, third theorem, proof.
    Idea: √(b² + 4H) ≤ b + 2√H. *)
Theorem real_root_loosened (b H : R) :
  0 <= b -> 0 <= H -> b * b / 2 + b * sqrt (b * b + 4 * H) / 2 + H <= b * b + b * sqrt H + H.
Proof. intros b_nonneg H_nonneg; assert (split_root := real_root_split b H b_nonneg H_nonneg); nra. Qed.

(** For x ≥ 0, x ≤ (b + √(b² + 4c))/2 gives x² ≤ (b² + 2b√(b² + 4c) + b² + 4c)/4 ≤ b² + b√c + c, for all real b, c ≥ 0.
    Source: Hsu, third theorem, footnote, second step and third.
    Idea: (b² + 2b√(b² + 4c) + b² + 4c)/4 is the square of (b + √(b² + 4c))/2; and √(b² + 4c) ≤ b + 2√c. *)
Theorem real_footnote_second_step (b c x : R) :
  0 <= b -> 0 <= c -> 0 <= x -> x <= (b + sqrt (b * b + 4 * c)) / 2 ->
  x * x <= (b * b + 2 * b * sqrt (b * b + 4 * c) + b * b + 4 * c) / 4 /\
  (b * b + 2 * b * sqrt (b * b + 4 * c) + b * b + 4 * c) / 4 <= b * b + b * sqrt c + c.
Proof.
  intros b_nonneg c_nonneg x_nonneg below.
  assert (loose := real_root_loosened b c b_nonneg c_nonneg).
  assert (square : sqrt (b * b + 4 * c) * sqrt (b * b + 4 * c) = b * b + 4 * c) by (apply sqrt_sqrt; nra).
  assert (root_nonneg := sqrt_pos (b * b + 4 * c)).
  set (r := sqrt (b * b + 4 * c)) in *; set (q := sqrt c) in *; clearbody r q.
  split; [| lra].
  assert (x * x <= (b + r) / 2 * ((b + r) / 2)) by (apply Rmult_le_compat; assumption); lra.
Qed.

(** x² - bx - c ≤ 0 gives x ≤ (b + √(b² + 4c))/2, and then x² ≤ (b² + 2b√(b² + 4c) + b² + 4c)/4 ≤ b² + b√c + c, for all
    real x and all real b, c ≥ 0.
    Source: Hsu, third theorem, footnote.
    Idea: (2x - b)² ≤ b² + 4c; and for x < 0, x² ≤ bx + c ≤ c. *)
Theorem real_footnote_chain (b c x : R) :
  0 <= b -> 0 <= c -> x * x - b * x - c <= 0 ->
  x <= (b + sqrt (b * b + 4 * c)) / 2 /\
  x * x <= (b * b + 2 * b * sqrt (b * b + 4 * c) + b * b + 4 * c) / 4 /\
  (b * b + 2 * b * sqrt (b * b + 4 * c) + b * b + 4 * c) / 4 <= b * b + b * sqrt c + c.
Proof.
  intros b_nonneg c_nonneg small.
  assert (square : sqrt (b * b + 4 * c) * sqrt (b * b + 4 * c) = b * b + 4 * c) by (apply sqrt_sqrt; nra).
  assert (root_nonneg := sqrt_pos (b * b + 4 * c)).
  assert (loose := real_root_loosened b c b_nonneg c_nonneg).
  set (r := sqrt (b * b + 4 * c)) in *; set (q := sqrt c) in *; clearbody r q.
  assert (first : x <= (b + r) / 2) by (apply Rnot_lt_le; intro; nra).
  split; [exact first |]; split; [| lra].
  assert (b * x <= b * ((b + r) / 2)) by (apply Rmult_le_compat_l; assumption); lra.
Qed.
