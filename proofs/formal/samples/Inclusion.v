(** Why it is enough that networks contain the intersections (Livni, Lecture 8, proof of Corollary 8.3), and that they do,
    with any number of hidden layers. *)

From Coq Require Import QArith List Bool Arith Lia Lqa.
From ForcedMistakes Require Import Learner RationalPerceptron Networks Halfspaces Intersections.
Import ListNotations.
Local Open Scope field_scope.
Local Open Scope nat_scope.

(** ** Learners *)

(** [L] errs at most [M] times on every sequence of points of the domain that a function of the class [C] labels. *)
Definition learns {X : Type} (L : learner X) (domain : X -> Prop) (C : (X -> bool) -> Prop) (M : nat) : Prop :=
  forall c s, C c -> Forall (fun e => domain (fst e) /\ c (fst e) = snd e) s -> errors L s <= M.

(** If each function of H is, on the domain, one of N, who learns N with at most M mistakes learns H with at most M. The
    learner is the same, and its hypotheses need not be in H.
    Source: Livni, proof of Corollary 8.3, first two sentences, with mistakes in the place of time. *)
Theorem enough_to_include {X : Type} (L : learner X) (domain : X -> Prop) (H N : (X -> bool) -> Prop) (M : nat) :
  (forall h, H h -> exists c, N c /\ forall x, domain x -> h x = c x) -> learns L domain N M -> learns L domain H M.
Proof.
  intros included learned h s in_H labeled; destruct (included h in_H) as (c & in_N & same).
  apply (learned c s in_N); revert labeled; apply Forall_impl; intros [x y] [inside right].
  split; [exact inside |]; cbn [fst snd] in *; rewrite <- (same x inside); exact right.
Qed.

(** Each round makes at most one mistake.
    Source: Lecture 13 (27-04-2020), 1.2.1, below the theorem. *)
Theorem at_most_one_mistake_a_round {X : Type} (L : learner X) (s : list (example X)) : errors L s <= length s.
Proof.
  unfold errors; generalize (init L); induction s as [| [x y] s IH]; intro q; simpl; [lia |].
  specialize (IH (update L q x y)); destruct (mistaken _ y); lia.
Qed.

(** ** Networks *)

(** A layer is the weights and the bias of each of its neurons, and a network is its layers, the first one first. All
    values are ±1, and every neuron has a weight for every neuron below. *)
Definition layer : Type := list (list Q * Q).
Definition layer_values (at_0 : bool) (neurons : layer) (values : list bool) : list bool :=
  map (fun h => neuron at_0 (fst h) (map sign values) (snd h)) neurons.
Definition network_values (at_0 : bool) (layers : list layer) (xs : list bool) : list bool :=
  fold_left (fun values neurons => layer_values at_0 neurons values) layers xs.

(** On [n] inputs the layers have these widths. *)
Fixpoint shaped (n : nat) (widths : list nat) (layers : list layer) : Prop :=
  match widths, layers with
  | [], [] => True
  | m :: widths, neurons :: layers =>
      length neurons = m /\ Forall (fun h => length (fst h) = n) neurons /\ shaped m widths layers
  | _, _ => False
  end.

Lemma no_weights (m : nat) (values : list Q) (bias : Q) : (neuron_sum (repeat 0 m) values bias == bias)%Q.
Proof.
  revert values; induction m as [| m IH]; intros [| v values]; simpl; try reflexivity.
  rewrite IH; ring.
Qed.

(** One neuron, passed on through hidden layers of any widths. *)
Lemma passed_on (at_0 : bool) (widths : list nat) (m : nat) (w : list Q) (b : Q) :
  length w = m -> Forall (fun width => 0 < width) widths ->
  exists layers, shaped m (widths ++ [1]) layers /\
    forall values, network_values at_0 layers values = [neuron at_0 w (map sign values) b].
Proof.
  intros long positive; revert m w b long; induction positive as [| [| rest] widths positive _ IH]; intros m w b long;
    [| lia |].
  - exists [[(w, b)]]; split; [repeat split; repeat constructor; exact long | reflexivity].
  - destruct (IH (S rest) (1 :: repeat 0 rest)%Q 0%Q) as (layers & shape & computes);
      [simpl; rewrite repeat_length; reflexivity |].
    exists (((w, b) :: repeat (repeat 0%Q m, 0%Q) rest) :: layers); split.
    + split; [simpl; rewrite repeat_length; reflexivity |]; split; [| exact shape].
      constructor; [exact long |]; apply Forall_forall; intros h member; apply repeat_spec in member; subst h.
      apply repeat_length.
    + intro values; transitivity (network_values at_0 layers
        (layer_values at_0 ((w, b) :: repeat (repeat 0%Q m, 0%Q) rest) values)); [reflexivity |].
      rewrite computes; f_equal.
      cbn [layer_values map fst snd]; destruct (neuron at_0 w (map sign values) b);
        [apply neuron_above | apply neuron_below]; cbn [neuron_sum sign]; rewrite no_weights; reflexivity.
