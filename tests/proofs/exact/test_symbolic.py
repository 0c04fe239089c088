"""The argument for every n."""

from fractions import Fraction

import sympy as sp  # type: ignore[import-untyped]

from adversary import play
from proofs.steps import Step
from proofs.symbolic import claim_1_4


def test_every_step_of_claim_1_4_holds() -> None:
    steps = claim_1_4()
    assert len(steps) == 7
    assert [step.says for step in steps if not step.holds] == []


def test_a_false_step_does_not_hold() -> None:
    n = sp.Symbol("n")
    assert not Step("wrong", n + 1, n).holds
    assert not Step("wrong", n >= 1, n >= 2).holds


def test_no_label_is_left_in_the_argument() -> None:
    norm, margin = claim_1_4()[1:3]
    for side in (norm.left, norm.right, margin.left, margin.right):
        assert sp.Symbol("y", real=True) not in side.free_symbols


def test_the_formula_is_the_norm_of_real_games() -> None:
    n, delta = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("delta", positive=True)
    formula = claim_1_4()[1].right.subs(n, n - 1)
    for inverse in (1, 2, 7, 25):
        game = play("perceptron", margin_squared=Fraction(1, inverse), replay=False)
        value = formula.subs({n: game.rounds, delta: 1 / sp.sqrt(inverse)})
        assert game.target["norm_squared"] == Fraction(int(value.p), int(value.q))
