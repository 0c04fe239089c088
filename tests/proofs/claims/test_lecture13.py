"""The claims of Lecture 13: every verdict, every witness once more by hand, and the checks shown able to fail."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
import sympy as sp  # type: ignore[import-untyped]
from book import BOOK, reading, row
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.claims import lecture13_arguments, lecture13_checks, lecture13_perceptron_arguments, lecture13_runs
from proofs.claims import lecture13_samples as on
from proofs.claims.claim import Candidate, Claim, Reading, judge
from proofs.claims.labeled_samples import shortest
from proofs.claims.lecture13 import CLAIMS
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable

# ------------------------------------------------------------------------------------- by hand: the witnesses once more


Z = list[tuple[int, ...]]


def numbers(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(text) for text in texts)


def z_of(candidate: Candidate) -> Z:
    return [tuple(label * value for value in numbers(x)) for x, label in candidate["examples"]]


def inner(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum(p * q for p, q in zip(a, b, strict=True))


def plain_run(z: Z, most: int = 10_000) -> tuple[list[tuple[int, ...]], int]:
    """Return every w, and the reads."""
    ws, reads = [(0,) * len(z[0])], 0
    while reads < most and (reads == 0 or min(inner(ws[-1], row) for row in z) <= 0):
        now = z[reads % len(z)]
        reads += 1
        if inner(ws[-1], now) <= 0:
            ws.append(tuple(p + q for p, q in zip(ws[-1], now, strict=True)))
    return ws, reads


def fewest(z: Z, reach: int = 7) -> int:
    """Return Opt(S) in dimension 1 or 2, for coordinates so small that some w of a grid is best."""
    grid = product(range(-reach, reach + 1), repeat=len(z[0]))
    return min(erring(w, z) for w in grid)


def erring(w: Sequence[Any], z: Z) -> int:
    return sum(1 for row in z if inner(w, row) <= 0)


def is_separable(z: Z) -> bool:
    return fewest(z) == 0


def average_wrong(z: Z) -> int:
    return erring([sum(column) for column in zip(*z, strict=True)], z)


def binary(candidate: Candidate) -> list[tuple[tuple[int, ...], int]]:
    return [(numbers(x), y) for x, y in candidate["binary"]]


def squared_bound(u: Sequence[int], alphas: Sequence[int], scale: int, z: Z) -> Fraction:
    """Return ‖U‖²R² for U = u/scale, the shortest by alphas/scale: all ⟨U, z⟩ ≥ 1, = 1 where alpha > 0, U = Σ αz."""
    margins = [Fraction(inner(u, row), scale) for row in z]
    assert all(m == 1 if a > 0 else m >= 1 for a, m in zip(alphas, margins, strict=True))
    assert tuple(u) == tuple(sum(a * row[i] for a, row in zip(alphas, z, strict=True)) for i in range(len(u)))
    return Fraction(inner(u, u) * max(inner(row, row) for row in z), scale**2)


def violated_in_run(z: Z) -> bool:
    ws, _ = plain_run(z)
    return any(
        inner(before, row) <= 0
        and inner(after, row) <= 0
        and tuple(p + q for p, q in zip(before, row, strict=True)) == after
        for before, after in pairwise(ws)
        for row in z
    )


def margin_fell(z: Z) -> bool:
    least = [min(inner(w, row) for row in z) for w in plain_run(z)[0]]
    return any(b < a for a, b in pairwise(least))


def printed_square_sum(z: Z) -> bool:
    ws, _ = plain_run(z)
    updates = len(ws) - 1
    return updates <= len(z) and inner(ws[-1], ws[-1]) > sum(inner(row, row) for row in z[:updates])


BY_HAND: dict[tuple[str, int], tuple[Candidate, Callable[[Any], bool]]] = {
    ("lecture13-loss", 0): ({"w": ["0"], "x": ["1"], "y": 1}, lambda c: inner(numbers(c["w"]), numbers(c["x"])) == 0),
    ("lecture13-erm", 0): (
        {"examples": [[["1"], 1]], "w": ["0"]},
        lambda c: erring([0], z_of(c)) == 1 > fewest(z_of(c)),
    ),
    ("lecture13-erm", 1): (
        {"examples": [[["0"], 1]], "v": ["1"], "w": ["-1"], "x": ["1"]},
        lambda c: erring([1], z_of(c)) == erring([-1], z_of(c)) == fewest(z_of(c)) == 1,
    ),
    ("lecture13-decision", 0): ({"dimension": 1}, lambda c: all(line_needs_signs_only(z) for z in line_samples())),
    ("lecture13-instance", 0): (
        {"binary": [[["0"], 0]], "w": ["0"]},
        lambda c: all(y * inner((0,), x) <= 0 and (inner((0,), x) > 0) == y for x, y in binary(c)),
    ),
    ("lecture13-instance", 2): (
        {"examples": [[["0"], 1]], "w": ["0"], "b": "1"},
        lambda c: fewest(z_of(c)) == 1 and erring((0, 1), [(*z, 1) for z in z_of(c)]) == 0,
    ),
    ("lecture13-hardness", 0): ({"every coordinate of w": "1"}, lambda _: ones_are_best_on_the_plane()),
    ("lecture13-display", 0): ({"examples": [[["1"], 1]], "C": "2"}, lambda c: fewest(z_of(c)) == 0),
    ("lecture13-opt", 1): (
        {"binary": [[["1"], 0]], "w": ["0"]},
        lambda c: all(y * w * x[0] <= 0 < x[0] for x, y in binary(c) for w in (-1, 0, 1)) and fewest([(-1,)]) == 0,
    ),
    ("lecture13-opt", 2): (
        {"examples": [[["0"], 1], [["1"], 1]]},
        lambda c: fewest(z_of(c)) == 1 != Fraction(1, len(z_of(c))),
    ),
    ("lecture13-margin", 1): ({"examples": [[["1"], 1]], "w": ["-1"]}, lambda c: inner((-1,), z_of(c)[0]) < 0),
    ("lecture13-lp", 3): (
        {"examples": [[["1"], 1]], "w": ["0"]},
        lambda c: erring((0,), z_of(c)) == 1 and is_separable(z_of(c)),
    ),
    ("lecture13-rescale", 1): (
        {"examples": [[["1"], 1]], "w": ["1"]},
        lambda c: inner((1,), z_of(c)[0]) ** 2 / 1 == inner((2,), z_of(c)[0]) ** 2 / 4,
    ),
    ("lecture13-gamma", 0): ({"examples": [[["1"], 1]]}, lambda c: plain_run(z_of(c)) == ([(0,), (1,)], 1)),
    ("lecture13-loop", 0): (
        {"examples": [[["0", "1"], 1], [["1", "1"], -1]]},
        lambda c: plain_run(z_of(c))[1] == 5 and is_separable(z_of(c)),
    ),
    ("lecture13-loop", 1): (
        {"examples": [[["1", "0"], 1], [["1", "0"], 1], [["0", "1"], 1]]},
        lambda c: (
            plain_run(z_of(c))[1] == 3 > squared_bound((1, 1), (1, 0, 1), 1, [(1, 0), (1, 0), (0, 1)]) == 2
            if z_of(c) == [(1, 0), (1, 0), (0, 1)]
            else False
        ),
    ),
    ("lecture13-average", 0): (
        {"examples": [[["0", "1"], 1], [["1", "1"], -1]]},
        lambda c: is_separable(z_of(c)) and average_wrong(z_of(c)) == 1,
    ),
    ("lecture13-average", 1): (
        {"examples": [[["1", "0"], 1], [["1", "0"], 1], [["-2", "1"], 1]]},
        lambda c: is_separable(z_of(c)) and average_wrong(z_of(c)) == 2,
    ),
    ("lecture13-update", 0): ({"examples": [[["1"], 1]], "w": ["-1"]}, lambda c: -1 + z_of(c)[0][0] == 0),
    ("lecture13-update", 1): (
        {"examples": [[["1", "0"], 1], [["-2", "1"], 1]]},
        lambda c: is_separable(z_of(c)) and violated_in_run(z_of(c)),
    ),
    ("lecture13-update", 4): ({"examples": [[["0"], 1]], "w": ["0"]}, lambda c: z_of(c) == [(0,)]),
    ("lecture13-update", 6): (
        {"examples": [[["0", "1"], 1], [["1", "1"], -1]]},
        lambda c: is_separable(z_of(c)) and margin_fell(z_of(c)),
    ),
    ("lecture13-convergence", 2): (
        {"examples": [[["1"], 1]], "w": ["1/2"]},
        lambda c: len(plain_run(z_of(c))[0]) - 1 == 1 > Fraction(c["w"][0]) ** 2 * 1,
    ),
    ("lecture13-convergence", 3): (
        {"examples": [[["1"], 1], [["2"], 1]]},
        lambda c: len(plain_run(z_of(c))[0]) - 1 == 1 < squared_bound((1,), (1, 0), 1, z_of(c)) == 4,
    ),
    ("lecture13-proof", 0): (
        {"examples": [[["1", "0"], 1], [["1", "0"], 1], [["0", "2"], 1]]},
        lambda c: printed_square_sum(z_of(c)),
    ),
    ("lecture13-exponential", 0): (
        {"examples": [[["4", "1"], 1], [["-4", "1"], 1]]},
        # (0, 1) = ½z₁ + ½z₂
        lambda c: squared_bound((0, 2), (1, 1), 2, z_of(c)) == 17 > 2**4 > len(plain_run(z_of(c))[0]) - 1 == 2,
    ),
    ("lecture13-exponential", 1): (
        {"examples": [[["1", "0"], 1], [["-3", "1"], 1]]},
        lambda c: len(plain_run(z_of(c))[0]) - 1 == 17 > 2**4 and is_separable(z_of(c)),
    ),
    ("lecture13-exponential", 3): (
        {"m": 1, "d": 1},
        lambda _: all(len(plain_run([(z,)])[0]) == 2 for z in (1, -1)),
    ),
}


def line_samples() -> list[Z]:
    return [[(z,) for z in zs] for zs in product((-2, -1, 0, 1), repeat=3)]


def line_needs_signs_only(z: Z) -> bool:
    return min(erring((w,), z) for w in (1, -1, 0)) == fewest(z)


def ones_are_best_on_the_plane() -> bool:
    entries = [(x, y) for x in product((0, 1), repeat=2) for y in (0, 1)]

    def counted(w: Sequence[int], sample: Sequence[tuple[tuple[int, ...], int]]) -> int:
        return sum(y * inner(w, x) <= 0 for x, y in sample)

    grid = list(product(range(-3, 4), repeat=2))
    return all(counted((1, 1), s) == min(counted(w, s) for w in grid) for s in combinations(entries, 3))


@pytest.mark.parametrize(("key", "number"), BY_HAND)
def test_every_witness_by_hand(key: str, number: int) -> None:
    by_hand, holds = BY_HAND[key, number]
    assert row(key, number).witness == by_hand, "the smallest, and the same in every run"
    assert holds(by_hand)
    assert len(json.dumps(by_hand)) < 80


def test_no_witness_is_forgotten() -> None:
    readings = [(claim, number) for claim in CLAIMS for number in range(len(claim.readings))]
    assert set(BY_HAND) == {(claim.id, number) for claim, number in readings if claim.readings[number].instead}
    assert len(BY_HAND) == 28


def test_no_two_examples_need_more_rounds_than_the_bound() -> None:
    grid = [p for p in product(range(-2, 3), repeat=2) if any(p)]
    violated = lecture13_runs.reads_above_bound
    for a, b in combinations(grid, 2):
        found = on.separated(on.of_points(a, b))
        assert found is None or violated(found) is None


# ----------------------------------------------------------------------------------------------- independent oracles


vectors = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
samples = st.lists(st.tuples(vectors, st.sampled_from((1, -1))), min_size=1, max_size=4)


@given(samples)
@settings(max_examples=60, deadline=None)
def test_opt_is_that_of_all_directions(sample: list[tuple[tuple[int, int], int]]) -> None:
    z: Z = [(label * a, label * b) for (a, b), label in sample]
    least, w = on.opt(tuple(sample))
    assert least == fewest(z) == erring(w, z)
    assert (least == 0) == isinstance(shortest(tuple(sample)), Separable)


@given(samples)
@settings(max_examples=60, deadline=None)
def test_the_loop_is_the_printed_one(sample: list[tuple[tuple[int, int], int]]) -> None:
    z: Z = [(label * a, label * b) for (a, b), label in sample]
    ws, reads = plain_run(z, 50)
    run = on.loop(tuple(sample), 50)
    assert (list(run.states), run.reads) == (ws, reads)
    assert run.halted == (min(inner(ws[-1], row) for row in z) > 0)


@given(samples, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_theorem_holds_in_any_order(sample: list[tuple[tuple[int, int], int]], random: Random) -> None:
    found = on.separated({"examples": [[[str(a), str(b)], label] for (a, b), label in sample]})
    if found is None:
        return
    z: Z = [(label * a, label * b) for (a, b), label in sample]
    w, updates = [0, 0], 0
    while wrong := [row for row in z if inner(w, row) <= 0]:
        w, updates = [p + q for p, q in zip(w, random.choice(wrong), strict=True)], updates + 1
    assert 1 <= updates <= found.bound
    assert found.run.updates <= found.run.reads <= len(z) * (found.run.updates - 1) + 1


@pytest.mark.parametrize("k", range(9))
def test_two_points_in_any_order(k: int) -> None:
    z: Z = [(1, 0), (-k, 1)]
    assert len(plain_run(z)[0]) - 1 == (k + 1) ** 2 + 1
    for seed in range(3):
        random, w, updates = Random(seed), (0, 0), 0
        while wrong := [row for row in z if inner(w, row) <= 0]:
            step = random.choice(wrong)
            w, updates = (w[0] + step[0], w[1] + step[1]), updates + 1
        assert updates >= (k + 1) ** 2 + 1


def test_nested_points_of_zeros_and_ones_grow_exponentially() -> None:
    counts = []
    for n in range(1, 8):
        z: Z = [tuple((-1) ** i * (j == i or (j < i and (i - j) % 2)) for j in range(n)) for i in range(n)]
        counts.append(len(plain_run(z)[0]) - 1)
    assert counts == [1, 5, 14, 39, 103, 272, 713]
    assert all(b >= 2 * a for a, b in pairwise(counts))


# ------------------------------------------------------------------------------------------ everything is able to fail


def refuted(reading: Reading) -> bool:
    return judge(Claim("x", "nobody", "nowhere", "false", (reading,)), reading).verdict == "refuted"


def stricter(check: Callable[[on.Separated], str | None], **changes: Any) -> on.Check:
    """Return the check of a sample of which something false is believed."""
    return on.on_separable(lambda found: check(replace(found, **changes)))


@pytest.mark.parametrize(
    ("check", "candidates"),
    [
        (stricter(lecture13_runs.updates_above_bound, norm_squared=Fraction(1, 2)), on.samples),
        (stricter(lecture13_runs.too_many_reads, run=on.Loop(((0,),), (), 1, halted=True)), on.samples),
        (
            stricter(lecture13_runs.positive_margin_at_update, run=on.Loop(((1, 1), (1, 1)), (0,), 1, halted=True)),
            on.heavy,
        ),
        (stricter(lecture13_runs.sum_of_causes, run=on.Loop(((5, 5),), (0,), 1, halted=True)), on.heavy),
        (stricter(lecture13_runs.product_too_small, shortest=(0, 0)), on.heavy),
        (stricter(lecture13_runs.above_binary_bound, run=on.Loop((), (0,) * 99, 99, halted=True)), on.samples),
        (lecture13_runs.average_errs(allowed=lambda wrong, m: wrong == 0, dimension=2), on.samples),
        (lecture13_runs.average_errs(allowed=lambda wrong, m: 3 * wrong < m), on.small_and_heavy),
        (lecture13_checks.opt_against_error(lambda least, m: least == 0), on.pairs),
        (lecture13_checks.opt_against_error(lambda least, m: m == 1), on.pairs),
        (lecture13_checks.loss_by_sign((1,), at_ties=True), lecture13_checks.signs),
    ],
)
def test_a_false_variant_is_refuted(check: on.Check, candidates: Callable[[], Any]) -> None:
    assert refuted(Reading("false", violated=check, candidates=candidates))


def test_checks_that_compare_two_computations_see_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = on.of_points([1]), on.of_points([1, 0], [0, 1])
    monkeypatch.setattr(lecture13_checks, "opt", lambda sample: (1, (0,) * len(sample[0][0])))
    assert lecture13_checks.separable_iff_zero(one)
    assert lecture13_checks.error_is_share(one)
    monkeypatch.setattr(lecture13_checks, "opt", lambda sample: (0, (0,) * len(sample[0][0])))
    assert lecture13_checks.rational_optimum(one)
    found = shortest(on.sample_of(two))
    assert isinstance(found, Separable)
    longer = replace(found, norm_squared=Fraction(9), margin_squared=Fraction(1, 9))
    monkeypatch.setattr(lecture13_checks, "best", lambda _: longer)
    monkeypatch.setattr(lecture13_runs, "best", lambda _: longer)
    assert on.with_w(lecture13_checks.shorter_margin)({**two, "w": ["1", "1"]})
    assert on.with_w(lecture13_runs.shorter_with_more_margin)({**two, "w": ["1", "1"]})
    monkeypatch.setattr(lecture13_checks, "distance_squared", lambda _w, _x: Fraction(2))
    assert lecture13_checks.margin_is_no_distance(separators=True)({**one, "w": ["1"]})
    monkeypatch.setattr(lecture13_checks, "errors", lambda w, _sample: -sum(w))
    assert lecture13_checks.ones_are_beaten({"binary": [[["1"], 1]], "w": ["1"]})
    monkeypatch.setattr(lecture13_checks, "margin", lambda w, _sample: Fraction(1, 2))
    assert lecture13_checks.rescaling(normalized=False)({**one, "w": ["1"]})
    assert lecture13_checks.unit_system(one)
    monkeypatch.setattr(lecture13_runs, "odd_max_bit_updates", lambda n: 2**n + 3)
    assert lecture13_runs.too_few_nested(binary=True)({"n": 2})
    monkeypatch.setattr(lecture13_runs, "loop", lambda *_: on.Loop(((0, 0), (9, 9)), (0,), 1, halted=True))
    assert lecture13_runs.norm_too_large(printed_index=False)(two)
    assert lecture13_runs.other_than_two_points({"k": 3})
    monkeypatch.setattr(lecture13_runs, "best", lambda _: None)
    assert lecture13_runs.halting_is_wrong(two)


def test_violations_by_argument_depend_on_the_candidate() -> None:
    ones = reading("lecture13-hardness", 0).violated
    line = reading("lecture13-decision", 0).violated
    assert ones is not None
    assert line is not None
    assert ones({"every coordinate of w": "1/3"})
    assert ones({"every coordinate of w": "0"}) is None
    assert ones({"every coordinate of w": "-1"}) is None
    assert line({"dimension": 2}) is None


ARGUMENTS = [
    function
    for module in (lecture13_arguments, lecture13_perceptron_arguments)
    for name, function in vars(module).items()
    if callable(function) and getattr(function, "__module__", "") == module.__name__ and not name.startswith("_")
]


@pytest.mark.parametrize("argument", ARGUMENTS, ids=lambda function: function.__name__)
def test_no_step_holds_with_another_right_side(argument: Callable[..., Any]) -> None:
    steps = argument({"dimension": 1}) if argument.__name__ == "sign_decides_on_the_line" else argument()
    assert all(step.holds for step in steps)
    scalar = [step for step in steps if isinstance(step.left, sp.Expr) and not isinstance(step.left, sp.MatrixBase)]
    assert not any(replace(step, right=step.right + 1).holds for step in scalar)


def test_the_instance_of_the_convergence_theorem_has_its_symbols() -> None:
    values = reading("lecture13-convergence", 0).instance
    assert values is not None
    steps = lecture13_perceptron_arguments.convergence()
    assert set(values) <= {symbol.name for step in steps for symbol in step.left.free_symbols | step.right.free_symbols}


# ---------------------------------------------------------------------------------------------------- unusable, and fast


@pytest.mark.parametrize(
    ("key", "number", "candidate"),
    [
        ("lecture13-gamma", 0, {"examples": []}),
        ("lecture13-gamma", 0, {"examples": [[["1"], 2]]}),
        ("lecture13-gamma", 0, {"examples": [[["1"], 1], [["1", "0"], 1]]}),
        ("lecture13-margin", 0, {"examples": [[["1"], 1]], "w": ["1", "1"]}),
        ("lecture13-instance", 0, {"binary": [[["2"], 1]], "w": ["1"]}),
        ("lecture13-instance", 0, {"binary": [], "w": ["1"]}),
        ("lecture13-exponential", 2, {"k": -1}),
        ("lecture13-exponential", 3, {"m": 9, "d": 9}),
        ("lecture13-exponential", 4, {"n": 0}),
    ],
)
def test_unusable_candidates(key: str, number: int, candidate: Candidate) -> None:
    violated = reading(key, number).violated
    assert violated is not None
    with pytest.raises(InputError) as caught:
        violated(candidate)
    assert "\n" not in str(caught.value)


def test_hypotheses_that_fail_are_no_violation() -> None:
    inseparable = {"examples": [[["1"], 1], [["1"], -1]], "w": ["1"]}
    for key in ("lecture13-gamma", "lecture13-average", "lecture13-convergence"):
        for what in BOOK[key].readings:
            assert what.violated is None or what.violated(inseparable) is None
