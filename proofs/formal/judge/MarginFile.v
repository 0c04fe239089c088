(** The margin game in small dimensions: traces whose footer has axes and mistake trees for a universal bound, and
    certificates of it. See docs/formats.md.

    Upper bounds in a certificate are passed over: the theorem about a file does not have them. *)

From Coq Require Import List Bool NArith ZArith QArith.
From ForcedMistakes Require Import RationalSpaces TextBytes Json JsonFields FileClaim TraceLines EveryElement.
From ForcedMistakes Require Import HalfspaceTrace HalfspaceJudge.
From ForcedMistakes Require Import MarginGame MarginTree Blocks.
Import ListNotations.

(** * What a file says *)

(** A trace, with a sum of blocks if a universal bound is claimed. In [game] nothing is said of the blocks. *)
Record margin_trace : Type := { game : trace; lower : option blocks }.

Record margin_certificate : Type := {
  in_dimension : N;
  at_margin : Q;  (* δ² *)
  witness : blocks;
  bounds : list N  (* the mistakes of each universal bound *)
}.

(** * What it means *)

(** As in other traces; but a universal bound is about all unit points of the space, given as multiples (MarginGame.v). *)
Definition margin_holds (t : trace) (c : claim) : Prop :=
  match c with
  | UniversalBound k => unit_norm t = true /\ multiples_force (game_space t) 1 (margin_squared t) (N.to_nat k)
  | _ => holds t c
  end.

Definition valid_margin_trace (t : margin_trace) : Prop :=
  game_realizable (game t) /\ Forall (margin_holds (game t)) (claims (game t)).

Definition valid_margin_certificate (c : margin_certificate) : Prop :=
  Forall (fun k => multiples_force (Qd (N.to_nat (in_dimension c))) 1 (at_margin c) (N.to_nat k)) (bounds c).

(** * How it is checked *)

Definition is_universal (c : claim) : bool := match c with UniversalBound _ => true | _ => false end.

(** The trace with its other claims. *)
Definition without_bounds (t : trace) : trace := {|
  dimension := dimension t;
  margin_squared := margin_squared t;
  unit_norm := unit_norm t;
  rounds := rounds t;
  stored_target := stored_target t;
  claims := filter (fun c => negb (is_universal c)) (claims t)
|}.

Definition check_margin_claim (t : margin_trace) (c : claim) : bool :=
  match c, lower t with
  | UniversalBound k, Some w => unit_norm (game t) and_then check_blocks (dimension (game t)) (margin_squared (game t)) w k
  | UniversalBound _, None => false
  | _, _ => true
  end.

Definition check_margin_trace (t : margin_trace) : bool :=
  HalfspaceJudge.check (without_bounds (game t)) and_then every (check_margin_claim t) (claims (game t)).

Definition check_margin_certificate (c : margin_certificate) : bool :=
  every (check_blocks (in_dimension c) (at_margin c) (witness c)) (bounds c).

(** A trace that is accepted is realizable, and each of its claims holds.
    Source: docs/formats.md, "Statements", and docs/margin-proofs.md.
    Idea: the universal bounds follow from [check_blocks_sound], and the rest is as in other traces. *)
Theorem check_margin_trace_sound (t : margin_trace) : check_margin_trace t = true -> valid_margin_trace t.
Proof.
  unfold check_margin_trace; destruct (HalfspaceJudge.check _) eqn:others; [| discriminate].
  apply halfspace_check_sound in others as [good others]; intro bounds_hold; apply every_Forall in bounds_hold.
  split; [exact good |]; rewrite Forall_forall in others, bounds_hold |- *; intros c here.
  specialize (bounds_hold c here); destruct c as [| k | q | k | r | k | k].
  4: { cbn [check_margin_claim margin_holds] in *; destruct (lower t) as [w |]; [| discriminate].
       destruct (unit_norm (game t)); [| discriminate]; split; [reflexivity | apply check_blocks_sound in bounds_hold; exact bounds_hold]. }
  all: refine (others _ (proj2 (filter_In _ _ _) (conj here eq_refl))).
Qed.

(** The universal bounds of a certificate that is accepted are true.
    Source: docs/margin-proofs.md, "Lower bounds".
    Idea: this is [check_blocks_sound]. *)
Theorem check_margin_certificate_sound (c : margin_certificate) :
  check_margin_certificate c = true -> valid_margin_certificate c.
Proof. intro right; apply every_Forall in right; revert right; apply Forall_impl; intro k; apply check_blocks_sound. Qed.

(** * How it is read *)

Local Open Scope field_scope.
Local Open Scope text_scope.

Definition most : Z := 10 ^ 1000.

Definition read_row (size : N) (j : json) : option (list Z) :=
  let* items := as_list j in
  let* row := read_all as_int items in
  need every (fun a => Z.abs a <? most)%Z row in
  need (count row =? size)%N in
  need negb (every (Z.eqb 0) row) in
  Some row.

