(** Claim 1.4 of Chan, CSCI4230 Notes 3, over the real numbers, where it was printed: see Claim14.v. *)

From Coq Require Import Reals List Lia.
From ForcedMistakes Require Import Learner RealSpaces LegalGame Claim14 RealOrthonormal.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

(** The value of the game is ⌊1/δ²⌋ for every real δ > 0. Every deterministic learner on R^d errs ⌊1/δ²⌋ times in some
    legal game if d ≥ ⌊1/δ²⌋, and the Perceptron never errs more often in a legal game, in any dimension and on any
    other space.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1 and Claim 1.4, corrected.
    Idea: [real_forced] with e₁ … eₙ, and [value_1_4]. *)
Theorem real_value_1_4 (delta : R) :
  0 < delta ->
  let k := floor (1 / (delta * delta)) in
  (forall d : nat, (k <= d)%nat ->
     forall L : learner (Rd d), exists s, real_legal_game delta s /\ errors L s = k) /\
  (forall (V : space real_field) (rule : ties) (s : list (example V)),
     real_legal_game delta s -> (errors (perceptron V rule) s <= k)%nat).
Proof.
  intros positive k; assert (square : 0 < delta * delta) by (apply Rmult_lt_0_compat; exact positive); split.
  - intros d enough L; assert (points := basis_orthonormal (K := real_field) d k enough).
    assert (count : length (basis (K := real_field) (d := d) k) = k) by (unfold basis; rewrite map_length; apply seq_length).
    destruct (real_forced L delta (basis k)) as (all_wrong & v & legal_v & _); [exact points | |].
    + rewrite count, <- real_number; apply (le_floor (K := real_field) (delta * delta) square), le_n.
    + exists (against L (basis k)); split; [split; [| exists v; exact legal_v] | congruence].
      apply orthonormal_units; rewrite against_points; exact points.
  - intros V rule s legal_s; apply value_1_4; [exact square | apply real_legal_game_legal; assumption].
Qed.

(* --------------------------------------------------------------------------------------- the claim as printed *)

(** Where 1/δ² is not an integer, some learner makes fewer than ⌈1/δ²⌉ mistakes in every legal game, in every dimension
    and on every other space, so that ⌈1/δ²⌉ are not forced.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: the Perceptron makes at most ⌊1/δ²⌋, and this is less. *)
Theorem real_printed_1_4_fails (V : space real_field) (delta : R) :
  0 < delta -> (~ exists k : Z, 1 / (delta * delta) = IZR k) ->
  (exists L : learner V,
     forall s, real_legal_game delta s -> (errors L s < ceiling (1 / (delta * delta)))%nat) /\
  ~ forall L : learner V,
      exists s, real_legal_game delta s /\ (ceiling (1 / (delta * delta)) <= errors L s)%nat.
Proof.
  intros positive not_integer.
  destruct (printed_1_4_fails V (delta * delta)) as [[L fewer] not_forced];
    [apply Rmult_lt_0_compat; exact positive | exact not_integer | split].
  - exists L; intros s legal_s; apply fewer, real_legal_game_legal; assumption.
  - intro printed; apply not_forced; intro L'; destruct (printed L') as (s & legal_s & many).
    exists s; split; [apply real_legal_game_legal; assumption | exact many].
Qed.

(** Claim 1.4 as printed, of real vectors and real δ: where d ≥ 1/δ², ⌈1/δ²⌉ mistakes can be forced on every
    deterministic learner. As in Claim14.v for δ ≤ 1 only, and at least ⌈1/δ²⌉. *)
Definition real_printed_1_4 : Prop :=
  forall (d : nat) (delta : R), 0 < delta <= 1 -> 1 / (delta * delta) <= INR d ->
  forall L : learner (Rd d),
    exists s, real_legal_game delta s /\ (ceiling (1 / (delta * delta)) <= errors L s)%nat.

(** Claim 1.4 as printed, of real vectors and every real δ, is false.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: in the plane with δ = 3/4, ⌈16/9⌉ = 2, and the Perceptron makes one mistake. *)
Theorem real_printed_1_4_is_false : ~ real_printed_1_4.
Proof.
  intro printed; destruct (real_printed_1_4_fails (Rd 2) (3 / 4)) as [_ not_forced]; [lra | | apply not_forced].
  - replace (1 / (3 / 4 * (3 / 4))) with (16 / 9) by field; intros [k equal].
    assert (1 < k)%Z by (apply lt_IZR; lra); assert (k < 2)%Z by (apply lt_IZR; lra); lia.
  - apply printed; [lra | simpl; lra].
Qed.
