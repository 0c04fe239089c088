(** n points of {0, 1}ⁿ on which the Perceptron needs exponentially many updates (Lecture 13 (27-04-2020), end of
    1.2.1).

    They are (1, 0, 0, 0, …), (1, 1, 0, 0, …), (0, 1, 1, 0, …), (1, 0, 1, 1, …), …: point i has ones at i and at the
    smaller indices of the other parity. The labels are -1, +1, -1, +1, …: whether the largest index of a 1, from 1 on,
    is odd or even (ODD-MAX-BIT). *)

From Coq Require Import QArith List Bool Arith Lia.
From ForcedMistakes Require Import Learner RationalPerceptron PerceptronLoop.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** Indices start at 0. *)
Definition bit_entry (i j : nat) : Z := if (Nat.eqb j i || (Nat.ltb j i && Nat.odd (i + j)))%bool then 1 else 0.
Definition bit_point (i : nat) : nat -> Q := fun j => inject_Z (bit_entry i j).
Definition odd_max_bit (n : nat) : list (example (Qd n)) :=
  map (fun i => (bit_point i : Qd n, Nat.odd i)) (seq 0 n).

Example odd_max_bit_4 : map (fun e => (map (fst e) [0; 1; 2; 3]%nat, snd e)) (odd_max_bit 4)
  = [([1; 0; 0; 0], false); ([1; 1; 0; 0], true); ([0; 1; 1; 0], false); ([1; 0; 1; 1], true)].
Proof. reflexivity. Qed.

(** The Fibonacci numbers 0, 1, 1, 2, 3, 5, …. *)
Fixpoint fibonacci (n : nat) : nat :=
  match n with
  | O => 0
  | S k => match k with O => 1 | S j => fibonacci k + fibonacci j end
  end.

Lemma fibonacci_SS (n : nat) : fibonacci (S (S n)) = (fibonacci (S n) + fibonacci n)%nat.
Proof. reflexivity. Qed.

(** ±1, the label of point j as an integer. *)
Definition parity (j : nat) : Z := if Nat.odd j then 1 else -1.

(** -1, 2, -3, 5, …: the product with every one of the points is its label. *)
Definition fibonacci_weight (j : nat) : Q := inject_Z (parity j * Z.of_nat (fibonacci (j + 2))).
Definition fibonacci_weights (n : nat) : Qd n := fibonacci_weight.

(** Σ u_j over the j < m of the other parity than i. *)
Fixpoint other_parity (u : nat -> Z) (i m : nat) : Z :=
  match m with
  | O => 0
  | S m => other_parity u i m + (if Nat.odd (i + m) then u m else 0)
  end.

Lemma parity_squared (j : nat) : (parity j * parity j = 1)%Z.
Proof. unfold parity; destruct (Nat.odd j); reflexivity. Qed.

Lemma parity_other (i j : nat) : Nat.odd (i + j) = true -> parity i = (- parity j)%Z.
Proof. unfold parity; rewrite Nat.odd_add; destruct (Nat.odd i), (Nat.odd j); simpl; congruence. Qed.

Lemma parity_sign (i : nat) : sign (Nat.odd i) = inject_Z (parity i).
Proof. unfold parity; destruct (Nat.odd i); reflexivity. Qed.

(** y⟨w,x⟩ at point i is uᵢ - (uᵢ₋₁ + uᵢ₋₃ + …) for the weights with their signs, uⱼ = ±wⱼ. *)
Lemma bit_product (w : nat -> Q) (u : nat -> Z) (i m : nat) :
  (forall j, w j == inject_Z (parity j * u j)) ->
  dot m w (bit_point i)
  == inject_Z (parity i * (if Nat.leb m i then - other_parity u i m else u i - other_parity u i i)).
