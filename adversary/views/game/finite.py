"""Games on a finite class: the table of concepts, the votes, |V| and L, round after round.

Where labels may be lies, V has the concepts that differ from no more labels than that, each with the lies that it has
left, and D, the Littlestone dimension with these, takes the place of L; where an order was announced, A, what the rest
of that order can force.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from adversary.game.judge import Verdict
from adversary.views.game.numbers import number_text
from adversary.views.game.recording import Recording
from adversary.views.game.view import STATEMENTS, Bound, GameView, TexRow, tex_label
from adversary.views.latex import latex_text
from learners.protocol import Label, Prediction, loss
from proofs.classes.concepts import ConceptClass, Tree
from proofs.exact.errors import lies_suffix, one_line
from proofs.exact.rationals import Rational
from proofs.settings import Finite
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.solvers.spaces import whole_class
from proofs.statements import Statement

MAX_CELLS = 250_000
"""Labels of a class that a page has; of larger ones it says how large they are."""

MAX_NAME = 120
"""Characters of the name of a point or a concept."""

MAX_LABELS_IN_NAME = 24
"""Of a concept without a name, which is called by its labels."""

MAX_TREE_NODES = 255
"""Of a mistake tree that a page draws whole."""

FiniteRound = tuple[int, Prediction, Label]
"""The number of a point, what was predicted, and the label."""


@dataclass(frozen=True)
class FiniteView(GameView):
    """A game on a finite class, or a certificate of one."""

    charts: ClassVar = ("spaces", "mistakes")
    lacks: ClassVar = {
        "plane": "it is not a game of halfspaces in two dimensions",
        "squeeze": "it is about a finite class, where there is no w",
    }

    @classmethod
    def rounds(cls, recording: Recording, findings: Verdict, budget: Budget) -> dict[str, Any]:
        """Return what a page has of a recorded game on a class."""
        rounds = [(int(bytes(entry.x)), _as_said(entry.predicted), entry.label) for entry in recording.rounds]
        setting: Finite = findings.setting
        proves_tree = findings.proved(Statement.UNIVERSAL_BOUND) is not None
        tree = recording.footer.get("tree") if proves_tree else None
        return class_rounds(setting, rounds, findings.target["concept"], budget) | {"tree": shown_tree(tree)}

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The class's table, the lies and the order."""
        table = self.setting.concept_class
        return self.setting.lies, self.setting.order, *sorted(map(table.row_text, range(table.size)))

    @property
    def about(self) -> str:
        """The class, for a caption."""
        return f"the class {self.data['table']['name']}{lies_suffix(self.setting.lies)}"

    @property
    def setting_text(self) -> str:
        """The class, with the order that was announced."""
        return f"{self.about}, announced in the order {self.setting.order_text()}" if self.setting.order else self.about

    def counts(self) -> list[float]:
        """Return the mistakes after each round; expected ones of a learner that tosses coins."""
        return [0.0, *(float(Fraction(entry["mistakes"].removeprefix("≈"))) for entry in self.data["rounds"])]

    def theorems(self, *, alone: bool) -> list[Bound]:  # noqa: ARG002 - they are about the class
        """Return what is forced on everybody, and what Halving never exceeds."""
        start, lying = self.data["start"], lies_suffix(self.setting.lies)
        bounds = [] if lying else [("⌊log₂|C|⌋, Halving never makes more", start["size"].bit_length() - 1)]
        if start["rank"] is not None:
            whom = "all who are told the order" if self.setting.order else "every deterministic learner"
            bounds.insert(0, (f"{self.rank_letter}(C), forced on {whom}{lying}", start["rank"]))
        return bounds

    @property
    def rank_note(self) -> str:
        """What D is where there are lies, or A in an announced order."""
        if self.setting.order:
            return "; A(V) is what the rest of the announced order can force"
        dimension = "; V has the concepts that may still be the target, and D(V) is their Littlestone dimension "
        return f"{dimension}with the lies that each has left" if self.setting.lies else ""

    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the rounds with |V| and L."""
        body = []
        for number, entry in enumerate(self.data["rounds"], 1):
            left = entry["plus" if entry["label"] == 1 else "minus"]
            rank = "?" if left["rank"] is None else str(left["rank"])
            said, wrong = entry["said"], entry["wrong"] == "1"
            told = tex_label(said, wrong=wrong) if isinstance(said, int) else latex_text(f"+1 with {said}")
            point = latex_text(self.data["table"]["points"][entry["point"]])
            label = tex_label(entry["label"]) + (" (a lie)" if self.setting.lies and entry["lie"] else "")
            body.append([str(number), point, told, label, latex_text(entry["mistakes"]), str(left["size"]), rank])
        head = ["round", "point", "prediction", "label", "mistakes", "$|V|$", f"${self.rank_letter}(V)$"]
        return (head, body), []

    def statements_text(self) -> str:
        """Return what the numbers of statements mean where there are lies or an order."""
        legal = "is unlike no more labels than may be lies" if self.setting.lies else "explains every label"
        told = " that is told the order" if self.setting.order else ""
        return STATEMENTS.format(legal=legal, told=told, within="")


@dataclass(slots=True)
class _Ranks:
    """What can be forced on every learner in a version space, after so many rounds, until the budget is spent."""

    setting: Finite
    budget: Budget
    value: Callable[[int], int] = field(init=False)
    ran_out: str = ""

    def __post_init__(self) -> None:
        table, order = self.setting.concept_class, self.setting.order
        try:
            self.value = (
                Littlestone(table, self.budget, self.setting.lies).dimension
                if order is None
                else Announced(table, order, self.budget).value
            )
        except OutOfBudget as error:
            self.ran_out = str(error)

    def of(self, space: int) -> int | None:
        if self.ran_out or not space:
            return None
        try:
            return self.value(space)
        except OutOfBudget as error:
            self.ran_out = str(error)
            return None


def class_rounds(setting: Finite, rounds: Iterable[FiniteRound], target: int | None, budget: Budget) -> dict[str, Any]:
    """Return what a page has of a game: its rounds, and the class with the round in which each concept was excluded."""
    table, universe = setting.concept_class, whole_class(setting.concept_class, setting.lies)
    ranks = _Ranks(setting, budget)
    space, sum_of_losses = universe.everything, Fraction(0)
    followed = True  # the announced order, if there is one
    shown, unlike = [], list[list[int]]([[] for _ in range(table.size)])
    for number, (x, said, label) in enumerate(rounds, 1):
        votes = (space & universe.columns[x]).bit_count()
        sides = universe.sides(space, x)
        followed = followed and (setting.order is None or setting.order[number - 1 : number] == (x,))
        sum_of_losses += loss(said, label)
        shown.append(
            {
                "point": x,
                "said": said if isinstance(said, int) else number_text(said),
                "likely": None if isinstance(said, int) else float(said),
                "label": label,
                "wrong": number_text(loss(said, label)),
                "mistakes": number_text(sum_of_losses),
                "votes": [space.bit_count() - votes, votes],
                "lie": target is not None and setting.is_lie(target, x, label),
                "minus": _space(ranks, sides[0], followed=followed),
                "plus": _space(ranks, sides[1], followed=followed),
            }
        )
        _note(unlike, universe.unlike(space, x, label), number)
        space = sides[label == 1]
    return {
        "table": _table(table, unlike, setting.lies),
        "start": _space(ranks, universe.everything),
        "rounds": shown,
        "lies": setting.lies,
        "order": None if setting.order is None else list(setting.order),
        "target": target,
        "target_name": None if target is None else _concept_text(table, target),
        "ran_out": ranks.ran_out or None,
    }


def majority_game(setting: Finite, tree: Tree) -> tuple[list[FiniteRound], int]:
    """Go down a tree against the majority of the concepts left, ties positive: Halving, where there are no lies.

    Return the rounds, and the concept at the leaf.
    """
    universe = whole_class(setting.concept_class, setting.lies)
    space, rounds, below = universe.everything, list[FiniteRound](), tree
    while not isinstance(below, int):
        point, minus, plus = below
        positive = (space & universe.columns[point]).bit_count()
        if 2 * positive >= space.bit_count():
            rounds.append((point, 1, -1))
            space, below = universe.sides(space, point)[0], minus
        else:
            rounds.append((point, -1, 1))
            space, below = universe.sides(space, point)[1], plus
    return rounds, below


def shown_tree(tree: Tree | None) -> Tree | None:
    """Return a mistake tree, if it is small enough to be drawn on a page."""
    return tree if _nodes(tree) <= MAX_TREE_NODES else None


def _space(ranks: _Ranks, space: int, *, followed: bool = True) -> dict[str, Any]:
    """Return a version space; where the announced order was not ``followed``, nothing is known of it."""
    return {"size": space.bit_count(), "rank": ranks.of(space) if followed else None}


def _note(unlike: list[list[int]], concepts: int, number: int) -> None:
    for concept, bit in enumerate(f"{concepts:b}"[::-1]):
        if bit == "1":
            unlike[concept].append(number)


def _table(table: ConceptClass, unlike: list[list[int]], lies: int) -> dict[str, Any]:
    """Return the class: names of points always, the concepts where they are not too many.

    A concept is ``excluded`` by the first round whose label it has no lie left for; 0: by none. ``unlike`` are the
    rounds until then whose labels are not its own.
    """
    whole = table.size * table.points <= MAX_CELLS
    return {
        "name": one_line(table.name, MAX_NAME),
        "size": table.size,
        "points": [one_line(name, MAX_NAME) for name in table.point_names],
        "concepts": [table.row_text(concept) for concept in range(table.size)] if whole else None,
        "names": [one_line(name, MAX_NAME) for name in table.concept_names] if whole and table.concept_names else None,
        "excluded": [rounds[lies] if len(rounds) > lies else 0 for rounds in unlike] if whole else None,
        "unlike": unlike if whole and lies else None,
    }


def _concept_text(table: ConceptClass, concept: int) -> str:
    """Return what a page calls a concept: its name, or its labels if they are few, or its number."""
    if table.concept_names:
        return one_line(table.concept_names[concept], MAX_NAME)
    return table.row_text(concept).replace("-", "−") if table.points <= MAX_LABELS_IN_NAME else f"concept {concept}"


def _as_said(predicted: Rational | str) -> Prediction:
    """Return what a trace says was predicted: a label, or a probability of +1."""
    return Fraction(predicted) if isinstance(predicted, str) else (1 if predicted == 1 else -1)


def _nodes(tree: Any) -> int:
    """Return how many nodes a tree has that a checker has read; no more are counted than a page draws."""
    count, waiting = 0, [tree]
    while waiting and count <= MAX_TREE_NODES:
        below = waiting.pop()
        count += 1
        if isinstance(below, list):
            waiting += below[1:]
    return count
