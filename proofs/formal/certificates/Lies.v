(** Learners where labels may lie: up to so many labels of a sequence may differ from those of the target.

    A version space says of each concept how many lies it has left. Here learners of version spaces are made of learners
    of smaller ones, as in Strategy.v. Points are those of the table: numbers below its width.
    A concept that is undefined at a point differs from both labels. So without lies this is about partial classes. *)

From Coq Require Import List Bool Arith NArith Lia.
From ForcedMistakes Require Import Learner Concepts Strategy ConceptTable PartialTable.
Import ListNotations.

(** How many labels of a sequence are not those of a concept: it has another one, or is undefined there. *)
Fixpoint unlike (r : partial_row) (s : list (example nat)) : nat :=
  match s with
  | [] => 0
  | (x, y) :: rest => (if gives r x y then 0 else 1) + unlike r rest
  end.

(** All points are below [n]. *)
Definition inside (n : nat) (s : list (example nat)) : Prop := Forall (fun e => fst e < n) s.

Definition realizable_with (lies : N) (rows : partial_table) (s : list (example nat)) : Prop :=
  inside (width rows) s /\ exists r, In r rows /\ (N.of_nat (unlike r s) <= lies)%N.

(** Every deterministic learner errs at least [k] times on some sequence of points of the table from which a concept
    differs at most [lies] times. *)
Definition forces_with (lies : N) (rows : partial_table) (k : nat) : Prop :=
  forall L : learner nat, exists s, realizable_with lies rows s /\ k <= errors L s.

(** Some deterministic learner errs at most [k] times on every such sequence. *)
Definition suffices_with (lies : N) (rows : partial_table) (k : nat) : Prop :=
  exists L : learner nat, forall s, realizable_with lies rows s -> errors L s <= k.

(** In a partial class: some concept is defined at all points of the sequence, and gives them their labels. *)
Definition realizable_partly (rows : partial_table) (s : list (example nat)) : Prop :=
  inside (width rows) s /\ exists r, In r rows /\ Forall (fun e => partial_label r (fst e) = Some (snd e)) s.

Lemma unlike_none (r : partial_row) (s : list (example nat)) :
  (N.of_nat (unlike r s) <= 0)%N <-> Forall (fun e => partial_label r (fst e) = Some (snd e)) s.
Proof.
  induction s as [| [x y] s IH]; cbn [unlike]; [split; [constructor | reflexivity] |].
  rewrite Forall_cons_iff, <- IH; cbn [fst snd]; rewrite <- gives_label; destruct (gives r x y); split; intro H; intuition (lia || discriminate).
Qed.

(** Without lies, a sequence is explained if some concept is defined at all of its points and gives them their labels.
    Idea: no label is unlike those of that concept. *)
Theorem no_lies_in_partial_classes (rows : partial_table) (s : list (example nat)) :
  realizable_with 0 rows s <-> realizable_partly rows s.
Proof.
  unfold realizable_with, realizable_partly; split; intros (here & r & some & right); (split; [exact here |]);
    exists r; (split; [exact some | apply unlike_none, right]).
Qed.

(** In a total class, a label is unlike those of a concept if the concept has the other one.
    Idea: no label is missing. *)
Theorem lies_in_total_classes (lies : N) (rows : table) (s : list (example nat)) :
  realizable_with lies (partly rows) s <->
  inside (width rows) s /\
  exists r, In r rows /\ (N.of_nat (length (filter (fun e => negb (eqb (label r (fst e)) (snd e))) s)) <= lies)%N.
