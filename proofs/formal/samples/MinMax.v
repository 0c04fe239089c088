(** The last display of the proof of Lecture 13 (27-04-2020, 1.2.1): "M = (min ‖U‖² over γ(U) = 1)·(max ‖x‖²)".

    M is at most that: [perceptron_bound] holds for every U, and so for the shortest. It need not be equal. *)

From Coq Require Import QArith List Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes PerceptronLoop.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** The points 1 and 2 of the line, both labeled +1. *)
Definition one_and_two : list (example (Qd 1)) := [(coordinates [1], true); (coordinates [2], true)].

(** From w > 0 on no mistake is made. *)
Lemma positive_never_errs (t : ties) (r : list (example (Qd 1))) : forall w : Qd 1,
  incl r one_and_two -> 0 < w 0%nat -> errors_from (perceptron (Qd 1) t) w r = 0%nat.
Proof.
  induction r as [| [x y] r IH]; intros w members positive; [reflexivity |].
  apply incl_cons_inv in members; destruct members as [member members].
  cbn -[mistaken answer dot].
  destruct (mistaken (answer t (dot 1 w x)) y) eqn:wrong; [exfalso | apply IH; assumption].
  apply mistaken_answer in wrong.
  destruct member as [here | [here | []]]; injection here as <- <-; unfold coordinates in wrong; simpl in wrong; lra.
Qed.

(** At most one mistake is made, in any order. *)
Lemma one_and_two_errs_once (t : ties) (r : list (example (Qd 1))) :
  incl r one_and_two -> (errors (perceptron (Qd 1) t) r <= 1)%nat.
Proof.
  unfold errors; simpl init; induction r as [| [x y] r IH]; intro members; [simpl; lia |].
  apply incl_cons_inv in members; destruct members as [member members].
  cbn -[mistaken answer dot].
  destruct (mistaken (answer t (dot 1 (fun _ => 0) x)) y); [| apply IH, members].
  rewrite positive_never_errs; [lia | exact members |].
  destruct member as [here | [here | []]]; injection here as <- <-; reflexivity.
Qed.

(** "M = min·max" is false. For some sample, every run over its points, in any order and of any length, has fewer updates
    than (min ‖U‖² over γ(U) = 1)·(max ‖x‖²).
    Source: Lecture 13 (27-04-2020), 1.2.1, last display of the proof.
    Idea: for the points 1 and 2, both labeled +1, U = 1 is the shortest and max ‖x‖² = 4, but no run has more than
    one update. *)
Theorem minmax_not_equal :
  exists (s : list (example (Qd 1))) (u : Qd 1) (R2 : Q),
    least_margin_is_1 u s /\ (forall v, separates v s -> ‖u‖² <= ‖v‖²) /\ largest_norm2 R2 s /\
    forall t r, incl r s -> number (errors (perceptron (Qd 1) t) r) < R2 * ‖u‖².
Proof.
  exists one_and_two, (coordinates [1]), 4.
  split; [split; repeat constructor; discriminate |]; split; [| split].
  - intros v apart; apply Forall_inv in apart; unfold coordinates in *; simpl in *; nra.
  - split; [repeat constructor; discriminate | right; left; reflexivity].
  - intros t r members; assert (once := one_and_two_errs_once t r members).
    rewrite Nat2Z.inj_le, Zle_Qle in once; apply Qle_lt_trans with (1 := once); reflexivity.
Qed.
