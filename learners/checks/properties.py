"""What well-behaved learners do, one property a function: asked by the checks, by pytest and in grading.

Most of them are about the answers in a game, wherever that is played (``Venue``), and return where a game goes another
way than it should. Those that need the learner itself take it (``Subject``), and return what is wrong, or "". A new
property is a new function here: ``@check`` makes it a check of every learner, ``@optional`` something that grading
looks at in learners of kinds with optional properties.
"""

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeVar

from learners.checks.games import realizable_games
from learners.checks.subject import ShownAnew, Subject
from learners.checks.venue import (
    GAME_SEED,
    OTHER_SEED,
    Answers,
    Difference,
    Rounds,
    Venue,
    first_parting,
    flipped,
    mirrored,
    parting,
)
from learners.contrary import ContraryOrthonormal
from learners.protocol import Label, as_label, exact_weights, loss, opposite
from learners.rounds import run_rounds
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, basis_vector, product, vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting
from proofs.solvers.littlestone import even_split

WEIGHT_ROUNDING = Fraction(1, 10**9)
"""How far from 0 a product w·x must be to count against a learner on floats, which has rounded it."""

_F = TypeVar("_F", bound=Callable[..., Any])
_Subject = TypeVar("_Subject")


@dataclass(frozen=True, slots=True)
class Check(Generic[_Subject]):
    """A property as a check: ``find`` returns what is wrong with a subject, and ``unless`` why it is not asked of it.

    Where a ``fundamental`` one fails, the others would only fail for the same reason.
    """

    name: str
    find: Callable[[_Subject], str]
    unless: Callable[[_Subject], str]
    fundamental: bool


CHECKS: list[Check[Subject]] = []
"""Every check of a learner, in the order in which they are run."""


