"""Games on vectors: the rounds as page data, and the numbers of the Perceptron's proof in each round.

All of it is exact, in squares: no root is ever taken.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
from msgspec.structs import asdict

from adversary.game.watch import broken_rule
from adversary.search.counterexample import readable
from adversary.views.game.view import (
    GameRound,
    GameView,
    PageData,
    PageVerdict,
    Recording,
    TexRow,
    drawn,
    drawn_root,
    number_of,
    number_text,
    said_text,
    tex_label,
    tex_prediction,
)
from adversary.views.markup import latex_text
from learners.loading.sources import find
from learners.protocol import Fault, exact_weights, run_rounds
from learners.registry import LEARNERS
from learners.runner.runner import LocalRunner
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target, Vector, frozen
from proofs.formats.trace import loss
from proofs.settings import Halfspaces, Hinge
from proofs.solvers.budget import Budget, OutOfBudget

MAX_ENTRIES = 400_000
"""Coordinates of all points, and of all changes of w, that a page has."""

COORDINATES_KEPT = 8
"""The first coordinates, so many, are kept of games that have more."""

MAX_COUNTED = 10**12
"""Mistakes: a bound above that is no bound for anybody."""

WIDEST_POINT = 6
"""Coordinates of a point that are written out in a table."""

MAX_COORDINATE = 24
"""Characters of a coordinate that a table has exactly."""

MAX_NUMBER = 12
"""The maximum number of characters of a squared number in a table."""


MAX_DIMENSIONS = 1_000_000
"""Of a space in which a learner of a trace is made: some keep an array of that length."""

Change = dict[int, Rational]
"""The coordinates of w that a round has changed, with their new values."""


Coordinate = tuple[int, str, float]
"""The index of a coordinate that is not 0, its exact text, and its float."""


class VectorRound(msgspec.Struct, kw_only=True):
    """A round: the first coordinates of its point, and how many ``more`` are not 0.

    With a margin it has the square of its own; with a hinge budget ⟨u,x⟩ and its loss, where these are known. Of a
    learner that tosses coins it has the probability of a mistake, and the ``mistakes`` expected so far.
    """

    x: list[Coordinate]
    more: int
    said: int | str
    label: int
    wrong: str | msgspec.UnsetType = msgspec.UNSET
    mistakes: str | msgspec.UnsetType = msgspec.UNSET
    margin: str | msgspec.UnsetType | None = msgspec.UNSET
    product: str | msgspec.UnsetType = msgspec.UNSET
    loss: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_mistake(self) -> bool:
        """Whether the prediction is surely wrong."""
        return self.wrong == "1" if self.wrong else self.said != self.label


class Moment(msgspec.Struct, kw_only=True):
    """The coordinates of w that a round has changed, and the proof's numbers; ``broken`` where they do not rise."""

    w: list[tuple[int, float]]
    squares: list[str]
    drawn: list[float]
    broken: list[int]


class Share(msgspec.Struct, kw_only=True):
    """A number, and whether it is more than it may be."""

    text: str
    over: bool

    @classmethod
    def of(cls, value: Rational, most: Rational) -> "Share":
        """Return a number as text, beside its limit."""
        return cls(text=number_text(value), over=value > most)


class ShownTarget(msgspec.Struct, kw_only=True):
    """A target as it is written, and ``v`` as it is drawn.

    With a margin, the squared length of v is ``scale`` times that of the direction. With a hinge budget, the direction
    is the target itself, and ``spent`` are its losses before the first round and after each.
    """

    direction: list[Coordinate]
    more: int
    v: list[tuple[int, float]]
    norm: Share
    scale: str | msgspec.UnsetType = msgspec.UNSET
    spent: list[Share] | msgspec.UnsetType = msgspec.UNSET


class Beside(msgspec.Struct, kw_only=True):
    """A learner's own w and the textbook's, before the first round and after each, and where they first differ."""

    own: list[list[Coordinate]]
    textbook: list[list[Coordinate]]
    differs: int | None


class Allowed(msgspec.Struct, kw_only=True):
    """M beside H + ‖u‖√M: the ``squares`` are (M − H)² and ‖u‖²M, if M > H."""

    squares: list[str] | None
    drawn: float
    broken: bool


