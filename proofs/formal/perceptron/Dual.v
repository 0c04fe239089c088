(** The dual Perceptron: w is a sum of the points on which mistakes were made, with their labels for signs (Chan,
    Notes 3, section 2). *)

From Coq Require Import QArith List Bool Lqa.
From ForcedMistakes Require Import Learner Space SignedSum Perceptron.
Import ListNotations.
Open Scope Q_scope.

Section Dual.

  Context {V : space} (t : ties).
  Implicit Types (s : list (example V)) (w z : V).

  (** The examples on which the Perceptron errs. *)
  Fixpoint mistaken_from w s : list (example V) :=
    match s with
    | [] => []
    | (x, y) :: rest =>
        (if mistaken (answer t ⟨w, x⟩) y then [(x, y)] else [])
        ++ mistaken_from (update (perceptron V t) w x y) rest
    end.

  Definition mistaken_examples s : list (example V) := mistaken_from zero s.

End Dual.

(** Σ cⱼ·xʲ. *)
Fixpoint linear_combination {V : space} (coefficients : list Q) (points : list V) : V :=
  match coefficients, points with
  | c :: coefficients, x :: points => add (scale c x) (linear_combination coefficients points)
  | _, _ => zero
  end.

(** A point may be needed as often as a mistake was made on it: there is a run after which w is not the sum of
    different points, each taken at most once, with any signs.
    Source: about Chan, CSCI4230 Notes 3, section 2, first sentence.
    Idea: after two mistakes on (-3/5, 4/5) the second coordinate of w is 8/5. *)
Theorem dual_needs_repetition :
  exists (s : list (example (Qd 2))) (points : list (Qd 2)),
    (forall e, In e s -> In (fst e) points) /\
    ForallOrdPairs (fun x y => exists i, (i < 2)%nat /\ ~ x i == y i) points /\
    forall t coefficients, Forall (fun c => In c [0; 1; - (1)]) coefficients ->
      exists z, ~ ⟨weights t s, z⟩ == ⟨linear_combination coefficients points, z⟩.
Proof.
  set (p := coordinates [2; 0] : Qd 2); set (q := coordinates [- (2); 0] : Qd 2).
  set (z := coordinates [-3 # 5; 4 # 5] : Qd 2).
  exists [(p, true); (q, false); (z, true); (z, true)], [p; q; z].
  split; [| split].
  - intros e member; simpl in member; intuition (subst e; simpl; auto).
  - repeat constructor; exists 0%nat; split; (repeat constructor || discriminate).
  - intros t coefficients ranges; exists (coordinates [0; 1]).
    assert (w : ⟨weights t [(p, true); (q, false); (z, true); (z, true)], coordinates [0; 1]⟩ == 8 # 5)
      by (destruct t; reflexivity).
    rewrite w.
    destruct ranges as [| a coefficients _ ranges]; [discriminate |].
    destruct ranges as [| b coefficients _ ranges]; [simpl; unfold p, q, coordinates; simpl; intro; lra |].
    destruct ranges as [| c coefficients range _]; [simpl; unfold p, q, coordinates; simpl; intro; lra |].
    destruct coefficients as [| d coefficients]; simpl; unfold q, p, z, coordinates; simpl; intro equal;
      destruct range as [<- | [<- | [<- | []]]]; lra.
Qed.
