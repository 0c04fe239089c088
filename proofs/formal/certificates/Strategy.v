(** How a learner of a class is made of learners of smaller classes.

    Points are numbers, of which the first [n] matter: from [n] on, all concepts give the label [false]. So a learner
    has finitely many points to prepare for, and it never errs on the others. *)

From Coq Require Import List Bool Arith Lia.
From ForcedMistakes Require Import Learner Concepts VersionSpace.
Import ListNotations.

(** From [n] on, all points have the label [false]. *)
Definition bounded (n : nat) (V : list (concept nat)) : Prop :=
  forall c x, In c V -> n <= x -> c x = false.

(** What is enough for a class is enough for a part of it, and so are more mistakes. *)
Lemma suffices_weaken {X : Type} (V W : list (concept X)) (j k : nat) :
  incl V W -> j <= k -> suffices W j -> suffices V k.
Proof.
  intros Hincl Hle [L HL]; exists L; intros s (c & Hc & Hs).
  apply Nat.le_trans with j; [apply HL; exists c; split; auto | exact Hle].
Qed.

(** Finitely many choices at once. *)
Lemma choose {A : Type} (a : A) (P : nat -> A -> Prop) (n : nat) :
  (forall x, x < n -> exists b, P x b) -> exists f : nat -> A, forall x, x < n -> P x (f x).
Proof.
  induction n as [| n IH]; intro H.
  - exists (fun _ => a); intros x Hx; lia.
  - destruct IH as [f Hf]; [intros x Hx; apply H; lia |].
    destruct (H n) as [b Hb]; [lia |].
    exists (fun x => if x =? n then b else f x); intros x Hx.
    destruct (Nat.eqb_spec x n) as [-> | Hne]; [exact Hb | apply Hf; lia].
Qed.

(** * One step down *)

