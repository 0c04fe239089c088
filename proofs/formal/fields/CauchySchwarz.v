(** The inequality of Cauchy and Schwarz.

    Its usual proof divides by ‖x‖. Here no root is taken and nothing is divided, so it holds over the rational
    numbers, too, and also where ‖x‖² = 0 does not make x the zero vector, as in the space of a kernel. *)

From ForcedMistakes Require Import InnerSpace.
Local Open Scope field_scope.

Section CauchySchwarz.

  Context {K : field} {V : space K}.
  Implicit Types x y : V.

  (** ‖a·x + b·y‖² = a²‖x‖² + 2ab⟨x,y⟩ + b²‖y‖², and it is not negative. *)
  Lemma combination_nonneg a b x y : 0 <= a * a * ‖x‖² + 2 * a * b * ⟨x, y⟩ + b * b * ‖y‖².
  Proof.
    assert (square := inner_nonneg V (add (scale a x) (scale b y))).
    rewrite norm2_add_scale, !inner_scale, inner_scale_r in square.
    lra.
  Qed.

  (** The inequality of Cauchy and Schwarz, in squares: ⟨x,y⟩² ≤ ‖x‖²‖y‖² in every space.
      Idea: ‖‖x‖²·y − ⟨x,y⟩·x‖² = ‖x‖²(‖x‖²‖y‖² − ⟨x,y⟩²) is not negative, so ‖x‖² > 0 is enough; so is ‖y‖² > 0;
      and if both are 0, then ‖x − ⟨x,y⟩·y‖² = −2⟨x,y⟩². *)
  Theorem cauchy_schwarz x y : ⟨x, y⟩ * ⟨x, y⟩ <= ‖x‖² * ‖y‖².
  Proof.
    assert (by_x := combination_nonneg (- ⟨x, y⟩) ‖x‖² x y).
    assert (by_y := combination_nonneg ‖y‖² (- ⟨x, y⟩) x y).
    assert (by_both := combination_nonneg 1 (- ⟨x, y⟩) x y).
    assert (x_nonneg := inner_nonneg V x).
    assert (y_nonneg := inner_nonneg V y).
    set (p := ⟨x, y⟩) in *; set (X := ‖x‖²) in *; set (Y := ‖y‖²) in *.
    clearbody p X Y; clear x y.
    assert (from_x : 0 <= X * (X * Y - p * p)) by lra.
    assert (from_y : 0 <= Y * (X * Y - p * p)) by lra.
    destruct (Flt_le_dec 0 X); [| destruct (Flt_le_dec 0 Y)].
    - apply Fnot_lt; intro; nra.
    - apply Fnot_lt; intro; nra.
    - assert (X == 0) as zero_x by lra.
      assert (Y == 0) as zero_y by lra.
      rewrite zero_x, zero_y in by_both |- *; nra.
  Qed.

End CauchySchwarz.
