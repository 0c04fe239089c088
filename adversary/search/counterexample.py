"""The counterexample of a grade or an attack: a realizable game that breaks a specification, with its JSON and text."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from adversary.files import new_file
from adversary.game.judge import judge_file
from learners.checks.replayer import Rounds
from learners.protocol import Fault, Label, View
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational, read_rational, write_rational
from proofs.exact.vectors import Target, Vector, vector
from proofs.formats.trace import (
    ClaimLine,
    Coordinates,
    Index,
    Round,
    Sign,
    Transcript,
    read_foreign_vector,
    read_point,
    read_target,
    rounds_in,
    transcript_of,
    write_point,
    write_target,
    write_transcript,
    write_vector,
)
from proofs.settings import Halfspaces, Point, SearchRecord, SearchSetting
from proofs.settings.vectors import RationalText
from proofs.statements import Statement
from proofs.views import Viewable

MAX_DENOMINATOR, ROUNDING = 10**5, Fraction(1, 10**12)  # of the fraction that a float stands for, and of the float
MAX_TALE, BEGINNING = 12, 3  # rounds that are told one by one, and how many of a longer game; the trace has all

UNKEPT = "does not even allow 0, so no learner keeps it"
"""What is said of a bound below 0."""

STOPPED_EARLY = "the search for a shorter game stopped early,"
"""How ``search`` begins where seconds, and not attempts, decided when it ended: another machine may get further."""

Why = Literal["mistakes", "contradiction", "forfeit", "difference"]
"""In what way a game breaks a specification."""


def unplayed(rounds: Rounds) -> tuple[Round, ...]:
    """Return rounds without answers."""
    return tuple([Round(x, None, label) for x, label in rounds])


def rounds_of(played: Iterable[Round]) -> Rounds:
    """Return the points and labels of a game."""
    return tuple((entry.x, entry.label) for entry in played)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The w that a learner shows before the first round and after each, with the textbook's w on the same labels.

    ``differs`` is the first round, from 1, whose update is not ``rate`` times the textbook's, which changes no answer;
    it is 0 where w does not begin at 0.
    """

    own: tuple[Vector, ...]
    textbook: tuple[Vector, ...]
    differs: int | None
    rate: Rational


class Variation(msgspec.Struct, frozen=True):
    """A part of a counterexample that may be another one, and a violation remains each time that this was ``tried``.

    It is the ``point`` (the first that is shown is 0) in all of its rounds, or with ``label`` its labels. The
    points that were tried have these ``signs``, each of a coordinate from 0.
    """

    point: int
    tried: int
    label: bool = False
    signs: tuple[tuple[int, int], ...] = ()


def readable(w: Vector) -> Vector:
    """Return a learner's w for people: a float becomes the short fraction that it rounds."""
    return vector((index, _short(value)) for index, value in w.entries)


def _short(value: Rational) -> Rational:
    near = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    return near if abs(near - value) <= abs(Fraction(value)) * ROUNDING else value