Section Step.

  Variable next : nat -> bool * learner nat.
  (** [next x] is the label that the learner does not predict at [x], and the learner that goes on if it errs there. *)

  (** It waits at its node until it errs for the first time; from then on another learner plays. *)
  Definition descend : learner nat := {|
    state := option {x : nat & state (snd (next x))};
    init := None;
    predict := fun q x =>
      match q with
      | None => Some (negb (fst (next x)))
      | Some (existT _ x0 q0) => predict (snd (next x0)) q0 x
      end;
    update := fun q x y =>
      match q with
      | None =>
          if eqb y (fst (next x)) then Some (existT _ x (init (snd (next x)))) else None
      | Some (existT _ x0 q0) => Some (existT _ x0 (update (snd (next x0)) q0 x y))
      end
  |}.

  Lemma errors_below (x : nat) (q : state (snd (next x))) (s : list (example nat)) :
    errors_from descend (Some (existT _ x q)) s = errors_from (snd (next x)) q s.
  Proof. revert q; induction s as [| [x' y'] s IH]; intro q; simpl; [| rewrite IH]; reflexivity. Qed.

  (** If what is left after a mistake allows one mistake less, whatever the point, then [descend] is good enough. *)
  Lemma errors_descend (c : concept nat) (k : nat) (s : list (example nat)) :
    consistent c s ->
    (forall x s', consistent c s' -> c x = fst (next x) -> errors (snd (next x)) s' < k) ->
    errors descend s <= k.
  Proof.
    intros Hs Hnext; unfold errors; simpl init.
    induction Hs as [| [x y] s Hy Hs IH]; simpl; [lia |]; simpl in Hy; subst y.
    destruct (eqb (c x) (fst (next x))) eqn:E.
    - apply eqb_prop in E; rewrite errors_below.
      specialize (Hnext x s Hs E); unfold errors in Hnext.
      destruct (eqb (negb (fst (next x))) (c x)); simpl; lia.
    - replace (eqb (negb (fst (next x))) (c x)) with true by (destruct (c x), (fst (next x)); easy).
      exact IH.
  Qed.

End Step.

(** If all concepts agree from point [n] on, and at each of the [n] points before there is a label that no concept
    gives it, or whose concepts allow fewer than [k] mistakes, then [k] mistakes are enough.
    Source: docs/finite-proofs.md, "Ranks".
    Idea: predict the opposite of that label. *)
Theorem suffices_step (n k : nat) (V : list (concept nat)) :
  bounded n V ->
  (forall x, x < n -> exists y, keep (x, y) V = [] \/ exists j, j < k /\ suffices (keep (x, y) V) j) ->
  suffices V k.
Proof.
  intros Hbound Hpoint.
  set (any := {| state := unit; init := tt; predict := fun _ (_ : nat) => None; update := fun _ _ _ => tt |}).
  destruct (choose (true, any) (fun x next =>
    forall c s, In c V -> consistent c s -> c x = fst next -> errors (snd next) s < k) n) as [f Hf].
  - intros x Hx; destruct (Hpoint x Hx) as (y & [Hempty | (j & Hj & L & HL)]).
    + exists (y, any); intros c s Hc Hs E; simpl in E.
      assert (Hin : In c (keep (x, y) V)) by (apply keep_In; auto).
      rewrite Hempty in Hin; destruct Hin.
    + exists (y, L); intros c s Hc Hs E; simpl in *.
      apply Nat.le_lt_trans with j; [apply HL; exists c; split; [apply keep_In |]; auto | exact Hj].
  - exists (descend (fun x => if x <? n then f x else (true, any))); intros s (c & Hc & Hs).
    apply errors_descend with c; [exact Hs |]; intros x s' Hs' E.
    destruct (Nat.ltb_spec x n) as [Hx | Hx]; [apply Hf with c; auto |].
    rewrite (Hbound c x Hc Hx) in E; discriminate E.
Qed.

(** * Renaming *)

Section Renaming.

  Context {X : Type}.

  (** What a point is called in another class: nothing, or [x'], where labels may be exchanged. *)
  Inductive name : Type :=
    | Nameless
    | Named (x' : X) (exchanged : bool).

  (** Each concept of [V] is, under other names, one of [W]; on points without a name all of [V] agree. *)
  Definition leads (names : X -> name) (V W : list (concept X)) : Prop :=
    forall c, In c V -> exists d, In d W /\ forall x,
      match names x with
      | Named x' exchanged => c x = xorb exchanged (d x')
      | Nameless => forall c', In c' V -> c' x = c x
      end.

  Variables (names : X -> name) (agreed : X -> bool) (L : learner X).

  (** It asks [L] what it predicts for the point of the other name, and predicts [agreed] where there is none. *)
  Definition renamed : learner X := {|
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
      | Nameless => q
      end
  |}.

  (** What [L] is told. *)
  Fixpoint told (s : list (example X)) : list (example X) :=
    match s with
    | [] => []
    | (x, y) :: rest =>
        match names x with
        | Named x' exchanged => (x', xorb exchanged y) :: told rest
        | Nameless => told rest
        end
    end.

  Lemma errors_renamed (q : state L) (s : list (example X)) :
    (forall x y, In (x, y) s -> names x = Nameless -> agreed x = y) ->
    errors_from renamed q s = errors_from L q (told s).
  Proof.
    revert q; induction s as [| [x y] s IH]; intros q Hagreed; simpl; [reflexivity |].
    pose proof (Hagreed x y (or_introl eq_refl)) as Hxy.
    destruct (names x) as [| x' exchanged]; simpl.
    - rewrite Hxy, eqb_reflx; [simpl | reflexivity].
      apply IH; intros x0 y0 H0; apply Hagreed; right; exact H0.
    - rewrite IH; [| intros x0 y0 H0; apply Hagreed; right; exact H0].
      f_equal; destruct (predict L q x') as [[] |], y, exchanged; reflexivity.
  Qed.

End Renaming.

Arguments name : clear implicits.

(** What is enough for a class is enough for one that looks like a part of it under other names.
    Source: docs/finite-proofs.md, "Maps".
    Idea: all labels that the learner of [W] is told are those of one concept of [W]. *)
Theorem suffices_renamed {X : Type} (names : X -> name X) (V W : list (concept X)) (k : nat) :
  leads names V W -> suffices W k -> suffices V k.
Proof.
  intros Hleads [L HL].
  exists (renamed names (fun x => match V with c :: _ => c x | [] => true end) L).
  intros s (c & Hc & Hs); destruct (Hleads c Hc) as (d & Hd & Hnames).
  unfold consistent in Hs; rewrite Forall_forall in Hs.
  unfold errors; rewrite errors_renamed.
  - apply HL; exists d; split; [exact Hd |].
    unfold consistent; apply Forall_forall; revert Hs; induction s as [| [x y] s IH]; simpl; [tauto |]; intros Hs e He.
    pose proof (Hs (x, y) (or_introl eq_refl)) as Hy; specialize (Hnames x); simpl in Hy.
    destruct (names x) as [| x' exchanged]; [apply IH; auto |].
    destruct He as [<- | He]; [simpl | apply IH; auto].
    rewrite <- Hy, Hnames; destruct exchanged, (d x'); reflexivity.
  - intros x y Hxy E; specialize (Hnames x); rewrite E in Hnames.
    specialize (Hs (x, y) Hxy); simpl in Hs; rewrite <- Hs.
    destruct V as [| c' V]; [destruct Hc | apply Hnames; left; reflexivity].
Qed.
