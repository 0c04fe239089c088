"""The worst case of a learner whose states cannot be looked at: what strategies and a search reach, and no more.

A file's learner or a program plays in a process of its own, and only its own word could say that two of its states are
the same. So this is a lower bound of the worst case, on one judged game, and never the worst case itself.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from adversary.compare.compare import compare
from adversary.search.attack import attack
from adversary.search.spaces.classes import explained
from adversary.search.worst_case import LabeledPoints, WorstCase
from learners.loading.sources import Source
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError
from proofs.formats.trace import read_rounds
from proofs.settings import Finite

NOT_SEEN = "what is not registered plays in a process of its own, where its states cannot be seen: no upper bound"
"""The note on such a worst case."""

NEVER_REACHED = "10**6"
"""A bound on mistakes that no game of a search is long enough to break: the tightest game has the most mistakes."""


def worst_case_apart(source: Source, concept_class: ConceptClass, seconds: float, lies: int = 0) -> WorstCase:
    """Return the most mistakes that were found, with a sequence that shows them; ``at_most`` is ``None``.

    With ``lies`` the search is that of an attack, and takes all of its time.

    Raises:
        InputError: the learner does not play on the class, forfeits, or does not play the same game twice.

    """
    if lies:
        return _attacked(source, concept_class, seconds, lies)
    with TemporaryDirectory(prefix="adversary-") as folder:
        (cell,) = compare([source], classes=[concept_class], seconds=seconds, traces=Path(folder)).cells
        if cell.trace is None or type(cell.mistakes) is not int:
            raise InputError(f"{source.text}: {cell.note}")
        with Path(cell.trace).open("rb") as trace:
            rounds: LabeledPoints = [(int(entry.x), entry.label) for entry in read_rounds(trace)]
    concept = explained(Finite(concept_class), rounds)
    assert concept is not None  # noqa: S101 - the game was judged
    return WorstCase(cell.mistakes, None, rounds, concept, cell.games)


def _attacked(source: Source, concept_class: ConceptClass, seconds: float, lies: int) -> WorstCase:
    found = attack(source, NEVER_REACHED, concept_class=concept_class, seconds=seconds, lies=lies)
    if found.tightest is None or not found.tightest.game.statements:
        raise InputError(f"{source.text}: {found.problem or 'no game in which it errs was found'}")
    game = found.tightest.game
    assert isinstance(game.target, int)  # noqa: S101 - a concept
    rounds: LabeledPoints = [(int(entry.x), entry.label) for entry in game.rounds]  # type: ignore[arg-type]
    return WorstCase(game.mistakes, None, rounds, game.target, found.games, lies=lies)