@dataclass(frozen=True, slots=True, repr=False)
class Counterexample(Viewable):
    """A realizable game in which a fresh learner breaks its specification.

    ``why`` is the kind of failure. ``mistakes``: the learner makes more mistakes than ``allowed``, the largest number
    that ``bound`` allows (-1 if the bound is below 0); ``reason`` is the sentence that says why no more are allowed.
    ``contradiction``: the last answer differs from the label that the learner was told for the same point. ``forfeit``:
    in the last round it fails. ``fault`` is the text of this failure, and a grader also has the object, ``failure``.
    ``difference``: played again, a learner gives other answers, ``again``.
    ``target`` explains every label except the lies that the setting allows.

    For learners that share state, ``before`` has the rounds that another learner of the same class was taught first, in
    the same process. ``alone`` has the answers without these rounds, if they are known. ``turned`` is the round of
    ``before``, from 1, that changes an answer.

    ``minimal`` says that no round can be left out, which takes time to find out. ``statements`` are the trusted
    checker's statements about the trace. ``sees`` is how the learner was shown points, if not as usual in the setting.
    ``lifted`` has the points in the feature space of the target and the margin, if this is another space. ``search``
    says how much was tried to find a shorter game. ``weights`` are shown if the learner has such an attribute, and
    prove nothing. ``variations`` say what does not matter in the game, as far as that was tried.
    """

    learner: str
    setting: SearchSetting
    rounds: tuple[Round, ...]
    why: Why = "difference"
    bound: str = ""
    allowed: int | None = None
    reason: str = ""
    target: Target | int | None = None
    before: Rounds = ()
    fault: str | None = None
    minimal: bool = False
    trace: str | None = None
    statements: tuple[dict[str, Any], ...] = ()
    sees: View | None = None
    lifted: tuple[Point, ...] = ()
    again: tuple[Label, ...] = ()
    search: str = ""
    alone: tuple[Label, ...] = ()
    turned: int | None = None
    weights: Weighed | None = None
    variations: tuple[Variation, ...] = ()
    failure: Fault | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", tuple(rounds_in(self.setting, self.rounds)))

    @property
    def mistakes(self) -> int:
        """Return the number of mistakes."""
        return sum(entry.predicted is not None and entry.predicted != entry.label for entry in self.rounds)

    @property
    def keepable(self) -> bool:
        """Return whether the bound allows at least 0 mistakes: no learner can keep a bound below 0."""
        return self.allowed is None or self.allowed >= 0

    @property
    def lies(self) -> tuple[int, ...]:
        """Return the rounds, from 0, whose labels differ from the target's; empty if the setting has no lies."""
        rounds = enumerate(self.rounds)
        return tuple([number for number, e in rounds if self.setting.is_lie(self.target, e.x, e.label)])

    @property
    def has_threshold(self) -> bool:
        """Whether targets have a threshold: then the points are lifted to (x, 1)."""
        points = [entry.x for entry in self.rounds if isinstance(entry.x, Vector)]
        constant = (self.setting.dimension, 1)
        return bool(self.lifted) and self.lifted == tuple([Vector((*x.entries, constant)) for x in points])

    @property
    def judged_setting(self) -> SearchSetting:
        """The setting of the game that is judged; with lifted points, it has the dimension that these need."""
        if not self.lifted:
            return self.setting
        last = max([x.entries[-1][0] for x in self.lifted if isinstance(x, Vector) and x.entries], default=0)
        return replace(cast("Halfspaces", self.setting), dimension=last + 1)

    @property
    def transcript(self) -> Transcript:
        """The game that is judged: its rounds that have an answer, and their target."""
        points = self.lifted or [entry.x for entry in self.rounds]
        rounds = [e._replace(x=x) for x, e in zip(points, self.rounds, strict=True) if e.predicted is not None]
        return replace(transcript_of(self.judged_setting, rounds, self.target if rounds else None), fault=self.fault)

    def moved(self, setting: SearchSetting, place: Callable[[Any], Point]) -> "Counterexample":
        """Return the game in another setting, with every point mapped to its new number or vector."""
        before = tuple([(place(x), y) for x, y in self.before])
        return replace(
            self, setting=setting, before=before, rounds=tuple([e._replace(x=place(e.x)) for e in self.rounds])
        )

    def to_json(self, *, names: bool = False) -> dict[str, Any]:
        """Return it as plain JSON values, rationals as strings; with ``names`` also the keys that only reports need."""
        plain: dict[str, Any] = msgspec.to_builtins(write_counterexample(self, names=names))
        return plain


class RoundRecord(msgspec.Struct, kw_only=True):
    """A round in JSON. Rounds in ``before`` have no prediction; ``again`` is only in a ``difference``.

    ``alone`` is what it says where no other learner was taught before.
    """

    x: Coordinates | Index
    predicted: Sign | msgspec.UnsetType | None = msgspec.UNSET
    label: Sign
    again: Sign | msgspec.UnsetType = msgspec.UNSET
    alone: Sign | msgspec.UnsetType = msgspec.UNSET


class WeightsRecord(msgspec.Struct):
    """The weights of a learner and of the textbook's learner, in JSON."""

    own: list[Coordinates]
    textbook: list[Coordinates]
    differs: int | None
    rate: RationalText


