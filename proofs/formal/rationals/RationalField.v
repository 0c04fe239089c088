(** The ordered field of the rational numbers. *)

From Coq Require Import QArith Qround.
From Coq.micromega Require Import OrderedRing ZCoeff QMicromega.
From ForcedMistakes Require Import OrderedField.
Local Open Scope Q_scope.

Lemma inject_Z_is (n : Z) : inject_Z n == gen_order_phi_Z 0 1 Qplus Qmult Qopp n.
Proof.
  assert (morphism := Zring_morph Qsor).
  induction n as [| n IH | n IH] using Z.peano_ind; [reflexivity | |].
  - unfold Z.succ; rewrite inject_Z_plus, IH, (Ring_theory.morph_add morphism); reflexivity.
  - unfold Z.pred; rewrite inject_Z_plus, IH, (Ring_theory.morph_add morphism); reflexivity.
Qed.

Lemma Qcompare_spec (a b : Q) : CompareSpec (a == b) (a < b) (b < a) (a ?= b).
Proof.
  destruct (a ?= b) eqn:order; constructor;
    [apply Qeq_alt | apply Qlt_alt | apply Qgt_alt]; exact order.
Qed.

Lemma Qfloor_spec (a : Q) : inject_Z (Qfloor a) <= a /\ a < inject_Z (Qfloor a + 1).
Proof. split; [apply Qfloor_le | apply Qlt_floor]. Qed.

Canonical rational_field : field := {|
  element := Q;
  F0 := 0;
  F1 := 1;
  Fplus := Qplus;
  Fmult := Qmult;
  Fminus := Qminus;
  Fopp := Qopp;
  Finv := Qinv;
  integer := inject_Z;
  Feq := Qeq;
  Fle := Qle;
  Flt := Qlt;
  Fcompare := Qcompare;
  Ffloor := Qfloor;
  Fordered := Qsor;
  Finv_same := Qinv_comp;
  Finv_times := fun a nonzero => Qeq_trans _ _ _ (Qmult_comm _ _) (Qmult_inv_r a nonzero);
  integer_is := inject_Z_is;
  Fcompare_spec := Qcompare_spec;
  Ffloor_spec := Qfloor_spec
|}.

(** Statements about the rational numbers are written with their own operations, and so are those that come from
    theorems over every ordered field. *)
Ltac rational_terms :=
  cbn [element F0 F1 Fplus Fmult Fminus Fopp Finv integer Feq Fle Flt Fcompare Ffloor rational_field] in *;
  unfold Fdiv, number in *.
