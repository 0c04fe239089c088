(** Linear separators, their margins, and how they are rescaled (Hsu, COMS 4771, section Margins). *)

From Coq Require Import Arith List.
From ForcedMistakes Require Import Learner InnerSpace CauchySchwarz Perceptron Passes PerceptronLoop.
Import ListNotations.
Local Open Scope field_scope.

Section Margins.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).
  Implicit Types (s : list (example V)) (u : V).

  (** On a finite sample margins that are all above b are all at least some m > b. For b = 0: separating means
      separating with a positive margin. *)
  Lemma least_margin (b : K) s u :
    Forall (fun e => b < sign (snd e) * ⟨u, fst e⟩) s ->
    exists m, b < m /\ Forall (fun e => m <= sign (snd e) * ⟨u, fst e⟩) s.
  Proof.
    intro above; induction above as [| e s here _ [m [m_above rest]]];
      [exists (b + 1); split; [lra | constructor] |].
    exists (Fmin (sign (snd e) * ⟨u, fst e⟩) m); split; [apply Fmin_glb_lt; assumption |].
    constructor; [apply Fmin_l |].
    apply Forall_impl with (2 := rest); intros e' large; eapply Fle_trans; [apply Fmin_r | exact large].
  Qed.

  (** Hsu, Margins: a separator of a finite sample can be rescaled to have margin 1.
      Idea: divide by the least y⟨u,x⟩. *)
  Theorem rescale s u : right_on s u -> exists c, 0 < c /\ separates (scale c u) s.
  Proof.
    intro right; destruct (least_margin 0 s u right) as [m [m_pos large]].
    exists (/ m); split; [apply Finv_pos, m_pos |].
    apply Forall_impl with (2 := large); intros e here; rewrite inner_scale.
    apply Fmult_le_l with m; [exact m_pos |].
    setoid_replace (m * (sign (snd e) * (/ m * ⟨u, fst e⟩))) with (sign (snd e) * ⟨u, fst e⟩) by fractions.
    lra.
  Qed.

  (** The points of a finite sample have a largest length. *)
  Lemma some_length_bounds s : exists R2, 0 <= R2 /\ within R2 s.
  Proof.
    induction s as [| e s [R2 [R2_nonneg short]]]; [exists 0; split; [apply Fle_refl | constructor] |].
    exists (Fmax ‖fst e‖² R2); split; [eapply Fle_trans; [exact R2_nonneg | apply Fmax_r] |].
    constructor; [apply Fmax_l |].
    apply Forall_impl with (2 := short); intros e' le; eapply Fle_trans; [exact le | apply Fmax_r].
  Qed.

  (** Understanding Machine Learning, 9.1.2: on every finite sample that some u separates, the Perceptron returns a
      separator, whichever violated examples it takes.
      Idea: rescale u to margin 1; then see [loop_halts]. *)
  Theorem loop_finds_separator (choose : choice) s u :
    right_on s u -> honest choose s -> exists n, returns_in choose n /\ right_on s (loop choose (pred n)).
  Proof.
    intros right fair; destruct (rescale s u right) as [c [_ apart]].
    destruct (some_length_bounds s) as [R2 [R2_nonneg short]].
    destruct (loop_halts choose R2 (scale c u) s R2_nonneg short apart fair) as [n [returns [_ found]]].
    exists n; split; assumption.
  Qed.

  (** Livni, Theorem 8.1, with whole steps, as in its proof, and with all margins above γ, as printed: there are fewer
      than R²/γ² mistakes, on every sample that has an example. Here γ is scaled to 1, so that R²/γ² is R²‖u‖².
      Idea: the least margin is some m > 1, so u/m has margin 1, and R²‖u/m‖² < R²‖u‖². *)
  Theorem perceptron_bound_strict (t : ties) (R2 : K) u s :
    within R2 s -> s <> [] -> Forall (fun e => 1 < sign (snd e) * ⟨u, fst e⟩) s ->
    number (errors (perceptron V t) s) < R2 * ‖u‖².
  Proof.
    intros short nonempty strict.
    destruct (least_margin 1 s u strict) as [m [m_large large]].
    assert (apart : separates (scale (/ m) u) s).
    { apply Forall_impl with (2 := large); intros e here; rewrite inner_scale.
      apply Fmult_le_l with m; [lra |].
      setoid_replace (m * (sign (snd e) * (/ m * ⟨u, fst e⟩))) with (sign (snd e) * ⟨u, fst e⟩) by fractions.
      lra. }
    destruct s as [| [x y] s]; [congruence |].
    assert (x_short := Forall_inv short); assert (x_strict := Forall_inv strict); simpl in x_short, x_strict.
    assert (x_nonneg := inner_nonneg V x); assert (R2_nonneg : 0 <= R2) by lra.
    assert (bound := perceptron_bound t R2 (scale (/ m) u) _ R2_nonneg short apart).
    rewrite inner_scale, inner_scale_r in bound.
    assert (product := cauchy_schwarz u x); assert (square := sign_squared (K := K) y); assert (u_nonneg := inner_nonneg V u).
    assert (positive : 0 < R2 * ‖u‖²) by nra.
    eapply Fle_lt_trans; [exact bound |].
    assert (smaller : / m < 1) by (apply Fmult_lt_l with m; [lra |]; rewrite Fmult_inv_r; lra).
    assert (inverse : 0 < / m) by (apply Finv_pos; lra).
    assert (squares : / m * / m < 1) by nra.
    nra.
  Qed.

  (** An update makes y⟨w,x⟩ larger by ‖x‖².
      Source: Lecture 13 (27-04-2020), 1.2; Understanding Machine Learning, 9.1.2.
      Idea: ⟨w + y·x, x⟩ = ⟨w,x⟩ + y‖x‖², and y² = 1. *)
  Theorem update_grows u x (y : bool) :
    sign y * ⟨add u (scale (sign y) x), x⟩ == sign y * ⟨u, x⟩ + ‖x‖².
  Proof. rewrite inner_add, inner_scale, Fmult_plus_distr_r, Fmult_assoc, sign_squared; lra. Qed.

  (** Understanding Machine Learning, (9.2): after T mistakes, the cosine of the angle between u and w is at least
      √T/(R‖u‖). In squares and without fractions, ‖u‖² cancels: T‖w‖² ≤ R²⟨u,w⟩², where ⟨u,w⟩ is at least T; so there
      is an angle where T > 0, as neither u nor w is 0.
      Idea: ⟨u,w⟩ ≥ T and ‖w‖² ≤ R²T. *)
  Theorem cosine (t : ties) (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s ->
    let T := number (errors (perceptron V t) s) in
    0 <= ⟨u, weights t s⟩ /\ T * ‖weights t s‖² <= R2 * (⟨u, weights t s⟩ * ⟨u, weights t s⟩) /\
    T <= ⟨u, weights t s⟩ /\ (0 < T -> 0 < ‖u‖² /\ 0 < ‖weights t s‖²).
  Proof.
    intros R2_nonneg short apart T.
    assert (low := hsu_below t u s apart).
    assert (high := claim_1_3 t R2 s short).
    assert (T_nonneg := number_nonneg (K := K) (errors (perceptron V t) s)); fold T in low, high, T_nonneg; clearbody T.
    assert (product := cauchy_schwarz u (weights t s)).
    assert (u_nonneg := inner_nonneg V u); assert (w_nonneg := inner_nonneg V (weights t s)).
    set (p := ⟨u, weights t s⟩) in *; set (W := ‖weights t s‖²) in *; set (U := ‖u‖²) in *; clearbody p W U.
    assert (T * W <= R2 * (T * T)) by nra.
    assert (T * T <= p * p) by nra.
    split; [lra |]; split; [nra |]; split; [exact low |]; intro some.
    assert (0 < U * W) by nra.
    split; apply Fnot_le; intro; nra.
  Qed.

  (** In the loop, after T updates, whichever violated examples were taken, the cosine of the angle between u and w is
      at least √T/(R‖u‖), if ‖x‖ ≤ R and y⟨u,x⟩ ≥ 1 on all of S. In squares and without fractions: T‖w‖² ≤ R²⟨u,w⟩²,
      where ⟨u,w⟩ ≥ T; and where T > 0, neither u nor w is 0.
      Source: Understanding Machine Learning, (9.2).
      Idea: the loop is the Perceptron on the examples that it takes. *)
  Theorem loop_cosine (choose : choice) (R2 : K) u s (T : nat) :
    0 <= R2 -> within R2 s -> separates u s -> honest choose s ->
    (forall j, (j < T)%nat -> choose j (loop choose j) <> None) ->
    let w := loop choose T in
    number T <= ⟨u, w⟩ /\ number T * ‖w‖² <= R2 * (⟨u, w⟩ * ⟨u, w⟩) /\ ((0 < T)%nat -> 0 < ‖u‖² /\ 0 < ‖w‖²).
  Proof.
    intros R2_nonneg short apart fair busy w.
    destruct (loop_is_perceptron choose s T fair busy) as [from_s [same count]]; fold w in same.
    destruct (cosine mistake R2 u (taken choose T)) as (_ & high & low & angle);
      [exact R2_nonneg | apply (incl_Forall from_s), short | apply (incl_Forall from_s), apart |].
    rewrite count, same in *; split; [exact low |]; split; [exact high |].
    intro some; apply angle, number_pos, some.
  Qed.

End Margins.
