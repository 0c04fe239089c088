"""Properties of learners, one function each, for the checks, pytest and grading.

Most properties are about the answers in a game that is played again (``Replayer``), and return where the game differs
from what it should be. Those that need the learner itself take it (``LearnerUnderTest``), and return what is wrong, or
"". A new property is a new function here. ``@check`` makes it a check of every learner. ``@optional`` makes it a
property that grading tests for kinds with optional properties.
"""

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any, Generic, TypeVar

from learners.checks.replayer import (
    GAME_SEED,
    OTHER_SEED,
    Answers,
    Difference,
    Replayer,
    Rounds,
    first_difference,
    first_different_game,
    flipped,
)
from learners.checks.under_test import LearnerUnderTest
from learners.protocol import Label, Prediction, as_label, exact_weights, opposite
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, frozen, vector
from proofs.formats.trace import loss
from proofs.settings import Point, SearchSetting

WEIGHT_ROUNDING = Fraction(1, 10**9)
"""How far from 0 a product w·x must be to count against a learner on floats, which has rounded it."""

NEAR, FAR, MOVES = Fraction(1, 2**40), 2**40, 3
"""How points are moved to see whether an answer rests on a tie: by at most 2²⁰ times ``NEAR``, a part of its
coordinates, in so many games, or ``FAR`` times as far from 0."""

TAUGHT = 32
"""Rounds in which a learner that can learn at all gives another answer to a point than at first."""

_F = TypeVar("_F", bound=Callable[..., Any])
_Tested = TypeVar("_Tested")


@dataclass(frozen=True, slots=True)
class Check(Generic[_Tested]):
    """A property as a check, of which ``expected`` says what it is.

    ``find`` returns a learner's fault, and ``unless`` the reason to skip the check.

    Where a ``fundamental`` one fails, the others would only fail for the same reason.
    """

    name: str
    find: Callable[[_Tested], str]
    unless: Callable[[_Tested], str]
    fundamental: bool
    expected: str = ""


def expected_by(property_: Callable[..., Any]) -> str:
    """Return what a property expects, as its docstring says."""
    first = (property_.__doc__ or "").partition("\n")[0].partition(";")[0]
    return first.rstrip(".").removeprefix("Check that ").replace("``", "")


CHECKS: list[Check[LearnerUnderTest]] = []
"""Every check of a learner, in the order in which they are run."""


def check(
    complaint: str = "",
    on: Callable[[LearnerUnderTest], Iterable[tuple[Any, ...]]] | None = None,
    *,
    unless: Callable[[LearnerUnderTest], str] = lambda _: "",
    fundamental: bool = False,
) -> Callable[[_F], _F]:
    """Make a property a check of every learner, in the order of this file.

    Args:
        complaint: what is said of a learner without it; in it {how} and {number} are those of the ``Difference``.
        on: for a property of games, the arguments that it is asked with, one after the other.
        unless: why it is not asked of a learner, or "".
        fundamental: whether there is no point in asking for more where it fails.

    """

    def register(property_: _F) -> _F:
        def find(tested: LearnerUnderTest) -> str:
            if on is None:
                return str(property_(tested))
            where = next((where for arguments in on(tested) if (where := property_(*arguments))), None)
            return complaint.format(how=where.how, number=where.number) if where else ""

        CHECKS.append(Check(property_.__name__, find, unless, fundamental, expected_by(property_)))
        return property_

    return register


@dataclass(frozen=True, slots=True)
class OptionalProperty:
    """An optional property of the textbook's learner, with its description and the text for learners without it.

    ``hint`` is what may then be wrong, for those whose learner has failed.
    """

    name: str
    expected: str
    complaint: str
    hint: str
    find: Callable[[Replayer, Rounds, Answers], Difference | None]


OPTIONAL_PROPERTIES: list[OptionalProperty] = []
"""Every optional property, in the order in which they are looked at."""


def optional(expected: str, complaint: str, hint: str) -> Callable[[_F], _F]:
    """Make a property of (replayer, rounds, the answers in them) one that grading looks at.

    In the complaint {number} is that of the ``Difference``.
    """

    def register(property_: _F) -> _F:
        name = property_.__name__.replace("_", " ")
        OPTIONAL_PROPERTIES.append(OptionalProperty(name, expected, complaint, hint, property_))
        return property_

    return register


@cache
def _alone(tested: LearnerUnderTest) -> Answers:
    """Return the (cached) answers of a learner in the long game in a separate process."""
    return tested.alone(tested.games.long)


