(** Linear separators, their margins, and how they are rescaled (Hsu, COMS 4771, section Margins). *)

From Coq Require Import QArith Qminmax List Lqa.
From ForcedMistakes Require Import Learner Space CauchySchwarz Perceptron Passes Loop.
Import ListNotations.
Open Scope Q_scope.

Section Margins.

  Context {V : space}.
  Implicit Types (s : list (example V)) (u : V).

  (** On a finite sample margins that are all above b are all at least some m > b. For b = 0: separating means
      separating with a positive margin. *)
  Lemma least_margin (b : Q) s u :
    Forall (fun e => b < sign (snd e) * ⟨u, fst e⟩) s ->
    exists m, b < m /\ Forall (fun e => m <= sign (snd e) * ⟨u, fst e⟩) s.
  Proof.
    intro above; induction above as [| e s here _ [m [m_above rest]]];
      [exists (b + 1); split; [lra | constructor] |].
    exists (Qmin (sign (snd e) * ⟨u, fst e⟩) m); split; [apply Q.min_glb_lt; assumption |].
    constructor; [apply Q.le_min_l |].
    apply Forall_impl with (2 := rest); intros e' large; eapply Qle_trans; [apply Q.le_min_r | exact large].
  Qed.

  (** Hsu, Margins: a separator of a finite sample can be rescaled to have margin 1.
      Idea: divide by the least y⟨u,x⟩. *)
  Lemma rescale s u : right_on s u -> exists c, 0 < c /\ separates (scale c u) s.
  Proof.
    intro right; destruct (least_margin 0 s u right) as [m [m_pos large]].
    exists (/ m); split; [apply Qinv_lt_0_compat, m_pos |].
    apply Forall_impl with (2 := large); intros e here; rewrite inner_scale.
    apply Qmult_le_l with m; [exact m_pos |].
    setoid_replace (m * (sign (snd e) * (/ m * ⟨u, fst e⟩))) with (sign (snd e) * ⟨u, fst e⟩) by (field; lra).
    lra.
  Qed.

  (** The points of a finite sample have a largest length. *)
  Lemma some_length_bounds s : exists R2, 0 <= R2 /\ within R2 s.
  Proof.
    induction s as [| e s [R2 [R2_nonneg short]]]; [exists 0; split; [discriminate | constructor] |].
    exists (Qmax ‖fst e‖² R2); split; [eapply Qle_trans; [exact R2_nonneg | apply Q.le_max_r] |].
    constructor; [apply Q.le_max_l |].
    apply Forall_impl with (2 := short); intros e' le; eapply Qle_trans; [exact le | apply Q.le_max_r].
  Qed.

  (** Understanding Machine Learning, 9.1.2: on every finite sample that some u separates, the Perceptron returns a
      separator, whichever violated examples it takes.
      Idea: rescale u to margin 1; then see [loop_halts]. *)
  Lemma loop_finds_separator (choose : choice) s u :
    right_on s u -> honest choose s -> exists n, returns_in choose n /\ right_on s (loop choose (pred n)).
  Proof.
    intros right fair; destruct (rescale s u right) as [c [_ apart]].
    destruct (some_length_bounds s) as [R2 [R2_nonneg short]].
    destruct (loop_halts choose R2 (scale c u) s R2_nonneg short apart fair) as [n [returns [_ found]]].
    exists n; split; assumption.
  Qed.

End Margins.
