(** What a record of a file holds under its keys: values of the kind that is asked for, and rationals in strings.

    A reader returns nothing where the file is malformed. *)

From Coq Require Import List NArith ZArith QArith.
From ForcedMistakes Require Import TextBytes Json EveryElement.
Import ListNotations.

(** If [a] is nothing, so is all that follows. *)
Notation "'let*' x := a 'in' b" := (match a with Some x => b | None => None end)
  (at level 200, x pattern, a at level 100, b at level 200).

(** The file is malformed unless the condition holds. *)
Notation "'need' c 'in' b" := (if c then b else None) (at level 200, c at level 100, b at level 200).

(** The reading of every item, in order, or nothing if one of them is malformed; in constant stack. *)
Fixpoint read_all_onto {A B : Type} (read : A -> option B) (items : list A) (done : list B) : option (list B) :=
  match items with
  | [] => Some (rev' done)
  | item :: rest => let* b := read item in read_all_onto read rest (b :: done)
  end.

Definition read_all {A B : Type} (read : A -> option B) (items : list A) : option (list B) :=
  read_all_onto read items [].

(** * Keys *)

Definition get (key : text) (record : json) : option json :=
  match record with
  | Obj members => member key members
  | _ => None
  end.

(** An object has no other keys than these. What a key means that is not known here, nobody can say: another version of
    the format may have it, so that the file is malformed. *)
Definition only (keys : list text) (record : json) : bool :=
  match record with
  | Obj members => every (fun m => negb (every (fun key => negb (text_eqb (fst m) key)) keys)) members
  | _ => true
  end.

Definition as_text (j : json) : option text := match j with Str s => Some s | _ => None end.
Definition as_int (j : json) : option Z := match j with Int z => Some z | _ => None end.
Definition as_list (j : json) : option (list json) := match j with Arr items => Some items | _ => None end.
Definition as_bool (j : json) : option bool := match j with Bool b => Some b | _ => None end.

Definition get_text (key : text) (record : json) : option text := let* j := get key record in as_text j.
Definition get_int (key : text) (record : json) : option Z := let* j := get key record in as_int j.
Definition get_list (key : text) (record : json) : option (list json) := let* j := get key record in as_list j.

(** A natural number below a bound. *)
Definition as_natural (bound : N) (j : json) : option N :=
  match j with
  | Int (Zneg _) => None
  | Int z => let n := Z.to_N z in if (n <? bound)%N then Some n else None
  | _ => None
  end.

Definition get_natural (key : text) (bound : N) (record : json) : option N :=
  let* j := get key record in as_natural bound j.

(** Claims are of fewer than 10^18 mistakes. *)
Definition counts : N := 1000000000000000000.

(** 1 or -1, as a label is stored. *)
Definition get_sign (key : text) (record : json) : option bool :=
  match get key record with
  | Some (Int 1) => Some true
  | Some (Int (-1)) => Some false
  | _ => None
  end.

(** * Rationals in strings: a sign perhaps, digits, and perhaps a slash and digits of which the first is not 0. *)

Definition rational_digits : nat := Z.to_nat 1000.  (* of a numerator or a denominator, at most *)

Fixpoint digits_from (value : N) (at_most : nat) (t : text) : option N :=
  match t, at_most with
  | End, _ => Some value
  | Char b rest, S fewer => let* d := digit b in digits_from (10 * value + d) fewer rest
  | Char _ _, O => None
  end.

(** A number in digits, one or more. *)
Definition digits (t : text) : option N :=
  match t with
  | End => None
  | _ => digits_from 0 rational_digits t
  end.

(** What stands before the first slash, and what stands after it if there is one. *)
Fixpoint split_at_slash (t : text) : text * option text :=
  match t with
  | End => (End, None)
  | Char "/"%byte rest => (End, Some rest)
  | Char b rest => let (above, below) := split_at_slash rest in (Char b above, below)
  end.

(** The rational, in lowest terms, whose sign is known and whose digits are left. *)
Definition after_sign (negative : bool) (t : text) : option Q :=
  let (above, below) := split_at_slash t in
  let* n := digits above in
  let numerator := if negative then Z.opp (Z.of_N n) else Z.of_N n in
  match below with
  | None => Some (numerator # 1)
  | Some (Char "0"%byte _) => None
  | Some below =>
      let* d := digits below in
      match d with
      | Npos d => Some (Qred (numerator # d))
      | N0 => None
      end
  end.

Definition rational (t : text) : option Q :=
  match t with Char "-"%byte rest => after_sign true rest | _ => after_sign false t end.

Definition as_rational (j : json) : option Q := let* t := as_text j in rational t.
Definition get_rational (key : text) (record : json) : option Q := let* j := get key record in as_rational j.

Example rationals :
  map rational ["3/5"; "-2"; "6/10"; "007"; "-0"]%text =
  [Some (3 # 5); Some (-2 # 1); Some (3 # 5); Some (7 # 1); Some 0]%Q.
Proof. reflexivity. Qed.

Example not_rationals :
  map rational [""; "-"; "+1"; "--1"; "1/"; "/2"; "1/0"; "1/02"; "1/-2"; "1/2/3"; " 1"; "1.5"; "½"]%text =
  repeat None 13.
Proof. reflexivity. Qed.
