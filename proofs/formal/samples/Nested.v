(** n points of {-1, 0, 1}ⁿ on which the Perceptron needs exponentially many updates (Lecture 13 (27-04-2020), end of
    1.2.1).

    They are (1, 0, 0, …), (-1, 1, 0, …), (-1, -1, 1, …), …, all labeled +1. *)

From Coq Require Import QArith List Lia.
From ForcedMistakes Require Import Learner RationalPerceptron PerceptronLoop.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Definition nested_entry (i j : nat) : Z :=
  if Nat.ltb j i then -1 else if Nat.eqb j i then 1 else 0.
Definition nested_point (i : nat) : nat -> Q := fun j => inject_Z (nested_entry i j).
Definition nested (n : nat) : list (example (Qd n)) := map (fun i => (nested_point i : Qd n, true)) (seq 0 n).

(** 1, 2, 4, …: the product with every one of the points is 1. *)
Definition power (j : nat) : Q := inject_Z (2 ^ Z.of_nat j).
Definition powers (n : nat) : Qd n := power.

Example nested_3 : map (fun e => map (fst e) [0; 1; 2]%nat) (nested 3)
  = [[1; 0; 0]; [- (1); 1; 0]; [- (1); - (1); 1]].
Proof. reflexivity. Qed.

Lemma power_succ (j : nat) : power (S j) == 2 * power j.
Proof. unfold power; rewrite Nat2Z.inj_succ, Z.pow_succ_r, inject_Z_mult by lia; reflexivity. Qed.

Lemma powers_partial (i m : nat) : dot m power (nested_point i) == if Nat.leb m i then 1 - power m else 1.
Proof.
  induction m as [| m IH]; [reflexivity |]; cbn [dot]; rewrite IH.
  unfold nested_point, nested_entry.
  destruct (Nat.leb_spec m i), (Nat.leb_spec (S m) i), (Nat.ltb_spec m i), (Nat.eqb_spec m i); try lia;
    rewrite ?power_succ; unfold inject_Z; simpl; ring.
Qed.

Lemma powers_product (n i : nat) : (i < n)%nat -> ⟨powers n, (nested_point i : Qd n)⟩ == 1.
Proof.
  intro less; cbn [inner Qd]; unfold powers; rewrite powers_partial.
  destruct (Nat.leb_spec n i); [lia | reflexivity].
Qed.

(** So the points are separable, and the loop does return: see [loop_halts]. *)
Lemma nested_separable (n : nat) : separates (powers n) (nested n).
Proof.
  unfold separates, nested; apply Forall_map, Forall_forall; intros i member; apply in_seq in member.
  simpl fst; simpl snd; rewrite powers_product by lia; discriminate.
Qed.

(** Every mistake adds 1 to the product of w with the powers, and integers to w. *)
Lemma nested_after (t : ties) (n : nat) r : forall (w : Qd n) (z : nat -> Z),
  incl r (nested n) -> (forall j, w j == inject_Z (z j)) ->
  let w' : Qd n := state_after (perceptron (Qd n) t) w r in
  ⟨powers n, w'⟩ == ⟨powers n, w⟩ + number (errors_from (perceptron (Qd n) t) w r) /\
  exists z', forall j, w' j == inject_Z (z' j).
Proof.
  induction r as [| [x y] r IH]; intros w z members whole.
  - split; [change (number _) with 0; cbn [state_after]; ring | exists z; exact whole].
  - apply incl_cons_inv in members; destruct members as [member members].
    apply in_map_iff in member; destruct member as [i [same range]]; apply in_seq in range.
    injection same as <- <-; cbv zeta; cbn [errors_from state_after]; rewrite number_add.
    cbn [predict update perceptron].
    destruct (mistaken (answer t ⟨w, (nested_point i : Qd n)⟩) true).
    + destruct (IH (add w (scale (sign true) (nested_point i : Qd n))) (fun j => z j + nested_entry i j)%Z members)
        as [product integers].
      * intro j; cbn [add scale Qd sign]; rewrite whole, inject_Z_plus; unfold nested_point; ring.
      * split; [| exact integers].
        rewrite product, inner_update, powers_product by lia; change (number 1) with 1; simpl sign; ring.
    + destruct (IH w z members whole) as [product integers]; split; [| exact integers].
      rewrite product; change (number 0) with 0; ring.
Qed.

(** Σ z_j over j < m. *)
Fixpoint partial_sum (z : nat -> Z) (m : nat) : Z :=
  match m with
  | O => 0
  | S m => partial_sum z m + z m
  end.

Lemma nested_product (w : nat -> Q) (z : nat -> Z) (i m : nat) :
  (forall j, w j == inject_Z (z j)) ->
  dot m w (nested_point i) ==
    inject_Z (if Nat.leb m i then - partial_sum z m else z i - partial_sum z i).
