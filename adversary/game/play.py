"""A whole game, in order: options, plan, rounds, replay, verdict."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import keep_inputs, new_file
from adversary.game.judge import Findings, MalformedError, UndecidedError, judge_file, unjudged
from adversary.game.referee import Outcome, play_rounds
from adversary.game.replay import GAME_HASH_SEED, disagreement
from adversary.game.result import GameResult
from adversary.game.second_opinion import NOT_ASKED, Opinion, SecondJudge, second_judge
from adversary.game.watch import require_weights
from adversary.game.watch import watch as watch_weights
from adversary.progress import Bar
from adversary.strategies import registry
from adversary.strategies.protocol import Adversary, AdversaryCard, Plan
from adversary.strategies.user_supplied import UserSuppliedAdversary
from learners.loading import sources
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.sandbox.child import LIMITS, Limits
from learners.sandbox.players import Contestant, GamePlayer
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS, Rational, read_margin_squared, read_rational
from proofs.formats.settings import Finite, Halfspaces, Setting
from proofs.formats.trace import ClaimLine, TraceWriter, Watched
from proofs.second_judge import MOST_JUDGED_ROUNDS

LONGEST_LIMIT = 86_400.0

BOUND_ON_CARD = "the upper bound is the learner's own word: it is on its card, and no theorem here gives it"
"""The note on a game where it is."""


def play(  # noqa: PLR0913 - each is an option of the command line
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
    limits = _limits(time_limit, game_limit)
    source = sources.find(learner)
    options = _options(margin, margin_squared, dimension, seed, concept_class, as_printed=as_printed)
    game = _plan_game(source, limits, against, options)
    keep_inputs(output, concept_class, learner, str(against or "").partition(":")[2])
    weighed = require_weights(source, game.plan.setting) if watch else None
    asked = second_opinion and isinstance(game.plan.setting, Halfspaces)
    with (
        second_judge(wanted=asked and (game.plan.rounds or 0) <= MOST_JUDGED_ROUNDS) as second,
        new_file(output) as trace,
        trace.open("wb") as file,
    ):
        record = TraceWriter(file)
        outcome = _play_rounds(game, record)
        agreed, differs = _replay(game, outcome, trace) if replay else (None, None)
        target = game.adversary.target() if outcome.rounds else None
        watched = watch_weights(source, weighed, trace, target, outcome.rounds) if weighed and outcome.rounds else None
        played = _Played(outcome, agreed, differs, watched)
        fault = str(outcome.fault) if outcome.fault else None
        record.footer(target, _claims(game.plan, played), fault, watched or (), game.plan.tree)
        findings, opinion = _judge(trace, outcome, second if asked else None)
    word = game.upper is not None and not source.is_ours
    return GameResult(
        learner=source.text,
        adversary=game.adversary_name,
        rounds=outcome.rounds,
        mistakes=outcome.mistakes,
        termination="forfeit" if fault else "finished",
        fault=fault,
        realizable=findings.realizable,
        replayed=agreed,
        bounds={"lower": game.plan.forces, "upper": game.upper},
        tight=None if word else _tight(game, played, findings, opinion),
        target=_named(findings.target, game.plan.setting),
        statements=findings.statements,
        trace=str(output) if output else None,
        reason=_reason(game, played, findings, opinion),
        setting=game.plan.setting,
        note="; ".join([text for text in (game.plan.note, BOUND_ON_CARD * word) if text]) or None,
        watched=watched,
        upper_is_word=word,
        second_opinion=opinion,
    )


@dataclass(frozen=True, slots=True)
class _Game:
    """What is going to be played; ``upper`` is the most mistakes that the learner's card allows, if it says."""

    contestant: Contestant
    adversary: Adversary
    adversary_name: str
    plan: Plan
    upper: Rational | None


@dataclass(frozen=True, slots=True)
class _Played:
    """What has been played; ``agreed``: whether the replay did (``None``: there was none), and ``differs``: how not."""

    outcome: Outcome
    agreed: bool | None
    differs: str | None
    watched: list[Watched] | None


# ------------------------------------------------------------------------------------------------ options


