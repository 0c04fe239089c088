(** A sequence of points with margin 1 on which every round is a mistake (Hsu, second theorem, where no L exists).

    The points are (1, 1), (1, -3), (1, 5), (1, -7), …, all labeled +1. *)

From Coq Require Import QArith List.
From ForcedMistakes Require Import Learner RationalPerceptron.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** 1, -1, 1, -1, … *)
Fixpoint alternating (m : nat) : Q :=
  match m with
  | O => 1
  | S m => - alternating m
  end.

Lemma alternating_squared (m : nat) : alternating m * alternating m == 1.
Proof. induction m as [| m IH]; simpl; [reflexivity | lra]. Qed.

(** The point of round m + 1: (1, ±(2m + 1)). *)
Definition alternating_point (m : nat) : Qd 2 := coordinates [1; alternating m * (2 * number m + 1)].

Fixpoint alternation (n : nat) : list (example (Qd 2)) :=
  match n with
  | O => []
  | S m => alternation m ++ [(alternating_point m, true)]
  end.

(** (1, 0) has margin 1 on all of them. *)
Lemma alternation_separable (n : nat) : separates (coordinates [1; 0] : Qd 2) (alternation n).
Proof.
  unfold separates; induction n as [| n IH]; simpl; [constructor |].
  apply Forall_app; split; [exact IH | repeat constructor]; unfold alternating_point, coordinates; simpl; lra.
Qed.

(** After n rounds, all of them mistakes, w = (n, ∓n), and ⟨w,x⟩ = n - n(2n + 1) = -2n². *)
Lemma alternation_run (n : nat) :
  errors (perceptron (Qd 2) mistake) (alternation n) = n /\
  weights mistake (alternation n) 0%nat == number n /\
  weights mistake (alternation n) 1%nat == - (alternating n * number n).
Proof.
  unfold errors, weights; cbn [init perceptron].
  induction n as [| n [count [at_0 at_1]]]; [repeat split |].
  cbn [alternation]; rewrite errors_from_app, count.
  rewrite state_after_app; cbn [errors_from state_after].
  set (w := state_after (perceptron (Qd 2) mistake) zero (alternation n)) in *.
  assert (product : ⟨(w : Qd 2), alternating_point n⟩ == - (2) * (number n * number n)).
  { unfold alternating_point, coordinates; simpl inner; cbn [dot nth]; rewrite at_0, at_1.
    transitivity (number n - alternating n * alternating n * (number n * (2 * number n + 1))); [ring |].
    rewrite alternating_squared; ring. }
  assert (wrong : mistaken (answer mistake ⟨(w : Qd 2), alternating_point n⟩) true = true).
  { apply mistaken_iff; rewrite product; assert (n_nonneg := number_nonneg n); simpl; nra. }
  cbn [predict update perceptron]; rewrite wrong.
  change (S n) with (1 + n)%nat; rewrite number_add; change (number 1) with 1.
  split; [rewrite Nat.add_comm; reflexivity |].
  cbn [add scale Qd]; unfold alternating_point, coordinates; cbn [nth sign alternating Nat.add].
  rewrite at_0, at_1; split; ring.
Qed.

(** Without a bound on the lengths, margin 1 bounds nothing: all of the first n rounds are mistakes, for every n,
    though one u has margin 1 on all of the points.
    Source: a reading of Hsu, second theorem, where no L exists.
    Idea: after n rounds w = (n, ±n), and its product with the next point is -2n². *)
Theorem unbounded_norms_err_forever (n : nat) :
  separates (coordinates [1; 0] : Qd 2) (alternation n) /\ length (alternation n) = n /\
  errors (perceptron (Qd 2) mistake) (alternation n) = n.
Proof.
  split; [apply alternation_separable |]; split; [| apply alternation_run].
  induction n as [| n IH]; [reflexivity |]; cbn [alternation]; rewrite app_length, IH; apply Nat.add_comm.
Qed.
