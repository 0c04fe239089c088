(** A printer of JSON, and the proof that the reader gives back what was printed: what the reader means.

    Strings are printed as they are, so they have to be of printable ASCII without quotation marks and backslashes, as
    all keys, names and numbers of the formats are. *)

From Coq Require Import List NArith ZArith Lia.
From ForcedMistakes Require Import TextBytes Json.
Import ListNotations.
Local Open Scope N_scope.

(** * Printing *)

Definition digit_byte (d : N) : byte :=
  match d with
  | 0 => "0" | 1 => "1" | 2 => "2" | 3 => "3" | 4 => "4"
  | 5 => "5" | 6 => "6" | 7 => "7" | 8 => "8" | _ => "9"
  end%byte.

(** The decimal digits of a number below 10^(more + 1). *)
Fixpoint decimal (more : nat) (n : N) : list N :=
  match more with
  | O => [n]
  | S more => if n <? 10 then [n] else decimal more (n / 10) ++ [n mod 10]
  end.

Definition print_number (n : N) : list byte := map digit_byte (decimal (pred max_digits) n).

(** A blank ends a number. *)
Definition print_integer (z : Z) : list byte :=
  match z with
  | Zneg p => "-"%byte :: print_number (Npos p)
  | _ => print_number (Z.to_N z)
  end ++ [" "%byte].

Definition print_string (s : text) : list byte := """"%byte :: bytes_of_text s ++ [""""%byte].

Fixpoint separated (parts : list (list byte)) : list byte :=
  match parts with
  | [] => []
  | [part] => part
  | part :: rest => part ++ ","%byte :: separated rest
  end.

Fixpoint print (j : json) : list byte :=
  match j with
  | Null => bytes_of_text "null"
  | Bool true => bytes_of_text "true"
  | Bool false => bytes_of_text "false"
  | Int z => print_integer z
  | Str s => print_string s
  | Arr items => "["%byte :: separated (map print items) ++ ["]"%byte]
  | Obj members =>
      "{"%byte :: separated (map (fun m => print_string (fst m) ++ ":"%byte :: print (snd m)) members) ++ ["}"%byte]
  end.

Definition print_line (j : json) : text := text_of_bytes (print j ++ [x0a]).

(** * What is printed so *)

Definition plain (b : byte) : bool :=
  match b, first_byte b with
  | """"%byte, _ | "\"%byte, _ => false
  | _, Some AnyCharacter => true
  | _, _ => false
  end.

Fixpoint plain_text (s : text) : Prop :=
  match s with
  | End => True
  | Char b rest => plain b = true /\ plain_text rest
  end.

(** Integers of at most 4,300 digits, strings of plain characters, no key twice in an object, and brackets that are
    nested at most so deeply. *)
Inductive printable : nat -> json -> Prop :=
| printable_null depth : printable depth Null
| printable_bool depth b : printable depth (Bool b)
| printable_int depth z : Z.abs_N z < 10 ^ N.of_nat max_digits -> printable depth (Int z)
| printable_str depth s : plain_text s -> printable depth (Str s)
| printable_arr depth items : Forall (printable depth) items -> printable (S depth) (Arr items)
| printable_obj depth members :
    Forall (fun m => plain_text (fst m) /\ printable depth (snd m)) members ->
    NoDup (map fst members) -> printable (S depth) (Obj members).

(** * Reading it back *)

Lemma reversed_twice (s rest : text) : reversed_onto (reversed_onto s rest) End = reversed_onto rest s.
Proof. revert rest; induction s as [| b s IH]; intro rest; [reflexivity |]; cbn [reversed_onto]; rewrite IH; reflexivity. Qed.

Lemma read_plain (s before : text) (stack : list frame) : plain_text s ->
  fold_left step (bytes_of_text s) (At (InString AnyCharacter before) stack) =
  At (InString AnyCharacter (reversed_onto s before)) stack.
Proof.
  revert before; induction s as [| b s IH]; intros before all; [reflexivity |]; destruct all as [one all].
  cbn [bytes_of_text fold_left reversed_onto].
  replace (step (At (InString AnyCharacter before) stack) b) with (At (InString AnyCharacter (Char b before)) stack);
    [apply IH, all |].
  clear - one; destruct b; first [discriminate one | reflexivity].
Qed.

Lemma read_string (s : text) (stack : list frame) (rest : list byte) : plain_text s ->
  fold_left step (bytes_of_text s ++ """"%byte :: rest) (At (InString AnyCharacter End) stack) =
  fold_left step rest (close_string s stack).
