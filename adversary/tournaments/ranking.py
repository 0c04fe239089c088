"""The ranking of learners by M/bound over the same games; learners with a missing result get no rank.

A score is the exact mean of M/bound over the games of a group: halfspaces, finite classes, or games with a hinge
budget. A slot (adversary, setting, seed) counts if its bound is known and not 0, and if its adversary has not failed. A
user-supplied adversary has failed if it did something impossible in some game, or if its target does not explain its
labels. A slot in which no learner was shown a point does not count either, because this is the adversary's doing.

A learner is ranked if it has a certified game in each of these slots, and no forfeited, failed or uncertified game in
the group, nor one that can go on for ever. So all ranked learners have played the same games. Ties share a rank: one
more than the number of learners with a smaller score.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec

from adversary.game.result import identity
from adversary.strategies.registry import is_registered
from adversary.tournaments.cell import Cell, Tournament
from proofs.exact.rationals import plain_number
from proofs.settings import SETTINGS


@dataclass(frozen=True, slots=True)
class Placing:
    """A learner in a group: its ``rank``, from 1, or None where it cannot be compared.

    ``score`` is the mean of M/bound over the ``games`` that count for it (None: there are none), ``lacks`` are slots
    in which it has no certified game; ``forfeits``, ``uncertified`` and ``failed`` say what became of such games. In
    ``unbounded`` games it can be led to ever more mistakes: no score is that of its worst game.
    """

    rank: int | None
    learner: str
    score: Fraction | None
    games: int
    lacks: int
    forfeits: int
    uncertified: int
    failed: int
    unbounded: int = 0

    @property
    def comparable_score(self) -> Fraction | None:
        """Return the score, if it is that of all slots that count."""
        return None if self.lacks or self.forfeits or self.uncertified or self.failed else self.score


@dataclass(frozen=True, slots=True)
class Group:
    """The standings in a group, those with a rank first; ``slots`` count, and ``uncounted`` do not.

    Of these, ``blank`` has for each adversary the number in which it showed no point to anybody, and ``other_lengths``
    those on points that need not have the length 1, as the bound needs; the others have no bound to count by. ``void``
    are the adversaries whose games do not count, since they have failed.
    """

    name: str
    slots: int
    uncounted: int
    standings: tuple[Placing, ...]
    void: tuple[str, ...] = ()
    blank: tuple[tuple[str, int], ...] = ()
    other_lengths: tuple[tuple[str, int], ...] = ()

    @property
    def ranked(self) -> tuple[Placing, ...]:
        """Return the ranked learners, the best first."""
        return tuple(placing for placing in self.standings if placing.rank is not None)

    def counts(self, cell: Cell) -> bool:
        """Tell whether the mistakes of a cell of this group count."""
        return cell.ratio is not None and cell.opponent not in self.void

    @property
    def apart(self) -> tuple[Placing, ...]:
        """Return the learners without a rank, in the order of the specification."""
        return tuple(placing for placing in self.standings if placing.rank is None)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        counts = {"slots": self.slots, "uncounted": self.uncounted, "void": list(self.void)}
        lists = {"ranking": self.ranked, "apart": self.apart}
        return {"group": self.name, **counts, **msgspec.to_builtins(lists, enc_hook=plain_number)}


def rank(tournament: Tournament) -> tuple[Group, ...]:
    """Return the standings of every group that was played. They do not depend on the order of the cells."""
    cells = sorted(tournament.cells, key=lambda cell: cell.number)
    failed = {pair.adversary for pair in tournament.unfit if pair.by_adversary}
    failed |= {
        cell.adversary
        for cell in cells
        if cell.termination == "finished" and cell.rounds and cell.realizable is False
        if cell.search is None and (":" in cell.adversary or not is_registered(cell.adversary))  # it is a user's
    }
    groups = [(name, [cell for cell in cells if cell.setting == name]) for name in SETTINGS]
    return tuple(_group(name, of_group, failed) for name, of_group in groups if of_group)


def matrix(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the counts of games and forfeits of every pair that played, and its largest M/bound (``worst``)."""
    pairs: dict[tuple[str, str], list[Cell]] = defaultdict(list)
    for cell in sorted(tournament.cells, key=lambda cell: cell.number):
        pairs[cell.learner, cell.opponent].append(cell)
    return [
        {
            "learner": learner,
            "adversary": adversary,
            "games": len(cells),
            "forfeits": sum(cell.termination == "forfeit" for cell in cells),
            "worst": max((cell.ratio for cell in cells if cell.ratio is not None), default=None),
        }
        for (learner, adversary), cells in pairs.items()
    ]


def _group(name: str, cells: Sequence[Cell], failed: set[str]) -> Group:
    legal = [cell for cell in cells if cell.opponent not in failed]
    by_bound = sorted(legal, key=lambda cell: cell.bound is not None)  # it is not, of a game that could not be checked
    bounds = {cell.slot: cell.bound for cell in by_bound if cell.termination != "failed"}
    blank = {cell.slot for cell in legal if cell.kind == "empty" and bounds[cell.slot]}
    blank -= {cell.slot for cell in legal if cell.rounds}
    counted = {slot for slot, bound in bounds.items() if bound} - blank
    played: dict[str, list[Cell]] = {cell.learner: [] for cell in cells}
    for cell in legal:
        if cell.slot not in blank:
            played[cell.learner].append(cell)
    standings = [_standing(learner, its, counted) for learner, its in played.items()]
    scores = [score for placing in standings if (score := placing.comparable_score) is not None]
    standings = [
        replace(placing, rank=None if own is None else 1 + sum(score < own for score in scores))
        for placing, own in [(placing, placing.comparable_score) for placing in standings]
    ]
    standings.sort(key=lambda placing: (placing.rank is None, placing.rank or 0))
    void = tuple(sorted(failed & {cell.adversary for cell in cells}))
    lengths = {cell.slot for cell in legal if cell.unit_norm is False and not bounds.get(cell.slot)} - blank
    why = [tuple(sorted(Counter(adversary for adversary, *_ in slots).items())) for slots in (blank, lengths)]
    return Group(name, len(counted), len(bounds) - len(counted), tuple(standings), void, *why)


def _standing(learner: str, cells: Sequence[Cell], counted: set[tuple[Any, ...]]) -> Placing:
    ratios = [cell.ratio for cell in cells if cell.slot in counted and cell.ratio is not None]
    kinds, unbounded = [cell.kind for cell in cells], sum(cell.unbounded for cell in cells)
    return Placing(
        None,
        learner,
        sum(ratios, Fraction(0)) / len(ratios) if ratios and not unbounded else None,
        games=len(ratios),
        lacks=len(counted) - len(ratios),
        forfeits=kinds.count("forfeit"),
        uncertified=kinds.count("unproved"),
        failed=kinds.count("failed"),
        unbounded=unbounded,
    )


def summary(tournament: Tournament) -> dict[str, Any]:
    """Return rankings and the matrix as plain JSON values."""
    ends = [cell.termination for cell in tournament.cells]
    counts = {name: ends.count(name) for name in ("finished", "forfeit", "failed")}
    certified = sum(cell.certified for cell in tournament.cells)
    games = {"games": len(ends), **counts, "certified": certified, "unfit": len(tournament.unfit)}
    absent = [{"learner": pair.learner, "reason": pair.reason} for pair in tournament.without_game]
    groups = [group.to_json() for group in rank(tournament)]
    cells = msgspec.to_builtins(matrix(tournament), enc_hook=plain_number)
    lists = {"without_game": absent, "groups": groups, "matrix": cells}
    return {"title": tournament.title, **games, **lists, **identity()}
