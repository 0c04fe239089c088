(** Claim 1.4 of Chan, CSCI4230 Notes 3: how many mistakes a margin allows, and how many it forces.

    On unit points in dimension d ≥ 1/δ² it forces ⌈1/δ²⌉ mistakes on every deterministic learner of halfspaces with
    margin δ. Its proof is right with ⌊1/δ²⌋ in the place of ⌈1/δ²⌉, and with no more: the Perceptron never makes more
    than ⌊1/δ²⌋. [d2] is δ² everywhere. *)

From Coq Require Import ZArith List Lia.
From ForcedMistakes Require Import Learner InnerSpace MarginTarget Rounding Perceptron LegalGame Orthonormal.
Import ListNotations.
Local Open Scope field_scope.

(* ------------------------------------------------------------------------------------------- the lower bound *)

(** e₁ … eₙ; here the indices start at 0. *)
Definition basis {K : field} {d : nat} (n : nat) : list (vectors K d) := map e (seq 0 n).

Lemma basis_orthonormal {K : field} (d n : nat) : (n <= d)%nat -> orthonormal (basis (K := K) (d := d) n).
Proof.
  intro enough; unfold basis.
  assert (below : Forall (fun i => i < d)%nat (seq 0 n))
    by (apply Forall_forall; intros i i_in_seq; apply in_seq in i_in_seq; lia).
  assert (distinct := seq_NoDup n 0); revert below distinct; clear enough.
  induction (seq 0 n) as [| i rest IH]; simpl; intros below distinct; [split; constructor |].
  inversion_clear below as [| ? ? i_below rest_below]; inversion_clear distinct as [| ? ? i_new rest_distinct].
  apply (orthonormal_cons (V := vectors K d)); split; [| split]; [| | apply IH; assumption].
  - simpl; rewrite dot_e; unfold e; rewrite Nat.eqb_refl.
    destruct (Nat.ltb_spec i d); [reflexivity | lia].
  - apply Forall_map, Forall_forall; intros j j_in_rest; simpl; rewrite dot_e; unfold e.
    destruct (Nat.ltb_spec i d); [| reflexivity].
    destruct (Nat.eqb_spec j i); [subst; contradiction | reflexivity].
Qed.

Lemma orthonormal_units {K : field} {V : space K} (s : list (example V)) : orthonormal (map fst s) -> unit_points s.
Proof. intros [norms _]; apply Forall_map in norms; exact norms. Qed.

(** Claim 1.4, corrected: let δ² > 0, nδ² ≤ 1 and n ≤ d. Against every deterministic learner on Q^d there are labels of
    e₁ … eₙ on which it errs n times, and a legal target v gives them with margin exactly δ on each point, ‖v‖² = nδ².
    Source: Chan, CSCI4230 Notes 3, Claim 1.4, where n = ⌈1/δ²⌉, so that nδ² ≤ 1 is false unless 1/δ² is an integer.
    Idea: this is [forced], for e₁ … eₙ are orthonormal. *)
Theorem claim_1_4 {K : field} (d n : nat) (d2 : K) (L : learner (vectors K d)) :
  (n <= d)%nat -> 0 < d2 -> number n * d2 <= 1 ->
  exists s : list (example (vectors K d)),
    map fst s = basis n /\ errors L s = n /\
    exists t : target (vectors K d),
      legal d2 t s /\ target_norm2 t == number n * d2 /\ Forall (fun x => margin2 t x == d2) (basis n).
Proof.
  intros enough positive few.
  assert (length_basis : length (basis (K := K) (d := d) n) = n) by (unfold basis; rewrite map_length, seq_length; reflexivity).
  destruct (forced L d2 (basis n)) as [all_wrong explained];
    [apply basis_orthonormal, enough | exact positive | rewrite length_basis; exact few |].
  rewrite length_basis in all_wrong, explained.
  exists (against L (basis n)); split; [apply against_points | split; assumption].
Qed.

(** So n ≤ d mistakes with nδ² ≤ 1 are forced. *)
Corollary forced_by_the_basis {K : field} (d n : nat) (d2 : K) :
  (n <= d)%nat -> 0 < d2 -> number n * d2 <= 1 ->
  forall L : learner (vectors K d), exists s, legal_game d2 s /\ errors L s = n.
Proof.
  intros enough positive few L.
  destruct (claim_1_4 d n d2 L enough positive few) as (s & points & n_errors & t & legal_t & _).
  exists s; split; [split; [| exists t; exact legal_t] | exact n_errors].
  apply orthonormal_units; rewrite points; apply basis_orthonormal, enough.