class CounterexampleRecord(msgspec.Struct, kw_only=True):
    """A counterexample in JSON. Without ``learner`` and ``sees``, it is about the grade's learner with usual points."""

    why: Why
    setting: SearchRecord
    rounds: list[RoundRecord]
    before: list[RoundRecord]
    mistakes: int
    bound: str
    allowed: int | None
    reason: str
    target: dict[str, Any] | None
    fault: str | None
    minimal: bool
    paragraph: str
    statements: tuple[dict[str, Any], ...]
    features: list[Coordinates | Index]
    trace: str | None
    learner: str | msgspec.UnsetType = msgspec.UNSET
    sees: View | msgspec.UnsetType | None = msgspec.UNSET
    search: str = ""
    turned: int | None = None
    weights: WeightsRecord | None = None
    variations: tuple[Variation, ...] = ()


def write_counterexample(counterexample: Counterexample, *, names: bool) -> CounterexampleRecord:
    """Return a counterexample as JSON values."""
    as_they_are = {
        name: getattr(counterexample, name) for name in (*_AS_THEY_ARE, *(("learner", "sees") if names else ()))
    }
    return CounterexampleRecord(
        **as_they_are,
        setting=counterexample.setting.record(names=names),
        rounds=[
            RoundRecord(x=write_point(e.x), predicted=e.predicted, label=e.label, again=again, alone=alone)
            for e, again, alone in zip(
                counterexample.rounds,
                counterexample.again or repeat(msgspec.UNSET),
                counterexample.alone or repeat(msgspec.UNSET),
                strict=False,
            )
        ],
        before=[RoundRecord(x=write_point(x), label=label) for x, label in counterexample.before],
        target=msgspec.to_builtins(write_target(counterexample.target)),
        mistakes=counterexample.mistakes,
        paragraph=paragraph(counterexample),
        features=list(map(write_point, counterexample.lifted)),
        weights=_write_weights(counterexample.weights) if counterexample.weights else None,
    )


def _write_weights(weights: Weighed) -> WeightsRecord:
    own, textbook = (list(map(write_vector, vectors)) for vectors in (weights.own, weights.textbook))
    return WeightsRecord(own, textbook, weights.differs, write_rational(weights.rate))


def _read_weights(record: WeightsRecord, rounds: int) -> Weighed:
    """Return the weights that were written. Raises ValueError."""
    own, textbook = (tuple(map(read_foreign_vector, vectors)) for vectors in (record.own, record.textbook))
    if not len(own) == len(textbook) == rounds + 1:
        raise ValueError("there are not as many weights as rounds")
    return Weighed(own, textbook, record.differs, read_rational(record.rate))


def read_counterexample(record: CounterexampleRecord, learner: str) -> Counterexample:
    """Return the counterexample that was written, of this learner if it names none. Raises ValueError."""
    return Counterexample(
        **{name: getattr(record, name) for name in _AS_THEY_ARE},
        learner=record.learner or learner,
        sees=record.sees or None,
        setting=record.setting.setting(),
        rounds=tuple([Round(read_point(e.x), e.predicted or None, e.label) for e in record.rounds]),
        before=tuple([(read_point(e.x), e.label) for e in record.before]),
        target=read_target(record.target),
        lifted=tuple(map(read_point, record.features)),
        again=tuple([e.again for e in record.rounds if e.again]),
        alone=tuple([e.alone for e in record.rounds if e.alone]),
        weights=_read_weights(record.weights, len(record.rounds)) if record.weights else None,
    )


_AS_THEY_ARE = (
    "why",
    "bound",
    "allowed",
    "reason",
    "fault",
    "minimal",
    "statements",
    "trace",
    "search",
    "turned",
    "variations",
)
"""What is in the JSON as it is in the counterexample."""


def is_trained(counterexample: Counterexample) -> bool:
    """Tell whether the learner was trained in one call, on all rounds but the last, which asks about one of them."""
    return counterexample.why == "contradiction" and bool(counterexample.reason)


