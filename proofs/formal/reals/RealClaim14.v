(** Claim 1.4 of Chan, CSCI4230 Notes 3, over the real numbers, where it was printed: see Claim14.v. *)

From Coq Require Import Reals List Lra Lia.
From ForcedMistakes Require Import Learner RealSpace RealPerceptron RealOrthonormal.
From ForcedMistakes Require Perceptron.
Import ListNotations.
Open Scope R_scope.

(** ⌊r⌋ and ⌈r⌉ = -⌊-r⌋ as numbers of rounds. *)
Definition real_floor (r : R) : nat := Z.to_nat (Int_part r).
Definition real_ceiling (r : R) : nat := Z.to_nat (- Int_part (- r)).

Lemma real_le_floor (r : R) (n : nat) : 0 <= r -> (n <= real_floor r)%nat <-> INR n <= r.
Proof.
  intro nonneg; destruct (base_Int_part r) as [below above].
  assert (0 <= Int_part r)%Z by (enough (-1 < Int_part r)%Z by lia; apply lt_IZR; lra).
  unfold real_floor; rewrite INR_IZR_INZ; split; intro few.
  - assert (IZR (Z.of_nat n) <= IZR (Int_part r)) by (apply IZR_le; lia); lra.
  - assert (Z.of_nat n < Int_part r + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra); lia.
Qed.

Lemma real_ceiling_le (r : R) (n : nat) : (real_ceiling r <= n)%nat <-> r <= INR n.
Proof.
  destruct (base_Int_part (- r)) as [below above].
  unfold real_ceiling; rewrite INR_IZR_INZ; split; intro many.
  - assert (IZR (- Int_part (- r)) <= IZR (Z.of_nat n)) as high by (apply IZR_le; lia).
    rewrite opp_IZR in high; lra.
  - assert (- Z.of_nat n < Int_part (- r) + 1)%Z by (apply lt_IZR; rewrite plus_IZR, opp_IZR; lra); lia.
Qed.

(** nδ² ≤ 1 iff n ≤ 1/δ². *)
Lemma real_times_inverse (delta m : R) : 0 < delta -> m * (delta * delta) <= 1 <-> m <= 1 / (delta * delta).
Proof.
  intro positive; assert (square : 0 < delta * delta) by (apply Rmult_lt_0_compat; exact positive).
  assert (inverse : 1 / (delta * delta) * (delta * delta) = 1) by (field; lra).
  split; intro few; [apply (Rmult_le_reg_r (delta * delta)) | apply (Rmult_le_compat_r (delta * delta)) in few]; lra.
Qed.

Lemma real_inverse_positive (delta : R) : 0 < delta -> 0 < 1 / (delta * delta).
Proof. intro positive; apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; exact positive]. Qed.

(* -------------------------------------------------------------------------------------------- the two bounds *)

Lemma real_dot_basis (d i : nat) (x : nat -> R) :
  real_dot d (fun j => if Nat.eqb i j then 1 else 0) x = if Nat.ltb i d then x i else 0.
Proof.
  induction d as [| d IH]; cbn [real_dot]; [reflexivity |].
  rewrite IH; destruct (Nat.eqb_spec i d), (Nat.ltb_spec i d), (Nat.ltb_spec i (S d)); subst; try lia; ring.
Qed.

Lemma real_basis_orthonormal (d n : nat) : (n <= d)%nat -> real_orthonormal (real_basis (d := d) n).
Proof.
  intro enough; unfold real_basis.
  assert (below : Forall (fun i => i < d)%nat (seq 0 n))
    by (apply Forall_forall; intros i i_in_seq; apply in_seq in i_in_seq; lia).
  assert (distinct := seq_NoDup n 0); revert below distinct; clear enough.
  induction (seq 0 n) as [| i rest IH]; simpl; intros below distinct; [split; constructor |].
  inversion_clear below as [| ? ? i_below rest_below]; inversion_clear distinct as [| ? ? i_new rest_distinct].
  apply (real_orthonormal_cons (V := Rd d)); split; [| split]; [| | apply IH; assumption].
  - simpl; rewrite real_dot_basis, Nat.eqb_refl; destruct (Nat.ltb_spec i d); [reflexivity | lia].
  - apply Forall_map, Forall_forall; intros j j_in_rest; simpl; rewrite real_dot_basis.
    destruct (Nat.ltb_spec i d); [| reflexivity].
    destruct (Nat.eqb_spec j i); [subst; contradiction | reflexivity].
