(** How many intersections of small halfspaces there are, and how often Halving errs on them (Livni, Lecture 8, the
    remark before 8.2 that few examples are enough for them).

    A halfspace x ↦ sgn(w·x - b - ½) on {±1}ⁿ with natural w and b is given by the list of b and the n weights. *)

From Coq Require Import List Bool Arith QArith Lia.
From ForcedMistakes Require Import Learner Concepts RationalSpaces Halving Networks Halfspaces.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope nat_scope.

(** ** Lists of numbers with a small sum *)

(** The lists in which one of the numbers is one more. *)
Fixpoint one_more (v : list nat) : list (list nat) :=
  match v with
  | [] => []
  | a :: v => (S a :: v) :: map (cons a) (one_more v)
  end.

(** All lists of [m] natural numbers of sum at most [p], some of them more than once: p times either nothing or one of
    the numbers grows. *)
Fixpoint small_lists (m p : nat) : list (list nat) :=
  match p with
  | O => [repeat 0 m]
  | S p => flat_map (fun v => v :: one_more v) (small_lists m p)
  end.

Lemma one_more_length v : length (one_more v) = length v.
Proof. induction v as [| a v IH]; simpl; [reflexivity |]; rewrite map_length, IH; reflexivity. Qed.

Lemma one_more_In v v' : In v' (one_more v) -> length v' = length v /\ list_sum v' = S (list_sum v).
Proof.
  revert v'; induction v as [| a v IH]; intros v' member; [destruct member |].
  destruct member as [<- | member]; [split; reflexivity |].
  apply in_map_iff in member as (u & <- & member); destruct (IH u member) as [same sum]; simpl in *; lia.
Qed.

Lemma small_lists_In m p v : In v (small_lists m p) -> length v = m /\ list_sum v <= p.
Proof.
  revert v; induction p as [| p IH]; intros v member.
  - destruct member as [<- | []]; rewrite repeat_length; split; [reflexivity |].
    induction m as [| m IH]; simpl; [lia | exact IH].
  - apply in_flat_map in member as (u & before & [<- | more]); destruct (IH u before) as [same sum]; [lia |].
    apply one_more_In in more; lia.
Qed.

Lemma flat_map_const_length {A B : Type} (f : A -> list B) k l :
  (forall a, In a l -> length (f a) = k) -> length (flat_map f l) = length l * k.
Proof.
  induction l as [| a l IH]; intro all; simpl; [reflexivity |].
  rewrite app_length, (all a) by (left; reflexivity); rewrite IH; [lia |].
  intros b member; apply all; right; exact member.
Qed.

Lemma small_lists_length m p : length (small_lists m p) = (m + 1) ^ p.
Proof.
  induction p as [| p IH]; [reflexivity |]; cbn [small_lists].
  rewrite (flat_map_const_length _ (m + 1)), IH; [simpl; lia |].
  intros v member; apply small_lists_In in member; simpl; rewrite one_more_length; lia.
Qed.

Lemma one_less v : 0 < list_sum v -> exists u, In v (one_more u) /\ length u = length v.
Proof.
  induction v as [| [| a] v IH]; simpl; intro positive; [lia | |].
  - destruct (IH positive) as (u & member & same); exists (0 :: u); simpl; split; [right; apply in_map, member | lia].
  - exists (a :: v); split; [left; reflexivity | reflexivity].
Qed.

Lemma small_lists_all p v : list_sum v <= p -> In v (small_lists (length v) p).
Proof.
  revert v; induction p as [| p IH]; intros v small.
  - left; induction v as [| a v IHv]; [reflexivity |]; simpl in *.
    replace a with 0 by lia; f_equal; apply IHv; lia.
  - apply in_flat_map; destruct (list_sum v) as [| sum] eqn:total.
    + exists v; split; [apply IH; lia | left; reflexivity].
    + destruct (one_less v) as (u & member & same); [lia |].
      exists u; split; [rewrite <- same; apply IH | right; exact member].
      apply one_more_In in member; lia.
Qed.

(** All lists of [k] members of [l]. *)
Fixpoint choices {A : Type} (k : nat) (l : list A) : list (list A) :=
  match k with
  | O => [[]]
  | S k => flat_map (fun a => map (cons a) (choices k l)) l
  end.

