(** The bytes of a file, as the kernel sees them.

    A text is a chain of bytes and is written in quotation marks; the byte for a quotation mark is written twice. A
    file is a list of texts, one after the other: nothing depends on where one ends and the next begins, since a line
    may run across. (Rocq reads long strings badly, and this type a few times faster than its own.) *)

From Coq Require Import List.
From Coq.Init Require Export Byte.
From Coq.Strings Require Byte.
Import ListNotations.

Inductive text : Set :=
| End
| Char (b : byte) (rest : text).

Fixpoint text_of_bytes (bytes : list byte) : text :=
  match bytes with
  | [] => End
  | b :: rest => Char b (text_of_bytes rest)
  end.

Fixpoint bytes_of_text (t : text) : list byte :=
  match t with
  | End => []
  | Char b rest => b :: bytes_of_text rest
  end.

Declare Scope text_scope.
Delimit Scope text_scope with text.
Bind Scope text_scope with text.
String Notation text text_of_bytes bytes_of_text : text_scope.

(** What the file says, in one piece. The functions below never build it. *)
Definition file_bytes (file : list text) : list byte := concat (map bytes_of_text file).

Section Fold.

  Context {A : Type} (step : A -> byte -> A).

  (** Take the bytes one after the other, in constant stack. *)
  Fixpoint fold_text (t : text) (a : A) : A :=
    match t with
    | End => a
    | Char b rest => fold_text rest (step a b)
    end.

  Fixpoint fold_file (file : list text) (a : A) : A :=
    match file with
    | [] => a
    | t :: rest => fold_file rest (fold_text t a)
    end.

  Lemma fold_text_bytes (t : text) (a : A) : fold_text t a = fold_left step (bytes_of_text t) a.
  Proof. revert a; induction t as [| b t IH]; intro a; simpl; [reflexivity | apply IH]. Qed.

  (** Where one text ends and the next begins is of no consequence. *)
  Lemma fold_file_bytes (file : list text) (a : A) : fold_file file a = fold_left step (file_bytes file) a.
  Proof.
    revert a; induction file as [| t file IH]; intro a; [reflexivity |].
    unfold file_bytes; simpl; rewrite fold_left_app, <- fold_text_bytes; apply IH.
  Qed.

End Fold.

Fixpoint text_eqb (s t : text) : bool :=
  match s, t with
  | End, End => true
  | Char a s, Char b t => if Byte.eqb a b then text_eqb s t else false
  | _, _ => false
  end.

Lemma text_eqb_eq (s t : text) : text_eqb s t = true -> s = t.
Proof.
  revert t; induction s as [| a s IH]; intros [| b t]; simpl; try discriminate; [reflexivity |].
  destruct (Byte.eqb a b) eqn:same; [| discriminate].
  intro rest; apply Byte.byte_dec_bl in same; apply IH in rest; subst; reflexivity.
Qed.

(** [t] backwards, before [rest]. *)
Fixpoint reversed_onto (t rest : text) : text :=
  match t with
  | End => rest
  | Char b t => reversed_onto t (Char b rest)
  end.

Definition reversed (t : text) : text := reversed_onto t End.
