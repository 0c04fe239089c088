(** What a file claims, and the verdict on a file. *)

From Coq Require Import NArith QArith.

(** The statements of a trace or certificate; what each of them means is said where its setting is: HalfspaceTrace.v,
    HingeTrace.v and FiniteTrace.v. *)
Inductive claim : Set :=
| Realizable
| RunBound (mistakes : N)
| ExpectedMistakes (mistakes : Q)
| UniversalBound (mistakes : N)
| UpperBound (mistakes : N)
| AnnouncedOrder (mistakes : N)
| SpanBound (mistakes : N).

Inductive outcome : Set :=
| Malformed  (* not a file of this format *)
| NotValid  (* the file does not show all that it claims: that may be true, or not *)
| Valid.
