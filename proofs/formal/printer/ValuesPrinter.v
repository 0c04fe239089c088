(** A printer of certificates of values, and the proof that they are read as they were. *)

From Coq Require Import List NArith ZArith QArith Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim EveryElement.
From ForcedMistakes Require Import ConceptTable PartialTable TreeCertificate RankCertificate FiniteTrace FiniteReader ValuesFile.
From ForcedMistakes Require Import JsonPrinter JsonFieldPrinter FinitePrinter.
Import ListNotations.
Local Open Scope N_scope.
Local Opaque rational_digits max_digits max_points.

(** The list of entries, and the entry, are around a tree, too. *)
Definition levels_of_entry : nat := max_levels - 2.

Definition evidence_of (rows : partial_table) (lies : N) (tree : option tree) (ranks : option (list node)) : evidence :=
  {| concepts := rows; lies := lies; mistake_tree := tree; ranks := ranks |}.

Definition print_entry (rows : partial_table) (en : entry) : json :=
  match en with
  | Shown lies tree ranks (UniversalBound k) =>
      statement "universal bound" (mistakes (natural k) ++ ("lies"%text, natural lies) :: print_evidence (evidence_of rows lies tree ranks))
  | Shown lies tree ranks (UpperBound k) =>
      statement "upper bound" (mistakes (natural k) ++ ("lies"%text, natural lies) :: print_evidence (evidence_of rows lies tree ranks))
  | Shown _ _ _ _ => Null
  | InWorst k o => statement "worst order" (mistakes (natural k) ++ [("order"%text, Arr (map index o))])
  | InBest k o => statement "best order" (mistakes (natural k) ++ [("order"%text, Arr (map index o))])
  | Randomized lies q => statement "randomized dimension" (mistakes (string_of q) ++ [("lies"%text, natural lies)])
  end.

(** A lower bound has no ranks, an upper bound has no tree, and an order has all points. *)
Definition printable_entry (rows : partial_table) (en : entry) : Prop :=
  match en with
  | Shown lies tree ranks (UniversalBound k) => ranks = None /\ printable_evidence levels_of_entry (evidence_of rows lies tree ranks) /\ k < counts
  | Shown lies tree ranks (UpperBound k) => tree = None /\ printable_evidence levels_of_entry (evidence_of rows lies tree ranks) /\ k < counts
  | Shown _ _ _ _ => False
  | InWorst k o | InBest k o =>
      k < counts /\ Forall (fun x => N.of_nat x < N.of_nat (width rows)) o /\ has_twice o = false /\ length o = width rows /\
      is_total rows = true
  | Randomized lies q => printable_lies rows lies /\ printable_rational q
  end.

Definition print_values (v : values) : list json :=
  [Obj ((("format"%text, Str "forced-mistakes/values/1") :: print_class (class v)) ++
    [("values"%text, Arr (map (print_entry (class v)) (entries v)))])].

Definition writable (v : values) : Prop :=
  printable_class (class v) /\ entries v <> [] /\ Forall (printable_entry (class v)) (entries v).

Lemma bound_entry_read (rows : partial_table) (lies : N) (tree : option tree) (ranks : option (list node)) (k : N) (s : text) (record : json) :
  printable_evidence levels_of_entry (evidence_of rows lies tree ranks) -> k < counts ->
  record = statement s (mistakes (natural k) ++ ("lies"%text, natural lies) :: print_evidence (evidence_of rows lies tree ranks)) ->
  get_natural "mistakes" counts record = Some k /\ read_lies rows record = Some lies /\
  read_evidence (N.of_nat (width rows)) rows lies record = Some (evidence_of rows lies tree ranks).
Proof.
  intros good small ->; split; [| split].
  - exact (natural_read counts k small).
  - destruct good as (_ & few & _); cbn [evidence_of FiniteTrace.lies] in few; unfold read_lies, optional.
    match goal with |- context [get "lies" ?r] => change (get "lies" r) with (Some (natural lies)) end.
    destruct few as [few total]; cbv beta iota zeta; rewrite (natural_read counts lies few); cbn [evidence_of concepts FiniteTrace.lies] in total; rewrite total; reflexivity.
  - exact (evidence_read levels_of_entry (evidence_of rows lies tree ranks) [("statement"%text, Str s); ("mistakes"%text, natural k); ("lies"%text, natural lies)]
      good eq_refl eq_refl).
Qed.

