(** The condition of [littlestone], that the points leave out none that matters, can be met for every finite class.

    Which labelings of a finite class some point has cannot be computed if there are infinitely many points. So "there
    are such points" is proved as "it is absurd that there are none", which is the same in classical logic. *)

From Coq Require Import List Bool Arith.
From ForcedMistakes Require Import Learner Concepts VersionSpace MistakeTree Littlestone Cube.
Import ListNotations.

Section EveryClass.

  Context {X : Type}.
  Implicit Types (C : list (concept X)) (s : list (example X)).

  (** The labels of a point by all concepts. *)
  Definition labels C (x : X) : list bool := map (fun c => c x) C.

  Lemma labels_In C x : In (labels C x) (words (length C)).
  Proof.
    replace (length C) with (length (labels C x)) by apply map_length; apply words_In.
  Qed.

  Lemma same_labels C x p : labels C x = labels C p -> forall c, In c C -> c x = c p.
  Proof.
    unfold labels; intros same c member; induction C as [| c' C IH]; [destruct member |].
    injection same as first rest; destruct member as [<- | member]; [exact first | exact (IH rest member)].
  Qed.

  Lemma some_points C (W : list (list bool)) :
    ~ ~ exists points, forall x, In (labels C x) W -> exists p, In p points /\ labels C x = labels C p.
  Proof.
    induction W as [| w W IH]; intro none; [apply none; exists []; intros x [] |].
    apply IH; intros (points & found).
    assert (known : ~ ~ ((exists p, labels C p = w) \/ ~ exists p, labels C p = w)) by tauto.
    apply known; intros [(p & <-) | nowhere]; apply none.
    - exists (p :: points); intros x [same | member]; [exists p; split; [left; reflexivity | symmetry; exact same] |].
      destruct (found x member) as (q & here & same); exists q; split; [right; exact here | exact same].
    - exists points; intros x [same | member]; [| exact (found x member)].
      destruct nowhere; exists x; symmetry; exact same.
  Qed.

  (** Every finite class has points that leave out none that matters, on any set of points, finite or not: it is absurd
      that there are none.
      Source: about Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: m concepts label a point in one of 2ᵐ ways; take a point for each way that occurs. *)
  Theorem points_can_be_found C : ~ ~ exists points, forall x, seen points C x.
  Proof.
    intro none; apply (some_points C (words (length C))); intros (points & found); apply none.
    exists points; intro x; right; destruct (found x (labels_In C x)) as (p & here & same).
    exists p; split; [exact here | exact (same_labels C x p same)].
  Qed.

  (** On every finite class that has a concept the deepest mistake tree forces every deterministic learner to err as
      often as SOA ever does: it is absurd that there are no points and no d such that d is the least depth of the
      deepest trees, every learner can be made to err d times, and SOA, whichever way its ties go, never errs more.
      Source: Littlestone, Learning quickly when irrelevant attributes abound (1988), section 3.
      Idea: [littlestone] on the points of [points_can_be_found]. *)
  Theorem soa_is_optimal_on_every_class C :
    C <> [] ->
    ~ ~ exists points d,
      deepest_tree C d /\ forces C d /\ forall tie s, realizable C s -> errors (soa points C tie) s <= d.
  Proof.
    intros some none; apply (points_can_be_found C); intros (points & all); apply none.
    exists points, (dimension points C); split; [exact (dimension_is_depth points C some all) |].
    exact (littlestone points C some all).
  Qed.

End EveryClass.
