(** The game on halfspaces with margin δ: what is legal in it, and its value. [d2] is δ². *)

From Coq Require Import List Lia.
From ForcedMistakes Require Import Learner InnerSpace MarginTarget CauchySchwarz.
Import ListNotations.
Local Open Scope field_scope.

Section Game.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).

  Definition unit_points (s : list (example V)) : Prop := Forall (fun e => ‖fst e‖² == 1) s.

  (** A legal game with margin δ: unit points, and some target of norm at most 1 gives every label with margin δ. *)
  Definition legal_game (d2 : K) (s : list (example V)) : Prop :=
    unit_points s /\ exists t : target V, legal d2 t s.

  (** It comes to the same to ask for a target of norm 1, as Notes 3 do, if there is a round: a shorter one can be
      lengthened.
      Source: Chan, CSCI4230 Notes 3, Theorem 1.1 and the proof of Claim 1.4.
      Idea: s² becomes 1/‖u‖², which is s² or more, so no margin gets smaller. *)
  Theorem legal_game_unit_target (d2 : K) (e : example V) (s : list (example V)) :
    legal_game d2 (e :: s) <->
    unit_points (e :: s) /\ exists t : target V, legal d2 t (e :: s) /\ target_norm2 t == 1.
  Proof.
    split; intros [units [t legal_t]]; split; [exact units | | exact units | exists t; apply legal_t].
    destruct legal_t as (positive & short & explained).
    set (n := ‖direction t‖²) in *; unfold target_norm2 in short; fold n in short.
    assert (n_positive : 0 < n).
    { destruct (Forall_inv explained) as [right _]; assert (product := cauchy_schwarz (direction t) (fst e)).
      rewrite (Forall_inv units) in product; fold n in product; set (p := ⟨direction t, fst e⟩) in *.
      assert (square := sign_squared (K := K) (snd e)); assert (0 < p * p) by (destruct (snd e); simpl in *; nra); lra. }
    assert (inverse : / n * n == 1) by fractions.
    exists {| direction := direction t; scale2 := / n |}; split; [split; [| split] | exact inverse].
    - apply Finv_pos, n_positive.
    - unfold target_norm2; simpl; fold n; rewrite inverse; apply Fle_refl.
    - revert explained; apply Forall_impl; intros x [right margin]; split; [exact right |].
      assert (scale2 t <= / n) by (apply Fnot_lt; intro; nra).
      unfold margin2 in *; simpl; set (p := ⟨direction t, fst x⟩) in *; assert (0 <= p * p) by nra; nra.
  Qed.

End Game.

(** Against every deterministic learner there is a legal game in which it makes [k] mistakes or more. *)
Definition margin_forces {K : field} (V : space K) (d2 : K) (k : nat) : Prop :=
  forall L : learner V, exists s, legal_game d2 s /\ (k <= errors L s)%nat.

(** Some deterministic learner makes at most [k] mistakes in every legal game. *)
Definition margin_allows {K : field} (V : space K) (d2 : K) (k : nat) : Prop :=
  exists L : learner V, forall s, legal_game d2 s -> (errors L s <= k)%nat.

(** The value of the game: what the best learner makes in the worst case. *)
Definition value {K : field} (V : space K) (d2 : K) (k : nat) : Prop := margin_forces V d2 k /\ margin_allows V d2 k.

Lemma forced_at_most_allowed {K : field} (V : space K) (d2 : K) j k : margin_forces V d2 j -> margin_allows V d2 k -> (j <= k)%nat.
Proof.
  intros forced_j [L few]; destruct (forced_j L) as (s & legal_s & many).
  specialize (few s legal_s); lia.
Qed.
