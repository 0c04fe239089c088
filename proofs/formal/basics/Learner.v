(** Online learners, and how often they err.

    A learner sees a point, predicts its label, and is told the label. It is deterministic, and nothing else is asked
    of it: any type of states, any functions. Labels are [true] for +1 and [false] for -1. *)

From Coq Require Import List Bool Arith.
Import ListNotations.

(** A prediction is a label, or [None]: the learner has none, and this counts as a mistake whatever the label is. So
    does a tie in the Perceptron of Hsu and of Shalev-Shwartz and Ben-David, y⟨w,x⟩ <= 0. *)
Record learner (X : Type) : Type := {
  state : Type;
  init : state;
  predict : state -> X -> option bool;
  update : state -> X -> bool -> state
}.

Arguments state {X} _.
Arguments init {X} _.
Arguments predict {X} _ _ _.
Arguments update {X} _ _ _ _.

(** A labeled point. *)
Definition example (X : Type) : Type := (X * bool)%type.

Definition mistaken (prediction : option bool) (label : bool) : bool :=
  match prediction with
  | Some predicted => negb (eqb predicted label)
  | None => true
  end.

Section Play.

  Context {X : Type} (L : learner X).

  (** How often [L] errs on [s] if it starts in state [q]. *)
  Fixpoint errors_from (q : state L) (s : list (example X)) : nat :=
    match s with
    | [] => 0
    | (x, y) :: rest =>
        (if mistaken (predict L q x) y then 1 else 0) + errors_from (update L q x y) rest
    end.

  Definition errors (s : list (example X)) : nat := errors_from (init L) s.

  (** The state after [s]. *)
  Fixpoint state_after (q : state L) (s : list (example X)) : state L :=
    match s with
    | [] => q
    | (x, y) :: rest => state_after (update L q x y) rest
    end.

  Lemma errors_from_app (q : state L) (s t : list (example X)) :
    errors_from q (s ++ t) = errors_from q s + errors_from (state_after q s) t.
  Proof.
    revert q; induction s as [| [x y] s IH]; intro q; simpl; [reflexivity |].
    rewrite IH; apply Nat.add_assoc.
  Qed.

  Lemma state_after_app (q : state L) (s t : list (example X)) :
    state_after q (s ++ t) = state_after (state_after q s) t.
  Proof. revert q; induction s as [| [x y] s IH]; intro q; simpl; [reflexivity | apply IH]. Qed.

  (** The adversary of every lower bound: the label is the one that was not predicted. *)
  Definition contrary (prediction : option bool) : bool :=
    match prediction with
    | Some predicted => negb predicted
    | None => true
    end.

  Lemma contrary_mistaken (p : option bool) : mistaken p (contrary p) = true.
  Proof. destruct p as [[] |]; reflexivity. Qed.

  (** The points [xs], each labeled against the prediction of [L]. *)
  Fixpoint against_from (q : state L) (xs : list X) : list (example X) :=
    match xs with
    | [] => []
    | x :: rest =>
        let y := contrary (predict L q x) in
        (x, y) :: against_from (update L q x y) rest
    end.

  Definition against (xs : list X) : list (example X) := against_from (init L) xs.

  Lemma against_from_points (q : state L) (xs : list X) : map fst (against_from q xs) = xs.
  Proof.
    revert q; induction xs as [| x xs IH]; intro q; simpl; [reflexivity |].
    f_equal; apply IH.
  Qed.

  Lemma errors_against_from (q : state L) (xs : list X) : errors_from q (against_from q xs) = length xs.
  Proof.
    revert q; induction xs as [| x xs IH]; intro q; simpl; [reflexivity |].
    rewrite contrary_mistaken, IH; reflexivity.
  Qed.

  (** The points are those that were asked for, and every round is a mistake. *)
  Lemma against_points (xs : list X) : map fst (against xs) = xs.
  Proof. apply against_from_points. Qed.

  Lemma errors_against (xs : list X) : errors (against xs) = length xs.
  Proof. apply errors_against_from. Qed.

End Play.
