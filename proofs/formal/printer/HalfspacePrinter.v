(** A printer of traces on halfspaces, with a margin or a hinge budget, and the proof that they are read as they were. *)

From Coq Require Import List NArith ZArith QArith FMapPositive Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines EveryElement SparseVector.
From ForcedMistakes Require Import HalfspaceTrace HingeTrace JsonPrinter JsonFieldPrinter.
Import ListNotations.
Local Opaque rational_digits max_digits.

(** * Points *)

Definition print_coordinate (c : N * Q) : json := Arr [natural (fst c); string_of (snd c)].
Definition print_point (p : sparse) : json := Arr (map print_coordinate p).

(** Different coordinates below the dimension. *)
Definition printable_point (d : N) (p : sparse) : Prop :=
  Forall (fun c => (fst c < d)%N /\ printable_rational (snd c)) p /\ distinct p (PositiveMap.empty unit) = true.

Lemma point_read (d : N) (p : sparse) : printable_point d p -> read_point d (print_point p) = Some p.
Proof.
  intros [each once]; unfold read_point, print_point; cbn [as_list]; rewrite read_all_map, once; [reflexivity |].
  revert each; apply Forall_impl; intros [i a] [small reduced]; cbn [fst snd] in *.
  unfold print_coordinate, read_coordinate; cbn [fst snd string_of].
  rewrite (natural_read d i small), (print_rational_read a reduced); reflexivity.
Qed.

Lemma point_printable (depth : nat) (d : N) (p : sparse) : short d -> printable_point d p -> printable (2 + depth) (print_point p).
Proof.
  intros few [each _]; apply printable_list; revert each; apply Forall_impl; intros [i a] [small _]; cbn [fst snd] in *.
  apply printable_arr; constructor; [| constructor; [apply printable_string | constructor]].
  apply printable_natural; unfold short in *; exact (N.lt_trans _ _ _ small few).
Qed.

(** * Lines *)

Definition print_round (r : round) : json := Obj [
  ("x"%text, print_point (point r)); ("predicted"%text, sign_of (predicted r)); ("label"%text, sign_of (label r))].

Lemma round_read (d : N) (r : round) : printable_point d (point r) -> read_round d (print_round r) = Some r.
Proof.
  intro good; apply point_read in good; revert good; unfold read_round, print_round.
  cbn -[read_point print_point]; intros ->; destruct r as [x [|] [|]]; reflexivity.
Qed.

Lemma round_printable (depth : nat) (d : N) (r : round) :
  short d -> printable_point d (point r) -> printable (3 + depth) (print_round r).
Proof.
  intros few good; unfold print_round; object; [apply (point_printable depth d _ few good) | apply printable_sign | apply printable_sign].
Qed.

Definition print_direction (target : sparse * Q) : json :=
  Obj [("direction"%text, print_point (fst target)); ("scale_squared"%text, string_of (snd target))].

Definition printable_direction (d : N) (target : sparse * Q) : Prop :=
  printable_point d (fst target) /\ printable_rational (snd target) /\ 0 < snd target.

Lemma positive_true (q : Q) : 0 < q -> positive q = true.
Proof. intro above; apply Z.ltb_lt; unfold Qlt in above; cbn [Qnum Qden] in above; lia. Qed.

Lemma direction_read (d : N) (target : sparse * Q) :
  printable_direction d target -> read_direction d (print_direction target) = Some target.
Proof.
  destruct target as [u s2]; unfold printable_direction, read_direction, print_direction, get_rational; cbn [fst snd].
  intros (good & reduced & above); apply point_read in good; apply string_read in reduced; apply positive_true in above.
  revert good reduced; cbn -[read_point print_point as_rational string_of positive]; intros -> ->; rewrite above; reflexivity.
Qed.

Lemma direction_printable (depth : nat) (d : N) (target : sparse * Q) :
  short d -> printable_direction d target -> printable (3 + depth) (print_direction target).
Proof.
  intros few (good & _); unfold print_direction; object; [apply (point_printable depth d _ few good) | apply printable_string].
Qed.

(** * The footer and the header *)

(** The lines of a game. Names of players are not part of a trace, and it is printed as one of a game that was finished. *)
Definition print_game (setting : text) (d : N) (more : list (text * json)) (played : list round) (footer : json) : list json :=
  Obj ([("format"%text, Str "forced-mistakes/1"); ("setting"%text, Str setting); ("learner"%text, Str "");
    ("adversary"%text, Str ""); ("dimension"%text, natural d)] ++ more) :: map print_round played ++ [footer].

