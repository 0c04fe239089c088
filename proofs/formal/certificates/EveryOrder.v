(** What the best learner errs in the order of the points that makes most mistakes, and in the order that makes fewest:
    docs/formats.md, "Certificate of values". *)

From Coq Require Import List Bool Arith Permutation Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable AnnouncedOrder.
Import ListNotations.

(** [o] has every point of the table once. *)
Definition order_of (rows : table) (o : list nat) : Prop := Permutation (seq 0 (width rows)) o.

(** In some order [k] mistakes are forced, and in no order more are. *)
Definition worst_order (rows : table) (k : nat) : Prop :=
  (exists o, order_of rows o /\ forces_in_order o (class_of rows) k) /\
  forall o, order_of rows o -> suffices_in_order o (class_of rows) k.

(** In some order [k] mistakes suffice, and in no order fewer do. *)
Definition best_order (rows : table) (k : nat) : Prop :=
  (exists o, order_of rows o /\ suffices_in_order o (class_of rows) k) /\
  forall o, order_of rows o -> forces_in_order o (class_of rows) k.

(** * All orders *)

Fixpoint inserts (x : nat) (l : list nat) : list (list nat) :=
  match l with
  | [] => [[x]]
  | y :: rest => (x :: l) :: map (cons y) (inserts x rest)
  end.

Fixpoint orders (l : list nat) : list (list nat) :=
  match l with
  | [] => [[]]
  | x :: rest => flat_map (inserts x) (orders rest)
  end.

Lemma In_inserts (x : nat) (l l' : list nat) : In (l ++ x :: l') (inserts x (l ++ l')).
Proof.
  induction l as [| y l IH]; simpl; [destruct l'; left; reflexivity |].
  right; apply in_map, IH.
Qed.

Lemma In_orders (l o : list nat) : Permutation l o -> In o (orders l).
Proof.
  revert o; induction l as [| x l IH]; intros o same.
  - apply Permutation_nil in same; left; symmetry; exact same.
  - assert (here : In x o) by (apply (Permutation_in _ same); left; reflexivity).
    apply in_split in here; destruct here as (before & later & ->).
    apply in_flat_map; exists (before ++ later); split; [apply IH | apply In_inserts].
    exact (Permutation_cons_app_inv _ _ same).
Qed.

(** * The checks *)

Definition has_all_points (rows : table) (o : list nat) : bool :=
  if length o <=? width rows then every (fun x => existsb (Nat.eqb x) o) (seq 0 (width rows)) else false.

Lemma has_all_points_sound (rows : table) (o : list nat) : has_all_points rows o = true -> order_of rows o.
Proof.
  unfold has_all_points; destruct (Nat.leb_spec (length o) (width rows)) as [few |]; [| discriminate].
  rewrite every_forall; intro all; apply NoDup_Permutation_bis; [apply seq_NoDup | rewrite seq_length; exact few |].
  intros x small; specialize (all x small); apply existsb_exists in all.
  destruct all as (x' & here & same); apply Nat.eqb_eq in same; subst x'; exact here.
Qed.

(** The order has this value, and none is worse; no order needs a look if so many mistakes suffice in all games. *)
Definition check_worst (rows : table) (enough : bool) (k : nat) (o : list nat) : bool :=
  has_all_points rows o and_then order_value o rows =? k and_then
  if enough then true else every (fun o => order_value o rows <=? k) (orders (seq 0 (width rows))).

(** The order has this value, and none is better. *)
Definition check_best (rows : table) (k : nat) (o : list nat) : bool :=
  has_all_points rows o and_then order_value o rows =? k and_then
  every (fun o => k <=? order_value o rows) (orders (seq 0 (width rows))).

Lemma suffices_in_any_order (rows : table) (k : nat) (o : list nat) :
  suffices (class_of rows) k -> suffices_in_order o (class_of rows) k.
Proof. intros [L enough]; exists L; intros s _; apply enough. Qed.

(** What the check of the worst order accepts is its value.
    Source: docs/finite-proofs.md, "Announced orders".
    Idea: [order_value_is_optimal] in each order, or what suffices in all games. *)
Theorem check_worst_sound (rows : table) (enough : bool) (k : nat) (o : list nat) :
  rows <> [] -> (enough = true -> suffices (class_of rows) k) -> check_worst rows enough k o = true ->
  worst_order rows k.
Proof.
  unfold check_worst; intros some known.
  destruct (has_all_points rows o) eqn:all; [| discriminate]; apply has_all_points_sound in all.
  destruct (Nat.eqb_spec (order_value o rows) k) as [<- |]; [| discriminate]; intro none_worse; split.
  - exists o; split; [exact all | apply order_value_is_optimal, some].
  - intros o' all'; destruct enough; [apply suffices_in_any_order, known; reflexivity |].
    rewrite every_forall in none_worse; specialize (none_worse o' (In_orders _ _ all')); apply Nat.leb_le in none_worse.
    destruct (order_value_is_optimal o' rows some) as [_ [L bound]].
    exists L; intros s shown real; apply Nat.le_trans with (2 := none_worse), bound; assumption.
Qed.

(** What the check of the best order accepts is its value.
    Source: docs/finite-proofs.md, "Announced orders".
    Idea: [order_value_is_optimal] in each order. *)
Theorem check_best_sound (rows : table) (k : nat) (o : list nat) :
  rows <> [] -> check_best rows k o = true -> best_order rows k.
Proof.
  unfold check_best; intro some.
  destruct (has_all_points rows o) eqn:all; [| discriminate]; apply has_all_points_sound in all.
  destruct (Nat.eqb_spec (order_value o rows) k) as [<- |]; [| discriminate]; rewrite every_forall.
  intro none_better; split.
  - exists o; split; [exact all | apply order_value_is_optimal, some].
  - intros o' all'; specialize (none_better o' (In_orders _ _ all')); apply Nat.leb_le in none_better.
    destruct (order_value_is_optimal o' rows some) as [least _]; intro L; destruct (least L) as (s & shown & real & errs).
    exists s; split; [exact shown | split; [exact real | apply Nat.le_trans with (1 := none_better), errs]].
Qed.
