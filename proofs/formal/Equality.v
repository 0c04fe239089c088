(** Where the Perceptron's bound is reached: orthonormal points (Cesa-Bianchi, Lecture 13, 1.2.1; Chan, Notes 3, "the
    above bound is tight"). *)

From Coq Require Import QArith List Lqa.
From ForcedMistakes Require Import Learner Space Target Perceptron.
Import ListNotations.
Open Scope Q_scope.

Section Equality.

  Context {V : space}.
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

  (** On n orthonormal points, with any labels, M = n = (min ‖U‖² over γ(U) ≥ 1)·(max ‖x‖²), where ties are mistakes:
      w itself is the shortest U.
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

End Equality.