def check(
    complaint: str = "",
    on: Callable[[Subject], Iterable[tuple[Any, ...]]] | None = None,
    *,
    unless: Callable[[Subject], str] = lambda _: "",
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
        def find(subject: Subject) -> str:
            if on is None:
                return str(found(subject))
            where = next((where for arguments in on(subject) if (where := found(*arguments))), None)
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
    find: Callable[[Venue, Rounds, Answers], Difference | None]


OPTIONAL_PROPERTIES: list[OptionalProperty] = []
"""Every optional property, in the order in which they are looked at."""


def optional(expected: str, complaint: str, hint: str) -> Callable[[_F], _F]:
    """Make a property of (venue, rounds, the answers in them) one that grading looks at.

    In the complaint {number} is that of the ``Difference``.
    """

    def register(found: _F) -> _F:
        OPTIONAL_PROPERTIES.append(OptionalProperty(found.__name__.replace("_", " "), expected, complaint, hint, found))
        return found

    return register


@cache
def _alone(subject: Subject) -> Answers:
    """Return what a learner says in the long game that plays alone: to start a process takes time."""
    return subject.alone(subject.long_game())


def _long_game(subject: Subject) -> Iterable[tuple[Subject, Rounds, Answers]]:
    return [(subject, subject.long_game(), _alone(subject))]


def _each_game(subject: Subject) -> Iterable[tuple[Subject, Rounds]]:
    return [(subject, game) for game in subject.games()]


def _sees_no_arrays(subject: Subject) -> str:
    return "" if subject.sees_arrays else "what it is shown is immutable"


@check(fundamental=True)
def predicts_before_any_update(subject: Subject) -> str:
    """A fresh learner has a label for a point."""
    subject.ask(subject.fresh(), subject.games()[0][0][0])
    return ""


@check(fundamental=True)
def gives_labels_only(subject: Subject) -> str:
    """Every answer is a label, or a probability where the learner is randomized."""
    for game in subject.games():
        subject.play(game)
    return ""


@check(unless=_sees_no_arrays, fundamental=True)
def leaves_its_input_alone(subject: Subject) -> str:
    """The point is the same after ``predict`` and ``update``."""
    learner = subject.fresh()
    for x, y in subject.games()[0]:
        for call in (partial(subject.answer, learner), lambda shown, label=y: learner.update(shown, label)):
            shown = subject.shown(x)
            call(shown)
            if not (shown == subject.shown(x)).all():
                return "it writes to the array that it is shown"
    return ""


@check("it predicts differently when it is started again: it is not deterministic", _long_game, fundamental=True)
def is_deterministic(venue: Venue, rounds: Rounds, said: Answers | None = None, *, times: int = 1) -> Difference | None:
    """Started again, so many times, a learner says the same; ``said`` is what it says first, if known."""
    said = venue.alone(rounds) if said is None else said
    return first_parting(said, (("started again", venue.alone(rounds)) for _ in range(times)))


@check(
    "it predicts differently under another PYTHONHASHSEED: it uses hash() or the order of a set",
    _long_game,
    fundamental=True,
)
def does_not_depend_on_the_hash_seed(
    venue: Venue, rounds: Rounds, said: Answers | None = None, *, seed: int = OTHER_SEED
) -> Difference | None:
    """With another hash seed a learner says the same; ``said`` is what it says with ``GAME_SEED``, if known."""
    said = venue.alone(rounds, GAME_SEED) if said is None else said
    return parting(said, venue.alone(rounds, seed), "under another PYTHONHASHSEED")


def _taught_before(subject: Subject) -> Iterable[tuple[Any, ...]]:
    places = [subject]
    if isinstance(subject.setting, Finite):
        places.append(replace(subject, setting=mirrored(subject.setting)))
        places[1].play(places[1].contrary_game())
    for place in places:
        yield place, place.long_game(), _alone(place), place.contrary_game()


@check(
    "a learner predicts otherwise once another one has been taught: they share state", _taught_before, fundamental=True
)
def shares_no_state(
    venue: Venue, rounds: Rounds, said: Answers | None = None, contrary: Rounds = ()
) -> Difference | None:
    """What one learner is taught does not change another one: no state in the class or in a default argument.

    Others are taught the ``contrary`` before, if there is any, and the opposite between the rounds; on a finite class
    one also plays on the class with opposite labels before, in which the same concepts are left after every round, so
    that what is kept under their numbers is found. ``said`` is what a learner says that plays alone, if known.
    """
    said = venue.alone(rounds) if said is None else said

    def games() -> Iterable[tuple[str, Answers]]:
        if contrary:
            yield "after a learner has played another game", venue.after(rounds, venue.setting, contrary)
            yield "after a learner has played the same game", venue.play(rounds)
        if isinstance(venue.setting, Finite):
            other = mirrored(venue.setting)
            answers = venue.after(rounds, other, flipped(rounds))
            yield f"after a learner has played on {other.concept_class.name}", answers

    if found := first_parting(said, games()):
        return found
    answers = venue.beside(rounds, flipped(rounds))
    return parting(said[: len(answers)], answers, "while another learner is taught the opposite")


@check("{how}, it answers otherwise in round {number}: predict changes it", _each_game, fundamental=True)
def predict_changes_nothing(venue: Venue, rounds: Rounds) -> Difference | None:
    """To be asked more often than once a round changes nothing."""
    once = venue.play(rounds)
    return next((found for how, often in venue.asked_more(rounds) if (found := parting(often, once, how))), None)


@check(unless=_sees_no_arrays)
def does_not_keep_its_input(subject: Subject) -> str:
    """An array that is overwritten after the round does not change what the learner says."""
    for game in subject.games():
        said, learner = [], subject.fresh()
        for x, y in game:
            shown = subject.shown(x)
            said.append(subject.answer(learner, shown))
            learner.update(shown, y)
            shown[:] = -7
        if said != subject.play(game):
            return "it keeps the array that it is shown, and sees later changes to it; keep a copy"
    return ""


@check(unless=lambda subject: "" if subject.card.copies else "its card does not claim that it can be copied")
def can_be_copied(subject: Subject) -> str:
    """In the middle of a game a copy, and one that was pickled, go on as the learner itself does."""
    for game in subject.games():
        learner = subject.fresh()
        subject.taught(learner, game)
        copies = copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))  # noqa: S301 - made a line before
        expected = subject.taught(learner, game)  # the same rounds again: realizable, too
        for how, twin in zip(("deep copy", "pickled copy"), copies, strict=True):
            if subject.taught(twin, game) != expected:
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
    unless=lambda subject: "" if subject.card.conservative else "its card does not claim that it is conservative",
)
def is_conservative(venue: Venue, rounds: Rounds, said: Answers | None = None) -> Difference | None:
    """Rounds without a mistake leave no trace: ``said`` is what a learner says that is told all labels, if known."""
    said = venue.play(rounds) if said is None else said
    wrong = [answer != label for answer, (_, label) in zip(said, rounds, strict=True)]
    for number, answer in venue.sparing(rounds, wrong).items():
        if answer != said[number]:
            return Difference(f"mistake {sum(wrong[: number + 1])}", number + 1, "")
    return None


@optional(
    "with coordinates reversed, it says the same, but for ties",
    "with coordinates reversed, round {number} of a game goes otherwise",
    "It does not treat all coordinates alike; the textbook's learner does.",
)
def treats_coordinates_alike(venue: Venue, rounds: Rounds, said: Answers) -> Difference | None:
    """With every point's coordinates in the opposite order, a learner of halfspaces says the same, but for ties."""
    assert isinstance(venue.setting, Halfspaces)  # noqa: S101 - a class has no coordinates
    last = venue.setting.dimension - 1
    turned = tuple((vector([(last - index, v) for index, v in _vector(x).entries]), label) for x, label in rounds)
    again = venue.play(turned)
    return _but_for_ties(rounds, said, parting(said[: len(again)], again))