def _limits(time_limit: float, game_limit: float) -> Limits:
    limits = Limits(time_limit, game_limit)
    if not all(type(limit) in (int, float) and 0 < limit <= LONGEST_LIMIT for limit in limits):
        raise InputError(f"a time limit should be above 0 seconds and at most a day: {time_limit}, {game_limit}")
    return limits


def _options(  # noqa: PLR0913 - as many options
    margin: object, margin_squared: object, dimension: object, seed: object, concept_class: object, *, as_printed: bool
) -> dict[str, Any]:
    """Return what the user has given, by the names that adversaries have for it."""
    table = load_class(str(concept_class)) if isinstance(concept_class, str | Path) else concept_class
    if table is not None and not isinstance(table, ConceptClass):
        raise InputError(f"a class is a name, a file or a ConceptClass, not a {type(table).__name__}")
    if margin is not None and margin_squared is not None:
        raise InputError("give the margin or its square, not both")
    for option, value in (("dimension", dimension), ("seed", seed)):
        if value is not None and type(value) is not int:
            raise InputError(f"{option} should be an int, but is {value!r}")
    square = _margin_squared(margin, margin_squared)
    if isinstance(dimension, int) and dimension < 1:
        raise InputError(f"the dimension should be at least 1, but is {dimension}")
    options = {"dimension": dimension, "seed": seed, "as_printed": as_printed or None, "concept_class": table}
    return {key: value for key, value in (options | {"margin_squared": square}).items() if value is not None}


def _margin_squared(margin: object, margin_squared: object) -> Fraction | None:
    if margin is not None:
        return read_margin_squared(_exact(margin))
    if margin_squared is None:
        return None
    squared = read_rational(_exact(margin_squared))
    if squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {squared}")
    return squared


def _exact(number: object) -> str:
    if isinstance(number, float):
        raise InputError(f"{number!r} is a float, exactly {Fraction(number)}; give '{number!r}' or a Fraction")
    if type(number) not in (int, str, Fraction):
        raise InputError(f"a margin is a str, an int or a Fraction, not {type(number).__name__}")
    if isinstance(number, int | Fraction) and not _is_short(number):
        raise InputError(f"the margin takes more than {MAX_DIGITS} digits to write exactly")
    return str(number)


def _is_short(number: Rational) -> bool:
    """Tell whether people can read a number, and a trace hold it."""
    return bool(max(abs(number.numerator), number.denominator) < 10**MAX_DIGITS)


# ------------------------------------------------------------------------------------------------ plan


def _plan_game(source: Source, limits: Limits, against: str | Adversary | None, options: dict[str, Any]) -> _Game:
    with Bar("solving", None):
        adversary, plan, name = _adversary(
            against or ("littlestone" if "concept_class" in options else "standard-basis"), options
        )
        contestant = Contestant(source, plan.setting, limits)
        return _Game(contestant, adversary, name, plan, _upper_bound(source, plan.setting))


def _adversary(against: str | Adversary, options: dict[str, Any]) -> tuple[Adversary, Plan, str]:
    if isinstance(against, type):
        raise InputError(f"{against.__name__} is a class: give an adversary made of it, {against.__name__}(…)")
    if isinstance(against, str):
        strategy = registry.make_adversary(against, options)
        return strategy, strategy.plan, against
    name = type(against).__qualname__
    table = options.get("concept_class")
    for method in ("next_point", "label", "target"):
        if not callable(getattr(against, method, None)):
            raise InputError(f"{name} is not an adversary: it lacks the method {method}")
    if table is None and ("margin_squared" not in options or "dimension" not in options):
        raise InputError(f"{name} is an adversary of your own: give margin and dimension, or a class, too")
    if table is not None and not {"margin_squared", "dimension"}.isdisjoint(options):
        raise InputError("give a class, or margin and dimension, not both")
    plan = Plan(Finite(table) if table else Halfspaces(options["dimension"], options["margin_squared"]))
    return UserSuppliedAdversary(against, plan), plan, name


