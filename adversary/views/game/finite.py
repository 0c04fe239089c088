"""Games on a finite class: the table of concepts, the votes, |V| and L, round after round.

With lies, V has the concepts that differ from at most so many labels, each with the lies that it has left. D, the
Littlestone dimension with these lies, replaces L. With an announced order, A replaces L: the number of mistakes that
the rest of the order can force.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
from msgspec.structs import asdict

from adversary.game.judge import Verdict
from adversary.views.game.view import (
    Bound,
    GameRound,
    GameView,
    Kind,
    PageData,
    Recording,
    TexRow,
    number_of,
    number_text,
    said_text,
    tex_label,
    tex_prediction,
)
from adversary.views.markup import latex_text
from proofs.classes.concepts import ConceptClass, Tree
from proofs.exact.errors import lies_suffix, one_line
from proofs.formats.trace import loss
from proofs.settings import Finite
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.solvers.spaces import whole_class
from proofs.solvers.values import halving_prediction
from proofs.statements import Statement

MAX_CELLS = 250_000
"""Labels of a class that a page has; of larger ones it says how large they are."""

MAX_NAME = 120
"""Characters of the name of a point or a concept."""

MAX_LABELS_IN_NAME = 24
"""Of a concept without a name, which is called by its labels."""

MAX_TREE_NODES = 255
"""Of a mistake tree that a page draws whole."""


class Space(msgspec.Struct, kw_only=True):
    """A version space: how many concepts it has, and its rank, where that is known."""

    size: int
    rank: int | None = None


class FiniteRound(msgspec.Struct, kw_only=True):
    """A round, with the version spaces on both of its sides; ``likely`` is the chance of +1 of who tosses a coin."""

    point: int
    said: int | str
    likely: float | None
    label: int
    wrong: str
    mistakes: str
    votes: list[int]
    lie: bool
    minus: Space
    plus: Space

    @property
    def after(self) -> Space:
        """What is left after the round."""
        return self.plus if self.label == 1 else self.minus


class ClassTable(msgspec.Struct, kw_only=True):
    """A class: the names of points always, the concepts where they are not too many.

    In a game, a concept is ``excluded`` by the first round whose label it has no lie left for, or by none (0), and
    ``unlike`` are the rounds whose labels it does not have.
    """

    name: str
    size: int
    points: list[str]
    concepts: list[str] | None
    names: list[str] | None
    excluded: list[int] | msgspec.UnsetType | None = msgspec.UNSET
    unlike: list[list[int]] | msgspec.UnsetType | None = msgspec.UNSET


class FiniteData(PageData, kw_only=True):
    """A page's data of a game on a class, or of a certificate: which bounds it proves, or that it has ``values``."""

    table: ClassTable
    start: Space
    rounds: list[FiniteRound]
    lies: int
    order: list[int] | None
    target: int | None
    target_name: str | None
    ran_out: str | None
    tree: Tree | None = None
    title: str = ""
    certificate: dict[Statement, int | None] | None = None
    values: bool = False