Lemma game_read (setting : text) (d : N) (more : list (text * json)) (keys : list text) (played : list round) (footer : json) :
  (0 < d)%N ->
  only (["format"; "setting"; "learner"; "adversary"; "dimension"; "unit_norm"]%text ++ keys) (Obj more) = true ->
  read_game setting keys (print_game setting d more played footer) =
  Some ({| header := hd Null (print_game setting d more played footer); round_lines := map print_round played; footer := footer |}, d).
Proof.
  intros some known_keys; unfold read_game, print_game; rewrite lines_read; cbn [header hd app].
  unfold get_text, get_int, get; cbn -[only natural].
  cbn [app] in known_keys; rewrite text_eqb_same; match goal with |- context [only ?a ?b] => change (only a b) with (only a (Obj more)) end; rewrite known_keys.
  cbn -[natural]; cbn [natural as_int]; rewrite (proj2 (Z.ltb_lt 0 (Z.of_N d))), N2Z.id by lia; reflexivity.
Qed.

Lemma target_read (d : N) (target : option (sparse * Q)) (cs : list claim) (witnesses : list (text * json)) :
  (forall u, target = Some u -> printable_direction d u) ->
  read_target (read_direction d) (print_footer (print_target print_direction target) cs witnesses) = Some target.
Proof.
  intro good; unfold read_target, print_footer; cbn -[read_direction].
  destruct target as [u |]; [| reflexivity]; cbn [print_target].
  assert (read := direction_read d u (good u eq_refl)); unfold print_direction in *; rewrite read; reflexivity.
Qed.

Lemma all_known (cs : list claim) : Forall (fun c => known c = true /\ printable_claim c) cs ->
  every known cs = true /\ Forall printable_claim cs.
Proof.
  intro all; split; [| revert all; apply Forall_impl; tauto].
  apply every_forall; rewrite Forall_forall in all; intros c here; apply all, here.
Qed.

Lemma rounds_read (d : N) (played : list round) :
  Forall (fun r => printable_point d (point r)) played -> read_all (read_round d) (map print_round played) = Some played.
Proof. intro each; apply read_all_map; revert each; apply Forall_impl; intro r; apply round_read. Qed.

(** Coordinates are different and below the dimension, and no number is too long. *)
Definition writable (t : trace) : Prop :=
  (0 < dimension t)%N /\ short (dimension t) /\
  Forall (fun r => printable_point (dimension t) (point r)) (rounds t) /\
  (forall u, stored_target t = Some u -> printable_direction (dimension t) u) /\
  Forall (fun c => known c = true /\ printable_claim c) (claims t).

Definition print_trace (t : trace) : list json :=
  print_game "halfspaces" (dimension t)
    [("margin_squared"%text, string_of (margin_squared t)); ("unit_norm"%text, Bool (unit_norm t))] (rounds t)
    (print_footer (print_target print_direction (stored_target t)) (claims t) []).

(** With witnesses in the footer, under these keys. *)
Lemma trace_read_with (t : trace) (keys : list text) (witnesses : list (text * json)) :
  writable t -> 0 < margin_squared t -> printable_rational (margin_squared t) ->
  only (["target"; "claims"; "termination"; "fault"]%text ++ keys) (Obj witnesses) = true -> member "fault" witnesses = None ->
  read_with keys (print_game "halfspaces" (dimension t)
    [("margin_squared"%text, string_of (margin_squared t)); ("unit_norm"%text, Bool (unit_norm t))] (rounds t)
    (print_footer (print_target print_direction (stored_target t)) (claims t) witnesses)) = Some t.
Proof.
  intros (some & _ & each & goal & all) above reduced known_keys no_fault; apply all_known in all as [all_of all].
  apply string_read in reduced; apply positive_true in above.
  unfold read_with; rewrite game_read by (reflexivity || exact some); cbn [header round_lines footer hd print_game app].
  unfold get_rational, get, read_unit_norm; cbn -[read_claims read_target read_all string_of as_rational positive print_footer].
  rewrite reduced, above, footer_claims, all_of, target_read, rounds_read by (reflexivity || assumption).
  destruct t; reflexivity.
Qed.

(** A trace on halfspaces that is printed is read as it was.
    Idea: each of its records is read as it was printed. *)
Theorem halfspace_trace_read (t : trace) :
  writable t -> 0 < margin_squared t -> printable_rational (margin_squared t) -> read (print_trace t) = Some t.
Proof. intros good above reduced; apply trace_read_with; trivial. Qed.

Lemma game_printable (t : trace) (setting : text) (more witnesses : list (text * json)) :
  writable t -> plain_text setting -> Forall (fun m => plain_text (fst m) /\ printable 8 (snd m)) (more ++ witnesses) ->
  NoDup (["format"; "setting"; "learner"; "adversary"; "dimension"]%text ++ map fst more) ->
  NoDup (["target"; "claims"; "termination"]%text ++ map fst witnesses) ->
  Forall (fun j => printable max_depth j /\ bracketed j)
    (print_game setting (dimension t) more (rounds t) (print_footer (print_target print_direction (stored_target t)) (claims t) witnesses)).