@optional(
    "with all labels reversed, its answers are, but for ties",
    "with all labels reversed, round {number} of a game goes otherwise",
    "It does not treat +1 and -1 alike; the textbook's learner does, but for ties.",
)
def treats_labels_alike(venue: Venue, rounds: Rounds, said: Answers) -> Difference | None:
    """With every label the opposite one, a learner of halfspaces says the opposite, but for ties.

    As long as w = 0 everything is a tie, and the answer to it tells nothing. Until there is a mistake, the opposite
    point is therefore shown with the same label, which teaches a learner that treats labels alike the opposite of w.
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
    again = venue.play(tuple(turned))
    return _but_for_ties(rounds, said, parting(expected[: len(again)], again))


def _but_for_ties(rounds: Rounds, said: Answers, found: Difference | None) -> Difference | None:
    """Return where two games part, unless that is at a tie of a Perceptron that has seen the rounds before.

    A tie may be answered either way, and what comes after it is another game. Some Perceptrons learn from ties, too.
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
    return None if 0 in (product(weights, last[0]), product(learns_from_ties, last[0])) else found


def _claims_no_bound(subject: Subject) -> str:
    bound, setting = subject.card.mistake_bound, subject.setting
    if bound is None:
        return "its card claims no bound"
    return "its card claims no bound on this class" if isinstance(setting, Finite) and bound(setting) is None else ""


@check(unless=_claims_no_bound)
def keeps_its_bound(subject: Subject) -> str:
    """The mistake bound on the card is never exceeded on realizable games."""
    games = _lost_on_class if isinstance(subject.setting, Finite) else _lost_on_vectors
    for lost, setting, where in games(subject):
        most = subject.card.mistake_bound(setting) if subject.card.mistake_bound else None
        if most is not None and lost > most:
            return f"{lost} mistake{'' if lost == 1 else 's'} on a game {where}; its card says at most {most}"
    return ""


def _lost_on_vectors(subject: Subject) -> Iterator[tuple[Rational, SearchSetting, str]]:
    """Yield, of some games, how many mistakes the learner makes, their setting, and what they are games with."""
    dimension = subject.setting.dimension
    for game, margin_squared in realizable_games(dimension):
        yield _loss(subject.play(game), game), Halfspaces(dimension, margin_squared), f"with margin² {margin_squared}"
    if subject.card.randomized:  # what follows depends on what it says
        return
    adversary = ContraryOrthonormal(lambda: map(basis_vector, range(dimension)), Fraction(1, dimension))
    for mistakes in _against(subject, iter(adversary.next_point, None), adversary.label):
        margin_squared = Fraction(1, mistakes)
        yield mistakes, Halfspaces(dimension, margin_squared), f"with margin² {margin_squared}"


def _lost_on_class(subject: Subject) -> Iterator[tuple[Rational, SearchSetting, str]]:
    """Yield as much for games on a finite class."""
    assert isinstance(subject.setting, Finite)  # noqa: S101 - the caller has asked
    table, where = subject.setting.concept_class, f"of {subject.setting.concept_class.name}"
    for game in subject.games():
        yield _loss(subject.play(game), game), subject.setting, where
    if subject.card.randomized:  # what follows depends on what it says
        return
    space = table.everything

    def label(x: int, said: Label) -> Label:
        nonlocal space
        space = table.restrict(space, x, opposite(said))
        return opposite(said)

    for mistakes in _against(subject, iter(lambda: even_split(table, space), None), label):
        yield mistakes, subject.setting, where


def _against(subject: Subject, points: Iterator[Any], label: Callable[[Any, Label], Label]) -> Iterator[int]:
    """Play a game whose labels are opposite to the predictions, and count its rounds."""
    rounds = ((x, lambda x, said: label(x, as_label(said))) for x in points)
    for mistakes, _ in enumerate(run_rounds(ShownAnew(subject, subject.fresh()), rounds), 1):
        yield mistakes


def _loss(said: Answers, rounds: Rounds) -> Rational:
    """Return the number of mistakes, or its expectation."""
    return sum([loss(answer, label) for answer, (_, label) in zip(said, rounds, strict=True) if answer is not None])


def _shows_no_weights(subject: Subject) -> str:
    if not subject.card.weights:
        return "its card does not claim that it shows its weights"
    return "points are numbers here" if isinstance(subject.setting, Finite) else ""


@check(unless=_shows_no_weights)
def predicts_by_its_weights(subject: Subject) -> str:
    """The label is the sign of w·x, if the card says that the learner shows its weights."""
    for game in subject.games():
        learner = subject.fresh()
        for number, (x, y) in enumerate(game, 1):
            said = as_label(subject.ask(learner, x))
            weights = exact_weights(learner)
            total = sum([value * Fraction(weights.get(index, 0)) for index, value in _vector(x).entries], Fraction(0))
            if total * said < 0 and (subject.card.sees == "exact" or abs(total) > WEIGHT_ROUNDING):
                return f"in round {number} it says {said:+d}, but w·x is {total}"
            learner.update(subject.shown(x), y)
    return ""


def _vector(x: Point) -> Vector:
    assert isinstance(x, Vector)  # noqa: S101 - it is a halfspace game
    return x
