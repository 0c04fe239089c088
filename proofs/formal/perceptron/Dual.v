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
  Fixpoint mistakes_from w s : list (example V) :=
    match s with
    | [] => []
    | (x, y) :: rest =>
        (if mistaken (answer t ⟨w, x⟩) y then [(x, y)] else [])
        ++ mistakes_from (update (perceptron V t) w x y) rest
    end.

  Definition mistakes s : list (example V) := mistakes_from zero s.

  Lemma weights_are_a_sum s z : forall w,
    ⟨state_after (perceptron V t) w s, z⟩ == ⟨w, z⟩ + ⟨signed_sum (mistakes_from w s), z⟩.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [rewrite inner_zero; ring |].
    rewrite IH, signed_sum_app; destruct (mistaken _ _); simpl; rewrite ?inner_add, ?inner_scale, inner_zero; ring.
  Qed.

  Lemma mistakes_from_incl s : forall w, incl (mistakes_from w s) s.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [apply incl_refl |].
    apply incl_app; [| apply incl_tl, IH].
    destruct (mistaken _ _); [apply incl_cons; [left; reflexivity |] |]; apply incl_nil_l.
  Qed.

  Lemma mistakes_from_length s : forall w, length (mistakes_from w s) = errors_from (perceptron V t) w s.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [reflexivity |].
    rewrite app_length, IH; destruct (mistaken _ _); reflexivity.
  Qed.

  (** w is the sum of y·x over the mistakes, each as often as it was made: so says the product of w with every z. To
      compute it, the inner products of points are enough.
      Source: Chan, CSCI4230 Notes 3, section 2.
      Idea: a mistake on (x, y) adds y⟨x,z⟩ to ⟨w,z⟩. *)
  Theorem perceptron_dual s :
    length (mistakes s) = errors (perceptron V t) s /\ incl (mistakes s) s /\
    forall z, ⟨weights t s, z⟩ == ⟨signed_sum (mistakes s), z⟩.
  Proof.
    split; [apply mistakes_from_length |]; split; [apply mistakes_from_incl |].
    intro z; unfold weights; rewrite weights_are_a_sum, inner_zero; unfold mistakes; ring.
  Qed.

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
