(** Version spaces, and the learners that weigh them.

    The version space is what is left of a class: its concepts that give every example so far its label. Halving and
    Littlestone's SOA differ in one thing only: how they weigh the two version spaces that the two labels of a point
    would leave. Halving counts the concepts, SOA takes Littlestone's dimension. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts.
Import ListNotations.

Section VersionSpaces.

  Context {X : Type}.
  Implicit Types (V C : list (concept X)) (s h : list (example X)).

  (** The concepts of [V] that give the example its label. *)
  Definition keep (e : example X) V : list (concept X) := filter (fun c => eqb (c (fst e)) (snd e)) V.

  (** The concepts of [C] that are consistent with the history [h], the latest example first. *)
  Fixpoint version_space C h : list (concept X) :=
    match h with
    | [] => C
    | e :: earlier => keep e (version_space C earlier)
    end.

  Lemma keep_In c e V : In c (keep e V) <-> In c V /\ c (fst e) = snd e.
  Proof. unfold keep; rewrite filter_In, eqb_true_iff; reflexivity. Qed.

  Lemma version_space_In c C h : In c (version_space C h) <-> In c C /\ consistent c h.
  Proof.
    unfold consistent; induction h as [| e h IH]; simpl.
    - split; [intro; split; [assumption | constructor] | tauto].
    - rewrite keep_In, IH, Forall_cons_iff; tauto.
  Qed.

  Lemma In_nonempty c V : In c V -> V <> [].
  Proof. intros H E; rewrite E in H; exact H. Qed.

  (** The labels of a point divide the version space. *)
  Lemma keep_length x y V : length (keep (x, y) V) + length (keep (x, negb y) V) = length V.
  Proof.
    unfold keep; induction V as [| c V IH]; simpl in *; [reflexivity |].
    destruct (c x), y; simpl in *; lia.
  Qed.

  Lemma nonempty_length V : V <> [] <-> 0 < length V.
  Proof. destruct V; simpl; split; intro; congruence || lia. Qed.

  (** A class explains a sequence if what is left after the first example explains the others. *)
  Lemma realizable_cons e s V : realizable V (e :: s) <-> realizable (keep e V) s.
  Proof.
    unfold realizable, consistent; split.
    - intros (c & Hc & H); apply Forall_cons_iff in H as [He H].
      exists c; rewrite keep_In; tauto.
    - intros (c & Hc & H); apply keep_In in Hc as [Hc He].
      exists c; split; [assumption | constructor; assumption].
  Qed.

  Lemma realizable_nonempty s V : realizable V s -> V <> [].
  Proof. intros (c & Hc & _); exact (In_nonempty c V Hc). Qed.

  Lemma realizable_nil V : V <> [] -> realizable V [].
  Proof.
    destruct V as [| c V]; [congruence |].
    intros _; exists c; split; [left; reflexivity | constructor].
  Qed.

  (** What a learner does where both labels weigh the same: any function of all that happened and of the point. [None]
      is a mistake whatever the label is, so a bound for every tie rule holds if every tie is counted as a mistake. *)
  Definition tie_rule : Type := list (example X) -> X -> option bool.

  (** The learner that predicts the label whose version space weighs more. Its state is the history. *)
  Definition weighing (weight : list (concept X) -> nat) C (tie : tie_rule) : learner X := {|
    state := list (example X);
    init := [];
    predict h x :=
      let V := version_space C h in
      match weight (keep (x, false) V) ?= weight (keep (x, true) V) with
      | Lt => Some true
      | Gt => Some false
      | Eq => tie h x
      end;
    update h x y := (x, y) :: h
  |}.

  (** If it errs, the label that it is told weighs no more than the other. *)
  Lemma mistake_is_lighter weight C tie h x y :
    mistaken (predict (weighing weight C tie) h x) y = true ->
    weight (keep (x, y) (version_space C h)) <= weight (keep (x, negb y) (version_space C h)).
  Proof.
    simpl; destruct (Nat.compare_spec (weight (keep (x, false) (version_space C h)))
                                      (weight (keep (x, true) (version_space C h))));
      destruct y; simpl; (lia || discriminate).
  Qed.

  (** [potential] drops with every mistake of the learner at a point where [asked] holds, and never rises. *)
  Definition drops (asked : X -> Prop) (weight potential : list (concept X) -> nat) C : Prop :=
    forall h x y, asked x ->
      let V := version_space C h in
      keep (x, y) V <> [] ->
      potential (keep (x, y) V) <= potential V /\
      (weight (keep (x, y) V) <= weight (keep (x, negb y) V) -> potential (keep (x, y) V) < potential V).

  (** Then the learner errs at most [potential C] times: by induction on the rounds, which the potential pays for. *)
  Lemma weighing_bound asked weight potential C tie s :
    drops asked weight potential C ->
    Forall (fun e => asked (fst e)) s ->
    realizable C s ->
    errors (weighing weight C tie) s <= potential C.
  Proof.
    intros Hdrops.
    enough (H : forall h, Forall (fun e => asked (fst e)) s -> realizable (version_space C h) s ->
                errors_from (weighing weight C tie) h s <= potential (version_space C h)) by exact (H []).
    induction s as [| [x y] s IH]; intros h Hasked Hs; simpl errors_from; [lia |].
    apply Forall_cons_iff in Hasked as [Hx Hasked]; simpl in Hx.
    apply realizable_cons in Hs.
    destruct (Hdrops h x y Hx (realizable_nonempty _ _ Hs)) as [Hno Hyes].
    specialize (IH ((x, y) :: h) Hasked Hs); simpl in IH, Hno, Hyes.
    destruct (mistaken _ y) eqn:E; [| lia].
    apply mistake_is_lighter in E; specialize (Hyes E); lia.
  Qed.

End VersionSpaces.

Arguments tie_rule X : clear implicits.
