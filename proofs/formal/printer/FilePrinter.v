(** A printer of files, and the proof that the judge reads back what was printed. *)

From Coq Require Import List NArith QArith Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines JsonPrinter JsonFieldPrinter Judge.
From ForcedMistakes Require HalfspaceTrace HingeTrace FiniteTrace FiniteReader ValuesFile MarginFile HalfspacePrinter.
From ForcedMistakes Require FinitePrinter ValuesPrinter MarginPrinter.
Import ListNotations.
Local Opaque rational_digits max_digits.

Definition records_of (c : contents) : list json :=
  match c with
  | HalfspaceGame t => HalfspacePrinter.print_trace t
  | HingeGame t => HalfspacePrinter.print_hinge t
  | ClassGame t => FinitePrinter.print_trace t
  | ClassBounds c => FinitePrinter.print_certificate c
  | ClassValues v => ValuesPrinter.print_values v
  | GameWithTrees t => MarginPrinter.print_margin_trace t
  | DimensionBounds c => MarginPrinter.print_margin_certificate c
  end.

(** A record a line. *)
Definition print_file (c : contents) : list text := map print_line (records_of c).

(** Indices are in range, nothing that has to be different is there twice, rationals are in lowest terms, no number or
    list is too long, and no tree is too deep. *)
Definition writable (c : contents) : Prop :=
  match c with
  | HalfspaceGame t =>
      HalfspacePrinter.writable t /\ (0 < HalfspaceTrace.margin_squared t)%Q /\ printable_rational (HalfspaceTrace.margin_squared t)
  | HingeGame t => HalfspacePrinter.writable_hinge t
  | ClassGame t => FinitePrinter.writable t
  | ClassBounds c =>
      FinitePrinter.printable_evidence FinitePrinter.max_levels (FiniteTrace.certificate_evidence c) /\
      FinitePrinter.printable_bounds (FiniteTrace.certificate_claims c)
  | ClassValues v => ValuesPrinter.writable v
  | GameWithTrees t => MarginPrinter.writable_trace t
  | DimensionBounds c => MarginPrinter.writable_certificate c
  end.

(** A reader refuses games of another setting. *)
Lemma other_setting (setting its_setting : text) (its_keys : list text) (members : list (text * json)) (between : list json) (last : json) :
  text_eqb setting its_setting = false ->
  HalfspaceTrace.read_game its_setting its_keys (Obj (("format"%text, Str "forced-mistakes/1") :: ("setting"%text, Str setting) :: members) :: between ++ [last]) =
  None.
Proof.
  intro other; unfold HalfspaceTrace.read_game; rewrite lines_read; unfold get_text, get; cbn -[only]; rewrite other; reflexivity.
Qed.

(** The reader of other traces does not know the key of mistake trees. *)
Lemma with_trees (t : MarginFile.margin_trace) :
  MarginPrinter.writable_trace t -> HalfspaceTrace.read (MarginPrinter.print_margin_trace t) = None.
Proof.
  intros ((some & _) & above & reduced & _); apply string_read in reduced; apply HalfspacePrinter.positive_true in above.
  unfold HalfspaceTrace.read, HalfspaceTrace.read_with, MarginPrinter.print_margin_trace.
  rewrite HalfspacePrinter.game_read by (reflexivity || exact some); cbn [header footer hd HalfspacePrinter.print_game app].
  unfold get_rational, get, HalfspaceTrace.read_unit_norm; cbn -[read_claims string_of as_rational HalfspaceTrace.positive print_footer].
  rewrite reduced, above; reflexivity.
Qed.

(** The file that is printed is read as what it was, whatever kind of file the judge reads.
    Source: docs/formats.md.
    Idea: JSON comes back as it was printed, and so does each record, key by key. *)
Theorem printed_file_is_read (c : contents) : writable c -> read_file (print_file c) = Some c.
Proof.
  intro good; assert (lines : read_lines (print_file c) = Some (records_of c)).
  { apply reading_gives_back_what_was_printed; destruct c as [t | t | t | c | v | t | c]; cbn [records_of].
    - apply HalfspacePrinter.halfspace_trace_printable, good.
    - apply HalfspacePrinter.hinge_trace_printable, good.
    - apply FinitePrinter.finite_trace_printable, good.
    - destruct good as [evidence bounds]; apply FinitePrinter.certificate_printable; assumption.
    - apply ValuesPrinter.values_printable, good.
    - apply MarginPrinter.margin_trace_printable, good.
    - apply MarginPrinter.margin_certificate_printable, good. }
  unfold read_file; rewrite lines; destruct c as [t | t | t | c | v | t | c]; cbn [records_of].
  - destruct good as (good & above & reduced); rewrite HalfspacePrinter.halfspace_trace_read by assumption; reflexivity.
  - unfold HalfspaceTrace.read at 1, HalfspaceTrace.read_with at 1, HalfspacePrinter.print_hinge at 1, HalfspacePrinter.print_game at 1.
    cbn [app]; rewrite other_setting by reflexivity.
    rewrite HalfspacePrinter.hinge_trace_read by exact good; reflexivity.
  - unfold HalfspaceTrace.read at 1, HalfspaceTrace.read_with at 1, HingeTrace.read_hinge at 1.
    unfold FinitePrinter.print_trace at 1 2, FinitePrinter.print_header at 1 2; cbn [app].
    rewrite !other_setting by reflexivity; rewrite FinitePrinter.finite_trace_read by exact good; reflexivity.
  - destruct good as [evidence bounds]; rewrite FinitePrinter.certificate_read by assumption; reflexivity.
  - rewrite ValuesPrinter.values_read by exact good; reflexivity.
  - rewrite (with_trees t good), MarginPrinter.margin_trace_read by exact good.
    unfold MarginPrinter.print_margin_trace, HalfspacePrinter.print_game; cbn [app].
    unfold HingeTrace.read_hinge; rewrite other_setting by reflexivity.
    unfold FiniteReader.read_trace; rewrite lines_read.
    destruct (HalfspaceTrace.rounds (MarginFile.game t)); reflexivity.
  - rewrite MarginPrinter.margin_certificate_read by exact good; reflexivity.
