(** The loop of Hsu (COMS 4771, Perceptron) and of Shalev-Shwartz and Ben-David (Understanding Machine Learning, 9.1.2):
    while some example of S has y⟨w,x⟩ ≤ 0, choose one and add y·x to w; where none has, return w. *)

From Coq Require Import QArith List Lia Lqa.
From ForcedMistakes Require Import Learner Space Perceptron Rounding Passes.
Import ListNotations.
Open Scope Q_scope.

Section Loop.

  Context {V : space}.
  Implicit Types (s r : list (example V)) (u w : V).

  Definition violated w (e : example V) : Prop := sign (snd e) * ⟨w, fst e⟩ <= 0.
  Definition right_on s w : Prop := Forall (fun e => 0 < sign (snd e) * ⟨w, fst e⟩) s.

  (** Which violated example is taken: [choose m w] after [m] updates, or [None] where there is nothing to choose. *)
  Definition choice : Type := nat -> V -> option (example V).

  Definition honest (choose : choice) s : Prop :=
    forall m w,
      match choose m w with
      | Some e => In e s /\ violated w e
      | None => right_on s w
      end.

  (** w after [m] iterations. One in which there is nothing to choose leaves it as it is. *)
  Fixpoint loop (choose : choice) (m : nat) : V :=
    match m with
    | O => zero
    | S m =>
        let w := loop choose m in
        match choose m w with
        | Some (x, y) => add w (scale (sign y) x)
        | None => w
        end
    end.

  (** The loop returns in iteration [n], the first in which there is nothing to choose; the [n - 1] before it update. *)
  Definition returns_in (choose : choice) (n : nat) : Prop :=
    exists m, n = S m /\ choose m (loop choose m) = None /\
      forall j, (j < m)%nat -> choose j (loop choose j) <> None.

  (** The examples that the first [m] iterations take. *)
  Fixpoint taken (choose : choice) (m : nat) : list (example V) :=
    match m with
    | O => []
    | S m =>
        taken choose m ++
        match choose m (loop choose m) with
        | Some e => [e]
        | None => []
        end
    end.

  (** The loop is the Perceptron on the examples that it takes, and each of them is a mistake. *)
  Lemma loop_is_perceptron (choose : choice) s m :
    honest choose s ->
    (forall j, (j < m)%nat -> choose j (loop choose j) <> None) ->
    incl (taken choose m) s /\
    weights mistake (taken choose m) = loop choose m /\
    errors (perceptron V mistake) (taken choose m) = m.
  Proof.
    intros fair busy; induction m as [| m IH]; [repeat split; intros e [] |].
    destruct IH as [from_s [same count]]; [intros j less; apply busy; lia |].
    assert (here := fair m (loop choose m)); assert (some := busy m (Nat.lt_succ_diag_r m)); simpl.
    destruct (choose m (loop choose m)) as [[x y] |] eqn:chosen; [| congruence].
    destruct here as [member wrong].
    assert (mistaken (answer mistake ⟨loop choose m, x⟩) y = true) as err by (apply mistaken_iff; exact wrong).
    unfold weights, errors in same, count |- *; repeat split.
    - apply incl_app; [exact from_s | intros e [<- | []]; exact member].
    - rewrite state_after_app, same; simpl; rewrite err; reflexivity.
    - rewrite errors_from_app, count; simpl in same |- *; rewrite same, err; lia.
  Qed.

  (** Hsu, first theorem, for the iterations that update w: they are at most R²‖u‖², whichever examples are taken. *)
  Lemma loop_updates (choose : choice) (R2 : Q) u s m :
    0 <= R2 -> within R2 s -> separates u s -> honest choose s ->
    (forall j, (j < m)%nat -> choose j (loop choose j) <> None) ->
    number m <= R2 * ‖u‖².
  Proof.
    intros R2_nonneg short apart fair busy.
    destruct (loop_is_perceptron choose s m fair busy) as [from_s [_ count]].
    rewrite <- count; apply perceptron_bound; [exact R2_nonneg | |];
      apply (incl_Forall from_s); assumption.
  Qed.

  Lemma busy_or_returns (choose : choice) m :
    (forall j, (j < m)%nat -> choose j (loop choose j) <> None) \/
    (exists n, (n <= m)%nat /\ returns_in choose n).
  Proof.
    induction m as [| m [busy | [n [less returns]]]]; [left; lia | | right; exists n; split; [lia | exact returns]].
    destruct (choose m (loop choose m)) eqn:chosen.
    - left; intros j less; destruct (Nat.eq_dec j m) as [-> |]; [congruence | apply busy; lia].
    - right; exists (S m); split; [lia | exists m; auto].
  Qed.

  (** Hsu, first theorem, and Understanding Machine Learning, Theorem 9.1, as they are true: where ‖x‖ ≤ L and y⟨u,x⟩ ≥
      1 on all of S, the loop returns, in iteration ‖u‖²L² + 1 at the latest, and what it returns is right on all of S.
      Idea: each iteration before the last is a mistake of the Perceptron on the examples taken, and these are at
      most ‖u‖²L². *)
  Lemma loop_halts (choose : choice) (R2 : Q) u s :
    0 <= R2 -> within R2 s -> separates u s -> honest choose s ->
    exists n, returns_in choose n /\ number n <= R2 * ‖u‖² + 1 /\ right_on s (loop choose (pred n)).
  Proof.
    intros R2_nonneg short apart fair.
    assert (bound_nonneg : 0 <= R2 * ‖u‖²) by (assert (u_nonneg := inner_nonneg V u); nra).
    assert (enough := above_floor _ bound_nonneg); set (most := S (floor _)) in *.
    destruct (busy_or_returns choose most) as [busy | [n [_ [m [-> [stop busy]]]]]].
    - assert (few := loop_updates choose R2 u s most R2_nonneg short apart fair busy); lra.
    - exists (S m); split; [exists m; auto | split].
      + assert (few := loop_updates choose R2 u s m R2_nonneg short apart fair busy).
        rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus; change (inject_Z 1) with 1; lra.
      + simpl; assert (last := fair m (loop choose m)); rewrite stop in last; exact last.
  Qed.

  (** Hsu, the remark before his last theorem: if no w separates a finite sample, the loop never returns.
      Idea: it returns only a w that is right on all of S. *)
  Lemma loop_endless (choose : choice) s :
    honest choose s -> (forall w, ~ right_on s w) -> forall n, ~ returns_in choose n.
  Proof.
    intros fair inseparable n [m [_ [stop _]]].
    assert (last := fair m (loop choose m)); rewrite stop in last; exact (inseparable _ last).
  Qed.

  (** Such choices exist: for one, the first violated example. *)
  Definition is_violated w (e : example V) : bool := Qle_bool (sign (snd e) * ⟨w, fst e⟩) 0.
  Definition first_violated s : choice := fun _ w => find (is_violated w) s.

  (** The hypotheses as they are printed: the least y⟨u,x⟩ on S is 1, and L² is the largest ‖x‖² on S. *)
  Definition least_margin_is_1 u s : Prop :=
    separates u s /\ Exists (fun e => sign (snd e) * ⟨u, fst e⟩ == 1) s.
  Definition largest_norm2 (L2 : Q) s : Prop :=
    within L2 s /\ Exists (fun e => ‖fst e‖² == L2) s.

  (** When the loop returns, all y⟨w,x⟩ are positive.
      Source: Understanding Machine Learning, Theorem 9.1. *)
  Lemma returned_is_right (choose : choice) s (n : nat) :
    honest choose s -> returns_in choose n -> right_on s (loop choose (pred n)).
  Proof.
    intros fair [m [-> [stop _]]]; simpl; assert (last := fair m (loop choose m)); rewrite stop in last; exact last.
  Qed.

  (** However often and in whichever order the examples of S are read, there are at most R²‖u‖² updates, whatever
      happens at ties.
      Source: Understanding Machine Learning, Theorem 9.1, with sign(0) = +1. *)
  Lemma updates_in_any_order (t : ties) (R2 : Q) u s r :
    0 <= R2 -> within R2 s -> separates u s -> incl r s -> number (errors (perceptron V t) r) <= R2 * ‖u‖².
  Proof. intros R2_nonneg short apart members; apply perceptron_bound; try apply (incl_Forall members); assumption. Qed.

  (** Σ ‖x‖² over a list of examples. *)
  Fixpoint squares r : Q :=
    match r with
    | [] => 0
    | e :: r => ‖fst e‖² + squares r
    end.

