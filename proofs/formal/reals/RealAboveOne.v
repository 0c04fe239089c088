(** Claim 1.4 of Chan, CSCI4230 Notes 3, for a real δ above 1: see Claim14.v. *)

From Coq Require Import Reals List Lra Lia.
From ForcedMistakes Require Import Learner RealSpace RealOrthonormal RealClaim14.
Import ListNotations.
Open Scope R_scope.

(** For a real δ > 1 the printed claim promises one mistake, and no real point can be shown at all.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4, which does not ask for δ ≤ 1.
    Idea: |v·x| ≤ 1 for unit points. *)
Theorem real_nothing_can_be_shown (V : real_space) (delta : R) :
  1 < delta ->
  real_ceiling (1 / (delta * delta)) = 1%nat /\ forall s : list (example V), real_legal_game delta s -> s = [].
Proof.
  intro large; assert (positive : 0 < 1 / (delta * delta)) by (apply real_inverse_positive; lra); split.
  - assert (most : (real_ceiling (1 / (delta * delta)) <= 1)%nat).
    { apply real_ceiling_le; simpl INR; apply (Rmult_le_reg_r (delta * delta)); [nra |].
      replace (1 / (delta * delta) * (delta * delta)) with 1 by (field; nra); nra. }
    enough (~ (real_ceiling (1 / (delta * delta)) <= 0)%nat) by lia.
    rewrite real_ceiling_le; simpl INR; lra.
  - intros [| [x y] s] [units [v legal_v]]; [reflexivity | exfalso].
    assert (few : INR (length [x]) * (delta * delta) <= 1); [| simpl in few; nra].
    apply (real_no_more delta v ((x, y) :: s) [x]); [lra | exact legal_v | | intros z [<- | []]; left; reflexivity].
    split; repeat constructor; apply (Forall_inv units).
Qed.
