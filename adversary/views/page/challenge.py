"""A page on which a person is the learner: the adversary is the certified mistake tree, or the standard basis.

All that the adversary will ever do is in the page before the first prediction, and looks at nothing but predictions:
it goes down the branch that was not predicted, or says the opposite. The trusted checker has judged the tree.
"""

from fractions import Fraction
from typing import Any

from adversary.strategies.halfspaces.standard_basis import plan_orthonormal
from adversary.views.game.finite import class_table
from adversary.views.game.view import drawn, number_text
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted
from proofs.finite_checker import CERTIFICATE
from proofs.solvers.budget import Budget
from proofs.solvers.certificates import certify
from proofs.solvers.littlestone import Littlestone

MAX_CHALLENGE_LABELS = 500_000
"""Of a class that a challenge has in its page."""

MAX_DEPTH = 14
"""Of the tree in a page."""

MAX_MARGIN_ROUNDS = 1_000
"""Of a challenge by a margin: nobody predicts more often."""

TITLE = "You are the learner"
"""What stands above a challenge."""

_BOTH = (
    "The adversary shows a point, you predict its label, and it answers. Whatever you predict, it says the opposite."
)

_DARE = "The adversary says that nobody gets a single one right."

_CLAIMED = (
    "It claims statement 1, realizable, and 3, universal bound; never 2, a run bound, for nobody can replay a person."
)


def margin_challenge(margin_squared: Fraction) -> dict[str, Any]:
    """Return the data of a challenge on halfspaces with a margin. Raises InputError."""
    count = plan_orthonormal(margin_squared, None, as_printed=False).rounds or 0
    if count > MAX_MARGIN_ROUNDS:
        raise InputError(
            f"a challenge has at most {MAX_MARGIN_ROUNDS:,} rounds, so δ² is at least about 1/{MAX_MARGIN_ROUNDS:,}; "
            f"this margin makes {count:,}"
        )
    square = number_text(margin_squared)
    return {
        "kind": "challenge",
        "title": TITLE,
        "lines": [f"Halfspaces with margin² δ² = {square}, in dimension {count:,}: {counted(count, 'round')}.", _DARE],
        "adversary": "standard-basis",
        "count": count,
        "class": None,
        "margin_squared": str(margin_squared),
        "drawn": drawn(margin_squared),
        "norms": [number_text(margin_squared * number) for number in range(count + 1)],
        "rounds": [None] * count,
        "rules": [
            "Some vector v of norm at most 1 labels every point x with the sign of ⟨v,x⟩, and |⟨v,x⟩| ≥ δ.",
            f"{_BOTH} Its points are e1, e2, …, each once. In the end it has to show you its v.",
        ],
        "why": [
            f"The points are orthonormal. So for all labels y the vector v = δ·Σ yᵢeᵢ has norm² {count}·δ² ≤ 1.",
            "It gives each point its label with margin δ. Whatever anybody predicts, the opposite labels are legal.",
            f"So every deterministic learner errs {counted(count, 'time')}; the Perceptron never errs more often.",
        ],
        "check": [
            "The page has nothing to choose: its points are fixed, and it answers the opposite of your prediction.",
            f"Below is the trace of your game. {_CLAIMED}",
        ],
    }


def class_challenge(table: ConceptClass, budget: Budget) -> dict[str, Any]:
    """Return the data of a challenge on a finite class, once the trusted checker has found its tree right.

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
    shown = class_table(table, MAX_CHALLENGE_LABELS)
    named = {"format": CERTIFICATE, "class": table.name, "points": table.points}
    certificate = named | {"concepts": shown["concepts"]}
    if not certify(certificate | {"at_least": depth, "tree": tree}).statements:
        raise AssertionError("the checker does not say that our tree is right")
    return {
        "kind": "challenge",
        "title": TITLE,
        "lines": [
            f"The class {shown['name']}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}.",
            f"{counted(depth, 'round')}. {_DARE}",
        ],
        "adversary": "littlestone",
        "count": depth,
        "class": shown,
        "tree": tree,
        "rounds": [None] * depth,
        "rules": [
            "One of the concepts of the class gives every point its label; you do not know which.",
            f"{_BOTH} In the end it has to show you a concept that gives every point the label that you were told.",
        ],
        "why": [
            f"The adversary goes down a mistake tree of depth {depth}, always along the branch that was not predicted.",
            "At every leaf of the tree there is a concept that agrees with the whole way there.",
            f"So every deterministic learner errs {counted(depth, 'time')}, the Littlestone dimension.",
            "The best learner never errs more often.",
        ],
        "check": [
            "The whole tree was in this page before you began, and the trusted checker had found it right.",
            f"Below is the trace of your game, with the class and the tree. {_CLAIMED}",
        ],
    }
