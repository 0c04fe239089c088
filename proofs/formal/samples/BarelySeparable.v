(** Two points that are barely separable, and easy for the Perceptron (Lecture 13 (27-04-2020), end of 1.2.1). *)

From Coq Require Import QArith List Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes PerceptronLoop SampleMargins.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** (k, 1) and (-k, 1), both labeled +1. *)
Definition mirrored (k : Q) : list (example (Qd 2)) := [(coordinates [k; 1], true); (coordinates [- k; 1], true)].

(** w = (0, 0) after no mistake, (±k, 1) after one, (0, 2) after two. *)
Definition mirrored_weights (k : Q) (w : Qd 2) (n : nat) : Prop :=
  match n with
  | 0 => w 0%nat == 0 /\ w 1%nat == 0
  | 1 => (w 0%nat == k \/ w 0%nat == - k) /\ w 1%nat == 1
  | 2 => w 0%nat == 0 /\ w 1%nat == 2
  | _ => False
  end%nat.

Lemma mirrored_step (t : ties) (k : Q) (w : Qd 2) (n : nat) (e : example (Qd 2)) :
  1 <= k -> In e (mirrored k) -> mirrored_weights k w n ->
  mirrored_weights k (update (perceptron (Qd 2) t) w (fst e) (snd e))
    (n + if mistaken (answer t ⟨w, fst e⟩) (snd e) then 1 else 0)%nat.
Proof.
  intros large member here.
  destruct (mistaken (answer t ⟨w, fst e⟩) (snd e)) eqn:wrong;
    cbn -[mistaken answer dot] in wrong |- *; rewrite wrong; [| rewrite Nat.add_0_r; exact here].
  apply mistaken_answer in wrong.
  destruct member as [<- | [<- | []]]; unfold coordinates in wrong |- *; cbn in wrong |- *;
    destruct n as [| [| [| n]]]; cbn in here |- *; try contradiction; destruct here as [at_0 at_1];
    rewrite ?at_1 in wrong; rewrite ?at_1; try (rewrite at_0 in wrong; exfalso; lra);
    try (rewrite at_0; split; [(left; ring) || (right; ring) | ring]).
  all: destruct at_0 as [at_0 | at_0]; rewrite at_0 in wrong |- *; try (exfalso; nra); split; ring.
Qed.

Lemma mirrored_after (t : ties) (k : Q) (r : list (example (Qd 2))) : forall (w : Qd 2) (n : nat),
  1 <= k -> incl r (mirrored k) -> mirrored_weights k w n ->
  mirrored_weights k (state_after (perceptron (Qd 2) t) w r) (n + errors_from (perceptron (Qd 2) t) w r).
Proof.
  induction r as [| [x y] r IH]; intros w n large members here; [rewrite Nat.add_0_r; exact here |].
  apply incl_cons_inv in members as [member members].
  assert (next := mirrored_step t k w n (x, y) large member here).
  assert (later := IH _ _ large members next).
  cbn -[mistaken answer dot update state_after mirrored_weights] in later |- *.
  rewrite Nat.add_assoc; exact later.
Qed.

Lemma mirrored_right (k : Q) (w : Qd 2) (n : nat) :
  1 <= k -> mirrored_weights k w n -> right_on (mirrored k) w -> n = 2%nat.
Proof.
  intros large here right; assert (first := Forall_inv right); assert (second := Forall_inv (Forall_inv_tail right)).
  unfold coordinates in first, second; cbn in first, second.
  destruct n as [| [| [| n]]]; cbn in here; [exfalso | exfalso | reflexivity | contradiction];
    destruct here as [at_0 at_1]; rewrite ?at_0, ?at_1 in first, second; [lra |].
  destruct at_0 as [at_0 | at_0]; rewrite at_0 in first, second; nra.
Qed.

(** A barely separable S need not take many updates, even if ‖U‖R is large. For every k ≥ 1 take (k, 1) and (-k, 1), both
    labeled +1. Then R² = k² + 1, and the shortest U of margin 1 is (0, 1), of length 1. So (‖U‖R)² = k² + 1. But in
    every order there are at most 2 mistakes, and exactly 2 updates before w separates the points. The loop returns in
    iteration 3.
    Source: Lecture 13 (27-04-2020), end of 1.2.1.
    Idea: w is (±k, 1) after the first update, and (0, 2) after the second. *)
Theorem barely_separable_takes_two (k : Q) :
  1 <= k ->
  let s := mirrored k in
  let u : Qd 2 := coordinates [0; 1] in
  let R2 := k * k + 1 in
  Forall (fun e => ‖fst e‖² == R2) s /\
  least_margin_is_1 u s /\ (forall v : Qd 2, separates v s -> ‖u‖² <= ‖v‖²) /\ ‖u‖² * R2 == k * k + 1 /\
  (forall (t : ties) (r : list (example (Qd 2))), incl r s -> (errors (perceptron (Qd 2) t) r <= 2)%nat) /\
  (forall (t : ties) (r : list (example (Qd 2))), incl r s -> right_on s (weights t r) ->
     errors (perceptron (Qd 2) t) r = 2%nat) /\
  (forall choose : choice, honest choose s -> returns_in choose 3).
Proof.
  intros large s u R2.
  assert (after : forall t r, incl r s ->
            mirrored_weights k (weights t r) (errors (perceptron (Qd 2) t) r)).
  { intros t r members; apply (mirrored_after t k r (zero : Qd 2) 0 large members); split; reflexivity. }
  assert (exactly : forall t r, incl r s -> right_on s (weights t r) -> errors (perceptron (Qd 2) t) r = 2%nat)
    by (intros t r members right; exact (mirrored_right k _ _ large (after t r members) right)).
  split; [repeat constructor; unfold R2, coordinates; cbn; ring |].
  split; [split; [repeat constructor; unfold u, coordinates; cbn; lra |
                  left; unfold u, coordinates; cbn; ring] |].
  split.
  { intros v apart; assert (first := Forall_inv apart); assert (second := Forall_inv (Forall_inv_tail apart)).
    unfold u, coordinates in *; cbn in *; nra. }
  split; [unfold u, R2, coordinates; cbn; ring |].
  split.
  { intros t r members; specialize (after t r members).
    destruct (errors (perceptron (Qd 2) t) r) as [| [| [| n]]]; [lia | lia | lia | contradiction]. }
  split; [exact exactly |].
  intros choose fair.
  assert (separable : right_on s u) by (repeat constructor; unfold u, coordinates; cbn; lra).
  destruct (loop_finds_separator choose s u separable fair) as [n [returns found]].
  assert (returned := returns); destruct returns as [m [-> [_ updates]]]; cbn [pred] in found.
  destruct (loop_is_perceptron choose s m fair updates) as [from_s [same count]].
  rewrite <- same in found; rewrite (exactly mistake _ from_s found) in count; subst m; exact returned.
Qed.
