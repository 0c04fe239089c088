"""A whole game, in order: options, plan, rounds, replay, verdict."""

from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from adversary.files import new_file, refuse_overwrite
from adversary.game.ending import end_game
from adversary.game.referee import Person, play_rounds
from adversary.game.replay import GAME_HASH_SEED
from adversary.game.result import MAX_RECORDED, GameResult, read_steps
from adversary.game.second_opinion import second_judge
from adversary.game.watch import require_weights
from adversary.game.watch import watch as watch_weights
from adversary.progress import Bar
from adversary.strategies.options import GameOptions, named_options, read_limits
from adversary.strategies.protocol import Adversary, AdversaryCard, Plan
from adversary.strategies.registry import default_seed, find_user_supplied, make_adversary, usual_adversary
from learners.loading import sources
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.runner.child import LIMITS, Limits
from learners.runner.runner import Runner
from learners.runner.start import game_runner
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational
from proofs.formats.trace import TraceWriter, Transcript
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.settings.forced import Forced

MAX_LOOKED_AT = 20_000
"""Rounds of a game in which a lower bound is looked for."""


def play(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    *,
    against: str | Path | Adversary | None = None,
    output: str | Path | None = None,
    watch: bool = False,
    steps: bool = False,
    replay: bool = True,
    second_opinion: bool = True,
    time_limit: float = LIMITS.call,
    game_limit: float = LIMITS.game,
    **options: Unpack[GameOptions],
) -> GameResult:
    """Play a learner against an adversary and judge the game exactly.

    Args:
        learner: a registered name, a file (``student.py``, ``student.py:Name``), a class or factory, an instance, or a
            ``Person``, whose game is not replayed.
        against: a registered adversary, a file (``my.py``, ``my.py:Name``), or an ``Adversary`` object. A file or an
            object without a plan also needs a margin and a dimension, or a class. By default: ``standard-basis``;
            ``mistake-tree`` if the dimension is below ⌊1/δ²⌋; ``littlestone`` on a class; ``announced-order`` with an
            order.
        output: the file for the trace. It appears complete or not at all.
        watch: check, after each mistake, the inequalities of the Perceptron's theorems for the learner's weights.
        steps: keep the rounds for display: all rounds of a short game, the first and last rounds of a long one.
        replay: replay the game with a fresh learner in another process, so that it can prove a run bound.
        second_opinion: have sympy check norms and margins (or losses) again, on vectors and up to 2,000 rounds.
        time_limit: seconds for each call of a learner or adversary from a file, or of a program. Loading it and
            making a learner may take 30.
        game_limit: seconds for all such calls of a game together.
        options: the options of the setting and of the adversary:
            ``margin``: δ, as ``"1/10"``, ``"1/sqrt(7)"`` or a Fraction; or ``margin_squared``, δ² as a rational.
            ``dimension``: the dimension of the space; by default what the adversary needs.
            ``concept_class``: a finite class: ``"intervals:11"``, a file, a numpy array, or a ``ConceptClass``.
            ``lies``: on a class, how many labels may differ from the target's.
            ``order``: on a class, the names of points that are shown in this order and known to the learner before
            the game; a text with commas, or a list. No name may appear twice.
            ``seed``: the seed of an adversary that chooses at random.
            ``as_printed``: play the false claim of the lecture notes as it is printed.
            ``mistakes``: for the adversary ``hinge``, how many mistakes to force.
            ``scale``: for ``hinge``, c in its target c·Σ yᵢxᵢ, a rational from 0 to 1; by default 1/2.

    Raises:
        InputError: an argument is unusable. The message is one line.

    """
    limits = read_limits(time_limit, game_limit)
    source = learner if isinstance(learner, Person) else sources.find(learner)
    against, read = named_options(against, options)
    with ExitStack() as opened:
        with Bar("solving", None):
            game = _plan_game(source, usual_adversary(read) if against is None else against, read, limits, opened)
        refuse_overwrite(output, options.get("concept_class"), learner, against)
        return _play_game(game, output, watch=watch, steps=steps, replay=replay, second_opinion=second_opinion)


@dataclass(frozen=True, slots=True)
class Game:
    """A game before its first round: the players, the setting and the adversary's plan.

    ``seed`` is the adversary's, if it takes one, and ``registered`` says that it is not the user's.
    """

    source: Source | Person
    limits: Limits
    adversary: Adversary
    plan: Plan
    adversary_name: str
    registered: bool
    upper: Rational | None
    seed: int | None
    as_printed: bool


def _plan_game(
    source: Source | Person, against: str | Path | Adversary, options: dict[str, Any], limits: Limits, opened: ExitStack
) -> Game:
    """Return the game. Its ``upper`` is the bound on the learner's card; ``opened`` closes the processes."""
    name = str(against) if isinstance(against, str | Path) else ""
    file = find_user_supplied(name) if name else None
    registered = bool(name and not file)
    if registered:
        adversary: Adversary = (strategy := make_adversary(name, options))
        plan = strategy.plan
    else:
        from adversary.strategies.given.from_file import FileAdversary
        from adversary.strategies.given.user_supplied import checked_adversary

        given = opened.enter_context(closing(FileAdversary(name, file, options, limits))) if file else against
        adversary, plan, name = checked_adversary(given, options, name)
    upper = None if isinstance(source, Person) else source.bound(plan.setting)
    seed = options.get("seed", default_seed(name) if registered else None)
    return Game(source, limits, adversary, plan, name, registered, upper, seed, "as_printed" in options)


