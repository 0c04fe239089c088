"""The known bug of a submission: find the rules by which a learner gives the same answers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from adversary.grading.bugs.rule import Answer, Imitation, KnownBugs, Make, Rule, makes
from adversary.grading.result import Likeness
from adversary.search.counterexample import unplayed
from adversary.search.grader import Grader
from adversary.search.record import Record, replay
from adversary.search.spaces.space import Floats
from learners.checks.replayer import GAME_SEED
from learners.protocol import Fault, Label
from learners.runner.clock import CutShort
from learners.runner.runner import view_for
from proofs.formats.trace import Round
from proofs.settings import SearchSetting

MIN_ANSWERS = 30
"""Answers, ties not counted, that a bug has to determine to be named."""

MIN_LEARNED = 10
"""Answers among these that rest on what the learner has learned: without any it always says the same."""

_Answers = list[Answer]
"""What a learner says in each round."""


class _Game(NamedTuple):
    """The answered rounds of a game, with the textbook learner's answers for each rule on ties.

    ``peeks`` says that the submission was also asked about other points.
    """

    setting: SearchSetting
    rounds: Sequence[Round]
    right: Sequence[_Answers]
    peeks: bool = False


@np.errstate(all="ignore")  # weights may grow without end
def likenesses(
    grader: Grader, known_bugs: KnownBugs, records: Iterable[Record], telling: Iterable[Record], *, shares: bool = False
) -> tuple[Likeness, ...]:
    """Return the known bugs that give the same answers as a submission; the list may be empty.

    The answers are those in the games of a grade, its ``records``, and in the ``telling_games``. Where learners share
    state (``shares``), these last ones alone tell what one knew.
    """
    fresh = [_game(known_bugs, record) for record in telling]
    same = [*takewhile(lambda game: game.setting.dimension == fresh[0].setting.dimension, fresh)]
    games = fresh if shares else [*fresh, *[_game(known_bugs, record) for record in records if record.played]]
    # Where the textbook's learner says something else, most bugs are soon seen to be others.
    games.sort(key=lambda game: (not _differs(game), len(game.rounds)))
    likely = list[Likeness | None]()
    for name, learners in known_bugs.learners.items():
        rule = learners[0]
        more = _starting_at_its_w(grader, learners, games) if rule.any_start else []
        if rule.shared:  # its state suits games of one dimension
            likely.append(_likeness(known_bugs, name, learners, same))
        elif not shares:
            unasked = [game for game in games if not (rule.asked and game.peeks)]
            likely.append(_likeness(known_bugs, name, [*learners, *more], unasked))
    return tuple(filter(None, likely))


def telling_games(grader: Grader, known_bugs: KnownBugs) -> list[Record]:
    """Play the games that tell bugs apart, one by one in a separate process, while time is left."""
    records: list[Record] = []
    with suppress(Fault, CutShort), grader.another(GAME_SEED) as runner:
        for space, rounds in known_bugs.games():
            records.append(replay(runner, Record(space, unplayed(rounds)), ahead=True))
            if records[-1].fault:
                break
    return records


def _starting_at_its_w(grader: Grader, learners: Iterable[Rule], games: Iterable[_Game]) -> list[Rule]:
    """Return learners that start, in each dimension, at the w that the submission shows before the first round."""
    starts: dict[int, Floats] = {}
    settings = {game.setting.dimension: game.setting for game in games}
    with suppress(Fault, CutShort, OverflowError), grader.another(GAME_SEED) as runner:  # no float holds such a number
        for dimension, setting in settings.items():
            runner.begin(setting, [])
            if (w := runner.weights()) is None:
                break
            starts[dimension] = np.array(w.coordinates(dimension), dtype=float)
    if not any(w.any() for w in starts.values()):
        return []
    return [
        replace(learner, words="", values=(0,), start=lambda _, dimension: starts.get(dimension, 0.0))
        for learner in learners
    ]


def _game(known_bugs: KnownBugs, record: Record) -> _Game:
    rounds = [entry for entry in record.played if entry.predicted is not None]
    game = _Game(record.setting, rounds, (), record.peeks)
    # A textbook's learner may treat every tie as it likes.
    right: list[_Answers] = [
        [answer or None for answer, _ in _answers(known_bugs, make, [game])]
        for _, make in makes(known_bugs.textbooks, known_bugs.imitation)
    ]
    return game._replace(right=right)


def _differs(game: _Game) -> bool:
    """Tell whether the textbook's learner gives another answer in a game."""
    predictions = [entry.predicted for entry in game.rounds]
    return all(any(map(_differ, way, predictions)) for way in game.right)


def _answers(
    known_bugs: KnownBugs, make: Make, games: Sequence[_Game], *, shared: bool = False
) -> Iterator[tuple[Answer, Label | None]]:
    """Yield a learner's answer in each round of some games, and the label that it becomes if it is a tie.

    Where it has nothing to go by, it answers as the submission in the first such round. At a tie it learns from the
    submission's answer.
    """
    learner: Imitation | None = None
    always: Label | None = None
    for game in games:
        view = view_for(known_bugs.sees, game.setting)
        learner = learner if learner and shared else make(game.setting)
        for entry in game.rounds:
            answer = learner.answer(view(entry.x) if view else entry.x)
            always = always or (entry.predicted if answer == 0 else None)
            label = always if answer == 0 else answer
            yield answer, label
            learner.learn(entry.label, label or entry.predicted or entry.label)


def _likeness(known_bugs: KnownBugs, name: str, learners: Sequence[Rule], games: Sequence[_Game]) -> Likeness | None:
    """Return the bug as a likeness, if one learner with it gives all answers in some games."""
    predictions = [entry.predicted for game in games for entry in game.rounds]
    right = [[answer for game in games for answer in game.right[way]] for way in range(len(known_bugs.textbooks))]
    unlike = min([sum(map(_differ, way, predictions)) for way in right])
    if not unlike:
        return None  # it is the textbook's
    fitting = list[tuple[int, str]]()
    for words, make in makes(learners, known_bugs.imitation):
        answers: _Answers = []
        sure = 0
        pairs = _answers(known_bugs, make, games, shared=learners[0].shared)
        for (answer, label), predicted in zip(pairs, predictions, strict=False):
            if _differ(label, predicted):
                break
            answers.append(answer)
            sure += label is not None
        learned = len(answers) - answers.count(0) - answers.count(None)
        if len(answers) == len(predictions) and sure >= MIN_ANSWERS and learned >= MIN_LEARNED:
            fitting.append((sure, words))
    if not fitting:
        return None
    rounds, words = max(fitting)
    here = f", {words}" if words and len({words for _, words in fitting}) == 1 else ""
    bug = learners[0].bug(name)
    return Likeness(f"{name}{here}", learners[0].fix, rounds, unlike, len(predictions) - rounds, bug, f"{bug}{here}")


def _differ(answer: Answer, predicted: Label | None) -> bool:
    """Tell whether a learner certainly gives another answer, with no tie or rounding involved."""
    return answer is not None and answer != predicted
