(** Distances of real points from a hyperplane, and what the margin has to do with them (Hsu, section Margins;
    Lecture 13 (27-04-2020), 1.1.1). *)

From Coq Require Import Reals List.
From ForcedMistakes Require Import Learner RealSpaces PerceptronLoop HyperplaneDistance.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope R_scope.

Section Distance.

  Context {V : space real_field}.
  Implicit Types (s : list (example V)) (u w x z : V).

  (** ‖x‖, and ‖x − z‖. *)
  Definition real_length x : R := sqrt ‖x‖².
  Definition real_apart x z : R := real_length (add x (scale (- (1)) z)).

  (** [D] is the least distance of the points of S from the hyperplane orthogonal to w: no point of the hyperplane is
      nearer to one of them, and one is as near. *)
  Definition real_least_distance w s (D : R) : Prop :=
    (forall e z, In e s -> ⟨w, z⟩ = 0 -> D <= real_apart (fst e) z) /\
    exists e z, In e s /\ ⟨w, z⟩ = 0 /\ real_apart (fst e) z = D.

  (** The inequality of Cauchy and Schwarz: ⟨w,x⟩ ≤ ‖w‖‖x‖, for real vectors.
      Source: Lecture 13 (27-04-2020), 1.2.1, proof; Chan, CSCI4230 Notes 3, proof of Theorem 1.1.
      Idea: 0 ≤ ‖‖w‖²·x − ⟨w,x⟩·w‖². *)
  Theorem real_inner_at_most_lengths w x : ⟨w, x⟩ <= real_length w * real_length x.
  Proof.
    assert (squares := cauchy_schwarz w x); unfold real_length.
    rewrite <- sqrt_mult by apply inner_nonneg.
    apply Rle_trans with (Rabs ⟨w, x⟩); [apply Rle_abs |].
    rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; exact squares.
  Qed.

  (** For a separator U of real points, the least distance of the points of S from the hyperplane of U is γ(U)/‖U‖,
      where γ(U) > 0 is the least y⟨U,x⟩ on S: so it is 1/‖U‖ if the least y⟨U,x⟩ is 1.
      Source: Lecture 13 (27-04-2020), 1.1.1; Hsu, Margins.
      Idea: ⟨U,x⟩ = ⟨U,x − z⟩ ≤ ‖U‖‖x − z‖ where ⟨U,z⟩ = 0, with equality for z = x − (⟨U,x⟩/‖U‖²)·U. *)
  Theorem real_margin_is_distance (gamma : R) u s :
    0 < gamma -> least_margin_is gamma u s -> real_least_distance u s (gamma / real_length u).
  Proof.
    intros positive least.
    assert (right : right_on s u) by (destruct least as [large _]; revert large; apply Forall_impl; intros e here; lra).
    destruct (margin_is_distance gamma u s right least) as (_ & low & e & member & _ & z & on_it & equal).
    assert (u_pos : 0 < ‖u‖²).
    { apply (separator_is_not_zero s u); [intros -> | exact right]; destruct least as [_ attained]; inversion attained. }
    assert (root : gamma / real_length u = sqrt (gamma * gamma / ‖u‖²)).
    { unfold real_length; rewrite sqrt_div_alt, sqrt_square by lra; reflexivity. }
    rewrite root; split.
    - intros e' z' member' on_it'; apply sqrt_le_1_alt, low; assumption.
    - exists e, z; split; [exact member |]; split; [exact on_it |].
      unfold real_apart, real_length; f_equal; exact equal.
  Qed.

End Distance.