def _long_game(tested: LearnerUnderTest) -> Iterable[tuple[LearnerUnderTest, Rounds, Answers]]:
    return [(tested, tested.games.long, _alone(tested))]


def _each_game(tested: LearnerUnderTest) -> Iterable[tuple[LearnerUnderTest, Rounds]]:
    return [(tested, game) for game in tested.games.short]


def _sees_no_arrays(tested: LearnerUnderTest) -> str:
    return "" if (tested.card.sees or tested.setting.default_view) == "dense" else "its points are immutable"


@check(fundamental=True)
def predicts_before_any_update(tested: LearnerUnderTest) -> str:
    """Check that a fresh learner predicts a label."""
    tested.answer(tested.fresh(), tested.shown(tested.games.short[0][0][0]))
    return ""


@check(fundamental=True)
def gives_labels_only(tested: LearnerUnderTest) -> str:
    """Check that every answer is a label or, for a randomized learner, a probability."""
    for game in tested.games.short:
        tested.play(game)
    return ""


@check(unless=_sees_no_arrays, fundamental=True)
def leaves_its_input_alone(tested: LearnerUnderTest) -> str:
    """Check that ``predict`` and ``update`` do not change the point."""
    learner = tested.fresh()
    for x, y in tested.games.short[0]:
        for call in (partial(tested.answer, learner), lambda point, label=y: learner.update(point, label)):
            point = tested.shown(x)
            call(point)
            if not (point == tested.shown(x)).all():
                return "it writes to the array that it is shown"
    return ""


@check("it predicts differently when it is started again: it is not deterministic", _long_game, fundamental=True)
def is_deterministic(
    replayer: Replayer, rounds: Rounds, first: Answers | None = None, *, times: int = 1
) -> Difference | None:
    """Check that new instances give the same answers; ``first`` are the first answers, if known."""
    first = replayer.alone(rounds) if first is None else first
    return first_different_game(first, (("started again", replayer.alone(rounds)) for _ in range(times)))


@check(
    "it predicts differently under another PYTHONHASHSEED: it uses hash() or the order of a set",
    _long_game,
    fundamental=True,
)
def does_not_depend_on_the_hash_seed(
    replayer: Replayer, rounds: Rounds, first: Answers | None = None, *, seed: int = OTHER_SEED
) -> Difference | None:
    """Check that the answers are the same under other hash seeds; ``first`` are those under ``GAME_SEED``, if known."""
    first = replayer.alone(rounds, GAME_SEED) if first is None else first
    return first_difference(first, replayer.alone(rounds, seed), "under another PYTHONHASHSEED")


def _taught_before(tested: LearnerUnderTest) -> Iterable[tuple[Any, ...]]:
    places = [tested]
    if mirrored := tested.setting.mirrored:
        places.append(replace(tested, setting=mirrored))
        places[1].play(places[1].games.opposite)
    for place in places:
        yield place, place.games.long, _alone(place), place.games.opposite


@check(
    "a learner predicts differently once another one has been taught: they share state",
    _taught_before,
    fundamental=True,
)
def shares_no_state(
    replayer: Replayer, rounds: Rounds, first: Answers | None = None, opposite_game: Rounds = ()
) -> Difference | None:
    """Check that the labels told to one learner do not change another: no state in a class or a default argument.

    Others are taught the ``opposite_game`` before, if there is any, and opposite labels between the rounds; on a finite
    class one also plays on the class with opposite labels before, in which the same concepts are left after every
    round, so that what is kept under their numbers is found. ``first`` is what a learner says that plays alone, if
    known.
    """
    first = replayer.alone(rounds) if first is None else first

    def games() -> Iterable[tuple[str, Answers]]:
        if opposite_game:
            yield "after a learner has played another game", replayer.after(rounds, replayer.setting, opposite_game)
            yield "after a learner has played the same game", replayer.play(rounds)
        if mirrored := replayer.setting.mirrored:
            answers = replayer.after(rounds, mirrored, flipped(rounds))
            yield f"after a learner has played on {mirrored.concept_class.name}", answers

    if difference := first_different_game(first, games()):
        return difference
    answers = replayer.beside(rounds, flipped(rounds))
    return first_difference(first[: len(answers)], answers, "while another learner is taught the opposite")


@check("{how}, it answers differently in round {number}: predict changes it", _each_game, fundamental=True)
def predict_changes_nothing(replayer: Replayer, rounds: Rounds) -> Difference | None:
    """Check that more than one call of ``predict`` per round changes nothing."""
    once = replayer.play(rounds)
    differences = (first_difference(often, once, how) for how, often in replayer.asked_more(rounds))
    return next(filter(None, differences), None)


