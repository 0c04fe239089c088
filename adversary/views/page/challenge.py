"""A page on which a person is the learner: the adversary is a certified mistake tree, or the standard basis.

The page contains the adversary's whole strategy before the first prediction. The strategy depends only on predictions:
it goes down the branch that was not predicted, or gives the opposite label. The trusted checker has judged the tree.
"""

from fractions import Fraction
from typing import Any

import msgspec

from adversary.strategies.halfspaces.mistake_tree import MistakeTrees
from adversary.strategies.halfspaces.standard_basis import plan_orthonormal
from adversary.views.game.finite import class_table
from adversary.views.game.vectors import signed_square
from adversary.views.game.view import drawn, drawn_root, number_text
from adversary.views.words import margin_name
from learners.protocol import Label, opposite
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted
from proofs.exact.vectors import Vector
from proofs.finite_checker import CERTIFICATE
from proofs.margin_checker import FORMAT, judge
from proofs.solvers.budget import Budget
from proofs.solvers.certificates import certify
from proofs.solvers.littlestone import Littlestone
from proofs.statements import Statement

MAX_CHALLENGE_LABELS = 500_000
"""Of a class that a challenge has in its page."""

MAX_DEPTH = 14
"""Of the tree in a page."""

MAX_SPACE_DEPTH = 10
"""Of the tree in a page of few dimensions: each of its nodes has coordinates."""

LABELS: tuple[Label, Label] = (-1, 1)

MAX_MARGIN_ROUNDS = 1_000
"""Of a challenge by a margin: nobody predicts more often."""

TITLE = "You are the learner"
"""What stands above a challenge."""

_BOTH = (
    "The adversary shows a point, you predict its label, and it answers. Whatever you predict, it says the opposite."
)

_LABELS = "Some vector v of length at most 1 labels every point x with the sign of ⟨v,x⟩, and |⟨v,x⟩| ≥ δ."

_DARE = "The adversary claims that every prediction will be wrong, whatever you predict."

_CLAIMED = (
    "It claims statements 1, realizable, and 3, universal bound. A person cannot be replayed, so it has no run bound."
)


def _by_chance(target: str, learn: str) -> dict[str, Any]:
    """Return the texts about the game that can be won."""
    return {
        "line": "Against a hidden target and random points you can win: nothing there depends on what you predict.",
        "why": [
            f"{target} was drawn before the first round, and the points at random. Nothing depended on your answers.",
            f"The adversary chooses its answers after your predictions. Here {learn}.",
        ],
        "check": ["The trace of this game claims only statement 1, realizable: a random game proves no bound."],
    }


def _shared(adversary: str, count: int) -> dict[str, Any]:
    """Return the data that all challenges have; a class, or a space with a tree, is ``None`` where there is none."""
    shared = {"kind": "challenge", "title": TITLE, "adversary": adversary, "count": count}
    return shared | {"class": None, "space": None, "rounds": [None] * count}


_COMES_AGAIN = "a point that is shown again has the label that you were told"


def margin_challenge(margin_squared: Fraction, dimension: int | None = None) -> dict[str, Any]:
    """Return the data of a challenge on halfspaces with a margin: mistake trees, if the dimension is below ⌊1/δ²⌋.

    Raises:
        InputError: nothing can be forced, or there is too much for a page.

    """
    plan = plan_orthonormal(margin_squared, dimension, as_printed=False)
    if dimension is not None and dimension < 1 // margin_squared:
        return _tree_challenge(margin_squared, dimension)
    count = plan.rounds or 0
    if count > MAX_MARGIN_ROUNDS:
        raise InputError(
            f"a challenge has at most {MAX_MARGIN_ROUNDS:,} rounds, so δ² is at least about 1/{MAX_MARGIN_ROUNDS:,}; "
            f"this margin makes {count:,}"
        )
    return _shared("standard-basis", count) | {
        "lines": [_setting_line(margin_squared, plan.setting.dimension, count), _DARE],
        "dimension": plan.setting.dimension,
        "margin_squared": str(margin_squared),
        "drawn": drawn(margin_squared),
        "norms": [number_text(margin_squared * number) for number in range(count + 1)],
        "rules": [
            _LABELS,
            f"{_BOTH} Its points are e1, e2, …, each once. In the end it has to show you its v.",
        ],
        "why": [
            f"The points are orthonormal. So for all labels y the vector v = δ·Σ yᵢeᵢ has length δ√{count} ≤ 1.",
            "It gives each point its label with margin δ. So the opposites of any predictions are legal labels.",
            f"So every deterministic learner errs {counted(count, 'time')}; the Perceptron never errs more often.",
        ],
        "by_chance": _by_chance("The label of each eᵢ", _COMES_AGAIN),
        "check": [
            "The page makes no choices. Its points are fixed, and it answers the opposite of your prediction.",
            f"Below is the trace of your game. {_CLAIMED}",
        ],
    }


def _setting_line(margin_squared: Fraction, dimension: int, count: int) -> str:
    return (
        f"Halfspaces with margin {margin_name(margin_squared)}, in dimension {dimension:,}: {counted(count, 'round')}."
    )


