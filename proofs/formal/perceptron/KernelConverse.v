(** Kernels that are not semidefinite: why the Perceptron needs them to be (Chan, CSCI4230 Notes 3, section 2). *)

From Coq Require Import QArith List Bool.
From ForcedMistakes Require Import Learner RationalPerceptron Passes KernelPerceptron.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Section Converse.

  Context {X : Type} (K : X -> X -> Q) (same : symmetric (F := rational_field) K) (t : ties).
  Implicit Types f w : combination (F := rational_field) (X := X).

  (** a·f(x) < 0 for every (a, x) of f = Σ a·x. If K is not semidefinite there is such an f: an eigenvector of a
      negative eigenvalue -λ, without its zeros, since f(x) = -λa there; or rational numbers close to it. *)
  Definition against_itself f : Prop := Forall (fun ax => fst ax * score K f (snd ax) < 0) f.

  (** The points of [f], each with the label that [f] itself gives it. *)
  Definition own_label f (x : X) : bool := negb (Qle_bool (score K f x) 0).
  Definition own_examples f : list (example X) := map (fun ax => (snd ax, own_label f (snd ax))) f.

  Lemma own_label_right f x : ~ score K f x == 0 -> 0 < sign (own_label f x) * score K f x.
  Proof.
    intro not_tie; unfold own_label; destruct (Qle_bool (score K f x) 0) eqn:below; simpl.
    - apply Qle_bool_iff in below; apply Qnot_le_lt; intro; apply not_tie; lra.
    - assert (0 < score K f x); [| lra].
      apply Qnot_le_lt; intro le; apply Qle_bool_iff in le; congruence.
  Qed.

  Lemma own_examples_right f :
    against_itself f -> Forall (fun e => 0 < sign (snd e) * score K f (fst e)) (own_examples f).
  Proof.
    intro negative; apply Forall_map, Forall_impl with (2 := negative); intros [a x] here; simpl in *.
    apply own_label_right; intro tie; rewrite tie in here; lra.
  Qed.

  (** All that w consists of is on the side of [f]. *)
  Definition learned f w : Prop := Forall (fun cx => 0 < fst cx * score K f (snd cx)) w.

  Lemma learned_after f r w :
    Forall (fun e => 0 < sign (snd e) * score K f (fst e)) r -> learned f w ->
    learned f (state_after (kernel_perceptron K t) w r).
  Proof.
    intro right; revert w; induction right as [| [x y] r here _ IH]; intros w so_far; [exact so_far |].
    cbn -[mistaken answer score]; apply IH; destruct (mistaken _ _); [constructor; assumption | exact so_far].
  Qed.

  (** Such a w is not right on all points: ⟨f,w⟩ > 0 as a sum over w, but it would be ≤ 0 as a sum over f. *)
  Lemma learned_is_wrong f w :
    against_itself f -> learned f w -> w <> [] ->
    ~ Forall (fun e => 0 <= sign (snd e) * score K w (fst e)) (own_examples f).
  Proof.
    intros negative so_far nonempty right.
    assert (positive : 0 < form K f w).
    { assert (nonneg : forall v, learned f v -> 0 <= form K f v).
      { intros v sum; induction sum as [| [c x] v here _ IH]; simpl in *; lra. }
      destruct w as [| [c x] w]; [congruence |].
      apply Forall_cons_iff in so_far; destruct so_far as [here rest].
      apply nonneg in rest; simpl in *; lra. }
    rewrite (form_symmetric K same) in positive.
    assert (products : Forall (fun ax => fst ax * score K w (snd ax) <= 0) f).
    { unfold own_examples in right; rewrite Forall_map in right; apply Forall_forall; intros [a x] member.
      assert (weakly := proj1 (Forall_forall _ _) right (a, x) member).
      assert (strictly := proj1 (Forall_forall _ _) negative (a, x) member); simpl in weakly, strictly |- *.
      assert (own : 0 < sign (own_label f x) * score K f x)
        by (apply own_label_right; intro tie; rewrite tie in strictly; lra).
      destruct (own_label f x); simpl in weakly, own; nra. }
    assert (nonpositive : form K w f <= 0); [| lra].
    clear negative right positive so_far.
    induction products as [| [a x] f here _ IH]; simpl in *; lra.
  Qed.

  Lemma no_errors_right w s :
    errors_from (kernel_perceptron K t) w s = 0%nat ->
    Forall (fun e => mistaken (answer t (score K w (fst e))) (snd e) = false) s.
  Proof.
    revert w; induction s as [| [x y] s IH]; intros w none; [constructor |].
    cbn -[mistaken answer score] in none.
    destruct (mistaken (answer t (score K w x)) y) eqn:right; [discriminate |].
    constructor; [exact right | apply IH, none].
  Qed.

  Lemma own_examples_err_forever f :
    against_itself f -> (exists e, In e (own_examples f) /\ mistaken (at_tie t) (snd e) = true) ->
    forall n, errors_of_next (kernel_perceptron K t) (own_examples f) n <> 0%nat.
  Proof.
    intros negative [first [member tied]] n none; unfold errors_of_next in none.
    assert (so_far : learned f (after_passes (kernel_perceptron K t) (own_examples f) n)).
    { apply learned_after; [apply passes_Forall, own_examples_right, negative | constructor]. }
    apply no_errors_right in none.
    set (w := after_passes (kernel_perceptron K t) (own_examples f) n) in *.
    destruct w as [| cx w'] eqn:shape.
    - assert (right := proj1 (Forall_forall _ _) none first member); simpl in right.
      change (mistaken (at_tie t) (snd first) = false) in right; congruence.
    - apply (learned_is_wrong f (cx :: w') negative so_far); [discriminate |].
      apply Forall_impl with (2 := none); intros e right.
      apply Qnot_lt_le; intro wrong; rewrite answer_mistaken in right; [discriminate | exact wrong].
  Qed.

  (** If K is symmetric, but not semidefinite, in that some f = Σ a·x has a·f(x) < 0 for each of its points, then there
      are labels that the Perceptron never learns: labels of the points of f, all of which some combination g gives,
      strictly, and every pass over them has a mistake, forever.
      Source: about Chan, CSCI4230 Notes 3, section 2.
      Idea: take the labels of f itself, or of -f where the first label of f is the answer to ties; then see
      [learned_is_wrong]. *)
  Theorem kernel_converse f :
    f <> [] -> against_itself f ->
    exists s g,
      map fst s = map snd f /\ Forall (fun e => 0 < sign (snd e) * score K g (fst e)) s /\
      forall n, errors_of_next (kernel_perceptron K t) s n <> 0%nat.
  Proof.
    intros nonempty negative; destruct f as [| [a x] f]; [congruence |].
    set (whole := (a, x) :: f) in *.
    assert (points : forall g, map fst (own_examples g) = map snd g) by (intro g; apply map_map).
    destruct (mistaken (at_tie t) (own_label whole x)) eqn:tied.
    - exists (own_examples whole), whole; split; [apply points |]; split; [apply own_examples_right, negative |].
      apply own_examples_err_forever; [exact negative |].
      exists (x, own_label whole x); split; [left; reflexivity | exact tied].
    - set (opposite := multiply (- (1)) whole).
      assert (opposite_negative : against_itself opposite).
      { unfold against_itself, opposite, multiply; apply Forall_map, Forall_impl with (2 := negative).
        intros [c z] here; cbn [fst snd] in *; fold (multiply (- (1)) whole).
        rewrite score_multiply; lra. }
      exists (own_examples opposite), opposite.
      split; [rewrite points; unfold opposite, multiply; rewrite map_map; reflexivity |].
      split; [apply own_examples_right, opposite_negative |].
      apply own_examples_err_forever; [exact opposite_negative |].
      exists (x, own_label opposite x); split; [left; reflexivity |].
      assert (here : a * score K whole x < 0) by exact (Forall_inv negative).
      assert (not_tie : ~ score K whole x == 0) by (intro tie; rewrite tie in here; lra).
      assert (right := own_label_right whole x not_tie).
      assert (right' : 0 < sign (own_label opposite x) * score K opposite x)
        by (apply own_label_right; unfold opposite; rewrite score_multiply; intro; apply not_tie; lra).
      unfold opposite in right' at 2; rewrite score_multiply in right'.
      destruct t, (own_label whole x), (own_label opposite x); simpl in *; try discriminate; try reflexivity; lra.
  Qed.

End Converse.

(** "Any symmetric K with K(x,x) = 1" is false as well (a reading of Chan, CSCI4230 Notes 3, section 2). There are two
    points p, q with K(p,q) = 2, labeled +1 and -1: every pass has a mistake, forever, although -p + q has these labels
    with margin 1.
    Idea: for f = -p + q, f(p) = 1 and f(q) = -1; and at w = 0 both points get the same answer. *)
Theorem any_kernel_with_unit_points_is_false :
  exists (K : bool -> bool -> Q) (s : list (example bool)) (f : combination),
    symmetric K /\ (forall x, K x x == 1) /\ kernel_separates K f s /\
    forall t n, errors_of_next (kernel_perceptron K t) s n <> 0%nat.
Proof.
  set (K := fun x y : bool => if eqb x y then 1 else 2).
  assert (same : symmetric (F := rational_field) K) by (intros [] []; reflexivity).
  exists K, [(true, true); (false, false)], [(- (1), true); (1, false)].
  split; [exact same |]; split; [intros []; reflexivity |]; split; [repeat constructor; discriminate |].
  intro t; apply (own_examples_err_forever K same t [(- (1), true); (1, false)]); [repeat constructor |].
  destruct t; [exists (false, false) | exists (true, true) | exists (true, true)]; simpl; auto.
Qed.
