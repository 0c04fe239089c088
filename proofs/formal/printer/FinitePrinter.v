(** A printer of traces and dimension certificates of finite classes, and the proof that they are read as they were. *)

From Coq Require Import List Bool NArith ZArith QArith Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines EveryElement.
From ForcedMistakes Require Import Strategy ConceptTable PartialTable TreeCertificate RankCertificate FiniteTrace FiniteReader.
From ForcedMistakes Require Import JsonPrinter JsonFieldPrinter.
Import ListNotations.
Local Open Scope N_scope.
Local Opaque rational_digits max_digits max_points.

Definition index (i : nat) : json := natural (N.of_nat i).

Lemma index_read (bound : N) (i : nat) : N.of_nat i < bound -> as_index bound (index i) = Some i.
Proof. intro small; unfold as_index, index; rewrite natural_read by exact small; rewrite Nat2N.id; reflexivity. Qed.

Lemma index_printable (depth : nat) (bound : N) (i : nat) : bound <= max_points -> N.of_nat i < bound -> printable depth (index i).
Proof. intros few small; apply printable_natural, (short_below max_points); [with_strategy transparent [max_points] vm_compute; discriminate | lia]. Qed.

Lemma sign_read (b : bool) : as_sign (sign_of b) = Some b.
Proof. destruct b; reflexivity. Qed.

(** * The class *)

Definition label_byte (y : option bool) : byte :=
  match y with Some true => "+"%byte | Some false => "-"%byte | None => "*"%byte end.
Definition print_row (r : partial_row) : json := Str (text_of_bytes (map label_byte r)).