Qed.

Lemma natural_sum (ws : list nat) (xs : list bool) (bias : Q) :
  (neuron_sum (map (fun w => number w) ws) (map sign xs) bias == product ws xs + bias)%Q.
Proof.
  revert xs; induction ws as [| w ws IH]; intros [| x xs]; cbn [neuron_sum map product]; try ring.
  rewrite IH; ring.
Qed.

Lemma ones_sum (vs : list bool) (bias : Q) :
  (neuron_sum (repeat 1 (length vs)) (map sign vs) bias == total (- (1)) vs + bias)%Q.
Proof.
  induction vs as [| v vs IH]; cbn [neuron_sum map length repeat total]; [ring |].
  rewrite IH; unfold sign; destruct v; ring.
Qed.

(** H_k ⊆ N: each intersection of k halfspaces x ↦ sgn(w·x - b - ½) on {±1}ⁿ, with natural w and b, is a network of ±1
    neurons, with n inputs, k neurons in the first hidden layer, any number of further hidden layers of any widths above
    0, and one output. Every neuron has a weight, which may be 0, for every neuron below, and sgn(0) may be +1 or -1.
    Source: Livni, Corollary 8.3 and its proof.
    Idea: the first neuron above the first hidden layer is the intersection, and the first neuron of each later layer
    passes it on; the others are disregarded. *)
Theorem intersections_are_networks (at_0 : bool) (n k : nat) (widths : list nat) (halfspaces : list (nat * list nat)) :
  length halfspaces = k -> Forall (fun h => length (snd h) = n) halfspaces -> Forall (fun width => 0 < width) widths ->
  exists layers, shaped n (k :: widths ++ [1]) layers /\
    forall xs, network_values at_0 layers xs = [intersection halfspaces xs].
Proof.
  intros many long positive.
  destruct (passed_on at_0 widths k (repeat 1 k)%Q (- number k + (1 # 2))%Q) as (layers & shape & computes);
    [apply repeat_length | exact positive |].
  exists (map (fun h => (map (fun w => number w) (snd h), - number (fst h) - (1 # 2))%Q) halfspaces :: layers); split.
  - split; [rewrite map_length; exact many |]; split; [| exact shape].
    apply Forall_map; revert long; apply Forall_impl; intros h same; cbn [fst]; rewrite map_length; exact same.
  - intro xs.
    assert (hidden : layer_values at_0 (map (fun h => (map (fun w => number w) (snd h), - number (fst h) - (1 # 2))%Q) halfspaces) xs
                     = map (fun h => halfspace (snd h) (fst h) xs) halfspaces).
    { destruct (intersection_is_a_network 0 halfspaces xs) as [each _]; [apply Qle_refl |].
      unfold layer_values; rewrite map_map; apply map_ext_in; intros [b ws] member.
      rewrite Forall_forall in each; destruct (each _ member) as [above below]; cbn [fst snd] in *.
      destruct (halfspace ws b xs); [apply neuron_above | apply neuron_below]; rewrite natural_sum;
        [apply above | apply below]; reflexivity. }
    transitivity (network_values at_0 layers (map (fun h => halfspace (snd h) (fst h) xs) halfspaces));
      [unfold network_values; cbn [fold_left]; rewrite hidden; reflexivity |].
    rewrite computes; f_equal.
    destruct (intersection_is_a_network (- (1)) halfspaces xs) as [_ [above below]]; [discriminate |].
    set (vs := map (fun h => halfspace (snd h) (fst h) xs) halfspaces) in *.
    assert (count : length vs = k) by (unfold vs; rewrite map_length; exact many).
    assert (sum := ones_sum vs (- number k + (1 # 2))); rewrite count in sum; rewrite many in above, below.
    destruct (intersection halfspaces xs); [apply neuron_above | apply neuron_below]; rewrite sum;
      [specialize (proj1 above eq_refl) as order | specialize (proj1 below eq_refl) as order]; lra.
Qed.
