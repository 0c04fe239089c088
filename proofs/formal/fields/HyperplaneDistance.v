(** Distances from a hyperplane, in squares, and the separator that keeps the largest (Hsu, section Margins;
    Lecture 13 (27-04-2020), 1.1.1). *)

From Coq Require Import Arith List.
From ForcedMistakes Require Import Learner InnerSpace CauchySchwarz Perceptron PerceptronLoop SampleMargins.
From ForcedMistakes Require Import Normalizations.
Import ListNotations.
Local Open Scope field_scope.

Section Distance.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).
  Implicit Types (s : list (example V)) (u v w x z : V).

  (** ‖x − z‖². *)
  Definition apart2 x z : K := ‖add x (scale (- (1)) z)‖².

  Lemma apart2_products x z : apart2 x z == ‖x‖² - 2 * ⟨x, z⟩ + ‖z‖².
  Proof. unfold apart2; rewrite norm2_add_scale; lra. Qed.

  (** [D] is the square of the distance of x from the hyperplane orthogonal to w: no point of it is nearer, and one is
      as near. *)
  Definition distance2 w x (D : K) : Prop :=
    (forall z, ⟨w, z⟩ == 0 -> D <= apart2 x z) /\ exists z, ⟨w, z⟩ == 0 /\ apart2 x z == D.

  (** The point of the hyperplane of w that is nearest to x: x − (⟨w,x⟩/‖w‖²)·w. *)
  Definition foot w x : V := add x (scale (- (⟨w, x⟩ / ‖w‖²)) w).

  Lemma foot_is_on_it w x : ~ ‖w‖² == 0 -> ⟨w, foot w x⟩ == 0.
  Proof. intro nonzero; unfold foot; rewrite inner_add_r, inner_scale_r; fractions. Qed.

  Lemma foot_apart2 w x : ~ ‖w‖² == 0 -> apart2 x (foot w x) == ⟨w, x⟩ * ⟨w, x⟩ / ‖w‖².
  Proof.
    intro nonzero; rewrite apart2_products; unfold foot at 2 3.
    rewrite norm2_add_scale; unfold foot; rewrite inner_add_r, inner_scale_r, (inner_comm _ x w); unfold Fdiv.
    assert (inverse := Finv_times K ‖w‖² nonzero).
    set (p := ⟨w, x⟩); set (i := / ‖w‖²) in *; set (W := ‖w‖²) in *; clearbody p i W.
    assert (again : p * p * i * (i * W) == p * p * i) by (rewrite inverse; lra); lra.
  Qed.

  (** Every z with ⟨w,z⟩ = 0 has ‖x − z‖²‖w‖² ≥ ⟨w,x⟩², and some such z has equality: the squared distance of x from
      the hyperplane orthogonal to w ≠ 0 is ⟨w,x⟩²/‖w‖².
      Source: Hsu, Margins; Lecture 13 (27-04-2020), 1.1.1.
      Idea: ⟨w,x⟩ = ⟨w,x − z⟩, by Cauchy and Schwarz; and z = x − (⟨w,x⟩/‖w‖²)·w. *)
  Theorem distance_to_hyperplane w x :
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
    - exists (foot w x); split; [apply foot_is_on_it, nonzero |]; rewrite foot_apart2 by exact nonzero; fractions.
    - intros z on_it; apply Fle_shift_div_r; [lra |]; apply below, on_it.
    - exists (foot w x); split; [apply foot_is_on_it | apply foot_apart2]; exact nonzero.
  Qed.

  (** [gamma] is γ(u), the least y⟨u,x⟩ on S. *)
  Definition least_margin_is (gamma : K) u s : Prop :=
    Forall (fun e => gamma <= sign (snd e) * ⟨u, fst e⟩) s /\
    Exists (fun e => sign (snd e) * ⟨u, fst e⟩ == gamma) s.

  (** [D] is the square of the least distance of the points of S from the hyperplane orthogonal to w. *)
  Definition least_distance2 w s (D : K) : Prop :=
    (forall e z, In e s -> ⟨w, z⟩ == 0 -> D <= apart2 (fst e) z) /\
    exists e, In e s /\ distance2 w (fst e) D.

  Lemma least_distance2_unique w s D D' : least_distance2 w s D -> least_distance2 w s D' -> D == D'.
  Proof.
    intros [low (e & member & _ & z & on_it & equal)] [low' (e' & member' & _ & z' & on_it' & equal')].
    specialize (low e' z' member' on_it'); specialize (low' e z member on_it); lra.
  Qed.

  Lemma least_distance2_equal w s D D' : D == D' -> least_distance2 w s D -> least_distance2 w s D'.
  Proof.
    intros same [low (e & member & low_e & z & on_it & equal)]; split.
    - intros e' z' member' on_it'; rewrite <- same; apply low; assumption.
    - exists e; split; [exact member |]; split; [intros z' on_it'; rewrite <- same; apply low_e, on_it' |].
      exists z; split; [exact on_it | lra].
  Qed.

  Lemma separator_is_not_zero s u : s <> [] -> right_on s u -> 0 < ‖u‖².
  Proof.
    destruct s as [| [x y] s]; [congruence |]; intros _ right; apply Forall_inv in right; cbn in right.
    assert (nonneg := inner_nonneg _ u); assert (product := cauchy_schwarz u x); assert (square := sign_squared (K := K) y).
    apply Fnot_le; intro; assert (zero_u : ‖u‖² == 0) by lra; rewrite zero_u in product; nra.
  Qed.

  (** For a separator U of S, the least distance of the points of S from the hyperplane of U is γ(U)/‖U‖: it is
      attained, and no point of S is nearer. In squares.
      Source: Lecture 13 (27-04-2020), 1.1.1; Hsu, Margins.
      Idea: the distance of a point is |⟨U,x⟩|/‖U‖, which is y⟨U,x⟩/‖U‖ ≥ γ(U)/‖U‖. *)
  Theorem margin_is_distance (gamma : K) u s :
    right_on s u -> least_margin_is gamma u s -> 0 < gamma /\ least_distance2 u s (gamma * gamma / ‖u‖²).
  Proof.
    intros right [large attained].
    assert (nonempty : s <> []) by (intros ->; inversion attained).
    assert (u_pos := separator_is_not_zero s u nonempty right); assert (nonzero : ~ ‖u‖² == 0) by lra.
    apply Exists_exists in attained as (least & member & equal).
    assert (here := proj1 (Forall_forall _ s) right least member); cbn beta in here.
    split; [lra |]; split.
    - intros e z e_in on_it; apply Fle_shift_div_r; [exact u_pos |].
      destruct (distance_to_hyperplane u (fst e) nonzero) as [below _]; specialize (below z on_it).
      assert (e_large := proj1 (Forall_forall _ s) large e e_in); cbn beta in e_large.
      assert (square := sign_squared (K := K) (snd e)); nra.
    - exists least; split; [exact member |].
      destruct (distance_to_hyperplane u (fst least) nonzero) as (_ & _ & low & z & on_it & same).
      assert (square := sign_squared (K := K) (snd least)).
      assert (equal2 : ⟨u, fst least⟩ * ⟨u, fst least⟩ == gamma * gamma) by (rewrite <- equal; nra).
      split; [intros z' on_it'; rewrite <- equal2; apply low, on_it' |].
      exists z; split; [exact on_it | rewrite same, equal2; reflexivity].
  Qed.

  (** If the least y⟨w,x⟩ on S is 1, the least distance of the points of S from the hyperplane orthogonal to w is 1/‖w‖;
      and every separator of a finite S that is not empty can be rescaled so, which leaves its least distance as it is.
      In squares.
      Source: Hsu, Margins.
      Idea: γ = 1 in [margin_is_distance]; divide by the least y⟨w,x⟩. *)
  Theorem margin_1_is_distance s :
    (forall w, least_margin_is_1 w s -> least_distance2 w s (1 / ‖w‖²)) /\
    forall w, s <> [] -> right_on s w ->
      exists c, 0 < c /\ least_margin_is_1 (scale c w) s /\ least_distance2 w s (1 / ‖scale c w‖²).
  Proof.
    split.
    - intros w [apart attained].
      assert (right : right_on s w) by (apply Forall_impl with (2 := apart); intros e here; lra).
      apply (least_distance2_equal w s (1 * 1 / ‖w‖²)); [unfold Fdiv; lra |].
      apply (margin_is_distance 1 w s right); split; assumption.
    - intros w nonempty right.
      assert (w_pos := separator_is_not_zero s w nonempty right).
      destruct (least_example s w nonempty) as [least [member small]].
      assert (positive := proj1 (Forall_forall _ s) right least member); cbn beta in positive.
      set (p := sign (snd least) * ⟨w, fst least⟩) in *.
      assert (inverse := Finv_pos p positive).
      exists (/ p); split; [exact inverse |]; split; [split |].
      + apply (margin_1 p w s positive), small.
      + apply Exists_exists; exists least; split; [exact member |]; rewrite inner_scale.
        setoid_replace (sign (snd least) * (/ p * ⟨w, fst least⟩)) with (/ p * p) by (unfold p at 3; lra).
        fractions.
      + apply (least_distance2_equal w s (p * p / ‖w‖²)).
        * rewrite inner_scale, inner_scale_r; fractions.
        * apply (margin_is_distance p w s right); split; [exact small |].
          apply Exists_exists; exists least; split; [exact member | reflexivity].
  Qed.

  (** w solves the program: least ‖w‖² subject to y⟨w,x⟩ ≥ 1 on S. *)
  Definition solves_program w s : Prop := separates w s /\ forall v, separates v s -> ‖w‖² <= ‖v‖².

  (** v is a separator of S, and no separator of S keeps a larger least distance. *)
  Definition has_largest_distance v s : Prop :=
    right_on s v /\ forall u D D', right_on s u -> least_distance2 v s D -> least_distance2 u s D' -> D' <= D.

  Lemma program_attains_1 w s : s <> [] -> solves_program w s -> least_margin_is_1 w s.
  Proof.
    intros nonempty [apart shortest]; split; [exact apart |].
    destruct (least_example s w nonempty) as [least [member small]].
    apply Exists_exists; exists least; split; [exact member |].
    assert (large := proj1 (Forall_forall _ s) apart least member); cbn beta in large.
    set (p := sign (snd least) * ⟨w, fst least⟩) in *; assert (positive : 0 < p) by lra.
    assert (shorter := shortest _ (proj1 (margin_1 p w s positive) small)).
    rewrite inner_scale, inner_scale_r in shorter.
    assert (right : right_on s w) by (apply Forall_impl with (2 := apart); intros e here; lra).
    assert (w_pos := separator_is_not_zero s w nonempty right).
    assert (inverse : / p * p == 1) by fractions; assert (inverse_pos := Finv_pos p positive).
    set (i := / p) in *; clearbody i p; clear small; apply Fle_antisym; [| exact large].
    apply Fnot_lt; intro more; assert (i < 1) by nra; assert (i * i < 1) by nra; nra.
  Qed.

  Lemma same_up_to_factor_distance (c : K) v w s D :
    0 < c -> (forall z, ⟨v, z⟩ == c * ⟨w, z⟩) -> least_distance2 w s D <-> least_distance2 v s D.
  Proof.
    intros c_pos same.
    assert (on : forall z, ⟨v, z⟩ == 0 <-> ⟨w, z⟩ == 0) by (intro z; rewrite same; split; intro; nra).
    unfold least_distance2, distance2; split; intros [low (e & member & low_e & z & on_it & equal)];
      (split; [intros e' z' member' on_it'; apply low; [exact member' | apply on, on_it'] |]);
      exists e; (split; [exact member |]); (split; [intros z' on_it'; apply low_e, on, on_it' |]);
      exists z; (split; [apply on, on_it | exact equal]).
  Qed.

  (** The linear separators with the largest least distance are the solution w of the program, to minimize ‖w‖² subject
      to y⟨w,x⟩ ≥ 1, and its positive multiples, and no others: if w solves the program, v is one of them iff v = c·w
      for some c > 0. Two vectors are the same here if they have the same products with all vectors.
      Source: Hsu, Margins, the program.
      Idea: if v, divided by its least margin, is as short as w, then so is no vector but w in the middle of both: ‖w -
      v‖² = 2‖w‖² + 2‖v‖² - ‖w + v‖² ≤ 0. *)
  Theorem program_describes_largest_margin w s :
    s <> [] -> solves_program w s ->
    has_largest_distance w s /\
    forall v, has_largest_distance v s <-> exists c, 0 < c /\ forall z, ⟨v, z⟩ == c * ⟨w, z⟩.
  Proof.
    intros nonempty solution; assert (attained := program_attains_1 w s nonempty solution).
    destruct solution as [apart shortest].
    assert (right : right_on s w) by (apply Forall_impl with (2 := apart); intros e here; lra).
    assert (w_pos := separator_is_not_zero s w nonempty right).
    assert (distance_w := proj1 (margin_1_is_distance s) w attained).
    assert (largest : has_largest_distance w s).
    { split; [exact right |]; intros u D D' right_u far_w far_u.
      destruct (proj2 (margin_1_is_distance s) u nonempty right_u) as (c & c_pos & [apart_u _] & far).
      rewrite (least_distance2_unique _ _ _ _ far_w distance_w), (least_distance2_unique _ _ _ _ far_u far).
      assert (shorter := shortest _ apart_u); set (n := ‖scale c u‖²) in *; set (m := ‖w‖²) in *; clearbody n m.
      apply Fle_shift_div_l; [exact w_pos |].
      setoid_replace (1 / n * m) with (m / n) by fractions.
      apply Fle_shift_div_r; lra. }
    split; [exact largest |]; intro v; split.
    - intros [right_v largest_v].
      destruct (proj2 (margin_1_is_distance s) v nonempty right_v) as (c & c_pos & [apart_v _] & far).
      assert (not_less := largest_v w _ _ right far distance_w).
      assert (not_longer := shortest _ apart_v).
      assert (cv_pos : 0 < ‖scale c v‖²) by lra.
      assert (same_length : ‖scale c v‖² <= ‖w‖²).
      { apply (Fmult_le_compat_r _ _ (‖scale c v‖² * ‖w‖²)) in not_less; [| nra].
        setoid_replace (1 / ‖w‖² * (‖scale c v‖² * ‖w‖²)) with ‖scale c v‖² in not_less by fractions.
        setoid_replace (1 / ‖scale c v‖² * (‖scale c v‖² * ‖w‖²)) with ‖w‖² in not_less by fractions.
        exact not_less. }
      set (v' := scale c v) in *.
      assert (middle : separates (scale (1 / 2) (add w v')) s).
      { apply Forall_forall; intros e member.
        assert (from_w := proj1 (Forall_forall _ s) apart e member); cbn beta in from_w.
        assert (from_v := proj1 (Forall_forall _ s) apart_v e member); cbn beta in from_v.
        rewrite inner_scale, inner_add; lra. }
      assert (long := shortest _ middle).
      rewrite inner_scale, inner_scale_r, inner_add, !inner_add_r, (inner_comm _ v' w) in long.
      set (difference := add w (scale (- (1)) v')).
      assert (nothing : ‖difference‖² <= 0) by (unfold difference; rewrite norm2_add_scale; lra).
      exists (/ c); split; [apply Finv_pos, c_pos |]; intro z.
      assert (product := cauchy_schwarz difference z); assert (z_nonneg := inner_nonneg _ z).
      assert (zero_product : ⟨difference, z⟩ == 0).
      { assert (nonneg := inner_nonneg _ difference); assert (zero_d : ‖difference‖² == 0) by lra.
        rewrite zero_d in product; set (p := ⟨difference, z⟩) in *; clearbody p.
        apply Fle_antisym; apply Fnot_lt; intro; nra. }
      unfold difference, v' in zero_product; rewrite inner_add, !inner_scale in zero_product.
      assert (equal : ⟨w, z⟩ == c * ⟨v, z⟩) by lra.
      rewrite equal; fractions.
    - intros (c & c_pos & same); split.
      + apply Forall_impl with (2 := right); intros e here; rewrite same.
        setoid_replace (sign (snd e) * (c * ⟨w, fst e⟩)) with (c * (sign (snd e) * ⟨w, fst e⟩)) by lra; nra.
      + intros u D D' right_u far_v far_u; apply (proj2 largest u D D' right_u); [| exact far_u].
        apply (same_up_to_factor_distance c v w s D c_pos same), far_v.
  Qed.

End Distance.

