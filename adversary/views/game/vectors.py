"""Games whose points are vectors: their rounds as a page has them, and what the Perceptron's proofs compare in each.

All of it is exact, in squares: no root is ever taken.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

from adversary.game.weights import Change, UnknownWeightsError, weights_by_round
from adversary.views.game.numbers import coordinates, drawn, drawn_root, more_than, number_text, signed_square
from adversary.views.game.recording import Recording
from adversary.views.game.view import GameView, TexRow, tex_label
from adversary.views.latex import latex_text
from learners.protocol import Label
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.vectors import Target, Vector
from proofs.formats.trace import Coordinates, read_foreign_vector
from proofs.settings import Halfspaces, Hinge
from proofs.solvers.budget import Budget, OutOfBudget

MAX_ENTRIES = 400_000
"""Coordinates of all points, and of all changes of w, that a page has."""

COORDINATES_KEPT = 8
"""The first coordinates, so many, are kept of games that have more."""

MAX_COUNTED = 10**12
"""Mistakes: a bound above that is no bound for anybody."""

NO_CLASS = "it is about halfspaces, which are not a finite class"
"""Why no version spaces are drawn of such a game."""

WIDEST_POINT = 6
"""Coordinates of a point that are written out in a table."""

MAX_COORDINATE = 24
"""Characters of a coordinate that a table has exactly."""

MAX_NUMBER = 12
"""Characters of the squares in a table; longer ones leave no room for the rest."""

VectorRound = tuple[Vector, Label, Label]
"""A point, what was predicted, and the label."""


@dataclass(frozen=True)
class VectorView(GameView):
    """A game whose points are vectors."""

    column_names: ClassVar[str]
    """What ``tex_columns`` are."""

    @property
    @abstractmethod
    def clear(self) -> tuple[float, str]:
        """What ⟨u,x⟩ is at least where a target is satisfied, for labels +1, and what is there."""

    def counts(self) -> list[float]:
        """Return the mistakes after each round."""
        counts = [0.0]
        for entry in self.data["rounds"]:
            counts.append(counts[-1] + (entry["said"] != entry["label"]))
        return counts

    @abstractmethod
    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return the titles of columns in LaTeX, what stands there in each round, and what is left out."""

    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the rounds, with what is known of each, exactly."""
        more, columns, notes = self.tex_columns()
        if any(len(text) > MAX_NUMBER for row in columns for text in row):
            more, columns, notes = [], [], [f"Left out: {self.column_names}, which are long numbers."]
        body, made = [], 0
        for number, entry in enumerate(self.data["rounds"]):
            wrong = entry["said"] != entry["label"]
            made += wrong
            told = tex_label(entry["said"], wrong=wrong), tex_label(entry["label"])
            cells = [str(number + 1), self._tex_point(entry), *told, str(made)]
            body.append(cells + [_tex_number(text) for text in columns[number]] if columns else cells)
        if any(latex_text("≈") in row[1] for row in body):
            notes.append("Numbers with ≈ are rounded; the trace has them exactly.")
        return (["round", "point", "prediction", "label", "mistakes", *more], body), notes

    def _tex_point(self, entry: dict[str, Any]) -> str:
        """Return a point as coordinates, or, where they are many, as a sum of basis vectors."""
        given = {index: text if len(text) <= MAX_COORDINATE else f"≈{near:.6g}" for index, text, near in entry["x"]}
        if self.setting.dimension <= min(WIDEST_POINT, self.data["kept"]):
            return f"({', '.join(_tex_number(given.get(index, '0')) for index in range(self.setting.dimension))})"
        terms = [f"{_factor(text)}e_{{{index + 1}}}" for index, text in list(given.items())[:WIDEST_POINT]]
        more = r" + \cdots" if len(given) > WIDEST_POINT or entry["more"] else ""
        return f"${' + '.join(terms).replace('+ -', '- ') or '0'}{more}$"


@dataclass(slots=True)
class MovingWeights:
    """A learner's w as it moves."""

    target: Target
    steps: int = 0  # in which w has changed
    norm: Rational = 0  # ‖w‖²
    product: Rational = 0  # ⟨w, u⟩, with the target's direction u

    def move(self, w: Change, change: Change, direction: dict[int, Rational]) -> None:
        """Count a round, which changes w so."""
        self.steps += bool(change)
        for index, value in change.items():
            old = w.get(index, 0)
            self.norm += value * value - old * old
            self.product += (value - old) * direction.get(index, 0)

    def agreement(self) -> Rational:
        """Return the square of ⟨w,v⟩, with its sign, for the target v = s·u."""
        return self.target.scale_squared * signed_square(self.product)


