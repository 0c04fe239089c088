(** Mistake trees of the margin game: points at the inner nodes, targets at the leaves, and reflections above the root. *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner RationalSpaces MarginGame.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** A target, or a point, the tree below its label -1 and the tree below its label +1. *)
Inductive target_tree (V : Type) : Type :=
| Goal (v : V)
| Point (x : V) (minus plus : target_tree V).

Arguments Goal {V} v.
Arguments Point {V} x minus plus.

Fixpoint map_tree {V W : Type} (f : V -> W) (t : target_tree V) : target_tree W :=
  match t with
  | Goal v => Goal (f v)
  | Point x minus plus => Point (f x) (map_tree f minus) (map_tree f plus)
  end.

Section Trees.

  Context {V : space rational_field}.

  (** The direction v has margin δ on the direction x with label y: y⟨v,x⟩ ≥ δ‖v‖‖x‖. [d2] is δ². *)
  Definition has_margin (d2 : Q) (v : V) (e : example V) : Prop :=
    0 < sign (snd e) * ⟨v, fst e⟩ /\ d2 * (‖v‖² * ‖fst e‖²) <= ⟨v, fst e⟩ * ⟨v, fst e⟩.

  (** A mistake tree of depth [k], below the points [shown] with their labels: the target at each leaf has margin δ on
      [shown] and on the [k] labeled points of its path. All points and targets are directions, and not 0. *)
  Fixpoint margin_tree (d2 : Q) (k : nat) (shown : list (example V)) (t : target_tree V) : Prop :=
    match k, t with
    | O, Goal v => 0 < ‖v‖² /\ Forall (has_margin d2 v) shown
    | S k, Point x minus plus =>
        0 < ‖x‖² /\ margin_tree d2 k ((x, false) :: shown) minus /\ margin_tree d2 k ((x, true) :: shown) plus
    | _, _ => False
    end.

  Lemma margin_tree_shown (d2 : Q) (k : nat) (shown others : list (example V)) (t : target_tree V) :
    (forall v, Forall (has_margin d2 v) shown -> Forall (has_margin d2 v) others) ->
    margin_tree d2 k shown t -> margin_tree d2 k others t.
  Proof.
    revert k shown others; induction t as [v | x minus IHminus plus IHplus]; intros [| k] shown others more;
      cbn [margin_tree]; try tauto; [intros [nonzero all]; auto |].
    assert (below : forall y v, Forall (has_margin d2 v) ((x, y) :: shown) -> Forall (has_margin d2 v) ((x, y) :: others)).
    { intros y v all; inversion_clear all; constructor; auto. }
    intros (nonzero & left & right); split; [exact nonzero | split].
    - exact (IHminus k _ _ (below false) left).
    - exact (IHplus k _ _ (below true) right).
  Qed.

  (** x/‖x‖ *)
  Definition normalized (x : V) : multiple V := {| direction := x; scale2 := / ‖x‖² |}.

  Lemma normalized_unit (x : V) : 0 < ‖x‖² -> unit_multiple (normalized x).
  Proof.
    intro positive; split; [apply Qinv_lt_0_compat, positive |].
    unfold target_norm2; cbn [normalized direction scale2]; field; lra.
  Qed.

  Lemma has_margin_explains (d2 : Q) (v : V) (e : example V) :
    0 < ‖v‖² -> 0 < ‖fst e‖² -> has_margin d2 v e -> sum_explains d2 [normalized v] (normalized (fst e), snd e).
  Proof.
    intros of_v of_x [right margin]; exists [], (normalized v), []; split; [reflexivity | split; [constructor |]].
    split; [exact right |]; unfold margin2; cbn [fst snd normalized direction scale2].
    set (p := ⟨v, fst e⟩) in *; set (n := ‖v‖²) in *; set (m := ‖fst e‖²) in *; clearbody n m p.
    assert (inverse : 0 < / m * / n) by (apply Qmult_lt_0_compat; apply Qinv_lt_0_compat; assumption).
    setoid_replace d2 with (d2 * (n * m) * (/ m * / n)) by (field; split; lra).
    setoid_replace (/ m * (/ n * (p * p))) with (p * p * (/ m * / n)) by ring.
    apply Qmult_le_compat_r; [exact margin | lra].
  Qed.

  (** Down the tree, to the label that was not predicted. *)
  Lemma margin_tree_play (L : learner (multiple V)) (q : state L) (d2 : Q) (k : nat) (t : target_tree V) shown :
    margin_tree d2 k shown t -> exists (s : list (example V)) (v : V),
      errors_from L q (map_points normalized s) = k /\
      Forall (fun e => 0 < ‖fst e‖²) s /\ 0 < ‖v‖² /\ Forall (has_margin d2 v) shown /\ Forall (has_margin d2 v) s.
  Proof.
    revert q k shown; induction t as [v | x minus IHminus plus IHplus]; intros q [| k] shown; cbn [margin_tree];
      try tauto.
    - intros [nonzero all]; exists [], v; repeat split; try assumption; constructor.
    - intros (nonzero & left & right); set (y := contrary (predict L q (normalized x))).
      assert (below : exists (s : list (example V)) (v : V),
        errors_from L (update L q (normalized x) y) (map_points normalized s) = k /\
        Forall (fun e => 0 < ‖fst e‖²) s /\ 0 < ‖v‖² /\ Forall (has_margin d2 v) ((x, y) :: shown) /\
        Forall (has_margin d2 v) s) by (destruct y; eauto).
      destruct below as (s & v & errs & points & of_v & before & after); exists ((x, y) :: s), v.
      split; [| split; [constructor; assumption | split; [exact of_v |]]].
      + cbn [map_points map errors_from fst snd]; fold (map_points normalized s); rewrite errs; unfold y; rewrite contrary_mistaken; reflexivity.
      + inversion_clear before; split; [assumption | constructor; assumption].
  Qed.

  (** A mistake tree of depth k at margin δ forces k mistakes: every deterministic learner errs k times on points of
      norm 1, on which a target of norm 1 has margin δ.
      Source: docs/margin-proofs.md, "Lower bounds".
      Idea: show the point of the node, call the prediction wrong, and go on below that label; the leaf has the target. *)
  Theorem margin_tree_forces (d2 : Q) (k : nat) (t : target_tree V) :
    margin_tree d2 k [] t -> multiples_force V 1 d2 k.
  Proof.
    intros is_tree L; destruct (margin_tree_play L (init L) d2 k t [] is_tree) as (s & v & errs & points & of_v & _ & all).
    exists (map_points normalized s); split; [| split; [| unfold errors; rewrite errs; lia]].
    - apply Forall_map; revert points; apply Forall_impl; intros e nonzero; apply normalized_unit, nonzero.
    - exists [normalized v]; destruct (normalized_unit v of_v) as [positive norm]; split; [| split; [| split]].
      + repeat constructor; exact positive.
      + repeat constructor.
      + cbn [sum_norm2]; rewrite norm; lra.
      + apply Forall_map; rewrite Forall_forall in points, all |- *; intros e here.
        apply has_margin_explains; auto.
  Qed.

