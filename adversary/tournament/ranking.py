"""The ranking of learners by M/bound over the same games; learners with a missing result get no rank.

A score is the exact mean of M/bound over the games of a group: halfspaces, finite classes, or games with a hinge
budget. A slot (adversary, setting, seed) counts if its bound is known and not 0, and if its adversary has not failed. A
user-supplied adversary has failed if it did something impossible in some game, or if its target does not explain its
labels. A slot in which no learner was shown a point does not count either, because this is the adversary's doing.

A learner is ranked if it has a certified game in each of these slots, and no forfeited, failed or uncertified game in
the group. So all ranked learners have played the same games. Ties share a rank: one more than the number of learners
with a smaller score.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec

from adversary.game.result import identity
from adversary.strategies.registry import is_registered
from adversary.tournament.result import PlayedGame, Slot, Tournament
from proofs.exact.rationals import plain_number
from proofs.settings import SETTINGS


@dataclass(frozen=True, slots=True)
class Placing:
    """A learner in a group: its ``rank``, from 1, or None where it cannot be compared.

    ``score`` is the mean of M/bound over the ``games`` that count for it (None: there are none), ``lacks`` are slots
    in which it has no certified game; ``forfeits``, ``uncertified`` and ``failed`` say what became of such games.
    """

    rank: int | None
    learner: str
    score: Fraction | None
    games: int
    lacks: int
    forfeits: int
    uncertified: int
    failed: int


@dataclass(frozen=True, slots=True)
class Group:
    """The standings in a group, those with a rank first; ``slots`` count, and ``uncounted`` do not.

    Of these, ``blank`` has for each adversary the number in which it showed no point to anybody; the others have no
    bound to count by. ``void`` are the adversaries whose games do not count, since they have failed.
    """

    name: str
    slots: int
    uncounted: int
    standings: tuple[Placing, ...]
    void: tuple[str, ...] = ()
    blank: tuple[tuple[str, int], ...] = ()

    @property
    def ranked(self) -> tuple[Placing, ...]:
        """Return the ranked learners, the best first."""
        return tuple(one for one in self.standings if one.rank is not None)

    @property
    def apart(self) -> tuple[Placing, ...]:
        """Return the learners without a rank, in the order of the specification."""
        return tuple(one for one in self.standings if one.rank is None)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        counts = {"slots": self.slots, "uncounted": self.uncounted, "void": list(self.void)}
        lists = {"ranking": self.ranked, "apart": self.apart}
        return {"group": self.name, **counts, **msgspec.to_builtins(lists, enc_hook=plain_number)}


def rank(tournament: Tournament) -> tuple[Group, ...]:
    """Return the standings of every group that was played. They do not depend on the order of the games."""
    games = sorted(tournament.games, key=lambda game: game.number)
    failed = {one.adversary for one in tournament.unfit if one.by_adversary}
    failed |= {
        game.adversary
        for game in games
        if game.termination == "finished" and game.rounds and game.realizable is False
        if _is_user_supplied(game.adversary)
    }
    groups = [(name, [game for game in games if game.setting == name]) for name in SETTINGS]
    return tuple(_group(name, found, failed) for name, found in groups if found)


def _is_user_supplied(adversary: str) -> bool:
    """Tell whether the adversary is a user's file, script or plug-in."""
    return ":" in adversary or not is_registered(adversary)


def matrix(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the counts of games and forfeits of every pair that played, and its largest M/bound (``worst``)."""
    pairs: dict[tuple[str, str], list[PlayedGame]] = defaultdict(list)
    for game in sorted(tournament.games, key=lambda game: game.number):
        pairs[game.learner, game.adversary].append(game)
    return [
        {
            "learner": learner,
            "adversary": adversary,
            "games": len(games),
            "forfeits": sum(game.termination == "forfeit" for game in games),
            "worst": max((game.ratio for game in games if game.ratio is not None), default=None),
        }
        for (learner, adversary), games in pairs.items()
    ]


def _group(name: str, games: Sequence[PlayedGame], failed: set[str]) -> Group:
    legal = [game for game in games if game.adversary not in failed]
    known = sorted(legal, key=lambda game: game.bound is not None)  # it is not, of a game that could not be checked
    bounds = {game.slot: game.bound for game in known if game.termination != "failed"}
    blank = {game.slot for game in legal if game.kind == "empty" and bounds[game.slot]}
    blank -= {game.slot for game in legal if game.rounds}
    legal = [game for game in legal if game.slot not in blank]
    counted = {slot for slot, bound in bounds.items() if bound} - blank
    played: dict[str, list[PlayedGame]] = {game.learner: [] for game in games}
    for game in legal:
        played[game.learner].append(game)
    found = [_standing(learner, its, counted) for learner, its in played.items()]
    scores = [score for one in found if (score := _comparable_score(one)) is not None]
    placed = [
        one if (own := _comparable_score(one)) is None else replace(one, rank=1 + sum(score < own for score in scores))
        for one in found
    ]
    placed.sort(key=lambda one: (one.rank is None, one.rank or 0))
    void = tuple(sorted(failed & {game.adversary for game in games}))
    shows_nothing = tuple(sorted(Counter(slot.adversary for slot in blank).items()))
    return Group(name, len(counted), len(bounds) - len(counted), tuple(placed), void, shows_nothing)


def _standing(learner: str, games: Sequence[PlayedGame], counted: set[Slot]) -> Placing:
    ratios = [game.ratio for game in games if game.slot in counted and game.ratio is not None]
    kinds = [game.kind for game in games]
    return Placing(
        None,
        learner,
        sum(ratios, Fraction(0)) / len(ratios) if ratios else None,
        games=len(ratios),
        lacks=len(counted) - len(ratios),
        forfeits=kinds.count("forfeit"),
        uncertified=kinds.count("unproved"),
        failed=kinds.count("failed"),
    )


def _comparable_score(one: Placing) -> Fraction | None:
    return None if one.lacks or one.forfeits or one.uncertified or one.failed else one.score


def summary(found: Tournament) -> dict[str, Any]:
    """Return rankings and the matrix as plain JSON values."""
    ends = [game.termination for game in found.games]
    counts = {name: ends.count(name) for name in ("finished", "forfeit", "failed")}
    certified = sum(game.certified for game in found.games)
    games = {"games": len(ends), **counts, "certified": certified, "unfit": len(found.unfit)}
    absent = [{"learner": one.learner, "reason": one.reason} for one in found.without_game]
    groups, cells = [one.to_json() for one in rank(found)], msgspec.to_builtins(matrix(found), enc_hook=plain_number)
    return {"title": found.title, **games, "without_game": absent, "groups": groups, "matrix": cells, **identity()}
