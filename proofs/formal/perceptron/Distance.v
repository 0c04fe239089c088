(** Distances from a hyperplane, in squares, and the separator that keeps the largest (Hsu, section Margins;
    Lecture 13 (27-04-2020), 1.1.1). *)

From Coq Require Import QArith List Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron Loop Margins Normalizations.
Import ListNotations.
Open Scope Q_scope.

Section Distance.

  Context {V : space}.
  Implicit Types (s : list (example V)) (u v w x z : V).

  (** ‖x − z‖². *)
  Definition apart2 x z : Q := ‖add x (scale (- (1)) z)‖².

  Lemma apart2_products x z : apart2 x z == ‖x‖² - 2 * ⟨x, z⟩ + ‖z‖².
  Proof. unfold apart2; rewrite norm2_add_scale; ring. Qed.

  (** [D] is the square of the distance of x from the hyperplane orthogonal to w: no point of it is nearer, and one is
      as near. *)
  Definition distance2 w x (D : Q) : Prop :=
    (forall z, ⟨w, z⟩ == 0 -> D <= apart2 x z) /\ exists z, ⟨w, z⟩ == 0 /\ apart2 x z == D.

  (** The point of the hyperplane of w that is nearest to x: x − (⟨w,x⟩/‖w‖²)·w. *)
  Definition foot w x : V := add x (scale (- (⟨w, x⟩ / ‖w‖²)) w).

  Lemma foot_is_on_it w x : ~ ‖w‖² == 0 -> ⟨w, foot w x⟩ == 0.
  Proof. intro nonzero; unfold foot; rewrite inner_add_r, inner_scale_r; field; exact nonzero. Qed.

  Lemma foot_apart2 w x : ~ ‖w‖² == 0 -> apart2 x (foot w x) == ⟨w, x⟩ * ⟨w, x⟩ / ‖w‖².
  Proof.
    intro nonzero; rewrite apart2_products; unfold foot at 2 3.
    rewrite norm2_add_scale; unfold foot; rewrite inner_add_r, inner_scale_r, (inner_comm _ x w); field; exact nonzero.
  Qed.

  (** Every z with ⟨w,z⟩ = 0 has ‖x − z‖²‖w‖² ≥ ⟨w,x⟩², and some such z has equality: the squared distance of x from
      the hyperplane orthogonal to w ≠ 0 is ⟨w,x⟩²/‖w‖².
      Source: Hsu, Margins; Lecture 13 (27-04-2020), 1.1.1.
      Idea: ⟨w,x⟩ = ⟨w,x − z⟩, by Cauchy and Schwarz; and z = x − (⟨w,x⟩/‖w‖²)·w. *)
  Lemma distance_to_hyperplane w x :
    ~ ‖w‖² == 0 ->
    (forall z, ⟨w, z⟩ == 0 -> ⟨w, x⟩ * ⟨w, x⟩ <= apart2 x z * ‖w‖²) /\
    (exists z, ⟨w, z⟩ == 0 /\ apart2 x z * ‖w‖² == ⟨w, x⟩ * ⟨w, x⟩) /\
    distance2 w x (⟨w, x⟩ * ⟨w, x⟩ / ‖w‖²).
  Proof.
    intro nonzero; assert (nonneg := inner_nonneg _ w).
    assert (below : forall z, ⟨w, z⟩ == 0 -> ⟨w, x⟩ * ⟨w, x⟩ <= apart2 x z * ‖w‖²).
    { intros z on_it; assert (product := cauchy_schwarz w (add x (scale (- (1)) z))).
      rewrite inner_add_r, inner_scale_r, on_it in product; unfold apart2; lra. }
    split; [exact below |]; split; [| split].
    - exists (foot w x); split; [apply foot_is_on_it, nonzero |]; rewrite foot_apart2 by exact nonzero; field.
      exact nonzero.
    - intros z on_it; apply Qle_shift_div_r; [lra |]; apply below, on_it.
    - exists (foot w x); split; [apply foot_is_on_it | apply foot_apart2]; exact nonzero.
  Qed.

  (** [gamma] is γ(u), the least y⟨u,x⟩ on S. *)
  Definition least_margin_is (gamma : Q) u s : Prop :=
    Forall (fun e => gamma <= sign (snd e) * ⟨u, fst e⟩) s /\
    Exists (fun e => sign (snd e) * ⟨u, fst e⟩ == gamma) s.

  (** [D] is the square of the least distance of the points of S from the hyperplane orthogonal to w. *)
  Definition least_distance2 w s (D : Q) : Prop :=
    (forall e z, In e s -> ⟨w, z⟩ == 0 -> D <= apart2 (fst e) z) /\
    exists e, In e s /\ distance2 w (fst e) D.

End Distance.

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