Qed.

(* ------------------------------------------------------------------------------------------------- the value *)

(** The Perceptron errs at most ⌊1/δ²⌋ times in every legal game, on every space, whatever it does at ties. *)
Lemma perceptron_at_most_floor {K : field} (V : space K) (d2 : K) (rule : ties) (s : list (example V)) :
  0 < d2 -> legal_game d2 s -> (errors (perceptron V rule) s <= floor (1 / d2))%nat.
Proof.
  intros positive [units [t legal_t]]; apply le_floor; [exact positive |].
  apply (perceptron_margin_bound rule 1 d2 t s); [lra | exact positive | | exact legal_t].
  revert units; apply Forall_impl; intros e unit; rewrite unit; apply Fle_refl.
Qed.

(** The value of the game is ⌊1/δ²⌋, for every δ > 0. In dimension ⌊1/δ²⌋ or more, every deterministic learner errs
    ⌊1/δ²⌋ times in some legal game; and in every dimension, and on every other space, the Perceptron never errs more
    often in a legal game. (For δ > 1 no point can be shown, and ⌊1/δ²⌋ = 0.)
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1 and Claim 1.4, corrected.
    Idea: the one side is [claim_1_4] with n = ⌊1/δ²⌋, the other is [perceptron_margin_bound] with R = 1. *)
Theorem value_1_4 {K : field} (d2 : K) :
  0 < d2 ->
  (forall d : nat, (floor (1 / d2) <= d)%nat ->
     forall L : learner (vectors K d), exists s, legal_game d2 s /\ errors L s = floor (1 / d2)) /\
  (forall (V : space K) (rule : ties) (s : list (example V)),
     legal_game d2 s -> (errors (perceptron V rule) s <= floor (1 / d2))%nat).
Proof.
  intro positive; split.
  - intros d enough; apply forced_by_the_basis; [exact enough | exact positive |].
    apply le_floor; [exact positive | apply le_n].
  - intros V rule s; apply perceptron_at_most_floor, positive.
Qed.

(** The same in one word. *)
Corollary value_is_floor {K : field} (d : nat) (d2 : K) :
  0 < d2 -> (floor (1 / d2) <= d)%nat -> value (vectors K d) d2 (floor (1 / d2)).
Proof.
  intros positive enough; destruct (value_1_4 d2 positive) as [low high]; split.
  - intro L; destruct (low d enough L) as (s & legal_s & equal); exists s; split; [exact legal_s | lia].
  - exists (perceptron (vectors K d) plus); intro s; apply high.
Qed.

(** The bound 1/δ² of the Perceptron is attained as far as whole numbers can: whatever it does at ties, it makes ⌊1/δ²⌋
    mistakes in some legal game in dimension ⌊1/δ²⌋, and exactly 1/δ² in one iff this is an integer.
    Source: Chan, CSCI4230 Notes 3, the sentence between Theorem 1.1 and Claim 1.4.
    Idea: this is [value_1_4], for the Perceptron is one of the learners. *)
Theorem perceptron_bound_is_tight {K : field} (rule : ties) (d2 : K) :
  0 < d2 ->
  let V := vectors K (floor (1 / d2)) in
  (exists s : list (example V), legal_game d2 s /\ errors (perceptron V rule) s = floor (1 / d2)) /\
  ((exists s : list (example V), legal_game d2 s /\ number (errors (perceptron V rule) s) == 1 / d2) <->
   inverse_is_integer d2).
Proof.
  intros positive V; subst V.
  destruct (value_1_4 d2 positive) as [low _].
  destruct (low (floor (1 / d2)) (le_n _) (perceptron _ rule)) as (s & legal_s & n_errors).
  split; [exists s; split; assumption | split].
  - intros (s' & _ & equal); exists (Z.of_nat (errors (perceptron _ rule) s')); rewrite equal; reflexivity.
  - intro integer; exists s; split; [exact legal_s |]; rewrite n_errors.
    apply (floor_ceiling d2 positive), (ceiling_le d2 positive) in integer.
    assert (few := proj1 (le_floor d2 positive _) (le_n (floor (1 / d2)))).
    assert (product := inverse_times d2 positive); nra.
Qed.

(** What is said of the best learner is not true of every one: one that always answers +1 can be made to err any number
    of times. So no number is the worst case of every learner, if there is a unit point at all and δ ≤ 1.
    Source: a reading of Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: the same point is shown again and again, labeled -1. *)
