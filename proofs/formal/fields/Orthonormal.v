(** Orthonormal points: any labels on them are possible, and a margin allows only so many.

    This is the adversary of Chan, CSCI4230 Notes 3, Claim 1.4, on any orthonormal points: show them one after the
    other, label each one against the prediction, and explain all labels by v = δ·Σ yᵢxᵢ, for ‖v‖² = nδ² ≤ 1.
    A sum Σ yᵢxᵢ is the direction of this target and δ² its square of the scale, so no root is taken. *)

From Coq Require Import List.
From ForcedMistakes Require Import Learner InnerSpace MarginTarget SignedSum.
Import ListNotations.
Local Open Scope field_scope.

Section Orthonormal.

  Context {K : field} {V : space K}.
  Implicit Types (u x z : V) (xs : list V) (s : list (example V)).

  Lemma orthonormal_cons x xs :
    orthonormal (x :: xs) <-> ‖x‖² == 1 /\ Forall (fun z => ⟨x, z⟩ == 0) xs /\ orthonormal xs.
  Proof.
    unfold orthonormal; split.
    - intros [norms products]; inversion norms; inversion products; subst; auto.
    - intros (norm & products & norms & pairs); split; constructor; assumption.
  Qed.

  (** The first few of orthonormal points are orthonormal. *)
  Lemma orthonormal_firstn (k : nat) xs : orthonormal xs -> orthonormal (firstn k xs).
  Proof.
    revert k; induction xs as [| x xs IH]; intros [| k] all_of_them; cbn [firstn].
    1-3: split; constructor.
    - apply orthonormal_cons in all_of_them as (norm & products & others).
      apply orthonormal_cons; split; [exact norm | split; [| apply IH, others]].
      rewrite Forall_forall in products |- *; intros z z_in; apply products.
      rewrite <- (firstn_skipn k xs); apply in_or_app; left; exact z_in.
  Qed.

  (* ------------------------------------------------------------------------------------------ Bessel's inequality *)

  (** Σ ⟨u, xᵢ⟩² *)
  Fixpoint sum_of_squares (u : V) (xs : list V) : K :=
    match xs with
    | [] => 0
    | x :: rest => ⟨u, x⟩ * ⟨u, x⟩ + sum_of_squares u rest
    end.

  Lemma sum_of_squares_ext u z xs :
    Forall (fun x => ⟨u, x⟩ == ⟨z, x⟩) xs -> sum_of_squares u xs == sum_of_squares z xs.
  Proof.
    induction 1 as [| x xs same _ IH]; simpl; [reflexivity |].
    rewrite same, IH; reflexivity.
  Qed.

  (** Bessel's inequality: Σ ⟨u, xᵢ⟩² ≤ ‖u‖² for orthonormal xᵢ.
      Idea: take from u its part along the first point, ⟨u, x⟩·x: this takes ⟨u, x⟩² from ‖u‖², and changes no inner
      product with the other points. In the end ‖·‖² ≥ 0 remains. *)
  Theorem bessel u xs : orthonormal xs -> sum_of_squares u xs <= ‖u‖².
  Proof.
    revert u; induction xs as [| x xs IH]; intros u orthonormal_xs; simpl; [apply inner_nonneg |].
    apply orthonormal_cons in orthonormal_xs as (norm & products & orthonormal_xs).
    set (rest := add u (scale (- ⟨u, x⟩) x)).
    assert (same : sum_of_squares u xs == sum_of_squares rest xs).
    { apply sum_of_squares_ext; revert products; apply Forall_impl; intros z product.
      unfold rest; rewrite inner_add, inner_scale, product; lra. }
    assert (shorter : ‖rest‖² == ‖u‖² - ⟨u, x⟩ * ⟨u, x⟩).
    { unfold rest; rewrite norm2_add_scale, norm; lra. }
    specialize (IH rest orthonormal_xs); lra.
  Qed.

  (* ------------------------------------------------------------------------------ one target for any labels *)

  (** δ·Σ yᵢxᵢ, where [d2] is δ². *)
  Definition signed_target (d2 : K) (s : list (example V)) : target V :=
    {| direction := signed_sum s; scale2 := d2 |}.

  Lemma signed_sum_orthogonal s z : Forall (fun x => ⟨x, z⟩ == 0) (map fst s) -> ⟨signed_sum s, z⟩ == 0.
  Proof.
    induction s as [| [x y] s IH]; simpl; intro products; [apply inner_zero |].
    inversion_clear products as [| ? ? product rest].
    rewrite inner_add, inner_scale, product, (IH rest); lra.
  Qed.

  Lemma orthogonal_comm x xs : Forall (fun z => ⟨x, z⟩ == 0) xs -> Forall (fun z => ⟨z, x⟩ == 0) xs.
  Proof. apply Forall_impl; intros z product; rewrite inner_comm; exact product. Qed.

  (** ⟨Σ yⱼxⱼ, xᵢ⟩ = yᵢ: of the other points nothing is seen. *)
  Lemma signed_sum_inner s :
    orthonormal (map fst s) -> Forall (fun e => ⟨signed_sum s, fst e⟩ == sign (snd e)) s.
  Proof.
    induction s as [| [x y] s IH]; simpl; intro orthonormal_s; [constructor |].
    apply orthonormal_cons in orthonormal_s as (norm & products & orthonormal_s).
    constructor; simpl.
    - rewrite inner_add, inner_scale, norm, signed_sum_orthogonal by (apply orthogonal_comm, products); lra.
    - apply Forall_map in products.
      specialize (IH orthonormal_s); rewrite Forall_forall in IH, products |- *.
      intros e e_in_s; rewrite inner_add, inner_scale, (products e e_in_s), (IH e e_in_s); lra.
  Qed.

  (** ‖Σ yᵢxᵢ‖² = n *)
  Lemma signed_sum_norm2 s : orthonormal (map fst s) -> ‖signed_sum s‖² == number (length s).
  Proof.
    induction s as [| [x y] s IH]; intro orthonormal_s;
      [cbn -[number]; rewrite inner_zero, number_0; reflexivity |]; cbn [signed_sum map fst length] in *.
    apply orthonormal_cons in orthonormal_s as (norm & products & orthonormal_s).
    assert (orthogonal := signed_sum_orthogonal s x (orthogonal_comm _ _ products)).
    rewrite number_S, <- (IH orthonormal_s).
    rewrite inner_add, !inner_add_r, !inner_scale, !inner_scale_r, norm.
    rewrite (inner_comm _ x (signed_sum s)), orthogonal.
    transitivity (sign y * sign y + ‖signed_sum s‖²); [lra |].
    rewrite sign_squared; lra.
  Qed.

  (** The margin of δ·Σ yᵢxᵢ is exactly δ on each of its points. *)
  Lemma signed_target_margin2 d2 s :
    orthonormal (map fst s) -> Forall (fun e => margin2 (signed_target d2 s) (fst e) == d2) s.
  Proof.
    intro orthonormal_s; generalize (signed_sum_inner s orthonormal_s).
    apply Forall_impl; intros [x y] inner_x; unfold margin2; simpl in *.
    rewrite inner_x, sign_squared; lra.
  Qed.

  (** If nδ² ≤ 1 and δ > 0, all 2ⁿ sequences of labels on n orthonormal points are legal: each one has its target, δ·Σ
      yᵢxᵢ.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
      Idea: its norm² is nδ², and its product with xᵢ is yᵢδ. *)
  Theorem any_labels_are_legal d2 s :
    orthonormal (map fst s) -> 0 < d2 -> number (length s) * d2 <= 1 ->
    legal d2 (signed_target d2 s) s.
  Proof.
    intros orthonormal_s positive few; split; [exact positive | split].
    - unfold target_norm2; simpl; rewrite signed_sum_norm2 by assumption; lra.
    - assert (inners := signed_sum_inner s orthonormal_s).
      assert (margins := signed_target_margin2 d2 s orthonormal_s).
      rewrite Forall_forall in inners, margins |- *; intros e e_in_s; split.
      + simpl; rewrite (inners e e_in_s), sign_squared; lra.
      + rewrite (margins e e_in_s); apply Fle_refl.
  Qed.

  (* -------------------------------------------------------------------------------------------- the lower bound *)

  (** Every deterministic learner errs n times on n orthonormal points, if nδ² ≤ 1 and δ > 0: on the labels that it
      does not predict, and some v with ‖v‖² = nδ² ≤ 1 gives all of them with margin exactly δ.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4, on orthonormal points in the place of e₁ … eₙ.
      Idea: each round is a mistake, since its label is against the prediction; v = δ·Σ yᵢxᵢ. *)
  Theorem forced (L : learner V) d2 xs :
    orthonormal xs -> 0 < d2 -> number (length xs) * d2 <= 1 ->
    errors L (against L xs) = length xs /\
    exists t : target V,
      legal d2 t (against L xs) /\
      target_norm2 t == number (length xs) * d2 /\
      Forall (fun x => margin2 t x == d2) xs.
  Proof.
    intros orthonormal_xs positive few; split; [apply errors_against |].
    assert (points := against_points L xs).
    assert (length_s : length (against L xs) = length xs).
    { transitivity (length (map fst (against L xs))); [symmetry; apply map_length | rewrite points; reflexivity]. }
    assert (orthonormal_s : orthonormal (map fst (against L xs))) by (rewrite points; exact orthonormal_xs).
    exists (signed_target d2 (against L xs)); split; [| split].
    - apply any_labels_are_legal; [assumption .. | rewrite length_s; exact few].
    - unfold target_norm2; simpl; rewrite signed_sum_norm2, length_s by assumption; lra.
    - assert (margins := signed_target_margin2 d2 _ orthonormal_s).
      rewrite <- (Forall_map fst (fun x => margin2 _ x == d2)), points in margins; exact margins.
  Qed.

  (* -------------------------------------------------------------------------------------------- and its limit *)

  Lemma margins_sum d2 (t : target V) xs :
    Forall (fun x => d2 <= margin2 t x) xs ->
    number (length xs) * d2 <= scale2 t * sum_of_squares (direction t) xs.
  Proof.
    induction 1 as [| x xs margin _ IH]; cbn [length sum_of_squares]; [rewrite number_0; lra |].
    rewrite number_S; unfold margin2 in margin; lra.
  Qed.

  (** No legal target has more than 1/δ² orthonormal points: among the points of a legal game there are never n
      orthonormal ones with nδ² > 1. So the adversary of orthonormal points can force no more.
      Source: about Chan, CSCI4230 Notes 3, Claim 1.4.
      Idea: by Bessel's inequality nδ² ≤ Σ ⟨v, xᵢ⟩² ≤ ‖v‖² ≤ 1. *)
  Theorem no_more d2 (t : target V) s xs :
    legal d2 t s -> orthonormal xs -> incl xs (map fst s) ->
    number (length xs) * d2 <= 1.
  Proof.
    intros (positive & short & explained) orthonormal_xs among.
    assert (margins : Forall (fun x => d2 <= margin2 t x) xs).
    { rewrite Forall_forall in explained |- *; intros x x_in_xs.
      apply among, in_map_iff in x_in_xs as (e & <- & e_in_s); apply (explained e e_in_s). }
    assert (sum := margins_sum d2 t xs margins).
    assert (few := bessel (direction t) xs orthonormal_xs).
    unfold target_norm2 in short; nra.
  Qed.

End Orthonormal.
