(** What the Perceptron's mistakes cost on sequences that need not be separable (Hsu, third theorem). *)

From Coq Require Import Arith List.
From ForcedMistakes Require Import Learner InnerSpace CauchySchwarz Perceptron.
Import ListNotations.
Local Open Scope field_scope.

Section Hinge.

  Context {K : field} {V : space K} (t : ties).
  Implicit Types (u w : V) (s : list (example V)).

  (** The hinge loss, [1 − y⟨u,x⟩]₊: how far the example is from having margin 1. *)
  Definition hinge_loss u (e : example V) : K := Fmax 0 (1 - sign (snd e) * ⟨u, fst e⟩).

  (** The losses of [u], summed over the rounds in which the Perceptron errs. *)
  Fixpoint hinge_from u w s : K :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        (if mistaken (answer t ⟨w, x⟩) y then hinge_loss u (x, y) else 0)
        + hinge_from u (update (perceptron V t) w x y) rest
    end.

  Definition hinge_of_mistakes u s : K := hinge_from u zero s.

  (** The losses of [u] in all rounds. *)
  Fixpoint hinge_of_all u s : K :=
    match s with
    | [] => 0
    | e :: rest => hinge_loss u e + hinge_of_all u rest
    end.

  Lemma hinge_nonneg u e : 0 <= hinge_loss u e.
  Proof. apply Fmax_l. Qed.

  Lemma hinge_from_nonneg u s w : 0 <= hinge_from u w s.
  Proof.
    revert w; induction s as [| [x y] s IH]; intro w; simpl; [lra |].
    assert (here := hinge_nonneg u (x, y)); specialize (IH (update (perceptron V t) w x y)); simpl in IH.
    destruct (mistaken _ _); lra.
  Qed.

  Lemma hinge_from_all u s w : hinge_from u w s <= hinge_of_all u s.
  Proof.
    revert w; induction s as [| [x y] s IH]; intro w; simpl; [lra |].
    assert (here := hinge_nonneg u (x, y)); specialize (IH (update (perceptron V t) w x y)); simpl in IH.
    destruct (mistaken _ _); lra.
  Qed.

  (** Hsu's lower bound: after the mistakes ⟨u,w⟩ ≥ M - H.
      Idea: y⟨u,x⟩ ≥ 1 - [1 - y⟨u,x⟩]₊. *)
  Theorem hinge_progress u s w :
    ⟨u, w⟩ + number (errors_from (perceptron V t) w s) - hinge_from u w s
    <= ⟨u, state_after (perceptron V t) w s⟩.
  Proof.
    revert w; induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer hinge_loss number];
      [rewrite number_0; lra |].
    rewrite number_add.
    destruct (mistaken (answer t ⟨w, x⟩) y) eqn:wrong;
      [rewrite number_1 | rewrite number_0]; [| specialize (IH w); lra].
    specialize (IH (add w (scale (sign y) x))); rewrite inner_update in IH.
    assert (loss := Fmax_r 0 (1 - sign y * ⟨u, x⟩)).
    unfold hinge_loss; simpl fst; simpl snd; lra.
  Qed.

  (** (M - H)² ≤ ‖u‖²L²M if M ≥ H: M - H ≤ ⟨u,w⟩ and ‖w‖² ≤ L²M, and Cauchy and Schwarz. *)
  Lemma hinge_squares (L2 : K) u s :
    0 <= L2 -> within L2 s ->
    let M := number (errors (perceptron V t) s) in
    let H := hinge_of_mistakes u s in
    0 <= L2 * ‖u‖² /\ 0 <= H /\ (0 <= M - H -> (M - H) * (M - H) <= L2 * ‖u‖² * M).
  Proof.
    intros L2_nonneg short M H.
    assert (low := hinge_progress u s zero); rewrite inner_zero_r in low.
    assert (high := claim_1_3 t L2 s short).
    assert (product := cauchy_schwarz u (weights t s)).
    assert (u_nonneg := inner_nonneg V u).
    split; [nra |]; split; [apply hinge_from_nonneg |]; intro d_nonneg.
    assert (below : M - H <= ⟨u, weights t s⟩)
      by (unfold M, H, weights, errors, hinge_of_mistakes; simpl init; lra).
    fold M in high; clearbody M H.
    set (p := ⟨u, weights t s⟩) in *; set (U := ‖u‖²) in *; set (W := ‖weights t s‖²) in *; clearbody p U W.
    assert ((M - H) * (M - H) <= p * p) by nra.
    assert (U * W <= U * (L2 * M)) by nra.
    lra.
  Qed.

  (** Hsu, third theorem: for every u, M ≤ ‖u‖²L² + ‖u‖L√H + H, where ‖x‖ ≤ L, and H is the hinge loss of u, summed
      over the rounds of the mistakes. In the place of the root stands any r in the field with r ≥ ‖u‖L√H.
      Idea: if d = M - H were more than b² + r, b = ‖u‖L, then d² > b²d + r² ≥ b²(d + H) = b²M. *)
  Theorem hinge_bound (L2 r : K) u s :
    0 <= L2 -> within L2 s -> 0 <= r -> L2 * ‖u‖² * hinge_of_mistakes u s <= r * r ->
    number (errors (perceptron V t) s) <= L2 * ‖u‖² + r + hinge_of_mistakes u s.
  Proof.
    intros L2_nonneg short r_nonneg root.
    destruct (hinge_squares L2 u s L2_nonneg short) as [b_nonneg [H_nonneg squares]].
    set (b := L2 * ‖u‖²) in *; set (M := number _) in *; set (H := hinge_of_mistakes u s) in *; clearbody b M H.
    apply Fnot_lt; intro more.
    assert (above : b + r < M - H) by lra.
    assert (d_nonneg : 0 <= M - H) by lra.
    specialize (squares d_nonneg).
    assert (r * r < (M - H) * (M - H - b)) by nra.
    lra.
  Qed.

  (** The step before, in Hsu's proof: M ≤ b²/2 + (b/2)√(b² + 4H) + H with b = ‖u‖L. In the place of b√(b² + 4H) stands
      any r of the field that is not smaller.
      Idea: with d = M - H, d² ≤ b²(d + H) is (2d - b²)² ≤ b²(b² + 4H). *)
  Theorem hinge_bound_root (L2 r : K) u s :
    0 <= L2 -> within L2 s -> 0 <= r ->
    L2 * ‖u‖² * (L2 * ‖u‖² + 4 * hinge_of_mistakes u s) <= r * r ->
    number (errors (perceptron V t) s) <= (1 / 2) * (L2 * ‖u‖²) + (1 / 2) * r + hinge_of_mistakes u s.
  Proof.
    intros L2_nonneg short r_nonneg root.
    destruct (hinge_squares L2 u s L2_nonneg short) as [b_nonneg [H_nonneg squares]].
    set (b := L2 * ‖u‖²) in *; set (M := number _) in *; set (H := hinge_of_mistakes u s) in *; clearbody b M H.
    apply Fnot_lt; intro more.
    assert (above : r < 2 * (M - H) - b) by lra.
    assert (d_nonneg : 0 <= M - H) by lra.
    specialize (squares d_nonneg).
    assert (r * r < (2 * (M - H) - b) * (2 * (M - H) - b)) by nra.
    lra.
  Qed.

  (** Hsu, third theorem, with the hinge losses of all rounds for H, which do not depend on the learner.
      Idea: they are no less than those of the mistakes. *)
  Theorem hinge_bound_all (L2 r : K) u s :
    0 <= L2 -> within L2 s -> 0 <= r -> L2 * ‖u‖² * hinge_of_all u s <= r * r ->
    number (errors (perceptron V t) s) <= L2 * ‖u‖² + r + hinge_of_all u s.
  Proof.
    intros L2_nonneg short r_nonneg root.
    assert (fewer : hinge_of_mistakes u s <= hinge_of_all u s) by apply hinge_from_all.
    assert (u_nonneg := inner_nonneg V u).
    assert (b_nonneg : 0 <= L2 * ‖u‖²) by nra.
    assert (bound := hinge_bound L2 r u s L2_nonneg short r_nonneg).
    assert (L2 * ‖u‖² * hinge_of_mistakes u s <= L2 * ‖u‖² * hinge_of_all u s) by nra.
    lra.
  Qed.

  Lemma hinge_of_zero s w : hinge_from zero w s == number (errors_from (perceptron V t) w s).
  Proof.
    revert w; induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer hinge_loss number];
      [symmetry; apply number_0 |].
    rewrite number_add, IH.
    assert (whole : hinge_loss zero (x, y) == 1).
    { unfold hinge_loss; cbn [fst snd]; rewrite Fmax_right, inner_zero; [lra | rewrite inner_zero; lra]. }
    destruct (mistaken _ _); [rewrite whole, number_1 | rewrite number_0]; reflexivity.
  Qed.

  (** The minimum of the bound over all u is M itself, on every sequence: u = 0 has M for its bound, and no u has less.
      Source: about Hsu, third theorem, which says with its minimum that the bound holds for every u.
      Idea: the hinge loss of u = 0 is 1 in each of the M mistakes. *)
  Theorem hinge_minimum_is_the_mistakes (L2 : K) s :
    0 <= L2 -> within L2 s ->
    let M := number (errors (perceptron V t) s) in
    (exists r, 0 <= r /\ r * r == L2 * ‖(zero : V)‖² * hinge_of_mistakes zero s /\
      L2 * ‖(zero : V)‖² + r + hinge_of_mistakes zero s == M) /\
    forall u r, 0 <= r -> L2 * ‖u‖² * hinge_of_mistakes u s <= r * r ->
      M <= L2 * ‖u‖² + r + hinge_of_mistakes u s.
  Proof.
    intros L2_nonneg short M; split.
    - exists 0; rewrite inner_zero.
      assert (whole : hinge_of_mistakes zero s == M) by apply hinge_of_zero.
      rewrite whole; repeat split; [lra | lra | lra].
    - intros u r; apply hinge_bound; assumption.
  Qed.

End Hinge.
