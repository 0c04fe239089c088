(** The loop of Lecture 13 (27-04-2020, 1.2): it reads the examples of S one after the other, starts over after the
    last one, and ends as soon as all y⟨w,x⟩ are positive. *)

From Coq Require Import Arith List Lia.
From ForcedMistakes Require Import Learner InnerSpace Perceptron Rounding Passes PerceptronLoop SampleMargins.
Import ListNotations.
Local Open Scope field_scope.

Section Cyclic.

  Context {K : field} {V : space K}.
  Implicit Types (s : list (example V)) (u w : V).

  (** The example that is read in round i, i = 0, 1, 2, …: of m examples it is the one with the number i mod m. *)
  Definition read s (i : nat) : example V := nth (i mod length s) s (zero, true).

  (** The first [t] examples that are read, w after them, and the updates until then. *)
  Definition reads s (t : nat) : list (example V) := map (read s) (seq 0 t).
  Definition after_reads s (t : nat) : V := weights mistake (reads s t).
  Definition updates_in s (t : nat) : nat := errors (perceptron V mistake) (reads s t).

  (** The loop ends after [t] rounds: these are the first after which w is right on all of S. *)
  Definition ends_after s (t : nat) : Prop :=
    right_on s (after_reads s t) /\ forall j, (j < t)%nat -> ~ right_on s (after_reads s j).

  Lemma reads_from_s s t : s <> [] -> incl (reads s t) s.
  Proof.
    intros nonempty e member; unfold reads in member; apply in_map_iff in member as (i & <- & _).
    apply nth_In, Nat.mod_upper_bound; destruct s; [congruence | discriminate].
  Qed.

  (** [m] successive rounds read all of S. *)
  Lemma all_are_read s t e : In e s -> In e (map (read s) (seq t (length s))).
  Proof.
    intro member; assert (some : (0 < length s)%nat) by (destruct s; [contradiction | simpl; lia]).
    apply (In_nth s e (zero, true)) in member as (k & less & <-).
    set (m := length s) in *.
    assert (size := Nat.mod_upper_bound t m ltac:(lia)); assert (split_t := Nat.div_mod t m ltac:(lia)).
    apply in_map_iff.
    destruct (Nat.le_gt_cases (t mod m) k) as [later | earlier].
    - exists (k + (t / m) * m)%nat; unfold read; fold m; rewrite Nat.mod_add, Nat.mod_small by lia.
      split; [reflexivity | apply in_seq; nia].
    - exists (k + (t / m + 1) * m)%nat; unfold read; fold m; rewrite Nat.mod_add, Nat.mod_small by lia.
      split; [reflexivity | apply in_seq; nia].
  Qed.

  Lemma reads_add s (t n : nat) : reads s (t + n) = reads s t ++ map (read s) (seq t n).
  Proof. unfold reads; rewrite seq_app, map_app; reflexivity. Qed.

  Lemma updates_add s (t n : nat) :
    updates_in s (t + n)
    = (updates_in s t + errors_from (perceptron V mistake) (after_reads s t) (map (read s) (seq t n)))%nat.
  Proof. unfold updates_in, errors; rewrite reads_add, errors_from_app; reflexivity. Qed.

  Lemma none_where_right w r : right_on r w -> errors_from (perceptron V mistake) w r = 0%nat.
  Proof.
    intro right; induction right as [| [x y] r here _ IH]; [reflexivity |]; cbn -[mistaken answer] in here |- *.
    rewrite (answer_right mistake _ y here); exact IH.
  Qed.

  Lemma right_where_none w r : errors_from (perceptron V mistake) w r = 0%nat -> right_on r w.
  Proof.
    revert w; induction r as [| [x y] r IH]; intros w none; [constructor |]; cbn -[mistaken answer] in none.
    destruct (mistaken (answer mistake ⟨w, x⟩) y) eqn:right; [discriminate |].
    constructor; [| apply IH; exact none].
    apply Fnot_le; intro wrong; apply mistaken_iff in wrong; cbn [fst snd] in *; congruence.
  Qed.

  (** After a w that is right on S nothing changes any more. *)
  Lemma updates_end s (t n : nat) :
    s <> [] -> right_on s (after_reads s t) -> updates_in s (t + n) = updates_in s t.
  Proof.
    intros nonempty right; rewrite updates_add, none_where_right; [lia |].
    apply (incl_Forall (l1 := s)); [| exact right].
    intros e member; apply (reads_from_s s (t + n) nonempty); rewrite reads_add; apply in_or_app; right; exact member.
  Qed.

  (** Of [m] successive rounds one updates, as long as some example is wrong. *)
  Lemma one_in_a_pass s (t : nat) :
    ~ right_on s (after_reads s t) -> (updates_in s t + 1 <= updates_in s (t + length s))%nat.
  Proof.
    intro wrong; rewrite updates_add.
    destruct (errors_from _ _ (map (read s) (seq t (length s)))) eqn:none; [exfalso; apply wrong | lia].
    apply right_where_none in none; apply (incl_Forall (l1 := map (read s) (seq t (length s)))); [| exact none].
    intros e member; apply all_are_read, member.
  Qed.

  (** The first round updates, for w = 0. *)
  Lemma first_updates s : updates_in s 1 = 1%nat.
  Proof.
    unfold updates_in, errors, reads; cbn -[mistaken answer read]; destruct (read s 0) as [x y].
    replace (mistaken (answer mistake ⟨zero, x⟩) y) with true; [reflexivity |].
    symmetry; apply mistaken_iff; rewrite inner_zero; lra.
  Qed.

  (** So after 1 + (k + 1)m rounds there are k + 2 updates, if w is wrong after 1, 1 + m, …, 1 + km of them. *)
  Lemma updates_grow s (k : nat) :
    (forall j, (j < S k)%nat -> ~ right_on s (after_reads s (1 + j * length s))) ->
    (S (S k) <= updates_in s (1 + S k * length s))%nat.
  Proof.
    induction k as [| k IH]; intro wrong.
    - assert (step := one_in_a_pass s (1 + 0 * length s) (wrong 0%nat ltac:(lia))).
      change (1 + 0 * length s)%nat with 1%nat in step; rewrite first_updates in step.
      replace (1 + 1 * length s)%nat with (1 + length s)%nat by lia; lia.
    - assert (before := IH ltac:(intros j less; apply wrong; lia)).
      assert (step := one_in_a_pass s _ (wrong (S k) ltac:(lia))).
      replace (1 + S (S k) * length s)%nat with (1 + S k * length s + length s)%nat by lia; lia.
  Qed.

  Lemma updates_mono s (t t' : nat) : (t <= t')%nat -> (updates_in s t <= updates_in s t')%nat.
  Proof. intro le; replace t' with (t + (t' - t))%nat by lia; rewrite updates_add; lia. Qed.

  Lemma errors_at_most_length w r : (errors_from (perceptron V mistake) w r <= length r)%nat.
  Proof.
    revert w; induction r as [| [x y] r IH]; intro w; cbn -[mistaken answer]; [lia |].
    specialize (IH (if mistaken (answer mistake ⟨w, x⟩) y then add w (scale (sign y) x) else w)).
    destruct (mistaken _ _); lia.
  Qed.

  Lemma right_on_dec s w : {right_on s w} + {~ right_on s w}.
  Proof.
    unfold right_on; apply Forall_dec; intro e.
    destruct (Flt_le_dec 0 (sign (snd e) * ⟨w, fst e⟩)) as [here | wrong]; [left; exact here | right; intro; lra].
  Qed.

  (** Either the loop ends within [n] rounds, or w is wrong after each of them. *)
  Lemma ends_or_wrong s (n : nat) :
    (exists t, (t < n)%nat /\ ends_after s t) \/ forall j, (j < n)%nat -> ~ right_on s (after_reads s j).
  Proof.
    induction n as [| n [[t [less ends]] | wrong]]; [right; intros; lia | left; exists t; split; [lia | exact ends] |].
    destruct (right_on_dec s (after_reads s n)) as [done | not_yet].
    - left; exists n; split; [lia | split; assumption].
    - right; intros j less; destruct (Nat.eq_dec j n) as [-> |]; [exact not_yet | apply wrong; lia].
  Qed.

  (** On a separable sample of m ≥ 1 examples the loop that reads it again and again ends, with M ≥ 1 updates, after at
      least M and at most m(M - 1) + 1 rounds; and then w separates S.
      Source: Lecture 13 (27-04-2020), 1.2, the algorithm, starting over after the last example.
      Idea: the first round updates, and so does one of every m successive rounds after it, before the end. *)
  Theorem cyclic_rounds s u :
    s <> [] -> right_on s u ->
    exists t, ends_after s t /\
      let M := updates_in s t in (1 <= M)%nat /\ (M <= t)%nat /\ (t <= length s * (M - 1) + 1)%nat.
  Proof.
    intros nonempty separable.
    destruct (rescale s u separable) as [c [_ apart]]; destruct (some_length_bounds s) as [R2 [R2_nonneg short]].
    assert (few : forall t, number (updates_in s t) <= R2 * ‖scale c u‖²).
    { intro t; assert (from_s := reads_from_s s t nonempty).
      apply perceptron_bound; [exact R2_nonneg | apply (incl_Forall from_s short) | apply (incl_Forall from_s apart)]. }
    assert (size : (1 <= length s)%nat) by (destruct s; [congruence | simpl; lia]).
    assert (bound_nonneg : 0 <= R2 * ‖scale c u‖²) by (assert (here := few 0%nat); assert (nonneg := number_nonneg (K := K) (updates_in s 0)); lra).
    assert (enough := above_floor _ bound_nonneg); set (B := floor (R2 * ‖scale c u‖²)) in *.
    destruct (ends_or_wrong s (2 + B * length s)) as [[t [_ ends]] | wrong].
    2:{ exfalso; assert (many : (S (S B) <= updates_in s (1 + S B * length s))%nat).
        { apply updates_grow; intros j less; apply wrong; nia. }
        specialize (few (1 + S B * length s)%nat).
        assert ((number (S B) : K) <= number (updates_in s (1 + S B * length s))) by (apply number_le; lia); lra. }
    exists t; split; [exact ends |]; destruct ends as [right before].
    assert (positive : (1 <= t)%nat).
    { destruct t as [| t]; [| lia]; exfalso; destruct s as [| [x y] s]; [congruence |].
      apply Forall_inv in right; cbn in right; rewrite inner_zero in right; lra. }
    assert (at_least_one : (1 <= updates_in s t)%nat)
      by (rewrite <- (first_updates s); apply updates_mono, positive).
    cbn zeta; split; [exact at_least_one |]; split.
    - unfold updates_in, errors; eapply Nat.le_trans; [apply errors_at_most_length |].
      unfold reads; rewrite map_length, seq_length; constructor.
    - apply Nat.nlt_ge; intro late.
      set (k := (updates_in s t - 1)%nat) in *.
      assert (many : (S (S k) <= updates_in s (1 + S k * length s))%nat).
      { apply updates_grow; intros j less; apply before; nia. }
      enough (updates_in s (1 + S k * length s) <= updates_in s t)%nat by (unfold k in *; lia).
      destruct (Nat.le_gt_cases (1 + S k * length s) t) as [earlier | later]; [apply updates_mono, earlier |].
      replace (1 + S k * length s)%nat with (t + (1 + S k * length s - t))%nat by lia.
      rewrite (updates_end s t _ nonempty right); constructor.
  Qed.

End Cyclic.
