(** Inner-product spaces over an ordered field.

    Vectors are never compared: all that a theorem says of them is said of their inner products. So the same proofs
    hold in Q^d, in R^d and in the space of a kernel, where different sums of points may be the same vector. *)

From Coq Require Import Arith List Lia.
From ForcedMistakes Require Export LinearArithmetic.
Import ListNotations.
Local Open Scope field_scope.

Record space (K : field) : Type := {
  vector :> Type;
  zero : vector;
  add : vector -> vector -> vector;
  scale : K -> vector -> vector;
  inner : vector -> vector -> K;
  inner_comm : forall x y, inner x y == inner y x;
  inner_zero : forall x, inner zero x == 0;
  inner_add : forall x y z, inner (add x y) z == inner x z + inner y z;
  inner_scale : forall a x y, inner (scale a x) y == a * inner x y;
  inner_nonneg : forall x, 0 <= inner x x
}.

Arguments vector {_} _.
Arguments zero {_ _}.
Arguments add {_ _} _ _.
Arguments scale {_ _} _ _.
Arguments inner {_ _} _ _.
Arguments inner_comm {_} _ _ _.
Arguments inner_zero {_} _ _.
Arguments inner_add {_} _ _ _ _.
Arguments inner_scale {_} _ _ _ _.
Arguments inner_nonneg {_} _ _.

Notation "⟨ x , y ⟩" := (inner x y) (at level 0, x at level 99, y at level 99, format "⟨ x ,  y ⟩") :
  field_scope.
Notation "‖ x ‖²" := (inner x x) (at level 0, x at level 99, format "‖ x ‖²") : field_scope.

(** The label as a number: +1 or -1. *)
Definition sign {K : field} (y : bool) : K := if y then 1 else - (1).

Lemma sign_squared {K : field} (y : bool) : sign y * sign y == (1 : K).
Proof. destruct y; unfold sign; lra. Qed.

Section Laws.

  Context {K : field} {V : space K}.
  Implicit Types x y z : V.

  Lemma inner_zero_r x : ⟨x, zero⟩ == 0.
  Proof. rewrite inner_comm; apply inner_zero. Qed.

  Lemma inner_add_r x y z : ⟨x, add y z⟩ == ⟨x, y⟩ + ⟨x, z⟩.
  Proof. rewrite inner_comm, inner_add, (inner_comm _ y), (inner_comm _ z); reflexivity. Qed.

  Lemma inner_scale_r a x y : ⟨x, scale a y⟩ == a * ⟨x, y⟩.
  Proof. rewrite inner_comm, inner_scale, (inner_comm _ y); reflexivity. Qed.

  (** ‖x + a·y‖² = ‖x‖² + 2a⟨x,y⟩ + a²‖y‖². *)
  Lemma norm2_add_scale a x y : ‖add x (scale a y)‖² == ‖x‖² + 2 * a * ⟨x, y⟩ + a * a * ‖y‖².
  Proof. rewrite inner_add, !inner_add_r, !inner_scale, !inner_scale_r, (inner_comm _ y x); lra. Qed.

End Laws.

Section Coordinates.

  Context {K : field}.

  (** K^d: a vector is its coordinates, of which the first [d] count. *)
  Fixpoint dot (d : nat) (x y : nat -> K) : K :=
    match d with
    | O => 0
    | S i => dot i x y + x i * y i
    end.

  Definition vectors (d : nat) : space K.
  Proof.
    refine {|
      vector := nat -> K;
      zero := fun _ => 0;
      add := fun x y i => x i + y i;
      scale := fun a x i => a * x i;
      inner := dot d
    |}.
    - intros x y; induction d as [| d IH]; simpl; [reflexivity | rewrite IH; lra].
    - intros x; induction d as [| d IH]; simpl; [reflexivity | rewrite IH; lra].
    - intros x y z; induction d as [| d IH]; simpl; [lra | rewrite IH; lra].
    - intros a x y; induction d as [| d IH]; simpl; [lra | rewrite IH; lra].
    - intros x; induction d as [| d IH]; simpl; [apply Fle_refl | nra].
  Defined.

  (** The standard basis: coordinate [i] of eᵢ is 1, the others are 0. Indices start at 0. *)
  Definition e (i : nat) : nat -> K := fun j => if Nat.eqb i j then 1 else 0.

  (** ⟨eᵢ, x⟩ is coordinate i of x, if K^d has one. *)
  Lemma dot_e (d i : nat) (x : nat -> K) : dot d (e i) x == if (i <? d)%nat then x i else 0.
  Proof.
    induction d as [| d IH]; cbn [dot]; [reflexivity |].
    rewrite IH; unfold e.
    destruct (PeanoNat.Nat.eqb_spec i d), (PeanoNat.Nat.ltb_spec i d), (PeanoNat.Nat.ltb_spec i (S d)); subst;
      try lia; lra.
  Qed.

  (** The vector of the coordinates [xs]; the others are 0. *)
  Definition coordinates (xs : list K) : nat -> K := fun i => nth i xs 0.

End Coordinates.

Arguments vectors : clear implicits.
