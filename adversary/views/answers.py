"""What commands print with ``--json`` where no result of the packages below has a form of its own."""

from typing import Any, Literal

import msgspec

from proofs.formats.answers import FileStatement, Number
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText

Setting = Literal["halfspaces", "hinge", "finite"]
Judged = Literal["agrees", "differs", "not asked"]


class FileAnswer(msgspec.Struct, kw_only=True):
    """What the checker says of a file, and how its game is unlike the usual ones: what is usual has no key."""

    valid: bool | None
    rounds: Index | None
    mistakes: Number | None
    statements: list[FileStatement]
    reason: str | None
    setting: Setting | msgspec.UnsetType = msgspec.UNSET
    lies: Index | msgspec.UnsetType = msgspec.UNSET
    order: list[str] | msgspec.UnsetType | None = msgspec.UNSET
    hinge: RationalText | msgspec.UnsetType = msgspec.UNSET
    norm_squared: RationalText | msgspec.UnsetType = msgspec.UNSET


class CheckAnswer(FileAnswer, kw_only=True, rename={"class_name": "class"}):
    """What ``check`` says."""

    second_opinion: Judged
    class_name: str | msgspec.UnsetType = msgspec.UNSET
    catalog: str | msgspec.UnsetType = msgspec.UNSET
    checker: str | msgspec.UnsetType = msgspec.UNSET
    error: str | msgspec.UnsetType = msgspec.UNSET
    exit_code: Index | msgspec.UnsetType = msgspec.UNSET


class DrawnAnswer(FileAnswer, kw_only=True):
    """What is said of a file of which there is a page or a figure."""

    kind: Literal["game", "certificate", "counterexample"]


class ShowAnswer(DrawnAnswer, kw_only=True):
    """What ``show`` says."""

    page: str


class PlottedAnswer(DrawnAnswer, kw_only=True):
    """What ``plot`` says of a file."""

    file: str


class PlotAnswer(msgspec.Struct, kw_only=True):
    """What ``plot`` says: nothing of a chart where a file is not valid."""

    figure: str | None = None
    table: str | None = None
    chart: str | msgspec.UnsetType = msgspec.UNSET
    caption: str | msgspec.UnsetType = msgspec.UNSET
    left_out: list[str] | msgspec.UnsetType = msgspec.UNSET
    tex: str | msgspec.UnsetType = msgspec.UNSET
    files: list[PlottedAnswer] = []


class GraphAnswer(msgspec.Struct):
    """A tree as networkx writes graphs."""

    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class TreeAnswer(msgspec.Struct):
    """What ``tree`` says."""

    file: str | None
    name: str
    nodes: Index
    tree: GraphAnswer | msgspec.UnsetType = msgspec.UNSET


class Card(msgspec.Struct):
    """Something that ``list`` lists; there is more of it."""

    name: str


class ListAnswer(msgspec.Struct):
    """What ``list`` says of each kind that was asked for."""

    learners: list[Card] | msgspec.UnsetType = msgspec.UNSET
    adversaries: list[Card] | msgspec.UnsetType = msgspec.UNSET
    classes: list[Card] | msgspec.UnsetType = msgspec.UNSET
    claims: list[Card] | msgspec.UnsetType = msgspec.UNSET
    theorems: list[Card] | msgspec.UnsetType = msgspec.UNSET


class DataLabels(msgspec.Struct, rename={"minus": "-1", "plus": "1"}):
    """What the labels of data are in its file."""

    minus: str
    plus: str


class MarginAnswer(msgspec.Struct, kw_only=True):
    """What ``margin`` says: with ``w`` where the data are separable, and ``weights`` where they are not."""

    file: str
    examples: Index
    dimension: Index
    labels: DataLabels
    separable: bool | None
    margin_squared: Number | None
    support: list[Index]
    margin: float | msgspec.UnsetType | None = msgspec.UNSET
    norm_squared: Number | msgspec.UnsetType = msgspec.UNSET
    w: list[Number] | msgspec.UnsetType = msgspec.UNSET
    alphas: list[Number] | msgspec.UnsetType = msgspec.UNSET
    perceptron_bound: Index | msgspec.UnsetType = msgspec.UNSET
    radius_squared: Number | msgspec.UnsetType = msgspec.UNSET
    weights: list[Number] | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType = msgspec.UNSET


class ChallengeAnswer(msgspec.Struct):
    """What ``challenge`` says."""

    page: str
    rounds: Index
    adversary: str


class AutograderAnswer(msgspec.Struct):
    """What ``autograder`` says."""

    folder: str
    files: list[str]


class TournamentAnswer(msgspec.Struct):
    """What ``tournament`` says when it ends."""

    games: Index
    finished: Index
    skipped: Index
    failed: Index
    seconds: float


class FormalAnswer(msgspec.Struct):
    """What ``formal FILE`` says."""

    checked: bool | None
    theorem: str
    statement: str
    assumptions: list[str] | None
    file: str
    seconds: float | None
    reason: str | None


class ErrorAnswer(msgspec.Struct):
    """What is printed where the input cannot be used."""

    error: str
    exit_code: Index