def _tree_challenge(margin_squared: Fraction, dimension: int) -> dict[str, Any]:
    """Return the data of a challenge in a small dimension, with the adversary's whole strategy as one tree."""
    plan = MistakeTrees(margin_squared=margin_squared, dimension=dimension).plan
    count = plan.rounds or 0
    if count > MAX_SPACE_DEPTH:
        raise InputError(
            f"in dimension {dimension} {counted(count, 'mistake')} can be forced; "
            f"a challenge has at most {MAX_SPACE_DEPTH}"
        )
    claim = {"statement": Statement.UNIVERSAL_BOUND.value, "mistakes": count}
    about = {"format": FORMAT, "dimension": dimension, "margin_squared": str(margin_squared), "claims": [claim]}
    lower = msgspec.to_builtins(plan.lower)
    if not judge(about | {"lower": lower}).valid:
        raise AssertionError("the checker does not say that our trees are right")
    points, targets = list[dict[str, Any]](), list[dict[str, Any]]()
    tree = _grown(margin_squared, dimension, [], points, targets)
    return _shared("mistake-tree", count) | {
        "lines": [_setting_line(margin_squared, dimension, count), _DARE],
        "space": {"points": points, "targets": targets, "lower": lower, "delta": drawn_root(margin_squared)},
        "dimension": dimension,
        "margin_squared": str(margin_squared),
        "tree": tree,
        "rules": [_LABELS, f"{_BOTH} In the end it has to show you its v."],
        "why": [
            f"The adversary goes down a mistake tree of depth {count}, always along the branch that was not predicted.",
            "At every leaf there is a vector v of length at most 1 that labels each point on the path with margin δ.",
            f"So every deterministic learner errs {counted(count, 'time')}.",
            f"{plan.note}.",
        ],
        "by_chance": _by_chance("A target of the tree", _COMES_AGAIN),
        "check": [
            "The whole tree was in this page before you began, and the trusted checker had found its witness right.",
            f"Below is the trace of your game, with that witness. {_CLAIMED}",
        ],
    }


def _grown(
    margin_squared: Fraction,
    dimension: int,
    labels: list[Label],
    points: list[dict[str, Any]],
    targets: list[dict[str, Any]],
) -> Any:
    """Return the adversary's strategy after these labels: [point, after −1, after +1], or a target at a leaf.

    Points and targets are numbers, of the lists to which they are added.
    """
    adversary = MistakeTrees(margin_squared=margin_squared, dimension=dimension)
    for label in labels:
        adversary.label(adversary.next_point() or Vector(()), opposite(label))
    if (x := adversary.next_point()) is not None:
        points.append({"x": [(index, str(value), drawn(value)) for index, value in x.entries]})  # as a trace has them
        number = len(points) - 1
        below = [_grown(margin_squared, dimension, [*labels, label], points, targets) for label in LABELS]
        return [number, *below]
    target = adversary.target()
    assert target is not None  # noqa: S101 - there were labels
    direction, scale = target.direction.entries, target.scale_squared
    targets.append({
        "direction": [[index, str(value)] for index, value in direction],
        "scale": str(scale),
        "norm": number_text(target.norm_squared()),
        "v": [[index, drawn_root(scale * signed_square(value))] for index, value in direction],
    })  # fmt: skip
    return len(targets) - 1


def class_challenge(table: ConceptClass, budget: Budget) -> dict[str, Any]:
    """Return the data of a challenge on a finite class, after the trusted checker has accepted its tree.

    Raises:
        InputError: there is nothing to force, or the class or its tree is too large for a page.
        OutOfBudget: the budget does not suffice to find the tree.

    """
    if table.size * table.points > MAX_CHALLENGE_LABELS:
        raise InputError(
            f"{table.name} has more than {MAX_CHALLENGE_LABELS:,} labels, too many for a page; take a smaller class"
        )
    solver = Littlestone(table, budget)
    depth = solver.dimension()
    if not 0 < depth <= MAX_DEPTH:
        raise InputError(
            f"on {table.name} {counted(depth, 'mistake')} can be forced; a challenge has from 1 to {MAX_DEPTH}"
        )
    tree = solver.tree(depth)
    class_data = class_table(table, MAX_CHALLENGE_LABELS)
    named = {"format": CERTIFICATE, "class": table.name, "points": table.points}
    certificate = named | {"concepts": class_data.concepts}
    if not certify(certificate | {"at_least": depth, "tree": tree}).statements:
        raise AssertionError("the checker does not say that our tree is right")
    return _shared("littlestone", depth) | {
        "lines": [
            f"The class {class_data.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}.",
            f"{counted(depth, 'round')}. {_DARE}",
        ],
        "class": msgspec.to_builtins(class_data),
        "tree": tree,
        "rules": [
            "One of the concepts of the class gives every point its label. You do not know which concept.",
            f"{_BOTH} In the end it has to show you a concept that gives every point the label that you were told.",
        ],
        "why": [
            f"The adversary goes down a mistake tree of depth {depth}, always along the branch that was not predicted.",
            "At every leaf of the tree there is a concept that agrees with all labels on the path to it.",
            f"So every deterministic learner errs {counted(depth, 'time')}, the Littlestone dimension.",
            "The best learner never errs more often.",
        ],
        "by_chance": _by_chance("A concept", "the majority of the remaining concepts is often right"),
        "check": [
            "The whole tree was in this page before you began, and the trusted checker had found it right.",
            f"Below is the trace of your game, with the class and the tree. {_CLAIMED}",
        ],
    }