Proof.
  intro all; rewrite fold_left_app, read_plain by exact all; cbn [fold_left step].
  unfold reversed; rewrite reversed_twice; reflexivity.
Qed.

Lemma decimal_spec (more : nat) (n : N) : n < 10 ^ N.of_nat (S more) ->
  exists first rest, decimal more n = first :: rest /\ first < 10 /\ Forall (fun d => d < 10) rest /\
    fold_left (fun v d => 10 * v + d) rest first = n /\ (rest = [] \/ first <> 0) /\ (length rest <= more)%nat.
Proof.
  revert n; induction more as [| more IH]; intros n small; cbn [decimal].
  - exists n, []; change (10 ^ N.of_nat 1) with 10 in small; repeat split; auto.
  - destruct (N.ltb_spec n 10) as [one | several]; [exists n, []; repeat split; auto; simpl; lia |].
    assert (quotient := N.div_mod n 10 ltac:(discriminate)); assert (last := N.mod_lt n 10 ltac:(discriminate)).
    destruct (IH (n / 10)) as (first & rest & -> & few & all & value & some & short).
    { rewrite Nat2N.inj_succ, N.pow_succ_r' in small; apply N.div_lt_upper_bound; [discriminate | exact small]. }
    exists first, (rest ++ [n mod 10]); repeat split; auto.
    + apply Forall_app; auto.
    + rewrite fold_left_app, value; cbn [fold_left]; lia.
    + right; destruct some as [-> | some]; [| exact some]; cbn [fold_left] in value; subst first; lia.
    + rewrite app_length; simpl; lia.
Qed.

Lemma digit_of_byte (d : N) : d < 10 -> digit (digit_byte d) = Some d.
Proof.
  intro small; destruct d as [| p]; [reflexivity |].
  repeat (destruct p as [p | p |]; try reflexivity; try lia).
Qed.

Lemma read_digits (negative : bool) (ds : list N) (count : nat) (value : N) (stack : list frame) :
  Forall (fun d => d < 10) ds -> (ds = [] \/ value <> 0) -> (0 < count)%nat -> (count + length ds <= max_digits)%nat ->
  fold_left step (map digit_byte ds) (At (InNumber negative count value) stack) =
  At (InNumber negative (count + length ds) (fold_left (fun v d => 10 * v + d) ds value)) stack.
Proof.
  intro all; revert count value; induction all as [| d ds small _ IH]; intros count value some positive short.
  - cbn [map fold_left length]; rewrite Nat.add_0_r; reflexivity.
  - destruct some as [none | some]; [discriminate |]; cbn [map fold_left length] in *; unfold step at 2.
    unfold number_step; rewrite (digit_of_byte d small); destruct count as [| count]; [lia |].
    destruct value as [| p]; [congruence |].
    replace (Nat.ltb (S count) max_digits) with true by (symmetry; apply Nat.ltb_lt; lia).
    rewrite IH by (lia || (right; lia)); f_equal; f_equal; lia.
Qed.

Local Opaque max_digits max_depth.

Lemma read_number (n : N) (negative : bool) (now : mode) (stack : list frame) :
  n < 10 ^ N.of_nat max_digits -> (forall d, d < 10 -> step (At now stack) (digit_byte d) = At (InNumber negative 1 d) stack) ->
  exists count, fold_left step (print_number n) (At now stack) = At (InNumber negative (S count) n) stack.
Proof.
  intros small begins; assert (some : S (pred max_digits) = max_digits) by (with_strategy transparent [max_digits] unfold max_digits; lia).
  destruct (decimal_spec (pred max_digits) n) as (first & rest & E & few & all & value & leads & short);
    [rewrite some; exact small |].
  unfold print_number; rewrite E; cbn [map fold_left]; rewrite (begins first few).
  exists (length rest); rewrite read_digits; [rewrite value; reflexivity | exact all | exact leads | lia | lia].
Qed.

(** A value is due here, within an array or under a key. *)
Definition awaits (stack : list frame) : Prop :=
  match stack with
  | OpenArr _ :: _ | OpenObj _ (Some _) :: _ => True
  | _ => False
  end.

Lemma awaits_close (stack : list frame) (j : json) : awaits stack -> now (close j stack) = AwaitComma.
Proof. destruct stack as [| [items | members [key |]] stack]; simpl; tauto. Qed.

Lemma begin_digit (d : N) (now : mode) (stack : list frame) :
  d < 10 -> now = AwaitValue \/ now = AwaitFirstItem -> step (At now stack) (digit_byte d) = At (InNumber false 1 d) stack.
Proof.
  intros small [-> | ->]; (destruct d as [| p]; [reflexivity |]; repeat (destruct p as [p | p |]; try reflexivity; try lia)).
Qed.

Lemma read_integer (z : Z) (now : mode) (stack : list frame) :
  Z.abs_N z < 10 ^ N.of_nat max_digits -> now = AwaitValue \/ now = AwaitFirstItem -> awaits stack ->
  fold_left step (print_integer z) (At now stack) = close (Int z) stack.
Proof.
  intros small here due.
  assert (ends : forall negative count n, step (At (InNumber negative (S count) n) stack) " "%byte =
    close (Int (if negative : bool then Z.opp (Z.of_N n) else Z.of_N n)) stack).
  { intros; unfold step, number_step, end_number; cbn [digit]; rewrite (awaits_close _ _ due); reflexivity. }
  unfold print_integer; rewrite fold_left_app; destruct z as [| p | p].
  1: destruct (read_number 0 false now stack small (fun d few => begin_digit d now stack few here)) as [count E].
  2: destruct (read_number (Npos p) false now stack small (fun d few => begin_digit d now stack few here)) as [count E].
  1-2: cbn [Z.to_N]; rewrite E; cbn [fold_left]; rewrite ends; reflexivity.
  assert (minus : step (At now stack) "-"%byte = At (InNumber true 0 0) stack) by (destruct here as [-> | ->]; reflexivity).
  cbn [fold_left]; rewrite minus.
  destruct (read_number (Npos p) true (InNumber true 0 0) stack small) as [count E].
  - intros d few; unfold step, number_step; rewrite (digit_of_byte d few).
    replace (Nat.ltb 0 max_digits) with true; [f_equal; f_equal; lia |].
    symmetry; apply Nat.ltb_lt; with_strategy transparent [max_digits] unfold max_digits; lia.
  - rewrite E; cbn [fold_left]; rewrite ends; reflexivity.
Qed.

(** The printed value is read, and goes where it is due. *)
Definition reads (j : json) (stack : list frame) : Prop :=
  forall now, now = AwaitValue \/ now = AwaitFirstItem -> fold_left step (print j) (At now stack) = close j stack.

Lemma read_items (items done : list json) (stack : list frame) (now : mode) :
  (forall j done, In j items -> reads j (OpenArr done :: stack)) ->
  now = AwaitFirstItem \/ now = AwaitValue /\ items <> [] ->
  fold_left step (separated (map print items) ++ ["]"%byte]) (At now (OpenArr done :: stack)) =
  close (Arr (rev' (rev items ++ done))) stack.
Proof.
  revert done now; induction items as [| a items IH]; intros done now each here.
  - destruct here as [-> | [_ none]]; [reflexivity | congruence].
  - assert (first := each a done (or_introl eq_refl) now).
    destruct items as [| b items].
    + cbn [map separated]; rewrite fold_left_app, first by tauto; reflexivity.
    + change (separated (map print (a :: b :: items)))
        with (print a ++ ","%byte :: separated (map print (b :: items))).
      rewrite <- app_assoc, fold_left_app, first by tauto; cbn [app fold_left].
      change (step (close a (OpenArr done :: stack)) ","%byte) with (At AwaitValue (OpenArr (a :: done) :: stack)).
      rewrite IH; [cbn [rev]; rewrite <- !app_assoc; reflexivity | | right; split; [reflexivity | discriminate]].
      intros j done' inside; apply each; right; exact inside.
Qed.

Lemma member_before (members before after : list (text * json)) (k : text) (j : json) :
  NoDup (map fst members) -> members = before ++ (k, j) :: after -> member k (rev before) = None.
Proof.
  intros once ->; rewrite map_app in once; apply NoDup_remove_2 in once.
  assert (new : ~ In k (map fst (rev before))) by (rewrite map_rev, <- in_rev; intro here; apply once, in_or_app; left; exact here).
  clear once; induction (rev before) as [| [k' j'] others IH]; [reflexivity |]; cbn [member map fst] in *.
  destruct (text_eqb k' k) eqn:same; [apply text_eqb_eq in same; elim new; left; exact same |].
  apply IH; intro here; apply new; right; exact here.
Qed.

Lemma read_members (members done : list (text * json)) (stack : list frame) (now : mode) :
  (forall k j done key, In (k, j) members -> plain_text k /\ reads j (OpenObj done (Some key) :: stack)) ->
  (forall before k j after, members = before ++ (k, j) :: after -> member k (rev before ++ done) = None) ->
  now = AwaitFirstKey \/ now = AwaitKey /\ members <> [] ->
  fold_left step (separated (map (fun m => print_string (fst m) ++ ":"%byte :: print (snd m)) members) ++ ["}"%byte])
    (At now (OpenObj done None :: stack)) =
  close (Obj (rev' (rev members ++ done))) stack.
Proof.
  revert done now; induction members as [| [k j] members IH]; intros done now each new here.
  - destruct here as [-> | [_ none]]; [reflexivity | congruence].
  - destruct (each k j done k (or_introl eq_refl)) as [plain_k reads_j].
    assert (fresh := new [] k j members eq_refl); cbn [rev app] in fresh.
    assert (first : forall rest, fold_left step ((print_string k ++ ":"%byte :: print j) ++ rest)
      (At now (OpenObj done None :: stack)) = fold_left step rest (At AwaitComma (OpenObj ((k, j) :: done) None :: stack))).
    { intro rest; unfold print_string; cbn [app fold_left].
      replace (step (At now (OpenObj done None :: stack)) """"%byte)
        with (At (InString AnyCharacter End) (OpenObj done None :: stack)) by (destruct here as [-> | [-> _]]; reflexivity).
      rewrite <- !app_assoc; cbn [app]; rewrite read_string by exact plain_k.
      cbn [close_string]; rewrite fresh; cbn [fold_left].
      change (step (At AwaitColon (OpenObj done (Some k) :: stack)) ":"%byte)
        with (At AwaitValue (OpenObj done (Some k) :: stack)).
      rewrite fold_left_app, reads_j by tauto; reflexivity. }
    destruct members as [| m members].
    + cbn [map separated fst snd]; rewrite first; reflexivity.
    + change (separated (map ?f ((k, j) :: m :: members))) with (f (k, j) ++ ","%byte :: separated (map f (m :: members))).
      cbn [fst snd]; rewrite <- app_assoc, first; cbn [app fold_left].
      change (step (At AwaitComma (OpenObj ((k, j) :: done) None :: stack)) ","%byte)
        with (At AwaitKey (OpenObj ((k, j) :: done) None :: stack)).
      rewrite IH.
      * cbn [rev]; rewrite <- !app_assoc; reflexivity.
      * intros k' j' done' key inside; apply each; right; exact inside.
      * intros before k' j' after E; rewrite E in new; specialize (new ((k, j) :: before) k' j' after eq_refl).
        cbn [rev] in new; rewrite <- app_assoc in new; exact new.
      * right; split; [reflexivity | discriminate].
Qed.

Definition bracketed (j : json) : Prop := match j with Arr _ | Obj _ => True | _ => False end.

Lemma read_value (depth : nat) (j : json) (stack : list frame) :
  printable depth j -> awaits stack \/ bracketed j -> (length stack + depth <= max_depth)%nat -> reads j stack.
Proof.
  revert j stack; induction depth as [| depth IH]; intros j stack good due deep now here;
    inversion good as [? | ? b | ? z small | ? s all | ? items all | ? members all new]; subst.
  1-8: destruct due as [due | []].
  all: try (destruct here as [-> | ->]; try destruct b; reflexivity).
  all: try (apply read_integer; assumption).
  all: try (cbn [print]; unfold print_string; cbn [fold_left];
    replace (step (At now stack) """"%byte) with (At (InString AnyCharacter End) stack)
      by (destruct here as [-> | ->]; reflexivity);
    rewrite read_string by assumption; cbn [fold_left];
    destruct stack as [| [items | members [key |]] stack]; solve [reflexivity | destruct due]).
  - cbn [print fold_left].
    replace (step (At now stack) "["%byte) with (At AwaitFirstItem (OpenArr [] :: stack)).
    + rewrite read_items; [rewrite app_nil_r; unfold rev'; rewrite <- rev_alt, rev_involutive; reflexivity | | left; reflexivity].
      intros a done inside; rewrite Forall_forall in all; apply (IH a); [apply all, inside | left; exact I | simpl; lia].
    + assert (room : Nat.ltb (length stack) max_depth = true) by (apply Nat.ltb_lt; lia).
      destruct here as [-> | ->]; cbn; unfold open; rewrite room; reflexivity.
  - cbn [print fold_left].
    replace (step (At now stack) "{"%byte) with (At AwaitFirstKey (OpenObj [] None :: stack)).
    + rewrite read_members; [rewrite app_nil_r; unfold rev'; rewrite <- rev_alt, rev_involutive; reflexivity | | |
        left; reflexivity].
      * intros k a done key inside; rewrite Forall_forall in all; destruct (all _ inside) as [plain_k good_a].
        split; [exact plain_k | apply (IH a); [exact good_a | left; exact I | simpl; lia]].
      * intros before k a after E; rewrite app_nil_r; exact (member_before members before after k a new E).
    + assert (room : Nat.ltb (length stack) max_depth = true) by (apply Nat.ltb_lt; lia).
      destruct here as [-> | ->]; cbn; unfold open; rewrite room; reflexivity.
Qed.

(** * Lines *)

Definition no_newline (bytes : list byte) : Prop := Forall (fun b => b <> x0a) bytes.

Lemma no_newline_string (s : text) : plain_text s -> no_newline (print_string s).
Proof.
  intro all; unfold print_string; constructor; [discriminate |]; apply Forall_app; split; [| repeat constructor; discriminate].
  induction s as [| b s IH]; [constructor |]; destruct all as [one all]; constructor; [| apply IH, all].
  intros ->; discriminate one.
Qed.

Lemma no_newline_separated (parts : list (list byte)) : Forall no_newline parts -> no_newline (separated parts).
Proof.
  induction 1 as [| part parts one all IH]; [constructor |]; destruct parts as [| other parts]; [exact one |].
  apply Forall_app; split; [exact one | constructor; [discriminate | exact IH]].
Qed.

Lemma no_newline_number (n : N) : no_newline (print_number n).
Proof.
  unfold print_number, no_newline; apply Forall_map, Forall_forall; intros d _.
  destruct d as [| p]; [discriminate |]; repeat (destruct p as [p | p |]; try discriminate).
Qed.

Lemma no_newline_print (depth : nat) (j : json) : printable depth j -> no_newline (print j).
Proof.
  revert j; induction depth as [| depth IH]; intros j good;
    inversion good as [? | ? b | ? z small | ? s all | ? items all | ? members all new]; subst.
  all: try (cbn [print]; try destruct b; repeat constructor; discriminate).
  all: try (apply no_newline_string; assumption).
  all: try (cbn [print]; unfold print_integer; apply Forall_app; split; [| repeat constructor; discriminate];
    destruct z; [| | constructor; [discriminate |]]; apply no_newline_number).
  - cbn [print]; constructor; [discriminate |]; apply Forall_app; split; [| repeat constructor; discriminate].
    apply no_newline_separated, Forall_map; revert all; apply Forall_impl; exact IH.
  - cbn [print]; constructor; [discriminate |]; apply Forall_app; split; [| repeat constructor; discriminate].
    apply no_newline_separated, Forall_map; revert all; apply Forall_impl; intros [k a] [plain_k good_a].
    apply Forall_app; split; [apply no_newline_string, plain_k | constructor; [discriminate | apply IH, good_a]].
Qed.

Lemma read_bytes (bytes : list byte) (before : list json) (line : state) (started : bool) :
  no_newline bytes -> exists started', fold_left read_byte bytes (Some (Reading before line started)) =
    Some (Reading before (fold_left step bytes line) started').
Proof.
  intro all; revert line started; induction all as [| b bytes one _ IH]; intros line started.
  - exists started; reflexivity.
  - cbn [fold_left]; replace (read_byte (Some (Reading before line started)) b) with (Some (Reading before (step line b) true));
      [apply IH |].
    unfold read_byte; destruct b; try reflexivity; congruence.
Qed.

Lemma bytes_of_text_of_bytes (bytes : list byte) : bytes_of_text (text_of_bytes bytes) = bytes.
Proof. induction bytes as [| b bytes IH]; simpl; congruence. Qed.

Lemma read_line (j : json) (before : list json) :
  printable max_depth j -> bracketed j ->
  fold_text read_byte (print_line j) (Some (Reading before start false)) = Some (Reading (j :: before) start false).
Proof.
  intros good shape; rewrite fold_text_bytes; unfold print_line; rewrite bytes_of_text_of_bytes, fold_left_app.
  destruct (read_bytes (print j) before start false (no_newline_print max_depth j good)) as [started E].
  rewrite E; unfold start; rewrite (read_value max_depth j [] good (or_intror shape) (Nat.le_refl _) AwaitValue (or_introl eq_refl)).
  reflexivity.
Qed.

(** What was printed, one object or array a line, is read as it was: integers of at most 4,300 digits, strings of
    printable ASCII without quotation marks and backslashes, no key twice in an object, brackets at most 100 deep.
    Source: docs/formats.md, as far as a file is JSON.
    Idea: by induction over the depth; the reader's stack holds what is open around a value. *)
Theorem reading_gives_back_what_was_printed (records : list json) :
  Forall (fun j => printable max_depth j /\ bracketed j) records ->
  read_lines (map print_line records) = Some records.
Proof.
  intro all; unfold read_lines.
  enough (read : forall before, fold_file read_byte (map print_line records) (Some (Reading before start false)) =
    Some (Reading (rev records ++ before) start false)).
  { rewrite read, app_nil_r; unfold rev'; rewrite <- rev_alt, rev_involutive; reflexivity. }
  induction all as [| j records [good shape] _ IH]; intros before; [reflexivity |].
  cbn [map fold_file rev]; rewrite (read_line j before good shape), IH, <- app_assoc; reflexivity.
Qed.

Example printed_and_read :
  read_lines [print_line (Obj [("x"%text, Arr [Int 12; Int (-3); Str "-3/5"]); ("y"%text, Null)])] =
  Some [Obj [("x"%text, Arr [Int 12; Int (-3); Str "-3/5"]); ("y"%text, Null)]].
Proof. vm_compute; reflexivity. Qed.
