"""The kind of programs that are trained in one call: the batch Perceptron of most courses."""

from adversary.grading.bugs import batch
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games.batch_games import batch_games, passes_of
from adversary.search.record import ROUNDING
from learners.shapes.batch import MOST_PASSES
from learners.shapes.reading import Reading
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import Rational

LABELS = {"-1,1": (-1, 1), "0,1": (0, 1)}
MAX_DIMENSION = 100


def batch_perceptron(
    bias: bool = False,  # noqa: FBT001, FBT002 - as in ?bias=true
    start: Rational = 0,
    labels: str = "",
    dimension: int = 0,
    *,
    name: str = "batch-perceptron",
) -> Kind:
    """Return the kind of programs with fit and predict, or with a function that trains, which separate their data.

    Args:
        bias: whether they learn an offset.
        start: a bound on the norm of their first weights, in units of the learning rate.
        labels: "-1,1" or "0,1"; found out if it is not given.
        dimension: the one dimension in which they work, from 1 to 100.
        name: what it is called.

    Raises:
        InputError: a parameter has no such value.

    """
    if start < 0:
        raise InputError(f"{name}: start is a bound on the norm of the first weights, and not below 0")
    if labels != "":  # a number, if it is one
        require_known(f"labels of {name}:", LABELS, str(labels))
    if not 0 <= dimension <= MAX_DIMENSION:
        raise InputError(f"{name}: dimension is a number from 1 to {MAX_DIMENSION}")
    points = "the points (x, 1)" if bias else "the points"
    requirement = Requirement(
        "separable data",
        f"separates its data after T passes, where T ≥ R²/γ²: R is the largest length of {points}, γ their best margin",
        lambda seed: batch_games(seed, dimension, bias=bias),
        list,
    )
    summary = "separates its data after ⌊R²/γ²⌋ passes; ?bias=true for w·x + b, ?start=1 if w does not begin at 0"
    reading = Reading(batch=True, bias=bias, start=float(start), labels=LABELS.get(str(labels)), dimension=dimension)
    source = "Shalev-Shwartz and Ben-David, Understanding Machine Learning, Theorem 9.1; Novikoff 1962"
    return Kind(
        name,
        summary,
        source,
        (requirement,),
        known_bugs=batch.known_bugs(reading),
        tolerance=ROUNDING,
        consistent=True,
        within=lambda seed, most: (
            game
            for game in batch_games(seed, dimension, bias=bias, most=most)
            if passes_of(game, reading) <= min(most or MOST_PASSES, MOST_PASSES)
        ),
        reading=reading,
    )
