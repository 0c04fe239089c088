"""The argument for every n, and sympy's second opinion."""

from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp  # type: ignore[import-untyped]

from adversary import play
from proofs import checker
from proofs.errors import InputError
from proofs.steps import Step
from proofs.symbolic import MOST_ROUNDS, claim_1_4, contradiction

CERTIFICATES = Path(__file__).parent / "certificates"


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


@pytest.mark.parametrize("against", ["standard-basis", "orthonormal"])
@pytest.mark.parametrize("margin_squared", ["1", "2/5", "1/7", "1/30"])
def test_sympy_agrees_with_the_checker(against: str, margin_squared: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    play("perceptron", against=against, margin_squared=margin_squared, output=trace, replay=False)
    assert contradiction(trace, checker.check(trace)) is None


def test_sympy_agrees_on_a_claim_that_fails(tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    play("perceptron", margin_squared="2/5", as_printed=True, output=trace, replay=False)
    report = checker.check(trace)
    assert not report.realizable
    assert contradiction(trace, report) is None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"norm_squared": Fraction(9, 10)}, "norm² 1, the checker 9/10"),
        ({"margin_squared": Fraction(1, 5)}, "margin² 1/4, the checker 1/5"),
        ({"realizable": False}, "realizable True"),
    ],
)
def test_sympy_contradicts_a_wrong_report(wrong: dict[str, object], says: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    play("perceptron", margin="1/2", output=trace, replay=False)
    found = contradiction(trace, checker.check(trace)._replace(**wrong))  # type: ignore[arg-type]
    assert found is not None
    assert says in found


def test_sympy_reads_whatever_the_checker_reads() -> None:
    for folder in ("valid", "invalid"):
        for path in sorted((CERTIFICATES / folder).glob("*.jsonl")):
            report = checker.check(path)
            if report.rounds:
                assert contradiction(path, report) is None, path


def test_a_long_game_gets_no_second_opinion(tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    play("always-plus", margin_squared=Fraction(1, MOST_ROUNDS + 1), output=trace, replay=False)
    with pytest.raises(InputError, match="at most 2,000 rounds"):
        contradiction(trace, checker.check(trace))
