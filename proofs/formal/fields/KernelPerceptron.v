(** The dual Perceptron, and which functions may stand for the inner product (Chan, CSCI4230 Notes 3, section 2).

    w is a sum of points on which mistakes were made, with their labels for signs. So the inner products of points are
    all that is needed. The notes go on to put a kernel function in their place, and do not say what a kernel function
    is. It may not be any function. *)

From Coq Require Import Arith List Bool Lia.
From ForcedMistakes Require Import Learner InnerSpace Perceptron Passes.
Import ListNotations.
Local Open Scope field_scope.

Section Kernel.

  Context {F : field} {X : Type} (K : X -> X -> F).

  (** Σ aⱼ·xʲ, with repetitions, as the list of the (aⱼ, xʲ). *)
  Definition combination : Type := list (F * X).
  Implicit Types f g : combination.

  (** Σ aⱼK(xʲ, x). *)
  Fixpoint score f (x : X) : F :=
    match f with
    | [] => 0
    | (a, x') :: f => a * K x' x + score f x
    end.

  (** ΣΣ aᵢbⱼK(xⁱ, yʲ). *)
  Fixpoint form f g : F :=
    match g with
    | [] => 0
    | (b, y) :: g => b * score f y + form f g
    end.

  Definition symmetric : Prop := forall x y, K x y == K y x.

  (** Every finite combination has a square that is not negative: each matrix (K(xⁱ, xʲ)) is semidefinite. *)
  Definition semidefinite : Prop := forall f, 0 <= form f f.

  (** The Perceptron that remembers its mistakes, and computes with K only. *)
  Definition kernel_perceptron (t : ties) : learner X := {|
    state := combination;
    init := [];
    predict := fun f x => answer t (score f x);
    update := fun f x y => if mistaken (answer t (score f x)) y then (sign y, x) :: f else f
  |}.

  (** [f] gives every point its label, with margin 1. *)
  Definition kernel_separates f (s : list (example X)) : Prop :=
    Forall (fun e => 1 <= sign (snd e) * score f (fst e)) s.

  (** ** The space of a symmetric semidefinite kernel *)

  Definition multiply (c : F) f : combination := map (fun ax => (c * fst ax, snd ax)) f.

  Lemma score_app f g x : score (f ++ g) x == score f x + score g x.
  Proof. induction f as [| [a x'] f IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma score_multiply c f x : score (multiply c f) x == c * score f x.
  Proof. induction f as [| [a x'] f IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma form_zero g : form [] g == 0.
  Proof. induction g as [| [b y] g IH]; simpl; [reflexivity | rewrite IH; lra]. Qed.

  Lemma form_app f f' g : form (f ++ f') g == form f g + form f' g.
  Proof. induction g as [| [b y] g IH]; simpl; [lra | rewrite IH, score_app; lra]. Qed.

  Lemma form_multiply c f g : form (multiply c f) g == c * form f g.
  Proof. induction g as [| [b y] g IH]; simpl; [lra | rewrite IH, score_multiply; lra]. Qed.

  Lemma form_point a x g : symmetric -> form [(a, x)] g == a * score g x.
  Proof.
    intro same; induction g as [| [b y] g IH]; simpl; [lra |].
    rewrite IH, (same x y); lra.
  Qed.

  Lemma form_symmetric : symmetric -> forall f g, form f g == form g f.
  Proof.
    intros same f g; induction g as [| [b y] g IH]; simpl; [rewrite form_zero; reflexivity |].
    rewrite IH, <- (form_point b y f same).
    change ((b, y) :: g) with ([(b, y)] ++ g); rewrite form_app; reflexivity.
  Qed.

  Definition kernel_space (same : symmetric) (nonneg : semidefinite) : space F := {|
    vector := combination;
    zero := [];
    add := fun f g => f ++ g;
    scale := multiply;
    inner := form;
    inner_comm := form_symmetric same;
    inner_zero := form_zero;
    inner_add := form_app;
    inner_scale := form_multiply;
    inner_nonneg := nonneg
  |}.

  (** A point as a vector of that space. *)
  Definition feature (x : X) : combination := [(1, x)].
  Definition features (s : list (example X)) : list (example combination) :=
    map (fun e => (feature (fst e), snd e)) s.

  Lemma form_feature f x : form f (feature x) == score f x.
  Proof. simpl; lra. Qed.

End Kernel.

Lemma answer_compatible {F : field} (t : ties) (p q : F) : p == q -> answer t p = answer t q.
Proof. intro equal; unfold answer; destruct (Fcompare p 0) eqn:order; symmetry in equal;
    [apply Feq_alt in order | apply Flt_alt in order | apply Fgt_alt in order]; rewrite <- equal in order;
    [apply Feq_alt in order | apply Flt_alt in order | apply Fgt_alt in order]; rewrite order; reflexivity. Qed.

Section Bound.

  Context {F : field} {X : Type} (K : X -> X -> F) (same : symmetric K) (nonneg : semidefinite K) (t : ties).

  (** From equal scores on, the dual Perceptron and the Perceptron of the kernel's space err in the same rounds. *)
  Lemma kernel_perceptron_errors_from s (f w : combination) :
    (forall x, score K f x == score K w x) ->
    errors_from (kernel_perceptron K t) f s =
    errors_from (perceptron (kernel_space K same nonneg) t) w (features s).
  Proof.
    revert f w; induction s as [| [x y] s IH]; intros f w equal; [reflexivity |].
    cbn -[form mistaken answer].
    rewrite (answer_compatible t (score K f x) (form K w (feature x))); [| rewrite form_feature; apply equal].
    f_equal; apply IH; intro z.
    destruct (mistaken _ _); [| apply equal].
    change (score K ((sign y, x) :: f) z == score K (w ++ multiply (sign y) (feature x)) z).
    rewrite score_app, score_multiply; simpl; rewrite equal; lra.
  Qed.

  (** The dual Perceptron is the Perceptron of the kernel's space: it makes as many mistakes on every sequence.
      Source: Chan, CSCI4230 Notes 3, section 2.
      Idea: the two keep w in another order, but with the same products with all points. *)
  Theorem kernel_perceptron_is_perceptron s :
    errors (kernel_perceptron K t) s = errors (perceptron (kernel_space K same nonneg) t) (features s).
  Proof. apply kernel_perceptron_errors_from; reflexivity. Qed.

  (** Chan, CSCI4230 Notes 3, section 2, repaired: for a symmetric positive semidefinite K the dual Perceptron makes at
      most R²B² mistakes, where K(x,x) ≤ R², and some f = Σ aⱼK(xʲ, ·) with B² = ΣΣ aᵢaⱼK(xⁱ, xʲ) has y·f(x) ≥ 1 on
      every example.
      Idea: it is the Perceptron of a space. *)
  Theorem kernel_perceptron_bound (R2 : F) (f : combination) s :
    0 <= R2 -> Forall (fun e => K (fst e) (fst e) <= R2) s -> kernel_separates K f s ->
    number (errors (kernel_perceptron K t) s) <= R2 * form K f f.
  Proof.
    intros R2_nonneg short apart; rewrite kernel_perceptron_is_perceptron.
    apply (perceptron_bound (V := kernel_space K same nonneg)); [exact R2_nonneg | |]; apply Forall_map.
    - apply Forall_impl with (2 := short); intros [x y] here; simpl in *; lra.
    - apply Forall_impl with (2 := apart); intros [x y] here; simpl in *; destruct y; simpl in *; lra.
  Qed.

End Bound.

Lemma kernel_perceptron_conservative {F : field} {X : Type} (K : X -> X -> F) (t : ties) :
  conservative (kernel_perceptron K t).
Proof. intros f x y right; simpl in *; rewrite right; reflexivity. Qed.

(** Passes over a sample as in [kernel_perceptron_bound], for a symmetric positive semidefinite K: at most R²B² of them
    have a mistake, the next one has none, and w stays as it is from there on.
    Idea: all the passes together are one sequence, see [kernel_perceptron_bound]. *)
Theorem kernel_halting {F : field} {X : Type} (K : X -> X -> F) (t : ties) (R2 : F) (f : combination) (s : list (example X)) :
  symmetric K -> semidefinite K -> 0 <= R2 -> Forall (fun e => K (fst e) (fst e) <= R2) s -> kernel_separates K f s ->
  exists k, number k <= R2 * form K f f /\
    forall n, (k <= n)%nat ->
      errors_of_next (kernel_perceptron K t) s n = 0%nat /\
      after_passes (kernel_perceptron K t) s n = after_passes (kernel_perceptron K t) s k.
Proof.
  intros same nonneg R2_nonneg short apart; apply passes_end; [apply kernel_perceptron_conservative |].
  intro n; apply kernel_perceptron_bound; [exact same | exact nonneg | exact R2_nonneg | |];
    apply passes_Forall; assumption.
Qed.

(** Inner products of features, ⟨φ(x),φ(y)⟩ in any space, are symmetric positive semidefinite kernels; so is the inner
    product itself.
    Idea: ΣΣ aᵢbⱼ⟨φ(xⁱ),φ(yʲ)⟩ = ⟨Σ aᵢφ(xⁱ), Σ bⱼφ(yʲ)⟩. *)
Theorem features_are_a_kernel {X : Type} {F : field} {V : space F} (phi : X -> V) :
  symmetric (fun x y => ⟨phi x, phi y⟩) /\ semidefinite (fun x y => ⟨phi x, phi y⟩).
Proof.
  split; [intros x y; apply inner_comm |].
  set (sum := fold_right (fun ax w => add (scale (fst ax) (phi (snd ax))) w) (zero : V)).
  assert (scores : forall f x, score (fun x y => ⟨phi x, phi y⟩) f x == ⟨sum f, phi x⟩).
  { intros f x; induction f as [| [a x'] f IH]; simpl; [rewrite inner_zero | rewrite IH, inner_add, inner_scale];
      reflexivity. }
  assert (forms : forall f g, form (fun x y => ⟨phi x, phi y⟩) f g == ⟨sum f, sum g⟩).
  { intros f g; induction g as [| [b y] g IH]; simpl;
      [rewrite inner_zero_r | rewrite IH, scores, inner_add_r, inner_scale_r]; reflexivity. }
  intro f; rewrite forms; apply inner_nonneg.
Qed.