Lemma order_entry_read (rows : partial_table) (points : N) (k : N) (o : list nat) (s : text) (record : json) :
  k < counts -> Forall (fun x => N.of_nat x < points) o -> has_twice o = false -> N.of_nat (length o) = points ->
  record = statement s (mistakes (natural k) ++ [("order"%text, Arr (map index o))]) ->
  read_lies rows record = Some 0 /\ get_natural "mistakes" counts record = Some k /\
  (let* j := get "order" record in read_order points j) = Some o /\ (N.of_nat (length o) =? points) = true.
Proof.
  intros small each once long ->; split; [reflexivity | split; [exact (natural_read counts k small) | split; [| apply N.eqb_eq, long]]].
  cbn -[read_order index map]; unfold read_order; cbn [as_list].
  rewrite read_all_map, once by (revert each; apply Forall_impl; intro x; apply index_read); reflexivity.
Qed.

(** Go where the statement leads. *)
Ltac branch := repeat match goal with |- context [text_eqb ?a ?b] => let v := eval vm_compute in (text_eqb a b) in change (text_eqb a b) with v end;
  cbv beta iota zeta.

(** Read an entry with an order, whose statement is the name. *)
Ltac ordered rows k o name :=
  intros (small & each & once & long & total);
  destruct (order_entry_read rows _ k o name _ small each once (f_equal N.of_nat long) eq_refl) as (of_lies & of_k & of_o & enough);
  unfold read_entry; cbn [print_entry]; revert of_k of_lies of_o; set (record := statement _ _); intros of_k of_lies of_o;
  replace (get_text "statement" record) with (Some name) by reflexivity; branch;
  rewrite of_lies; cbv beta iota; rewrite total, of_k; destruct (get "order" record) as [j |]; [| discriminate of_o]; rewrite of_o, enough;
  replace (only _ record) with true by reflexivity; reflexivity.

Lemma entry_read (rows : partial_table) (en : entry) :
  printable_entry rows en -> read_entry (N.of_nat (width rows)) rows (print_entry rows en) = Some (Some en).
Proof.
  destruct en as [lies tree ranks c | k o | k o | lies q].
  - destruct c as [| k | q | k | k | k | k]; try (intros []; fail).
    + intros (-> & good & small).
      destruct (bound_entry_read rows lies tree None k "universal bound" _ good small eq_refl) as (of_k & of_lies & of_evidence).
      unfold read_entry; cbn [print_entry]; revert of_k of_lies of_evidence; set (record := statement _ _); intros of_k of_lies of_evidence.
      replace (get_text "statement" record) with (Some "universal bound"%text) by reflexivity; branch.
      rewrite of_k, of_lies, of_evidence; replace (only _ record) with true by (unfold record; destruct tree; reflexivity); reflexivity.
    + intros (-> & good & small).
      destruct (bound_entry_read rows lies None ranks k "upper bound" _ good small eq_refl) as (of_k & of_lies & of_evidence).
      unfold read_entry; cbn [print_entry]; revert of_k of_lies of_evidence; set (record := statement _ _); intros of_k of_lies of_evidence.
      replace (get_text "statement" record) with (Some "upper bound"%text) by reflexivity; branch.
      rewrite of_k, of_lies, of_evidence; replace (only _ record) with true by (unfold record; destruct ranks; reflexivity); reflexivity.
  - ordered rows k o ("worst order"%text).
  - ordered rows k o ("best order"%text).
  - intros [[few total] reduced]; apply (natural_read counts) in few; apply string_read in reduced; unfold read_entry.
    cbn [print_entry]; unfold read_lies, optional, get_rational, get_text, get; cbn -[as_natural as_rational natural string_of counts].
    rewrite few, reduced; cbv zeta; rewrite total; reflexivity.
Qed.

(** A certificate of values that is printed is read as it was.
    Idea: each of its entries is read as it was printed. *)
