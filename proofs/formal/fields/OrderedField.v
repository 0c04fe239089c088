(** Ordered fields in which every element lies between two integers: the rational numbers, the real numbers, and those
    between.

    What is proved over all of them is proved once, and it rests on no axiom. RationalField.v and RealField.v make the
    rational and the real numbers such fields; only the real numbers themselves take axioms, those of the standard
    library. *)

From Coq Require Import ZArith Setoid Morphisms Ring InitialRing Lia.
From Coq Require Export Setoid Field.
From Coq.micromega Require Import OrderedRing ZCoeff.

(** [Fordered] has the standard library's laws of a ring with a total order, where 0 and 1 differ. Elements are
    [Feq] if they are equal as numbers: 1/2 and 2/4 are. For the real numbers [Fcompare] is not a computation. *)
Record field : Type := {
  element :> Type;
  F0 : element;
  F1 : element;
  Fplus : element -> element -> element;
  Fmult : element -> element -> element;
  Fminus : element -> element -> element;
  Fopp : element -> element;
  Finv : element -> element;
  integer : Z -> element;
  Feq : element -> element -> Prop;
  Fle : element -> element -> Prop;
  Flt : element -> element -> Prop;
  Fcompare : element -> element -> comparison;
  Ffloor : element -> Z;
  Fordered : SOR F0 F1 Fplus Fmult Fminus Fopp Feq Fle Flt;
  Finv_same : forall a b, Feq a b -> Feq (Finv a) (Finv b);
  Finv_times : forall a, ~ Feq a F0 -> Feq (Fmult (Finv a) a) F1;
  integer_is : forall n, Feq (integer n) (gen_order_phi_Z F0 F1 Fplus Fmult Fopp n);
  Fcompare_spec : forall a b, CompareSpec (Feq a b) (Flt a b) (Flt b a) (Fcompare a b);
  Ffloor_spec : forall a, Fle (integer (Ffloor a)) a /\ Flt a (integer (Ffloor a + 1))
}.

Arguments F0 {_}.
Arguments F1 {_}.
Arguments Fplus {_} _ _.
Arguments Fmult {_} _ _.
Arguments Fminus {_} _ _.
Arguments Fopp {_} _.
Arguments Finv {_} _.
Arguments integer {_} _.
Arguments Feq {_} _ _.
Arguments Fle {_} _ _.
Arguments Flt {_} _ _.
Arguments Fcompare {_} _ _.
Arguments Ffloor {_} _.

Definition Fdiv {K : field} (a b : K) : K := Fmult a (Finv b).

(** A number of rounds, mistakes or concepts. *)
Definition number {K : field} (n : nat) : K := integer (Z.of_nat n).

Declare Scope field_scope.
Delimit Scope field_scope with F.
Bind Scope field_scope with element.

Notation "0" := F0 : field_scope.
Notation "1" := F1 : field_scope.
Notation "2" := (integer 2) : field_scope.
Notation "4" := (integer 4) : field_scope.
Notation "8" := (integer 8) : field_scope.
Notation "9" := (integer 9) : field_scope.
Notation "a + b" := (Fplus a b) : field_scope.
Notation "a * b" := (Fmult a b) : field_scope.
Notation "a - b" := (Fminus a b) : field_scope.
Notation "- a" := (Fopp a) : field_scope.
Notation "/ a" := (Finv a) : field_scope.
Notation "a / b" := (Fdiv a b) : field_scope.
Notation "a == b" := (Feq a b) (at level 70, no associativity) : field_scope.
Notation "a <= b" := (Fle a b) : field_scope.
Notation "a < b" := (Flt a b) : field_scope.

Local Open Scope field_scope.

