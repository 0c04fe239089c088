"""A whole game, in order: options, plan, rounds, replay, verdict."""

from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from adversary.files import new_file, refuse_overwrite
from adversary.game.ending import GAME_HASH_SEED, end_game
from adversary.game.referee import Person, play_rounds
from adversary.game.result import MAX_RECORDED, GameResult, bounds_of, read_steps
from adversary.game.second_opinion import second_judge
from adversary.game.watch import require_weights
from adversary.game.watch import watch as watch_weights
from adversary.progress import Bar
from adversary.strategies.options import GameOptions, named_options, read_limits
from adversary.strategies.protocol import Adversary, AdversaryCard, Plan, SeesWeights
from adversary.strategies.registry import default_seed, find_user_supplied, make_adversary, usual_adversary
from learners.loading import sources
from learners.loading.sources import Source
from learners.protocol import OTHER_LABELS, ZEROS, Fault, exact_weights, perceptron_bound
from learners.runner.child import LIMITS, Limits
from learners.runner.runner import LocalRunner, Runner
from learners.runner.start import game_runner
from learners.spec import NEEDS_A_CLASS
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector
from proofs.formats.answers import SHORT, worst_case
from proofs.formats.trace import TraceWriter, Transcript
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.settings import Halfspaces
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
        learner: as for ``adversary.play``; or a ``Person``, whose game is not replayed.
        against: as there.
        watch: as there.
        output: the file for the trace. It appears complete or not at all.
        steps: keep the rounds for display: all rounds of a short game, the first and last rounds of a long one.
        replay: replay the game with a fresh learner in another process, so that it can prove a run bound.
        second_opinion: have sympy check norms and margins (or losses) again, on vectors and up to 2,000 rounds.
        time_limit: seconds for each call of a learner or adversary from a file, or of a program.
        game_limit: seconds for all such calls of a game together.
        options: of the setting and of the adversary, as ``GameOptions`` has them.

    Raises:
        InputError: an argument is unusable. The message is one line.

    """
    limits = read_limits(time_limit, game_limit)
    source = learner if isinstance(learner, Person) else sources.find(learner)
    against, read = named_options(against, options)
    if against is None and not read and isinstance(source, Source) and source.is_ours and source.card().sees == "index":
        raise InputError(f"{source.text}: it learns finite classes; {NEEDS_A_CLASS}")
    is_ours, as_printed = isinstance(source, Source) and source.is_ours, "as_printed" in read
    with ExitStack() as opened:
        with Bar("solving", None):
            adversary, plan, name, registered = _adversary_of(
                usual_adversary(read) if against is None else against, read, limits, opened
            )
        setting = plan.setting
        refuse_overwrite(output, options.get("concept_class"), learner, against)
        watching = require_weights(source, setting) if watch else None
        asked = second_opinion and setting.has_norms
        wanted = asked and (plan.rounds or 0) <= MAX_JUDGED_ROUNDS
        second, trace = opened.enter_context(second_judge(wanted=wanted)), opened.enter_context(new_file(output))
        record = TraceWriter(opened.enter_context(trace.open("wb")))
        record.header(source.text, name, setting)
        played, upper, randomized = _play_rounds(source, limits, adversary, plan, record, as_printed=as_printed)
        played = replace(played, rounds=trace, target=adversary.target() if played.played else None)
        shown_by_plan = plan.tree or (plan.claims is not None and setting.has_norms)  # on vectors, points need no tree
        condition = SHORT if upper is None else ""
        upper = _bound_on_short_points(source, played) if upper is None else upper
        forced = Forced() if registered or shown_by_plan else _forced(played)
        claims = forced.mistakes if plan.claims is None else plan.claims
        claimed = replace(plan, claims=claims, tree=plan.tree or forced.tree)
        watched = watch_weights(*watching, played) if watching and played.played else None
        kept = read_steps(played) if steps else None
        replayed = source if replay and isinstance(source, Source) else None
        judge = second if asked else None
        differs, verdict, opinion = end_game(played, trace, record, claimed, replayed, limits, judge, watched or ())
        recorded = trace.read_bytes() if trace.stat().st_size <= MAX_RECORDED else None
    bounds = bounds_of(plan, verdict, upper, proved=is_ours, randomized=randomized)
    agreed = None if differs is None else not differs
    reasons = (
        opinion.because if opinion.word == "differs" else None,
        played.fault,
        differs,
        verdict.reason,
        bounds.refutation(played.mistakes) if verdict.valid and agreed else None,
        *(entry.failure for entry in watched or ()),
    )
    fault = played.fault or ""  # as the trace has it
    is_zero = fault.startswith("illegal label") and any(f" returned {zero} of type " in fault for zero in ZEROS)
    notes = [
        OTHER_LABELS if is_zero and isinstance(source, Source) and source.kind == "file" else "",
        plan.note,
        *bounds.notes,
        f"its game shows no bound for every learner: {forced.reason}" if forced.reason and plan.claims is None else "",
        "a person cannot be replayed, so there is no run bound, statement 2" if isinstance(source, Person) else "",
    ]
    met = verdict.valid and agreed is True and opinion.word != "differs"
    shown = [worst_case(played.mistakes, condition)] if met and bounds.attained(played.mistakes) else []
    return GameResult(
        learner=source.text,
        adversary=name,
        played=played.played,
        mistakes=played.mistakes,
        termination="forfeit" if played.fault else "finished",
        fault=played.fault,
        realizable=verdict.realizable,
        replayed=agreed,
        bounds={"lower": bounds.lower, "upper": bounds.upper},
        tight=bounds.meet(played.mistakes) and met if bounds.known and verdict.realizable else None,
        target=setting.named_target(verdict.target),
        statements=[*verdict.statements, *shown],
        trace=str(output) if output else None,
        reason=next(filter(None, reasons), None),
        setting=setting,
        note="; ".join(filter(None, notes)) or None,
        watched=watched,
        upper_is_word=bounds.upper_is_word,
        steps=kept,
        seed=read.get("seed", default_seed(name) if registered else None),
        as_printed=as_printed,
        second_opinion=opinion,
        recorded=recorded,
        judged=verdict.judged,
        randomized=randomized,
    )


def _adversary_of(
    against: str | Path | Adversary, options: dict[str, Any], limits: Limits, opened: ExitStack
) -> tuple[Adversary, Plan, str, bool]:
    """Return the adversary, its plan, its name, and whether it is registered. ``opened`` closes its process."""
    name = str(against) if isinstance(against, str | Path) else ""
    file = find_user_supplied(name) if name else None
    if name and not file:
        strategy = make_adversary(name, options)
        return strategy, strategy.plan, name, True
    from adversary.strategies.given.from_file import FileAdversary
    from adversary.strategies.given.user_supplied import checked_adversary

    own = opened.enter_context(closing(FileAdversary(name, file, options, limits))) if file else against
    return *checked_adversary(own, options, name), False


def _weights(runner: Runner) -> Vector | None:
    """Return the learner's w as it is now, if it shows one; of a learner in this process whatever its length."""
    if isinstance(runner, LocalRunner) and runner.card.weights:
        return vector(exact_weights(runner.learner))
    return runner.weights()


