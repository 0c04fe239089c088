"""A whole game: a learner, an adversary, the rounds, the replay, the verdict."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import msgspec

from adversary.game.judge import MalformedError, UndecidedError, Verdict, judge, unjudged
from adversary.game.judge import plain as show_plain
from adversary.game.referee import Outcome, play_rounds
from adversary.game.replay import GAME_HASH_SEED, disagreement
from adversary.game.second_opinion import NOT_ASKED, Opinion, second_judge
from adversary.game.watch import require_weights
from adversary.game.watch import watch as watch_weights
from adversary.progress import Bar
from adversary.strategies import registry
from adversary.strategies.protocol import Adversary, Card, Plan
from adversary.strategies.user_supplied import Guest
from learners.loading import sources
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.sandbox.child import LIMITS, Limits
from learners.sandbox.players import Contestant, GamePlayer
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS, Rational, read_margin_squared, read_rational
from proofs.exact.targets import Target
from proofs.formats.settings import Finite, Halfspaces, Setting
from proofs.formats.trace import Claim, TraceWriter, Watched
from proofs.second_judge import MOST_ROUNDS

LONGEST_LIMIT = 86_400.0

WORD = "the upper bound is the learner's own word: it is on its card, and no theorem here gives it"
"""The note on a game where it is."""

LONGEST_NAME = 200
"""Bytes of a file's name: some less than what file systems allow, for the name that it has until it is complete."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game, judged.

    ``realizable``, ``target`` (its norm² and smallest margin², or the concept) and ``statements`` are the checker's
    findings. Of a randomized learner ``mistakes`` is the exact expectation on this sequence, a ``Fraction``.
    ``replayed`` is ``None`` where no replay took place. ``bounds`` are the theorems': what the adversary forces on
    every deterministic learner, and what this learner never exceeds (``None``: no theorem says). ``tight`` means that
    both are the number of mistakes, certified. With ``upper_is_word`` the upper bound is no theorem's but what the card
    of somebody else's learner says, and nothing is ``tight``. ``reason`` says why the game proves less than was asked,
    if it does. ``second_opinion`` is sympy's on the checker's findings.
    """

    learner: str
    adversary: str
    rounds: int
    mistakes: Rational
    termination: str
    fault: str | None
    realizable: bool
    replayed: bool | None
    bounds: dict[str, Rational | None]
    tight: bool | None
    target: dict[str, Any]
    statements: list[dict[str, Any]]
    trace: str | None
    reason: str | None
    setting: Setting
    note: str | None
    watched: list[Watched] | None = None
    upper_is_word: bool = False
    second_opinion: Opinion = NOT_ASKED

    @property
    def ok(self) -> bool:
        """Whether everything that was asked holds."""
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """Return the game as plain JSON values; rationals are strings like ``"1/7"``."""
        plain = asdict(self)
        del plain["setting"], plain["note"], plain["watched"], plain["upper_is_word"]
        plain["second_opinion"] = self.second_opinion.word
        if self.watched is not None:
            plain["watched"] = [msgspec.structs.asdict(entry) for entry in self.watched]
        plain["mistakes"] = show_plain(self.mistakes)
        plain["bounds"] = {key: show_plain(bound) for key, bound in self.bounds.items()}
        plain["target"] = {key: show_plain(value) for key, value in self.target.items()}
        if isinstance(self.setting, Finite):
            plain["class"] = self.setting.concept_class.name
        return plain

    def _repr_html_(self) -> str:
        from adversary.report.show import game_html

        return game_html(self)


def play(  # noqa: PLR0913, PLR0915 - each is an option of the command line
    learner: object,
    *,
    against: str | Adversary | None = None,
    margin: str | Fraction | int | None = None,
    margin_squared: str | Fraction | int | None = None,
    dimension: int | None = None,
    concept_class: str | Path | ConceptClass | None = None,
    seed: int | None = None,
    as_printed: bool = False,
    output: str | Path | None = None,
    watch: bool = False,
    replay: bool = True,
    second_opinion: bool = True,
    time_limit: float = LIMITS.call,
    game_limit: float = LIMITS.game,
) -> GameResult:
    """Play a learner against an adversary and judge the game exactly.

    Args:
        learner: a registered name, a file (``student.py``, ``student.py:Name``), a class or factory, or an instance.
        against: a registered adversary, or an ``Adversary`` of one's own (then give margin and dimension, or a class);
            by default ``standard-basis``, or ``littlestone`` where a class is given.
        margin: δ, as ``"1/10"``, ``"1/sqrt(7)"`` or a Fraction; or give ``margin_squared``, δ².
        margin_squared: δ² as a rational.
        dimension: of the space; by default as many as the adversary needs.
        concept_class: a finite class to play on: ``"intervals:11"``, a file, or a ``ConceptClass``.
        seed: of an adversary that chooses at random.
        as_printed: play the notes' statement as printed, where it is known to be false.
        output: where to write the trace; it appears there when it is complete, or not at all.
        watch: check what the Perceptron's theorems say of the learner's weights, after each of its mistakes.
        replay: attach the mistakes to the learner by playing them to a fresh one in another process.
        second_opinion: have sympy judge norm and margins, too, on halfspaces and up to 2,000 rounds.
        time_limit: seconds a call, for a learner in a process of its own: a file's or a program.
        game_limit: seconds for all its calls together.

    Raises:
        InputError: something given is unusable; the message says what, in one line.

    """
    limits = Limits(time_limit, game_limit)
    if not all(type(limit) in (int, float) and 0 < limit <= LONGEST_LIMIT for limit in limits):
        raise InputError(f"a time limit should be above 0 seconds and at most a day: {time_limit}, {game_limit}")
    source = sources.find(learner)
    table = load_class(str(concept_class)) if isinstance(concept_class, str | Path) else concept_class
    if table is not None and not isinstance(table, ConceptClass):
        raise InputError(f"a class is a name, a file or a ConceptClass, not a {type(table).__name__}")
    options = _options(
        margin, margin_squared, dimension=dimension, seed=seed, as_printed=as_printed or None, concept_class=table
    )
    with Bar("solving", None):
        adversary, plan, name = _adversary(against or ("standard-basis" if table is None else "littlestone"), options)
        upper = _upper_bound(source, plan.setting)
    contestant = Contestant(source, plan.setting, limits)
    if output is not None:
        keep_inputs(output, concept_class, learner, str(against or "").partition(":")[2])
    halfspaces = require_weights(source, plan.setting) if watch else None
    wanted = second_opinion and isinstance(plan.setting, Halfspaces)
    with (
        second_judge(wanted=wanted and (plan.rounds or 0) <= MOST_ROUNDS) as second,
        new_file(output) as path,
        path.open("wb") as file,
    ):
        record = TraceWriter(file)
        record.header(source.text, name, plan.setting)
        outcome = _play(contestant, adversary, plan, record)
        record.flush()
        replayed, differs = None, None
        if replay and outcome.rounds and not outcome.fault:
            with Bar("replaying", outcome.rounds) as bar:
                differs = disagreement(contestant, path, bar)
            replayed = differs is None
        target = adversary.target() if outcome.rounds else None
        watched = None
        if halfspaces and outcome.rounds:
            watched = watch_weights(source, halfspaces, path, target, outcome.rounds)
        fault = str(outcome.fault) if outcome.fault else None
        claims = _claims(outcome, plan, replayed=replayed is True)
        if isinstance(plan.setting, Finite):
            record.finite_footer(target if isinstance(target, int) else None, claims, fault, plan.tree)
        else:
            record.footer(target if isinstance(target, Target) else None, claims, fault, watched or ())
        if wanted and 0 < outcome.rounds <= MOST_ROUNDS:
            second.read(path)
        report = _judge(path, outcome)
        opinion = second.opinion(report) if wanted else NOT_ASKED
    lower = plan.forces
    word = upper is not None and not source.is_ours
    tight = None
    if lower is not None and upper is not None and not word:
        tight = lower == outcome.mistakes == upper and report.valid and replayed is True and opinion.word != "differs"
    refuted = None
    if upper is not None and outcome.mistakes > upper and report.valid and replayed:
        refuted = f"the bound on the learner's card is refuted: {outcome.mistakes} mistakes, where it allows {upper}"
    contradicted = opinion.because if opinion.word == "differs" else None
    violated = next((f"{entry.claim}, {entry.violation}" for entry in watched or () if entry.violation), None)
    return GameResult(
        learner=source.text,
        adversary=name,
        rounds=outcome.rounds,
        mistakes=outcome.mistakes,
        termination="forfeit" if fault else "finished",
        fault=fault,
        realizable=report.realizable,
        replayed=replayed,
        bounds={"lower": lower, "upper": upper},
        tight=tight,
        target=_named(report.target, plan.setting),
        statements=report.statements,
        trace=str(output) if output else None,
        reason=contradicted or fault or differs or report.reason or refuted or violated,
        setting=plan.setting,
        note="; ".join([text for text in (plan.note, WORD * word) if text]) or None,
        watched=watched,
        upper_is_word=word,
        second_opinion=opinion,
    )


def _options(margin: object, margin_squared: object, **others: object) -> dict[str, Any]:
    if margin is not None and margin_squared is not None:
        raise InputError("give the margin or its square, not both")
    given: dict[str, Any] = {option: value for option, value in others.items() if value is not None}
    for option, kind in (("dimension", int), ("seed", int)):
        if option in given and type(given[option]) is not kind:
            raise InputError(f"{option} should be an int, but is {given[option]!r}")
    if margin is not None:
        given["margin_squared"] = read_margin_squared(_exact(margin))
    elif margin_squared is not None:
        given["margin_squared"] = squared = read_rational(_exact(margin_squared))
        if squared <= 0:
            raise InputError(f"the margin should be above 0, but its square is {squared}")
    if "dimension" in given and cast("int", given["dimension"]) < 1:
        raise InputError(f"the dimension should be at least 1, but is {given['dimension']}")
    return given


def _exact(number: object) -> str:
    if isinstance(number, float):
        raise InputError(f"{number!r} is a float, exactly {Fraction(number)}; give '{number!r}' or a Fraction")
    if type(number) not in (int, str, Fraction):
        raise InputError(f"a margin is a str, an int or a Fraction, not {type(number).__name__}")
    if isinstance(number, int | Fraction) and max(abs(number.numerator), number.denominator) >= 10**MAX_DIGITS:
        raise InputError(f"the margin takes more than {MAX_DIGITS} digits to write exactly")
    return str(number)


def _adversary(against: str | Adversary, options: dict[str, Any]) -> tuple[Adversary, Plan, str]:
    if isinstance(against, type):
        raise InputError(f"{against.__name__} is a class: give an adversary made of it, {against.__name__}(…)")
    if isinstance(against, str):
        strategy = registry.make(against, options)
        return strategy, strategy.plan, against
    name = type(against).__qualname__
    table = options.get("concept_class")
    for method in ("next_point", "label", "target"):
        if not callable(getattr(against, method, None)):
            raise InputError(f"{name} is no adversary: it lacks the method {method}")
    if table is None and ("margin_squared" not in options or "dimension" not in options):
        raise InputError(f"{name} is an adversary of your own: give margin and dimension, or a class, too")
    if table is not None and not {"margin_squared", "dimension"}.isdisjoint(options):
        raise InputError("give a class, or margin and dimension, not both")
    plan = Plan(Finite(table) if table else Halfspaces(options["dimension"], options["margin_squared"]))
    return Guest(against, plan), plan, name


def keep_inputs(output: str | Path, *inputs: object) -> None:
    """Raise InputError if what is to be written would replace one of the files that were read."""
    if "\0" in str(output):
        raise InputError(f"cannot write {output}: no file has such a name")
    for given in inputs:
        if (
            isinstance(given, str | Path)
            and str(given)
            and "\0" not in str(given)
            and os.path.realpath(output) == os.path.realpath(given)
        ):
            raise InputError(f"cannot write {output}: that is the input")


@contextmanager
def new_file(output: str | Path | None) -> Iterator[Path]:
    """Yield a path to write to; what is there in the end appears at ``output``, unless something is raised."""
    if output is None:
        with TemporaryDirectory(prefix="adversary-") as folder:
            yield Path(folder, "trace.jsonl")
        return
    if "\0" in str(output):
        raise InputError(f"cannot write {output}: no file has such a name")
    final = Path(os.path.realpath(output))
    if not str(output):
        raise InputError("cannot write to a file without a name")
    if len(os.fsencode(final.name)) > LONGEST_NAME:
        raise InputError(f"cannot write {str(output)[:40]}…: File name too long")
    if not final.parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {final.parent}")
    if final.exists() and not final.is_file():
        raise InputError(f"cannot write {output}: it exists and is no regular file")
    partial = final.with_name(f".{secrets.token_hex(4)}.partial")
    try:
        partial.touch(exist_ok=False)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from None
    try:
        yield partial
        try:
            partial.replace(final)
        except OSError as error:
            raise InputError(f"cannot write {output}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _play(contestant: Contestant, adversary: Adversary, plan: Plan, record: TraceWriter) -> Outcome:
    player: GamePlayer | None = None
    try:
        player = contestant.player(GAME_HASH_SEED)
        with Bar("playing", plan.rounds) as bar:
            return play_rounds(player, adversary, record, bar, oblivious=_is_oblivious(adversary))
    except Fault as fault:
        return Outcome(0, 0, fault)
    finally:
        if player:
            player.close()


def _claims(outcome: Outcome, plan: Plan, *, replayed: bool) -> list[Claim]:
    if not outcome.rounds:
        return []
    claims = [Claim("realizable")]
    if replayed and isinstance(outcome.mistakes, int):
        claims.append(Claim("run bound", outcome.mistakes))
    elif replayed and _short(outcome.mistakes):
        claims.append(Claim("expected mistakes", str(outcome.mistakes)))
    if plan.claims is not None and not outcome.fault:
        claims.append(Claim("universal bound", plan.claims))
    return claims


def _judge(path: Path, outcome: Outcome) -> Verdict:
    try:
        with Bar("checking", None):
            return judge(path)
    except UndecidedError as error:
        return unjudged(outcome.rounds, outcome.mistakes, str(error))
    except MalformedError as error:  # a number that the format cannot hold, for example
        return unjudged(outcome.rounds, outcome.mistakes, f"the trace is malformed: {error}")


def _short(number: Rational) -> bool:
    return bool(max(abs(number.numerator), number.denominator) < 10**MAX_DIGITS)


def _is_oblivious(adversary: Adversary) -> bool:
    card = getattr(adversary, "card", None)
    return isinstance(card, Card) and card.oblivious


def _named(target: dict[str, Any], setting: Setting) -> dict[str, Any]:
    """Add what people call the concept."""
    if not isinstance(setting, Finite) or target.get("concept") is None:
        return target
    return {**target, "name": setting.concept_class.concept_name(target["concept"])}


def _upper_bound(source: Source, setting: Setting) -> Rational | None:
    bound = source.card(setting).mistake_bound
    try:
        most = bound(setting) if bound else None
        return most if most is None or _short(most) else None  # nobody could read it, nor the trace hold it
    except Exception as error:  # noqa: BLE001 - the card may be somebody else's
        raise InputError(
            f"{source.text}: the mistake bound on its card raised {type(error).__name__}: {error}"
        ) from None