def paragraph(counterexample: Counterexample) -> str:
    """Return the game in words for a student: points, answers, true labels, and the reason why the bound is broken."""
    tell = _of_data if is_trained(counterexample) else _round_text
    sentences = [tell(counterexample, number) for number in range(len(counterexample.rounds))]
    if len(sentences) > MAX_TALE:
        skipped = len(sentences) - BEGINNING - 1
        sentences = [*sentences[:BEGINNING], f"… ({counted(skipped, 'more round')}) …", sentences[-1]]
    target, result = _target(counterexample), _result(counterexample)
    told = [*_opening(counterexample), *sentences, *_on_turned(counterexample), *target, *result]
    return " ".join(told).replace("= ≈", "≈ ")


def result_text(counterexample: Counterexample, *, opening: bool = True) -> str:
    """Return what comes out of the game in words, without its rounds, its target and its fault."""
    sentences = _result(counterexample) if counterexample.why != "forfeit" else []
    if counterexample.why == "mistakes":
        rounds = counted(len(counterexample.rounds), "round")
        sentences = [f"{counted(counterexample.mistakes, 'mistake')} in {rounds}, {_allowed(counterexample)}."]
    elif is_trained(counterexample):
        passes = counterexample.reason.partition(", as ")[0]
        sentences = [f"Trained on these points, it is wrong on the one asked about: {passes}."]
    return " ".join([*(_opening(counterexample) if opening else ()), *sentences]).replace("= ≈", "≈ ")


def why_text(counterexample: Counterexample) -> str:
    """Return the class or lies of the game, its target, and why it breaks the bound, in words."""
    sentences = [*_opening(counterexample), *_target(counterexample), *_result(counterexample)]
    return " ".join(sentences).replace("= ≈", "≈ ")


def _opening(counterexample: Counterexample) -> list[str]:
    sentences = []
    if counterexample.again:
        taught = (
            f"after another learner of the same class was taught {_taught(counterexample)}"
            if counterexample.before
            else ""
        )
        sentences.append(f"The same rounds are played twice, the second time {counterexample.reason or taught}.")
    elif counterexample.before:
        sentences.append(
            f"First another learner of the same class is taught {_taught(counterexample)}. Then your learner is made."
        )
    return sentences + counterexample.setting.introduction()


def _on_turned(counterexample: Counterexample) -> Iterator[str]:
    """Return the answer without the other learner, and the round of the other learner that changes it, in words."""
    pairs = enumerate(zip(counterexample.rounds, counterexample.alone, strict=False), 1)
    if other := next(((number, alone) for number, (e, alone) in pairs if e.predicted != alone), None):
        yield f"Without the other learner, your learner says {other[1]:+d} in round {other[0]}."
    if mark := turning_round(counterexample):
        x, label = counterexample.before[mark - 1]
        what = f"{label:+d} for {counterexample.setting.point_text(x)}"
        yield f"Round {mark} of the other learner (marked *), {what}, is the one that changes an answer."


def turning_round(counterexample: Counterexample) -> int | None:
    """Return the round of the other learner, from 1, that changes an answer, if that one was taught several."""
    return counterexample.turned if len(counterexample.before) > 1 else None


def _taught(counterexample: Counterexample) -> str:
    """Return, in words, the rounds that another learner is taught first."""
    if len(counterexample.before) > MAX_TALE:
        return counted(len(counterexample.before), "round")
    return ", ".join(f"{label:+d} for {counterexample.setting.point_text(x)}" for x, label in counterexample.before)


def _of_data(counterexample: Counterexample, number: int) -> str:
    """Return a round of a program that is trained in one call: a point of its data, or the answer at the end."""
    entry = counterexample.rounds[number]
    point = counterexample.setting.point_text(entry.x)
    if number < len(counterexample.rounds) - 1:
        return f"Its data have the point {point} with the label {entry.label:+d}."
    return f"Asked about {point}, it says {entry.predicted:+d}."