Proof.
  intros (_ & few & each & goal & all) plain_setting values once once'; apply all_known in all as [_ all].
  apply Forall_app in values as [values others].
  assert (enough : forall j, printable 9 j -> printable max_depth j).
  { intros j good; apply (printable_deeper 9); [exact good |]; with_strategy transparent [max_depth] unfold max_depth; lia. }
  constructor; [split; [apply enough | exact I] | apply Forall_app; split; [| constructor; [split; [apply enough | exact I] | constructor]]].
  - apply printable_obj; [| rewrite map_app; exact once]; apply Forall_app; split; [| exact values].
    repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]).
    5: apply printable_natural, few.
    2: apply printable_text, plain_setting.
    all: apply printable_text; vm_compute; repeat split.
  - apply Forall_map; revert each; apply Forall_impl; intros r good; split; [| exact I].
    apply enough, (round_printable 6 _ _ few good).
  - unfold print_footer; apply printable_obj; [| rewrite map_app; exact once']; apply Forall_app; split; [| exact others].
    repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]).
    + destruct (stored_target t) as [u |]; [| constructor]; apply (direction_printable 5 _ _ few), goal; reflexivity.
    + apply printable_list; revert all; apply Forall_impl; intro c; apply claim_printable.
    + apply printable_text; vm_compute; repeat split.
Qed.

Lemma halfspace_trace_printable (t : trace) :
  writable t -> Forall (fun j => printable max_depth j /\ bracketed j) (print_trace t).
Proof.
  intro good; apply game_printable; [exact good | vm_compute; repeat split | | |].
  - repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]; apply printable_string || constructor]).
  - apply different_keys; reflexivity.
  - apply different_keys; reflexivity.
Qed.

(** * With a hinge budget *)

Definition print_hinge (t : hinge_trace) : list json :=
  print_game "hinge" (dimension (game t))
    [("hinge"%text, string_of (budget t)); ("norm_squared"%text, string_of (most_norm t))] (rounds (game t))
    (print_footer (print_target print_direction (stored_target (game t))) (claims (game t)) []).

(** The scale of the target is the root of its square, and there is no margin. *)
Definition writable_hinge (t : hinge_trace) : Prop :=
  writable (game t) /\ margin_squared (game t) = 0 /\ unit_norm (game t) = true /\
  printable_rational (budget t) /\ 0 <= budget t /\ printable_rational (most_norm t) /\ 0 <= most_norm t /\
  match stored_target (game t) with Some (_, s2) => rational_root s2 = Some (root t) | None => root t = 0 end.

Lemma at_least_0_true (q : Q) : 0 <= q -> at_least_0 q = true.
Proof. intro above; apply Z.leb_le; unfold Qle in above; cbn [Qnum Qden] in above; lia. Qed.

(** A trace with a hinge budget that is printed is read as it was.
    Idea: as for other traces on halfspaces. *)
Theorem hinge_trace_read (t : hinge_trace) : writable_hinge t -> read_hinge (print_hinge t) = Some t.
Proof.
  destruct t as [[d d2 unit played goal cs] h n2 s]; unfold writable_hinge; cbn [game budget most_norm root margin_squared unit_norm stored_target].
  intros ((some & _ & each & of_goal & all) & -> & -> & reduced & above & reduced_n & above_n & scale); apply all_known in all as [all_of all].
  cbn [dimension rounds claims stored_target] in *; apply string_read in reduced, reduced_n; apply at_least_0_true in above, above_n.
  unfold read_hinge, print_hinge; cbn [game dimension rounds claims stored_target budget most_norm].
  rewrite game_read by (reflexivity || exact some); cbn [header round_lines footer hd print_game app].
  unfold get_rational, get, read_unit_norm; cbn -[read_claims read_target read_all string_of as_rational at_least_0].
  rewrite reduced, reduced_n, above, above_n, footer_claims, all_of, target_read, rounds_read by (reflexivity || assumption).
  destruct goal as [[u s2] |]; [rewrite scale | subst s]; reflexivity.
Qed.

Lemma hinge_trace_printable (t : hinge_trace) :
  writable_hinge t -> Forall (fun j => printable max_depth j /\ bracketed j) (print_hinge t).
Proof.
  intros (good & _); apply game_printable; [exact good | vm_compute; repeat split | | |].
  - repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]; apply printable_string]).
  - apply different_keys; reflexivity.
  - apply different_keys; reflexivity.
Qed.
