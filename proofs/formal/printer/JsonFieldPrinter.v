(** A printer of what records of a file hold under their keys, and the proof that it is read back. *)

From Coq Require Import List NArith ZArith QArith Lia.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim TraceLines EveryElement JsonPrinter.
From Coq.Strings Require Byte.
Import ListNotations.
Local Open Scope N_scope.

(** * Digits *)

Definition digits_of (n : N) : list byte := map digit_byte (decimal (pred rational_digits) n).

Lemma digit_byte_is (P : byte -> Prop) :
  Forall P ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"]%byte -> forall d, P (digit_byte d).
Proof.
  intros all d; rewrite Forall_forall in all; apply all; destruct d as [| p]; [left; reflexivity |].
  repeat (destruct p as [p | p |]; try (cbn; tauto)).
Qed.

Lemma read_digits_from (ds : list N) (value : N) (at_most : nat) :
  Forall (fun d => d < 10) ds -> (length ds <= at_most)%nat ->
  digits_from value at_most (text_of_bytes (map digit_byte ds)) = Some (fold_left (fun v d => 10 * v + d) ds value).
Proof.
  intro all; revert value at_most; induction all as [| d ds small _ IH]; intros value at_most short.
  - destruct at_most; reflexivity.
  - destruct at_most as [| at_most]; cbn [length] in short; [lia |].
    cbn [map text_of_bytes digits_from fold_left]; rewrite (digit_of_byte d small); apply IH; lia.
Qed.

Local Opaque rational_digits max_digits.

Lemma digits_of_spec (n : N) : n < 10 ^ N.of_nat rational_digits ->
  exists first rest, digits_of n = digit_byte first :: rest /\ first < 10 /\ (first = 0 -> n = 0) /\
    digits (text_of_bytes (digits_of n)) = Some n.
Proof.
  intros small; assert (some : S (pred rational_digits) = rational_digits)
    by (with_strategy transparent [rational_digits] unfold rational_digits; lia).
  destruct (decimal_spec (pred rational_digits) n) as (first & rest & E & few & all & value & leads & short);
    [rewrite some; exact small |].
  exists first, (map digit_byte rest); unfold digits_of; rewrite E; repeat split; [exact few | |].
  - intros ->; destruct leads as [-> | leads]; [cbn in value; congruence | congruence].
  - cbn [map text_of_bytes]; unfold digits.
    change (Char (digit_byte first) (text_of_bytes (map digit_byte rest))) with (text_of_bytes (map digit_byte (first :: rest))).
    rewrite read_digits_from; [cbn [fold_left]; rewrite <- value; f_equal; f_equal; lia | constructor; assumption | cbn [length]; lia].
Qed.

(** * Rationals *)

Definition print_below (d : positive) : list byte := if Pos.eqb d 1 then [] else "/"%byte :: digits_of (Npos d).

Definition print_rational (q : Q) : text := text_of_bytes (
  (if (Qnum q <? 0)%Z then ["-"%byte] else []) ++ digits_of (Z.abs_N (Qnum q)) ++ print_below (Qden q)).

(** In lowest terms, and not too long. *)
Definition printable_rational (q : Q) : Prop :=
  Qred q = q /\ Z.abs_N (Qnum q) < 10 ^ N.of_nat rational_digits /\ Npos (Qden q) < 10 ^ N.of_nat rational_digits.

Lemma split_digits (ds : list N) (rest : list byte) :
  split_at_slash (text_of_bytes (map digit_byte ds ++ rest)) =
  let (above, below) := split_at_slash (text_of_bytes rest) in (text_of_bytes (map digit_byte ds ++ bytes_of_text above), below).
Proof.
  induction ds as [| d ds IH]; cbn [map app text_of_bytes].
  - destruct (split_at_slash _) as [above below]; f_equal; symmetry; clear; induction above; cbn; congruence.
  - assert (skip : forall t, split_at_slash (Char (digit_byte d) t) =
      let (above, below) := split_at_slash t in (Char (digit_byte d) above, below))
      by (apply (digit_byte_is (fun b => forall t, split_at_slash (Char b t) = let (above, below) := split_at_slash t in (Char b above, below)));
        repeat constructor).
    rewrite skip, IH; destruct (split_at_slash (text_of_bytes rest)) as [above below]; reflexivity.
