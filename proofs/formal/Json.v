(** JSON, as Python's module json reads it when numbers that are not exact are refused.

    One object or other value on a line. Malformed are: floats, NaN and Infinity, a key twice in one object, control
    characters in strings, text that is not UTF-8, integers of more than 4,300 digits, and brackets nested too deeply.

    The parser takes a byte at a time and keeps what is open around it on a stack of its own, so that a file of any
    length is read by one fold over its bytes. *)

From Coq Require Import List NArith ZArith.
From ForcedMistakes Require Import Text.
From Coq.Strings Require Byte.
Import ListNotations.

(** Strings are in UTF-8. A surrogate that an escape left alone, which UTF-8 proper excludes, is encoded in the same
    way, so that two strings are equal if their bytes are. *)
Inductive json : Type :=
| Null
| Bool (b : bool)
| Int (z : Z)
| Str (s : text)
| Arr (items : list json)
| Obj (members : list (text * json)).

(** The member of an object with this key; nothing if there is none, or if [j] is not an object. *)
Fixpoint member (key : text) (members : list (text * json)) : option json :=
  match members with
  | [] => None
  | (k, j) :: rest => if text_eqb k key then Some j else member key rest
  end.

(** * The state of the parser *)

(** An array or object that is open: the items so far, last first; in an object also the key whose value is due. *)
Inductive frame : Type :=
| OpenArr (items : list json)
| OpenObj (members : list (text * json)) (key : option text).

(** What is due inside of a string, whose bytes so far are kept last first. *)
Inductive in_string : Set :=
| AnyCharacter
| AfterBackslash
| HexDigits (more : nat) (code : N)  (* of an escape \uXXXX *)
| Continuation (more : nat) (least most : N).  (* bytes of a character beyond ASCII; bounds for the first of them *)

Inductive mode : Type :=
| AwaitValue
| AwaitFirstItem  (* or the end of the array *)
| AwaitKey
| AwaitFirstKey  (* or the end of the object *)
| AwaitColon
| AwaitComma  (* or the end of the array or object *)
| InString (due : in_string) (bytes : text)
| InNumber (negative : bool) (digits : nat) (value : N)
| InWord (rest : text) (value : json)  (* true, false, null *)
| Complete (value : json)
| Broken.

(** What is open, innermost first, and where the parser stands. *)
Record state : Type := At { now : mode; opened : list frame }.

Definition start : state := At AwaitValue [].
Definition broken : state := At Broken [].

(** Python reads no longer integers (sys.set_int_max_str_digits), and no deeper brackets: its limit of recursion, less
    the calls around. *)
Definition max_digits : nat := Z.to_nat 4300.
Definition max_depth : nat := Z.to_nat 990.

(** * Bytes *)

Local Open Scope byte_scope.

Definition is_blank (b : byte) : bool :=
  match b with
  | " " | x09 | x0a | x0d => true
  | _ => false
  end.

Definition digit (b : byte) : option N :=
  match b with
  | "0" => Some 0%N | "1" => Some 1%N | "2" => Some 2%N | "3" => Some 3%N | "4" => Some 4%N
  | "5" => Some 5%N | "6" => Some 6%N | "7" => Some 7%N | "8" => Some 8%N | "9" => Some 9%N
  | _ => None
  end.

Definition hex_digit (b : byte) : option N :=
  match b with
  | "a" | "A" => Some 10%N | "b" | "B" => Some 11%N | "c" | "C" => Some 12%N
  | "d" | "D" => Some 13%N | "e" | "E" => Some 14%N | "f" | "F" => Some 15%N
  | _ => digit b
  end.

(** The character that an escape of one letter stands for. *)
Definition escape (b : byte) : option byte :=
  match b with
  | """" => Some """" | "\" => Some "\" | "/" => Some "/"
  | "b" => Some x08 | "f" => Some x0c | "n" => Some x0a | "r" => Some x0d | "t" => Some x09
  | _ => None
  end.

Local Open Scope N_scope.

Definition byte_of (n : N) : byte := match Byte.of_N n with Some b => b | None => x00 end.

(** The UTF-8 of a character, last byte first, before the reversed text [before]. *)
Definition encode (code : N) (before : text) : text :=
  let last k := byte_of (128 + (code / k) mod 64) in  (* a continuation byte *)
  if code <? 128 then Char (byte_of code) before
  else if code <? 2048 then Char (last 1) (Char (byte_of (192 + code / 64)) before)
  else if code <? 65536 then Char (last 1) (Char (last 64) (Char (byte_of (224 + code / 4096)) before))
  else Char (last 1) (Char (last 64) (Char (last 4096) (Char (byte_of (240 + code / 262144)) before))).