End Trees.

(** * Reflection *)

(** Coordinate [i] of x negated. *)
Definition flip (i : nat) (x : nat -> Q) : nat -> Q := fun j => if Nat.eqb j i then - x j else x j.

(** e_i for each of these coordinates before the root: the tree is below all labels +1, and below label -1 of e_i stands
    what is below +1 with coordinate i negated. *)
Fixpoint reflected {d : nat} (axes : list nat) (t : target_tree (Qd d)) : target_tree (Qd d) :=
  match axes with
  | [] => t
  | i :: rest => Point (e i : Qd d) (map_tree (flip i : Qd d -> Qd d) (reflected rest t)) (reflected rest t)
  end.

Section Reflection.

  Context {d : nat}.

  Lemma dot_ext (x y z : nat -> Q) : (forall j, y j == z j) -> dot d x y == dot d x z.
  Proof. intro same; induction d as [| n IH]; cbn [dot]; [reflexivity | rewrite IH, same; reflexivity]. Qed.

  Lemma dot_flip (i : nat) (x y : nat -> Q) : dot d (flip i x) (flip i y) == dot d x y.
  Proof.
    induction d as [| n IH]; cbn [dot]; [reflexivity |]; rewrite IH; unfold flip; destruct (Nat.eqb n i); ring.
  Qed.

  Lemma flipped_tree (i : nat) (d2 : Q) (k : nat) (shown : list (example (Qd d))) (t : target_tree (Qd d)) :
    margin_tree d2 k shown t ->
    margin_tree d2 k (map (fun e => (flip i (fst e) : Qd d, snd e)) shown) (map_tree (flip i : Qd d -> Qd d) t).
  Proof.
    revert k shown; induction t as [v | x minus IHminus plus IHplus]; intros [| k] shown; cbn [margin_tree map_tree];
      try tauto.
    - intros [nonzero all]; split; [cbn [inner Qd]; rewrite dot_flip; exact nonzero |].
      apply Forall_map; revert all; apply Forall_impl; intros [x y]; unfold has_margin; cbn [fst snd inner Qd].
      rewrite !dot_flip; trivial.
    - intros (nonzero & left & right); split; [cbn [inner Qd]; rewrite dot_flip; exact nonzero |].
      split; [exact (IHminus k _ left) | exact (IHplus k _ right)].
  Qed.

  Lemma has_margin_flipped (d2 : Q) (v x z : Qd d) (y : bool) :
    ‖x‖² == ‖z‖² -> ⟨v, x⟩ == - ⟨v, z⟩ -> has_margin d2 v (x, y) -> has_margin d2 v (z, negb y).
  Proof.
    unfold has_margin; cbn [fst snd]; intros norms products [right margin]; rewrite norms in margin; rewrite products in *.
    split; [destruct y; cbn [negb sign] in *; lra |].
    setoid_replace (⟨v, z⟩ * ⟨v, z⟩) with (- ⟨v, z⟩ * - ⟨v, z⟩) by ring; exact margin.
  Qed.

  (** If all targets have margin δ on r axes with label +1, the tree with these reflections is a mistake tree too, and r
      deeper.
      Source: docs/margin-proofs.md, "Reflection".
      Idea: a negated coordinate keeps norms and products, and of the axes it moves only one. *)
  Theorem reflected_is_margin_tree (axes : list nat) (d2 : Q) (k : nat) (shown : list (example (Qd d))) (t : target_tree (Qd d)) :
    NoDup axes -> Forall (fun i => i < d)%nat axes -> Forall (fun e => Forall (fun i => fst e i == 0) axes) shown ->
    margin_tree d2 k (map (fun i => (e i : Qd d, true)) axes ++ shown) t ->
    margin_tree d2 (length axes + k) shown (reflected axes t).
  Proof.
    intros distinct; revert shown; induction distinct as [| i axes new _ IH]; intros shown small zeros is_tree;
      [exact is_tree |].
    inversion_clear small as [| ? ? small_i small_axes]; cbn [map app length Nat.add reflected margin_tree] in *.
    assert (below : margin_tree d2 (length axes + k) ((e i : Qd d, true) :: shown) (reflected axes t)).
    { apply IH; [exact small_axes | |].
      - constructor; [| revert zeros; apply Forall_impl; intros x all; inversion all; assumption].
        apply Forall_forall; intros j there; cbn [fst]; unfold e.
        destruct (Nat.eqb_spec i j) as [-> |]; [contradiction | reflexivity].
      - revert is_tree; apply margin_tree_shown; intros v all; inversion_clear all as [| ? ? first rest].
        rewrite Forall_app in rest |- *; split; [tauto | constructor; tauto]. }
    split; [| split; [| exact below]].
    - cbn [inner Qd]; rewrite dot_e; unfold e; rewrite Nat.eqb_refl, (proj2 (Nat.ltb_lt i d) small_i); reflexivity.
    - apply (flipped_tree i) in below; revert below; apply margin_tree_shown; intros v all.
      cbn [map fst snd] in all; inversion_clear all as [| ? ? first rest]; constructor.
      + change false with (negb true); apply (has_margin_flipped d2 v (flip i (e i) : Qd d) (e i : Qd d)) in first;
          [exact first | cbn [inner Qd]; apply dot_flip |].
        cbn [inner Qd]; transitivity (dot d v (fun j => - (1) * e i j)).
        * apply dot_ext; intro j; unfold flip, e; destruct (Nat.eqb_spec j i) as [-> | other];
            [rewrite Nat.eqb_refl; ring |].
          destruct (Nat.eqb_spec i j) as [-> |]; [contradiction | ring].
        * assert (scaled := inner_scale_r (V := Qd d) (- (1)) v (e i)); cbn [inner Qd scale] in scaled.
          rewrite scaled; ring.
      + rewrite Forall_map in rest; rewrite Forall_forall in rest, zeros |- *; intros [x y] here.
        specialize (rest _ here); assert (zero := Forall_inv (zeros _ here)); cbn [fst snd] in *.
        assert (same : forall z, dot d z (flip i x) == dot d z x).
        { intro z; apply dot_ext; intro j; unfold flip; destruct (Nat.eqb_spec j i) as [-> |]; [| reflexivity].
          rewrite zero; ring. }
        unfold has_margin in *; cbn [fst snd inner Qd] in *; rewrite dot_flip, same in rest; exact rest.
  Qed.

End Reflection.
