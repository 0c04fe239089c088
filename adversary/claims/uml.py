"""Games against Understanding Machine Learning, 9.1.2: orthonormal points, on which (RB)² is reached."""

from collections.abc import Callable, Iterable

from adversary.claims.hsu import orthonormal_games
from proofs.claims.candidates import Sample

ATTACKS: dict[str, Callable[[], Iterable[Sample]]] = dict.fromkeys(
    ("uml-9.1", "uml-9.1-stop", "uml-9.2"), orthonormal_games
)
"""Candidates for each claim, by its id."""