Proof.
  intro whole; induction m as [| m IH]; [reflexivity |]; cbn [dot]; rewrite IH, whole.
  unfold nested_point, nested_entry; rewrite <- inject_Z_mult, <- inject_Z_plus.
  destruct (Nat.leb_spec m i), (Nat.leb_spec (S m) i), (Nat.ltb_spec m i), (Nat.eqb_spec m i); subst; try lia;
    cbn [partial_sum]; apply inject_Z_injective; lia.
Qed.

(** The n points (1, 0, 0, …), (-1, 1, 0, …), (-1, -1, 1, …), … of {-1, 0, 1}ⁿ, all labeled +1, take (4ⁿ - 1)/3
    mistakes or more, in any order, until w is right on all of them; and (1, 2, 4, …) separates them.
    Source: Lecture 13 (27-04-2020), end of 1.2.1.
    Idea: right means w₁ > 0 and wᵢ > w₁ + … + wᵢ₋₁, in integers, and so wᵢ ≥ 2ⁱ⁻¹; and M is the product of w with
    (1, 2, 4, …), so M ≥ 1 + 4 + 16 + …. *)
Theorem nested_exponential (t : ties) (n : nat) :
  separates (powers n) (nested n) /\
  forall r : list (example (Qd n)), incl r (nested n) -> right_on (nested n) (weights t r) ->
    (4 ^ n <= 3 * errors (perceptron (Qd n) t) r + 1)%nat.
Proof.
  split; [apply nested_separable |]; intros r members right.
  destruct (nested_after t n r zero (fun _ => 0%Z) members) as [product [z whole]]; [reflexivity |].
  rewrite inner_zero_r, Qplus_0_l in product; fold (weights t r) in product, whole.
  change (errors_from (perceptron (Qd n) t) zero r) with (errors (perceptron (Qd n) t) r) in product.
  assert (large : forall i, (i < n)%nat -> (partial_sum z i < z i)%Z).
  { intros i less.
    assert (here : 0 < ⟨weights t r, (nested_point i : Qd n)⟩).
    { unfold right_on, nested in right; rewrite Forall_map, Forall_forall in right.
      assert (at_i := right i); simpl fst in at_i; simpl snd in at_i.
      rewrite <- (Qmult_1_l ⟨_, _⟩); apply at_i, in_seq; lia. }
    cbn [inner Qd] in here; rewrite (nested_product _ z i n whole) in here.
    destruct (Nat.leb_spec n i); [lia |]; rewrite <- (Zlt_Qlt 0) in here; lia. }
  assert (sums : forall m, (m <= n)%nat -> (2 ^ Z.of_nat m - 1 <= partial_sum z m)%Z).
  { intro m; induction m as [| m IH]; intro le; [simpl; lia |].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; cbn [partial_sum].
    specialize (IH ltac:(lia)); specialize (large m ltac:(lia)); lia. }
  assert (squares : forall m, (m <= n)%nat -> inject_Z (4 ^ Z.of_nat m) - 1 <= 3 * dot m power (weights t r)).
  { intro m; induction m as [| m IH]; intro le; [discriminate |].
    cbn [dot]; rewrite whole, Nat2Z.inj_succ, Z.pow_succ_r, inject_Z_mult by lia.
    specialize (IH ltac:(lia)); specialize (large m ltac:(lia)); specialize (sums m ltac:(lia)).
    assert (power_le : (2 ^ Z.of_nat m <= z m)%Z) by lia.
    assert (square : inject_Z (4 ^ Z.of_nat m) <= power m * inject_Z (z m)).
    { unfold power; rewrite <- inject_Z_mult, <- Zle_Qle; change 4%Z with (2 * 2)%Z; rewrite Z.pow_mul_l.
      apply Z.mul_le_mono_nonneg_l; lia. }
    change (inject_Z 4) with 4; lra. }
  specialize (squares n (le_n n)); change (dot n power (weights t r)) with ⟨powers n, weights t r⟩ in squares.
  rewrite product in squares.
  apply Nat2Z.inj_le; rewrite Nat2Z.inj_pow, Nat2Z.inj_add, Nat2Z.inj_mul, Zle_Qle, inject_Z_plus, inject_Z_mult.
  change (Z.of_nat 4) with 4%Z; change (inject_Z (Z.of_nat 3)) with 3; change (inject_Z (Z.of_nat 1)) with 1; lra.
Qed.

(** On the points of [nested_exponential] the printed loop makes (4ⁿ - 1)/3 updates or more before it returns,
    whichever violated example it takes.
    Source: Lecture 13 (27-04-2020), end of 1.2.1.
    Idea: it is the Perceptron on the examples that it takes. *)
Theorem nested_loop (n : nat) (choose : choice) (k : nat) :
  honest choose (nested n) -> returns_in choose k -> (4 ^ n <= 3 * pred k + 1)%nat.
Proof.
  intros fair [m [-> [stop busy]]]; cbn [pred].
  destruct (loop_is_perceptron choose (nested n) m fair busy) as [members [same count]].
  assert (last := fair m (loop choose m)); rewrite stop in last; rewrite <- same in last.
  assert (many := proj2 (nested_exponential mistake n) _ members last); rewrite count in many; exact many.
Qed.
