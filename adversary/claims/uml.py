"""Games against the claims of Understanding Machine Learning, 9.1.2: orthonormal points, where (RB)² is attained."""

from collections.abc import Callable, Iterable

from adversary.claims.hsu import orthonormal_games
from proofs.claims.claim import Candidate

ATTACKS: dict[str, Callable[[], Iterable[Candidate]]] = {
    "uml-9.1": orthonormal_games,
    "uml-9.1-stop": orthonormal_games,
    "uml-9.2": orthonormal_games,
}
