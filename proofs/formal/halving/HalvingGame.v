(** What Halving can be forced to, whichever way its ties go, and that this can be more than the dimension. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace Rows Halving MistakeTree Littlestone.
Import ListNotations.

Section Game.

  Context {X : Type}.
  Variable points : list X.
  Implicit Types (V C : list (concept X)).

  (** The value of a point if its labels leave [minus] and [plus]: the adversary chooses the label, and if the votes are
      tied, Halving has chosen the prediction before. *)
  Definition round_value (value : list (concept X) -> nat) (minus plus : list (concept X)) : nat :=
    let predicted_minus := max (value minus) (S (value plus)) in
    let predicted_plus := max (S (value minus)) (value plus) in
    match length minus ?= length plus with
    | Lt => predicted_plus
    | Gt => predicted_minus
    | Eq => min predicted_minus predicted_plus
    end.

  Definition point_value (value : list (concept X) -> nat) V (x : X) : nat :=
    let minus := keep (x, false) V in
    let plus := keep (x, true) V in
    if empty minus then 0 else if empty plus then 0 else round_value value minus plus.

  (** The most that can be forced in so many rounds. *)
  Fixpoint halving_value (rounds : nat) V : nat :=
    match rounds with
    | O => 0
    | S fewer => list_max (map (point_value (halving_value fewer) V) points)
    end.

  (** Halving can be made to err as often as [halving_value] computes from a list of points and a number of rounds, for
      every class that has a concept and every tie rule.
      Source: about Chan, CSCI4230 Notes 3, section 3.
      Idea: by induction on the rounds; the adversary takes the point of the greatest value and the better label. *)
  Theorem halving_is_forced C tie rounds :
    C <> [] -> exists s, realizable C s /\ halving_value rounds C <= errors (halving C tie) s.
  Proof.
    enough (H : forall h, version_space C h <> [] ->
              exists s, realizable (version_space C h) s /\
                        halving_value rounds (version_space C h) <= errors_from (halving C tie) h s) by exact (H []).
    induction rounds as [| rounds IH]; intros h HV.
    { exists []; split; [apply realizable_nil, HV | apply le_n]. }
    set (V := version_space C h) in *; simpl halving_value.
    destruct (list_max_In (map (point_value (halving_value rounds) V) points)) as [-> | Hmax].
    { exists []; split; [apply realizable_nil, HV | apply le_n]. }
    apply in_map_iff in Hmax as (x & <- & _); unfold point_value.
    destruct (empty (keep (x, false) V)) eqn:E0; [exists []; split; [apply realizable_nil, HV | apply le_n] |].
    destruct (empty (keep (x, true) V)) eqn:E1; [exists []; split; [apply realizable_nil, HV | apply le_n] |].
    assert (Hgo : forall y, exists s, realizable V ((x, y) :: s) /\
              (if mistaken (predict (halving C tie) h x) y then 1 else 0) + halving_value rounds (keep (x, y) V)
              <= errors_from (halving C tie) h ((x, y) :: s)).
    { intro y; destruct (IH ((x, y) :: h)) as (s & Hs & Herr).
      - simpl; fold V; intro E; destruct y; rewrite E in *; discriminate.
      - exists s; split; [apply realizable_cons, Hs |].
        cbn [errors_from]; change (update (halving C tie) h x y) with ((x, y) :: h).
        change (version_space C ((x, y) :: h)) with (keep (x, y) V) in Herr; lia. }
    destruct (Hgo false) as (s0 & Hs0 & H0), (Hgo true) as (s1 & Hs1 & H1).
    simpl predict in H0, H1; fold V in H0, H1; unfold round_value.
    set (value := halving_value rounds) in *.
    assert (Hbest : forall v, v <= errors_from (halving C tie) h ((x, false) :: s0) \/
                              v <= errors_from (halving C tie) h ((x, true) :: s1) ->
              exists s, realizable V s /\ v <= errors_from (halving C tie) h s)
      by (intros v [Hv | Hv]; eauto).
    apply Hbest; clear Hbest.
    revert H0 H1; generalize (errors_from (halving C tie) h ((x, false) :: s0)) as n0.
    generalize (errors_from (halving C tie) h ((x, true) :: s1)) as n1; intros n1 n0 H0 H1.
    destruct (length (keep (x, false) V) ?= length (keep (x, true) V)); simpl mistaken in H0, H1;
      [destruct (tie h x) as [[] |] | |]; simpl in H0, H1; lia.
  Qed.

End Game.

(** Nine concepts on five points: their labels of 0, …, 4. *)
Definition nine : list (concept nat) :=
  let m := false in let p := true in
  class_of
    [[m; m; m; m; m]; [m; p; p; m; m]; [m; m; p; p; m]; [m; p; p; p; m]; [p; p; m; m; p];
     [p; m; p; m; p]; [m; p; p; m; p]; [p; p; p; m; p]; [p; p; p; p; p]].

(** "Halving is optimal among deterministic learners" is false, whichever way ties go: there are nine concepts on which
    it can be made to err 3 times, while SOA never errs more than twice.
    Source: about Chan, CSCI4230 Notes 3, section 3, and Littlestone, Learning quickly when irrelevant attributes
    abound (1988).
    Idea: both values of the class are computed. *)
Theorem halving_is_not_optimal :
  optimal_mistakes nine 2 /\
  forall tie, exists s, realizable nine s /\ 3 <= errors (halving nine tie) s.
Proof.
  split.
  - replace 2 with (dimension [0; 1; 2; 3; 4] nine) by (vm_compute; reflexivity).
    apply dimension_is_optimal; [discriminate |].
    intros [| [| [| [| [| x]]]]]; try (apply In_seen; simpl; tauto).
    left; intros c c' Hc Hc'.
    enough (H : forall d, In d nine -> d (S (S (S (S (S x))))) = false) by (rewrite !H; trivial).
    intros d Hd; simpl in Hd; intuition (subst; destruct x; reflexivity).
  - intro tie.
    destruct (halving_is_forced [0; 1; 2; 3; 4] nine tie 8) as (s & Hs & Herr); [discriminate |].
    exists s; split; [exact Hs |].
    replace (halving_value [0; 1; 2; 3; 4] 8 nine) with 3 in Herr by (vm_compute; reflexivity); exact Herr.
Qed.