Proof.
  intro whole; induction m as [| m IH]; [rewrite Z.mul_0_r; reflexivity |]; cbn [dot]; rewrite IH, whole.
  unfold bit_point, bit_entry; rewrite <- inject_Z_mult, <- inject_Z_plus; apply inject_Z_injective.
  destruct (Nat.leb_spec m i), (Nat.leb_spec (S m) i), (Nat.ltb_spec m i), (Nat.eqb_spec m i); subst; try lia;
    cbn [orb andb other_parity].
  - destruct (Nat.odd (i + m)) eqn:other; [rewrite (parity_other i m other) |]; lia.
  - lia.
  - lia.
Qed.

Lemma other_parity_ext (u : nat -> Z) (i m : nat) : other_parity u (S (S i)) m = other_parity u i m.
Proof.
  induction m as [| m IH]; [reflexivity |]; cbn [other_parity]; rewrite IH.
  change (S (S i) + m)%nat with (S (S (i + m))); rewrite Nat.odd_succ_succ; reflexivity.
Qed.

Lemma other_parity_SS (u : nat -> Z) (i : nat) :
  (other_parity u (S (S i)) (S (S i)) = other_parity u i i + u (S i))%Z.
Proof.
  cbn [other_parity]; rewrite !other_parity_ext.
  replace (Nat.odd (S (S i) + i)) with false.
  - replace (Nat.odd (S (S i) + S i)) with true; [lia |].
    rewrite Nat.odd_add, Nat.odd_succ_succ, Nat.odd_succ, <- Nat.negb_odd; destruct (Nat.odd i); reflexivity.
  - rewrite Nat.odd_add, Nat.odd_succ_succ; destruct (Nat.odd i); reflexivity.
Qed.

Lemma other_parity_le (u v : nat -> Z) (i m : nat) :
  (forall j, (j < m)%nat -> (u j <= v j)%Z) -> (other_parity u i m <= other_parity v i m)%Z.
Proof.
  induction m as [| m IH]; intro le; cbn [other_parity]; [lia |].
  specialize (IH ltac:(intros; apply le; lia)); specialize (le m ltac:(lia)); destruct (Nat.odd (i + m)); lia.
Qed.

(** Fᵢ₊₂ = 1 + Fᵢ₊₁ + Fᵢ₋₁ + …. *)
Lemma fibonacci_other_parity (i : nat) :
  let u := fun j => Z.of_nat (fibonacci (j + 2)) in (u i = 1 + other_parity u i i)%Z.
Proof.
  intro u; assert (both : (u i = 1 + other_parity u i i /\ u (S i) = 1 + other_parity u (S i) (S i))%Z);
    [| apply both].
  induction i as [| i [here next]]; [split; reflexivity |]; split; [exact next |].
  rewrite other_parity_SS.
  assert (sum : (u (S (S i)) = u (S i) + u i)%Z).
  { unfold u; change (S (S i) + 2)%nat with (S (S (i + 2))); rewrite fibonacci_SS, Nat2Z.inj_add; reflexivity. }
  lia.
Qed.

Lemma fibonacci_product (n i : nat) :
  (i < n)%nat -> sign (Nat.odd i) * ⟨fibonacci_weights n, (bit_point i : Qd n)⟩ == 1.
Proof.
  intro less; cbn [inner Qd]; unfold fibonacci_weights.
  rewrite (bit_product _ (fun j => Z.of_nat (fibonacci (j + 2))) i n) by (intro j; reflexivity).
  destruct (Nat.leb_spec n i); [lia |].
  rewrite parity_sign, <- inject_Z_mult, Z.mul_assoc, parity_squared.
  change 1 with (inject_Z 1); apply inject_Z_injective.
  pose proof (fibonacci_other_parity i) as next; cbv beta zeta in next |- *; lia.
Qed.

Lemma odd_max_bit_separable (n : nat) : separates (fibonacci_weights n) (odd_max_bit n).
Proof.
  unfold separates, odd_max_bit; apply Forall_map, Forall_forall; intros i member; apply in_seq in member.
  simpl fst; simpl snd; rewrite fibonacci_product by lia; discriminate.
