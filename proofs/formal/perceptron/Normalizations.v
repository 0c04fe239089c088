(** What may be rescaled without loss, and what one update does: steps on the way to the theorems about the Perceptron.
    *)

From Coq Require Import QArith List Lqa Lia.
From ForcedMistakes Require Import Learner Space Target CauchySchwarz Perceptron Passes Rounding Loop Margins.
Import ListNotations.
Open Scope Q_scope.

(** ** Thresholds *)

(** (x, c) in Q^(d + 1), for x in Q^d. *)
Definition extend {d : nat} (x : Qd d) (c : Q) : Qd (S d) := fun i => if Nat.eqb i d then c else x i.

Section Scale.

  Context {V : space}.
  Implicit Types (s : list (example V)) (u v w x : V).

  (** [w] separates [s], and its hyperplane keeps a distance of at least δ from every point: y⟨w,x⟩/‖w‖ ≥ δ. *)
  Definition distance_at_least (d2 : Q) w s : Prop :=
    Forall (fun e => 0 < sign (snd e) * ⟨w, fst e⟩ /\ d2 * ‖w‖² <= ⟨w, fst e⟩ * ⟨w, fst e⟩) s.

  (** ** Updates *)

  (** w after [k] updates on the same example. *)
  Fixpoint updated (k : nat) w x (y : bool) : V :=
    match k with
    | O => w
    | S k => add (updated k w x y) (scale (sign y) x)
    end.

  (** ** The fewest errors *)

  (** On how many examples y⟨w,x⟩ ≤ 0, and Opt(S), the least such number. *)
  Definition wrong_on s w : nat := length (filter (is_violated w) s).
  Definition optimum s (k : nat) : Prop := (exists w, wrong_on s w = k) /\ forall w, (k <= wrong_on s w)%nat.

  Lemma wrong_on_none s w : wrong_on s w = 0%nat <-> right_on s w.
  Proof.
    unfold wrong_on, right_on; induction s as [| e s IH]; simpl; [split; constructor |].
    destruct (is_violated w e) eqn:here; unfold is_violated in here.
    - apply Qle_bool_iff in here; split; [discriminate |]; intro all; apply Forall_inv in all; lra.
    - rewrite IH; split; [intro all; constructor; [| exact all] | apply Forall_inv_tail].
      apply Qnot_le_lt; intro le; apply Qle_bool_iff in le; congruence.
  Qed.

  (** Opt(S) = 0 iff some U has y⟨U,x⟩ > 0 on every example.
      Source: Lecture 13 (27-04-2020), 1.1.1. *)
  Lemma separable_iff_optimum_0 s : optimum s 0 <-> exists u, right_on s u.
  Proof.
    split; [intros [[w none] _]; exists w; apply wrong_on_none, none | intros [u right]; split].
    - exists u; apply wrong_on_none, right.
    - intro; lia.
  Qed.

End Scale.

