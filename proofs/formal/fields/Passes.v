(** Passes over a sample, again and again, until one is without a mistake. *)

From Coq Require Import List Lia.
From ForcedMistakes Require Import Learner InnerSpace Perceptron Rounding.
Import ListNotations.
Local Open Scope field_scope.

(** [n] passes over [s]. *)
Definition passes {X : Type} (s : list (example X)) (n : nat) : list (example X) := concat (repeat s n).

Lemma passes_Forall {X : Type} (P : example X -> Prop) s n : Forall P s -> Forall P (passes s n).
Proof.
  intro all; unfold passes; induction n as [| n IH]; simpl; [constructor |].
  apply Forall_app; split; assumption.
Qed.

Section Passes.

  Context {X : Type} (L : learner X).

  (** The state changes in mistakes only. *)
  Definition conservative : Prop :=
    forall q x y, mistaken (predict L q x) y = false -> update L q x y = q.

  (** The state after [n] passes, and the mistakes of the next one. *)
  Definition after_passes s n : state L := state_after L (init L) (passes s n).
  Definition errors_of_next s n : nat := errors_from L (after_passes s n) s.

  Lemma unchanged q s : conservative -> errors_from L q s = 0%nat -> state_after L q s = q.
  Proof.
    intro cautious; revert q; induction s as [| [x y] s IH]; intros q none; [reflexivity |].
    simpl in none |- *; destruct (mistaken (predict L q x) y) eqn:right; [discriminate |].
    rewrite (cautious q x y right) in none |- *; apply IH, none.
  Qed.

  Lemma unchanged_passes q s n : conservative -> errors_from L q s = 0%nat -> state_after L q (passes s n) = q.
  Proof.
    intros cautious none; unfold passes; induction n as [| n IH]; simpl; [reflexivity |].
    rewrite state_after_app, (unchanged q s cautious none); exact IH.
  Qed.

  (** Of [n] passes one is without a mistake, or there are [n] mistakes. *)
  Lemma pass_or_mistakes s n : forall q,
    (exists k, (k < n)%nat /\ errors_from L (state_after L q (passes s k)) s = 0%nat) \/
    (n <= errors_from L q (passes s n))%nat.
  Proof.
    induction n as [| n IH]; intro q; [right; lia |].
    destruct (errors_from L q s) as [| more] eqn:first; [left; exists 0%nat; split; [lia | exact first] |].
    destruct (IH (state_after L q s)) as [[k [less none]] | many].
    - left; exists (S k); split; [lia |].
      unfold passes in *; simpl; rewrite state_after_app; exact none.
    - right; unfold passes in *; simpl; rewrite errors_from_app; lia.
  Qed.

  (** If no number of passes over a sample makes more than [B] mistakes, then some k ≤ B passes are enough: all later
      ones are without a mistake, and the state stays as it is. This is so for every learner whose state changes in
      mistakes only.
      Idea: in ⌊B⌋ + 1 passes, each with a mistake, there would be more than B. *)
  Theorem passes_end {K : field} (B : K) s :
    conservative -> (forall n, number (errors L (passes s n)) <= B) ->
    exists k, number k <= B /\
      forall n, (k <= n)%nat -> errors_of_next s n = 0%nat /\ after_passes s n = after_passes s k.
  Proof.
    intros cautious few.
    assert (B_nonneg : 0 <= B) by (assert (none := few 0%nat); cbn -[number] in none; rewrite number_0 in none; exact none).
    assert (enough := above_floor B B_nonneg).
    destruct (pass_or_mistakes s (S (floor B)) (init L)) as [[k [less none]] | many].
    - exists k; split.
      + apply up_to_floor; assumption.
      + intros n later; replace n with (k + (n - k))%nat by lia.
        assert (same : after_passes s (k + (n - k)) = after_passes s k).
        { unfold after_passes, passes at 1; rewrite repeat_app, concat_app, state_after_app.
          apply unchanged_passes; assumption. }
        split; [| exact same].
        unfold errors_of_next; rewrite same; exact none.
    - exfalso; specialize (few (S (floor B))); unfold errors in few.
      assert ((number (S (floor B)) : K) <= number (errors_from L (init L) (passes s (S (floor B))))); [| lra].
      apply number_le; lia.
  Qed.

End Passes.

Lemma perceptron_conservative {K : field} (V : space K) (t : ties) : conservative (perceptron V t).
Proof. intros w x y right; simpl in *; rewrite right; reflexivity. Qed.

(** Passes over a sample with ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1: at most R²‖u‖² of them have a mistake; the next one has none, and
    w stays as it is from there on.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1 ("learns c"), and Livni, Theorem 8.1 ("will converge"), read for
    passes.
    Idea: all the passes together are one sequence, on which the Perceptron errs at most R²‖u‖² times. *)
Theorem halting {K : field} {V : space K} (t : ties) (R2 : K) (u : V) (s : list (example V)) :
  0 <= R2 -> within R2 s -> separates u s ->
  exists k, number k <= R2 * ‖u‖² /\
    forall n, (k <= n)%nat ->
      errors_of_next (perceptron V t) s n = 0%nat /\
      after_passes (perceptron V t) s n = after_passes (perceptron V t) s k.
Proof.
  intros R2_nonneg short apart; apply passes_end; [apply perceptron_conservative |].
  intro n; apply perceptron_bound; [exact R2_nonneg | |]; apply passes_Forall; assumption.
Qed.