(** A point above each two trees. *)
Fixpoint above_pairs (points : list (list Z)) (below : list (target_tree (list Z))) : option (list (target_tree (list Z))) :=
  match points, below with
  | [], [] => Some []
  | x :: points, minus :: plus :: below => let* rest := above_pairs points below in Some (Point x minus plus :: rest)
  | _, _ => None
  end.

(** The trees of a level: so many points, and twice as many on the next one. The targets follow the last. *)
Fixpoint of_level (levels width : nat) (points targets : list (list Z)) : option (list (target_tree (list Z))) :=
  match points, levels with
  | [], _ => Some (map Goal targets)
  | _, O => None
  | _, S levels =>
      let* below := of_level levels (2 * width) (skipn width points) targets in
      above_pairs (firstn width points) below
  end.

Definition read_block (j : json) : option block :=
  need only ["dimension"; "reflect"; "margin_squared"; "points"; "targets"] j in
  let* size := get_natural "dimension" 1000000 j in
  need (0 <? size)%N in
  let* reflect := get_natural "reflect" (N.succ size) j in
  let* margin := get_rational "margin_squared" j in
  need positive margin in
  need Qle_bool margin 1 in
  let* points := get_list "points" j in
  let* points := read_all (read_row size) points in
  let* targets := get_list "targets" j in
  let* targets := read_all (read_row size) targets in
  match of_level 60 1 points targets with
  | Some [rows] => Some {| size := size; reflect := reflect; margin := margin; rows := rows |}
  | _ => None
  end.

Definition read_blocks (j : json) : option blocks :=
  need only ["axes"; "trees"] j in
  let* axes := get_natural "axes" counts j in
  let* items := get_list "trees" j in
  let* trees := read_all read_block items in
  Some {| axes := axes; trees := trees |}.

Definition as_object (j : json) : option json := match j with Obj _ => Some j | _ => None end.

(** The blocks are read if a claim is about them. *)
Definition read_margin_trace (records : list json) : option margin_trace :=
  let* t := read_with ["lower"] records in
  let* ls := split_lines records in
  let* j := get "lower" (footer ls) in
  let* j := as_object j in
  if unit_norm t and_then existsb is_universal (claims t)
  then let* w := read_blocks j in Some {| game := t; lower := Some w |}
  else Some {| game := t; lower := None |}.

(** The mistakes of a universal bound; none of an upper bound, which is passed over. *)
Definition read_bound (j : json) : option (list N) :=
  need only ["statement"; "mistakes"] j in
  let* statement := get_text "statement" j in
  let* k := get_natural "mistakes" (Z.to_N most) j in
  if text_eqb statement "universal bound" then Some [k]
  else if text_eqb statement "upper bound" then Some []
  else None.

(** One line. At least one bound is not passed over: the theorem says something. *)
Definition read_margin_certificate (records : list json) : option margin_certificate :=
  match records with
  | [record] =>
      let* format := get_text "format" record in
      need text_eqb format "forced-mistakes/margin/1" in
      need only ["format"; "dimension"; "margin_squared"; "claims"; "lower"; "upper"] record in
      let* dimension := get_natural "dimension" 1000001 record in
      need (0 <? dimension)%N in
      let* margin := get_rational "margin_squared" record in
      need positive margin in
      need Qle_bool margin 1 in
      let* claims := get_list "claims" record in
      let* bounds := read_all read_bound claims in
      let* j := get "lower" record in
      let* w := read_blocks j in
      match concat bounds with
      | [] => None
      | bounds => Some {| in_dimension := dimension; at_margin := margin; witness := w; bounds := bounds |}
      end
  | _ => None
  end.

(** The plane at δ² = 1/10: e₁ and e₂ are above (1, -1), with the targets (1, 2) and (2, 1). *)
Definition a_margin_file (mistakes : text) : list text := [
"{""format"": ""forced-mistakes/margin/1"", ""dimension"": 2, ""margin_squared"": ""1/10"", ""claims"": [ ";
" {""statement"": ""universal bound"", ""mistakes"": "; mistakes; "}, {""statement"": ""upper bound"", ""mistakes"": 3}], ";
" ""lower"": {""axes"": 0, ""trees"": [{""dimension"": 2, ""reflect"": 2, ""margin_squared"": ""1/10"", ";
" ""points"": [[1, -1]], ""targets"": [[1, 2], [2, 1]]}]}, ""upper"": {""perceptron"": true}}"].

Example some_bounds :
  map (fun k => option_map check_margin_certificate (let* records := read_lines (a_margin_file k) in read_margin_certificate records))
    ["3"; "4"; "-1"] = [Some true; Some false; None].
Proof. reflexivity. Qed.