Qed.

(** Every mistake adds 1 to the product of w with the Fibonacci weights, and integers to w. *)
Lemma odd_max_bit_after (t : ties) (n : nat) r : forall (w : Qd n) (u : nat -> Z),
  incl r (odd_max_bit n) -> (forall j, w j == inject_Z (parity j * u j)) ->
  let w' : Qd n := state_after (perceptron (Qd n) t) w r in
  ⟨fibonacci_weights n, w'⟩ == ⟨fibonacci_weights n, w⟩ + number (errors_from (perceptron (Qd n) t) w r) /\
  exists u', forall j, w' j == inject_Z (parity j * u' j).
Proof.
  induction r as [| [x y] r IH]; intros w u members whole.
  - split; [change (number _) with 0; cbn [state_after]; ring | exists u; exact whole].
  - apply incl_cons_inv in members; destruct members as [member members].
    apply in_map_iff in member; destruct member as [i [same range]]; apply in_seq in range.
    injection same as <- <-; cbv zeta; cbn [errors_from state_after]; rewrite number_add.
    cbn [predict update perceptron].
    destruct (mistaken (answer t ⟨w, (bit_point i : Qd n)⟩) (Nat.odd i)).
    + destruct (IH (add w (scale (sign (Nat.odd i)) (bit_point i : Qd n)))
                  (fun j => u j + parity j * (parity i * bit_entry i j))%Z members) as [product integers].
      * intro j; cbn [add scale Qd]; rewrite whole, parity_sign; unfold bit_point.
        rewrite <- inject_Z_mult, <- inject_Z_plus; apply inject_Z_injective.
        rewrite Z.mul_add_distr_l, (Z.mul_assoc (parity j) (parity j)), parity_squared; lia.
      * split; [| exact integers].
        rewrite product, inner_update, fibonacci_product by lia; change (number 1) with 1; ring.
    + destruct (IH w u members whole) as [product integers]; split; [| exact integers].
      rewrite product; change (number 0) with 0; ring.
Qed.

(** The n points (1, 0, 0, 0, …), (1, 1, 0, 0, …), (0, 1, 1, 0, …), (1, 0, 1, 1, …), … of {0, 1}ⁿ, labeled -1, +1, -1,
    +1, …, take Fₙ₊₁Fₙ₊₂ - 1 mistakes or more, in any order, until w is right on all of them, F being the Fibonacci
    numbers; and (-1, 2, -3, 5, …) separates them.
    Source: Lecture 13 (27-04-2020), end of 1.2.1.
    Idea: for uⱼ = ±wⱼ right means uᵢ > uᵢ₋₁ + uᵢ₋₃ + …, in integers, and so uᵢ ≥ Fᵢ₊₁, from 1 on; and M is the product
    of w with (-1, 2, -3, 5, …), so M ≥ F₂² + F₃² + …. *)
Theorem odd_max_bit_exponential (t : ties) (n : nat) :
  separates (fibonacci_weights n) (odd_max_bit n) /\
  forall r : list (example (Qd n)), incl r (odd_max_bit n) -> right_on (odd_max_bit n) (weights t r) ->
    (fibonacci (n + 1) * fibonacci (n + 2) - 1 <= errors (perceptron (Qd n) t) r)%nat.