@check(unless=_sees_no_arrays)
def does_not_keep_its_input(tested: LearnerUnderTest) -> str:
    """Check that overwriting the array of a point after its round does not change later answers."""
    for game in tested.games.short:
        answers, learner = [], tested.fresh()
        for x, y in game:
            point = tested.shown(x)
            answers.append(tested.answer(learner, point))
            learner.update(point, y)
            point[:] = -7
        if answers != tested.play(game):
            return "it keeps the array that it is shown, so later changes to this array change its answers: keep a copy"
    return ""


@check(unless=lambda tested: "" if tested.card.copies else "its card does not claim that it can be copied")
def can_be_copied(tested: LearnerUnderTest) -> str:
    """Check that a copy and a pickled copy, made during a game, continue as the learner itself does."""
    for game in tested.games.short:
        learner = tested.fresh()
        tested.taught(learner, game)
        copies = copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))  # noqa: S301 - made a line before
        expected = tested.taught(learner, game)  # the same rounds again, which are also realizable
        for how, twin in zip(("deep copy", "pickled copy"), copies, strict=True):
            if tested.taught(twin, game) != expected:
                return f"a {how} predicts differently from the learner it was made of"
    return ""


@optional(
    "rounds without a mistake do not change it",
    "if only the rounds with mistakes are played, its answer at {how} differs",
    "It also changes when it is right; the textbook's learner learns only from mistakes.",
)
@check(
    "in round {number} a round without a mistake shows: it is not conservative, as its card says",
    _each_game,
    unless=lambda tested: "" if tested.card.conservative else "its card does not claim that it is conservative",
)
def is_conservative(replayer: Replayer, rounds: Rounds, answers: Answers | None = None) -> Difference | None:
    """Check that rounds without a mistake change nothing; ``answers`` are those with all labels, if known."""
    answers = replayer.play(rounds) if answers is None else answers
    wrong = [answer != label for answer, (_, label) in zip(answers, rounds, strict=True)]
    for number, answer in replayer.sparing(rounds, wrong).items():
        if answer != answers[number]:
            return Difference(f"mistake {sum(wrong[: number + 1])}", number + 1, "")
    return None


@optional(
    "with coordinates reversed, all answers are the same (ties may differ)",
    "with coordinates reversed, round {number} of a game goes differently",
    "It does not treat all coordinates alike; the textbook's learner does.",
)
def treats_coordinates_alike(replayer: Replayer, rounds: Rounds, answers: Answers) -> Difference | None:
    """Check that reversing the order of coordinates changes no answer of a learner of halfspaces, except at ties."""
    last = replayer.setting.dimension - 1

    def turned(rounds: Rounds, answers: Answers) -> tuple[Rounds, Answers]:
        return tuple((vector((last - i, v) for i, v in _vector(x).entries), label) for x, label in rounds), answers

    return _but_for_ties(replayer, rounds, answers, turned)


@optional(
    "with all signs reversed, it answers accordingly (ties may differ)",
    "with all signs reversed, round {number} of a game goes differently",
    "It does not treat opposite signs alike; the textbook's learner does, except at ties. Look for a bias, a "
    "threshold, a shift of the points, or different steps for +1 and -1.",
)
def treats_signs_alike(replayer: Replayer, rounds: Rounds, answers: Answers) -> Difference | None:
    """Check that reversed signs of labels, or of points before the first mistake, reverse the answers.

    Ties may differ. As long as w = 0 everything is a tie, and the answer to it tells nothing. Until there is a mistake,
    the opposite point is therefore shown with the same label, which teaches a learner that treats signs alike the
    opposite of w.
    """

    def turned(rounds: Rounds, answers: Answers) -> tuple[Rounds, Answers]:
        game, expected, learned = list[tuple[Point, Label]](), list[Prediction | None](), False
        for (x, label), answer in zip(rounds, answers, strict=False):
            if learned:
                game.append((x, opposite(label)))
                expected.append(opposite(answer) if isinstance(answer, int) else answer)
            else:
                game.append((_times(-1, x), label))
                expected.append(answer)
            learned = learned or answer != label
        return tuple(game), expected

    return _but_for_ties(replayer, rounds, answers, turned)


