(** Vectors given by the coordinates that are not 0, and their inner products, computed.

    A trace stores points so. Products are computed from a table of coordinates, so that a point with one coordinate
    takes one multiplication, however large the dimension is. *)

From Coq Require Import List NArith QArith FMapPositive Lia.
From ForcedMistakes Require Import RationalSpaces EveryElement.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** Indices, from 0 on, and values. *)
Definition sparse : Type := list (N * Q).

(** Σ aᵢ·eᵢ *)
Fixpoint vector_of (p : sparse) : nat -> Q :=
  match p with
  | [] => fun _ => 0
  | (i, a) :: rest => fun j => a * e (N.to_nat i) j + vector_of rest j
  end.

Definition in_range (d : N) (p : sparse) : Prop := Forall (fun c => (fst c < d)%N) p.

(** * Sums *)

(** [a + b], with a denominator that does not grow without need. *)
Definition plus (a b : Q) : Q :=
  match Qnum a with
  | Z0 => b
  | _ => if Pos.eqb (Qden a) (Qden b) then (Qnum a + Qnum b) # Qden a else Qred (a + b)
  end.

Lemma plus_correct (a b : Q) : plus a b == a + b.
Proof.
  destruct a as [n m], b as [k l]; unfold plus; cbn [Qnum Qden].
  assert (general : (if Pos.eqb m l then (n + k) # m else Qred ((n # m) + (k # l))) == (n # m) + (k # l)).
  { destruct (Pos.eqb_spec m l) as [<- |]; [| apply Qred_correct].
    unfold Qeq, Qplus; simpl; rewrite Pos2Z.inj_mul; ring. }
  destruct n; [unfold Qeq, Qplus; simpl; rewrite Pos2Z.inj_mul; ring | exact general ..].
Qed.

(** * Tables of coordinates *)

Definition table : Type := PositiveMap.t Q.

Definition coordinate (i : N) (t : table) : Q :=
  match PositiveMap.find (N.succ_pos i) t with Some a => a | None => 0 end.

Fixpoint enter (p : sparse) (t : table) : table :=
  match p with
  | [] => t
  | (i, a) :: rest => enter rest (PositiveMap.add (N.succ_pos i) (plus a (coordinate i t)) t)
  end.

Definition table_of (p : sparse) : table := enter p (PositiveMap.empty Q).

Fixpoint product_onto (sum : Q) (p : sparse) (t : table) : Q :=
  match p with
  | [] => sum
  | (i, a) :: rest => product_onto (plus (a * coordinate i t) sum) rest t
  end.

(** The inner product of a point and of a vector whose coordinates are in a table. *)
Definition product (p : sparse) (t : table) : Q := product_onto 0 p t.

Lemma succ_pos_inj (i j : N) : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intro same; apply N.succ_inj; rewrite <- !N.succ_pos_spec, same; reflexivity. Qed.

Lemma coordinate_add (i j : N) (a : Q) (t : table) :
  coordinate j (PositiveMap.add (N.succ_pos i) a t) = if N.eqb i j then a else coordinate j t.
Proof.
  unfold coordinate; destruct (N.eqb_spec i j) as [<- | other].
  - rewrite PositiveMap.gss; reflexivity.
  - rewrite PositiveMap.gso; [reflexivity |]; intro same; apply succ_pos_inj in same; auto.
Qed.

Lemma e_index (i j : N) : e (N.to_nat i) (N.to_nat j) = if N.eqb i j then 1 else 0.
Proof.
  unfold e; destruct (N.eqb_spec i j) as [<- | other]; [rewrite Nat.eqb_refl; reflexivity |].
  destruct (Nat.eqb_spec (N.to_nat i) (N.to_nat j)); [| reflexivity].
  exfalso; apply other, N2Nat.inj; assumption.
Qed.

Lemma coordinate_enter (p : sparse) (t : table) (j : N) :
  coordinate j (enter p t) == vector_of p (N.to_nat j) + coordinate j t.
Proof.
  revert t; induction p as [| [i a] p IH]; intro t; cbn [enter vector_of]; [ring |].
  rewrite IH, coordinate_add, e_index.
  destruct (N.eqb_spec i j) as [<- |]; [rewrite plus_correct |]; ring.
Qed.

Lemma coordinate_table_of (p : sparse) (j : N) : coordinate j (table_of p) == vector_of p (N.to_nat j).
Proof.
  unfold table_of; rewrite coordinate_enter.
  unfold coordinate; rewrite PositiveMap.gempty; ring.
Qed.

(** * Products *)

(** Σ aᵢvᵢ *)
Fixpoint weighted_sum (p : sparse) (v : nat -> Q) : Q :=
  match p with
  | [] => 0
  | (i, a) :: rest => a * v (N.to_nat i) + weighted_sum rest v
  end.

(** ⟨Σ aᵢeᵢ, v⟩ = Σ aᵢvᵢ *)
Lemma inner_vector_of (d : N) (p : sparse) (v : Qd (N.to_nat d)) :
  in_range d p -> inner (vector_of p : Qd (N.to_nat d)) v == weighted_sum p v.
Proof.
  intro range; induction range as [| [i a] p small _ IH]; cbn [vector_of weighted_sum].
  - apply (inner_zero (Qd (N.to_nat d))).
  - cbn [fst] in small.
    change (fun j => a * e (N.to_nat i) j + vector_of p j)
      with (add (scale a (e (N.to_nat i) : Qd (N.to_nat d))) (vector_of p)).
    rewrite inner_add, inner_scale, IH; cbn [inner Qd]; rewrite dot_e.
    rewrite (proj2 (Nat.ltb_lt (N.to_nat i) (N.to_nat d))) by lia; reflexivity.
Qed.

Lemma product_onto_correct (sum : Q) (p q : sparse) :
  product_onto sum p (table_of q) == weighted_sum p (vector_of q) + sum.
Proof.
  revert sum; induction p as [| [i a] p IH]; intro sum; cbn [product_onto weighted_sum]; [ring |].
  rewrite IH, plus_correct, coordinate_table_of; ring.
Qed.

(** What is computed from vectors given by their coordinates other than 0 is their inner product in Q^d.
    Idea: by linearity only the inner products with e₀, e₁, … matter. *)
Theorem product_correct (d : N) (p q : sparse) :
  in_range d p ->
  product p (table_of q) == inner (vector_of p : Qd (N.to_nat d)) (vector_of q : Qd (N.to_nat d)).
Proof.
  intro range; rewrite inner_vector_of by exact range.
  unfold product; rewrite product_onto_correct; ring.
Qed.

(** * Points without a common coordinate are orthogonal *)

Definition indices : Type := PositiveMap.t unit.

Definition seen (i : N) (earlier : indices) : bool :=
  match PositiveMap.find (N.succ_pos i) earlier with Some _ => true | None => false end.

Fixpoint mark (p : sparse) (earlier : indices) : indices :=
  match p with
  | [] => earlier
  | (i, _) :: rest => mark rest (PositiveMap.add (N.succ_pos i) tt earlier)
  end.

(** No coordinate of the point was seen earlier. *)
Definition fresh (earlier : indices) (p : sparse) : bool := every (fun c => negb (seen (fst c) earlier)) p.

(** No coordinate appears twice in the point. *)
Fixpoint distinct (p : sparse) (earlier : indices) : bool :=
  match p with
  | [] => true
  | (i, a) :: rest => negb (seen i earlier) and_then distinct rest (mark [(i, a)] earlier)
  end.

Fixpoint disjoint (points : list sparse) (earlier : indices) : bool :=
  match points with
  | [] => true
  | p :: rest => fresh earlier p and_then disjoint rest (mark p earlier)
  end.

Lemma seen_add (i j : N) (earlier : indices) :
  seen j (PositiveMap.add (N.succ_pos i) tt earlier) = if N.eqb i j then true else seen j earlier.
Proof.
  unfold seen; destruct (N.eqb_spec i j) as [<- | other].
  - rewrite PositiveMap.gss; reflexivity.
  - rewrite PositiveMap.gso; [reflexivity |]; intro same; apply succ_pos_inj in same; auto.
Qed.

(** What is not marked was not seen earlier, and [p] has no such coordinate. *)
Lemma not_seen_mark (j : N) (p : sparse) (earlier : indices) :
  seen j (mark p earlier) = false -> seen j earlier = false /\ vector_of p (N.to_nat j) == 0.
Proof.
  revert earlier; induction p as [| [i a] p IH]; intros earlier unseen; cbn [mark vector_of] in *.
  - split; [exact unseen | reflexivity].
  - apply IH in unseen as [unseen zero]; rewrite seen_add in unseen; rewrite e_index, zero.
    destruct (N.eqb i j); [discriminate |]; split; [exact unseen | ring].
Qed.

Lemma weighted_sum_zero (p : sparse) (v : nat -> Q) :
  Forall (fun c => v (N.to_nat (fst c)) == 0) p -> weighted_sum p v == 0.
Proof.
  induction 1 as [| [i a] p zero _ IH]; cbn [weighted_sum]; [reflexivity |].
  cbn [fst] in zero; rewrite zero, IH; ring.
Qed.

Definition orthogonal (d : N) (p q : sparse) : Prop :=
  inner (vector_of p : Qd (N.to_nat d)) (vector_of q : Qd (N.to_nat d)) == 0.

Lemma fresh_mark (d : N) (p q : sparse) (earlier : indices) :
  in_range d q -> fresh (mark p earlier) q = true -> fresh earlier q = true /\ orthogonal d p q.
Proof.
  intros range is_fresh.
  assert (apart : Forall (fun c => seen (fst c) earlier = false /\ vector_of p (N.to_nat (fst c)) == 0) q).
  { apply every_Forall in is_fresh; revert is_fresh; apply Forall_impl; intros c not_seen.
    apply not_seen_mark; destruct (seen (fst c) (mark p earlier)); [discriminate | reflexivity]. }
  split.
  - clear range is_fresh; induction apart as [| c q [unseen _] _ IH]; [reflexivity |].
    unfold fresh in *; cbn [every]; rewrite unseen; exact IH.
  - unfold orthogonal; rewrite inner_comm, inner_vector_of by exact range.
    apply weighted_sum_zero; revert apart; apply Forall_impl; intros c [_ zero]; exact zero.
Qed.

Lemma disjoint_orthogonal (d : N) (points : list sparse) (earlier : indices) :
  Forall (in_range d) points -> disjoint points earlier = true ->
  Forall (fun p => fresh earlier p = true) points /\ ForallOrdPairs (orthogonal d) points.
Proof.
  intro ranges; revert earlier.
  induction ranges as [| p points range ranges IH]; intro earlier; cbn [disjoint]; [split; constructor |].
  destruct (fresh earlier p) eqn:p_fresh; [| discriminate].
  intro rest; apply IH in rest as [rest pairs].
  assert (both : Forall (fun q => fresh earlier q = true /\ orthogonal d p q) points).
  { rewrite Forall_forall in rest, ranges |- *; intros q q_in.
    apply fresh_mark; [apply ranges | apply rest]; exact q_in. }
  split; constructor; try assumption; revert both; apply Forall_impl; tauto.
Qed.

(** * Any points: each two of them *)

Fixpoint all_pairs (points : list sparse) : bool :=
  match points with
  | [] => true
  | p :: rest =>
      let t := table_of p in
      every (fun q => Qeq_bool (product q t) 0) rest and_then all_pairs rest
  end.

Lemma all_pairs_orthogonal (d : N) (points : list sparse) :
  Forall (in_range d) points -> all_pairs points = true -> ForallOrdPairs (orthogonal d) points.
Proof.
  induction 1 as [| p points range ranges IH]; cbn [all_pairs]; [constructor |].
  destruct (every _ points) eqn:products; [| discriminate].
  intro rest; constructor; [| apply IH, rest].
  apply every_Forall in products; rewrite Forall_forall in products, ranges |- *; intros q q_in.
  unfold orthogonal; rewrite inner_comm, <- product_correct by (apply ranges, q_in).
  apply Qeq_bool_eq, products, q_in.
Qed.

(** Every two of the points are orthogonal: at a glance for the standard basis, or by all products. *)
Definition pairwise_orthogonal (points : list sparse) : bool :=
  if disjoint points (PositiveMap.empty unit) then true else all_pairs points.

(** Points that pass the test are orthogonal, each two of them.
    Idea: points without a common coordinate are; otherwise every product was computed. *)
Theorem pairwise_orthogonal_correct (d : N) (points : list sparse) :
  Forall (in_range d) points -> pairwise_orthogonal points = true -> ForallOrdPairs (orthogonal d) points.
Proof.
  intro ranges; unfold pairwise_orthogonal.
  destruct (disjoint points (PositiveMap.empty unit)) eqn:apart.
  - intros _; apply (disjoint_orthogonal d points _ ranges apart).
  - apply all_pairs_orthogonal, ranges.
Qed.
