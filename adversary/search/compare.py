"""Several learners, each against the adversary that is worst for it, as far as strategies and searches find one."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.runs.where import Where
from adversary.search.comparison import DOES_NOT_PLAY, Comparison, Standing
from adversary.search.contender import Contender, Earlier
from adversary.search.shares import Share, Tell, play_shares, played_apart
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
    where: Where | None = None,
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
        where: a learner's games are a task of a run, which takes place there; those of a single learner, and of objects
            and classes, take place here.
        progress: is told how many cells are done, of how many, and what is under way or was last: here, before each
            cell and after each game; elsewhere, after each learner's.

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
    settings.sort(key=_hardest_last)
    options = {"lowers": [_lower(setting) for setting in settings], "seconds": seconds, "seed": seed}
    shares = [
        Share(source, tuple(settings), _outputs(traces, number, len(found), len(settings)), options)
        for number, source in enumerate(found, 1)
    ]
    rows = play_shares(shares, _play, "adversary.search.compare:play_learner", where or Where(), progress)
    cells = tuple([cell for of_one_setting in zip(*rows, strict=True) for cell in of_one_setting])
    if cells and not any(cell.plays for cell in cells):
        raise InputError(cells[0].note or DOES_NOT_PLAY)
    return Comparison(tuple([source.text for source in found]), cells, seconds, seed)


def _outputs(traces: Path | None, learner: int, learners: int, settings: int) -> tuple[Path | None, ...]:
    """Return where the traces of a learner go, by the numbers of its cells: setting by setting, learner by learner."""
    return tuple([None if traces is None else traces / f"{learner + learners * i}.jsonl" for i in range(settings)])


def _play(share: Share, told: Tell) -> list[Standing]:
    """Return the cells of one learner, which has what it found at one margin at the next."""
    cells, earlier, name = list[Standing](), Earlier(), share.source.text
    lowers, seconds, seed = (share.options[key] for key in ("lowers", "seconds", "seed"))
    for setting, lower, output in zip(share.settings, lowers, share.outputs, strict=True):
        told(len(cells), name)

        def played(games: int, done: int = len(cells)) -> None:
            told(done, f"{name}: {counted(games, 'game')}")

        cells.append(Contender(share.source, setting, lower, seconds, seed, output, earlier, played).cell())
    return cells


def play_learner(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Play the games of one learner, in a process of a run."""
    return played_apart(_play, asked)


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