Section Laws.

  Context {K : field}.
  Implicit Types a b c : K.

  Global Instance Feq_equivalence : Equivalence (@Feq K) := SORsetoid (Fordered K).
  Global Instance Feq_default : DefaultRelation (@Feq K) := {}.
  Global Instance Fplus_proper : Proper (@Feq K ==> Feq ==> Feq) Fplus := SORplus_wd (Fordered K).
  Global Instance Fmult_proper : Proper (@Feq K ==> Feq ==> Feq) Fmult := SORtimes_wd (Fordered K).
  Global Instance Fopp_proper : Proper (@Feq K ==> Feq) Fopp := SORopp_wd (Fordered K).
  Global Instance Finv_proper : Proper (@Feq K ==> Feq) Finv := Finv_same K.
  Global Instance Fle_proper : Proper (@Feq K ==> Feq ==> iff) Fle := SORle_wd (Fordered K).
  Global Instance Flt_proper : Proper (@Feq K ==> Feq ==> iff) Flt := SORlt_wd (Fordered K).
  Global Instance Fminus_proper : Proper (@Feq K ==> Feq ==> Feq) Fminus.
  Proof. intros a a' equal_a b b' equal_b; apply (rminus_morph (Fordered K)); assumption. Qed.
  Global Instance Fdiv_proper : Proper (@Feq K ==> Feq ==> Feq) Fdiv.
  Proof. intros a a' equal_a b b' equal_b; unfold Fdiv; rewrite equal_a, equal_b; reflexivity. Qed.

  Lemma field_laws : field_theory 0 1 Fplus Fmult Fminus Fopp Fdiv Finv (@Feq K).
  Proof.
    constructor; [apply (SORrt (Fordered K)) | | reflexivity | apply Finv_times].
    intro equal; apply (SORneq_0_1 (Fordered K)); symmetry; exact equal.
  Qed.

  (** ** The order *)

  Lemma Fle_refl a : a <= a.
  Proof. apply (SORle_refl (Fordered K)). Qed.

  Lemma Flt_le a b : a < b -> a <= b.
  Proof. intro less; apply (Rlt_le_neq (Fordered K)), less. Qed.

  Lemma Fle_trans a b c : a <= b -> b <= c -> a <= c.
  Proof. apply (SORle_trans (Fordered K)). Qed.

  Lemma Fle_lteq a b : a <= b <-> a < b \/ a == b.
  Proof. apply (Rle_lt_eq (Fordered K)). Qed.

  Lemma Fnot_lt a b : ~ a < b <-> b <= a.
  Proof. symmetry; apply (Rle_ngt (Fordered K)). Qed.

  Lemma Fnot_le a b : ~ a <= b <-> b < a.
  Proof. symmetry; apply (Rlt_nge (Fordered K)). Qed.

  Lemma Feq_alt a b : a == b <-> Fcompare a b = Eq.
  Proof.
    destruct (Fcompare_spec K a b) as [equal | less | more]; split; auto; try discriminate; intro equal; exfalso.
    - rewrite equal in less; apply (Rlt_le_neq (Fordered K)) in less; apply less; reflexivity.
    - rewrite equal in more; apply (Rlt_le_neq (Fordered K)) in more; apply more; reflexivity.
  Qed.

  Lemma Flt_alt a b : a < b <-> Fcompare a b = Lt.
  Proof.
    destruct (Fcompare_spec K a b) as [equal | less | more]; split; auto; try discriminate; intro less; exfalso.
    - rewrite equal in less; apply (Rlt_le_neq (Fordered K)) in less; apply less; reflexivity.
    - revert less; apply Fnot_lt, Flt_le, more.
  Qed.

  Lemma Fgt_alt a b : b < a <-> Fcompare a b = Gt.
  Proof.
    destruct (Fcompare_spec K a b) as [equal | less | more]; split; auto; try discriminate; intro more; exfalso.
    - rewrite equal in more; apply (Rlt_le_neq (Fordered K)) in more; apply more; reflexivity.
    - revert more; apply Fnot_lt, Flt_le, less.
  Qed.

  Lemma Flt_le_dec a b : {a < b} + {b <= a}.
  Proof.
    destruct (Fcompare a b) eqn:order; [right | left | right]; assert (cases := Fcompare_spec K a b);
      rewrite order in cases; inversion cases as [equal | less | more].
    - rewrite equal; apply Fle_refl.
    - exact less.
    - apply (Rlt_le_neq (Fordered K)), more.
  Defined.

  Lemma Fpos_not_0 a : 0 < a -> ~ a == 0.
  Proof. intros positive equal; rewrite equal in positive; revert positive; apply Fnot_lt, Fle_refl. Qed.

  Lemma Fmult_pos a b : 0 < a -> 0 < b -> 0 < a * b.
  Proof. apply (Rtimes_pos_pos (Fordered K)). Qed.

  Lemma Fmult_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a * b.
  Proof. apply (Rtimes_nonneg_nonneg (Fordered K)). Qed.

  Lemma Fle_antisym a b : a <= b -> b <= a -> a == b.
  Proof. apply (SORle_antisymm (Fordered K)). Qed.

  Add Ring laws : (SORrt (Fordered K)).

  Lemma cancel_le a b c : 0 < c -> a * c <= b * c -> a <= b.
  Proof.
    intros positive le; apply Fnot_lt; intro less; apply Fnot_lt in le; apply le.
    apply <- (Rlt_lt_minus (Fordered K)); setoid_replace (a * c - b * c) with ((a - b) * c) by ring.
    apply Fmult_pos; [apply -> (Rlt_lt_minus (Fordered K) b a); exact less | exact positive].
  Qed.

  Lemma cancel a b c : 0 < c -> a * c == b * c -> a == b.
  Proof.
    intros positive equal; apply (SORle_antisymm (Fordered K)); apply cancel_le with c; try exact positive;
      rewrite equal; apply Fle_refl.
  Qed.

  Lemma Finv_pos a : 0 < a -> 0 < / a.
  Proof.
    intro positive; assert (product := Finv_times K a (Fpos_not_0 a positive)).
    apply Fnot_le; intro negative; assert (one_pos : (0 : K) < 1) by apply (Rlt_0_1 (Fordered K)).
    revert one_pos; apply Fnot_lt; rewrite <- product.
    assert (nonneg : 0 <= - / a * a).
    { apply Fmult_nonneg; [| apply (Rlt_le_neq (Fordered K)), positive].
      apply (Rle_le_minus (Fordered K)) in negative; setoid_replace (- / a) with (0 - / a) by ring; exact negative. }
    apply <- (Rle_le_minus (Fordered K)); setoid_replace (0 - / a * a) with (- / a * a) by ring; exact nonneg.
  Qed.

  (** ** Integers *)

  Let morphism := Zring_morph (Fordered K).

  Lemma integer_0 : integer 0 == (0 : K).
  Proof. rewrite integer_is; reflexivity. Qed.

  Lemma integer_1 : integer 1 == (1 : K).
  Proof. rewrite integer_is; reflexivity. Qed.

  Lemma integer_add (m n : Z) : (integer (m + n) : K) == integer m + integer n.
  Proof. rewrite !integer_is; apply (morph_add morphism). Qed.

  Lemma integer_mul (m n : Z) : (integer (m * n) : K) == integer m * integer n.
  Proof. rewrite !integer_is; apply (morph_mul morphism). Qed.

  Lemma integer_opp (n : Z) : (integer (- n) : K) == - integer n.
  Proof. rewrite !integer_is; apply (morph_opp morphism). Qed.

  Lemma integer_below (m n : Z) : (m < n)%Z -> (integer m : K) < integer n.
  Proof. intro less; rewrite !integer_is; apply (clt_morph (Fordered K)), less. Qed.

  Lemma integer_at_most (m n : Z) : (m <= n)%Z -> (integer m : K) <= integer n.
  Proof. intro le; rewrite !integer_is; apply (Zcleb_morph (Fordered K)), Z.leb_le, le. Qed.

  Lemma integer_differs (m n : Z) : m <> n -> ~ (integer m : K) == integer n.
  Proof.
    intro differ; rewrite !integer_is; apply (Zcneqb_morph (Fordered K)).
    destruct (Zeq_bool m n) eqn:e; [apply Zeq_bool_eq in e; contradiction | reflexivity].
  Qed.

  Lemma integer_positive (d : positive) : 0 < (integer (Zpos d) : K).
  Proof. rewrite <- integer_0; apply integer_below; reflexivity. Qed.

  (** ** Numbers of rounds *)

  Lemma number_0 : number 0 == (0 : K).
  Proof. apply integer_0. Qed.

  Lemma number_S (n : nat) : (number (S n) : K) == number n + 1.
  Proof. unfold number; rewrite Nat2Z.inj_succ; unfold Z.succ; rewrite integer_add, integer_1; reflexivity. Qed.

  Lemma number_1 : number 1 == (1 : K).
  Proof. apply integer_1. Qed.

  Lemma number_add (m n : nat) : (number (m + n) : K) == number m + number n.
  Proof. unfold number; rewrite Nat2Z.inj_add; apply integer_add. Qed.

  Lemma number_le (m n : nat) : (m <= n)%nat -> (number m : K) <= number n.
  Proof. intro le; apply integer_at_most; lia. Qed.

  Lemma number_nonneg (n : nat) : 0 <= (number n : K).
  Proof. rewrite <- number_0; apply number_le; lia. Qed.

  Lemma number_pos (n : nat) : (0 < n)%nat -> 0 < (number n : K).
  Proof. intro positive; rewrite <- number_0; apply integer_below; lia. Qed.

End Laws.
