"""Properties of adversaries, one function each. A function takes an adversary and returns its fault, or "".

A new property is a new function here: ``@adversary_check`` makes it a check of every adversary.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from adversary.checks.under_test import MAX_TRIED_ROUNDS, AdversaryUnderTest, play_against, predictions
from adversary.game.ending import judge_plan
from adversary.strategies.given.from_file import OWN_SEED
from learners.checks.properties import Check
from proofs.exact.errors import counted
from proofs.exact.rationals import shown_number
from proofs.exact.vectors import Vector
from proofs.formats.trace import Transcript

Find = Callable[[AdversaryUnderTest], str]
_F = TypeVar("_F", bound=Find)


ADVERSARY_CHECKS: list[Check[AdversaryUnderTest]] = []
"""Every check, in the order in which they are run."""


def adversary_check(unless: Find = lambda _: "", *, fundamental: bool = False) -> Callable[[_F], _F]:
    """Make a property a check of every adversary, in the order of this file."""

    def register(property_: _F) -> _F:
        ADVERSARY_CHECKS.append(Check(property_.__name__, property_, unless, fundamental))
        return property_

    return register


def _games(subject: AdversaryUnderTest) -> Iterator[tuple[str, Transcript]]:
    return ((who, subject.game(who)) for who in predictions())


def _without(number: int | None, what: str) -> str:
    return f"it has no plan that {what}" if number is None else ""


def _without_claims(subject: AdversaryUnderTest) -> str:
    return _without(subject.plan.claims, "claims a number of mistakes")


def _no_file_that_repeats(subject: AdversaryUnderTest) -> str:
    if not subject.file:
        return "only an adversary of a file is started again for every game"
    return plays_the_same_game_again(subject) and "it plays another game each time, whatever the hash seed is"


def _not_oblivious(subject: AdversaryUnderTest) -> str:
    with subject.fresh() as (adversary, _):
        return "" if adversary.card.oblivious else "it does not say that it is oblivious"


@adversary_check(fundamental=True)
def shows_points_and_gives_labels(subject: AdversaryUnderTest) -> str:
    """Check that it shows points of the setting, gives labels and names a target, for all tried predictions."""
    return next((f"against {who} it shows no point" for who, game in _games(subject) if not game.played), "")


@adversary_check()
def comes_to_an_end(subject: AdversaryUnderTest) -> str:
    """Check that the game ends after finitely many points."""
    most = counted(MAX_TRIED_ROUNDS, "round")
    return next((f"against {who} it has not ended after {most}" for who, game in _games(subject) if game.fault), "")


@adversary_check(lambda subject: subject.plan.setting.any_norm)
def shows_unit_points(subject: AdversaryUnderTest) -> str:
    """Check that its points have norm 1."""
    for who, game in _games(subject):
        for number, (x, _, _) in enumerate(game, 1):
            if isinstance(x, Vector) and (norm := x.norm_squared()) != 1:
                return f"against {who} the point of round {number} has norm² {shown_number(norm)}, not 1"
    return ""


@adversary_check()
def explains_its_labels(subject: AdversaryUnderTest) -> str:
    """Check, with the trusted checker, that its target is legal and agrees with every label."""
    for who, game in _games(subject):
        if not (verdict := judge_plan(game, subject.plan)).realizable:
            return f"against {who}: {verdict.reason}"
    return ""


@adversary_check()
def explains_them_whenever_the_game_ends(subject: AdversaryUnderTest) -> str:
    """Check that it names a legal target after each part of a game: a learner may forfeit, or a person may stop."""
    for who, game in _games(subject):
        for most in sorted({1, game.played // 2} - {0}):
            if not (verdict := judge_plan(subject.game(who, most), subject.plan)).realizable:
                return f"against {who}, after {counted(most, 'round')}: {verdict.reason}"
    return ""


@adversary_check()
def plays_the_same_game_again(subject: AdversaryUnderTest) -> str:
    """Check that a new instance plays the same game."""
    return _differs(subject, OWN_SEED, "it plays another game when it is started again: it is not deterministic")


@adversary_check(_no_file_that_repeats)
def does_not_depend_on_its_hash_seed(subject: AdversaryUnderTest) -> str:
    """Check that it plays the same game under another hash seed."""
    says = "it plays another game under another PYTHONHASHSEED, as if it used hash() or the order of a set"
    return _differs(subject, OWN_SEED + 1, says)


@adversary_check(lambda subject: "each adversary of a file has a process of its own" if subject.file else "")
def shares_no_state_with_others(subject: AdversaryUnderTest) -> str:
    """Check that a second instance, which gets other predictions, does not change its game."""
    one, other = list(predictions())[:2]
    with subject.fresh() as (adversary, plan), subject.fresh() as (meanwhile, _):
        play_against(meanwhile, plan.setting, predictions()[other], MAX_TRIED_ROUNDS)
        beside = play_against(adversary, plan.setting, predictions()[one], MAX_TRIED_ROUNDS)
    return (
        "" if beside == subject.game(one) else "it plays another game after one that was made later: they share state"
    )


@adversary_check(lambda subject: _without(subject.plan.rounds, "says how many rounds it plays"))
def keeps_its_plan(subject: AdversaryUnderTest) -> str:
    """Check that it plays the number of rounds in its plan."""
    planned = subject.plan.rounds
    for who, game in _games(subject):
        if not game.fault and game.played != planned:
            return f"against {who} it plays {counted(game.played, 'round')}, and its plan says {planned}"
    return ""


@adversary_check(lambda subject: "" if subject.plan.span is not None else _without_claims(subject))
def proves_what_it_claims(subject: AdversaryUnderTest) -> str:
    """Check that the trusted checker proves its claim about every deterministic learner, or every span learner."""
    for who, game in _games(subject):
        if not game.fault and not (verdict := judge_plan(game, subject.plan)).valid:
            return f"against {who}: {verdict.reason}"
    return ""


@adversary_check(_without_claims)
def forces_what_it_claims(subject: AdversaryUnderTest) -> str:
    """Check that the claimed number of mistakes occurs, for all predictions that are tried."""
    claimed = subject.plan.claims or 0
    for who, game in _games(subject):
        if not game.fault and game.mistakes < claimed:
            return f"{who} makes {counted(int(game.mistakes), 'mistake')}, and its plan claims {claimed}"
    return ""


@adversary_check(_not_oblivious)
def takes_no_notice_of_predictions(subject: AdversaryUnderTest) -> str:
    """Check that its points and labels do not depend on the predictions, if it says that it is oblivious."""
    (first, game), *others = _games(subject)
    moves = [(x, label) for x, _, label in game]
    for who, other in others:
        if [(x, label) for x, _, label in other] != moves:
            return f"it plays another game against {who} than against {first}"
    return ""


def _differs(subject: AdversaryUnderTest, hash_seed: int, says: str) -> str:
    return next((says for who, game in _games(subject) if subject.anew(who, hash_seed=hash_seed) != game), "")
