(** Two remarks: labels are as good as turned points (Lecture 13), and labels on a basis force the target (Chan). *)

From Coq Require Import List Bool Lia.
From ForcedMistakes Require Import Learner InnerSpace Perceptron.
Import ListNotations.
Local Open Scope field_scope.

(** y·x, labeled +1, for x, labeled y. *)
Definition flipped {K : field} {V : space K} (e : example V) : example V := (scale (sign (snd e)) (fst e), true).

(** All examples may be labeled +1: a point labeled -1 is turned to the other side, and every u has the same y⟨u,x⟩ as
    before. The Perceptron with y⟨w,x⟩ ≤ 0 makes as many mistakes, and its w has the same inner product with every
    vector.
    Source: Lecture 13 (27-04-2020), 1.2, below Figure 1.5.
    Idea: only y·x is ever added to w or multiplied by it. *)
Theorem flipping_changes_nothing {K : field} {V : space K} (s : list (example V)) :
  (forall (u : V) (e : example V), sign (snd (flipped e)) * ⟨u, fst (flipped e)⟩ == sign (snd e) * ⟨u, fst e⟩) /\
  errors (perceptron V mistake) (map flipped s) = errors (perceptron V mistake) s /\
  forall u : V, ⟨u, weights mistake (map flipped s)⟩ == ⟨u, weights mistake s⟩.
Proof.
  assert (turned : forall (u : V) (e : example V),
    sign (snd (flipped e)) * ⟨u, fst (flipped e)⟩ == sign (snd e) * ⟨u, fst e⟩).
  { intros u [x y]; cbn [flipped fst snd]; rewrite inner_scale_r; unfold sign at 1; lra. }
  split; [exact turned |]; unfold errors, weights; cbn [init perceptron].
  assert (same : forall w w' : V, (forall u, ⟨u, w'⟩ == ⟨u, w⟩) ->
    errors_from (perceptron V mistake) w' (map flipped s) = errors_from (perceptron V mistake) w s /\
    forall u, ⟨u, state_after (perceptron V mistake) w' (map flipped s)⟩
           == ⟨u, state_after (perceptron V mistake) w s⟩); [| apply same; reflexivity].
  induction s as [| [x y] s IH]; intros w w' equal; [split; [reflexivity | exact equal] |].
  assert (here : sign true * ⟨w', scale (sign y) x⟩ == sign y * ⟨w, x⟩).
  { rewrite (turned w' (x, y)); cbn [fst snd]; rewrite (inner_comm _ w'), equal, (inner_comm _ x); reflexivity. }
  assert (judged : mistaken (answer mistake ⟨w', scale (sign y) x⟩) true = mistaken (answer mistake ⟨w, x⟩) y).
  { apply eq_true_iff_eq; rewrite !mistaken_iff, here; reflexivity. }
  cbn [map flipped fst snd errors_from state_after predict update perceptron]; rewrite judged.
  destruct (mistaken (answer mistake ⟨w, x⟩) y).
  - destruct (IH (add w (scale (sign y) x)) (add w' (scale (sign true) (scale (sign y) x)))) as [count after].
    { intro u; rewrite !inner_add_r, equal, !inner_scale_r; unfold sign at 1; lra. }
    split; [rewrite count; reflexivity | exact after].
  - destruct (IH w w' equal) as [count after]; split; [rewrite count; reflexivity | exact after].
Qed.

(** If v·eᵢ = yᵢδ for each i ≤ n, coordinate i of v is δyᵢ: nothing else is possible.
    Source: Chan, CSCI4230 Notes 3, proof of Claim 1.4.
    Idea: v·eᵢ is coordinate i. *)
Theorem labels_force_coordinates {K : field} (d n : nat) (delta : K) (v : vectors K d) (y : nat -> bool) :
  (n <= d)%nat -> (forall i, (i < n)%nat -> sign (y i) * delta == ⟨v, e i⟩) ->
  forall i, (i < n)%nat -> v i == delta * sign (y i).
Proof.
  intros enough labeled i below; specialize (labeled i below).
  rewrite inner_comm in labeled; cbn [inner vectors] in labeled; rewrite dot_e in labeled.
  destruct (PeanoNat.Nat.ltb_spec i d); [lra | lia].
Qed.
