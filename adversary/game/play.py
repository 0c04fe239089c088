"""A whole game, in order: options, plan, rounds, replay, verdict."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.files import keep_inputs, new_file
from adversary.game.judge import Findings
from adversary.game.options import read_limits, read_options
from adversary.game.person import Person
from adversary.game.referee import Outcome, play_rounds
from adversary.game.replay import GAME_HASH_SEED
from adversary.game.result import MAX_RECORDED, GameResult
from adversary.game.second_opinion import Opinion, second_judge
from adversary.game.steps import read_steps
from adversary.game.verdict import Ending, end_game, judge
from adversary.game.watch import require_weights
from adversary.game.watch import watch as watch_weights
from adversary.progress import Bar
from adversary.strategies import registry
from adversary.strategies.from_file import FileAdversary, find_adversary_file
from adversary.strategies.protocol import Adversary, AdversaryCard, Plan
from adversary.strategies.registry import default_seed
from adversary.strategies.user_supplied import METHODS, UserSuppliedAdversary, plan_of
from learners.loading import sources
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.runner.child import LIMITS, Limits
from learners.runner.client import WorkerPlayer
from learners.runner.players import Contestant, GamePlayer
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, is_short
from proofs.formats.trace import TraceWriter, Watched
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.settings import Finite, Setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOUND_ON_CARD = "the upper bound is the learner's own word: it is on its card, and no theorem here gives it"
"""The note on a game where it is."""

NO_RUN_BOUND = "a person cannot be replayed, so there is no run bound, statement 2"
"""The note on a game of a person."""


def play(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    *,
    against: str | Path | Adversary | None = None,
    margin: str | Fraction | int | None = None,
    margin_squared: str | Fraction | int | None = None,
    dimension: int | None = None,
    concept_class: "str | Path | ConceptClass | NDArray[Any] | None" = None,
    seed: int | None = None,
    lies: int | None = None,
    order: str | Sequence[str | int] | None = None,
    as_printed: bool = False,
    mistakes: int | None = None,
    scale: str | Fraction | int | None = None,
    output: str | Path | None = None,
    watch: bool = False,
    steps: bool = False,
    replay: bool = True,
    second_opinion: bool = True,
    time_limit: float = LIMITS.call,
    game_limit: float = LIMITS.game,
) -> GameResult:
    """Play a learner against an adversary and judge the game exactly.

    Args:
        learner: a registered name, a file (``student.py``, ``student.py:Name``), a class or factory, an instance, or a
            ``Person``, whose game is not replayed.
        against: a registered adversary, a file (``my.py``, ``my.py:Name``), or an ``Adversary`` of one's own (for these
            give margin and dimension, or a class, unless they have a plan that says so); by default
            ``standard-basis``, or ``littlestone`` where a class is given, or ``announced-order`` with an order.
        margin: δ, as ``"1/10"``, ``"1/sqrt(7)"`` or a Fraction; or give ``margin_squared``, δ².
        margin_squared: δ² as a rational.
        dimension: of the space; by default as many as the adversary needs.
        concept_class: a finite class to play on: ``"intervals:11"``, a file, a numpy array, or a ``ConceptClass``.
        seed: of an adversary that chooses at random.
        lies: how many labels may be unlike the target's, on a finite class.
        order: names of points of the class, each at most once: the learner is told beforehand that these are shown, in
            this order. A text with commas, or a list.
        as_printed: play the notes' statement as printed, where it is known to be false.
        mistakes: how many an adversary is to force that takes a number of them, like ``hinge``.
        scale: c, a rational from 0 to 1, of the target c·Σ yᵢxᵢ of ``hinge``; 1/2 by default.
        output: where to write the trace; it appears there when it is complete, or not at all.
        watch: check what the Perceptron's theorems say of the learner's weights, after each of its mistakes.
        steps: keep the rounds to be shown: all of a short game, both ends of a long one.
        replay: attach the mistakes to the learner by playing them to a fresh one in another process.
        second_opinion: have sympy judge norm and margins (or losses), too, on halfspaces and up to 2,000 rounds.
        time_limit: seconds a call, for what is in a process of its own: a file's learner or adversary, or a program.
        game_limit: seconds for all its calls together.

    Raises:
        InputError: something given is unusable; the message says what, in one line.

    """
    limits = read_limits(time_limit, game_limit)
    source = learner if isinstance(learner, Person) else sources.find(learner)
    options = read_options(
        margin=margin,
        margin_squared=margin_squared,
        dimension=dimension,
        seed=seed,
        concept_class=concept_class,
        as_printed=as_printed,
        lies=lies,
        order=order,
        mistakes=mistakes,
        scale=scale,
    )
    with ExitStack() as opened:
        game = _plan_game(source, limits, against, options, opened)
        keep_inputs(output, concept_class, learner, against)
        return _play_game(game, output, watch=watch, steps=steps, replay=replay, second_opinion=second_opinion)


def _play_game(  # noqa: PLR0913 - as many options
    game: "_Game", output: str | Path | None, *, watch: bool, steps: bool, replay: bool, second_opinion: bool
) -> GameResult:
    setting = game.plan.setting
    watching = _watching(game.source, setting) if watch else None
    asked = second_opinion and not isinstance(setting, Finite)
    with (
        second_judge(wanted=asked and (game.plan.rounds or 0) <= MAX_JUDGED_ROUNDS) as second,
        new_file(output) as trace,
        trace.open("wb") as file,
    ):
        record = TraceWriter(file)
        outcome, own = _play_rounds(game, record)
        game = game if own is None else replace(game, upper=own)
        target = game.adversary.target() if outcome.rounds else None
        watched = watching(trace, target, outcome.rounds) if watching and outcome.rounds else None
        shown = read_steps(trace, setting, outcome.rounds, target) if steps else None
        ours = isinstance(game.source, Source) and game.source.is_ours
        ending = Ending(
            contestant=None if isinstance(game.contestant, Person) else game.contestant,
            plan=game.plan,
            outcome=outcome,
            target=target,
            watched=watched or (),
            ours=ours and not isinstance(game.adversary, UserSuppliedAdversary),
        )
        agreed, differs, findings = end_game(ending, record, trace, replay=replay)
        played = _Played(outcome, agreed, differs, watched)
        findings, opinion = judge(trace, outcome, second if asked else None, findings)
        recorded = trace.read_bytes() if trace.stat().st_size <= MAX_RECORDED else None
    word = game.upper is not None and not (isinstance(game.source, Source) and game.source.is_ours)
    lower = _lower_bound(game, findings)
    notes = game.plan.note, BOUND_ON_CARD * word, NO_RUN_BOUND * isinstance(game.source, Person)
    return GameResult(
        learner=game.source.text,
        adversary=game.adversary_name,
        rounds=outcome.rounds,
        mistakes=outcome.mistakes,
        termination="forfeit" if outcome.fault else "finished",
        fault=str(outcome.fault) if outcome.fault else None,
        realizable=findings.realizable,
        replayed=agreed,
        bounds={"lower": lower, "upper": game.upper},
        tight=None if word else _tight(lower, game.upper, played, findings, opinion),
        target=_named(findings.target, setting),
        statements=findings.statements,
        trace=str(output) if output else None,
        reason=_reason(game, played, findings, opinion),
        setting=setting,
        note="; ".join(filter(None, notes)) or None,
        watched=watched,
        upper_is_word=word,
        steps=shown,
        seed=game.seed,
        as_printed=game.as_printed,
        second_opinion=opinion,
        recorded=recorded,
        judged=findings.judged,
    )


@dataclass(frozen=True, slots=True)
class _Game:
    """What is going to be played; ``upper`` is the most mistakes that the learner's card allows, if it says.

    ``seed`` is the adversary's, if it takes one.
    """

    source: Source | Person
    contestant: Contestant | Person
    adversary: Adversary
    adversary_name: str
    plan: Plan
    upper: Rational | None
    seed: int | None
    as_printed: bool


@dataclass(frozen=True, slots=True)
class _Played:
    """What has been played; ``agreed``: whether the replay did (``None``: there was none), and ``differs``: how not."""

    outcome: Outcome
    agreed: bool | None
    differs: str | None
    watched: list[Watched] | None


# ------------------------------------------------------------------------------------------------ plan


def _plan_game(
    source: Source | Person,
    limits: Limits,
    against: str | Path | Adversary | None,
    options: dict[str, Any],
    opened: ExitStack,
) -> _Game:
    with Bar("solving", None):
        usual = "littlestone" if "concept_class" in options else "standard-basis"
        usual = "announced-order" if "order" in options else usual
        adversary, plan, name = _adversary(usual if against is None else against, options, limits, opened)
        contestant = source if isinstance(source, Person) else Contestant(source, plan.setting, limits)
        upper = None if isinstance(source, Person) else upper_bound(source, plan.setting)
        seed = options.get("seed", None if isinstance(adversary, UserSuppliedAdversary) else default_seed(name))
        return _Game(source, contestant, adversary, name, plan, upper, seed, "as_printed" in options)


def _adversary(
    against: str | Path | Adversary, options: dict[str, Any], limits: Limits, opened: ExitStack
) -> tuple[Adversary, Plan, str]:
    """Return the adversary, its plan, and what it is called; what runs for it is ended with ``opened``."""
    if isinstance(against, type):
        raise InputError(f"{against.__name__} is a class: give an adversary made of it, {against.__name__}(…)")
    if isinstance(against, str | Path):
        name = str(against)
        if file := find_adversary_file(name):
            foreign = opened.enter_context(closing(FileAdversary(name, file, options, limits)))
            plan = plan_of(foreign, options, name)
            return UserSuppliedAdversary(foreign, plan, name), plan, name
        strategy = registry.make_adversary(name, options)
        return strategy, strategy.plan, name
    name = str(getattr(against, "called", type(against).__qualname__))
    registry.see_user_supplied(name, options)
    for method in METHODS:
        if not callable(getattr(against, method, None)):
            raise InputError(f"{name} is not an adversary: it lacks the method {method}")
    plan = plan_of(against, options, name)
    return UserSuppliedAdversary(against, plan, name), plan, name


def _watching(source: Source | Person, setting: Setting) -> Callable[[Path, object, int], list[Watched]]:
    """Return what watches a game of the learner: its trace, its target, its rounds. Raises InputError."""
    if isinstance(source, Person):
        raise InputError("a person shows no weights, so nothing about them can be watched")
    return partial(watch_weights, source, require_weights(source, setting))


def upper_bound(source: Source, setting: Setting) -> Rational | None:
    """Return the most mistakes that the learner's card allows, if it says so in few digits. Raises InputError."""
    bound = source.card(setting).mistake_bound
    try:
        most = bound(setting) if bound else None
        return most if most is None or is_short(most) else None
    except Exception as error:  # noqa: BLE001 - the card may be somebody else's
        raise InputError(
            f"{source.text}: the mistake bound on its card raised {type(error).__name__}: {error}"
        ) from None


