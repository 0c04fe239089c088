(** The lines of a trace: a header, the rounds, a footer with the claims. Both settings share them.

    What a footer must have besides is read where it is used: claims, which tell it from a round, and a target. *)

From Coq Require Import List NArith.
From ForcedMistakes Require Import TextBytes Json JsonFields FileClaim.
Import ListNotations.

Record lines : Type := { header : json; round_lines : list json; footer : json }.

(** The first line, the last line, which is another one, and those between. *)
Definition split_lines (records : list json) : option lines :=
  match records with
  | [] => None
  | first :: rest =>
      match rev' rest with
      | [] => None
      | last :: between => Some {| header := first; round_lines := rev' between; footer := last |}
      end
  end.

(** One claim of a list of claims. *)
Definition read_claim (j : json) : option claim :=
  need only ["statement"; "mistakes"]%text j in
  let* statement := get_text "statement" j in
  if text_eqb statement "realizable" then Some Realizable
  else if text_eqb statement "expected mistakes"
  then let* q := get_rational "mistakes" j in Some (ExpectedMistakes q)
  else
    let* k := get_natural "mistakes" counts j in
    if text_eqb statement "run bound" then Some (RunBound k)
    else if text_eqb statement "universal bound" then Some (UniversalBound k)
    else if text_eqb statement "upper bound" then Some (UpperBound k)
    else if text_eqb statement "announced order" then Some (AnnouncedOrder k)
    else if text_eqb statement "span bound" then Some (SpanBound k)
    else None.

(** The claims of a footer: it says how the game ended, and perhaps by whose fault. It may have [witnesses]. *)
Definition read_claims (witnesses : list text) (footer : json) : option (list claim) :=
  need only (["target"; "claims"; "termination"; "fault"]%text ++ witnesses) footer in
  let* termination := get_text "termination" footer in
  need (if text_eqb termination "finished" then true else text_eqb termination "forfeit") in
  need match get "fault" footer with
       | None | Some Null | Some (Str _) => true
       | Some _ => false
       end in
  let* claims := get_list "claims" footer in
  read_all read_claim claims.

(** What a footer says of the target, read by [read]: null, or an object, but not nothing. *)
Definition read_target {T : Type} (read : json -> option T) (footer : json) : option (option T) :=
  match get "target" footer with
  | Some Null => Some None
  | Some (Obj members) => let* target := read (Obj members) in Some (Some target)
  | _ => None
  end.
