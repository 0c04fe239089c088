(** The value of a game on a class, computed over its version spaces, each of them once.

    A version space has for each row of the table its lives: one more than the lies that it has left, and 0 if it is out.
    What a round is worth is told by what its two labels lead to. *)

From Coq Require Import List Bool Arith NArith FMapPositive Lia.
From ForcedMistakes Require Import Learner Concepts ConceptTable PartialTable Lies.
Import ListNotations.

(** What is left after a label: the rows that differ lose a life. *)
Fixpoint lose (rows : partial_table) (x : nat) (y : bool) (lives : list N) : list N :=
  match rows, lives with
  | r :: rows, l :: lives => (if gives r x y then l else N.pred l) :: lose rows x y lives
  | _, _ => []
  end.

(** Some row explains the sequence with fewer lies than it has lives. *)
Definition alive (rows : partial_table) (lives : list N) (s : list (example nat)) : Prop :=
  exists r l, In (r, l) (combine rows lives) /\ (N.of_nat (unlike r s) < l)%N.

Lemma alive_lose (rows : partial_table) (lives : list N) (x : nat) (y : bool) (s : list (example nat)) :
  alive rows lives ((x, y) :: s) <-> alive rows (lose rows x y lives) s.
Proof.
  unfold alive; revert lives; induction rows as [| r rows IH]; intros [| l lives]; cbn [combine lose].
  1-3: split; intros (r' & l' & [] & _).
  specialize (IH lives); cbn [unlike] in *; split.
  - intros (r' & l' & [same | here] & few).
    + injection same as <- <-; exists r; eexists; split; [left; reflexivity |].
      destruct (gives r x y); lia.
    + destruct (proj1 IH) as (r'' & l'' & there & few'); [exists r', l'; auto |].
      exists r'', l''; split; [right; exact there | exact few'].
  - intros (r' & l' & [same | here] & few).
    + injection same as <- <-; exists r, l; split; [left; reflexivity |].
      destruct (gives r x y); lia.
    + destruct (proj2 IH) as (r'' & l'' & there & few'); [exists r', l'; auto |].
      exists r'', l''; split; [right; exact there | exact few'].
Qed.

(** All rows, with so many lies. *)
Definition all_alive (lies : N) (rows : partial_table) : list N := map (fun _ => N.succ lies) rows.

Lemma alive_all (lies : N) (rows : partial_table) (s : list (example nat)) :
  realizable_with lies rows s <-> inside (width rows) s /\ alive rows (all_alive lies rows) s.
Proof.
  assert (same : forall rows, (exists r, In r rows /\ (N.of_nat (unlike r s) <= lies)%N) <->
                 alive rows (all_alive lies rows) s).
  { clear; induction rows as [| r rows IH]; unfold alive in *; cbn [all_alive map combine].
    - split; [intros (r & [] & _) | intros (r & l & [] & _)].
    - split.
      + intros (r' & [<- | here] & few); [exists r, (N.succ lies); split; [left; reflexivity | lia] |].
        destruct (proj1 IH) as (r'' & l & there & few'); [exists r'; auto |]; exists r'', l; split; [right |]; assumption.
      + intros (r' & l & [same | here] & few).
        * injection same as <- <-; exists r; split; [left; reflexivity | lia].
        * destruct (proj2 IH) as (r'' & there & few'); [exists r', l; auto |]; exists r''; split; [right |]; assumption. }
  unfold realizable_with; rewrite same; tauto.
Qed.

Definition total (lives : list N) : N := fold_right N.add 0%N lives.

Definition dead (lives : list N) : bool := (total lives =? 0)%N.

Lemma lose_le (rows : partial_table) (x : nat) (y : bool) (lives : list N) : (total (lose rows x y lives) <= total lives)%N.
Proof.
  revert lives; induction rows as [| r rows IH]; intros [| l lives]; cbn [lose total fold_right]; try apply N.le_0_l.
  specialize (IH lives); unfold total in IH; destruct (gives r x y); lia.
Qed.

Lemma lose_same (rows : partial_table) (x : nat) (y : bool) (lives : list N) :
  length lives = length rows -> (total lives <= total (lose rows x y lives))%N -> lose rows x y lives = lives.
Proof.
  revert lives; induction rows as [| r rows IH]; intros [| l lives] long; try discriminate; [reflexivity |].
  injection long as long; cbn [lose total fold_right]; intro all.
  assert (less := lose_le rows x y lives); unfold total in *.
  rewrite IH; [| exact long | unfold total; destruct (gives r x y); lia].
  f_equal; destruct (gives r x y); [reflexivity |]; lia.
Qed.

Lemma lose_length (rows : partial_table) (x : nat) (y : bool) (lives : list N) :
  length lives = length rows -> length (lose rows x y lives) = length rows.
Proof.
  revert lives; induction rows as [| r rows IH]; intros [| l lives] long; try discriminate; [reflexivity |].
  injection long as long; cbn [lose length]; f_equal; apply IH, long.
Qed.

(** At most one label leaves all lives, where there are some. *)
Lemma lose_both (rows : partial_table) (x : nat) (lives : list N) :
  length lives = length rows ->
  (total (lose rows x false lives) + total (lose rows x true lives) <= 2 * total lives)%N /\
  ((2 * total lives <= total (lose rows x false lives) + total (lose rows x true lives))%N -> total lives = 0%N).
Proof.
  revert lives; induction rows as [| r rows IH]; intros [| l lives] long; try discriminate; [cbn; lia |].
  injection long as long; specialize (IH lives long); cbn [lose total fold_right]; unfold total in *.
  assert (one := gives_one r x true); cbn [negb] in one.
  destruct (gives r x false), (gives r x true); try (discriminate (one eq_refl)); lia.
Qed.

Lemma alive_not_dead (rows : partial_table) (lives : list N) (s : list (example nat)) :
  alive rows lives s -> dead lives = false.
Proof.
  intros (r & l & here & few); apply in_combine_r in here; unfold dead; apply N.eqb_neq; intro none.
  assert (below : (l <= total lives)%N); [| lia].
  clear none; induction lives as [| l' lives IH]; [destruct here |]; cbn [total fold_right].
  destruct here as [-> | here]; [lia | specialize (IH here); unfold total in IH; lia].
Qed.

Lemma not_dead_alive (rows : partial_table) (lives : list N) :
  length lives = length rows -> dead lives = false -> alive rows lives [].
Proof.
  unfold dead; intros long some%N.eqb_neq; unfold alive; cbn [unlike].
  revert lives long some; induction rows as [| r rows IH]; intros [| l lives] long; try discriminate; [cbn; lia |].
  injection long as long; cbn [combine total fold_right]; intro some.
  destruct l as [| p]; [| exists r, (N.pos p); split; [left; reflexivity | lia]].
  destruct (IH lives long) as (r' & l' & here & more); [exact some |].
  exists r', l'; split; [right; exact here | exact more].
Qed.

(** * Values *)

Section Value.

  Context {T : Type} (rows : partial_table) (n : nat).

  (** What a label leads to: no row is left, nothing has changed, or what is left has a value. *)
  Inductive side : Type :=
  | Gone
  | Same
  | To (value : T).

  (** What the points are worth, by what their labels -1 and +1 lead to. *)
  Context (worth : list (side * side) -> T).

  Definition side_of (lives : list N) (left : list N) (value : T) : side :=
    if dead left then Gone else if (total left <? total lives)%N then To value else Same.

  Fixpoint value (fuel : nat) (lives : list N) : T :=
    match fuel with
    | O => worth []
    | S fuel =>
        let to x y := let left := lose rows x y lives in side_of lives left (value fuel left) in
        worth (map (fun x => (to x false, to x true)) (seq 0 n))
    end.

  Definition price (lives : list N) : T := value (S (N.to_nat (total lives))) lives.

  Lemma side_of_ext (lives left : list N) (t t' : T) :
    ((total left < total lives)%N -> t = t') -> side_of lives left t = side_of lives left t'.
  Proof.
    unfold side_of; destruct (dead left); [reflexivity |].
    destruct (N.ltb_spec (total left) (total lives)) as [below |]; [intros -> |]; trivial.
  Qed.

  Lemma value_fuel (fuel fuel' : nat) (lives : list N) :
    N.to_nat (total lives) < fuel -> N.to_nat (total lives) < fuel' -> value fuel lives = value fuel' lives.
  Proof.
    revert fuel' lives; induction fuel as [| fuel IH]; intros [| fuel'] lives less less'; try lia; cbn [value]; cbv zeta.
    f_equal; apply map_ext; intro x; f_equal; apply side_of_ext; intro below; apply IH; lia.
  Qed.

  Lemma price_step (lives : list N) :
    let to x y := let left := lose rows x y lives in side_of lives left (price left) in
    price lives = worth (map (fun x => (to x false, to x true)) (seq 0 n)).
  Proof.
    cbv zeta; unfold price at 1; cbn [value]; cbv zeta.
    f_equal; apply map_ext; intro x; f_equal; apply side_of_ext; intro below; apply value_fuel; lia.
  Qed.

  (** ** Each version space once *)

  Definition memo : Type := PositiveMap.t (list N * T).

  Fixpoint key_onto (most : N) (lives : list N) (key : N) : positive :=
    match lives with
    | [] => N.succ_pos key
    | l :: rest => key_onto most rest (key * most + l)
    end.

  (** Equal lives have equal keys; what has the same key is compared. *)
  Definition key (lives : list N) : positive := key_onto (N.succ (fold_right N.max 0%N lives)) lives 1.

  Fixpoint same_lives (a b : list N) : bool :=
    match a, b with
    | [], [] => true
    | x :: a, y :: b => if (x =? y)%N then same_lives a b else false
    | _, _ => false
    end.

  Lemma same_lives_eq (a b : list N) : same_lives a b = true -> a = b.
  Proof.
    revert b; induction a as [| x a IH]; intros [| y b]; cbn; try discriminate; [reflexivity |].
    destruct (N.eqb_spec x y) as [-> |]; [| discriminate]; intro H; f_equal; apply IH, H.
  Qed.

  Definition known (lives : list N) (m : memo) : option T :=
    match PositiveMap.find (key lives) m with
    | Some (others, t) => if same_lives lives others then Some t else None
    | None => None
    end.

  Definition side_with (compute : list N -> memo -> T * memo) (lives left : list N) (m : memo) : side * memo :=
    if dead left then (Gone, m)
    else if (total left <? total lives)%N then let (t, m) := compute left m in (To t, m) else (Same, m).

  Fixpoint sides_with (compute : list N -> memo -> T * memo) (lives : list N) (points : list nat) (m : memo)
    : list (side * side) * memo :=
    match points with
    | [] => ([], m)
    | x :: rest =>
        let (minus, m) := side_with compute lives (lose rows x false lives) m in
        let (plus, m) := side_with compute lives (lose rows x true lives) m in
        let (others, m) := sides_with compute lives rest m in
        ((minus, plus) :: others, m)
    end.

  Fixpoint value_with (fuel : nat) (lives : list N) (m : memo) : T * memo :=
    match known lives m with
    | Some t => (t, m)
    | None =>
        match fuel with
        | O => (worth [], m)
        | S fuel =>
            let (sides, m) := sides_with (value_with fuel) lives (seq 0 n) m in
            let t := worth sides in
            (t, PositiveMap.add (key lives) (lives, t) m)
        end
    end.

  Definition compute_price (lives : list N) : T :=
    fst (value_with (S (N.to_nat (total lives))) lives (PositiveMap.empty _)).

  Definition right_memo (m : memo) : Prop :=
    forall k lives t, PositiveMap.find k m = Some (lives, t) -> t = price lives.

  Lemma known_right (lives : list N) (m : memo) (t : T) : right_memo m -> known lives m = Some t -> t = price lives.
  Proof.
    unfold known; intro right; destruct (PositiveMap.find (key lives) m) as [[others t'] |] eqn:E; [| discriminate].
    destruct (same_lives lives others) eqn:same; [| discriminate]; injection 1 as <-.
    apply same_lives_eq in same; subst others; exact (right _ _ _ E).
  Qed.

  Definition computes (compute : list N -> memo -> T * memo) (fuel : nat) : Prop :=
    forall lives m, right_memo m -> N.to_nat (total lives) < fuel ->
    fst (compute lives m) = price lives /\ right_memo (snd (compute lives m)).

  Lemma side_with_right (compute : list N -> memo -> T * memo) (fuel : nat) (lives left : list N) (m : memo) :
    computes compute fuel -> N.to_nat (total lives) < S fuel -> right_memo m ->
    fst (side_with compute lives left m) = side_of lives left (price left) /\
    right_memo (snd (side_with compute lives left m)).
  Proof.
    intros right enough good; unfold side_with, side_of; destruct (dead left); [split; [reflexivity | exact good] |].
    destruct (N.ltb_spec (total left) (total lives)); [| split; [reflexivity | exact good]].
    destruct (right left m good ltac:(lia)) as [same good']; destruct (compute left m) as [t m']; cbn [fst snd] in *.
    split; [f_equal; exact same | exact good'].
  Qed.

  Lemma sides_with_right (compute : list N -> memo -> T * memo) (fuel : nat) (lives : list N) (points : list nat) (m : memo) :
    computes compute fuel -> N.to_nat (total lives) < S fuel -> right_memo m ->
    let to x y := let left := lose rows x y lives in side_of lives left (price left) in
    fst (sides_with compute lives points m) = map (fun x => (to x false, to x true)) points /\
    right_memo (snd (sides_with compute lives points m)).
  Proof.
    intros right enough; cbv zeta; revert m; induction points as [| x points IH]; intros m good; cbn [sides_with map].
    - split; [reflexivity | exact good].
    - destruct (side_with_right compute fuel lives (lose rows x false lives) m right enough good) as [minus good1].
      destruct (side_with compute lives (lose rows x false lives) m) as [side0 m1]; cbn [fst snd] in *.
      destruct (side_with_right compute fuel lives (lose rows x true lives) m1 right enough good1) as [plus good2].
      destruct (side_with compute lives (lose rows x true lives) m1) as [side1 m2]; cbn [fst snd] in *.
      destruct (IH m2 good2) as [others good3]; destruct (sides_with compute lives points m2) as [sides m3].
      cbn [fst snd] in *; subst; split; [reflexivity | exact good3].
  Qed.

  Lemma value_with_right (fuel : nat) : computes (value_with fuel) fuel.
  Proof.
    induction fuel as [| fuel IH]; intros lives m good enough; [lia |]; cbn [value_with].
    destruct (known lives m) as [t |] eqn:E; [split; [exact (known_right _ _ _ good E) | exact good] |].
    destruct (sides_with_right (value_with fuel) fuel lives (seq 0 n) m IH enough good) as [same good'].
    destruct (sides_with (value_with fuel) lives (seq 0 n) m) as [sides m']; cbn [fst snd] in *; subst sides.
    rewrite <- price_step; split; [reflexivity |].
    intros k others t found; destruct (Pos.eq_dec (key lives) k) as [<- | other].
    - rewrite PositiveMap.gss in found; injection found as <- <-; reflexivity.
    - rewrite PositiveMap.gso in found by congruence; exact (good' _ _ _ found).
  Qed.

  Lemma compute_price_right (lives : list N) : compute_price lives = price lives.
  Proof.
    apply (value_with_right (S (N.to_nat (total lives)))); [| lia].
    intros k others t; rewrite PositiveMap.gempty; discriminate.
  Qed.

End Value.

Arguments side : clear implicits.
Arguments Gone {T}.
Arguments Same {T}.
Arguments To {T} value.