def _round_text(counterexample: Counterexample, number: int) -> str:
    entry = counterexample.rounds[number]
    shows = f"Round {number + 1} shows {counterexample.setting.point_text(entry.x)}"
    if counterexample.again:
        same = entry.predicted == counterexample.again[number]
        again = "both times" if same else f"the first time and {counterexample.again[number]:+d} the second time"
        return f"{shows}: it says {entry.predicted:+d} {again}; the label is {entry.label:+d}."
    if entry.predicted is None:
        return f"{shows}: it gives {unsaid(counterexample)}, and so forfeits."
    if counterexample.setting.lies:
        lie = ", a lie" if number in counterexample.lies else ""
        return f"{shows}: it says {entry.predicted:+d}, the label is {entry.label:+d}{lie}."
    truth = "which is right" if entry.predicted == entry.label else f"the truth is {entry.label:+d}"
    return f"{shows}: it says {entry.predicted:+d}, {truth}."


def unsaid(counterexample: Counterexample) -> str:
    """Return the word for a missing answer in a round without a prediction."""
    failure = counterexample.failure
    return "no label" if failure and failure.kind == "illegal label" else "no answer"


def _target(counterexample: Counterexample) -> Iterator[str]:
    if counterexample.target is not None:
        where = " in the kernel's feature space" if counterexample.lifted else ""
        if counterexample.has_threshold:
            where = " on the points (x, 1), where its last coordinate is the threshold"
        all_but = f"All labels but {counted(len(counterexample.lies), 'lie')}" if counterexample.lies else "All labels"
        target = counterexample.judged_setting.target_text(counterexample.target)
        yield f"{all_but} are those of {target}{where}."


def _result(counterexample: Counterexample) -> list[str]:
    sentences = []
    if counterexample.why == "forfeit":
        sentences.append(f"Then it fails: {counterexample.fault}.")
    elif counterexample.why == "contradiction":
        told = "It had been told the label of that very point before"
        sentences.append(f"{told}: {counterexample.reason}." if counterexample.reason else f"{told}.")
    elif counterexample.why == "mistakes":
        mistakes = counted(counterexample.mistakes, "mistake")
        sentences.append(f"That makes {mistakes}, {_allowed(counterexample)}: {counterexample.reason}.")
    return sentences


def _allowed(counterexample: Counterexample) -> str:
    if not counterexample.keepable:
        return f"and the bound {UNKEPT}"
    return f"where {f'at most {counterexample.allowed}' if counterexample.allowed else 'none'} may be made"


def traced(counterexample: Counterexample, adversary: str, output: str | Path | None = None) -> Counterexample:
    """Write the trace, to ``output`` if given, have it judged, and return the counterexample with the verdict.

    A run bound is claimed of rounds that a fresh learner has played alone, twice. After another learner's rounds, where
    it was forfeited, where it goes differently when it is played again, or where data are shown that are not asked
    about, only that a target explains the labels. A
    forfeit without an answer leaves a trace without a round, as in ``play``, which shows nothing. The points of a
    kernel's game are those in feature space.

    Raises:
        InputError: the output cannot be written.

    """
    shows = answered(counterexample) and counterexample.target is not None
    if not (shows or output):
        return counterexample
    with new_file(output or None) as partial:
        write_trace(counterexample, adversary, partial)
        verdict = judge_file(partial)
        if shows and not verdict.valid:
            raise AssertionError(f"the checker refuses our counterexample: {verdict.reason}")
    return replace(counterexample, trace=str(output) if output else None, statements=tuple(verdict.statements))


def answered(counterexample: Counterexample) -> bool:
    """Tell whether some round has an answer."""
    return any(entry.predicted is not None for entry in counterexample.rounds)


def write_trace(counterexample: Counterexample, adversary: str, trace: Path) -> None:
    """Write a counterexample as a trace without judging it; ``traced`` also has it judged."""
    game = counterexample.transcript
    claims = [ClaimLine(Statement.REALIZABLE)] if game.target is not None else []
    alike = not (counterexample.before or counterexample.fault or counterexample.again or is_trained(counterexample))
    if claims and alike:
        claims.append(ClaimLine(Statement.RUN_BOUND, counterexample.mistakes))
    write_transcript(trace, (counterexample.learner, adversary), game, claims)