(** Add the character of an escape. A low surrogate right after a high one makes one character with it. *)
Definition add_code (code : N) (before : text) : text :=
  match before with
  | Char c (Char b (Char xed earlier)) =>
      let high := Byte.to_N b * 64 + Byte.to_N c - 10368 (* 0xa0 * 64 + 0x80 *) in
      if ((160 <=? Byte.to_N b) && (56320 <=? code) && (code <? 57344))%bool  (* after 0xd800, 0xdc00 to 0xdfff *)
      then encode (65536 + 1024 * high + (code - 56320)) earlier
      else encode code before
  | _ => encode code before
  end.

(** How a byte goes on in a string: plainly, by ending it, escaping, not at all, or beginning a longer character. *)
Definition first_byte (b : byte) (before : text) : mode :=
  match b with
  | "\"%byte => InString AfterBackslash before
  | _ =>
      let n := Byte.to_N b in
      let next more least most := InString (Continuation more least most) (Char b before) in
      if n <? 32 then Broken
      else if n <? 128 then InString AnyCharacter (Char b before)
      else if n <? 194 then Broken
      else if n <? 224 then next 1%nat 128 191
      else if n =? 224 then next 2%nat 160 191  (* nothing that fits into fewer bytes *)
      else if n =? 237 then next 2%nat 128 159  (* not a surrogate *)
      else if n <? 240 then next 2%nat 128 191
      else if n =? 240 then next 3%nat 144 191
      else if n <? 244 then next 3%nat 128 191
      else if n =? 244 then next 3%nat 128 143  (* at most 0x10ffff *)
      else Broken
  end.

(** One more byte of a string, which is not the quotation mark that ends it. *)
Definition string_step (due : in_string) (before : text) (b : byte) : mode :=
  match due with
  | AnyCharacter => first_byte b before
  | AfterBackslash =>
      match b, escape b with
      | "u"%byte, _ => InString (HexDigits 4 0) before
      | _, Some c => InString AnyCharacter (Char c before)
      | _, None => Broken
      end
  | HexDigits more code =>
      match hex_digit b, more with
      | Some d, S (S more) => InString (HexDigits (S more) (16 * code + d)) before
      | Some d, _ => InString AnyCharacter (add_code (16 * code + d) before)
      | None, _ => Broken
      end
  | Continuation more least most =>
      let n := Byte.to_N b in
      if n <? least then Broken
      else if most <? n then Broken
      else match more with
           | S (S more) => InString (Continuation (S more) 128 191) (Char b before)
           | _ => InString AnyCharacter (Char b before)
           end
  end.

(** * One step *)

(** A value has been read: it goes where it is due. *)
Definition close (value : json) (stack : list frame) : state :=
  match stack with
  | [] => At (Complete value) []
  | OpenArr items :: rest => At AwaitComma (OpenArr (value :: items) :: rest)
  | OpenObj members (Some key) :: rest => At AwaitComma (OpenObj ((key, value) :: members) None :: rest)
  | OpenObj _ None :: _ => broken
  end.

(** A string has been read: it is the key that was due, a new one, or a value. *)
Definition close_string (s : text) (stack : list frame) : state :=
  match stack with
  | OpenObj members None :: rest =>
      match member s members with
      | None => At AwaitColon (OpenObj members (Some s) :: rest)
      | Some _ => broken
      end
  | _ => close (Str s) stack
  end.

Definition open (inner : mode) (outer : frame) (stack : list frame) : state :=
  if Nat.ltb (length stack) max_depth then At inner (outer :: stack) else broken.

