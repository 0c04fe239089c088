(** The bound (RB)² on the updates of the batch Perceptron is attained if it takes the examples in a bad order; in the
    plane about half of it is. Here R is the largest ‖x‖ on the sample, and B the least ‖u‖ with y⟨u,x⟩ ≥ 1 on it. *)

From Coq Require Import Reals List Arith Lia.
From ForcedMistakes Require Import Learner RealSpaces PerceptronLoop HyperplaneDistance RealPerceptron.
From ForcedMistakes Require Import PerceptronWorstCase PerceptronPlane.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Batch.

  Context {V : space real_field} (radius bound : R).
  Implicit Types (r s : list (example V)) (u v w : V).
  Notation L := (perceptron V mistake).

  (** The sample has this R and this B. *)
  Definition batch_sample s : Prop :=
    largest_norm2 (radius * radius) s /\ exists u, solves_program u s /\ ‖u‖² = bound * bound.

  (** Some run on such a sample ends after exactly k updates, and each run on each of them ends after at most k. *)
  Definition longest_run (k : nat) : Prop :=
    (exists s, batch_sample s /\ exists choose, honest choose s /\ returns_in choose (S k)) /\
    forall s choose, batch_sample s -> honest choose s -> exists n, (n <= k)%nat /\ returns_in choose (S n).

  Definition longer (e : example V) : example V := (scale radius (fst e), snd e).

  Lemma same_loop (choose choose' : choice) (k : nat) :
    (forall j w, (j < k)%nat -> choose j w = choose' j w) -> loop choose k = loop choose' k.
  Proof.
    induction k as [| k IH]; intro same; [reflexivity |]; cbn [loop].
    rewrite IH, same by (intros; try apply same; lia); reflexivity.
  Qed.

  (** A run that takes the mistakes of s, R times as long, one after the other. *)
  Lemma run_of s r :
    0 < radius -> incl (map longer s) r ->
    exists choose, honest choose r /\ (forall j, (j < errors L s)%nat -> choose j (loop choose j) <> None) /\
      forall z, ⟨loop choose (errors L s), z⟩ = radius * ⟨weights mistake s, z⟩.
  Proof.
    intro positive; induction s as [| e s IH] using rev_ind; intro from_r.
    { exists (first_violated r); split; [apply first_violated_honest |]; split; [cbn; lia |].
      intro z; cbn; rewrite inner_zero; ring. }
    rewrite map_app in from_r; apply incl_app_inv in from_r as [from_r member].
    assert (in_r : In (longer e) r) by (apply member; left; reflexivity).
    destruct (IH from_r) as (choose & fair & busy & same); unfold weights, errors in *; destruct e as [x y].
    rewrite errors_from_app, state_after_app; cbn [errors_from state_after init perceptron] in *.
    set (w := state_after L zero s) in *; set (k := errors_from L zero s) in *.
    cbn [predict update perceptron]; destruct (mistaken (answer mistake ⟨w, x⟩) y) eqn:wrong;
      [| exists choose; rewrite Nat.add_0_r; repeat split; assumption].
    apply mistaken_iff in wrong.
    set (next := fun j w' => if Nat.eqb j k then first_violated (longer (x, y) :: r) j w' else choose j w').
    assert (before : forall j, (j <= k)%nat -> loop next j = loop choose j).
    { intros j le; apply same_loop; intros i z less; unfold next; destruct (Nat.eqb_spec i k); [lia | reflexivity]. }
    assert (here : next k (loop next k) = Some (longer (x, y))).
    { unfold next at 1, first_violated, is_violated; rewrite Nat.eqb_refl, before by lia; cbn [find longer fst snd].
      destruct (Fcompare _ _) eqn:compared; try reflexivity; apply Fgt_alt in compared.
      rewrite same, inner_scale_r in compared; exfalso; nra. }
    exists next; rewrite Nat.add_1_r; split; [| split].
    - intros j w'; unfold next; destruct (Nat.eqb j k); [| apply fair].
      assert (honestly := first_violated_honest (longer (x, y) :: r) j w').
      destruct (first_violated _ j w'); [destruct honestly as [[<- |] ?]; auto | exact (Forall_inv_tail honestly)].
    - intros j less; destruct (Nat.eq_dec j k) as [-> | other]; [rewrite here; discriminate |].
      rewrite before by lia; unfold next; destruct (Nat.eqb_spec j k); [lia | apply busy; lia].
    - intro z; cbn [loop]; rewrite here, before by lia; cbn [longer fst snd].
      rewrite !inner_add, !inner_scale, same; ring.
  Qed.

  (** From a game with margin 1/(RB) to a sample with this R and B. *)
  Lemma longest_run_from v s (k : nat) :
    0 < radius -> 0 < bound -> 1 <= radius * bound ->
    ‖v‖² = 1 -> Forall (fun e => ‖fst e‖² <= 1) s ->
    Forall (fun e => / (radius * bound) <= sign (snd e) * ⟨v, fst e⟩) s -> errors L s = k ->
    (forall r u, Forall (fun e => ‖fst e‖² <= radius * radius) r -> separates u r -> ‖u‖² = bound * bound ->
      (errors L r <= k)%nat) ->
    longest_run k.
  Proof.
    intros R_pos B_pos large unit short margins count few.
    assert (every : forall r choose, batch_sample r -> honest choose r -> exists n, (n <= k)%nat /\ returns_in choose (S n)).
    { intros r choose [[within_r _] (u & [apart _] & u_2)] fair.
      destruct (loop_halts choose (radius * radius) u r) as (n & (m & -> & stop & busy) & _); try assumption; [cbn; nra |].
      exists m; split; [| exists m; auto].
      destruct (loop_is_perceptron choose r m fair busy) as (from_r & _ & updates); rewrite <- updates.
      apply few with u; [apply (incl_Forall from_r), within_r | apply (incl_Forall from_r), apart | exact u_2]. }
    split; [| exact every].
    set (d := / (radius * bound)) in *; assert (d_times : radius * d * bound = 1) by (unfold d; field; lra).
    assert (d_pos : 0 < d) by (apply Rinv_0_lt_compat; nra).
    set (r := (scale radius v, true) :: (scale (radius * d) v, true) :: map longer s).
    assert (sample : batch_sample r).
    { assert (norm : forall (c : R) (x : V), ‖scale c x‖² = c * c * ‖x‖²) by (intros; rewrite inner_scale, inner_scale_r; ring).
      assert (one : radius * bound * d = 1) by lra; assert (small : d <= 1) by nra.
      assert (short_d : 0 <= radius * d <= radius) by nra; split; [split |].
      - constructor; [| constructor]; cbn [fst]; rewrite ?norm, ?unit; [cbn; lra | cbn; nra |].
        apply Forall_map; revert short; apply Forall_impl; intros e e_short; cbn [fst longer]; rewrite norm; cbn; nra.
      - left; cbn [fst]; rewrite norm, unit; cbn; ring.
      - exists (scale bound v); rewrite norm, unit; split; [split | ring].
        + constructor; [| constructor]; cbn [fst snd sign]; rewrite ?inner_scale, ?inner_scale_r, ?unit; [cbn; lra | cbn; lra |].
          apply Forall_map; revert margins; apply Forall_impl; intros e margin; cbn [fst snd longer].
          rewrite inner_scale, inner_scale_r; assert (0 <= (sign (snd e) * ⟨v, fst e⟩ - d) * (radius * bound)) by (apply Rmult_le_pos; lra); lra.
        + intros u apart; assert (middle := Forall_inv (Forall_inv_tail apart)); cbn [fst snd sign] in middle.
          rewrite inner_scale_r in middle; assert (product := cauchy_schwarz u v); rewrite unit in product; rewrite norm, unit.
          set (m := ⟨u, v⟩) in *; assert (bound <= m) by (cbn in *; nra); cbn in *; nra. }
    exists r; split; [exact sample |].
    destruct (run_of s r R_pos) as (choose & fair & busy & _); [intros e among; right; right; exact among |].
    exists choose; split; [exact fair |]; destruct (every r choose sample fair) as (n & le & m & equal & stop & before).
    rewrite count in busy; injection equal as ->.
    destruct (Nat.eq_dec m k) as [-> | other]; [exists k; auto |].
    exfalso; apply (busy m); [lia | exact stop].
  Qed.

End Batch.

Arguments longest_run : clear implicits.

Lemma at_most_floor (a : R) (n : nat) : 0 <= a -> (n <= floor a)%nat <-> INR n <= a.
Proof. rewrite <- real_number; apply (floor_le (K := real_field)). Qed.

(** The batch Perceptron's bound (RB)² is attained for some order: for each R, B > 0 with RB ≥ 1, and in each R^d with d
    ≥ 3, on some sample with these R and B some run makes exactly ⌊(RB)²⌋ updates and ends; and each run on each such
    sample ends after at most ⌊(RB)²⌋, whichever violated examples it takes. (No sample has RB < 1.)
    Source: Understanding Machine Learning, Theorem 9.1; Hsu, first theorem.
    Idea: the sample is the game of [real_perceptron_worst_case], R times as long, with two multiples of its target v,
    R·v and v/B: because of the last no u has a larger margin. *)
Theorem batch_worst_case (d : nat) (radius bound : R) :
  (3 <= d)%nat -> 0 < radius -> 0 < bound -> 1 <= radius * bound ->
  longest_run (Rd d) radius bound (floor (radius * bound * (radius * bound))%R).
Proof.
  intros space_enough R_pos B_pos large; set (b := radius * bound) in *.
  replace d with (3 + (d - 3))%nat by lia; set (more := (d - 3)%nat).
  assert (at_most := fun n => at_most_floor (b * b) n ltac:(nra)).
  assert (inverse : / b * b = 1) by (apply Rinv_l; lra).
  destruct (ties_go_on more mistake (/ b) (Rinv_0_lt_compat b ltac:(lra)) (floor (b * b))) as (s & p & q & units & margins & count & _).
  { assert (few := proj1 (at_most _) (le_n _)).
    replace 1 with (b * b * (/ b * / b)) by (transitivity (/ b * b * (/ b * b)); [ring | rewrite inverse; ring]).
    apply Rmult_le_compat_r; [nra | exact few]. }
  apply (longest_run_from radius bound (first_axis : Rd (3 + more)) s); try assumption.
  - refine (eq_trans (dot_three more 1 0 0 _) _); cbn; ring.
  - revert units; apply Forall_impl; intros e unit; rewrite unit; apply Rle_refl.
  - revert margins; apply Forall_impl; intros e margin; rewrite margin; apply Rle_refl.
  - intros r u short apart u_2; apply at_most.
    assert (upper := real_perceptron_bound mistake (radius * radius) u r ltac:(nra) short apart).
    rewrite u_2 in upper; unfold b; lra.
Qed.

(** In the plane the longest run of the batch Perceptron has exactly ⌊(RB)²/2⌋ + 1 updates, in the same sense.
    Source: about Understanding Machine Learning, Theorem 9.1; Hsu, first theorem.
    Idea: likewise, with the games of [real_perceptron_plane]. *)
Theorem plane_batch_worst_case (radius bound : R) :
  0 < radius -> 0 < bound -> 1 <= radius * bound ->
  longest_run (Rd 2) radius bound (floor (radius * bound * (radius * bound) / 2)%R + 1).
Proof.
  intros R_pos B_pos large; set (b := radius * bound) in *.
  assert (at_most := fun n => at_most_floor (b * b / 2) n ltac:(nra)).
  assert (inverse : / b * b = 1) by (apply Rinv_l; lra).
  assert (inverse_pos : 0 < / b) by (apply Rinv_0_lt_compat; lra).
  destruct (plane_attained mistake (/ b) (floor (b * b / 2))) as (Y & s & short & margins & count & _).
  { split; [exact inverse_pos | nra]. }
  { assert (few := proj1 (at_most _) (le_n _)).
    replace 1 with (2 * (b * b / 2 * (/ b * / b))) by (transitivity (/ b * b * (/ b * b)); [field; lra | rewrite inverse; ring]).
    apply Rmult_le_compat_l; [lra |]; apply Rmult_le_compat_r; [nra | exact few]. }
  rewrite Nat.add_1_r; apply (longest_run_from radius bound (first_axis : Rd 2) s); try assumption.
  - cbn; ring.
  - intros r u r_short apart u_2.
    assert (upper := plane_bound mistake (radius * radius) 1 u r ltac:(lra) ltac:(nra) r_short apart).
    destruct (errors (perceptron (Rd 2) mistake) r) as [| n]; [lia |]; apply le_n_S, at_most.
    rewrite S_INR, u_2 in upper; unfold b; lra.
Qed.
