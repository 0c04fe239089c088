(** Distances of real points from a hyperplane, and what the margin has to do with them (Hsu, section Margins;
    Lecture 13 (27-04-2020), 1.1.1). *)

From Coq Require Import Reals List Lra.
From ForcedMistakes Require Import Learner RealSpace.
Import ListNotations.
Open Scope R_scope.

Local Notation "⟨ x , y ⟩" := (real_inner x y) (at level 0, x at level 99, y at level 99).
Local Notation "‖ x ‖²" := (real_inner x x) (at level 0, x at level 99).

Section Distance.

  Context {V : real_space}.
  Implicit Types (s : list (example V)) (u w x z : V).

  (** ‖x‖, and ‖x − z‖. *)
  Definition real_length x : R := sqrt ‖x‖².
  Definition real_apart x z : R := real_length (real_add x (real_scale (- 1) z)).

  (** [D] is the least distance of the points of S from the hyperplane orthogonal to w: no point of the hyperplane is
      nearer to one of them, and one is as near. *)
  Definition real_least_distance w s (D : R) : Prop :=
    (forall e z, In e s -> ⟨w, z⟩ = 0 -> D <= real_apart (fst e) z) /\
    exists e z, In e s /\ ⟨w, z⟩ = 0 /\ real_apart (fst e) z = D.

  (** [gamma] is the least y⟨w,x⟩ on S. *)
  Definition real_least_margin (gamma : R) w s : Prop :=
    Forall (fun e => gamma <= real_sign (snd e) * ⟨w, fst e⟩) s /\
    Exists (fun e => real_sign (snd e) * ⟨w, fst e⟩ = gamma) s.

  Lemma real_cauchy_schwarz w x : ⟨w, x⟩ * ⟨w, x⟩ <= ‖x‖² * ‖w‖².
  Proof.
    assert (square := fun a b => real_inner_nonneg V (real_add (real_scale a x) (real_scale b w))).
    assert (expanded : forall a b, 0 <= a * a * ‖x‖² + 2 * a * b * ⟨w, x⟩ + b * b * ‖w‖²)
      by (intros a b; rewrite (real_inner_comm _ w x), <- real_norm2_sum; apply square).
    assert (nonneg := real_inner_nonneg V w); assert (x_nonneg := real_inner_nonneg V x); clear square.
    set (W := ‖w‖²) in *; set (X := ‖x‖²) in *; set (p := ⟨w, x⟩) in *; clearbody W X p.
    destruct nonneg as [positive | nothing].
    - apply (Rmult_le_reg_l W); [exact positive |]; specialize (expanded W (- p)); lra.
    - subst W; apply Rnot_lt_le; intro more; assert (p_square : 0 < p * p) by lra.
      specialize (expanded 1 (- ((X + 1) / (p * p) * p))).
      assert (times : (X + 1) / (p * p) * (p * p) = X + 1) by (field; intro zero; rewrite zero in p_square; lra); lra.
  Qed.

  (** The inequality of Cauchy and Schwarz: ⟨w,x⟩ ≤ ‖w‖‖x‖, for real vectors.
      Source: Lecture 13 (27-04-2020), 1.2.1, proof; Chan, CSCI4230 Notes 3, proof of Theorem 1.1.
      Idea: 0 ≤ ‖‖w‖²·x − ⟨w,x⟩·w‖². *)
  Theorem real_inner_at_most_lengths w x : ⟨w, x⟩ <= real_length w * real_length x.
  Proof.
    assert (squares := real_cauchy_schwarz w x); rewrite (Rmult_comm ‖x‖²) in squares; unfold real_length.
    rewrite <- sqrt_mult by apply real_inner_nonneg.
    apply Rle_trans with (Rabs ⟨w, x⟩); [apply Rle_abs |].
    rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; exact squares.
  Qed.

  (** For a separator U of real points, the least distance of the points of S from the hyperplane of U is γ(U)/‖U‖,
      where γ(U) > 0 is the least y⟨U,x⟩ on S: so it is 1/‖U‖ if the least y⟨U,x⟩ is 1.
      Source: Lecture 13 (27-04-2020), 1.1.1; Hsu, Margins.
      Idea: ⟨U,x⟩ = ⟨U,x − z⟩ ≤ ‖U‖‖x − z‖ where ⟨U,z⟩ = 0, with equality for z = x − (⟨U,x⟩/‖U‖²)·U. *)
  Theorem real_margin_is_distance (gamma : R) u s :
    0 < gamma -> real_least_margin gamma u s -> real_least_distance u s (gamma / real_length u).
  Proof.
    intros positive [large attained].
    apply Exists_exists in attained as (least & member & equal).
    assert (square_sign := real_sign_squared (snd least)).
    set (p := ⟨u, fst least⟩) in *.
    assert (p_square : p * p = gamma * gamma).
    { rewrite <- equal; replace (real_sign (snd least) * p * (real_sign (snd least) * p))
        with (real_sign (snd least) * real_sign (snd least) * (p * p)) by ring; rewrite square_sign; ring. }
    assert (u_pos : 0 < ‖u‖²).
    { assert (product := real_cauchy_schwarz u (fst least)); fold p in product; rewrite p_square in product.
      assert (u_nonneg := real_inner_nonneg V u); apply Rnot_le_lt; intro small.
      assert (nothing : ‖u‖² = 0) by lra; rewrite nothing in product; nra. }
    unfold real_apart, real_length.
    assert (length_pos := sqrt_lt_R0 ‖u‖² u_pos); assert (length := sqrt_sqrt ‖u‖² (Rlt_le _ _ u_pos)).
    set (r := sqrt ‖u‖²) in *.
    assert (quotient : gamma / r * r = gamma) by (field; lra).
    split.
    - intros e z e_in on_it; set (difference := real_add (fst e) (real_scale (- 1) z)).
      assert (same : ⟨u, difference⟩ = ⟨u, fst e⟩)
        by (unfold difference; rewrite real_inner_add_r, real_inner_scale_r, on_it; ring).
      assert (product := real_cauchy_schwarz u difference); rewrite same, <- length in product.
      assert (e_large := proj1 (Forall_forall _ s) large e e_in); cbn beta in e_large.
      assert (e_sign := real_sign_squared (snd e)); set (y := real_sign (snd e)) in *; set (pe := ⟨u, fst e⟩) in *.
      assert (below : gamma * gamma <= pe * pe).
      { replace (pe * pe) with (y * y * (pe * pe)) by (rewrite e_sign; ring).
        replace (y * y * (pe * pe)) with (y * pe * (y * pe)) by ring; apply Rmult_le_compat; lra. }
      assert (d_nonneg := real_inner_nonneg V difference).
      assert (q_nonneg := sqrt_pos ‖difference‖²); assert (q_square := sqrt_sqrt ‖difference‖² d_nonneg).
      set (q := sqrt ‖difference‖²) in *; rewrite <- q_square in product.
      apply Rnot_lt_le; intro less.
      assert (q * r < gamma) by (rewrite <- quotient; apply Rmult_lt_compat_r; [exact length_pos | exact less]).
      assert (0 <= q * r) by (apply Rmult_le_pos; lra); nra.
    - exists least, (real_add (fst least) (real_scale (- (p / ‖u‖²)) u)); split; [exact member |]; split.
      + rewrite real_inner_add_r, real_inner_scale_r; fold p; field; lra.
      + set (difference := real_add (fst least)
          (real_scale (- 1) (real_add (fst least) (real_scale (- (p / ‖u‖²)) u)))).
        assert (d_square : ‖difference‖² = gamma / r * (gamma / r)).
        { transitivity (p * p / ‖u‖²).
          - unfold difference.
            repeat rewrite ?real_inner_add, ?real_inner_add_r, ?real_inner_scale, ?real_inner_scale_r.
            rewrite (real_inner_comm _ (fst least) u); fold p; field; lra.
          - rewrite p_square, <- length; field; lra. }
        change (sqrt ‖difference‖² = gamma / r); rewrite d_square; apply sqrt_square.
        apply Rlt_le, Rdiv_lt_0_compat; lra.
  Qed.

End Distance.
