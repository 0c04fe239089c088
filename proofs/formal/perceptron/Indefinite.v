(** Every symmetric kernel that is not semidefinite has labels that the Perceptron never learns (Chan, CSCI4230 Notes 3,
    section 2).

    [kernel_converse] needs a combination with a·f(x) < 0 for every (a, x) of f = Σ a·x. An eigenvector of a negative
    eigenvalue is one, but it may be irrational. Here rational ones are found, for any K and any f with a negative
    square, by linear algebra. *)

From Coq Require Import QArith List Bool Lia.
From ForcedMistakes Require Import Learner RationalPerceptron Passes KernelPerceptron KernelConverse.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** ** Sums of products *)

Lemma times_itself (q : Q) : 0 <= q * q.
Proof. nra. Qed.

Lemma dot_ext (n : nat) (x x' y y' : nat -> Q) :
  (forall i, (i < n)%nat -> x i == x' i) -> (forall i, (i < n)%nat -> y i == y' i) -> dot n x y == dot n x' y'.
Proof.
  induction n as [| n IH]; intros same_x same_y; simpl; [reflexivity |].
  rewrite IH, same_x, same_y by auto; reflexivity.
Qed.

Lemma dot_comm (n : nat) (x y : nat -> Q) : dot n x y == dot n y x.
Proof. apply (inner_comm (Qd n)). Qed.

Lemma dot_plus (n : nat) (x y z : nat -> Q) (b : Q) : dot n x (fun i => y i + b * z i) == dot n x y + b * dot n x z.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma dot_times (n : nat) (x y : nat -> Q) (b : Q) : dot n x (fun i => b * y i) == b * dot n x y.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma dot_zeros (n : nat) (x y : nat -> Q) : (forall i, (i < n)%nat -> y i == 0) -> dot n x y == 0.
Proof.
  intro zeros; induction n as [| n IH]; simpl; [reflexivity |].
  rewrite IH, zeros by auto; ring.
Qed.

Lemma dot_exchange (m n : nat) (k : nat -> nat -> Q) (u v : nat -> Q) :
  dot m u (fun i => dot n (k i) v) == dot n v (fun j => dot m (fun i => k i j) u).
Proof.
  induction m as [| m IH]; cbn [dot]; [symmetry; apply dot_zeros; reflexivity |].
  rewrite IH; clear IH; induction n as [| n IH]; cbn [dot]; [ring |]; rewrite <- IH; ring.
Qed.

Lemma dot_negative (n : nat) (x y : nat -> Q) :
  (forall i, (i < n)%nat -> x i * y i <= 0) -> (exists i, (i < n)%nat /\ x i * y i < 0) -> dot n x y < 0.
Proof.
  intros all (i & less & strict).
  assert (nonpositive : forall m, (m <= n)%nat -> dot m x y <= 0).
  { induction m as [| m IH]; intro le; cbn [dot]; [apply Qle_refl |].
    specialize (IH ltac:(lia)); specialize (all m ltac:(lia)); lra. }
  assert (upto : forall m, (i < m <= n)%nat -> dot m x y < 0); [| apply upto; lia].
  induction m as [| m IH]; intro le; cbn [dot]; [lia |].
  destruct (Nat.eq_dec m i) as [-> | other].
  - specialize (nonpositive i ltac:(lia)); lra.
  - specialize (IH ltac:(lia)); specialize (all m ltac:(lia)); lra.
Qed.

(** Fewer equations than unknowns have a solution that is not 0.
    Idea: one of them gives the last unknown, which leaves one fewer of both. *)
Lemma nonzero_solution (n : nat) : forall rows : list (nat -> Q), (length rows < n)%nat ->
  exists v, (exists j, (j < n)%nat /\ ~ v j == 0) /\ Forall (fun r => dot n r v == 0) rows.