Qed.

(** The value of the game is ⌊1/δ²⌋ for every real δ > 0. Every deterministic learner on R^d errs ⌊1/δ²⌋ times in some
    legal game if d ≥ ⌊1/δ²⌋, and the Perceptron never errs more often in a legal game, in any dimension and on any
    other space.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1 and Claim 1.4, corrected.
    Idea: [real_forced] with e₁ … eₙ, and [real_perceptron_margin_bound] with R = 1. *)
Theorem real_value_1_4 (delta : R) :
  0 < delta ->
  let k := real_floor (1 / (delta * delta)) in
  (forall d : nat, (k <= d)%nat ->
     forall L : learner (Rd d), exists s, real_legal_game delta s /\ errors L s = k) /\
  (forall (V : real_space) (rule : Perceptron.ties) (s : list (example V)),
     real_legal_game delta s -> (errors (real_perceptron V rule) s <= k)%nat).
Proof.
  intros positive k; assert (inverse := real_inverse_positive delta positive); split.
  - intros d enough L; assert (orthonormal_basis := real_basis_orthonormal d k enough).
    assert (length_basis : length (real_basis (d := d) k) = k)
      by (unfold real_basis; rewrite map_length, seq_length; reflexivity).
    destruct (real_forced L delta (real_basis k)) as (all_wrong & v & legal_v & _); [exact orthonormal_basis | |].
    + rewrite length_basis; apply real_times_inverse, real_le_floor; [exact positive | lra | apply le_n].
    + exists (against L (real_basis k)); split; [split; [| exists v; exact legal_v] | congruence].
      destruct orthonormal_basis as [norms _]; rewrite <- (against_points L) in norms.
      apply Forall_map in norms; exact norms.
  - intros V rule s [units [v legal_v]]; apply real_le_floor; [lra |]; apply real_times_inverse; [exact positive |].
    apply (real_perceptron_margin_bound rule 1 delta v); [lra | exact positive | | exact legal_v].
    revert units; apply Forall_impl; intros e unit; lra.
Qed.

(* --------------------------------------------------------------------------------------- the claim as printed *)

(** Where 1/δ² is not an integer, some learner makes fewer than ⌈1/δ²⌉ mistakes in every legal game, in every dimension
    and on every other space, so that ⌈1/δ²⌉ are not forced.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: the Perceptron makes at most ⌊1/δ²⌋, and this is less. *)
Theorem real_printed_1_4_fails (V : real_space) (delta : R) :
  0 < delta -> (~ exists k : Z, 1 / (delta * delta) = IZR k) ->
  (exists L : learner V,
     forall s, real_legal_game delta s -> (errors L s < real_ceiling (1 / (delta * delta)))%nat) /\
  ~ forall L : learner V,
      exists s, real_legal_game delta s /\ (real_ceiling (1 / (delta * delta)) <= errors L s)%nat.
Proof.
  intros positive not_integer; assert (inverse := real_inverse_positive delta positive).
  assert (fewer : forall s, real_legal_game delta s ->
            (errors (real_perceptron V Perceptron.plus) s < real_ceiling (1 / (delta * delta)))%nat).
  { intros s legal_s; apply Nat.nle_gt; intro many.
    destruct (real_value_1_4 delta positive) as [_ few]; specialize (few V Perceptron.plus s legal_s).
    apply real_le_floor in few; [| lra].
    apply real_ceiling_le in many; apply not_integer.
    exists (Z.of_nat (errors (real_perceptron V Perceptron.plus) s)); rewrite <- INR_IZR_INZ; lra. }
  split; [exists (real_perceptron V Perceptron.plus); exact fewer | intro printed].
  destruct (printed (real_perceptron V Perceptron.plus)) as (s & legal_s & many); specialize (fewer s legal_s); lia.
Qed.

(** Claim 1.4 as printed, of real vectors and real δ: where d ≥ 1/δ², ⌈1/δ²⌉ mistakes can be forced on every
    deterministic learner. As in Claim14.v for δ ≤ 1 only, and at least ⌈1/δ²⌉. *)
Definition real_printed_1_4 : Prop :=
  forall (d : nat) (delta : R), 0 < delta <= 1 -> 1 / (delta * delta) <= INR d ->
  forall L : learner (Rd d),
    exists s, real_legal_game delta s /\ (real_ceiling (1 / (delta * delta)) <= errors L s)%nat.

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