def _but_for_ties(
    replayer: Replayer, rounds: Rounds, answers: Answers, turned: Callable[[Rounds, Answers], tuple[Rounds, Answers]]
) -> Difference | None:
    """Return the first difference between a transformed game and its expected answers, unless it may be a tie.

    A tie may be answered either way, or rounding decides it, and what comes after it is another game. There are ties
    that no answer shows, such as one on whether to learn. So the two games count as different only if they still part
    when all points are moved a little, each in its own way. As long as w is 0 there are ties everywhere: a learner
    is at such a tie if it has given one answer so far, gives it far away on both sides, but would learn another.
    """

    def parting(rounds: Rounds, answers: Answers) -> Difference | None:
        game, expected = turned(rounds, answers)
        again = replayer.play(game)
        return first_difference(expected[: len(again)], again[: len(expected)])

    if (difference := parting(rounds, answers)) is None:
        return None
    *before, (x, label) = rounds[: difference.number]
    answer = answers[0]
    if isinstance(answer, int) and {*answers[: difference.number]} == {answer}:
        far = {tuple(replayer.play((*before, (_times(side * FAR, x), label)))[-1:]) for side in (1, -1)}
        if far == {(answer,)} and {answer} != {*replayer.play(((x, opposite(answer)),) * TAUGHT)}:
            return None
    games = (_moved(rounds[: difference.number], replayer.setting.dimension, seed) for seed in range(MOVES))
    return difference if all(parting(game, replayer.play(game)) for game in games) else None


def _times(factor: int, x: Point) -> Vector:
    return vector((index, factor * value) for index, value in _vector(x).entries)


def _moved(rounds: Rounds, dimension: int, seed: int) -> Rounds:
    """Return rounds with other points, not far from theirs."""
    random = Random(seed)  # noqa: S311 - reproducible, not secret
    game = list[tuple[Point, Label]]()
    for x, label in rounds:
        moved: Weights = dict(_vector(x).entries)
        near = NEAR * max([abs(Fraction(value)) for value in moved.values()], default=Fraction(1))
        add(moved, vector((i, near * random.randrange(-1 << 20, 1 << 20)) for i in range(dimension)), 1)
        game.append((frozen(moved), label))
    return tuple(game)


def _claims_no_bound(tested: LearnerUnderTest) -> str:
    bound = tested.card.mistake_bound
    if bound is None:
        return "it has no card that states a mistake bound"
    on_class = tested.setting.default_view == "index"
    return "its card states no mistake bound for this class" if on_class and bound(tested.setting) is None else ""


@check(unless=_claims_no_bound)
def keeps_its_bound(tested: LearnerUnderTest) -> str:
    """Check that a learner keeps the mistake bound on its card in some realizable games."""
    for lost, setting, where in _losses(tested):
        most = tested.card.mistake_bound(setting) if tested.card.mistake_bound else None
        if most is not None and lost > most:
            return f"{lost} mistake{'' if lost == 1 else 's'} on a game {where}; its card says at most {most}"
    return ""


def _losses(tested: LearnerUnderTest) -> Iterator[tuple[Rational, SearchSetting, str]]:
    """Yield the learner's mistakes in some games, with the setting and a description of each game."""
    games = tested.games
    for game, setting, where in games.realizable():
        answers = tested.play(game)
        lost = [loss(answer, label) for answer, (_, label) in zip(answers, game, strict=True) if answer is not None]
        yield sum(lost), setting, where
    if not tested.card.randomized:  # what follows depends on what it says
        yield from games.contradicted(tested)


def _shows_no_weights(tested: LearnerUnderTest) -> str:
    if not tested.card.weights:
        return "its card does not claim that it shows its weights"
    return "points are numbers here" if tested.setting.default_view == "index" else ""


@check(unless=_shows_no_weights)
def predicts_by_its_weights(tested: LearnerUnderTest) -> str:
    """Check that the prediction is the sign of w·x, if the card says that the learner shows its weights."""
    for game in tested.games.short:
        learner = tested.fresh()
        for number, (x, y) in enumerate(game, 1):
            answer = as_label(tested.answer(learner, tested.shown(x)))
            weights = exact_weights(learner)
            total = sum([value * Fraction(weights.get(index, 0)) for index, value in _vector(x).entries], Fraction(0))
            if total * answer < 0 and (tested.card.sees == "exact" or abs(total) > WEIGHT_ROUNDING):
                return f"in round {number} it says {answer:+d}, but w·x is {total}"
            learner.update(tested.shown(x), y)
    return ""


def _vector(x: Point) -> Vector:
    assert isinstance(x, Vector)  # noqa: S101 - it is a halfspace game
    return x
