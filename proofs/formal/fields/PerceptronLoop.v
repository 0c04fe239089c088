(** The loop of Hsu (COMS 4771, Perceptron) and of Shalev-Shwartz and Ben-David (Understanding Machine Learning, 9.1.2):
    while some example of S has y⟨w,x⟩ ≤ 0, choose one and add y·x to w; where none has, return w. *)

From Coq Require Import Arith List Lia.
From ForcedMistakes Require Import Learner InnerSpace Perceptron Rounding Passes.
Import ListNotations.
Local Open Scope field_scope.

Section Loop.

  Context {K : field} {V : space K}.
  Implicit Types (s : list (example V)) (u w : V).

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
  Theorem loop_updates (choose : choice) (R2 : K) u s m :
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
  Theorem loop_halts (choose : choice) (R2 : K) u s :
    0 <= R2 -> within R2 s -> separates u s -> honest choose s ->
    exists n, returns_in choose n /\ number n <= R2 * ‖u‖² + 1 /\ right_on s (loop choose (pred n)).
  Proof.
    intros R2_nonneg short apart fair.
    assert (bound_nonneg : 0 <= R2 * ‖u‖²) by (assert (u_nonneg := inner_nonneg V u); nra).
    assert (enough := above_floor _ bound_nonneg); set (most := S (floor _)) in *.
    destruct (busy_or_returns choose most) as [busy | [n [_ [m [-> [stop busy]]]]]].
    - assert (few := loop_updates choose R2 u s most R2_nonneg short apart fair busy); lra.
    - exists (S m); split; [exists m; auto | split].
      + assert (few := loop_updates choose R2 u s m R2_nonneg short apart fair busy); rewrite number_S; lra.
      + simpl; assert (last := fair m (loop choose m)); rewrite stop in last; exact last.
  Qed.

  (** Hsu, the remark before his last theorem: if no w separates a finite sample, the loop never returns.
      Idea: it returns only a w that is right on all of S. *)
  Theorem loop_endless (choose : choice) s :
    honest choose s -> (forall w, ~ right_on s w) -> forall n, ~ returns_in choose n.
  Proof.
    intros fair inseparable n [m [_ [stop _]]].
    assert (last := fair m (loop choose m)); rewrite stop in last; exact (inseparable _ last).
  Qed.

  (** Such choices exist: for one, the first violated example. *)
  Definition is_violated w (e : example V) : bool := 
    match Fcompare (sign (snd e) * ⟨w, fst e⟩) 0 with Gt => false | _ => true end.
  Definition first_violated s : choice := fun _ w => find (is_violated w) s.

  Lemma first_violated_honest s : honest (first_violated s) s.
  Proof.
    intros m w; unfold first_violated.
    destruct (find (is_violated w) s) as [e |] eqn:found; unfold is_violated in found.
    - apply find_some in found; destruct found as [member wrong]; split; [exact member |].
      apply Fnot_lt; intro more; apply Fgt_alt in more; rewrite more in wrong; discriminate.
    - apply Forall_forall; intros e member; assert (never := find_none _ _ found e member); cbn beta in never.
      apply Fgt_alt; destruct (Fcompare _ _); [discriminate | discriminate | reflexivity].
  Qed.

  (** The hypotheses as they are printed: the least y⟨u,x⟩ on S is 1, and L² is the largest ‖x‖² on S. *)
  Definition least_margin_is_1 u s : Prop :=
    separates u s /\ Exists (fun e => sign (snd e) * ⟨u, fst e⟩ == 1) s.
  Definition largest_norm2 (L2 : K) s : Prop :=
    within L2 s /\ Exists (fun e => ‖fst e‖² == L2) s.

End Loop.

