(** Certificates of values: bounds for many games on one class. See docs/formats.md.

    Entries of other kinds are passed over: the theorem about a file does not have them. *)

From Coq Require Import List Bool Arith NArith QArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable PartialTable TreeCertificate RankCertificate.
From ForcedMistakes Require Import AnnouncedOrder EveryOrder.
From ForcedMistakes Require Import Lies GameValue RandomizedValue.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim FiniteTrace FiniteReader.
Import ListNotations.

(** * What a file says *)

(** An entry with its witness: a tree, ranks, or an order. *)
Inductive entry : Type :=
| Shown (lies : N) (tree : option tree) (ranks : option (list node)) (bound : claim)
| InWorst (k : N) (order : list nat)
| InBest (k : N) (order : list nat)
| Randomized (lies : N) (q : Q).  (* computed from the class *)

Record values : Type := { class : partial_table; entries : list entry }.

Definition stated (en : entry) : value :=
  match en with
  | Shown lies _ _ c => BoundWith lies c
  | InWorst k _ => WorstOrder k
  | InBest k _ => BestOrder k
  | Randomized lies q => RandomizedValue lies q
  end.

(** * What it means *)

Definition value_holds (rows : partial_table) (v : value) : Prop :=
  match v with
  | BoundWith lies c => bound_holds {| concepts := rows; lies := lies; mistake_tree := None; ranks := None |} c
  | WorstOrder k => exists total, total_table rows = Some total /\ worst_order total (N.to_nat k)
  | BestOrder k => exists total, total_table rows = Some total /\ best_order total (N.to_nat k)
  | RandomizedValue lies q => randomized_with lies rows q
  end.

Definition valid_values (v : values) : Prop := Forall (fun en => value_holds (class v) (stated en)) (entries v).

(** * How it is checked *)

(** How many mistakes suffice in all games without lies, if an entry says so. *)
Fixpoint enough_mistakes (entries : list entry) : option N :=
  match entries with
  | [] => None
  | Shown 0 _ _ (UpperBound r) :: _ => Some r
  | _ :: rest => enough_mistakes rest
  end.

(** With more lies nothing is computed. *)
Definition max_lies : N := 100.

Definition check_randomized (rows : partial_table) (lies : N) (q : Q) : bool :=
  if (lies <=? max_lies)%N
  then Qeq_bool (compute_price rows (width rows) coin_value (all_alive lies rows)) q
  else false.

Definition check_entry (rows : partial_table) (enough : option N) (en : entry) : bool :=
  match en with
  | Shown lies tree nodes c =>
      let e := {| concepts := rows; lies := lies; mistake_tree := tree; ranks := nodes |} in
      check_bound (tree_bound e) (ranks_bound e) c
  | InWorst k o =>
      match total_table rows with
      | Some rows => check_worst rows match enough with Some r => (r <=? k)%N | None => false end (N.to_nat k) o
      | None => false
      end
  | InBest k o => match total_table rows with Some rows => check_best rows (N.to_nat k) o | None => false end
  | Randomized lies q => check_randomized rows lies q
  end.

Definition check_values (v : values) : bool :=
  match class v with
  | [] => false
  | _ => every (check_entry (class v) (enough_mistakes (entries v))) (entries v)
  end.

Lemma enough_mistakes_In (l : list entry) (r : N) :
  enough_mistakes l = Some r -> exists tree nodes, In (Shown 0 tree nodes (UpperBound r)) l.
Proof.
  induction l as [| en l IH]; [discriminate |].
  assert (later : enough_mistakes l = Some r -> exists tree nodes, In (Shown 0 tree nodes (UpperBound r)) (en :: l)).
  { intro H; destruct (IH H) as (tree & nodes & here); exists tree, nodes; right; exact here. }
  destruct en as [[| p] tree nodes c | k o | k o | lies q]; try exact later; destruct c; try exact later.
  injection 1 as ->; exists tree, nodes; left; reflexivity.
Qed.

Lemma check_entry_sound (rows : partial_table) (enough : option N) (en : entry) :
  rows <> [] ->
  (forall r, enough = Some r -> value_holds rows (BoundWith 0 (UpperBound r))) ->
  check_entry rows enough en = true -> value_holds rows (stated en).
Proof.
  intros some known right.
  assert (filled : forall total, total_table rows = Some total -> total <> [])
    by (intros total E none; apply some; rewrite (total_table_some _ _ E), none; reflexivity).
  destruct en as [lies tree nodes c | k o | k o | lies q]; cbn [stated value_holds].
  - apply check_bound_sound in right; exact right.
  - cbn [check_entry] in right; destruct (total_table rows) as [total |] eqn:E; [| discriminate].
    exists total; split; [reflexivity |]; apply (check_worst_sound total) in right; [exact right | exact (filled total eq_refl) |].
    destruct enough as [r |]; [| discriminate]; intros few%N.leb_le; specialize (known r eq_refl).
    cbn [value_holds] in known; unfold bound_holds, plain in known; cbn [lies concepts] in known; rewrite E in known.
    apply suffices_weaken with (3 := known); [apply incl_refl | lia].
  - cbn [check_entry] in right; destruct (total_table rows) as [total |] eqn:E; [| discriminate].
    exists total; split; [reflexivity | exact (check_best_sound total _ _ (filled total eq_refl) right)].
  - cbn [check_entry] in right; unfold check_randomized in right.
    destruct (lies <=? max_lies)%N; [| discriminate]; apply Qeq_bool_eq in right.
    destruct (randomized_value lies rows some) as [forced [L bound]]; split.
    + intro L'; destruct (forced L') as (s & real & much); exists s; split; [exact real | rewrite <- right; exact much].
    + exists L; intros s real; rewrite <- right; apply bound, real.