class VectorData(PageData, kw_only=True):
    """A page's data of a game on vectors: of long games the first coordinates are ``kept``, so many.

    A target satisfies a labeled point by a product of at least ``clear``. There is a moment before the first round, and
    one after each; ``broken`` says where the proof's numbers first do not rise, and why; ``on_mistakes`` that w changes
    in the rounds with a mistake and in no others. ``most`` is the Perceptron's bound in the setting.

    With a margin, ``allowed`` is its bound on these rounds, and ``sums`` are the squared norms of the sums of the
    labeled points so far, if the target is the last of them. With a hinge budget, ``squares`` are those of the proof
    for one mistake more than ``most``, and ``allowed_so_far`` has an entry for each moment.
    """

    rounds: list[VectorRound]
    dimension: int
    kept: int
    moments: list[Moment] | None
    broken: str | None
    on_mistakes: bool
    no_weights: str | None
    beside: Beside | None
    most: int | None
    parameters: dict[str, str] = msgspec.field(default_factory=dict)
    clear: float = 1.0
    target: ShownTarget | None = None
    allowed: int | None = None
    sums: list[Share] | None = None
    squares: list[str] | None = None
    allowed_so_far: list[Allowed] | None = None


@dataclass(frozen=True)
class VectorView(GameView):
    """A game whose points are vectors."""

    data: VectorData

    column_names: ClassVar[str]
    """What ``tex_columns`` are."""

    clear_name: ClassVar[str]
    """What is where the product with a target is ``clear``."""

    def counts(self) -> list[float]:
        """Return the mistakes after each round; expected ones of a learner that tosses coins."""
        counts = [0.0]
        for entry in self.data.rounds:
            expected = number_of(entry.mistakes) if entry.mistakes else counts[-1] + (entry.said != entry.label)
            counts.append(expected)
        return counts

    @abstractmethod
    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return the columns' titles in LaTeX, their cells in each round, and what is left out."""

    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the rounds with their exact numbers."""
        more, columns, notes = self.tex_columns()
        if any(len(text) > MAX_NUMBER for row in columns for text in row):
            more, columns, notes = [], [], [f"Left out: {self.column_names}, which are long numbers."]
        body, mistakes = [], 0
        for number, entry in enumerate(self.data.rounds):
            mistakes += entry.is_mistake
            labels = tex_prediction(entry.said, wrong=entry.is_mistake), tex_label(entry.label)
            so_far = latex_text(entry.mistakes) if entry.mistakes else str(mistakes)
            cells = [str(number + 1), self._tex_point(entry), *labels, so_far]
            body.append(cells + [_tex_number(text) for text in columns[number]] if columns else cells)
        if any(latex_text("≈") in row[1] for row in body):
            notes.append("Numbers with ≈ are rounded; the trace has them exactly.")
        return (["round", "point", "prediction", "label", "mistakes", *more], body), notes

    def _tex_point(self, entry: VectorRound) -> str:
        """Return a point as coordinates, or, where they are many, as a sum of basis vectors."""
        texts = {index: text if len(text) <= MAX_COORDINATE else f"≈{near:.6g}" for index, text, near in entry.x}
        if self.setting.dimension <= min(WIDEST_POINT, self.data.kept):
            return f"({', '.join(_tex_number(texts.get(index, '0')) for index in range(self.setting.dimension))})"
        terms = [f"{_factor(text)}e_{{{index + 1}}}" for index, text in list(texts.items())[:WIDEST_POINT]]
        more = r" + \cdots" if len(texts) > WIDEST_POINT or entry.more else ""
        return f"${' + '.join(terms).replace('+ -', '- ') or '0'}{more}$"


Squares = Callable[[int, int, Rational, Rational], list[Rational]]
"""The squares of a proof's four numbers, with signs, after so many rounds in so many of which w has changed, by the
squares of its product with the target (with its sign) and of its norm: each is at most the next, says the proof."""


def vector_data(
    shared: PageData, recording: Recording, setting: Halfspaces | Hinge, squares: Squares, budget: Budget
) -> VectorData:
    """Return the data that games of all settings on vectors have: w with the squares, or why w is unknown."""
    rounds, target = recording.rounds, recording.target
    begins, changes, unknown = Change(), list[Change](), None
    if recording.weights:
        begins, *changes = _changes([Vector(()), *map(readable, recording.weights.own)])
    elif target:
        changes, unknown = weights_by_round(recording.header["learner"], setting, rounds, budget)
    entries = sum(len(x.entries) for x, _, _ in rounds) + sum(map(len, changes))
    kept = setting.dimension if entries <= MAX_ENTRIES else min(COORDINATES_KEPT, setting.dimension)
    moments = None
    if target is None:
        unknown = "there is no target"
    elif not unknown:
        try:
            moments = list(_moments([begins, *changes], target, squares, kept, budget))
        except OutOfBudget as error:
            unknown = f"{error} did not suffice to compare them"
    beside = None
    if own := recording.weights:
        weights, textbook = ([coordinates(w, kept) for w in part] for part in (map(readable, own.own), own.textbook))
        beside = Beside(own=weights, textbook=textbook, differs=own.differs)
    return VectorData(
        **asdict(shared),
        rounds=list(_shown_rounds(rounds, kept)),
        dimension=setting.dimension,
        kept=kept,
        moments=moments,
        broken=_broken(moments, [begins, *changes], rounds, shared.verdict),
        on_mistakes=[bool(change) for change in changes] == [loss(said, label) == 1 for _, said, label in rounds],
        no_weights=unknown,
        beside=beside,
        most=shown_bound(setting.perceptron_bound),
    )


def shown_target(target: Target, direction: Vector, most: Rational, kept: int) -> ShownTarget:
    """Return a target as a page has it, written as this direction; ``most`` is what its squared norm may be."""
    scaled = [(index, target.scale_squared * signed_square(value)) for index, value in target.direction.entries]
    return ShownTarget(
        direction=coordinates(direction, kept),
        more=_more(direction, kept),
        v=[(index, drawn_root(square)) for index, square in scaled if index < kept],
        norm=Share.of(target.norm_squared(), most),
    )


def _shown_rounds(rounds: Sequence[GameRound], kept: int) -> Iterator[VectorRound]:
    """Yield the rounds as a page has them."""
    expected: Rational = 0
    for x, predicted, label in rounds:
        shown = VectorRound(x=coordinates(x, kept), more=_more(x, kept), said=said_text(predicted), label=label)
        if not isinstance(predicted, int):
            expected += loss(predicted, label)
            shown.wrong, shown.mistakes = number_text(loss(predicted, label)), number_text(expected)
        yield shown


def _more(x: Vector, kept: int) -> int:
    """Return how many coordinates that are not 0 a page does not have."""
    return sum(index >= kept for index, _ in x.entries)


def _changes(moments: Sequence[Vector]) -> list[Change]:
    """Return the coordinates of each w that differ from the w before it."""
    changes = []
    for before, after in pairwise([dict(w.entries) for w in moments]):
        places = before.keys() | after.keys()
        changes.append({index: after.get(index, 0) for index in places if after.get(index, 0) != before.get(index, 0)})
    return changes


def _moments(
    changes: Sequence[Change], target: Target, squares: Squares, kept: int, budget: Budget
) -> Iterator[Moment]:
    """Yield the moments before the first round and after each.

    Raises:
        OutOfBudget: the budget does not suffice.

    """
    direction, w, steps = dict(target.direction.entries), Change(), 0
    norm: Rational = 0  # ‖w‖²
    product: Rational = 0  # ⟨w, u⟩, with the target's direction u
    for number, change in enumerate(changes):
        budget.spend(bool(number))
        steps += bool(number and change)
        for index, value in change.items():
            old = w.get(index, 0)
            norm += value * value - old * old
            product += (value - old) * direction.get(index, 0)
        w |= change
        four = squares(number, steps, target.scale_squared * signed_square(product), norm)
        yield Moment(
            w=[(index, drawn(value)) for index, value in sorted(change.items()) if index < kept],
            squares=list(map(number_text, four)),
            drawn=list(map(drawn_root, four)),
            broken=[place for place, (value, after) in enumerate(pairwise(four)) if value > after],
        )


def _broken(
    moments: Sequence[Moment] | None, changes: Sequence[Change], rounds: Sequence[GameRound], verdict: PageVerdict
) -> str | None:
    """Return where the numbers of the Perceptron's proof first do not rise, and which of its assumptions failed."""
    first = next((number for number, moment in enumerate(moments or ()) if moment.broken), None)
    if first is None:
        return None
    w = dict(changes[0])
    why = "w does not begin at 0" if frozen(w).entries else ""
    for number, ((x, _, label), change) in enumerate(zip(rounds, changes[1:], strict=True), 1):
        if why or number > first:
            break
        before = frozen(w)
        w |= change
        why = broken_rule(number, before, frozen(w), x, label) if change else ""
    if not why and not verdict.valid:
        why = f"the game is not valid: {verdict.reason}"
    return f"The chain breaks in round {first:,}: {why or 'a point is longer than 1'}."


