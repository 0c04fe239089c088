(** Traces and dimension certificates of finite classes, read from JSON.

    A reader returns nothing where the file is malformed: see docs/formats.md. Theorems speak of what is read, so
    nothing is to be proved here; the examples below and the test vectors compare it with the checker in Python. *)

From Coq Require Import List Bool NArith ZArith QArith.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines.
From ForcedMistakes Require Import Strategy ConceptTable PartialTable TreeCertificate RankCertificate FiniteTrace.
Import ListNotations.
Local Open Scope N_scope.

(** Longer lines are malformed, so a class has fewer points. *)
Definition max_points : N := 2 ^ 28.

Definition as_sign (j : json) : option bool :=
  match j with
  | Int 1 => Some true
  | Int (-1) => Some false
  | _ => None
  end.

(** A point, a concept or a node: a number from 0, below [bound]. *)
Definition as_index (bound : N) (j : json) : option nat :=
  let* n := as_natural bound j in Some (N.to_nat n).

(** [true] if a list of numbers has one twice. *)
Fixpoint has_twice (numbers : list nat) : bool :=
  match numbers with
  | [] => false
  | i :: rest => if every (fun j => negb (i =? j)%nat) rest then has_twice rest else true
  end.

(** * The class *)

(** [more] labels after those in [before], which are last first. *)
Fixpoint read_labels (more : N) (before : partial_row) (t : text) : option partial_row :=
  match t with
  | End => need more =? 0 in Some (rev' before)
  | Char b rest =>
      need 0 <? more in
      match b with
      | "+"%byte => read_labels (N.pred more) (Some true :: before) rest
      | "-"%byte => read_labels (N.pred more) (Some false :: before) rest
      | "*"%byte => read_labels (N.pred more) (None :: before) rest
      | _ => None
      end
  end.

Definition read_row (points : N) (j : json) : option partial_row :=
  let* t := as_text j in read_labels points [] t.

(** The number of points, and a row of so many labels for each concept. *)
Definition read_class (record : json) : option (N * partial_table) :=
  let* _ := get_text "class" record in
  let* points := get_natural "points" max_points record in
  need 0 <? points in
  let* items := get_list "concepts" record in
  let* rows := read_all (read_row points) items in
  match rows with
  | [] => None
  | _ => need distinct (map word rows) Nothing in Some (points, rows)
  end.

(** * The mistake tree *)

Fixpoint read_tree (points concepts : N) (j : json) : option tree :=
  match j with
  | Arr [x; minus; plus] =>
      let* x := as_index points x in
      let* minus := read_tree points concepts minus in
      let* plus := read_tree points concepts plus in
      Some (Branch x minus plus)
  | _ => let* i := as_index concepts j in Some (Leaf i)
  end.

(** * The ranks *)

Section Ranks.

  Variables points nodes : N.

  Definition read_given (j : json) : option (nat * bool) :=
    match j with
    | Arr [x; y] => let* x := as_index points x in let* y := as_sign y in Some (x, y)
    | _ => None
    end.

  (** 0 or a point: 1 + x, or -(1 + x) where labels are exchanged. *)
  Definition read_name (j : json) : option (name nat) :=
    let* z := as_int j in
    need Z.abs_N z <=? points in
    match z with
    | Z0 => Some Nameless
    | Zpos p => Some (Named (pred (Pos.to_nat p)) false)
    | Zneg p => Some (Named (pred (Pos.to_nat p)) true)
    end.

  (** An image for each point. *)
  Definition read_map (j : json) : option (list (name nat)) :=
    let* images := as_list j in
    let* names := read_all read_name images in
    need N.of_nat (length names) =? points in
    Some names.

  Definition read_move_with (x y to : json) (renaming : option (list (name nat))) : option move :=
    let* x := as_index points x in
    let* y := as_sign y in
    let* to := as_index nodes to in
    Some {| point := x; mistake := y; next := to; renaming := renaming |}.

  Definition read_move (j : json) : option move :=
    match j with
    | Arr [x; y; to] => read_move_with x y to None
    | Arr [x; y; to; images] => let* names := read_map images in read_move_with x y to (Some names)
    | _ => None
    end.

  Definition read_node (j : json) : option node :=
    need only ["given"; "rank"; "moves"]%text j in
    let* rank := get_natural "rank" counts j in
    let* items := get_list "given" j in
    let* given := read_all read_given items in
    let* items := get_list "moves" j in
    let* moves := read_all read_move items in
    need negb (has_twice (map point moves)) in
    Some {| given := given; rank := rank; moves := moves |}.

End Ranks.

Definition read_ranks (points : N) (j : json) : option (list node) :=
  let* items := as_list j in
  match items with
  | [] => None
  | _ => read_all (read_node points (N.of_nat (length items))) items
  end.

(** What is read under a key, if it is there. *)
Definition optional {A : Type} (key : text) (read : json -> option A) (record : json) : option (option A) :=
  match get key record with
  | None => Some None
  | Some j => let* a := read j in Some (Some a)
  end.

(** How many labels may differ from the target's: 0, if nothing is said, or if some concept is undefined somewhere. *)
Definition read_lies (rows : partial_table) (record : json) : option N :=
  let* lies := optional "lies" (as_natural counts) record in
  let lies := match lies with Some k => k | None => 0 end in
  need if lies =? 0 then true else is_total rows in Some lies.

(** Different points, if an order is announced. *)
Definition read_order (points : N) (j : json) : option (list nat) :=
  let* items := as_list j in
  let* order := read_all (as_index points) items in
  need negb (has_twice order) in Some order.

(** The witnesses of a certificate, or of the footer of a trace. *)
Definition read_evidence (points : N) (rows : partial_table) (lies : N) (record : json) : option evidence :=
  let* t := optional "tree" (read_tree points (N.of_nat (length rows))) record in
  let* nodes := optional "ranks" (read_ranks points) record in
  Some {| concepts := rows; lies := lies; mistake_tree := t; ranks := nodes |}.

(** * The rounds *)

Definition as_probability (j : json) : option Q :=
  let* q := as_rational j in
  need is_probability q in
  Some q.

Definition read_round {A : Type} (points : N) (read : json -> option A) (record : json) : option (round A) :=
  need only ["x"; "predicted"; "label"]%text record in
  let* j := get "x" record in
  let* x := as_index points j in
  let* y := get_sign "label" record in
  let* j := get "predicted" record in
  let* predicted := read j in
  Some {| x := x; predicted := predicted; y := y |}.

(** The first round says of which kind all of them have to be. *)
Definition read_game (points : N) (rounds : list json) : option game :=
  let randomized :=
    match rounds with
    | first :: _ => match get_text "predicted" first with Some _ => true | None => false end
    | [] => false
    end in
  if randomized
  then let* rounds := read_all (read_round points as_probability) rounds in Some (Randomized rounds)
  else let* rounds := read_all (read_round points as_sign) rounds in Some (Deterministic rounds).

(** * Whole files *)

(** What a header or certificate may have of the class; names of points and concepts are for people. *)
Definition class_keys : list text := ["class"; "points"; "concepts"; "lies"; "point_names"; "concept_names"]%text.

Definition has_text (key value : text) (record : json) : bool :=
  match get_text key record with
  | Some t => text_eqb t value
  | None => false
  end.

(** Claims of this setting only. *)
Definition known (c : claim) : bool := match c with SpanBound _ => false | _ => true end.

Definition read_trace (records : list json) : option trace :=
  let* lines := split_lines records in
  let top := header lines in
  need has_text "format" "forced-mistakes/1" top in
  need has_text "setting" "finite" top in
  let* _ := get_text "learner" top in
  let* _ := get_text "adversary" top in
  need only (["format"; "setting"; "learner"; "adversary"; "order"]%text ++ class_keys) top in
  let* (points, rows) := read_class top in
  let* lies := read_lies rows top in
  let* order := optional "order" (read_order points) top in
  need match order with Some _ => if lies =? 0 then is_total rows else false | None => true end in
  let* claims := read_claims ["tree"; "ranks"]%text (footer lines) in
  need every known claims in
  let* target := read_target (fun record =>
    need only ["concept"]%text record in
    let* j := get "concept" record in as_index (N.of_nat (length rows)) j) (footer lines) in
  let* evidence := read_evidence points rows lies (footer lines) in
  let* game := read_game points (round_lines lines) in
  Some {| trace_evidence := evidence; order := order; played := game; target := target; trace_claims := claims |}.

(** One line, with one bound or both. *)
Definition read_certificate (records : list json) : option certificate :=
  match records with
  | [record] =>
      need has_text "format" "forced-mistakes/littlestone/1" record in
      need only (["format"; "at_least"; "tree"; "at_most"; "ranks"]%text ++ class_keys) record in
      let* (points, rows) := read_class record in
      let* lies := read_lies rows record in
      let* at_least := optional "at_least" (as_natural counts) record in
      let* at_most := optional "at_most" (as_natural counts) record in
      let* evidence := read_evidence points rows lies record in
      let bounds :=
        match at_least with Some k => [UniversalBound k] | None => [] end ++
        match at_most with Some r => [UpperBound r] | None => [] end in
      match bounds with
      | [] => None
      | _ => Some {| certificate_evidence := evidence; certificate_claims := bounds |}
      end
  | _ => None
  end.

(** * The two examples of docs/formats.md *)

Local Open Scope text_scope.

Example a_trace : list text := [
"{""format"": ""forced-mistakes/1"", ""setting"": ""finite"", ""learner"": ""halving"", ""adversary"": ""mistake-tree"", ";
" ""class"": ""thresholds on 3 points"", ""points"": 3, ""concepts"": [""---"", ""--+"", ""-++"", ""+++""]}
{""x"": 1, ""predicted"": 1, ""label"": -1}
{""x"": 2, ""predicted"": 1, ""label"": -1}
{""target"": {""concept"": 0}, ""termination"": ""finished"", ""claims"": [{""statement"": ""realizable""}, ";
" {""statement"": ""run bound"", ""mistakes"": 2}, {""statement"": ""universal bound"", ""mistakes"": 2}, ";
" {""statement"": ""upper bound"", ""mistakes"": 2}], ";
" ""tree"": [1, [2, 0, 1], [0, 2, 3]], ""ranks"": [{""given"": [], ""rank"": 2, ""moves"": []}]}"].

Example a_trace_is_accepted :
  option_map check_trace (let* records := read_lines a_trace in read_trace records) = Some true.
Proof. reflexivity. Qed.

Example a_certificate (at_least : text) : list text := [
"{""format"": ""forced-mistakes/littlestone/1"", ""class"": ""at most one of 2"", ""points"": 2, ";
" ""concepts"": [""--"", ""+-"", ""-+""], ""at_least"": "; at_least; ", ""tree"": [0, 0, 1], ";
" ""at_most"": 1, ""ranks"": [{""given"": [], ""rank"": 1, ""moves"": []}]}"].

Example certificates :
  map (fun at_least =>
    option_map check_certificate (let* records := read_lines (a_certificate at_least) in read_certificate records))
    ["1"; "0"; "2"; "-1"; """1"""] = [Some true; Some true; Some false; None; None].
Proof. reflexivity. Qed.