@dataclass(frozen=True)
class FiniteView(GameView):
    """A game on a finite class, or a certificate of one."""

    data: FiniteData

    script: ClassVar = "finite"
    charts: ClassVar = ("mistakes",)
    lacks: ClassVar = {
        "plane": "it is not a game of halfspaces in two dimensions",
        "rounds": "it is not a game of halfspaces in two dimensions",
        "sphere": "it is not a game of halfspaces in three dimensions",
        "squeeze": "it is about a finite class, which has no w",
    }

    @classmethod
    def page_data(cls, shared: PageData, recording: Recording, findings: Verdict, budget: Budget) -> FiniteData:
        """Return a page's data of a recorded game on a class."""
        proves_tree = findings.proved(Statement.UNIVERSAL_BOUND) is not None
        data = class_game(shared, findings.setting, recording.rounds, findings.target["concept"], budget)
        data.tree = shown_tree(recording.footer.get("tree") if proves_tree else None)
        return data

    @property
    def kind(self) -> Kind:
        """Return the kind of the file, in a word."""
        return super().kind if self.data.certificate is None else "certificate"

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The class's table, the lies and the order."""
        table = self.setting.concept_class
        return self.setting.lies, self.setting.order, *sorted(map(table.row_text, range(table.size)))

    @property
    def about(self) -> str:
        """The class, for a caption."""
        return f"the class {self.data.table.name}{lies_suffix(self.setting.lies)}"

    def counts(self) -> list[float]:
        """Return the mistakes after each round; expected ones of a learner that tosses coins."""
        return [0.0, *(number_of(entry.mistakes) for entry in self.data.rounds)]

    def theorems(self, *, alone: bool) -> list[Bound]:  # noqa: ARG002 - they are about the class
        """Return the bound that is forced on every deterministic learner, and Halving's bound."""
        start, lying = self.data.start, lies_suffix(self.setting.lies)
        bounds: list[Bound] = [] if lying else [("⌊log₂|C|⌋, Halving never makes more", start.size.bit_length() - 1)]
        if start.rank is not None:
            whom = "all who are told the order" if self.setting.order else "every deterministic learner"
            bounds.insert(0, (f"{self.rank_letter}(C), forced on {whom}{lying}", start.rank))
        return bounds

    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the rounds with |V| and L."""
        body = []
        for number, entry in enumerate(self.data.rounds, 1):
            rank = "?" if entry.after.rank is None else str(entry.after.rank)
            predicted = tex_prediction(entry.said, wrong=entry.wrong == "1")
            point = latex_text(self.data.table.points[entry.point])
            label = tex_label(entry.label) + (" (a lie)" if self.setting.lies and entry.lie else "")
            numbers = latex_text(entry.mistakes), str(entry.after.size), rank
            body.append([str(number), point, predicted, label, *numbers])
        head = ["round", "point", "prediction", "label", "mistakes", "$|V|$", f"${self.rank_letter}(V)$"]
        return (head, body), []


def class_game(
    shared: PageData, setting: Finite, rounds: Iterable[GameRound], target: int | None, budget: Budget
) -> FiniteData:
    """Return a page's data of a game: its rounds, and the class with the round that excluded each concept."""
    concept_class, universe = setting.concept_class, whole_class(setting.concept_class, setting.lies)
    space, sum_of_losses = universe.everything, Fraction(0)
    followed = True  # the announced order, if there is one; elsewhere nothing is known of what can be forced
    start = Space(size=universe.everything.bit_count())
    unranked, entries = list[tuple[Space, int]](), list[FiniteRound]()
    unlike: list[list[int]] = [[] for _ in range(concept_class.size)]
    for number, (x, predicted, label) in enumerate(rounds, 1):
        sides = universe.sides(space, x)
        minus, plus = (Space(size=side.bit_count()) for side in sides)
        followed = followed and (setting.order is None or setting.order[number - 1 : number] == (x,))
        unranked += [(minus, sides[0]), (plus, sides[1])] if followed else []
        sum_of_losses += loss(predicted, label)
        entries.append(
            FiniteRound(
                point=x,
                said=said_text(predicted),
                likely=None if isinstance(predicted, int) else float(predicted),
                label=label,
                wrong=number_text(loss(predicted, label)),
                mistakes=number_text(sum_of_losses),
                votes=[(space & column[x]).bit_count() for column in (universe.minus_columns, universe.columns)],
                lie=target is not None and setting.is_lie(target, x, label),
                minus=minus,
                plus=plus,
            )
        )
        for concept, bit in enumerate(f"{universe.unlike(space, x, label):b}"[::-1]):
            if bit == "1":
                unlike[concept].append(number)
        space = sides[label == 1]
    table, lies = class_table(concept_class, MAX_CELLS), setting.lies
    whole = table.concepts is not None
    table.excluded = [numbers[lies] if len(numbers) > lies else 0 for numbers in unlike] if whole else None
    table.unlike = unlike if whole and lies else None
    return FiniteData(
        **asdict(shared),
        table=table,
        start=start,
        rounds=entries,
        lies=lies,
        order=None if setting.order is None else list(setting.order),
        target=target,
        target_name=None if target is None else _concept_text(concept_class, target),
        ran_out=_add_ranks(setting, [*unranked, (start, universe.everything)], budget),
    )


def _add_ranks(setting: Finite, spaces: Iterable[tuple[Space, int]], budget: Budget) -> str | None:
    """Add the value of each version space until a budget runs out; return the name of this budget."""
    table, order = setting.concept_class, setting.order
    try:
        value = (
            Littlestone(table, budget, setting.lies).dimension
            if order is None
            else Announced(table, order, budget).value
        )
        for entry, space in spaces:
            entry.rank = value(space) if space else None
    except OutOfBudget as error:
        return str(error)
    return None


def majority_game(setting: Finite, tree: Tree) -> tuple[list[GameRound], int]:
    """Play a tree against the majority of the remaining concepts (ties +1), which is Halving if there are no lies.

    Return the rounds, and the concept at the leaf.
    """
    universe = whole_class(setting.concept_class, setting.lies)
    space, rounds, below = universe.everything, list[GameRound](), tree
    while not isinstance(below, int):
        point, *branches = below
        minus, plus = [(space & column[point]).bit_count() for column in (universe.minus_columns, universe.columns)]
        predicted = halving_prediction("positive", minus, plus, 0, 0)
        rounds.append((point, predicted, -predicted))
        space, below = universe.sides(space, point)[predicted < 0], branches[predicted < 0]
    return rounds, below


def shown_tree(tree: Tree | None) -> Tree | None:
    """Return a mistake tree that a checker has read, if it is small enough to be drawn on a page."""
    nodes: list[Any] = [tree]
    for below in nodes:
        if isinstance(below, list) and len(nodes) <= MAX_TREE_NODES:
            nodes += below[1:]
    return tree if len(nodes) <= MAX_TREE_NODES else None


def class_table(table: ConceptClass, limit: int) -> ClassTable:
    """Return a class, with its concepts where they have no more labels than the limit."""
    whole = table.size * table.points <= limit
    return ClassTable(
        name=one_line(table.name, MAX_NAME),
        size=table.size,
        points=[one_line(name, MAX_NAME) for name in table.point_names],
        concepts=[table.row_text(concept) for concept in range(table.size)] if whole else None,
        names=[one_line(name, MAX_NAME) for name in table.concept_names] if whole and table.concept_names else None,
    )


def _concept_text(table: ConceptClass, concept: int) -> str:
    """Return a concept's name on a page: its name, or its labels if they are few, or its number."""
    if table.concept_names:
        return one_line(table.concept_names[concept], MAX_NAME)
    return table.row_text(concept).replace("-", "−") if table.points <= MAX_LABELS_IN_NAME else f"concept {concept}"
