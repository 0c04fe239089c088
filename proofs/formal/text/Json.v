(** JSON, as Python's module json reads it when numbers that are not exact are refused.

    One object or other value on a line. Malformed are: floats, NaN and Infinity, a key twice in one object, control
    characters in strings, text that is not UTF-8, integers of more than 4,300 digits, and more than 100 brackets nested
    in each other.

    The parser takes a byte at a time and keeps what is open around it on a stack of its own, so that a file of any
    length is read by one fold over its bytes. *)

From Coq Require Import List NArith ZArith.
From ForcedMistakes Require Export JsonString.
From ForcedMistakes Require Import TextBytes.
From Coq.Strings Require Byte.
Import ListNotations.
Local Open Scope N_scope.

(** Strings are decoded: see JsonString.v. *)
Inductive json : Type :=
| Null
| Bool (b : bool)
| Int (z : Z)
| Str (s : text)
| Arr (items : list json)
| Obj (members : list (text * json)).

(** The member of an object with this key, if there is one. *)
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

(** Where the parser stands: what it awaits, or what it is in the middle of. *)
Inductive mode : Type :=
| AwaitValue
| AwaitFirstItem  (* or the end of the array *)
| AwaitKey
| AwaitFirstKey  (* or the end of the object *)
| AwaitColon
| AwaitComma  (* or the end of the array or object *)
| InString (next : due) (bytes : text)  (* those so far, last first *)
| InNumber (negative : bool) (digits : nat) (value : N)
| InWord (rest : text) (value : json)  (* true, false, null *)
| Complete (value : json)
| Broken.

(** Together with what is open there, innermost first. *)
Record state : Type := At { now : mode; opened : list frame }.

Definition start : state := At AwaitValue [].
Definition broken : state := At Broken [].

(** Python reads no longer integers (sys.set_int_max_str_digits). No deeper brackets are in a file of these formats, as
    how many Python reads depends on its version. *)
Definition max_digits : nat := Z.to_nat 4300.
Definition max_depth : nat := Z.to_nat 100.

(** * One step *)

Definition is_blank (b : byte) : bool :=
  match b with
  | " "%byte | x09 | x0a | x0d => true
  | _ => false
  end.

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

(** Open an array or object. *)
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

(** One more byte in a number or after it. *)
Definition number_step (negative : bool) (digits : nat) (value : N) (b : byte) (stack : list frame) : state :=
  match digit b, digits, value with
  | None, _, _ => end_number negative digits value b stack
  | Some _, S _, 0 => broken  (* a zero that leads *)
  | Some d, _, _ =>
      if Nat.ltb digits max_digits then At (InNumber negative (S digits) (10 * value + d)) stack else broken
  end.

(** One more byte. *)
Definition step (q : state) (b : byte) : state :=
  let (now, stack) := q in
  match now with
  | InString next bytes =>
      match next, b with
      | AnyCharacter, """"%byte => close_string (reversed bytes) stack
      | _, _ =>
          match string_step next bytes b with
          | Some (next, bytes) => At (InString next bytes) stack
          | None => broken
          end
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

(** The line ends here, and should have a value. *)
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

(** What is read depends on the bytes only, and not on the pieces that they come in. *)
Lemma read_lines_bytes (f g : list text) : file_bytes f = file_bytes g -> read_lines f = read_lines g.
Proof. intro same; unfold read_lines; rewrite !fold_file_bytes, same; reflexivity. Qed.

(** * Examples *)

Definition parse (t : text) : option json :=
  match read_lines [t] with
  | Some [j] => Some j
  | _ => None
  end.

Example an_object :
  parse "{""x"": [[0, ""-3/5""], [12, """"]], ""claims"" :{ }, ""y"":null}" =
  Some (Obj [
    ("x"%text, Arr [Arr [Int 0; Str "-3/5"]; Arr [Int 12; Str ""]]);
    ("claims"%text, Obj []);
    ("y"%text, Null)]).
Proof. reflexivity. Qed.

Example a_key_twice : parse "{""a"": 1, ""\u0061"": 2}" = None.
Proof. reflexivity. Qed.

Example characters :
  parse "[""\ud83d\uDE00"", ""😀"", ""\u00e9\n""]" = Some (Arr [Str "😀"; Str "😀"; Str "é
"]).
Proof. reflexivity. Qed.

Example integers : parse " [ -0,-12, 9 ] " = Some (Arr [Int 0; Int (-12); Int 9]).
Proof. reflexivity. Qed.

Example malformed_numbers : map parse ["[01]"; "[-]"; "[1.5]"; "[1e3]"; "[NaN]"; "[+1]"]%text = repeat None 6.
Proof. reflexivity. Qed.

Example malformed_lines :
  map parse ["[1,]"; "[,1]"; "{""a"":1,}"; "[""	""]"; "[] []"; "[1"; "]"; ""]%text = repeat None 8.
Proof. reflexivity. Qed.

Definition brackets (n : nat) : text := Nat.iter n (Char "["%byte) (Nat.iter n (Char "]"%byte) End).

Example nested_brackets :
  map (fun n => match parse (brackets n) with Some _ => true | None => false end) [99; 100; 101]%nat = [true; true; false].
Proof. reflexivity. Qed.
