(** Tables of labels of which some may be missing: there the concept of the row is undefined. It is the target only of
    sequences on whose points it is defined (Alon, Hanneke, Holzman, Moran, 2021). A total table is the case in which no
    label is missing. *)

From Coq Require Import List Bool Arith.
From ForcedMistakes Require Import ConceptTable.
Import ListNotations.

Definition partial_row : Type := list (option bool).
Definition partial_table : Type := list partial_row.

(** The label of a point, if it has one. Beyond its end a row has the label -1, as in Rows.v. *)
Definition partial_label (r : partial_row) (x : nat) : option bool := nth x r (Some false).

(** The row gives [x] the label [y]. *)
Definition gives (r : partial_row) (x : nat) (y : bool) : bool :=
  match partial_label r x with Some z => eqb z y | None => false end.

Lemma gives_label (r : partial_row) (x : nat) (y : bool) : gives r x y = true <-> partial_label r x = Some y.
Proof.
  unfold gives; destruct (partial_label r x) as [z |]; [rewrite eqb_true_iff; split; congruence | split; discriminate].
Qed.

Lemma gives_one (r : partial_row) (x : nat) (y : bool) : gives r x y = true -> gives r x (negb y) = false.
Proof. unfold gives; destruct (partial_label r x) as [[] |], y; easy. Qed.

(** * Total tables *)

(** The same table, as one in which labels may be missing. *)
Definition partly (rows : table) : partial_table := map (map Some) rows.

(** The rows, if no label is missing. *)
Fixpoint total_row (r : partial_row) : option row :=
  match r with
  | [] => Some []
  | Some y :: rest => option_map (cons y) (total_row rest)
  | None :: _ => None
  end.

Fixpoint total_table (rows : partial_table) : option table :=
  match rows with
  | [] => Some []
  | r :: rest => match total_row r with Some r => option_map (cons r) (total_table rest) | None => None end
  end.

Definition is_total (rows : partial_table) : bool := match total_table rows with Some _ => true | None => false end.

Lemma total_row_some (r : partial_row) (r' : row) : total_row r = Some r' -> r = map Some r'.
Proof.
  revert r'; induction r as [| [y |] r IH]; intros r'; cbn [total_row]; try discriminate; [injection 1 as <-; reflexivity |].
  destruct (total_row r) as [rest |]; [| discriminate]; injection 1 as <-; cbn [map]; f_equal; apply IH; reflexivity.
Qed.

Lemma total_table_some (rows : partial_table) (rows' : table) : total_table rows = Some rows' -> rows = partly rows'.
Proof.
  revert rows'; induction rows as [| r rows IH]; intros rows'; cbn [total_table]; [injection 1 as <-; reflexivity |].
  destruct (total_row r) as [r' |] eqn:E; [| discriminate]; destruct (total_table rows) as [rest |]; [| discriminate].
  injection 1 as <-; cbn [partly map]; f_equal; [apply total_row_some, E | apply IH; reflexivity].
Qed.

Lemma total_partly (rows : table) : total_table (partly rows) = Some rows.
Proof.
  induction rows as [| r rows IH]; [reflexivity |]; cbn [partly map total_table]; fold (partly rows); rewrite IH.
  replace (total_row (map Some r)) with (Some r); [reflexivity |].
  induction r as [| y r IHr]; [reflexivity |]; cbn [map total_row]; rewrite <- IHr; reflexivity.
Qed.

Lemma width_partly (rows : table) : width (partly rows) = width rows.
Proof. unfold width, partly; rewrite map_map; f_equal; apply map_ext; intro r; apply map_length. Qed.

Lemma gives_some (r : row) (x : nat) (y : bool) : gives (map Some r) x y = eqb (label r x) y.
Proof. unfold gives, partial_label; rewrite map_nth; reflexivity. Qed.

(** * Rows as words over two letters, so that sets of them are tries *)

Fixpoint word (r : partial_row) : row :=
  match r with
  | [] => []
  | Some y :: rest => true :: y :: word rest
  | None :: rest => false :: word rest
  end.

Lemma word_injective (r r' : partial_row) : word r = word r' -> r = r'.
Proof.
  revert r'; induction r as [| [y |] r IH]; intros [| [y' |] r']; cbn [word]; try discriminate; [reflexivity | |];
    injection 1; intros; f_equal; try congruence; apply IH; assumption.
Qed.
