(** What a file claims, and the verdict on a file. *)

From Coq Require Import NArith QArith.

(** The statements of a trace or certificate; what each of them means is said where its setting is: HalfspaceTrace.v
    and FiniteTrace.v. *)
Inductive claim : Set :=
| Realizable
| RunBound (mistakes : N)
| ExpectedMistakes (mistakes : Q)
| UniversalBound (mistakes : N)
| UpperBound (mistakes : N).

Inductive outcome : Set :=
| Malformed  (* not a file of this format *)
| NotValid  (* something that the file claims was not shown *)
| Valid.