def weights_by_round(
    learner: str, setting: Halfspaces | Hinge, rounds: Sequence[GameRound], budget: Budget
) -> tuple[list[Change], str | None]:
    """Return each round's change of w, which starts at 0, or the reason why it is unknown.

    A trace has no weights in it. Where it names a learner of ours, a fresh one plays the recorded rounds again; its
    weights are those of the game only if it predicts what is recorded. A name is all that is taken from the file: no
    other code than that of this package runs, whatever a trace says.
    """
    if learner not in LEARNERS or not find(learner).card().weights:
        return [], "its file has none, and its learner is not one of this program's that show their weights"
    if setting.dimension > MAX_DIMENSIONS:
        return [], f"the dimension is above {MAX_DIMENSIONS:,}"
    runner, changes = LocalRunner(find(learner)), list[Change]()
    try:
        runner.begin(setting)
        before = _snapshot(runner.learner)
        replayed = run_rounds(runner, ((x, label) for x, _, label in rounds))
        for number, ((_, predicted, _), (x, recorded, _)) in enumerate(zip(replayed, rounds, strict=True), 1):
            if predicted != recorded:
                return [], f"a fresh {learner} predicts something else in round {number}"
            budget.spend()
            after = _snapshot(runner.learner)
            changes.append(_changed(before, after, x))
            before = after
    except OutOfBudget as error:
        return [], f"{error} did not suffice to play the rounds again"
    except (Fault, InputError, ArithmeticError, MemoryError) as error:
        return [], f"a fresh {learner} cannot play these rounds: {error}"
    return changes, None


