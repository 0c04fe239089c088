(** Where the Perceptron's bound is reached: orthonormal points (Lecture 13 (27-04-2020), 1.2.1; Chan, CSCI4230
    Notes 3, before Claim 1.4). *)

From Coq Require Import QArith List.
From ForcedMistakes Require Import Learner RationalPerceptron.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Section Equality.

  Context {V : space rational_field}.
  Implicit Types (s : list (example V)) (w z : V).

  (** A vector orthogonal to all points of [s] has the same product with w before and after. *)
  Lemma orthogonal_unchanged t s z : Forall (fun e => ⟨z, fst e⟩ == 0) s -> forall w,
    ⟨z, state_after (perceptron V t) w s⟩ == ⟨z, w⟩.
  Proof.
    intro orthogonal; induction orthogonal as [| [x y] s here _ IH]; intro w; [reflexivity |].
    cbn -[mistaken answer]; rewrite IH; simpl in here.
    destruct (mistaken _ _); [rewrite inner_update, here; ring | reflexivity].
  Qed.

  (** From a w that is orthogonal to all of them on, every round is a tie. *)
  Lemma orthonormal_run s : forall w,
    Forall (fun e => ⟨w, fst e⟩ == 0) s -> orthonormal (map fst s) ->
    errors_from (perceptron V mistake) w s = length s /\
    ‖state_after (perceptron V mistake) w s‖² == ‖w‖² + number (length s) /\
    Forall (fun e => sign (snd e) * ⟨state_after (perceptron V mistake) w s, fst e⟩ == 1) s.
  Proof.
    induction s as [| [x y] s IH]; intros w start [unit orthogonal].
    - split; [reflexivity |]; split; [simpl; change (number 0) with 0; ring | constructor].
    - apply Forall_cons_iff in start; destruct start as [tie start]; simpl in tie.
      apply Forall_cons_iff in unit; destruct unit as [x_unit unit].
      inversion orthogonal as [| ? ? to_x orthogonal' same]; subst.
      assert (wrong : mistaken (answer mistake ⟨w, x⟩) y = true) by (apply mistaken_iff; rewrite tie; lra).
      apply Forall_map in to_x.
      destruct (IH (add w (scale (sign y) x))) as [count [norm2 margins]].
      + apply Forall_forall; intros e member.
        assert (e_tie := proj1 (Forall_forall _ _) start e member); simpl in e_tie.
        assert (e_x := proj1 (Forall_forall _ _) to_x e member); simpl in e_x.
        rewrite inner_add, inner_scale, e_tie, e_x; ring.
      + split; assumption.
      + cbn [errors_from state_after predict update perceptron]; rewrite wrong.
        cbn [length]; change (S (length s)) with (1 + length s)%nat.
        split; [rewrite count; reflexivity |]; split.
        * rewrite norm2, norm2_add_scale, tie, sign_squared, x_unit, number_add; change (number 1) with 1; ring.
        * constructor; [| exact margins]; simpl.
          rewrite inner_comm, (orthogonal_unchanged mistake s x to_x), inner_update, (inner_comm _ x w), tie, x_unit.
          rewrite Qplus_0_l, Qmult_1_r; apply sign_squared.
  Qed.

  (** On n orthonormal points, with any labels, M = n = (min ‖U‖² over γ(U) ≥ 1)·(max ‖x‖²), where ties are mistakes: w
      itself is the shortest U.
      Source: Lecture 13 (27-04-2020), 1.2.1, last display of the proof; Chan, CSCI4230 Notes 3, before Claim 1.4.
      Idea: every round is a tie; and M ≤ ‖U‖² for every U with margin 1, by [perceptron_bound]. *)
  Theorem equality_at_orthonormal_points s :
    orthonormal (map fst s) ->
    let w := weights mistake s in
    errors (perceptron V mistake) s = length s /\ separates w s /\ ‖w‖² == number (length s) /\
    forall u : V, separates u s -> ‖w‖² <= ‖u‖².
  Proof.
    intro independent; cbv zeta.
    destruct (orthonormal_run s zero) as [count [norm2 margins]];
      [apply Forall_forall; intros; apply inner_zero | exact independent |].
    change (errors (perceptron V mistake) s = length s) in count; fold (weights mistake s) in norm2, margins.
    rewrite inner_zero, Qplus_0_l in norm2.
    split; [exact count |]; split; [| split; [exact norm2 |]].
    - apply Forall_impl with (2 := margins); intros e here; rewrite here; lra.
    - intros u apart; rewrite norm2, <- count, <- (Qmult_1_l ‖u‖²).
      apply perceptron_bound; [discriminate | | exact apart].
      destruct independent as [unit _]; apply Forall_map in unit.
      apply Forall_impl with (2 := unit); intros e here; rewrite here; lra.
  Qed.

  (** If there are exactly as many mistakes as the bound allows, R²‖u‖², then w is R²·u (v/δ in the notes), as far as
      inner products tell; so for R > 0 it gives every point the label that u gives it.
      Source: about Chan, CSCI4230 Notes 3, Theorem 1.1.
      Idea: ‖w - R²·u‖² ≤ R²M - 2R²M + R⁴‖u‖² = 0. *)
  Theorem extremal_weights t (R2 : Q) (u : V) s :
    0 <= R2 -> within R2 s -> separates u s -> number (errors (perceptron V t) s) == R2 * ‖u‖² ->
    forall z, ⟨weights t s, z⟩ == R2 * ⟨u, z⟩.
  Proof.
    intros R2_nonneg short apart extremal z.
    assert (low := hsu_below t u s apart).
    assert (high := claim_1_3 t R2 s short).
    assert (product := cauchy_schwarz (add (weights t s) (scale (- R2) u)) z).
    rational_terms; rewrite norm2_add_scale, inner_add, inner_scale, (inner_comm _ (weights t s) u), extremal in *.
    assert (z_nonneg := inner_nonneg V z).
    set (p := ⟨u, weights t s⟩) in *; set (W := ‖weights t s‖²) in *; set (U := ‖u‖²) in *.
    set (d := ⟨weights t s, z⟩ + - R2 * ⟨u, z⟩) in *.
    assert (none : W + 2 * - R2 * p + - R2 * - R2 * U <= 0) by nra.
    assert (d * d <= 0) by nra.
    assert (d == 0) by nra.
    unfold d in *; lra.
  Qed.

End Equality.
