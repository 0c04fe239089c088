"""Samples that cost the Perceptron exponentially many updates, and the proofs that no order avoids it."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from learners.algorithms.batch import batch_perceptron
from proofs.exact.errors import InputError
from proofs.exact.margins import CertificateError, Example, Separable, best_margin
from proofs.exact.vectors import vector
from proofs.solvers.nested import (
    DENSE,
    SINGLE,
    Block,
    argument,
    check_update_bound,
    check_weight_bound,
    nested,
    nested_updates,
    odd_max_bit,
    odd_max_bit_argument,
    odd_max_bit_updates,
    update_counts,
    update_multipliers,
    weight_multipliers,
)

THREE: Block = ((1, -1, 0), (0, 1, -1), (-1, 1, 1))
Family = tuple[Callable[[int], list[Example]], Callable[[int], int]]
FAMILIES: dict[str, Family] = {"nested": (nested, nested_updates), "odd max bit": (odd_max_bit, odd_max_bit_updates)}


def listed(example: Example, n: int) -> list[int]:
    x, label = example
    return [int(label * dict(x.entries).get(index, 0)) for index in range(n)]


def run(sample: list[Example], choose: Callable[[list[int]], int]) -> tuple[int, list[int]]:
    """Run the Perceptron by its definition; ``choose`` picks one of the violated examples."""
    n = len(sample)
    rows = [listed(example, n) for example in sample]
    w, updates = [0] * n, 0
    while violated := [i for i, z in enumerate(rows) if sum(a * b for a, b in zip(w, z, strict=True)) <= 0]:
        w = [a + b for a, b in zip(w, rows[choose(violated)], strict=True)]
        updates += 1
    return updates, w


# ---------------------------------------------------------------------------------------------------- the families


def test_the_points() -> None:
    assert [listed(example, 3) for example in nested(3)] == [[1, 0, 0], [-1, 1, 0], [-1, -1, 1]]
    assert [listed(example, 4) for example in odd_max_bit(4)] == [
        [-1, 0, 0, 0],
        [1, 1, 0, 0],
        [0, -1, -1, 0],
        [1, 0, 1, 1],
    ]
    assert [listed(example, 6) for example in nested(2, THREE)][3:] == [[-1] * 3 + list(row) for row in THREE]
    assert {label for _, label in nested(2)} == {label for _, label in odd_max_bit(2)} == {1, -1}


@pytest.mark.parametrize("n", [1, 4, 9])
def test_the_labels_are_those_of_the_functions(n: int) -> None:
    for x, label in nested(n):
        assert label == x.entries[-1][1]
    for x, label in odd_max_bit(n):
        assert all(value == 1 for _, value in x.entries)
        assert label == (-1) ** (x.entries[-1][0] + 1)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_shortest_separator_of_the_n_examples_is_right_on_the_whole_cube(n: int) -> None:
    found = best_margin(odd_max_bit(n))
    assert isinstance(found, Separable)
    for bits in product([0, 1], repeat=n):
        if any(bits):
            x, largest = vector(enumerate(bits)), max(j + 1 for j, bit in enumerate(bits) if bit)
            assert (-1) ** largest * found.w.dot(x) >= 1


# ---------------------------------------------------------------------------------------------------- the bounds


@pytest.mark.parametrize("n", range(1, 13))
def test_closed_forms_and_their_certificates(n: int) -> None:
    fibonacci = [0, 1]
    while len(fibonacci) < n + 3:
        fibonacci.append(sum(fibonacci[-2:]))
    expected = {
        "nested": ((4**n - 1) // 3, 2 ** (n - 1)),
        "odd max bit": (fibonacci[n + 1] * fibonacci[n + 2] - 1, fibonacci[n + 1]),
    }
    for name, (family, least) in FAMILIES.items():
        sample, (updates, weight) = family(n), expected[name]
        found = best_margin(sample)
        assert isinstance(found, Separable)
        assert least(n) == updates == found.norm_squared
        assert check_update_bound(sample, update_multipliers(sample)) == updates
        assert check_weight_bound(sample, weight_multipliers(sample)) == weight
        assert max(abs(Fraction(value)) for _, value in found.w.entries) == weight


@pytest.mark.parametrize(("block", "c"), [(SINGLE, 1), (THREE, 9), (DENSE, 81)])
def test_blocks(block: Block, c: int) -> None:
    for levels in (1, 2, 3):
        sample = nested(levels, block)
        found = best_margin(sample)
        assert isinstance(found, Separable)
        assert sum(abs(Fraction(value)) for _, value in found.w.entries) == (1 + c) ** levels - 1
        assert (
            check_update_bound(sample, update_multipliers(sample))
            == nested_updates(levels, block)
            == found.norm_squared
        )
    # The rate (1 + c)^(2/b) of n = b·L: larger blocks are worse for the Perceptron.
    assert (1 + c) ** 2 >= 4 ** len(block)


def test_the_dense_block_grows_faster_than_5_8_to_the_n() -> None:
    for levels in range(1, 30):
        assert nested_updates(levels, DENSE) > Fraction(1, 5) * Fraction(58, 10) ** (5 * levels)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("n", range(1, 8))
def test_every_run_makes_as_many_updates_and_ends_in_the_shortest_separator(name: str, n: int) -> None:
    family, least = FAMILIES[name]
    sample = family(n)
    found = best_margin(sample)
    assert isinstance(found, Separable)
    rules: list[Callable[[list[int]], int]] = [min, max, Random(0).choice, Random(1).choice]
    for choose in rules:
        updates, w = run(sample, choose)
        assert updates == least(n)
        assert vector(enumerate(w)) == found.w


def test_no_order_is_below_the_bound_on_a_dense_block() -> None:
    found = {run(nested(1, DENSE), Random(seed).choice)[0] for seed in range(8)}
    assert min(found) >= nested_updates(1, DENSE) == 1565
    assert len(found) > 1  # here it depends on the order


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.tuples(*[st.integers(-2, 2)] * 3), st.sampled_from([1, -1])), min_size=1, max_size=5),
    st.randoms(use_true_random=False),
)
def test_the_bound_holds_for_any_separable_integer_sample(
    rows: list[tuple[tuple[int, ...], int]], random: Random
) -> None:
    sample = [(vector(enumerate(point)), label) for point, label in rows]
    if not isinstance(best_margin(sample), Separable):
        with pytest.raises(InputError, match="no halfspace"):
            update_multipliers(sample)
        return
    least = check_update_bound(sample, update_multipliers(sample))
    updates, w = 0, vector({})
    while violated := [example for example in sample if example[1] * w.dot(example[0]) <= 0]:
        x, label = random.choice(violated)
        w = vector({index: dict(w.entries).get(index, 0) + label * dict(x.entries).get(index, 0) for index in range(3)})
        updates += 1
    assert 0 < least <= updates


# ---------------------------------------------------------------------------------------------------- the runs


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("rule", ["first", "cyclic"])
def test_updates_are_counted_as_the_learner_makes_them(name: str, rule: str) -> None:
    for n in range(2, 7):
        sample = FAMILIES[name][0](n)
        counts = update_counts(sample, rule)  # type: ignore[arg-type]
        ended = batch_perceptron(sample, rule, budget=10**5)  # type: ignore[arg-type]
        assert sum(counts) == ended.updates
        total = [
            sum(c * z for c, z in zip(counts, column, strict=True))
            for column in zip(*[listed(e, n) for e in sample], strict=True)
        ]
        assert ended.separator == vector(enumerate(total))


@pytest.mark.parametrize("rule", ["first", "cyclic"])
def test_odd_max_bit_up_to_ten(rule: str) -> None:
    measured = [sum(update_counts(odd_max_bit(n), rule)) for n in range(2, 11)]  # type: ignore[arg-type]
    assert measured == [5, 14, 39, 103, 272, 713, 1869, 4894, 12815]


@pytest.mark.parametrize("rule", ["first", "cyclic"])
def test_nested_up_to_eight(rule: str) -> None:
    measured = [sum(update_counts(nested(n), rule)) for n in range(2, 9)]  # type: ignore[arg-type]
    assert measured == [5, 21, 85, 341, 1365, 5461, 21845]


def test_dense_runs_depend_on_the_rule() -> None:
    assert [sum(update_counts(nested(1, DENSE), rule)) for rule in ("first", "cyclic")] == [1987, 1565]


def test_most_is_enough_or_an_error() -> None:
    assert sum(update_counts(nested(4), most=85)) == 85
    with pytest.raises(InputError, match="84 updates are not enough"):
        update_counts(nested(4), most=84)
    with pytest.raises(InputError, match="unknown rule"):
        update_counts(nested(2), "frist")  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------- the arguments


@pytest.mark.parametrize("block", [SINGLE, THREE, DENSE])
def test_every_step_holds(block: Block) -> None:
    for step in argument(block):
        assert step.holds, step.says


def test_every_step_for_odd_max_bit_holds() -> None:
    for step in odd_max_bit_argument():
        assert step.holds, step.says


# ---------------------------------------------------------------------------------------------------- false claims


def test_false_certificates() -> None:
    sample = nested(4)
    good = update_multipliers(sample)
    for wrong in ([2 * value for value in good], [good[0] + 1, *good[1:]], [*good[:-1], good[-1] + Fraction(1, 9)]):
        with pytest.raises(CertificateError, match="above 1"):
            check_update_bound(sample, wrong)
    weights = weight_multipliers(sample)
    with pytest.raises(CertificateError, match="more than 1"):
        check_weight_bound(sample, [2 * value for value in weights])
    for check in (check_update_bound, check_weight_bound):
        with pytest.raises(CertificateError, match="3 multipliers for 4"):
            check(sample, good[1:])
        for value in (-1, 0.5, True):
            with pytest.raises(CertificateError, match="example 0 has the multiplier"):
                check(sample, [value, 0, 0, 0])  # type: ignore[list-item]
        with pytest.raises(InputError, match="no integer"):
            check([(vector({0: Fraction(1, 2)}), 1)], [1])
        with pytest.raises(InputError, match="label"):
            check([(vector({0: 1}), 0)], [1])


@pytest.mark.parametrize(
    "block",
    [(), ((1, 0),), ((2,),), ((-1, 2), (1, -1)), ((-1,),), ((1, 1), (1, 1)), ((1, 1), (0, 1)), ((1, 1), (1, -1))],
)
def test_what_is_no_block(block: Block) -> None:
    for use in (lambda: nested(1, block), lambda: nested_updates(1, block), lambda: argument(block)):
        with pytest.raises(InputError, match="is no block"):
            use()


def test_unusable_input() -> None:
    for use in (nested, nested_updates, odd_max_bit, odd_max_bit_updates):
        with pytest.raises(InputError, match="at least 1 level"):
            use(0)
    with pytest.raises(InputError, match="as many of each"):
        weight_multipliers([(vector({0: 1, 1: 1}), 1)])
    with pytest.raises(InputError, match="dependent"):
        weight_multipliers([(vector({0: 1, 1: 1}), 1)] * 2)
