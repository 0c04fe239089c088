(** The dual Perceptron: w is a sum of the points on which mistakes were made, with their labels for signs (Chan,
    Notes 3, section 2). *)

From Coq Require Import Arith List Bool.
From ForcedMistakes Require Import Learner InnerSpace SignedSum Perceptron.
Import ListNotations.
Local Open Scope field_scope.

Section Dual.

  Context {K : field} {V : space K} (t : ties).
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

  Lemma weights_are_a_sum s z : forall w,
    ⟨state_after (perceptron V t) w s, z⟩ == ⟨w, z⟩ + ⟨signed_sum (mistaken_from w s), z⟩.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [rewrite inner_zero; lra |].
    rewrite IH, signed_sum_app; destruct (mistaken _ _); simpl; rewrite ?inner_add, ?inner_scale, inner_zero; lra.
  Qed.

  Lemma mistakes_from_incl s : forall w, incl (mistaken_from w s) s.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [apply incl_refl |].
    apply incl_app; [| apply incl_tl, IH].
    destruct (mistaken _ _); [apply incl_cons; [left; reflexivity |] |]; apply incl_nil_l.
  Qed.

  Lemma mistakes_from_length s : forall w, length (mistaken_from w s) = errors_from (perceptron V t) w s.
  Proof.
    induction s as [| [x y] s IH]; intro w; cbn -[mistaken answer]; [reflexivity |].
    rewrite app_length, IH; destruct (mistaken _ _); reflexivity.
  Qed.

  (** w is the sum of y·x over the mistakes, each as often as it was made: so says the product of w with every z. To
      compute it, the inner products of points are enough.
      Source: Chan, CSCI4230 Notes 3, section 2.
      Idea: a mistake on (x, y) adds y⟨x,z⟩ to ⟨w,z⟩. *)
  Theorem perceptron_dual s :
    length (mistaken_examples s) = errors (perceptron V t) s /\ incl (mistaken_examples s) s /\
    forall z, ⟨weights t s, z⟩ == ⟨signed_sum (mistaken_examples s), z⟩.
  Proof.
    split; [apply mistakes_from_length |]; split; [apply mistakes_from_incl |].
    intro z; unfold weights; rewrite weights_are_a_sum, inner_zero; unfold mistaken_examples; lra.
  Qed.

  (** ⟨w,z⟩ is the sum of y⟨x,z⟩ over the mistakes on (x, y): one inner product of points for each mistake.
      Source: Chan, CSCI4230 Notes 3, section 2.
      Idea: [perceptron_dual], with the inner product taken into the sum. *)
  Theorem dual_products s z :
    let products := map (fun e => ⟨fst e, z⟩) (mistaken_examples s) in
    length products = errors (perceptron V t) s /\
    ⟨weights t s, z⟩ == fold_right (fun e sum => sign (snd (fst e)) * snd e + sum) 0
      (combine (mistaken_examples s) products).
  Proof.
    cbv zeta; destruct (perceptron_dual s) as (count & _ & same); split; [rewrite map_length; exact count |].
    rewrite same; clear count same; induction (mistaken_examples s) as [| [x y] m IH]; simpl; [apply inner_zero |].
    rewrite inner_add, inner_scale, IH; reflexivity.
  Qed.

End Dual.

(** Σ cⱼ·xʲ. *)
Fixpoint linear_combination {K : field} {V : space K} (coefficients : list K) (points : list V) : V :=
  match coefficients, points with
  | c :: coefficients, x :: points => add (scale c x) (linear_combination coefficients points)
  | _, _ => zero
  end.

