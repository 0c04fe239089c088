(** What the best randomized learner is expected to err, perhaps where some labels lie: docs/finite-proofs.md, "Tables of
    values". *)

From Coq Require Import List Bool Arith NArith QArith Lia.
From ForcedMistakes Require Import Learner Concepts RationalSpaces Passes ConceptTable PartialTable Lies Coins GameValue.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** Every randomized learner is expected to err at least [r] times on some sequence of points of the table from which a
    concept differs at most [lies] times, and some is expected to err at most [r] times on every such sequence. *)
Definition randomized_with (lies : N) (rows : partial_table) (r : Q) : Prop :=
  (forall L : coin_learner nat, exists s, realizable_with lies rows s /\ r <= expected_mistakes L s) /\
  (exists L : coin_learner nat, forall s, realizable_with lies rows s -> expected_mistakes L s <= r).

(** What a point is worth: where both labels leave something, the best chance makes them equally bad. *)
Definition coin_worth (sides : side Q * side Q) : Q :=
  match sides with
  | (To a, To b) => if Qle_bool (b + 1) a then a else if Qle_bool (a + 1) b then b else Qred ((1 # 2) * (1 + a + b))
  | (Same, To b) => 1 + b
  | (To a, Same) => 1 + a
  | (Gone, To b) => b
  | (To a, Gone) => a
  | _ => 0
  end.

Definition greatest (l : list Q) : Q := fold_right (fun a b => if Qle_bool a b then b else a) 0 l.

Definition coin_value (sides : list (side Q * side Q)) : Q := greatest (map coin_worth sides).

(** The chance of +1. *)
Definition best_chance (sides : side Q * side Q) : Q :=
  match sides with
  | (To a, To b) => if Qle_bool (b + 1) a then 0 else if Qle_bool (a + 1) b then 1 else Qred ((1 # 2) * (1 + b - a))
  | (Gone, To _) | (_, Same) => 1
  | _ => 0
  end.

Lemma greatest_le (l : list Q) (a : Q) : In a l -> a <= greatest l.
Proof.
  induction l as [| b l IH]; [intros [] |]; cbn [greatest fold_right]; fold (greatest l).
  destruct (Qle_bool b (greatest l)) eqn:E; intros [<- | here].
  - apply Qle_bool_iff, E.
  - apply IH, here.
  - apply Qle_refl.
  - assert (less : ~ b <= greatest l) by (rewrite <- Qle_bool_iff, E; discriminate).
    specialize (IH here); lra.
Qed.

Lemma greatest_nonneg (l : list Q) : 0 <= greatest l.
Proof.
  induction l as [| b l IH]; cbn [greatest fold_right]; [apply Qle_refl |]; fold (greatest l).
  destruct (Qle_bool b (greatest l)) eqn:E; [exact IH |].
  assert (less : ~ b <= greatest l) by (rewrite <- Qle_bool_iff, E; discriminate); lra.
Qed.

Lemma greatest_In (l : list Q) : greatest l = 0 \/ In (greatest l) l.
Proof.
  induction l as [| b l IH]; cbn [greatest fold_right]; [left; reflexivity |]; fold (greatest l).
  destruct (Qle_bool b (greatest l)); [destruct IH as [-> | here]; [left; reflexivity | right; right; exact here] |].
  right; left; reflexivity.
Qed.

Ltac compared :=
  match goal with
  | |- context [Qle_bool ?a ?b] =>
      let E := fresh "E" in destruct (Qle_bool a b) eqn:E;
      [apply Qle_bool_iff in E | assert (b < a) by (apply Qnot_le_lt; rewrite <- Qle_bool_iff, E; discriminate); clear E]
  end.

Lemma best_chance_is_chance (sides : side Q * side Q) : 0 <= best_chance sides <= 1.
Proof.
  destruct sides as [[| | a] [| | b]]; cbn [best_chance]; try (split; discriminate).
  repeat compared; try (split; discriminate); rewrite Qred_correct; split; lra.
Qed.

(** What the best chance costs. *)
Lemma best_chance_costs (minus plus : side Q) :
  ~ (minus = Same /\ plus = Same) ->
  (forall a, minus = To a -> best_chance (minus, plus) + a <= coin_worth (minus, plus)) /\
  (forall b, plus = To b -> 1 - best_chance (minus, plus) + b <= coin_worth (minus, plus)) /\
  (minus = Same -> best_chance (minus, plus) == 0) /\ (plus = Same -> best_chance (minus, plus) == 1).
Proof.
  intro not_both; destruct minus as [| | a], plus as [| | b]; cbn [best_chance coin_worth];
    try (exfalso; apply not_both; split; reflexivity);
    (split; [| split; [| split]]); try discriminate; try (intros ? [= <-]); try (intro; reflexivity); try lra;
    repeat compared; rewrite ?Qred_correct; lra.
Qed.

(** * Some learner *)

Section Values.

  Context (rows : partial_table) (n : nat).

  Definition coin_price : list N -> Q := price rows n coin_value.

  Definition coin_sides (lives : list N) (x : nat) : side Q * side Q :=
    let to y := let left := lose rows x y lives in side_of lives left (coin_price left) in (to false, to true).

  Lemma coin_price_worth (lives : list N) (x : nat) : (x < n)%nat -> coin_worth (coin_sides lives x) <= coin_price lives.
  Proof.
    intro small; unfold coin_price at 1; rewrite price_step; apply greatest_le, in_map.
    apply (in_map (fun x => coin_sides lives x)), in_seq; lia.
  Qed.

  Lemma coin_price_nonneg (lives : list N) : 0 <= coin_price lives.
  Proof. unfold coin_price; rewrite price_step; apply greatest_nonneg. Qed.

  Lemma not_both_same (lives : list N) (x : nat) :
    length lives = length rows -> ~ (fst (coin_sides lives x) = Same /\ snd (coin_sides lives x) = Same).
  Proof.
    intros long [minus plus]; cbn [coin_sides fst snd] in minus, plus; unfold side_of in minus, plus.
    destruct (dead (lose rows x false lives)) eqn:some; [discriminate |].
    destruct (dead (lose rows x true lives)); [discriminate |].
    destruct (N.ltb_spec (total (lose rows x false lives)) (total lives)); [discriminate |].
    destruct (N.ltb_spec (total (lose rows x true lives)) (total lives)); [discriminate |].
    destruct (lose_both rows x lives long) as [_ none]; assert (less := lose_le rows x false lives).
    unfold dead in some; apply N.eqb_neq in some; lia.
  Qed.

  Definition left_by (start : list N) (h : list (example nat)) : list N :=
    fold_right (fun e lives => lose rows (fst e) (snd e) lives) start h.

  Definition best_randomized (start : list N) : coin_learner nat := {|
    chance := fun h x => best_chance (coin_sides (left_by start h) x);
    is_chance := fun h x => best_chance_is_chance _
  |}.

  Lemma left_by_length (start : list N) (h : list (example nat)) :
    length start = length rows -> length (left_by start h) = length rows.
  Proof. intro long; induction h as [| e h IH]; [exact long |]; cbn [left_by fold_right]; apply lose_length, IH. Qed.

  Lemma best_randomized_pays (start : list N) (s h : list (example nat)) :
    length start = length rows -> inside n s -> alive rows (left_by start h) s ->
    expected_from (best_randomized start) h s <= coin_price (left_by start h).
  Proof.
    intro long; revert h; induction s as [| [x y] s IH]; intros h here explained; [apply coin_price_nonneg |].
    apply Forall_cons_iff in here; destruct here as [small here]; cbn [fst] in small.
    assert (after := explained); apply alive_lose in after.
    assert (rest := IH ((x, y) :: h) here after); assert (some := alive_not_dead _ _ _ after).
    cbn [expected_from]; cbn [left_by fold_right fst snd] in rest; fold (left_by start h) in rest.
    set (lives := left_by start h) in *; assert (long' : length lives = length rows) by (apply left_by_length, long).
    assert (worth := coin_price_worth lives x small).
    destruct (best_chance_costs _ _ (not_both_same lives x long')) as (minus & plus & same_minus & same_plus).
    rewrite <- surjective_pairing in minus, plus, same_minus, same_plus.
    change (chance (best_randomized start) h x) with (best_chance (coin_sides lives x)).
    assert (same : (total lives <= total (lose rows x y lives))%N -> lose rows x y lives = lives)
      by (apply lose_same, long').
    destruct y; cbn [coin_sides fst snd] in minus, plus, same_minus, same_plus; unfold side_of in *; rewrite some in *.
    - destruct (N.ltb_spec (total (lose rows x true lives)) (total lives)) as [| stays].
      + specialize (plus _ eq_refl); lra.
      + specialize (same_plus eq_refl); rewrite (same stays) in rest; lra.
    - destruct (N.ltb_spec (total (lose rows x false lives)) (total lives)) as [| stays].
      + specialize (minus _ eq_refl); lra.
      + specialize (same_minus eq_refl); rewrite (same stays) in rest; lra.
  Qed.

  (** * Every learner *)

  (** What a label costs. *)
  Definition cost (L : coin_learner nat) (h : list (example nat)) (x : nat) (y : bool) : Q :=
    if y then 1 - L h x else L h x.

  Lemma cost_bounds (L : coin_learner nat) (h : list (example nat)) (x : nat) (y : bool) :
    0 <= cost L h x y <= 1 /\ cost L h x (negb y) == 1 - cost L h x y.
  Proof. unfold cost; assert (bounds := is_chance L h x); destruct y; simpl negb; cbv iota; lra. Qed.

  Fixpoint sum_of (q : nat -> Q) (k : nat) : Q := match k with O => 0 | S k => sum_of q k + q k end.

  (** Numbers up to 1 cannot all be greater than the sum of those before them. *)
  Lemma some_is_small (q : nat -> Q) : (forall k, 0 <= q k <= 1) -> exists k, q k <= sum_of q k.
  Proof.
    intro bounds; destruct (Qlt_le_dec 0 (q 0%nat)) as [positive | zero]; [| exists 0%nat; exact zero].
    assert (grows : forall m, (exists k, q k <= sum_of q k) \/ number (S m) * q 0%nat <= sum_of q (S m)).
    { induction m as [| m [found | large]]; [right; cbn [sum_of]; change (number 1) with 1; lra | left; exact found |].
      destruct (Qlt_le_dec (sum_of q (S m)) (q (S m))) as [less | small]; [right | left; exists (S m); exact small].
      cbn [sum_of] in *; rewrite number_S in *.
      assert (first : q 0%nat <= number m * q 0%nat + q 0%nat) by (assert (H := number_nonneg m); nra).
      rewrite number_S; lra. }
    set (f := floor (1 / q 0%nat)).
    assert (many : 1 / q 0%nat < number (S f)) by (apply above_floor, Qle_shift_div_l; lra).
    assert (enough : 1 < number (S f) * q 0%nat).
    { setoid_replace 1 with (1 / q 0%nat * q 0%nat) by (field; lra); apply Qmult_lt_compat_r; assumption. }
    destruct (grows f) as [found | large]; [exact found |].
    exists (S f); specialize (bounds (S f)); lra.
  Qed.

  Lemma expected_repeated (L : coin_learner nat) (x : nat) (y : bool) (k : nat) :
    forall (h : list (example nat)) rest,
    expected_from L h (repeat (x, y) k ++ rest) ==
    sum_of (fun i => cost L (repeat (x, y) i ++ h) x y) k + expected_from L (repeat (x, y) k ++ h) rest.
  Proof.
    induction k as [| k IH]; intros h rest; [cbn; ring |].
    replace (repeat (x, y) (S k) ++ rest) with (repeat (x, y) k ++ (x, y) :: rest)
      by (change (repeat (x, y) (S k)) with ((x, y) :: repeat (x, y) k); rewrite repeat_cons, <- app_assoc; reflexivity).
    rewrite IH; cbn [sum_of expected_from repeat app]; unfold cost; destruct y; ring.
  Qed.

  Lemma coin_value_forced (L : coin_learner nat) (fuel : nat) : forall lives h,
    length lives = length rows -> dead lives = false ->
    exists s, inside n s /\ alive rows lives s /\ value rows n coin_value fuel lives <= expected_from L h s.
  Proof.
    induction fuel as [| fuel IH]; intros lives h long some.
    { exists []; split; [constructor |]; split; [apply not_dead_alive; assumption | apply Qle_refl]. }
    set (v := value rows n coin_value fuel).
    set (to x y := side_of lives (lose rows x y lives) (v (lose rows x y lives))).
    change (value rows n coin_value (S fuel) lives)
      with (greatest (map coin_worth (map (fun x => (to x false, to x true)) (seq 0 n)))).
    destruct (greatest_In (map coin_worth (map (fun x => (to x false, to x true)) (seq 0 n)))) as [-> | best].
    { exists []; split; [constructor |]; split; [apply not_dead_alive; assumption | apply Qle_refl]. }
    apply in_map_iff in best; destruct best as (sides & <- & there).
    apply in_map_iff in there; destruct there as (x & <- & small); apply in_seq in small.
    (* a label that leads on *)
    assert (go : forall y h' t, to x y = To t ->
      exists s, inside n s /\ alive rows lives s /\ cost L h' x y + t <= expected_from L h' s).
    { intros y h' t; unfold to, side_of; destruct (dead (lose rows x y lives)) eqn:left; [discriminate |].
      destruct (_ <? _)%N; [| discriminate]; injection 1 as <-.
      destruct (IH _ ((x, y) :: h') (lose_length rows x y lives long) left) as (s & here & explained & much).
      exists ((x, y) :: s); split; [constructor; [exact (proj2 small) | exact here] |].
      split; [apply alive_lose, explained |]; cbn [expected_from]; unfold cost, v; lra. }
    (* a label that changes nothing is repeated until the other one pays *)
    assert (wait : forall y t, to x y = Same -> to x (negb y) = To t ->
      exists s, inside n s /\ alive rows lives s /\ 1 + t <= expected_from L h s).
    { intros y t stays leads.
      destruct (some_is_small (fun i => cost L (repeat (x, y) i ++ h) x y)) as [k enough];
        [intro i; apply cost_bounds |].
      destruct (go (negb y) (repeat (x, y) k ++ h) t leads) as (s & here & explained & much).
      exists (repeat (x, y) k ++ s); split; [| split].
      - apply Forall_app; split; [| exact here]; apply Forall_forall; intros e e_in.
        apply repeat_spec in e_in; subst e; exact (proj2 small).
      - assert (same : lose rows x y lives = lives).
        { unfold to, side_of in stays; destruct (dead (lose rows x y lives)); [discriminate stays |].
          destruct (N.ltb_spec (total (lose rows x y lives)) (total lives)); [discriminate stays |].
          apply lose_same; assumption. }
        clear much enough; induction k as [| k IHk]; [exact explained |]; cbn [repeat app].
        apply alive_lose; rewrite same; exact IHk.
      - rewrite expected_repeated; destruct (cost_bounds L (repeat (x, y) k ++ h) x y) as [_ other].
        rewrite other in much; lra. }
    assert (nothing : 0 <= 0 -> exists s, inside n s /\ alive rows lives s /\ 0 <= expected_from L h s).
    { intros _; exists []; split; [constructor |]; split; [apply not_dead_alive; assumption | apply Qle_refl]. }
    assert (chances := cost_bounds L h x true); simpl negb in chances.
    assert (goes : forall y t w, to x y = To t -> w <= cost L h x y + t ->
      exists s, inside n s /\ alive rows lives s /\ w <= expected_from L h s).
    { intros y t w leads most; destruct (go y h t leads) as (s & here & explained & much).
      exists s; split; [exact here | split; [exact explained | lra]]. }
    destruct (to x false) as [| | a] eqn:minus, (to x true) as [| | b] eqn:plus; cbn [coin_worth];
      try (apply nothing, Qle_refl).
    - apply (goes true b _ plus); lra.
    - exact (wait false b minus plus).
    - apply (goes false a _ minus); lra.
    - exact (wait true a plus minus).
    - repeat compared; rewrite ?Qred_correct.
      + apply (goes false a _ minus); lra.
      + apply (goes true b _ plus); lra.
      + destruct (Qlt_le_dec (cost L h x false + a) ((1 # 2) * (1 + a + b))) as [less | enough].
        * apply (goes true b _ plus); rewrite Qred_correct; lra.
        * apply (goes false a _ minus); rewrite Qred_correct; exact enough.
  Qed.

End Values.

(** What is computed from the version spaces of a class is what the best randomized learner is expected to err.
    Source: Filmus, Hanneke, Mehalel and Moran, Optimal prediction using expert advice and randomized Littlestone
    dimension (2023); docs/finite-proofs.md, "Tables of values".
    Idea: at each point the best chance of +1 makes both labels equally bad. A label that leaves everything as it is does
    not help the learner: the adversary repeats it until the chances of a mistake add up to that of the other label. *)
Theorem randomized_value (lies : N) (rows : partial_table) :
  rows <> [] -> randomized_with lies rows (compute_price rows (width rows) coin_value (all_alive lies rows)).
Proof.
  intro some; rewrite compute_price_right.
  assert (long : length (all_alive lies rows) = length rows) by apply map_length.
  split.
  - intro L; destruct (coin_value_forced rows (width rows) L (S (N.to_nat (total (all_alive lies rows))))
      (all_alive lies rows) [] long) as (s & here & explained & much).
    + destruct rows as [| r rows]; [congruence |]; unfold dead; apply N.eqb_neq; cbn; lia.
    + exists s; split; [apply alive_all; split; assumption | exact much].
  - exists (best_randomized rows (width rows) (all_alive lies rows)); intros s real.
    apply alive_all in real; destruct real as [here explained].
    exact (best_randomized_pays rows (width rows) (all_alive lies rows) s [] long here explained).
Qed.
