(** The judge and the printer as an OCaml program: see build.sh. Nobody needs it but the tests, where it is a third judge
    of the corpus, and prints its files anew.

    Bytes, pairs and lists become OCaml's own; numbers stay chains of bits, as they are in Rocq. *)

From Coq Require Extraction ExtrOcamlBasic ExtrOcamlChar.
From ForcedMistakes Require Import Judge FilePrinter.

Extraction "judge.ml" judge read_file print_file.
