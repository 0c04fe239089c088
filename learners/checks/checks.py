"""Is a learner fit to play? One generator of checks behind ``check_learner`` and ``parametrize_with_learner_checks``.

Also a program: ``python -m learners.checks student.py`` prints what passes and what does not.
"""

import copy
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from learners.checks.games import finite_games, games_of_vectors, realizable_games, setting_for
from learners.loading.sources import Factory, Source, find
from learners.protocol import Card, Fault, Label, Learner, Prediction, as_label, as_probability
from learners.rounds import run_rounds
from learners.sandbox.child import Child, Limits, python_command
from learners.sandbox.local import view_for
from learners.sandbox.players import Contestant
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, basis_vector
from proofs.formats.settings import Finite, Halfspaces, Point, Setting
from proofs.formats.trace import write_point

if TYPE_CHECKING:
    import pytest

Rounds = Sequence[tuple[Point, Label]]

ROUNDING = Fraction(1, 10**9)
"""How far from 0 a product w·x must be to count against a learner on floats, which has rounded it."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check found: ``status`` is ``passed``, ``failed`` or ``skipped``; ``reason`` is empty if it passed."""

    name: str
    status: Literal["passed", "failed", "skipped"]
    reason: str = ""


LONGEST_REASON = 1_000
"""Characters of a reason that are kept."""


class Failed(AssertionError):  # noqa: N818 - it is a verdict
    """The learner does not do what the check asks."""