Lemma row_read (points : N) (r : partial_row) : N.of_nat (length r) = points -> read_row points (print_row r) = Some r.
Proof.
  intro long; unfold read_row, print_row; cbn [as_text].
  enough (onto : forall more before, N.of_nat (length r) = more ->
    read_labels more before (text_of_bytes (map label_byte r)) = Some (rev' before ++ r)) by exact (onto points [] long).
  clear; induction r as [| b r IH]; intros more before long; cbn [length map text_of_bytes read_labels].
  - subst more; cbn; rewrite app_nil_r; reflexivity.
  - rewrite (proj2 (N.ltb_lt 0 more)) by (cbn [length] in long; lia).
    assert (next : forall c, read_labels (N.pred more) (c :: before) (text_of_bytes (map label_byte r)) = Some (rev' before ++ c :: r)).
    { intro c; rewrite IH by (cbn [length] in long; lia); unfold rev'; rewrite <- !rev_alt; cbn [rev]; rewrite <- app_assoc; reflexivity. }
    destruct b as [[|] |]; apply next.
Qed.

Lemma row_printable (depth : nat) (r : partial_row) : printable depth (print_row r).
Proof. apply printable_text, plain_bytes, Forall_map, Forall_forall; intros [[|] |] _; reflexivity. Qed.

Definition print_class (rows : partial_table) : list (text * json) :=
  [("class"%text, Str ""); ("points"%text, index (width rows)); ("concepts"%text, Arr (map print_row rows))].

(** Different rows of one length. *)
Definition printable_class (rows : partial_table) : Prop :=
  rows <> [] /\ N.of_nat (length rows) <= max_points /\ (0 < width rows)%nat /\ N.of_nat (width rows) < max_points /\
  Forall (fun r => length r = width rows) rows /\ distinct (map word rows) Nothing = true.

Lemma class_read (rows : partial_table) (record : json) :
  printable_class rows ->
  get "class" record = Some (Str "") -> get "points" record = Some (index (width rows)) ->
  get "concepts" record = Some (Arr (map print_row rows)) ->
  read_class record = Some (N.of_nat (width rows), rows).
Proof.
  intros (some & _ & wide & few & same & once) name points concepts; unfold read_class, get_text, get_natural, get_list.
  rewrite name, points, concepts; cbn [as_text as_list]; unfold index; rewrite natural_read by exact few.
  rewrite (proj2 (N.ltb_lt 0 _)) by lia; rewrite read_all_map.
  - rewrite once; destruct rows; [congruence | reflexivity].
  - revert same; apply Forall_impl; intros r long; apply row_read; rewrite long; reflexivity.
Qed.

(** * The mistake tree *)

Fixpoint print_tree (t : tree) : json :=
  match t with
  | Leaf i => index i
  | Branch x minus plus => Arr [index x; print_tree minus; print_tree plus]
  end.

Fixpoint printable_tree (points concepts : N) (levels : nat) (t : tree) : Prop :=
  match t, levels with
  | Leaf i, _ => N.of_nat i < concepts
  | Branch x minus plus, S levels =>
      N.of_nat x < points /\ printable_tree points concepts levels minus /\ printable_tree points concepts levels plus
  | Branch _ _ _, O => False
  end.

Lemma tree_read (points concepts : N) (levels : nat) (t : tree) :
  printable_tree points concepts levels t -> read_tree points concepts (print_tree t) = Some t.
Proof.
  revert levels; induction t as [i | x minus IHminus plus IHplus]; intros levels good.
  - assert (small : N.of_nat i < concepts) by (destruct levels; exact good); apply index_read in small.
    cbn [print_tree]; unfold index, natural in *; cbn [read_tree]; rewrite small; reflexivity.
  - destruct levels as [| levels]; [contradiction |]; destruct good as (small & good_minus & good_plus).
    cbn [print_tree read_tree]; rewrite (index_read points x small), (IHminus levels good_minus), (IHplus levels good_plus); reflexivity.
Qed.

Lemma tree_printable (points concepts : N) (levels : nat) (t : tree) :
  points <= max_points -> concepts <= max_points -> printable_tree points concepts levels t -> printable levels (print_tree t).
Proof.
  intros few_points few_concepts; revert levels; induction t as [i | x minus IHminus plus IHplus]; intros levels good.
  - destruct levels; exact (index_printable _ concepts i few_concepts good).
  - destruct levels as [| levels]; [contradiction |]; destruct good as (small & good_minus & good_plus).
    cbn [print_tree]; apply printable_arr; constructor; [exact (index_printable _ points x few_points small) |].
    constructor; [apply IHminus, good_minus | constructor; [apply IHplus, good_plus | constructor]].
Qed.

(** * The ranks *)

Definition print_given (g : nat * bool) : json := Arr [index (fst g); sign_of (snd g)].

Definition print_name (n : name nat) : json :=
  match n with
  | Nameless => Int 0
  | Named x exchanged => Int (if exchanged then Zneg (Pos.of_succ_nat x) else Zpos (Pos.of_succ_nat x))
  end.

Definition print_move (m : move) : json := Arr (
  [index (point m); sign_of (mistake m); index (next m)] ++
  match renaming m with Some names => [Arr (map print_name names)] | None => [] end).

Definition print_node (n : node) : json := Obj [
  ("given"%text, Arr (map print_given (given n))); ("rank"%text, natural (rank n));
  ("moves"%text, Arr (map print_move (moves n)))].

Definition printable_name (points : N) (n : name nat) : Prop :=
  match n with Nameless => True | Named x _ => N.of_nat x < points end.

Definition printable_move (points nodes : N) (m : move) : Prop :=
  N.of_nat (point m) < points /\ N.of_nat (next m) < nodes /\
  match renaming m with
  | Some names => N.of_nat (length names) = points /\ Forall (printable_name points) names
  | None => True
  end.

Definition printable_node (points nodes : N) (n : node) : Prop :=
  Forall (fun g => N.of_nat (fst g) < points) (given n) /\ rank n < counts /\
  Forall (printable_move points nodes) (moves n) /\ has_twice (map point (moves n)) = false.

Definition printable_ranks (points : N) (nodes : list node) : Prop :=
  nodes <> [] /\ N.of_nat (length nodes) <= max_points /\ Forall (printable_node points (N.of_nat (length nodes))) nodes.

Lemma name_read (points : N) (n : name nat) : printable_name points n -> read_name points (print_name n) = Some n.
Proof.
  destruct n as [| x exchanged]; intro small; [destruct points; reflexivity |]; cbn [printable_name print_name] in *; unfold read_name.
  cbn [as_int]; destruct exchanged; cbn [Z.abs_N].
  all: rewrite (proj2 (N.leb_le _ points)) by lia; rewrite SuccNat2Pos.id_succ; reflexivity.
Qed.

Lemma name_printable (points : N) (depth : nat) (n : name nat) : points <= max_points -> printable_name points n -> printable depth (print_name n).
Proof.
  intros few small; destruct n as [| x exchanged]; cbn [printable_name print_name] in *.
  - apply (printable_natural depth 0), (short_below 1); [with_strategy transparent [max_points] vm_compute; discriminate | reflexivity].
  - constructor; apply (short_below (2 * max_points)); [with_strategy transparent [max_points] vm_compute; discriminate | destruct exchanged; cbn [Z.abs_N]; lia].
Qed.

Lemma move_read (points nodes : N) (m : move) : printable_move points nodes m -> read_move points nodes (print_move m) = Some m.
Proof.
  intros (small & ahead & names); unfold print_move, read_move.
  destruct m as [x y to renaming]; cbn [point next RankCertificate.mistake RankCertificate.renaming] in *.
  destruct renaming as [names' |]; cbn [app]; [unfold read_map; cbn [as_list]; destruct names as [long each];
    rewrite read_all_map by (revert each; apply Forall_impl; apply name_read); rewrite (proj2 (N.eqb_eq _ _) long) |].
  all: unfold read_move_with; rewrite (index_read points x small), sign_read, (index_read nodes to ahead); reflexivity.
Qed.

Lemma move_printable (points nodes : N) (depth : nat) (m : move) :
  points <= max_points -> nodes <= max_points -> printable_move points nodes m -> printable (2 + depth) (print_move m).
Proof.
  intros few few_nodes (small & ahead & names).
  apply printable_arr, Forall_app; split.
  - constructor; [exact (index_printable _ points _ few small) | constructor; [apply printable_sign | constructor; [| constructor]]].
    exact (index_printable _ nodes _ few_nodes ahead).
  - destruct (renaming m) as [names' |]; constructor; [| constructor].
    apply printable_list; revert names; intros [_ each]; revert each; apply Forall_impl; intro n; exact (name_printable points depth n few).
Qed.

Lemma node_read (points nodes : N) (n : node) : printable_node points nodes n -> read_node points nodes (print_node n) = Some n.
Proof.
  intros (each & small & every_move & once); unfold print_node, read_node, get_natural, get_list.
  apply natural_read in small; revert small; cbn -[as_natural natural read_all counts]; intros ->.
  rewrite !read_all_map, once.
  - destruct n; reflexivity.
  - revert every_move; apply Forall_impl, move_read.
  - revert each; apply Forall_impl; intros [x y] below; cbn [fst] in below; unfold print_given, read_given; cbn [fst snd].
    rewrite (index_read points x below), sign_read; reflexivity.
Qed.

Lemma node_printable (points nodes : N) (depth : nat) (n : node) :
  points <= max_points -> nodes <= max_points -> printable_node points nodes n -> printable (4 + depth) (print_node n).
Proof.
  intros few few_nodes (each & small & every_move & _).
  unfold print_node; object.
  - apply printable_list; revert each; apply Forall_impl; intros g below; apply printable_arr.
    constructor; [exact (index_printable _ points _ few below) | constructor; [apply printable_sign | constructor]].
  - apply printable_natural, (short_below counts); [with_strategy transparent [max_points] vm_compute; discriminate | exact small].
  - apply printable_list; revert every_move; apply Forall_impl; intro m; exact (move_printable points nodes depth m few few_nodes).
Qed.

Lemma ranks_read (points : N) (nodes : list node) :
  printable_ranks points nodes -> read_ranks points (Arr (map print_node nodes)) = Some nodes.
Proof.
  intros (some & _ & each); unfold read_ranks; cbn [as_list].
  replace (N.of_nat (length (map print_node nodes))) with (N.of_nat (length nodes)) by (rewrite map_length; reflexivity).
  assert (read := read_all_map (read_node points (N.of_nat (length nodes))) print_node nodes).
  destruct nodes as [| n nodes]; [congruence |]; apply read; revert each; apply Forall_impl, node_read.
Qed.

(** * Certificates of a dimension *)

Definition print_optional {A : Type} (key : text) (print : A -> json) (a : option A) : list (text * json) :=
  match a with Some a => [(key, print a)] | None => [] end.

Definition print_evidence (e : evidence) : list (text * json) :=
  print_optional "tree" print_tree (mistake_tree e) ++
  print_optional "ranks" (fun nodes => Arr (map print_node nodes)) (ranks e).

(** A tree of so many levels has so many brackets in each other. One more is around it, that of the line. *)
Definition max_levels : nat := pred max_depth.

Definition printable_lies (rows : partial_table) (lies : N) : Prop :=
  lies < counts /\ (if lies =? 0 then true else is_total rows) = true.

Definition printable_evidence (levels : nat) (e : evidence) : Prop :=
  printable_class (concepts e) /\ printable_lies (concepts e) (lies e) /\
  (forall t, mistake_tree e = Some t -> printable_tree (points e) (N.of_nat (length (concepts e))) levels t) /\
  (forall nodes, ranks e = Some nodes -> printable_ranks (points e) nodes).

(** Before it, in the record, are other members with other keys. *)
Lemma evidence_read (levels : nat) (e : evidence) (others : list (text * json)) :
  printable_evidence levels e -> member "tree" others = None -> member "ranks" others = None ->
  read_evidence (points e) (concepts e) (lies e) (Obj (others ++ print_evidence e)) = Some e.
Proof.
  intros (_ & _ & tree & nodes) no_tree no_ranks; unfold read_evidence, optional, get.
  assert (skip : forall key more, member key others = None -> member key (others ++ more) = member key more).
  { intros key more; induction others as [| [k j] l IH]; [reflexivity |]; cbn [member app] in *.
    destruct (text_eqb k key); [discriminate |]; revert no_tree no_ranks; cbn [member].
    destruct (text_eqb k "tree"); [discriminate |]; destruct (text_eqb k "ranks"); [discriminate |]; exact IH. }
  rewrite !skip by assumption; destruct e as [rows lies [t |] [ns |]]; unfold print_evidence, print_optional;
    cbn [FiniteTrace.mistake_tree FiniteTrace.ranks FiniteTrace.concepts FiniteTrace.lies] in *;
    cbn -[read_tree read_ranks print_tree points].
  all: try (rewrite (tree_read _ _ _ _ (tree t eq_refl))); try (rewrite (ranks_read _ _ (nodes ns eq_refl))); reflexivity.
Qed.

Definition print_bound (c : claim) : list (text * json) :=
  match c with
  | UniversalBound k => [("at_least"%text, natural k)]
  | UpperBound k => [("at_most"%text, natural k)]
  | _ => []
  end.

Definition print_certificate (c : certificate) : list json :=
  let e := certificate_evidence c in
  [Obj (((("format"%text, Str "forced-mistakes/littlestone/1") :: print_class (concepts e)) ++ [("lies"%text, natural (lies e))] ++
    concat (map print_bound (certificate_claims c))) ++ print_evidence e)].

Definition bounds_of (low high : option N) : list claim :=
  match low with Some k => [UniversalBound k] | None => [] end ++ match high with Some r => [UpperBound r] | None => [] end.

(** A lower bound, an upper bound, or both in this order. *)
Definition printable_bounds (bounds : list claim) : Prop :=
  bounds <> [] /\ exists low high, bounds = bounds_of low high /\
    (forall k, low = Some k -> k < counts) /\ (forall r, high = Some r -> r < counts).

Lemma read_certificate_by_keys (record : json) (e : evidence) (low high : option N) :
  get "format" record = Some (Str "forced-mistakes/littlestone/1") ->
  only (["format"; "at_least"; "tree"; "at_most"; "ranks"]%text ++ class_keys) record = true ->
  read_class record = Some (points e, concepts e) ->
  get "lies" record = Some (natural (lies e)) -> printable_lies (concepts e) (lies e) ->
  get "at_least" record = option_map natural low -> (forall k, low = Some k -> k < counts) ->
  get "at_most" record = option_map natural high -> (forall r, high = Some r -> r < counts) ->
  read_evidence (points e) (concepts e) (lies e) record = Some e -> bounds_of low high <> [] ->
  read_certificate [record] = Some {| certificate_evidence := e; certificate_claims := bounds_of low high |}.
Proof.
  intros format keys class lies few least small most small' witness some.
  unfold read_certificate, has_text, get_text, read_lies, optional.
  rewrite format, keys, class, lies, least, most; cbn [as_text]; rewrite text_eqb_same, (natural_read _ _ (proj1 few)).
  cbv zeta; rewrite (proj2 few).
  destruct low as [k |]; cbn [option_map]; [rewrite (natural_read _ _ (small k eq_refl)) |].
  all: destruct high as [r |]; cbn [option_map]; [rewrite (natural_read _ _ (small' r eq_refl)) |].
  all: rewrite witness; try reflexivity; elim some; reflexivity.
Qed.

(** A dimension certificate that is printed is read as it was.
    Idea: its one record is read as it was printed, key by key. *)
Theorem certificate_read (c : certificate) :
  printable_evidence max_levels (certificate_evidence c) -> printable_bounds (certificate_claims c) ->
  read_certificate (print_certificate c) = Some c.
Proof.
  destruct c as [e bounds]; cbn [certificate_evidence certificate_claims].
  intros good (some & low & high & -> & small & small'); assert (class := good); destruct class as (class & few & _).
  unfold print_certificate; cbn [certificate_evidence certificate_claims]; apply read_certificate_by_keys; trivial.
  all: destruct low as [k |], high as [r |]; try (elim some; reflexivity); try reflexivity.
  all: try (apply class_read; [exact class | reflexivity | reflexivity | reflexivity]).
  all: try (apply (evidence_read max_levels); [exact good | reflexivity | reflexivity]).
  all: unfold print_evidence; destruct (mistake_tree e), (ranks e); reflexivity.
Qed.

(** * Traces *)

Definition print_round {A : Type} (print : A -> json) (r : round A) : json :=
  Obj [("x"%text, index (x r)); ("predicted"%text, print (predicted r)); ("label"%text, sign_of (y r))].

Definition print_rounds (g : game) : list json :=
  match g with
  | Deterministic rounds => map (print_round sign_of) rounds
  | Randomized rounds => map (print_round string_of) rounds
  end.

Definition printable_rounds (points : N) (g : game) : Prop :=
  match g with
  | Deterministic rounds => Forall (fun r => N.of_nat (x r) < points) rounds
  | Randomized rounds =>
      rounds <> [] /\
      Forall (fun r => N.of_nat (x r) < points /\ printable_rational (predicted r) /\ is_probability (predicted r) = true) rounds
  end.

Lemma round_read {A : Type} (points : N) (read : json -> option A) (print : A -> json) (r : round A) :
  N.of_nat (x r) < points -> read (print (predicted r)) = Some (predicted r) ->
  read_round points read (print_round print r) = Some r.
Proof.
  intros small same; apply index_read in small; unfold read_round, print_round.
  assert (label : forall p, get_sign "label" (Obj [("x"%text, index (x r)); ("predicted"%text, p); ("label"%text, sign_of (y r))]) = Some (y r))
    by (intro p; destruct (y r); reflexivity).
  rewrite label; cbn -[as_index index]; rewrite small, same; destruct r; reflexivity.
Qed.

Lemma rounds_read (points : N) (g : game) : printable_rounds points g -> read_game points (print_rounds g) = Some g.
Proof.
  destruct g as [rounds | rounds]; cbn [printable_rounds print_rounds]; unfold read_game.
  - intro each; assert (read : read_all (read_round points as_sign) (map (print_round sign_of) rounds) = Some rounds).
    { apply read_all_map; revert each; apply Forall_impl; intros r small; apply round_read; [exact small | apply sign_read]. }
    rewrite read; destruct rounds; reflexivity.
  - intros [some each]; assert (read : read_all (read_round points as_probability) (map (print_round string_of) rounds) = Some rounds).
    { apply read_all_map; revert each; apply Forall_impl; intros r (small & reduced & between); apply round_read; [exact small |].
      unfold as_probability; rewrite (string_read _ reduced), between; reflexivity. }
    rewrite read; destruct rounds; [congruence | reflexivity].
Qed.

Definition print_header (e : evidence) (order : option (list nat)) : json :=
  Obj (([("format"%text, Str "forced-mistakes/1"); ("setting"%text, Str "finite"); ("learner"%text, Str ""); ("adversary"%text, Str "")] ++
    print_class (concepts e) ++ [("lies"%text, natural (lies e))]) ++ print_optional "order" (fun o => Arr (map index o)) order).

Definition print_concept (i : nat) : json := Obj [("concept"%text, index i)].

Definition print_trace (t : trace) : list json :=
  print_header (trace_evidence t) (order t) :: print_rounds (played t) ++
  [print_footer (print_target print_concept (target t)) (trace_claims t) (print_evidence (trace_evidence t))].

Definition printable_order (e : evidence) (order : option (list nat)) : Prop :=
  match order with
  | Some o => Forall (fun x => N.of_nat x < points e) o /\ has_twice o = false /\ lies e = 0 /\ is_total (concepts e) = true
  | None => True
  end.

Definition writable (t : trace) : Prop :=
  printable_evidence max_levels (trace_evidence t) /\ printable_order (trace_evidence t) (order t) /\
  printable_rounds (points (trace_evidence t)) (played t) /\
  (forall i, target t = Some i -> N.of_nat i < N.of_nat (length (concepts (trace_evidence t)))) /\
  Forall (fun c => known c = true /\ printable_claim c) (trace_claims t).

Lemma order_read (e : evidence) (o : option (list nat)) : printable_order e o ->
  optional "order" (read_order (points e)) (print_header e o) = Some o /\ match o with Some _ => if lies e =? 0 then is_total (concepts e) else false | None => true end = true.
Proof.
  unfold optional, get, print_header; destruct o as [o |]; cbn -[read_order points map index]; [| split; reflexivity].
  intros (each & once & truth & total); split; [| rewrite truth; exact total].
  unfold read_order; cbn [as_list]; rewrite read_all_map, once by (revert each; apply Forall_impl; intro x; apply index_read); reflexivity.
Qed.

Lemma concept_read (rows : partial_table) (target : option nat) (cs : list claim) (witnesses : list (text * json)) :
  (forall i, target = Some i -> N.of_nat i < N.of_nat (length rows)) ->
  read_target (fun record => need only ["concept"]%text record in
    let* j := get "concept" record in as_index (N.of_nat (length rows)) j) (print_footer (print_target print_concept target) cs witnesses) =
  Some target.
Proof.
  intro small; unfold read_target, print_footer; destruct target as [i |]; [| reflexivity]; specialize (small i eq_refl).
  apply index_read in small; cbn -[as_index index]; rewrite small; reflexivity.
Qed.

(** A trace on a finite class that is printed is read as it was: deterministic or randomized, with or without lies, in an
    announced order or not.
    Idea: each of its records is read as it was printed. *)
Theorem finite_trace_read (t : trace) : writable t -> read_trace (print_trace t) = Some t.
Proof.
  destruct t as [e o g goal cs]; intros (good & ordered & all_rounds & of_goal & all_claims).
  cbn [trace_evidence order played target trace_claims] in *; unfold read_trace, print_trace; rewrite lines_read.
  cbn [header footer round_lines trace_evidence order played target trace_claims]; cbv zeta.
  assert (class := good); destruct class as (class & few & _); apply order_read in ordered as [ordered truth].
  assert (of_class : read_class (print_header e o) = Some (points e, concepts e))
    by (apply class_read; [exact class | reflexivity | reflexivity | reflexivity]).
  assert (of_lies : read_lies (concepts e) (print_header e o) = Some (lies e)).
  { unfold read_lies, optional; replace (get "lies" (print_header e o)) with (Some (natural (lies e))) by reflexivity.
    rewrite (natural_read _ _ (proj1 few)); cbv zeta; rewrite (proj2 few); reflexivity. }
  replace (has_text "format" "forced-mistakes/1" (print_header e o)) with true by reflexivity.
  replace (has_text "setting" "finite" (print_header e o)) with true by reflexivity.
  replace (get_text "learner" (print_header e o)) with (Some ""%text) by reflexivity.
  replace (get_text "adversary" (print_header e o)) with (Some ""%text) by reflexivity.
  match goal with |- context [only ?keys (print_header e o)] => replace (only keys (print_header e o)) with true by (destruct o; reflexivity) end.
  rewrite of_class, of_lies, ordered, truth, footer_claims.
  - replace (every known cs) with true by (symmetry; apply every_forall; rewrite Forall_forall in all_claims; intros c here; apply all_claims, here).
    rewrite concept_read by exact of_goal; unfold print_footer.
    rewrite (evidence_read max_levels), rounds_read by (reflexivity || assumption); reflexivity.
  - unfold print_evidence; destruct (mistake_tree e), (ranks e); reflexivity.
  - unfold print_evidence; destruct (mistake_tree e), (ranks e); reflexivity.
  - revert all_claims; apply Forall_impl; tauto.
Qed.

(** * What is printed is JSON that comes back *)

(** Members of an object, under which so many brackets are nested. *)
Definition fine (levels : nat) (members : list (text * json)) : Prop :=
  Forall (fun m => plain_text (fst m) /\ printable levels (snd m)) members.

Lemma fine_one (key : text) (depth levels : nat) (j : json) :
  plain_text key -> (depth <= levels)%nat -> printable depth j -> fine levels [(key, j)].
Proof. intros plain_key deep good; repeat constructor; [exact plain_key | apply (printable_deeper depth); assumption]. Qed.

(** There is room for so many brackets. *)
Ltac room := unfold max_levels; with_strategy transparent [max_depth] unfold max_depth; lia.

Lemma class_fine (levels : nat) (rows : partial_table) : (2 <= levels)%nat -> printable_class rows -> fine levels (print_class rows).
Proof.
  intros enough (_ & _ & _ & few & _); assert (each : Forall (fun r => printable 1 (print_row r)) rows)
    by (apply Forall_forall; intros r _; apply row_printable).
  repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]).
  - apply printable_text; vm_compute; exact I.
  - apply (index_printable _ max_points); [apply N.le_refl | exact few].
  - apply (printable_deeper 2); [apply printable_list, each | exact enough].
Qed.

Lemma evidence_fine (levels : nat) (e : evidence) :
  (5 <= levels)%nat -> printable_evidence levels e -> fine levels (("lies"%text, natural (lies e)) :: print_evidence e).
Proof.
  intros enough ((_ & few_rows & _ & few & _) & (truth & _) & tree & nodes); apply N.lt_le_incl in few.
  apply Forall_cons; [split; [vm_compute; repeat split | cbn [snd]] | apply Forall_app; split].
  - apply printable_natural, (short_below counts); [vm_compute; discriminate | exact truth].
  - destruct (mistake_tree e) as [t |]; [| constructor]; apply (fine_one _ levels).
    + vm_compute; repeat split.
    + apply Nat.le_refl.
    + exact (tree_printable _ _ _ _ few few_rows (tree t eq_refl)).
  - destruct (ranks e) as [ns |]; [| constructor]; destruct (nodes ns eq_refl) as (_ & few_nodes & each); apply (fine_one _ 5).
    + vm_compute; repeat split.
    + exact enough.
    + apply printable_list; revert each; apply Forall_impl; intro n; exact (node_printable _ _ 0 n few few_nodes).
Qed.

Lemma object_enough (members : list (text * json)) :
  fine max_levels members -> NoDup (map fst members) -> printable max_depth (Obj members) /\ bracketed (Obj members).
Proof.
  intros all once; split; [| exact I]; apply (printable_deeper (S max_levels)); [apply printable_obj; assumption | room].
Qed.

Lemma certificate_printable (c : certificate) :
  printable_evidence max_levels (certificate_evidence c) -> printable_bounds (certificate_claims c) ->
  Forall (fun j => printable max_depth j /\ bracketed j) (print_certificate c).
Proof.
  destruct c as [e bounds]; cbn [certificate_evidence certificate_claims]; intros good (_ & low & high & -> & small & small').
  constructor; [| constructor]; cbn [certificate_evidence certificate_claims]; apply object_enough.
  - assert (class := good); destruct class as (class & _).
    assert (more := evidence_fine max_levels _ ltac:(room) good); apply Forall_inv_tail in more as witnesses; apply Forall_inv in more.
    apply Forall_app; split; [| exact witnesses]; apply Forall_app; split; [| apply Forall_app; split; [constructor; [exact more | constructor] |]].
    + apply Forall_cons; [split; [vm_compute; repeat split | apply printable_text; vm_compute; repeat split] | exact (class_fine max_levels _ ltac:(room) class)].
    + destruct low as [k |], high as [r |]; cbn [bounds_of app map print_bound concat]; repeat apply Forall_cons; try apply Forall_nil.
      all: split; [vm_compute; repeat split | cbn [snd]; apply printable_natural, (short_below counts); [vm_compute; discriminate | auto]].
  - unfold print_evidence; destruct low, high, (mistake_tree e), (ranks e); apply different_keys; reflexivity.
Qed.

Lemma finite_trace_printable (t : trace) :
  writable t -> Forall (fun j => printable max_depth j /\ bracketed j) (print_trace t).
Proof.
  intros (good & ordered & all_rounds & of_goal & all_claims); assert (more := evidence_fine max_levels _ ltac:(room) good).
  assert (class := good); destruct class as (class & _); assert (few := class); destruct few as (_ & few_rows & _ & few & _).
  apply N.lt_le_incl in few; apply Forall_inv_tail in more as witnesses; apply Forall_inv in more.
  constructor; [| apply Forall_app; split; [| constructor; [| constructor]]].
  - apply object_enough; [apply Forall_app; split | unfold print_optional; destruct (order t); apply different_keys; reflexivity].
    + apply Forall_app; split; [| apply Forall_app; split; [exact (class_fine max_levels _ ltac:(room) class) | constructor; [exact more | constructor]]].
      repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | apply printable_text; vm_compute; repeat split]).
    + destruct (order t) as [o |]; [| constructor]; destruct ordered as (each & _); apply (fine_one _ 2); [vm_compute; repeat split | room |].
      apply printable_list; revert each; apply Forall_impl; intro x; exact (index_printable _ _ x few).
  - assert (one : forall x p l, N.of_nat x < points (trace_evidence t) -> (forall depth, printable depth p) ->
      printable max_depth (Obj [("x"%text, index x); ("predicted"%text, p); ("label"%text, sign_of l)]) /\
      bracketed (Obj [("x"%text, index x); ("predicted"%text, p); ("label"%text, sign_of l)])).
    { intros x p l small any; apply object_enough; [| apply different_keys; reflexivity].
      repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]); [| apply any | apply printable_sign].
      exact (index_printable _ _ x few small). }
    destruct (played t) as [rounds | rounds]; cbn [printable_rounds print_rounds] in *; apply Forall_map.
    + revert all_rounds; apply Forall_impl; intros r small; apply one; [exact small | intro; apply printable_sign].
    + destruct all_rounds as [_ each]; revert each; apply Forall_impl; intros r [small _]; apply one; [exact small | intro; apply printable_string].
  - apply object_enough; [| unfold print_evidence; destruct (mistake_tree _), (ranks _); apply different_keys; reflexivity].
    apply Forall_app; split; [| exact witnesses]; repeat apply Forall_cons; try apply Forall_nil; (split; [vm_compute; repeat split | cbn [snd]]).
    + apply (printable_deeper 1); [| room]; destruct (target t) as [i |]; [| constructor].
      cbn [print_target]; unfold print_concept; object; exact (index_printable _ _ i few_rows (of_goal i eq_refl)).
    + apply (printable_deeper 2); [| room].
      apply printable_list; revert all_claims; apply Forall_impl; intros c [_ small]; apply claim_printable, small.
    + apply printable_text; vm_compute; repeat split.
Qed.
