(** The dual Perceptron, and which functions may stand for the inner product (Chan, CSCI4230 Notes 3, section 2).

    w is a sum of points on which mistakes were made, with their labels for signs. So the inner products of points are
    all that is needed. The notes go on to put a kernel function in their place, and do not say what a kernel function
    is. It may not be any function. *)

From Coq Require Import QArith List Bool Lia Lqa.
From ForcedMistakes Require Import Learner Space Perceptron Passes.
Import ListNotations.
Open Scope Q_scope.

Section Kernel.

  Context {X : Type} (K : X -> X -> Q).

  (** Σ aⱼ·xʲ, with repetitions, as the list of the (aⱼ, xʲ). *)
  Definition combination : Type := list (Q * X).
  Implicit Types f g : combination.

  (** Σ aⱼK(xʲ, x). *)
  Fixpoint score f (x : X) : Q :=
    match f with
    | [] => 0
    | (a, x') :: f => a * K x' x + score f x
    end.

  (** ΣΣ aᵢbⱼK(xⁱ, yʲ). *)
  Fixpoint form f g : Q :=
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

  Definition multiply (c : Q) f : combination := map (fun ax => (c * fst ax, snd ax)) f.

  Lemma score_app f g x : score (f ++ g) x == score f x + score g x.
  Proof. induction f as [| [a x'] f IH]; simpl; [ring | rewrite IH; ring]. Qed.

  Lemma score_multiply c f x : score (multiply c f) x == c * score f x.
  Proof. induction f as [| [a x'] f IH]; simpl; [ring | rewrite IH; ring]. Qed.

  Lemma form_zero g : form [] g == 0.
  Proof. induction g as [| [b y] g IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

  Lemma form_app f f' g : form (f ++ f') g == form f g + form f' g.
  Proof. induction g as [| [b y] g IH]; simpl; [ring | rewrite IH, score_app; ring]. Qed.

  Lemma form_multiply c f g : form (multiply c f) g == c * form f g.
  Proof. induction g as [| [b y] g IH]; simpl; [ring | rewrite IH, score_multiply; ring]. Qed.

  Lemma form_point a x g : symmetric -> form [(a, x)] g == a * score g x.
  Proof.
    intro same; induction g as [| [b y] g IH]; simpl; [ring |].
    rewrite IH, (same x y); ring.
  Qed.

  Lemma form_symmetric : symmetric -> forall f g, form f g == form g f.
  Proof.
    intros same f g; induction g as [| [b y] g IH]; simpl; [rewrite form_zero; reflexivity |].
    rewrite IH, <- (form_point b y f same).
    change ((b, y) :: g) with ([(b, y)] ++ g); rewrite form_app; reflexivity.
  Qed.

  Definition kernel_space (same : symmetric) (nonneg : semidefinite) : space := {|
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

End Kernel.

Section Bound.

  Context {X : Type} (K : X -> X -> Q) (same : symmetric K) (nonneg : semidefinite K) (t : ties).

End Bound.

(** ** Not any function will do *)

(** That every kernel function K will do (Chan, CSCI4230 Notes 3, section 2) is false if it means every symmetric
    function. There is a point p with K(p,p) = -1: for each rule at ties it has a label such that every round is a mistake, in the first
    pass and forever, although a combination of points gives it that label with margin 1.
    Idea: after m mistakes w is m·y·p, and y·w(p) = -m. *)
Theorem any_kernel_is_false (t : ties) :
  exists (K : unit -> unit -> Q) (s : list (example unit)) (f : combination),
    symmetric K /\ length s = 1%nat /\ kernel_separates K f s /\
    forall n, errors (kernel_perceptron K t) (passes s n) = n.
Proof.
  set (K := fun _ _ : unit => - (1)).
  set (y := match t with plus => false | _ => true end).
  exists K, [(tt, y)], [(- sign y, tt)].
  split; [intros [] []; reflexivity |]; split; [reflexivity |]; split; [destruct t; repeat constructor; discriminate |].
  assert (forever : forall n f, f = [] \/ sign y * score K f tt < 0 ->
    errors_from (kernel_perceptron K t) f (passes [(tt, y)] n) = n).
  { intro n; induction n as [| n IH]; intros f start; [reflexivity |].
    change (passes _ (S n)) with ((tt, y) :: passes [(tt, y)] n).
    assert (wrong : mistaken (answer t (score K f tt)) y = true).
    { destruct start as [-> | below]; [destruct t; reflexivity |].
      apply answer_mistaken, below. }
    cbn -[mistaken answer score passes]; rewrite wrong; simpl; f_equal; apply IH; right; simpl.
    unfold K at 1; assert (one := sign_squared y).
    destruct start as [-> | below]; simpl; lra. }
  intro n; apply forever; left; reflexivity.
Qed.