Qed.

(** * Files of each kind *)

Definition half_game (s2 : Q) (cs : list claim) : HalfspaceTrace.trace := {|
  HalfspaceTrace.dimension := 1; HalfspaceTrace.margin_squared := 1 # 4; HalfspaceTrace.unit_norm := true;
  HalfspaceTrace.rounds := [{|
    HalfspaceTrace.point := [(0%N, 1%Q)]; HalfspaceTrace.predicted := true; HalfspaceTrace.label := false |}];
  HalfspaceTrace.stored_target := Some ([(0%N, (-1 # 1)%Q)], s2); HalfspaceTrace.claims := cs |}.

Definition two_concepts (others : PartialTable.partial_row) : FiniteTrace.evidence := {|
  FiniteTrace.concepts := [Some false :: others; Some true :: others]; FiniteTrace.lies := 0;
  FiniteTrace.mistake_tree := Some (TreeCertificate.Branch 0 (TreeCertificate.Leaf 0) (TreeCertificate.Leaf 1));
  FiniteTrace.ranks := None |}.

Definition one_axis : Blocks.blocks := {| Blocks.axes := 1; Blocks.trees := [] |}.

(** One of each kind, and one on a partial class. *)
Definition examples_of_contents : list contents := [
  HalfspaceGame (half_game (1 # 4) [Realizable; RunBound 1; UniversalBound 1]);
  HingeGame {|
    HingeTrace.game := {|
      HalfspaceTrace.dimension := 1; HalfspaceTrace.margin_squared := 0; HalfspaceTrace.unit_norm := true;
      HalfspaceTrace.rounds := HalfspaceTrace.rounds (half_game 1 []);
      HalfspaceTrace.stored_target := HalfspaceTrace.stored_target (half_game 1 []);
      HalfspaceTrace.claims := [Realizable; RunBound 1; UniversalBound 1] |};
    HingeTrace.budget := 0; HingeTrace.most_norm := 1; HingeTrace.root := 1 |};
  ClassGame {|
    FiniteTrace.trace_evidence := two_concepts []; FiniteTrace.order := None;
    FiniteTrace.played := FiniteTrace.Deterministic [{|
      FiniteTrace.x := 0; FiniteTrace.predicted := false; FiniteTrace.y := true |}];
    FiniteTrace.target := Some 1%nat; FiniteTrace.trace_claims := [Realizable; RunBound 1; UniversalBound 1] |};
  ClassBounds {| FiniteTrace.certificate_evidence := two_concepts []; FiniteTrace.certificate_claims := [UniversalBound 1] |};
  ClassBounds {| FiniteTrace.certificate_evidence := two_concepts [None]; FiniteTrace.certificate_claims := [UniversalBound 1] |};
  ClassValues {|
    ValuesFile.class := FiniteTrace.concepts (two_concepts []);
    ValuesFile.entries := [
      ValuesFile.Shown 0 (FiniteTrace.mistake_tree (two_concepts [])) None (UniversalBound 1);
      ValuesFile.Randomized 0 (1 # 2)] |};
  GameWithTrees {|
    MarginFile.game := half_game (1 # 4) [Realizable; RunBound 1; UniversalBound 1]; MarginFile.lower := Some one_axis |};
  DimensionBounds {|
    MarginFile.in_dimension := 1; MarginFile.at_margin := 1 # 4; MarginFile.witness := one_axis; MarginFile.bounds := [1%N] |}].

Lemma one_digit (n : N) : (n < 10 -> n < 10 ^ N.of_nat rational_digits)%N.
Proof.
  intro small; apply (N.lt_le_trans _ (10 ^ 1) _ small), N.pow_le_mono_r; [discriminate |].
  with_strategy transparent [rational_digits] unfold rational_digits; lia.
Qed.

(** Each kind of contents has some that can be written, and a file of it is valid: so [printed_file_is_read] is about
    files of all kinds. *)
Theorem each_kind_is_printed :
  Forall (fun c => writable c /\ judge (print_file c) = Valid) examples_of_contents.
Proof.
  repeat apply Forall_cons; try apply Forall_nil; (split; [| vm_compute; reflexivity]).
  all: repeat match goal with
  | |- True => exact I
  | |- _ /\ _ => split
  | |- exists low high : option N, _ => exists (Some 1%N), None
  | |- Forall ?P ?l => let all := eval hnf in l in change (Forall P all); constructor
  | |- forall x, ?o = Some x -> _ =>
      let found := eval hnf in o in change o with found; intros ? same; (discriminate same || injection same as <-)
  | |- (1 <= _)%nat => repeat constructor
  | |- _ = Gt -> False => vm_compute; discriminate
  | |- _ <> _ => discriminate
  | |- short _ => apply (short_below 2); [discriminate | reflexivity]
  | |- (_ < 10 ^ N.of_nat rational_digits)%N => apply one_digit; reflexivity
  | |- (_ < _)%N => vm_compute; reflexivity
  | |- _ = Lt => vm_compute; reflexivity
  | |- _ = _ => reflexivity
  | |- Exists _ _ => constructor
  | |- _ => progress hnf
  end.
Qed.