def _bound_on_short_points(source: Source | Person, played: Transcript) -> int | None:
    """Return the bound of a card with the Perceptron's theorem if no point of a game is longer than 1."""
    setting = played.setting
    if not isinstance(setting, Halfspaces) or not isinstance(source, Source) or not source.is_ours:
        return None
    if setting.unit_norm or source.card(setting).mistake_bound is not perceptron_bound:
        return None
    return setting.of_points(entry.x for entry in played if isinstance(entry.x, Vector)).perceptron_bound


def _forced(played: Transcript) -> Forced:
    """Return the number of mistakes that the points of a game force, if it was played to its end."""
    if played.fault or not played.played:
        return Forced()
    if played.played > MAX_LOOKED_AT:
        return Forced(reason=f"it has more than {MAX_LOOKED_AT:,} rounds, and was not looked at")
    return played.setting.forced_by([x for x, _, _ in played])


def _play_rounds(  # noqa: PLR0913 - who plays, in what, and where it is recorded
    source: Source | Person, limits: Limits, adversary: Adversary, plan: Plan, record: TraceWriter, *, as_printed: bool
) -> tuple[Transcript, Rational | None, bool]:
    """Play the game, and write every round into the trace.

    Return also the bound on the learner's card, which for a learner from a file is read in its own process, and
    whether it is randomized, which it knows itself.
    """
    setting = plan.setting
    card = getattr(adversary, "card", None)
    oblivious = isinstance(card, AdversaryCard) and card.oblivious
    upper = None if isinstance(source, Person) else source.bound(setting)
    bar = Bar("playing", plan.rounds)
    runner: Runner | None = None
    with ExitStack() as opened:
        try:
            if isinstance(source, Person):
                player: Runner | Person = opened.enter_context(closing(source))
                source.begin(setting, plan.rounds, as_printed=as_printed)
            else:
                player = runner = opened.enter_context(closing(game_runner(source, limits, GAME_HASH_SEED)))
                runner.begin(setting)
                if isinstance(adversary, SeesWeights):
                    adversary.weights = partial(_weights, runner)
                upper = runner.bound() if source.out_of_process else upper
                opened.enter_context(bar)  # nothing moves where a person types
            played = play_rounds(player, adversary, setting, record, bar, oblivious=oblivious)
        except Fault as fault:
            played = Transcript(setting, 0, 0, (), fault=str(fault))
        return played, upper, runner is not None and runner.randomized
