(** [lra] and [nra] over every ordered field.

    The standard library's search for a witness and its check of the witness are about rational numbers. Here the check
    is proved right over every ordered field. *)

From Coq Require Import QArith List Bool.
From Coq.micromega Require Import Refl OrderedRing RingMicromega EnvRing Env Tauto ZCoeff QMicromega Lqa.
From ForcedMistakes Require Export OrderedField.
Import ListNotations.

Local Open Scope field_scope.

Section Decided.

  Context {K : field}.
  Implicit Types a b c : K.

  Add Field laws : (@field_laws K).

  (** Rational numbers as elements; 0, 1, integers and 1/d as they are written. *)
  Local Definition constant (q : Q) : K :=
    match q with
    | 0 # 1 => 0
    | 1 # 1 => 1
    | n # 1 => integer n
    | 1 # d => / integer (Zpos d)
    | n # d => integer n / integer (Zpos d)
    end.

  Local Lemma constant_times q : constant q * integer (Zpos (Qden q)) == integer (Qnum q).
  Proof.
    destruct q as [n d]; cbn [Qnum Qden].
    assert (general : integer n / integer (Zpos d) * integer (Zpos d) == (integer n : K))
      by (field; apply Fpos_not_0, integer_positive).
    assert (over : / integer (Zpos d) * integer (Zpos d) == (1 : K))
      by (field; apply Fpos_not_0, integer_positive).
    unfold constant; destruct n as [| [] |], d; try exact general; rewrite ?integer_1, ?integer_0; try ring; exact over.
  Qed.

  Local Notation int := (@integer K).

  Local Lemma dens_pos (q r : Q) : 0 < int (Zpos (Qden q)) * int (Zpos (Qden r)).
  Proof. apply Fmult_pos; apply integer_positive. Qed.

  (** A product of numerators and denominators, to compare constants by. *)
  Local Lemma cleared (q r : Q) :
    constant q * (int (Zpos (Qden q)) * int (Zpos (Qden r))) == int (Qnum q * Zpos (Qden r))%Z.
  Proof. rewrite integer_mul, <- constant_times; ring. Qed.

  Local Lemma cleared_r (q r : Q) :
    constant r * (int (Zpos (Qden q)) * int (Zpos (Qden r))) == int (Qnum r * Zpos (Qden q))%Z.
  Proof. rewrite integer_mul, <- constant_times; ring. Qed.

  Local Lemma constant_le (q r : Q) : Qle_bool q r = true -> constant q <= constant r.
  Proof.
    intro le; apply Qle_bool_iff in le; apply cancel_le with (1 := dens_pos q r).
    rewrite cleared, cleared_r; apply integer_at_most, le.
  Qed.

  Local Lemma constant_same (q r : Q) : Qeq_bool q r = true -> constant q == constant r.
  Proof.
    intro equal; apply Qeq_bool_iff in equal; apply cancel with (1 := dens_pos q r).
    rewrite cleared, cleared_r, equal; reflexivity.
  Qed.

  Local Lemma constant_differs (q r : Q) : Qeq_bool q r = false -> ~ constant q == constant r.
  Proof.
    intros differ equal; apply Qeq_bool_neq in differ; apply differ; unfold Qeq.
    assert (same_integer : int (Qnum q * Zpos (Qden r))%Z == int (Qnum r * Zpos (Qden q))%Z)
      by (rewrite <- cleared, <- cleared_r, equal; reflexivity).
    destruct (Z.eq_dec (Qnum q * Zpos (Qden r))%Z (Qnum r * Zpos (Qden q))%Z) as [e | ne]; [exact e | exfalso].
    exact (integer_differs _ _ ne same_integer).
  Qed.

  Local Lemma constants_addon :
    SORaddon 0 1 Fplus Fmult Fminus Fopp Feq Fle
      0%Q 1%Q Qplus Qmult Qminus Qopp Qeq_bool Qle_bool constant (fun n => n) (pow_N 1 Fmult).
  Proof.
    constructor; [constructor | | exact constant_differs | exact constant_le].
    - reflexivity.
    - reflexivity.
    - intros q r; apply cancel with (1 := dens_pos q r).
      assert (sum := constant_times (q + r)%Q); cbn [Qplus Qnum Qden] in sum; rewrite Pos2Z.inj_mul, integer_mul in sum.
      rewrite sum, integer_add, <- cleared, <- cleared_r; ring.
    - intros q r; apply cancel with (1 := dens_pos q r).
      assert (sum := constant_times (q - r)%Q); cbn [Qminus Qopp Qplus Qnum Qden] in sum.
      rewrite Pos2Z.inj_mul, integer_mul in sum.
      rewrite sum, integer_add, Z.mul_opp_l, integer_opp, <- cleared, <- cleared_r; ring.
    - intros q r; apply cancel with (1 := dens_pos q r).
      assert (product := constant_times (q * r)%Q); cbn [Qmult Qnum Qden] in product.
      rewrite Pos2Z.inj_mul, integer_mul in product; rewrite product, integer_mul, <- !constant_times; ring.
    - intro q; apply cancel with (1 := integer_positive (Qden q)).
      assert (negative := constant_times (- q)%Q); cbn [Qopp Qnum Qden] in negative.
      rewrite negative, integer_opp, <- constant_times; ring.
    - exact constant_same.
    - constructor; intros a n; destruct n; reflexivity.
  Qed.

  (** ** Whether formulas hold *)

  Local Definition value (env : PolEnv K) : PExpr Q -> K :=
    eval_pexpr Fplus Fmult Fminus Fopp constant (fun n => n) (pow_N 1 Fmult) env.

  Local Definition eval_prop (env : PolEnv K) : Formula Q -> Prop :=
    eval_formula Fplus Fmult Fminus Fopp Feq Fle Flt constant (fun n => n) (pow_N 1 Fmult) env.

  (** Only propositions are given to it, but the library asks for Booleans as well. *)
  Local Definition is_at_most a b : bool := if Flt_le_dec b a then false else true.

  Local Lemma is_at_most_iff a b : is_at_most a b = true <-> a <= b.
  Proof.
    unfold is_at_most; destruct (Flt_le_dec b a) as [less | le]; [| split; auto].
    split; [discriminate |]; intro le; apply Fnot_lt in le; contradiction.
  Qed.

  Local Definition eval_bool (o : Op2) a b : bool :=
    match o with
    | OpEq => is_at_most a b && is_at_most b a
    | OpNEq => negb (is_at_most a b && is_at_most b a)
    | OpLe => is_at_most a b
    | OpGe => is_at_most b a
    | OpLt => negb (is_at_most b a)
    | OpGt => negb (is_at_most a b)
    end.

  Local Definition eval (env : PolEnv K) (k : kind) : Formula Q -> rtyp k :=
    match k with
    | isProp => eval_prop env
    | isBool => fun f => eval_bool (Fop f) (value env (Flhs f)) (value env (Frhs f))
    end.

  Local Lemma eval_holds (env : PolEnv K) (k : kind) f : hold k (eval env k f) <-> eval_prop env f.
  Proof.
    destruct k; [reflexivity |]; destruct f as [a o b]; unfold eval_prop; cbn [hold eval eval_formula Flhs Fop Frhs].
    fold (value env a) (value env b); set (u := value env a); set (v := value env b); clearbody u v.
    assert (both : is_at_most u v && is_at_most v u = true <-> u == v).
    { rewrite andb_true_iff, !is_at_most_iff; split; [intros []; apply (SORle_antisymm (Fordered K)); assumption |].
      intros ->; split; apply Fle_refl. }
    unfold is_true; destruct o; cbn [eval_bool eval_op2];
      rewrite ?negb_true_iff, <- ?not_true_iff_false, ?both, ?is_at_most_iff; try reflexivity;
      symmetry; apply (Rlt_nge (Fordered K)).
  Qed.

  Let eval_normal := eval_nformula 0 Fplus Fmult Feq Fle Flt constant.

  Local Lemma decided (f : BFormula (Formula Q) isProp) (witness : list (Psatz Q)) :
    QTautoChecker f witness = true -> forall env, eval_bf (eval env) f.
  Proof.
    unfold QTautoChecker; apply tauto_checker_sound with (eval' := eval_normal) (eval := eval).
    - intros env d; exact (eval_nformula_dec (Fordered K) constant env d).
    - intros t inconsistent env; destruct t; apply (check_inconsistent_sound (Fordered K) constants_addon), inconsistent.
    - intros t t' u sum env here there.
      exact (nformula_plus_nformula_correct (Fordered K) constants_addon env t t' here there sum).
    - intros env b t tg normal; apply eval_holds; exact (proj1 (cnf_normalise_correct (Fordered K) constants_addon env t tg) normal).
    - intros env b t tg normal; rewrite hold_eNOT, eval_holds;
       exact (proj1 (cnf_negate_correct (Fordered K) constants_addon env t tg) normal).
    - intros t w found env; unfold eval_tt; rewrite make_impl_map with (eval := eval_normal env) by tauto.
      exact (checker_nf_sound (Fordered K) constants_addon _ _ found env).
  Qed.

End Decided.

(** ** The tactics

    The hypotheses that are equations, inequalities, their negations and conjunctions become premises of the goal. The
    goal is then written as a formula, in which all that is not +, -, ·, an integer or a fraction of integers is a
    variable. *)

Local Ltac variables_of t found :=
  lazymatch t with
  | ?A -> ?B => let found := variables_of A found in variables_of B found
  | ~ ?A => variables_of A found
  | ?A /\ ?B => let found := variables_of A found in variables_of B found
  | Feq ?a ?b => let found := variables_of a found in variables_of b found
  | Fle ?a ?b => let found := variables_of a found in variables_of b found
  | Flt ?a ?b => let found := variables_of a found in variables_of b found
  | Fplus ?a ?b => let found := variables_of a found in variables_of b found
  | Fminus ?a ?b => let found := variables_of a found in variables_of b found
  | Fmult ?a ?b => let found := variables_of a found in variables_of b found
  | Fdiv ?a ?b => let found := variables_of a found in variables_of (Finv b) found
  | Fopp ?a => variables_of a found
  | F0 => found
  | F1 => found
  | integer (Zpos _) => found
  | Finv (integer (Zpos _)) => found
  | False => found
  | _ => lazymatch found with
         | context [cons t _] => found
         | _ => constr:(cons t found)
         end
  end.

(** The variables, each with its place: the patterns of the tactic find it at once. *)
Local Ltac places_of found place :=
  lazymatch found with
  | nil => constr:(tt)
  | cons ?t ?rest =>
      let next := eval compute in (Pos.succ place) in
      let rest := places_of rest next in constr:(((t, place), rest))
  end.

Local Ltac polynomial_of t found :=
  lazymatch t with
  | Fplus ?a ?b => let a := polynomial_of a found in let b := polynomial_of b found in constr:(PEadd a b)
  | Fminus ?a ?b => let a := polynomial_of a found in let b := polynomial_of b found in constr:(PEsub a b)
  | Fmult ?a ?b => let a := polynomial_of a found in let b := polynomial_of b found in constr:(PEmul a b)
  | Fdiv ?a ?b => let a := polynomial_of a found in let b := polynomial_of (Finv b) found in constr:(PEmul a b)
  | Fopp ?a => let a := polynomial_of a found in constr:(PEopp a)
  | F0 => constr:(PEc (C := Q) (0 # 1))
  | F1 => constr:(PEc (C := Q) (1 # 1))
  | integer ?n => lazymatch n with Zpos _ => constr:(PEc (C := Q) (Qmake n 1)) | _ => variable_of t found end
  | Finv ?a =>
      lazymatch a with integer (Zpos ?d) => constr:(PEc (C := Q) (Qmake 1 d)) | _ => variable_of t found end
  | _ => variable_of t found
  end
with variable_of t found := lazymatch found with context [@pair _ positive t ?p] => constr:(PEX (C := Q) p) end.

Local Ltac formula_of t found :=
  lazymatch t with
  | ~ ?A => let f := formula_of A found in constr:(NOT f)
  | ?A -> ?B => let f := formula_of A found in let g := formula_of B found in constr:(IMPL f None g)
  | ?A /\ ?B => let f := formula_of A found in let g := formula_of B found in constr:(AND f g)
  | Feq ?a ?b => relation_of a OpEq b found
  | Fle ?a ?b => relation_of a OpLe b found
  | Flt ?a ?b => relation_of a OpLt b found
  | False => constr:(FF (TA := Formula Q) (TX := eKind) (AA := unit) (AF := unit) isProp)
  end
with relation_of a o b found :=
  let a := polynomial_of a found in
  let b := polynomial_of b found in
  constr:(A (TA := Formula Q) (TX := eKind) (AA := unit) (AF := unit) isProp (Build_Formula a o b) tt).

Local Definition environment {K : field} (found : list K) : PolEnv K := fun p => List.nth (Pos.to_nat p - 1) found F0.

Local Ltac is_relation t :=
  lazymatch t with
  | ~ ?A => is_relation A
  | ?A -> ?B => is_relation A; is_relation B
  | ?A /\ ?B => is_relation A; is_relation B
  | Feq _ _ => idtac
  | Fle _ _ => idtac
  | Flt _ _ => idtac
  end.

Local Ltac by_witness search :=
  intros;
  lazymatch goal with |- ?G => first [is_relation G | exfalso] end;
  repeat match goal with H : ?T |- _ => is_relation T; revert H end;
  lazymatch goal with
  | |- ?G =>
    let K := lazymatch G with
             | context [@Flt ?K _ _] => K
             | context [@Fle ?K _ _] => K
             | context [@Feq ?K _ _] => K
             end in
    let found := variables_of G (@nil (element K)) in
    let places := places_of found 1%positive in
    let formula := formula_of G places in
    let witness := fresh "witness" in
    search witness formula;
    change (eval_bf (eval (environment found)) formula);
    refine (decided formula witness _ (environment found)); vm_cast_no_check (eq_refl true)
  end.

(** Linear arithmetic, and with products of two hypotheses and squares. *)
Ltac lra := by_witness ltac:(fun witness formula => wlra_Q witness formula).
Ltac nra := by_witness ltac:(fun witness formula => wnra_Q witness formula).

(** The tactic [field] unfolds 1. *)
Local Ltac fold_constants K :=
  repeat match goal with |- context [?t] => lazymatch t with match K with _ => _ end => change t with (@F1 K) end end.

(** The tactic [field], with the conditions that its denominators are not 0 left to a hypothesis or [lra]. *)
Ltac fractions :=
  idtac;
  lazymatch goal with
  | |- _ ?a _ => let T := type of a in let K := lazymatch eval cbv beta in T with element ?K => K end in
      field; fold_constants K; first [assumption | lra | repeat split; assumption]
  end.

(** ** Facts that the theorems use by name *)

Definition Fmax {K : field} (a b : K) : K := match Fcompare a b with Lt => b | _ => a end.
Definition Fmin {K : field} (a b : K) : K := match Fcompare a b with Lt => a | _ => b end.

Section Facts.

  Context {K : field}.
  Implicit Types a b c d : K.

  Lemma Fplus_0_l a : 0 + a == a. Proof. lra. Qed.
  Lemma Fplus_0_r a : a + 0 == a. Proof. lra. Qed.
  Lemma Fplus_assoc a b c : a + (b + c) == a + b + c. Proof. lra. Qed.
  Lemma Fmult_comm a b : a * b == b * a. Proof. lra. Qed.
  Lemma Fmult_assoc a b c : a * (b * c) == a * b * c. Proof. lra. Qed.
  Lemma Fmult_1_r a : a * 1 == a. Proof. lra. Qed.
  Lemma Fmult_plus_distr_r a b c : a * (b + c) == a * b + a * c. Proof. lra. Qed.

  Lemma Fmult_inv_r a : ~ a == 0 -> a * / a == 1.
  Proof. intro nonzero; rewrite Fmult_comm; apply Finv_times, nonzero. Qed.

  Lemma Fle_lt_trans a b c : a <= b -> b < c -> a < c.
  Proof. intros; lra. Qed.

  Lemma Feq_dec a b : {a == b} + {~ a == b}.
  Proof.
    destruct (Fcompare a b) eqn:order; [left; apply Feq_alt, order | right | right];
      intro equal; apply Feq_alt in equal; congruence.
  Defined.

  Lemma Fmult_le_compat a b c d : 0 <= a -> a <= b -> 0 <= c -> c <= d -> a * c <= b * d.
  Proof.
    intros a_nonneg left c_nonneg right.
    assert (0 <= (b - a) * d) by (apply Fmult_nonneg; lra).
    assert (0 <= a * (d - c)) by (apply Fmult_nonneg; lra).
    lra.
  Qed.

  Lemma Fmult_le_l a b c : 0 < c -> (c * a <= c * b <-> a <= b).
  Proof.
    intro positive; split; intro le; [apply Fnot_lt; intro; nra |].
    assert (0 <= c * (b - a)) by (apply Fmult_nonneg; lra); lra.
  Qed.

  Lemma Fmult_lt_l a b c : 0 < c -> (c * a < c * b <-> a < b).
  Proof.
    intro positive; split; intro less; [apply Fnot_le; intro; nra |].
    assert (0 < c * (b - a)) by (apply Fmult_pos; lra); lra.
  Qed.

  Lemma Fmult_le_compat_r a b c : a <= b -> 0 <= c -> a * c <= b * c.
  Proof. intros le nonneg; assert (0 <= (b - a) * c) by (apply Fmult_nonneg; lra); lra. Qed.

  Lemma Fdiv_times a b : 0 < b -> a / b * b == a.
  Proof. intro positive; unfold Fdiv; rewrite <- Fmult_assoc, Finv_times by apply Fpos_not_0, positive; lra. Qed.

  Lemma Fle_shift_div_l a b c : 0 < c -> a * c <= b -> a <= b / c.
  Proof. intros positive le; apply cancel_le with c; [exact positive |]; rewrite Fdiv_times; assumption. Qed.

  Lemma Fle_shift_div_r a b c : 0 < b -> a <= c * b -> a / b <= c.
  Proof. intros positive le; apply cancel_le with b; [exact positive |]; rewrite Fdiv_times; assumption. Qed.

  Lemma Fmax_l a b : a <= Fmax a b.
  Proof. unfold Fmax; destruct (Fcompare_spec K a b); lra. Qed.
  Lemma Fmax_r a b : b <= Fmax a b.
  Proof. unfold Fmax; destruct (Fcompare_spec K a b); lra. Qed.
  Lemma Fmax_right a b : a <= b -> Fmax a b == b.
  Proof. intro le; unfold Fmax; destruct (Fcompare_spec K a b); lra. Qed.
  Lemma Fmin_l a b : Fmin a b <= a.
  Proof. unfold Fmin; destruct (Fcompare_spec K a b); lra. Qed.
  Lemma Fmin_r a b : Fmin a b <= b.
  Proof. unfold Fmin; destruct (Fcompare_spec K a b); lra. Qed.
  Lemma Fmin_glb_lt a b c : c < a -> c < b -> c < Fmin a b.
  Proof. intros; unfold Fmin; destruct (Fcompare_spec K a b); assumption. Qed.

End Facts.
