(** The program of Hsu (Margins), least ‖w‖² subject to y⟨w,x⟩ ≥ 1 on S, has a solution: the minimum is attained, which
    also Lecture 13 (27-04-2020, 1.2.1) and Understanding Machine Learning (Theorem 9.1) take for granted. *)

From Coq Require Import Arith List Lia.
From ForcedMistakes Require Import Learner InnerSpace CauchySchwarz Perceptron PerceptronLoop SampleMargins.
From ForcedMistakes Require Import Normalizations HyperplaneDistance.
Import ListNotations.
Local Open Scope field_scope.

Section Program.

  Context {K : field} {V : space K}.

  Add Field laws : (@field_laws K).
  Implicit Types (s : list (example V)) (a c p q r u v w x z : V) (E F : list (V * K)).

  Definition minus_vector x z : V := add x (scale (- (1)) z).

  Lemma inner_minus x z v : ⟨minus_vector x z, v⟩ == ⟨x, v⟩ - ⟨z, v⟩.
  Proof. unfold minus_vector; rewrite inner_add, inner_scale; ring. Qed.

  Lemma inner_minus_r x z v : ⟨v, minus_vector x z⟩ == ⟨v, x⟩ - ⟨v, z⟩.
  Proof. unfold minus_vector; rewrite inner_add_r, inner_scale_r; ring. Qed.

  (** ⟨c,x⟩ = d for every (c, d) of E, and ⟨a,x⟩ ≥ b for every (a, b) of F. *)
  Definition solves_equations E x : Prop := Forall (fun e => ⟨fst e, x⟩ == snd e) E.
  Definition solves_inequalities F x : Prop := Forall (fun e => snd e <= ⟨fst e, x⟩) F.

  Lemma no_product_with_zero p z : ‖p‖² == 0 -> ⟨p, z⟩ == 0.
  Proof.
    intro zero_p; assert (product := cauchy_schwarz p z); rewrite zero_p in product.
    set (k := ⟨p, z⟩) in *; clearbody k; apply Fle_antisym; apply Fnot_lt; intro; nra.
  Qed.

  (** Each z has an orthogonal projection r to the solutions: ⟨r - z, x - r⟩ = 0 for each x of them. *)
  Definition projects E : Prop :=
    forall z, exists r, solves_equations E r /\
      forall x, solves_equations E x -> ⟨minus_vector r z, minus_vector x r⟩ == 0.

  (** From a solution p of E, the direction q within the solutions along which ⟨c,·⟩ changes most; one more equation,
      ⟨c,x⟩ = d, has a solution in this direction, unless it is 0. *)
  Lemma direction E c (d : K) p :
    projects E -> solves_equations E p ->
    exists q, (forall x, solves_equations E x -> ⟨q, minus_vector x p⟩ == ⟨c, x⟩ - ⟨c, p⟩) /\
      (‖q‖² == 0 \/ exists t, t * ‖q‖² == d - ⟨c, p⟩ /\ solves_equations ((c, d) :: E) (add p (scale t q))).
  Proof.
    intros project E_p; destruct (project (add p c)) as (r & E_r & orthogonal).
    assert (same : forall x, solves_equations E x -> ⟨minus_vector r p, minus_vector x p⟩ == ⟨c, x⟩ - ⟨c, p⟩).
    { intros x E_x; assert (at_x := orthogonal x E_x); assert (at_p := orthogonal p E_p).
      rewrite inner_minus, !inner_minus_r in *; rewrite !inner_add in at_x, at_p; clear - at_x at_p; lra. }
    exists (minus_vector r p); split; [exact same |].
    destruct (Feq_dec ‖minus_vector r p‖² 0) as [nothing | something]; [left; exact nothing | right].
    exists ((d - ⟨c, p⟩) / ‖minus_vector r p‖²); set (t := _ / _).
    assert (t_times : t * ‖minus_vector r p‖² == d - ⟨c, p⟩) by (unfold t; fractions).
    split; [exact t_times |]; constructor; cbn [fst snd].
    - rewrite (same r E_r) in t_times; rewrite inner_add_r, inner_scale_r, inner_minus_r; lra.
    - apply Forall_forall; intros e member.
      assert (e_p := proj1 (Forall_forall _ E) E_p e member); cbn beta in e_p.
      assert (e_r := proj1 (Forall_forall _ E) E_r e member); cbn beta in e_r.
      rewrite inner_add_r, inner_scale_r, inner_minus_r, e_p, e_r; ring.
  Qed.

  (** Finitely many equations with a solution. *)
  Lemma projection E : (exists x, solves_equations E x) -> projects E.
  Proof.
    induction E as [| [c d] E IH]; intros [x0 solves0] z.
    - exists z; split; [constructor |]; intros x _; rewrite inner_minus; ring.
    - assert (at_x0 := Forall_inv solves0); assert (E_x0 := Forall_inv_tail solves0); cbn [fst snd] in at_x0.
      assert (project := IH (ex_intro _ x0 E_x0)); destruct (project z) as (p & E_p & orthogonal).
      destruct (direction E c d p project E_p) as (q & same & [nothing | (t & t_times & solution)]).
      + exists p; split; [constructor; [cbn [fst snd] | exact E_p] |].
        * assert (here := same x0 E_x0); rewrite no_product_with_zero in here by exact nothing; lra.
        * intros x solves_x; apply orthogonal, (Forall_inv_tail solves_x).
      + exists (add p (scale t q)); split; [exact solution |].
        intros x solves_x; assert (at_x := Forall_inv solves_x); assert (E_x := Forall_inv_tail solves_x).
        assert (along := orthogonal _ (Forall_inv_tail solution)); assert (here := orthogonal x E_x).
        assert (there := same x E_x); cbn [fst snd] in at_x; rewrite at_x, <- t_times in there.
        rewrite !inner_minus_r, ?inner_add_r, ?inner_scale_r in *.
        rewrite !inner_minus, !inner_add, !inner_scale in *.
        setoid_replace ⟨q, x⟩ with (⟨q, p⟩ + t * ‖q‖²) by (clear - there; lra); clear - along here; lra.
  Qed.

  (** Finitely many equations have a solution, or not. *)
  Lemma equations_decided E : (exists x, solves_equations E x) \/ ~ exists x, solves_equations E x.
  Proof.
    induction E as [| [c d] E [[p E_p] | none]].
    - left; exists zero; constructor.
    - destruct (direction E c d p (projection E (ex_intro _ p E_p)) E_p) as (q & same & [nothing | (t & _ & solution)]).
      + destruct (Feq_dec ⟨c, p⟩ d) as [equal | differ]; [left; exists p; constructor; assumption | right].
        intros [x solves_x]; apply differ; assert (at_x := Forall_inv solves_x); cbn [fst snd] in at_x.
        assert (here := same x (Forall_inv_tail solves_x)); rewrite no_product_with_zero in here by exact nothing; lra.
      + left; exists (add p (scale t q)); exact solution.
    - right; intros [x solves_x]; apply none; exists x; exact (Forall_inv_tail solves_x).
  Qed.

  (** The point where a segment from p, with ⟨a,p⟩ < b, to x, with ⟨a,x⟩ ≥ b, has ⟨a,·⟩ = b. It solves what both
      solve, and is not longer than the longer of both. *)
  Lemma segment E F a (b : K) p x :
    solves_equations E p -> solves_inequalities F p -> ⟨a, p⟩ < b ->
    solves_equations E x -> solves_inequalities F x -> b <= ⟨a, x⟩ -> ‖p‖² <= ‖x‖² ->
    exists z, solves_equations E z /\ solves_inequalities F z /\ ⟨a, z⟩ == b /\ ‖z‖² <= ‖x‖².
  Proof.
    intros E_p F_p below E_x F_x above shorter.
    set (t := (b - ⟨a, p⟩) / (⟨a, x⟩ - ⟨a, p⟩)).
    assert (t_times : t * (⟨a, x⟩ - ⟨a, p⟩) == b - ⟨a, p⟩) by (unfold t; fractions).
    assert (t_nonneg : 0 <= t) by (apply Fnot_lt; intro; nra).
    assert (t_small : t <= 1) by (apply Fnot_lt; intro; nra).
    assert (product : forall c, ⟨c, add (scale (1 - t) p) (scale t x)⟩ == (1 - t) * ⟨c, p⟩ + t * ⟨c, x⟩)
      by (intro c; rewrite inner_add_r, !inner_scale_r; reflexivity).
    clearbody t; exists (add (scale (1 - t) p) (scale t x)); split; [| split; [| split]].
    - apply Forall_forall; intros e member; rewrite product.
      assert (e_p := proj1 (Forall_forall _ E) E_p e member); cbn beta in e_p.
      assert (e_x := proj1 (Forall_forall _ E) E_x e member); cbn beta in e_x.
      rewrite e_p, e_x; lra.
    - apply Forall_forall; intros e member; rewrite product.
      assert (e_p := proj1 (Forall_forall _ F) F_p e member); cbn beta in e_p.
      assert (e_x := proj1 (Forall_forall _ F) F_x e member); cbn beta in e_x.
      nra.
    - rewrite product; lra.
    - assert (square := inner_nonneg V (minus_vector x p)); unfold minus_vector in square.
      rewrite norm2_add_scale in square.
      rewrite product, !inner_add, !inner_scale, (inner_comm _ p x).
      set (P := ‖p‖²) in *; set (X := ‖x‖²) in *; set (m := ⟨x, p⟩) in *; clearbody P X m.
      assert (twice : 0 <= t * (1 - t) * (X + P - 2 * m)) by (apply Fmult_nonneg; nra).
      assert (0 <= (1 - t) * (X - P)) by nra; lra.
  Qed.

  (** Finitely many equations and inequalities have no solution, or a shortest one.
      Source: about Hsu, Margins, the program.
      Idea: leave one inequality out; where the shortest solution violates it, the shortest of all is one with equality
      in it. *)
  Theorem shortest_solution_or_none F : forall E,
    (exists w, solves_equations E w /\ solves_inequalities F w /\
      forall x, solves_equations E x -> solves_inequalities F x -> ‖w‖² <= ‖x‖²) \/
    ~ exists x, solves_equations E x /\ solves_inequalities F x.
  Proof.
    induction F as [| [a b] F IH]; intro E.
    - destruct (equations_decided E) as [some | none]; [left | right; intros [x [E_x _]]; apply none; exists x; exact E_x].
      destruct (projection E some zero) as (r & E_r & orthogonal).
      exists r; split; [exact E_r |]; split; [constructor |]; intros x E_x _.
      assert (at_x := orthogonal x E_x); assert (square := inner_nonneg V (minus_vector x r)).
      unfold minus_vector in *; rewrite norm2_add_scale in square.
      rewrite !inner_add, !inner_scale, inner_zero, inner_add_r, inner_scale_r, (inner_comm _ r x) in at_x; lra.
    - destruct (IH E) as [(p & E_p & F_p & shortest_p) | none];
        [| right; intros (x & E_x & F_x); apply none; exists x; split; [exact E_x | exact (Forall_inv_tail F_x)]].
      destruct (Flt_le_dec ⟨a, p⟩ b) as [below | above].
      + assert (between : forall x, solves_equations E x -> solves_inequalities ((a, b) :: F) x ->
          exists z, solves_equations ((a, b) :: E) z /\ solves_inequalities F z /\ ‖z‖² <= ‖x‖²).
        { intros x E_x all; assert (F_x := Forall_inv_tail all); assert (large := Forall_inv all); cbn [fst snd] in large.
          destruct (segment E F a b p x E_p F_p below E_x F_x large (shortest_p x E_x F_x))
            as (z & E_z & F_z & at_z & le).
          exists z; split; [constructor; [exact at_z | exact E_z] | split; [exact F_z | exact le]]. }
        destruct (IH ((a, b) :: E)) as [(q & E_q & F_q & shortest_q) | none].
        * left; assert (at_q := Forall_inv E_q); cbn [fst snd] in at_q.
          exists q; split; [apply (Forall_inv_tail E_q) |].
          split; [constructor; [cbn [fst snd]; lra | exact F_q] |].
          intros x E_x F_x; destruct (between x E_x F_x) as (z & E_z & F_z & le).
          exact (Fle_trans _ _ _ (shortest_q z E_z F_z) le).
        * right; intros (x & E_x & F_x); apply none; destruct (between x E_x F_x) as (z & E_z & F_z & _).
          exists z; split; assumption.
      + left; exists p; split; [exact E_p |]; split; [constructor; [exact above | exact F_p] |].
        intros x E_x F_x; apply shortest_p; [exact E_x | apply (Forall_inv_tail F_x)].
  Qed.

  (** y⟨w,x⟩ ≥ 1 on S, as inequalities. *)
  Definition inequalities_of s : list (V * K) := map (fun e => (scale (sign (snd e)) (fst e), 1 : K)) s.

  Lemma inequalities_separate s x : solves_inequalities (inequalities_of s) x <-> separates x s.
  Proof.
    unfold solves_inequalities, separates, inequalities_of; rewrite Forall_map, !Forall_forall.
    split; intros all e member; specialize (all e member); cbn [fst snd] in *;
      rewrite inner_scale, (inner_comm _ (fst e) x) in *; exact all.
  Qed.

  (** A finite sample is linearly separable, or not. *)
  Lemma separable_or_not s : (exists u, right_on s u) \/ ~ exists u, right_on s u.
  Proof.
    destruct (shortest_solution_or_none (inequalities_of s) []) as [(w & _ & F_w & _) | none]; [left | right].
    - exists w; apply inequalities_separate in F_w; apply Forall_impl with (2 := F_w); intros e here; lra.
    - intros [u right]; destruct (rescale s u right) as [c [_ apart]]; apply none.
      exists (scale c u); split; [constructor | apply inequalities_separate, apart].
  Qed.

  (** Some w errs on at most k examples of S, after r that are not counted, or none does: S is searched for the examples
      on which it is right. *)
  Lemma few_errors_or_not s : forall (r : list (example V)) (k : nat),
    (exists w, right_on r w /\ (wrong_on s w <= k)%nat) \/ ~ exists w, right_on r w /\ (wrong_on s w <= k)%nat.
  Proof.
    induction s as [| e s IH]; intros r k.
    - destruct (separable_or_not r) as [[u right_u] | none]; [left | right].
      + exists u; split; [exact right_u | apply Nat.le_0_l].
      + intros [w [right_w _]]; apply none; exists w; exact right_w.
    - assert (counted : forall w, wrong_on (e :: s) w = ((if is_violated w e then 1 else 0) + wrong_on s w)%nat)
        by (intro w; unfold wrong_on; simpl; destruct (is_violated w e); reflexivity).
      assert (meaning : forall w, is_violated w e = false <-> 0 < sign (snd e) * ⟨w, fst e⟩).
      { intro w; unfold is_violated; rewrite (Fgt_alt (sign (snd e) * ⟨w, fst e⟩) 0).
        destruct (Fcompare _ _); split; congruence. }
      destruct (IH (e :: r) k) as [(w & right & few) | no_right].
      { left; exists w; split; [exact (Forall_inv_tail right) |]; rewrite counted.
        rewrite (proj2 (meaning w) (Forall_inv right)); exact few. }
      destruct k as [| k].
      + right; intros (w & right & few); apply no_right; exists w; rewrite counted in few.
        destruct (is_violated w e) eqn:here; [lia |]; apply meaning in here.
        split; [constructor; assumption | lia].
      + destruct (IH r k) as [(w & right & few) | no_wrong].
        * left; exists w; split; [exact right |]; rewrite counted; destruct (is_violated w e); lia.
        * right; intros (w & right & few); rewrite counted in few; destruct (is_violated w e) eqn:here.
          -- apply no_wrong; exists w; split; [exact right | lia].
          -- apply no_right; exists w; apply meaning in here; split; [constructor; assumption | lia].
  Qed.

  (** On every finite sample S there is a w with the fewest errors: Opt(S) exists, and an ERM attains it.
      Source: Lecture 13 (27-04-2020), 1.1.1.
      Idea: whether some w errs on at most k examples is a question about finitely many systems of inequalities. *)
  Theorem optimum_exists s : exists k, optimum s k.
  Proof.
    assert (search : forall k, (exists w, (wrong_on s w <= k)%nat) -> exists least, optimum s least).
    { intro k; induction k as [k search] using lt_wf_ind; intros [w few].
      destruct (wrong_on s w) as [| m] eqn:count; [exists 0%nat; split; [exists w; exact count | intro; lia] |].
      destruct (few_errors_or_not s [] m) as [(w' & _ & fewer) | none].
      - apply (search m); [lia | exists w'; exact fewer].
      - exists (S m); split; [exists w; exact count |]; intro w'; apply Nat.nlt_ge; intro less.
        apply none; exists w'; split; [constructor | lia]. }
    apply (search (wrong_on s zero)); exists zero; constructor.
  Qed.

  (** The share of the examples of S on which w errs. *)
  Definition training_error s w : K := number (wrong_on s w) / number (length s).

  (** On every finite S that is not empty there is an ERM: a w that errs on Opt(S) examples, so that its training error
      is Opt(S)/m, and no w has a smaller one.
      Source: Lecture 13 (27-04-2020), 1.1.1.
      Idea: [optimum_exists]. *)
  Theorem erm_attains_optimum s :
    s <> [] ->
    exists k w, optimum s k /\ wrong_on s w = k /\ training_error s w == number k / number (length s) /\
      forall w', training_error s w <= training_error s w'.
  Proof.
    intro nonempty; destruct (optimum_exists s) as [k [[w count] least]]; exists k, w.
    split; [split; [exists w; exact count | exact least] |]; split; [exact count |].
    split; [unfold training_error; rewrite count; reflexivity |]; intro w'.
    assert (positive : 0 < (number (length s) : K)) by (apply number_pos; destruct s; [congruence | simpl; lia]).
    unfold training_error; apply Fle_shift_div_l; [exact positive |]; rewrite Fdiv_times by exact positive.
    rewrite count; apply number_le, least.
  Qed.

  (** Opt(S) is the training error of an ERM where S has one example or Opt(S) = 0, and nowhere else.
      Source: Lecture 13 (27-04-2020), 1.1.1.
      Idea: Opt(S)/m = Opt(S). *)
  Theorem optimum_is_training_error_iff s k w :
    s <> [] -> optimum s k -> wrong_on s w = k ->
    training_error s w == number k <-> length s = 1%nat \/ k = 0%nat.
  Proof.
    intros nonempty _ count; unfold training_error; rewrite count; apply optimum_is_error_iff.
    destruct s; [congruence | simpl; lia].
  Qed.

  (** On a finite sample that some u separates the program, least ‖w‖² subject to y⟨w,x⟩ ≥ 1, has a solution, and with
      it min ‖U‖ over the U with least margin 1, and B = min ‖w‖, are attained.
      Source: Hsu, Margins, the program; Lecture 13 (27-04-2020), 1.2.1; Understanding Machine Learning, Theorem 9.1.
      Idea: finitely many linear inequalities have a shortest solution. *)
  Theorem program_has_solution s u :
    right_on s u -> exists w, solves_program w s /\ (s <> [] -> least_margin_is_1 w s).
  Proof.
    intro right; destruct (rescale s u right) as [factor [_ apart]].
    destruct (shortest_solution_or_none (inequalities_of s) []) as [(w & _ & F_w & shortest) | none];
      [| exfalso; apply none; exists (scale factor u); split; [constructor | apply inequalities_separate, apart]].
    assert (solution : solves_program w s).
    { split; [apply inequalities_separate, F_w |]; intros v apart_v; apply shortest;
        [constructor | apply inequalities_separate, apart_v]. }
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