def _play_game(  # noqa: PLR0913 - as many options
    game: Game, output: str | Path | None, *, watch: bool, steps: bool, replay: bool, second_opinion: bool
) -> GameResult:
    source, plan, setting = game.source, game.plan, game.plan.setting
    is_ours = isinstance(source, Source) and source.is_ours
    watching = require_weights(source, setting) if watch else None
    asked = second_opinion and setting.has_norms
    with (
        second_judge(wanted=asked and (plan.rounds or 0) <= MAX_JUDGED_ROUNDS) as second,
        new_file(output) as trace,
        trace.open("wb") as file,
    ):
        record = TraceWriter(file)
        played, upper = _play_rounds(game, record)
        played = replace(played, rounds=trace, target=game.adversary.target() if played.played else None)
        shown_by_plan = plan.tree or (plan.claims is not None and setting.has_norms)  # on vectors, points need no tree
        shows = Forced() if game.registered or shown_by_plan else _forced(played)
        claims = shows.mistakes if plan.claims is None else plan.claims
        plan = replace(plan, claims=claims, tree=plan.tree or shows.tree)
        watched = watch_weights(*watching, played) if watching and played.played else None
        shown = read_steps(played) if steps else None
        replayed = source if replay and isinstance(source, Source) else None
        judge = second if asked else None
        early = is_ours and game.registered
        differs, verdict, opinion = end_game(
            played, trace, record, plan, replayed, game.limits, judge, watched=watched or (), early=early
        )
        recorded = trace.read_bytes() if trace.stat().st_size <= MAX_RECORDED else None
    lower = verdict.lower if plan.forces is None else plan.forces
    certified = plan.forces is not None or verdict.proved(setting.lower_statement) is not None
    word = upper is not None and not is_ours
    known = certified and upper is not None and not word
    agreed = None if differs is None else not differs
    met = verdict.valid and agreed is True and opinion.word != "differs"
    refuted = f"the bound on the learner's card is refuted: {played.mistakes} mistakes, where it allows {upper}"
    reasons = (
        opinion.because if opinion.word == "differs" else None,
        played.fault,
        differs,
        verdict.reason,
        refuted if upper is not None and played.mistakes > upper and verdict.valid and agreed else None,
        *(f"{entry.claim}, {entry.violation}" for entry in watched or () if entry.violation),
    )
    notes = [plan.note] if plan.note else []
    if word:
        notes += ["the upper bound is the learner's own word: it is on its card, and no theorem here gives it"]
    if plan.forces is None and lower is not None and not certified:
        notes += [f"the lower bound is what this game proves with a claim of {counted(lower, 'mistake')}"]
    if shows.reason and plan.claims is None:
        notes += [f"its game shows no bound for every learner: {shows.reason}"]
    if isinstance(source, Person):
        notes += ["a person cannot be replayed, so there is no run bound, statement 2"]
    return GameResult(
        learner=source.text,
        adversary=game.adversary_name,
        rounds=played.played,
        mistakes=played.mistakes,
        termination="forfeit" if played.fault else "finished",
        fault=played.fault,
        realizable=verdict.realizable,
        replayed=agreed,
        bounds={"lower": lower, "upper": upper},
        tight=lower == played.mistakes == upper and met if known and verdict.realizable else None,
        target=setting.named_target(verdict.target),
        statements=verdict.statements,
        trace=str(output) if output else None,
        reason=next(filter(None, reasons), None),
        setting=setting,
        note="; ".join(notes) or None,
        watched=watched,
        upper_is_word=word,
        steps=shown,
        seed=game.seed,
        as_printed=game.as_printed,
        second_opinion=opinion,
        recorded=recorded,
        judged=verdict.judged,
    )


def _forced(played: Transcript) -> Forced:
    """Return the number of mistakes that the points of a game force, if it was played to its end."""
    if played.fault or not played.played:
        return Forced()
    if played.played > MAX_LOOKED_AT:
        return Forced(reason=f"it has more than {MAX_LOOKED_AT:,} rounds, and was not looked at")
    return played.setting.forced_by([x for x, _, _ in played])


def _play_rounds(game: Game, record: TraceWriter) -> tuple[Transcript, Rational | None]:
    """Play the game, and write the header and every round into the trace.

    Return also the bound on the learner's card, which for a learner from a file is read in its own process.
    """
    source, setting, upper = game.source, game.plan.setting, game.upper
    record.header(source.text, game.adversary_name, setting)
    card = getattr(game.adversary, "card", None)
    oblivious = isinstance(card, AdversaryCard) and card.oblivious
    bar = Bar("playing", game.plan.rounds)
    with ExitStack() as opened:
        try:
            if isinstance(source, Person):
                player: Runner | Person = opened.enter_context(closing(source))
                source.begin(setting, game.plan.rounds, as_printed=game.as_printed)
            else:
                player = runner = opened.enter_context(closing(game_runner(source, game.limits, GAME_HASH_SEED)))
                runner.begin(setting)
                upper = runner.bound() if source.out_of_process else upper
                opened.enter_context(bar)  # nothing moves where a person types
            played = play_rounds(player, game.adversary, setting, record, bar, oblivious=oblivious)
        except Fault as fault:
            return Transcript(setting, 0, 0, (), fault=str(fault)), upper
        return played, upper