Proof.
  split; [apply odd_max_bit_separable |]; intros r members right.
  destruct (odd_max_bit_after t n r zero (fun _ => 0%Z) members) as [product [u whole]].
  { intro j; rewrite Z.mul_0_r; reflexivity. }
  rewrite inner_zero_r, Qplus_0_l in product; fold (weights t r) in product, whole.
  change (errors_from (perceptron (Qd n) t) zero r) with (errors (perceptron (Qd n) t) r) in product.
  set (f := fun j => Z.of_nat (fibonacci (j + 2))).
  assert (large : forall i, (i < n)%nat -> (other_parity u i i < u i)%Z).
  { intros i less.
    assert (here : 0 < sign (Nat.odd i) * ⟨weights t r, (bit_point i : Qd n)⟩).
    { unfold right_on, odd_max_bit in right; rewrite Forall_map, Forall_forall in right.
      apply (right i), in_seq; lia. }
    cbn [inner Qd] in here; rewrite (bit_product _ u i n whole), parity_sign in here.
    destruct (Nat.leb_spec n i); [lia |].
    rewrite <- inject_Z_mult, Z.mul_assoc, parity_squared, <- (Zlt_Qlt 0) in here; lia. }
  assert (above : forall i, (i < n)%nat -> (f i <= u i)%Z).
  { intro i; induction i as [i IH] using lt_wf_ind; intro less.
    pose proof (fibonacci_other_parity i) as next; cbv zeta in next; fold f in next.
    pose proof (other_parity_le f u i i ltac:(intros j early; apply IH; lia)) as sums.
    specialize (large i less); change (Z.of_nat (fibonacci (i + 2))) with (f i) in next; lia. }
  assert (squares : forall m, (m <= n)%nat ->
    number (fibonacci (m + 1) * fibonacci (m + 2)) - 1 <= dot m fibonacci_weight (weights t r)).
  { intro m; induction m as [| m IH]; intro le; [discriminate |].
    cbn [dot]; rewrite whole; specialize (IH ltac:(lia)); specialize (above m ltac:(lia)).
    assert (square : inject_Z (f m * f m)
        <= inject_Z (parity m * f m) * inject_Z (parity m * u m)).
    { rewrite <- inject_Z_mult, <- Zle_Qle.
      replace (parity m * f m * (parity m * u m))%Z with (parity m * parity m * (f m * u m))%Z by ring.
      rewrite parity_squared, Z.mul_1_l; apply Z.mul_le_mono_nonneg_l; unfold f in *; lia. }
    change (fibonacci_weight m) with (inject_Z (parity m * f m)).
    assert (sum : number (fibonacci (S m + 1) * fibonacci (S m + 2))
                  == number (fibonacci (m + 1) * fibonacci (m + 2)) + inject_Z (f m * f m)).
    { unfold f; rewrite <- inject_Z_plus; apply inject_Z_injective.
      replace (S m + 1)%nat with (m + 2)%nat by lia.
      replace (S m + 2)%nat with (S (S (m + 1))) by lia; rewrite fibonacci_SS.
      replace (S (m + 1)) with (m + 2)%nat by lia; lia. }
    rewrite sum; lra. }
  specialize (squares n (le_n n)).
  change (dot n fibonacci_weight (weights t r)) with ⟨fibonacci_weights n, weights t r⟩ in squares.
  rewrite product in squares.
  apply Nat.le_sub_le_add_r, Nat2Z.inj_le; rewrite Zle_Qle, number_add; change (number 1) with 1; lra.
Qed.

(** On the points of [odd_max_bit_exponential] the printed loop makes Fₙ₊₁Fₙ₊₂ - 1 updates or more before it returns,
    whichever violated example it takes.
    Source: Lecture 13 (27-04-2020), end of 1.2.1.
    Idea: it is the Perceptron on the examples that it takes. *)
Theorem odd_max_bit_loop (n : nat) (choose : choice) (k : nat) :
  honest choose (odd_max_bit n) -> returns_in choose k -> (fibonacci (n + 1) * fibonacci (n + 2) - 1 <= pred k)%nat.
Proof.
  intros fair [m [-> [stop busy]]]; cbn [pred].
  destruct (loop_is_perceptron choose (odd_max_bit n) m fair busy) as [members [same count]].
  assert (last := fair m (loop choose m)); rewrite stop in last; rewrite <- same in last.
  assert (many := proj2 (odd_max_bit_exponential mistake n) _ members last); rewrite count in many; exact many.
Qed.
