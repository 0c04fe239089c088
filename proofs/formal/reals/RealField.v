(** The ordered field of the real numbers. It rests on the axioms of the standard library's real numbers. *)

From Coq Require Import Reals Lra.
From Coq.micromega Require Import OrderedRing ZCoeff RMicromega.
From ForcedMistakes Require Import OrderedField.
Local Open Scope R_scope.

Lemma IZR_is (n : Z) : IZR n = gen_order_phi_Z 0 1 Rplus Rmult Ropp n.
Proof.
  assert (morphism := Zring_morph Rsor).
  induction n as [| n IH | n IH] using Z.peano_ind; [reflexivity | |].
  - unfold Z.succ; rewrite plus_IZR, IH, (Ring_theory.morph_add morphism); reflexivity.
  - unfold Z.pred; rewrite plus_IZR, IH, (Ring_theory.morph_add morphism); f_equal.
Qed.

(** Real numbers are compared by an axiom, and not by a computation. *)
Definition Rcompare (a b : R) : comparison :=
  match total_order_T a b with
  | inleft (left _) => Lt
  | inleft (right _) => Eq
  | inright _ => Gt
  end.

Lemma Rcompare_spec (a b : R) : CompareSpec (a = b) (a < b) (b < a) (Rcompare a b).
Proof. unfold Rcompare; destruct (total_order_T a b) as [[less | equal] | more]; constructor; assumption. Qed.

Lemma Int_part_spec (a : R) : IZR (Int_part a) <= a /\ a < IZR (Int_part a + 1).
Proof. destruct (base_Int_part a); rewrite plus_IZR; lra. Qed.

Canonical real_field : field := {|
  element := R;
  F0 := 0;
  F1 := 1;
  Fplus := Rplus;
  Fmult := Rmult;
  Fminus := Rminus;
  Fopp := Ropp;
  Finv := Rinv;
  integer := IZR;
  Feq := @eq R;
  Fle := Rle;
  Flt := Rlt;
  Fcompare := Rcompare;
  Ffloor := Int_part;
  Fordered := Rsor;
  Finv_same := fun a b equal => f_equal Rinv equal;
  Finv_times := fun a nonzero => Rinv_l a nonzero;
  integer_is := IZR_is;
  Fcompare_spec := Rcompare_spec;
  Ffloor_spec := Int_part_spec
|}.
