(** Every theorem: its statement as Rocq shows it, and what it assumes.

    Written by `python -m proofs.formal.audit --write`. What Rocq prints of this file is audit.expected. Each part
    imports what its file imports, so that statements are shown as they are written there. *)

Set Printing Width 110.
