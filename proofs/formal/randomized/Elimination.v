(** The order in which a sequence eliminates the concepts, and the recurrence for what is expected of the last ones.

    The proof of Claim 4.1 orders the concepts that are left by their elimination, c_1 first and c_r never, and takes
    M_k to be what Randomized Halving is expected to err from the last k of them. Here the inequalities that the notes
    write for M are proved for the expectations on every sequence. *)

From Coq Require Import List Bool Arith Permutation QArith Lqa Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Harmonic Randomized Recurrence.
Import ListNotations.
Local Open Scope Q_scope.

Section Elimination.

  Context {X : Type}.
  Implicit Types (c : concept X) (V : list (concept X)) (s : list (example X)).

  (** Until [c] errs, no concept of [V] does: [c] is eliminated first, perhaps together with some of [V]. *)
  Fixpoint goes_first c V s : Prop :=
    match s with
    | [] => True
    | (x, y) :: rest => c x = y -> (forall c', In c' V -> c' x = y) /\ goes_first c V rest
    end.

  (** [V] lists its concepts in the order of their elimination by [s]. *)
  Fixpoint ordered V s : Prop :=
    match V with
    | [] => True
    | c :: later => goes_first c later s /\ ordered later s
    end.

  (** M_k: what is expected from the last [k] concepts. *)
  Definition expected_of_last V s (k : nat) : Q := expected_errors (skipn (length V - k) V) s.

  Lemma keep_all V x y : (forall c, In c V -> c x = y) -> keep (x, y) V = V /\ keep (x, negb y) V = [].
  Proof.
    unfold keep; induction V as [| c V IH]; intro HV; [split; reflexivity |].
    destruct IH as [IH0 IH1]; [intros c' Hc'; apply HV; right; exact Hc' |].
    pose proof (HV c (or_introl eq_refl)) as Hc; simpl in *; rewrite Hc, IH0, IH1.
    destruct y; split; reflexivity.
  Qed.

  (** One concept more at the head of the order of elimination adds 1/r at most, and takes nothing away. So M_r grows
      with r, and r(M_r - M_{r-1}) ≤ 1, which the notes conclude by subtracting, is true of the expectations.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
      Idea: nothing happens before it is eliminated. Then, with a others, 0 ≤ (a + 1)/r - a/(r - 1) ≤ 1/r; and from
      there on the same concepts are left. *)
  Theorem one_more_concept c V s :
    goes_first c V s -> realizable V s ->
    0 <= expected_errors (c :: V) s - expected_errors V s /\
    number (S (length V)) * (expected_errors (c :: V) s - expected_errors V s) <= 1.
  Proof.
    induction s as [| [x y] s IH]; intros Hfirst Hs; [simpl; split; [lra | nra] |].
    pose proof (number_pos _ (proj1 (nonempty_length V) (realizable_nonempty _ V Hs))) as HV.
    cbn [expected_errors goes_first] in *.
    destruct (bool_dec (c x) y) as [E | E].
    - destruct (Hfirst E) as [Hall Hrest].
      assert (Hall' : forall c', In c' (c :: V) -> c' x = y) by (intros c' [<- | Hc']; auto).
      apply realizable_cons in Hs.
      unfold risk; destruct (keep_all _ x y Hall) as [K0 K1], (keep_all _ x y Hall') as [K0' K1'].
      rewrite K0, K1, K0', K1' in *; specialize (IH Hrest Hs).
      assert (Hzero : forall n, number (length (@nil (concept X))) / n == 0)
        by (intro n; simpl; rewrite number_0; unfold Qdiv; ring).
      rewrite !Hzero; destruct IH as [IH0 IH1].
      setoid_replace (0 + expected_errors (c :: V) s - (0 + expected_errors V s))
        with (expected_errors (c :: V) s - expected_errors V s) by ring.
      split; assumption.
    - assert (K0 : keep (x, y) (c :: V) = keep (x, y) V)
        by (unfold keep; simpl; rewrite (proj2 (eqb_false_iff _ _) E); reflexivity).
      assert (K1 : keep (x, negb y) (c :: V) = c :: keep (x, negb y) V)
        by (unfold keep; simpl; replace (eqb (c x) (negb y)) with true by (destruct (c x), y; simpl; congruence);
            reflexivity).
      pose proof (f_equal (fun n => number n) (keep_length x y V)) as Hsum.
      unfold risk; rewrite K0, K1; simpl length.
      set (a := number (length (keep (x, negb y) V))).
      set (q := number (length (keep (x, y) V))).
      assert (Hr : number (length V) == q + a) by (unfold q, a; rewrite <- Hsum, number_add; reflexivity).
      pose proof (number_nonneg (length (keep (x, negb y) V)) : 0 <= a) as Ha.
      pose proof (number_nonneg (length (keep (x, y) V)) : 0 <= q) as Hq.
      rewrite !number_S; fold a; rewrite Hr in *.
      set (E' := expected_errors (keep (x, y) V) s).
      setoid_replace ((a + 1) / (q + a + 1) + E' - (a / (q + a) + E')) with (q / ((q + a) * (q + a + 1)))
        by (field; lra).
      split.
      + apply Qle_shift_div_l; nra.
      + setoid_replace ((q + a + 1) * (q / ((q + a) * (q + a + 1)))) with (q / (q + a)) by (field; lra).
        apply Qle_shift_div_r; lra.
  Qed.

  (** If c_t errs on the first sample, c_1, …, c_t are eliminated there, so that at most r - t concepts are left.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
      Idea: if an earlier one were right on it, so would be all that are eliminated later, c_t among them. *)
  Theorem mistake_eliminates_earlier earlier c later x y s :
    ordered (earlier ++ c :: later) ((x, y) :: s) -> c x <> y ->
    (forall c', In c' (earlier ++ [c]) -> c' x <> y) /\
    (length (keep (x, y) (earlier ++ c :: later)) <= length later)%nat.
  Proof.
    intros Hordered Herr; induction earlier as [| d earlier IH]; cbn [app] in *.
    - split; [intros c' [<- | []]; exact Herr |].
      pose proof (keep_length x y later) as Hsum.
      unfold keep in *; simpl in *; rewrite (proj2 (eqb_false_iff _ _) Herr); lia.
    - destruct Hordered as [Hfirst Hordered], (IH Hordered) as [IH0 IH1].
      assert (Hd : d x <> y).
      { intro E; destruct (Hfirst E) as [Hright _]; apply Herr, Hright, in_or_app; right; left; reflexivity. }
      split; [intros c' [<- | Hc']; [exact Hd | exact (IH0 c' Hc')] |].
      unfold keep in *; simpl; rewrite (proj2 (eqb_false_iff _ _) Hd); exact IH1.
  Qed.

  (** If c_t errs on the first sample, at most M_{r-t} mistakes are expected after it: of those that are left no more is
      expected than of c_{t+1}, …, c_r from the first sample on.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1, what is expected after the first sample.
      Idea: c_1, …, c_t are eliminated, so that the same concepts are left of both. *)
  Theorem mistake_leaves_at_most earlier c later x y s :
    ordered (earlier ++ c :: later) ((x, y) :: s) -> c x <> y ->
    expected_errors (keep (x, y) (earlier ++ c :: later)) s <= expected_errors later ((x, y) :: s).
  Proof.
    intros Hordered Herr; destruct (mistake_eliminates_earlier earlier c later x y s Hordered Herr) as [Hall _].
    assert (Hkeep : keep (x, y) (earlier ++ c :: later) = keep (x, y) later).
    { change (c :: later) with ([c] ++ later); rewrite app_assoc; unfold keep in *.
      clear - Hall; induction (earlier ++ [c]) as [| d V IH]; [reflexivity |]; simpl in *.
      rewrite (proj2 (eqb_false_iff _ _)) by (apply Hall; left; reflexivity).
      apply IH; intros c' Hc'; apply Hall; right; exact Hc'. }
    rewrite Hkeep; cbn [expected_errors]; unfold risk.
    assert (Hrisk : 0 <= number (length (keep (x, negb y) later)) / number (length later)); [| lra].
    apply Qmult_le_0_compat; [| apply Qinv_le_0_compat]; apply number_nonneg.
  Qed.

  Lemma goes_first_last c V s : goes_first c V s -> consistent c s -> forall c', In c' V -> consistent c' s.
  Proof.
    unfold consistent; induction s as [| [x y] s IH]; intros Hfirst Hc c' Hc'; [constructor |].
    apply Forall_cons_iff in Hc as [Hx Hc]; destruct (Hfirst Hx) as [Hall Hrest].
    constructor; [exact (Hall c' Hc') | exact (IH Hrest Hc c' Hc')].
  Qed.

  (** The last to be eliminated explain the sequence, if any concept does. *)
  Lemma realizable_later c V s : V <> [] -> goes_first c V s -> realizable (c :: V) s -> realizable V s.
  Proof.
    intros HV Hfirst (c' & [<- | Hc'] & Hs); [| exists c'; auto].
    destruct V as [| d V]; [congruence |].
    exists d; split; [left; reflexivity |].
    exact (goes_first_last c (d :: V) s Hfirst Hs d (or_introl eq_refl)).
  Qed.

  Lemma recurrence_in_order V s : realizable V s -> ordered V s -> inequality (expected_of_last V s) (length V).
  Proof.
    unfold inequality; induction V as [| c V IH]; intros Hs Hordered.
    { destruct (realizable_nonempty s [] Hs eq_refl). }
    destruct Hordered as [Hfirst Hordered].
    destruct V as [| d W] eqn:EV; rewrite <- EV in *.
    - subst V; clear IH; cbn [length expected_of_last Nat.sub skipn].
      unfold expected_of_last; simpl skipn.
      pose proof (randomized_halving_fixed [c] s Hs) as Hbound.
      simpl length in *; rewrite harmonic_1 in Hbound.
      change (number 1) with 1; change (earlier _ 1) with 0; lra.
    - assert (HV : V <> []) by (rewrite EV; discriminate).
      pose proof (realizable_later c V s HV Hfirst Hs) as Hlater.
      specialize (IH Hlater Hordered).
      destruct (one_more_concept c V s Hfirst Hlater) as [_ Hstep].
      assert (Hsame : forall k, (k <= length V)%nat -> expected_of_last (c :: V) s k = expected_of_last V s k).
      { intros k Hk; unfold expected_of_last; cbn [length].
        replace (S (length V) - k)%nat with (S (length V - k)) by lia; reflexivity. }
      pose proof (earlier_le (expected_of_last V s) (expected_of_last (c :: V) s) (length V)) as Hearlier.
      specialize (Hearlier ltac:(intros k Hk; rewrite Hsame by lia; apply Qle_refl)).
      simpl length; rewrite earlier_S by (apply nonempty_length, HV).
      rewrite (Hsame (length V)) by lia.
      assert (Hall : forall W, expected_of_last W s (length W) = expected_errors W s)
        by (intro W'; unfold expected_of_last; rewrite Nat.sub_diag; reflexivity).
      change (S (length V)) with (length (c :: V)) at 2; rewrite Hall in *; rewrite Hall.
      rewrite number_S in *; lra.
  Qed.

  (** * Every sequence has such an order *)

  Lemma goes_first_incl c V W s : incl W V -> goes_first c V s -> goes_first c W s.
  Proof.
    intro Hincl; induction s as [| [x y] s IH]; simpl; [trivial |]; intros H E; destruct (H E) as [Hall Hrest].
    split; [intros c' Hc'; apply Hall, Hincl, Hc' | apply IH, Hrest].
  Qed.

  Lemma some_goes_first V s : V <> [] -> exists c, In c V /\ goes_first c V s.
  Proof.
    intro HV; induction s as [| [x y] s IH].
    - destruct V as [| c V]; [congruence |]; exists c; split; [left; reflexivity | exact I].
    - destruct (existsb (fun c => negb (eqb (c x) y)) V) eqn:E.
      + apply existsb_exists in E; destruct E as (c & Hc & E); exists c; split; [exact Hc |].
        intro same; rewrite same, eqb_reflx in E; discriminate.
      + assert (Hall : forall c, In c V -> c x = y).
        { intros c Hc; destruct (eqb (c x) y) eqn:same; [apply eqb_prop, same |].
          rewrite (proj2 (existsb_exists _ V)) in E; [discriminate |].
          exists c; rewrite same; split; [exact Hc | reflexivity]. }
        destruct IH as (c & Hc & Hfirst); exists c; split; [exact Hc |]; intros _; split; [exact Hall | exact Hfirst].
  Qed.

  Lemma order_exists V s : exists W, Permutation V W /\ ordered W s.
  Proof.
    remember (length V) as n eqn:Hn; revert V Hn; induction n as [| n IH]; intros V Hn.
    - destruct V; [exists []; split; [constructor | exact I] | discriminate].
    - destruct (some_goes_first V s) as (c & Hc & Hfirst); [intros ->; discriminate |].
      apply in_split in Hc; destruct Hc as (before & later & ->).
      destruct (IH (before ++ later)) as (W & Hsame & Hordered).
      { rewrite app_length in *; simpl in Hn; lia. }
      exists (c :: W); split; [| split; [| exact Hordered]].
      + etransitivity; [symmetry; apply Permutation_middle | constructor; exact Hsame].
      + apply goes_first_incl with (2 := Hfirst); intros c' Hc'; apply (Permutation_in _ (Permutation_sym Hsame)) in Hc'.
        apply in_app_iff in Hc'; apply in_app_iff; destruct Hc'; [left | right; right]; assumption.
  Qed.

  (** On every sequence the concepts that are left can be listed in the order of their elimination, and in every such
      order r·M_r ≤ (r - 1) + M_1 + … + M_{r-1} for the expectations, where M_k belongs to the last k of the r concepts.
      Source: Chan, CSCI4230 Notes 3, proof of Claim 4.1.
      Idea: by induction on r, from r(M_r - M_{r-1}) ≤ 1; the first concept is one that no other errs before. *)
  Theorem recurrence V s :
    realizable V s ->
    (exists W, Permutation V W /\ ordered W s) /\
    forall W, Permutation V W -> ordered W s -> inequality (expected_of_last W s) (length W).
  Proof.
    intros (c & Hc & Hs); split; [apply order_exists |]; intros W Hsame Hordered.
    apply recurrence_in_order; [| exact Hordered].
    exists c; split; [exact (Permutation_in _ Hsame Hc) | exact Hs].
  Qed.

End Elimination.

(** As an equation, r·M_r = (r - 1) + M_1 + … + M_{r-1}, the recurrence is false of the expectations.
    Source: a reading of Chan, CSCI4230 Notes 3, proof of Claim 4.1.
    Idea: where two of three concepts are eliminated at once, 3·⅔ is not 2 + 0 + ½. *)
Theorem recurrence_is_not_an_equation :
  exists (V : list (concept nat)) s,
    realizable V s /\ ordered V s /\ (forall c, In c (removelast V) -> ~ consistent c s) /\
    ~ equation (expected_of_last V s) (length V).
Proof.
  exists [fun _ => true; fun x => (x =? 0)%nat; fun _ => false], [(0%nat, false)]; split; [| split; [| split]].
  - exists (fun _ => false); split; [simpl; tauto | repeat constructor].
  - simpl; intuition discriminate.
  - intros c [<- | [<- | []]] same; apply Forall_inv in same; discriminate.
  - intro H; vm_compute in H; discriminate.
Qed.
