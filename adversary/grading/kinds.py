"""The kinds of learners that can be graded: what each must keep, and the games that try it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from adversary.search import finite_games, halfspace_games
from adversary.search.games import Plan
from adversary.search.spaces import Arena
from adversary.search.specification import Promise
from learners.spec import fitting, parse
from proofs.exact.errors import InputError, unknown
from proofs.exact.features import polynomial_features
from proofs.exact.rationals import Rational

ROUNDING = Fraction(1, 50_000)
"""The part of γ² that is forgiven: more than what single precision's rounding costs, less than half precision's."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing that learners of a kind must keep: its name, what is expected, the games that try it.

    The games depend on a seed. ``arenas`` are searched after them.
    """

    name: str
    expected: str
    promise: Promise
    plans: Callable[[int], Iterator[Plan]]
    arenas: Callable[[], list[Arena]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of learner. ``habits`` are what the textbook's learner does, and others need not."""

    name: str
    summary: str
    source: str
    demands: tuple[Demand, ...]
    habits: bool = False


def _kinds() -> dict[str, Kind]:
    forgiving = Promise(pardon=ROUNDING)
    exact = Promise()
    return {
        kind.name: kind
        for kind in (
            Kind(
                "perceptron",
                "at most ⌊1/δ²⌋ mistakes on unit points with margin δ, and ⌊R²/γ²⌋ on others",
                "Chan, CSCI4230 Notes 3, Theorem 1.1; Novikoff 1962",
                (
                    Demand(
                        "unit points",
                        "M·δ² ≤ 1 for the best margin δ of every realizable sequence of unit points",
                        forgiving,
                        lambda seed: halfspace_games.unit_plans(seed=seed),
                        halfspace_games.unit_arenas,
                    ),
                    Demand(
                        "points of any length",
                        "M·γ² ≤ R² for the best margin γ of every realizable sequence",
                        forgiving,
                        lambda seed: halfspace_games.general_plans(seed=seed),
                        halfspace_games.general_arenas,
                    ),
                ),
                habits=True,
            ),
            Kind(
                "halving",
                "at most ⌊log₂|C|⌋ mistakes on every class",
                "Chan, CSCI4230 Notes 3, Claim 3.1; Littlestone 1988",
                (
                    Demand(
                        "finite classes",
                        "M ≤ ⌊log₂|C|⌋ on every sequence that a concept of the class explains",
                        exact,
                        finite_games.halving_plans,
                        finite_games.halving_arenas,
                    ),
                ),
            ),
            Kind(
                "optimal",
                "at most L mistakes, the Littlestone dimension of the class",
                "Littlestone 1988, the Standard Optimal Algorithm",
                (
                    Demand(
                        "finite classes",
                        "M ≤ L on every sequence that a concept of the class explains",
                        exact,
                        finite_games.optimal_plans,
                        finite_games.optimal_arenas,
                    ),
                ),
            ),
            Kind(
                "consistent",
                "never contradicts what it has been told of a point, on any class",
                "Chan, CSCI4230 Notes 3, section 3",
                (
                    Demand(
                        "points seen before",
                        "says of every point what it has been told of it, if it has",
                        Promise("consistent"),
                        finite_games.consistent_plans,
                        finite_games.consistent_arenas,
                    ),
                ),
            ),
            Kind(
                "winnow",
                "at most 2k·log₂ n + 2 mistakes on disjunctions of k of n variables, points in {0,1}ⁿ",
                "Littlestone 1988, Winnow1 with α = 2 and threshold n/2",
                (
                    Demand(
                        "disjunctions",
                        "M ≤ 2k·log₂ n + 2 on every sequence that a monotone disjunction of k variables explains",
                        exact,
                        finite_games.winnow_plans,
                        finite_games.winnow_arenas,
                    ),
                ),
            ),
        )
    }


def find_kind(text: str) -> Kind:
    """Return a kind by its name, or from a .toml file of one's own. Raises InputError."""
    if text.endswith(".toml"):
        from adversary.grading.custom_kind import read_kind

        return read_kind(Path(text))
    spec = parse(text)
    kinds = _kinds()
    if spec.name == KERNEL:
        values = {"degree": 2, "constant": 1, **spec.values()}
        return _kernel_kind(text, **fitting(spec, _kernel_kind, values, ("text",)))
    if spec.name not in kinds:
        raise unknown("kind", text, (*kinds, KERNEL))
    if spec.parameters:
        raise InputError(f"the kind {spec.name} takes no parameters")
    return kinds[text]


KERNEL = "kernel-perceptron"


def _kernel_kind(text: str, degree: int, constant: Rational) -> Kind:
    """Return the kind for K(a, b) = (⟨a, b⟩ + constant)^degree: a promise for each dimension, which Φ depends on."""
    if type(degree) is not int or type(constant) not in (int, Fraction):
        raise InputError(f"the kind {text}: degree is an int and constant a rational, like degree=2&constant=1/2")
    demands = []
    for arena in halfspace_games.kernel_arenas(degree, constant):
        features = polynomial_features(arena.setting.dimension, degree, constant)
        promise = Promise(pardon=ROUNDING, features=features)
        demands.append(
            Demand(
                arena.name,
                f"M·γ² ≤ max K(x, x) for K = (⟨a, b⟩ + {constant})^{degree} and the best margin γ in its feature space",
                promise,
                partial(halfspace_games.kernel_plans, arena, features),
                list if arena.name == halfspace_games.FOURTH else partial(list, (arena,)),
            )
        )
    summary = "at most R²/γ² mistakes in the feature space of (⟨a, b⟩ + constant)^degree; ?degree=2&constant=1"
    return Kind(text, summary, "Chan, CSCI4230 Notes 3, section 2", tuple(demands))


def kind_cards() -> list[Kind]:
    """Return every kind that has a name."""
    return [*_kinds().values(), _kernel_kind(KERNEL, 2, 1)]