Proof.
  assert (same : forall r, unlike (map Some r) s = length (filter (fun e => negb (eqb (label r (fst e)) (snd e))) s)).
  { intro r; induction s as [| [x y] s IH]; [reflexivity |]; cbn [unlike filter fst snd]; rewrite gives_some, IH.
    destruct (eqb (label r x) y); reflexivity. }
  unfold realizable_with; rewrite width_partly; split; intros (here & r & some & few); (split; [exact here |]).
  - apply in_map_iff in some as (r' & <- & some); exists r'; rewrite <- same; split; assumption.
  - exists (map Some r); rewrite same; split; [apply in_map, some | exact few].
Qed.

(** What is forced without lies in a total class is forced. *)
Lemma forces_partly (rows : table) (k : nat) : forces_with 0 (partly rows) k -> forces (class_of rows) k.
Proof.
  intros forced L; destruct (forced L) as (s & real & errs); exists s; split; [| exact errs].
  apply no_lies_in_partial_classes in real as (_ & r & some & right); apply in_map_iff in some as (r' & <- & some).
  exists (label r'); split; [apply in_map, some |]; revert right; apply Forall_impl; intro e.
  rewrite <- gives_label, gives_some; apply eqb_prop.
Qed.

(** * Version spaces *)

(** Each row that is left, and how many lies it has left. *)
Definition lying : Type := list (partial_row * N).

(** What a label leaves: a row that is unlike it has a lie less, or is out. *)
Fixpoint after (x : nat) (y : bool) (V : lying) : lying :=
  match V with
  | [] => []
  | (r, b) :: rest =>
      if gives r x y then (r, b) :: after x y rest
      else match b with 0%N => after x y rest | _ => (r, N.pred b) :: after x y rest end
  end.

(** A row of [V] explains the sequence with the lies that it has left. *)
Definition explains (V : lying) (s : list (example nat)) : Prop :=
  exists r b, In (r, b) V /\ (N.of_nat (unlike r s) <= b)%N.

Lemma explains_after (V : lying) (x : nat) (y : bool) (s : list (example nat)) :
  explains V ((x, y) :: s) -> explains (after x y V) s.
Proof.
  intros (r & b & here & few); induction V as [| [r' b'] V IH]; [destruct here |]; cbn [after].
  destruct here as [same | here].
  - injection same as -> ->; cbn [unlike] in few.
    destruct (gives r x y); [exists r, b; split; [left; reflexivity | exact few] |].
    destruct b as [| p]; [lia |]; exists r, (N.pred (N.pos p)); split; [left; reflexivity | lia].
  - destruct (IH here) as (r'' & b'' & found & few'').
    exists r'', b''; split; [| exact few''].
    destruct (gives r' x y); [right; exact found |]; destruct b'; [exact found | right; exact found].
Qed.

(** * Learners of version spaces *)

Section Learners.

  Context (n : nat).

  (** Some learner errs fewer than [k] times on what [V] explains. *)
  Definition fewer (V : lying) (k : nat) : Prop :=
    exists L : learner nat, forall s, inside n s -> explains V s -> errors L s < k.

  Definition at_most (V : lying) (k : nat) : Prop := fewer V (S k).

  Lemma fewer_weaken (V W : lying) (j k : nat) :
    (forall r b, In (r, b) V -> exists b', In (r, b') W /\ (b <= b')%N) -> j <= k -> fewer W j -> fewer V k.
  Proof.
    intros lies_in le [L bound]; exists L; intros s here (r & b & found & few).
    destruct (lies_in r b found) as (b' & found' & more).
    apply Nat.lt_le_trans with j; [| exact le]; apply bound; [exact here |].
    exists r, b'; split; [exact found' | lia].
  Qed.

  (** If at every point some label leaves what allows fewer than [k] mistakes, then [k] mistakes are enough.
      Idea: predict the opposite of that label. *)
  Lemma at_most_step (V : lying) (k : nat) :
    (forall x, x < n -> exists y, fewer (after x y V) k) -> at_most V k.
  Proof.
    intro step.
    set (any := {| state := unit; init := tt; predict := fun _ (_ : nat) => None; update := fun _ _ _ => tt |}).
    destruct (choose (true, any) (fun x next =>
      forall s, inside n s -> explains (after x (fst next) V) s -> errors (snd next) s < k) n) as [f good].
    { intros x small; destruct (step x small) as (y & L & bound); exists (y, L); exact bound. }
    exists (descend f); intros s here explained; apply Nat.lt_succ_r.
    unfold errors; simpl init; induction here as [| [x y] s small here IH]; simpl; [lia |]; cbn [fst] in small.
    destruct (eqb y (fst (f x))) eqn:wrong.
    - apply eqb_prop in wrong; subst y; rewrite errors_below.
      assert (rest := good x small s here (explains_after V x _ s explained)).
      unfold errors in rest; destruct (eqb _ _); simpl; lia.
    - replace (eqb (negb (fst (f x))) y) with true by (destruct y, (fst (f x)); easy).
      apply IH; destruct explained as (r & b & found & few); exists r, b; split; [exact found |].
      cbn [unlike] in few; destruct (gives r x y); lia.
  Qed.

  (** ** Other names *)

  (** Each row of [V] is, under other names, one of [W] with as many lies left or more; on points without a name no
      two rows of [V] contradict each other. *)
  Definition leads_to (names : nat -> name nat) (V W : lying) : Prop :=
    forall r b, In (r, b) V -> exists d b', In (d, b') W /\ (b <= b')%N /\ forall x, x < n ->
      match names x with
      | Named x' exchanged => x' < n /\ partial_label r x = option_map (xorb exchanged) (partial_label d x')
      | Nameless => forall r' b' y, In (r', b') V -> gives r x y = true -> gives r' x (negb y) = false
      end.

  Section Renamed.

    Context (names : nat -> name nat) (agreed : nat -> bool) (L : learner nat).

    (** At a point without a name it predicts what all agree on. If that is wrong, it lets [L] err, too: a lie less is
        left to all. *)
    Definition renamed_with : learner nat := {|
      state := state L;
      init := init L;
      predict := fun q x =>
        match names x with
        | Named x' exchanged => option_map (xorb exchanged) (predict L q x')
        | Nameless => Some (agreed x)
        end;
      update := fun q x y =>
        match names x with
        | Named x' exchanged => update L q x' (xorb exchanged y)
        | Nameless => if eqb (agreed x) y then q else update L q 0 (contrary (predict L q 0))
        end
    |}.

    (** What [L] is told. *)
    Fixpoint told_with (q : state L) (s : list (example nat)) : list (example nat) :=
      match s with
      | [] => []
      | (x, y) :: rest =>
          match names x with
          | Named x' exchanged => (x', xorb exchanged y) :: told_with (update L q x' (xorb exchanged y)) rest
          | Nameless =>
              if eqb (agreed x) y then told_with q rest
              else let y' := contrary (predict L q 0) in (0, y') :: told_with (update L q 0 y') rest
          end
      end.

    Lemma errors_renamed_with (q : state L) (s : list (example nat)) :
      errors_from renamed_with q s = errors_from L q (told_with q s).
    Proof.
      revert q; induction s as [| [x y] s IH]; intro q; simpl; [reflexivity |].
      destruct (names x) as [| x' exchanged]; simpl.
      - destruct (eqb (agreed x) y); simpl; rewrite IH, ?contrary_mistaken; reflexivity.
      - rewrite IH; f_equal; destruct (predict L q x') as [[] |], y, exchanged; reflexivity.
    Qed.

    Lemma told_with_fits (q : state L) (s : list (example nat)) (r d : partial_row) :
      0 < n -> inside n s ->
      (forall x, x < n -> match names x with
        | Named x' exchanged => x' < n /\ partial_label r x = option_map (xorb exchanged) (partial_label d x')
        | Nameless => gives r x (negb (agreed x)) = false
        end) ->
      inside n (told_with q s) /\ unlike d (told_with q s) <= unlike r s.
    Proof.
      intros some here facts; revert q.
      induction here as [| [x y] s small here IH]; intro q; simpl; [split; [constructor | lia] |].
      cbn [fst] in small; specialize (facts x small); destruct (names x) as [| x' exchanged].
      - destruct (eqb (agreed x) y) eqn:same; [destruct (IH q); split; [assumption | lia] |].
        replace (negb (agreed x)) with y in facts by (destruct (agreed x), y; easy); rewrite facts.
        destruct (IH (update L q 0 (contrary (predict L q 0)))) as [inner less].
        split; [constructor; [exact some | exact inner] |]; simpl; destruct (gives d 0 _); lia.
      - destruct facts as [small' same]; destruct (IH (update L q x' (xorb exchanged y))) as [inner less].
        split; [constructor; [exact small' | exact inner] |]; simpl.
        replace (gives r x y) with (gives d x' (xorb exchanged y)); [lia |].
        unfold gives; rewrite same; destruct (partial_label d x') as [z |]; [destruct exchanged, z, y |]; reflexivity.
    Qed.

  End Renamed.

  Lemma fewer_renamed (names : nat -> name nat) (V W : lying) (k : nat) :
    0 < n -> leads_to names V W -> fewer W k -> fewer V k.
  Proof.
    intros some leads [L bound].
    set (agreed := fun x => existsb (fun r => gives (fst r) x true) V).
    exists (renamed_with names agreed L); intros s here (r & b & found & few).
    destruct (leads r b found) as (d & b' & found' & more & facts).
    unfold errors; rewrite errors_renamed_with; cbn [init renamed_with].
    destruct (told_with_fits names agreed L (init L) s r d some here) as [inner less].
    - intros x small; specialize (facts x small); destruct (names x) as [| x' exchanged]; [| exact facts].
      unfold agreed; destruct (existsb _ V) eqn:plus; cbn [negb].
      + apply existsb_exists in plus as ((r' & b0) & other & plus); destruct (gives r x false) eqn:minus; [| reflexivity].
        specialize (facts r' b0 false other minus); cbn [fst negb] in *; congruence.
      + destruct (gives r x true) eqn:also; [| reflexivity]; rewrite <- plus; symmetry; apply existsb_exists.
        exists (r, b); split; assumption.
    - apply bound; [exact inner |]; exists d, b'; split; [exact found' | lia].
  Qed.

End Learners.

(** * Weighted majority *)

(** The number of sets of at most [b] among [k] things. *)
Fixpoint ways (k : nat) (b : N) : N :=
  match k with
  | O => 1%N
  | S k => (ways k b + match b with 0 => 0 | _ => ways k (N.pred b) end)%N
  end.

(** The sum of the weights of the rows. *)
Fixpoint weight (k : nat) (V : lying) : N :=
  match V with
  | [] => 0%N
  | (_, b) :: rest => (ways k b + weight k rest)%N
  end.

Lemma ways_pred (k : nat) (b : N) : (ways k (N.pred b) <= ways k b)%N.
Proof.
  revert b; induction k as [| k IH]; intro b; [reflexivity |]; destruct b as [| p]; [reflexivity |].
  assert (less := IH (N.pos p)); revert less; set (c := N.pred (N.pos p)); intro less; assert (lesser := IH c).
  cbn [ways]; fold c; destruct c; lia.
Qed.

(** Each row counts on one side with its lies, and on the other with one less; where it is undefined, on both with one
    less. *)
Lemma weight_split (k : nat) (x : nat) (V : lying) :
  (weight k (after x false V) + weight k (after x true V) <= weight (S k) V)%N.
Proof.
  induction V as [| [r b] V IH]; [reflexivity |]; cbn [weight after ways].
  assert (one := gives_one r x true); cbn [negb] in one; assert (less := ways_pred k b).
  destruct (gives r x false), (gives r x true); try (discriminate (one eq_refl)); destruct b; cbn [weight]; lia.
Qed.

Definition majority (k : nat) (V : lying) (x : nat) : bool :=
  (weight (pred k) (after x false V) <=? weight (pred k) (after x true V))%N.

(** It counts the mistakes that it may yet make, and changes only after a mistake. *)
Definition weighted_majority (k : nat) (V : lying) : learner nat := {|
  state := nat * lying;
  init := (k, V);
  predict := fun q x => Some (majority (fst q) (snd q) x);
  update := fun q x y => if eqb (majority (fst q) (snd q) x) y then q else (pred (fst q), after x y (snd q))
|}.

(** A sum of weights below 2^k leaves fewer than k mistakes.
    Idea: a mistake leaves the smaller side, and the sum of the two sides, each with one mistake less to come, is what
    was there. *)
Lemma fewer_by_weight (n k : nat) (V : lying) : (weight k V < 2 ^ N.of_nat k)%N -> fewer n V k.
Proof.
  intro light; exists (weighted_majority k V); intros s _; unfold errors; cbn [init weighted_majority].
  revert k V light; induction s as [| [x y] s IH]; intros k V light (r & b & found & few).
  - simpl; destruct k as [| k]; [| lia]; exfalso; change (2 ^ N.of_nat 0)%N with 1%N in light.
    clear few; induction V as [| [r' b'] V IHV]; [destruct found |].
    cbn [weight ways] in light; lia.
  - simpl errors_from; cbn [fst snd]; destruct (eqb (majority k V x) y) eqn:right.
    + simpl; change (errors_from (weighted_majority k V) (k, V) s < k); apply IH; [exact light |].
      exists r, b; split; [exact found |]; cbn [unlike] in few; destruct (gives r x y); lia.
    + destruct k as [| k].
      { exfalso; clear few; change (2 ^ N.of_nat 0)%N with 1%N in light.
        destruct V as [| [r' b'] V]; [destruct found |]; cbn [weight ways] in light; lia. }
      cbn [pred]; assert (explained := explains_after V x y s (ex_intro _ r (ex_intro _ b (conj found few)))).
      assert (rest : errors_from (weighted_majority k (after x y V)) (k, after x y V) s < k).
      { apply IH; [| exact explained].
        assert (split := weight_split k x V); rewrite Nat2N.inj_succ, N.pow_succ_r' in light.
        unfold majority in right; cbn [pred] in right.
        destruct (N.leb_spec (weight k (after x false V)) (weight k (after x true V))), y; try discriminate right; lia. }
      simpl; change (S (errors_from (weighted_majority k (after x y V)) (k, after x y V) s) < S k); lia.
Qed.
