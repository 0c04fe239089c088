"""Several learners, each against the adversary that is worst for it, as far as strategies and searches find one."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from adversary.search.comparison import DOES_NOT_PLAY, Comparison, Standing
from adversary.search.contender import Contender, Earlier
from learners.loading import sources
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, one_line
from proofs.exact.rationals import Rational
from proofs.formats.settings import Finite, Halfspaces, SearchSetting
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import dimensions

SPACES = 100_000
"""Version spaces of a class that are looked at for its Littlestone dimension."""


def compare(  # noqa: PLR0913 - each is an option of the command line
    learners: Sequence[object],
    margins_squared: Sequence[Fraction] = (),
    classes: Sequence[ConceptClass] = (),
    *,
    seconds: float = 30.0,
    seed: int = 0,
    traces: Path | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _what: None,
) -> Comparison:
    """Find, for every learner and setting, the largest number of mistakes that a strategy or a search leads it to.

    Args:
        learners: as for ``play``.
        margins_squared: δ² of games on halfspaces, on unit points, of any dimension.
        classes: finite classes.
        seconds: the most that the search of a cell may take, not counting what a busy machine keeps it waiting; it is
            looked at between calls and between games. The strategies before it, and judging the best game, come on top.
        seed: of what the games choose at random.
        traces: a folder in which the trace of each cell's game is written.
        progress: is told, before each cell and after each game, how many cells are done, of how many, and what is under
            way.

    Raises:
        InputError: something given is unusable, two classes have one name, or none of the learners plays in any of the
            settings.

    """
    found = [sources.find(learner) for learner in learners]
    settings: list[SearchSetting] = [Halfspaces(most_points(squared), squared) for squared in margins_squared]
    settings += [Finite(table) for table in classes]
    if twice := [name for name, times in Counter(table.name for table in classes).items() if times > 1]:
        raise InputError(
            f"two classes are called {one_line(twice[0])}, so that nobody could tell them apart: rename one"
        )
    total, cells = len(found) * len(settings), list[Standing]()
    before = [Earlier() for _ in found]
    for setting in sorted(settings, key=_hardest_last):
        lower = _lower(setting)
        for source, earlier in zip(found, before, strict=True):
            progress(len(cells), total, source.text)

            def played(games: int, done: int = len(cells), name: str = source.text) -> None:
                progress(done, total, f"{name}: {counted(games, 'game')}")

            output = None if traces is None else traces / f"{len(cells) + 1}.jsonl"
            player = Contender(source, setting, lower, seconds, seed, output, earlier, played)
            cells.append(player.cell())
    if cells and not any(cell.plays for cell in cells):
        raise InputError(cells[0].note or DOES_NOT_PLAY)
    return Comparison(tuple([source.text for source in found]), tuple(cells), seconds, seed)


def _hardest_last(setting: SearchSetting) -> Rational:
    """Order margins from the largest down: what is legal at one is legal at those that follow. Classes come last."""
    return -setting.margin_squared if isinstance(setting, Halfspaces) else 1


def most_points(margin_squared: Fraction) -> int:
    """Return ⌊1/δ²⌋, at least 1: the dimension in which strategies have room for as many orthonormal points."""
    return max(int(1 / margin_squared), 1)


def _lower(setting: SearchSetting) -> int | None:
    """Return what every deterministic learner can be forced to, or ``None`` where the budget does not suffice."""
    if isinstance(setting, Halfspaces):
        return setting.most_mistakes
    found = dimensions(setting.concept_class, ("littlestone",), lambda: Budget(states=SPACES)).littlestone
    return None if found is None or found.value is None else int(found.value)
