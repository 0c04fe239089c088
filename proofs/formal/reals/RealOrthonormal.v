(** Orthonormal points of a real space: any labels on them are possible, and a margin allows only so many. *)

From Coq Require Import Reals List.
From ForcedMistakes Require Import Learner RealSpaces Orthonormal.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Orthonormal.

  Context {V : space real_field}.
  Implicit Types (u v : V) (xs : list V) (s : list (example V)).

  (** Bessel's inequality: Σ ⟨u, xᵢ⟩² ≤ ‖u‖² for orthonormal xᵢ.
      Idea: this is [bessel]. *)
  Theorem real_bessel u xs : orthonormal xs -> sum_of_squares u xs <= ‖u‖².
  Proof. exact (bessel u xs). Qed.

  (** No legal target has more than 1/δ² orthonormal points.
      Source: about Chan, CSCI4230 Notes 3, Claim 1.4.
      Idea: by Bessel's inequality nδ² ≤ Σ ⟨v, xᵢ⟩² ≤ ‖v‖² ≤ 1. *)
  Theorem real_no_more (delta : R) v s xs :
    0 < delta -> real_legal delta v s -> orthonormal xs -> incl xs (map fst s) ->
    INR (length xs) * (delta * delta) <= 1.
  Proof.
    intros positive legal_v; rewrite <- real_number.
    exact (no_more (delta * delta) _ s xs (real_legal_target delta v s positive legal_v)).
  Qed.

  (** Every deterministic learner errs n times on n orthonormal points, if nδ² ≤ 1: some v with ‖v‖² = nδ² gives the
      labels against its predictions with margin exactly δ.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
      Idea: v = δ·Σ yᵢxᵢ. *)
  Theorem real_forced (L : learner V) (delta : R) xs :
    orthonormal xs -> INR (length xs) * (delta * delta) <= 1 ->
    errors L (against L xs) = length xs /\
    exists v, real_legal delta v (against L xs) /\ ‖v‖² = INR (length xs) * (delta * delta) /\
      Forall (fun e => sign (snd e) * ⟨v, fst e⟩ = delta) (against L xs).
  Proof.
    intros orthonormal_xs few; split; [apply errors_against |]; set (s := against L xs).
    assert (points : map fst s = xs) by apply against_points; rewrite <- points in orthonormal_xs.
    assert (length_s : length s = length xs) by (rewrite <- points; symmetry; apply map_length).
    assert (norm : ‖scale delta (signed_sum s)‖² = INR (length xs) * (delta * delta)).
    { assert (sum : ‖signed_sum s‖² = number (length s)) by exact (signed_sum_norm2 s orthonormal_xs).
      rewrite inner_scale, inner_scale_r, sum, length_s, real_number; ring. }
    assert (margins : Forall (fun e => sign (snd e) * ⟨scale delta (signed_sum s), fst e⟩ = delta) s).
    { generalize (signed_sum_inner s orthonormal_xs); apply Forall_impl; intros e product.
      assert (square := sign_squared (snd e)); rewrite inner_scale, product.
      transitivity (delta * (sign (snd e) * sign (snd e))); [ring | rewrite square; ring]. }
    exists (scale delta (signed_sum s)); split; [split | split]; try assumption; [rewrite norm; exact few |].
    revert margins; apply Forall_impl; intros e margin; rewrite margin; apply Rle_refl.
  Qed.

End Orthonormal.