class Skipped(Exception):  # noqa: N818 - likewise
    """The check asks for something that this learner does not claim."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A learner under test, from which fresh ones are made."""

    source: Source
    setting: Setting
    card: Card
    factory: Factory  # loaded once, so that fresh learners share what their class shares

    def fresh(self) -> Learner:
        """Make a fresh learner."""
        return self.source.make(self.setting)

    def shown(self, x: Point) -> Any:
        """Return the point as the learner sees it; an array is a new one, and writable, to see whether that is used."""
        view = view_for(self.card.sees, self.setting)
        shown: Any = view(x) if view else x
        return shown.copy() if hasattr(shown, "copy") else shown

    @property
    def sees_arrays(self) -> bool:
        """Whether it is shown what it could write to."""
        return self.card.sees == "dense" or (self.card.sees is None and isinstance(self.setting, Halfspaces))

    def ask(self, learner: Learner, shown: Any) -> Prediction:
        """Return what the learner says of what it is shown."""
        if self.card.randomized:
            return as_probability(learner.probability(shown))  # type: ignore[attr-defined]
        return as_label(learner.predict(shown))

    def games(self) -> list[list[tuple[Point, Label]]]:
        """Return short games, each for a fresh learner: any labels of vectors, or those of a concept of the class."""
        return (
            games_of_vectors(self.setting.dimension)
            if isinstance(self.setting, Halfspaces)
            else finite_games(self.setting)
        )

    def long_game(self) -> Rounds:
        """Return a longer game."""
        games = self.games()
        return games[0] if isinstance(self.setting, Finite) else [entry for game in games for entry in game]

    def contrary_game(self) -> Rounds:
        """Return a game that teaches something else than the long one."""
        if isinstance(self.setting, Finite):
            return self.games()[1]
        return _opposite(self.long_game())

    def transcript(self, learner: Learner, rounds: Rounds, *, asks: int = 1) -> list[Prediction]:
        """Play the rounds, asking for every prediction so many times; return the last answers."""
        return [said for _, said, _ in run_rounds(_Shown(self, learner, asks), rounds)]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A learner as a player, which is shown every point anew, whether it is asked or told."""

    subject: Subject
    learner: Learner
    asks: int

    def predict(self, x: Point) -> Prediction:
        for _ in range(self.asks - 1):
            self.subject.ask(self.learner, self.subject.shown(x))
        return self.subject.ask(self.learner, self.subject.shown(x))

    def update(self, x: Point, y: Label) -> None:
        self.learner.update(self.subject.shown(x), y)


Check = Callable[[Subject], None]


def learner_checks() -> Iterator[tuple[str, Check]]:
    """Yield every check with its name. A check raises ``Failed`` or ``Skipped``, or whatever the learner raises.

    The first ones are fundamental: where one of them fails, those after it would only fail for the same reason, and
    are skipped.
    """
    for check in (*_FUNDAMENTAL, does_not_keep_its_input, can_be_copied, is_conservative, keeps_its_bound):
        yield check.__name__, check
    yield predicts_by_its_weights.__name__, predicts_by_its_weights


def check_learner(learner: object, dimension: int = 4) -> list[CheckResult]:
    """Run every check on a learner: a name, a file, a class, a factory or an instance.

    Raises:
        InputError: it cannot be loaded at all.

    """
    subject = subject_of(learner, dimension)
    return [run_check(subject, name, check) for name, check in learner_checks()]


def subject_of(learner: object, dimension: int = 4) -> Subject:
    """Return what the checks work on. Raises InputError."""
    source = find(learner)
    if source.kind == "program":
        raise InputError(f"{source.text}: a program has no methods to check; play it instead")
    if type(dimension) is not int or dimension < 2:  # noqa: PLR2004 - in one there is little to tell
        raise InputError(f"the checks need a dimension of at least 2, an int, not {dimension!r}")
    try:
        setting = setting_for(source.factory, dimension)
        return Subject(source, setting, source.card_of(source.make(setting)), source.factory)
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the learner's own code
        raise InputError(f"{source.text}: its constructor raised {type(error).__name__}: {error}") from None


def run_check(subject: Subject, name: str, check: Check) -> CheckResult:
    """Run one check and say how it went."""
    for fundamental in _FUNDAMENTAL:
        if fundamental is check:
            break
        if _run(subject, fundamental).status == "failed":
            return CheckResult(name, "skipped", f"it fails {fundamental.__name__.replace('_', ' ')}, which comes first")
    return _run(subject, check)


@cache
def _run(subject: Subject, check: Check) -> CheckResult:
    name = check.__name__
    try:
        check(subject)
    except Skipped as skipped:
        return CheckResult(name, "skipped", str(skipped))
    except (Failed, Fault) as failed:
        return CheckResult(name, "failed", str(failed))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the learner's own code
        return CheckResult(name, "failed", one_line(f"it raised {type(error).__name__}: {error}"))
    return CheckResult(name, "passed")


def parametrize_with_learner_checks(learners: Sequence[object], dimension: int = 4) -> "pytest.MarkDecorator":
    """Return a pytest decorator that runs every check on every learner as a test of its own.

    >>> @parametrize_with_learner_checks(["perceptron", Student])
    ... def test_fit_to_play(learner_check):
    ...     learner_check()
    """
    import pytest

    def cases() -> Iterator[Any]:
        for learner in learners:
            subject = subject_of(learner, dimension)
            for name, check in learner_checks():
                yield pytest.param(_PytestCheck(subject, name, check), id=f"{subject.source.text}-{name}")

    return pytest.mark.parametrize("learner_check", list(cases()))


@dataclass(frozen=True, slots=True)
class _PytestCheck:
    subject: Subject
    name: str
    check: Check

    def __call__(self) -> None:
        import pytest

        result = run_check(self.subject, self.name, self.check)
        if result.status == "skipped":
            pytest.skip(result.reason)
        assert result.status == "passed", result.reason  # noqa: S101 - a test asserts


# ------------------------------------------------------------------------------------------------ the checks


def predicts_before_any_update(subject: Subject) -> None:
    """A fresh learner has a label for a point."""
    subject.ask(subject.fresh(), subject.shown(subject.games()[0][0][0]))


def gives_labels_only(subject: Subject) -> None:
    """Every answer is a label, or a probability where the learner is randomized."""
    for game in subject.games():
        subject.transcript(subject.fresh(), game)


def shares_no_state(subject: Subject) -> None:
    """What one learner is taught does not change another one: no state in the class or in a default argument.

    Others are taught before, and one between the rounds; on a finite class some also play on the class with opposite
    labels, in which the same concepts are left after every round.
    """
    places = [subject]
    if isinstance(subject.setting, Finite):
        places.append(replace(subject, setting=Finite(subject.setting.concept_class.mirrored())))
    for place in places:
        place.transcript(place.fresh(), place.contrary_game())
    for place in places:
        rounds, one, beside = place.long_game(), place.fresh(), list[Prediction]()
        said = [place.transcript(place.fresh(), rounds), place.transcript(place.fresh(), rounds)]
        for x, y in rounds:
            beside += place.transcript(one, [(x, y)])
            place.transcript(place.fresh(), _opposite([(x, y)]))
        alone = _in_a_process(place, 1)  # where no other learner has ever been
        if any(answers != alone for answers in (*said, beside)):
            raise Failed("a learner predicts otherwise once another one has been taught: they share state")


def _opposite(rounds: Rounds) -> list[tuple[Point, Label]]:
    return [(x, -1 if y == 1 else 1) for x, y in rounds]


def predict_changes_nothing(subject: Subject) -> None:
    """Asking twice or three times gives the answers that asking once gives."""
    for game in subject.games():
        once = subject.transcript(subject.fresh(), game)
        for asks in (2, 3):
            often = subject.transcript(subject.fresh(), game, asks=asks)
            for number, (one, other) in enumerate(zip(once, often, strict=True), 1):
                if one != other:
                    raise Failed(
                        f"asked {asks} times a round, it answers otherwise in round {number}: predict changes it"
                    )


def leaves_its_input_alone(subject: Subject) -> None:
    """The point is the same after ``predict`` and ``update``."""
    if not subject.sees_arrays:
        raise Skipped("what it is shown is immutable")
    learner = subject.fresh()
    for x, y in subject.games()[0]:
        for call in (partial(subject.ask, learner), lambda shown, label=y: learner.update(shown, label)):
            shown = subject.shown(x)
            call(shown)
            if not (shown == subject.shown(x)).all():
                raise Failed("it writes to the array that it is shown")


def does_not_keep_its_input(subject: Subject) -> None:
    """An array that is overwritten after the round does not change what the learner says."""
    if not subject.sees_arrays:
        raise Skipped("what it is shown is immutable")
    for game in subject.games():
        said, learner = [], subject.fresh()
        for x, y in game:
            shown = subject.shown(x)
            said.append(subject.ask(learner, shown))
            learner.update(shown, y)
            shown[:] = -7
        if said != subject.transcript(subject.fresh(), game):
            raise Failed("it keeps the array that it is shown, and sees later changes to it; keep a copy")


def is_deterministic(subject: Subject) -> None:
    """Fresh learners in fresh processes say the same."""
    if _in_a_process(subject, 1) != _in_a_process(subject, 1):
        raise Failed("it predicts differently when it is started again: it is not deterministic")


def does_not_depend_on_the_hash_seed(subject: Subject) -> None:
    """Fresh learners in processes with different hash seeds say the same."""
    if _in_a_process(subject, 1) != _in_a_process(subject, 2):
        raise Failed("it predicts differently under another PYTHONHASHSEED: it uses hash() or the order of a set")


def _in_a_process(subject: Subject, hash_seed: int) -> list[Prediction]:
    rounds = subject.long_game()
    player = Contestant(subject.source, subject.setting).isolated(hash_seed)
    try:
        return list(player.replay((msgspec.json.encode(write_point(x)), y) for x, y in rounds))
    finally:
        player.close()


def can_be_copied(subject: Subject) -> None:
    """In the middle of a game a copy, and one that was pickled, go on as the learner itself does."""
    if not subject.card.copies:
        raise Skipped("its card does not claim that it can be copied")
    for game in subject.games():
        learner = subject.fresh()
        subject.transcript(learner, game)
        copies = copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))  # noqa: S301 - made a line before
        expected = subject.transcript(learner, game)  # the same rounds again: realizable, too
        for how, twin in zip(("deep copy", "pickled copy"), copies, strict=True):
            if subject.transcript(twin, game) != expected:
                raise Failed(f"a {how} predicts otherwise than the learner it was made of")


def is_conservative(subject: Subject) -> None:
    """Rounds without a mistake leave no trace, if the card says so."""
    if not subject.card.conservative:
        raise Skipped("its card does not claim that it is conservative")
    for game in subject.games():
        learner, spared = subject.fresh(), subject.fresh()
        for number, (x, y) in enumerate(game, 1):
            said = subject.ask(learner, subject.shown(x))
            if subject.ask(spared, subject.shown(x)) != said:
                raise Failed(
                    f"in round {number} a round without a mistake shows: it is not conservative, as its card says"
                )
            learner.update(subject.shown(x), y)
            if said != y:
                spared.update(subject.shown(x), y)


def keeps_its_bound(subject: Subject) -> None:
    """The mistake bound on the card is never exceeded on realizable games."""
    bound = subject.card.mistake_bound
    if bound is None:
        raise Skipped("its card claims no bound")
    if isinstance(subject.setting, Finite):
        _keeps_its_finite_bound(subject, subject.setting, bound(subject.setting))
        return
    dimension = subject.setting.dimension
    for game, margin_squared in realizable_games(dimension):
        said = subject.transcript(subject.fresh(), game)
        mistakes = sum(answer != y for answer, (_, y) in zip(said, game, strict=True))
        _see_bound(mistakes, bound(Halfspaces(dimension, margin_squared)), margin_squared)
    learner = subject.fresh()
    for shown in range(dimension):  # Notes 3, Claim 1.4: e₁, e₂, …, each labeled against the prediction
        x = subject.shown(basis_vector(shown))
        learner.update(x, -1 if as_label(learner.predict(x)) == 1 else 1)
        margin_squared = Fraction(1, shown + 1)
        _see_bound(shown + 1, bound(Halfspaces(dimension, margin_squared)), margin_squared)


def _keeps_its_finite_bound(subject: Subject, setting: Finite, most: Rational | None) -> None:
    if most is None:
        raise Skipped("its card claims no bound on this class")
    for game in subject.games():
        said = subject.transcript(subject.fresh(), game)
        lost = [_loss(answer, y) for answer, (_, y) in zip(said, game, strict=True)]
        if sum(lost) > most:
            raise Failed(
                f"{sum(lost)} mistakes on a game of {setting.concept_class.name}; its card says at most {most}"
            )
    if subject.card.randomized:  # what follows depends on what it says
        return
    table, learner, mistakes = setting.concept_class, subject.fresh(), 0
    space = table.everything
    while space & (space - 1):  # the point that splits most evenly, labeled against the prediction
        splits = [
            (abs(2 * (space & column).bit_count() - space.bit_count()), x) for x, column in enumerate(table.columns)
        ]
        x = min(splits)[1]
        y: Label = -1 if subject.ask(learner, subject.shown(x)) == 1 else 1
        learner.update(subject.shown(x), y)
        space, mistakes = table.restrict(space, x, y), mistakes + 1
        if mistakes > most:
            raise Failed(f"{mistakes} mistakes on a game of {table.name}; its card says at most {most}")


def _loss(said: Prediction, label: Label) -> Rational:
    """Return 1 for a mistake, or the probability of one."""
    if isinstance(said, Fraction):
        return 1 - said if label == 1 else said
    return int(said != label)


def _see_bound(mistakes: int, most: Rational | None, margin_squared: Fraction) -> None:
    if most is not None and mistakes > most:
        counted = f"{mistakes} mistake{'' if mistakes == 1 else 's'}"
        raise Failed(f"{counted} on a game with margin² {margin_squared}; its card says at most {most}")


def predicts_by_its_weights(subject: Subject) -> None:
    """The label is the sign of w·x, if the card says that the learner shows its weights."""
    if not subject.card.weights:
        raise Skipped("its card does not claim that it shows its weights")
    if isinstance(subject.setting, Finite):
        raise Skipped("points are numbers here")
    for game in subject.games():
        learner = subject.fresh()
        for number, (x, y) in enumerate(game, 1):
            said = as_label(learner.predict(subject.shown(x)))
            weights = exact_weights(learner)
            entries = x.entries if isinstance(x, Vector) else ()
            product = sum([value * Fraction(weights.get(index, 0)) for index, value in entries], Fraction(0))
            if product * said < 0 and (subject.card.sees == "exact" or abs(product) > ROUNDING):
                raise Failed(f"in round {number} it says {said:+d}, but w·x is {product}")
            learner.update(subject.shown(x), y)


_FUNDAMENTAL: tuple[Check, ...] = (
    predicts_before_any_update,
    gives_labels_only,
    leaves_its_input_alone,
    is_deterministic,
    does_not_depend_on_the_hash_seed,
    shares_no_state,
    predict_changes_nothing,
)


def exact_weights(learner: Any) -> dict[int, Rational]:
    """Return a learner's ``weights`` as rationals by coordinate; a float is the dyadic rational that it is.

    Raises:
        InputError: it has none, though its card says so, or they are not numbers.

    """
    try:
        weights = learner.weights
        items = weights.items() if hasattr(weights, "items") else enumerate(weights.tolist())
        return {index: Fraction(value) if isinstance(value, float) else value for index, value in items if value}
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{type(learner).__name__} shows no weights that are finite numbers: {error}") from None


def check_isolated(learner: str, seconds: float = 60.0) -> list[CheckResult]:
    """Run every check in a process of its own, so that a learner that hangs or exits only fails its check.

    Raises:
        InputError: it cannot be loaded at all.

    """
    command = python_command(f"from learners.checks.checks import serve\nserve({learner!r})")
    child = Child(command, Limits(seconds, 86_400.0), 1, stdio=False)
    results: list[CheckResult] = []
    try:
        loaded = _read(child.hear("loading the learner", seconds))
        if loaded.status == "failed":
            raise InputError(loaded.reason)
        gone = False
        for name, _ in learner_checks():
            if gone:
                results.append(CheckResult(name, "skipped", "its process has ended"))
                continue
            try:
                found = _read(child.hear(name, seconds))
                results.append(CheckResult(name, found.status, one_line(found.reason, LONGEST_REASON)))
            except Fault as fault:
                results.append(CheckResult(name, "failed", str(fault)))
                gone = True
    except Fault as fault:
        raise InputError(f"{learner}: {fault}") from None
    finally:
        child.close()
    return results


def _read(line: bytes) -> CheckResult:
    try:
        return msgspec.json.decode(line, type=CheckResult)
    except Exception:  # noqa: BLE001 - the learner may have written anything there
        raise Fault("exited", "the process answered with nonsense") from None


def serve(learner: str) -> None:
    """Run the checks and write each result, as a line of JSON, to the pipe whose number is the last argument."""
    pipe = int(sys.argv[-1])

    def write(found: CheckResult) -> None:
        os.write(pipe, msgspec.json.encode(found) + b"\n")

    try:
        subject = subject_of(learner)
    except InputError as error:
        write(CheckResult("loading", "failed", str(error)))
        return
    write(CheckResult("loading", "passed"))
    for name, check in learner_checks():
        try:
            result = run_check(subject, name, check)
        except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt and its kin, raised by the learner
            result = CheckResult(name, "failed", f"it raised {type(error).__name__}")
        write(result)


def main(arguments: list[str]) -> int:
    """Check the learners that are named, and print a table; return 0 if none fails, 1 if one does, 2 on bad input."""
    if not arguments:
        print("usage: python -m learners.checks LEARNER…", file=sys.stderr)  # noqa: T201 - a program of its own
        return 2
    code = 0
    for learner in arguments:
        try:
            results = check_isolated(learner)
        except InputError as error:
            print(error, file=sys.stderr)  # noqa: T201 - likewise
            return 2
        counts = {status: sum(r.status == status for r in results) for status in ("passed", "failed", "skipped")}
        print(f"{learner}: {len(results)} checks, " + ", ".join(f"{n} {status}" for status, n in counts.items()))  # noqa: T201
        for result in results:
            print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")  # noqa: T201
        code = max(code, min(counts["failed"], 1))
    return code
