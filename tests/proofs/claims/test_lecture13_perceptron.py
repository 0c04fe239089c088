"""Lecture 13, 1.2: the tests of its readings see what is false, and agree with plain runs."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import trials_perceptron
from book import refuted
from hypothesis import given
from hypothesis import strategies as st
from rechecks_lecture13_perceptron import RECHECKS, loop
from trial_samples import separable_samples, separated_samples

from proofs.claims import perceptron
from proofs.claims.candidates import ONE, Sample, plain, sample
from proofs.claims.predicates import passes as tests
from proofs.claims.predicates.perceptron import iterations
from proofs.claims.sources.lecture13 import PERCEPTRON

BOTH = sample(((1, 0), 1), ((1, 0), -1), target=(1, 0))
"""Nothing separates these."""


# ---------------------------------------------------------------------------------------------------------- independent

points = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
examples = st.lists(st.tuples(points, st.sampled_from((1, -1))), min_size=1, max_size=4)


@given(examples, st.randoms(use_true_random=False))
def test_plain_runs_agree(chosen: list[tuple[tuple[int, int], int]], random: Random) -> None:
    game = tests.best_of(sample(*chosen))
    if not game.ratio:
        return
    z = [[Fraction(label * value) for value in x] for x, label in chosen]
    ws, causes, reads = loop(z)
    rounds, updates = tests.run_on(game)
    assert [list(made.after) for made in updates] == ws[1:]
    assert (len(rounds), [made.number for made in updates]) == (reads, causes)
    assert len(causes) <= reads <= len(z) * (len(causes) - 1) + 1
    w, count = [Fraction(0), Fraction(0)], 0
    while wrong := [one for one in z if w[0] * one[0] + w[1] * one[1] <= 0]:
        step = random.choice(wrong)
        w, count = [w[0] + step[0], w[1] + step[1]], count + 1
    assert trials_perceptron.fewest_updates(game.examples, 99) <= count <= game.ratio


@pytest.mark.parametrize("k", range(1, 6))
def test_two_points_take_what_they_take(k: int) -> None:
    game, least = trials_perceptron.two_points(k)
    assert trials_perceptron.fewest_updates(game.examples, 99) == len(
        loop([[Fraction(v) for v in x] for x, _ in game.examples])[1]
    )
    assert trials_perceptron.fewest_updates(game.examples, 99) == least == k**2 + 2 * k + 2
    assert trials_perceptron.fewest_updates(game.examples, least - 1) == least, (
        "one more than was asked for, if it takes longer"
    )


def test_points_of_zeros_and_ones_grow_exponentially() -> None:
    counts = []
    for n in range(1, 7):
        game, least = trials_perceptron.binary_points(n)
        assert {value for x, _ in game.examples for value in x} <= {0, 1}
        counts.append(len(loop([[Fraction(label * v) for v in x] for x, label in game.examples])[1]))
        assert counts[-1] == least
    assert counts == [1, 5, 14, 39, 103, 272]
    assert all(b >= 2 * a for a, b in pairwise(counts))


# ------------------------------------------------------------------------------------------------------- able to fail


@pytest.mark.parametrize(
    ("test", "candidates"),
    [
        (partial(iterations, returning=1, allowed=0), separable_samples),
        (partial(tests.outgrows_squares, first=True), separable_samples),
        (tests.differs_from_bound, separable_samples),
        (partial(tests.rescaling, distance=True), separated_samples),
        (
            partial(
                trials_perceptron.ends_early, family=lambda k: (trials_perceptron.two_points(k)[0], (k + 1) ** 2 + 2)
            ),
            lambda: [3],
        ),
        (
            partial(trials_perceptron.ends_early, family=lambda n: (trials_perceptron.binary_points(n)[0], 3**n)),
            lambda: [2],
        ),
    ],
)
def test_what_is_false_is_refuted(test: Callable[[Any], object], candidates: Callable[[], Iterable[Any]]) -> None:
    assert refuted(test, candidates())


def made(before: int, after: int, *, mistake: bool = True) -> perceptron.Round:
    return perceptron.Round(0, (before,), (after,), mistake)


@pytest.mark.parametrize(
    ("test", "rounds"),
    [
        (partial(tests.has_margin, at_end=False), [made(0, 1), made(1, 2)]),
        (trials_perceptron.sum_differs, [made(0, 2)]),
        (partial(tests.outgrows_squares, first=False), [made(0, 2)]),
        (tests.margin_falls, [made(1, 0)]),
    ],
)
def test_another_perceptron_is_seen(
    test: Callable[[Any], object], rounds: list[perceptron.Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not test(ONE)
    monkeypatch.setattr(tests, "until_right", lambda *_, **_more: (rounds, True))
    assert test(ONE)


def test_inseparable_samples_are_outside_of_what_is_stated() -> None:
    for claim in PERCEPTRON:
        for what in claim.readings:
            if what.violated is not None and claim.id not in ("lecture13-update", "lecture13-exponential"):
                assert claim.id == "lecture13-barely" or what.violated(BOTH) is None
    assert tests.barely_but_fast(BOTH) is None


@pytest.mark.parametrize("place", RECHECKS)
def test_a_recheck_can_fail(place: tuple[str, int]) -> None:
    candidates = {claim.id: claim for claim in PERCEPTRON}[place[0]].readings[place[1]].candidates
    assert candidates is not None
    (natural,) = candidates()
    assert RECHECKS[place](plain(natural))
    assert natural.shortest is not None
    other = {"lecture13-equality": (((1,), 1),), "lecture13-barely": tests.mirrored(1).examples}
    fine = Sample(other.get(place[0], (((1, 0), 1),)), (1, 0))
    not_separated = Sample(fine.examples, (-1, 0))
    always = place[0] in ("lecture13-gamma", "lecture13-rescale")  # true of whatever a target separates
    assert not RECHECKS[place](plain(not_separated if always else fine))
