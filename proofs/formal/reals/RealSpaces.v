(** What is proved over every ordered field, for the real numbers: their own operations, and δ and the target themselves
    in the place of squares.

    Only the files of this folder rest on axioms: those with which the standard library makes the real numbers. A
    learner is what it is in Learner.v: any states and any functions, of real vectors now, and they need not be
    computable. *)

From Coq Require Import Reals List.
From Coq Require Lra.
From ForcedMistakes Require Import Learner Game.
From ForcedMistakes Require Export FieldSpace FieldTarget FieldSignedSum FieldCauchySchwarz FieldRounding.
From ForcedMistakes Require Export FieldPerceptron RealField.
Import ListNotations.
Open Scope R_scope.

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

Definition sign_squared : forall y : bool, sign y * sign y = 1 := @FieldSpace.sign_squared real_field.

Section Laws.

  Context {V : space real_field}.

  Definition inner_comm (V : space real_field) : forall x y : V, ⟨x, y⟩ = ⟨y, x⟩ := FieldSpace.inner_comm V.
  Definition inner_zero (V : space real_field) : forall x : V, ⟨zero, x⟩ = 0 := FieldSpace.inner_zero V.
  Definition inner_add (V : space real_field) : forall x y z : V, ⟨add x y, z⟩ = ⟨x, z⟩ + ⟨y, z⟩ :=
    FieldSpace.inner_add V.
  Definition inner_scale (V : space real_field) : forall (a : R) (x y : V), ⟨scale a x, y⟩ = a * ⟨x, y⟩ :=
    FieldSpace.inner_scale V.
  Definition inner_nonneg (V : space real_field) : forall x : V, 0 <= ⟨x, x⟩ := FieldSpace.inner_nonneg V.
  Definition inner_add_r : forall x y z : V, ⟨x, add y z⟩ = ⟨x, y⟩ + ⟨x, z⟩ := FieldSpace.inner_add_r.
  Definition inner_scale_r : forall (a : R) (x y : V), ⟨x, scale a y⟩ = a * ⟨x, y⟩ := FieldSpace.inner_scale_r.
  Definition cauchy_schwarz : forall x y : V, ⟨x, y⟩ * ⟨x, y⟩ <= ‖x‖² * ‖y‖² := FieldCauchySchwarz.cauchy_schwarz.

  (** Norm at most 1, and right with margin at least δ on every example, y⟨v,x⟩ ≥ δ. *)
  Definition real_legal (delta : R) (v : V) (s : list (example V)) : Prop :=
    ‖v‖² <= 1 /\ Forall (fun e => delta <= sign (snd e) * ⟨v, fst e⟩) s.

  (** Unit points, and a target that explains the labels. *)
  Definition real_legal_game (delta : R) (s : list (example V)) : Prop :=
    Forall (fun e => ‖fst e‖² = 1) s /\ exists v, real_legal delta v s.

  (** v is the target 1·v, and s·u is a real vector. *)
  Lemma real_legal_target (delta : R) (v : V) (s : list (example V)) :
    0 < delta -> real_legal delta v s -> legal (delta * delta) {| direction := v; scale2 := 1 |} s.
  Proof.
    intros positive [short explained]; split; [cbn; lra |]; split; [unfold target_norm2; cbn; lra |].
    revert explained; apply Forall_impl; intros [x y] margin; unfold explains, margin2; cbn in *.
    set (p := ⟨v, x⟩) in *; clearbody p; destruct y; cbn in *; split; nra.
  Qed.

  Lemma real_legal_game_iff (delta : R) (s : list (example V)) :
    0 < delta -> real_legal_game delta s <-> legal_game (delta * delta) s.
  Proof.
    intro positive; split; intros [units [t legal_t]]; (split; [exact units |]).
    { exists {| direction := t; scale2 := 1 |}; apply real_legal_target; assumption. }
    destruct legal_t as (scaled & short & explained); unfold target_norm2 in short; real_terms.
    assert (root := sqrt_lt_R0 _ scaled); assert (square := sqrt_sqrt _ (Rlt_le _ _ scaled)).
    set (r := sqrt (scale2 t)) in *; exists (scale r (direction t)); split.
    - rewrite inner_scale, inner_scale_r, <- Rmult_assoc, square; exact short.
    - revert explained; apply Forall_impl; intros e [right margin]; unfold margin2 in margin; rewrite inner_scale.
      real_terms; rewrite <- square in margin; set (p := ⟨direction t, fst e⟩) in *.
      assert (y_square := sign_squared (snd e)); set (y := sign (snd e)) in *.
      assert (positive_q : 0 < r * (y * p)) by (apply Rmult_lt_0_compat; assumption).
      assert (square_q : r * (y * p) * (r * (y * p)) = r * r * (p * p)).
      { transitivity (y * y * (r * r * (p * p))); [ring | rewrite y_square; ring]. }
      replace (y * (r * p)) with (r * (y * p)) by ring; set (q := r * (y * p)) in *.
      apply Rnot_lt_le; intro less; nra.
  Qed.

End Laws.
