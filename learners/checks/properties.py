"""What well-behaved learners do, one property a function: asked by the checks, by pytest and in grading.

Most of them are about the answers in a game, wherever that is played again (``Replayer``), and return where a game goes
another way than it should. Those that need the learner itself take it (``LearnerUnderTest``), and return what is wrong,
or "". A new property is a new function here: ``@check`` makes it a check of every learner, ``@optional`` something that
grading looks at in learners of kinds with optional properties.
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
from learners.protocol import as_label, exact_weights, loss, opposite
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, frozen, product, vector
from proofs.settings import Point, SearchSetting

WEIGHT_ROUNDING = Fraction(1, 10**9)
"""How far from 0 a product w·x must be to count against a learner on floats, which has rounded it."""

NEAR = Fraction(1, 2**40)
"""How far a point is moved to see whether the answer is a tie, at most 2²⁰ times this: a part of its coordinates."""

_F = TypeVar("_F", bound=Callable[..., Any])
_Tested = TypeVar("_Tested")


@dataclass(frozen=True, slots=True)
class Check(Generic[_Tested]):
    """A property as a check: ``find`` returns what is wrong with a learner, and ``unless`` why it is not asked of it.

    Where a ``fundamental`` one fails, the others would only fail for the same reason.
    """

    name: str
    find: Callable[[_Tested], str]
    unless: Callable[[_Tested], str]
    fundamental: bool


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

    def register(found: _F) -> _F:
        def find(tested: LearnerUnderTest) -> str:
            if on is None:
                return str(found(tested))
            where = next((where for arguments in on(tested) if (where := found(*arguments))), None)
            return complaint.format(how=where.how, number=where.number) if where else ""

        CHECKS.append(Check(found.__name__, find, unless, fundamental))
        return found

    return register


@dataclass(frozen=True, slots=True)
class OptionalProperty:
    """What the textbook's learner does and others need not: what is expected, and what is said where it is not so.

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

    def register(found: _F) -> _F:
        OPTIONAL_PROPERTIES.append(OptionalProperty(found.__name__.replace("_", " "), expected, complaint, hint, found))
        return found

    return register


@cache
def _alone(tested: LearnerUnderTest) -> Answers:
    """Return what a learner says in the long game that plays alone: to start a process takes time."""
    return tested.alone(tested.games.long())


def _long_game(tested: LearnerUnderTest) -> Iterable[tuple[LearnerUnderTest, Rounds, Answers]]:
    return [(tested, tested.games.long(), _alone(tested))]


def _each_game(tested: LearnerUnderTest) -> Iterable[tuple[LearnerUnderTest, Rounds]]:
    return [(tested, game) for game in tested.games.short()]


def _sees_no_arrays(tested: LearnerUnderTest) -> str:
    return "" if (tested.card.sees or tested.setting.default_view) == "dense" else "what it is shown is immutable"


@check(fundamental=True)
def predicts_before_any_update(tested: LearnerUnderTest) -> str:
    """A fresh learner has a label for a point."""
    tested.player().predict(tested.games.short()[0][0][0])
    return ""


@check(fundamental=True)
def gives_labels_only(tested: LearnerUnderTest) -> str:
    """Every answer is a label, or a probability where the learner is randomized."""
    for game in tested.games.short():
        tested.play(game)
    return ""


@check(unless=_sees_no_arrays, fundamental=True)
def leaves_its_input_alone(tested: LearnerUnderTest) -> str:
    """The point is the same after ``predict`` and ``update``."""
    learner = tested.fresh()
    for x, y in tested.games.short()[0]:
        for call in (partial(tested.answer, learner), lambda shown, label=y: learner.update(shown, label)):
            shown = tested.shown(x)
            call(shown)
            if not (shown == tested.shown(x)).all():
                return "it writes to the array that it is shown"
    return ""


@check("it predicts differently when it is started again: it is not deterministic", _long_game, fundamental=True)
def is_deterministic(
    replayer: Replayer, rounds: Rounds, said: Answers | None = None, *, times: int = 1
) -> Difference | None:
    """Started again, so many times, a learner says the same; ``said`` is what it says first, if known."""
    said = replayer.alone(rounds) if said is None else said
    return first_different_game(said, (("started again", replayer.alone(rounds)) for _ in range(times)))


@check(
    "it predicts differently under another PYTHONHASHSEED: it uses hash() or the order of a set",
    _long_game,
    fundamental=True,
)
def does_not_depend_on_the_hash_seed(
    replayer: Replayer, rounds: Rounds, said: Answers | None = None, *, seed: int = OTHER_SEED
) -> Difference | None:
    """With another hash seed a learner says the same; ``said`` is what it says with ``GAME_SEED``, if known."""
    said = replayer.alone(rounds, GAME_SEED) if said is None else said
    return first_difference(said, replayer.alone(rounds, seed), "under another PYTHONHASHSEED")


def _taught_before(tested: LearnerUnderTest) -> Iterable[tuple[Any, ...]]:
    places = [tested]
    if mirrored := tested.setting.mirrored:
        places.append(replace(tested, setting=mirrored))
        places[1].play(places[1].games.opposite())
    for place in places:
        yield place, place.games.long(), _alone(place), place.games.opposite()


