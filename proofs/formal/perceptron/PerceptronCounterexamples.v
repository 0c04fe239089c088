(** What is printed about the Perceptron and is false, or needs a hypothesis more: one sample over Q for each. *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes PerceptronLoop HalfSteps DualPerceptron.
From ForcedMistakes Require Import HyperplaneDistance KernelPerceptron.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** If the last iteration, which finds nothing to correct, is counted, the loop can take one more than ‖u‖²L²: there is a
    sample on which ‖u‖²L² = 1 for the shortest u with least margin 1, and every loop returns in iteration 2.
    Source: readings of Hsu, first theorem, and of Understanding Machine Learning, Theorem 9.1.
    Idea: the only point is 1, labeled +1. *)
Theorem last_iteration_exceeds_bound :
  exists (s : list (example (Qd 1))) (u : Qd 1) (L2 : Q),
    least_margin_is_1 u s /\ (forall v, separates v s -> ‖u‖² <= ‖v‖²) /\ largest_norm2 L2 s /\ L2 * ‖u‖² == 1 /\
    forall choose, honest choose s -> returns_in choose 2.
Proof.
  exists [(e 0, true)], (e 0), 1.
  split; [repeat constructor; discriminate |]; split; [| split; [repeat constructor; discriminate |]].
  { intros v apart; apply Forall_inv in apart; unfold e in *; simpl in *; nra. }
  split; [reflexivity |]; intros choose fair; exists 1%nat; split; [reflexivity |].
  assert (first : choose 0%nat (loop choose 0) = Some (e 0, true)).
  { assert (here := fair 0%nat (loop choose 0)).
    destruct (choose 0%nat (loop choose 0)) as [example_0 |]; [destruct here as [[<- | []] _]; reflexivity |].
    apply Forall_inv in here; discriminate here. }
  split.
  - assert (here := fair 1%nat (loop choose 1)).
    destruct (choose 1%nat (loop choose 1)) as [example_1 |]; [exfalso | reflexivity].
    destruct here as [[<- | []] wrong]; unfold violated in wrong; cbn [loop] in wrong, first.
    rewrite first in wrong; apply wrong; reflexivity.
  - intros [| j] less; [rewrite first; discriminate | lia].
Qed.

(** R²‖u‖², which is R²/γ², is not a bound with half steps and sgn(0) = 0, as in Livni, Theorem 8.1: there are points
    of one length R with all margins above 1, as printed, on which the learner makes more mistakes.
    Source: about Livni, Theorem 8.1, with sgn(0) = 0.
    Idea: three points in Q³, all labeled +1, each of them a mistake; (-5, 3, 3)/12 has margin 1 on them and R²‖u‖²
    = 215/72 < 3, and a slightly longer u has more. *)
Theorem half_steps_exceed :
  exists (s : list (example (Qd 3))) (u : Qd 3) (R2 : Q),
    Forall (fun e => ‖fst e‖² == R2) s /\ Forall (fun e => 1 < sign (snd e) * ⟨u, fst e⟩) s /\
    R2 * ‖u‖² < number (errors (half_steps (Qd 3)) s).
Proof.
  exists [(coordinates [0; 1; 3], true); (coordinates [-3 # 1; -1 # 1; 0], true); (coordinates [0; 3; 1], true)],
    (scale (501 # 500) (coordinates [-5 # 12; 1 # 4; 1 # 4] : Qd 3)), 10.
  split; [repeat constructor |]; split; [repeat constructor | reflexivity].
Qed.

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

(** For a U ≠ 0 that does not separate S, γ(U)/‖U‖ need not be the least distance of the points of S from the hyperplane
    of U: on the point 1, labeled +1, and U = -1, it is -1, and the distance is 1.
    Source: Lecture 13 (27-04-2020), 1.1.1.
    Idea: γ(U) = -1, and no distance is negative. *)
Theorem margin_need_not_be_distance :
  exists (s : list (example (Qd 1))) (u : Qd 1) (gamma length : Q),
    s = [(coordinates [1], true)] /\ u = coordinates [- (1)] /\
    0 < length /\ length * length == ‖u‖² /\ least_margin_is gamma u s /\ gamma / length == - (1) /\
    least_distance2 u s 1 /\ forall delta, 0 <= delta -> ~ gamma / length == delta.
Proof.
  exists [(coordinates [1], true)], (coordinates [- (1)]), (- (1)), 1.
  split; [reflexivity |]; split; [reflexivity |]; split; [reflexivity |]; split; [reflexivity |].
  split; [split; [repeat constructor; discriminate | constructor; reflexivity] |]; split; [reflexivity |].
  assert (nonzero : ~ ‖(coordinates [- (1)] : Qd 1)‖² == 0) by discriminate.
  destruct (distance_to_hyperplane (coordinates [- (1)] : Qd 1) (coordinates [1]) nonzero) as (_ & _ & far).
  split; [split |].
  - intros e z [<- | []] on_it; apply (proj1 far z on_it).
  - exists (coordinates [1], true); split; [left; reflexivity | exact far].
  - intros delta nonneg equal; assert (- (1) == delta) by (rewrite <- equal; reflexivity); lra.
Qed.

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
