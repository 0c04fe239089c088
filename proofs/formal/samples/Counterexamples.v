(** Small samples that refute what is printed, or easily read into it, about the Perceptron.

    A point x labeled +1, and then -x labeled -1, take exactly one update together, whatever the Perceptron does at
    ties. So most of these samples refute a sentence for every rule at once. *)

From Coq Require Import QArith List Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes PerceptronLoop LegalGame.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** The coordinates [xs] labeled +1, and the opposite point labeled -1. *)
Definition both_ways {d : nat} (xs : list Q) : list (example (Qd d)) :=
  [(coordinates xs, true); (coordinates (map Qopp xs), false)].

(** An update need not make w right on its point: there are separable unit points such that the last one is wrong
    before the update on it and after it.
    Source: Chan, CSCI4230 Notes 3, section 1, after the algorithm; Lecture 13 (27-04-2020), 1.2, the question about the
    update.
    Idea: (-2/3, -2/3, 1/3), labeled +1, after w = (1, 1, 0); (3, 3, 15) separates all with margin 1. *)
Theorem update_need_not_correct :
  exists (s : list (example (Qd 3))) (x u : Qd 3) (y : bool),
    unit_points (s ++ [(x, y)]) /\ separates u (s ++ [(x, y)]) /\
    forall t,
      mistaken (answer t ⟨weights t s, x⟩) y = true /\
      mistaken (answer t ⟨weights t (s ++ [(x, y)]), x⟩) y = true.