End Loop.

(** If the last iteration, which finds nothing to correct, is counted, the loop can take one more than ‖u‖²L²: there is a
    sample on which ‖u‖²L² = 1 for the shortest u with least margin 1, and every loop returns in iteration 2.
    Source: readings of Hsu, first theorem, and of Understanding Machine Learning, Theorem 9.1.
    Idea: the only point is 1, labeled +1. *)
Theorem last_iteration_exceeds_bound :
  exists (s : list (example (Qd 1))) (u : Qd 1) (L2 : Q),
    least_margin_is_1 u s /\ (forall v, separates v s -> ‖u‖² <= ‖v‖²) /\ largest_norm2 L2 s /\ L2 * ‖u‖² == 1 /\
    forall choose, honest choose s -> returns_in choose 2.
Proof.
  exists [(e 0, true)], (e 0), 1.
  split; [repeat constructor; discriminate |]; split; [| split; [repeat constructor; discriminate |]].
  { intros v apart; apply Forall_inv in apart; unfold e in *; simpl in *; nra. }
  split; [reflexivity |]; intros choose fair; exists 1%nat; split; [reflexivity |].
  assert (first : choose 0%nat (loop choose 0) = Some (e 0, true)).
  { assert (here := fair 0%nat (loop choose 0)).
    destruct (choose 0%nat (loop choose 0)) as [example_0 |]; [destruct here as [[<- | []] _]; reflexivity |].
    apply Forall_inv in here; discriminate here. }
  split.
  - assert (here := fair 1%nat (loop choose 1)).
    destruct (choose 1%nat (loop choose 1)) as [example_1 |]; [exfalso | reflexivity].
    destruct here as [[<- | []] wrong]; unfold violated in wrong; cbn [loop] in wrong, first.
    rewrite first in wrong; apply wrong; reflexivity.
  - intros [| j] less; [rewrite first; discriminate | lia].
Qed.
