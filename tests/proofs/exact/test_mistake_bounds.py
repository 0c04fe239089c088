"""Claimed mistake bounds, read and judged exactly."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import (
    MAX_MISTAKES,
    NAMES,
    Undecided,
    Undefined,
    read_bound,
    read_number,
    read_relation,
)
from proofs.exact.rationals import Interval, Rational

VALUES: dict[str, Rational] = {
    "M": 3,
    "R2": Fraction(9, 4),
    "gamma2": Fraction(1, 7),
    "delta2": Fraction(2, 63),
    "d": 9,
    "C": 10,
    "L": 3,
    "n": 5,
    "T": 100,
}

positive = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)

CASES = [
    # text, holds at M = 3, most, value in words
    ("R2/gamma2 - 1", True, 14, "59/4"),
    ("R²/γ² - 1", True, 14, "59/4"),
    ("R^2/gamma^2 - 1", True, 14, "59/4"),
    ("R**2/gamma ** 2 - 1", True, 14, "59/4"),
    ("1/δ²", True, 31, "63/2"),
    ("floor(log2(C))", True, 3, "3"),
    ("ceil(log2(|C|))", True, 4, "4"),
    ("log2(|C|)", True, 3, "about 3.32 (between 332/100 and 333/100)"),
    ("log2(1/8)", False, -3, "-3"),
    ("log2(d)", True, 3, "about 3.17 (between 316/100 and 317/100)"),
    ("2*2*log2(d) + 2", True, 14, "about 14.68 (between 1467/100 and 1468/100)"),
    ("sqrt(d)*3/2", True, 4, "9/2"),
    ("sqrt(9/4)", False, 1, "3/2"),
    ("sqrt(0)", False, 0, "0"),
    ("sqrt(gamma2)/1000", False, 0, "about 0.00037796 (between 37796/100000000 and 37797/100000000)"),
    ("-sqrt(2)", False, -2, "about -1.41 (between -142/100 and -141/100)"),
    ("0.1 + .2 - 0.3", False, 0, "0"),
    ("L*2**3 - 2**-2", True, 23, "95/4"),
    ("(-3)**2", True, 9, "9"),
    ("-3**2", False, -9, "-9"),
    ("abs(1 - n) + abs(1 - sqrt(2))", True, 4, "about 4.41 (between 441/100 and 442/100)"),
    ("min(L, log2(C), T, n)", True, 3, "3"),
    ("max(L, log2(C))", True, 3, "about 3.32 (between 332/100 and 333/100)"),
    ("(1 - sqrt(2))**2", False, 0, "about 0.17 (between 17/100 and 18/100)"),
    ("0*sqrt(2)", False, 0, "0"),
    ("sqrt(2)*sqrt(3)*1000", True, 2449, "about 2449.49 (between 244948/100 and 244949/100)"),
    ("M*delta2 <= 1", True, 31, "2/21 <= 1"),
    ("M*delta2 < 2/21", False, 2, "2/21 < 2/21"),
    ("R² > M*γ²", True, 15, "9/4 > 3/7"),
    ("(M <= L)", True, 3, "3 <= 3"),
    ("M < L", False, 2, "3 < 3"),
    ("M**2 <= T*sqrt(2)", True, 11, "9 <= about 141.42 (between 14142/100 and 14143/100)"),
    ("M <= 2*log2(M + 1) + 3", True, 9, "3 <= 7"),
    ("M*log2(M) <= 1000", True, 140, "about 4.75 (between 475/100 and 476/100) <= 1000"),
    ("M*M - 10*M <= 0", True, 10, "-21 <= 0"),
    ("abs(M - 50) <= 2", False, 52, "47 <= 2"),
    ("M >= 5", False, None, "3 >= 5"),
    ("M <= 999999999", True, MAX_MISTAKES - 1, "3 <= 999999999"),
    ("M <= 1000000000", True, None, "3 <= 1000000000"),
    ("1/(M + 1) >= gamma2", True, 6, "1/4 >= 1/7"),
]


@pytest.mark.parametrize(("text", "holds", "most", "words"), CASES, ids=[case[0] for case in CASES])
def test_judges_exactly(text: str, holds: bool, most: int | None, words: str) -> None:
    bound = read_bound(text)
    assert bound.holds(VALUES) is holds
    assert bound.most(VALUES) == most
    assert bound.value_text(VALUES) == words


def test_a_bound_knows_its_names_and_its_text() -> None:
    bound = read_bound("  R²/γ² + floor(log2(|C|)) - M*0 >= T ")
    assert bound.text == "R²/γ² + floor(log2(|C|)) - M*0 >= T"
    assert bound.names == {"R2", "gamma2", "C", "M", "T"}
    assert read_bound("sqrt(2)").names == frozenset()
    assert read_bound("L") == read_bound(" L ")
    assert hash(read_bound("L")) == hash(read_bound("L"))
    assert read_bound(bound) is bound
    assert pickle.loads(pickle.dumps(bound)) == bound  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(bound)).most(VALUES) is None  # noqa: S301 - our own


def test_every_name_is_read() -> None:
    for name in NAMES:
        text = f"{name} <= 1" if name == "M" else name
        assert read_bound(text).names == {name}


@pytest.mark.parametrize("parentheses", [1, 90])
def test_parentheses_do_not_nest(parentheses: int) -> None:
    assert read_bound("(" * parentheses + "7" + ")" * parentheses).most({}) == 7


ADVICE = "write * for products and ** for powers"
GRAMMAR = "write + - * / **, functions, and outermost one <=, <, >= or >"
LISTED = "B2, C, H, K, L, M, R2, RL, T, U2, VC, d, delta2, gamma2, k, n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a bound has 1 to 500 characters, not 0; write it like R2/gamma2 - 1"),
        ("1" * 501, "a bound has 1 to 500 characters, not 501; write it like R2/gamma2 - 1"),
        ("1 + * 2", "position 5 of 1 + * 2: this is not an expression"),
        ("d + 2(n)", f"position 5 of d + 2(n): '2' has no place there; {ADVICE}"),
        ("1e3", "position 1 of 1e3: '1e3' has no place there; write powers with **, as 10**4"),
        ("1or 2", f"position 1 of 1or 2: '1' has no place there; {ADVICE}"),
        ("d^3", f"position 2 of d^3: '^' has no place there; {ADVICE}"),
        ("γ³", f"position 6 of gamma³: '³' has no place there; {ADVICE}"),
        ("d # much", f"position 3 of d # much: '#' has no place there; {ADVICE}"),
        ("d\n+1", f"position 2 of d +1: '\\n' has no place there; {ADVICE}"),
        ("٣", f"position 1 of ٣: '٣' has no place there; {ADVICE}"),
        ("__import__('os')", f"position 12 of __import__('os'): \"'\" has no place there; {ADVICE}"),
        ("5.", f"position 1 of 5.: '5.' has no place there; {GRAMMAR}"),
        ("d + True", f"position 5 of d + True: 'True' has no place there; {GRAMMAR}"),
        ("+2", f"position 1 of +2: '+2' has no place there; {GRAMMAR}"),
        ("d if n else L", f"position 1 of d if n else L: 'd if n else L' has no place there; {GRAMMAR}"),
        ("(d), n", f"position 4 of (d), n: ',' has no place there; {GRAMMAR}"),
        ("floor(x=d)", f"position 1 of floor(x=d): 'floor(x=d)' has no place there; {GRAMMAR}"),
        ("M == 3", f"position 3 of M == 3: '==' has no place there; {GRAMMAR}"),
        ("M <= 3 <= 4", f"position 1 of M <= 3 <= 4: 'M <= 3 <= 4' has no place there; {GRAMMAR}"),
        ("1 + (M <= 3)", f"position 6 of 1 + (M <= 3): 'M <= 3' has no place there; {GRAMMAR}"),
        ("1/gama2", "position 3 of 1/gama2: unknown name 'gama2'; did you mean 'gamma2'?"),
        ("1/q", f"position 3 of 1/q: unknown name 'q'; known: {LISTED}"),
        ("flor(d)", "position 1 of flor(d): unknown function 'flor'; did you mean 'floor'?"),
        (
            "exp(d)",
            "position 1 of exp(d): unknown function 'exp'; known: abs, ceil, floor, ln, log2, max, min, sqrt",
        ),
        (
            "Add(d, n)",
            "position 1 of Add(d, n): unknown function 'Add'; known: abs, ceil, floor, ln, log2, max, min, sqrt",
        ),
        ("floor(1, 2)", "position 1 of floor(1, 2): floor does not take 2 argument(s)"),
        ("d + min(1)", "position 5 of d + min(1): min does not take 1 argument(s)"),
        ("max(1,2,3,4,5,6,7,8,9)", "position 1 of max(1,2,3,4,5,6,7,8,9): max does not take 9 argument(s)"),
        (
            "1/gamma",
            "position 3 of 1/gamma: gamma may be irrational; write gamma2, which is its square, or sqrt(gamma2)",
        ),
        ("δ", "position 1 of delta: delta may be irrational; write delta2, which is its square, or sqrt(delta2)"),
        ("R**20", "position 1 of R**20: R may be irrational; write R2, which is its square, or sqrt(R2)"),
        (
            "M <= 2**(M - 1)",
            "position 6 of M <= 2**(M - 1): M may not stand in an exponent; write a logarithm, as M <= log2(C)",
        ),
        ("-" * 120 + "1", f"position 102 of {'-' * 120}1: nested more than 100 deep"),
        ("1" + "+1" * 120, f"position 1 of 1{'+1' * 120}: nested more than 100 deep"),
        ("2 > 3", "a comparison should mention M, like M <= R2/gamma2: 2 > 3"),
        ("M/2", "M may stand only in a comparison, like M <= R2/gamma2: M/2"),
    ],
)
def test_what_is_no_bound_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_bound(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 + R2/(d - 9)", "division by zero at position 5: R2/(d - 9)"),
        ("1/(0*sqrt(2))", "division by zero at position 1: 1/(0*sqrt(2))"),
        ("log2(d - 9)", "log2 of a number not above 0 at position 1: log2(d - 9)"),
        ("log2(1 - log2(3))", "log2 of a number not above 0 at position 1: log2(1 - log2(3))"),
        ("2*sqrt(-d)", "sqrt of a negative number at position 3: sqrt(-d)"),
        ("sqrt(1 - sqrt(2))", "sqrt of a negative number at position 1: sqrt(1 - sqrt(2))"),
        ("((2**64)**64)**64", "a number of more than 14000 bits at position 1: ((2**64)**64)**64"),
        ("1/((sqrt(2)**64)**64)**64", "a number of more than 14000 bits at position 3: ((sqrt(2)**64)**64)**64"),
    ],
)
def test_what_is_not_defined_is_refused_by_every_method(text: str, message: str) -> None:
    bound = read_bound(text)
    for method in (bound.holds, bound.most, bound.value_text):
        with pytest.raises(InputError) as caught:
            method(VALUES)
        assert str(caught.value) == message


def test_every_value_is_needed() -> None:
    with pytest.raises(InputError) as caught:
        read_bound("2*L").most({"d": 3})
    assert str(caught.value) == "a value of L is needed: the Littlestone dimension of the class"
    with pytest.raises(InputError) as caught:
        read_bound("2*L").holds({"L": 3})
    assert str(caught.value) == "a value of M is needed: the number of mistakes made"
    assert read_bound("2*L").most({"L": 3}) == 6
    assert read_bound("M <= 2*L").most({"L": 3}) == 6


@pytest.mark.parametrize("text", ["sqrt(2)*sqrt(2)", "log2(3) - log2(3/4)", "M <= sqrt(2)*sqrt(2)"])
def test_equal_irrational_values_stay_undecided(text: str) -> None:
    """Here the bound is 2, but only through irrational numbers: enclosures never become a point, and nobody guesses."""
    bound = read_bound(text)
    assert bound.holds({"M": 1})
    assert not bound.holds({"M": 3})
    with pytest.raises(Undecided) as caught:
        bound.holds({"M": 2})
    assert str(caught.value) == "cannot tell with 4096 bits; put products of irrational values under one sqrt or log2"
    with pytest.raises(Undecided, match=r"^cannot tell w"):
        bound.most({})
    assert bound.value_text({"M": 2}).endswith("about 2.00 (between 199/100 and 201/100)")


@pytest.mark.parametrize("text", ["1/(sqrt(2) - sqrt(2))", "log2(sqrt(2) - sqrt(2))", "sqrt(log2(3) - log2(3))"])
def test_what_may_not_be_defined_stays_undecided(text: str) -> None:
    bound = read_bound(text)
    for method in (bound.holds, bound.most, bound.value_text):
        with pytest.raises(Undecided):
            method(VALUES)


def test_a_jump_at_an_undecided_place_is_not_written() -> None:
    with pytest.raises(Undecided):
        read_bound("floor(sqrt(2)*sqrt(2))").value_text({})


def test_the_same_value_under_one_root_is_decided() -> None:
    assert read_bound("sqrt(2*2)").most({}) == 2
    assert read_bound("sqrt(R2/gamma2)").most({"R2": 2, "gamma2": Fraction(1, 2)}) == 2
    assert read_bound("log2(3/(3/4))").most({}) == 2


def test_a_search_that_would_not_end_stays_undecided() -> None:
    with pytest.raises(Undecided) as caught:
        read_bound("M - M <= -1/2").most({})
    assert str(caught.value).startswith("cannot tell whether M = 99999")
    assert str(caught.value).endswith(" is allowed: M - M <= -1/2")


def test_hard_values_are_refined() -> None:
    """Values that agree with an integer, or with each other, to hundreds of digits."""
    tiny = Fraction(1, 10**300)
    assert read_bound("sqrt(R2)").most({"R2": 25 - tiny}) == 4
    assert read_bound("sqrt(R2)").most({"R2": 25 + tiny}) == 5
    assert read_bound("log2(R2)").most({"R2": 8 - tiny}) == 2
    assert read_bound("log2(R2)").most({"R2": 8 + tiny}) == 3
    assert read_bound("ceil(log2(R2))").most({"R2": 8 + tiny}) == 4
    assert read_bound("M <= sqrt(R2)").most({"R2": 25 - tiny}) == 4
    assert read_bound("M <= sqrt(R2)").most({"R2": 25 + tiny}) == 5
    assert read_bound("M*sqrt(2) <= sqrt(R2)").holds({"M": 5, "R2": 50 + tiny})
    assert not read_bound("M*sqrt(2) <= sqrt(R2)").holds({"M": 5, "R2": 50 - tiny})
    with pytest.raises(Undecided):
        read_bound("M*sqrt(2) <= sqrt(R2)").holds({"M": 5, "R2": 50})


def test_tall_towers_are_refused_soon() -> None:
    text = "(" * 30 + "C" + "**64)" * 30
    with pytest.raises(InputError, match=r"more than 14000 bits"):
        read_bound(text).most({"C": 3 * 10**900})


Operation = Callable[[Fraction, Fraction], Fraction]
OPERATIONS: dict[str, Operation] = {
    "({0} + {1})": lambda a, b: a + b,
    "({0} - {1})": lambda a, b: a - b,
    "({0})*({1})": lambda a, b: a * b,
    "({0})/({1})": lambda a, b: a / b,
    "-({0}) + {1}": lambda a, b: -a + b,
    "floor({0}) + ceil({1})": lambda a, b: Fraction(a.__floor__() + b.__ceil__()),
    "min({0}, {1})": min,
    "max({0}, {1}, {0})": max,
    "abs({0}) - {1}**2": lambda a, b: abs(a) - b**2,
}
Case = tuple[str, Fraction | None]


def grown(below: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    def joined(form: str, left: Case, right: Case) -> Case:
        # the square applies to all of the right side
        text = form.format(left[0], f"({right[0]})")
        try:
            return text, None if left[1] is None or right[1] is None else OPERATIONS[form](left[1], right[1])
        except ZeroDivisionError:
            return text, None

    return st.builds(joined, st.sampled_from(sorted(OPERATIONS)), below, below)


leaves: st.SearchStrategy[Case] = st.one_of(
    st.integers(0, 20).map(lambda n: (str(n), Fraction(n))),
    st.integers(0, 999).map(lambda n: (f"{n // 100}.{n % 100:02}", Fraction(n, 100))),
    st.sampled_from([name for name in VALUES if name != "M"]).map(lambda name: (name, Fraction(VALUES[name]))),
)
rational_cases = st.recursive(leaves, grown, max_leaves=8)


@given(rational_cases, st.integers(-3, 20))
def test_rational_bounds_agree_with_arithmetic(case: Case, mistakes: int) -> None:
    text, value = case
    assume(len(text) < 190)
    if value is None:
        with pytest.raises(InputError, match="division by zero"):
            read_bound(text).most(VALUES)
        return
    bound = read_bound(text)
    values = {**VALUES, "M": mistakes}
    assert bound.holds(values) is (mistakes <= value)
    assert read_bound(f"M < {text}").holds(values) is (mistakes < value)
    assert read_bound(f"{text} >= M").holds(values) is (mistakes <= value)
    assert read_bound(f"{text} > M").holds(values) is (mistakes < value)
    assert bound.most(values) == floor(value)
    assert bound.value_text(values) == str(value)


@given(
    st.sampled_from(
        [
            "R2/gamma2",
            "sqrt(R2/gamma2)",
            "log2(R2)*3 + 1/gamma2",
            "3*log2(R2) - sqrt(gamma2)",
            "M*gamma2 <= R2",
            "M*sqrt(gamma2) < R2 + 1",
            "M**2 + M <= R2",
            "R2 >= log2(M + 1) + M/9",
            "M*log2(M + 1) <= sqrt(R2)",
        ]
    ),
    positive,
    positive,
)
def test_the_most_holds_and_one_more_fails(text: str, largest: Fraction, margin: Fraction) -> None:
    values: dict[str, Rational] = {"R2": largest, "gamma2": margin}
    bound = read_bound(text)
    most = bound.most(values)
    if most is None:
        assert bound.holds({**values, "M": MAX_MISTAKES}) or not bound.holds({**values, "M": 0})
    else:
        assert bound.holds({**values, "M": most})
        assert not bound.holds({**values, "M": most + 1})


@given(st.sets(st.integers(0, 1_000), min_size=1, max_size=5))
def test_the_last_of_scattered_mistakes_is_found(roots: set[int]) -> None:
    """The product of M - m over some m vanishes only there: far from monotone, and the last root is found."""
    factors = "*".join(f"(M - {root})" for root in sorted(roots))
    assert read_bound(f"abs({factors}) <= 0").most({}) == max(roots)


# ------------------------------------------------------------------------------------------------ relations

QUANTITIES = ("L", "VC", "RL", "halving_optimal", "size")
OF_CLASS: dict[str, Rational] = {"L": 3, "VC": 2, "RL": Fraction(7, 4), "halving_optimal": 3, "size": 8}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("halving_optimal - L", 0),
        ("-(L - 3/2) * 2 + 1", -2),
        ("max(L, VC, 7/2) - min(VC, L)", Fraction(3, 2)),
        ("RL - 1.75 + log2(size)**2 - sqrt(size + 1)", 6),
    ],
)
def test_numbers_are_exact(text: str, value: Rational) -> None:
    number = read_number(text, QUANTITIES)
    assert number.value(OF_CLASS) == value
    assert type(number.value(OF_CLASS)) in (int, Fraction)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("L - VC >= 1", True),
        ("1 < VC < L <= 3", True),
        ("1 < VC < VC", False),
        ("not L == VC and (VC != 2 or RL > 3/2)", True),
        ("L == 3 and 7/4 == RL and not L != VC + 1", True),
        ("L < VC and 1/(L - 3) > 0", False),  # nobody looks at the second part
        ("L > VC or 1/(L - 3) > 0", True),
        ("L <= log2(size) and RL < sqrt(L + 1/1000) + 1/1000", False),
    ],
)
def test_relations_are_true_or_false(text: str, holds: bool) -> None:
    relation = read_relation(text, QUANTITIES)
    assert relation.holds(OF_CLASS) is holds
    assert relation.names <= {*QUANTITIES}
    assert read_relation(f"not ({text})", QUANTITIES).holds(OF_CLASS) is not holds


@pytest.mark.parametrize("text", ["1/0 > L", "L / (VC - 2) >= 0", "L > 0 and L / (L - 3) > 0", "log2(VC - 2) > 0"])
def test_a_relation_that_is_not_defined_is_neither(text: str) -> None:
    with pytest.raises(Undefined):
        read_relation(text, QUANTITIES).holds(OF_CLASS)


def test_a_relation_of_bounds_is_decided_only_where_every_value_between_them_agrees() -> None:
    between: dict[str, Rational | Interval] = {"L": Interval(Fraction(2), Fraction(4)), "VC": 1}
    for text, holds in (("L > VC", True), ("L == 1", False), ("L >= 2 and VC != 2", True), ("VC > 1 and L > 3", False)):
        assert read_relation(text, QUANTITIES).holds(between) is holds
    for text in ("L > 2", "L == 3", "L != 3", "not L < 3", "L > 3 or VC > 1"):
        with pytest.raises(Undecided):
            read_relation(text, QUANTITIES).holds(between)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("L - VC", "position 1 of L - VC: 'L - VC' is no condition; write one like L >= 1"),
        ("L and VC > 1", "'L' is no condition"),
        ("not L", "'L' is no condition"),
        ("l > vc", "position 1 of l > vc: unknown name 'l'"),
        ("(L > 1) + 1 > 2", "position 2 of (L > 1) + 1 > 2: 'L > 1' has no place there"),
        ("__import__('os').system('x') > 1", "has no place there"),
        ("eval(L) > 1", "unknown function 'eval'"),
        ("max(L, key=VC) > 1", "has no place there"),
        ("L = 2", "position 3 of L = 2: this is not an expression; that two are equal is written =="),
        (" \n", "a relation has 1 to 500 characters, not 0; write it like L > VC"),
        ("L" + "+L" * 120 + " > 0", "nested more than 100 deep"),
        ("not " * 30 + "L", "'L' is no condition"),
    ],
)
def test_what_is_no_relation_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_relation(text, QUANTITIES)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_condition_or_an_irrational_value_is_no_number() -> None:
    for text in ("L > VC", "L > 1 and VC > 1", "not L > 1"):
        with pytest.raises(InputError, match="is a condition, not a number"):
            read_number(text, QUANTITIES)
    with pytest.raises(Undecided, match="is not known, or irrational"):
        read_number("sqrt(L)", QUANTITIES).value(OF_CLASS)


@given(st.text(alphabet="LVC0123456789+-*/()<>=! andortmix,.'\"_[]{}:~\n\\", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read, method in ((read_relation, "holds"), (read_number, "value")):
        try:
            value = getattr(read(text, QUANTITIES), method)(OF_CLASS)
        except (InputError, Undecided):
            continue
        assert type(value) in ((bool,) if method == "holds" else (int, Fraction))