Qed.

(** All entries of a certificate of values that is accepted are true, but for those that are passed over.
    Source: docs/formats.md, "Certificate of values".
    Idea: a tree or ranks prove a bound, orders are tried, and the value of randomized learners is computed. *)
Theorem check_values_sound (v : values) : check_values v = true -> valid_values v.
Proof.
  unfold check_values; intro right; assert (some : class v <> []) by (destruct (class v); discriminate).
  assert (all : every (check_entry (class v) (enough_mistakes (entries v))) (entries v) = true)
    by (destruct (class v); [discriminate | exact right]).
  rewrite every_forall in all; apply Forall_forall; intros en here.
  apply (check_entry_sound _ _ _ some) with (2 := all en here); intros r known.
  apply enough_mistakes_In in known; destruct known as (tree & nodes & there).
  exact (check_bound_sound _ _ (all _ there)).
Qed.

(** * How it is read *)

Local Open Scope text_scope.

(** What the checker in Python judges, and no theorem is about. *)
Definition passed_over : list text :=
  ["Halving with negative ties"; "Halving with positive ties"; "Halving with adversarial ties";
   "Halving with optimal ties"; "self-directed"; "don't know"; "apple tasting"].

Definition read_entry (points : N) (rows : partial_table) (record : json) : option (option entry) :=
  let* statement := get_text "statement" record in
  let bound (key : text) (c : N -> claim) :=
    need only ["statement"; "mistakes"; "lies"; key] record in
    let* k := get_natural "mistakes" counts record in
    let* lies := read_lies rows record in
    let* e := read_evidence points rows lies record in
    Some (Some (Shown lies (mistake_tree e) (ranks e) (c k))) in
  let order (make : N -> list nat -> entry) :=
    need only ["statement"; "mistakes"; "order"; "lies"] record in
    let* lies := read_lies rows record in
    need if (lies =? 0)%N then is_total rows else false in
    let* k := get_natural "mistakes" counts record in
    let* j := get "order" record in
    let* o := read_order points j in
    need (N.of_nat (length o) =? points)%N in
    Some (Some (make k o)) in
  if text_eqb statement "randomized dimension" then
    need only ["statement"; "mistakes"; "lies"; "table"] record in
    let* q := get_rational "mistakes" record in
    let* lies := read_lies rows record in
    Some (Some (Randomized lies q))
  else if text_eqb statement "universal bound" then bound "tree" UniversalBound
  else if text_eqb statement "upper bound" then bound "ranks" UpperBound
  else if text_eqb statement "worst order" then order InWorst
  else if text_eqb statement "best order" then order InBest
  else if every (fun kind => negb (text_eqb statement kind)) passed_over then None
  else Some None.

Fixpoint some_of {A : Type} (l : list (option A)) : list A :=
  match l with
  | [] => []
  | Some a :: rest => a :: some_of rest
  | None :: rest => some_of rest
  end.

(** One line. At least one entry is not passed over: the theorem says something. *)
Definition read_values (records : list json) : option values :=
  match records with
  | [record] =>
      need has_text "format" "forced-mistakes/values/1" record in
      need only ["format"; "class"; "points"; "concepts"; "point_names"; "concept_names"; "tables"; "values"] record in
      let* (points, rows) := read_class record in
      let* _ := optional "tables" as_list record in
      let* items := get_list "values" record in
      let* found := read_all (read_entry points rows) items in
      match some_of found with
      | [] => None
      | entries => Some {| class := rows; entries := entries |}
      end
  | _ => None
  end.

Definition a_values_file (worst : text) : list text := [
"{""format"": ""forced-mistakes/values/1"", ""class"": ""at most one of 2"", ""points"": 2, ";
" ""concepts"": [""--"", ""+-"", ""-+""], ""tables"": [], ""values"": [ ";
" {""statement"": ""universal bound"", ""mistakes"": 1, ""tree"": [0, 0, 1]}, ";
" {""statement"": ""upper bound"", ""mistakes"": 1, ""ranks"": [{""given"": [], ""rank"": 1, ""moves"": []}]}, ";
" {""statement"": ""apple tasting"", ""mistakes"": 2}, ";
" {""statement"": ""worst order"", ""mistakes"": "; worst; ", ""order"": [0, 1]}]}"].

Example some_values :
  map (fun worst => option_map check_values (let* records := read_lines (a_values_file worst) in read_values records))
    ["1"; "2"; "-1"] = [Some true; Some false; None].
Proof. reflexivity. Qed.
