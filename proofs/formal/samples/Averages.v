(** The average of all y·x, which Lecture 13 (27-04-2020, 1.2) considers as a separator before the Perceptron. *)

From Coq Require Import QArith List.
From ForcedMistakes Require Import Learner RationalPerceptron LegalGame.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

Section Averages.

  Context {V : space rational_field}.
  Implicit Types (s : list (example V)) (u : V).

  (** (1/m)·Σ y·x. *)
  Definition average s : V := scale (/ number (length s)) (signed_sum s).

  (** The average is wrong on an example, or has a tie there. *)
  Definition average_errs_on s (e : example V) : bool := Qle_bool (sign (snd e) * ⟨average s, fst e⟩) 0.
  Definition average_errors s : nat := length (filter (average_errs_on s) s).

  Lemma signed_sum_separates u s : separates u s -> number (length s) <= ⟨u, signed_sum s⟩.
  Proof.
    intro apart; induction apart as [| [x y] s x_apart _ IH]; cbn -[Z.of_nat inject_Z].
    - rewrite inner_zero_r; discriminate.
    - change (S (length s)) with (1 + length s)%nat; rewrite number_add; change (number 1) with 1.
      rewrite inner_add_r, inner_scale_r; apply (Qplus_le_compat _ _ _ _ x_apart IH).
  Qed.

  Lemma signed_sum_wrong (w : V) s :
    Forall (fun e => sign (snd e) * ⟨w, fst e⟩ <= 0) s -> ⟨w, signed_sum s⟩ <= 0.
  Proof.
    intro wrong; induction wrong as [| [x y] s x_wrong _ IH]; simpl; [rewrite inner_zero_r; lra |].
    rewrite inner_add_r, inner_scale_r; simpl in x_wrong; lra.
  Qed.

  (** On a separable sample the average is right on at least one example.
      Source: about Lecture 13 (27-04-2020), 1.2.
      Idea: m‖A‖² = Σ y⟨A,x⟩ would not be positive otherwise, but ⟨u,A⟩ ≥ 1, so ‖A‖² > 0. *)
  Theorem average_is_right_once u s :
    separates u s -> s <> [] -> exists e, In e s /\ 0 < sign (snd e) * ⟨average s, fst e⟩.
  Proof.
    intros apart nonempty.
    destruct (Forall_Exists_dec (fun e => sign (snd e) * ⟨average s, fst e⟩ <= 0)) with (l := s) as [wrong | right].
    - intro e; destruct (Qlt_le_dec 0 (sign (snd e) * ⟨average s, fst e⟩)) as [less | more].
      + right; apply Qlt_not_le, less.
      + left; exact more.
    - exfalso; apply signed_sum_wrong in wrong.
      assert (far := signed_sum_separates u s apart).
      assert (size : 1 <= number (length s)).
      { destruct s; [congruence |]; rewrite <- (Zle_Qle 1); simpl; Lia.lia. }
      unfold average in wrong; rewrite inner_scale in wrong.
      assert (inverse : 0 < / number (length s)) by (apply Qinv_lt_0_compat; lra).
      assert (product := cauchy_schwarz u (signed_sum s)).
      assert (u_nonneg := inner_nonneg V u).
      assert (sum_nonneg := inner_nonneg V (signed_sum s)).
      assert (‖signed_sum s‖² <= 0) by (apply Qnot_lt_le; intro; nra).
      nra.
    - apply Exists_exists in right; destruct right as [e [member right]].
      exists e; split; [exact member | apply Qnot_le_lt, right].
  Qed.

End Averages.

(** On the line the average of a separable sample is right on every example.
    Source: about Lecture 13 (27-04-2020), 1.2.
    Idea: all y·x have the sign of u. *)
Theorem average_on_the_line (u : Qd 1) (s : list (example (Qd 1))) :
  separates u s -> Forall (fun e => 0 < sign (snd e) * ⟨average s, fst e⟩) s.
Proof.
  intro apart; apply Forall_forall; intros [x y] member.
  assert (far := signed_sum_separates u s apart).
  assert (size : 1 <= number (length s)).
  { destruct s; [contradiction |]; rewrite <- (Zle_Qle 1); simpl; Lia.lia. }
  assert (inverse : 0 < / number (length s)) by (apply Qinv_lt_0_compat; lra).
  assert (here := proj1 (Forall_forall _ _) apart (x, y) member); cbn [fst snd] in here |- *.
  unfold average; rewrite inner_scale; rational_terms.
  set (c := / number (length s)) in *; set (sum := signed_sum s : Qd 1) in *.
  cbn [inner vectors dot] in far, here |- *; rational_terms.
  set (a := u 0%nat) in *; set (b := x 0%nat) in *; set (A := sum 0%nat) in *.
  assert (sum_side : 1 <= a * A) by lra.
  assert (point_side : 1 <= sign y * (a * b)) by lra.
  assert (product : 1 <= a * A * (sign y * (a * b))) by nra.
  assert (same_side : 0 < sign y * (A * b)).
  { apply Qnot_le_lt; intro; assert (0 <= a * a) by nra; nra. }
  nra.
Qed.

(** The average of a separable sample need not even be right on half of the examples.
    Source: about Lecture 13 (27-04-2020), 1.2.
    Idea: of (1, 0), (1, 0) and (-3, 1), all labeled +1, it is right on one. *)
Theorem averaging_errs_on_most :
  exists (s : list (example (Qd 2))) (u : Qd 2), separates u s /\ (length s < 2 * average_errors s)%nat.
Proof.
  exists [(coordinates [1; 0], true); (coordinates [1; 0], true); (coordinates [-3 # 1; 1], true)],
    (coordinates [1; 4]).
  split; [repeat constructor; discriminate | vm_compute; repeat constructor].
Qed.