def _snapshot(learner: Any) -> dict[int, Any]:
    """Return a learner's weights as they are, by coordinate."""
    weights = learner.weights
    return dict(weights) if hasattr(weights, "items") else dict(enumerate(weights.tolist()))


def _changed(before: dict[int, Any], after: dict[int, Any], x: Vector) -> Change:
    """Return the changed coordinates, exactly; most learners change only the point's coordinates."""
    of_point = [index for index, _ in x.entries]
    usual = before | {index: after[index] for index in of_point if index in after}
    looked_at = of_point if usual == after else before.keys() | after.keys()
    others = {index: after.get(index, 0) for index in looked_at if after.get(index, 0) != before.get(index, 0)}
    return dict.fromkeys(others, 0) | exact_weights(SimpleNamespace(weights=others))


def signed_square(value: Rational) -> Rational:
    """Return value², with the sign of the value."""
    return value * value if value > 0 else -value * value


def coordinates(x: Vector, kept: int) -> list[Coordinate]:
    """Return the first coordinates of a vector that are not 0: the index, the exact text, and the float of each."""
    return [(index, number_text(value), drawn(value)) for index, value in x.entries if index < kept]


def _tex_number(text: str) -> str:
    return latex_text(text.replace("-", "−"))


def _factor(text: str) -> str:
    return {"1": "", "-1": "-"}.get(text, rf"{latex_text(text)}\,")


def shown_bound(bound: int | None) -> int | None:
    """Return a bound, if there is one that a game could reach."""
    return None if bound is None or bound > MAX_COUNTED else bound
