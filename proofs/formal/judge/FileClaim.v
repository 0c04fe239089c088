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

(** What an entry of a certificate of values states: ValuesFile.v says what it means. *)
Inductive value : Set :=
| BoundWith (lies : N) (bound : claim)  (* of the mistakes, if so many labels may lie *)
| WorstOrder (mistakes : N)
| BestOrder (mistakes : N)
| RandomizedValue (lies : N) (mistakes : Q).

Inductive outcome : Set :=
| Malformed  (* not a file of this format *)
| NotValid  (* the file does not show all that it claims: that may be true, or not *)
| Valid.
