"""Expressions over quantities: exact, and nothing but what the language has."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.atlas.expressions import UndefinedError, read_condition, read_number
from proofs.exact.errors import InputError

NAMES = ("L", "VC", "RL", "halving_optimal", "size")
VALUES: Any = {"L": 3, "VC": 2, "RL": Fraction(7, 4), "halving_optimal": 3, "size": 8}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("halving_optimal - L", 0),
        ("L/VC", Fraction(3, 2)),
        ("-(L - 3/2) * 2 + +1", -2),
        ("max(L, VC, 7/2) - min(VC)", Fraction(3, 2)),
        ("RL - 7/4", 0),
        ("size", 8),
    ],
)
def test_numbers_are_exact(text: str, expected: Any) -> None:
    assert read_number(text, NAMES).value(VALUES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L - VC >= 1", True),
        ("1 < VC < L <= 3", True),
        ("1 < VC < VC", False),
        ("not L == VC and (VC != 2 or RL > 3/2)", True),
        ("L < VC and 1/(L - 3) > 0", False),  # nobody looks at the second part
        ("L > VC or 1/(L - 3) > 0", True),
    ],
)
def test_conditions_are_true_or_false(text: str, expected: Any) -> None:
    assert read_condition(text, NAMES).value(VALUES) is expected


def test_only_the_names_in_it_are_needed() -> None:
    assert read_condition("L - VC >= L/2", NAMES).names == ("L", "VC")


@pytest.mark.parametrize("text", ["1/0 > L", "L / (VC - 2) >= 0", "L > 0 and L / (L - 3) > 0"])
def test_dividing_by_zero_has_no_value(text: str) -> None:
    with pytest.raises(UndefinedError):
        read_condition(text, NAMES).value(VALUES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("L - VC", "is a number, not a condition"),
        ("l > vc", "unknown quantity 'l'"),
        ("halving_optimum > 1", "did you mean 'halving_optimal'"),
        ("L > 1.5", "1.5 is not exact; write a fraction, such as 3/2"),
        ("L ** 2 > 1", r"L \*\* 2 cannot stand in an expression"),
        ("L // 2 > 1", "L // 2 cannot stand in an expression"),
        ("L > True", "True cannot stand in an expression"),
        ("L is VC", "L is VC cannot stand"),
        ("L in (1, 2)", "cannot stand"),
        ("L > 'a'", "'a' cannot stand"),
        ("__import__('os').system('x') > 1", "cannot stand"),
        ("eval(L) > 1", "unknown function 'eval'"),
        ("mx(L, VC) > 1", "unknown function 'mx'; did you mean 'max'"),
        ("max(L, key=VC) > 1", "cannot stand"),
        ("max(*L) > 1", "cannot stand"),
        ("max() > 1", r"max\(\) is of one number or more"),
        ("L.real > 1", "L.real cannot stand"),
        ("(L > 1) + 1 > 2", "L > 1 is a condition, and here should be a number"),
        ("L and VC > 1", "L is a number, and here should be a condition"),
        ("not L", "L is a number, and here should be a condition"),
        ("(L > 1) > 1", "here should be a number"),
        ("~L > 1", "~L cannot stand"),
        ("L := 1", "is not an expression"),
        ("L >", "is not an expression"),
        ("", "an expression is empty"),
        (" \n", "an expression is empty"),
        ("L = 2", "is not an expression: invalid syntax.*; that two are equal is written =="),
        ("L >= ", "invalid syntax$"),
        ("L > \0", "is not an expression"),
        ("L; VC", "is not an expression"),
        ("(" * 245 + "L" + ")" * 245, "is not an expression"),
        ("-" * 400 + "L > 0", "100 inside each other"),
        ("~" * 490 + "L > 0", "is not an expression"),
        ("L" + "+L" * 200 + " > 0", "100 inside each other"),
        ("9" * 501 + " > L", "at most 500 characters"),
        ("[L for L in 'a'] > 1", "cannot stand"),
        ("(lambda: 1)() > 1", "cannot stand"),
    ],
)
def test_anything_else_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as error:
        read_condition(text, NAMES)
    assert "\n" not in str(error.value)


def test_a_condition_is_not_a_number() -> None:
    with pytest.raises(InputError, match="is a condition, not a number"):
        read_number("L > VC", NAMES)


@given(st.text(alphabet="LVC0123456789+-*/()<>=! andortmix,.'\"_[]{}:~\n\\", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_condition, read_number):
        try:
            found = read(text, NAMES)
        except InputError:
            continue
        try:
            value = found.value(VALUES)
        except UndefinedError:
            continue
        assert type(value) in ((bool,) if found.condition else (int, Fraction))