Theorem no_worst_case_of_every_learner {K : field} (d : nat) (d2 : K) :
  (1 <= d)%nat -> 0 < d2 /\ d2 <= 1 ->
  exists L : learner (vectors K d), forall k : nat, exists s, legal_game d2 s /\ errors L s = k.
Proof.
  intros line [positive small].
  exists {| state := unit; init := tt; predict := fun _ _ => Some true; update := fun q _ _ => q |}.
  intro k; set (s := [(e 0, false)] : list (example (vectors K d))).
  assert (orthonormal_s : orthonormal (map fst s)) by apply (basis_orthonormal d 1 line).
  destruct (any_labels_are_legal d2 s orthonormal_s positive) as (scaled & short & explained);
    [unfold s; cbn [length]; rewrite number_1; lra |].
  assert (units := orthonormal_units s orthonormal_s).
  exists (repeat (e 0, false) k); split; [split; [| exists (signed_target d2 s); split; [exact scaled | split]] |].
  - apply Forall_forall; intros x among; apply repeat_spec in among as ->; apply (Forall_inv units).
  - exact short.
  - apply Forall_forall; intros x among; apply repeat_spec in among as ->; apply (Forall_inv explained).
  - unfold errors; induction k as [| k IH]; [reflexivity |]; simpl in *; rewrite IH; reflexivity.
Qed.

(* ------------------------------------------------------------------------------------- the steps of its proof *)

(** The v with vᵢ = ±δ on ⌊1/δ²⌋ orthonormal points has length at most 1.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4, with ⌊1/δ²⌋ in the place of ⌈1/δ²⌉.
    Idea: ‖v‖² = ⌊1/δ²⌋·δ². *)
Theorem norm_1_4 {K : field} (V : space K) (d2 : K) (s : list (example V)) :
  0 < d2 -> orthonormal (map fst s) -> length s = floor (1 / d2) ->
  target_norm2 (signed_target d2 s) <= 1.
Proof.
  intros positive orthonormal_s n; apply any_labels_are_legal; [exact orthonormal_s | exact positive |].
  rewrite n; apply le_floor; [exact positive | apply le_n].
Qed.

