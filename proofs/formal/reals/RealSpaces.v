(** What is proved over every ordered field, for the real numbers: their own operations, and δ and the target themselves
    in the place of squares.

    Only the files of this folder rest on axioms: those with which the standard library makes the real numbers. A
    learner is what it is in Learner.v: any states and any functions, of real vectors now, and they need not be
    computable. *)

From Coq Require Import Reals List.
From Coq Require Lra.
From ForcedMistakes Require Import Learner LegalGame.
From ForcedMistakes Require Export InnerSpace MarginTarget SignedSum CauchySchwarz Rounding.
From ForcedMistakes Require Export Perceptron RealField.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

(** R^d. *)
Notation Rd := (vectors real_field).

(** Terms that come from [fields] get R's operations first; and [ring] asks for the type of the left side, which is to be
    R and not the elements of [real_field]. *)
Ltac real_terms :=
  cbn [element F0 F1 Fplus Fmult Fminus Fopp Finv integer Feq Fle Flt Fcompare Ffloor real_field] in *;
  unfold Fdiv, number in *.

Lemma left_side (a b : R) : 0 + a = b -> a = b.
Proof. rewrite Rplus_0_l; trivial. Qed.

Ltac ring_of_reals := ring.
Ltac fraction_of_reals := field.
Tactic Notation "ring" := real_terms; first [apply left_side | idtac]; ring_of_reals.
Tactic Notation "field" := real_terms; first [apply left_side | idtac]; fraction_of_reals.
Ltac lra := real_terms; Lra.lra.
Ltac nra := real_terms; Lra.nra.

(** A number of rounds. *)
Lemma real_number (n : nat) : number n = INR n.
Proof. symmetry; apply INR_IZR_INZ. Qed.

Definition sign_squared : forall y : bool, sign y * sign y = 1 := @InnerSpace.sign_squared real_field.

Section Laws.

  Context {V : space real_field}.

  Definition inner_comm (V : space real_field) : forall x y : V, ⟨x, y⟩ = ⟨y, x⟩ := InnerSpace.inner_comm V.
  Definition inner_zero (V : space real_field) : forall x : V, ⟨zero, x⟩ = 0 := InnerSpace.inner_zero V.
  Definition inner_add (V : space real_field) : forall x y z : V, ⟨add x y, z⟩ = ⟨x, z⟩ + ⟨y, z⟩ :=
    InnerSpace.inner_add V.
  Definition inner_scale (V : space real_field) : forall (a : R) (x y : V), ⟨scale a x, y⟩ = a * ⟨x, y⟩ :=
    InnerSpace.inner_scale V.
  Definition inner_nonneg (V : space real_field) : forall x : V, 0 <= ⟨x, x⟩ := InnerSpace.inner_nonneg V.
  Definition inner_add_r : forall x y z : V, ⟨x, add y z⟩ = ⟨x, y⟩ + ⟨x, z⟩ := InnerSpace.inner_add_r.
  Definition inner_scale_r : forall (a : R) (x y : V), ⟨x, scale a y⟩ = a * ⟨x, y⟩ := InnerSpace.inner_scale_r.
  Definition cauchy_schwarz : forall x y : V, ⟨x, y⟩ * ⟨x, y⟩ <= ‖x‖² * ‖y‖² := CauchySchwarz.cauchy_schwarz.

  (** Norm at most 1, and right with margin at least δ on every example, y⟨v,x⟩ ≥ δ. *)
  Definition real_legal (delta : R) (v : V) (s : list (example V)) : Prop :=
    ‖v‖² <= 1 /\ Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s.

  (** Unit points, and a target that explains the labels. *)
  Definition real_legal_game (delta : R) (s : list (example V)) : Prop :=
    Forall (fun e => ‖fst e‖² = 1) s /\ exists v, real_legal delta v s.

  (** v is the target 1·v. *)
  Lemma real_legal_target (delta : R) (v : V) (s : list (example V)) :
    0 < delta -> real_legal delta v s -> legal (delta * delta) {| direction := v; scale2 := 1 |} s.
  Proof.
    intros positive [short explained]; split; [cbn; lra |]; split; [unfold target_norm2; cbn; lra |].
    revert explained; apply Forall_impl; intros [x y] margin; unfold explains, margin2; cbn in *.
    set (p := ⟨v, x⟩) in *; clearbody p; destruct y; cbn in *; split; nra.
  Qed.

  Lemma real_legal_game_legal (delta : R) (s : list (example V)) :
    0 < delta -> real_legal_game delta s -> legal_game (delta * delta) s.
  Proof.
    intros positive [units [v legal_v]]; split; [exact units |].
    exists {| direction := v; scale2 := 1 |}; apply real_legal_target; assumption.
  Qed.

End Laws.