Squares = Callable[[MovingWeights, int], list[Rational]]
"""The squares of a proof's four numbers after so many rounds, with signs: each is at most the next, says the proof."""


@dataclass(frozen=True, slots=True)
class VectorGame:
    """A recorded game, read: ``changes`` are those of w in each round, or it is said why they are ``unknown``."""

    rounds: list[VectorRound]
    target: Target | None
    changes: list[Change]
    unknown: str | None
    kept: int
    """How many coordinates, the first ones, a page has of it."""

    def data(self) -> dict[str, Any]:
        """Return what pages of all these games have, without the target and w, which may be left out."""
        return {
            "kept": self.kept,
            "rounds": [
                {"x": coordinates(x, self.kept), "more": more_than(x, self.kept), "said": said, "label": label}
                for x, said, label in self.rounds
            ],
            "target": None,
            "allowed": None,
            "weights": None,
            "no_weights": self.unknown,
        }

    def squeeze(self, squares: Squares, budget: Budget) -> dict[str, Any]:
        """Return w and the squares, after each round; or why they are not known."""
        if self.target is None or self.unknown:
            return {}
        direction, w, moving = dict(self.target.direction.entries), Change(), MovingWeights(self.target)
        moments = [self._moment(squares(moving, 0), {})]
        try:
            for number, change in enumerate(self.changes, 1):
                budget.spend()
                moving.move(w, change, direction)
                w |= change
                moments.append(self._moment(squares(moving, number), change))
        except OutOfBudget as error:
            return {"no_weights": f"{error} did not suffice to compare them"}
        mistakes = [said != label for _, said, label in self.rounds]
        return {"weights": {"moments": moments, "on_mistakes": [bool(change) for change in self.changes] == mistakes}}

    def _moment(self, squares: list[Rational], change: Change) -> dict[str, Any]:
        """Return what there is to show after a round: w by its change, and the four numbers of the proof."""
        return {
            "w": [(index, drawn(value)) for index, value in sorted(change.items()) if index < self.kept],
            "squares": list(map(number_text, squares)),
            "drawn": list(map(drawn_root, squares)),
            "broken": [number for number in range(3) if squares[number] > squares[number + 1]],
        }


def read_rounds(recording: Recording) -> list[VectorRound]:
    """Return the rounds of a game that a checker has read."""
    decode = msgspec.json.Decoder(Coordinates).decode
    return [
        (read_foreign_vector(decode(entry.x)), 1 if entry.predicted == 1 else -1, entry.label)
        for entry in recording.rounds
    ]


def read_target(recording: Recording) -> Target | None:
    """Return the target that was offered in the end, if there is one."""
    if (line := recording.footer["target"]) is None:
        return None
    direction = read_foreign_vector([(index, text) for index, text in line["direction"]])
    return Target(direction, read_rational(line["scale_squared"]))


def with_weights(
    recording: Recording,
    setting: Halfspaces | Hinge,
    rounds: list[VectorRound],
    target: Target | None,
    budget: Budget,
) -> VectorGame:
    """Return a game with the weights of its learner, if they are known and there is a target to compare them with."""
    changes, unknown = list[Change](), None if target else "there is no target"
    try:
        changes = weights_by_round(recording.header["learner"], setting, rounds, budget) if target else []
    except UnknownWeightsError as error:
        unknown = str(error)
    entries = sum(len(x.entries) for x, _, _ in rounds) + sum(map(len, changes))
    kept = setting.dimension if entries <= MAX_ENTRIES else min(COORDINATES_KEPT, setting.dimension)
    return VectorGame(rounds, target, changes, unknown, kept)


def _tex_number(text: str) -> str:
    return latex_text(text.replace("-", "−"))


def _factor(text: str) -> str:
    return {"1": "", "-1": "-"}.get(text, rf"{latex_text(text)}\,")


def shown_bound(bound: int) -> int | None:
    """Return a bound that somebody could reach."""
    return bound if bound <= MAX_COUNTED else None
