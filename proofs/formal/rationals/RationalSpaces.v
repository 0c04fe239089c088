(** What is proved over every ordered field, for the rational numbers: their own operations, and proofs by computation.

    A file about rational numbers requires this one, or RationalPerceptron.v, before the other modules of [fields] that
    it uses. Nothing is proved here again: each lemma is one of theirs, written with the operations of Q, so that
    [rewrite] finds its terms. *)

From Coq Require Import QArith Qround.
From Coq Require Lqa.
From ForcedMistakes Require Export InnerSpace MarginTarget SignedSum CauchySchwarz Rounding.
From ForcedMistakes Require Export RationalField RationalNumber.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** Q^d. *)
Notation Qd := (vectors rational_field).

(** Terms that come from [fields] get Q's operations first; and [ring] asks for the type of the left side, which is to be
    Q and not the elements of [rational_field]. *)
Lemma left_side (a b : Q) : 0 + a == b -> a == b.
Proof. rewrite Qplus_0_l; trivial. Qed.

Ltac ring_of_rationals := ring.
Ltac fraction_of_rationals := field.
Tactic Notation "ring" := rational_terms; first [apply left_side | idtac]; ring_of_rationals.
Tactic Notation "field" := rational_terms; first [apply left_side | idtac]; fraction_of_rationals.
Ltac lra := rational_terms; Lqa.lra.
Ltac nra := rational_terms; Lqa.nra.

Lemma sign_squared (y : bool) : sign y * sign y == 1.
Proof. exact (@InnerSpace.sign_squared rational_field y). Qed.

Section Laws.

  Context {V : space rational_field}.
  Implicit Types x y z : V.

  Definition inner_comm (V : space rational_field) : forall x y : V, ⟨x, y⟩ == ⟨y, x⟩ := InnerSpace.inner_comm V.
  Definition inner_zero (V : space rational_field) : forall x : V, ⟨zero, x⟩ == 0 := InnerSpace.inner_zero V.
  Definition inner_add (V : space rational_field) : forall x y z : V, ⟨add x y, z⟩ == ⟨x, z⟩ + ⟨y, z⟩ :=
    InnerSpace.inner_add V.
  Definition inner_scale (V : space rational_field) : forall (a : Q) (x y : V), ⟨scale a x, y⟩ == a * ⟨x, y⟩ :=
    InnerSpace.inner_scale V.
  Definition inner_nonneg (V : space rational_field) : forall x : V, 0 <= ⟨x, x⟩ := InnerSpace.inner_nonneg V.

  Definition inner_zero_r : forall x, ⟨x, zero⟩ == 0 := InnerSpace.inner_zero_r.
  Definition inner_add_r : forall x y z, ⟨x, add y z⟩ == ⟨x, y⟩ + ⟨x, z⟩ := InnerSpace.inner_add_r.
  Definition inner_scale_r : forall (a : Q) x y, ⟨x, scale a y⟩ == a * ⟨x, y⟩ := InnerSpace.inner_scale_r.
  Definition norm2_add_scale : forall (a : Q) x y,
    ‖add x (scale a y)‖² == ‖x‖² + 2 * a * ⟨x, y⟩ + a * a * ‖y‖² := InnerSpace.norm2_add_scale.
  Definition cauchy_schwarz : forall x y, ⟨x, y⟩ * ⟨x, y⟩ <= ‖x‖² * ‖y‖² := CauchySchwarz.cauchy_schwarz.

End Laws.

(** ⟨eᵢ, x⟩ is coordinate i of x, if Q^d has one. *)
Definition dot_e : forall (d i : nat) (x : nat -> Q), dot d (e i) x == if (i <? d)%nat then x i else 0 :=
  @InnerSpace.dot_e rational_field.

Definition above_floor : forall B : Q, 0 <= B -> B < number (S (floor B)) := @Rounding.above_floor rational_field.
