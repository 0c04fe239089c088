(** Strings in JSON: the bytes between two quotation marks, checked and decoded.

    They have to be UTF-8 without control characters. Escapes are decoded; a surrogate that an escape left alone, which
    UTF-8 proper excludes, is encoded in the same way. So two strings are equal if and only if their bytes are. *)

From Coq Require Import List NArith.
From ForcedMistakes Require Import TextBytes.
From Coq.Strings Require Byte.
Local Open Scope byte_scope.
Local Open Scope N_scope.

(** * Digits and escapes *)

Definition digit (b : byte) : option N :=
  match b with
  | "0" => Some 0 | "1" => Some 1 | "2" => Some 2 | "3" => Some 3 | "4" => Some 4
  | "5" => Some 5 | "6" => Some 6 | "7" => Some 7 | "8" => Some 8 | "9" => Some 9
  | _ => None
  end.

Definition hex_digit (b : byte) : option N :=
  match b with
  | "a" | "A" => Some 10 | "b" | "B" => Some 11 | "c" | "C" => Some 12
  | "d" | "D" => Some 13 | "e" | "E" => Some 14 | "f" | "F" => Some 15
  | _ => digit b
  end.

(** The character that an escape of one letter stands for. *)
Definition escaped (b : byte) : option byte :=
  match b with
  | """" => Some """" | "\" => Some "\" | "/" => Some "/"
  | "b" => Some x08 | "f" => Some x0c | "n" => Some x0a | "r" => Some x0d | "t" => Some x09
  | _ => None
  end.

(** * Characters by their numbers *)

Definition byte_of (n : N) : byte := match Byte.of_N n with Some b => b | None => x00 end.

(** The UTF-8 of the character with this number, last byte first, before the reversed text [before]. *)
Definition encode (code : N) (before : text) : text :=
  let last k := byte_of (128 + (code / k) mod 64) in  (* a continuation byte *)
  if code <? 128 then Char (byte_of code) before
  else if code <? 2048 then Char (last 1) (Char (byte_of (192 + code / 64)) before)
  else if code <? 65536 then Char (last 1) (Char (last 64) (Char (byte_of (224 + code / 4096)) before))
  else Char (last 1) (Char (last 64) (Char (last 4096) (Char (byte_of (240 + code / 262144)) before))).

(** Surrogates are the numbers 0xd800 to 0xdfff: first the high ones, from 0xdc00 on the low ones. A high one and a low
    one after it stand for one character beyond 0xffff. *)
Definition is_low_surrogate (code : N) : bool := if 56320 <=? code then code <? 57344 else false.

(** Add the character of an escape to the reversed text, together with a high surrogate right before it if it is a low
    one. In UTF-8 a high surrogate is 0xed, 0xa0 to 0xaf, 0x80 to 0xbf. *)
Definition add_code (code : N) (before : text) : text :=
  match before with
  | Char c (Char b (Char xed earlier)) =>
      let surrogate := 53248 + 64 * (Byte.to_N b - 128) + (Byte.to_N c - 128) in
      if (if is_low_surrogate code then 55296 <=? surrogate else false)
      then encode (65536 + 1024 * (surrogate - 55296) + (code - 56320)) earlier
      else encode code before
  | _ => encode code before
  end.

(** * One byte after the other *)

(** What is due inside of a string. *)
Inductive due : Set :=
| AnyCharacter
| AfterBackslash
| HexDigits (more : nat) (code : N)  (* of an escape \uXXXX: so many more, and the number so far *)
| Continuation (more : nat) (least most : N).  (* so many more bytes of a character; bounds for the first of them *)

(** The first byte of a character says how long it is. The bounds exclude what would fit into fewer bytes (after 0xe0
    and 0xf0), surrogates (0xed), and numbers above 0x10ffff (0xf4). *)
Definition first_byte (b : byte) : option due :=
  let n := Byte.to_N b in
  if n <? 32 then None
  else if n <? 128 then Some AnyCharacter
  else if n <? 194 then None
  else if n <? 224 then Some (Continuation 1 128 191)
  else if n =? 224 then Some (Continuation 2 160 191)
  else if n =? 237 then Some (Continuation 2 128 159)
  else if n <? 240 then Some (Continuation 2 128 191)
  else if n =? 240 then Some (Continuation 3 144 191)
  else if n <? 244 then Some (Continuation 3 128 191)
  else if n =? 244 then Some (Continuation 3 128 143)
  else None.

(** One more byte of a string, whose bytes so far are in [before], last first; not the quotation mark that ends it.
    Nothing: the string is malformed. *)
Definition string_step (d : due) (before : text) (b : byte) : option (due * text) :=
  match d with
  | AnyCharacter =>
      match b with
      | "\"%byte => Some (AfterBackslash, before)
      | _ => option_map (fun next => (next, Char b before)) (first_byte b)
      end
  | AfterBackslash =>
      match b with
      | "u"%byte => Some (HexDigits 4 0, before)
      | _ => option_map (fun c => (AnyCharacter, Char c before)) (escaped b)
      end
  | HexDigits more code =>
      match hex_digit b, more with
      | None, _ => None
      | Some h, S (S more) => Some (HexDigits (S more) (16 * code + h), before)
      | Some h, _ => Some (AnyCharacter, add_code (16 * code + h) before)
      end
  | Continuation more least most =>
      let n := Byte.to_N b in
      if n <? least then None
      else if most <? n then None
      else match more with
           | S (S more) => Some (Continuation (S more) 128 191, Char b before)
           | _ => Some (AnyCharacter, Char b before)
           end
  end.
