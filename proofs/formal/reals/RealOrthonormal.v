(** Orthonormal points of a real space: any labels on them are possible, and a margin allows only so many. *)

From Coq Require Import Reals List Lra.
From ForcedMistakes Require Import Learner RealSpace.
Import ListNotations.
Open Scope R_scope.

Local Notation "⟨ x , y ⟩" := (real_inner x y) (at level 0, x at level 99, y at level 99).
Local Notation "‖ x ‖²" := (real_inner x x) (at level 0, x at level 99).

Section Orthonormal.

  Context {V : real_space}.
  Implicit Types (u v x z : V) (xs : list V) (s : list (example V)).

  (** Σ ⟨u, xᵢ⟩² *)
  Fixpoint real_sum_of_squares u xs : R :=
    match xs with
    | [] => 0
    | x :: rest => ⟨u, x⟩ * ⟨u, x⟩ + real_sum_of_squares u rest
    end.

  Lemma real_sum_of_squares_ext u z xs :
    Forall (fun x => ⟨u, x⟩ = ⟨z, x⟩) xs -> real_sum_of_squares u xs = real_sum_of_squares z xs.
  Proof. induction 1 as [| x xs same _ IH]; simpl; [reflexivity | rewrite same, IH; reflexivity]. Qed.

  (** Bessel's inequality: Σ ⟨u, xᵢ⟩² ≤ ‖u‖² for orthonormal xᵢ.
      Idea: the part of u along the first point, ⟨u, x⟩·x, is taken away. *)
  Theorem real_bessel u xs : real_orthonormal xs -> real_sum_of_squares u xs <= ‖u‖².
  Proof.
    revert u; induction xs as [| x xs IH]; intros u orthonormal_xs; simpl; [apply real_inner_nonneg |].
    apply real_orthonormal_cons in orthonormal_xs as (norm & products & orthonormal_xs).
    specialize (IH (real_add (real_scale 1 u) (real_scale (- ⟨u, x⟩) x)) orthonormal_xs).
    rewrite real_norm2_sum, norm in IH.
    rewrite (real_sum_of_squares_ext _ u) in IH; [lra |].
    revert products; apply Forall_impl; intros z product.
    rewrite real_inner_add, !real_inner_scale, product; ring.
  Qed.

  (** No legal target has more than 1/δ² orthonormal points.
      Source: about Chan, CSCI4230 Notes 3, Claim 1.4.
      Idea: by Bessel's inequality nδ² ≤ Σ ⟨v, xᵢ⟩² ≤ ‖v‖² ≤ 1. *)
  Theorem real_no_more (delta : R) v s xs :
    0 < delta -> real_legal delta v s -> real_orthonormal xs -> incl xs (map fst s) ->
    INR (length xs) * (delta * delta) <= 1.
  Proof.
    intros positive [short explained] orthonormal_xs among; apply real_bessel with (u := v) in orthonormal_xs as few.
    enough (INR (length xs) * (delta * delta) <= real_sum_of_squares v xs) by lra.
    clear few orthonormal_xs; induction xs as [| x xs IH]; cbn [length real_sum_of_squares]; [simpl; lra |].
    apply incl_cons_inv in among as [x_among xs_among]; specialize (IH xs_among); rewrite S_INR.
    apply in_map_iff in x_among as (e & <- & e_in_s).
    rewrite Forall_forall in explained; specialize (explained e e_in_s).
    assert (square := real_sign_squared (snd e)).
    set (p := ⟨v, fst e⟩) in *; clearbody p.
    assert (delta * delta <= (real_sign (snd e) * p) * (real_sign (snd e) * p)) by nra.
    replace ((real_sign (snd e) * p) * (real_sign (snd e) * p))
      with (real_sign (snd e) * real_sign (snd e) * (p * p)) in * by ring.
    rewrite square in *; lra.
  Qed.

  (** δ·Σ yᵢxᵢ *)
  Fixpoint real_signed_sum (delta : R) s : V :=
    match s with
    | [] => real_zero
    | (x, y) :: rest => real_add (real_scale (delta * real_sign y) x) (real_signed_sum delta rest)
    end.

  Lemma real_signed_sum_orthogonal delta s z :
    Forall (fun x => ⟨x, z⟩ = 0) (map fst s) -> ⟨real_signed_sum delta s, z⟩ = 0.
  Proof.
    induction s as [| [x y] s IH]; simpl; intro products; [apply real_inner_zero |].
    inversion_clear products as [| ? ? product rest].
    rewrite real_inner_add, real_inner_scale, product, (IH rest); ring.
  Qed.

  (** Its margin is exactly δ on each of the points, and its norm² is nδ². *)
  Lemma real_signed_sum_explains delta s :
    real_orthonormal (map fst s) ->
    Forall (fun e => real_sign (snd e) * ⟨real_signed_sum delta s, fst e⟩ = delta) s /\
    ‖real_signed_sum delta s‖² = INR (length s) * (delta * delta).
  Proof.
    induction s as [| [x y] s IH]; intro orthonormal_s;
      [split; [constructor |]; simpl; rewrite real_inner_zero; ring |].
    cbn [real_signed_sum map fst length] in *.
    apply real_orthonormal_cons in orthonormal_s as (norm & products & orthonormal_s).
    destruct (IH orthonormal_s) as [margins norms].
    assert (orthogonal : ⟨real_signed_sum delta s, x⟩ = 0).
    { apply real_signed_sum_orthogonal; revert products; apply Forall_impl; intros z <-; apply real_inner_comm. }
    assert (square := real_sign_squared y); split.
    - constructor; cbn [fst snd].
      + rewrite real_inner_add, real_inner_scale, norm, orthogonal.
        replace (real_sign y * (delta * real_sign y * 1 + 0)) with (delta * (real_sign y * real_sign y)) by ring.
        rewrite square; ring.
      + apply Forall_map in products; rewrite Forall_forall in margins, products |- *; intros e e_in_s.
        rewrite real_inner_add, real_inner_scale, (products e e_in_s).
        transitivity (real_sign (snd e) * ⟨real_signed_sum delta s, fst e⟩); [ring | apply margins, e_in_s].
    - rewrite real_inner_add, !real_inner_add_r, !real_inner_scale, !real_inner_scale_r, norm, S_INR.
      rewrite (real_inner_comm _ x), orthogonal, norms.
      replace (delta * real_sign y * (delta * real_sign y * 1)) with (delta * delta * (real_sign y * real_sign y))
        by ring.
      rewrite square; ring.
  Qed.

  (** Every deterministic learner errs n times on n orthonormal points, if nδ² ≤ 1: some v with ‖v‖² = nδ² gives the
      labels against its predictions with margin exactly δ.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
      Idea: v = δ·Σ yᵢxᵢ. *)
  Theorem real_forced (L : learner V) (delta : R) xs :
    real_orthonormal xs -> INR (length xs) * (delta * delta) <= 1 ->
    errors L (against L xs) = length xs /\
    exists v, real_legal delta v (against L xs) /\ ‖v‖² = INR (length xs) * (delta * delta) /\
      Forall (fun e => real_sign (snd e) * ⟨v, fst e⟩ = delta) (against L xs).
  Proof.
    intros orthonormal_xs few; split; [apply errors_against |].
    assert (points := against_points L xs).
    assert (length_s : length (against L xs) = length xs).
    { transitivity (length (map fst (against L xs))); [symmetry; apply map_length | rewrite points; reflexivity]. }
    destruct (real_signed_sum_explains delta (against L xs)) as [margins norm];
      [rewrite points; exact orthonormal_xs |].
    rewrite length_s in norm.
    exists (real_signed_sum delta (against L xs)); split; [split | split]; try assumption; [lra |].
    revert margins; apply Forall_impl; intros e margin; lra.
  Qed.

End Orthonormal.
