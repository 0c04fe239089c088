"""The kind ``cone-halving``: learners that keep the bound of cone halving in dimension 1 to 3."""

from collections.abc import Iterator

from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import halfspace_games
from adversary.search.games.game import HalfspaceGame
from adversary.search.record import ROUNDING, Specification
from adversary.search.spaces.halfspaces import HalfspaceSpace
from learners.algorithms.cone_halving import MAX_DIMENSION
from proofs.exact.mistake_bounds import read_bound

BOUND = read_bound("floor(log2(2/(1 - sqrt(1 - delta2))))")
"""How often the part of the sphere that a cap of radius arcsin δ has fits into it, in bits; on the circle fewer do."""


def _games(seed: int) -> Iterator[HalfspaceGame]:
    games = halfspace_games.unit_games(BOUND, seed)
    return (game for game in games if game.space.setting.dimension <= MAX_DIMENSION)


def _spaces() -> list[HalfspaceSpace]:
    return [space for space in halfspace_games.unit_spaces(BOUND) if space.setting.dimension <= MAX_DIMENSION]


CONE_HALVING = Kind(
    "cone-halving",
    "at most ⌊log₂(2/(1 − √(1 − δ²)))⌋ mistakes on unit points with margin δ in dimension 1 to 3",
    "docs/margin-format.md: a cone of measure 2^−M contains a cap of radius arcsin δ",
    (
        Requirement(
            "unit points in small dimension",
            "M ≤ ⌊log₂(2/(1 − √(1 − δ²)))⌋ mistakes on every realizable sequence of unit points: δ is its best margin",
            _games,
            _spaces,
            Specification(tolerance=ROUNDING),
        ),
    ),
)
