"""Watching a learner's weights: what the theorems' proofs say of them, checked exactly after every mistake.

The game is over by then: a fresh learner plays the recorded rounds again, now that the target is known. Everything is
compared in squares, so that no root is taken; a float weight counts as the dyadic rational that it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from adversary.progress import Bar
from learners.loading.sources import Source
from learners.protocol import Label, exact_weights
from learners.rounds import run_rounds
from learners.runner.local import open_local
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational, shown_number
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Coordinates, Watched, read_point, read_rounds
from proofs.settings import Halfspaces, Hinge, Setting

WATCHABLE = {
    "notes3-1.2": "w·v ≥ δM",
    "notes3-1.3": "‖w‖² ≤ M",
    "hsu-norm": "‖w‖² ≤ L²M",
    "uml-9.2": "cos∠(w, v) ≥ √M/(RB)",
}
"""What is watched, after M mistakes: Chan, Notes 3, Claims 1.2 and 1.3; Hsu, proof of the first theorem; Understanding
Machine Learning, (9.2), with R = L the largest norm of a point and B = ‖v‖/γ, γ the least margin of v in the game.
"""


@dataclass(frozen=True, slots=True)
class _Game:
    """What is known of the whole game, and does not change from round to round."""

    setting: Halfspaces
    target: Target
    longest: Rational  # R² = L²
    margin: Fraction  # γ², of v


def watch(source: Source, setting: Halfspaces, trace: Path, target: object, rounds: int) -> list[Watched]:
    """Play the recorded rounds to a fresh learner, and check every statement after each of its mistakes.

    A mistake is what the learner's own convention makes it learn from: a round in which w changes. The hypotheses are
    checked, too: unit points (for 1.3), the target's margin, and that w changes by y·x, where y(w·x) ≤ 0, and not
    otherwise. ``trace`` may still lack its footer.

    Raises:
        InputError: the game offers no target.

    """
    if not isinstance(target, Target):
        raise InputError("there is no target, so nothing about it can be watched")
    least = min((target.margin_squared(x, label) or Fraction(0) for x, label in _rounds(trace)), default=Fraction(0))
    longest = max((x.norm_squared() for x, _ in _rounds(trace)), default=0)
    game = _Game(setting, target, longest, least)

    player = open_local(source.again(), setting)
    found = dict.fromkeys(WATCHABLE, "")
    failed = "" if least >= setting.margin_squared else "the target's margin is below δ on some round"
    mistakes = 0
    before = vector(exact_weights(player.learner))
    with Bar("watching", rounds) as bar:
        for number, (x, _, label) in enumerate(run_rounds(player, _rounds(trace)), 1):
            bar.done = number
            after = vector(exact_weights(player.learner))
            failed = failed or _broken_rule(number, before, after, x, label)
            if setting.unit_norm is False or x.norm_squared() != 1:
                failed = failed or f"the point of round {number} has norm² {shown_number(x.norm_squared())}, not 1"
            if after != before:
                mistakes += 1
                for claim, numbers in _violations(after, mistakes, game):
                    because = failed or "none: every hypothesis holds"
                    violation = f"round {number}, M = {mistakes}: {numbers}; failed hypothesis: {because}"
                    found[claim] = found[claim] or one_line(violation)
            before = after
    return [Watched(claim, WATCHABLE[claim], mistakes, violation or None) for claim, violation in found.items()]


def require_weights(source: Source, setting: Setting) -> Halfspaces:
    """Return the setting. Raises InputError unless points are vectors and the learner shows its weights."""
    if isinstance(setting, Hinge):
        raise InputError("what is watched is about a target with a margin, and a game with a hinge budget has none")
    if not isinstance(setting, Halfspaces):
        raise InputError("the theorems about weights are about halfspaces; there is nothing to watch on a finite class")
    if source.plays_apart:
        raise InputError(
            f"{source.text} runs in a process of its own, where its weights are not seen; in Python, "
            "play(Student, …, watch=True) watches a class whose card says weights (docs/learners.md)"
        )
    if not source.card(setting).weights:
        raise InputError(
            f"{source.text} does not show its weights: only a learner whose card says weights can be watched "
            "(docs/learners.md)"
        )
    return setting


def _rounds(trace: Path) -> Iterator[tuple[Vector, Label]]:
    decode = msgspec.json.Decoder(Coordinates).decode
    with trace.open("rb") as file:
        for entry in read_rounds(file):
            x = read_point(decode(entry.x))
            if isinstance(x, Vector):
                yield x, entry.label


def _broken_rule(number: int, before: Vector, after: Vector, x: Vector, label: Label) -> str:
    """Say how w broke the Perceptron's rule, if it did."""
    agreement = label * before.dot(x)
    change = dict(after.entries)
    for index, value in before.entries:
        change[index] = change.get(index, 0) - value
    step = vector(change)
    if not step.entries:
        return (
            "" if agreement >= 0 else f"in round {number} y(w·x) = {shown_number(agreement)} < 0, and w did not change"
        )
    if agreement > 0:
        return f"in round {number} w changed, though y(w·x) = {shown_number(agreement)} > 0"
    if step != vector({index: label * value for index, value in x.entries}):
        return f"in round {number} w changed by something else than y·x"
    return ""


def _violations(w: Vector, mistakes: int, game: _Game) -> Iterator[tuple[str, str]]:
    """Yield each statement that w violates, with its numbers."""
    product, norm = w.dot(game.target.direction), w.norm_squared()
    signed = game.target.scale_squared * product * max(product, -product)  # (w·v)², with the sign of w·v

    def numbers(left: Rational, relation: str, right: Rational) -> str:
        return f"{shown_number(left)} {relation} {shown_number(right)}"

    if signed < (least := game.setting.margin_squared * mistakes**2):
        yield "notes3-1.2", f"sign(w·v)(w·v)² = {numbers(signed, '<', least)} = δ²M²"
    if norm > mistakes:
        yield "notes3-1.3", f"‖w‖² = {numbers(norm, '>', mistakes)} = M"
    if norm > game.longest * mistakes:
        yield "hsu-norm", f"‖w‖² = {numbers(norm, '>', game.longest * mistakes)} = L²M"
    # cos² = (w·v)²/(‖w‖²‖v‖²) against M/(R²B²), B² = ‖v‖²/γ²; multiplied by ‖w‖²‖v‖²R²/γ² > 0.
    if signed * game.longest < (least := game.margin * mistakes * norm):
        yield "uml-9.2", f"sign(w·v)(w·v)²R² = {numbers(signed * game.longest, '<', least)} = γ²M‖w‖²"
