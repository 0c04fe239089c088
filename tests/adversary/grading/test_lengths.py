"""Very short and very long points: right learners do not round there, and a tolerance, a clip or half precision fails.

Learners play in this process; a few are graded in one of their own.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Self

import numpy as np
import pytest

from adversary.grading.grade import grade
from adversary.grading.kinds.find import find_kind
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import halfspace_games
from adversary.search.games.game import Game, Trial, UnderWay
from adversary.search.games.halfspace_games import FLOAT_BITS, MAX_EXPONENT, STRETCHED_ROUNDS, exponents
from adversary.search.record import ROUNDING, broken
from adversary.search.shrink import Shrinker
from adversary.search.spaces import pools
from learners.loading.sources import find
from learners.protocol import Label
from learners.runner.runner import LocalRunner, dense_view
from proofs.exact.vectors import Vector


@dataclass
class Perceptron:
    """A Perceptron, dual if it has a kernel: what it makes of points, products, scores and weights may be wrong."""

    says: Callable[[Any], int] = lambda score: 1 if score > 0 else -1
    sees: Callable[[Any], Any] = lambda x: x
    keeps: Callable[[Any], Any] = lambda w: w
    times: Callable[[Any, Any], Any] = lambda w, x: w @ x
    moves: Callable[[Any], bool] = lambda margin: margin <= 0
    kernel: Callable[[Any], Any] | None = None
    rate: float = 1

    def begun(self, dimension: int) -> Self:
        self.w: Any = self.keeps(np.zeros(dimension))
        self.support: list[Any] = []
        return self

    def score(self, x: Any) -> Any:
        if self.kernel is None:
            return self.times(self.w, self.sees(x))
        terms = [self.keeps(y * self.kernel(self.times(a, self.sees(x)))) for a, y in self.support]
        return sum(terms, self.keeps(np.zeros(1))[0])

    def predict(self, x: Any) -> int:
        return self.says(self.score(x))

    def update(self, x: Any, y: Label) -> None:
        if self.predict(x) == y and not self.moves(y * self.score(x)):
            return
        if self.kernel is None:
            self.w = self.keeps(self.w + self.rate * y * self.sees(x))
        else:
            self.support.append((self.sees(x), y))


@cache
def games_of(kind: str) -> list[Game[Any]]:
    """Return the games of a kind by its name; their points are made once."""
    return games(find_kind(kind))


def games(kind: Kind) -> list[Game[Any]]:
    """Return the games on very short and on very long points."""
    return [game for requirement in kind.requirements for game in stretched(requirement)]


def stretched(requirement: Requirement, seed: int = 0) -> Iterator[Game[Any]]:
    """Yield those of one requirement."""
    return (game for game in requirement.games(seed) if "times 2^" in game.space.name)


def breaks(learner: Perceptron, kind: str) -> int:
    """Return how many of these games break what is required."""
    count = 0
    for game in games_of(kind):
        with np.errstate(all="ignore"):
            trial = Trial(game.space)
            UnderWay(trial.game(game.run)).play_out(LocalRunner(find(learner.begun)))
        assert len(trial.played) < STRETCHED_ROUNDS
        count += bool(broken("it", game.space, trial.played, tolerance=ROUNDING))
    return count


def half(x: Any) -> Any:
    return np.asarray(x).astype(np.float16)


def single(x: Any) -> Any:
    return np.asarray(x).astype(np.float32)


def above(least: float) -> Callable[[Any], int]:
    return lambda score: 1 if score > least else -1


RIGHT: dict[str, dict[str, Any]] = {
    "numpy": {},
    "plus on ties": {"says": lambda score: 1 if score >= 0 else -1},
    "sums from the left": {"times": lambda w, x: sum([a * b for a, b in zip(w, x, strict=True)])},
    "sums from the right": {"times": lambda w, x: sum([a * b for a, b in zip(w, x, strict=True)][::-1])},
    "pairwise sums": {"times": lambda w, x: np.sum(w * x)},
    "rounded once": {"times": lambda w, x: math.fsum(w * x)},
    "fractions": {"times": lambda w, x: sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(w, x, strict=True))},
    "single precision": {"sees": single, "keeps": single},
    "a rate": {"rate": 0.01},
    "a small rate in single precision": {"sees": single, "keeps": single, "rate": 1e-5},
    "a tolerance of nothing": {"says": lambda score: -1 if math.isclose(score, 0) or score < 0 else 1},
    "the sign of a clip": {"says": lambda score: 1 if np.clip(score, -1e3, 1e3) > 0 else -1},
}  # fmt: skip
WRONG: dict[str, dict[str, Any]] = {
    "above 1e-3": {"says": above(1e-3)}, "above 1e-6": {"says": above(1e-6)}, "above -1e-6": {"says": above(-1e-6)},
    "above 1e-9": {"says": above(1e-9)}, "above 1e-12": {"says": above(1e-12)}, "above 1e-28": {"says": above(1e-28)},
    "above eps": {"says": above(float(np.finfo(float).eps))},
    "numpy's isclose": {"says": lambda score: -1 if np.isclose(score, 0) or score < 0 else 1},
    "isclose": {"says": lambda score: -1 if math.isclose(score, 0, abs_tol=1e-9) or score < 0 else 1},
    "round": {"says": lambda score: 1 if round(float(score), 9) > 0 else -1},
    "format": {"says": lambda score: 1 if float(f"{score:.6f}") > 0 else -1},
    "int": {"says": lambda score: 1 if int(score) > 0 else -1},
    "sigmoid": {"says": lambda score: 1 if 1 / (1 + np.exp(-score)) > 0.5 else -1},
    "a little more": {"says": lambda score: 1 if score + 1e-8 > 0 else -1},
    "moves up to 1e-9": {"moves": lambda margin: margin <= 1e-9}, "moves up to 1e-6": {"moves": lambda margin: margin <= 1e-6},
    "half weights": {"keeps": half}, "half points": {"sees": half}, "all in half": {"keeps": half, "sees": half},
    "clips at 1e3": {"keeps": lambda w: np.clip(w, -1e3, 1e3)}, "clips at 1e9": {"keeps": lambda w: np.clip(w, -1e9, 1e9)},
    "clips the norm": {"keeps": lambda w: w * min(1, 1e6 / max(float(np.linalg.norm(w)), 1e-300))},
    "int weights": {"keeps": lambda w: w.astype(int)}, "int points": {"sees": lambda x: x.astype(int)},
    "rounded weights": {"keeps": lambda w: np.round(w, 6)}, "rounded points": {"sees": lambda x: np.round(x, 6)},
    "no short points": {"sees": lambda x: x * (np.linalg.norm(x) > 1e-6)}, "no long points": {"sees": lambda x: x * (np.linalg.norm(x) < 1e6)},
    "close to 0": {"sees": lambda x: 0 * x if np.allclose(x, 0) else x},
    "fractions with short denominators": {"sees": lambda x: np.array([float(Fraction(v).limit_denominator(10**6)) for v in x.tolist()])},
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_a_textbook_learner_breaks_no_game(name: str) -> None:
    assert breaks(Perceptron(**RIGHT[name]), "perceptron") == 0


@pytest.mark.parametrize("name", WRONG)
def test_a_learner_with_a_length_of_its_own_breaks_a_game(name: str) -> None:
    assert breaks(Perceptron(**WRONG[name]), "perceptron") > 0


KERNELS = [
    (2, "1"),
    (2, "0"),
    *(pytest.param(*one, marks=pytest.mark.long) for one in ((3, "1/2"), (1, "0"), (4, "1"))),
]
KERNEL_RIGHT = ("numpy", "sums from the right", "single precision")
KERNEL_WRONG = {name: WRONG[name] for name in ("all in half", "clips at 1e3")}
OF_SHORT = {name: WRONG[name] for name in ("above 1e-6", "round", "half points", "no short points")}


@pytest.mark.parametrize(("degree", "constant"), KERNELS)
def test_kernels(degree: int, constant: str) -> None:
    kind, power = f"kernel-perceptron?degree={degree}&constant={constant}", float(Fraction(constant))
    for name in KERNEL_RIGHT:
        assert breaks(Perceptron(**RIGHT[name], kernel=lambda s: (s + type(s)(power)) ** degree), kind) == 0, name
    for name, wrong in (KERNEL_WRONG | (OF_SHORT if constant == "0" else {})).items():
        assert breaks(Perceptron(**wrong, kernel=lambda s: (s + type(s)(power)) ** degree), kind) > 0, name


def test_there_are_no_such_games_where_the_constant_is_rounded() -> None:
    assert games(find_kind("kernel-perceptron?constant=1/3")) == []


@pytest.mark.parametrize(
    ("degree", "constant"),
    [
        (3, Fraction(1, 2)),
        *[pytest.param(*case, marks=pytest.mark.long) for case in ((1, Fraction(0)), (2, Fraction(0)))],
        pytest.param(10, Fraction(1), marks=pytest.mark.long),
    ],
)
def test_no_float_is_rounded_and_one_step_farther_it_may_be(degree: int, constant: Fraction) -> None:
    """The same sums in floats, in several orders, and in fractions; the worst case of the bound is tried, too."""
    random, low, high = Random(1), Fraction(2) ** -MAX_EXPONENT, Fraction(2) ** MAX_EXPONENT
    for integers in (pools.signed(pools.basis(2)), pools.grid(2, 3), [*pools.cube(5, 1)]):
        found, longest = exponents(integers, degree, constant), max(integers, key=Vector.norm_squared)
        assert found
        for exponent, farther in zip(found, (found[0] - 1, found[-1] + 1), strict=False):
            points = [pools.scaled(x, Fraction(2) ** exponent) for x in integers]
            taught = [(random.choice(points), random.choice((1, -1))) for _ in range(STRETCHED_ROUNDS)]
            worst = [(pools.scaled(longest, Fraction(2) ** exponent), 1)] * STRETCHED_ROUNDS
            for rounds, x in product((taught, worst), random.sample(points, 3)):
                terms = [y * (a.dot(x) + constant) ** degree for a, y in rounds]
                view, dimension = dense_view(5), 5
                floats = [
                    y
                    * (sum([p * q for p, q in zip(view(a).tolist(), view(x).tolist(), strict=True)]) + float(constant))
                    ** degree
                    for a, y in rounds
                ]
                for order in (floats, floats[::-1], sorted(floats), random.sample(floats, len(floats))):
                    assert Fraction(sum(order)) == sum(terms)
                if degree == 1 and not constant:
                    w = np.sum([y * view(a) for a, y in rounds], axis=0)
                    assert Fraction(float(w @ view(x))) == sum(terms)
                    assert w.shape == (dimension,)
            square = Fraction(4) ** farther
            unit = min(square, Fraction(1, constant.denominator)) if constant else square
            largest = STRETCHED_ROUNDS * (longest.norm_squared() * square + constant) ** degree
            assert largest > unit**degree * 2**FLOAT_BITS or largest > high or unit**degree < low


def only_lengths(kind: Kind) -> Kind:
    """Return a kind with these games alone."""
    requirements = [replace(r, games=partial(stretched, r), spaces=list) for r in kind.requirements if [*stretched(r)]]
    return replace(kind, requirements=tuple(requirements), optional_properties=False)


FILE = """import numpy as np
class Student:
    def __init__(self, dimension): self.w = np.zeros(dimension, dtype=np.float{bits})
    def predict(self, x): return 1 if self.w @ x > {least} else -1
    def update(self, x, y):
        if {moves}: self.w = np.clip(self.w + y * x, -{most}, {most}).astype(np.float{bits})
