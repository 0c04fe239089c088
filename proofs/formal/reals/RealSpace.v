(** Inner-product spaces over the real numbers.

    A bound over Q says nothing of points with irrational coordinates, so the files Real*.v prove the main theorems once
    more, of real vectors. Here δ and the target v are themselves, and no square stands for them. A learner is what it
    is in Learner.v: any states and any functions, of real vectors now, and they need not be computable.

    Only these files rest on axioms: those with which the standard library makes the real numbers. *)

From Coq Require Import Reals List Lra.
From ForcedMistakes Require Import Learner.
Import ListNotations.
Open Scope R_scope.

Record real_space : Type := {
  real_vector :> Type;
  real_zero : real_vector;
  real_add : real_vector -> real_vector -> real_vector;
  real_scale : R -> real_vector -> real_vector;
  real_inner : real_vector -> real_vector -> R;
  real_inner_comm : forall x y, real_inner x y = real_inner y x;
  real_inner_zero : forall x, real_inner real_zero x = 0;
  real_inner_add : forall x y z, real_inner (real_add x y) z = real_inner x z + real_inner y z;
  real_inner_scale : forall a x y, real_inner (real_scale a x) y = a * real_inner x y;
  real_inner_nonneg : forall x, 0 <= real_inner x x
}.

Arguments real_zero {_}.
Arguments real_add {_} _ _.
Arguments real_scale {_} _ _.
Arguments real_inner {_} _ _.

Local Notation "⟨ x , y ⟩" := (real_inner x y) (at level 0, x at level 99, y at level 99).
Local Notation "‖ x ‖²" := (real_inner x x) (at level 0, x at level 99).

(** R^d: a vector is its coordinates, of which the first [d] count. *)
Fixpoint real_dot (d : nat) (x y : nat -> R) : R :=
  match d with
  | O => 0
  | S i => real_dot i x y + x i * y i
  end.

Definition Rd (d : nat) : real_space.
Proof.
  refine {|
    real_vector := nat -> R;
    real_zero := fun _ => 0;
    real_add := fun x y i => x i + y i;
    real_scale := fun a x i => a * x i;
    real_inner := real_dot d
  |}; abstract (intros; induction d as [| d IH]; simpl; try lra; try (rewrite IH; ring);
    assert (square := Rle_0_sqr (x d)); unfold Rsqr in square; lra).
Defined.

Definition real_basis {d : nat} (n : nat) : list (Rd d) :=
  map (fun i j => if Nat.eqb i j then 1 else 0) (seq 0 n).

(** The label as a number: +1 or -1. *)
Definition real_sign (y : bool) : R := if y then 1 else - 1.

Lemma real_sign_squared (y : bool) : real_sign y * real_sign y = 1.
Proof. destruct y; simpl; ring. Qed.

Section Laws.

  Context {V : real_space}.
  Implicit Types (u v w x z : V) (xs : list V) (s : list (example V)).

  Lemma real_inner_add_r x z w : ⟨x, real_add z w⟩ = ⟨x, z⟩ + ⟨x, w⟩.
  Proof. rewrite real_inner_comm, real_inner_add, !(real_inner_comm _ x); reflexivity. Qed.

  Lemma real_inner_scale_r a x z : ⟨x, real_scale a z⟩ = a * ⟨x, z⟩.
  Proof. rewrite real_inner_comm, real_inner_scale, (real_inner_comm _ x); reflexivity. Qed.

  (** ‖a·x + b·z‖² = a²‖x‖² + 2ab⟨x,z⟩ + b²‖z‖², and it is not negative. *)
  Lemma real_norm2_sum a b x z :
    ‖real_add (real_scale a x) (real_scale b z)‖² = a * a * ‖x‖² + 2 * a * b * ⟨x, z⟩ + b * b * ‖z‖².
  Proof.
    rewrite real_inner_add, !real_inner_add_r, !real_inner_scale, !real_inner_scale_r, (real_inner_comm _ z x); ring.
  Qed.

  (** Norm at most 1, and right with margin at least δ on every example, y⟨v,x⟩ ≥ δ. *)
  Definition real_legal (delta : R) v s : Prop :=
    ‖v‖² <= 1 /\ Forall (fun e => delta <= real_sign (snd e) * ⟨v, fst e⟩) s.

  Definition real_orthonormal xs : Prop :=
    Forall (fun x => ‖x‖² = 1) xs /\ ForallOrdPairs (fun x z => ⟨x, z⟩ = 0) xs.

  (** Unit points, and a target that explains the labels. *)
  Definition real_legal_game (delta : R) s : Prop :=
    Forall (fun e => ‖fst e‖² = 1) s /\ exists v, real_legal delta v s.

  Lemma real_orthonormal_cons x xs :
    real_orthonormal (x :: xs) <-> ‖x‖² = 1 /\ Forall (fun z => ⟨x, z⟩ = 0) xs /\ real_orthonormal xs.
  Proof.
    unfold real_orthonormal; split.
    - intros [norms products]; inversion norms; inversion products; subst; auto.
    - intros (norm & products & norms & pairs); split; constructor; assumption.
  Qed.

End Laws.
