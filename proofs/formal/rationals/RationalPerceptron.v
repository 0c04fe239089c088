(** The Perceptron on rational points: lemmas of [Perceptron], written with the operations of Q. *)

From Coq Require Import QArith.
From ForcedMistakes Require Import Learner.
From ForcedMistakes Require Export Perceptron RationalSpaces.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Definition inner_update {V : space rational_field} : forall (u w x : V) (y : bool),
  ⟨u, add w (scale (sign y) x)⟩ == ⟨u, w⟩ + sign y * ⟨u, x⟩ := Perceptron.inner_update.

(** A mistake is made where y⟨w,x⟩ ≤ 0, and wherever y⟨w,x⟩ < 0. *)
Definition mistaken_answer : forall (t : ties) (product : Q) (y : bool),
  mistaken (answer t product) y = true -> sign y * product <= 0 := @Perceptron.mistaken_answer rational_field.
Definition answer_mistaken : forall (t : ties) (product : Q) (y : bool),
  sign y * product < 0 -> mistaken (answer t product) y = true := @Perceptron.answer_mistaken rational_field.
Definition answer_right : forall (t : ties) (product : Q) (y : bool),
  0 < sign y * product -> mistaken (answer t product) y = false := @Perceptron.answer_right rational_field.
Definition mistaken_iff : forall (product : Q) (y : bool),
  mistaken (answer mistake product) y = true <-> sign y * product <= 0 := @Perceptron.mistaken_iff rational_field.

(** The bound of the Perceptron, as a sample over Q uses it. *)
Definition perceptron_bound : forall {V : space rational_field} (t : ties) (R2 : Q) (u : V) (s : list (example V)),
  0 <= R2 -> within R2 s -> separates u s -> number (errors (perceptron V t) s) <= R2 * ‖u‖² :=
  @Perceptron.perceptron_bound rational_field.