Proof.
  exists (both_ways [1; 0; 0] ++ both_ways [0; 1; 0]), (coordinates [-2 # 3; -2 # 3; 1 # 3]),
    (coordinates [3; 3; 15]), true.
  split; [repeat constructor |]; split; [repeat constructor; discriminate |].
  intros []; split; reflexivity.
Qed.

(** One pass over separable unit points need not be enough: the next one can have a mistake again.
    Source: Chan, CSCI4230 Notes 3, Theorem 1.1 ("learns c"), Livni, Theorem 8.1 ("will converge"), and Lecture 13
    (27-04-2020), 1.2 ("read next"), which therefore cannot mean one pass.
    Idea: the points of [update_need_not_correct]. *)
Theorem one_pass_is_not_enough :
  exists (s : list (example (Qd 3))) (u : Qd 3),
    unit_points s /\ separates u s /\ forall t, errors_of_next (perceptron (Qd 3) t) s 1 <> 0%nat.
Proof.
  exists (both_ways [1; 0; 0] ++ both_ways [0; 1; 0] ++ [(coordinates [-2 # 3; -2 # 3; 1 # 3], true)]),
    (coordinates [3; 3; 15]).
  split; [repeat constructor |]; split; [repeat constructor; discriminate |].
  intros []; vm_compute; discriminate.
Qed.

(** The bound 1/δ² needs points of length at most 1: on longer points a legal target of margin δ allows more mistakes.
    Source: a reading of Chan, CSCI4230 Notes 3, Theorem 1.1.
    Idea: the target 1 labels the points 2 and -2 with margin 2, but 1 mistake is more than 1/4. *)
Theorem long_points_exceed :
  exists (s : list (example (Qd 1))) (v : target (Qd 1)) (d2 : Q),
    0 < d2 /\ legal d2 v s /\ forall t, 1 < number (errors (perceptron (Qd 1) t) s) * d2.
Proof.
  exists (both_ways [2]), {| direction := coordinates [1] : Qd 1; scale2 := 1 |}, 4.
  split; [reflexivity |]; split.
  - split; [reflexivity |]; split; [discriminate | repeat constructor; discriminate].
  - intros []; reflexivity.
Qed.

(** The bound R²‖u‖² needs y⟨u,x⟩ ≥ 1, and not just a separator u.
    Source: a reading of Lecture 13 (27-04-2020), 1.2.1.
    Idea: 1/2 separates the points 1 and -1, but 1 mistake is more than 1/4. *)
Theorem unscaled_separator_exceeds :
  exists (s : list (example (Qd 1))) (u : Qd 1),
    unit_points s /\ right_on s u /\ forall t, ‖u‖² < number (errors (perceptron (Qd 1) t) s).
Proof.
  exists (both_ways [1]), (coordinates [1 # 2]); repeat split; try (repeat constructor; discriminate).
  intros []; reflexivity.
Qed.

(** The bound is reached: where the least margin is exactly γ there need not be fewer than R²/γ² mistakes.
    Source: about Livni, Theorem 8.1, who has margins above γ, for which see [perceptron_bound_strict].
    Idea: the points 1 and -1 of the line, with u = 1. *)
Theorem perceptron_bound_is_reached :
  exists (s : list (example (Qd 1))) (u : Qd 1),
    s <> [] /\ unit_points s /\ separates u s /\ forall t, number (errors (perceptron (Qd 1) t) s) == ‖u‖².
Proof.
  exists (both_ways [1]), (coordinates [1]); repeat split; try (repeat constructor; discriminate).
  intros []; reflexivity.
Qed.

(** Each point multiplied by its factor. *)
Fixpoint rescaled {V : space rational_field} (factors : list Q) (s : list (example V)) : list (example V) :=
  match factors, s with
  | c :: factors, (x, y) :: s => (scale c x, y) :: rescaled factors s
  | _, _ => []
  end.

(** To rescale the points by positive factors changes no label, but may change the mistakes of the Perceptron.
    Source: about Chan, CSCI4230 Notes 3, section 1, reason for the second normalization.
    Idea: on (1, 0), (-1, 0) labeled -1, and then (-3/5, 4/5) twice, it errs twice, whatever it does at ties; with
    (2, 0) and (-2, 0) in the place of the first two it errs three times. *)
Theorem rescaling_changes_mistakes :
  exists (s : list (example (Qd 2))) (u : Qd 2) (factors : list Q),
    unit_points s /\ separates u s /\ length factors = length s /\ Forall (fun c => 0 < c) factors /\
    forall t,
      errors (perceptron (Qd 2) t) s = 2%nat /\ errors (perceptron (Qd 2) t) (rescaled factors s) = 3%nat.
Proof.
  set (z := (coordinates [-3 # 5; 4 # 5], true) : example (Qd 2)).
  exists (both_ways [1; 0] ++ [z; z]), (coordinates [1; 2]), [2; 2; 1; 1].
  split; [repeat constructor |]; split; [repeat constructor; discriminate |].
  split; [reflexivity |]; split; [repeat constructor |].
  intros []; split; reflexivity.
Qed.

(** An update can lower the least y⟨w,x⟩ over the sample: below the 0 that all of them have at w = 0.
    Source: Lecture 13 (27-04-2020), 1.2, last sentence before 1.2.1.
    Idea: after the update on (1, 0), it is -1 on (-1, 1), both labeled +1. *)
Theorem margin_may_fall :
  exists (s : list (example (Qd 2))) (u x : Qd 2) (y : bool),
    separates u ((x, y) :: s) /\
    Forall (fun e => sign (snd e) * ⟨weights mistake [], fst e⟩ == 0) ((x, y) :: s) /\
    Exists (fun e => sign (snd e) * ⟨weights mistake [(x, y)], fst e⟩ < 0) ((x, y) :: s).
Proof.
  exists [(coordinates [- (1); 1], true)], (coordinates [1; 2]), (coordinates [1; 0]), true.
  split; [repeat constructor; discriminate |]; split; [repeat constructor | right; left; reflexivity].
Qed.

(** R²/γ² is not a bound for a γ below 0.
    Source: a reading of Livni, Theorem 8.1, who does not say γ > 0.
    Idea: 1 has all margins above -2 on the points 1 and -1, but 1 mistake is more than 1/4. *)
Theorem negative_margin_exceeds :
  exists (s : list (example (Qd 1))) (u : Qd 1) (gamma : Q),
    unit_points s /\ ‖u‖² == 1 /\ gamma < 0 /\ Forall (fun e => gamma < sign (snd e) * ⟨u, fst e⟩) s /\
    forall t, 1 / (gamma * gamma) < number (errors (perceptron (Qd 1) t) s).
Proof.
  exists (both_ways [1]), (coordinates [1]), (- (2)); repeat split; try (repeat constructor; discriminate).
  intros []; reflexivity.
Qed.

(** How often w changes is bounded, not when: for every N there is a sample with R²/γ² = 1 on which the first mistake
    is made after N examples (Livni, Theorem 8.1, "will converge after O(R²/γ²) steps"; sgn(0) = +1).
    Idea: the point 1, labeled +1, is answered right at w = 0, N times; then comes -1, labeled -1. *)
Theorem first_mistake_may_be_late (N : nat) :
  exists (s : list (example (Qd 1))) (e : example (Qd 1)) (u : Qd 1),
    length s = N /\ unit_points (s ++ [e]) /\ separates u (s ++ [e]) /\ ‖u‖² == 1 /\
    errors (perceptron (Qd 1) plus) s = 0%nat /\ errors (perceptron (Qd 1) plus) (s ++ [e]) = 1%nat.
Proof.
  set (point := (coordinates [1], true) : example (Qd 1)).
  set (last := (coordinates [- (1)], false) : example (Qd 1)).
  assert (none : errors (perceptron (Qd 1) plus) (repeat point N) = 0%nat)
    by (unfold errors; induction N; [reflexivity | exact IHN]).
  assert (start : state_after (perceptron (Qd 1) plus) (zero : Qd 1) (repeat point N) = zero)
    by (apply (unchanged (perceptron (Qd 1) plus)); [apply perceptron_conservative | exact none]).
  exists (repeat point N), last, (coordinates [1]).
  split; [apply repeat_length |]; split; [| split; [| split; [reflexivity | split; [exact none |]]]].
  - apply Forall_app; split; [apply Forall_forall; intros e member | repeat constructor].
    apply repeat_spec in member; subst e; reflexivity.
  - apply Forall_app; split; [apply Forall_forall; intros e member | repeat constructor; discriminate].
    apply repeat_spec in member; subst e; discriminate.
  - unfold errors in *; rewrite errors_from_app, none; cbn [init perceptron] in *; rewrite start; reflexivity.
Qed.

(** Points with margin 0: (1, 0) labels (-3/5, 4/5) with -1, and (0, 1) and (0, -1) with +1, as 0 ≥ 0. *)
Definition margin_0 : list (example (Qd 2)) :=
  [(coordinates [-3 # 5; 4 # 5], false); (coordinates [0; 1], true); (coordinates [0; - (1)], true)].

Lemma margin_0_pass (w : Qd 2) :
  w 0%nat == 3 # 5 -> w 1%nat == -4 # 5 ->
  let w' : Qd 2 := state_after (perceptron (Qd 2) plus) w margin_0 in
  errors_from (perceptron (Qd 2) plus) w margin_0 = 2%nat /\ w' 0%nat == 3 # 5 /\ w' 1%nat == -4 # 5.
Proof.
  intros at_0 at_1; unfold margin_0; cbn [errors_from state_after predict update perceptron state].
  rewrite (answer_right plus _ false) by (simpl; unfold coordinates; simpl; lra).
  rewrite (answer_mistaken plus ⟨w, _⟩ true) by (simpl; unfold coordinates; simpl; lra).
  rewrite (answer_mistaken plus ⟨add w _, _⟩ true) by (simpl; unfold coordinates; simpl; lra).
  split; [reflexivity |]; simpl; unfold coordinates; simpl; lra.
Qed.

(** The margin δ has to be positive (Chan, CSCI4230 Notes 3, Theorem 1.1): with v·x = 0 allowed, and labeled +1 as
    printed, there are three unit points such that every pass over them has a mistake, forever.
    Idea: after the first pass w = (3/5, -4/5); (0, 1) changes it in every pass, and (0, -1) changes it back. *)
Theorem margin_0_errs_forever :
  exists (s : list (example (Qd 2))) (v : Qd 2),
    unit_points s /\ ‖v‖² == 1 /\ Forall (fun e => snd e = true <-> 0 <= ⟨v, fst e⟩) s /\
    forall n, errors_of_next (perceptron (Qd 2) plus) s n <> 0%nat.
Proof.
  exists margin_0, (coordinates [1; 0]).
  split; [repeat constructor |]; split; [reflexivity |]; split.
  - repeat constructor; simpl; intro; try discriminate; try reflexivity; exfalso; auto.
  - assert (start : (state_after (perceptron (Qd 2) plus) (zero : Qd 2) margin_0 : Qd 2) 0%nat == 3 # 5 /\
      (state_after (perceptron (Qd 2) plus) (zero : Qd 2) margin_0 : Qd 2) 1%nat == -4 # 5) by (split; reflexivity).
    assert (cycle : forall n (w : Qd 2), w 0%nat == 3 # 5 -> w 1%nat == -4 # 5 ->
      errors_from (perceptron (Qd 2) plus) (state_after (perceptron (Qd 2) plus) w (passes margin_0 n)) margin_0
      = 2%nat).
    { intro n; induction n as [| n IH]; intros w at_0 at_1;
        destruct (margin_0_pass w at_0 at_1) as [two [after_0 after_1]].
      - exact two.
      - unfold passes in *; cbn [repeat concat]; rewrite state_after_app; apply IH; assumption. }
    intros [| n]; [discriminate |].
    unfold errors_of_next, after_passes, passes; cbn [repeat concat]; rewrite state_after_app.
    fold (passes margin_0 n); rewrite cycle; [discriminate | apply start | apply start].
Qed.