Proof.
  induction n as [| n IH]; intros rows fewer; [lia |].
  destruct (Forall_Exists_dec (fun r : nat -> Q => r n == 0) (fun r => Qeq_dec (r n) 0) rows) as [none | some].
  - exists (e n); split.
    + exists n; split; [lia |]; unfold e; rewrite Nat.eqb_refl; discriminate.
    + apply Forall_impl with (2 := none); intros r zero; rewrite dot_comm, dot_e.
      destruct (Nat.ltb_spec n (S n)); [exact zero | lia].
  - apply Exists_exists in some as (r & member & pivot).
    apply in_split in member as (before & after & ->).
    set (others := before ++ after); set (reduced := fun (q : nat -> Q) j => q j + - (q n / r n) * r j).
    destruct (IH (map reduced others)) as (v & (j & less & nonzero) & solves).
    { rewrite map_length; unfold others; rewrite app_length in *; simpl in fewer; lia. }
    set (w := fun i => if Nat.eqb i n then - (dot n r v / r n) else v i).
    assert (w_last : w n = - (dot n r v / r n)) by (unfold w; rewrite Nat.eqb_refl; reflexivity).
    assert (w_early : forall i, (i < n)%nat -> w i = v i)
      by (intros i early; unfold w; destruct (Nat.eqb_spec i n); [lia | reflexivity]).
    assert (partial : forall q, dot n q w == dot n q v)
      by (intro q; apply dot_ext; intros i early; rewrite ?w_early by exact early; reflexivity).
    exists w; split; [exists j; split; [lia | rewrite w_early by exact less; exact nonzero] |].
    assert (all : Forall (fun q => dot (S n) q w == 0) (r :: others)).
    { constructor.
      - cbn [dot]; rewrite partial, w_last; field; exact pivot.
      - apply Forall_forall; intros q member; rewrite Forall_map, Forall_forall in solves.
        specialize (solves q member); cbn [dot]; rewrite partial, w_last.
        assert (expanded : dot n (reduced q) v == dot n q v + - (q n / r n) * dot n r v).
        { rewrite (dot_comm n (reduced q) v), (dot_comm n q v), (dot_comm n r v).
          unfold reduced; apply dot_plus. }
        rewrite expanded in solves; rewrite <- solves; field; exact pivot. }
    apply Forall_cons_iff in all as [first rest]; unfold others in rest; apply Forall_app in rest as [rest rest'].
    apply Forall_app; split; [exact rest | constructor; assumption].
Qed.

(** ** Matrices *)

(** The product of row i of [k] with v, and the square of v, Σ vᵢkᵢⱼvⱼ. *)
Definition row (n : nat) (k : nat -> nat -> Q) (v : nat -> Q) (i : nat) : Q := dot n (k i) v.
Definition square (n : nat) (k : nat -> nat -> Q) (u v : nat -> Q) : Q := dot n u (row n k v).

(** Without index i. *)
Definition skip (i j : nat) : nat := if Nat.ltb j i then j else S j.

Lemma dot_skip (n i : nat) (x y : nat -> Q) :
  (i < S n)%nat -> x i * y i == 0 ->
  dot (S n) x y == dot n (fun j => x (skip i j)) (fun j => y (skip i j)).
Proof.
  intros less zero; induction n as [| n IH].
  - assert (i = 0%nat) as -> by lia; simpl; lra.
  - destruct (Nat.eq_dec i (S n)) as [-> | other].
    + change (dot (S n) x y + x (S n) * y (S n) == dot (S n) (fun j => x (skip (S n) j)) (fun j => y (skip (S n) j))).
      rewrite zero, Qplus_0_r; apply dot_ext; intros j early; unfold skip;
        destruct (Nat.ltb_spec j (S n)); try lia; reflexivity.
    + change (dot (S n) x y + x (S n) * y (S n)
              == dot n (fun j => x (skip i j)) (fun j => y (skip i j)) + x (skip i n) * y (skip i n)).
      rewrite IH by lia; replace (skip i n) with (S n); [reflexivity |].
      unfold skip; destruct (Nat.ltb_spec n i); [lia | reflexivity].
Qed.

Lemma square_skip (n i : nat) (k : nat -> nat -> Q) (v : nat -> Q) :
  (i < S n)%nat -> v i == 0 ->
  square (S n) k v v == square n (fun a b => k (skip i a) (skip i b)) (fun j => v (skip i j)) (fun j => v (skip i j)).
Proof.
  intros less zero; unfold square, row; rewrite (dot_skip n i) by (rewrite ?zero; (lia || ring)).
  apply dot_ext; intros j early; [reflexivity |].
  rewrite (dot_skip n i) by (rewrite ?zero; (lia || ring)); reflexivity.
Qed.

Section Symmetric.

  Context (n : nat) (k : nat -> nat -> Q) (same : forall i j, k i j == k j i).

  Lemma square_symmetric u v : square n k u v == square n k v u.
  Proof.
    unfold square, row; rewrite dot_exchange; apply dot_ext; intros i _; [reflexivity |].
    apply dot_ext; intros j _; [apply same | reflexivity].
  Qed.

  Lemma square_plus u v b :
    square n k (fun i => u i + b * v i) (fun i => u i + b * v i)
    == square n k u u + 2 * b * square n k u v + b * b * square n k v v.
  Proof.
    assert (expand : forall z, square n k z (fun i => u i + b * v i) == square n k z u + b * square n k z v).
    { intro z; unfold square; rewrite <- dot_plus; apply dot_ext; intros i _; [reflexivity | apply dot_plus]. }
    rewrite expand, (square_symmetric _ u), (square_symmetric _ v), !expand.
    rewrite (square_symmetric v u); ring.
  Qed.

  Lemma square_row u v (i : nat) (b : Q) :
    (i < n)%nat -> (forall j, (j < n)%nat -> row n k v j == if Nat.eqb i j then b else 0) ->
    square n k u v == b * u i.
  Proof.
    intros less rows; unfold square.
    rewrite (dot_ext n u u (row n k v) (fun j => b * e i j)).
    - rewrite dot_times, dot_comm, dot_e; destruct (Nat.ltb_spec i n); [reflexivity | lia].
    - reflexivity.
    - intros j early; rewrite (rows j early); unfold e; destruct (Nat.eqb i j); ring.
  Qed.

End Symmetric.

Lemma all_or (P : Prop) (R : nat -> Prop) (n : nat) :
  (forall i, (i < n)%nat -> P \/ R i) -> P \/ forall i, (i < n)%nat -> R i.
Proof.
  induction n as [| n IH]; intro each; [right; intros i none; lia |].
  destruct (each n ltac:(lia)) as [found | here]; [left; exact found |].
  destruct IH as [found | all]; [intros i less; apply each; lia | left; exact found |].
  right; intros i less; destruct (Nat.eq_dec i n) as [-> | other]; [exact here | apply all; lia].
Qed.

Section Inverse.

  Context (n : nat) (k : nat -> nat -> Q) (same : forall i j, k i j == k j i).
  Context (a : nat -> Q) (negative : square (S n) k a a < 0).

  (** Some vector without one of the indices has a negative square. *)
  Definition shorter : Prop := exists w i, (i < S n)%nat /\ w i == 0 /\ square (S n) k w w < 0.

  (** [c] is column i of the inverse of [k]. *)
  Definition column (c : nat -> Q) (i : nat) : Prop :=
    forall j, (j < S n)%nat -> row (S n) k c j == if Nat.eqb i j then 1 else 0.

  Lemma find_column (i : nat) : (i < S n)%nat -> shorter \/ exists c, column c i.
  Proof.
    intro less.
    destruct (nonzero_solution (S n) (map (fun j => k (skip i j)) (seq 0 n))) as (v & (j & early & nonzero) & solves).
    { rewrite map_length, seq_length; lia. }
    assert (others : forall l, (l < S n)%nat -> l <> i -> row (S n) k v l == 0).
    { intros l here other; rewrite Forall_map, Forall_forall in solves; unfold row.
      destruct (Nat.ltb_spec l i) as [below | above].
      - specialize (solves l ltac:(apply in_seq; lia)); unfold skip in solves.
        destruct (Nat.ltb_spec l i); [exact solves | lia].
      - specialize (solves (pred l) ltac:(apply in_seq; lia)); unfold skip in solves.
        destruct (Nat.ltb_spec (pred l) i); [lia |].
        replace (S (pred l)) with l in solves by lia; exact solves. }
    set (r := row (S n) k v i).
    assert (rows : forall l, (l < S n)%nat -> row (S n) k v l == if Nat.eqb i l then r else 0).
    { intros l here; destruct (Nat.eqb_spec i l) as [<- | other]; [reflexivity | apply others; auto]. }
    destruct (Qeq_dec r 0) as [zero | pivot].
    - left; exists (fun l => a l + - (a j / v j) * v l), j; split; [exact early |]; split; [field; exact nonzero |].
      rewrite square_plus by exact same.
      rewrite !(square_row (S n) k _ v i r less rows), zero; lra.
    - right; exists (fun l => (1 / r) * v l); intros l here; unfold row; rewrite dot_times.
      fold (row (S n) k v l); rewrite (rows l here); destruct (Nat.eqb i l); field; exact pivot.
  Qed.

  Lemma find_inverse : shorter \/ exists c, forall i, (i < S n)%nat -> column (c i) i.
  Proof.
    assert (upto : forall m, (m <= S n)%nat -> shorter \/ exists c, forall i, (i < m)%nat -> column (c i) i);
      [| apply upto; lia].
    induction m as [| m IH]; intro le; [right; exists (fun _ _ => 0); intros i none; lia |].
    destruct (IH ltac:(lia)) as [found | (c & columns)]; [left; exact found |].
    destruct (find_column m ltac:(lia)) as [found | (last & is_last)]; [left; exact found |].
    right; exists (fun i => if Nat.eqb i m then last else c i); intros i less.
    destruct (Nat.eqb_spec i m) as [-> | other]; [exact is_last | apply columns; lia].
  Qed.

  Context (c : nat -> nat -> Q) (columns : forall i, (i < S n)%nat -> column (c i) i).

  Lemma square_column u i : (i < S n)%nat -> square (S n) k u (c i) == u i.
  Proof. intro less; rewrite (square_row (S n) k u (c i) i 1 less (columns i less)); ring. Qed.

  Lemma inverse_symmetric i j : (i < S n)%nat -> (j < S n)%nat -> c i j == c j i.
  Proof.
    intros; rewrite <- (square_column (c i) j), <- (square_column (c j) i) by assumption.
    apply square_symmetric, same.
  Qed.

  (** The diagonal of the inverse is not above 0, or an index can be left out. *)
  Lemma diagonal i : (i < S n)%nat -> 0 < c i i -> shorter.
  Proof.
    intros less positive; exists (fun l => a l + - (a i / c i i) * c i l), i; split; [exact less |].
    split; [field; lra |].
    rewrite square_plus, !square_column by assumption.
    setoid_replace (square (S n) k a a + 2 * - (a i / c i i) * a i + - (a i / c i i) * - (a i / c i i) * c i i)
      with (square (S n) k a a - a i * a i * (1 / c i i)) by (field; lra).
    assert (0 <= 1 / c i i) by (apply Qle_shift_div_l; lra).
    nra.
  Qed.

  (** Its other entries are not 0. *)
  Lemma off_diagonal i j : (i < S n)%nat -> (j < S n)%nat -> i <> j -> c j j <= 0 -> c i j == 0 -> shorter.
  Proof.
    intros less_i less_j other nonpositive zero.
    set (q := square (S n) k (e j) (e j)).
    exists (fun l => e j l + - (q * q + 1) * c j l), i; split; [exact less_i |]; split.
    - rewrite (inverse_symmetric j i), zero by assumption; unfold e.
      destruct (Nat.eqb_spec j i); [congruence | ring].
    - rewrite square_plus, !square_column by assumption; fold q.
      assert (one : e j j == 1) by (unfold e; rewrite Nat.eqb_refl; reflexivity); rewrite one.
      assert (q_square := times_itself q); assert (near := times_itself (q - (1 # 4))).
      assert (factor := times_itself (- (q * q + 1))); clearbody q; set (b := - (q * q + 1)) in *.
      assert (b * b * c j j <= 0) by (clear - factor nonpositive; nra).
      unfold b at 1; lra.
  Qed.

  (** And their signs fit. *)
  Lemma signs_fit i j :
    (0 < i < S n)%nat -> (0 < j < S n)%nat -> c i i <= 0 -> c j j <= 0 -> 0 < c 0%nat i * c 0%nat j * c i j -> shorter.
  Proof.
    intros less_i less_j nonpositive_i nonpositive_j wrong.
    assert (nonzero : ~ c j 0%nat == 0).
    { rewrite (inverse_symmetric j 0) by lia; intro zero; rewrite zero in wrong; lra. }
    set (b := - (c i 0%nat / c j 0%nat)).
    exists (fun l => c i l + b * c j l), 0%nat; split; [lia |]; split; [unfold b; field; exact nonzero |].
    rewrite square_plus, !square_column by (assumption || lia).
    assert (zero : b * c j 0%nat == - c i 0%nat) by (unfold b; field; exact nonzero).
    rewrite (inverse_symmetric j 0), (inverse_symmetric i 0) in zero by lia.
    rewrite (inverse_symmetric j 0) in nonzero by lia.
    set (p := c i j) in *; set (x := c 0%nat i) in *; set (y := c 0%nat j) in *.
    assert (H : b * p * (y * y) < 0).
    { setoid_replace (b * p * (y * y)) with ((b * y) * y * p) by ring; rewrite zero; lra. }
    assert (y_square := times_itself y).
    assert (b * p < 0) by (clear - H y_square; apply Qnot_le_lt; intro; nra).
    assert (b_square := times_itself b).
    assert (b * b * c j j <= 0) by (clear - b_square nonpositive_j; nra).
    lra.
  Qed.

End Inverse.

(** ** The vector *)

Lemma sign_of_product (s t x y z : Q) : s * x < 0 -> t * y < 0 -> x * y * z <= 0 -> ~ z == 0 -> s * t * z < 0.
Proof.
  intros at_x at_y below nonzero.
  assert (product : 0 < (s * t) * (x * y)) by nra.
  set (p := s * t) in *; set (q := x * y) in *; clearbody p q; clear at_x at_y.
  assert (q_nonzero : ~ q == 0) by (intro zero; rewrite zero in product; lra).
  destruct (Qlt_le_dec q 0) as [q_negative | q_nonnegative].
  - assert (p_negative : p < 0) by (apply Qnot_le_lt; intro; nra).
    assert (0 < z); [| nra].
    assert (0 <= z) by (apply Qnot_lt_le; intro; nra).
    apply Qnot_le_lt; intro; apply nonzero; lra.
  - assert (q_positive : 0 < q) by (apply Qnot_le_lt; intro; apply q_nonzero; lra).
    assert (p_positive : 0 < p) by (apply Qnot_le_lt; intro; nra).
    assert (z < 0); [| nra].
    assert (z <= 0) by (apply Qnot_lt_le; intro; nra).
    apply Qnot_le_lt; intro; apply nonzero; lra.
Qed.

(** Where the inverse c of k has no positive entry on its diagonal, no 0 elsewhere, and c₀ᵢc₀ⱼcᵢⱼ ≤ 0, some v is opposed
    to kv in every place.
    Idea: there are signs s with sᵢsⱼcᵢⱼ < 0, and v = cs has kv = s. *)
Lemma opposed_by_signs (n : nat) (k c : nat -> nat -> Q) :
  let N := S (S n) in
  (forall i j, k i j == k j i) ->
  (forall i, (i < N)%nat -> column (S n) k (c i) i) ->
  (forall i, (i < N)%nat -> c i i <= 0) ->
  (forall i, (i < N)%nat -> forall j, (j < N)%nat -> i = j \/ ~ c i j == 0) ->
  (forall i, (i < N)%nat -> forall j, (j < N)%nat -> i = 0%nat \/ j = 0%nat \/ c 0%nat i * c 0%nat j * c i j <= 0) ->
  exists v : nat -> Q, forall i, (i < N)%nat -> v i * row N (fun p q => k p q) v i < 0.
Proof.
  intros N same columns diag entries signs.
  set (s := fun i => if Nat.eqb i 0 then 1 else if Qlt_le_dec (c 0%nat i) 0 then 1 else - (1)).
  assert (unit : forall i, s i * s i == 1).
  { intro i; unfold s; destruct (Nat.eqb i 0); [reflexivity |]; destruct (Qlt_le_dec _ _); reflexivity. }
  assert (first : forall i, (i < N)%nat -> i <> 0%nat -> s i * c 0%nat i < 0).
  { intros i less later; destruct (entries 0%nat ltac:(unfold N; lia) i less) as [same' | nonzero]; [congruence |].
    unfold s; destruct (Nat.eqb_spec i 0); [congruence |].
    destruct (Qlt_le_dec (c 0%nat i) 0) as [below | above]; [clear - below; lra |].
    assert (positive : 0 < c 0%nat i); [| clear - positive; lra].
    apply Qnot_le_lt; intro; apply nonzero; clear - H above; lra. }
  assert (fit : forall i j, (i < N)%nat -> (j < N)%nat -> i <> j -> s i * s j * c i j < 0).
  { intros i j less_i less_j other.
    destruct (Nat.eq_dec i 0) as [-> | later_i].
    { change (s 0%nat) with 1; specialize (first j less_j ltac:(congruence)); lra. }
    destruct (Nat.eq_dec j 0) as [-> | later_j].
    { change (s 0%nat) with 1; rewrite (inverse_symmetric (S n) k same c columns i 0 less_i less_j).
      specialize (first i less_i later_i); lra. }
    destruct (signs i less_i j less_j) as [| [| below]]; [congruence | congruence |].
    destruct (entries i less_i j less_j) as [| nonzero]; [congruence |].
    assert (first_i := first i less_i later_i); assert (first_j := first j less_j later_j).
    apply (sign_of_product (s i) (s j) (c 0%nat i) (c 0%nat j)); assumption. }
  exists (fun j => dot N s (fun i => c i j)); intros j less.
  assert (image : row N (fun p q => k p q) (fun l => dot N s (fun i => c i l)) j == s j).
  { unfold row; rewrite (dot_ext N (k j) (k j) _ (fun l => dot N (fun i => c i l) s)) by
      (intros; reflexivity || apply dot_comm).
    rewrite (dot_exchange N N (fun l i => c i l) (k j) s).
    rewrite (dot_ext N s s _ (e j)).
    - rewrite dot_comm, dot_e; destruct (Nat.ltb_spec j N); [reflexivity | lia].
    - reflexivity.
    - intros i here; rewrite dot_comm; fold (row N k (c i) j).
      assert (entry : row N k (c i) j == if Nat.eqb i j then 1 else 0) by exact (columns i here j less); rewrite entry.
      unfold e; rewrite Nat.eqb_sym; reflexivity. }
  rewrite image, Qmult_comm, <- dot_times, <- (dot_comm N (fun i => s j * c i j)).
  apply dot_negative.
  - intros i here; destruct (Nat.eq_dec i j) as [-> | other].
    + specialize (diag j less); specialize (unit j); nra.
    + specialize (fit i j here less other); lra.
  - exists (if Nat.eqb j 0 then 1%nat else 0%nat); split; [destruct (Nat.eqb j 0); unfold N; lia |].
    assert (strict := fit (if Nat.eqb j 0 then 1 else 0)%nat j).
    rewrite Qmult_comm, Qmult_assoc.
    apply strict; [destruct (Nat.eqb j 0); unfold N; lia | exact less |].
    destruct (Nat.eqb_spec j 0); lia.
Qed.

(** A matrix with a negative square has a vector v on some of its indices with vᵢ(kv)ᵢ < 0 for each of these.
    Idea: take as few indices as possible. Then k has an inverse, with a diagonal that is not above 0 and with other
    entries that are not 0; and with signs sᵢ for its columns cᵢ, v = Σ sᵢcᵢ, no term of vᵢ(kv)ᵢ = Σⱼ sᵢsⱼcᵢⱼ is above
    0. If any of this were not so, a combination of two vectors would leave an index out. *)
Lemma opposed_vector (n : nat) : forall (k : nat -> nat -> Q) (a : nat -> Q),
  (forall i j, k i j == k j i) -> square n k a a < 0 ->
  exists (m : nat) (pick : nat -> nat) (v : nat -> Q),
    (0 < m)%nat /\ (forall i, (i < m)%nat -> (pick i < n)%nat) /\
    forall i, (i < m)%nat -> v i * row m (fun p q => k (pick p) (pick q)) v i < 0.
Proof.
  induction n as [| n IH]; intros k a same negative; [discriminate negative |].
  assert (drop : shorter n k -> exists (m : nat) (pick : nat -> nat) (v : nat -> Q),
    (0 < m)%nat /\ (forall i, (i < m)%nat -> (pick i < S n)%nat) /\
    forall i, (i < m)%nat -> v i * row m (fun p q => k (pick p) (pick q)) v i < 0).
  { intros (w & i & less & zero & below); rewrite (square_skip n i k w less zero) in below.
    destruct (IH (fun p q => k (skip i p) (skip i q)) _ (fun p q => same (skip i p) (skip i q)) below)
      as (m & pick & v & some & range & opposed).
    exists m, (fun p => skip i (pick p)), v; split; [exact some |]; split; [| exact opposed].
    intros p here; specialize (range p here); unfold skip; destruct (Nat.ltb_spec (pick p) i); lia. }
  destruct n as [| n].
  { exists 1%nat, (fun i => i), a; split; [lia |]; split; [auto |].
    intros i only; replace i with 0%nat by lia; unfold square, row in *; cbn [dot] in *; lra. }
  destruct (find_inverse (S n) k same a negative) as [found | (c & columns)]; [exact (drop found) |].
  set (N := S (S n)) in *.
  assert (diag : shorter (S n) k \/ forall i, (i < N)%nat -> c i i <= 0).
  { apply all_or; intros i less; destruct (Qlt_le_dec 0 (c i i)) as [above | below]; [left | right; exact below].
    exact (diagonal (S n) k same a negative c columns i less above). }
  destruct diag as [found | diag]; [exact (drop found) |].
  assert (entries : shorter (S n) k \/ forall i, (i < N)%nat -> forall j, (j < N)%nat -> i = j \/ ~ c i j == 0).
  { apply all_or; intros i less_i; apply all_or; intros j less_j.
    destruct (Nat.eq_dec i j) as [equal | other]; [right; left; exact equal |].
    destruct (Qeq_dec (c i j) 0) as [zero | nonzero]; [left | right; right; exact nonzero].
    exact (off_diagonal (S n) k same c columns i j less_i less_j other (diag j less_j) zero). }
  destruct entries as [found | entries]; [exact (drop found) |].
  assert (signs : shorter (S n) k \/ forall i, (i < N)%nat -> forall j, (j < N)%nat ->
    i = 0%nat \/ j = 0%nat \/ c 0%nat i * c 0%nat j * c i j <= 0).
  { apply all_or; intros i less_i; apply all_or; intros j less_j.
    destruct (Nat.eq_dec i 0) as [first | later_i]; [right; left; exact first |].
    destruct (Nat.eq_dec j 0) as [first | later_j]; [right; right; left; exact first |].
    destruct (Qlt_le_dec 0 (c 0%nat i * c 0%nat j * c i j)) as [wrong | fits];
      [left | right; right; right; exact fits].
    apply (signs_fit (S n) k same c columns i j); [lia | lia | | | exact wrong]; apply diag; assumption. }
  destruct signs as [found | signs]; [exact (drop found) |].
  destruct (opposed_by_signs n k c same columns diag entries signs) as [v opposed].
  exists N, (fun i => i), v; split; [unfold N; lia |]; split; [auto | exact opposed].
Qed.

(** ** The labels that are never learned *)

Section NoOther.

  Context {X : Type} (K : X -> X -> Q) (same : symmetric (F := rational_field) K) (t : ties).
  Implicit Types f g : combination (F := rational_field) (X := X).

  (** Σ vᵢ·pᵢ over i < m. *)
  Definition sum_of (m : nat) (v : nat -> Q) (p : nat -> X) : combination (F := rational_field) (X := X) :=
    map (fun i => (v i, p i)) (seq 0 m).

  Lemma score_sum_of m v p x : score K (sum_of m v p) x == dot m v (fun i => K (p i) x).
  Proof.
    unfold sum_of; induction m as [| m IH]; [reflexivity |].
    rewrite seq_S, map_app, score_app, IH; simpl; ring.
  Qed.

  Lemma form_sum_of m v p : form K (sum_of m v p) (sum_of m v p) == square m (fun i j => K (p i) (p j)) v v.
  Proof.
    assert (general : forall n f, form K f (sum_of n v p) == dot n v (fun i => score K f (p i))).
    { intros n f; unfold sum_of; induction n as [| n IH]; [reflexivity |].
      assert (append : forall g g', form K f (g ++ g') == form K f g + form K f g').
      { intros g g'; rewrite (form_symmetric K same f), form_app, <- !(form_symmetric K same f); reflexivity. }
      rewrite seq_S, map_app, append, IH; simpl; ring. }
    rewrite general; unfold square, row; apply dot_ext; intros i _; [reflexivity |].
    rewrite score_sum_of, dot_comm; apply dot_ext; intros j _; [apply same | reflexivity].
  Qed.

  (** No symmetric K will do that is not positive semidefinite: if the square ΣΣ aᵢaⱼK(xⁱ, xʲ) of some f = Σ aⱼ·xʲ is
      negative, as it is if a matrix of K has a negative eigenvalue, then there are labels of some of these points, all
      of which some combination g gives, strictly, that the Perceptron never learns: every pass over them has a mistake,
      forever. There are such labels for each rule at ties.
      Source: about Chan, CSCI4230 Notes 3, section 2.
      Idea: f with a·f(x) < 0 for each of its points, see [opposed_vector] and [kernel_converse]. *)
  Theorem no_other_kernel f :
    form K f f < 0 ->
    exists s g,
      s <> [] /\ incl (map fst s) (map snd f) /\
      Forall (fun e => 0 < sign (snd e) * score K g (fst e)) s /\
      forall n, errors_of_next (kernel_perceptron K t) s n <> 0%nat.
  Proof.
    intro negative; destruct f as [| [a x] f]; [discriminate negative |]; set (whole := (a, x) :: f) in *.
    set (v := fun i => fst (nth i whole (0, x))); set (p := fun i => snd (nth i whole (0, x))).
    assert (as_sum : sum_of (length whole) v p = whole).
    { unfold sum_of, v, p; clear; rewrite (map_ext _ (fun i => nth i whole (0, x)))
        by (intro i; destruct (nth i whole (0, x)); reflexivity).
      generalize whole as l; induction l as [| ax l IH]; [reflexivity |].
      cbn [length seq map nth]; rewrite <- seq_shift, map_map; f_equal; exact IH. }
    rewrite <- as_sum, form_sum_of in negative.
    destruct (opposed_vector _ _ v (fun i j => same (p i) (p j)) negative) as (m & pick & w & some & range & opposed).
    set (g := sum_of m w (fun i => p (pick i))).
    assert (nonempty : g <> []).
    { intro empty; apply (f_equal (@length _)) in empty; unfold g, sum_of in empty.
      rewrite map_length, seq_length in empty; simpl in empty; lia. }
    destruct (kernel_converse K same t g nonempty) as (s & h & points & given & forever).
    { unfold against_itself, g; apply Forall_forall; intros [b z] member.
      apply in_map_iff in member as (i & equal & here); injection equal as <- <-; apply in_seq in here.
      specialize (opposed i ltac:(lia)); simpl fst; simpl snd; rewrite score_sum_of.
      unfold row in opposed; rewrite dot_comm.
      rewrite (dot_ext m _ (fun j => K (p (pick i)) (p (pick j))) w w); [exact opposed | | reflexivity].
      intros j _; apply same. }
    exists s, h; split; [| split; [| split; [exact given | exact forever]]].
    - intros ->; apply nonempty; destruct g; [reflexivity | discriminate points].
    - rewrite points; intros z member; unfold g, sum_of in member; rewrite map_map in member.
      apply in_map_iff in member as (i & <- & here); apply in_seq in here.
      change (In (p (pick i)) (map snd whole)); unfold p at 1; apply in_map; apply nth_In, range; lia.
  Qed.

End NoOther.