(** The first byte of a value. *)
Definition begin (b : byte) (stack : list frame) : state :=
  match b with
  | "{"%byte => open AwaitFirstKey (OpenObj [] None) stack
  | "["%byte => open AwaitFirstItem (OpenArr []) stack
  | """"%byte => At (InString AnyCharacter End) stack
  | "-"%byte => At (InNumber true 0 0) stack
  | "t"%byte => At (InWord "rue" (Bool true)) stack
  | "f"%byte => At (InWord "alse" (Bool false)) stack
  | "n"%byte => At (InWord "ull" Null) stack
  | _ =>
      match digit b with
      | Some d => At (InNumber false 1 d) stack
      | None => broken
      end
  end.

(** The end of an array or object, or a comma. *)
Definition after_item (b : byte) (stack : list frame) : state :=
  match b, stack with
  | ","%byte, OpenArr _ :: _ => At AwaitValue stack
  | ","%byte, OpenObj _ _ :: _ => At AwaitKey stack
  | "]"%byte, OpenArr items :: outer => close (Arr (rev' items)) outer
  | "}"%byte, OpenObj members None :: outer => close (Obj (rev' members)) outer
  | _, _ => broken
  end.

(** A byte that is not a digit ends a number, and is then read as what follows. *)
Definition end_number (negative : bool) (digits : nat) (value : N) (b : byte) (stack : list frame) : state :=
  match digits with
  | O => broken
  | _ =>
      let after := close (Int (if negative then Z.opp (Z.of_N value) else Z.of_N value)) stack in
      match now after with
      | AwaitComma => if is_blank b then after else after_item b (opened after)
      | _ => broken
      end
  end.

Definition number_step (negative : bool) (digits : nat) (value : N) (b : byte) (stack : list frame) : state :=
  match digit b, digits, value with
  | None, _, _ => end_number negative digits value b stack
  | Some _, S _, 0 => broken  (* a zero that leads *)
  | Some d, _, _ =>
      if Nat.ltb digits max_digits then At (InNumber negative (S digits) (10 * value + d)) stack else broken
  end.

Definition step (q : state) (b : byte) : state :=
  let (now, stack) := q in
  match now with
  | InString due bytes =>
      match due, b with
      | AnyCharacter, """"%byte => close_string (reversed bytes) stack
      | _, _ => At (string_step due bytes b) stack
      end
  | InNumber negative digits value => number_step negative digits value b stack
  | InWord rest value =>
      match rest with
      | Char expected rest =>
          if Byte.eqb b expected
          then match rest with End => close value stack | _ => At (InWord rest value) stack end
          else broken
      | End => broken
      end
  | Broken => q
  | _ =>
      if is_blank b then q
      else match now, b with
           | AwaitValue, _ => begin b stack
           | AwaitFirstItem, "]"%byte => after_item b stack
           | AwaitFirstItem, _ => begin b stack
           | AwaitKey, """"%byte => At (InString AnyCharacter End) stack
           | AwaitFirstKey, """"%byte => At (InString AnyCharacter End) stack
           | AwaitFirstKey, "}"%byte => after_item b stack
           | AwaitColon, ":"%byte => At AwaitValue stack
           | AwaitComma, _ => after_item b stack
           | _, _ => broken
           end
  end.

(** * Lines *)

(** The values on the lines before, last first, or nothing if one of them is malformed; the state on this line, and
    whether it has a byte. *)
Record reader : Type := Reading { values : list json; line : state; begun : bool }.

Definition end_line (before : list json) (line : state) : option reader :=
  match now line with
  | Complete value => Some (Reading (value :: before) start false)
  | _ => None
  end.

Definition read_byte (r : option reader) (b : byte) : option reader :=
  match r with
  | None => None
  | Some (Reading before line _) =>
      match b with
      | x0a => end_line before line
      | _ => Some (Reading before (step line b) true)
      end
  end.

(** The values on the lines of a file, one a line. Lines end with byte 10; the last one may lack it. *)
Definition read_lines (file : list text) : option (list json) :=
  match fold_file read_byte file (Some (Reading [] start false)) with
  | None => None
  | Some (Reading before line begun) =>
      if begun
      then match end_line before line with Some last => Some (rev' (values last)) | None => None end
      else Some (rev' before)
  end.

(** One line. *)
Definition parse (t : text) : option json :=
  match read_lines [t] with
  | Some [j] => Some j
  | _ => None
  end.

Example an_object :
  parse "{""x"": [[0, ""-3/5""], [12, """"]], ""claims"" :{ }, ""y"":null}" =
  Some (Obj [("x"%text, Arr [Arr [Int 0; Str "-3/5"]; Arr [Int 12; Str ""]]); ("claims"%text, Obj []); ("y"%text, Null)]).
Proof. reflexivity. Qed.

Example a_key_twice : parse "{""a"": 1, ""\u0061"": 2}" = None.
Proof. reflexivity. Qed.

Example a_pair_of_surrogates : parse "[""\ud83d\uDE00"", ""😀"", ""\u00e9""]" = Some (Arr [Str "😀"; Str "😀"; Str "é"]).
Proof. reflexivity. Qed.

Example an_integer : parse " [ -0,-12, 9 ] " = Some (Arr [Int 0; Int (-12); Int 9]).
Proof. reflexivity. Qed.

Example malformed :
  map parse ["01"; "[01]"; "[-]"; "[1.5]"; "[1e3]"; "[NaN]"; "[1,]"; "[,1]"; "{""a"":1,}"; "[""	""]"; "[] []"; ""; "[1"]%text
  = repeat None 13.
Proof. reflexivity. Qed.