Theorem values_read (v : values) : writable v -> read_values (print_values v) = Some v.
Proof.
  destruct v as [rows all]; unfold writable, print_values; cbn [class entries]; intros (good & some & each).
  unfold read_values; set (record := Obj _).
  assert (of_class : read_class record = Some (N.of_nat (width rows), rows)) by (apply class_read; [exact good | reflexivity ..]).
  replace (has_text "format" "forced-mistakes/values/1" record) with true by reflexivity.
  replace (only _ record) with true by reflexivity; rewrite of_class.
  replace (optional "tables" as_list record) with (Some (@None (list json))) by reflexivity.
  replace (get_list "values" record) with (Some (map (print_entry rows) all)) by reflexivity.
  assert (read : read_all (read_entry (N.of_nat (width rows)) rows) (map (print_entry rows) all) = Some (map Some all)).
  { assert (through : forall l, Forall (printable_entry rows) l -> forall done,
      read_all_onto (read_entry (N.of_nat (width rows)) rows) (map (print_entry rows) l) done = Some (rev' done ++ map Some l)).
    { induction 1 as [| en l one _ IH]; intro done; cbn [map read_all_onto]; [rewrite app_nil_r; reflexivity |].
      rewrite (entry_read rows en one), IH; unfold rev'; rewrite <- !rev_alt; cbn [rev]; rewrite <- app_assoc; reflexivity. }
    exact (through all each []). }
  rewrite read; replace (some_of (map Some all)) with all by (clear; induction all as [| en all IH]; cbn; congruence).
  destruct all; [congruence | reflexivity].
Qed.

Lemma values_printable (v : values) : writable v -> Forall (fun j => printable max_depth j /\ bracketed j) (print_values v).
Proof.
  destruct v as [rows all]; unfold writable, print_values; cbn [class entries]; intros (good & _ & each).
  assert (few := good); destruct few as (_ & _ & _ & few & _); apply N.lt_le_incl in few.
  constructor; [| constructor]; apply object_enough; [apply Forall_app; split | apply different_keys; reflexivity].
  - apply Forall_cons; [split; [vm_compute; repeat split | apply printable_text; vm_compute; repeat split] |].
    exact (class_fine max_levels _ ltac:(room) good).
  - apply (fine_one _ (2 + levels_of_entry)); [vm_compute; repeat split | unfold levels_of_entry; room |].
    apply (printable_list (1 + levels_of_entry)); revert each; apply Forall_impl; intros en one.
    assert (begins : forall s : text, plain_text s -> fine levels_of_entry [("statement"%text, Str s)])
      by (intros s plain_s; apply (fine_one _ 0); [vm_compute; repeat split | unfold levels_of_entry; room | apply printable_text, plain_s]).
    assert (of_k : forall k, k < counts -> fine levels_of_entry (mistakes (natural k)))
      by (intros k small; apply (fine_one _ 0); [vm_compute; repeat split | unfold levels_of_entry; room |
        apply printable_natural, (short_below counts); [vm_compute; discriminate | exact small]]).
    assert (whole : forall s members, plain_text s -> fine levels_of_entry members -> NoDup (map fst (("statement"%text, Str s) :: members)) ->
      printable (1 + levels_of_entry) (statement s members)).
    { intros s members plain_s all_fine once; apply printable_obj; [| exact once]; apply (proj2 (Forall_app _ [_] members)).
      split; [apply begins, plain_s | exact all_fine]. }
    assert (of_order : forall k o, k < counts -> Forall (fun x => N.of_nat x < N.of_nat (width rows)) o ->
      fine levels_of_entry (mistakes (natural k) ++ [("order"%text, Arr (map index o))])).
    { intros k o small all_small; apply Forall_app; split; [apply of_k, small |].
      apply (fine_one _ 2); [vm_compute; repeat split | unfold levels_of_entry; room |].
      apply printable_list; revert all_small; apply Forall_impl; intro x; exact (index_printable _ _ x few). }
    destruct en as [lies tree ranks c | k o | k o | lies q]; cbn [printable_entry print_entry] in *.
    + assert (bound : forall k, printable_evidence levels_of_entry (evidence_of rows lies tree ranks) -> k < counts ->
        fine levels_of_entry (mistakes (natural k) ++ ("lies"%text, natural lies) :: print_evidence (evidence_of rows lies tree ranks)))
        by (intros k of_e small; apply Forall_app; split; [apply of_k, small | exact (evidence_fine levels_of_entry _ ltac:(unfold levels_of_entry; room) of_e)]).
      destruct c as [| k | q | k | k | k | k]; try contradiction; destruct one as (-> & good_e & small).
      * apply whole; [vm_compute; repeat split | apply bound; assumption | destruct tree; apply different_keys; reflexivity].
      * apply whole; [vm_compute; repeat split | apply bound; assumption | destruct ranks; apply different_keys; reflexivity].
    + destruct one as (small & each & _); apply whole; [vm_compute; repeat split | apply of_order; assumption | apply different_keys; reflexivity].
    + destruct one as (small & each & _); apply whole; [vm_compute; repeat split | apply of_order; assumption | apply different_keys; reflexivity].
    + destruct one as [[few_lies _] _]; apply whole; [vm_compute; repeat split | | apply different_keys; reflexivity].
      apply Forall_app; split; (apply (fine_one _ 0); [vm_compute; repeat split | unfold levels_of_entry; room |]).
      * apply printable_string.
      * apply printable_natural, (short_below counts); [vm_compute; discriminate | exact few_lies].
Qed.
