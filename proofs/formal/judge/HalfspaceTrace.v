(** Traces of games on halfspaces: what is in them, and what their claims mean.

    The meaning of a claim speaks of Q^d only; how it is checked is in HalfspaceJudge.v. *)

From Coq Require Import List NArith ZArith QArith FMapPositive.
From ForcedMistakes Require Import Learner RationalSpaces TextBytes Json JsonFields FileClaim TraceLines EveryElement.
From ForcedMistakes Require Import SparseVector.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope Q_scope.

(** A round: the point with its coordinates other than 0, what the learner predicted, and the label. *)
Record round : Type := { point : sparse; predicted : bool; label : bool }.

Record trace : Type := {
  dimension : N;
  margin_squared : Q;  (* δ² *)
  unit_norm : bool;  (* false: points may have any norm, as the images of a feature map *)
  rounds : list round;
  stored_target : option (sparse * Q);  (* the direction u and s² *)
  claims : list claim
}.

(** * What is claimed *)

(** The label of a number, and [tie] for 0. *)
Definition says (tie : bool) (q : Q) : bool :=
  match Qnum q with
  | Z0 => tie
  | Zpos _ => true
  | Zneg _ => false
  end.

(** Σ aᵢxᵢ *)
Fixpoint combination {V : space rational_field} (terms : list (Q * V)) : V :=
  match terms with
  | [] => zero
  | (a, x) :: rest => add (scale a x) (combination rest)
  end.

(** The learner predicts sign⟨w, x⟩ with w in the span of past points, and [tie] where that is 0. *)
Definition predicts_from_span {V : space rational_field} (tie : bool) (L : learner V) : Prop :=
  forall (past : list (example V)) (x : V), exists terms : list (Q * V),
    Forall (fun term => In (snd term) (map fst past)) terms /\
    predict L (state_after L (init L) past) x = Some (says tie ⟨combination terms, x⟩).

Section Meaning.

  Context (t : trace).

  (** The space of the game, Q^d. *)
  Definition game_space : space rational_field := Qd (N.to_nat (dimension t)).

  Definition points : list game_space := map (fun r => vector_of (point r)) (rounds t).
  Definition examples : list (example game_space) := map (fun r => (vector_of (point r), label r)) (rounds t).

  Definition is_mistake (r : round) : bool := mistaken (Some (predicted r)) (label r).
  Definition recorded_mistakes : nat := length (filter is_mistake (rounds t)).

  (** A round was played, on points of norm 1 (unless the trace says that they may have any), and the target of the
      trace is legal: of norm at most 1, and right on every example with margin at least δ > 0. *)
  Definition game_realizable : Prop :=
    rounds t <> [] /\
    0 < margin_squared t /\
    (unit_norm t = true -> Forall (fun x => ‖x‖² == 1) points) /\
    exists u s2, stored_target t = Some (u, s2) /\
      legal (margin_squared t) {| direction := vector_of u : game_space; scale2 := s2 |} examples.

  (** The game is realizable, and the learner of the trace made exactly [k] mistakes. *)
  Definition run_bound (k : N) : Prop := game_realizable /\ N.of_nat recorded_mistakes = k.

  (** Points of norm 1 are asked for; those of the trace are orthonormal, there are at least [k] of them, and kδ² ≤ 1; and
      every deterministic learner on Q^d errs [k] times on the first [k] of them, under some labels that a legal target
      explains. *)
  Definition universal_bound (k : N) : Prop :=
    let xs := firstn (N.to_nat k) points in
    unit_norm t = true /\
    orthonormal points /\
    length xs = N.to_nat k /\
    inject_Z (Z.of_N k) * margin_squared t <= 1 /\
    forall L : learner game_space,
      exists s, map fst s = xs /\ errors L s = N.to_nat k /\ exists v : target game_space, legal (margin_squared t) v s.

  (** There is a round, each two points are orthogonal, none is 0, and every learner that predicts from the span of past
      points errs at least [k] times on these points and labels. *)
  Definition span_bound (k : N) : Prop :=
    rounds t <> [] /\
    Forall (fun x => ~ ‖x‖² == 0) points /\
    ForallOrdPairs (fun x y => ⟨x, y⟩ == 0) points /\
    forall (tie : bool) (L : learner game_space), predicts_from_span tie L -> (N.to_nat k <= errors L examples)%nat.

  Definition holds (c : claim) : Prop :=
    match c with
    | Realizable => game_realizable
    | RunBound k => run_bound k
    | UniversalBound k => universal_bound k
    | SpanBound k => span_bound k
    | ExpectedMistakes _ | UpperBound _ | AnnouncedOrder _ => False  (* not claimed in this setting *)
    end.

  (** The trace is valid: the game is realizable, and every claim holds. *)
  Definition valid : Prop := game_realizable /\ Forall holds (claims t).