# ------------------------------------------------------------------------------------------------ game


def _play_rounds(game: _Game, record: TraceWriter) -> tuple[Outcome, Rational | None]:
    """Play the game, and bring the header and every round into the trace.

    Return also the bound on the card of a learner from a file, which is read in its own process.
    """
    contestant, plan = game.contestant, game.plan
    record.header(game.source.text, game.adversary_name, plan.setting)
    card = getattr(game.adversary, "card", None)
    oblivious = isinstance(card, AdversaryCard) and card.oblivious
    player: GamePlayer | None = None
    own: Rational | None = None
    try:
        bar = Bar("playing", plan.rounds)
        if isinstance(contestant, Person):
            contestant.begin(plan.setting, plan.rounds, as_printed=game.as_printed)
            player = contestant
        else:
            player = contestant.player(GAME_HASH_SEED)
            own = _own_bound(game.source.text, player)
        with nullcontext() if isinstance(contestant, Person) else bar:  # nothing moves where a person types
            outcome = play_rounds(player, game.adversary, record, bar, oblivious=oblivious)
    except Fault as fault:
        return Outcome(0, 0, fault), own
    else:
        record.flush()
        return outcome, own
    finally:
        if player:
            player.close()


def _own_bound(name: str, player: GamePlayer) -> Rational | None:
    if not isinstance(player, WorkerPlayer):
        return None
    try:
        most = player.own_bound()
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return most if most is None or is_short(most) else None


# ------------------------------------------------------------------------------------------------ verdict


def _lower_bound(game: _Game, findings: Findings) -> Rational | None:
    """Return what every deterministic learner is forced to: a theorem says so, or else the checker has found it."""
    about = game.plan.setting.lower_statement
    proved = [found["mistakes"] for found in findings.statements if found["statement"] == about]
    return max(proved, default=None) if game.plan.forces is None else game.plan.forces


def _tight(
    lower: Rational | None, upper: Rational | None, played: _Played, findings: Findings, opinion: Opinion
) -> bool | None:
    """Tell whether both bounds are the number of mistakes, certified; ``None`` where one of them is not known."""
    if lower is None or upper is None:
        return None
    met = lower == played.outcome.mistakes == upper
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