@check(
    "a learner predicts otherwise once another one has been taught: they share state", _taught_before, fundamental=True
)
def shares_no_state(
    replayer: Replayer, rounds: Rounds, said: Answers | None = None, opposite_game: Rounds = ()
) -> Difference | None:
    """What one learner is taught does not change another one: no state in the class or in a default argument.

    Others are taught the ``opposite_game`` before, if there is any, and opposite labels between the rounds; on a finite
    class one also plays on the class with opposite labels before, in which the same concepts are left after every
    round, so that what is kept under their numbers is found. ``said`` is what a learner says that plays alone, if
    known.
    """
    said = replayer.alone(rounds) if said is None else said

    def games() -> Iterable[tuple[str, Answers]]:
        if opposite_game:
            yield "after a learner has played another game", replayer.after(rounds, replayer.setting, opposite_game)
            yield "after a learner has played the same game", replayer.play(rounds)
        if mirrored := replayer.setting.mirrored:
            answers = replayer.after(rounds, mirrored, flipped(rounds))
            yield f"after a learner has played on {mirrored.concept_class.name}", answers

    if found := first_different_game(said, games()):
        return found
    answers = replayer.beside(rounds, flipped(rounds))
    return first_difference(said[: len(answers)], answers, "while another learner is taught the opposite")


@check("{how}, it answers otherwise in round {number}: predict changes it", _each_game, fundamental=True)
def predict_changes_nothing(replayer: Replayer, rounds: Rounds) -> Difference | None:
    """To be asked more often than once a round changes nothing."""
    once = replayer.play(rounds)
    return next(
        (found for how, often in replayer.asked_more(rounds) if (found := first_difference(often, once, how))), None
    )


@check(unless=_sees_no_arrays)
def does_not_keep_its_input(tested: LearnerUnderTest) -> str:
    """An array that is overwritten after the round does not change what the learner says."""
    for game in tested.games.short():
        said, learner = [], tested.fresh()
        for x, y in game:
            shown = tested.shown(x)
            said.append(tested.answer(learner, shown))
            learner.update(shown, y)
            shown[:] = -7
        if said != tested.play(game):
            return "it keeps the array that it is shown, and sees later changes to it; keep a copy"
    return ""


@check(unless=lambda tested: "" if tested.card.copies else "its card does not claim that it can be copied")
def can_be_copied(tested: LearnerUnderTest) -> str:
    """In the middle of a game a copy, and one that was pickled, go on as the learner itself does."""
    for game in tested.games.short():
        learner = tested.fresh()
        tested.taught(learner, game)
        copies = copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))  # noqa: S301 - made a line before
        expected = tested.taught(learner, game)  # the same rounds again: realizable, too
        for how, twin in zip(("deep copy", "pickled copy"), copies, strict=True):
            if tested.taught(twin, game) != expected:
                return f"a {how} predicts otherwise than the learner it was made of"
    return ""


@optional(
    "rounds without a mistake leave no trace",
    "without the other rounds, {how} of a game goes otherwise",
    "It also moves when it is right; the textbook's learner learns from mistakes alone.",
)
@check(
    "in round {number} a round without a mistake shows: it is not conservative, as its card says",
    _each_game,
    unless=lambda tested: "" if tested.card.conservative else "its card does not claim that it is conservative",
)
def is_conservative(replayer: Replayer, rounds: Rounds, said: Answers | None = None) -> Difference | None:
    """Rounds without a mistake leave no trace: ``said`` is what a learner says that is told all labels, if known."""
    said = replayer.play(rounds) if said is None else said
    wrong = [answer != label for answer, (_, label) in zip(said, rounds, strict=True)]
    for number, answer in replayer.sparing(rounds, wrong).items():
        if answer != said[number]:
            return Difference(f"mistake {sum(wrong[: number + 1])}", number + 1, "")
    return None


@optional(
    "with coordinates reversed, all answers are the same (ties may differ)",
    "with coordinates reversed, round {number} of a game goes otherwise",
    "It does not treat all coordinates alike; the textbook's learner does.",
)
def treats_coordinates_alike(replayer: Replayer, rounds: Rounds, said: Answers) -> Difference | None:
    """With every point's coordinates in the opposite order, a learner of halfspaces says the same, except at ties."""
    last = replayer.setting.dimension - 1
    turned = tuple((vector([(last - index, v) for index, v in _vector(x).entries]), label) for x, label in rounds)
    again = replayer.play(turned)
    return _but_for_ties(replayer, rounds, said, turned, first_difference(said[: len(again)], again))