Lemma choices_length {A : Type} k (l : list A) : length (choices k l) = length l ^ k.
Proof.
  induction k as [| k IH]; [reflexivity |]; cbn [choices].
  rewrite (flat_map_const_length _ (length l ^ k)); [reflexivity |].
  intros a _; rewrite map_length; exact IH.
Qed.

Lemma choices_In {A : Type} k (l c : list A) : In c (choices k l) <-> length c = k /\ incl c l.
Proof.
  revert c; induction k as [| k IH]; intro c; cbn [choices].
  - split; [intros [<- | []]; split; [reflexivity | intros a []] |].
    intros [none _]; left; destruct c; [reflexivity | discriminate].
  - rewrite in_flat_map; split.
    + intros (a & first & member); apply in_map_iff in member as (c' & <- & rest).
      apply IH in rest as [same all]; split; [simpl; lia | apply incl_cons; assumption].
    + intros [same all]; destruct c as [| a c]; [discriminate |].
      apply incl_cons_inv in all as [first rest]; injection same as same.
      exists a; split; [exact first |]; apply in_map, IH; split; assumption.
Qed.

(** ** The class *)

(** The pairs of b and the weights, n of them, of sum at most [p]. *)
Definition small_halfspaces (n p : nat) : list (nat * list nat) :=
  map (fun v => (hd 0 v, tl v)) (small_lists (S n) p).

Lemma small_halfspaces_In n p b ws :
  In (b, ws) (small_halfspaces n p) <-> length ws = n /\ b + list_sum ws <= p.
Proof.
  unfold small_halfspaces; rewrite in_map_iff; split.
  - intros (v & same & member); apply small_lists_In in member as [long sum].
    destruct v as [| a v]; [discriminate |]; injection same as <- <-; simpl in *; lia.
  - intros [<- small]; exists (b :: ws); split; [reflexivity | exact (small_lists_all p (b :: ws) small)].
Qed.

(** The intersection of halfspaces, each given by b and the weights. *)
Definition intersection (halfspaces : list (nat * list nat)) : concept (list bool) :=
  fun xs => forallb (fun h => halfspace (snd h) (fst h) xs) halfspaces.

(** The intersections of [k] of them. *)
Definition intersections (n p k : nat) : list (concept (list bool)) :=
  map intersection (choices k (small_halfspaces n p)).

(** The class of the intersections of k halfspaces x ↦ sgn(w·x - b - ½) on {±1}ⁿ, with natural w and b of b + ‖w‖₁ ≤ p,
    has at most (n + 2)^(pk) members: all of them, and no others, are in a list of this length.
    Source: Livni, Lecture 8, last paragraph before 8.2.
    Idea: each of p units goes to one of n weights, to b, or to nothing. *)
Theorem intersections_are_few (n p k : nat) :
  length (intersections n p k) = (n + 2) ^ (p * k) /\
  forall c, In c (intersections n p k) <->
    exists halfspaces : list (nat * list nat),
      length halfspaces = k /\
      Forall (fun h => length (snd h) = n /\ fst h + list_sum (snd h) <= p) halfspaces /\
      c = intersection halfspaces.
Proof.
  split.
  - unfold intersections, small_halfspaces.
    rewrite map_length, choices_length, map_length, small_lists_length, <- Nat.pow_mul_r; f_equal; lia.
  - intro c; unfold intersections; rewrite in_map_iff; split.
    + intros (hs & <- & member); apply choices_In in member as [same all].
      exists hs; split; [exact same |]; split; [| reflexivity].
      apply Forall_forall; intros [b ws] member; apply small_halfspaces_In, all, member.
    + intros (hs & same & small & ->); exists hs; split; [reflexivity |].
      apply choices_In; split; [exact same |]; rewrite Forall_forall in small.
      intros [b ws] member; apply small_halfspaces_In; exact (small _ member).
Qed.

(** The intersections of k halfspaces with natural w and b of b + ‖w‖₁ ≤ p are all in a list of (n + 2)^(pk) concepts,
    and on it Halving errs at most pk·log₂(n + 2) times, whichever way ties go: the class is learnable, if not
    efficiently. Without a logarithm, 2^errors ≤ (n + 2)^(pk).
    Source: Livni, Lecture 8, last paragraph before 8.2.
    Idea: Halving errs at most log₂|C| times. *)
Theorem intersections_are_learnable (n p k : nat) tie s :
  length (intersections n p k) = (n + 2) ^ (p * k) /\
  (forall halfspaces : list (nat * list nat),
    length halfspaces = k -> Forall (fun h => length (snd h) = n /\ fst h + list_sum (snd h) <= p) halfspaces ->
    In (intersection halfspaces) (intersections n p k)) /\
  (realizable (intersections n p k) s ->
   2 ^ errors (halving (intersections n p k) tie) s <= (n + 2) ^ (p * k)).
Proof.
  destruct (intersections_are_few n p k) as [few all]; split; [exact few | split].
  - intros halfspaces same small; apply all; exists halfspaces; auto.
  - intro labeled; rewrite <- few; apply halving_log2, labeled.
Qed.

(** ** The network *)

(** Neuron j of the hidden layer, with the weights of halfspace j and the bias -bⱼ - ½, is that halfspace, and its sum is
    never 0. The neuron above, with Σ vⱼ - k + ½, is their intersection: + if all are 1, and otherwise -. So it is if
    neurons are ±1, and also if they are 0 and 1.
    Source: Livni, proof of Corollary 8.3.
    Idea: w·x - b - ½ is not 0, and [intersection_is_a_neuron]. *)
Theorem intersection_is_a_network (low : Q) (halfspaces : list (nat * list nat)) (xs : list bool) :
  (low <= 0)%Q ->
  let neuron h := halfspace (snd h) (fst h) xs in
  let above := (total low (map neuron halfspaces) - number (length halfspaces) + (1 # 2))%Q in
  Forall (fun h =>
    let sum := (product (snd h) xs + (- number (fst h) - (1 # 2)))%Q in
    (neuron h = true <-> 0 < sum)%Q /\ (neuron h = false <-> sum < 0)%Q) halfspaces /\
  (intersection halfspaces xs = true <-> 0 < above)%Q /\ (intersection halfspaces xs = false <-> above < 0)%Q.
Proof.
  intros low_small neuron above; split.
  - apply Forall_forall; intros h _ sum; unfold neuron, halfspace.
    assert (not_0 := product_is_no_threshold (snd h) xs (fst h)).
    assert (same : (product (snd h) xs - number (fst h) - (1 # 2) == sum)%Q) by (unfold sum; ring).
    rewrite same in not_0; destruct (Qle_bool _ 0) eqn:order; cbn [negb].
    + apply Qle_bool_iff in order; rewrite same in order.
      assert (below : (sum < 0)%Q) by (apply Qle_lteq in order as [less | equal]; [exact less | contradiction]).
      split; split; try discriminate; try reflexivity; [| intros _; exact below].
      intro more; exfalso; exact (Qlt_not_le _ _ more order).
    + assert (more : (0 < sum)%Q).
      { apply Qnot_le_lt; intro less; rewrite <- same in less; apply Qle_bool_iff in less; congruence. }
      split; split; try discriminate; try reflexivity; [intros _; exact more |].
      intro less; exfalso; exact (Qlt_not_le _ _ more (Qlt_le_weak _ _ less)).
  - assert (all_or_not := intersection_is_a_neuron low (map neuron halfspaces) low_small).
    rewrite map_length in all_or_not; fold above in all_or_not; destruct all_or_not as [all some].
    assert (is_all : intersection halfspaces xs = true <-> Forall (eq true) (map neuron halfspaces)).
    { unfold intersection; rewrite forallb_forall, Forall_map, Forall_forall; unfold neuron.
      split; intros each h here; symmetry; apply each, here. }
    destruct (intersection halfspaces xs); split; split; try discriminate; try reflexivity; intro order.
    + apply all, is_all; reflexivity.
    + exfalso; refine (Qlt_not_le _ _ order (Qlt_le_weak _ _ _)); apply all, is_all; reflexivity.
    + exfalso; refine (Qlt_not_le _ _ order (Qlt_le_weak _ _ _)); apply some; intro every.
      apply is_all in every; discriminate.
    + apply some; intro every; apply is_all in every; discriminate.
Qed.
