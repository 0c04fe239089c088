(** The program of Hsu (Margins), least ‖w‖² subject to y⟨w,x⟩ ≥ 1 on S, has a solution: the minimum is attained, which
    also Lecture 13 (27-04-2020, 1.2.1) and Understanding Machine Learning (Theorem 9.1) take for granted. *)

From Coq Require Import QArith List Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron Loop Margins Normalizations Distance.
Import ListNotations.
Open Scope Q_scope.

Section Program.

  Context {V : space}.
  Implicit Types (s : list (example V)) (a c p q r u v w x z : V) (E F : list (V * Q)).

  Definition minus_vector x z : V := add x (scale (- (1)) z).

  (** ⟨c,x⟩ = d for every (c, d) of E, and ⟨a,x⟩ ≥ b for every (a, b) of F. *)
  Definition solves_equations E x : Prop := Forall (fun e => ⟨fst e, x⟩ == snd e) E.
  Definition solves_inequalities F x : Prop := Forall (fun e => snd e <= ⟨fst e, x⟩) F.

  Lemma no_product_with_zero p z : ‖p‖² == 0 -> ⟨p, z⟩ == 0.
  Proof.
    intro zero_p; assert (product := cauchy_schwarz p z); rewrite zero_p in product.
    set (k := ⟨p, z⟩) in *; clearbody k; apply Qle_antisym; apply Qnot_lt_le; intro; nra.
  Qed.

  (** The orthogonal projection r of z to the solutions of finitely many equations: ⟨r - z, x - r⟩ = 0 for each x of
      them. *)
  Lemma projection E :
    (exists x, solves_equations E x) ->
    forall z, exists r, solves_equations E r /\
      forall x, solves_equations E x -> ⟨minus_vector r z, minus_vector x r⟩ == 0.
  Proof.
    induction E as [| [c d] E IH]; intros [x0 solves0] z.
    - exists z; split; [constructor |]; intros x _; unfold minus_vector; rewrite inner_add, inner_scale; ring.
    - assert (at_x0 := Forall_inv solves0); assert (E_x0 := Forall_inv_tail solves0); cbn [fst snd] in at_x0.
      destruct (IH (ex_intro _ x0 E_x0) z) as (p & E_p & orthogonal_p).
      destruct (IH (ex_intro _ x0 E_x0) (add p c)) as (r & E_r & orthogonal_r).
      assert (same : forall x, solves_equations E x -> ⟨minus_vector r p, minus_vector x p⟩ == ⟨c, x⟩ - ⟨c, p⟩).
      { intros x E_x; assert (at_x := orthogonal_r x E_x); assert (at_p := orthogonal_r p E_p).
        unfold minus_vector in *; rewrite !inner_add, !inner_scale, ?inner_add, !inner_add_r, !inner_scale_r in *.
        lra. }
      assert (length := same r E_r).
      destruct (Qeq_dec ‖minus_vector r p‖² 0) as [nothing | something].
      + exists p; split; [constructor; [cbn [fst snd] | exact E_p] |].
        * assert (here := same x0 E_x0); rewrite no_product_with_zero in here by exact nothing; lra.
        * intros x solves_x; apply orthogonal_p, (Forall_inv_tail solves_x).
      + set (n := ‖minus_vector r p‖²) in *; set (t := (d - ⟨c, p⟩) / n).
        assert (t_times : t * n == d - ⟨c, p⟩) by (unfold t; field; exact something).
        exists (add p (scale t (minus_vector r p))); split; [constructor; cbn [fst snd] |].
        * rewrite inner_add_r, inner_scale_r; unfold minus_vector at 1; rewrite inner_add_r, inner_scale_r.
          setoid_replace (⟨c, r⟩ + - (1) * ⟨c, p⟩) with n by lra; lra.
        * apply Forall_forall; intros e member.
          assert (e_p := proj1 (Forall_forall _ E) E_p e member); cbn beta in e_p.
          assert (e_r := proj1 (Forall_forall _ E) E_r e member); cbn beta in e_r.
          unfold minus_vector; rewrite !inner_add_r, !inner_scale_r, inner_add_r, inner_scale_r, e_p, e_r; ring.
        * intros x solves_x; assert (at_x := Forall_inv solves_x); assert (E_x := Forall_inv_tail solves_x).
          cbn [fst snd] in at_x.
          assert (expand :
            ⟨minus_vector (add p (scale t (minus_vector r p))) z, minus_vector x (add p (scale t (minus_vector r p)))⟩
            == ⟨minus_vector p z, minus_vector x p⟩ - t * ⟨minus_vector p z, minus_vector r p⟩
               + t * ⟨minus_vector r p, minus_vector x p⟩ - t * (t * n)).
          { unfold n, minus_vector; repeat rewrite ?inner_add, ?inner_add_r, ?inner_scale, ?inner_scale_r; ring. }
          rewrite expand, (orthogonal_p x E_x), (orthogonal_p r E_r), (same x E_x), t_times, at_x; ring.
  Qed.

  (** The point where a segment from p, with ⟨a,p⟩ < b, to x, with ⟨a,x⟩ ≥ b, has ⟨a,·⟩ = b. It solves what both
      solve, and is not longer than the longer of both. *)
  Lemma segment E F a (b : Q) p x :
    solves_equations E p -> solves_inequalities F p -> ⟨a, p⟩ < b ->
    solves_equations E x -> solves_inequalities F x -> b <= ⟨a, x⟩ -> ‖p‖² <= ‖x‖² ->
    exists z, solves_equations E z /\ solves_inequalities F z /\ ⟨a, z⟩ == b /\ ‖z‖² <= ‖x‖².
  Proof.
    intros E_p F_p below E_x F_x above shorter.
    set (t := (b - ⟨a, p⟩) / (⟨a, x⟩ - ⟨a, p⟩)).
    assert (t_times : t * (⟨a, x⟩ - ⟨a, p⟩) == b - ⟨a, p⟩) by (unfold t; field; lra).
    assert (t_nonneg : 0 <= t) by (apply Qnot_lt_le; intro; nra).
    assert (t_small : t <= 1) by (apply Qnot_lt_le; intro; nra).
    assert (product : forall c, ⟨c, add (scale (1 - t) p) (scale t x)⟩ == (1 - t) * ⟨c, p⟩ + t * ⟨c, x⟩)
      by (intro c; rewrite inner_add_r, !inner_scale_r; reflexivity).
    clearbody t; exists (add (scale (1 - t) p) (scale t x)); split; [| split; [| split]].
    - apply Forall_forall; intros e member; rewrite product.
      assert (e_p := proj1 (Forall_forall _ E) E_p e member); cbn beta in e_p.
      assert (e_x := proj1 (Forall_forall _ E) E_x e member); cbn beta in e_x.
      rewrite e_p, e_x; ring.
    - apply Forall_forall; intros e member; rewrite product.
      assert (e_p := proj1 (Forall_forall _ F) F_p e member); cbn beta in e_p.
      assert (e_x := proj1 (Forall_forall _ F) F_x e member); cbn beta in e_x.
      nra.
    - rewrite product; lra.
    - assert (square := inner_nonneg V (minus_vector x p)); unfold minus_vector in square.
      rewrite norm2_add_scale in square.
      rewrite product, !inner_add, !inner_scale, (inner_comm _ p x).
      set (P := ‖p‖²) in *; set (X := ‖x‖²) in *; set (m := ⟨x, p⟩) in *; clearbody P X m.
      assert (twice : 0 <= t * (1 - t) * (X + P - 2 * m)) by (apply Qmult_le_0_compat; nra).
      assert (0 <= (1 - t) * (X - P)) by nra; lra.
  Qed.

  (** Among the solutions of finitely many equations and inequalities one is the shortest, if there are any.
      Source: about Hsu, Margins, the program.
      Idea: leave one inequality out; where the shortest solution violates it, the shortest of all is one with equality
      in it. *)
  Theorem shortest_solution_exists F : forall E,
    (exists x, solves_equations E x /\ solves_inequalities F x) ->
    exists w, solves_equations E w /\ solves_inequalities F w /\
      forall x, solves_equations E x -> solves_inequalities F x -> ‖w‖² <= ‖x‖².
  Proof.
    induction F as [| [a b] F IH]; intros E [x0 [E_x0 F_x0]].
    - destruct (projection E (ex_intro _ x0 E_x0) zero) as (r & E_r & orthogonal).
      exists r; split; [exact E_r |]; split; [constructor |]; intros x E_x _.
      assert (at_x := orthogonal x E_x); assert (square := inner_nonneg V (minus_vector x r)).
      unfold minus_vector in *; rewrite norm2_add_scale in square.
      rewrite !inner_add, !inner_scale, inner_zero, inner_add_r, inner_scale_r, (inner_comm _ r x) in at_x; lra.
    - assert (at_x0 := Forall_inv F_x0); cbn [fst snd] in at_x0; apply Forall_inv_tail in F_x0.
      destruct (IH E) as (p & E_p & F_p & shortest_p); [exists x0; split; assumption |].
      destruct (Qlt_le_dec ⟨a, p⟩ b) as [below | above].
      + assert (between : forall x, solves_equations E x -> solves_inequalities F x -> b <= ⟨a, x⟩ ->
          exists z, solves_equations ((a, b) :: E) z /\ solves_inequalities F z /\ ‖z‖² <= ‖x‖²).
        { intros x E_x F_x large.
          destruct (segment E F a b p x E_p F_p below E_x F_x large (shortest_p x E_x F_x))
            as (z & E_z & F_z & at_z & le).
          exists z; split; [constructor; [exact at_z | exact E_z] | split; [exact F_z | exact le]]. }
        destruct (between x0 E_x0 F_x0 at_x0) as (z0 & E_z0 & F_z0 & _).
        destruct (IH ((a, b) :: E)) as (q & E_q & F_q & shortest_q); [exists z0; split; assumption |].
        assert (at_q := Forall_inv E_q); cbn [fst snd] in at_q.
        exists q; split; [apply (Forall_inv_tail E_q) |].
        split; [constructor; [cbn [fst snd]; lra | exact F_q] |].
        intros x E_x F_x; assert (at_x := Forall_inv F_x); cbn [fst snd] in at_x; apply Forall_inv_tail in F_x.
        destruct (between x E_x F_x at_x) as (z & E_z & F_z & le).
        exact (Qle_trans _ _ _ (shortest_q z E_z F_z) le).
      + exists p; split; [exact E_p |]; split; [constructor; [exact above | exact F_p] |].
        intros x E_x F_x; apply shortest_p; [exact E_x | apply (Forall_inv_tail F_x)].
  Qed.

  (** On a finite sample that some u separates the program, least ‖w‖² subject to y⟨w,x⟩ ≥ 1, has a solution, and with
      it min ‖U‖ over the U with least margin 1, and B = min ‖w‖, are attained.
      Source: Hsu, Margins, the program; Lecture 13 (27-04-2020), 1.2.1; Understanding Machine Learning, Theorem 9.1.
      Idea: finitely many linear inequalities have a shortest solution. *)
  Theorem program_has_solution s u :
    right_on s u -> exists w, solves_program w s /\ (s <> [] -> least_margin_is_1 w s).
  Proof.
    intro right; destruct (rescale s u right) as [factor [_ apart]].
    set (F := map (fun e => (scale (sign (snd e)) (fst e), 1)) s).
    assert (same : forall x, solves_inequalities F x <-> separates x s).
    { intro x; unfold solves_inequalities, separates, F; rewrite Forall_map, !Forall_forall.
      split; intros all e member; specialize (all e member); cbn [fst snd] in *;
        rewrite inner_scale, (inner_comm _ (fst e) x) in *; exact all. }
    destruct (shortest_solution_exists F []) as (w & _ & F_w & shortest);
      [exists (scale factor u); split; [constructor | apply same, apart] |].
    assert (solution : solves_program w s).
    { split; [apply same, F_w |]; intros v apart_v; apply shortest; [constructor | apply same, apart_v]. }
    exists w; split; [exact solution |]; intro nonempty; apply program_attains_1; assumption.
  Qed.

  (** On a finite, linearly separable sample that is not empty some separator keeps the largest least distance, and all
      that do are its positive multiples, and those of the solution of the program.
      Source: Hsu, Margins, the program.
      Idea: [program_has_solution] and [program_describes_largest_margin]. *)
  Theorem largest_margin_exists s u :
    s <> [] -> right_on s u ->
    exists w, solves_program w s /\ has_largest_distance w s /\
      forall v, has_largest_distance v s <-> exists factor, 0 < factor /\ forall z, ⟨v, z⟩ == factor * ⟨w, z⟩.
  Proof.
    intros nonempty right; destruct (program_has_solution s u right) as [w [solution _]].
    exists w; split; [exact solution | apply program_describes_largest_margin; assumption].
  Qed.

End Program.