Qed.

Lemma rational_plus (d : N) (t : text) : rational (Char (digit_byte d) t) = after_sign false (Char (digit_byte d) t).
Proof. apply (digit_byte_is (fun b => rational (Char b t) = after_sign false (Char b t))); repeat constructor. Qed.

Lemma rational_minus (t : text) : rational (Char "-"%byte t) = after_sign true t.
Proof. reflexivity. Qed.

Lemma after_sign_read (negative : bool) (n : N) (d : positive) :
  let q := ((if negative then Z.opp (Z.of_N n) else Z.of_N n) # d)%Q in
  n < 10 ^ N.of_nat rational_digits -> Npos d < 10 ^ N.of_nat rational_digits -> Qred q = q ->
  after_sign negative (text_of_bytes (digits_of n ++ print_below d)) =
  Some q.
Proof.
  intros q small small_d lowest; destruct (digits_of_spec n small) as (first & rest & begins & few & _ & value).
  destruct (digits_of_spec _ small_d) as (first_d & rest_d & begins_d & few_d & nonzero & value_d).
  assert (splits : split_at_slash (text_of_bytes (digits_of n ++ print_below d)) =
    (text_of_bytes (digits_of n), if Pos.eqb d 1 then None else Some (text_of_bytes (digits_of (Npos d))))).
  { unfold digits_of at 1; rewrite split_digits; unfold print_below; destruct (Pos.eqb d 1); cbn; rewrite app_nil_r; reflexivity. }
  assert (other : digit_byte first_d <> "0"%byte).
  { intro zero; assert (same := digit_of_byte first_d few_d); rewrite zero in same; injection same; intro none.
    specialize (nonzero (eq_sym none)); discriminate. }
  assert (skip : forall A (a c : A), match digit_byte first_d with "0"%byte => a | _ => c end = c).
  { revert other; apply (digit_byte_is (fun b => b <> "0"%byte -> forall A (a c : A), match b with "0"%byte => a | _ => c end = c)).
    repeat constructor; congruence. }
  unfold after_sign; rewrite splits, value; cbv zeta; fold q.
  destruct (Pos.eqb_spec d 1) as [-> | several]; [reflexivity |]; rewrite begins_d in *; cbn [text_of_bytes] in *.
  rewrite skip, value_d; fold q; rewrite lowest; reflexivity.
Qed.

Lemma print_rational_read (q : Q) : printable_rational q -> rational (print_rational q) = Some q.
Proof.
  intros (lowest & small & small_d); unfold print_rational; destruct q as [n d]; cbn [Qnum Qden] in *.
  assert (sign : (if (n <? 0)%Z then Z.opp (Z.of_N (Z.abs_N n)) else Z.of_N (Z.abs_N n)) = n)
    by (destruct (Z.ltb_spec n 0); lia).
  assert (read := after_sign_read (n <? 0)%Z (Z.abs_N n) d small small_d); cbv zeta in read; rewrite sign in read.
  specialize (read lowest); destruct (n <? 0)%Z; cbn [app text_of_bytes]; [rewrite rational_minus; exact read |].
  destruct (digits_of_spec _ small) as (first & rest & begins & _); rewrite begins in *; cbn [app text_of_bytes] in *.
  rewrite rational_plus; exact read.
Qed.

Lemma plain_bytes (bytes : list byte) : Forall (fun b => plain b = true) bytes -> plain_text (text_of_bytes bytes).
Proof. induction 1; cbn [text_of_bytes plain_text]; auto. Qed.

Lemma plain_rational (q : Q) : plain_text (print_rational q).
Proof.
  assert (plain_digits : forall n, Forall (fun b => plain b = true) (digits_of n)).
  { intro n; apply Forall_map, Forall_forall; intros d _; apply digit_byte_is; repeat constructor. }
  apply plain_bytes, Forall_app; split; [destruct (_ <? _)%Z; repeat constructor |].
  apply Forall_app; split; [apply plain_digits |]; unfold print_below; destruct (Pos.eqb _ _); repeat (constructor; [reflexivity |]); auto.
Qed.

(** * Values *)

Definition natural (n : N) : json := Int (Z.of_N n).
Definition string_of (q : Q) : json := Str (print_rational q).
Definition sign_of (b : bool) : json := Int (if b then 1 else -1).

Lemma natural_read (bound n : N) : n < bound -> as_natural bound (natural n) = Some n.
Proof. intro small; destruct n; cbn; rewrite (proj2 (N.ltb_lt _ _) small); reflexivity. Qed.

Lemma string_read (q : Q) : printable_rational q -> as_rational (string_of q) = Some q.
Proof. apply print_rational_read. Qed.

Lemma read_all_map {A B : Type} (read : B -> option A) (write : A -> B) (l : list A) :
  Forall (fun a => read (write a) = Some a) l -> read_all read (map write l) = Some l.
Proof.
  intro all; unfold read_all; enough (onto : forall done, read_all_onto read (map write l) done = Some (rev' done ++ l)) by apply onto.
  induction all as [| a l one _ IH]; intro done; cbn [map read_all_onto]; [rewrite app_nil_r; reflexivity |].
  rewrite one, IH; unfold rev'; rewrite <- !rev_alt; cbn [rev]; rewrite <- app_assoc; reflexivity.
Qed.

(** Of as many digits as the reader takes, or fewer. *)
Definition short (n : N) : Prop := n < 10 ^ N.of_nat max_digits.

Lemma short_power (exponent : nat) (n : N) : (exponent <= max_digits)%nat -> n < 10 ^ N.of_nat exponent -> short n.
Proof. intros few small; apply (N.lt_le_trans _ _ _ small), N.pow_le_mono_r; [discriminate | lia]. Qed.

Lemma short_below (bound n : N) : bound <= 10 ^ 20 -> n < bound -> short n.
Proof.
  intros few small; apply (short_power 20); [with_strategy transparent [max_digits] unfold max_digits; lia |].
  exact (N.lt_le_trans _ _ _ small few).
Qed.

Lemma printable_natural (depth : nat) (n : N) : short n -> printable depth (natural n).
Proof. intro small; constructor; destruct n; exact small. Qed.

Lemma printable_text (depth : nat) (s : text) : plain_text s -> printable depth (Str s).
Proof. intro all; constructor; exact all. Qed.

Lemma printable_string (depth : nat) (q : Q) : printable depth (string_of q).
Proof. constructor; apply plain_rational. Qed.

Lemma printable_sign (depth : nat) (b : bool) : printable depth (sign_of b).
Proof. constructor; apply (short_below 2); [vm_compute; discriminate | destruct b; reflexivity]. Qed.

Lemma printable_list {A : Type} (depth : nat) (write : A -> json) (l : list A) :
  Forall (fun a => printable depth (write a)) l -> printable (S depth) (Arr (map write l)).
Proof. intro all; constructor; apply Forall_map, all. Qed.

Lemma printable_deeper (depth more : nat) (j : json) : printable depth j -> (depth <= more)%nat -> printable more j.
Proof.
  revert more j; induction depth as [| depth IH]; intros more j good deep; destruct more as [| more]; try lia;
    inversion good as [? | ? b | ? z small | ? s all | ? items all | ? members all new]; subst; constructor; try assumption.
  - revert all; apply Forall_impl; intros a one; apply IH; [exact one | lia].
  - revert all; apply Forall_impl; intros a [plain_key one]; split; [exact plain_key | apply IH; [exact one | lia]].
Qed.

Lemma text_eqb_same (s : text) : text_eqb s s = true.
Proof. induction s as [| b s IH]; [reflexivity |]; cbn [text_eqb]; rewrite (Byte.byte_dec_lb (eq_refl b)); exact IH. Qed.

Fixpoint keys_differ (keys : list text) : bool :=
  match keys with
  | [] => true
  | key :: rest => every (fun other => negb (text_eqb key other)) rest and_then keys_differ rest
  end.

Lemma different_keys (keys : list text) : keys_differ keys = true -> NoDup keys.
Proof.
  induction keys as [| key keys IH]; cbn [keys_differ]; [constructor |]; destruct (every _ keys) eqn:others; [| discriminate].
  intro rest; constructor; [| exact (IH rest)]; intro here; rewrite every_forall in others.
  specialize (others key here); cbv beta in others; rewrite text_eqb_same in others; discriminate.
Qed.

(** Prove of an object with keys that stand there that it is printable, but for its values. *)
Ltac object :=
  constructor; [repeat (apply Forall_cons; [split; [vm_compute; repeat split | cbn [snd]] |]); [.. | apply Forall_nil]
  | apply different_keys; reflexivity].

(** * Claims *)

Definition statement (s : text) (more : list (text * json)) : json := Obj (("statement"%text, Str s) :: more).
Definition mistakes (j : json) : list (text * json) := [("mistakes"%text, j)].

Definition print_claim (c : claim) : json :=
  match c with
  | Realizable => statement "realizable" []
  | RunBound k => statement "run bound" (mistakes (natural k))
  | ExpectedMistakes q => statement "expected mistakes" (mistakes (string_of q))
  | UniversalBound k => statement "universal bound" (mistakes (natural k))
  | UpperBound k => statement "upper bound" (mistakes (natural k))
  | AnnouncedOrder k => statement "announced order" (mistakes (natural k))
  | SpanBound k => statement "span bound" (mistakes (natural k))
  end.

Definition printable_claim (c : claim) : Prop :=
  match c with
  | Realizable => True
  | ExpectedMistakes q => printable_rational q
  | RunBound k | UniversalBound k | UpperBound k | AnnouncedOrder k | SpanBound k => k < counts
  end.

Lemma claim_read (c : claim) : printable_claim c -> read_claim (print_claim c) = Some c.
Proof.
  destruct c as [| k | q | k | k | k | k]; cbn [printable_claim print_claim]; intro small; [reflexivity |..].
  2: assert (read := string_read q small).
  1, 3-6: assert (read := natural_read counts k small).
  all: revert read; unfold read_claim, statement, mistakes, get_natural, get_rational; cbn -[as_natural as_rational natural string_of counts].
  all: intros ->; reflexivity.
Qed.

Lemma claim_printable (depth : nat) (c : claim) : printable_claim c -> printable (S depth) (print_claim c).
Proof.
  intro small; destruct c as [| k | q | k | k | k | k]; cbn [printable_claim print_claim] in *; unfold statement, mistakes; object.
  all: first [apply printable_string | apply printable_natural; apply (short_below counts); [vm_compute; discriminate | exact small]
    | apply printable_text; vm_compute; repeat split].
Qed.

(** * The lines of a trace *)

Lemma lines_read (top last : json) (between : list json) :
  split_lines (top :: between ++ [last]) = Some {| header := top; round_lines := between; footer := last |}.
Proof. unfold split_lines, rev'; rewrite <- rev_alt, rev_app_distr; cbn [rev app]; rewrite <- rev_alt, rev_involutive; reflexivity. Qed.

Definition print_footer (target : json) (cs : list claim) (witnesses : list (text * json)) : json :=
  Obj ([("target"%text, target); ("claims"%text, Arr (map print_claim cs)); ("termination"%text, Str "finished")] ++ witnesses).

Definition print_target {T : Type} (print : T -> json) (target : option T) : json :=
  match target with Some u => print u | None => Null end.

Lemma footer_claims (cs : list claim) (target : json) (witnesses : list (text * json)) (keys : list text) :
  only (["target"; "claims"; "termination"; "fault"]%text ++ keys) (Obj witnesses) = true ->
  member "fault" witnesses = None ->
  Forall printable_claim cs -> read_claims keys (print_footer target cs witnesses) = Some cs.
Proof.
  intros known_keys no_fault all; unfold read_claims, print_footer, get_text, get_list, get.
  match goal with |- context [only ?a ?b] => change (only a b) with (only a (Obj witnesses)) end; rewrite known_keys.
  cbn -[read_all read_claim]; rewrite no_fault; apply read_all_map; revert all; apply Forall_impl; exact claim_read.
Qed.
