"""The known bug of a submission: find the variants of the textbook's learner that give the same answers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from adversary.grading.result import Likeness
from adversary.grading.variants.variant import Answer, Family, Imitation, Make, Variant
from adversary.search.counterexample import unplayed
from adversary.search.grader import Grader
from adversary.search.record import Record, replay
from learners.checks.replayer import GAME_SEED
from learners.protocol import Fault, Label, View
from learners.runner.clock import CutShort
from learners.runner.runner import view_for
from proofs.exact.vectors import Vector
from proofs.formats.trace import Round
from proofs.settings import SearchSetting

MIN_ANSWERS = 30
"""Answers, ties not counted, that a variant has to give to be named."""

MIN_LEARNED = 10
"""Answers among these that rest on what the variant has learned: without any it always says the same."""

_Answers = list[Answer]
"""What a variant says in each round."""


class _Game(NamedTuple):
    """The answered rounds of a game, with the textbook learner's answers for each rule on ties.

    ``peeks`` says that the submission was also asked about other points.
    """

    setting: SearchSetting
    rounds: Sequence[Round]
    right: Sequence[_Answers]
    peeks: bool = False


@np.errstate(all="ignore")  # a variant's weights may grow without end
def likenesses(
    grader: Grader, family: Family, records: Iterable[Record], telling: Iterable[Record], *, shares: bool = False
) -> tuple[Likeness, ...]:
    """Return the variants that give the same answers as a submission; the list may be empty.

    The answers are those in the games of a grade, its ``records``, and in the ``telling_games``. Where learners share
    state (``shares``), these last ones alone tell what one knew.
    """
    fresh = [_game(family, record) for record in telling]
    same = [*takewhile(lambda game: game.setting.dimension == fresh[0].setting.dimension, fresh)]
    games = fresh if shares else [*fresh, *[_game(family, record) for record in records if record.played]]
    # Where the textbook's learner says something else, most variants are soon seen to be others.
    games.sort(key=lambda game: (not _differs(game), len(game.rounds)))
    found, starts = [], _starts(grader, games) if any(variant.from_w for variant in family.variants) else {}
    for known in family.variants:
        more = known.from_w(starts) if known.from_w and any(w.entries for w in starts.values()) else ()
        variant = replace(known, makes=[*known.makes, *more])
        if variant.shared:  # its state suits games of one dimension
            found.append(_likeness(family, variant, same))
        elif not shares:
            found.append(_likeness(family, variant, [game for game in games if not (variant.asked and game.peeks)]))
    return tuple([one for one in found if one])


def telling_games(grader: Grader, family: Family) -> list[Record]:
    """Play the games that tell variants apart, one by one in a separate process, while time is left."""
    found: list[Record] = []
    with suppress(Fault, CutShort), grader.another(GAME_SEED) as runner:
        for space, rounds in family.games():
            found.append(replay(runner, Record(space, unplayed(rounds)), ahead=True))
            if found[-1].fault:
                break
    return found


def _starts(grader: Grader, games: Iterable[_Game]) -> dict[int, Vector]:
    """Return, for each dimension, the w that the submission's attribute shows before the first round."""
    found: dict[int, Vector] = {}
    settings = {game.setting.dimension: game.setting for game in games}
    with suppress(Fault, CutShort), grader.another(GAME_SEED) as runner:
        for dimension, setting in settings.items():
            runner.begin(setting, [])
            if (w := runner.weights()) is None:
                break
            found[dimension] = w
    return found


def _game(family: Family, record: Record) -> _Game:
    rounds = [entry for entry in record.played if entry.predicted is not None]
    game = _Game(record.setting, rounds, (), record.peeks)
    # A textbook's learner may treat every tie as it likes.
    right: list[_Answers] = [
        [answer or None for answer, _ in _answers(family.sees, way, [game])] for way in family.textbook
    ]
    return game._replace(right=right)


def _differs(game: _Game) -> bool:
    """Tell whether the textbook's learner gives another answer in a game."""
    said = [entry.predicted for entry in game.rounds]
    return all(any(map(_differ, way, said)) for way in game.right)


def _answers(
    sees: View, make: Make, games: Sequence[_Game], *, shared: bool = False
) -> Iterator[tuple[Answer, Label | None]]:
    """Yield a variant's answer in each round of some games, and the label that it becomes if it is a tie.

    Where it has nothing to go by, it says what was said in the first such round. At a tie it learns from what was said.
    """
    learner: Imitation | None = None
    always: Label | None = None
    for game in games:
        view = view_for(sees, game.setting)
        learner = learner if learner and shared else make(game.setting)
        for entry in game.rounds:
            answer = learner.answer(view(entry.x) if view else entry.x)
            always = always or (entry.predicted if answer == 0 else None)
            label = always if answer == 0 else answer
            yield answer, label
            learner.learn(entry.label, label or entry.predicted or entry.label)


def _likeness(family: Family, variant: Variant, games: Sequence[_Game]) -> Likeness | None:
    """Return the variant as a likeness, if one version of it gives all answers in some games."""
    said = [entry.predicted for game in games for entry in game.rounds]
    right = [[answer for game in games for answer in game.right[way]] for way in range(len(family.textbook))]
    unlike = min([sum(map(_differ, way, said)) for way in right])
    if not unlike:
        return None  # it is the textbook's
    fitting = list[tuple[int, int, str]]()
    for words, make in variant.makes:
        answers: _Answers = []
        sure = 0
        for (answer, label), told in zip(_answers(family.sees, make, games, shared=variant.shared), said, strict=False):
            if _differ(label, told):
                break
            answers.append(answer)
            sure += label is not None
        learned = len(answers) - answers.count(0) - answers.count(None)
        if len(answers) == len(said) and sure >= MIN_ANSWERS and learned >= MIN_LEARNED:
            fitting.append((sure, unlike, words))
    if not fitting:
        return None
    rounds, unlike, words = max(fitting)
    alone = len({words for *_, words in fitting}) == 1
    name = ", ".join([variant.name, words] if words and alone else [variant.name])
    return Likeness(name, variant.advice, rounds, unlike, len(said) - rounds)


def _differ(answer: Answer, said: Label | None) -> bool:
    """Tell whether a variant certainly gives another answer, with no tie or rounding involved."""
    return answer is not None and answer != said