End Meaning.

(** * Reading *)

(** A pair [index, "rational"]. *)
Definition read_coordinate (d : N) (j : json) : option (N * Q) :=
  match j with
  | Arr [i; Str a] =>
      let* i := as_natural d i in
      let* a := rational a in
      Some (i, a)
  | _ => None
  end.

Definition read_point (d : N) (j : json) : option sparse :=
  let* pairs := as_list j in
  let* p := read_all (read_coordinate d) pairs in
  need distinct p (PositiveMap.empty unit) in
  Some p.

Definition read_round (d : N) (j : json) : option round :=
  need only ["x"; "predicted"; "label"]%text j in
  let* x := get "x" j in
  let* x := read_point d x in
  let* predicted := get_sign "predicted" j in
  let* label := get_sign "label" j in
  Some {| point := x; predicted := predicted; label := label |}.

Definition positive (q : Q) : bool := (0 <? Qnum q)%Z.

Definition read_direction (d : N) (j : json) : option (sparse * Q) :=
  need only ["direction"; "scale_squared"]%text j in
  let* u := get "direction" j in
  let* u := read_point d u in
  let* s2 := get_rational "scale_squared" j in
  need positive s2 in
  Some (u, s2).

(** Claims of this setting only. *)
Definition known (c : claim) : bool :=
  match c with
  | Realizable | RunBound _ | UniversalBound _ | SpanBound _ => true
  | ExpectedMistakes _ | UpperBound _ | AnnouncedOrder _ => false
  end.

(** The lines of a game in a setting, whose header may have some keys of its own, and the dimension. *)
Definition read_game (its_setting : text) (its_keys : list text) (records : list json) : option (lines * N) :=
  let* ls := split_lines records in
  let* format := get_text "format" (header ls) in
  let* setting := get_text "setting" (header ls) in
  need text_eqb format "forced-mistakes/1" in
  need text_eqb setting its_setting in
  need only (["format"; "setting"; "learner"; "adversary"; "dimension"; "unit_norm"]%text ++ its_keys) (header ls) in
  let* _ := get_text "learner" (header ls) in
  let* _ := get_text "adversary" (header ls) in
  let* dimension := get_int "dimension" (header ls) in
  need (0 <? dimension)%Z in
  Some (ls, Z.to_N dimension).

Definition read_unit_norm (header : json) : option bool :=
  match get "unit_norm" header with None => Some true | Some j => as_bool j end.

(** The trace on these lines, or nothing if they are malformed; its footer may have [witnesses]. *)
Definition read_with (witnesses : list text) (records : list json) : option trace :=
  let* (ls, d) := read_game "halfspaces" ["margin_squared"]%text records in
  let* margin_squared := get_rational "margin_squared" (header ls) in
  need positive margin_squared in
  let* unit_norm := read_unit_norm (header ls) in
  let* claims := read_claims witnesses (footer ls) in
  need every known claims in
  let* target := read_target (read_direction d) (footer ls) in
  let* rounds := read_all (read_round d) (round_lines ls) in
  Some {|
    dimension := d;
    margin_squared := margin_squared;
    unit_norm := unit_norm;
    rounds := rounds;
    stored_target := target;
    claims := claims
  |}.

Definition read : list json -> option trace := read_with [].
