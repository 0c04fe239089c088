(** The recurrence in the proof of Claim 4.1: r·M_r ≤ (r - 1) + M_1 + … + M_{r-1}.

    The notes subtract the equation for r - 1 from the inequality for r. Two inequalities could not be subtracted, but
    the conclusion M_r ≤ H_r - 1 follows from the inequalities all the same. *)

From Coq Require Import Arith QArith Lqa Lia.
From ForcedMistakes Require Import Harmonic.
Local Open Scope Q_scope.

(** M_1 + … + M_{r-1}. *)
Fixpoint earlier (M : nat -> Q) (r : nat) : Q :=
  match r with
  | O | 1%nat => 0
  | S s => earlier M s + M s
  end.

Lemma earlier_S M r : (0 < r)%nat -> earlier M (S r) == earlier M r + M r.
Proof. destruct r; [lia | reflexivity]. Qed.

(** The inequality for r, and the equation. *)
Definition inequality (M : nat -> Q) (r : nat) : Prop := number r * M r <= number r - 1 + earlier M r.
Definition equation (M : nat -> Q) (r : nat) : Prop := number r * M r == number r - 1 + earlier M r.

(** M_r = H_r - 1 = 1/r + … + 1/2 solves the equations r·M_r = (r - 1) + M_1 + … + M_{r-1}.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: by induction, (r + 1)(H_{r+1} - 1) = r(H_r - 1) + H_r. *)
Theorem harmonic_solves r : (0 < r)%nat -> equation (fun s => harmonic s - 1) r.
Proof.
  unfold equation; induction 1 as [| r Hr IH]; [reflexivity |].
  rewrite earlier_S by exact Hr.
  setoid_replace (number (S r) - 1 + (earlier (fun s => harmonic s - 1) r + (harmonic r - 1)))
    with (number r * (harmonic r - 1) + harmonic r) by (rewrite IH, number_S; ring).
  rewrite harmonic_S, number_S; field; pose proof (number_nonneg r); lra.
Qed.

(** H_r = 1/r + … + 1/1, as printed, does not solve the equations r·M_r = (r - 1) + M_1 + … + M_{r-1}.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, end of the chain.
    Idea: not even the one for r = 1, where it is 1 and not 0. *)
Theorem full_harmonic_does_not_solve : ~ equation harmonic 1.
Proof. intro H; vm_compute in H; discriminate. Qed.

Lemma earlier_le M N r :
  (forall s, (0 < s < r)%nat -> M s <= N s) -> earlier M r <= earlier N r.
Proof.
  induction r as [| r IH]; intro H; [apply Qle_refl |].
  destruct (Nat.eq_dec r 0) as [-> | Hr]; [apply Qle_refl |].
  rewrite !earlier_S by lia.
  specialize (IH ltac:(intros s Hs; apply H; lia)); specialize (H r ltac:(lia)); lra.
Qed.

(** All numbers that satisfy the inequalities r·M_r ≤ (r - 1) + M_1 + … + M_{r-1} have M_r ≤ H_r - 1: the proof of
    Claim 4.1, repaired.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: by strong induction, in comparison with the solution of the equations. *)
Theorem inequalities_suffice M :
  (forall r, (0 < r)%nat -> inequality M r) -> forall r, (0 < r)%nat -> M r <= harmonic r - 1.
Proof.
  intros HM r; induction r as [r IH] using lt_wf_ind; intro Hr.
  pose proof (HM r Hr) as Hineq; pose proof (harmonic_solves r Hr) as Heq; unfold inequality, equation in *.
  pose proof (earlier_le M (fun s => harmonic s - 1) r ltac:(intros s Hs; apply IH; lia)) as Hle.
  pose proof (number_pos r Hr) as Hpos; nra.
Qed.

(** The equation for r - 1, subtracted from the inequality for r, gives r(M_r - M_{r-1}) ≤ 1, as the notes say.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, second display.
    Idea: the sums differ by M_{r-1}. *)
Theorem subtraction M r :
  (0 < r)%nat -> inequality M (S r) -> equation M r -> number (S r) * (M (S r) - M r) <= 1.
Proof.
  unfold inequality, equation; intros Hr Hineq Heq; rewrite earlier_S in Hineq by exact Hr.
  rewrite number_S in *; lra.
Qed.

(** "Subtracting" r·M_r ≤ (r - 1) + M_1 + … + M_{r-1} for r - 1 from that for r gives r(M_r - M_{r-1}) ≤ 1: false of
    numbers that are only known to satisfy the inequalities, even if they are nonnegative and grow.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: 0, 0, ⅔, ⅔, …, where 3(⅔ - 0) = 2. *)
Theorem subtraction_fails :
  exists M, (forall r, 0 <= M r <= M (S r)) /\ (forall r, (0 < r)%nat -> inequality M r) /\
            ~ number 3 * (M 3%nat - M 2%nat) <= 1.
Proof.
  set (M := fun r => if (r <? 3)%nat then 0 else 2 # 3).
  assert (HM : forall r, 0 <= M r <= M (S r)).
  { intro r; unfold M; destruct (Nat.ltb_spec r 3), (Nat.ltb_spec (S r) 3); try lia; split; discriminate. }
  exists M; split; [exact HM | split; [| vm_compute; intuition]].
  intros r Hr; destruct r as [| [| [| r]]]; [lia | discriminate | discriminate |].
  clear Hr; induction r as [| r IH]; [discriminate |].
  unfold inequality in *; rewrite earlier_S by lia.
  change (M (S (S (S (S r))))) with (2 # 3); change (M (S (S (S r)))) with (2 # 3) in *.
  rewrite (number_S (S (S (S r)))); lra.
Qed.
