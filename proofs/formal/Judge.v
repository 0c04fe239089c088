(** The judge: what a file proves, decided from its bytes, and the proof that the judge is right.

    [valid_file file] speaks of the meaning of the file; [judge file] computes. A file that [adversary formal] writes
    states [proves file summary], so that its numbers can be read in the theorem. *)

From Coq Require Import List NArith.
From Coq Require Export QArith_base.
From ForcedMistakes Require Export Text Claim.
From ForcedMistakes Require Import Learner Space Target Json Fields.
From ForcedMistakes Require HalfspaceTrace HalfspaceJudge.
Export ListNotations.
Open Scope text_scope.

(** * What is in a file *)

Inductive contents : Type :=
| OnHalfspaces (t : HalfspaceTrace.trace).

Definition read_file (file : list text) : option contents :=
  let* records := read_lines file in
  let* t := HalfspaceTrace.read records in
  Some (OnHalfspaces t).

(** Its game is realizable, if it has one, and all of its claims hold. *)
Definition valid (c : contents) : Prop :=
  match c with
  | OnHalfspaces t => HalfspaceTrace.valid t
  end.

(** The file can be read, and what it says holds. *)
Definition valid_file (file : list text) : Prop := exists c, read_file file = Some c /\ valid c.

(** * The judge *)

Definition check (c : contents) : bool :=
  match c with
  | OnHalfspaces t => HalfspaceJudge.check t
  end.

Definition judge (file : list text) : outcome :=
  match read_file file with
  | None => Malformed
  | Some c => if check c then Valid else NotValid
  end.

Lemma check_sound (c : contents) : check c = true -> valid c.
Proof. destruct c as [t]; exact (HalfspaceJudge.check_sound t). Qed.

(** A file that the judge calls valid is valid. *)
Theorem judge_sound (file : list text) : judge file = Valid -> valid_file file.
Proof.
  unfold judge; destruct (read_file file) as [c |] eqn:read; [| discriminate].
  destruct (check c) eqn:checked; [| discriminate]; intros _.
  exists c; split; [exact read | apply check_sound, checked].
Qed.

(** * What it proves, in numbers *)

(** The numbers of a file and its claims, in its own order. *)
Inductive summary : Set :=
| Halfspaces (dimension : N) (margin_squared : Q) (rounds : N) (claims : list claim).

Definition count {A : Type} (items : list A) : N := fold_left (fun n _ => N.succ n) items 0%N.

Definition summary_of (c : contents) : summary :=
  match c with
  | OnHalfspaces t =>
      Halfspaces (HalfspaceTrace.dimension t) (HalfspaceTrace.margin_squared t)
        (count (HalfspaceTrace.rounds t)) (HalfspaceTrace.claims t)
  end.

(** The file is valid, and has these numbers and claims. *)
Definition proves (file : list text) (s : summary) : Prop :=
  exists c, read_file file = Some c /\ summary_of c = s /\ valid c.

Definition summary_dec (r s : summary) : {r = s} + {r <> s}.
Proof. repeat decide equality. Defined.

(** [judge], which also refuses a file that has other numbers. *)
Definition judge_as (s : summary) (file : list text) : outcome :=
  match read_file file with
  | None => Malformed
  | Some c => if summary_dec (summary_of c) s then if check c then Valid else NotValid else NotValid
  end.

(** Every theorem of a generated file is proved by this one and a computation. *)
Theorem certified (file : list text) (s : summary) : judge_as s file = Valid -> proves file s.
Proof.
  unfold judge_as; destruct (read_file file) as [c |] eqn:read; [| discriminate].
  destruct (summary_dec (summary_of c) s) as [numbers |]; [| discriminate].
  destruct (check c) eqn:checked; [| discriminate]; intros _.
  exists c; split; [exact read | split; [exact numbers | apply check_sound, checked]].
Qed.

(** * In plain words *)

(** What a universal bound on halfspaces says: every deterministic learner on Q^d, whatever it does, errs k times on
    some game of k orthonormal points that a target of norm at most 1 explains with margin δ. *)
Theorem every_learner_errs (file : list text) (d : N) (d2 : Q) (n k : N) (claims : list claim) :
  proves file (Halfspaces d d2 n claims) -> In (UniversalBound k) claims ->
  forall L : learner (Qd (N.to_nat d)),
    exists (s : list (example (Qd (N.to_nat d)))) (v : target (Qd (N.to_nat d))),
      orthonormal (map fst s) /\ legal d2 v s /\ errors L s = N.to_nat k.
Proof.
  intros ([t] & _ & numbers & _ & holds) claimed L; injection numbers as <- <- _ <-.
  rewrite Forall_forall in holds; destruct (holds _ claimed) as (_ & good & every).
  destruct (every L) as (s & the_points & errs & v & is_legal).
  exists s, v; split; [| split; assumption].
  refine (eq_ind_r (fun xs : list (Qd _) => orthonormal xs) good the_points).
Qed.
