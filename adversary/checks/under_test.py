"""An adversary under test: fresh instances play against fixed sequences of predictions.

An adversary sees only the predictions of a learner. So such sequences can test everything that it does.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from adversary.strategies.given.from_file import OWN_SEED, FileAdversary
from adversary.strategies.given.user_supplied import UserSuppliedAdversary, construct, is_adversary, plan_of
from adversary.strategies.protocol import Adversary, Plan
from adversary.strategies.registry import find_user_supplied, make_adversary, validate_user_supplied
from learners.loading.code_file import CodeFile
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.formats.trace import Round, Transcript, transcript_of
from proofs.settings import Setting

MAX_TRIED_ROUNDS = 2_000
"""Rounds after which a check goes on without the rest of a game."""

Predictions = Callable[[int], Label]
"""The predictions of a learner, by the number of the round, from 0."""


def predictions() -> dict[str, Predictions]:
    """Return the fixed sequences of predictions that every adversary plays against, by name."""
    sequences: dict[str, Predictions] = {
        "a learner that always says +1": lambda _: 1,
        "a learner that always says -1": lambda _: -1,
        "a learner that says +1 and -1 in turn": lambda number: 1 if number % 2 == 0 else -1,
    }
    for seed in (1, 2):
        bits = Random(seed).getrandbits(MAX_TRIED_ROUNDS)  # noqa: S311 - reproducible, not secret
        sequences[f"a learner that tosses coins (seed {seed})"] = lambda number, b=bits: 1 if b >> number & 1 else -1  # type: ignore[misc]
    return sequences


@dataclass(frozen=True, eq=False)
class AdversaryUnderTest:
    """An adversary under test: its name, its factory, and the options that the user gave."""

    text: str
    factory: Callable[..., Any] | None
    file: CodeFile | None
    options: Mapping[str, Any]
    games: dict[Any, Transcript] = field(default_factory=dict)

    @contextmanager
    def fresh(self, hash_seed: int = OWN_SEED) -> Iterator[tuple[UserSuppliedAdversary, Plan]]:
        """Make a fresh adversary, a file's in a process of its own. Raises InputError."""
        adversary: Adversary
        with ExitStack() as opened:
            if self.factory is not None:
                adversary = construct(self.factory, self.options, self.text)
            elif self.file is None:
                adversary = make_adversary(self.text, dict(self.options))
            else:
                foreign = FileAdversary(self.text, self.file, dict(self.options), hash_seed=hash_seed)
                adversary = opened.enter_context(closing(foreign))
            plan = plan_of(adversary, self.options, self.text)
            yield UserSuppliedAdversary(adversary, plan, self.text), plan

    @cached_property
    def plan(self) -> Plan:
        """Return the plan of a fresh instance."""
        with self.fresh() as (_, plan):
            return plan

    def game(self, who: str, most: int = MAX_TRIED_ROUNDS) -> Transcript:
        """Return the (cached) game of a fresh instance against one of ``predictions()``, or its first rounds."""
        if (who, most) not in self.games:
            self.games[who, most] = self.anew(who, most)
        return self.games[who, most]

    def anew(self, who: str, most: int = MAX_TRIED_ROUNDS, hash_seed: int = OWN_SEED) -> Transcript:
        """Play that game again, without the cache."""
        with self.fresh(hash_seed) as (adversary, plan):
            return play_against(adversary, plan.setting, predictions()[who], most)


def play_against(adversary: Adversary, setting: Setting, predictions_of: Predictions, most: int) -> Transcript:
    """Play a limited number of rounds against predictions; a longer game has a fault."""
    rounds: list[Round] = []
    fault = None
    while (x := adversary.next_point()) is not None:
        if len(rounds) == most:  # as where a learner forfeits: it has seen the point, and has no label
            fault = "the game was not played to its end"
            break
        predicted = predictions_of(len(rounds))
        rounds.append(Round(x, predicted, adversary.label(x, predicted)))
    game = transcript_of(setting, rounds, adversary.target() if rounds else None)
    return replace(game, fault=fault)


def adversary_under_test(adversary: object, options: Mapping[str, Any]) -> AdversaryUnderTest:
    """Return the adversary under test for a name, a file, or a class or function that makes an adversary.

    Raises:
        InputError: it is none of these.

    """
    if isinstance(adversary, str | Path):
        return AdversaryUnderTest(str(adversary), None, find_user_supplied(str(adversary)), options)
    if not callable(adversary) or (is_adversary(adversary) and not isinstance(adversary, type)):
        name = type(adversary).__name__
        raise InputError(f"every check makes a fresh adversary: give a class or a function that makes it, not {name}")
    name = getattr(adversary, "__qualname__", "the adversary")
    validate_user_supplied(name, options)
    return AdversaryUnderTest(name, adversary, None, options)