"""
USUAL = {"bits": 64, "least": 0, "moves": "self.predict(x) != y", "most": "np.inf"}
GRADED: list[tuple[dict[str, Any], str]] = [({"bits": 32}, "passed"), ({"most": 1e3}, "failed")]


@pytest.mark.parametrize(("more", "verdict"), GRADED)
def test_a_grade_confirms_it(
    learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], verdict: str
) -> None:
    monkeypatch.setattr(Shrinker, "shrunk", lambda _, found: found)
    found = grade(learner_file(FILE.format(**USUAL | more)), only_lengths(find_kind("perceptron")), isolation="plain")
    assert found.verdict == verdict, found.summary
    game = found.counterexample
    assert (game is not None) == (verdict == "failed")
    assert game is None or (game.why == "mistakes" and game.mistakes > (game.allowed or 0))


def test_a_custom_kind_with_a_looser_bound_has_them(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('setting = "halfspaces"\nbound = "50*R2/gamma2"\n')
    assert breaks(Perceptron(), str(tmp_path / "own.toml")) == 0
    assert breaks(Perceptron(says=above(1e-6)), str(tmp_path / "own.toml")) > 0


def test_unit_points_stay_unit_points() -> None:
    assert not [game for game in halfspace_games.unit_games() if "times 2^" in game.space.name]