@optional(
    "with all signs reversed, it answers accordingly (ties may differ)",
    "with all signs reversed, round {number} of a game goes otherwise",
    "It does not treat opposite signs alike; the textbook's learner does, except at ties. Look for a bias, a "
    "threshold, a shift of the points, or other steps for +1 than for -1.",
)
def treats_signs_alike(replayer: Replayer, rounds: Rounds, said: Answers) -> Difference | None:
    """With the signs of labels reversed, or of points until its first mistake, a learner of halfspaces does likewise.

    Ties may differ. As long as w = 0 everything is a tie, and the answer to it tells nothing. Until there is a mistake,
    the opposite point is therefore shown with the same label, which teaches a learner that treats signs alike the
    opposite of w.
    """
    turned, expected, learned = [], [], False
    for (x, label), answer in zip(rounds, said, strict=True):
        if learned:
            turned.append((x, opposite(label)))
            expected.append(opposite(answer) if isinstance(answer, int) else answer)
        else:
            turned.append((vector([(index, -value) for index, value in _vector(x).entries]), label))
            expected.append(answer)
        learned = learned or answer != label
    again = replayer.play(tuple(turned))
    return _but_for_ties(replayer, rounds, said, tuple(turned), first_difference(expected[: len(again)], again))


def _but_for_ties(
    replayer: Replayer, rounds: Rounds, said: Answers, turned: Rounds, found: Difference | None
) -> Difference | None:
    """Return where two games part, unless that is at a tie: the learner's own, or a Perceptron's in the first game.

    A tie may be answered either way, and what comes after it is another game. Some Perceptrons also learn from ties.
    """
    if found is None:
        return None
    weights: Weights = {}
    learns_from_ties: Weights = {}
    *before, last = ((_vector(x), label) for x, label in rounds[: found.number])
    for (x, label), answer in zip(before, said, strict=False):
        if answer != label:
            add(weights, x, label)
        if answer != label or product(learns_from_ties, x) == 0:
            add(learns_from_ties, x, label)
    if 0 in (product(weights, last[0]), product(learns_from_ties, last[0])):
        return None
    return None if any(_ends_in_a_tie(replayer, game[: found.number]) for game in (rounds, turned)) else found


def _ends_in_a_tie(replayer: Replayer, rounds: Rounds) -> bool:
    """Tell whether the last answer is another one on the two sides of its point, not far from it."""
    *before, (x, label) = ((_vector(x), label) for x, label in rounds)
    near = NEAR * max([abs(Fraction(value)) for _, value in x.entries], default=Fraction(1))
    random = Random(0)  # noqa: S311 - reproducible, not secret
    aside = [(index, near * random.randrange(1, 1 << 20)) for index in range(replayer.setting.dimension)]
    sides = []
    for side in (1, -1):
        moved: Weights = dict(x.entries)
        add(moved, vector(aside), side)
        sides.append(replayer.play((*before, (frozen(moved), label)))[-1:])
    return sides[0] != sides[1]


def _claims_no_bound(tested: LearnerUnderTest) -> str:
    bound = tested.card.mistake_bound
    if bound is None:
        return "it states no mistake bound: its class has no card with one"
    on_class = tested.setting.default_view == "index"
    return "its card states no mistake bound for this class" if on_class and bound(tested.setting) is None else ""


@check(unless=_claims_no_bound)
def keeps_its_bound(tested: LearnerUnderTest) -> str:
    """The mistake bound on the card is never exceeded on realizable games."""
    for lost, setting, where in _losses(tested):
        most = tested.card.mistake_bound(setting) if tested.card.mistake_bound else None
        if most is not None and lost > most:
            return f"{lost} mistake{'' if lost == 1 else 's'} on a game {where}; its card says at most {most}"
    return ""


def _losses(tested: LearnerUnderTest) -> Iterator[tuple[Rational, SearchSetting, str]]:
    """Yield, of some games, how many mistakes the learner makes, their setting, and what they are games with."""
    games = tested.games
    for game, setting, where in games.realizable():
        yield _loss(tested.play(game), game), setting, where
    if not tested.card.randomized:  # what follows depends on what it says
        yield from games.contradicted(tested.player())


def _loss(said: Answers, rounds: Rounds) -> Rational:
    """Return the number of mistakes, or its expectation."""
    return sum([loss(answer, label) for answer, (_, label) in zip(said, rounds, strict=True) if answer is not None])


def _shows_no_weights(tested: LearnerUnderTest) -> str:
    if not tested.card.weights:
        return "its card does not claim that it shows its weights"
    return "points are numbers here" if tested.setting.default_view == "index" else ""


@check(unless=_shows_no_weights)
def predicts_by_its_weights(tested: LearnerUnderTest) -> str:
    """The label is the sign of w·x, if the card says that the learner shows its weights."""
    for game in tested.games.short():
        learner = tested.fresh()
        for number, (x, y) in enumerate(game, 1):
            said = as_label(tested.answer(learner, tested.shown(x)))
            weights = exact_weights(learner)
            total = sum([value * Fraction(weights.get(index, 0)) for index, value in _vector(x).entries], Fraction(0))
            if total * said < 0 and (tested.card.sees == "exact" or abs(total) > WEIGHT_ROUNDING):
                return f"in round {number} it says {said:+d}, but w·x is {total}"
            learner.update(tested.shown(x), y)
    return ""


def _vector(x: Point) -> Vector:
    assert isinstance(x, Vector)  # noqa: S101 - it is a halfspace game
    return x
