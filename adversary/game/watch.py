"""Watch a learner's weights: check the inequalities of the theorems' proofs exactly after every mistake.

A fresh learner plays the recorded rounds again, because the target is known only when the game is over. All numbers are
compared in squares, without roots. A float weight counts as the dyadic rational that it is.
"""

from collections.abc import Iterator
from fractions import Fraction

from adversary.game.referee import Person
from adversary.progress import Bar
from learners.loading.sources import Source
from learners.protocol import Label, exact_weights, run_rounds
from learners.runner.runner import LocalRunner
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational, shown_number
from proofs.exact.vectors import Target, Vector, vector
from proofs.formats.trace import Transcript, Watched
from proofs.settings import Halfspaces, Setting

WATCHABLE = {
    "notes3-1.2": "w·v ≥ δM",
    "notes3-1.3": "‖w‖² ≤ M",
    "hsu-norm": "‖w‖² ≤ L²M",
    "uml-9.2": "cos∠(w, v) ≥ √M/(RB)",
}
"""What is watched, after M mistakes: Chan, Notes 3, Claims 1.2 and 1.3; Hsu, proof of the first theorem; Understanding
Machine Learning, (9.2), with R = L the largest norm of a point and B = ‖v‖/γ, γ the least margin of v in the game.
"""


def watch(source: Source, setting: Halfspaces, game: Transcript) -> list[Watched]:
    """Play the recorded rounds to a fresh learner, and check every statement after each of its mistakes.

    A mistake is what the learner's own convention makes it learn from: a round in which w changes. The hypotheses
    are also checked: unit points (for 1.3), the target's margin, and that w changes by y·x, where y(w·x) ≤ 0, and not
    otherwise.

    Raises:
        InputError: the game offers no target.

    """
    target = game.target
    if not isinstance(target, Target):
        raise InputError("there is no target, so nothing about it can be watched")
    margin = min((target.margin_squared(x, label) or Fraction(0) for x, label in _rounds(game)), default=Fraction(0))
    longest = max((x.norm_squared() for x, _ in _rounds(game)), default=0)

    runner = LocalRunner(source.again())
    runner.begin(setting)
    violations = dict.fromkeys(WATCHABLE, "")
    failed = "" if margin >= setting.margin_squared else "the target's margin is below δ on some round"
    mistakes = 0
    before = vector(exact_weights(runner.learner))
    with Bar("watching", game.played) as bar:
        for number, (x, _, label) in enumerate(run_rounds(runner, _rounds(game)), 1):
            bar.done = number
            after = vector(exact_weights(runner.learner))
            failed = failed or broken_rule(number, before, after, x, label)
            if setting.unit_norm is False or x.norm_squared() != 1:
                failed = failed or f"the point of round {number} has norm² {shown_number(x.norm_squared())}, not 1"
            if after != before:
                mistakes += 1
                for claim, numbers in _violations(after, mistakes, target, (setting.margin_squared, longest, margin)):
                    because = failed or "none: every hypothesis holds"
                    violation = f"round {number}, M = {mistakes}: {numbers}; failed hypothesis: {because}"
                    violations[claim] = violations[claim] or one_line(violation)
            before = after
    return [Watched(claim, WATCHABLE[claim], mistakes, violation or None) for claim, violation in violations.items()]


def require_weights(source: Source | Person, setting: Setting) -> tuple[Source, Halfspaces]:
    """Return the watched setting. Raises InputError unless there is a margin and the learner shows its weights."""
    if isinstance(source, Person):
        raise InputError("a person shows no weights, so nothing about them can be watched")
    watched = setting.watchable()
    if source.out_of_process:
        raise InputError(
            f"{source.text} runs in a process of its own, where its weights are not seen; in Python, "
            "play(Student, …, watch=True) watches a class whose card says weights (docs/extend.md)"
        )
    if not source.card(setting).weights:
        instead = "only a learner whose card says weights can be watched (docs/extend.md)"
        if source.kind == "object":
            instead = 'watch a class that keeps w in self.weights and has card = adversary.Card("mine", weights=True)'
        raise InputError(f"{source.text} does not show its weights: {instead}")
    return source, watched


def _rounds(game: Transcript) -> Iterator[tuple[Vector, Label]]:
    return ((entry.x, entry.label) for entry in game if isinstance(entry.x, Vector))


def broken_rule(number: int, before: Vector, after: Vector, x: Vector, label: Label) -> str:
    """Describe how w broke the Perceptron's rule, or return an empty text."""
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


def _violations(
    w: Vector, mistakes: int, target: Target, squares: tuple[Rational, Rational, Rational]
) -> Iterator[tuple[str, str]]:
    """Yield each statement that w violates, with its numbers. ``squares`` has δ², R² = L², and γ² of the target v."""
    delta_squared, longest, margin = squares
    product, norm = w.dot(target.direction), w.norm_squared()
    signed = target.scale_squared * product * max(product, -product)  # (w·v)², with the sign of w·v

    def numbers(value: Rational, relation: str, limit: Rational) -> str:
        return f"{shown_number(value)} {relation} {shown_number(limit)}"

    if signed < (least := delta_squared * mistakes**2):
        yield "notes3-1.2", f"sign(w·v)(w·v)² = {numbers(signed, '<', least)} = δ²M²"
    if norm > mistakes:
        yield "notes3-1.3", f"‖w‖² = {numbers(norm, '>', mistakes)} = M"
    if norm > longest * mistakes:
        yield "hsu-norm", f"‖w‖² = {numbers(norm, '>', longest * mistakes)} = L²M"
    # cos² = (w·v)²/(‖w‖²‖v‖²) against M/(R²B²), B² = ‖v‖²/γ²; multiplied by ‖w‖²‖v‖²R²/γ² > 0.
    if signed * longest < (least := margin * mistakes * norm):
        yield "uml-9.2", f"sign(w·v)(w·v)²R² = {numbers(signed * longest, '<', least)} = γ²M‖w‖²"