(** Here the printed proof breaks: on ⌈1/δ²⌉ orthonormal points the v with vᵢ = ±δ is longer than 1, unless 1/δ² is an
    integer, and no other target is legal.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4, "‖v‖² = δ²n ≤ 1".
    Idea: ‖v‖² = ⌈1/δ²⌉·δ² > 1, and any other is longer by Bessel's inequality. *)
Theorem printed_norm_1_4_fails {K : field} (V : space K) (d2 : K) (s : list (example V)) :
  0 < d2 -> ~ inverse_is_integer d2 -> orthonormal (map fst s) -> length s = ceiling (1 / d2) ->
  1 < target_norm2 (signed_target d2 s) /\ forall t : target V, ~ legal d2 t s.
Proof.
  intros positive not_integer orthonormal_s n.
  assert (long : 1 < number (length s) * d2).
  { apply Fnot_le; intro few; apply not_integer, floor_ceiling; [exact positive |].
    rewrite <- n; apply le_floor; assumption. }
  split.
  - unfold target_norm2; simpl; rewrite signed_sum_norm2 by exact orthonormal_s; lra.
  - intros t legal_t; assert (few := no_more d2 t s (map fst s) legal_t orthonormal_s (incl_refl _)).
    rewrite map_length in few; exact (proj2 (Fnot_le _ _) long few).
Qed.

(* --------------------------------------------------------------------------------------- the claim as printed *)

(** Where 1/δ² is not an integer, some learner makes fewer than ⌈1/δ²⌉ mistakes in every legal game, so that ⌈1/δ²⌉ are
    not forced: in every dimension, and on every other space; for δ > 1, too, where ⌈1/δ²⌉ = 1. So the printed claim
    fails at each such δ.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: the Perceptron makes at most ⌊1/δ²⌋, and this is less than ⌈1/δ²⌉. *)
Theorem printed_1_4_fails {K : field} (V : space K) (d2 : K) :
  0 < d2 -> ~ inverse_is_integer d2 ->
  (exists L : learner V, forall s, legal_game d2 s -> (errors L s < ceiling (1 / d2))%nat) /\
  ~ margin_forces V d2 (ceiling (1 / d2)).
Proof.
  intros positive not_integer.
  assert (fewer : forall s, legal_game d2 s -> (errors (perceptron V plus) s < ceiling (1 / d2))%nat).
  { intros s legal_s; apply Nat.le_lt_trans with (floor (1 / d2)); [apply perceptron_at_most_floor; assumption |].
    apply Nat.nle_gt; rewrite floor_ceiling by exact positive; exact not_integer. }
  split; [exists (perceptron V plus); exact fewer | intro forced_up].
  destruct (forced_up (perceptron V plus)) as (s & legal_s & many); specialize (fewer s legal_s); lia.
Qed.

(** In dimension d ≥ 1/δ², for each δ > 0, ⌈1/δ²⌉ mistakes are forced if and only if 1/δ² is an integer: exactly there
    the printed claim is right.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: ⌊1/δ²⌋ = ⌈1/δ²⌉ exactly there, and ⌊1/δ²⌋ is the value. *)
Theorem printed_1_4_iff {K : field} (d : nat) (d2 : K) :
  0 < d2 -> 1 / d2 <= number d ->
  margin_forces (vectors K d) d2 (ceiling (1 / d2)) <-> inverse_is_integer d2.
Proof.
  intros positive enough; rewrite <- floor_ceiling by exact positive.
  split; [intro forced_up | intros equal L].
  - apply (forced_at_most_allowed (vectors K d) d2 _ _ forced_up).
    exists (perceptron (vectors K d) plus); intro s; apply perceptron_at_most_floor, positive.
  - destruct (forced_by_the_basis d (ceiling (1 / d2)) d2) with (L := L) as (s & legal_s & n_errors);
      [apply ceiling_le_iff, enough | exact positive | apply le_floor; assumption |].
    exists s; split; [exact legal_s | lia].
Qed.

(** For δ > 1 the printed claim promises one mistake, and no point can be shown at all.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4, which does not ask for δ ≤ 1.
    Idea: |v·x| ≤ 1 for unit points. *)
Theorem nothing_can_be_shown {K : field} (V : space K) (d2 : K) :
  1 < d2 -> ceiling (1 / d2) = 1%nat /\ forall s : list (example V), legal_game d2 s -> s = [].
Proof.
  intro large; assert (positive : 0 < d2) by lra; split.
  - assert (one : (ceiling (1 / d2) <= 1)%nat) by (apply ceiling_le; [exact positive | rewrite number_1; lra]).
    enough (~ (ceiling (1 / d2) <= 0)%nat) by lia.
    rewrite ceiling_le by exact positive; rewrite number_0; lra.
  - intros [| [x y] s] [units [t legal_t]]; [reflexivity | exfalso].
    assert (few : number (length [x]) * d2 <= 1); [| cbn [length] in few; rewrite number_1 in few; lra].
    apply (no_more d2 t _ [x] legal_t); [| intros z [<- | []]; left; reflexivity].
    split; repeat constructor; apply (Forall_inv units).
Qed.

(** Claim 1.4 as printed: in dimension d ≥ 1/δ², every deterministic learner makes ⌈1/δ²⌉ mistakes in some legal game.
    Here for 0 < δ ≤ 1 only, since for δ > 1 no game is legal; and at least ⌈1/δ²⌉, which is all that its proof tries
    to show. Without either restriction the sentence says more, so it is false all the more. *)
Definition printed_1_4 {K : field} : Prop :=
  forall (d : nat) (d2 : K), 0 < d2 /\ d2 <= 1 -> 1 / d2 <= number d ->
  forall L : learner (vectors K d), exists s, legal_game d2 s /\ (ceiling (1 / d2) <= errors L s)%nat.

(** Claim 1.4 as printed is false.
    Source: Chan, CSCI4230 Notes 3, Claim 1.4.
    Idea: in the plane with δ² = 2/3 it promises two mistakes; the Perceptron makes one. *)
Theorem printed_1_4_is_false {K : field} : ~ printed_1_4 (K := K).
Proof.
  intro printed; assert (d2_times : 2 / integer 3 * integer 3 == (2 : K)) by lra.
  destruct (printed_1_4_fails (vectors K 2) (2 / integer 3)) as [_ not_forced]; [lra | | apply not_forced].
  - rewrite inverse_is_integer_iff by lra; intros [[| [| n]] equal];
      rewrite ?number_S, ?number_0 in equal; [lra | lra |].
    assert (nonneg := number_nonneg (K := K) n); lra.
  - intro L; apply printed; [split; lra |].
    apply Fle_shift_div_r; [lra |]; rewrite !number_S, number_0; lra.
Qed.