def _upper_bound(source: Source, setting: Setting) -> Rational | None:
    bound = source.card(setting).mistake_bound
    try:
        most = bound(setting) if bound else None
        return most if most is None or _is_short(most) else None
    except Exception as error:  # noqa: BLE001 - the card may be somebody else's
        raise InputError(
            f"{source.text}: the mistake bound on its card raised {type(error).__name__}: {error}"
        ) from None


# ------------------------------------------------------------------------------------------------ game and replay


def _play_rounds(game: _Game, record: TraceWriter) -> Outcome:
    """Play the game, and bring the header and every round into the trace."""
    record.header(game.contestant.source.text, game.adversary_name, game.plan.setting)
    card = getattr(game.adversary, "card", None)
    oblivious = isinstance(card, AdversaryCard) and card.oblivious
    player: GamePlayer | None = None
    try:
        player = game.contestant.player(GAME_HASH_SEED)
        with Bar("playing", game.plan.rounds) as bar:
            outcome = play_rounds(player, game.adversary, record, bar, oblivious=oblivious)
    except Fault as fault:
        return Outcome(0, 0, fault)
    else:
        record.flush()
        return outcome
    finally:
        if player:
            player.close()


def _replay(game: _Game, outcome: Outcome, trace: Path) -> tuple[bool | None, str | None]:
    """Return whether a fresh learner predicts the same, ``None`` where there is nothing to replay, and why not."""
    if not outcome.rounds or outcome.fault:
        return None, None
    with Bar("replaying", outcome.rounds) as bar:
        differs = disagreement(game.contestant, trace, bar)
    return differs is None, differs


def _claims(plan: Plan, played: _Played) -> list[ClaimLine]:
    outcome = played.outcome
    if not outcome.rounds:
        return []
    claims = [ClaimLine("realizable")]
    if played.agreed and isinstance(outcome.mistakes, int):
        claims.append(ClaimLine("run bound", outcome.mistakes))
    elif played.agreed and _is_short(outcome.mistakes):
        claims.append(ClaimLine("expected mistakes", str(outcome.mistakes)))
    if plan.claims is not None and not outcome.fault:
        claims.append(ClaimLine("universal bound", plan.claims))
    return claims


# ------------------------------------------------------------------------------------------------ verdict


def _judge(trace: Path, outcome: Outcome, second: SecondJudge | None) -> tuple[Findings, Opinion]:
    """Return what the checker finds, and the second judge's opinion of it, if that is wanted."""
    if second and 0 < outcome.rounds <= MOST_JUDGED_ROUNDS:
        second.read(trace)
    try:
        with Bar("checking", None):
            findings = judge_file(trace)
    except UndecidedError as error:
        findings = unjudged(outcome.rounds, outcome.mistakes, str(error))
    except MalformedError as error:  # a number that the format cannot hold, for example
        findings = unjudged(outcome.rounds, outcome.mistakes, f"the trace is malformed: {error}")
    return findings, second.opinion(findings) if second else NOT_ASKED


def _tight(game: _Game, played: _Played, findings: Findings, opinion: Opinion) -> bool | None:
    """Tell whether both bounds are the number of mistakes, certified; ``None`` where one of them is not known."""
    if game.plan.forces is None or game.upper is None:
        return None
    met = game.plan.forces == played.outcome.mistakes == game.upper
    return met and findings.valid and played.agreed is True and opinion.word != "differs"


def _reason(game: _Game, played: _Played, findings: Findings, opinion: Opinion) -> str | None:
    """Return why the game proves less than was asked, the gravest reason first, or ``None``."""
    if opinion.word == "differs":
        return opinion.because
    if reason := played.outcome.fault or played.differs or findings.reason:
        return str(reason)
    mistakes = played.outcome.mistakes
    if game.upper is not None and mistakes > game.upper and findings.valid and played.agreed:
        return f"the bound on the learner's card is refuted: {mistakes} mistakes, where it allows {game.upper}"
    return next((f"{entry.claim}, {entry.violation}" for entry in played.watched or () if entry.violation), None)


def _named(target: dict[str, Any], setting: Setting) -> dict[str, Any]:
    """Add what people call the concept."""
    if not isinstance(setting, Finite) or target.get("concept") is None:
        return target
    return {**target, "name": setting.concept_class.concept_name(target["concept"])}
